"""The print dialog: which pages, which paper, for whom; the pages as they will come out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QSize
from PySide6.QtGui import QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.choosing import ask_save, folder_of
from desktop.dialogs.base import Card, Dialog
from desktop.i18n import tr
from desktop.messages import Message, words_of_fault
from desktop.printing.content import EXTRAS, PARTS, Content, Wanted, gather
from desktop.printing.page import PAPERS, Paper
from desktop.printing.preview import Preview
from desktop.printing.sheets import Sheets, lay_out, paint_all, save_pdf
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.boxes import CheckBox
from desktop.widgets.buttons import Button, Switch
from desktop.widgets.unmarked import unmarked

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow

Tell = Callable[[Message], None]


def usual_paper() -> str:
    """Return the paper of the country that the program speaks for."""
    imperial = QLocale().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    return "letter" if imperial else "a4"


def printers() -> list[str]:
    """Return the names of the printers there are."""
    return list(QPrinterInfo.availablePrinterNames())


class PrintDialog(Dialog):
    """Choose pages, paper and version at the left, see them at the right."""

    def __init__(
        self, session: Session, tell: Tell, folder: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, tr("printing.title"), "print", tr("printing.intro"))
        self._session, self._tell, self._folder = session, tell, folder
        self.sheets: Sheets
        self._known: dict[bool, Content] = {}
        row = QHBoxLayout()
        row.setSpacing(px(16))
        row.addLayout(self._options())
        row.addLayout(self._view(), 1)
        self.body.addLayout(row, 1)
        go = self.buttons(tr("printing.print"), mark="print", cancel=tr("printing.close"))
        self.pdf_button = Button(tr("printing.pdf"), "outline", mark="file", size="main")
        self.pdf_button.setAutoDefault(False)
        self.pdf_button.clicked.connect(self.ask_pdf)
        self.foot.insertWidget(self.foot.indexOf(go), self.pdf_button)
        self._printers(go)
        self.resize(self._fitting_size())
        self.refresh()

    # -- making -------------------------------------------------------------------------------

    def _options(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(px(12))
        pages = Card(tr("printing.parts"))
        names = {
            "map": tr("printing.part_map"),
            "initiative": tr("printing.part_initiative"),
            "cards": tr("printing.part_cards"),
            "tables": tr("printing.part_tables"),
            "notes": tr("printing.part_notes"),
            "tiles": tr("paper.part_tiles"),
            "poker": tr("paper.part_poker"),
            "blank": tr("paper.part_blank"),
        }
        self.parts: dict[str, CheckBox] = {}
        for part in (*PARTS, *EXTRAS):
            box = CheckBox(names[part])
            box.setChecked(part in PARTS)
            box.toggled.connect(self.refresh)
            pages.column.addWidget(box)
            self.parts[part] = box
        self.square = Switch([("25.4", tr("paper.inch")), ("25", tr("paper.centimetres"))])
        self.square.setAccessibleName(tr("paper.square"))
        self.square.chosen.connect(self.refresh)
        pages.column.addWidget(self.square)
        paper = Card(tr("printing.paper"))
        self.paper = Switch([("a4", "A4"), ("letter", "Letter")])
        self.paper.set_value(usual_paper())
        self.paper.setAccessibleName(tr("printing.paper"))
        self.paper.chosen.connect(self.refresh)
        paper.column.addWidget(self.paper)
        whom = Card(tr("printing.version"))
        self.version = Switch(
            [("master", tr("printing.version_master")), ("players", tr("printing.version_players"))]
        )
        self.version.setAccessibleName(tr("printing.version"))
        self.version.chosen.connect(self.refresh)
        whom.column.addWidget(self.version)
        self.about = label("", "label", "3")
        self.about.setWordWrap(True)
        whom.column.addWidget(self.about)
        for card in (pages, paper, whom):
            card.setFixedWidth(px(232))
            column.addWidget(card)
        column.addStretch(1)
        return column

    def _view(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(px(8))
        bar = QHBoxLayout()
        bar.setSpacing(px(4))
        self.where = label("", "row", "2")
        bar.addWidget(self.where)
        bar.addStretch(1)
        self.preview = Preview()
        for mark, words, act in (
            ("minus", tr("printing.smaller"), lambda: self.preview.step(False)),
            ("plus", tr("printing.larger"), lambda: self.preview.step(True)),
            ("fit", tr("printing.fit"), self.preview.fit_width),
        ):
            button = Button("", "flat", mark=mark)
            button.setToolTip(unmarked(words))
            button.setAccessibleName(words)
            button.setAutoDefault(False)
            button.clicked.connect(act)
            bar.addWidget(button)
        self.percent = label("", "row", "2")
        bar.addWidget(self.percent)
        self.preview.moved.connect(self._say_where)
        column.addLayout(bar)
        column.addWidget(self.preview, 1)
        return column

    def _printers(self, go: Button) -> None:
        """Say on the button itself when there is no printer."""
        self.has_printer = bool(printers())
        if not self.has_printer:
            go.setText(tr("printing.no_printer"))
            go.setToolTip(tr("printing.no_printer_help"))
            go.setEnabled(False)
            go.kind, self.pdf_button.kind = "outline", "primary"
            go.setDefault(False)
            self.pdf_button.setDefault(True)

    def _fitting_size(self) -> QSize:
        room = (self.parentWidget() or self).screen().availableSize()
        return QSize(min(px(1000), room.width() - px(32)), min(px(860), room.height() - px(64)))

    # -- what is chosen -----------------------------------------------------------------------

    @property
    def wanted(self) -> Wanted:
        """What is chosen now."""
        parts = frozenset(part for part, box in self.parts.items() if box.isChecked())
        players, square = self.version.value == "players", float(self.square.value)
        return Wanted(self.paper.value, parts, players, square)

    def refresh(self) -> None:
        """Lay out what is chosen and show it."""
        wanted = self.wanted
        self.square.setVisible("tiles" in wanted.parts)
        self.sheets = self._laid_out(wanted)
        players = tr("printing.about_players")
        self.about.setText(players if wanted.players else tr("printing.about_master"))
        empty = not self.sheets.pages
        self.complain(tr("printing.nothing") if empty else "")
        self.pdf_button.setEnabled(not empty)
        if self.main is not None:
            self.main.setEnabled(not empty and self.has_printer)
        self.preview.show_sheets(self.sheets)
        self._say_where()

    def _laid_out(self, wanted: Wanted) -> Sheets:
        return lay_out(self._content(wanted.players), wanted, self._session.system)

    def _content(self, players: bool) -> Content:
        if players not in self._known:
            session = self._session
            asset = session.store.asset
            self._known[players] = gather(session.state, session.system, asset, players=players)
        return self._known[players]

    def _say_where(self) -> None:
        count = len(self.sheets.pages)
        page = self.preview.page + 1
        self.where.setText(tr("printing.page", page=page, pages=count) if count else "")
        self.percent.setText(tr("printing.zoom", value=round(self.preview.zoom * 100)))

    # -- paper and file -----------------------------------------------------------------------

    def ask_pdf(self) -> None:
        """Ask where the PDF goes and write it."""
        name = f"{self._session.store.path.stem}.pdf"
        title, kinds = tr("dialog.export_pdf"), tr("dialog.filter_pdf")
        path = ask_save(self, title, name, kinds, "paper", self._folder)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Write the PDF; stays open and says why when that fails."""
        if path.suffix.lower() != ".pdf":
            path = path.with_name(f"{path.name}.pdf")
        try:
            save_pdf(self.sheets, path)
        except OSError as error:
            self.complain(words_of_fault(error, path.name))
            return
        self._tell(Message(tr("file.written", file=path.name), "done"))
        self.accept()

    def finish(self) -> None:
        """Ask for printer and pages, then print."""
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        dress(printer, self.sheets)
        asked = QPrintDialog(printer, self)
        asked.setWindowTitle(tr("printing.print_title"))
        asked.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
        asked.setMinMax(1, len(self.sheets.pages))
        if asked.exec() == QPrintDialog.DialogCode.Accepted:
            self.print_on(printer)

    def print_on(self, printer: QPrinter) -> None:
        """Print the pages that were asked for; on other paper they are laid out anew."""
        paper = paper_in(printer)
        sheets = self.sheets
        if paper is not None and paper is not sheets.paper:
            wanted = self.wanted
            sheets = self._laid_out(replace(wanted, paper=paper.id))
        dress(printer, sheets)
        if paint_all(sheets, printer, printer.resolution(), chosen_pages(printer, sheets)):
            self._tell(Message(said(printer), "done"))
            self.accept()
        else:
            self.complain(tr("printing.print_failed"))


