"""One frame of the map: a still backdrop is copied, tokens are pictures, the rest is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from desktop.board.backdrop import Backdrop
from desktop.board.badges import Badges
from desktop.board.paint import Pill, View, circle, fill, paint_pill, pen, text_in, text_width
from desktop.board.paint_lines import paint_origin
from desktop.board.paint_marks import (
    RULER_LEFT,
    RULER_TOP,
    paint_in_the_way,
    paint_letters,
    paint_numbers,
    paint_scale,
)
from desktop.board.paint_token import MARGIN, TokenLook, token_picture, token_radius
from desktop.board.sectors import paint_facing_sides
from desktop.colours import MAP
from desktop.i18n import language, tr
from desktop.theme import font
from desktop.tools.measure import paint_ruler
from desktop.words.lengths import scale_squares
from maps.grid import SUB
from maps.storeys import GAP
from rules.encounter.state import TokenId

if TYPE_CHECKING:
    from desktop.board.sight import Sight
    from desktop.board.view import BoardView

SCALE = 80.0
"""Length of the scale bar at least, in pixels."""


class Painting:
    """Paints the frames of one board view."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.backdrop = Backdrop(board)
        self.badges = Badges(board)
        self._pictures: dict[TokenId, tuple[TokenLook, float, float, QPixmap]] = {}
        self._strips: tuple[object, QPixmap, QPixmap] | None = None

    def frame(self, painter: QPainter, exposed: QRect) -> None:
        """Paint a frame."""
        board = self.board
        self.backdrop.keep()
        dpr = self.backdrop.picture.devicePixelRatioF()
        source = QRectF(
            exposed.x() * dpr, exposed.y() * dpr, exposed.width() * dpr, exposed.height() * dpr
        )
        painter.drawPixmap(QRectF(exposed), self.backdrop.picture, source)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if board.session is not None:
            self._within(painter, board.camera)
            self._rulers(painter)
            self._scale_bar(painter, board.camera)
            if board.card.shown is not None:
                dpr = self.backdrop.picture.devicePixelRatioF()
                board.card.shown.paint(painter, board.theme, dpr)
        self._words(painter)
        if board.focus_seen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pen(board.theme.accent, 2))
            painter.drawRoundedRect(QRectF(board.rect()).adjusted(2, 2, -2, -2), 6, 6)

    # -- what moves ------------------------------------------------------------------------

    def _within(self, painter: QPainter, view: View) -> None:
        """Paint what moves; on a storey nothing of those that lie beside it on the board."""
        session, ground = self.board.session, self.board.scene.board
        if session is None or session.storey is None:
            self._moving(painter, view)
            return
        painter.save()
        wide = GAP - 1
        painter.setClipRect(
            view.rect(
                ground.left - wide,
                ground.top - wide,
                ground.width + 2 * wide,
                ground.height + 2 * wide,
            )
        )
        self._moving(painter, view)
        painter.restore()

    def _moving(self, painter: QPainter, view: View) -> None:
        board, session = self.board, self.board.session
        assert session is not None
        drag, sight = board.dragging, board.sight
        board.tools.current.paint_below(painter, view)
        if board.switches.on("reach") and drag is None and not board.tools.current.busy:
            board.ways.paint(painter, view)
        self._door(painter, view)
        front = {sight.target, sight.attacker} if sight.plan is not None else set()
        front |= set(session.selected) | (set(drag.start) if drag is not None else set())
        self._tokens(painter, view, (id for id in board.scene.order if id not in front))
        sight.paint(painter, view, QRectF(board.rect()), self.backdrop.picture.devicePixelRatioF())
        self._tokens(painter, view, (id for id in board.scene.order if id in front))
        paint_facing_sides(painter, view, board)
        self.badges.flanks(painter, view)
        if sight.plan is not None and sight.plan.cover.origin is not None:
            if sight.plan.cover.lines:
                paint_origin(painter, view.point(sight.plan.cover.origin))
        self._in_the_way(painter, view, sight)
        if board.lit_ids:
            self._lit(painter, view)
            sight.paint_tags(painter)  # the names of what is lit stay whole
        self.badges.heights(painter, view)
        self.badges.names(painter, view)
        self.badges.badges(painter, view)
        self._cursor_cell(painter, view)
        self.badges.begin(self._taken(view, front))
        board.tools.current.paint_above(painter, view)
        self.badges.pills(painter)
        if board.hands.ruler is not None:
            paint_ruler(painter, view, board.hands.ruler, board.metres)

    def _taken(self, view: View, front: set[TokenId | None]) -> list[QRectF]:
        """Return what pills should not hide: a dragged token and where it came from."""
        board, drag = self.board, self.board.dragging
        if drag is None:
            return []
        taken = [board.rect_of(id) for id in front if id in board.scene.looks]
        if drag.moved:
            taken += [view.rect(s.x / SUB, s.y / SUB, 1, 1) for s in drag.start.values()]
        return taken

    def _tokens(self, painter: QPainter, view: View, ids: Iterable[TokenId]) -> None:
        board = self.board
        scene, session = board.scene, board.session
        assert session is not None
        dpr = self.backdrop.picture.devicePixelRatioF()
        selected = set(session.selected)
        target = board.target
        width, height = board.width() + MARGIN, board.height() + MARGIN
        for id in ids:
            look = scene.looks[id]
            x, y = scene.shown.get(id, (look.x, look.y))
            left, top = view.x(x), view.y(y)
            side = look.size * view.scale
            if left > width or top > height or left + side < -MARGIN or top + side < -MARGIN:
                continue
            if id in board.facing:
                look = replace(look, facing=board.facing[id])
            if id in selected or id == target:
                look = replace(look, selected=id in selected, target=id == target)
            corner = QPointF(round((left - MARGIN) * dpr) / dpr, round((top - MARGIN) * dpr) / dpr)
            known = self._pictures.get(id)
            if self.backdrop.quick and known is not None and known[1] != view.scale:
                self._scaled(painter, QPointF(left, top), known, view.scale)
            else:
                painter.drawPixmap(corner, self._picture(id, look, view.scale, dpr))

    def _scaled(
        self,
        painter: QPainter,
        corner: QPointF,
        known: tuple[TokenLook, float, float, QPixmap],
        scale: float,
    ) -> None:
        """Draw the picture of a token made for another scale."""
        _, before, dpr, picture = known
        grown = scale / before
        size = picture.size() / dpr * grown
        margin = QPointF(MARGIN, MARGIN) * grown
        painter.drawPixmap(QRectF(corner - margin, size), picture, QRectF(picture.rect()))

    def _picture(self, id: TokenId, look: TokenLook, scale: float, dpr: float) -> QPixmap:
        known = self._pictures.get(id)
        if known is not None and known[1] == scale and known[2] == dpr:
            if known[0] is look or known[0] == look:
                return known[3]
        if len(self._pictures) > 2 * len(self.board.scene.looks) + 32:
            self._pictures.clear()  # of tokens that are long gone
        picture = token_picture(look, scale, dpr)
        self._pictures[id] = (look, scale, dpr, picture)
        return picture

    def _door(self, painter: QPainter, view: View) -> None:
        id = self.board.door_under
        door = next((d for d in self.board.scene.shapes.doors if d.id == id), None)
        if door is None:
            return
        for width, ink, alpha in ((9.0, "#FFFFFF", 0.9), (5.0, MAP.path, 1.0)):
            painter.setPen(pen(ink, width, alpha=alpha))
            for piece in door.pieces:
                painter.drawLine(view.point(piece.a), view.point(piece.b))

    def _lit(self, painter: QPainter, view: View) -> None:
        board = self.board
        for id in board.lit_ids:
            pieces = board.sight.pieces.get(id)
            obstacle = board.scene.shapes.by_id.get(id)
            if obstacle is not None:
                parts = pieces or tuple(obstacle.segments())
                for width, ink in ((12.0, "#FFFFFF"), (7.0, MAP.path)):
                    painter.setPen(pen(ink, width, alpha=0.92))
                    for part in parts:
                        painter.drawLine(view.point(part.a), view.point(part.b))
            elif TokenId(id) in board.scene.looks:
                token = TokenId(id)
                radius = token_radius(board.scene.looks[token].size, view.scale) + 6
                at = view.at(*board.scene.middle(token))
                circle(painter, at, radius, None, pen("#FFFFFF", 8))
                circle(painter, at, radius, None, pen(MAP.path, 4.5))

    def _in_the_way(self, painter: QPainter, view: View, sight: Sight) -> None:
        scene = self.board.scene
        for id in sight.in_the_way:
            radius = token_radius(scene.looks[id].size, view.scale) + 4
            paint_in_the_way(painter, view.at(*scene.middle(id)), radius)

    def _cursor_cell(self, painter: QPainter, view: View) -> None:
        board = self.board
        cell = board.cursor_cell
        if cell is None and board.switches.on("heat") and board.hovered is None:
            cell = board.hover.cell if board.hover.cell in board.heat.cells else None
        if cell is None or board.dragging is not None:
            return
        rect = view.rect(cell.x, cell.y, 1, 1).adjusted(1, 1, -1, -1)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(MAP.case, 6, alpha=0.72))
        painter.drawRect(rect)
        painter.setPen(pen("#FFFFFF", 3))
        painter.drawRect(rect)

    # -- the frame around ----------------------------------------------------------------------

    def _rulers(self, painter: QPainter) -> None:
        board = self.board
        ground = board.scene.board
        key = (
            ground.left,
            ground.top,
            board.camera,
            board.size(),
            board.theme.name,
            self.backdrop.picture.devicePixelRatioF(),
        )
        if self._strips is None or self._strips[0] != key:
            dpr = self.backdrop.picture.devicePixelRatioF()
            width, height = board.width(), board.height()
            view = board.camera
            counted = View(view.scale, view.left - ground.left, view.top - ground.top)
            top, left = _strip(width, RULER_TOP, dpr), _strip(RULER_LEFT, height - RULER_TOP, dpr)
            inner = QPainter(top)
            paint_letters(inner, counted, width, board.theme)
            inner.end()
            inner = QPainter(left)
            inner.translate(0, -RULER_TOP)
            paint_numbers(inner, counted, height, board.theme)
            inner.end()
            self._strips = (key, top, left)
        painter.drawPixmap(QPointF(0, 0), self._strips[1])
        painter.drawPixmap(QPointF(0, RULER_TOP), self._strips[2])

    def _scale_bar(self, painter: QPainter, view: View) -> None:
        board = self.board
        feet = language.words.lengths == "ft"
        squares = scale_squares(board.metres, view.scale, SCALE, feet=feet)
        words = tr("board.scale", metres=round(squares * board.metres, 1))
        at = QPointF(RULER_LEFT + 12, board.height() - 14)
        paint_scale(painter, at, squares * view.scale, words, board.theme)

    def _words(self, painter: QPainter) -> None:
        """Say what to do where there is nothing, and what is going on where it takes time."""
        board = self.board
        if board.session is None:
            return
        if board.drop_cell is not None:
            rect = board.camera.rect(board.drop_cell.x, board.drop_cell.y, 1, 1)
            painter.setBrush(fill(MAP.path, 0.25))
            painter.setPen(pen("#FFFFFF", 2))
            painter.drawRect(rect)
        if self.backdrop.shows_no_threat:
            pill = Pill(tr("board.threat.none"), "map")
            paint_pill(painter, QPointF(board.width() / 2 - pill.width / 2, 28), pill)
        if board.picture.busy:
            pill = Pill(tr("board.loading", share=board.picture.progress), "map")
            at = QPointF(board.width() / 2 - pill.width / 2, board.height() / 2)
            paint_pill(painter, at, pill)
        elif (
            not board.scene.looks
            and board.drop_cell is None
            and not board.tools.current.shows_obstacles
            and not board.touched
        ):
            self._empty(painter)

    def _empty(self, painter: QPainter) -> None:
        """Say at the upper rim how somebody comes onto the map, until it is first clicked."""
        board = self.board
        lines = ((tr("board.empty.title"), font(13, 650)), (tr("board.empty.text"), font(12)))
        longest = max(text_width(words, face) for words, face in lines)
        width = min(longest + 32, board.width() - RULER_LEFT - 24)
        left = RULER_LEFT + (board.width() - RULER_LEFT - width) / 2
        rect = QRectF(left, 28, width, 50)
        painter.setPen(pen(board.theme.line, 1))
        painter.setBrush(fill(board.theme.raised, 0.94))
        painter.drawRoundedRect(rect, 8, 8)
        for i, (words, face) in enumerate(lines):
            row = QRectF(rect.left() + 12, rect.top() + 6 + i * 19, rect.width() - 24, 19)
            ink = board.theme.text if i == 0 else board.theme.text_2
            text_in(painter, row, words, face, ink, "middle")


def _strip(width: float, height: float, dpr: float) -> QPixmap:
    """Return an empty picture for a ruler; width and height in pixels of the view."""
    strip = QPixmap(max(1, math.ceil(width * dpr)), max(1, math.ceil(height * dpr)))
    strip.setDevicePixelRatio(dpr)
    strip.fill(Qt.GlobalColor.transparent)
    return strip
