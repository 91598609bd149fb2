"""Ways along squares: what they cost, what they cross, how far they lead.

Only facts: a crossed wall makes a way questionable, whoever plays decides.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TypeAlias

from maps.board import Board
from maps.grid import SUB, Cell, Diagonal, Footprint, Point
from maps.reach import whole
from maps.remember import by_identity
from maps.shapes import Kind
from maps.solids import Solids
from maps.walls import Level, Walls, at_level, blockers, pieces

STEPS = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0))
MARGIN = 2
"""Squares around board and ends in which ``cheapest`` may search."""
EDGE = 8
"""A wall less than the 8th part of a square within a space stands at its edge."""
DIAGONAL_LENGTH = 2**0.5

_Node: TypeAlias = tuple[Cell, bool]
Step: TypeAlias = tuple[Cell, int, int, bool]
"""The square after a step, how far it goes across and down, and whether it is difficult."""


@dataclass(frozen=True, slots=True)
class Gait:
    """How steps are counted, in squares.

    ``difficult`` multiplies steps into difficult ground; ``difficult_diagonal``, when set,
    is the whole cost of a diagonal step into it and does not change the 1-2-1-2 count.
    """

    diagonal: Diagonal = Diagonal.ALTERNATING
    difficult: int = 2
    difficult_diagonal: int | None = None

    def step(self, dx: int, dy: int, difficult: bool, odd: bool) -> tuple[float, bool]:
        """Return the cost of a step in squares, and whether the next diagonal is the dear one."""
        factor = self.difficult if difficult else 1
        if dx == 0 or dy == 0:
            return factor, odd
        if difficult and self.difficult_diagonal is not None:
            return self.difficult_diagonal, odd
        match self.diagonal:
            case Diagonal.ALTERNATING:
                return factor * (2 if odd else 1), not odd
            case Diagonal.EQUIDISTANT:
                return factor, odd
            case Diagonal.EUCLID:
                return factor * DIAGONAL_LENGTH, odd


WALK = Gait()


@dataclass(frozen=True, slots=True)
class Path:
    """A way along squares.

    ``cells`` are the top left squares of the space, the start first; ``costs`` has one
    entry per step. ``crossed`` pairs steps (by index) with the obstacles that stop them.
    ``odd`` tells whether the next diagonal step counts double, ``from_solid`` whether it begins
    within a solid, out of which it leads.
    """

    cells: tuple[Cell, ...]
    costs: tuple[float, ...] = ()
    crossed: tuple[tuple[int, tuple[str, ...]], ...] = ()
    odd: bool = False
    from_solid: bool = False

    @property
    def cost(self) -> float:
        """The sum of all steps, in squares."""
        return sum(self.costs)

    def costs_at(self, waypoints: Iterable[Cell]) -> tuple[int, ...]:
        """Return the running cost at each waypoint in whole squares, the start first.

        The waypoints are cells of the way, in its order.
        """
        costs, at = [0], 0
        for waypoint in waypoints:
            while self.cells[at] != waypoint and at < len(self.costs):
                at += 1
            costs.append(round(sum(self.costs[:at])))
        return tuple(costs)


@dataclass(slots=True)
class Ground:
    """A board prepared for ways; keeps what it has found out about single steps.

    With a level what stands wholly above or below those heights stops nobody.
    """

    board: Board
    level: Level | None = None
    _walls: Walls = field(init=False, repr=False)
    _solids: Solids = field(init=False, repr=False)
    _rings: list[tuple[Point, ...]] = field(init=False, repr=False)
    _steps: dict[tuple[int, int, int, int], tuple[str, ...]] = field(init=False, repr=False)
    _difficult: dict[Cell, bool] = field(init=False, repr=False)
    _open: dict[tuple[Cell, int], tuple[Step, ...]] = field(init=False, repr=False)
    _ways_out: dict[tuple[Cell, int], float] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._walls = Walls(pieces(self.board, lambda o: o.stops_move, self.level))
        self._solids = Solids(
            o
            for o in self.board.obstacles
            if o.stops_move and o.closed_shape and (self.level is None or at_level(o, self.level))
        )
        self._rings = [
            o.ring()
            for o in self.board.obstacles
            if o.kind is Kind.TERRAIN and (self.level is None or at_level(o, self.level))
        ]
        self._steps = {}
        self._difficult = {}
        self._open = {}
        self._ways_out = {}

    def open_steps(self, cell: Cell, size: int) -> tuple[Step, ...]:
        """Return the steps of a space of ``size`` squares at ``cell`` that nothing stops."""
        found = self._open.get((cell, size))
        if found is None:
            steps = ((Cell(cell.x + dx, cell.y + dy), dx, dy) for dx, dy in STEPS)
            found = self._open[cell, size] = tuple(
                (after, dx, dy, self.difficult(after, size))
                for after, dx, dy in steps
                if not self.crossed(cell, size, dx, dy)
            )
        return found

    def crossed(self, cell: Cell, size: int, dx: int, dy: int) -> tuple[str, ...]:
        """Return what stops a space of ``size`` squares at ``cell`` from one step.

        Each of its squares is moved from centre to centre; touching stops nothing. Who stands
        in a solid may step out of it and, deep within, by the shortest way towards its rim, but
        not about in it. The rules are silent; so a game master has it.
        """
        found: dict[str, None] = {}
        for j in range(size):
            for i in range(size):
                found.update((id, None) for id in self._step(cell.x + i, cell.y + j, dx, dy))
        held = self._held(cell, size)
        if held:
            after = Cell(cell.x + dx, cell.y + dy)
            then = self._held(after, size)
            out = self._way_out(after, size) < self._way_out(cell, size)
            found.update(
                (id, None) for id in held if then.count(id) >= held.count(id) + (1 if out else 0)
            )
        return tuple(found)

    def _held(self, cell: Cell, size: int) -> list[str]:
        """Return the solids round the middles of a space's squares, once for each square."""
        return [
            id
            for j in range(size)
            for i in range(size)
            for id in self._solids.around(cell.x + i, cell.y + j)
        ]

    def stands_free(self, space: Footprint) -> bool:
        """Whether a space has room: no solid round the middle of a square, no wall through it.

        A wall that is drawn along its edge, a little within, cuts nothing.
        """
        if self.leaves_solid(*_place(space)):
            return False
        inset = min(SUB, space.side) // EDGE
        box = (space.x + inset, space.y + inset, space.right - inset, space.bottom - inset)
        return not any(
            _cuts(piece.a, piece.b, box) for piece in self._walls.near_cells(space.cells())
        )

    def leaves_solid(self, cell: Cell, size: int) -> bool:
        """Whether a space stands in solids, so that steps from there lead out of them."""
        return bool(self._held(cell, size))

    def _way_out(self, cell: Cell, size: int) -> float:
        """Return how many steps at least lead a space out of all solids; endless where none do."""
        known = self._ways_out.get((cell, size))
        if known is not None:
            return known
        seen, rim, steps = {cell}, [cell], 0
        while rim and all(self._held(at, size) for at in rim):
            steps += 1
            rim = list(dict.fromkeys(after for at in rim for after in self._next(at, size)))
            rim = [after for after in rim if after not in seen]
            seen.update(rim)
        found = self._ways_out[cell, size] = steps if rim else float("inf")
        return found

    def _next(self, cell: Cell, size: int) -> Iterator[Cell]:
        """Yield where a space gets by one step if solids round it are no matter."""
        for dx, dy in STEPS:
            squares = ((cell.x + i, cell.y + j) for j in range(size) for i in range(size))
            if not any(self._step(x, y, dx, dy) for x, y in squares):
                yield Cell(cell.x + dx, cell.y + dy)

    def difficult(self, cell: Cell, size: int = 1) -> bool:
        """Whether the centre of any square of the space lies in difficult ground."""
        if not self._rings:
            return False
        squares = (Cell(cell.x + i, cell.y + j) for j in range(size) for i in range(size))
        return any(self._is_difficult(square) for square in squares)

    def _step(self, x: int, y: int, dx: int, dy: int) -> tuple[str, ...]:
        key = (x, y, dx, dy)
        known = self._steps.get(key)
        if known is None:
            p, q = _centre(x, y), _centre(x + dx, y + dy)
            xs, ys = {x, x + dx}, {y, y + dy}
            near = self._walls.near_cells(Cell(cx, cy) for cx in xs for cy in ys)
            if own := self._solids.around(x, y):
                near = [piece for piece in near if piece.id not in own]
            known = self._steps[key] = blockers(p, q, near, hold_ends=True) if near else ()
        return known

    def _is_difficult(self, cell: Cell) -> bool:
        known = self._difficult.get(cell)
        if known is None:
            centre = _centre(cell.x, cell.y)
            known = self._difficult[cell] = any(inside(centre, ring) for ring in self._rings)
        return known


