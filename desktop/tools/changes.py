"""What is done to picked obstacles and lights at once: parted, removed, copied, turned."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from desktop.tools.edits import Edited, Handle, turned
from maps import reshape
from maps.board import Board, Light
from maps.edit import fresh_ids
from maps.grid import SUB, Point
from maps.shapes import Obstacle


def turned_by(action: str, obstacles: Sequence[Obstacle], lights: Sequence[Light]) -> Edited:
    """Mirror or turn by an action of the window; nothing where that changes nothing."""
    box = reshape.bounds(obstacles, lights)
    turns = {
        "edit_mirror": reshape.mirror(box, upright=False),
        "edit_upright": reshape.mirror(box, upright=True),
        "edit_turn": reshape.quarter(box),
        "edit_back": reshape.quarter(box, clockwise=False),
    }
    edited = turned(turns[action], obstacles, lights)
    same = edited == Edited(put=tuple(obstacles), lights=tuple(lights))
    return Edited() if same else edited


def removed(
    obstacles: Iterable[Obstacle], lights: Iterable[Light], points: Collection[Handle]
) -> Edited:
    """Remove the chosen points; where none is chosen all obstacles and lights."""
    if not points:
        return Edited(gone=tuple(o.id for o in obstacles), dark=tuple(light.id for light in lights))
    put: list[Obstacle] = []
    gone: list[str] = []
    for o in obstacles:
        indexes = {index for id, index in points if id == o.id}
        if indexes:
            after = reshape.without_points(o, indexes)
            put += [after] if after is not None else []
            gone += [o.id] if after is None else []
    return Edited(tuple(put), tuple(gone))


def parted(board: Board, obstacles: Iterable[Obstacle], points: Collection[Handle]) -> Edited:
    """Part chains at the chosen points; loops open there."""
    put: list[Obstacle] = []
    taken: dict[str, int] = {}
    for o in obstacles:
        index = next((i for id, i in sorted(points) if id == o.id), None)
        parts = reshape.split(o, index) if index is not None else ()
        for number, chain in enumerate(parts):
            id, stem = o.id, str(o.kind)
            if number:
                taken[stem] = taken.get(stem, 0) + 1
                id = fresh_ids(board, stem, taken[stem])[-1]
            put.append(replace(o, id=id, points=chain))
    return Edited(put=tuple(put))


def copies(
    board: Board, obstacles: Iterable[Obstacle], lights: Iterable[Light], dx: int, dy: int
) -> Edited:
    """Set copies that far away; beside copies that lie there already."""
    moved = [reshape.shift(dx, dy).obstacle(o) for o in obstacles]
    there = {o.points for o in board.obstacles}
    while moved and all(o.points in there for o in moved):
        moved = [reshape.shift(SUB, SUB).obstacle(o) for o in moved]
    free = {stem: list(fresh_ids(board, stem, len(moved))) for stem in {str(o.kind) for o in moved}}
    put = tuple(replace(o, id=free[str(o.kind)].pop(0)) for o in moved)
    lamps = [reshape.shift(dx, dy).light(light) for light in lights]
    ids = fresh_ids(board, "light", len(lamps))
    lit = tuple(replace(lamp, id=id) for lamp, id in zip(lamps, ids, strict=True))
    return Edited(put=put, lights=lit)


def with_middle(
    obstacles: Iterable[Obstacle], chosen: Handle | None
) -> tuple[Edited, Handle] | None:
    """Put a point into the middle after the chosen one, else into the first piece; return it."""
    o = next((o for o in obstacles if chosen is None or o.id == chosen[0]), None)
    if o is None:
        return None
    handles = reshape.handles(o)
    last = len(handles) - (1 if reshape.is_line(o) and not reshape.is_loop(o) else 0)
    index = min(chosen[1] if chosen is not None else 0, last - 1)
    a, b = handles[index], handles[(index + 1) % len(handles)]
    middle = Point((a.x + b.x) // 2, (a.y + b.y) // 2)
    if middle in (a, b):
        return None
    return Edited(put=(reshape.inserted(o, index, middle),)), (o.id, index + 1)


def on_piece(a: Point, b: Point, p: Point) -> Point:
    """Return the place on the piece ab that is nearest to a point, to the sub-unit."""
    dx, dy = b.x - a.x, b.y - a.y
    share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return Point(a.x + round(dx * share), a.y + round(dy * share))
