"""Hit points: damage, healing, dying and stabilising, and the conditions that follow from them.

Conditions that hit points cause carry the note ``hp`` and come and go with them; those that the
game master sets by hand stay. All of this is frame rules (§8).
"""

from __future__ import annotations

from typing import Any, Final

from pydantic import JsonValue

from rules.core.asking import Procedure, ask
from rules.core.terms import Term, term
from rules.encounter.applying import apply
from rules.encounter.events import ConditionGained, ConditionLost, Event, Logged, VitalsChanged
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.system.answers import Health
from rules.systems.pathfinder.conditions import OUT, is_out
from rules.systems.pathfinder.sheet import PathfinderSheet, PathfinderVitals
from rules.systems.pathfinder.tables import sheet_of

BY_HP: Final = "hp"
"""Note of a condition that hit points cause."""

STABILISE_DC: Final = 10
AUTOMATIC: Final = ("dead", "dying", "stable", "unconscious", "disabled", "staggered")
"""The conditions that follow from hit points, the gravest first."""


def vitals_of(token: Token) -> PathfinderVitals:
    """Return a token's vitals. Raises TypeError for those of another system."""
    if not isinstance(token.vitals, PathfinderVitals):
        raise TypeError(f"{token.id} has no vitals of Pathfinder")
    return token.vitals


def points(token: Token) -> int:
    """Return the hit points now, temporary ones included; may be negative."""
    vitals = vitals_of(token)
    return sheet_of(token).hp - vitals.damage + vitals.temporary


def health(token: Token) -> Health:
    """Tell how a creature is; whom the game master calls back from death is not dead."""
    sheet, vitals = sheet_of(token), vitals_of(token)
    alive = vitals.model_copy(update={"dead": False}) if vitals.dead else vitals
    follows = consequences(sheet, alive)
    dead = token.has("dead") or "dead" in follows
    return Health(points(token), sheet.hp, dead or is_out(token) or bool(follows & OUT), dead)


def is_dying(token: Token) -> bool:
    """Whether somebody loses life turn by turn."""
    return token.has("dying") and not health(token).dead


# -- what follows from hit points -------------------------------------------------------------


def consequences(sheet: PathfinderSheet, vitals: PathfinderVitals) -> frozenset[str]:
    """Return the conditions that hit points bring about.

    A creature without Constitution is destroyed at 0; others die at minus their score.
    """
    now = sheet.hp - vitals.damage + vitals.temporary
    limit = 0 if sheet.constitution is None else -sheet.constitution
    if vitals.dead or (now <= limit and now <= 0 and vitals.damage):
        return frozenset({"dead"})
    if now < 0 and sheet.diehard:
        return frozenset({"disabled", "stable"})
    if now < 0:
        return frozenset({"unconscious", "stable" if vitals.stable else "dying"})
    states = {"disabled"} if now == 0 else set()
    if vitals.nonlethal > now:
        states.add("unconscious")
    elif vitals.nonlethal and vitals.nonlethal == now:
        states.add("staggered")
    return frozenset(states)


def _become(state: Encounter, token_id: TokenId, values: dict[str, JsonValue]) -> tuple[Event, ...]:
    """Set vitals and put conditions and posture in line with them."""
    token = state.tokens[token_id]
    if vitals_of(token).dead and not token.has("dead"):
        values = {"dead": False, **values}
    changed: Any = VitalsChanged(token_id, values)
    after = apply(state, changed).tokens[token_id]
    return (changed, *_follow(token, after))


def _follow(before: Token, after: Token) -> tuple[Event, ...]:
    wanted = consequences(sheet_of(after), vitals_of(after))
    events: list[Event] = []
    for id in AUTOMATIC:
        held = before.condition(id)
        if id in wanted and held is None:
            events.append(ConditionGained(after.id, Condition(id, note=BY_HP)))
        elif id not in wanted and held is not None and held.note == BY_HP:
            events.append(ConditionLost(after.id, id))
    falls = wanted & {"dead", "unconscious"} and not before.has("dead", "unconscious")
    if falls and not before.has("prone"):
        events.append(ConditionGained(after.id, Condition("prone")))
    gravest = next((id for id in AUTOMATIC if id in wanted), None)
    if gravest is not None and not before.has(gravest):
        events.append(_news(after, gravest))
    return tuple(events)


def _news(token: Token, condition: str) -> Logged:
    lines = {
        "dead": term("log.pathfinder.dies", name=token.name),
        "dying": term("log.pathfinder.falls_dying", name=token.name),
        "stable": term("log.pathfinder.is_stable", name=token.name),
        "unconscious": term("log.pathfinder.falls_unconscious", name=token.name),
        "disabled": term("log.pathfinder.is_disabled", name=token.name),
        "staggered": term("log.pathfinder.is_staggered", name=token.name),
    }
    return Logged(lines[condition], who=token.id, mood="harm" if condition != "stable" else "")


