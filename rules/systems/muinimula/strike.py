"""An attack that comes due (§3–§5): its roll, the parry, the hit, and who has the right then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pydantic import JsonValue

from maps.grid import SUB
from rules.core.asking import Basis, Option, Procedure, ask, choose
from rules.core.modifiers import Breakdown
from rules.core.terms import Term, named, term
from rules.encounter.course import Course
from rules.encounter.events import ConditionLost, Event, Logged, Moved, VitalsChanged
from rules.encounter.plans import AttackAction
from rules.encounter.state import TokenId
from rules.systems.muinimula import bonds, criticals, damage, fumbles, harm, parry
from rules.systems.muinimula.conditions import is_out
from rules.systems.muinimula.criticals import Blow
from rules.systems.muinimula.duel import Duel, wield
from rules.systems.muinimula.parry import NONE, Means
from rules.systems.muinimula.plan import Ground, compared, needed, successes, survey
from rules.systems.muinimula.rolls import Edge, Roll, best, judge_attack, judge_parry, sides
from rules.systems.muinimula.rows import EDGE, edge_of
from rules.systems.muinimula.sheet import vitals_of
from rules.systems.muinimula.tables import Region

UNDECIDED = "?"
"""No means was declared beforehand: the target decides after the attack roll."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attack on its way: what it is, and how it ends in the time of the fight.

    ``declared`` is the means fixed beforehand (§6.3). ``double``: the attacker began in the
    same second as the one who holds the right (§2.6).
    """

    action: AttackAction
    declared: str = UNDECIDED
    double: bool = False


def strike(course: Course, attempt: Attempt) -> Procedure[bool]:
    """Carry an attack out; tells whether the attacker's series may go on."""
    ground = survey(course.state, attempt.action)
    duel = ground.duel
    if wield(duel.attacker, duel.weapon):
        course.add(VitalsChanged(duel.attacker.id, {"wielded": duel.weapon.id}))
    if duel.helpless:
        course.add(Logged(term("log.muinimula.helpless", **_names(duel)), who=duel.attacker.id))
        yield from hit(course, ground, [])
        return False
    lot = ground.lot
    label = term("dice.muinimula.attack", target=duel.target.name)
    basis = Basis(
        needed(ground), under=True, sums=((term("title.muinimula.attack"), ground.attack),)
    )
    dice = yield from ask(sides(lot), label, duel.attacker.id, basis=basis)
    roll = judge_attack(dice, lot, ground.attack.total, ground.strict)
    spend(course, duel.attacker.id)
    details = [*_rolled(dice, lot, ground.attack.total), *said_rows(ground.attack)]
    if not roll.success:
        yield from miss(course, ground, attempt, roll, details)
        return False
    return (yield from _answer(course, ground, attempt, roll, details))


def _answer(
    course: Course, ground: Ground, attempt: Attempt, roll: Roll, details: list[Term]
) -> Procedure[bool]:
    """Let the target parry a successful attack (§4)."""
    duel = ground.duel
    means = yield from decide(course, ground, attempt.declared, roll)
    if means is None:
        yield from hit(course, ground, details)
        return not attempt.double
    if parry.striking(duel.target, means):
        harm.stop(course, duel.target.id)
    rows = parry.rows_of(duel, means)
    lot = edge_of(rows)
    label = term("dice.muinimula.parry", means=means.name)
    number = compared(ground, roll.face)
    basis = Basis(
        max(2, min(17, number + rows.total)),
        under=True,
        sums=((term("title.muinimula.parry", means=means.name), rows),),
    )
    dice = yield from ask(sides(lot), label, duel.target.id, basis=basis)
    back = judge_parry(dice, lot, number, rows.total)
    course.add(*_used(course, duel, means))
    spend(course, duel.target.id)
    details += [
        term("log.muinimula.parry_roll", means=means.name, faces=dice, bonus=rows.total, n=number),
        *said_rows(rows),
    ]
    if back.success:
        yield from _parried(course, duel, means, roll, _left(ground, rows, back), details)
        return not attempt.double
    lost = vitals_of(course.state.tokens[duel.target.id]).lost
    yield from hit(course, ground, details, means if back.fumble else None)
    if vitals_of(course.state.tokens[duel.target.id]).lost == lost:
        yield from harm.shake_spell(course, duel.target.id, 0)
    return not attempt.double


