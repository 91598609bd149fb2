"""Short words over the map: cover badges, who is flanked, names, and pills that keep apart."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from desktop.board.paint import (
    PILL_HEIGHT,
    Pill,
    View,
    name_rect,
    paint_label,
    paint_name,
    paint_pill,
)
from desktop.board.paint_lines import paint_flank
from desktop.board.paint_marks import badge_place, badge_width, paint_badge
from desktop.i18n import say, tr
from desktop.words.conditions import lasting_words
from desktop.words.overlay_names import overlay_offered
from maps.grid import SUB, Footprint
from rules.encounter.state import Token, TokenId, hostile
from rules.system.answers import Glance
from rules.system.ground import GlancesPlan

if TYPE_CHECKING:
    from desktop.board.view import BoardView

BADGES_FROM = 14.0
"""Squares smaller than this many pixels show no badges."""
STATES_FROM = 36.0
"""Squares smaller than this many pixels do not say what takes its time."""


BESIDE = 8
"""So many squares beside the view a large token may stand whose badge is in it."""
STEP = 16
"""Enemies come into view by so many squares at once."""


def _step(bound: float, to: Callable[[float], int]) -> int:
    return to(bound / STEP) * STEP


class Badges:
    """Paints the short words of one board view."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self._pills: list[tuple[Pill, QPointF]] = []
        self._taken: list[QRectF] = []
        self._list: tuple[dict[TokenId, Glance], list[tuple[TokenId, QPixmap]]] | None = None
        self._known: dict[tuple[str, str, bool, float], QPixmap] = {}
        self._overruled: tuple[object, object, dict[TokenId, Glance]] | None = None

    def begin(self, taken: list[QRectF]) -> None:
        """A frame begins; pills keep clear of what is taken."""
        self._taken = taken

    def pills(self, painter: QPainter) -> None:
        """Paint the pills that wait, after those of the tool."""
        for pill, middle in self._pills:
            self.put_pill(painter, pill, middle)
        self._pills.clear()

    def badges(self, painter: QPainter, view: View) -> None:
        """Paint the badges that are to be seen now."""
        board = self.board
        if view.scale < BADGES_FROM:
            return
        for id, picture in self._badge_pictures(self._by_hand(self._glances())):
            look = board.scene.looks.get(id)
            if look is None or (look.dead and board.dragging is None):
                continue
            x, y = board.scene.corner(id)
            aimed = id in (board.sight.target, board.target)
            at = badge_place(view, x, y, look.size, aimed=aimed)
            if self._seen(at):
                painter.drawPixmap(QPointF(round(at.x()) - 1, round(at.y()) - 1), picture)

    def _badge_pictures(self, glances: dict[TokenId, Glance]) -> list[tuple[TokenId, QPixmap]]:
        """Return the badges as pictures; said and painted once per answer of the system."""
        known = self._list
        if known is None or known[0] is not glances or len(known[1]) != len(glances):
            pictures = [(id, self._badge(glance)) for id, glance in glances.items()]
            known = self._list = (glances, pictures)
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
        if (own := board.tools.current.badges) is not None:
            return own
        me, sight = session.current, board.sight
        if me is None or (not board.switches.names and sight.target is None):
            return {}
        draft = session.attack.action
        weapon = draft.weapon if draft is not None and draft.attacker == me.id else ""
        if board.switches.names:
            return board.facts.glances_of(me.id, me.space, weapon, self._in_view(me))
        target = sight.target
        found = board.facts.glances_of(me.id, me.space, weapon, () if target is None else (target,))
        return {id: g for id, g in found.items() if id == target}

    def _by_hand(self, glances: dict[TokenId, Glance]) -> dict[TokenId, Glance]:
        """Let the badge of the shot in view say what the game master made of it."""
        session, plan = self.board.session, self.board.sight.plan
        drag = self.board.dragging
        if session is None or plan is None or (drag is not None and drag.against):
            return glances
        system, target = session.system, plan.action.target
        if target not in glances or not isinstance(system, GlancesPlan):
            return glances
        known = self._overruled
        if known is None or known[0] is not glances or known[1] is not plan:
            own = system.glance_of(plan)
            made = {**glances, target: own} if own.by_hand else glances
            known = self._overruled = (glances, plan, made)
        return known[2]

    def _in_view(self, me: Token) -> list[TokenId]:
        """Return the enemies whose badges are to be seen, and those close by.

        The bounds go in steps, so that moving the map asks seldom and for several at once.
        """
        board, session = self.board, self.board.session
        assert session is not None
        view, scene, tokens = board.camera, board.scene, session.state.tokens
        wide, high = board.width() / view.scale, board.height() / view.scale
        left, top = _step(view.left - BESIDE, math.floor), _step(view.top - BESIDE, math.floor)
        right = _step(view.left + wide + BESIDE, math.ceil)
        bottom = _step(view.top + high + BESIDE, math.ceil)
        looks = ((id, scene.looks[id]) for id in scene.order)
        return [
            id
            for id, look in looks
            if left <= look.x <= right and top <= look.y <= bottom
            if hostile(me.side, tokens[id].side)
        ]

    def _badge(self, glance: Glance) -> QPixmap:
        dpr = self.board.devicePixelRatioF()
        words = say(glance.text)
        key = (str(glance.grade), words, glance.by_hand, dpr)
        picture = self._known.get(key)
        if picture is None:
            if len(self._known) > 256:
                self._known.clear()
            width, height = math.ceil(badge_width(words, glance.by_hand)) + 2, 20
            picture = QPixmap(math.ceil(width * dpr), math.ceil(height * dpr))
            picture.setDevicePixelRatio(dpr)
            picture.fill(Qt.GlobalColor.transparent)
            inner = QPainter(picture)
            paint_badge(inner, QPointF(1, 1), glance.grade, words, by_hand=glance.by_hand)
            inner.end()
            self._known[key] = picture
        return picture

    def flanks(self, painter: QPainter, view: View) -> None:
        """Paint arrows at everybody who is flanked."""
        board, session = self.board, self.board.session
        assert session is not None
        offered = overlay_offered(session.system, "flank")
        if not offered or not board.switches.on("flank") or view.scale < BADGES_FROM:
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
        box = view.rect(victim.x / SUB, victim.y / SUB, victim.side / SUB, victim.side / SUB)
        beside = any(f.y < victim.bottom and f.bottom > victim.y for f in by)
        at = QPointF(box.left() - pill.width / 2 - 2, box.center().y())
        if beside:  # who flanks stands there
            at = QPointF(box.center().x(), box.bottom() + PILL_HEIGHT / 2 + 4)
        self._pills.append((pill, at))

    def _clear(self, rect: QRectF) -> QRectF:
        """Move a pill up or down: clear of other pills, and of tokens where that is near."""
        board = self.board
        tokens = [
            r
            for id in board.scene.order
            if (r := board.rect_of(id)).intersects(rect.adjusted(0, -60, 0, 60))
        ]
        for others, tries in (([*self._taken, *tokens], 5), (self._taken, 12)):
            for i in range(tries):
                away = (i + 1) // 2 * (PILL_HEIGHT + 3) * (1 if i % 2 else -1)
                moved = rect.translated(0, away)
                if moved.top() > 18 and not any(moved.intersects(other) for other in others):
                    return moved
        return rect

    def put_pill(self, painter: QPainter, pill: Pill, middle: QPointF) -> None:
        """Draw a pill with its middle there, within the view and clear of those drawn before."""
        size, width = self.board.size(), pill.width
        left = max(24.0, min(middle.x() - width / 2, size.width() - width - 4))
        top = max(20.0, min(middle.y() - PILL_HEIGHT / 2, size.height() - PILL_HEIGHT - 4))
        rect = self._clear(QRectF(left, top, width, PILL_HEIGHT))
        self._taken.append(paint_pill(painter, rect.topLeft(), pill))

    def _states(self, painter: QPainter, view: View) -> None:
        """Say below a token what it does that takes its time."""
        scene = self.board.scene
        taken: list[QRectF] = []
        for id in scene.order:
            row, look = scene.marks.get(id), scene.looks[id]
            if row is None or row.status is None or id == self.board.hovered:
                continue
            x, y = scene.middle(id)
            at = QPointF(view.x(x), view.y(y + look.size / 2) + 8)
            if self._seen(at):
                words = say(row.status)
                while any(name_rect(at, words).intersects(other) for other in taken):
                    at += QPointF(0, 19)  # below the words of a neighbour
                taken.append(paint_name(painter, at, words))

    def heights(self, painter: QPainter, view: View) -> None:
        """Say beside whoever flies or stands above or below the ground how many squares."""
        board, session = self.board, self.board.session
        if session is None or view.scale < STATES_FROM:
            return
        for id, token in session.state.tokens.items():
            look = board.scene.looks.get(id)
            if not token.elevation or look is None:
                continue
            n = round(token.elevation / SUB, 2)
            words = tr("board.above", n=n) if n > 0 else tr("board.below", n=-n)
            x, y = board.scene.corner(id)
            at = QPointF(view.x(x) + 8, view.y(y + look.size) - 6)
            if self._seen(at):
                paint_label(painter, at, words)

    def names(self, painter: QPainter, view: View) -> None:
        """Paint the names that are to be seen now."""
        board, session = self.board, self.board.session
        assert session is not None
        ids: Iterable[TokenId]
        if not board.switches.names and view.scale >= STATES_FROM:
            self._states(painter, view)
        if board.switches.names:
            ids = board.scene.order
        elif board.hovered is not None and board.dragging is None and board.card.shown is None:
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
            if lasting := lasting_words(session, token):
                words = tr("conditions.at", name=token.name, what=lasting)
            if board.switches.names:
                health = session.system.health(token)
                words = tr("board.name_life", name=token.name, now=health.now, most=health.most)
            paint_name(painter, at, words)
