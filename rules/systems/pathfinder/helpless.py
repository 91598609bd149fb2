"""The coup de grace against a helpless victim (§7): when it is allowed, and what it does."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pydantic import JsonValue

from maps.grid import Cell, adjacent
from maps.problems import Problem, Severity
from maps.shapes import Grade
from rules.core.asking import Procedure, ask
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Command, CommandError, Flag, Outcome
from rules.encounter.course import Course
from rules.encounter.events import Logged, VitalsChanged
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, TokenId
from rules.encounter.state_codec import Id, Int, Word
from rules.systems.pathfinder.attack import roll_damage, tell_harm
from rules.systems.pathfinder.commands import Save
from rules.systems.pathfinder.concealment import concealment
from rules.systems.pathfinder.conditions import is_helpless
from rules.systems.pathfinder.damage import Blow, blow, mean, weapon_name
from rules.systems.pathfinder.harm import deal_damage, health, kill, vitals_of
from rules.systems.pathfinder.modifiers import Ground
from rules.systems.pathfinder.plan import CANNOT_ATTACK, right_square, survey
from rules.systems.pathfinder.saves import breakdown_line, save_plan, success
from rules.systems.pathfinder.threat import opponents

BASE_DC = 10


class CoupDeGrace(Command):
    """Give a helpless victim the coup de grace; ``cell`` is the square in which it is sought.

    ``force`` does it in spite of all problems.
    """

    do: Literal["coup_de_grace"] = "coup_de_grace"
    attacker: Id
    target: Id
    weapon: Word = ""
    cell: tuple[Int, Int] | None = None
    force: Flag = False

    def to_action(self, state: Encounter) -> AttackAction:
        """Return it as an attack. Raises CommandError for tokens that are not there."""
        find(state, self.attacker, "attacker")
        find(state, self.target, "target")
        cell = None if self.cell is None else Cell(*self.cell)
        return AttackAction(TokenId(self.attacker), TokenId(self.target), self.weapon, cell=cell)


@dataclass(frozen=True, slots=True)
class CoupPlan:
    """A coup de grace before a die falls.

    ``seeks``: the victim is totally concealed and must be found first. ``foes`` are those who may
    strike at the opportunity. ``damage`` is the mean, ``save`` the bonus of the victim.
    """

    ground: Ground
    problems: tuple[Problem, ...]
    seeks: bool
    foes: tuple[TokenId, ...]
    blow: Blow
    damage: Fraction
    save: int


def plan_coup(state: Encounter, command: CoupDeGrace) -> CoupPlan:
    """Say everything known about a coup de grace before a die falls."""
    ground = survey(state, command.to_action(state))
    does = coup_blow(ground)
    return CoupPlan(
        ground,
        () if command.force else tuple(_problems(ground)),
        _must_seek(ground),
        opponents(state, ground.duel.attacker.id),
        does,
        mean(does, critical=True),
        save_plan(state, Save(token=command.target, save="fort", dc=BASE_DC)).bonus.total,
    )


def coup_blow(ground: Ground) -> Blow:
    """Return the blow: a critical, and the dice of a sneak attack in any case (§7)."""
    duel, does = ground.duel, blow(ground)
    if duel.foe.immune_precision or duel.foe.immune_criticals:
        return does
    return Blow(does.dice, does.times, duel.sheet.sneak_attack, does.reduction, does.nonlethal)


# -- what stands in the way -----------------------------------------------------------------------


def _problems(ground: Ground) -> list[Problem]:
    duel = ground.duel
    found = []
    if duel.attacker.has(*CANNOT_ATTACK):
        held = next(c.id for c in duel.attacker.conditions if c.id in CANNOT_ATTACK)
        args = {"name": duel.attacker.name, "condition": named("condition.pathfinder", held)}
        found.append(Problem("pathfinder.cannot_act", Severity.ERROR, "attacker", args))
    if health(duel.target).dead:
        why = {"name": duel.target.name}
        found.append(Problem("pathfinder.already_dead", Severity.ERROR, "target", why))
    elif not is_helpless(duel.target):
        why = {"name": duel.target.name}
        found.append(Problem("pathfinder.not_helpless", Severity.ERROR, "target", why))
    if duel.foe.immune_criticals:
        why = {"name": duel.target.name}
        found.append(Problem("pathfinder.immune_criticals", Severity.ERROR, "target", why))
    if ground.report.cover.grade is Grade.TOTAL:
        why = {"name": duel.target.name}
        found.append(Problem("pathfinder.total_cover", Severity.ERROR, "target", why))
    return [*found, *_of_weapon(ground)]


def _of_weapon(ground: Ground) -> list[Problem]:
    """Check the weapon: a melee weapon that reaches, or a bow or crossbow beside the victim."""
    duel = ground.duel
    wanted = ground.action.weapon
    if wanted and duel.sheet.weapon(wanted) is None:
        args: dict[str, object] = {"name": duel.attacker.name, "weapon": wanted}
        return [Problem("pathfinder.no_weapon", Severity.ERROR, "weapon", args)]
    if not duel.ranged:
        if duel.reaches:
            return []
        zone = duel.zone
        args = {"distance": duel.distance, "reach": zone.reach, "inner": zone.inner}
        return [Problem("pathfinder.out_of_reach", Severity.ERROR, "target", args)]
    if not {"bow", "crossbow"} & set(duel.weapon.tags):
        args = {"weapon": weapon_name(duel.weapon)}
        return [Problem("pathfinder.coup_weapon", Severity.ERROR, "weapon", args)]
    if not adjacent(duel.a, duel.t) or duel.rise > 1:
        args = {"weapon": weapon_name(duel.weapon)}
        return [Problem("pathfinder.coup_not_adjacent", Severity.ERROR, "target", args)]
    return []


def _must_seek(ground: Ground) -> bool:
    """Whether this action only finds the body: totally concealed, not found the turn before."""
    if concealment(ground.causes).grade != "total":
        return False
    vitals = vitals_of(ground.duel.attacker)
    line = ground.state.timeline
    if vitals.found != ground.duel.target.id:
        return True
    return line.running and line.round != vitals.found_round + 1


# -- the procedure --------------------------------------------------------------------------------


def coup_de_grace(state: Encounter, command: CoupDeGrace) -> Procedure[Outcome]:
    """Carry out a coup de grace. Raises CommandError where it is not allowed."""
    plan = plan_coup(state, command)
    if plan.problems:
        raise CommandError(*plan.problems)
    duel = plan.ground.duel
    course = Course(state)
    label = term("step.pathfinder.coup", attacker=duel.attacker.name, target=duel.target.name)
    if plan.seeks:
        _seek(course, plan)
        return course.done(label)
    if vitals_of(duel.attacker).found:
        course.add(VitalsChanged(duel.attacker.id, {"found": "", "found_round": 0}))
    yield from _strike(course, plan)
    return course.done(label)


def _seek(course: Course, plan: CoupPlan) -> None:
    """Spend the first full-round action on finding the body in its square (§7)."""
    duel = plan.ground.duel
    there = plan.ground.action.cell is None or right_square(plan.ground)
    args = {"attacker": duel.attacker.name, "target": duel.target.name}
    details = tuple(_provoked(plan))
    if not there:
        line = term("log.pathfinder.coup_nothing", **args)
        course.add(Logged(line, details, duel.attacker.id, "miss"))
        return
    found: dict[str, JsonValue] = {
        "found": str(duel.target.id),
        "found_round": course.state.timeline.round,
    }
    course.add(
        Logged(term("log.pathfinder.coup_found", **args), details, duel.attacker.id),
        VitalsChanged(duel.attacker.id, found),
    )


def _provoked(plan: CoupPlan) -> list[Term]:
    names = tuple(plan.ground.state.tokens[t].name for t in plan.foes)
    return [term("log.pathfinder.provokes", names=names)] if names else []


def _strike(course: Course, plan: CoupPlan) -> Procedure[None]:
    """Deal the critical damage; who survives it saves or dies (§7)."""
    duel = plan.ground.duel
    amount, rolls = yield from roll_damage(plan.ground, plan.blow, critical=True)
    harmed = deal_damage(
        course.state, duel.target.id, amount, nonlethal=plan.blow.nonlethal, critical=True
    )
    line = term(
        "log.pathfinder.coup",
        attacker=duel.attacker.name,
        target=duel.target.name,
        weapon=weapon_name(duel.weapon),
        damage=amount,
    )
    details = (*_provoked(plan), *rolls)
    tell_harm(course, Logged(line, details, duel.attacker.id, "hit"), duel.target.id, harmed)
    if amount and not health(course.state.tokens[duel.target.id]).dead:
        yield from _save(course, duel.target.id, BASE_DC + amount)


def _save(course: Course, target: TokenId, dc: int) -> Procedure[None]:
    plan = save_plan(course.state, Save(token=target, save="fort", dc=BASE_DC))
    bonus, name = plan.bonus.total, course.state.tokens[target].name
    (face,) = yield from ask((20,), term("dice.pathfinder.coup_save", name=name, dc=dc), target)
    holds = face == 20 or (face != 1 and face + bonus >= dc)
    roll = term("log.pathfinder.roll", face=face, bonus=bonus, total=face + bonus)
    parts = (breakdown_line(e.modifier) for e in plan.bonus.entries if e.counted)
    line = term(
        "log.pathfinder.coup_save", name=name, total=face + bonus, dc=dc, result=success(holds)
    )
    course.add(Logged(line, (roll, *parts), target, "miss" if holds else "hit"))
    if not holds:
        course.add(*kill(course.state, target))
