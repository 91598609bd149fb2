"""Rows of an attack or a defence, written down one after the other until they are summed up."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from rules.core.modifiers import Breakdown, Modifier, Stacking, build
from rules.core.sources import HAND, STATED, Source
from rules.core.terms import Term, term
from rules.encounter.plans import AttackAction, Extra


@dataclass(slots=True)
class RowCollector:
    """Collects rows with the reasons why some of them do not count.

    A system derives its own: how its rows stack, what it says of one that the game master
    switched off or wrote by hand.
    """

    mods: list[Modifier] = field(default_factory=list)
    reasons: dict[str, Term] = field(default_factory=dict)

    stacking: ClassVar[Stacking] = Stacking()
    switched_off: ClassVar[Term]
    by_hand: ClassVar[Term]

    def add(
        self,
        id: str,
        value: int,
        label: Term,
        source: Source = STATED,
        *,
        detail: Term | None = None,
        kind: str = "untyped",
        causes: tuple[str, ...] = (),
        why: Term | None = None,
    ) -> None:
        """Add a row; ``why`` says why it does not count unless it is switched on."""
        self.mods.append(Modifier(id, value, label, kind, source, detail, causes))
        if why is not None:
            self.reasons[id] = why

    def extras(self, extras: Iterable[Extra], side: str) -> None:
        """Add what the game master wrote by hand for a side (``attack``, ``defence``)."""
        for extra in extras:
            if extra.side == side:
                label = term("row.written", text=extra.label) if extra.label else self.by_hand
                self.add(extra.id, extra.value, label, HAND)

    def total_up(self, action: AttackAction) -> Breakdown:
        """Sum up as an attack switches rows off and on."""
        return self.sum_up(action.off, action.on)

    def sum_up(self, off: Collection[str], on: Collection[str]) -> Breakdown:
        """Sum up; rows of ``off`` do not count, those of ``on`` do in spite of their reason."""
        reasons = {id: why for id, why in self.reasons.items() if id not in on}
        return build(self.mods, self.stacking, off.__contains__, self.switched_off, reasons)
