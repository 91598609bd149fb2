"""Hit points: damage, healing, unconsciousness and death, and what they end (§2.9, §4.3, §5)."""

from __future__ import annotations

from typing import Final

from pydantic import JsonValue

from rules.core.terms import Term, term
from rules.encounter.course import Course
from rules.encounter.events import (
    ConditionGained,
    ConditionLost,
    Logged,
    TimeChanged,
    Unlinked,
    VitalsChanged,
)
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.system.answers import Health
from rules.systems.osric.conditions import OUT
from rules.systems.osric.creatures import GRAPPLE, sheet_of, vitals_of
from rules.systems.osric.names import spell_name
from rules.systems.osric.options import options_of
from rules.systems.osric.time import CASTING, SEGMENT, cast_of, clock, table, with_data

BY_HP: Final = "hp"
"""Note of a condition that hit points cause."""


def points(token: Token) -> int:
    """Return the hit points now; may be negative."""
    return sheet_of(token).hp - vitals_of(token).damage


def health(token: Token) -> Health:
    """Tell how a creature is; who falls while all strike at once still stands (§4.3b)."""
    dead = token.has("dead")
    down = token.has(*OUT)
    return Health(points(token), sheet_of(token).hp, down, dead)


# -- damage ---------------------------------------------------------------------------------------


def deal(course: Course, victim: TokenId, amount: int, attacker: TokenId | None = None) -> None:
    """Deal damage with all that follows from it: a spell lost, a fall, death.

    Between those who act at the same time the fall waits until all of them have struck.
    """
    if amount <= 0:
        return
    token = course.state.tokens[victim]
    before = points(token)
    lay = token.has("unconscious")
    values: dict[str, JsonValue] = {"damage": vitals_of(token).damage + amount, "stable": False}
    course.add(VitalsChanged(victim, values))
    _disturb(course, victim, attacker)
    if lay and before <= 0 and options_of(course.state).flag("fallen_die_of_harm"):
        _die(course, victim)
    elif _is_simultaneous(course.state, victim, attacker) and _fate(course.state, victim):
        if not vitals_of(course.state.tokens[victim]).falling:
            course.add(VitalsChanged(victim, {"falling": True}))
            course.add(_said(course, victim, "falling"))
    else:
        align(course, victim)


def _is_simultaneous(state: Encounter, victim: TokenId, attacker: TokenId | None) -> bool:
    """Whether victim and attacker act in the same moment, so that both still strike (§4.3b)."""
    line = state.timeline
    if attacker is None or attacker not in line.acting or not line.running:
        return False
    if victim in line.acting:
        return True
    same = line.at.get(victim) == line.at.get(attacker)
    return line.phase == SEGMENT and same and victim not in line.acted


def _fate(state: Encounter, token_id: TokenId) -> str:
    """Return what hit points make of somebody: ``dead``, ``unconscious`` or nothing (§2.9)."""
    token, options = state.tokens[token_id], options_of(state)
    now = points(token)
    if vitals_of(token).dead:
        return "dead"
    if now > 0:
        return ""
    if sheet_of(token).monster and options.flag("monsters_die_at_zero"):
        return "dead"
    return "dead" if now <= options.number("death_at") else "unconscious"


def align(course: Course, token_id: TokenId) -> None:
    """Put conditions in line with the hit points."""
    token = course.state.tokens[token_id]
    fate = _fate(course.state, token_id)
    if vitals_of(token).falling:
        course.add(VitalsChanged(token_id, {"falling": False}))
    if fate == "dead":
        _die(course, token_id)
    elif fate == "unconscious" and not token.has("unconscious", "dead"):
        _end_all(course, token_id)
        course.add(ConditionGained(token_id, Condition("unconscious", note=BY_HP)))
        course.add(_said(course, token_id, "unconscious"))


def _die(course: Course, token_id: TokenId) -> None:
    token = course.state.tokens[token_id]
    if not vitals_of(token).dead:
        course.add(VitalsChanged(token_id, {"dead": True, "falling": False}))
    if token.has("dead"):
        return
    _end_all(course, token_id)
    if token.has("unconscious"):
        course.add(ConditionLost(token_id, "unconscious"))
    course.add(ConditionGained(token_id, Condition("dead", note=BY_HP)))
    course.add(_said(course, token_id, "dead"))


def kill(course: Course, token_id: TokenId) -> None:
    """Let somebody die at once."""
    _die(course, token_id)


