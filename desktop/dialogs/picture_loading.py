"""Decodes the picture of a dialog while the dialog is already there."""

from __future__ import annotations

from collections.abc import Callable, Generator

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage

from desktop.board.picture import decode
from desktop.jobs import in_background


def decoding(data: bytes, tell: Callable[[float], object]) -> Generator[None, None, list[QImage]]:
    """Decode a picture beside the window; ``tell`` hears which share of it has been read.

    Returns the picture and its halves. Raises PictureError.
    """
    device = QBuffer()
    work = in_background(lambda: decode(data, device))
    while True:
        try:
            next(work)
        except StopIteration as done:
            levels: list[QImage] = done.value
            return levels
        tell(device.pos() / max(1, len(data)))
        yield None
