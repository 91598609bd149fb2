"""PNG pictures too large to be decoded at once: band by band, each halved as soon as it is there.

Rows of a PNG are stored as differences from the row above. A band is written as a small PNG of its
own that begins with the last row of the band before; so the usual decoder does the work.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from maps.formats.headers import MAX_SIDE

START = b"\x89PNG\r\n\x1a\n"
ROWS = 512
"""Rows of a band."""
PIECE = 1 << 16
FORMATS = {
    0: (QImage.Format.Format_Grayscale8, 1),
    2: (QImage.Format.Format_RGB888, 3),
    6: (QImage.Format.Format_RGBA8888, 4),
}
"""Formats of pixels by the colour type of the PNG, with their bytes."""


class BandError(Exception):
    """The picture is of a kind that is not read in bands."""


class BrokenBandError(BandError):
    """The picture is broken or cut off."""


def read_in_bands(data: bytes, factor: int, tell: Callable[[int], object]) -> QImage:
    """Decode a PNG of 8 bits at a ``factor``-th of its size. Raises BandError.

    ``tell`` hears how many bytes of the file have been read.
    """
    width, height, colour = _header(data)
    form, size = FORMATS[colour]
    alpha = colour == 6
    best = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
    whole = QImage(max(1, width // factor), max(1, height // factor), best)
    if whole.isNull():
        raise BandError("no memory")
    whole.fill(0)
    painter = QPainter(whole)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    above, top = b"", 0
    try:
        for rows in _bands(data, 1 + width * size, height, tell):
            count = len(rows) // (1 + width * size)
            band = _decoded(above, rows, (width, count, colour)).convertToFormat(form)
            stride = width * size
            last = memoryview(band.constScanLine(band.height() - 1))  # type: ignore[arg-type]  # the stubs say object
            above = bytes(last)[:stride]
            if band.height() > count:
                band = band.copy(0, 1, width, count)
            small = band.scaled(
                whole.width(), max(1, round(count / factor)),
                Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation,
            )  # fmt: skip
            painter.drawImage(QRectF(0, top / factor, whole.width(), count / factor), small)
            top += count
    finally:
        painter.end()
    if top < height:
        raise BrokenBandError("cut off")
    return whole


def _header(data: bytes) -> tuple[int, int, int]:
    """Return width, height and colour type. Raises BandError for what is not read in bands."""
    if not data.startswith(START) or len(data) < 33:
        raise BandError("no PNG")
    width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    if depth != 8 or colour not in FORMATS or interlaced or not 0 < max(width, height) <= MAX_SIDE:
        raise BandError("not of 8 bits")
    return width, height, colour


def _bands(data: bytes, stride: int, height: int, tell: Callable[[int], object]) -> Iterator[bytes]:
    """Yield the unpacked rows, so many at a time, as they are stored."""
    unpack, held, left = zlib.decompressobj(), bytearray(), stride * height
    for place, piece in _packed(data):
        tell(place)
        rest = piece
        while rest and len(held) < left:  # what follows the last row is not unpacked
            try:
                held += unpack.decompress(rest, stride * ROWS)
            except zlib.error as error:
                raise BrokenBandError("broken") from error
            rest = unpack.unconsumed_tail
            while len(held) >= stride * ROWS and left >= stride * ROWS:
                yield bytes(held[: stride * ROWS])
                del held[: stride * ROWS]
                left -= stride * ROWS
    whole = min(len(held), left) // stride * stride
    if whole:
        yield bytes(held[:whole])


def _packed(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the compressed data in pieces, with their places in the file."""
    at = len(START)
    while at + 8 <= len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            for start in range(at + 8, min(len(data), at + 8 + length), PIECE):
                yield start, data[start : min(start + PIECE, at + 8 + length)]
        at += length + 12


def _decoded(above: bytes, rows: bytes, form: tuple[int, int, int]) -> QImage:
    """Decode rows below a row that is known. Raises BandError."""
    width, count, colour = form
    first = b"\0" + above if above else b""
    head = struct.pack(">IIBBBBB", width, count + bool(above), 8, colour, 0, 0, 0)
    packed = zlib.compress(first + rows, 0)
    parts = ((b"IHDR", head), (b"IDAT", packed), (b"IEND", b""))
    out = [START]
    for name, body in parts:
        out.append(struct.pack(">I", len(body)) + name + body)
        out.append(struct.pack(">I", zlib.crc32(name + body)))
    image = QImage.fromData(b"".join(out))
    if image.isNull():
        raise BrokenBandError("broken")
    return image