def _cuts(a: Point, b: Point, box: tuple[int, int, int, int]) -> bool:
    """Whether the line ab passes through the interior of a box: left, top, right, bottom."""
    left, top, right, bottom = box
    if max(a.x, b.x) <= left or min(a.x, b.x) >= right:
        return False
    if max(a.y, b.y) <= top or min(a.y, b.y) >= bottom:
        return False
    corners = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    turns = [(b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) for p in corners]
    return min(turns) < 0 < max(turns)


def inside(p: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon or on its border; exact."""
    within = False
    for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        turn = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
        between = min(a.x, b.x) <= p.x <= max(a.x, b.x) and min(a.y, b.y) <= p.y <= max(a.y, b.y)
        if turn == 0 and between:
            return True
        if (a.y > p.y) != (b.y > p.y) and (turn > 0) == (b.y > a.y):
            within = not within
    return within


@by_identity()
def _rim(board: Board) -> frozenset[Cell]:
    columns = range(board.left - 1, board.left + board.width + 1)
    rows = range(board.top - 1, board.top + board.height + 1)
    across = {Cell(x, y) for x in columns for y in (rows[0], rows[-1])}
    return frozenset(across | {Cell(x, y) for y in rows for x in (columns[0], columns[-1])})


def rim(board: Board, space: Footprint) -> frozenset[Cell]:
    """Return the squares round a board, over which nobody leaves it; none for who is off it."""
    placed = whole(space)
    right, bottom = (board.left + board.width) * SUB, (board.top + board.height) * SUB
    across = board.left * SUB <= placed.x and placed.right <= right
    down = board.top * SUB <= placed.y and placed.bottom <= bottom
    return _rim(board) if across and down else frozenset()


def straight(start: Cell, end: Cell) -> Iterator[Cell]:
    """Yield the squares from start to end, start excluded, as close to the line as steps allow."""
    dx, dy = end.x - start.x, end.y - start.y
    n = max(abs(dx), abs(dy))
    for i in range(1, n + 1):
        yield Cell(start.x + _share(dx, i, n), start.y + _share(dy, i, n))


def along(
    board: Board | Ground,
    space: Footprint,
    waypoints: Sequence[Cell],
    gait: Gait = WALK,
    odd: bool = False,
) -> Path:
    """Walk a space over waypoints (its top left squares) and count the whole way.

    ``odd`` tells that the next diagonal step already counts double.
    """
    ground = _ground(board)
    cell, size = _place(space)
    from_solid = ground.leaves_solid(cell, size)
    cells = [cell]
    costs: list[float] = []
    crossed: list[tuple[int, tuple[str, ...]]] = []
    for waypoint in waypoints:
        for after in straight(cell, waypoint):
            dx, dy = after.x - cell.x, after.y - cell.y
            if stopped := ground.crossed(cell, size, dx, dy):
                crossed.append((len(costs), stopped))
            price, odd = gait.step(dx, dy, ground.difficult(after, size), odd)
            costs.append(price)
            cells.append(after)
            cell = after
    return Path(tuple(cells), tuple(costs), tuple(crossed), odd, from_solid)


def reachable(
    board: Board | Ground,
    space: Footprint,
    budget: float,
    blocked: AbstractSet[Cell] = frozenset(),
    occupied: AbstractSet[Cell] = frozenset(),
    gait: Gait = WALK,
    odd: bool = False,
) -> dict[Cell, float]:
    """Return the squares a space can go to within a budget, with the least cost of each.

    Keys are top left squares. Squares in ``blocked`` cannot be entered, those in
    ``occupied`` can be passed but not be stopped in. The start costs nothing.
    """
    start, size = _place(space)
    search = _Search(_ground(board), size, blocked, gait)
    found: dict[Cell, float] = {}
    for cell, _, cost in search.run(start, odd, budget):
        if cell == start or not _meets(cell, size, occupied):
            found.setdefault(cell, cost)
    return found


def nearest_first(
    board: Board | Ground,
    space: Footprint,
    budget: float,
    blocked: AbstractSet[Cell] = frozenset(),
) -> Iterator[tuple[Cell, float]]:
    """Yield the squares a space can walk to and the least cost of each, the nearest first.

    Looks only as far as somebody asks on. The first square is that of the start; those in
    ``blocked`` cannot be entered.
    """
    start, size = _place(space)
    seen: set[Cell] = set()
    for cell, _, cost in _Search(_ground(board), size, blocked, WALK).run(start, False, budget):
        if cell not in seen:
            seen.add(cell)
            yield cell, cost


def cheapest(
    board: Board | Ground,
    space: Footprint,
    end: Cell,
    blocked: AbstractSet[Cell] = frozenset(),
    gait: Gait = WALK,
    odd: bool = False,
) -> Path | None:
    """Return a way of least cost for a space to the top left square ``end``; None without one.

    It stays within the board, its ends and two squares around them.
    """
    ground = _ground(board)
    start, size = _place(space)
    search = _Search(ground, size, blocked, gait, _room(ground.board, start, end, size))
    return _first(search, space, lambda cell: cell == end, odd)


def nearest(
    board: Board | Ground,
    space: Footprint,
    wanted: Callable[[Cell], bool],
    blocked: AbstractSet[Cell] = frozenset(),
    gait: Gait = WALK,
) -> Path | None:
    """Return a way of least cost for a space to any top left square that is wanted, if any.

    It stays within the board, the start and two squares around them.
    """
    ground = _ground(board)
    start, size = _place(space)
    search = _Search(ground, size, blocked, gait, _room(ground.board, start, start, size))
    return _first(search, space, wanted)


def _first(
    search: _Search, space: Footprint, wanted: Callable[[Cell], bool], odd: bool = False
) -> Path | None:
    """Return the way to the first square found that is wanted, so one of least cost."""
    for cell, parity, _ in search.run(_place(space)[0], odd):
        if wanted(cell):
            return along(search.ground, space, search.track((cell, parity))[1:], search.gait, odd)
    return None


@dataclass(slots=True)
class _Search:
    """Dijkstra over (square, whether the next diagonal is the dear one)."""

    ground: Ground
    size: int
    blocked: Collection[Cell]
    gait: Gait
    room: tuple[range, range] | None = None
    came: dict[_Node, _Node] = field(default_factory=dict)

    def run(
        self, start: Cell, odd: bool, budget: float = float("inf")
    ) -> Iterator[tuple[Cell, bool, float]]:
        """Yield (square, parity, cost) in the order of cost, the start first."""
        best: dict[_Node, float] = {(start, odd): 0}
        queue: list[tuple[float, Cell, bool]] = [(0, start, odd)]
        done: set[_Node] = set()
        while queue:
            cost, cell, parity = heapq.heappop(queue)
            node = (cell, parity)
            if node in done:
                continue
            done.add(node)
            yield cell, parity, cost
            for after, price, next_parity in self._steps(cell, parity):
                total, key = cost + price, (after, next_parity)
                if total <= budget and total < best.get(key, float("inf")):
                    best[key] = total
                    self.came[key] = node
                    heapq.heappush(queue, (total, after, next_parity))

    def track(self, node: _Node) -> list[Cell]:
        """Return the squares from the start to a node that ``run`` has yielded."""
        cells = [node[0]]
        while node in self.came:
            node = self.came[node]
            cells.append(node[0])
        return cells[::-1]

    def _steps(self, cell: Cell, odd: bool) -> Iterator[tuple[Cell, float, bool]]:
        one = self.size == 1
        for after, dx, dy, difficult in self.ground.open_steps(cell, self.size):
            if self.room and (after.x not in self.room[0] or after.y not in self.room[1]):
                continue
            if after in self.blocked if one else _meets(after, self.size, self.blocked):
                continue
            price, parity = self.gait.step(dx, dy, difficult, odd)
            yield after, price, parity


def _ground(board: Board | Ground) -> Ground:
    return board if isinstance(board, Ground) else Ground(board)


def _place(space: Footprint) -> tuple[Cell, int]:
    """Return the top left square and the size in squares of a space, put on the grid."""
    placed = whole(space).snapped()
    return Cell(placed.x // SUB, placed.y // SUB), placed.squares


def _centre(x: int, y: int) -> Point:
    return Point(x * SUB + SUB // 2, y * SUB + SUB // 2)


def _share(total: int, part: int, n: int) -> int:
    """Round total * part / n to the nearest whole number, halves away from zero."""
    size = (2 * abs(total) * part + n) // (2 * n)
    return size if total >= 0 else -size


def _meets(cell: Cell, size: int, cells: Collection[Cell]) -> bool:
    return any((cell.x + i, cell.y + j) in cells for j in range(size) for i in range(size))


def _room(board: Board, start: Cell, end: Cell, size: int) -> tuple[range, range]:
    xs = (board.left, board.left + board.width - size, start.x, end.x)
    ys = (board.top, board.top + board.height - size, start.y, end.y)
    return (
        range(min(xs) - MARGIN, max(xs) + MARGIN + 1),
        range(min(ys) - MARGIN, max(ys) + MARGIN + 1),
    )
