"""Modifiers and breakdowns: every number is a list, and its sum a property of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rules.core.sources import STATED, Source
from rules.core.terms import Term

PERCENT = "percent"
"""Kind of a row that stands in a breakdown and is no part of its sum: a miss chance."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """One part of a number.

    ``id`` is stable and never shown. ``kind`` decides what stacks; ``detail`` is the
    short source shown at the right ("GE 18"); ``causes`` are ids of obstacles and tokens
    that light up on the map.
    """

    id: str
    value: int
    label: Term
    kind: str = "untyped"
    source: Source = STATED
    detail: Term | None = None
    causes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A modifier in a breakdown: whether it counts and, if not, why."""

    modifier: Modifier
    counted: bool = True
    why: Term | None = None

    @property
    def is_percent(self) -> bool:
        """Whether its value is a chance in percent and no part of the sum."""
        return self.modifier.kind == PERCENT


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All parts of a number, counted or not, in the order of reading."""

    entries: tuple[Entry, ...] = ()

    @property
    def total(self) -> int:
        """The sum of what counts; chances in percent are no part of it."""
        total = 0
        for entry in self.entries:  # asked for at every turn: no generator, no call
            if entry.counted and entry.modifier.kind != PERCENT:
                total += entry.modifier.value
        return total

    def find(self, id: str) -> Entry | None:
        """Return the first entry of a modifier by its id, counted or not."""
        return next((e for e in self.entries if e.modifier.id == id), None)

    def counts(self, id: str) -> bool:
        """Whether a modifier is there and counts."""
        entry = self.find(id)
        return entry is not None and entry.counted


@dataclass(frozen=True, slots=True)
class Stacking:
    """Which kinds add up.

    Modifiers of the kinds in ``adding`` add up; of all other kinds only the best bonus counts.
    Penalties add up unless ``worst_only`` names their kind. The same id never counts twice in
    one direction. ``why`` holds the reason of a loser by kind.
    """

    adding: frozenset[str] = frozenset({"untyped"})
    worst_only: frozenset[str] = frozenset()
    why: Mapping[str, Term] = field(default_factory=dict)

    def slot(self, modifier: Modifier) -> tuple[str, bool, str]:
        """Return the place that only one modifier can hold."""
        bonus = modifier.value >= 0
        alone = modifier.kind not in self.adding if bonus else modifier.kind in self.worst_only
        return modifier.kind, bonus, "" if alone else modifier.id


def build(
    modifiers: Iterable[Modifier],
    stacking: Stacking,
    off: Callable[[str], bool] = lambda _id: False,
    off_why: Term | None = None,
    reasons: Mapping[str, Term] | None = None,
) -> Breakdown:
    """Sum modifiers up after the stacking rules; of equal ones the first counts.

    ``off`` says which ids the game master switched off, ``reasons`` which ids do not count
    here for a reason of the rules. Losers stay in the list with the reason.
    """
    mods = tuple(modifiers)
    barred = dict(reasons or {})
    best: dict[tuple[str, bool, str], int] = {}
    for index, m in enumerate(mods):
        if m.id in barred or off(m.id):
            continue
        slot = stacking.slot(m)
        held = best.get(slot)
        if held is None or abs(m.value) > abs(mods[held].value):
            best[slot] = index
    winners = set(best.values())
    entries = []
    for index, m in enumerate(mods):
        if m.id in barred:
            entries.append(Entry(m, False, barred[m.id]))
        elif off(m.id):
            entries.append(Entry(m, False, off_why))
        else:
            wins = index in winners
            entries.append(Entry(m, wins, None if wins else stacking.why.get(m.kind)))
    return Breakdown(tuple(entries))
