"""The picture below the grid: decoded beside the window, in sizes, within bounds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from pytestqt.qtbot import QtBot

from desktop.board import picture
from desktop.board.paint import View
from desktop.board.picture import PictureError, PictureGround, decode, shrunk
from desktop.board.view import BoardView
from maps.board import Board, Picture
from maps.grid import SUB
from tests.desktop.fakes import HALL, make_session


def png(width: int, height: int, colour: str = "#3355aa", kind: bytes = b"PNG") -> bytes:
    """Return a picture of one colour as a file."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    store, device = QByteArray(), QBuffer()
    device.setBuffer(store)
    device.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(device, QByteArray(kind)).write(image)
    return bytes(store.data())


def board_with(asset: str) -> Board:
    """Return a board of 20×10 squares with a picture below it."""
    place = Picture(asset, 0, 0, 20 * SUB, 10 * SUB)
    return replace(Board(20, 10), picture=place)


def test_a_picture_is_kept_in_halves() -> None:
    levels = decode(png(2000, 1000))
    assert [level.width() for level in levels] == [2000, 1000, 500]
    assert levels[0].format() == QImage.Format.Format_RGB32


def test_what_is_too_large_is_read_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shrunk(QSize(8192, 8192)) == QSize(8192, 8192)
    assert shrunk(QSize(20000, 20000)) == QSize(5000, 5000)
    monkeypatch.setattr(picture, "DECODED_LIMIT", 1000 * 1000)
    monkeypatch.setattr(
        picture, "shrunk", lambda size: QSize(size.width() // 2, size.height() // 2)
    )
    assert decode(png(1000, 600))[0].size() == QSize(500, 300)


def test_jpeg_is_shrunk_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "shrunk", lambda _size: QSize(100, 60))
    assert decode(png(1000, 600, kind=b"JPG"))[0].size() == QSize(100, 60)


@pytest.mark.parametrize("data", [b"", b"no picture", png(40, 40)[:60]])
def test_what_is_no_picture_is_told(data: bytes) -> None:
    with pytest.raises(PictureError) as error:
        decode(data)
    assert error.value.problem.code == "board_picture_unreadable"


def test_the_picture_arrives_without_blocking_and_is_painted(qtbot: QtBot) -> None:
    session = make_session(HALL[:1], board_with("a"), {"a": png(2000, 1000)})
    board = BoardView(session)
    qtbot.addWidget(board)
    board.resize(800, 500)
    board.show()
    qtbot.waitUntil(lambda: board.picture.ready, timeout=5000)
    board.switches.show_grid(False)
    board.navigation.set_camera(View(30, 0, 0))
    image = board.grab().toImage()
    assert image.pixelColor(400, 100).name() == "#3355aa"


def test_a_missing_picture_is_told_and_the_map_goes_on(qtbot: QtBot) -> None:
    session = make_session(HALL[:1], board_with("gone"))
    told: list[object] = []
    session.message.connect(told.append)
    board = BoardView(session)
    qtbot.addWidget(board)
    board.show()
    qtbot.waitUntil(lambda: bool(told), timeout=5000)
    assert not board.picture.busy
    assert not board.grab().isNull()


def test_an_answer_for_another_map_is_dropped(qtbot: QtBot) -> None:
    ground = PictureGround()
    files = {"a": png(900, 900, "#ff0000"), "b": png(40, 40, "#00ff00")}
    ground.load("a", files.get)
    ground.load("b", files.get)
    qtbot.waitUntil(lambda: ground.ready, timeout=5000)
    qtbot.wait(100)
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    place = Picture("b", 0, 0, SUB, SUB)
    ground.paint(painter, View(40), place, QRectF(0, 0, 40, 40))
    painter.end()
    assert image.pixelColor(20, 20).name() == "#00ff00"
