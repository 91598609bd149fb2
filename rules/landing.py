"""Where newcomers stand: the nearest square on which somebody has room, whatever the way in."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby

from maps.board import Board
from maps.crowd import Crowd
from maps.grid import SUB, Cell, Footprint
from maps.paths import Ground, nearest_first, rim
from maps.shapes import Kind
from maps.storeys import storey_of

MAX_RINGS = 30
"""How many squares away room is looked for."""
MAX_STEPS = 20
"""How far it may be to walk to a place beside somebody, in squares."""


class Landing:
    """Gives newcomers room on a board, one after another; each place given is taken from then on.

    Room is where nobody stands, no solid holds the middle of a square and no wall cuts the
    space. The rules are silent; a game master who wants somebody within a wall moves it there.
    """

    def __init__(self, board: Board, spaces: Iterable[Footprint]) -> None:
        self._ground = Ground(board)
        walls = tuple(o for o in board.obstacles if o.kind is not Kind.DOOR)
        self._through_doors = Ground(replace(board, obstacles=walls))
        self._crowd = Crowd()
        self._anybody = False
        self._pockets: dict[int, set[Cell]] = {}
        for space in spaces:
            self.take(space)

    def take(self, space: Footprint) -> None:
        """Let somebody stand there, who needs no room to be found."""
        self._anybody = True
        self._pockets.clear()
        self._crowd.add(space)

    def at(self, wanted: Footprint) -> Footprint:
        """Return the wanted place if there is room, else the nearest room, and take it."""
        if self._room(wanted):
            return self._taken(wanted)
        return self.beside(wanted) if self._ground.stands_free(wanted) else self.near(wanted)

    def beside(self, space: Footprint) -> Footprint:
        """Return the nearest room to which one can walk from there, else any, and take it."""
        for cost, squares in groupby(self._walks(space), key=lambda found: found[1]):
            row = space.y // SUB
            for cell in sorted((c for c, _ in squares), key=lambda c: (c.y != row, -c.x, -c.y)):
                place = _moved(space, cell)
                if cost and self._on_map(place) and self._room(place):
                    return self._taken(place)
        return self.near(space)

    def near(self, wanted: Footprint) -> Footprint:
        """Return the nearest room, rather on the side of a wall where somebody is, and take it."""
        first = None
        for place in self._rooms(wanted):
            first = first or place
            if not self._anybody or self._among(place):
                return self._taken(place)
        return self._taken(first or self._gap(wanted))

    def _taken(self, place: Footprint) -> Footprint:
        self._crowd.add(place)
        self._anybody = True
        return place

    def _walks(self, space: Footprint) -> Iterator[tuple[Cell, float]]:
        board = self._ground.board
        return nearest_first(self._ground, space, MAX_STEPS, rim(board, space))

    def _room(self, place: Footprint) -> bool:
        return not self._crowd.meets(place) and self._ground.stands_free(place)

    def _on_map(self, place: Footprint) -> bool:
        board = self._ground.board
        right, bottom = (board.left + board.width) * SUB, (board.top + board.height) * SUB
        across = board.left * SUB <= place.x and place.right <= right
        return across and board.top * SUB <= place.y and place.bottom <= bottom

    def _rooms(self, wanted: Footprint) -> Iterator[Footprint]:
        """Yield the places on the map with room, on the same storey, the nearest first."""
        board = self._ground.board
        storey = storey_of(board, wanted)
        for place in _around(wanted):
            if self._on_map(place) and storey_of(board, place) is storey and self._room(place):
                yield place

    def _gap(self, wanted: Footprint) -> Footprint:
        """Return the nearest place where nobody stands; the wanted one where there is none."""
        free = (place for place in _around(wanted) if not self._crowd.meets(place))
        return next(free, wanted)

    def _among(self, place: Footprint) -> bool:
        """Whether one can walk from a place to anybody, doors taken for open."""
        cell, size = Cell(place.x // SUB, place.y // SUB), place.squares
        pockets = self._pockets.setdefault(size, set())
        if cell in pockets:
            return False
        seen, rim = {cell}, deque([cell])
        while rim:
            at = rim.popleft()
            if self._crowd.meets(_moved(place, at)):
                return True
            for after, *_ in self._through_doors.open_steps(at, size):
                if after not in seen and self._on_map(_moved(place, after)):
                    seen.add(after)
                    rim.append(after)
        pockets |= seen
        return False


def _moved(space: Footprint, cell: Cell) -> Footprint:
    return space.moved(cell.x * SUB, cell.y * SUB)


def _around(space: Footprint) -> Iterator[Footprint]:
    """Yield the places on the grid around one, itself first, the nearest first."""
    start = space.snapped()
    for dx, dy in _steps():
        yield start.moved(start.x + dx * SUB, start.y + dy * SUB)


@cache
def _steps() -> tuple[tuple[int, int], ...]:
    """Return the steps to the squares around one by their length, those beside it first."""
    side = range(-MAX_RINGS, MAX_RINGS + 1)
    around = ((dx, dy) for dy in side for dx in side)
    return tuple(sorted(around, key=lambda d: (d[0] ** 2 + d[1] ** 2, d[1] != 0, -d[0], -d[1])))
