"""What each split of the Attackebasis means against this foe (§3.4, tokens §6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.glossary import Glossary
from rules.core.terms import named
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter
from rules.systems.das_system.attacking import FESTWERT, presets
from rules.systems.das_system.blow import Passage, injury
from rules.systems.das_system.chances import Frame, mean_at
from rules.systems.das_system.harm import STRUCTURE
from rules.systems.das_system.layers import Way
from rules.systems.das_system.plan import Ground, survey
from rules.systems.das_system.strata import Band, bands, material, name_of
from rules.systems.das_system.values import place_name
from rules.views import SplitPreset, SplitRow, SplitView

POINTS = 80
"""About so many points make the curve."""


def split_view(state: Encounter, action: AttackAction, words: Glossary) -> SplitView:
    """Return the axis of the split, its curve, and the table of what is struck."""
    ground = survey(state, action)
    values, split = ground.values, ground.split
    frame = Frame.of(values)
    most = values.most_festwert
    step = max(1, most // POINTS)
    at = sorted({*range(0, most + 1, step), most, min(most, max(0, split.festwert))})
    curve = tuple((f, float(mean_at(frame, ground.stairs, f))) for f in at)
    found = presets(values, ground.stairs, ground.cover.lowest)
    return SplitView(
        FESTWERT,
        values.basis,
        split.festwert,
        0,
        most,
        split.schwere,
        values.cap_schwere,
        words.say("split_view.das_system.festwert", most=values.cap_festwert),
        words.say("split_view.das_system.schwere", most=values.cap_schwere),
        curve,
        float(ground.mean),
        words.say("split_view.das_system.mean"),
        words.say("split_view.das_system.cap", value=values.cap_festwert),
        words.say("split_view.das_system.die"),
        values.wuerfelwert,
        tuple(
            SplitPreset(id, words.say(named("split.das_system", id)), s.festwert)
            for id, s in found.items()
        ),
        tuple(_rows(ground, words)),
        tuple(_notes(ground, words)),
    )


def _rows(ground: Ground, words: Glossary) -> Iterator[SplitRow]:
    low = ground.cover.lowest
    missed = ground.die.chance(-10_000, low)
    yield SplitRow(
        "miss",
        words.say("split_view.das_system.missed", value=low),
        words.percent(float(missed), 2),
        "–",
    )
    found = bands(ground.duel, ground.cover, ground.split)
    likely = _likeliest(ground, found)
    for band, passage in found:
        chance = ground.die.chance(*band)
        yield SplitRow(
            _swatch(passage.way),
            _name(band, passage.way, words),
            words.percent(float(chance), 2),
            words.number(max(0, passage.rest)),
            passage is likely,
        )


def _likeliest(ground: Ground, found: list[tuple[Band, Passage]]) -> Passage:
    return max(found, key=lambda f: (ground.die.ways(*f[0]), -f[0][0]))[1]


def _swatch(way: Way) -> str:
    return material(way.pieces[0].piece.letter) if way.pieces else "skin"


def _name(band: Band, way: Way, words: Glossary) -> str:
    if way.pieces:
        what = " + ".join(words.say(name_of(w)) for w in way.pieces)
    else:
        what = words.say("split_view.das_system.bare", place=place_name(way.place.id))
    start, end = band
    if end is None:
        return words.say("split_view.das_system.from", what=what, value=start)
    return words.say("split_view.das_system.up_to", what=what, value=end - 1)


def _notes(ground: Ground, words: Glossary) -> Iterator[str]:
    """Say what the likeliest blow does: rest, Zustand, row, effects, damage to armour."""
    passage = _likeliest(ground, bands(ground.duel, ground.cover, ground.split))
    place = passage.way.place.id
    if not passage.severity:
        yield words.say("split_view.das_system.nothing")
        return
    found = injury(passage.severity, place, ground.duel.weapon.kind)
    yield words.say(
        "split_view.das_system.wound",
        rest=passage.rest,
        zustand=passage.zustand,
        severity=passage.severity,
        row=found.number,
    )
    row = found.row
    yield words.say(
        "split_view.das_system.effects",
        pain=found.pain,
        bleeding=found.bleeding,
        zustand=-row.zustand,
        fight=-row.fight,
    )
    if passage.pierced and ground.duel.weapon.structure:
        names = tuple(words.say(name_of(w)) for w in passage.pierced)
        yield words.say(
            "split_view.das_system.damage",
            pieces=words.listing(names),
            value=-ground.duel.weapon.structure * STRUCTURE,
        )
