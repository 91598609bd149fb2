"""Fumbles (§3.6, §12.6): the open W100 on the table, and what it does."""

from __future__ import annotations

from rules.core.asking import Procedure, ask
from rules.core.terms import Term, term
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Logged, VitalsChanged
from rules.encounter.plans import AttackAction
from rules.encounter.state import Condition, TokenId, hostile
from rules.systems.muinimula import criticals, harm
from rules.systems.muinimula.critical_tables import fumble, split
from rules.systems.muinimula.criticals import Blow
from rules.systems.muinimula.damage import USUAL_PLACE, divisor
from rules.systems.muinimula.duel import gap, reach_of
from rules.systems.muinimula.options import options_of
from rules.systems.muinimula.plan import lies_open, survey
from rules.systems.muinimula.rolls import open_hundred
from rules.systems.muinimula.sheet import sheet_of, vitals_of
from rules.systems.muinimula.time import ROUND
from rules.systems.muinimula.weapons import SheetWeapon


def fumbled(course: Course, id: TokenId, weapon: SheetWeapon, means: str) -> Procedure[None]:
    """Roll on the table of fumbles; ``means`` is what was in use and may be dropped."""
    label = term("dice.muinimula.fumble")
    total, faces = yield from open_hundred(options_of(course.state), label, id)
    row = fumble(total)
    name = course.state.tokens[id].name
    said = tuple(criticals.effect_names(row.does))
    details: tuple[Term, ...] = (term("log.muinimula.faces", faces=faces),)
    if said:
        line = term("log.muinimula.fumble", name=name, total=total, effects=said)
    else:
        line = term("log.muinimula.fumble_nothing", name=name, total=total)
    course.add(Logged(line, details, id, "miss"))
    for code in row.does:
        yield from _effect(course, id, weapon, means, code)


def _effect(
    course: Course, id: TokenId, weapon: SheetWeapon, means: str, code: str
) -> Procedure[None]:
    kind, n = split(code)
    match kind:
        case "INI":
            harm.last(course, id, "slow", n * ROUND)
        case "PAR":
            harm.last(course, id, "must_parry", n * ROUND)
        case "NACHTEIL":
            course.add(ConditionGained(id, Condition("hindered")))
        case "STURZ":
            criticals.fall_down(course, id)
        case "WEG":
            _drop(course, id, means)
        case "BRUCH":
            yield from _break(course, id, weapon, means, n)
        case "ALLY":
            yield from _strike(course, id, _ally(course, id, weapon), weapon, halved=True)
        case "SELF":
            yield from _strike(course, id, id, weapon)
        case "SELFCRIT":
            yield from _strike(course, id, id, weapon, critical=True)


def _drop(course: Course, id: TokenId, means: str) -> None:
    """Drop a weapon or the shield; what grows on oneself cannot be dropped."""
    weapon = sheet_of(course.state.tokens[id]).weapon(means) if means else None
    if means == "shield" or (weapon is not None and not weapon.natural):
        criticals.throw_away(course, id, [means])


def _break(course: Course, id: TokenId, weapon: SheetWeapon, means: str, n: int) -> Procedure[None]:
    if options_of(course.state).flag("weapons_break") and means == weapon.id:
        yield from break_probe(course, id, weapon, n)
    else:
        _drop(course, id, means)


def break_probe(course: Course, id: TokenId, weapon: SheetWeapon, n: int) -> Procedure[None]:
    """Roll whether a weapon breaks: above its Bruchfaktor it does, else it weakens (§4.3)."""
    token = course.state.tokens[id]
    broken = dict(vitals_of(token).broken)
    factor = weapon.breakage - broken.get(weapon.id, 0)
    (face,) = yield from ask((100,), term("dice.muinimula.breaks", target=factor), id)
    roll = (term("log.muinimula.breaks_roll", face=face, target=factor),)
    if face > factor:
        course.add(Logged(term("log.muinimula.breaks", name=token.name), roll, id, "harm"))
        criticals.throw_away(course, id, [weapon.id])
        return
    broken[weapon.id] = broken.get(weapon.id, 0) + n
    course.add(VitalsChanged(id, {"broken": dict(broken)}))
    course.add(Logged(term("log.muinimula.weakens", name=token.name, n=n), roll, id))


def _ally(course: Course, id: TokenId, weapon: SheetWeapon) -> TokenId:
    """Return the nearest friend alive whom the weapon reaches, else oneself."""
    state = course.state
    me = state.tokens[id]
    near = [
        (gap(me, token), token.id)
        for token in state.tokens.values()
        if token.id != id
        and not token.has("dead")
        and not hostile(me.side, token.side)
        and gap(me, token) <= reach_of(me, weapon)
        and lies_open(survey(state, AttackAction(id, token.id, weapon.id)))
    ]
    return min(near)[1] if near else id


def _strike(
    course: Course,
    id: TokenId,
    victim: TokenId,
    weapon: SheetWeapon,
    *,
    halved: bool = False,
    critical: bool = False,
) -> Procedure[None]:
    """Let a blow that went astray hit somebody without any further roll to hit."""
    dice = weapon.dice
    faces: tuple[int, ...] = ()
    if dice.count:
        faces = yield from ask(dice.faces, term("dice.muinimula.points"), id)
    points = max(1, sum(faces) + dice.bonus) // divisor(course.state, course.state.tokens[id])
    points = points // 2 if halved else points
    target = course.state.tokens[victim]
    line = term("log.muinimula.astray", name=target.name, points=points)
    course.add(Logged(line, (term("log.muinimula.faces", faces=faces),), victim, "hit"))
    if critical:
        blow = Blow(id, victim, weapon.critical_table, points)
        yield from criticals.critical(course, blow)
    else:
        rs = sheet_of(target).protection(USUAL_PLACE)
        yield from harm.lose(course, victim, max(0, points - rs))
