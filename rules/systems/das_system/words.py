"""The rows of the hover card and the lines that the log unfolds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rules.core.modifiers import Breakdown
from rules.core.terms import Term, named, term
from rules.encounter.plans import Fact
from rules.systems.das_system.body import base_of
from rules.systems.das_system.gear import printed
from rules.systems.das_system.kar import current, points
from rules.systems.das_system.layers import Cover, Way, threshold
from rules.systems.das_system.values import part_name, place_name
from rules.systems.das_system.warding import Ward, ward_name

if TYPE_CHECKING:
    from rules.systems.das_system.plan import Ground

__all__ = ["facts", "parts_of", "pieces_text", "ways_text"]


def facts(ground: Ground, ward: Ward | None, warded: float) -> tuple[Fact, ...]:
    """Say aim, armour, split, chance, ward, KAR and distance."""
    return tuple(_facts(ground, ward, warded))


def _facts(ground: Ground, ward: Ward | None, warded: float) -> Iterator[Fact]:
    duel, split = ground.duel, ground.split
    aim = term("fact.das_system.aim_value", part=part_name(duel.part), value=ground.cover.lowest)
    yield Fact(term("fact.das_system.aim"), aim)
    yield _armour(ground.cover)
    value = term(
        "fact.das_system.split_value", festwert=split.festwert, schwere=split.schwere,
        die=ground.values.wuerfelwert,
    )  # fmt: skip
    yield Fact(term("fact.das_system.split"), value)
    hits = term(
        "fact.das_system.hits_value", hits=float(ground.hits), harms=float(ground.harms),
        mean=float(ground.mean),
    )  # fmt: skip
    yield Fact(term("fact.das_system.hits"), hits)
    yield _ward(ward, warded)
    mine, theirs = current(duel.attacker, duel.options), current(duel.target, duel.options)
    kar = term("fact.das_system.kar_value", mine=points(mine), theirs=points(theirs))
    yield Fact(term("fact.das_system.kar"), kar, "good" if mine <= theirs else "warn")
    far = term("length.das_system", metres=duel.metres, n=duel.distance)
    yield Fact(term("fact.das_system.distance"), far)


def _armour(cover: Cover) -> Fact:
    label = term("fact.das_system.armour")
    if not cover.groups:
        return Fact(label, term("fact.das_system.bare"), "good")
    rows = tuple(
        term(
            "fact.das_system.layer",
            names=tuple(piece_name(w.piece.id, w.piece.base, w.piece.name) for w in group),
            value=threshold(base_of(cover.part), group),
        )
        for group in cover.groups
    )
    return Fact(label, term("fact.das_system.list", items=rows), "warn")


def _ward(ward: Ward | None, chance: float) -> Fact:
    label = term("fact.das_system.ward")
    if ward is None:
        return Fact(label, term("fact.das_system.no_ward"), "good")
    value = term("fact.das_system.ward_value", ward=ward_name(ward), chance=chance)
    return Fact(label, value, "bad" if chance > 0.5 else "warn")


def piece_name(id: str, base: str, name: str) -> Term:
    """Name a piece of armour: as its sheet says, else by the row of the table."""
    if name:
        return term("text.das_system.plain", text=name)
    if base in printed("armour"):
        return named("piece.das_system", base)
    return term("text.das_system.plain", text=base or id)


def pieces_text(way: Way) -> tuple[Term, ...]:
    return tuple(piece_name(w.piece.id, w.piece.base, w.piece.name) for w in way.pieces)


def ways_text(way: Way) -> Term:
    """Say what a way strikes: a place, and through what."""
    place = place_name(way.place.id)
    if not way.pieces:
        return term("way.das_system.bare", place=place)
    return term("way.das_system.armour", place=place, pieces=pieces_text(way))


def parts_of(breakdown: Breakdown) -> Iterator[Term]:
    """Yield every row of a number that counted."""
    for entry in breakdown.entries:
        m = entry.modifier
        if entry.counted and m.value:
            yield term("log.das_system.part", value=m.value, label=m.label)