def _left(ground: Ground, rows: Breakdown, back: Roll) -> int:
    """Return the number that a parry leaves as limit: natural, or as modified (§13.3)."""
    natural = ground.duel.options.word("limit_basis") == "natural"
    return back.face if natural else back.face - rows.total


def _used(course: Course, duel: Duel, means: Means) -> Iterator[Event]:
    if course.state.timeline.running:
        used = vitals_of(course.state.tokens[duel.target.id]).used
        yield VitalsChanged(duel.target.id, {"used": {**used, means.id: course.state.timeline.now}})


def decide(course: Course, ground: Ground, declared: str, roll: Roll) -> Procedure[Means | None]:
    """Ask the target how to parry, unless that was fixed beforehand (§4, §6.3)."""
    found = parry.available(ground.duel)
    if declared != UNDECIDED:
        return next((m for m in found if m.id == declared), None)
    if not found:
        return None
    options = [parry_option(ground, means, roll.face) for means in found]
    options += parry.barred(ground.duel)
    options.append(Option(NONE, term("choice.muinimula.no_parry")))
    best_one = parry.usual(ground.duel)
    label = term("choice.muinimula.parry", n=roll.face)
    default = NONE if best_one is None else best_one.id
    answer = yield from choose(options, label, ground.duel.target.id, default)
    return next((m for m in found if m.id == answer), None)


def parry_option(ground: Ground, means: Means, face: int | None = None) -> Option:
    """Offer a means with its chance against an attack roll, or against all that would succeed.

    One that strikes must break its own attack off.
    """
    chance = stop_chance(ground, means, face)
    word = "stops_and_breaks_off" if parry.striking(ground.duel.target, means) else "stops"
    return Option(means.id, means.name, named("choice.muinimula", word, chance=float(chance)))


def stop_chance(ground: Ground, means: Means, face: int | None = None) -> Fraction:
    """Return the chance that a parry stops a successful attack, of a known roll or of any."""
    rows = parry.rows_of(ground.duel, means)
    lot = edge_of(rows)
    faces = [(face, Fraction(1))] if face is not None else list(successes(ground))
    whole = sum((share for _, share in faces), Fraction(0))
    stopped = (
        share * parry.parry_chance(compared(ground, n), lot, rows.total) for n, share in faces
    )
    return sum(stopped, Fraction(0)) / whole if whole else Fraction(1)


# -- misses and parries -------------------------------------------------------------------------


def miss(
    course: Course, ground: Ground, attempt: Attempt, roll: Roll, details: list[Term]
) -> Procedure[None]:
    """Let an attack fail: roles change, or who is outside must pause (§3.5, §6.4)."""
    duel = ground.duel
    key = term("log.muinimula.attack_fumble", **_names(duel))
    plain = term("log.muinimula.missed", **_names(duel))
    course.add(Logged(key if roll.fumble else plain, tuple(details), duel.attacker.id, "miss"))
    if roll.fumble:
        yield from fumbles.fumbled(course, duel.attacker.id, duel.weapon, duel.weapon.id)
    if not duel.ranged:
        change_roles(course, duel, attempt.double)


def change_roles(course: Course, duel: Duel, double: bool = False) -> None:
    """Give the right to attack to the other one, where he may have it (§3.5, §10.3)."""
    me, foe = duel.attacker.id, duel.target.id
    bonds.forget_parry(course, me, foe)
    if not course.state.timeline.running:
        return
    if bonds.is_outside(course.state, me, foe):
        _pause(course, duel)
        bonds.set_free(course, foe, True)
        return
    if double or is_out(course.state.tokens[me]) or is_out(course.state.tokens[foe]):
        return
    if course.state.tokens[foe].has("must_parry"):
        line = term("log.muinimula.keeps_right", name=duel.attacker.name, other=duel.target.name)
        course.add(Logged(line, who=me))
        return
    bonds.give_right(course, foe, me)
    bonds.set_free(course, foe, True)
    line = term("log.muinimula.right", name=duel.target.name)
    course.add(Logged(line, who=foe, mood="turn"))


