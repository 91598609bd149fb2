"""The sides of somebody who looks somewhere: a ring of arcs, and their words while turning."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from desktop.board.paint import View, arc, paint_label, pen, text_width
from desktop.board.paint_token import pol, token_radius
from desktop.colours import MAP
from desktop.i18n import say
from desktop.theme import font
from rules.encounter.state import TokenId
from rules.system.ground import FacingSector, FacingSectors

if TYPE_CHECKING:
    from desktop.board.view import BoardView

OUT, WORDS = 13, 36
"""Pixels from a token to its arcs, and to their words."""
GAP = 3
"""Degrees between two arcs."""
SMALLEST = 24.0
"""Squares smaller than this many pixels have no room for arcs."""
_LOOKS: tuple[tuple[str, float, tuple[float, ...]], ...] = (
    (MAP.free, 3.0, ()),
    (MAP.creature, 4.0, (10, 5)),
    (MAP.blocked, 4.0, (4, 4)),
    (MAP.blocked, 6.0, ()),
)
"""Colour, width and dash of each danger; no two are told apart by colour alone."""


def paint_facing_sides(painter: QPainter, view: View, board: BoardView) -> None:
    """Paint the sides of who is turned, else of who is aimed at, else of who is selected alone."""
    session = board.session
    if session is None or view.scale < SMALLEST or not isinstance(session.system, FacingSectors):
        return
    for id in _whose(board):
        token = session.state.tokens.get(id)
        facing = board.facing.get(id, token.facing if token is not None else None)
        if token is None or facing is None or id not in board.scene.looks:
            continue
        x, y = board.scene.middle(id)
        radius = token_radius(board.scene.looks[id].size, view.scale)
        sides = session.system.facing_sectors(session.state, id)
        paint_sides(painter, view.at(x, y), radius, facing, sides, words=id in board.facing)


def _whose(board: BoardView) -> tuple[TokenId, ...]:
    session = board.session
    assert session is not None
    if board.dragging is not None or board.switches.for_players:
        return ()
    if board.facing:
        return tuple(board.facing)
    if board.sight.target is not None:
        return (board.sight.target,)
    return session.selected if len(session.selected) == 1 else ()


def paint_sides(
    painter: QPainter,
    centre: QPointF,
    radius: float,
    facing: float,
    sides: Iterable[FacingSector],
    *,
    words: bool,
) -> None:
    """Paint the arcs round a place in pixels; ``words`` also says what they are."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for side in sides:
        middle = facing + side.middle
        half = side.width / 2 - GAP / 2
        piece = arc(centre, radius + OUT, middle - half, middle + half)
        ink, width, dash = _LOOKS[side.danger]
        painter.strokePath(piece, pen(MAP.case, width + 3, alpha=0.75, round_caps=False))
        painter.strokePath(piece, pen(ink, width, dash=dash, round_caps=False))
        if words:
            _say(painter, centre, radius, middle, say(side.name))
    painter.restore()


def _say(painter: QPainter, centre: QPointF, radius: float, middle: float, words: str) -> None:
    """Write the name of a side outside its arc, clear of the token on either hand."""
    at = pol(centre, radius + WORDS, middle)
    aside = math.sin(math.radians(middle)) * text_width(words, font(11)) / 2
    paint_label(painter, at + QPointF(aside, 0), words)
