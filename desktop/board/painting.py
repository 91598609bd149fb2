"""One frame of the map: a still backdrop is copied, tokens are pictures, the rest is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from desktop.board import layers
from desktop.board.floor import FloorTiles
from desktop.board.paint import (
    PILL_HEIGHT,
    Pill,
    View,
    circle,
    fill,
    paint_name,
    paint_pill,
    pen,
    text_in,
)
from desktop.board.paint_lines import paint_flank, paint_origin
from desktop.board.paint_marks import (
    RULER_LEFT,
    badge_place,
    badge_width,
    paint_badge,
    paint_rulers,
    paint_scale,
    paint_zone,
)
from desktop.board.paint_token import MARGIN, TokenLook, token_picture, token_radius
from desktop.i18n import say, tr
from desktop.theme import MAP, font
from desktop.tools.measure import paint_ruler
from maps.grid import SUB, Cell, Footprint
from rules.encounter.state import TokenId, hostile
from rules.system import Glance

if TYPE_CHECKING:
    from desktop.board.view import BoardView

SCALE_LENGTHS = (1, 2, 5, 10, 20, 50, 100, 200)
BADGES_FROM = 14.0
"""Squares smaller than this many pixels show no badges."""
HEAT_DIM = 0.30
FLOOR_BUDGET = 0.010
"""Seconds of one frame that may go into tiles of a drawn floor."""


class Painting:
    """Paints the frames of one board view."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self._backdrop = QPixmap()
        self._stale = True
        self._shows = board.camera
        self._tiles: FloorTiles | None = None
        self.unfinished = False
        self.floor_budget = FLOOR_BUDGET
        self._pictures: dict[TokenId, tuple[TokenLook, float, float, QPixmap]] = {}
        self._strips: tuple[object, QPixmap, QPixmap] | None = None
        self._pills: list[tuple[Pill, QPointF]] = []
        self._taken: list[QRectF] = []
        self._badge_list: tuple[dict[TokenId, Glance], list[tuple[TokenId, QPixmap]]] | None = None
        self._badges: dict[tuple[str, str, float], QPixmap] = {}

    def spoil(self) -> None:
        """The backdrop shows something old."""
        self._stale = True

    def reset_budget(self) -> None:
        """Paint floors bit by bit again."""
        self.floor_budget = FLOOR_BUDGET

    def frame(self, painter: QPainter, exposed: QRect) -> None:
        """Paint a frame."""
        board = self.board
        self._keep_backdrop()
        dpr = self._backdrop.devicePixelRatioF()
        source = QRectF(
            exposed.x() * dpr, exposed.y() * dpr, exposed.width() * dpr, exposed.height() * dpr
        )
        painter.drawPixmap(QRectF(exposed), self._backdrop, source)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if board.session is not None:
            self._moving(painter, board.camera)
            self._rulers(painter)
            self._scale_bar(painter, board.camera)
            if board.card is not None:
                board.card.paint(painter, board.theme, self._backdrop.devicePixelRatioF())
        self._words(painter)

    # -- what stands still -----------------------------------------------------------------

    def _keep_backdrop(self) -> None:
        board = self.board
        dpr = board.devicePixelRatioF()
        size = board.size() * dpr
        if self._backdrop.size() != size or self._backdrop.devicePixelRatioF() != dpr:
            self._backdrop = QPixmap(size)
            self._backdrop.setDevicePixelRatio(dpr)
            self._stale = True
        shift = self._shift(dpr)
        if self._stale or shift is None:
            self._stale, self.unfinished = False, False
            self._paint_backdrop(QRect(board.rect()))
        elif shift != (0, 0):
            self._scroll(*shift, dpr)
        self._shows = board.camera

    def _shift(self, dpr: float) -> tuple[int, int] | None:
        """Return how far the map was moved, in device pixels; None for any other change."""
        old, new = self._shows, self.board.camera
        if old.scale != new.scale:
            return None
        dx, dy = (old.left - new.left) * new.scale * dpr, (old.top - new.top) * new.scale * dpr
        whole = abs(dx - round(dx)) + abs(dy - round(dy)) < 0.01
        near = abs(dx) < self._backdrop.width() / 2 and abs(dy) < self._backdrop.height() / 2
        return (round(dx), round(dy)) if whole and near else None

    def _scroll(self, dx: int, dy: int, dpr: float) -> None:
        """Move the backdrop and paint only what came into view."""
        self._backdrop.scroll(dx, dy, self._backdrop.rect())
        width, height = self.board.width(), self.board.height()
        x, y = math.ceil(abs(dx) / dpr) + 1, math.ceil(abs(dy) / dpr) + 1
        if dx:
            self._paint_backdrop(QRect(0 if dx > 0 else width - x, 0, x, height))
        if dy:
            self._paint_backdrop(QRect(0, 0 if dy > 0 else height - y, width, y))

    def _paint_backdrop(self, part: QRect) -> None:
        board = self.board
        painter = QPainter(self._backdrop)
        try:
            painter.setClipRect(part)
            painter.fillRect(part, QColor(board.theme.rock))
            if board.session is not None:
                self._still(painter, board.camera, QRectF(part))
        finally:
            painter.end()

    def _still(self, painter: QPainter, view: View, visible: QRectF) -> None:
        board, scene = self.board, self.board.scene
        ground = scene.board
        drawn = ground.picture is None
        self._ground(painter, view, visible)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clear = board.overlay("concealment")
        layers.paint_areas(painter, view, scene.shapes, drawn=drawn, clear=clear)
        if board.show_lines and not drawn:
            secrets = not scene.for_players
            layers.paint_obstacles(painter, view, scene.shapes, secrets=secrets)
        if board.overlay("light") and (lit := board.lit_paths()) is not None:
            layers.paint_lights(painter, view, ground, lit, visible)
        if board.overlay("heat"):
            board.heat.paint(painter, view, visible)
        if board.show_squares:
            layers.paint_grid(painter, view, ground, visible)
        if board.overlay("threat"):
            for side, cells in self._zones().items():
                paint_zone(painter, view, cells, side)

    def _ground(self, painter: QPainter, view: View, visible: QRectF) -> None:
        board, ground = self.board, self.board.scene.board
        if ground.picture is not None:
            layers.paint_plain_ground(painter, view, ground, board.theme)
            board.picture.paint(painter, view, ground.picture, visible)
        else:
            self._floor(painter, view, visible)
        dim = self._dim(drawn=ground.picture is None)
        if dim > 0:
            box = view.rect(ground.left, ground.top, ground.width, ground.height)
            painter.fillRect(box.intersected(visible), fill("#000000", dim))

    def _floor(self, painter: QPainter, view: View, visible: QRectF) -> None:
        board, ground = self.board, self.board.scene.board
        if self._tiles is None:
            self._tiles = FloorTiles(ground, board.theme)
        else:
            self._tiles.update(ground, board.theme)
        if not self._tiles.paint(painter, view, visible, self.floor_budget):
            self.unfinished = True

    def _dim(self, *, drawn: bool) -> float:
        """Return how much black lies over the ground; a drawn floor is dark of itself."""
        theme = self.board.theme
        if not theme.dark:
            return 0.0
        wanted = HEAT_DIM if self.board.overlay("heat") else theme.map_dim
        return max(0.0, wanted - theme.map_dim) if drawn else wanted

    def _zones(self) -> dict[str, set[Cell]]:
        """Return the squares to mark as threatened, by side."""
        board, session = self.board, self.board.session
        assert session is not None
        tokens = session.state.tokens
        drag = board.dragging
        if drag is not None:
            side = tokens[drag.lead].side
            wanted = [t for t in tokens.values() if hostile(side, t.side)]
        elif session.selected:
            wanted = [tokens[id] for id in session.selected]
        else:
            wanted = list(tokens.values())
        zones: dict[str, set[Cell]] = {}
        for token in wanted:
            if not (board.scene.looks[token.id].dead or (token.hidden and board.for_players)):
                zones.setdefault(str(token.side), set()).update(board.facts.zone(token.id))
        return {side: cells for side, cells in zones.items() if cells}

    # -- what moves ------------------------------------------------------------------------

    def _moving(self, painter: QPainter, view: View) -> None:
        board = self.board
        drag, sight = board.dragging, board.sight
        board.tools.current.paint_below(painter, view)
        self._door(painter, view)
        front = {sight.target, sight.attacker} if sight.plan is not None else set()
        if drag is not None:
            front |= set(drag.start)
        self._tokens(painter, view, (id for id in board.scene.order if id not in front))
        self._flanks(painter, view)
        sight.paint(painter, view, QRectF(board.rect()), self._backdrop.devicePixelRatioF())
        self._tokens(painter, view, (id for id in board.scene.order if id in front))
        if sight.plan is not None and sight.plan.cover.origin is not None:
            if sight.plan.cover.lines:
                paint_origin(painter, view.point(sight.plan.cover.origin))
        self._lit(painter, view)
        self._names(painter, view)
        self._all_badges(painter, view)
        self._cursor_cell(painter, view)
        self._taken = [board.rect_of(id) for id in front if id in board.scene.looks]
        if drag is not None and drag.moved:
            self._taken += [view.rect(s.x / SUB, s.y / SUB, 1, 1) for s in drag.start.values()]
        board.tools.current.paint_above(painter, view)
        for pill, middle in self._pills:
            self.put_pill(painter, pill, middle)
        self._pills.clear()
        if board.right_ruler is not None:
            paint_ruler(painter, view, board.right_ruler, board.metres)

    def _tokens(self, painter: QPainter, view: View, ids: Iterable[TokenId]) -> None:
        board = self.board
        scene, session = board.scene, board.session
        assert session is not None
        dpr = self._backdrop.devicePixelRatioF()
        selected = set(session.selected)
        target = self._target()
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
            painter.drawPixmap(corner, self._picture(id, look, view.scale, dpr))

    def _picture(self, id: TokenId, look: TokenLook, scale: float, dpr: float) -> QPixmap:
        known = self._pictures.get(id)
        if known is not None and known[1] == scale and known[2] == dpr:
            if known[0] is look or known[0] == look:
                return known[3]
        picture = token_picture(look, scale, dpr)
        self._pictures[id] = (look, scale, dpr, picture)
        return picture

    def _target(self) -> TokenId | None:
        session = self.board.session
        draft = session.draft if session is not None else None
        return draft.target if draft is not None else None

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

    # -- badges, flanking, names ---------------------------------------------------------------

    def _all_badges(self, painter: QPainter, view: View) -> None:
        board = self.board
        if view.scale < BADGES_FROM:
            return
        for id, picture in self._badge_pictures(self._glances()):
            look = board.scene.looks.get(id)
            if look is None or (look.dead and board.dragging is None):
                continue
            x, y = board.scene.corner(id)
            at = badge_place(view, x, y, look.size)
            if id in (board.sight.target, self._target()):
                at += QPointF(27, -6)  # clear of the target's arcs and of the ends of lines
            if self._seen(at):
                painter.drawPixmap(QPointF(round(at.x()) - 1, round(at.y()) - 1), picture)

    def _badge_pictures(self, glances: dict[TokenId, Glance]) -> list[tuple[TokenId, QPixmap]]:
        """Return the badges as pictures; said and painted once per answer of the system."""
        known = self._badge_list
        if known is None or known[0] is not glances or len(known[1]) != len(glances):
            pictures = [(id, self._badge(glance)) for id, glance in glances.items()]
            known = self._badge_list = (glances, pictures)
        return known[1]

    def _seen(self, at: QPointF) -> bool:
        return -80 < at.x() < self.board.width() and -30 < at.y() < self.board.height()

    def _glances(self) -> dict[TokenId, Glance]:
        """Return the badges to show now."""
        board, session = self.board, self.board.session
        assert session is not None
        drag = board.dragging
        if drag is not None:
            return drag.badges
        me, sight = session.current, board.sight
        if me is None or (not board.names and sight.target is None):
            return {}
        draft = session.draft
        weapon = draft.weapon if draft is not None and draft.attacker == me.id else ""
        found = board.facts.glances(me.id, me.space, weapon)
        if board.names:
            return found
        return {id: g for id, g in found.items() if id == sight.target}

    def _badge(self, glance: Glance) -> QPixmap:
        dpr = self._backdrop.devicePixelRatioF()
        words = say(glance.text)
        key = (str(glance.grade), words, dpr)
        picture = self._badges.get(key)
        if picture is None:
            if len(self._badges) > 256:
                self._badges.clear()
            width, height = math.ceil(badge_width(words)) + 2, 20
            picture = QPixmap(math.ceil(width * dpr), math.ceil(height * dpr))
            picture.setDevicePixelRatio(dpr)
            picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(picture)
            paint_badge(inner, QPointF(1, 1), glance.grade, words)
            inner.end()
            self._badges[key] = picture
        return picture

    def _flanks(self, painter: QPainter, view: View) -> None:
        board, session = self.board, self.board.session
        assert session is not None
        if not board.overlay("flank") or view.scale < BADGES_FROM:
            return
        tokens = session.state.tokens
        drag = board.dragging
        busy = set(drag.start) if drag is not None else set()
        for pincer in board.facts.pincers():
            if busy.isdisjoint({pincer.victim, *pincer.by}):
                by = [tokens[id].space for id in pincer.by]
                label = say(pincer.label) if pincer.label else tr("board.flank")
                if pincer.value is not None:
                    label = tr("board.flank_value", label=label, value=pincer.value)
                self._flank(painter, view, tokens[pincer.victim].space, by, label)
        if drag is None or drag.against:
            return
        for id, glance in drag.glances.items():
            if glance.flanked:
                partner = board.facts.partner(drag.lead, drag.place, id)
                by = [drag.place, *([tokens[partner].space] if partner else [])]
                self._flank(painter, view, tokens[id].space, by, tr("board.flank"))

    def _flank(
        self, painter: QPainter, view: View, victim: Footprint, by: list[Footprint], words: str
    ) -> None:
        paint_flank(painter, view, victim, by)
        pill = Pill.accent(words)
        x, y = view.x(victim.x / SUB), view.y((victim.y + victim.side / 2) / SUB)
        self._pills.append((pill, QPointF(x - pill.width / 2 - 2, y)))

    def put_pill(self, painter: QPainter, pill: Pill, middle: QPointF) -> None:
        """Draw a pill with its middle there, within the view and clear of those drawn before."""
        size, width = self.board.size(), pill.width
        left = max(24.0, min(middle.x() - width / 2, size.width() - width - 4))
        top = max(20.0, min(middle.y() - PILL_HEIGHT / 2, size.height() - PILL_HEIGHT - 4))
        rect = QRectF(left, top, width, PILL_HEIGHT)
        for i in range(12):
            away = (i + 1) // 2 * (PILL_HEIGHT + 3) * (1 if i % 2 else -1)
            rect.moveTop(top + away)
            if not any(rect.intersects(other) for other in self._taken):
                break
        self._taken.append(paint_pill(painter, rect.topLeft(), pill))

    def _names(self, painter: QPainter, view: View) -> None:
        board, session = self.board, self.board.session
        assert session is not None
        ids: Iterable[TokenId]
        if board.names:
            ids = board.scene.order
        elif board.hovered is not None and board.dragging is None and not board.card_shown:
            ids = (board.hovered,) if board.hovered != board.sight.target else ()
        else:
            return
        for id in ids:
            token, look = session.state.tokens.get(id), board.scene.looks.get(id)
            if token is None or look is None:
                continue
            x, y = board.scene.middle(id)
            at = QPointF(view.x(x), view.y(y + look.size / 2) + 8)
            if not self._seen(at):
                continue
            words = token.name
            if board.names:
                health = session.system.health(token)
                words = tr("board.name_life", name=token.name, now=health.now, most=health.most)
            paint_name(painter, at, words)

    def _cursor_cell(self, painter: QPainter, view: View) -> None:
        board = self.board
        cell = board.cursor_cell
        if cell is None and board.overlay("heat") and board.hovered is None:
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
            self._backdrop.devicePixelRatioF(),
        )
        if self._strips is None or self._strips[0] != key:
            dpr = self._backdrop.devicePixelRatioF()
            width, height = board.width(), board.height()
            whole = QPixmap(board.size() * dpr)
            whole.setDevicePixelRatio(dpr)
            whole.fill(Qt.GlobalColor.transparent)
            inner = QPainter(whole)
            view = board.camera
            counted = View(view.scale, view.left - ground.left, view.top - ground.top)
            paint_rulers(inner, counted, width, height, board.theme)
            inner.end()
            top = whole.copy(QRect(0, 0, whole.width(), round(18 * dpr)))
            left = whole.copy(QRect(0, round(18 * dpr), round(RULER_LEFT * dpr), whole.height()))
            self._strips = (key, top, left)
        painter.drawPixmap(QPointF(0, 0), self._strips[1])
        painter.drawPixmap(QPointF(0, 18), self._strips[2])

    def _scale_bar(self, painter: QPainter, view: View) -> None:
        board = self.board
        squares = next((n for n in SCALE_LENGTHS if n * view.scale >= 80), SCALE_LENGTHS[-1])
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
        if board.picture.busy:
            pill = Pill(tr("board.loading"), "map")
            at = QPointF(board.width() / 2 - pill.width / 2, board.height() / 2)
            paint_pill(painter, at, pill)
        elif not board.scene.looks and board.drop_cell is None:
            self._empty(painter)

    def _empty(self, painter: QPainter) -> None:
        board = self.board
        lines = ((tr("board.empty.title"), font(16, 650)), (tr("board.empty.text"), font(13)))
        width = min(440.0, board.width() - 48)
        rect = QRectF((board.width() - width) / 2, board.height() / 2 - 40, width, 80)
        painter.setPen(pen(board.theme.line, 1))
        painter.setBrush(fill(board.theme.raised, 0.94))
        painter.drawRoundedRect(rect, 8, 8)
        for i, (words, face) in enumerate(lines):
            row = QRectF(rect.left() + 16, rect.top() + 14 + i * 26, rect.width() - 32, 24)
            ink = board.theme.text if i == 0 else board.theme.text_2
            text_in(painter, row, words, face, ink, "middle")