def _pause(course: Course, duel: Duel) -> None:
    """Let an attacker from outside pause one whole attack time after a miss (§6.4)."""
    now, id = course.state.timeline.now, duel.attacker.id
    if is_out(course.state.tokens[id]):
        return
    pending: dict[str, JsonValue] = {
        "kind": "pause",
        "start": now,
        "end": now + duel.weapon.attack_time,
    }
    course.add(VitalsChanged(id, {"pending": pending}))
    line = term("log.muinimula.pauses", name=duel.attacker.name, s=duel.weapon.attack_time / 2)
    course.add(Logged(line, who=id))


def _parried(
    course: Course, duel: Duel, means: Means, roll: Roll, left: int, details: list[Term]
) -> Procedure[None]:
    """Write the new limit down; the attacker keeps the right (§3.2, §4.2)."""
    me, foe = duel.attacker.id, duel.target.id
    held = vitals_of(course.state.tokens[me]).parried
    course.add(VitalsChanged(me, {"parried": {**held, foe: left}}))
    line = term("log.muinimula.parried", **_names(duel), means=means.name, limit=left)
    course.add(Logged(line, tuple(details), foe, "miss"))
    equal = means.weapon and roll.face == left
    if equal and duel.options.flag("weapons_break"):
        weapon = duel.foe.weapon(means.weapon)
        yield from fumbles.break_probe(course, me, duel.weapon, 5)
        if weapon is not None:
            yield from fumbles.break_probe(course, foe, weapon, 5)


# -- hits ---------------------------------------------------------------------------------------


def hit(
    course: Course, ground: Ground, details: list[Term], fumbled: Means | None = None
) -> Procedure[None]:
    """Let an attack hit: Trefferpunkte, critical check, armour, LE (§5.1)."""
    duel = ground.duel
    me, foe = duel.attacker.id, duel.target.id
    points, how = yield from _points(duel)
    is_critical, check = yield from check_critical(duel)
    line = term("log.muinimula.hit", **_names(duel), points=points)
    course.add(Logged(line, (*details, *how, *check), me, "hit"))
    if duel.options.word("after_hit") == "reset":
        bonds.forget_parry(course, me, foe)
    if course.state.timeline.running and not duel.ranged:
        bonds.set_free(course, me, True)
    before = harm.health(course.state.tokens[foe]).now
    if is_critical:
        kind = duel.weapon.critical_table
        blow = Blow(me, foe, kind, points, duel.weapon.aimed, duel.zone)
        yield from criticals.critical(course, blow)
    else:
        yield from _plain(course, duel, points)
    if fumbled is not None and not is_out(course.state.tokens[foe]):
        yield from _parry_fumble(course, duel, fumbled)
    if not ground.duel.ranged:
        yield from _pushed(course, duel, before - harm.health(course.state.tokens[foe]).now)


def _parry_fumble(course: Course, duel: Duel, means: Means) -> Procedure[None]:
    foe = duel.target.id
    weapon = duel.foe.weapon(means.weapon) if means.weapon else None
    thing = means.weapon or means.id
    used = weapon if weapon is not None else duel.foe.arms[0]
    yield from fumbles.fumbled(course, foe, used, thing)


