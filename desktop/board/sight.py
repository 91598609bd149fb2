"""What is shown of a shot that somebody thinks about: its lines, who is to blame, the plan."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from desktop.board.paint import View
from desktop.board.paint_lines import paint_cause, paint_lines
from desktop.board.paint_marks import BADGE_HEIGHT, badge_place, badge_width
from desktop.board.shapes import Shapes, responsible
from desktop.board.tags import TagPlaces, paint_tag, tag_rect
from desktop.i18n import language
from maps.grid import Footprint
from maps.lines import SightLine, Verdict
from maps.shapes import Segment
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Encounter, TokenId

if TYPE_CHECKING:
    from desktop.board.scene import Scene
    from desktop.session import Session


WIDEST = "+4 · 20 %"
"""As much room as this is left for the badge of the target."""
ROOM = 24
"""Pixels round lines, walls and tags for end marks and thick strokes."""


@dataclass(slots=True)
class Sight:
    """The shot in view: of whom, at whom, from where; its plan is asked for once."""

    scene: Scene
    target: TokenId | None = None
    place: Footprint | None = None
    plan: AttackPlan | None = None
    pieces: dict[str, tuple[Segment, ...]] = field(default_factory=dict)
    _shapes: Shapes | None = None
    """Of which the pieces are."""
    _drawn: tuple[AttackPlan, object, QPointF, QPixmap] | None = None
    _tags: list[tuple[QPointF, str]] = field(default_factory=list)
    _key: tuple[Encounter, AttackAction | None, str, TokenId, Footprint | None] | None = None

    def aim(self, session: Session, target: TokenId, place: Footprint | None = None) -> bool:
        """Look at a target, perhaps from another place; returns whether there is a plan."""
        me = session.current
        if me is None or me.id == target or target not in session.state.tokens:
            self.clear()
            return False
        key = (session.state, session.attack.action, me.id, target, place)
        old = self._key
        if old is not None and old[0] is key[0] and old[1:] == key[1:]:
            return self.plan is not None
        self._key, self.target, self.place = key, target, place
        plan, shapes = session.attack.plan_for(target, place), self.scene.shapes
        if plan != self.plan or shapes is not self._shapes:  # else all that is drawn stays
            self._take(plan, shapes)
        return self.plan is not None

    def _take(self, plan: AttackPlan | None, shapes: Shapes) -> None:
        self.plan, self._shapes = plan, shapes
        self.pieces = responsible(shapes, plan.cover.lines if plan else ())
        self._drawn = None

    def suppose(self, plan: AttackPlan, shapes: Shapes) -> None:
        """Look at a shot as it would be with other obstacles, until another one is asked for."""
        self._key, self.target = None, plan.action.target
        self._take(plan, shapes)

    def clear(self) -> bool:
        """Show nothing any more; returns whether something was shown."""
        shown = self._key is not None
        self.target, self.place, self.plan, self._key = None, None, None, None
        self.pieces, self._shapes = {}, None
        return shown

    @property
    def in_the_way(self) -> frozenset[TokenId]:
        """Return the creatures that lines of the plan pass through."""
        lines = self.plan.cover.lines if self.plan else ()
        found = (id for one in lines if one.verdict is Verdict.CREATURE for id in one.by)
        return frozenset(TokenId(id) for id in found if id in self.scene.looks)

    @property
    def attacker(self) -> TokenId | None:
        return self.plan.action.attacker if self.plan else None

    def paint(self, painter: QPainter, view: View, visible: QRectF, dpr: float) -> None:
        """Copy the lines and who is to blame into a frame; drawn once per plan, words and zoom."""
        if self.plan is None or not self.plan.cover.lines:
            return
        key = (view, dpr, visible, language.code)
        if self._drawn is None or self._drawn[0] is not self.plan or self._drawn[1] != key:
            self._drawn = (self.plan, key, *self._draw(view, visible, dpr))
        painter.drawPixmap(self._drawn[2], self._drawn[3])

    def _draw(self, view: View, visible: QRectF, dpr: float) -> tuple[QPointF, QPixmap]:
        assert self.plan is not None
        lines = self.plan.cover.lines
        ends = [view.point(p) for line in lines for p in (line.p, line.q)]
        ends += [view.point(p) for all in self.pieces.values() for s in all for p in (s.a, s.b)]
        self._tags = self._find_tags(view, lines)
        for tag in (tag_rect(*tag) for tag in self._tags):
            ends += [tag.topLeft(), tag.bottomRight()]
        xs, ys = [p.x() for p in ends], [p.y() for p in ends]
        box = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        box = QRectF(box.adjusted(-ROOM, -ROOM, ROOM, ROOM).intersected(visible).toAlignedRect())
        picture = QPixmap(math.ceil(box.width() * dpr) or 1, math.ceil(box.height() * dpr) or 1)
        picture.setDevicePixelRatio(dpr)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.translate(-box.topLeft())
        for pieces in self.pieces.values():
            paint_cause(painter, view, pieces)
        paint_lines(painter, view, lines)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_tags(painter)
        painter.end()
        return box.topLeft(), picture

    def _find_tags(self, view: View, lines: Sequence[SightLine]) -> list[tuple[QPointF, str]]:
        """Return the middle and the word of each tag that names a cause."""
        avoid = self.words_of_target(view)
        me = self.attacker
        if me is not None and me in self.scene.looks:  # it is painted over the tags
            size = self.scene.looks[me].size
            avoid.append(view.rect(*self.scene.corner(me), size, size))
        places = TagPlaces(view, self.pieces.values(), lines, avoid)
        named = ((cause_name(self.scene.shapes, id), all) for id, all in self.pieces.items())
        return [(places.find(pieces, name), name) for name, pieces in named if pieces and name]

    def paint_tags(self, painter: QPainter) -> None:
        """Paint the tags that name the causes; anew over what is lit up among the lines."""
        if self.plan is None or not self.plan.cover.lines:
            return
        for place, name in self._tags:
            paint_tag(painter, place, name)

    def words_of_target(self, view: View) -> list[QRectF]:
        """Return where the target and its cover badge are painted, which tags keep clear of."""
        look = self.scene.looks.get(self.target) if self.target is not None else None
        if self.target is None or look is None:
            return []
        x, y = self.scene.corner(self.target)
        badge = badge_place(view, x, y, look.size, aimed=True)
        return [
            view.rect(x, y, look.size, look.size),
            QRectF(badge.x(), badge.y(), badge_width(WIDEST), BADGE_HEIGHT),
        ]


def cause_name(shapes: Shapes, id: str) -> str:
    """Return the word for an obstacle, by its kind."""
    obstacle = shapes.by_id.get(id)
    return language.words.say(f"board.kind.{obstacle.kind}") if obstacle else ""
