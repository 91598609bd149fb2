"""Makes a round token of any picture: pan, zoom, a ring, and how it will look."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import (
    QColorDialog,
    QDialog,
    QHBoxLayout,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from desktop.board.paint_token import MarkerLook, paint_marker
from desktop.choosing import ask_open
from desktop.dialogs.base import Card, Dialog
from desktop.dialogs.portrait_crop import (
    MAX_FILE,
    MOST_ZOOM,
    CropView,
    encoded,
    inset,
    load_picture,
)
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.messages import message_of
from desktop.theme import px
from desktop.widgets.base import Drawn, DrawnButton, area, label
from desktop.widgets.buttons import Button
from desktop.widgets.draw import plate, u
from desktop.widgets.unmarked import unmarked
from maps.plain_files import read_plain
from maps.problems import Problem, Severity, UnreadableFileError

COLOURS = ("", "#C8A24A", "#B23A3A", "#2F7D4F", "#2E6FB5", "#6A4FB5", "#3A3A3A", "#F2F2F2")
NAMES = ("none", "gold", "red", "green", "blue", "violet", "black", "white")


class Swatch(DrawnButton):
    """A colour to choose; the empty one means no ring."""

    def __init__(self, colour: str, name: str) -> None:
        super().__init__()
        self.colour = colour
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setAccessibleName(name)
        self.setToolTip(unmarked(name))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(px(28), px(28))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        box = area(self)
        disc = box.adjusted(*inset(u(5)))
        if self.isChecked() or self.hasFocus():
            plate(painter, box, u(6), None, theme.accent, u(2))
        painter.setPen(QPen(theme.colour("line-strong"), 1))
        painter.setBrush(QColor(self.colour) if self.colour else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(disc)
        if not self.colour:
            painter.drawLine(disc.bottomLeft(), disc.topRight())
        painter.end()


class _Preview(Drawn):
    """The token in the sizes in which it is seen."""

    SIZES = (96, 48, 24)

    def __init__(self, crop: CropView, side: str) -> None:
        super().__init__()
        self.crop, self.side = crop, side
        self.setFixedSize(px(sum(self.SIZES) + 40), px(104))
        self.setAccessibleName(tr("library.portrait.preview"))
        crop.changed.connect(self.update)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = self.pen()
        picture = QPixmap.fromImage(self.crop.token(192))
        x = u(4)
        for size in self.SIZES:
            centre = QPointF(x + u(size) / 2, area(self).center().y())
            paint_marker(
                painter, centre, u(size), MarkerLook("", self.side, portrait=picture), theme
            )
            x += u(size) + u(12)
        painter.end()


class PortraitDialog(Dialog):
    """The crop of a picture. ``result_picture`` is the finished token as PNG."""

    def __init__(self, parent: QWidget | None, name: str, side: str, image: QImage) -> None:
        super().__init__(parent, tr("library.portrait.title"), "person", name)
        self.result_picture = b""
        card = Card(padding=16)
        row = QHBoxLayout()
        row.setSpacing(px(24))
        left = QVBoxLayout()
        self.crop = CropView(image)
        self.crop.setAccessibleName(tr("library.portrait.crop"))
        left.addWidget(self.crop)
        row.addLayout(left)
        row.addLayout(self._right(side), 1)
        card.column.addLayout(row)
        self.body.addWidget(card, 1)
        self.buttons(tr("button.take"), mark="check")
        self.crop.changed.connect(self._follow)
        self.crop.setFocus()

    def _right(self, side: str) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(px(8))
        hint = label(tr("library.portrait.hint"), "row", "2")
        hint.setWordWrap(True)
        column.addWidget(hint)
        self.other = Button(tr("library.portrait.other"), "outline", mark="open")
        self.other.setAutoDefault(False)
        self.other.clicked.connect(self._choose)
        column.addWidget(self.other, 0, Qt.AlignmentFlag.AlignLeft)
        column.addSpacing(px(8))
        column.addWidget(label(tr("library.portrait.zoom"), "label", "2"))
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(100, round(MOST_ZOOM * 100))
        self.slider.setAccessibleName(tr("library.portrait.zoom"))
        self.slider.valueChanged.connect(lambda v: self.crop.set_zoom(v / 100))
        column.addWidget(self.slider)
        column.addSpacing(px(8))
        column.addWidget(label(tr("library.portrait.ring"), "label", "2"))
        rings = QHBoxLayout()
        rings.setSpacing(px(2))
        self.swatches = []
        for colour, name in zip(COLOURS, NAMES, strict=True):
            swatch = Swatch(colour, language.words.say(f"library.portrait.colour.{name}"))
            swatch.clicked.connect(lambda _c, c=colour: self.crop.set_ring(c))
            rings.addWidget(swatch)
            self.swatches.append(swatch)
        self.swatches[0].setChecked(True)
        self.own_colour = Button(tr("library.portrait.own_colour"), "flat")
        self.own_colour.setAutoDefault(False)
        self.own_colour.clicked.connect(self._own_colour)
        rings.addWidget(self.own_colour)
        rings.addStretch(1)
        column.addLayout(rings)
        column.addSpacing(px(8))
        column.addWidget(label(tr("library.portrait.preview"), "label", "2"))
        self.preview = _Preview(self.crop, side)
        column.addWidget(self.preview)
        column.addStretch(1)
        return column

    def _follow(self) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(round(self.crop.zoom * 100))
        self.slider.blockSignals(False)

    def _own_colour(self) -> None:
        colour = QColorDialog.getColor(QColor(self.crop.ring or "#C8A24A"), self)
        if colour.isValid():
            self.crop.set_ring(colour.name())

    def _choose(self) -> None:
        path = choose_file(self)
        if path is not None:
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """Work on another picture."""
        try:
            self.crop.show_image(read_picture(path))
        except UnreadableFileError as error:
            self.complain(message_of(error.problem).text)
        else:
            self.complain("")

    def finish(self) -> None:
        self.result_picture = encoded(self.crop.token())
        self.accept()


def read_picture(path: Path) -> QImage:
    """Read a picture of a file. Raises UnreadableFileError."""
    try:
        data = read_plain(path, MAX_FILE)
        if len(data) > MAX_FILE:
            limit = {"limit": MAX_FILE // 2**20}
            raise UnreadableFileError(Problem("picture_unfit", Severity.ERROR, path.name, limit))
        return load_picture(data, path.name)
    except OSError as error:
        why = {"why": error.strerror or str(error)}
        raise UnreadableFileError(Problem("file_os", Severity.ERROR, path.name, why)) from error


def choose_file(parent: QWidget | None) -> Path | None:
    """Let the game master choose a picture."""
    title, kinds = tr("library.portrait.choose"), tr("import.filter_pictures")
    return ask_open(parent, title, kinds, "picture")


def ask_portrait(parent: QWidget | None, name: str, side: str, image: QImage) -> bytes | None:
    """Let the game master make a token of a picture; returns it as PNG."""
    dialog = PortraitDialog(parent, name, side, image)
    try:
        taken = dialog.exec() == QDialog.DialogCode.Accepted
        return dialog.result_picture if taken else None
    finally:
        dialog.deleteLater()
