"""The picture below the grid: decoded in the background, painted from the size that fits."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from time import sleep

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QIODevice,
    QObject,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QPainter

from desktop.board.paint import View
from desktop.board.picture_bands import BandError, BrokenBandError, read_in_bands
from maps.board import Picture
from maps.grid import SUB
from maps.problems import Problem, Severity

MIB = 1 << 20
DECODED_LIMIT = 320 * MIB
"""Most bytes that a decoded picture may take; larger ones are shrunk while they are read."""
READER_LIMIT = 640
"""What Qt may allocate for one picture, in MiB; its own limit of 256 refuses 8,192² with alpha."""
BYTES_PER_PIXEL = 4
STRIP = 128
"""Rows of a picture that are halved in one go."""
SMALLEST_MIP = 512
"""Pictures are halved until their longer side is no longer than this."""


class PictureError(Exception):
    """A picture that cannot be shown; carries the problem that says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def shrunk(size: QSize, limit: int = DECODED_LIMIT) -> QSize:
    """Return the size a picture is read in: halved until it keeps the limit."""
    width, height = size.width(), size.height()
    while width * height * BYTES_PER_PIXEL > limit:
        width, height = (width + 1) // 2, (height + 1) // 2
    return QSize(width, height)


def decode(data: bytes, device: QBuffer | None = None) -> list[QImage]:
    """Decode a picture and its halves, largest first. Raises PictureError.

    Who lends the ``device`` sees by its place how far the file has been read.
    """
    # the limit belongs to the process; the size is checked before anything is decoded
    QImageReader.setAllocationLimit(READER_LIMIT)
    device = device or QBuffer()
    device.setData(QByteArray(data))
    device.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(device)
    reader.setAutoTransform(True)
    size = reader.size()
    wanted = shrunk(size) if size.isValid() else size
    if wanted != size:
        if reader.supportsOption(QImageIOHandler.ImageOption.ScaledSize):
            reader.setScaledSize(wanted)
        elif size.width() * size.height() * BYTES_PER_PIXEL > READER_LIMIT * MIB:
            return halves(_in_bands(data, size, wanted, device))
    image = reader.read()
    if image.isNull():
        args = {"why": reader.errorString()}
        raise PictureError(Problem("board_picture_unreadable", Severity.WARNING, args=args))
    if wanted.isValid() and image.width() > wanted.width():
        image = _smooth(image, wanted.width(), wanted.height())
    return halves(image)


def _in_bands(data: bytes, size: QSize, wanted: QSize, device: QBuffer) -> QImage:
    """Decode a picture that is too large to be decoded at once. Raises PictureError."""
    try:
        return read_in_bands(data, round(size.width() / wanted.width()), device.seek)
    except BrokenBandError as error:
        args = {"why": str(error)}
        problem = Problem("board_picture_unreadable", Severity.WARNING, args=args)
        raise PictureError(problem) from error
    except BandError as error:
        raise PictureError(_too_large(size)) from error


def _smooth(image: QImage, width: int, height: int) -> QImage:
    keep = Qt.AspectRatioMode.IgnoreAspectRatio
    return image.scaled(width, height, keep, Qt.TransformationMode.SmoothTransformation)


def _too_large(size: QSize) -> Problem:
    args = {"width": size.width(), "height": size.height()}
    return Problem("board_picture_too_large", Severity.WARNING, args=args)


def halves(image: QImage) -> list[QImage]:
    """Return an image and its halves in the format that is painted fastest."""
    alpha = image.hasAlphaChannel()
    best = QImage.Format.Format_ARGB32_Premultiplied if alpha else QImage.Format.Format_RGB32
    if image.format() != best:
        image.convertTo(best)
    levels = [image]
    while max(levels[-1].width(), levels[-1].height()) > SMALLEST_MIP:
        last = levels[-1]
        levels.append(_half(last))
    return levels


def _half(image: QImage) -> QImage:
    """Return an image at half its size, made in strips: between two of them others may work."""
    half = QImage(max(1, image.width() // 2), max(1, image.height() // 2), image.format())
    painter = QPainter(half)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    for top in range(0, half.height(), STRIP):
        height = min(STRIP, half.height() - top)
        strip = image.copy(0, 2 * top, 2 * half.width(), 2 * height)
        painter.drawImage(0, top, _smooth(strip, half.width(), height))
        sleep(0.0005)  # lets go of the interpreter, which these calls do not
    painter.end()
    return half


class PictureGround(QObject):
    """The picture below the grid, decoded in a thread of its own.

    Signals:
        changed(): the picture is there, or is another one.
        failed(Problem): it cannot be shown.
    """

    changed = Signal()
    failed = Signal(object)
    _decoded = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asset = ""
        self._levels: list[QImage] = []
        self._busy = False
        self._thread: Thread | None = None
        self._device: QBuffer | None = None
        self._decoded.connect(self._take)

    @property
    def busy(self) -> bool:
        """Whether a picture is being decoded."""
        return self._busy

    @property
    def ready(self) -> bool:
        return bool(self._levels)

    @property
    def progress(self) -> float:
        """How far the file has been read, 0 to 1."""
        device = self._device
        size = device.size() if device is not None else 0
        return min(1.0, device.pos() / size) if device is not None and size else 0.0

    def load(self, asset: str, read: Callable[[str], bytes | None]) -> None:
        """Show another asset; an empty text shows none. Reads and decodes in the background."""
        if asset == self._asset:
            return
        self._asset, self._levels = asset, []
        self._busy = bool(asset)
        self.changed.emit()
        if asset:
            data = read(asset)
            self._thread = Thread(
                target=self._work, args=(asset, data), name="picture", daemon=True
            )
            self._thread.start()

    def _work(self, asset: str, data: bytes | None) -> None:
        result: list[QImage] | Problem
        try:
            if not data:
                raise PictureError(Problem("board_picture_missing", Severity.WARNING))
            self._device = device = QBuffer()
            result = decode(data, device)
        except PictureError as error:
            result = error.problem
        # RuntimeError: the program is closing and this object is gone already
        try:
            self._decoded.emit(asset, result)
        except RuntimeError:
            return

    def _take(self, asset: str, result: list[QImage] | Problem) -> None:
        if asset != self._asset:  # another map was opened meanwhile
            return
        self._busy, self._device = False, None
        if isinstance(result, Problem):
            self.failed.emit(result)
        else:
            self._levels = result
        self.changed.emit()

    def wait(self, seconds: float) -> None:
        """Wait for the picture, at most so long."""
        if self._thread is not None:
            self._thread.join(seconds)
        QCoreApplication.sendPostedEvents(self)

    def paint(self, painter: QPainter, view: View, picture: Picture, visible: QRectF) -> None:
        """Paint the visible part of the picture from the level that fits the zoom."""
        if not self._levels:
            return
        whole = view.rect(
            picture.x / SUB, picture.y / SUB, picture.width / SUB, picture.height / SUB
        )
        target = whole.intersected(visible)
        if target.isEmpty():
            return
        dpr = painter.device().devicePixelRatioF()
        level = self._levels[0]
        for smaller in self._levels[1:]:
            if smaller.width() < whole.width() * dpr:
                break
            level = smaller
        kx, ky = level.width() / whole.width(), level.height() / whole.height()
        source = QRectF(
            (target.left() - whole.left()) * kx,
            (target.top() - whole.top()) * ky,
            target.width() * kx,
            target.height() * ky,
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, kx < 2.0)
        painter.drawImage(target, level, source)
