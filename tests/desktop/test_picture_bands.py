"""PNG pictures that are too large at once are read band by band, and look the same."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from desktop.board import picture, picture_bands
from desktop.board.picture import PictureError, decode
from desktop.board.picture_bands import BandError, read_in_bands

KINDS = {
    "grey": QImage.Format.Format_Grayscale8,
    "colour": QImage.Format.Format_RGB888,
    "clear": QImage.Format.Format_RGBA8888,
}


@pytest.fixture(autouse=True)
def small_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_bands, "ROWS", 16)


def painted(form: QImage.Format, width: int = 90, height: int = 70) -> QImage:
    """A picture with slopes, edges and, where it can, holes: every filter of PNG is worth it."""
    image = QImage(width, height, QImage.Format.Format_ARGB32)
    image.fill(QColor(60, 90, 120, 255))
    painter = QPainter(image)
    for i in range(0, width, 3):
        painter.fillRect(i, (i * 7) % height, 9, 20, QColor.fromHsv(i * 4 % 360, 200, 50 + i % 200))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    painter.fillRect(30, 30, 20, 20, QColor(200, 10, 10, 80))
    painter.end()
    return image.convertToFormat(form)


def png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes
    return bytes(data.data())


@pytest.mark.parametrize("kind", list(KINDS))
def test_bands_give_the_picture(kind: str, qapp: object) -> None:
    image, read = painted(KINDS[kind]), list[int]()
    whole = read_in_bands(png(image), 1, read.append)
    assert whole == image.convertToFormat(whole.format())
    assert read
    assert read == sorted(read)


def test_a_factor_makes_it_smaller(qapp: object) -> None:
    image = painted(QImage.Format.Format_RGB888)
    half = read_in_bands(png(image), 2, lambda _read: None)
    assert (half.width(), half.height()) == (45, 35)
    assert abs(half.pixelColor(5, 30).blue() - image.pixelColor(10, 60).blue()) < 60


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_picture_that_is_cut_off_is_refused(share: float, qapp: object) -> None:
    data = png(painted(QImage.Format.Format_RGB888))
    with pytest.raises(BandError):
        read_in_bands(data[: int(len(data) * share)], 1, lambda _read: None)


@pytest.mark.parametrize(
    "data",
    [b"", b"\x89PNG\r\n\x1a\n", b"GIF89a" + b"\0" * 60, png(painted(QImage.Format.Format_Mono))],
    ids=["empty", "start", "other", "mono"],
)
def test_other_files_are_refused(data: bytes, qapp: object) -> None:
    with pytest.raises(BandError):
        read_in_bands(data, 1, lambda _read: None)


def test_what_is_too_large_at_once_is_decoded_in_bands(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = png(painted(QImage.Format.Format_RGB888, 400, 300))
    monkeypatch.setattr(picture, "shrunk", lambda _size: QSize(200, 150))
    monkeypatch.setattr(picture, "MIB", 400)  # as if a limit of megabytes were one of kilobytes
    levels = decode(data)
    assert (levels[0].width(), levels[0].height()) == (200, 150)
    with pytest.raises(PictureError) as caught:
        decode(data[:700])
    assert caught.value.problem.code == "board_picture_unreadable"