def dress(printer: QPrinter, sheets: Sheets) -> None:
    """Give a printer our paper and the whole sheet: our margins are the only ones."""
    printer.setPageLayout(sheets.paper.layout)
    printer.setFullPage(True)
    printer.setDocName(sheets.content.title)
    printer.setCreator("Schlachtplan")


def said(printer: QPrinter) -> str:
    """Say where the pages went: to a printer, or into a file."""
    if printer.outputFileName():
        return tr("file.written", file=Path(printer.outputFileName()).name)
    return tr("printing.sent", printer=printer.printerName())


def paper_in(printer: QPrinter) -> Paper | None:
    """Return the paper that a printer has, if it is one of ours."""
    size: QPageSize = printer.pageLayout().pageSize()
    return next((p for p in PAPERS.values() if p.size == size.id()), None)


def chosen_pages(printer: QPrinter, sheets: Sheets) -> tuple[int, ...]:
    """Return the pages that were asked for, counted from 0."""
    count = len(sheets.pages)
    if printer.printRange() is not QPrinter.PrintRange.PageRange or not printer.fromPage():
        return tuple(range(count))
    last = min(count, printer.toPage() or count)
    return tuple(range(min(printer.fromPage(), last) - 1, last))


def print_sheets(session: Session, window: MainWindow) -> None:
    """Show the print dialog for the open fight."""
    dialog = PrintDialog(session, window.tell, folder_of("paper"), window)
    try:
        dialog.exec()
    finally:
        dialog.deleteLater()
