"""Riding: getting on and off a mount; rider and mount go their ways together (§7.1)."""

from __future__ import annotations

from collections.abc import Iterator

from maps.grid import SUB, Footprint, Point
from rules.core.asking import Procedure, done
from rules.core.terms import term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course, moved_along
from rules.encounter.events import Linked, Logged, Moved, Unlinked
from rules.encounter.state import Encounter, Link, Token, TokenId, hostile
from rules.landing import Landing
from rules.systems.osric.commands import Dismount, Mount
from rules.systems.osric.conditions import can_act
from rules.systems.osric.creatures import MOUNT, mount_of
from rules.systems.osric.orders import check_free


def rider_of(state: Encounter, token: TokenId) -> Token | None:
    """Return who sits on a creature."""
    found = (k.a for k in state.links if k.kind == MOUNT and k.b == token)
    return next((state.tokens[id] for id in found if id in state.tokens), None)


def go(
    course: Course,
    token: Token,
    to: Point | Footprint,
    points: tuple[Point, ...] = (),
    cost: int = 0,
) -> None:
    """Move somebody; whoever is his mount or sits on him goes along."""
    along = moved_along(course.state, token.id, to, cost)
    course.add(Moved(token.id, to.x, to.y, points, cost), *along)


def mount(state: Encounter, command: Mount) -> Procedure[Outcome]:
    """Sit up on a mount: the rider stands where it stands, and has its movement.

    Raises CommandError.
    """
    course = Course(state)
    token, beast = find(state, command.token), find(state, command.target, "target")
    if token.id == beast.id:
        raise refuse("osric.mounts_itself", "target", name=token.name)
    if not command.force:
        check_free(state, token)
        _check_mount(state, token, beast)
    for link in _ties(state, {token.id, beast.id}):
        course.add(Unlinked(link))
    place = _on(token, beast)
    if (place.x, place.y) != (token.space.x, token.space.y):
        course.add(Moved(token.id, place.x, place.y))
    course.add(Linked(Link(MOUNT, token.id, beast.id)))
    said = term("log.osric.mounts", name=token.name, mount=beast.name)
    course.add(Logged(said, who=token.id, mood="turn"))
    return done(course.done(term("step.osric.mount", name=token.name)))


def _check_mount(state: Encounter, token: Token, beast: Token) -> None:
    if mount_of(state, token.id) is not None:
        raise refuse("osric.rides_already", "token", name=token.name)
    if rider_of(state, beast.id) is not None or mount_of(state, beast.id) is not None:
        raise refuse("osric.ridden_already", "target", name=beast.name)
    if hostile(token.side, beast.side) and can_act(beast):
        raise refuse("osric.mount_hostile", "target", name=beast.name)


def _ties(state: Encounter, ids: set[TokenId]) -> Iterator[Link]:
    """Yield the saddles that somebody leaves or is pushed out of."""
    for link in state.links:
        if link.kind == MOUNT and (link.a in ids or link.b in ids):
            yield link


def _on(token: Token, beast: Token) -> Point:
    """Return the corner of a rider in the middle of a mount, on whole squares."""
    inside = max(0, beast.space.side - token.space.side) // (2 * SUB) * SUB
    return Point(beast.space.x + inside, beast.space.y + inside)


def dismount(state: Encounter, command: Dismount) -> Procedure[Outcome]:
    """Get off a mount, onto a free square beside it where there is one. Raises CommandError."""
    course = Course(state)
    token = find(state, command.token)
    beast = mount_of(state, token.id)
    if beast is None:
        raise refuse("osric.rides_not", "token", name=token.name)
    if not command.force:
        check_free(state, token)
    course.add(Unlinked(Link(MOUNT, token.id, beast.id)))
    others = [t.space for t in state.tokens.values() if t.id != token.id]
    place = Landing(state.board, others).beside(token.space)
    if not place.overlaps(beast.space):
        course.add(Moved(token.id, place.x, place.y))
    said = term("log.osric.dismounts", name=token.name, mount=beast.name)
    course.add(Logged(said, who=token.id, mood="turn"))
    return done(course.done(term("step.osric.dismount", name=token.name)))
