"""Printed lines are looked for beside the window; what is found is said and taken."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from desktop.board.floor import floor_image
from desktop.board.layers import paint_grid
from desktop.board.paint import View
from desktop.board.picture import halves
from desktop.colours import LIGHT
from desktop.dialogs.grid import GridDialog
from desktop.dialogs.grid_search import fit_of_found, look
from maps.board import Board
from maps.floor import Floor
from maps.formats.headers import read_header
from maps.formats.picture import GridFit
from maps.formats.pixels import encode_png
from tests.desktop.dialogs_kit import click, show, write

pytestmark = pytest.mark.usefixtures("german")


def _png(depth: int = 90, level: bool = True) -> bytes:
    """640 × 480 pixels with a grid of 32 pixels that begins at (10, 5)."""
    pixels = np.full((480, 640, 4), 150, np.uint8)
    pixels[:, :, :3] += np.random.default_rng(2).integers(0, 25, (480, 640, 1), np.uint8)
    pixels[:, :, 3] = 255
    pixels[:, 10::32, :3] -= np.uint8(depth)
    if level:
        pixels[5::32, :, :3] -= np.uint8(depth)
    return encode_png(pixels)


def _dialog(qtbot: QtBot, data: bytes, fit: GridFit, name: str = "Mine") -> GridDialog:
    header = read_header(data)
    assert header is not None
    dialog = GridDialog(None, data, header, fit, name)
    show(qtbot, dialog)
    dialog.finish_loading()
    return dialog


def test_the_grid_of_a_new_picture_is_found_by_itself(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot, _png(), GridFit(70))
    assert dialog.fit.pixels == 32
    assert (dialog.fit.x, dialog.fit.y) == pytest.approx((10.5, 5.5), abs=0.3)
    assert dialog.pixels.value == 32
    assert "32 Pixel je Feld" in dialog.finder.words.text()
    assert dialog.view.levels


def test_a_grid_that_is_known_stays_until_the_button_is_pressed(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot, _png(), GridFit(50), "")
    assert dialog.fit == GridFit(50)
    assert dialog.finder.words.text() == ""
    click(dialog.finder.button)
    dialog.finish_loading()
    assert dialog.fit.pixels == 32


def test_a_doubtful_grid_never_replaces_what_was_set_by_hand(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot, _png(level=False), GridFit(70))
    assert "senkrechten" in dialog.finder.words.text()
    dialog.pixels.selectAll()
    write(dialog.pixels, "44")
    dialog.take_found(GridFit(32), sure=False)
    assert dialog.fit.pixels == 44


def test_nothing_found_is_said_and_nothing_changed(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot, _png(depth=0), GridFit(70))
    assert "kein Raster" in dialog.finder.words.text()
    assert dialog.fit == GridFit(70)
    assert dialog.finder.button.isEnabled()


def test_a_broken_picture_cannot_be_searched(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot, _png()[:900], GridFit(70))
    assert dialog.error.text()
    assert not dialog.finder.button.isEnabled()


def test_the_grid_of_a_map_of_our_own_is_found(qapp: object) -> None:
    board, scale = Board(width=24, height=16, floor=Floor("grass", 3)), 41.0
    image = floor_image(board, LIGHT, scale)
    painter = QPainter(image)
    paint_grid(painter, View(scale), board, image.rect().toRectF())
    painter.end()
    levels = halves(image)
    found = look(levels)
    assert found is not None
    fit = fit_of_found(found, levels, 2 * image.width())  # as if the picture had been shrunk
    assert fit.pixels == pytest.approx(2 * scale, abs=0.1)
    assert (fit.x + 5) % fit.pixels == pytest.approx(5, abs=1.5)


def test_squares_can_be_halved_and_doubled(qtbot: QtBot) -> None:
    dialog = _dialog(qtbot, _png(), GridFit(50, 30, 10), "")
    click(dialog.finder.half)
    assert dialog.fit == GridFit(25, 5, 10)
    click(dialog.finder.double)
    click(dialog.finder.double)
    assert dialog.fit == GridFit(100, 5, 10)
