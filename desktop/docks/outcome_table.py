"""What an attack value strikes, as a table with chances."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from desktop import theme
from desktop.board.paint import colour
from desktop.docks.materials_paint import paint_material
from desktop.docks.parts import label, scaled
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.widgets.layouts import clear
from rules.views import SplitRow, SplitView


class _Swatch(QWidget):
    """A sample of what is struck."""

    def __init__(self, material: str) -> None:
        super().__init__()
        self._material = material
        self.setFixedSize(theme.px(12), theme.px(12))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), theme.current()
        rect = scaled(painter, self)
        paint_material(painter, rect, self._material, look)
        painter.setPen(QPen(colour(look.body_line), 1))
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()


class OutcomeTable(QWidget):
    """What the attack value strikes: swatch, words, chance, rest; below it what follows."""

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(1, 1)
        column.addLayout(self._grid)
        self._notes = QVBoxLayout()
        self._notes.setSpacing(2)
        column.addLayout(self._notes)
        self.rows: tuple[SplitRow, ...] = ()

    def show_view(self, view: SplitView) -> None:
        """Show rows and notes."""
        if view.rows != self.rows:
            self.rows = view.rows
            self._fill()
        clear(self._notes)
        for i, note in enumerate(view.notes):
            line = label("row", "" if not i else "2", wrap=True)
            line.setText(note)
            self._notes.addWidget(line)

    def _fill(self) -> None:
        clear(self._grid)
        heads = (
            (1, tr("docks.split.strikes")),
            (2, tr("docks.split.chance")),
            (3, tr("docks.split.rest")),
        )
        for at, words in heads:
            head = label("label", "3")
            head.setText(words)
            side = Qt.AlignmentFlag.AlignLeft if at == 1 else Qt.AlignmentFlag.AlignRight
            self._grid.addWidget(head, 0, at, side)
        for n, row in enumerate(self.rows, 1):
            self._add(n, row)

    def _add(self, n: int, row: SplitRow) -> None:
        if row.likeliest:
            ground = QWidget()
            ground.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
            ground.setStyleSheet(
                f"background:{theme.current().accent_weak};"
                f"border-left:2px solid {theme.current().accent};"
            )
            self._grid.addWidget(ground, n, 0, 1, 4)
        self._grid.setRowMinimumHeight(n, theme.px(26))
        name, chance, rest = label("row", wrap=True), label("value"), label("value", "2")
        name.setText(row.name)
        chance.setText(row.chance)
        rest.setText(row.rest)
        if row.likeliest and row.rest.strip("–0"):
            rest = label("value", "bad")
            rest.setText(row.rest)
        name.setContentsMargins(0, 3, 0, 3)
        self._grid.addWidget(_Swatch(row.swatch), n, 0, Qt.AlignmentFlag.AlignCenter)
        self._grid.addWidget(name, n, 1)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._grid.addWidget(chance, n, 2, right)
        rest.setContentsMargins(0, 0, 6, 0)
        self._grid.addWidget(rest, n, 3, right)
