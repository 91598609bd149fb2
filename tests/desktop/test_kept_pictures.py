"""Pictures are kept by their bytes, those used last."""

from __future__ import annotations

from PySide6.QtGui import QPixmap
from pytestqt.qtbot import QtBot

from desktop.board.kept_pictures import KeptPictures, bytes_of


def picture(side: int) -> QPixmap:
    made = QPixmap(side, side)
    made.fill()
    return made


def test_what_is_used_stays_and_the_oldest_goes(qtbot: QtBot) -> None:
    one = bytes_of(picture(50))
    kept: KeptPictures[str] = KeptPictures(3 * one)
    first = {name: kept.get(name, lambda: picture(50)) for name in "abc"}
    assert kept.bytes == 3 * one
    assert kept.get("a", lambda: picture(50)) is first["a"]
    kept.get("d", lambda: picture(50))
    assert kept.bytes == 3 * one
    assert kept.get("a", lambda: picture(50)) is first["a"]
    assert kept.get("b", lambda: picture(50)) is not first["b"]


def test_a_picture_larger_than_all_room_is_kept_alone(qtbot: QtBot) -> None:
    kept: KeptPictures[str] = KeptPictures(10)
    kept.get("small", lambda: picture(1))
    large = kept.get("large", lambda: picture(100))
    assert kept.get("large", lambda: picture(100)) is large
    assert kept.bytes == bytes_of(large)
