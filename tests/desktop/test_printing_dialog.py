"""The print dialog: what is chosen is what is shown, written and printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtGui import QPageLayout, QPageSize
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog
from pytestqt.qtbot import QtBot

from desktop.messages import Message
from desktop.printing.dialog import PrintDialog, chosen_pages, dress, paper_in
from desktop.printing.page import PAPERS
from desktop.session import Session
from tests.desktop.dialogs_kit import click, escape, press, show
from tests.desktop.fakes import make_session

pytestmark = pytest.mark.usefixtures("german_each")


@pytest.fixture
def told() -> list[Message]:
    return []


@pytest.fixture
def session(qapp: object) -> Session:
    session = make_session()
    session.store.path = Path("Krähenfels.kampf")
    return session


@pytest.fixture
def dialog(session: Session, told: list[Message], tmp_path: Path, qtbot: QtBot) -> PrintDialog:
    dialog = PrintDialog(session, told.append, tmp_path)
    show(qtbot, dialog)
    return dialog


def test_all_pages_are_chosen_at_first(dialog: PrintDialog) -> None:
    assert {page.part for page in dialog.sheets.pages} >= {"map", "cards"}
    assert dialog.where.text() == f"Seite 1 von {len(dialog.sheets.pages)}"


def test_taking_pages_away_takes_them_away(dialog: PrintDialog) -> None:
    for part in ("map", "initiative", "tables"):
        QTest.keyClick(dialog.parts[part], Qt.Key.Key_Space)
    assert {page.part for page in dialog.sheets.pages} == {"cards"}


def test_nothing_chosen_says_so_and_writes_nothing(dialog: PrintDialog) -> None:
    for box in dialog.parts.values():
        box.setChecked(False)
    assert dialog.error.text()
    assert not dialog.pdf_button.isEnabled()
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    dialog.parts["cards"].setChecked(True)
    assert not dialog.error.text()
    assert dialog.pdf_button.isEnabled()


def test_paper_and_version_are_chosen_by_keys(dialog: PrintDialog) -> None:
    dialog.paper.setFocus()
    press(dialog.paper, Qt.Key.Key_Right)
    assert dialog.sheets.paper is PAPERS["letter"]
    press(dialog.version, Qt.Key.Key_Right)
    assert dialog.sheets.content.players
    assert "Ohne Verborgene" in dialog.about.text()


def test_every_control_can_be_reached_by_tab(dialog: PrintDialog) -> None:
    reached, widget = set(), dialog.focusWidget()
    for _ in range(40):
        QTest.keyClick(dialog, Qt.Key.Key_Tab)
        widget = dialog.focusWidget()
        assert widget is not None
        reached.add(widget)
    assert set(dialog.parts.values()) <= reached
    assert {dialog.preview, dialog.pdf_button} <= reached


def test_keys_zoom_and_turn_pages(dialog: PrintDialog) -> None:
    before = dialog.preview.zoom
    press(dialog.preview, Qt.Key.Key_Plus)
    assert dialog.preview.zoom > before
    press(dialog.preview, Qt.Key.Key_Minus)
    press(dialog.preview, Qt.Key.Key_0)
    assert dialog.preview.zoom == pytest.approx(before, abs=0.05)
    press(dialog.preview, Qt.Key.Key_PageDown)
    assert dialog.preview.page == 1
    assert dialog.where.text().startswith("Seite 2")
    press(dialog.preview, Qt.Key.Key_Home)
    assert dialog.preview.page == 0


def test_the_preview_shows_the_pages(dialog: PrintDialog) -> None:
    image = dialog.preview.grab().toImage()
    colours = {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}
    assert {"#ffffff", "#000000"} <= colours


def test_the_pdf_is_written_where_it_was_asked(
    dialog: PrintDialog, told: list[Message], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(_parent: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        asked.append(name)
        return str(tmp_path / "bogen"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    click(dialog.pdf_button)
    assert asked == [str(tmp_path / "Krähenfels.pdf")]
    assert len(PdfReader(tmp_path / "bogen.pdf").pages) == len(dialog.sheets.pages)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert [m.level for m in told] == ["done"]


def test_a_failure_stays_in_the_dialog(
    dialog: PrintDialog, told: list[Message], tmp_path: Path
) -> None:
    dialog.write(tmp_path / "fort" / "bogen.pdf")
    assert dialog.isVisible()
    assert "bogen.pdf" in dialog.error.text()
    assert told == []


def test_escape_closes_without_a_trace(dialog: PrintDialog, told: list[Message]) -> None:
    escape(dialog)
    assert not dialog.isVisible()
    assert told == []


def test_without_a_printer_the_button_says_so(
    session: Session, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.printing.dialog.printers", list)
    dialog = PrintDialog(session, lambda _: None, tmp_path)
    show(qtbot, dialog)
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    assert dialog.main.text() == "Kein Drucker gefunden"
    assert dialog.pdf_button.isDefault()


def test_with_a_printer_the_button_prints(
    session: Session, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.printing.dialog.printers", lambda: ["Laser"])
    dialog = PrintDialog(session, lambda _: None, tmp_path)
    show(qtbot, dialog)
    assert dialog.main is not None
    assert dialog.main.isEnabled()
    assert dialog.main.text() == "Drucken …"


# ---- the printer itself, here one that writes a file -----------------------------------------


def _printer(path: Path) -> QPrinter:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    return printer


def test_our_margins_are_the_only_ones(dialog: PrintDialog, tmp_path: Path) -> None:
    printer = _printer(tmp_path / "x.pdf")
    dress(printer, dialog.sheets)
    assert printer.fullPage()
    whole = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter)
    paint = printer.pageLayout().paintRect(QPageLayout.Unit.Millimeter)
    assert paint == whole
    dialog.print_on(printer)
    content = PdfReader(tmp_path / "x.pdf").pages[0].get_contents()
    assert content is not None
    scale = re.search(rb"([\d.]+) 0 0 -[\d.]+ ", content.get_data())
    assert scale is not None
    assert float(scale[1]) == pytest.approx(72 / printer.resolution())


def test_printing_writes_the_pages_that_were_asked_for(
    dialog: PrintDialog, told: list[Message], tmp_path: Path
) -> None:
    printer = _printer(tmp_path / "x.pdf")
    dress(printer, dialog.sheets)
    printer.setPrintRange(QPrinter.PrintRange.PageRange)
    printer.setFromTo(2, 3)
    assert chosen_pages(printer, dialog.sheets) == (1, 2)
    dialog.print_on(printer)
    assert len(PdfReader(tmp_path / "x.pdf").pages) == 2
    assert [m.level for m in told] == ["done"]


def test_other_paper_in_the_printer_is_laid_out_anew(dialog: PrintDialog, tmp_path: Path) -> None:
    printer = _printer(tmp_path / "x.pdf")
    dress(printer, dialog.sheets)
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.Letter))
    assert paper_in(printer) is PAPERS["letter"]
    dialog.print_on(printer)
    box = PdfReader(tmp_path / "x.pdf").pages[0].mediabox
    assert (round(box.width), round(box.height)) == (612, 792)


def test_extras_are_chosen_by_keys_and_the_square_only_for_miniatures(dialog: PrintDialog) -> None:
    assert not dialog.square.isVisible()
    for part in ("map", "initiative", "cards", "tables", "tiles"):
        QTest.keyClick(dialog.parts[part], Qt.Key.Key_Space)
    assert {page.part for page in dialog.sheets.pages} == {"tiles"}
    assert dialog.square.isVisible()
    assert dialog.wanted.square == 25.4
    dialog.square.set_value("25")
    assert dialog.wanted.square == 25.0
    QTest.keyClick(dialog.parts["tiles"], Qt.Key.Key_Space)
    QTest.keyClick(dialog.parts["blank"], Qt.Key.Key_Space)
    QTest.keyClick(dialog.parts["poker"], Qt.Key.Key_Space)
    assert {page.part for page in dialog.sheets.pages} == {"blank", "poker"}
