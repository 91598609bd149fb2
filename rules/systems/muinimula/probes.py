"""Proben, harm by hand, criticals by hand, knocking out (§5, §9, §10)."""

from __future__ import annotations

from rules.core.asking import Option, Procedure, ask, choose
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import Logged
from rules.encounter.state import Encounter, Token
from rules.systems.muinimula import criticals, harm
from rules.systems.muinimula.commands import Critical, Damage, Heal, KnockOut, Probe
from rules.systems.muinimula.conditions import OUT, STUNNED
from rules.systems.muinimula.criticals import Blow
from rules.systems.muinimula.flow import finish
from rules.systems.muinimula.malus import burden, by_life, hindrances, maluses, parts_of, state_row
from rules.systems.muinimula.options import options_of
from rules.systems.muinimula.rolls import Edge, edge, judge_probe, sides
from rules.systems.muinimula.sheet import sheet_of, vitals_of
from rules.systems.muinimula.strike import spend
from rules.systems.muinimula.tables import Region
from rules.systems.muinimula.time import ROUND

KINDS = ("body", "mind", "spell", "sb")
TARGETS = (10, 20, 30, 40, 50, 60, 70, 80, 90)


# -- Proben -------------------------------------------------------------------------------------


def probe(state: Encounter, command: Probe) -> Procedure[Outcome]:
    """Roll a Probe with everything that hampers it (§7–§10). Raises CommandError."""
    token = find(state, command.token)
    held = next((c.id for c in token.conditions if c.id in OUT), None)
    if held is not None:
        why = named("condition.muinimula", held)
        raise refuse("muinimula.cannot_act", "token", name=token.name, condition=why)
    kind = command.kind or (yield from _kind(token))
    target = yield from _target(token, kind, command.target)
    course = Course(state)
    if kind == "mind" and token.has(*STUNNED):
        line = term("log.muinimula.mind_fails", name=token.name)
        course.add(Logged(line, who=token.id, mood="miss"))
        passed = False
    else:
        passed = yield from _roll(course, token, kind, target, command)
    if not passed and kind not in ("spell", "sb"):
        yield from harm.shake_spell(course, token.id, 0)
    finish(course)
    return course.done(term("step.muinimula.probe", name=token.name))


def _kind(token: Token) -> Procedure[str]:
    options = (Option(kind, named("probe.muinimula", kind)) for kind in KINDS)
    return (yield from choose(options, term("choice.muinimula.probe"), token.id, "body"))


def _target(token: Token, kind: str, given: int | None) -> Procedure[int]:
    if given is not None:
        return given
    if kind == "sb":
        return sheet_of(token).control
    options = (Option(str(n), term("number.muinimula.plain", value=n)) for n in TARGETS)
    answer = yield from choose(options, term("choice.muinimula.target"), token.id, "50")
    return int(answer)


def _lot(state: Encounter, token: Token, kind: str, worse: bool) -> Edge:
    reasons = list(hindrances(state, token, spell=kind in ("spell", "sb")))
    return edge(False, worse or bool(reasons))


def _roll(course: Course, token: Token, kind: str, target: int, command: Probe) -> Procedure[bool]:
    state = course.state
    values = [m.value for m in maluses(state, token, parts_of(sheet_of(token), command.uses))]
    if kind == "spell":
        values = _for_spell(state, token, values)
    weight = burden([*values, command.malus])
    lot = _lot(state, token, kind, weight.worse)
    goal = target - weight.rest - 5 * vitals_of(token).hampered
    label = term("dice.muinimula.probe", target=goal)
    dice = yield from ask(sides(lot, 100), label, token.id)
    spend(course, token.id)
    result = judge_probe(dice, lot, goal, options_of(state).number("fumble_from"))
    details: list[Term] = [term("log.muinimula.probe_roll", faces=dice, target=goal)]
    if weight.total:
        details.append(term("log.muinimula.burden", total=weight.total, rest=weight.rest))
    if lot is not Edge.NONE:
        details.append(named("log.muinimula.with", lot.value))
    what = named("probe.muinimula", kind)
    if result.fumble:
        line = term("log.muinimula.probe_fumble", name=token.name, what=what)
    elif result.passed:
        line = term("log.muinimula.probe_passed", name=token.name, what=what)
    else:
        line = term("log.muinimula.probe_failed", name=token.name, what=what)
    course.add(Logged(line, tuple(details), token.id, "hit" if result.passed else "miss"))
    return result.passed


def _for_spell(state: Encounter, token: Token, values: list[int]) -> list[int]:
    """Return the maluses on a spell: a scratch has no effect on it, AZP by option (§7)."""
    row = state_row(token)
    together = options_of(state).word("state_and_fatigue") == "sum"
    first = by_life(token) if together else row
    if first.malus == 5 and not first.spell:
        values = values[1:]
    if options_of(state).flag("azp_counts"):
        values = [*values, row.azp]
    return values


# -- harm by hand -------------------------------------------------------------------------------


def damage(state: Encounter, command: Damage) -> Procedure[Outcome]:
    """Deal the same Trefferpunkte to each of some tokens. Raises CommandError."""
    course = Course(state)
    names = tuple(find(state, id, "tokens").name for id in dict.fromkeys(command.tokens))
    for id in dict.fromkeys(command.tokens):
        token = course.state.token(id)
        points = command.amount
        if command.region:
            region: Region = command.region
            points = max(0, points - sheet_of(token).protection(region))
        yield from harm.lose(course, token.id, points)
    if not course.events:
        raise refuse("nothing_changes", "amount")
    finish(course)
    return course.done(term("step.muinimula.damage", names=names, points=command.amount))


def heal(state: Encounter, command: Heal) -> Procedure[Outcome]:
    """Give LE back to each of some tokens. Raises CommandError."""
    course = Course(state)
    names = tuple(find(state, id, "tokens").name for id in dict.fromkeys(command.tokens))
    for id in dict.fromkeys(command.tokens):
        yield from harm.gain(course, course.state.token(id).id, command.amount)
    if not course.events:
        raise refuse("nothing_changes", "amount")
    finish(course)
    return course.done(term("step.muinimula.heal", names=names, points=command.amount))


def critical(state: Encounter, command: Critical) -> Procedure[Outcome]:
    """Let a critical hit strike somebody, whoever struck it (§5.2)."""
    target = find(state, command.target, "target")
    course = Course(state)
    blow = Blow(target.id, target.id, command.table, command.points)
    yield from criticals.critical(course, blow)
    finish(course)
    return course.done(term("step.muinimula.critical", name=target.name))


def knock_out(state: Encounter, command: KnockOut) -> Procedure[Outcome]:
    """Make somebody unconscious for a rolled time, or dying (§10.7, §10.8). Raises CommandError."""
    token = find(state, command.token)
    course = Course(state)
    if command.dying:
        rounds = command.rounds
        if rounds is None:
            length, _ = yield from harm.unconscious_span(course, token.id)
            rounds = -(-length // ROUND)
        harm.doom(course, token.id, rounds)
    elif command.rounds is not None:
        harm.last(course, token.id, "unconscious", command.rounds * ROUND)
        harm.falls(course, token.id)
    else:
        yield from harm.knock_out(course, token.id)
    if not course.events:
        raise refuse("nothing_changes", "token")
    finish(course)
    return course.done(term("step.muinimula.knock_out", name=token.name))
