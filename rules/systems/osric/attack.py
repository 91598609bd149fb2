"""Attacks as they happen: the draw of the target, the rolls, what they do, what the log says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pydantic import JsonValue

from rules.core.asking import Basis, Procedure, ask
from rules.core.modifiers import Breakdown
from rules.core.terms import Term, term
from rules.encounter.attacking import AttackCommand
from rules.encounter.commands import CommandError, Outcome
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Linked, Logged, TimeChanged, VitalsChanged
from rules.encounter.plans import AttackAction
from rules.encounter.state import Condition, Encounter, Link, TokenId
from rules.systems.osric.armour_class import defence_rows
from rules.systems.osric.conditions import OUT
from rules.systems.osric.creatures import GRAPPLE, sheet_of, vitals_of
from rules.systems.osric.damage import Blow, blow
from rules.systems.osric.duel import GRAPPLING, MOVING, OVERBEAR, ROUTINE, Duel, make_duel, survey
from rules.systems.osric.findings import candidates, findings
from rules.systems.osric.harm import deal, hp_line
from rules.systems.osric.melee import WEIGHTS, drawn
from rules.systems.osric.names import weapon_name
from rules.systems.osric.plan import auto_hits, lowest_face, number_needed, swings
from rules.systems.osric.time import SHIELDED, USED, shielded, table, used, with_data
from rules.systems.osric.to_hit import attack_rows, matrix_level


class Attack(AttackCommand):
    """Attack: fields as in the ``attack`` of a situation.

    ``on`` with ``force`` attacks in spite of all problems, with ``chosen_target`` without a draw.
    """


# -- the procedure --------------------------------------------------------------------------------


def attack(state: Encounter, action: AttackAction) -> Procedure[Outcome]:
    """Carry out an attack on the spot with all its rolls. Raises CommandError if impossible."""
    duel = make_duel(state, action)
    assert duel.mode not in MOVING, "attacks that move first are carried out by moves.charge"
    problems, _ = findings(survey(duel), state)
    if problems:
        raise CommandError(*problems)
    course = Course(state)
    take_in_hand(course, duel)
    spend(course, duel.attacker.id)
    yield from execute(course, duel)
    return course.done(step_of(state, action))


def step_of(state: Encounter, action: AttackAction) -> Term:
    """Name the step of an attack."""
    attacker, target = state.tokens[action.attacker].name, state.tokens[action.target].name
    return term("step.osric.attack", attacker=attacker, target=target)


def take_in_hand(course: Course, duel: Duel) -> None:
    """Note the weapon in hand, and the round in which a slow one was shot."""
    values: dict[str, JsonValue] = {}
    arm, vitals = duel.arm, vitals_of(duel.attacker)
    if not arm.natural and not arm.bare and vitals.wielded != arm.id:
        values["wielded"] = arm.id
    if duel.ranged and arm.slow and course.state.timeline.running:
        values["shot"] = course.state.timeline.round
    if values:
        course.add(VitalsChanged(duel.attacker.id, values))


def spend(course: Course, token_id: TokenId) -> None:
    """Count a routine as used (§4.3)."""
    line = course.state.timeline
    if not line.running:
        return
    now: dict[str, JsonValue] = {**table(line, USED), token_id: used(line, token_id) + 1}
    course.add(TimeChanged(with_data(line, **{USED: now})))


def _shield(course: Course, duel: Duel, defence: Breakdown) -> None:
    """Count an attack against which the shield of the target counted (§2.5, optional)."""
    line = course.state.timeline
    counts = any(e.counted and e.modifier.id == "shield" for e in defence.entries)
    if counts and line.running and duel.options.flag("shield_attacks"):
        id = duel.target.id
        now: dict[str, JsonValue] = {**table(line, SHIELDED), id: shielded(line, id) + 1}
        course.add(TimeChanged(with_data(line, **{SHIELDED: now})))


def execute(course: Course, duel: Duel) -> Procedure[None]:
    """Roll an attack out: one draw for a routine, one for each shot (§6)."""
    pool = [t.id for t in candidates(replace(duel, state=course.state))]
    apart = duel.ranged and duel.options.word("shots_drawn") == "each"
    each = apart or (duel.sheet.split_routine and duel.mode == ROUTINE)
    target: TokenId | None = None
    for swing in swings(duel):
        standing = [t for t in pool if not course.state.tokens[t].has(*OUT)] or pool[:1]
        if target is None or each:
            target = yield from _draw(course, duel, standing)
        elif course.state.tokens[target].has(*OUT) or target not in standing:
            return
        if swing is not duel and course.state.tokens[target].has("dead"):
            return
        yield from strike(course, renewed(course.state, swing, target))


def renewed(state: Encounter, duel: Duel, target: TokenId) -> Duel:
    """Return the same attack in a later state, perhaps at another target."""
    action = replace(duel.action, target=target)
    attacker = replace(state.tokens[duel.attacker.id], space=duel.attacker.space)
    return replace(duel, state=state, action=action, attacker=attacker, target=state.tokens[target])


def _draw(course: Course, duel: Duel, pool: list[TokenId]) -> Procedure[TokenId]:
    """Draw the one who is struck or hit (§6)."""
    if len(pool) == 1:
        return pool[0]
    tokens = course.state.tokens
    weighted = duel.ranged and duel.options.flag("missile_weights")
    weights = [WEIGHTS[sheet_of(tokens[t]).size] if weighted else 1 for t in pool]
    names = tuple(tokens[t].name for t in pool)
    label = term("dice.osric.target", names=tuple(_faces_of(names, weights)))
    (face,) = yield from ask((sum(weights),), label, duel.attacker.id)
    found = drawn(pool, weights, face)
    said = term("log.osric.drawn", attacker=duel.attacker.name, target=tokens[found].name)
    among = term("log.osric.drawn_among", names=names, face=face)
    course.add(Logged(said, (among,), duel.attacker.id))
    return found


def _faces_of(names: Iterable[str], weights: Iterable[int]) -> Iterator[Term]:
    """Say for each name the faces of the die that mean it."""
    last = 0
    for name, weight in zip(names, weights, strict=True):
        first, last = last + 1, last + weight
        if weight == 1:
            yield term("word.osric.face_of", name=name, face=last)
        else:
            yield term("word.osric.faces_of", name=name, first=first, last=last)


# -- one roll -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    """What every line of the log about one roll says."""

    attacker: str
    target: str
    weapon: Term

    @property
    def args(self) -> dict[str, str | Term]:
        return {name: getattr(self, name) for name in self.__slots__}


def hits(face: int, bonus: int, needed: int, duel: Duel) -> bool:
    """Whether a face of the die hits; 20 and 1 are nothing special by default (§2.1)."""
    if face == 20 and duel.options.flag("nat20_hits"):
        return True
    if face == 1 and duel.options.flag("nat1_misses"):
        return False
    return face + bonus >= needed


def strike(course: Course, duel: Duel) -> Procedure[bool]:
    """Roll once to hit, and damage where it does; returns whether it hit."""
    ground = survey(duel)
    own = attack_rows(ground).total_up(duel.action)
    defence = defence_rows(ground).total_up(duel.action)
    about = _Line(duel.attacker.name, duel.target.name, weapon_name(duel.arm))
    if auto_hits(duel):
        yield from _harm(course, duel, about, [term("log.osric.sleeps_on")])
        return True
    level = matrix_level(duel)
    needed, bonus = number_needed(duel, defence.total), own.total
    label = term("dice.osric.attack", target=duel.target.name)
    low = lowest_face(needed, bonus, duel)
    alike = _alike(21 if low is None else low)
    titles = term("title.osric.attack"), term("title.osric.armour_class")
    basis = Basis(low, sums=tuple(zip(titles, (own, defence), strict=True)))
    (face,) = yield from ask((20,), label, duel.attacker.id, alike, basis)
    details = [
        term("log.osric.roll", face=face, bonus=bonus, total=face + bonus),
        *_parts(own),
        term("log.osric.against", ac=defence.total, level=level, needed=needed),
        *_parts(defence),
    ]
    _shield(course, duel, defence)
    total = face + bonus
    if not hits(face, bonus, needed, duel):
        line = term("log.osric.missed", total=total, needed=needed, **about.args)
        course.add(Logged(line, tuple(details), duel.attacker.id, "miss"))
        return False
    yield from _harm(course, duel, about, details, total, needed)
    return True


def _alike(needs: int) -> tuple[tuple[int, int], ...]:
    """Group the faces of the die: those that miss, those that hit."""
    miss = max(0, min(20, needs - 1))
    return (max(1, miss), miss), (20, 20 - miss)


def roll_damage(does: Blow, who: str) -> Procedure[tuple[int, list[Term]]]:
    """Roll the dice of a blow; returns the damage and how it came about."""
    if does.full:
        return does.deals(does.most), [term("log.osric.full")]
    faces: tuple[int, ...] = ()
    if does.dice.count:
        faces = yield from ask(does.dice.faces, term("dice.osric.damage"), who)
    total = does.deals(sum(faces) + does.dice.bonus)
    bonus = does.dice.bonus + does.bonus
    if does.times > 1:
        said = term("log.osric.damage_doubled", faces=faces, bonus=bonus, total=total)
    else:
        said = term("log.osric.damage_roll", faces=faces, bonus=bonus, total=total)
    return total, [said]


def _harm(
    course: Course,
    duel: Duel,
    about: _Line,
    details: list[Term],
    total: int = 0,
    needed: int = 0,
) -> Procedure[None]:
    amount, rolls = yield from roll_damage(blow(duel), duel.attacker.id)
    victim = duel.target.id
    before = course.state.tokens[victim]
    after = Course(course.state)
    orderly = duel.occasion in ("", "charged")
    deal(after, victim, amount, duel.attacker.id if orderly else None)
    details = [*details, *rolls]
    if amount:
        details.append(hp_line(before, after.state.tokens[victim]))
    line = term("log.osric.hit", total=total, needed=needed, damage=amount, **about.args)
    course.add(Logged(line, tuple(details), duel.attacker.id, "hit"))
    course.add(*after.events)
    if duel.mode in GRAPPLING:
        _grapple(course, duel)


def _grapple(course: Course, duel: Duel) -> None:
    """Hold the target; who was overborne lies as well (§7.11, §7.12)."""
    target = course.state.tokens[duel.target.id]
    if target.has(*OUT):
        return
    overborne = duel.mode == OVERBEAR
    if overborne and not target.has("prone"):
        course.add(ConditionGained(target.id, Condition("prone")))
    if overborne and not duel.options.flag("overbear_holds"):
        said = term("log.osric.thrown", attacker=duel.attacker.name, target=target.name)
        course.add(Logged(said, who=target.id, mood="harm"))
        return
    link = Link(GRAPPLE, duel.attacker.id, target.id)
    if link not in course.state.links:
        course.add(Linked(link))
    if not target.has("held"):
        course.add(ConditionGained(target.id, Condition("held")))
    said = term("log.osric.held", attacker=duel.attacker.name, target=target.name)
    course.add(Logged(said, who=target.id, mood="harm"))


# -- words ----------------------------------------------------------------------------------------


def _parts(breakdown: Breakdown) -> list[Term]:
    """Say every row that counted and changed something."""
    lines = []
    for entry in breakdown.entries:
        modifier = entry.modifier
        if not entry.counted or (not modifier.value and modifier.id != "base"):
            continue
        if modifier.detail is None:
            lines.append(term("log.osric.part", value=modifier.value, label=modifier.label))
        else:
            lines.append(
                term(
                    "log.osric.part_detail",
                    value=modifier.value,
                    label=modifier.label,
                    detail=modifier.detail,
                )
            )
    return lines
