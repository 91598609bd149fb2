"""Several storeys on one board: whose square is whose, what parts them, one alone as a map.

They lie side by side in the coordinates of the board, so that rules, files and history know
one board only. What parts them stands in ``barriers``: every line and every way is asked there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace

from maps.board import Board, Picture, Stairs, Storey
from maps.floor import Floor
from maps.grid import SUB, Cell, Footprint, Point
from maps.shapes import Kind, Obstacle, make_obstacle

GAP = 4
"""Squares that stay free between two storeys."""
RIM = SUB // 8
"""How far outside a storey its frame stands: nobody within touches it."""
PREFIX = "storey:"
"""Ids of frames begin so; no obstacle of a board is called after a kind of this name."""

_KEPT = 8
_framed: OrderedDict[int, tuple[tuple[Obstacle, ...], tuple[Storey, ...], tuple[Obstacle, ...]]] = (
    OrderedDict()
)


def barriers(board: Board) -> tuple[Obstacle, ...]:
    """Return the obstacles, and round each of several storeys a wall that nothing passes.

    The same board gives the same tuple.
    """
    if len(board.storeys) < 2:
        return board.obstacles
    kept = _framed.get(id(board.obstacles))
    if kept is not None and kept[0] is board.obstacles and kept[1] == board.storeys:
        return kept[2]
    made = board.obstacles + tuple(_frame(storey) for storey in board.storeys)
    _framed[id(board.obstacles)] = (board.obstacles, board.storeys, made)
    while len(_framed) > _KEPT:
        _framed.popitem(last=False)
    return made


def _frame(storey: Storey) -> Obstacle:
    left, top = storey.left * SUB - RIM, storey.top * SUB - RIM
    right = (storey.left + storey.width) * SUB + RIM
    bottom = (storey.top + storey.height) * SUB + RIM
    corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
    points = tuple(Point(x, y) for x, y in corners)
    return make_obstacle(PREFIX + storey.id, Kind.WALL, points)


def storey_at(board: Board, x: float, y: float) -> Storey | None:
    """Return the storey of a place in squares: the nearest one; None where there are none."""
    return min(board.storeys, key=lambda s: _away(s, x, y), default=None)


def _away(storey: Storey, x: float, y: float) -> float:
    across = max(storey.left - x, 0.0, x - storey.left - storey.width)
    down = max(storey.top - y, 0.0, y - storey.top - storey.height)
    return across**2 + down**2


def storey_of(board: Board, space: Footprint) -> Storey | None:
    """Return the storey on which a space lies, by its middle; None where there are none."""
    middle = space.centre2
    return storey_at(board, middle.x / (2 * SUB), middle.y / (2 * SUB))


def apart(board: Board, a: Footprint, b: Footprint) -> bool:
    """Whether two spaces lie on different storeys."""
    return storey_of(board, a) is not storey_of(board, b)


def storey(board: Board, id: str) -> Storey:
    """Return a storey by id. Raises KeyError when there is none."""
    found = next((s for s in board.storeys if s.id == id), None)
    if found is None:
        raise KeyError(id)
    return found


def beside(board: Board) -> Cell:
    """Return the upper left square for another storey: right of all that there is."""
    rights = [board.left + board.width, *(s.left + s.width for s in board.storeys)]
    return Cell(max(rights) + GAP, min((s.top for s in board.storeys), default=board.top))


def with_storeys(
    board: Board, storeys: Iterable[Storey], stairs: Iterable[Stairs] | None = None
) -> Board:
    """Return a board with these storeys; its bounds are those of them all."""
    all_of_them = tuple(storeys)
    if not all_of_them:
        return replace(board, storeys=(), stairs=())
    left, top = min(s.left for s in all_of_them), min(s.top for s in all_of_them)
    right = max(s.left + s.width for s in all_of_them)
    bottom = max(s.top + s.height for s in all_of_them)
    return replace(
        board,
        left=left,
        top=top,
        width=right - left,
        height=bottom - top,
        storeys=all_of_them,
        stairs=board.stairs if stairs is None else tuple(stairs),
    )


def base(board: Board, name: str) -> tuple[Storey, ...]:
    """Return the storeys of a board; one that has none is the first itself."""
    if board.storeys:
        return board.storeys
    return (Storey("storey-1", name, board.left, board.top, board.width, board.height),)


def fresh_id(ids: Iterable[str], stem: str) -> str:
    """Return an unused id ``stem-n``."""
    taken = set(ids)
    return next(id for n in range(1, len(taken) + 2) if (id := f"{stem}-{n}") not in taken)


def other_end(board: Board, cell: Cell) -> Cell | None:
    """Return the square to which stairs lead from a square, if any do."""
    for one in board.stairs:
        if cell in (one.a, one.b):
            return one.b if cell == one.a else one.a
    return None


def part(board: Board, one: Storey) -> Board:
    """Return one storey as a map of its own, in the coordinates of the board.

    What reaches onto several storeys belongs to each of them.
    """

    def touches(points: Iterable[Point]) -> bool:
        return one in _holding(board, tuple(points))

    items = tuple(i for i in board.floor.items if not i.points or touches(i.points))
    bare = any(i.points for i in board.floor.items) and not any(i.points for i in items)
    return replace(
        board,
        left=one.left,
        top=one.top,
        width=one.width,
        height=one.height,
        obstacles=tuple(o for o in board.obstacles if touches(o.points)),
        lights=tuple(light for light in board.lights if touches((light.at,))),
        picture=one.picture or _under(board, one),
        floor=Floor() if bare else replace(board.floor, items=items),
        zones=tuple(zone for zone in board.zones if touches(zone.points)),
        storeys=(),
        stairs=tuple(s for s in board.stairs if one in ends(board, s)),
    )


def refitted(board: Board, one: Storey, laid: Board) -> Board:
    """Return a board whose storey has the picture and the bounds of a map laid afresh.

    The first whole square of the picture stays where it is. Raises ValueError where the storey
    would reach into another.
    """
    before, after = part(board, one).picture, laid.picture
    assert before is not None
    assert after is not None
    right = _first(before.x) - _first(after.x)
    down = _first(before.y) - _first(after.y)
    picture = replace(after, x=after.x + right * SUB, y=after.y + down * SUB)
    new = replace(
        one,
        left=laid.left + right,
        top=laid.top + down,
        width=laid.width,
        height=laid.height,
        picture=picture if one.picture is not None else None,
    )
    for other in board.storeys:
        if other is not one and _near(new, other):
            raise ValueError(other.name)
    made = board if one.picture is not None else replace(board, picture=picture)
    return with_storeys(made, (new if s is one else s for s in board.storeys))


def _first(units: int) -> int:
    """Return the first line of the grid at or behind a place."""
    return -(-units // SUB)


def _near(a: Storey, b: Storey) -> bool:
    """Whether two storeys lie on one another or without a square between."""
    return (
        a.left <= b.left + b.width
        and b.left <= a.left + a.width
        and a.top <= b.top + b.height
        and b.top <= a.top + a.height
    )


def _holding(board: Board, points: tuple[Point, ...]) -> list[Storey]:
    """Return the storeys over which something reaches; what lies beside all is the nearest's."""
    xs, ys = [p.x / SUB for p in points], [p.y / SUB for p in points]
    found = [
        s
        for s in board.storeys
        if max(xs) >= s.left
        and min(xs) <= s.left + s.width
        and max(ys) >= s.top
        and min(ys) <= s.top + s.height
    ]
    nearest = storey_at(board, xs[0], ys[0])
    return found or ([nearest] if nearest is not None else [])


def ends(board: Board, stairs: Stairs) -> tuple[Storey | None, Storey | None]:
    """Return the storeys that stairs join."""
    a, b = (storey_at(board, cell.x + 0.5, cell.y + 0.5) for cell in (stairs.a, stairs.b))
    return a, b


def _under(board: Board, one: Storey) -> Picture | None:
    """Return the picture of the board where it lies under a storey."""
    picture = board.picture
    if picture is None:
        return None
    middle = (picture.x + picture.width / 2) / SUB, (picture.y + picture.height / 2) / SUB
    return picture if storey_at(board, *middle) is one else None
