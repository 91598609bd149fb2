"""Wounds that are borne and tended (§7.3, §7.5, §14): steadiness, pain, dressings, infection."""

from __future__ import annotations

from typing import Final

from pydantic import JsonValue

from rules.core.asking import Procedure, ask, done
from rules.core.terms import named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Logged, VitalsChanged
from rules.encounter.state import Condition, Encounter, Token
from rules.systems.das_system.body import LIMBS, part_of
from rules.systems.das_system.commands import Bandage, Forbid, Infection, Mend, Steady, Suppress
from rules.systems.das_system.fading import suppressed
from rules.systems.das_system.probes import Scale, probe_of, roll_probe, say_result
from rules.systems.das_system.sheet import Wound, vitals_of
from rules.systems.das_system.values import place_name

FORBIDS: Final = ("attack", "parade", "dodge", "move", "body", "hands", "mind")


INFECTION: Final = 30
"""Percent (§14)."""


MOST_INFECTION_ROLLS: Final = 3


def _wound(token: Token, id: int, code: str, wanted: tuple[Wound, ...]) -> Wound:
    """Return a wound by number, or the first that is wanted."""
    if id:
        found = next((w for w in vitals_of(token).wounds if w.id == id), None)
    else:
        found = wanted[0] if wanted else None
    if found is None:
        raise refuse(f"das_system.{code}", "wound", name=token.name)
    return found


def _with(token: Token, changed: Wound) -> dict[str, JsonValue]:
    wounds = [changed if w.id == changed.id else w for w in vitals_of(token).wounds]
    return {"wounds": [w.model_dump(mode="json") for w in wounds]}


def steady(state: Encounter, command: Steady) -> Procedure[Outcome]:
    """Roll whether a hit on a limb makes somebody fall or drop his weapon (§7.3)."""
    token = find(state, command.token)
    limbs = tuple(w for w in reversed(vitals_of(token).wounds) if part_of(w.place) in LIMBS)
    wound = _wound(token, command.wound, "no_limb_wound", limbs)
    leg = part_of(wound.place).endswith("bein")
    skill = "balancieren" if leg else "widerstand"
    probe = probe_of(token, skill, None, "body" if leg else "hands", Scale())
    course = Course(state)
    name = named("skill.das_system", skill)
    label = term("dice.das_system.probe", name=token.name, skill=name)
    result, lines = yield from roll_probe(token, probe, label)
    if not say_result(course, token, name, result, wound.severity, lines):
        condition = "prone" if leg else "disarmed"
        if not token.has(condition):
            course.add(ConditionGained(token.id, Condition(condition)))
        line = named("log.das_system.unsteady", condition, name=token.name)
        course.add(Logged(line, who=token.id, mood="harm"))
    return course.done(term("step.das_system.steady", name=token.name))


def suppress(state: Encounter, command: Suppress) -> Procedure[Outcome]:
    """Roll to suppress the worst pain (§7.5): one row for each 1000 of the Probe.

    Raises CommandError.
    """
    token = find(state, command.token)
    aching = sorted(
        (w for w in vitals_of(token).wounds if w.pain and not w.tried), key=lambda w: -w.pain
    )
    if not aching:
        raise refuse("das_system.no_pain", "token", name=token.name)
    probe = probe_of(token, "widerstand", None, "nothing", Scale())
    course = Course(state)
    skill = named("skill.das_system", "widerstand")
    label = term("dice.das_system.probe", name=token.name, skill=skill)
    result, lines = yield from roll_probe(token, probe, label)
    wound = aching[0]
    row = suppressed(wound.pain, result)
    lower = row < wound.pain
    changed = wound.model_copy(
        update={"pain": row, "ached": 0 if lower else wound.ached, "tried": row > 0}
    )
    course.add(VitalsChanged(token.id, _with(token, changed)))
    line = term("log.das_system.suppressed", name=token.name, before=wound.pain, after=row,
                total=result)  # fmt: skip
    course.add(Logged(line, tuple(lines), token.id))
    return course.done(term("step.das_system.suppress", name=token.name))


