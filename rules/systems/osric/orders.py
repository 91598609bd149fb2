"""What somebody announces or does without moving: plans, set weapons, parries, words (§4.1, §7)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from pydantic import JsonValue

from rules.core.asking import Option, Procedure, choose, done
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import (
    ConditionGained,
    ConditionLost,
    Logged,
    TimeChanged,
    VitalsChanged,
)
from rules.encounter.state import Condition, Encounter, SideId, Token, TokenId
from rules.systems.osric.arms import Arm
from rules.systems.osric.commands import ACTIONS, Declare, Negotiate, Parry, SetWeapon
from rules.systems.osric.conditions import HELPLESS
from rules.systems.osric.creatures import melee_weapon, mount_of, sheet_of, weapon_in_hand
from rules.systems.osric.melee import opponents
from rules.systems.osric.names import spell_name
from rules.systems.osric.options import options_of
from rules.systems.osric.spells import chosen_spell
from rules.systems.osric.time import (
    DECLARE,
    DECLARED,
    Declared,
    cast_of,
    declared,
    must_run,
    table,
    used,
    with_data,
)

PLANNERS: Final = (SideId.FOES, SideId.THIRD)
"""Sides whose plans the game master makes before the players announce theirs (§4.1)."""


def lose_condition(course: Course, token_id: TokenId, id: str) -> None:
    """End a condition where it holds."""
    if course.state.tokens[token_id].has(id):
        course.add(ConditionLost(token_id, id))


def check_free(state: Encounter, token: Token) -> None:
    """Refuse what somebody cannot do: out of his senses, held, bound to a spell (§4.1)."""
    hindered = [
        c.id
        for c in token.conditions
        if c.id in HELPLESS | {"stunned", "held", "surprised", "casting"}
    ]
    if hindered:
        condition = named("condition.osric", hindered[0])
        raise refuse("osric.cannot_act", "token", name=token.name, condition=condition)
    said = declared(state.timeline, token.id)
    if said is not None and said.action == "spell":
        raise refuse("osric.bound_to_spell", "token", name=token.name)


# -- announcing -----------------------------------------------------------------------------------


def declare(state: Encounter, command: Declare) -> Procedure[Outcome]:
    """Announce what somebody does this round, the monsters' plans first (§4.1).

    Raises CommandError.
    """
    must_run(state)
    if state.timeline.phase != DECLARE and not command.force:
        raise refuse("osric.not_declaring")
    tokens = _tokens(state, command)
    course = Course(state)
    if not command.force:
        _check_order(state, tokens)
    action = command.action
    if action is None:
        offers = [Option(a, named("action.osric", a)) for a in ACTIONS]
        label = term("choice.osric.action", names=tuple(t.name for t in tokens), n=len(tokens))
        answer = yield from choose(offers, label, tokens[0].id, "attack")
        action = next(a for a in ACTIONS if a == answer)
    for token in tokens:
        yield from _announce(course, token, command.model_copy(update={"action": action}))
    names = tuple(t.name for t in tokens)
    return course.done(term("step.osric.declare", names=names, n=len(names)))


def _tokens(state: Encounter, command: Declare) -> list[Token]:
    if command.token:
        return [find(state, command.token)]
    found = [t for t in state.tokens.values() if t.side is command.side and not t.has(*HELPLESS)]
    if not found:
        raise refuse("osric.nobody", "side")
    return found


def _check_order(state: Encounter, tokens: list[Token]) -> None:
    """Refuse a monster's plan once a hero has announced, and plans of busy casters."""
    line = state.timeline
    if options_of(state).flag("plans_first"):
        heroes = [t for t in state.tokens.values() if t.side is SideId.HEROES]
        announced = any(declared(line, t.id) is not None for t in heroes)
        if announced and any(t.side in PLANNERS for t in tokens):
            raise refuse("osric.plans_fixed", "token")
    for token in tokens:
        if cast_of(state, token.id) is not None:
            raise refuse("osric.casts_already", "token", name=token.name)


def _announce(course: Course, token: Token, command: Declare) -> Procedure[None]:
    action = command.action or "attack"
    spell, time, weapon = "", 0, command.weapon
    if action == "spell":
        spell, time = yield from chosen_spell(token, command)
    elif action in ("missile", "attack", "set") and not weapon:
        weapon = _usual(token, action).id
    if weapon and sheet_of(token).arm(weapon) is None:
        raise refuse("osric.no_weapon", "weapon", name=token.name, weapon=weapon)
    said = Declared(action, spell, time, weapon)
    entry: dict[str, JsonValue] = {k: v for k, v in asdict(said).items() if v}
    line = course.state.timeline
    now: dict[str, JsonValue] = {**table(line, DECLARED), token.id: entry}
    course.add(TimeChanged(with_data(line, **{DECLARED: now})))
    for id in ("set", "parrying"):
        lose_condition(course, token.id, id)
    if weapon and action != "set":
        course.add(VitalsChanged(token.id, {"wielded": weapon}))
    course.add(_line(course.state, token, said))
    if action == "set":
        _set(course, token, weapon)
    elif action == "parry":
        yield from _parry(course, token, command.target)


