"""Rows of attack and armour class: how they are written down, and how they add up (§6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from maps.board import by_id
from rules.core.modifiers import PERCENT, Breakdown, Modifier, Stacking, build
from rules.core.sources import HAND, STATED, Source, Status
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackAction, Extra
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


@dataclass(slots=True)
class Rows:
    """Collects rows with the reasons why some of them do not count."""

    mods: list[Modifier] = field(default_factory=list)
    reasons: dict[str, Term] = field(default_factory=dict)

    def add(
        self,
        id: str,
        value: int,
        label: Term,
        *,
        detail: Term | None = None,
        kind: str = "untyped",
        source: Source = STATED,
        causes: tuple[str, ...] = (),
        why: Term | None = None,
    ) -> None:
        """Add a row; ``why`` says why it does not count."""
        self.mods.append(Modifier(id, value, label, kind, source, detail, causes))
        if why is not None:
            self.reasons[id] = why

    def extras(self, extras: Iterable[Extra], side: str) -> None:
        """Add what the game master wrote by hand."""
        for extra in extras:
            if extra.side == side:
                by_hand = term("modifier.pathfinder.by_hand")
                label = term("text.pathfinder.plain", text=extra.label) if extra.label else by_hand
                self.add(extra.id, extra.value, label, source=HAND)

    def total_up(self, action: AttackAction) -> Breakdown:
        """Add everything up; what the game master switched on counts in spite of its reason."""
        reasons = {id: why for id, why in self.reasons.items() if id not in action.on}
        off = term("why.pathfinder.switched_off")
        return build(self.mods, STACKING, action.off.__contains__, off, reasons)


def condition_source(row: ConditionRow) -> Source:
    return Source(row.status, "§6" if row.status is Status.STATED else "§8")


def conditions_of(token: Token) -> Iterator[tuple[str, ConditionRow]]:
    """Yield the conditions of a creature that the tables know, each once, in their order."""
    for id, row in condition_rows().items():
        if token.has(id):
            yield id, row


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
