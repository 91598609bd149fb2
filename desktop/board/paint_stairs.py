"""Stairs between storeys as game masters see them: steps on a square, and where they lead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from desktop.board.paint import Pill, View, fill, paint_pill, pen
from desktop.board.paint_zones import INK, NAMED_FROM, short
from desktop.colours import MAP, Theme
from desktop.session import Session
from maps.grid import Cell
from maps.storeys import ends

STEPS = 4


@dataclass(frozen=True, slots=True)
class StairsLook:
    """One end of stairs on the storey that is shown; ``up`` = the other one lies above."""

    cell: Cell
    name: str
    up: bool


def stairs_here(session: Session | None) -> list[StairsLook]:
    """Return the ends of stairs on the storey that is looked at."""
    here = session.storey if session is not None else None
    if session is None or here is None:
        return []
    board, found = session.state.board, []
    order = board.storeys.index(here)
    for one in board.stairs:
        a, b = ends(board, one)
        for cell, mine, other in ((one.a, a, b), (one.b, b, a)):
            if mine is here and other is not None:
                up = board.storeys.index(other) > order
                found.append(StairsLook(cell, other.name, up))
    return found


def paint_stairs(painter: QPainter, view: View, stairs: Iterable[StairsLook], theme: Theme) -> None:
    """Draw stairs: steps that grow narrower the way they go, and the name of the other storey."""
    for one in stairs:
        box = view.rect(one.cell.x, one.cell.y, 1, 1).adjusted(2, 2, -2, -2)
        painter.setPen(pen(MAP.case, 1.6))
        painter.setBrush(fill(theme.raised, 0.82))
        painter.drawRoundedRect(box, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(theme.text, max(1.2, view.scale / 26)))
        for step in range(STEPS):
            share = (step + 0.5) / STEPS
            y = box.bottom() - share * box.height()
            half = box.width() * (0.42 - 0.22 * (share if one.up else 1 - share))
            painter.drawLine(
                QPointF(box.center().x() - half, y), QPointF(box.center().x() + half, y)
            )
        if one.name and view.scale >= NAMED_FROM:
            mark = "up" if one.up else "down"
            paint_pill(painter, box.topRight() + QPointF(4, -4), Pill(short(one.name), mark))


def paint_end(painter: QPainter, view: View, cell: Cell) -> None:
    """Mark the square on which stairs would end."""
    box: QRectF = view.rect(cell.x, cell.y, 1, 1).adjusted(1, 1, -1, -1)
    painter.setBrush(fill(INK, 0.35))
    painter.setPen(pen("#FFFFFF", 2.4))
    painter.drawRect(box)
