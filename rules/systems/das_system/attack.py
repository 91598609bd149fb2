"""Attacks as they happen (§4, §6.3): the course of a second, and the blow that is struck back."""

from __future__ import annotations

from rules.core.asking import Option, Procedure, choose
from rules.core.terms import named, term
from rules.encounter.attacking import AttackCommand
from rules.encounter.commands import CommandError, Outcome
from rules.encounter.course import Course
from rules.encounter.events import Logged, TimeChanged, VitalsChanged
from rules.encounter.situation import WithNumbers, WithZone
from rules.encounter.state import Encounter
from rules.systems.das_system import assaults
from rules.systems.das_system.attacking import presets, values_of
from rules.systems.das_system.blows import (
    Tally,
    about,
    choose_plain,
    choose_ward,
    land,
    roll_value,
    warded,
)
from rules.systems.das_system.body import PARTS
from rules.systems.das_system.bouts import placed
from rules.systems.das_system.duel import Duel, counter_duel
from rules.systems.das_system.gear import SheetWeapon
from rules.systems.das_system.harm import settle_fate
from rules.systems.das_system.kar import SECOND
from rules.systems.das_system.plan import Ground, findings, survey
from rules.systems.das_system.report import attack_lines
from rules.systems.das_system.series import Sequence, bookkeeping, next_attack, take_offensive
from rules.systems.das_system.sheet import vitals_of
from rules.systems.das_system.values import part_name
from rules.systems.das_system.warding import Blow


class Attack(WithNumbers, WithZone, AttackCommand):
    """Attack: fields as in the ``attack`` of a situation; ``mode`` is the aim, a Körperteil.

    ``numbers`` holds the split (``festwert``, ``schwere``); without it the one of the highest
    mean loss is taken. ``zone`` is the place that one hopes for. ``on`` takes ``unnoticed``,
    ``noticed_late``, ``behind``, ``no_push`` and ``force``.
    """


def attack(state: Encounter, command: Attack) -> Procedure[Outcome]:
    """Carry out one sequence. Raises CommandError where it is impossible."""
    ground = survey(state, command.to_action(state))
    problems, _ = findings(ground)
    if problems:
        raise CommandError(*problems)
    course, tally, duel = Course(state), Tally(), ground.duel
    _wield(course, duel)
    if not duel.ranged:
        take_offensive(course, duel.attacker.id, duel.target.id)
    tally.pay(duel.attacker.id, duel.weapon.cost_attack, attacks=True)
    yield from _sequence(course, ground, tally)
    sequence = Sequence(
        duel.attacker.id, duel.target.id, tally.costs, tuple(tally.attacked), tally.ending
    )
    bookkeeping(course, sequence)
    settle_fate(course, state)
    if duel.ranged:
        _load(course, duel)
    else:
        next_attack(course, sequence)
    names = {"attacker": duel.attacker.name, "target": duel.target.name}
    return course.done(term("step.das_system.attack", **names))


def _wield(course: Course, duel: Duel) -> None:
    vitals = vitals_of(duel.attacker)
    if duel.weapon.hands in ("main", "two") and vitals.wielded != duel.weapon.id:
        course.add(VitalsChanged(duel.attacker.id, {"wielded": duel.weapon.id}))


def _load(course: Course, duel: Duel) -> None:
    """Let a shot be followed by the time of loading (§14)."""
    if course.state.timeline.running:
        ready = course.state.timeline.now + max(1, duel.weapon.loading) * SECOND
        course.add(VitalsChanged(duel.attacker.id, {"loaded_at": ready}))
        course.add(TimeChanged(placed(course.state, course.state.timeline)))


def _sequence(course: Course, ground: Ground, tally: Tally) -> Procedure[None]:
    """Roll the attack; if it reaches a place, let it be warded and do its work (§4)."""
    duel, values, split = ground.duel, ground.values, ground.split
    label = term("dice.das_system.attack", target=duel.target.name, part=part_name(duel.part))
    value, roll = yield from roll_value(label, duel.attacker.id, values, split)
    details = attack_lines(values, split, roll, value)
    assaults.note(course, duel, value)
    if not ground.cover.open_to(value):
        tally.ending = "missed"
        line = named("log.das_system", "missed", **about(duel, value))
        course.add(Logged(line, tuple(details), duel.attacker.id, "miss"))
        return
    line = named("log.das_system", "attacks", **about(duel, value), schwere=split.schwere)
    course.add(Logged(line, tuple(details), duel.attacker.id, "hit"))
    blow = Blow(value, split.schwere, assaults.extra(course.state, duel))
    ward = yield from choose_ward(course, duel, blow, tally)
    schwere, stopped = yield from warded(course, duel, blow, ward, tally)
    hurt = False
    if schwere > 0 or not stopped:
        hurt = yield from land(course, duel, ground.cover, value, schwere)
    if ward.answer is not None:
        yield from _counter(course, duel, ward.answer, tally, hurt or not stopped)


# -- the counter-attack ---------------------------------------------------------------------------


def _counter(
    course: Course, duel: Duel, weapon: SheetWeapon, tally: Tally, hurt: bool
) -> Procedure[None]:
    """Strike back with half the Würfelwert (§6.3); unhurt and with a hit it takes the offensive.

    Both blows fall at the same moment: what the first one does hampers the second no more.
    """
    free = duel.options.word("gegen_kosten") == "ward"
    tally.pay(duel.target.id, 0 if free else weapon.cost_attack, attacks=True)
    back = yield from _aim_back(duel, weapon)
    cover = back.cover()
    values = values_of(back).halved()
    found = presets(values, back.stairs(cover), cover.lowest)
    label = term("choice.das_system.counter_split", name=back.attacker.name)
    options = tuple(
        Option(id, named("split.das_system", id),
               term("choice.das_system.split_detail", festwert=s.festwert, schwere=s.schwere))
        for id, s in found.items()
    )  # fmt: skip
    picked = yield from choose(options, label, back.attacker.id, "best")
    split = found[picked]
    dice = term("dice.das_system.counter", name=back.attacker.name, part=part_name(back.part))
    value, roll = yield from roll_value(dice, back.attacker.id, values, split)
    details = tuple(attack_lines(values, split, roll, value))
    if not cover.open_to(value):
        line = named("log.das_system", "missed", **about(back, value))
        course.add(Logged(line, details, back.attacker.id, "miss"))
        return
    line = named("log.das_system", "attacks", **about(back, value), schwere=split.schwere)
    course.add(Logged(line, details, back.attacker.id, "hit"))
    schwere = split.schwere
    if duel.options.flag("gegen_parade"):
        blow = Blow(value, schwere)
        ward = yield from choose_plain(course, back, blow)
        schwere, stopped = yield from warded(course, back, blow, ward, tally)
        tally.ending = ""
        if stopped:
            return
    yield from land(course, back, cover, value, schwere)
    if not hurt:
        tally.ending = "counter"


def _aim_back(duel: Duel, weapon: SheetWeapon) -> Procedure[Duel]:
    options = tuple(Option(part, part_name(part)) for part in PARTS)
    label = term("choice.das_system.counter_aim", name=duel.target.name)
    part = yield from choose(options, label, duel.target.id, PARTS[0])
    return counter_duel(duel, weapon, part)
