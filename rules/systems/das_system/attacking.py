"""The Attackebasis against a foe, and the split that the attacker makes of it (§3.4, §5, §14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from rules.core.modifiers import Breakdown, Entry, Modifier
from rules.core.sources import HAND, HOUSE, Source
from rules.core.terms import term
from rules.encounter.plans import AttackAction, Extra
from rules.systems.das_system.chances import Die, Frame, Stair, best_festwert, surest_festwert
from rules.systems.das_system.duel import Duel
from rules.systems.das_system.values import (
    Split,
    Values,
    allowed,
    attack_values,
    split_at,
    weighted,
)

FESTWERT: Final = "festwert"
SCHWERE: Final = "schwere"
"""Names of the numbers that an attacker chooses."""


def values_of(duel: Duel) -> Values:
    """Return the values of an attack on this foe, with what the game master switched."""
    bare = attack_values(duel.attacker, duel.weapon, duel.options)
    if not (duel.ranged or duel.action.off or duel.action.extra):
        return bare
    entries = [_entry(duel.action, e.modifier) for e in bare.breakdown.entries]
    entries += [_entry(duel.action, m) for m in _situation(duel)]
    entries += [_entry(duel.action, m) for m in extras(duel.action.extra, "attack")]
    return replace(bare, breakdown=Breakdown(tuple(entries)))


def _entry(action: AttackAction, modifier: Modifier) -> Entry:
    if modifier.id in action.off:
        return Entry(modifier, False, term("why.das_system.off"))
    return Entry(modifier)


def _situation(duel: Duel) -> Iterator[Modifier]:
    if not duel.ranged:
        return
    steps = max(0, -(-(duel.metres - duel.options.number("schuss_frei")) // 10))
    if steps:
        label = term("modifier.das_system.far", metres=duel.metres)
        yield Modifier(
            "far", -int(steps) * duel.options.number("schuss_je_zehn_meter"), label, "range", HOUSE
        )
    for id, key in (("running", "schuss_rennend"), ("walking", "schuss_gehend")):
        if duel.target.has(id):
            label = term("modifier.das_system.moving", name=duel.target.name)
            value = -duel.options.number(key)
            yield Modifier("moving", value, label, "range", HOUSE, causes=(duel.target.id,))
            return


def extras(added: Iterable[Extra], side: str) -> Iterator[Modifier]:
    """Yield what the game master adds by hand."""
    for extra in added:
        if extra.side == side:
            label = term("modifier.das_system.extra", text=extra.label or extra.id)
            yield Modifier(extra.id, extra.value, label, "extra", Source(HAND.status))


def chosen(duel: Duel, values: Values, stairs: tuple[Stair, ...]) -> Split:
    """Return the split of an attack: as chosen, else the one of the highest mean loss (§3.4)."""
    festwert, schwere = duel.action.number(FESTWERT), duel.action.number(SCHWERE)
    if festwert is not None and schwere is not None:
        return Split(festwert, schwere)
    if festwert is not None:
        return Split(festwert, max(0, min(values.cap_schwere, values.basis - festwert)))
    if schwere is not None:
        return Split(max(0, min(values.cap_festwert, values.basis - schwere)), schwere)
    return split_at(values, best_festwert(Frame.of(values), stairs))


def split_fits(values: Values, split: Split) -> bool:
    """Whether a split keeps to the caps and the Basis (§3.4)."""
    return allowed(values, split)


def presets(values: Values, stairs: tuple[Stair, ...], lowest: int) -> dict[str, Split]:
    """Return the splits to take with one click: most harm, surest hit, most precise, heaviest."""
    frame = Frame.of(values)
    return {
        "best": split_at(values, best_festwert(frame, stairs)),
        "sure": split_at(values, surest_festwert(frame, lowest)),
        "precise": split_at(values, values.most_festwert),
        "heavy": weighted(values, values.most_schwere),
    }


def die_of(values: Values, split: Split) -> Die:
    """Return the finished value of an attack or parade: Festwert and roll (§3.4)."""
    return Die(split.festwert - values.penalty, values.wuerfelwert)