def _points(duel: Duel) -> Procedure[tuple[int, list[Term]]]:
    """Roll the Trefferpunkte; wounds of the attacker divide them (§5.1, §7)."""
    dice = duel.weapon.dice
    faces: tuple[int, ...] = ()
    if dice.count:
        faces = yield from ask(dice.faces, term("dice.muinimula.points"), duel.attacker.id)
    rolled = max(1, sum(faces) + dice.bonus)
    share = damage.divisor(duel.state, duel.attacker)
    details = [term("log.muinimula.points", faces=faces, bonus=dice.bonus, total=rolled)]
    if share > 1:
        details.append(term("log.muinimula.divided", n=share, total=rolled // share))
    return rolled // share, details


def check_critical(duel: Duel) -> Procedure[tuple[bool, list[Term]]]:
    """Check whether a hit is critical: W20 at most KT + TöW (§5.1, §10.7)."""
    most = duel.weapon.threshold + duel.weapon.deadly
    lot = Edge.BETTER if duel.helpless else Edge.NONE
    low = max(0, min(20, most))
    groups = ((1, low), (20, 20 - low)) if lot is Edge.NONE else ()
    label = term("dice.muinimula.critical", n=most)
    dice = yield from ask(sides(lot), label, duel.attacker.id, groups)
    face = best(dice, lot)
    line = term("log.muinimula.check", faces=dice, n=most)
    return face <= most, [line]


def _plain(course: Course, duel: Duel, points: int) -> Procedure[None]:
    """Take an ordinary hit off the LE, less the armour of the place (§5.1)."""
    region = yield from _place(duel)
    rs = duel.foe.protection(region)
    line = term(
        "log.muinimula.place", name=duel.target.name, region=named("region.muinimula", region),
        points=points, armour=rs, harm=max(0, points - rs),
    )  # fmt: skip
    course.add(Logged(line, who=duel.target.id))
    yield from harm.lose(course, duel.target.id, max(0, points - rs))


def _place(duel: Duel) -> Procedure[Region]:
    if duel.zone is not None:
        return damage.aimed_place(duel)
    if duel.options.word("hit_location") == "brust":
        return damage.USUAL_PLACE
    (face,) = yield from ask((20,), term("dice.muinimula.place"), duel.attacker.id)
    return damage.place_of(face)


def _pushed(course: Course, duel: Duel, points: int) -> Procedure[None]:
    """Ask whether who was hit steps back or takes a malus (old edition, optional, §4.3)."""
    foe = duel.target.id
    many = len(bonds.crowd(course.state, foe)) > 1 or bonds.is_outside(
        course.state, duel.attacker.id, foe
    )
    token = course.state.tokens[foe]
    if not duel.options.flag("hits_push") or points < 1 or many or is_out(token):
        return
    malus = points // 10
    options = (
        Option("back", term("choice.muinimula.step_back")),
        Option("stay", term("choice.muinimula.stay", n=malus)),
    )
    answer = yield from choose(options, term("choice.muinimula.pushed"), foe, "back")
    if answer == "stay":
        course.add(VitalsChanged(foe, {"hampered": malus}))
        return
    mine, space = duel.attacker.space.centre2, token.space.centre2
    dx, dy = _sign(space.x - mine.x), _sign(space.y - mine.y)
    course.add(Moved(foe, token.space.x + dx * SUB, token.space.y + dy * SUB))


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


# -- what a roll uses up, and words -------------------------------------------------------------


def spend(course: Course, id: TokenId) -> None:
    """End what hampers the next action alone."""
    token = course.state.tokens[id]
    if vitals_of(token).hampered:
        course.add(VitalsChanged(id, {"hampered": 0}))
    if token.has("hindered"):
        course.add(ConditionLost(id, "hindered"))


def _names(duel: Duel) -> dict[str, str | Term]:
    return {
        "attacker": duel.attacker.name,
        "target": duel.target.name,
        "weapon": parry.weapon_name(duel.weapon),
    }


def _rolled(dice: tuple[int, ...], lot: Edge, limit: int) -> Iterator[Term]:
    yield term("log.muinimula.attack_roll", faces=dice, limit=limit)
    if lot is not Edge.NONE:
        yield named("log.muinimula.with", lot.value)


def said_rows(rows: Breakdown) -> list[Term]:
    """Say every row that counted."""
    lines = []
    for entry in rows.entries:
        m = entry.modifier
        if not entry.counted or (not m.value and m.kind != EDGE):
            continue
        if m.kind == EDGE:
            lines.append(term("log.muinimula.because", label=m.label))
        elif entry.is_percent:
            lines.append(term("log.muinimula.part_percent", percent=m.value, label=m.label))
        else:
            lines.append(term("log.muinimula.part", value=m.value, label=m.label))
    return lines
