"""How well somebody is protected: the bar of armour class, and the body shaded by hit points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from maps.grid import Point
from rules.core.dice import Dice
from rules.core.glossary import Glossary
from rules.core.modifiers import Breakdown, Modifier
from rules.core.terms import named
from rules.encounter.plans import AttackAction, AttackPlan, Cover
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.pathfinder.armour_class import armour_rows
from rules.systems.pathfinder.conditions import BY_ID
from rules.systems.pathfinder.cover import Look, Report
from rules.systems.pathfinder.damage import damage_rows
from rules.systems.pathfinder.duel import Duel, weapon_of
from rules.systems.pathfinder.harm import health, vitals_of
from rules.systems.pathfinder.modifiers import Ground
from rules.systems.pathfinder.options import options_of
from rules.systems.pathfinder.to_hit import attack_rows
from rules.systems.pathfinder.weapons import UNARMED, SheetWeapon
from rules.views import (
    ACBarView,
    ArmourPart,
    ArmourView,
    BodyView,
    LayerRow,
    LegendEntry,
    PartKind,
    ZoneView,
)

_WORN: Final = frozenset({"armour", "shield", "natural"})
"""What a touch attack passes by."""
_NIMBLE: Final = frozenset({"dexterity", "dodge"})
"""What is lost when caught off guard."""
_KINDS: Final[dict[str, PartKind]] = {
    "base": "base",
    "armour": "armour",
    "shield": "armour",
    "dexterity": "ability",
    "dodge": "ability",
    "natural": "natural",
    "cover": "cover",
    "soft_cover": "cover",
    "partial_cover": "cover",
}
_SHAPES: Final = (
    "kopf", "kopf_hinten", "brust", "bauch", "ruecken", "r_arm", "l_arm", "r_bein", "l_bein",
)  # fmt: skip
_FACES: Final = 20


# -- armour class and attack without a foe ------------------------------------------------------


def _bare(state: Encounter, token: Token, weapon: SheetWeapon, *, ranged: bool) -> Ground:
    """Return the ground of an attack that nothing on the map hampers or helps."""
    duel = Duel(state, options_of(state), token, token, weapon, ranged)
    look = Look(duel.a, Point(0, 0), None, ())
    action = AttackAction(token.id, token.id, off=frozenset({"point_blank_shot"}))
    return Ground(duel, action, Report(Cover(), look))


def own_armour(state: Encounter, token: Token, *, ranged: bool = False) -> Breakdown:
    """Add up somebody's armour class as conditions leave it, without cover."""
    ground = _bare(state, token, UNARMED.model_copy(update={"touch": False}), ranged=ranged)
    return armour_rows(ground).total_up(ground.action)


def own_attack(state: Encounter, token: Token, weapon: SheetWeapon) -> Breakdown:
    """Add up somebody's attack bonus with a weapon, without a target."""
    ground = _bare(state, token, weapon, ranged=weapon.ranged)
    return attack_rows(ground).total_up(ground.action)


def own_damage(state: Encounter, token: Token, weapon: SheetWeapon) -> Dice:
    """Return the dice of a weapon with everything that its bearer always adds."""
    ground = _bare(state, token, weapon, ranged=weapon.ranged)
    rows = damage_rows(ground).mods
    return weapon.dice.plus(sum(m.value for m in rows if m.id != "damage_point_blank"))


def touch_of(armour: Breakdown) -> int:
    """Return an armour class without what a touch passes by."""
    return armour.total - _sum(armour, _WORN)


def flat_footed_of(armour: Breakdown) -> int:
    """Return an armour class without what is lost when caught off guard."""
    return armour.total - max(0, _sum(armour, _NIMBLE))


def _sum(armour: Breakdown, ids: frozenset[str]) -> int:
    return sum(
        e.modifier.value
        for e in armour.entries
        if e.counted and not e.is_percent and e.modifier.id in ids
    )


def _counted(armour: Breakdown) -> Iterator[Modifier]:
    for entry in armour.entries:
        if entry.counted and not entry.is_percent and entry.modifier.value:
            yield entry.modifier


# -- the bar ------------------------------------------------------------------------------------


def armour(
    state: Encounter, token_id: TokenId, words: Glossary, plan: AttackPlan | None = None
) -> ArmourView:
    """Show the armour class and its parts; with a plan against that attack, with its die."""
    token = state.tokens[token_id]
    if plan is not None and plan.action.target != token_id:
        plan = None
    parts = own_armour(state, token) if plan is None else plan.defence
    bar = _bar(parts, words, _against(plan, words))
    if plan is not None:
        bar = _with_die(state, bar, plan, words)
    title = words.say("armour.pathfinder.title")
    return ArmourView(title, token.name, bar, notes=tuple(_notes(state, token, parts, words, plan)))