def _said(course: Course, token_id: TokenId, what: str) -> Logged:
    name = course.state.tokens[token_id].name
    lines = {
        "dead": term("log.osric.dies", name=name),
        "unconscious": term("log.osric.falls", name=name),
        "falling": term("log.osric.falling", name=name),
    }
    return Logged(lines[what], who=token_id, mood="harm")


def _end_all(course: Course, token_id: TokenId) -> None:
    """End what somebody can no longer keep up: a spell, a hold, a parry."""
    lose_spell(course, token_id)
    for link in course.state.links:
        if link.kind == GRAPPLE and token_id in (link.a, link.b):
            release(course, link.a, link.b)
    for id in ("parrying", "set", "held"):
        if course.state.tokens[token_id].has(id):
            course.add(ConditionLost(token_id, id))


def release(course: Course, holder: TokenId, held: TokenId) -> None:
    """Let somebody go who was held; another's hold goes on."""
    for link in course.state.links:
        if link.kind == GRAPPLE and (link.a, link.b) == (holder, held):
            course.add(Unlinked(link))
    still = any(link.kind == GRAPPLE and link.b == held for link in course.state.links)
    token = course.state.tokens.get(held)
    if not still and token is not None and token.has("held"):
        course.add(ConditionLost(held, "held"))


# -- spells ---------------------------------------------------------------------------------------


def lose_spell(course: Course, token_id: TokenId) -> None:
    """End a spell under way without effect."""
    cast = cast_of(course.state, token_id)
    if cast is None:
        return
    _forget(course, token_id)
    token = course.state.tokens[token_id]
    spell = spell_name(token, cast.spell)
    line = term("log.osric.spell_lost", name=token.name, spell=spell)
    course.add(Logged(line, who=token_id, mood="harm"))


def _forget(course: Course, token_id: TokenId) -> None:
    left = {t: c for t, c in table(course.state.timeline, CASTING).items() if t != token_id}
    course.add(TimeChanged(with_data(course.state.timeline, **{CASTING: left})))
    if course.state.tokens[token_id].has("casting"):
        course.add(ConditionLost(token_id, "casting"))


def end_spell(course: Course, token_id: TokenId) -> None:
    """Take a spell off the list because it takes effect."""
    _forget(course, token_id)


def _disturb(course: Course, victim: TokenId, attacker: TokenId | None) -> None:
    """Ruin the spell of whoever is hurt while casting (§5).

    A blow of the very moment in which the casting begins counts, unless the option says no.
    """
    cast = cast_of(course.state, victim)
    if cast is None:
        return
    line = course.state.timeline
    begins = cast.start == clock(course.state)
    same = attacker in line.acting and victim in line.acting
    if begins and same and not options_of(course.state).flag("tie_disrupts"):
        return
    lose_spell(course, victim)


# -- healing, bleeding ----------------------------------------------------------------------------


def heal(course: Course, token_id: TokenId, amount: int) -> None:
    """Heal hit points; whom they raise above 0 wakes, whom the game master calls back lives."""
    token = course.state.tokens[token_id]
    damage = max(0, vitals_of(token).damage - amount)
    if damage == vitals_of(token).damage and not token.has("dead"):
        return
    course.add(VitalsChanged(token_id, {"damage": damage, "dead": False, "falling": False}))
    fate = _fate(course.state, token_id)
    for id in OUT:
        held = token.condition(id)
        if held is not None and id != fate and held.note == BY_HP:
            course.add(ConditionLost(token_id, id))
    align(course, token_id)


def bleed(course: Course, token_id: TokenId) -> None:
    """Take a point from whoever lies unconscious and unbound as a round ends (§2.9)."""
    token = course.state.tokens[token_id]
    held = token.condition("unconscious")
    if held is None or held.note != BY_HP or vitals_of(token).stable:
        return
    course.add(VitalsChanged(token_id, {"damage": vitals_of(token).damage + 1}))
    after = course.state.tokens[token_id]
    line = term("log.osric.bleeds", name=token.name, now=points(after))
    course.add(Logged(line, who=token_id, mood="harm"))
    align(course, token_id)


def hp_line(before: Token, after: Token) -> Term:
    """Say how the hit points went: "Ork 2 · 4 TP, TP 6 → 2"."""
    was, now = points(before), points(after)
    return term("log.osric.hp", name=after.name, points=abs(was - now), before=was, after=now)
