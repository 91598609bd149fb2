"""Harm and help by hand: GZ, Ausdauer, injuries from other causes (§7.2, §14)."""

from __future__ import annotations

from pydantic import JsonValue

from rules.core.asking import Procedure, done
from rules.core.terms import term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import Logged, VitalsChanged
from rules.encounter.state import Encounter, Token
from rules.systems.das_system.body import places
from rules.systems.das_system.commands import Damage, Heal, Rest, Strike
from rules.systems.das_system.harm import settle_fate, struck, tired, wound_of, zustand_of
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import sheet_of, vitals_of
from rules.systems.das_system.values import place_name


def damage(state: Encounter, command: Damage) -> Procedure[Outcome]:
    """Take GZ (§7.2): hits stop at 0, bleeding, magic, fire and frost do not."""
    found = [find(state, id, f"tokens[{i}]") for i, id in enumerate(command.tokens)]
    course = Course(state)
    for token in found:
        vitals = vitals_of(token)
        lower = vitals.gz - command.amount
        gz = struck(vitals.gz, command.amount) if command.kind == "hit" else lower
        _set_gz(course, token, gz)
    return done(_finish(course, state, found, "damage"))


def heal(state: Encounter, command: Heal) -> Procedure[Outcome]:
    """Give GZ back, up to the most."""
    found = [find(state, id, f"tokens[{i}]") for i, id in enumerate(command.tokens)]
    course = Course(state)
    for token in found:
        gz = min(sheet_of(token).most_gz, vitals_of(token).gz + command.amount)
        _set_gz(course, token, gz)
    return done(_finish(course, state, found, "heal"))


def rest(state: Encounter, command: Rest) -> Procedure[Outcome]:
    """Give or take Ausdauer; it never exceeds the GZ (§1.8)."""
    found = [find(state, id, f"tokens[{i}]") for i, id in enumerate(command.tokens)]
    course = Course(state)
    for token in found:
        vitals = vitals_of(token)
        most = max(0, min(sheet_of(token).most_ausdauer, vitals.gz))
        value = min(most, max(0, vitals.ausdauer + command.amount))
        if value != vitals.ausdauer:
            course.add(VitalsChanged(token.id, {"ausdauer": value}))
            line = term("log.das_system.ausdauer", name=token.name, value=value)
            course.add(Logged(line, who=token.id))
    return done(_finish(course, state, found, "rest"))


def _set_gz(course: Course, token: Token, gz: int) -> None:
    vitals = vitals_of(token)
    if gz == vitals.gz:
        return
    values: dict[str, JsonValue] = {"gz": gz}
    if gz < vitals.gz:
        values["ausdauer"] = tired(vitals, gz, options_of(course.state))
    course.add(VitalsChanged(token.id, values))
    line = term("log.das_system.gz", name=token.name, before=vitals.gz, after=gz)
    course.add(Logged(line, who=token.id, mood="harm" if gz < vitals.gz else ""))


def _finish(course: Course, state: Encounter, found: list[Token], what: str) -> Outcome:
    if not course.events:
        raise refuse("nothing_changes")
    settle_fate(course, state)
    names = tuple(token.name for token in found)
    labels = {
        "damage": term("step.das_system.damage", names=names),
        "heal": term("step.das_system.heal", names=names),
        "rest": term("step.das_system.rest", names=names),
    }
    return course.done(labels[what])


def strike(state: Encounter, command: Strike) -> Procedure[Outcome]:
    """Injure a place: fire, falls, traps (§14); its Zustand counts, armour does not.

    Raises CommandError.
    """
    token = find(state, command.token)
    if command.place not in places():
        known = ", ".join(places())
        raise refuse("das_system.no_place", "place", name=command.place, known=known)
    course = Course(state)
    left = command.severity - zustand_of(token, command.place)
    if left <= 0:
        raise refuse("nothing_changes", "severity")
    vitals = vitals_of(token)
    wound = wound_of(vitals, command.place, left, command.kind)
    gz = struck(vitals.gz, left)
    values: dict[str, JsonValue] = {
        "gz": gz,
        "ausdauer": tired(vitals, gz, options_of(state)),
        "wounds": [w.model_dump(mode="json") for w in (*vitals.wounds, wound)],
    }
    course.add(VitalsChanged(token.id, values))
    line = term(
        "log.das_system.struck", name=token.name, place=place_name(command.place), severity=left,
        row=wound.row, gz=gz,
    )  # fmt: skip
    course.add(Logged(line, who=token.id, mood="harm"))
    settle_fate(course, state)
    return done(course.done(term("step.das_system.strike", name=token.name)))
