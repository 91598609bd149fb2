"""Modifiers and breakdowns: every number is a list, and its sum a property of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from rules.core.sources import STATED, Source
from rules.core.terms import Term


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


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All parts of a number, counted or not, in the order of reading."""

    entries: tuple[Entry, ...] = ()

    @property
    def total(self) -> int:
        return sum(e.modifier.value for e in self.entries if e.counted)

    def find(self, id: str) -> Entry | None:
        return next((e for e in self.entries if e.modifier.id == id), None)

    def counts(self, id: str) -> bool:
        entry = self.find(id)
        return entry is not None and entry.counted


@dataclass(frozen=True, slots=True)
class Stacking:
    """Which kinds add up. Of all other kinds only the best bonus counts; penalties of
    different ids always add up unless ``worst_only`` names their kind."""

    adding: frozenset[str] = frozenset({"untyped"})
    worst_only: frozenset[str] = frozenset()
    why: Mapping[str, Term] = field(default_factory=dict)


def build(
    modifiers: Iterable[Modifier],
    stacking: Stacking,
    off: Callable[[str], bool] = lambda _id: False,
    off_why: Term | None = None,
    reasons: Mapping[str, Term] | None = None,
) -> Breakdown:
    """Sum modifiers up after the stacking rules.

    ``off`` says which ids the game master switched off, ``reasons`` which ids do not count
    here for a reason of the rules. Losers stay in the list with the reason.
    """
    mods = list(modifiers)
    reasons = reasons or {}
    live = [m for m in mods if m.id not in reasons and not off(m.id)]
    best: dict[str, Modifier] = {}
    for m in live:
        if m.kind in stacking.adding:
            continue
        slot = f"{m.kind}+" if m.value >= 0 else f"{m.kind}-"
        if slot.endswith("-") and m.kind not in stacking.worst_only:
            continue
        held = best.get(slot)
        if held is None or abs(m.value) > abs(held.value):
            best[slot] = m
    entries = []
    for m in mods:
        if m.id in reasons:
            entries.append(Entry(m, False, reasons[m.id]))
        elif off(m.id):
            entries.append(Entry(m, False, off_why))
        else:
            held = best.get(f"{m.kind}+" if m.value >= 0 else f"{m.kind}-")
            wins = held is None or held is m
            entries.append(Entry(m, wins, None if wins else stacking.why.get(m.kind)))
    return Breakdown(tuple(entries))
