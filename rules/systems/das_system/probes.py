"""Proben (§1.5, §7.3, §7.5, §14): skills, keeping one's feet, bearing pain, dressing wounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from pydantic import JsonValue

from rules.core.asking import Procedure, ask
from rules.core.modifiers import Breakdown, Entry, Modifier
from rules.core.sources import HOUSE, STATED
from rules.core.terms import Term, named, term
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Logged, VitalsChanged
from rules.encounter.state import Condition, Encounter, Token
from rules.systems.das_system.body import LIMBS, part_of
from rules.systems.das_system.chances import DICE, roll_of
from rules.systems.das_system.commands import (
    Bandage,
    Check,
    Forbid,
    Infection,
    Mend,
    Steady,
    Suppress,
    find,
)
from rules.systems.das_system.conditions import forbids
from rules.systems.das_system.fading import suppressed
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import Wound, sheet_of, vitals_of
from rules.systems.das_system.tables import skill_rows
from rules.systems.das_system.values import (
    armour_probe,
    counted,
    pain_level,
    pain_probe,
    place_name,
)

Hinders = Literal["body", "hands", "mind", "nothing"]
HINDERED: Final[dict[str, frozenset[str]]] = {
    "body": frozenset({"rumpf", *LIMBS}),
    "hands": frozenset({"r_arm", "l_arm"}),
    "mind": frozenset({"kopf"}),
    "nothing": frozenset(),
}
"""Wounds at which parts hinder an action (§7.3)."""
FORBIDS: Final = ("attack", "parade", "dodge", "move", "body", "hands", "mind")
INFECTION: Final = 30
"""Percent (§14)."""
MOST_INFECTION_ROLLS: Final = 3


@dataclass(frozen=True, slots=True)
class Probe:
    """A Probe to roll: the value that a roll must keep to, the skill and its deductions."""

    wuerfelwert: int
    skill: Breakdown

    def result(self, roll: int) -> int:
        """Return the result: the counted roll, the skill, the deductions (§1.5)."""
        return counted(roll, self.wuerfelwert) + self.skill.total


@dataclass(frozen=True, slots=True)
class Scale:
    """How much of the deductions of wounds and armour the game master takes, in percent."""

    wounds: int = 100
    armour: int = 100


def probe_of(token: Token, skill: str, value: int | None, hinders: str, scale: Scale) -> Probe:
    """Put a Probe together (§1.5, §7.3, §8.1)."""
    row = skill_rows()[skill]
    sheet = sheet_of(token)
    mean = sum(sheet.attribute(a) for a in row.attributes) // len(row.attributes)
    basic = 0 if skill == "widerstand" else sheet.attribute(skill)
    start = Modifier(
        "skill", basic if value is None else value, named("skill.das_system", skill), "base"
    )
    found = [start, *_deductions(token, hinders or row.hinders, scale)]
    return Probe(mean, Breakdown(tuple(Entry(m) for m in found)))


def _deductions(token: Token, hinders: str, scale: Scale) -> Iterator[Modifier]:
    pain = pain_probe(token)
    if pain:
        label = term("modifier.das_system.pain", level=pain_level(token))
        yield Modifier("pain", -pain, label, "pain", HOUSE)
    for wound in vitals_of(token).wounds:
        if wound.probe and part_of(wound.place) in HINDERED[hinders]:
            label = term("modifier.das_system.wound", place=place_name(wound.place))
            share = wound.probe * scale.wounds // 100
            yield Modifier(f"wound{wound.id}", -share, label, "wound", HOUSE)
    worn = armour_probe(sheet_of(token), scale.armour) if hinders == "body" else 0
    if worn:
        yield Modifier("armour", -worn, term("modifier.das_system.armour"), "armour", STATED)


def roll_probe(token: Token, probe: Probe, label: Term) -> Procedure[tuple[int, list[Term]]]:
    """Roll a Probe: return the result and the lines that say it."""
    faces = yield from ask(DICE, label, token.id)
    roll = roll_of(faces)
    result = probe.result(roll)
    lines = [
        term("log.das_system.probe_roll", roll=roll, die=probe.wuerfelwert,
             counted=counted(roll, probe.wuerfelwert), skill=probe.skill.total, total=result)
    ]  # fmt: skip
    for entry in probe.skill.entries:
        m = entry.modifier
        if m.value:
            lines.append(term("log.das_system.part", value=m.value, label=m.label))
    return result, lines


def check(state: Encounter, command: Check) -> Procedure[Outcome]:
    """Roll a Probe against a height."""
    token = find(state, command.token)
    if command.skill not in skill_rows():
        known = ", ".join(skill_rows())
        raise refuse("das_system.no_skill", "skill", skill=command.skill, known=known)
    hinders = command.hinders or skill_rows()[command.skill].hinders
    if hinders != "nothing" and forbids(token, hinders):
        raise refuse("das_system.impossible", "skill", name=token.name)
    scale = Scale(command.wounds, command.armour)
    probe = probe_of(token, command.skill, command.value, hinders, scale)
    course = Course(state)
    skill = named("skill.das_system", command.skill)
    label = term("dice.das_system.probe", name=token.name, skill=skill)
    result, lines = yield from roll_probe(token, probe, label)
    _say(course, token, skill, result, command.height, lines)
    return course.done(term("step.das_system.check", name=token.name, skill=skill))


def _say(
    course: Course, token: Token, skill: Term, result: int, height: int, lines: list[Term]
) -> bool:
    success = result >= height
    line = named(
        "log.das_system.probe", "success" if success else "failure", name=token.name,
        skill=skill, total=result, height=height,
    )  # fmt: skip
    course.add(Logged(line, tuple(lines), token.id))
    return success


def noticing(course: Course, token: Token) -> Procedure[bool]:
    """Let somebody notice an attack in the last moment (§2.1): a very hard Probe."""
    height = options_of(course.state).number("bemerken")
    probe = probe_of(token, "aufmerksamkeit", None, "mind", Scale())
    skill = named("skill.das_system", "aufmerksamkeit")
    label = term("dice.das_system.probe", name=token.name, skill=skill)
    result, lines = yield from roll_probe(token, probe, label)
    return _say(course, token, skill, result, height, lines)


# -- wounds ---------------------------------------------------------------------------------------


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
    return {"wounds": [w.model_dump() for w in wounds]}


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
    if not _say(course, token, name, result, wound.severity, lines):
        condition = "prone" if leg else "disarmed"
        if not token.has(condition):
            course.add(ConditionGained(token.id, Condition(condition)))
        line = named("log.das_system.unsteady", condition, name=token.name)
        course.add(Logged(line, who=token.id, mood="harm"))
    return course.done(term("step.das_system.steady", name=token.name))


def suppress(state: Encounter, command: Suppress) -> Procedure[Outcome]:
    """Roll to suppress the worst pain (§7.5): one row for each 1000 of the Probe."""
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
    if _say(course, healer, skill, result, command.height, lines):
        changed = wound.model_copy(update={"bleeding": 0, "bled": 0, "dressed": True})
        course.add(VitalsChanged(patient.id, _with(patient, changed)))
        line = term("log.das_system.dressed", name=patient.name, place=place_name(wound.place))
        course.add(Logged(line, who=patient.id))
    return course.done(term("step.das_system.bandage", name=patient.name))


def infection(state: Encounter, command: Infection) -> Procedure[Outcome]:
    """Roll for the infection of an untreated wound (§14)."""
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
    """Set what a wound makes impossible (§7.3)."""
    token = find(state, command.token)
    wound = _wound(token, command.wound, "no_wound", ())
    unknown = [a for a in command.actions if a not in FORBIDS]
    if unknown:
        known = ", ".join(FORBIDS)
        raise refuse("das_system.no_action", "actions", action=unknown[0], known=known)
    changed = wound.model_copy(update={"forbids": command.actions})
    course = Course(state)
    course.add(VitalsChanged(token.id, _with(token, changed)))
    return course.done(term("step.das_system.forbid", name=token.name))
    yield  # pragma: no cover – makes this function a generator


def mend(state: Encounter, command: Mend) -> Procedure[Outcome]:
    """Heal a wound altogether, or mend a piece of armour."""
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
        kept: list[JsonValue] = [w.model_dump() for w in vitals.wounds if w.id != wound.id]
        course.add(VitalsChanged(token.id, {"wounds": kept}))
    return course.done(term("step.das_system.mend", name=token.name))
    yield  # pragma: no cover – makes this function a generator
