"""Looks for the grid that is printed in a picture, beside the window, and says what it found."""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.i18n import tr
from desktop.jobs import in_background
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Button
from desktop.widgets.unmarked import unmarked
from maps.formats.picture import GridFit
from maps.gridfind import FoundGrid, Grey, find_grid

LARGEST = 4096
"""Longest side of the picture in which lines are looked for; larger ones are taken halved."""
CERTAIN = 0.6
"""Confidence from which a grid is taken without a word of doubt."""


def grey_of(image: QImage) -> Grey:
    """Return the brightness of an image as rows × columns."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(grey.constBits(), np.uint8, grey.sizeInBytes())
    return rows.reshape(grey.height(), grey.bytesPerLine())[:, : grey.width()].copy()


def look(levels: list[QImage]) -> FoundGrid | None:
    """Find the grid of a picture of which all sizes are given, largest first."""
    fitting = [level for level in levels if max(level.width(), level.height()) <= LARGEST]
    return find_grid(grey_of((fitting or levels[-1:])[0]))


def fit_of_found(found: FoundGrid, levels: list[QImage], width: int) -> GridFit:
    """Return a found grid in pixels of the file, which is ``width`` of them wide."""
    fitting = [level for level in levels if max(level.width(), level.height()) <= LARGEST]
    scale = width / (fitting or levels[-1:])[0].width()
    pixels = found.pixels * scale
    return GridFit(round(pixels, 3), _near_zero(found.x * scale, pixels),
                   _near_zero(found.y * scale, pixels))  # fmt: skip


def _near_zero(offset: float, pixels: float) -> float:
    """Return an offset in hundredths of a pixel; what is hardly one is none."""
    offset %= pixels
    return 0.0 if min(offset, pixels - offset) < 0.25 else round(offset, 2)


class GridSearch(QWidget):
    """A button that looks for printed lines, and the words about what was found.

    Signals:
        found(GridFit, bool): a grid was found; whether nobody needs to check it.
        scaled(float): squares should be so many times as large: only every other line counts.
    """

    found = Signal(object, bool)
    scaled = Signal(float)

    def __init__(self, width: int) -> None:
        super().__init__()
        self._width, self._levels = width, list[QImage]()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        column.addWidget(label(tr("gridfind.title"), "name"))
        self.words = label("", "row", "2")
        self.words.setWordWrap(True)
        column.addWidget(self.words)
        self.button = Button(tr("gridfind.search"), "outline", mark="search")
        self.button.setAutoDefault(False)
        self.button.setEnabled(False)
        row = QHBoxLayout()
        row.setSpacing(px(4))
        row.addWidget(self.button, 1)
        self.half = self._scaler("½", tr("gridfind.half"), 0.5)
        self.double = self._scaler("2×", tr("gridfind.double"), 2.0)
        row.addWidget(self.half)
        row.addWidget(self.double)
        column.addLayout(row)

    def _scaler(self, text: str, about: str, factor: float) -> Button:
        button = Button(text, "outline")
        button.setToolTip(unmarked(about))
        button.setAccessibleName(about)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.scaled.emit(factor))
        return button

    def loading(self, share: float) -> None:
        """Say how far the picture has been read."""
        self.words.setText(tr("gridfind.loading", share=share))

    def ready(self, levels: list[QImage]) -> None:
        """The picture is there: it can be searched."""
        self._levels = levels
        self.words.setText("")
        self.button.setEnabled(bool(levels))

    def search(self) -> Generator[None]:
        """Look for lines beside the window."""
        self.button.setEnabled(False)
        self.words.setText(tr("gridfind.searching"))
        found = yield from in_background(lambda: look(self._levels))
        self.button.setEnabled(True)
        if found is None:
            self.words.setText(tr("gridfind.nothing"))
            return
        fit = fit_of_found(found, self._levels, self._width)
        self.words.setText(_words(found, fit))
        self.found.emit(fit, found.confidence >= CERTAIN)


def _words(found: FoundGrid, fit: GridFit) -> str:
    pixels = round(fit.pixels, 2)
    if found.down is None:
        return tr("gridfind.across_only", pixels=pixels)
    if found.across is None:
        return tr("gridfind.down_only", pixels=pixels)
    if found.confidence < CERTAIN:
        return tr("gridfind.unsure", pixels=pixels)
    return tr("gridfind.sure", pixels=pixels)
