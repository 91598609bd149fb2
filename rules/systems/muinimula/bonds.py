"""Who fights whom: duels with their right to attack, and who besets a single one (§3.1, §6).

A link ``duel`` leads from the holder of the right to attack to the other, a link ``beset`` from
a member of the larger side to the single one.
"""

from __future__ import annotations

from typing import Final

from rules.encounter.course import Course
from rules.encounter.events import Linked, Unlinked, VitalsChanged
from rules.encounter.state import Encounter, Link, TokenId
from rules.systems.muinimula.conditions import is_out
from rules.systems.muinimula.sheet import vitals_of

DUEL: Final = "duel"
BESET: Final = "beset"


def duels(state: Encounter, id: TokenId) -> tuple[Link, ...]:
    """Return the duels of a combatant with able opponents."""
    return tuple(
        link
        for link in state.links
        if link.kind == DUEL
        and id in (link.a, link.b)
        and not is_out(state.tokens[_other(link, id)])
    )


def _other(link: Link, id: TokenId) -> TokenId:
    return link.b if link.a == id else link.a


def opponent(state: Encounter, id: TokenId) -> TokenId | None:
    """Return the other one of somebody's duel."""
    found = duels(state, id)
    return _other(found[0], id) if found else None


def duel(state: Encounter, one: TokenId, other: TokenId) -> Link | None:
    """Return the duel of two."""
    pair = {one, other}
    return next((x for x in state.links if x.kind == DUEL and {x.a, x.b} == pair), None)


def holds_right(state: Encounter, id: TokenId) -> bool:
    """Whether somebody has the right to attack in a duel."""
    return any(link.a == id for link in duels(state, id))


def besetters(state: Encounter, single: TokenId) -> tuple[TokenId, ...]:
    """Return who else attacks somebody beside the one of the duel."""
    return tuple(
        link.a
        for link in state.links
        if link.kind == BESET and link.b == single and not is_out(state.tokens[link.a])
    )


def crowd(state: Encounter, single: TokenId) -> tuple[TokenId, ...]:
    """Return the larger side of somebody's partial fight, the one of the duel first (§6.1)."""
    first = opponent(state, single)
    rest = besetters(state, single)
    return (*((first,) if first else ()), *(id for id in rest if id != first))


def is_outside(state: Encounter, attacker: TokenId, target: TokenId) -> bool:
    """Whether an attacker is not in the direct duel with his target (§6.4)."""
    return duel(state, attacker, target) is None and opponent(state, target) is not None


# -- changes ------------------------------------------------------------------------------------


def give_right(course: Course, holder: TokenId, other: TokenId) -> None:
    """Give somebody the right to attack against somebody; his limit is whole again (§3.2).

    Nobody fights two duels: former opponents of both attack from outside now.
    """
    for one, foe in ((holder, other), (other, holder)):
        for link in duels(course.state, one):
            if foe not in (link.a, link.b):
                course.add(Unlinked(link))
                beset(course, _other(link, one), one)
    old = duel(course.state, holder, other)
    new = Link(DUEL, holder, other)
    if old != new:
        if old is not None:
            course.add(Unlinked(old))
        course.add(Linked(new))
    for link in (Link(BESET, holder, other), Link(BESET, other, holder)):
        if link in course.state.links:
            course.add(Unlinked(link))
    forget_parry(course, holder, other)


def beset(course: Course, attacker: TokenId, single: TokenId) -> None:
    """Let somebody attack a single one beside the duel."""
    link = Link(BESET, attacker, single)
    if link not in course.state.links:
        course.add(Linked(link))


def turn_to(course: Course, single: TokenId, other: TokenId) -> None:
    """Let the single one fight another opponent; the old one attacks from outside (§6.1)."""
    give_right(course, single, other)
    set_free(course, single, False)


def release(course: Course, id: TokenId) -> None:
    """Take somebody who fell out of all duels."""
    for link in course.state.links:
        if link.kind in (DUEL, BESET) and id in (link.a, link.b):
            course.add(Unlinked(link))


def forget_parry(course: Course, attacker: TokenId, target: TokenId) -> None:
    """Let an attacker's next attack on somebody go against his full AT (§3.2)."""
    held = vitals_of(course.state.tokens[attacker]).parried
    if target in held:
        kept = {id: n for id, n in held.items() if id != target}
        course.add(VitalsChanged(attacker, {"parried": dict(kept)}))


def set_free(course: Course, id: TokenId, free: bool) -> None:
    """Allow somebody to choose another opponent, or end that (§6.1)."""
    if vitals_of(course.state.tokens[id]).free is not free:
        course.add(VitalsChanged(id, {"free": free}))
