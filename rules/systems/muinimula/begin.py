"""How attacks begin (§2.6, §3.1): who decides first, and in which duel a blow belongs."""

from __future__ import annotations

from dataclasses import replace

from rules.core.asking import Option, Procedure, choose
from rules.core.terms import term
from rules.encounter.course import Course
from rules.encounter.events import (
    Logged,
    VitalsChanged,
)
from rules.encounter.plans import AttackAction, Extra
from rules.encounter.state import Encounter, TokenId
from rules.systems.muinimula import bonds, parry
from rules.systems.muinimula.duel import BARE, Duel, duel_of
from rules.systems.muinimula.plan import may_double
from rules.systems.muinimula.sheet import Pending, vitals_of
from rules.systems.muinimula.time import (
    before,
    idle,
    seconds,
)

YIELD, FIRST, DEFEND, DOUBLE = "yield", "first", "defend", "double"
"""Answers of those who decide in order of initiative (§2.6)."""


def begin(course: Course, duel: Duel) -> Procedure[None]:
    """Begin an attack; contradictory ones are decided in order of initiative (§2.6)."""
    me, foe = duel.attacker.id, duel.target.id
    if duel.ranged or duel.helpless:
        undertake_attack(course, duel)
        return
    if may_double(course.state, me, foe) and bonds.duel(course.state, me, foe) is not None:
        yield from _too(course, duel)
        return
    if _is_open(course.state, me, foe) and before(course.state, foe, me):
        if (yield from _first(course, duel)):
            return
    engage(course, duel)
    undertake_attack(course, duel)


def _is_open(state: Encounter, me: TokenId, foe: TokenId) -> bool:
    """Whether both might begin against each other now and nobody has the right yet."""
    fresh = bonds.opponent(state, me) is None and bonds.opponent(state, foe) is None
    return fresh and foe in idle(state)


def _first(course: Course, duel: Duel) -> Procedure[bool]:
    """Ask who decides first whether he lets the other attack (§2.6)."""
    foe = duel.target
    label = term("choice.muinimula.first", name=foe.name, other=duel.attacker.name)
    options = (
        Option(YIELD, term("choice.muinimula.yield", name=duel.attacker.name)),
        Option(FIRST, term("choice.muinimula.attack_first", name=duel.attacker.name)),
    )
    if (yield from choose(options, label, foe.id, YIELD)) == YIELD:
        return False
    turned = AttackAction(foe.id, duel.attacker.id)
    other = duel_of(course.state, turned)
    engage(course, other)
    undertake_attack(course, other)
    yield from _too(course, replace(duel, state=course.state))
    return True


def _too(course: Course, duel: Duel) -> Procedure[None]:
    """Ask the slower one: defend, or attack too and take a blow that he cannot parry (§2.6)."""
    me, foe = duel.attacker, duel.target
    label = term("choice.muinimula.too", name=me.name, other=foe.name)
    options = (
        Option(DEFEND, term("choice.muinimula.defend")),
        Option(DOUBLE, term("choice.muinimula.double", other=foe.name)),
    )
    if (yield from choose(options, label, me.id, DEFEND)) == DEFEND:
        course.add(Logged(term("log.muinimula.defends", name=me.name), who=me.id))
        return
    held = vitals_of(course.state.tokens[foe.id]).pending
    if held is not None:
        bare = held.model_copy(update={"bare": True})
        course.add(VitalsChanged(foe.id, {"pending": bare.model_dump(mode="json")}))
    undertake_attack(course, duel, double=True)


def engage(course: Course, duel: Duel) -> None:
    """Settle in which duel an attack belongs (§3.1, §6)."""
    state, me, foe = course.state, duel.attacker.id, duel.target.id
    if duel.ranged or duel.helpless:
        return
    if bonds.duel(state, me, foe) is not None:
        return
    if bonds.opponent(state, me) is not None:
        bonds.turn_to(course, me, foe)
    elif bonds.opponent(state, foe) is not None:
        bonds.beset(course, me, foe)
    else:
        bonds.give_right(course, me, foe)


def engage_late(course: Course, duel: Duel) -> None:
    """Begin a duel where the one of the target ended meanwhile."""
    state, me, foe = course.state, duel.attacker.id, duel.target.id
    if duel.ranged or duel.helpless or bonds.duel(state, me, foe) is not None:
        return
    if bonds.opponent(state, foe) is None and bonds.opponent(state, me) is None:
        held = vitals_of(duel.attacker).parried.get(foe)
        bonds.give_right(course, me, foe)
        if held is not None:
            course.add(VitalsChanged(me, {"parried": {foe: held}}))


def undertake_attack(course: Course, duel: Duel, *, double: bool = False) -> None:
    """Write an attack down that takes its time from now on (§3.4)."""
    now, action = course.state.timeline.now, duel.action
    pending = Pending(
        kind="attack",
        start=now,
        end=now + duel.weapon.attack_time,
        target=action.target,
        weapon=duel.weapon.id,
        mode=action.mode,
        off=tuple(sorted(action.off)),
        on=tuple(sorted(action.on)),
        extra=tuple((e.id, e.value, e.side, e.label) for e in action.extra),
        numbers=action.numbers,
        double=double,
    )
    undertake(course, action.attacker, pending)
    bonds.set_free(course, action.attacker, False)
    line = term(
        "log.muinimula.begins",
        attacker=duel.attacker.name,
        target=duel.target.name,
        weapon=parry.weapon_name(duel.weapon),
        s=seconds(pending.end),
    )
    course.add(Logged(line, who=action.attacker))


def undertake(course: Course, id: TokenId, pending: Pending) -> None:
    """Let somebody do something from now on."""
    course.add(VitalsChanged(id, {"pending": pending.model_dump(mode="json")}))


def action_of(id: TokenId, pending: Pending) -> AttackAction:
    """Return the attack that is under way."""
    on = frozenset(pending.on) | ({BARE} if pending.bare else frozenset())
    return AttackAction(
        id,
        TokenId(pending.target),
        pending.weapon,
        pending.mode,
        frozenset(pending.off),
        on,
        tuple(
            Extra(e[0], e[1], "defence" if e[2] == "defence" else "attack", e[3])
            for e in pending.extra
        ),
        numbers=pending.numbers,
    )
