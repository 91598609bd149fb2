"""Proposed walls are accepted and declined by mouse and keyboard, and drawn in one step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from desktop.dialogs.proposals import ProposalsDialog
from desktop.files import blank
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.board import Board, Picture
from maps.formats.base import asset_hash
from maps.formats.headers import read_header
from maps.formats.pixels import encode_png
from maps.grid import SUB
from maps.shapes import Kind
from tests.desktop.dialogs_kit import click, dressed, press
from tests.desktop.window_kit import open_window, when_asked

SQUARE = 30
LEFT, TOP = -2, 1
"""Where the picture lies on the map, in squares."""


def png() -> bytes:
    """12 × 8 squares with three walls: at y = 2, at x = 6, and a short one."""
    pixels = np.full((8 * SQUARE, 12 * SQUARE, 4), 170, np.uint8)
    pixels[:, :, 3] = 255
    pixels[2 * SQUARE - 3 : 2 * SQUARE + 3, 30:150, :3] = 15
    pixels[90:210, 6 * SQUARE - 3 : 6 * SQUARE + 3, :3] = 15
    pixels[200:206, 240:285, :3] = 15
    return encode_png(pixels)


def placed(data: bytes) -> Picture:
    return Picture(asset_hash(data), LEFT * SUB, TOP * SUB, 12 * SUB, 8 * SUB)


@pytest.fixture
def dialog(qapp: object) -> Iterator[ProposalsDialog]:
    data = png()
    header = read_header(data)
    assert header is not None
    with dressed("de"):
        made = ProposalsDialog(None, data, header, placed(data))
        made.show()
        made.finish_loading()
        yield made
        made.close()
        made.deleteLater()


def test_proposals_lie_on_the_map_where_the_picture_shows_them(dialog: ProposalsDialog) -> None:
    assert len(dialog.view.chains) == 3
    first, second, third = dialog.walls()
    assert all(p.y / SUB == pytest.approx(TOP + 2.0, abs=0.1) for p in first)
    assert all(p.x / SUB == pytest.approx(LEFT + 6.0, abs=0.1) for p in second)
    assert len(third) == 2
    assert dialog.main is not None
    assert dialog.main.text() == "3 Wände zeichnen"


def test_a_click_declines_and_accepts_again(dialog: ProposalsDialog) -> None:
    view = dialog.view
    spot = view.in_view(QPointF(100, 60)).toPoint()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
    assert len(dialog.walls()) == 2
    assert "2 von 3" in dialog.words.text()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)
    assert len(dialog.walls()) == 3
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.in_view(QPointF(20, 200)).toPoint())
    assert len(dialog.walls()) == 3  # nothing lies there


def test_the_keyboard_walks_and_decides(dialog: ProposalsDialog) -> None:
    view = dialog.view
    view.setFocus()
    press(view, Qt.Key.Key_Tab)
    press(view, Qt.Key.Key_Tab)
    press(view, Qt.Key.Key_Space)
    assert view.taken == {0, 2}
    press(view, Qt.Key.Key_Backtab)
    press(view, Qt.Key.Key_Space)
    assert view.taken == {2}


def test_all_or_none_at_once(dialog: ProposalsDialog) -> None:
    click(dialog.no_one)
    assert dialog.walls() == ()
    assert dialog.main is not None
    assert not dialog.main.isEnabled()
    click(dialog.every)
    assert len(dialog.walls()) == 3


def test_sliders_search_anew(dialog: ProposalsDialog, qtbot: QtBot) -> None:
    dialog.shortest.set_value(3)
    dialog.shortest.changed.emit()
    qtbot.waitUntil(lambda: len(dialog.view.chains) == 2, timeout=9000)
    dialog.level.setValue(2)
    qtbot.waitUntil(lambda: not dialog.view.chains, timeout=9000)
    assert "dunkel und lang genug" in dialog.words.text()


def test_what_is_accepted_is_drawn_in_one_step(tmp_path: Path, qapp: object) -> None:
    window: MainWindow = open_window(tmp_path)
    data = png()
    board = Board(12, 8, LEFT, TOP, picture=placed(data))
    state = blank("pathfinder", board, "Bild")
    window.set_session(Session.create(tmp_path / "bild.kampf", state, {asset_hash(data): data}))

    def accept(dialog: QDialog) -> None:
        assert isinstance(dialog, ProposalsDialog)
        dialog.finish_loading()
        dialog.view.turn(2)
        dialog.finish()

    when_asked(accept)
    window.deeds.do("propose_walls")
    assert window.session is not None
    drawn = window.session.state.board.obstacles
    assert [o.kind for o in drawn] == [Kind.WALL, Kind.WALL]
    window.deeds.do("undo")
    assert window.session.state.board.obstacles == ()
    window.close()
