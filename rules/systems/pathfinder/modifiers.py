"""Rows of attack and armour class: how they are written down, and how they add up (§6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from maps.board import by_id
from rules.core.modifiers import PERCENT, Stacking
from rules.core.sources import Source, Status
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackAction
from rules.encounter.rows import RowCollector
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.pathfinder.concealment import Cause
from rules.systems.pathfinder.cover import Report
from rules.systems.pathfinder.duel import Duel
from rules.systems.pathfinder.names import obstacle_name, token_name
from rules.systems.pathfinder.tables import ConditionRow, condition_rows

STACKING: Final = Stacking(
    adding=frozenset({"untyped", "dodge", "circumstance"}),
    worst_only=frozenset({"fear"}),
    why={
        "cover": term("why.pathfinder.best_cover"),
        PERCENT: term("why.pathfinder.best_concealment"),
        "enhancement": term("why.pathfinder.best_enhancement"),
        "morale": term("why.pathfinder.same_kind"),
        "fear": term("why.pathfinder.same_kind"),
        "untyped": term("why.pathfinder.same_kind"),
        "dodge": term("why.pathfinder.same_kind"),
    },
)
"""Dodge, circumstance and untyped boni add up, penalties too; of all else the best counts."""

FORCE: Final = "force"
"""Switched on, it lets the game master attack in spite of all problems."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What was found out about an attack before any number is written."""

    duel: Duel
    action: AttackAction
    report: Report
    causes: tuple[Cause, ...] = ()
    partners: tuple[TokenId, ...] = ()
    visible: int | None = None

    @property
    def state(self) -> Encounter:
        return self.duel.state

    def chosen(self, offer: str) -> bool:
        """Whether an offered row was switched on."""
        return offer in self.action.on and offer not in self.action.off


class Rows(RowCollector):
    """The rows of an attack, a damage or an armour class."""

    stacking = STACKING
    switched_off = term("why.pathfinder.switched_off")
    by_hand = term("modifier.pathfinder.by_hand")


def condition_source(row: ConditionRow) -> Source:
    return Source(row.status, "§6" if row.status is Status.STATED else "§8")


def conditions_of(token: Token) -> Iterator[tuple[str, ConditionRow]]:
    """Yield the conditions of a creature that the tables know, each once, in their order."""
    held = {condition.id for condition in token.conditions}
    if held:
        yield from ((id, row) for id, row in condition_rows().items() if id in held)


def ability_detail(ability: str, score: int) -> Term:
    """Say an ability and its score: "GE 18"."""
    return term(
        "detail.pathfinder.ability", ability=named("ability.pathfinder.short", ability), score=score
    )


def cause_names(state: Encounter, ids: Iterable[str]) -> Term | None:
    """Name the obstacles and creatures that are behind a row."""
    names: list[Term | str] = []
    known = by_id(state.board.obstacles)
    for id in ids:
        if id in known:
            names.append(obstacle_name(state.board, known[id]))
        elif id in state.tokens:
            names.append(token_name(state, id))
    if not names:
        return None
    shown = tuple(names[:2])
    if len(names) > 2:
        return term("detail.pathfinder.names_more", names=shown, n=len(names) - 2)
    return term("detail.pathfinder.names", names=shown)
