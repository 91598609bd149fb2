"""Asks for a fight on an empty grid: name, system, size, ground."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from desktop.board.floor import floor_image
from desktop.board.floor_canvas import Box
from desktop.colours import MAP, paint_colour
from desktop.dialogs.base import Card, Dialog, Rows
from desktop.dialogs.numbers import NumberField
from desktop.dialogs.systems import SystemChoice
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.theme import current, px
from desktop.widgets.base import label
from desktop.widgets.draw import plate, u
from desktop.widgets.fields import Choice, Field
from maps.board import Board
from maps.floor import GROUNDS, Floor

LARGEST = 400
PREVIEW = (256, 176)
SHOWN = 11
"""How many squares the preview shows side by side at most."""


@dataclass(frozen=True, slots=True)
class NewFight:
    """What was chosen."""

    system: str
    board: Board
    name: str


class GroundPreview(QWidget):
    """The corner of a board: its ground and grid."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(px(PREVIEW[0]), px(PREVIEW[1]))
        self._board = Board()
        self._image: QImage | None = None
        self._made: tuple[object, ...] = ()

    def show_board(self, board: Board) -> None:
        """Show another board."""
        self._board = board
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(PREVIEW[0]), px(PREVIEW[1]))

    def _picture(self) -> tuple[QImage, float]:
        board, dpr = self._board, self.devicePixelRatioF()
        scale = self.width() / min(SHOWN, max(board.width, 4))
        wide, high = self.width() / scale, self.height() / scale
        key = (board, current().name, dpr)
        if self._image is None or self._made != key:
            box = Box(-0.5, -0.5, wide - 0.5, high - 0.5)
            self._image = floor_image(board, current(), scale * dpr, box)
            self._made = key
        return self._image, scale

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        image, scale = self._picture()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, shape = QRectF(self.rect()), QPainterPath()
        shape.addRoundedRect(box, u(6), u(6))
        painter.setClipPath(shape)
        painter.drawImage(box, image)
        painter.setPen(paint_colour(MAP.grid))
        edge = scale / 2
        right = min(edge + self._board.width * scale, box.right())
        foot = min(edge + self._board.height * scale, box.bottom())
        for x in _steps(edge, right, scale):
            painter.drawLine(x, round(edge), x, round(foot))
        for y in _steps(edge, foot, scale):
            painter.drawLine(round(edge), y, round(right), y)
        painter.setClipping(False)
        plate(painter, box, u(6), None, current().line)
        painter.end()


def _steps(first: float, last: float, step: float) -> list[int]:
    """Return the pixels of the lines of a grid."""
    return [round(first + i * step) for i in range(int((last - first) / step + 1e-6) + 1)]


class NewFightDialog(Dialog):
    """Name, system, size and ground of a new fight; the preview follows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("new_fight.title"), "heat", tr("new_fight.intro"))
        card = Card(padding=16)
        row = QHBoxLayout()
        row.setSpacing(px(24))
        card.column.addLayout(row)
        rows = Rows(labels=88)
        row.addLayout(rows.grid, 1)
        self.preview = GroundPreview()
        row.addWidget(self.preview)
        self.name = Field(tr("new_fight.name_hint"))
        self.name.setMaxLength(200)
        rows.add(tr("new_fight.name"), self.name)
        self.system = SystemChoice()
        rows.add(tr("new_fight.system"), self.system)
        self.columns = NumberField(24, low=1, high=LARGEST)
        self.rows = NumberField(16, low=1, high=LARGEST)
        size = QHBoxLayout()
        size.setSpacing(px(8))
        size.addWidget(self.columns, 1)
        size.addWidget(label("×", "row", "2"))
        size.addWidget(self.rows, 1)
        size.addWidget(label(tr("new_fight.squares"), "row", "3"))
        self.columns.setAccessibleName(tr("new_fight.columns"))
        self.rows.setAccessibleName(tr("new_fight.rows"))
        rows.add(tr("new_fight.size"), size)
        self.ground = Choice()
        for ground in GROUNDS:
            self.ground.addItem(language.words.say(f"ground.{ground}"), ground)
        rows.add(tr("new_fight.ground"), self.ground)
        rows.grid.setRowStretch(rows.grid.rowCount(), 1)
        self.body.addWidget(card)
        self.buttons(tr("new_fight.go"), mark="check")
        self.setMinimumWidth(px(680))
        for field in (self.columns, self.rows):
            field.changed.connect(self._show)
        self.ground.currentIndexChanged.connect(self._show)
        self._show()
        self.name.setFocus()

    def board(self) -> Board:
        """Return the board as it stands in the fields."""
        return Board(
            width=self.columns.whole or 1,
            height=self.rows.whole or 1,
            floor=Floor(ground=str(self.ground.currentData())),
        )

    def _show(self) -> None:
        if self.columns.whole and self.rows.whole:
            self.preview.show_board(self.board())

    @property
    def choice(self) -> NewFight:
        name = self.name.text().strip() or tr("new_fight.unnamed")
        return NewFight(self.system.system, self.board(), name)

    def finish(self) -> None:
        wrong = [f for f in (self.columns, self.rows) if not f.check()]
        if wrong:
            wrong[0].setFocus()
            return
        self.accept()


def ask_new(window: QWidget | None) -> NewFight | None:
    """Ask for a new fight; ``None`` when cancelled."""
    dialog = NewFightDialog(window)
    try:
        return dialog.choice if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()
