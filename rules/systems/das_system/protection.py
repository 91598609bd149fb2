"""The figure with its places, wounds and armour, and the armour of one part (§5, §7, §8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.glossary import Glossary
from rules.core.terms import term
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.das_system.body import PARTS, Place, part_of, places, places_of
from rules.systems.das_system.duel import duel_of
from rules.systems.das_system.gear import Piece, SheetWeapon
from rules.systems.das_system.harm import health, zustand_of
from rules.systems.das_system.plan import survey
from rules.systems.das_system.sheet import sheet_of, vitals_of
from rules.systems.das_system.strata import layers, material, reckoned
from rules.systems.das_system.values import armour_fight, armour_probe, part_name, weapon_name
from rules.systems.das_system.words import piece_name
from rules.views import ArmourView, BodyView, LayerRow, LegendEntry, ZoneView

SHAPES: Final = {
    "schaedel": ("schaedel", "hinterkopf"),
    "hals": ("hals", "nacken"),
    "ruecken": ("ruecken", "lende", "gesaess"),
}
"""Places that are drawn as other shapes than their own."""


def body(state: Encounter, token_id: TokenId, words: Glossary) -> BodyView:
    """Show the figure: a zone for each place, its value, wounds, bleeding, pain, layers."""
    token = state.tokens[token_id]
    upright = sheet_of(token).figure == "humanoid"
    return BodyView(
        tuple(_zone(token, place, words) for place in places().values()),
        words.say("body.das_system.front" if upright else "body.das_system.left"),
        words.say("body.das_system.back" if upright else "body.das_system.right"),
        token.name,
        _summary(token, words),
        tuple(_legend(words)),
        sheet_of(token).figure,
    )


def _zone(token: Token, place: Place, words: Glossary) -> ZoneView:
    wounds = [w for w in vitals_of(token).wounds if w.place == place.id]
    bleeding = max((w.bleeding for w in wounds), default=0)
    pain = max((w.pain for w in wounds), default=0)
    covering = _covering(token, place.id)
    return ZoneView(
        place.id,
        words.say(term("zone.das_system.name", place=words.say(f"place.das_system.{place.name}"))),
        SHAPES.get(place.id, (place.id,)),
        words.number(place.melee),
        wound_level(max((w.row for w in wounds), default=0)),
        tuple(dict.fromkeys(material(p.letter) for p in covering)),
        tuple(_layers(token, place, covering, words)),
        bleeding=words.number(bleeding) if bleeding else "",
        pain=words.number(pain) if pain else "",
        parent=place.part,
        mode=place.part,
    )


def wound_level(row: int) -> int:
    """Return the pattern of a wound's row: 0 unharmed to 4."""
    return (row + 1) // 2


def _covering(token: Token, place: str) -> list[Piece]:
    """Return the pieces over a place, the outermost first."""
    found = [p for p in sheet_of(token).pieces if place in p.places]
    return sorted(found, key=lambda p: -p.layer)


def _layers(
    token: Token, place: Place, covering: list[Piece], words: Glossary
) -> Iterator[LayerRow]:
    lost = vitals_of(token).armour
    for piece in covering:
        name = words.say(piece_name(piece.id, piece.base, piece.name))
        value = words.say("body.das_system.strength", strength=piece.strength, letter=piece.letter)
        dw = max(0, piece.dw - lost.get(piece.id, {}).get(place.id, 0))
        note = words.say("body.das_system.dw", dw=dw)
        if dw < piece.dw:
            note = words.say("body.das_system.dw_damaged", dw=dw, whole=piece.dw)
        yield LayerRow(name, value, note)
    zustand = zustand_of(token, place.id)
    yield LayerRow(words.say("body.das_system.skin"), words.number(zustand))


def _summary(token: Token, words: Glossary) -> str:
    how, vitals = health(token), vitals_of(token)
    return words.say(
        "body.das_system.summary", now=how.now, most=how.most, ausdauer=vitals.ausdauer
    )


def _legend(words: Glossary) -> Iterator[LegendEntry]:
    yield LegendEntry("plate", words.say("body.das_system.legend.plate"))
    yield LegendEntry("chain", words.say("body.das_system.legend.chain"))
    yield LegendEntry("leather", words.say("body.das_system.legend.leather"))
    yield LegendEntry("w1", words.say("body.das_system.legend.scratch"))
    yield LegendEntry("w2", words.say("body.das_system.legend.wound"))
    yield LegendEntry("w3", words.say("body.das_system.legend.grave"))
    yield LegendEntry("w4", words.say("body.das_system.legend.useless"))


# -- armour ---------------------------------------------------------------------------------------


def armour(
    state: Encounter, token_id: TokenId, words: Glossary, plan: AttackPlan | None = None
) -> ArmourView:
    """Show the armour of the part that is aimed at; without a plan the best covered one."""
    return armour_of(state, token_id, _covered_part(state.tokens[token_id]), words, plan)


def armour_of(
    state: Encounter,
    token_id: TokenId,
    zone: str,
    words: Glossary,
    plan: AttackPlan | None = None,
) -> ArmourView:
    """Show the armour of the part of a zone; with an attack on this part also the blow."""
    token = state.tokens[token_id]
    part = part_of(zone) or PARTS[0]
    if plan is not None and plan.action.target == token_id:
        ground = survey(state, plan.action)
        duel, cover = ground.duel, ground.cover
        view = layers(duel, cover, ground.die, ground.split, words)
    else:
        action = AttackAction(token_id, token_id, "", part)
        duel = duel_of(state, action)
        cover = duel.cover()
        view = layers(duel, cover, None, None, words)
    return ArmourView(
        words.say("armour.das_system.title"),
        _subject(token, duel.part, duel.weapon, words),
        notes=tuple(n for n in (reckoned(cover, words), *_notes(token, words)) if n),
        layers=view,
    )


def _covered_part(token: Token) -> str:
    """Return the part with the most pieces over it."""
    worn = sheet_of(token).pieces

    def count(part: str) -> int:
        ids = {p.id for p in places_of(part)}
        return sum(bool(ids & set(piece.places)) for piece in worn)

    return max(PARTS, key=count)


def _subject(token: Token, part: str, weapon: SheetWeapon, words: Glossary) -> str:
    return words.say(
        "armour.das_system.subject",
        name=token.name,
        part=part_name(part),
        weapon=weapon_name(weapon),
    )


def _notes(token: Token, words: Glossary) -> Iterator[str]:
    worn, used = armour_fight(sheet_of(token))
    probe = armour_probe(sheet_of(token))
    if worn or probe:
        yield words.say("armour.das_system.deductions", fight=worn - used, probe=probe)
    for piece in sheet_of(token).pieces:
        if piece.own_rules:
            yield words.say("armour.das_system.force_field")