def _usual(token: Token, action: str) -> Arm:
    """Return the weapon that an announced action most likely means."""
    arms = sheet_of(token).arms
    if action == "missile":
        held = weapon_in_hand(token)
        if held.ranged:
            return held
        return next((a for a in arms if a.ranged), None) or next(
            (a for a in arms if a.can_fly), arms[0]
        )
    if action == "set":
        return next((a for a in arms if a.settable), arms[0])
    return melee_weapon(token)


def _line(state: Encounter, token: Token, said: Declared) -> Logged:
    """Say an announcement; the plan of a monster stays hidden."""
    if token.side is not SideId.HEROES and options_of(state).flag("hidden_plans"):
        return Logged(term("log.osric.planned", name=token.name), who=token.id)
    action: Term = named("action.osric", said.action)
    if said.action == "spell":
        action = term("log.osric.announced_spell", spell=spell_name(token, said.spell), n=said.time)
    return Logged(term("log.osric.announced", name=token.name, action=action), who=token.id)


# -- setting, parrying, talking -------------------------------------------------------------------


def set_weapon(state: Encounter, command: SetWeapon) -> Procedure[Outcome]:
    """Set a weapon against a charge (§7.2)."""
    course = Course(state)
    token = find(state, command.token)
    if not command.force:
        check_free(state, token)
        _check_unused(state, token)
    _set(course, token, command.weapon or _usual(token, "set").id)
    return done(course.done(term("step.osric.set", name=token.name)))


def _check_unused(state: Encounter, token: Token) -> None:
    if used(state.timeline, token.id):
        raise refuse("osric.no_routine", "token", name=token.name)


def _set(course: Course, token: Token, weapon: str) -> None:
    arm = sheet_of(token).arm(weapon)
    if arm is None:
        raise refuse("osric.no_weapon", "weapon", name=token.name, weapon=weapon)
    if not arm.settable:
        raise refuse("osric.not_settable", "weapon", name=token.name)
    if arm.lance and mount_of(course.state, token.id) is not None:
        raise refuse("osric.lance_mounted", "weapon", name=token.name)
    course.add(ConditionGained(token.id, Condition("set", note=arm.id)))
    course.add(Logged(term("log.osric.sets", name=token.name), who=token.id, mood="turn"))


def parry(state: Encounter, command: Parry) -> Procedure[Outcome]:
    """Parry the blows of one opponent this round (§7.9)."""
    course = Course(state)
    token = find(state, command.token)
    if not command.force:
        check_free(state, token)
        _check_unused(state, token)
    yield from _parry(course, token, command.target)
    return course.done(term("step.osric.parry", name=token.name))


def _parry(course: Course, token: Token, target: str) -> Procedure[None]:
    foes = opponents(course.state, token)
    if not target and len(foes) > 1 and options_of(course.state).word("parry_scope") == "single":
        offers = [Option(t.id, term("text.osric.plain", text=t.name)) for t in foes]
        label = term("choice.osric.parry", name=token.name)
        target = yield from choose(offers, label, token.id, foes[0].id)
    elif not target and foes:
        target = foes[0].id if options_of(course.state).word("parry_scope") == "single" else ""
    if target:
        find(course.state, target, "target")
    course.add(ConditionGained(token.id, Condition("parrying", note=target)))
    name = course.state.tokens[TokenId(target)].name if target else ""
    if name:
        said = term("log.osric.parries", name=token.name, other=name)
    else:
        said = term("log.osric.parries_all", name=token.name)
    course.add(Logged(said, who=token.id, mood="turn"))


def negotiate(state: Encounter, command: Negotiate) -> Procedure[Outcome]:
    """Write down what somebody says to turn the fight aside; no dice (§7.14)."""
    course = Course(state)
    token = find(state, command.token)
    details = (term("text.osric.plain", text=command.text),) if command.text else ()
    course.add(Logged(term("log.osric.talks", name=token.name), details, token.id, "turn"))
    return done(course.done(term("step.osric.negotiate", name=token.name)))
