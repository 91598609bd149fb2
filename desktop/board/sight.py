"""What is shown of a shot that somebody thinks about: its lines, who is to blame, the plan."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtGui import QPainter

from desktop.board.paint import View
from desktop.board.paint_lines import paint_cause, paint_lines
from desktop.board.shapes import Shapes, responsible
from desktop.i18n import language
from maps.grid import Footprint
from maps.shapes import Segment
from rules.encounter.state import Encounter, TokenId
from rules.system import AttackAction, AttackPlan

if TYPE_CHECKING:
    from desktop.board.scene import Scene
    from desktop.session import Session


@dataclass(slots=True)
class Sight:
    """The shot in view: of whom, at whom, from where; its plan is asked for once."""

    scene: Scene
    target: TokenId | None = None
    place: Footprint | None = None
    plan: AttackPlan | None = None
    pieces: dict[str, tuple[Segment, ...]] = field(default_factory=dict)
    _key: tuple[Encounter, AttackAction | None, str, TokenId, Footprint | None] | None = None

    def aim(self, session: Session, target: TokenId, place: Footprint | None = None) -> bool:
        """Look at a target, perhaps from another place; returns whether there is a plan."""
        me = session.current
        if me is None or me.id == target or target not in session.state.tokens:
            self.clear()
            return False
        key = (session.state, session.draft, me.id, target, place)
        old = self._key
        if old is not None and old[0] is key[0] and old[1:] == key[1:]:
            return self.plan is not None
        self._key, self.target, self.place = key, target, place
        self.plan = session.plan_for(target, place)
        lines = self.plan.cover.lines if self.plan else ()
        self.pieces = responsible(self.scene.shapes, lines)
        return self.plan is not None

    def clear(self) -> bool:
        """Show nothing any more; returns whether something was shown."""
        shown = self._key is not None
        self.target, self.place, self.plan, self._key = None, None, None, None
        self.pieces = {}
        return shown

    @property
    def attacker(self) -> TokenId | None:
        return self.plan.action.attacker if self.plan else None

    def paint_causes(self, painter: QPainter, view: View) -> None:
        """Draw the walls that are to blame, each with its name."""
        for id, pieces in self.pieces.items():
            paint_cause(painter, view, pieces, cause_name(self.scene.shapes, id))

    def paint_lines(self, painter: QPainter, view: View) -> None:
        """Draw the lines of the best corner."""
        if self.plan is not None and self.plan.cover.lines:
            paint_lines(painter, view, self.plan.cover.lines)


def cause_name(shapes: Shapes, id: str) -> str:
    """Return the word for an obstacle, by its kind."""
    obstacle = shapes.by_id.get(id)
    return language.words.say(f"board.kind.{obstacle.kind}") if obstacle else ""
