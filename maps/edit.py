"""Edits of a board: each function takes a board and returns the changed one.

What does not change is shared with the old board; an edit without effect returns
the same object. Lengths are sub-units unless the name says squares.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from maps.board import Board, Light, Picture
from maps.floor import Floor
from maps.grid import Point
from maps.shapes import DoorState, Kind, Obstacle


def fresh_ids(board: Board, stem: str, count: int) -> tuple[str, ...]:
    """Return ``count`` unused ids of one stem, ascending."""
    start = f"{stem}:"
    used = [o.id for o in board.obstacles] + [light.id for light in board.lights]
    used += [zone.id for zone in board.zones]
    rests = (id.removeprefix(start) for id in used if id.startswith(start))
    numbers = [int(rest) for rest in rests if rest.isascii() and rest.isdecimal()]
    first = max(numbers, default=-1) + 1
    return tuple(f"{start}{n}" for n in range(first, first + count))


def add_obstacles(board: Board, obstacles: Iterable[Obstacle]) -> Board:
    """Append obstacles. Raises ValueError when an id is in use."""
    new = tuple(obstacles)
    if not new:
        return board
    _refuse_used((o.id for o in board.obstacles), (o.id for o in new))
    return replace(board, obstacles=board.obstacles + new)


def replace_obstacle(board: Board, obstacle: Obstacle) -> Board:
    """Put an obstacle in the place of the one with the same id. Raises KeyError."""
    before = board.obstacle(obstacle.id)
    if before == obstacle:
        return board
    after = (obstacle if o is before else o for o in board.obstacles)
    return replace(board, obstacles=tuple(after))


def set_door(board: Board, id: str, state: DoorState) -> Board:
    """Set the state of a door. Raises KeyError, and ValueError when it is no door."""
    door = board.obstacle(id)
    if door.kind is not Kind.DOOR:
        raise ValueError(f"{id} is a {door.kind}, not a door")
    return replace_obstacle(board, door.with_state(state))


def set_bounds(board: Board, left: int, top: int, width: int, height: int) -> Board:
    """Set the bounds in whole squares. Raises ValueError for an empty board."""
    if width < 1 or height < 1:
        raise ValueError(f"a board of {width}×{height} squares")
    if (left, top, width, height) == (board.left, board.top, board.width, board.height):
        return board
    return replace(board, left=left, top=top, width=width, height=height)


def set_picture(board: Board, picture: Picture | None) -> Board:
    """Lay a picture below the grid, or take it away."""
    return board if picture == board.picture else replace(board, picture=picture)


def add_lights(board: Board, lights: Iterable[Light]) -> Board:
    """Append lights. Raises ValueError when an id is in use."""
    new = tuple(lights)
    if not new:
        return board
    _refuse_used((light.id for light in board.lights), (light.id for light in new))
    return replace(board, lights=board.lights + new)


def set_floor(board: Board, floor: Floor) -> Board:
    """Set the drawn floor."""
    return board if floor == board.floor else replace(board, floor=floor)


def _refuse_used(have: Iterable[str], new: Iterable[str]) -> None:
    seen = set(have)
    for id in new:
        if id in seen:
            raise ValueError(f"the id {id} is in use")
        seen.add(id)


def cut_for(board: Board, a: Point, b: Point) -> tuple[tuple[Obstacle, ...], tuple[str, ...]]:
    """Return what makes room for an opening from a to b: the walls left over, the ids gone.

    Only walls that run along the opening are cut; each loses the stretch that both share. Its
    first piece keeps its id, all pieces keep its facts.
    """
    put: list[Obstacle] = []
    more: list[Obstacle] = []
    gone: list[str] = []
    for wall in board.obstacles:
        if wall.kind is not Kind.WALL:
            continue
        left = without_stretch(wall.points, a, b)
        if left == (wall.points,):
            continue
        pieces = [replace(wall, points=points) for points in left]
        put += pieces[:1]
        more += pieces[1:]
        if not pieces:
            gone.append(wall.id)
    fresh = fresh_ids(board, "wall", len(more))
    put += [replace(piece, id=id) for piece, id in zip(more, fresh, strict=True)]
    return tuple(put), tuple(gone)


def without_stretch(points: tuple[Point, ...], a: Point, b: Point) -> tuple[tuple[Point, ...], ...]:
    """Return the chains that stay of a chain without what it shares with the line ab."""
    chains: list[list[Point]] = [[points[0]]] if points else []
    cut = False
    for p, q in zip(points, points[1:], strict=False):
        shared = _shared(p, q, a, b)
        if shared is None:
            chains[-1].append(q)
            continue
        cut = True
        start, end = shared
        if start != chains[-1][-1]:
            chains[-1].append(start)
        chains.append([end])
        if q != end:
            chains[-1].append(q)
    if not cut:
        return (points,)
    return tuple(tuple(chain) for chain in chains if len(chain) > 1)


def _shared(p: Point, q: Point, a: Point, b: Point) -> tuple[Point, Point] | None:
    """Return the stretch of the piece p→q that lies on a–b, in its direction.

    A point on a slanting piece is a sub-unit off it at most: that much is let pass.
    """
    dx, dy = q.x - p.x, q.y - p.y
    length = dx * dx + dy * dy
    off = [(s.x - p.x) * dy - (s.y - p.y) * dx for s in (a, b)]
    if length == 0 or any(d * d > length for d in off):
        return None
    along = sorted(
        (((s.x - p.x) * dx + (s.y - p.y) * dy, s) for s in (a, b)), key=lambda pair: pair[0]
    )
    (low, first), (high, last) = along
    start = p if low <= 0 else first
    end = q if high >= length else last
    return (start, end) if max(low, 0) < min(high, length) else None
