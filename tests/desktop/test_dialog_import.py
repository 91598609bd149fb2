"""The report of an import and the grid of a picture."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel
from pytestqt.qtbot import QtBot

from desktop.dialogs.grid import GridDialog, ask_grid, fit_of, guess_fit, refit_grid
from desktop.dialogs.import_report import ImportDialog, ask_import
from desktop.dialogs.import_rows import counts, group_of
from maps.board import Board
from maps.formats import GridFit, Need, OpenPortal, read_map
from maps.formats.base import asset_hash
from maps.formats.headers import Header, read_header
from maps.formats.picture import lay
from maps.grid import SUB
from maps.problems import Problem
from maps.shapes import Kind
from tests.desktop.dialogs_kit import click, enter, escape, press, show, when_asked, write
from tests.desktop.fakes import make_session

pytestmark = pytest.mark.usefixtures("german")


def _png(width: int = 300, height: int = 200, square: int = 20) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#777766"))
    painter = QPainter(image)
    for x in range(0, width, square):
        painter.drawLine(x, 0, x, height)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes
    return bytes(data.data())


@pytest.fixture
def bare_map(tmp_path: Path) -> Path:
    """A map with walls, an opening, a door, a light, a useless line, and no picture."""
    data = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 12, "y": 8},
            "pixels_per_grid": 70,
        },
        "line_of_sight": [
            [{"x": 1, "y": 1}, {"x": 9, "y": 1}],
            [{"x": 1, "y": 1}, {"x": 1, "y": 6}],
            [{"x": 2, "y": 2}],
        ],
        "portals": [
            {
                "position": {"x": 9.5, "y": 1},
                "bounds": [{"x": 9, "y": 1}, {"x": 10, "y": 1}],
                "rotation": 0,
                "closed": False,
                "freestanding": False,
            },
            {
                "position": {"x": 1, "y": 6.5},
                "bounds": [{"x": 1, "y": 6}, {"x": 1, "y": 7}],
                "rotation": 0,
                "closed": True,
                "freestanding": False,
            },
        ],
        "lights": [{"position": {"x": 5, "y": 4}, "range": 3, "intensity": 1, "color": "ffffd9a0"}],
        "environment": {"baked_lighting": False, "ambient_light": "ff000000"},
    }
    path = tmp_path / "Höhle.dd2vtt"
    path.write_text(json.dumps(data), "utf-8")
    return path


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "Mine 15x10.png"
    path.write_bytes(_png())
    return path


# ---- the report ------------------------------------------------------------------------------


def test_the_report_counts_and_groups(qtbot: QtBot, bare_map: Path) -> None:
    dialog = ImportDialog(None, bare_map, read_map(bare_map))
    show(qtbot, dialog)
    assert counts(dialog.board) == {
        "walls": 2,
        "doors": 1,
        "windows": 1,
        "objects": 0,
        "lights": 1,
    }
    words = [w.text() for w in dialog.report.findChildren(QLabel) if w.text()]
    assert words[0] == "Weggelassen"
    assert "Gelesen" in words
    assert dialog.name.text() == "Höhle"


def test_the_preview_shows_the_walls(qtbot: QtBot, bare_map: Path) -> None:
    dialog = ImportDialog(None, bare_map, read_map(bare_map))
    show(qtbot, dialog)
    dialog.preview.finish()
    assert dialog.preview.image is not None


def test_a_map_without_picture_takes_one(qtbot: QtBot, bare_map: Path, picture: Path) -> None:
    read = read_map(bare_map)
    assert Need.PICTURE in read.needs
    dialog = ImportDialog(None, bare_map, read)
    show(qtbot, dialog)
    assert dialog.picture_button.isVisible()
    dialog.take_picture(picture)
    choice = dialog.choice
    assert choice.board.picture is not None
    assert choice.board.picture.width == 12 * SUB
    assert list(choice.pictures) == [choice.board.picture.asset]
    assert choice.board.obstacles == read.board.obstacles


def test_what_is_no_picture_is_said(qtbot: QtBot, bare_map: Path) -> None:
    dialog = ImportDialog(None, bare_map, read_map(bare_map))
    show(qtbot, dialog)
    dialog.take_picture(bare_map)
    assert dialog.error.text()
    assert dialog.choice.board.picture is None


def test_openings_can_become_doors(qtbot: QtBot, bare_map: Path) -> None:
    dialog = ImportDialog(None, bare_map, read_map(bare_map))
    show(qtbot, dialog)
    dialog.portals.setFocus()
    press(dialog.portals, Qt.Key.Key_Down)
    assert dialog.portals.currentData() == OpenPortal.DOOR
    assert [o.kind for o in dialog.board.obstacles].count(Kind.DOOR) == 2


def test_enter_takes_the_map_and_escape_does_not(bare_map: Path, qapp: object) -> None:
    when_asked(enter)
    choice = ask_import(None, bare_map, read_map(bare_map))
    assert choice is not None
    assert choice.system == "pathfinder"
    when_asked(escape)
    assert ask_import(None, bare_map, read_map(bare_map)) is None


def test_a_name_is_needed(qtbot: QtBot, bare_map: Path) -> None:
    dialog = ImportDialog(None, bare_map, read_map(bare_map))
    show(qtbot, dialog)
    dialog.name.selectAll()
    write(dialog.name, " ")
    enter(dialog.name)
    assert dialog.isVisible()
    assert dialog.name.error == "fehlt noch"


def test_a_grid_that_the_file_does_not_say_can_be_fitted(qtbot: QtBot, picture: Path) -> None:
    dialog = ImportDialog(None, picture, read_map(picture))  # a picture says nothing of its grid
    show(qtbot, dialog)
    assert dialog.grid_button.isVisible()

    def fit(asked: QDialog) -> None:
        assert isinstance(asked, GridDialog)
        asked.pixels.selectAll()
        write(asked.pixels, "20")
        enter(asked.pixels)

    when_asked(fit)
    click(dialog.grid_button)
    assert (dialog.choice.board.width, dialog.choice.board.height) == (15, 10)


def test_unknown_findings_find_a_group() -> None:
    assert group_of(Problem("import_counts")) == "read"
    assert group_of(Problem("import_duplicate")) == "left_out"
    assert group_of(Problem("tiles_left_out")) == "left_out"
    assert group_of(Problem("format_missing")) == "mended"


# ---- the grid --------------------------------------------------------------------------------


def _grid(qtbot: QtBot, fit: GridFit | None = None, name: str = "Mine") -> GridDialog:
    data = _png()
    header = read_header(data)
    assert header is not None
    dialog = GridDialog(None, data, header, fit or GridFit(71), name)  # 70 would look for lines
    show(qtbot, dialog)
    return dialog


def test_pixels_and_squares_fill_each_other(qtbot: QtBot) -> None:
    dialog = _grid(qtbot)
    dialog.pixels.selectAll()
    write(dialog.pixels, "20")
    assert (dialog.across.value, dialog.down.value) == (15, 10)
    dialog.across.selectAll()
    write(dialog.across, "30")
    assert dialog.pixels.value == 10
    assert dialog.down.value == 20
    assert "30 × 20 Felder" in dialog.summary.text()


def test_decimal_comma_counts(qtbot: QtBot) -> None:
    dialog = _grid(qtbot)
    dialog.pixels.selectAll()
    write(dialog.pixels, "69,5")
    assert dialog.fit.pixels == 69.5


def test_a_box_over_squares_finds_the_grid(qtbot: QtBot) -> None:
    dialog = _grid(qtbot)
    view = dialog.view
    a = view.in_view(QPointF(42, 22)).toPoint()
    b = view.in_view(QPointF(102, 82)).toPoint()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=a)
    QTest.mouseMove(view, (a + b) / 2)
    QTest.mouseMove(view, b)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=b)
    assert dialog.fit.pixels == pytest.approx(20, abs=1)
    assert dialog.fit.x == pytest.approx(2, abs=2.5)
    dialog.box_across.selectAll()
    write(dialog.box_across, "6")
    dialog.box_down.selectAll()
    write(dialog.box_down, "6")
    assert dialog.fit.pixels == pytest.approx(10, abs=1)


def test_arrows_shift_the_grid_and_keys_zoom(qtbot: QtBot) -> None:
    dialog = _grid(qtbot, GridFit(20, 0, 0))
    view, before = dialog.view, dialog.view.zoom
    view.setFocus()
    press(view, Qt.Key.Key_Right)
    press(view, Qt.Key.Key_Up)
    assert (dialog.fit.x, dialog.fit.y) == (1, 19)
    write(view, "+")
    assert view.zoom > before
    write(view, "f")
    assert view.zoom == before


def test_the_picture_is_moved_with_the_right_button(qtbot: QtBot) -> None:
    view = _grid(qtbot).view
    before = QPointF(view.corner)
    QTest.mousePress(view, Qt.MouseButton.RightButton, pos=QPoint(50, 50))
    QTest.mouseMove(view, QPoint(90, 70))
    QTest.mouseRelease(view, Qt.MouseButton.RightButton, pos=QPoint(90, 70))
    assert view.corner - before == QPointF(40, 20)
    assert view.box is None


def test_a_box_too_small_for_squares_is_said(qtbot: QtBot) -> None:
    dialog = _grid(qtbot)
    dialog.take_box(QRectF(0, 0, 6, 6))
    assert dialog.error.text()
    assert dialog.fit.pixels == 71


def test_wrong_numbers_keep_the_dialog_open(qtbot: QtBot) -> None:
    dialog = _grid(qtbot)
    dialog.pixels.selectAll()
    write(dialog.pixels, "0")
    enter(dialog.pixels)
    assert dialog.isVisible()
    assert dialog.pixels.error


def test_names_may_tell_the_size() -> None:
    assert guess_fit("Mine 15x10", Header("png", 300, 200)) == GridFit(20)
    assert guess_fit("Mine 15×11", Header("png", 300, 200)).pixels == 70


def test_asking_gives_board_and_picture(picture: Path, qapp: object) -> None:
    when_asked(enter)
    choice = ask_grid(None, picture)
    assert choice is not None
    assert (choice.board.width, choice.board.height) == (15, 10)
    assert choice.name == "Mine 15x10"
    assert list(choice.pictures) == [asset_hash(picture.read_bytes())]


@pytest.mark.parametrize("fit", [GridFit(20, 0, 0), GridFit(33.5, 7, 12), GridFit(70, 69, 1)])
def test_a_grid_is_read_back_as_it_was(fit: GridFit) -> None:
    header = Header("png", 3000, 2000)
    found = fit_of(lay(Board(), header, "a" * 64, fit), header)
    assert found.pixels == pytest.approx(fit.pixels, abs=0.1)
    assert found.x == pytest.approx(fit.x, abs=0.5)
    assert found.y == pytest.approx(fit.y, abs=0.5)


def test_nothing_changes_unless_the_grid_does(qapp: object) -> None:
    data = _png()
    header = read_header(data)
    assert header is not None
    board = lay(Board(), header, asset_hash(data), GridFit(20, 3, 4))
    session = make_session((), board, {asset_hash(data): data})
    when_asked(enter)
    assert refit_grid(None, session) is None

    def shift(dialog: object) -> None:
        assert isinstance(dialog, GridDialog)
        press(dialog.view, Qt.Key.Key_Right)
        enter(dialog)

    when_asked(shift)
    changed = refit_grid(None, session)
    assert changed is not None
    assert changed.picture != board.picture


def test_a_missing_picture_is_said(qtbot: QtBot) -> None:
    session = make_session((), lay(Board(), Header("png", 300, 200), "a" * 64, GridFit(20)))
    with qtbot.waitSignal(session.message):
        assert refit_grid(None, session) is None
