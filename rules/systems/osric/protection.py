"""How well somebody is protected: the bar of armour class, and the body shaded by hit points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from maps.grid import Point
from rules.core.glossary import Glossary
from rules.core.modifiers import Breakdown, Modifier
from rules.core.terms import named
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Encounter, Token, TokenId
from rules.systems.osric.armour_class import defence_rows
from rules.systems.osric.arms import BARE_HANDS, Arm
from rules.systems.osric.conditions import BY_ID
from rules.systems.osric.cover import Look, View
from rules.systems.osric.damage import damage_bonus
from rules.systems.osric.duel import SHOOT, STRIKE, THROW, Duel, Ground
from rules.systems.osric.harm import health
from rules.systems.osric.options import options_of
from rules.systems.osric.to_hit import attack_rows
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

_KINDS: Final[dict[str, PartKind]] = {
    "base": "base",
    "armour": "armour",
    "shield": "armour",
    "magic": "other",
    "dexterity": "ability",
    "cover": "cover",
    "covered": "cover",
    "concealment": "cover",
    "concealed": "cover",
}
_SHAPES: Final = (
    "kopf", "kopf_hinten", "brust", "bauch", "ruecken", "r_arm", "l_arm", "r_bein", "l_bein",
)  # fmt: skip
_FACES: Final = 20
_MAP_ROWS: Final = frozenset({"cover", "concealment"})


# -- armour class and attack without a foe --------------------------------------------------------


def _bare(state: Encounter, token: Token, arm: Arm) -> Ground:
    """Return the ground of an attack that nothing on the map hampers or helps."""
    action = AttackAction(token.id, token.id, arm.id)
    mode = {"ranged": SHOOT, "thrown": THROW, "melee": STRIKE}[arm.kind]
    duel = Duel(state, options_of(state), action, token, token, arm, mode)
    return Ground(duel, View(Look(Point(0, 0), ())), "front", True)


def own_armour(state: Encounter, token: Token) -> Breakdown:
    """Add up somebody's armour class as conditions leave it, without the map."""
    ground = _bare(state, token, BARE_HANDS.arm)
    return defence_rows(ground).total_up(ground.duel.action)


def own_attack(state: Encounter, token: Token, arm: Arm) -> Breakdown:
    """Add up what somebody adds to an attack roll, without a target."""
    alone = replace(token, conditions=())
    ground = _bare(state.with_token(alone), alone, arm)
    return attack_rows(ground).total_up(ground.duel.action)


def own_damage(state: Encounter, token: Token, arm: Arm) -> int:
    """Return what somebody adds to the dice of a weapon."""
    return damage_bonus(_bare(state, token, arm).duel)


def _counted(armour: Breakdown) -> Iterator[Modifier]:
    for entry in armour.entries:
        if entry.counted and (entry.modifier.value or entry.modifier.id == "base"):
            yield entry.modifier


def without(armour: Breakdown, *ids: str) -> int:
    """Return an armour class without some of its parts."""
    gone = sum(m.value for m in _counted(armour) if m.id in ids and m.value < 0)
    return armour.total - gone


# -- the bar --------------------------------------------------------------------------------------


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
        bar = _with_die(bar, plan, words)
    notes = tuple(_notes(parts, words))
    return ArmourView(words.say("armour.osric.title"), token.name, bar, notes=notes)


def _against(plan: AttackPlan | None, words: Glossary) -> str:
    if plan is None:
        return words.say("armour.osric.plain")
    if plan.weapon.ranged:
        return words.say("armour.osric.against_shot")
    return words.say("armour.osric.against_blow")


def _bar(armour: Breakdown, words: Glossary, title: str) -> ACBarView:
    """Make the bar: the base, then how far each part lowers the descending number."""
    parts = []
    for m in _counted(armour):
        base = m.id == "base"
        if not base and m.value > 0:
            continue
        value = words.number(m.value, sign=not base)
        size = max(1, abs(m.value))
        parts.append(ArmourPart(size, value, words.say(m.label), _kind(m)))
    shieldless = without(armour, "shield")
    rear = without(armour, "shield", "dexterity")
    others = (
        (words.say("armour.osric.no_shield"), words.number(shieldless)),
        (words.say("armour.osric.from_behind"), words.number(rear)),
    )
    total = words.say("armour.osric.total", total=armour.total)
    return ACBarView(total, tuple(parts), title, others)


def _kind(modifier: Modifier) -> PartKind:
    return _KINDS.get(modifier.id, "cover" if modifier.kind in _MAP_ROWS else "other")


def _with_die(bar: ACBarView, plan: AttackPlan, words: Glossary) -> ACBarView:
    """Add the faces of the die: which of them hit."""
    needs = plan.needs
    if needs is None:
        return replace(bar, faces=_FACES, miss_text=words.say("armour.osric.never"))
    hit = words.say("armour.osric.hits", hits=_span(needs, _FACES))
    miss = words.say("armour.osric.misses", misses=_span(1, needs - 1)) if needs > 1 else ""
    return replace(bar, faces=_FACES, hits_from=needs, miss_text=miss, hit_text=hit)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _notes(parts: Breakdown, words: Glossary) -> Iterator[str]:
    yield words.say("armour.osric.descending")
    for m in _counted(parts):
        if m.value > 0 and m.id != "base":
            yield words.say("armour.osric.worse", value=m.value, label=m.label)


# -- the body -------------------------------------------------------------------------------------


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
    zone = ZoneView(
        "body",
        token.name,
        _SHAPES,
        words.say("body.osric.points", now=how.now, most=how.most),
        health(token).wound,
        layers=(*layers, *conditions),
    )
    return BodyView(
        (zone,),
        words.say("body.osric.front"),
        words.say("body.osric.back"),
        token.name,
        words.say("body.osric.summary", now=how.now, most=how.most, armour=parts.total),
        _legend(words),
    )


def _condition_rows(token: Token, words: Glossary) -> Iterator[LayerRow]:
    for id in BY_ID:
        held = token.condition(id)
        if held is not None:
            value = "" if held.value is None else words.percent(held.value / 100)
            yield LayerRow(words.say(named("condition.osric", id)), value)


def _legend(words: Glossary) -> tuple[LegendEntry, ...]:
    return (
        LegendEntry("w1", words.say("body.osric.legend.scratched")),
        LegendEntry("w2", words.say("body.osric.legend.wounded")),
        LegendEntry("w3", words.say("body.osric.legend.badly")),
        LegendEntry("w4", words.say("body.osric.legend.dying")),
    )
