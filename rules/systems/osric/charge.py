"""Charges before a die falls: the way to the target, and what forbids them (§7.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from maps.grid import SUB, Cell, Diagonal, Footprint, Point
from maps.paths import Gait, cheapest, nearest, rim
from maps.problems import Problem, Severity
from maps.reach import whole
from rules.core.options import Options
from rules.encounter.heights import ground_of
from rules.encounter.state import Encounter, Token, hostile
from rules.systems.osric.conditions import OUT
from rules.systems.osric.creatures import is_overloaded, mount_of, vitals_of
from rules.systems.osric.duel import LEAP, Duel
from rules.systems.osric.melee import engaged, in_melee_range
from rules.systems.osric.time import allowance


def gait(options: Options) -> Gait:
    """Return how steps are counted."""
    return Gait(Diagonal(options.word("diagonals")))


@dataclass(frozen=True, slots=True)
class Way:
    """Where a charge ends, over which corner points it goes, and its cost in squares."""

    space: Footprint
    points: tuple[Point, ...]
    cost: int


def charge_way(duel: Duel) -> Way | None:
    """Return the shortest way to a free place within reach of the target; None without one.

    Who stands within reach already stays where he is.
    """
    state, me = duel.state, duel.attacker
    if in_melee_range(state, me, duel.target):
        return Way(me.space, (), 0)

    def ends(cell: Cell) -> bool:
        space = Footprint(cell.x * SUB, cell.y * SUB, start.side)
        return _reaches(duel, space) and not space.overlaps(duel.t) and _is_free(state, me, space)

    start, ground = whole(me.space).snapped(), ground_of(state.board, me)
    path = nearest(ground, start, ends, _barred(state, me), gait(duel.options))
    if path is None:
        return None
    points = tuple(Point(c.x * SUB, c.y * SUB) for c in path.cells[1:])
    moved = replace(me.space, x=points[-1].x, y=points[-1].y)
    return Way(moved, points, round(path.cost))


def _barred(state: Encounter, me: Token) -> frozenset[Cell]:
    """Return the squares over which nobody goes: the rim of the map, and foes on their feet."""
    foes = (t for t in state.tokens.values() if hostile(t.side, me.side) and not t.has(*OUT))
    return rim(state.board, me.space).union(*(whole(foe.space).cells() for foe in foes))


def way_to(duel: Duel, goal: Footprint) -> Way | None:
    """Return the way of a charge to a place that the game master chose."""
    start = whole(duel.attacker.space).snapped()
    end = whole(goal).snapped()
    cell = Cell(end.x // SUB, end.y // SUB)
    ground = ground_of(duel.state.board, duel.attacker)
    path = cheapest(ground, start, cell, gait=gait(duel.options))
    if path is None:
        return None
    points = tuple(Point(c.x * SUB, c.y * SUB) for c in path.cells[1:])
    return Way(goal, points, round(path.cost))


def _reaches(duel: Duel, space: Footprint) -> bool:
    return in_melee_range(duel.state, replace(duel.attacker, space=space), duel.target)


def _is_free(state: Encounter, me: Token, space: Footprint) -> bool:
    mount = mount_of(state, me.id)
    for other in state.tokens.values():
        if other.id == me.id or (mount is not None and other.id == mount.id):
            continue
        if not other.has(*OUT) and whole(other.space).overlaps(space):
            return False
    return True


# -- what forbids a charge ------------------------------------------------------------------------


def charge_problems(duel: Duel) -> list[Problem]:
    """Say what forbids a charge from where the attacker stands (§7.1)."""
    return [*_before(duel), *_of_way(duel)]


def _before(duel: Duel) -> Iterator[Problem]:
    me, name = duel.attacker, duel.attacker.name
    if engaged(duel.state, me, duel.target) or in_melee_range(duel.state, me, duel.target):
        args: dict[str, object] = {"name": name, "other": duel.target.name}
        yield Problem("osric.charge_engaged", Severity.ERROR, "target", args)
    if duel.mode == LEAP:
        return
    last, now = vitals_of(me).charged, duel.state.timeline.round
    every = duel.options.number("charge_every")
    everybody = duel.options.word("charge_limit") == "all"
    limited = everybody or not duel.sheet.monster
    if limited and last is not None and now < last + every:
        args = {"name": name, "round": last + every}
        yield Problem("osric.charge_again", Severity.ERROR, "mode", args)
    mount = mount_of(duel.state, me.id)
    if mount is None and is_overloaded(me):
        args = {"name": name}
        yield Problem("osric.charge_loaded", Severity.ERROR, "mode", args)
    strict = duel.options.flag("mount_loaded") or is_overloaded(me)
    if mount is not None and strict and is_overloaded(mount):
        args = {"name": mount.name}
        yield Problem("osric.charge_mount_loaded", Severity.ERROR, "mode", args)


def _of_way(duel: Duel) -> Iterator[Problem]:
    way = charge_way(duel)
    if way is None:
        args: dict[str, object] = {"name": duel.target.name}
        yield Problem("osric.charge_no_way", Severity.ERROR, "target", args)
        return
    yield from too_far(duel, way)


def too_far(duel: Duel, way: Way) -> Iterator[Problem]:
    """Say that a way is longer than twice the movement; a leap has the movement only (§7.1)."""
    most = allowance(duel.state, duel.attacker) * (1 if duel.mode == LEAP else 2)
    if way.cost > most:
        args: dict[str, object] = {"squares": way.cost, "most": most}
        yield Problem("osric.charge_far", Severity.ERROR, "target", args)
