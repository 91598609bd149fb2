"""What of a fight players may know: a state of its own, out of which every secret was taken.

The players' window is painted from this state alone. What is not in it cannot be shown, said,
measured or guessed from how the rest is arranged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

import shapely
from pydantic import JsonValue
from shapely.geometry.base import BaseGeometry

from maps.board import Board
from maps.grid import SUB, Point
from maps.shapes import DoorState, Kind, Obstacle
from rules.encounter.areas import open_areas
from rules.encounter.state import Encounter, SideId, Timeline, Token, TokenId

ENOUGH = 0.04
"""The share of a space that heroes have to see to know who stands there."""


class Share:
    """Takes the secrets out of states; what stays the same stays the same object."""

    def __init__(self) -> None:
        self._board: tuple[Board, Board] | None = None
        self._obstacles: tuple[tuple[Obstacle, ...], tuple[Obstacle, ...]] | None = None
        self._tokens: dict[TokenId, tuple[Token, Token]] = {}
        self._timeline = Timeline()
        self._areas: dict[str, JsonValue] = {}

    def of(self, state: Encounter, seen: BaseGeometry | None = None) -> Encounter:
        """Return what players may know; with ``seen`` of others only who stands in that area."""
        if seen is not None:
            shapely.prepare(seen)
        tokens = {
            id: self._token(token)
            for id, token in state.tokens.items()
            if not token.hidden and (seen is None or _noticed(token, seen))
        }
        self._tokens = {id: known for id, known in self._tokens.items() if id in tokens}
        return Encounter(
            system=state.system,
            board=self.board(state.board),
            tokens=MappingProxyType(tokens),
            links=tuple(li for li in state.links if li.a in tokens and li.b in tokens),
            timeline=self._time(state.timeline, tokens.keys()),
            options=state.options,
            data=self._data(open_areas(state, tokens.keys())),
        )

    def board(self, board: Board) -> Board:
        """Return the map with walls in the place of secret doors; no door is known as locked."""
        if self._board is None or self._board[0] is not board:
            obstacles = self._open(board.obstacles)
            kept = obstacles is board.obstacles and not board.name and not board.zones
            known = board if kept else replace(board, obstacles=obstacles, name="", zones=())
            self._board = (board, known)
        return self._board[1]

    def _open(self, obstacles: tuple[Obstacle, ...]) -> tuple[Obstacle, ...]:
        if self._obstacles is None or self._obstacles[0] is not obstacles:
            self._obstacles = (obstacles, open_obstacles(obstacles))
        return self._obstacles[1]

    def _token(self, token: Token) -> Token:
        known = self._tokens.get(token.id)
        if known is None or known[0] is not token:
            known = (token, replace(token, note="") if token.note else token)
            self._tokens[token.id] = known
        return known[1]

    def _data(self, areas: dict[str, JsonValue]) -> dict[str, JsonValue]:
        if areas != self._areas:
            self._areas = areas
        return self._areas

    def _time(self, time: Timeline, known: Iterable[TokenId]) -> Timeline:
        ids = frozenset(known)
        shown = replace(
            time,
            at={id: at for id, at in time.at.items() if id in ids},
            ties={id: tie for id, tie in time.ties.items() if id in ids},
            acting=tuple(id for id in time.acting if id in ids),
            acted=time.acted & ids,
            data={},
        )
        if shown != self._timeline:
            self._timeline = shown
        return self._timeline


def _noticed(token: Token, seen: BaseGeometry) -> bool:
    """Whether the heroes see who stands there; they know each other."""
    if token.side is SideId.HEROES:
        return True
    x, y, side = token.space.x / SUB, token.space.y / SUB, token.space.side / SUB
    space = shapely.box(x, y, x + side, y + side)
    if seen.contains(space) or not seen.intersects(space):  # prepared, so that this is quick
        return bool(seen.contains(space))
    return bool(seen.intersection(space).area > ENOUGH * space.area)


def open_obstacles(obstacles: tuple[Obstacle, ...]) -> tuple[Obstacle, ...]:
    """Return obstacles without their secrets; the same tuple where there are none.

    A secret door becomes part of the walls that it lies in: an own piece would show its ends.
    """
    telling = (DoorState.SECRET, DoorState.LOCKED)
    if not any(o.kind is Kind.DOOR and o.state in telling for o in obstacles):
        return obstacles
    shown = list(obstacles)
    secret = []
    for i, o in enumerate(obstacles):
        if o.kind is Kind.DOOR and o.state in telling:
            shown[i] = o.with_state(DoorState.CLOSED)
            if o.state is DoorState.SECRET:
                shown[i] = replace(shown[i], kind=Kind.WALL)
                secret.append(shown[i])
    for door in secret:
        _wall_up(shown, door)
    return tuple(shown)


def _wall_up(walls: list[Obstacle], door: Obstacle) -> None:
    """Put a door that is a wall now into the walls that go straight on from its ends."""
    if door.side != "both" or len(door.points) < 2:
        return
    after = _going_on(walls, door, door.points)
    before = _going_on(walls, door, door.points[::-1])
    if before is not None and after is not None and before[0] is after[0]:
        before = None
    points, id = door.points, door.id
    if after is not None:
        points, id = (*points[:-1], *after[1][1:]), after[0].id
    if before is not None:
        points, id = (*before[1][:0:-1], *points[1:]), before[0].id
    gone = [wall[0] for wall in (before, after) if wall is not None]
    place = min(i for i, wall in enumerate(walls) if wall is door or wall in gone)
    walls[:] = [wall for wall in walls if wall is not door and wall not in gone]
    walls.insert(place, replace(door, id=id, points=points))


def _going_on(
    walls: list[Obstacle], door: Obstacle, points: tuple[Point, ...]
) -> tuple[Obstacle, tuple[Point, ...]] | None:
    """Return the wall that goes straight on from the last of the points, and its points."""
    for wall in walls:
        alike = wall is not door and replace(door, id=wall.id, points=wall.points) == wall
        if not alike or len(wall.points) < 2:
            continue
        for way in (wall.points, wall.points[::-1]):
            if way[0] == points[-1] and _straight(points[-2], way[0], way[1]):
                return wall, way
    return None


def _straight(a: Point, b: Point, c: Point) -> bool:
    """Whether a way goes straight on in the middle of three points."""
    (x, y), (u, v) = (b.x - a.x, b.y - a.y), (c.x - b.x, c.y - b.y)
    return x * v == y * u and x * u + y * v > 0