def bandage(state: Encounter, command: Bandage) -> Procedure[Outcome]:
    """Dress a wound (§14): success ends its bleeding."""
    healer = find(state, command.token)
    patient = find(state, command.target, "target") if command.target else healer
    bleeding = sorted(vitals_of(patient).wounds, key=lambda w: (-w.bleeding, w.dressed, w.id))
    open_ones = tuple(w for w in bleeding if not w.dressed)
    wound = _wound(patient, command.wound, "no_open_wound", open_ones)
    course = Course(state)
    skill = named("skill.das_system", "heilkunde")
    probe = probe_of(healer, "heilkunde", None, "hands", Scale())
    label = term("dice.das_system.probe", name=healer.name, skill=skill)
    result, lines = yield from roll_probe(healer, probe, label)
    if say_result(course, healer, skill, result, command.height, lines):
        changed = wound.model_copy(update={"bleeding": 0, "bled": 0, "dressed": True})
        course.add(VitalsChanged(patient.id, _with(patient, changed)))
        line = term("log.das_system.dressed", name=patient.name, place=place_name(wound.place))
        course.add(Logged(line, who=patient.id))
    return course.done(term("step.das_system.bandage", name=patient.name))


def infection(state: Encounter, command: Infection) -> Procedure[Outcome]:
    """Roll for the infection of an untreated wound (§14). Raises CommandError."""
    token = find(state, command.token)
    untreated = tuple(
        w
        for w in vitals_of(token).wounds
        if not w.dressed and not w.infected and w.infection_rolls < MOST_INFECTION_ROLLS
    )
    wound = _wound(token, command.wound, "no_infection", untreated)
    if wound not in untreated:
        raise refuse("das_system.no_infection", "wound", name=token.name)
    course = Course(state)
    label = term("dice.das_system.infection", name=token.name, percent=INFECTION)
    (face,) = yield from ask((100,), label, token.id, ((30, 30), (100, 70)))
    sick = face <= INFECTION
    values = {"infection_rolls": wound.infection_rolls + 1, "infected": sick}
    course.add(VitalsChanged(token.id, _with(token, wound.model_copy(update=values))))
    line = named(
        "log.das_system.infection", "sick" if sick else "well", name=token.name,
        place=place_name(wound.place), face=face,
    )  # fmt: skip
    course.add(Logged(line, who=token.id))
    return course.done(term("step.das_system.infection", name=token.name))


def forbid(state: Encounter, command: Forbid) -> Procedure[Outcome]:
    """Set what a wound makes impossible (§7.3). Raises CommandError."""
    token = find(state, command.token)
    wound = _wound(token, command.wound, "no_wound", ())
    unknown = [a for a in command.actions if a not in FORBIDS]
    if unknown:
        known = ", ".join(FORBIDS)
        raise refuse("das_system.no_action", "actions", action=unknown[0], known=known)
    changed = wound.model_copy(update={"forbids": command.actions})
    course = Course(state)
    course.add(VitalsChanged(token.id, _with(token, changed)))
    return done(course.done(term("step.das_system.forbid", name=token.name)))


def mend(state: Encounter, command: Mend) -> Procedure[Outcome]:
    """Heal a wound altogether, or mend a piece of armour. Raises CommandError."""
    token = find(state, command.token)
    course = Course(state)
    vitals = vitals_of(token)
    if command.piece:
        if command.piece not in vitals.armour:
            raise refuse("das_system.nothing_to_mend", "piece", name=token.name)
        rest: dict[str, JsonValue] = {
            id: dict(at) for id, at in vitals.armour.items() if id != command.piece
        }
        course.add(VitalsChanged(token.id, {"armour": rest}))
    else:
        wound = _wound(token, command.wound, "no_wound", vitals.wounds)
        others = [w for w in vitals.wounds if w.id != wound.id]
        kept: list[JsonValue] = [w.model_dump(mode="json") for w in others]
        course.add(VitalsChanged(token.id, {"wounds": kept}))
    return done(course.done(term("step.das_system.mend", name=token.name)))
