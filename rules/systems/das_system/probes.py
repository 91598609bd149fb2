"""Proben (§1.5, §7.3, §8.1): the counted roll, the skill, and all that is taken off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.core.asking import Procedure, ask
from rules.core.modifiers import Breakdown, Entry, Modifier
from rules.core.sources import HOUSE, STATED
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import Logged
from rules.encounter.state import Encounter, Token
from rules.systems.das_system.body import LIMBS, part_of
from rules.systems.das_system.chances import DICE, roll_of
from rules.systems.das_system.commands import Check
from rules.systems.das_system.conditions import forbids
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import sheet_of, vitals_of
from rules.systems.das_system.tables import skill_rows
from rules.systems.das_system.values import (
    armour_probe,
    counted,
    pain_level,
    pain_probe,
    place_name,
)

HINDERED: Final[dict[str, frozenset[str]]] = {
    "body": frozenset({"rumpf", *LIMBS}),
    "hands": frozenset({"r_arm", "l_arm"}),
    "mind": frozenset({"kopf"}),
    "nothing": frozenset(),
}
"""Wounds at which parts hinder an action (§7.3)."""


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
    """Roll a Probe against a height. Raises CommandError."""
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
    say_result(course, token, skill, result, command.height, lines)
    return course.done(term("step.das_system.check", name=token.name, skill=skill))


def say_result(
    course: Course, token: Token, skill: Term, result: int, height: int, lines: list[Term]
) -> bool:
    """Log a Probe and return whether it reached its height (§1.5)."""
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
    return say_result(course, token, skill, result, height, lines)