def align(state: Encounter, token_id: TokenId) -> tuple[Event, ...]:
    """Put the conditions of a token in line with its hit points (after an edit by hand)."""
    token = state.tokens[token_id]
    return _follow(token, token)


# -- damage and healing -----------------------------------------------------------------------


def deal_damage(
    state: Encounter,
    token_id: TokenId,
    amount: int,
    *,
    nonlethal: bool = False,
    critical: bool = False,
) -> tuple[Event, ...]:
    """Return what damage does: vitals, conditions, and a log line for a fall.

    Temporary hit points go first. Nonlethal damage beyond the full hit points is lethal, and
    creatures without Constitution do not feel it. ``critical`` changes nothing here.
    """
    del critical
    token = state.tokens[token_id]
    sheet, vitals = sheet_of(token), vitals_of(token)
    if amount <= 0 or (nonlethal and sheet.constitution is None):
        return ()
    values: dict[str, JsonValue] = {}
    if nonlethal:
        bruises = min(amount, max(0, sheet.hp - vitals.nonlethal))
        values["nonlethal"] = vitals.nonlethal + bruises
        amount -= bruises
    if amount:
        soaked = min(amount, vitals.temporary)
        values |= {
            "temporary": vitals.temporary - soaked,
            "damage": vitals.damage + amount - soaked,
        }
        if amount > soaked:
            values["stable"] = False
    return _become(state, token_id, values)


def heal(state: Encounter, token_id: TokenId, amount: int) -> tuple[Event, ...]:
    """Return what healing does: it stops dying, and takes as much nonlethal damage away."""
    token = state.tokens[token_id]
    vitals = vitals_of(token)
    if amount <= 0:
        return ()
    damage = max(0, vitals.damage - amount)
    values: dict[str, JsonValue] = {
        "damage": damage,
        "nonlethal": max(0, vitals.nonlethal - amount),
        "stable": sheet_of(token).hp - damage + vitals.temporary < 0,
        "dead": False,
    }
    return _become(state, token_id, values)


def grant_temporary(state: Encounter, token_id: TokenId, amount: int) -> tuple[Event, ...]:
    """Return what temporary hit points do: the greater pool stays, pools never add up."""
    held = vitals_of(state.tokens[token_id]).temporary
    if amount <= held:
        return ()
    return _become(state, token_id, {"temporary": amount})


def kill(state: Encounter, token_id: TokenId) -> tuple[Event, ...]:
    """Return what instant death does (a failed save against a coup de grace, §7)."""
    if state.tokens[token_id].has("dead"):
        return ()
    return _become(state, token_id, {"dead": True, "stable": False})


def make_stable(state: Encounter, token_id: TokenId) -> tuple[Event, ...]:
    """Return what first aid or magic does to somebody who is dying."""
    token = state.tokens[token_id]
    return _become(state, token_id, {"stable": True}) if is_dying(token) else ()


def stabilise(state: Encounter, token_id: TokenId) -> Procedure[tuple[Event, ...]]:
    """Roll the Constitution check of somebody who is dying; a failure costs one hit point."""
    token = state.tokens[token_id]
    sheet, now = sheet_of(token), points(token)
    dc = STABILISE_DC - now
    (face,) = yield from ask((20,), term("dice.pathfinder.stabilise"), token_id)
    total = face + sheet.modifier("constitution")
    holds = face == 20 or total >= dc
    result = term("word.pathfinder.success") if holds else term("word.pathfinder.failure")
    line = term("log.pathfinder.stabilise", name=token.name, total=total, dc=dc, result=result)
    log = Logged(line, (_roll(face, sheet.modifier("constitution")),), token_id, "turn")
    if holds:
        return (log, *make_stable(state, token_id))
    return (log, *deal_damage(state, token_id, 1))


def _roll(face: int, bonus: int) -> Term:
    return term("log.pathfinder.roll", face=face, bonus=bonus, total=face + bonus)


def hp_line(before: Token, after: Token) -> Term:
    """Say how the hit points went: "Ork 2 · 4 TP, TP 6 → 2"."""
    was, now = points(before), points(after)
    if was != now:
        return term(
            "log.pathfinder.hp", name=after.name, points=abs(was - now), before=was, after=now
        )
    bruises = vitals_of(after).nonlethal
    return term("log.pathfinder.nonlethal", name=after.name, points=bruises)