def _against(plan: AttackPlan | None, words: Glossary) -> str:
    if plan is None:
        return words.say("armour.pathfinder.plain")
    if plan.weapon.ranged:
        return words.say("armour.pathfinder.against_shot")
    return words.say("armour.pathfinder.against_blow")


def _bar(armour: Breakdown, words: Glossary, title: str) -> ACBarView:
    """Make the bar: parts add up to the armour class, those that lower it lie over its end."""
    parts = []
    for m in sorted(_counted(armour), key=lambda m: m.value < 0):
        value = words.number(m.value, sign=m.id != "base")
        parts.append(ArmourPart(m.value, value, words.say(m.label), _KINDS.get(m.id, "other")))
    others = (
        (words.say("armour.pathfinder.touch"), words.number(touch_of(armour))),
        (words.say("armour.pathfinder.flat_footed"), words.number(flat_footed_of(armour))),
    )
    total = words.say("armour.pathfinder.total", total=armour.total)
    return ACBarView(total, tuple(parts), title, others)


def _with_die(state: Encounter, bar: ACBarView, plan: AttackPlan, words: Glossary) -> ACBarView:
    """Add the faces of the die: which of them hit, which of them threaten."""
    needs = plan.needs
    if needs is None:
        miss = words.say("armour.pathfinder.never")
        return ACBarView(bar.total, bar.parts, bar.title, bar.others, _FACES, miss_text=miss)
    attacker = state.tokens[plan.action.attacker]
    threat = max(needs, weapon_of(attacker, plan.action.weapon).critical_from)
    hits = words.say("armour.pathfinder.hit_only_threat", threat=_span(threat, _FACES))
    if threat > needs:
        hits = words.say(
            "armour.pathfinder.hits", hits=_span(needs, threat - 1), threat=_span(threat, _FACES)
        )
    misses = words.say("armour.pathfinder.misses", misses=_span(1, needs - 1)) if needs > 1 else ""
    return ACBarView(
        bar.total, bar.parts, bar.title, bar.others, _FACES, needs, threat, misses, hits
    )


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _notes(
    state: Encounter, token: Token, parts: Breakdown, words: Glossary, plan: AttackPlan | None
) -> Iterator[str]:
    for m in _counted(parts):
        if m.value < 0:
            yield words.say("armour.pathfinder.minus", value=m.value, label=m.label)
    if plan is None:
        shot = own_armour(state, token, ranged=True).total
        if shot != parts.total:
            yield words.say("armour.pathfinder.shots", total=shot)


# -- the body -----------------------------------------------------------------------------------


def body(state: Encounter, token_id: TokenId, words: Glossary) -> BodyView:
    """Show the figure, shaded as a whole by the share of hit points that is left."""
    token = state.tokens[token_id]
    how = health(token)
    parts = own_armour(state, token)
    layers = tuple(
        LayerRow(words.say(m.label), words.number(m.value, sign=m.id != "base"))
        for m in _counted(parts)
    )
    conditions = tuple(_condition_rows(token, words))
    points = words.say("body.pathfinder.points", now=how.now, most=how.most)
    zone = ZoneView(
        "body",
        token.name,
        _SHAPES,
        points,
        health(token).wound,
        layers=(*layers, *conditions),
        selected=False,
    )
    return BodyView(
        (zone,),
        words.say("body.pathfinder.front"),
        words.say("body.pathfinder.back"),
        token.name,
        _summary(token, parts, words),
        _legend(words),
    )


def _condition_rows(token: Token, words: Glossary) -> Iterator[LayerRow]:
    for id in BY_ID:
        held = token.condition(id)
        if held is not None:
            value = "" if held.value is None else words.percent(held.value / 100)
            yield LayerRow(words.say(named("condition.pathfinder", id)), value)


def _summary(token: Token, parts: Breakdown, words: Glossary) -> str:
    how, vitals = health(token), vitals_of(token)
    said = [words.say("body.pathfinder.summary", now=how.now, most=how.most, armour=parts.total)]
    if vitals.temporary:
        said.append(words.say("body.pathfinder.temporary", points=vitals.temporary))
    if vitals.nonlethal:
        said.append(words.say("body.pathfinder.nonlethal", points=vitals.nonlethal))
    return " · ".join(said)


def _legend(words: Glossary) -> tuple[LegendEntry, ...]:
    return (
        LegendEntry("w1", words.say("body.pathfinder.legend.scratched")),
        LegendEntry("w2", words.say("body.pathfinder.legend.wounded")),
        LegendEntry("w3", words.say("body.pathfinder.legend.badly")),
        LegendEntry("w4", words.say("body.pathfinder.legend.dying")),
    )
