"""Attacks as they happen: the rolls in their order, what they do, what the log says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from maps.grid import point
from rules.core.asking import Basis, Procedure, ask
from rules.core.modifiers import Breakdown
from rules.core.terms import Term, named, term
from rules.encounter.attacking import AttackCommand
from rules.encounter.commands import CommandError, Flag, Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Event, Logged, VitalsChanged
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Condition, Encounter, TokenId
from rules.encounter.state_codec import Pair
from rules.systems.pathfinder.damage import SNEAK_SIDES, Blow, blow, dealt, weapon_name
from rules.systems.pathfinder.duel import CHARGE, THROW
from rules.systems.pathfinder.harm import deal_damage, health, hp_line, vitals_of
from rules.systems.pathfinder.modifiers import FORCE, Ground
from rules.systems.pathfinder.plan import needed, penalties, right_square, rolls_of, survey
from rules.systems.pathfinder.threat import opportunity


class Attack(AttackCommand):
    """Attack: fields as in the ``attack`` of a situation.

    ``on`` with ``force`` attacks in spite of all problems; ``opportunity`` makes it an attack of
    opportunity, of which there is one each round, ``left`` is the square where the target gave it;
    ``prone``: the target was still on the ground.
    """

    opportunity: Flag = False
    left: Pair | None = None
    prone: Flag = False


# -- the procedure ----------------------------------------------------------------------------


def attack(state: Encounter, command: Attack) -> Procedure[Outcome]:
    """Carry out an attack with all its rolls. Raises CommandError where it is impossible."""
    action = command.to_action(state)
    state = _where_it_was(state, command)
    ground = survey(state, action)
    made = rolls_of(ground)
    if made.problems:
        raise CommandError(*made.problems)
    if command.opportunity:
        _check_opportunity(state, action)
    course = Course(state)
    if command.opportunity:
        names = {"name": ground.duel.attacker.name, "target": ground.duel.target.name}
        said = term("log.pathfinder.opportunity", **names)
        course.add(Logged(said, who=action.attacker))
    course.add(*_before(ground, command.opportunity))
    for number, penalty in enumerate(penalties(ground)):
        if number:
            if health(course.state.tokens[action.target]).down:
                break
            ground = survey(course.state, action)
            made = rolls_of(ground)
        yield from _strike(course, ground, made, penalty)
    names = {"attacker": state.tokens[action.attacker].name}
    return course.done(
        term("step.pathfinder.attack", **names, target=state.tokens[action.target].name)
    )


def _where_it_was(state: Encounter, command: Attack) -> Encounter:
    """Return the fight with the target where and as it gave the opportunity (§8)."""
    if command.left is None and not command.prone:
        return state
    target = state.token(command.target)
    if command.left is not None:
        target = replace(target, space=target.space.moved(*point(*command.left)))
    if command.prone and not target.has("prone"):
        target = replace(target, conditions=(*target.conditions, Condition("prone")))
    return state.with_token(target)


def _check_opportunity(state: Encounter, action: AttackAction) -> None:
    code = opportunity(state, action.attacker, action.target)
    if code and FORCE not in action.on:
        name = state.tokens[action.attacker].name
        why = named("no_opportunity.pathfinder", code)
        raise refuse("pathfinder.no_opportunity", "opportunity", name=name, why=why)


def _before(ground: Ground, opportunity: bool) -> Iterator[Event]:
    """Yield what the decision to attack brings about before any roll."""
    duel = ground.duel
    vitals = vitals_of(duel.attacker)
    values: dict[str, str | int] = {}
    held = not duel.weapon.natural and "unarmed" not in duel.weapon.tags
    stays = duel.weapon.kind != "thrown" and duel.mode != THROW
    if held and stays and vitals.wielded != duel.weapon.id:
        values["wielded"] = duel.weapon.id
    if opportunity:
        values["opportunities"] = vitals.opportunities + 1
    if vitals.found:
        values |= {"found": "", "found_round": 0}
    if values:
        yield VitalsChanged(duel.attacker.id, values)
    for condition, chosen in (
        ("charging", duel.mode == CHARGE),
        ("fighting_defensively", ground.chosen("fighting_defensively")),
    ):
        if chosen and not duel.attacker.has(condition):
            yield ConditionGained(duel.attacker.id, Condition(condition))


def _strike(course: Course, ground: Ground, made: AttackPlan, penalty: int) -> Procedure[None]:
    """Roll once to hit, and damage where it does."""
    duel, bonus = ground.duel, made.attack.total + penalty
    who, armour = duel.attacker.id, made.defence.total
    target = duel.target.name
    label = term("dice.pathfinder.attack", target=target)
    low = 21 if duel.foe.immune_criticals else duel.weapon.critical_from
    needs = needed(bonus, armour)
    basis = Basis(
        needs, sums=((made.attack_title, made.attack), (made.defence_title, made.defence))
    )
    if penalty:
        basis = replace(basis, counts=(term("basis.pathfinder.later", value=penalty),))
    (face,) = yield from ask((20,), label, who, _alike(needs, low), basis)
    details = [
        term("log.pathfinder.roll", face=face, bonus=bonus, total=face + bonus),
        *_parts(made.attack, penalty),
        term("log.pathfinder.against", ac=armour),
        *_parts(made.defence),
        *_warnings(made),
    ]
    about = _Line(duel.attacker.name, target, weapon_name(duel.weapon), face + bonus, armour)
    if not hits(face, bonus, armour):
        key = term("log.pathfinder.missed", **about.args)
        course.add(Logged(key, tuple(details), who, "miss"))
        return
    if made.concealment.grade == "total" and not _aimed_right(ground):
        line = term("log.pathfinder.empty", **about.args)
        course.add(Logged(line, tuple(details), who, "miss"))
        return
    escaped, rolls = yield from _concealed(ground, made)
    details += rolls
    if escaped:
        line = term("log.pathfinder.concealed", percent=made.concealment.percent, **about.args)
        course.add(Logged(line, tuple(details), who, "miss"))
        return
    critical, rolls = yield from _confirmed(ground, face, bonus, armour, basis)
    details += rolls
    yield from _harm(course, ground, critical, about, details)


@dataclass(frozen=True, slots=True)
class _Line:
    """What every line of the log about one roll says."""

    attacker: str
    target: str
    weapon: Term
    total: int
    ac: int

    @property
    def args(self) -> dict[str, str | int | Term]:
        return {name: getattr(self, name) for name in self.__slots__}


def hits(face: int, bonus: int, armour_class: int) -> bool:
    """Whether a d20 hits: 20 always, 1 never (§8)."""
    return face == 20 or (face != 1 and face + bonus >= armour_class)


def _alike(needs: int, critical_from: int) -> tuple[tuple[int, int], ...]:
    """Group the faces of a d20 that do the same: misses, hits, threats of a critical."""
    low = max(needs, critical_from)
    return (needs - 1, needs - 1), (needs, min(low, 21) - needs), (20, max(0, 21 - low))


def _aimed_right(ground: Ground) -> bool:
    """Whether the blow goes where the hidden target is; without a guess the game master knows."""
    return ground.action.cell is None or right_square(ground)


def _concealed(ground: Ground, made: AttackPlan) -> Procedure[tuple[bool, list[Term]]]:
    """Roll the miss chance after a hit (§4): up to it the blow goes astray."""
    chance, duel = made.concealment.percent, ground.duel
    if not chance:
        return False, []
    tries = 2 if duel.sheet.blind_fight and not duel.ranged else 1
    rolls: list[Term] = []
    for _ in range(tries):
        label = term("dice.pathfinder.miss_chance", percent=chance)
        alike = ((chance, chance), (100, 100 - chance))
        (face,) = yield from ask((100,), label, duel.target.id, alike)
        rolls.append(term("log.pathfinder.miss_chance", face=face, percent=chance))
        if face > chance:
            return False, rolls
    return True, rolls


def _confirmed(
    ground: Ground, face: int, bonus: int, armour: int, basis: Basis
) -> Procedure[tuple[bool, list[Term]]]:
    """Roll again where a critical threatens (§8)."""
    duel = ground.duel
    if face < duel.weapon.critical_from or duel.weapon.critical_times < 2:
        return False, []
    if duel.foe.immune_criticals:
        return False, [term("log.pathfinder.immune", name=duel.target.name)]
    label = term("dice.pathfinder.confirm", target=duel.target.name)
    alike = _alike(needed(bonus, armour), 21)
    (again,) = yield from ask((20,), label, duel.attacker.id, alike, basis)
    critical = hits(again, bonus, armour)
    args: dict[str, int] = {"face": again, "bonus": bonus, "total": again + bonus}
    if critical:
        return True, [term("log.pathfinder.confirmed", **args)]
    return False, [term("log.pathfinder.unconfirmed", **args)]


def roll_damage(ground: Ground, does: Blow, critical: bool) -> Procedure[tuple[int, list[Term]]]:
    """Roll weapon dice and sneak attack; only the former are multiplied (§8)."""
    dice = does.dice.times(does.times) if critical else does.dice
    who, details = ground.duel.attacker.id, list[Term]()
    faces: tuple[int, ...] = ()
    if dice.count:
        faces = yield from ask(dice.faces, term("dice.pathfinder.damage"), who)
    rolled = sum(faces) + dice.bonus
    details.append(
        term("log.pathfinder.damage_roll", faces=faces, bonus=dice.bonus, total=max(1, rolled))
    )
    sneak = 0
    if does.sneak:
        label = term("dice.pathfinder.sneak", n=does.sneak)
        extra = yield from ask((SNEAK_SIDES,) * does.sneak, label, who)
        sneak = sum(extra)
        details.append(term("log.pathfinder.sneak_roll", faces=extra, total=sneak))
    if does.reduction:
        details.append(term("log.pathfinder.reduction", n=does.reduction))
    return dealt(does, rolled, sneak), details


def _harm(
    course: Course, ground: Ground, critical: bool, about: _Line, details: list[Term]
) -> Procedure[None]:
    duel = ground.duel
    does = blow(ground)
    amount, rolls = yield from roll_damage(ground, does, critical)
    details += rolls
    if critical:
        line = term("log.pathfinder.critical", damage=amount, **about.args)
    else:
        line = term("log.pathfinder.hit", damage=amount, **about.args)
    harmed = deal_damage(
        course.state, duel.target.id, amount, nonlethal=does.nonlethal, critical=critical
    )
    tell_harm(course, Logged(line, tuple(details), duel.attacker.id, "hit"), duel.target.id, harmed)


def tell_harm(course: Course, line: Logged, target: TokenId, harmed: tuple[Event, ...]) -> None:
    """Do harm to somebody; the line that comes before it says how the hit points went."""
    before, at = course.state.tokens[target], len(course.events)
    course.add(*harmed)
    after = course.state.tokens[target]
    if before.vitals != after.vitals:
        line = replace(line, details=(*line.details, hp_line(before, after)))
    course.events.insert(at, line)


# -- words ------------------------------------------------------------------------------------


def _parts(breakdown: Breakdown, penalty: int = 0) -> list[Term]:
    """Say every row that counted."""
    lines = []
    for entry in breakdown.entries:
        modifier = entry.modifier
        if not entry.counted or (not modifier.value and modifier.id != "base"):
            continue
        if modifier.id == "base":
            lines.append(term("log.pathfinder.base", value=modifier.value, label=modifier.label))
        elif entry.is_percent:
            lines.append(
                term("log.pathfinder.part_percent", percent=modifier.value, label=modifier.label)
            )
        elif modifier.detail is not None:
            lines.append(
                term(
                    "log.pathfinder.part_detail",
                    value=modifier.value,
                    label=modifier.label,
                    detail=modifier.detail,
                )
            )
        else:
            lines.append(term("log.pathfinder.part", value=modifier.value, label=modifier.label))
    if penalty:
        label = term("modifier.pathfinder.later_attack")
        lines.append(term("log.pathfinder.part", value=penalty, label=label))
    return lines


def _warnings(made: AttackPlan) -> list[Term]:
    """Say whom the attack gave an opportunity."""
    found = (note for note in made.notes if note.code == "pathfinder.provokes")
    return [term("log.pathfinder.provokes", names=_names(note.args["names"])) for note in found]


def _names(value: object) -> tuple[str, ...]:
    return tuple(str(name) for name in value) if isinstance(value, tuple) else (str(value),)
