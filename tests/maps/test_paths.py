"""Ways count as the rules count them and see the true walls."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.board import Board
from maps.codec import board_from_dict
from maps.grid import Cell, Diagonal, Footprint, count, point
from maps.paths import Gait, Ground, along, cheapest, inside, reachable, straight
from maps.walls import Piece, blockers, cells_along

F = Footprint.at
EMPTY = Board()


def board(*obstacles: tuple[str, list[list[float]]], **facts: object) -> Board:
    return board_from_dict(
        {"obstacles": [{"kind": kind, "points": points, **facts} for kind, points in obstacles]}
    )


def step(b: Board, dx: int, dy: int, at: tuple[int, int] = (0, 0), size: int = 1) -> bool:
    """Whether a step passes; a step and its way back must agree."""
    ground = Ground(b)
    there = not ground.crossed(Cell(*at), size, dx, dy)
    back = not ground.crossed(Cell(at[0] + dx, at[1] + dy), size, -dx, -dy)
    assert there == back
    return there


@pytest.mark.parametrize(
    ("waypoints", "cost", "odd"),
    [
        ([Cell(4, 0)], 4, False),
        ([Cell(1, 1)], 1, True),
        ([Cell(2, 2)], 3, False),
        ([Cell(3, 3)], 4, True),
        ([Cell(1, 1), Cell(1, 2), Cell(2, 3)], 4, False),
        ([Cell(1, 1), Cell(0, 0)], 3, False),
        ([Cell(5, 2)], 6, False),
        ([], 0, False),
    ],
)
def test_diagonals_alternate_over_the_whole_way(
    waypoints: list[Cell], cost: int, odd: bool
) -> None:
    path = along(EMPTY, F(0, 0), waypoints)
    assert (path.cost, path.odd) == (cost, odd)
    assert path.cells[0] == Cell(0, 0)
    assert len(path.cells) == len(path.costs) + 1


def test_count_goes_on_from_an_earlier_diagonal() -> None:
    assert along(EMPTY, F(0, 0), [Cell(1, 1)], odd=True).costs == (2,)
    assert reachable(EMPTY, F(0, 0), 1, odd=True).keys() == {
        Cell(0, 0), Cell(1, 0), Cell(-1, 0), Cell(0, 1), Cell(0, -1),
    }  # fmt: skip


def test_other_ways_to_count_diagonals() -> None:
    assert along(EMPTY, F(0, 0), [Cell(3, 3)], Gait(Diagonal.EQUIDISTANT)).cost == 3
    assert along(EMPTY, F(0, 0), [Cell(3, 3)], Gait(Diagonal.EUCLID)).cost == pytest.approx(
        3 * 2**0.5
    )


MUD = board(("terrain", [[1, -1], [3, -1], [3, 3], [1, 3]]))


def test_difficult_ground_doubles() -> None:
    assert along(MUD, F(0, 0), [Cell(4, 0)]).costs == (2, 2, 1, 1)
    assert along(MUD, F(0, 0), [Cell(2, 2)]).costs == (2, 4)
    dear = Gait(difficult_diagonal=3)
    path = along(MUD, F(0, 0), [Cell(2, 2), Cell(3, 3)], dear)
    assert list(path.costs) == [3, 3, 1]
    assert along(MUD, F(-2, 0, 2), [Cell(-1, 0), Cell(0, 0)]).costs == (1, 2)


def test_wall_between_squares_is_named() -> None:
    b = board(("wall", [[1, 0], [1, 1]]), ("slit", [[2, 0], [2, 1]]), ("low", [[3, 0], [3, 1]]))
    path = along(b, F(0, 0), [Cell(3, 0)])
    assert path.crossed == ((0, ("wall:0",)), (1, ("slit:1",)))


@pytest.mark.parametrize(
    ("points", "dx", "dy", "passes"),
    [
        ([[1, 0], [1, 1]], 1, 0, False),
        ([[1, 0], [1, 1]], 0, 1, True),
        ([[1, 0], [1, 1]], 1, 1, True),  # only touches the free end
        ([[1, -5], [1, 6]], 1, 1, False),
        ([[0, 1], [2, 1]], 1, 1, False),
        ([[0, 0], [5, 0]], 1, 0, True),  # alongside
        ([[0, 0.5], [5, 0.5]], 1, 0, True),  # along the way itself
        ([[1, 0.5], [1, 3]], 1, 0, True),  # the free end lies on the way
        ([[1, 0], [1, 0.5]], 1, 0, True),
        ([[1, 0], [1, 0.5], [1, 1]], 1, 0, False),  # its joint lies on the way
        ([[0, 1], [1, 1], [1, 2]], 1, 1, True),  # a corner that is passed outside
        ([[1, 0], [1, 1], [2, 1]], 1, 1, True),
        ([[1, 0], [1, 1], [1, 2]], 1, 1, False),
    ],
)
def test_steps_and_walls(points: list[list[float]], dx: int, dy: int, passes: bool) -> None:
    assert step(board(("wall", points)), dx, dy) == passes


def test_joint_of_two_walls_has_no_gap() -> None:
    assert not step(board(("wall", [[1, 0], [1, 1]]), ("wall", [[1, 1], [1, 2]])), 1, 1)
    squares = board(
        ("solid", [[1, 0], [2, 0], [2, 1], [1, 1]]), ("solid", [[0, 1], [1, 1], [1, 2], [0, 2]])
    )
    assert not step(squares, 1, 1)
    assert step(board(("solid", [[1, 0], [2, 0], [2, 1], [1, 1]])), 1, 1)


def test_walls_hung_left_and_right_along_the_way_stop_it() -> None:
    along_it = ("wall", [[0.75, 0.5], [1.25, 0.5]])
    assert not step(board(along_it, ("wall", [[0.75, 0], [0.75, 0.5]]),
                          ("wall", [[1.25, 0.5], [1.25, 1]])), 1, 0)  # fmt: skip
    assert step(board(("wall", [[0.75, 0], [0.75, 0.5]]), ("wall", [[1.25, 0.5], [1.25, 1]])), 1, 0)


@pytest.mark.parametrize("wall", [[[0.5, -3], [0.5, 4]], [[0.5, -3], [0.5, 0.5], [0.5, 4]]])
def test_wall_through_a_centre_cannot_be_crossed_in_two_steps(wall: list[list[float]]) -> None:
    b = board(("wall", wall))
    there, back = step(b, 1, 0), step(b, -1, 0)
    assert there != back
    assert cheapest(b, F(-3, 0), Cell(3, 0)) != along(b, F(-3, 0), [Cell(3, 0)])


def test_big_space_is_stopped_by_half_a_wall() -> None:
    b = board(("wall", [[2, 0], [2, 1]]))
    assert not step(b, 1, 0, size=2)
    assert step(b, 1, 0, at=(0, 1), size=2)


def test_open_door_and_one_way_wall_let_through() -> None:
    assert step(board(("door", [[1, 0], [1, 1]]), state="open"), 1, 0)
    assert not step(board(("door", [[1, 0], [1, 1]]), state="secret"), 1, 0)
    # drawn downwards: its left, seen from first to last point, is the east
    one_way = Ground(board(("wall", [[1, 0], [1, 1]]), side="left"))
    assert not one_way.crossed(Cell(0, 0), 1, 1, 0)
    assert one_way.crossed(Cell(1, 0), 1, -1, 0) == ("wall:0",)


def test_reachable_squares_in_the_open_are_the_counted_ones() -> None:
    found = reachable(EMPTY, F(3, 3), 6)
    expected = {
        Cell(3 + dx, 3 + dy): count(dx, dy)
        for dx in range(-6, 7)
        for dy in range(-6, 7)
        if count(dx, dy) <= 6
    }
    assert found == expected


def test_reachable_minds_walls_and_creatures() -> None:
    room = board(("wall", [[0, 0], [3, 0], [3, 3], [0, 3], [0, 0]]))
    assert reachable(room, F(1, 1), 20).keys() == {Cell(x, y) for x in range(3) for y in range(3)}
    foe, friend = frozenset({Cell(1, 0)}), frozenset({Cell(1, 1)})
    corridor = board(("wall", [[0, 0], [5, 0], [5, 1], [0, 1], [0, 0]]))
    assert set(reachable(corridor, F(0, 0), 9, blocked=foe)) == {Cell(0, 0)}
    corridor_found = reachable(room, F(0, 0), 2, occupied=friend)
    assert Cell(1, 1) not in corridor_found
    assert Cell(0, 0) in corridor_found
    assert Cell(3, 0) not in reachable(EMPTY, F(0, 0, 2), 9, blocked={Cell(4, 1)})


def test_cheapest_way_leads_round_the_wall() -> None:
    b = board(("wall", [[2, -2], [2, 3]]))
    path = cheapest(b, F(0, 0), Cell(4, 0))
    assert path is not None
    assert path.crossed == ()
    assert (path.cells[0], path.cells[-1]) == (Cell(0, 0), Cell(4, 0))
    assert path.cost == reachable(b, F(0, 0), 20)[Cell(4, 0)] == 8
    assert path.cost > along(b, F(0, 0), [Cell(4, 0)]).cost


def test_no_way_into_a_sealed_room() -> None:
    room = board(("wall", [[0, 0], [3, 0], [3, 3], [0, 3], [0, 0]]))
    assert cheapest(room, F(6, 6), Cell(1, 1)) is None
    assert cheapest(room, F(1, 1), Cell(1, 1)) == along(room, F(1, 1), [])


cells = st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9))


@given(cells, cells)
def test_straight_way_is_as_short_as_the_distance(a: Cell, b: Cell) -> None:
    way = list(straight(a, b))
    assert (way[-1] if way else a) == b
    steps = zip([a, *way], way, strict=False)
    assert all(max(abs(q.x - p.x), abs(q.y - p.y)) == 1 for p, q in steps)
    assert along(EMPTY, F(a.x, a.y), [b]).cost == count(b.x - a.x, b.y - a.y)


quarters = st.integers(-12, 12).map(lambda n: n / 4)
walls = st.lists(st.tuples(quarters, quarters, quarters, quarters), min_size=1, max_size=5)


@given(walls, st.sampled_from([(1, 0), (0, 1), (1, 1), (1, -1)]))
def test_steps_are_the_same_back_and_in_the_mirror(
    lines: list[tuple[float, ...]], way: tuple[int, int]
) -> None:
    real = [(x, y, u, v) for x, y, u, v in lines if (x, y) != (u, v)]
    straight_walls = [Piece("w", point(x, y), point(u, v)) for x, y, u, v in real]
    mirrored = [Piece("w", point(-x, y), point(-u, v)) for x, y, u, v in real]
    p, q = point(0.5, 0.5), point(0.5 + way[0], 0.5 + way[1])
    stopped = bool(blockers(p, q, straight_walls))
    assert stopped == bool(blockers(q, p, straight_walls))
    p, q = point(-0.5, 0.5), point(-0.5 - way[0], 0.5 + way[1])
    assert stopped == bool(blockers(p, q, mirrored))


@given(*(st.integers(-3000, 3000) for _ in range(4)))
def test_squares_along_a_piece_hold_all_its_points(x: int, y: int, u: int, v: int) -> None:
    a, b = point(x / 512, y / 512), point(u / 512, v / 512)
    squares = set(cells_along(a, b))
    for i in range(101):
        px, py = (a.x * (100 - i) + b.x * i) / 100 / 512, (a.y * (100 - i) + b.y * i) / 100 / 512
        assert Cell(int(px // 1), int(py // 1)) in squares


def test_inside_counts_the_border_as_in() -> None:
    ring = (point(0, 0), point(4, 0), point(4, 4), point(2, 2), point(0, 4))
    assert inside(point(1, 1), ring)
    assert inside(point(0, 2), ring)
    assert inside(point(3, 3), ring)
    assert not inside(point(2, 3), ring)
    assert not inside(point(-1, 2), ring)
    assert not inside(point(5, 0), ring)


PILLAR: tuple[str, list[list[float]]] = ("solid", [[0, 0], [3, 0], [3, 3], [0, 3]])


def goes(b: Board, at: tuple[int, int], way: tuple[int, int], size: int = 1) -> bool:
    return not Ground(b).crossed(Cell(*at), size, *way)


def test_who_stands_in_a_pillar_may_step_out_but_not_about_in_it() -> None:
    b = board(PILLAR)
    assert goes(b, (0, 1), (-1, 0))
    assert goes(b, (0, 0), (-1, -1))
    assert not goes(b, (0, 1), (1, 0))
    assert not goes(b, (0, 1), (0, 1))
    assert not goes(b, (-1, 1), (1, 0))
    assert not goes(b, (3, 1), (-1, 0))
    # from its middle it takes a step to the rim and one more out of it
    assert goes(b, (1, 1), (0, 1))
    near = reachable(b, F(1, 1), 2)
    assert near[Cell(1, -1)] == 2
    assert len(near) == 1 + 8 + 12
    assert Cell(4, 1) in reachable(b, F(2, 1), 2)
    assert Cell(1, 1) not in reachable(b, F(2, 1), 9)


def test_two_pillars_side_by_side_let_nobody_pass_from_one_into_the_other() -> None:
    b = board(PILLAR, ("solid", [[3, 0], [6, 0], [6, 3], [3, 3]]))
    assert not goes(b, (2, 1), (1, 0))
    assert goes(b, (2, 0), (1, -1))
    # where they overlap one has to leave both
    b = board(PILLAR, ("solid", [[2, 0], [6, 0], [6, 3], [2, 3]]))
    assert not goes(b, (2, 1), (-1, 0))
    assert not goes(b, (2, 1), (1, 0))
    assert goes(b, (2, 0), (0, -1))


def test_big_ones_leave_a_pillar_with_fewer_and_fewer_squares_in_it() -> None:
    b = board(PILLAR)
    assert goes(b, (0, 0), (-1, 0), size=2)
    assert goes(b, (-1, 0), (-1, 0), size=2)
    assert not goes(b, (-1, 0), (1, 0), size=2)
    assert not goes(b, (-1, 0), (0, 1), size=2)
    assert not goes(b, (0, 0), (1, 1), size=2)


def test_a_wall_at_a_pillar_stops_who_steps_out_of_it() -> None:
    b = board(PILLAR, ("wall", [[0, 0], [0, 3]]))
    assert not goes(b, (0, 1), (-1, 0))
    assert goes(b, (2, 1), (1, 0))


def test_a_solid_that_stops_no_steps_or_hangs_above_is_no_matter() -> None:
    assert goes(board(PILLAR, stops_move=False), (1, 1), (1, 0))
    above = Ground(board(PILLAR, bottom=5), level=(0, 512))
    assert not above.crossed(Cell(1, 1), 1, 1, 0)


@given(st.integers(-1, 4), st.integers(-1, 4), st.sampled_from([(1, 0), (0, 1), (1, 1), (1, -1)]))
def test_who_was_outside_a_pillar_is_outside_still(x: int, y: int, way: tuple[int, int]) -> None:
    ground = Ground(board(PILLAR))
    after = (x + way[0], y + way[1])
    inside_now, inside_then = (all(0 <= c < 3 for c in cell) for cell in ((x, y), after))
    touches = bool(set(blockers_of(x, y, way)))
    assert bool(ground.crossed(Cell(x, y), 1, *way)) == (
        (inside_then and (x, y) != (1, 1)) or (not inside_now and touches)
    )


BOULDER: tuple[str, list[list[float]]] = ("solid", [[0, 0], [12, 0], [12, 12], [0, 12]])


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_who_stands_deep_in_a_boulder_goes_out_of_it_by_the_shortest_way(size: int) -> None:
    b = board(BOULDER)
    space = Footprint.at(2, 4, size)
    way = cheapest(b, space, Cell(-size, 4))
    assert way is not None
    assert way.cost == 2 + size
    assert way.from_solid
    assert not way.crossed
    # but not through it to the other side, ten squares away, nor back into it
    assert reachable(b, space, 60)[Cell(12, 4)] > 12
    assert not goes(b, (2, 4), (1, 0), size)
    assert not goes(b, (2, 4), (0, 1), size)
    outside = Footprint.at(-size, 4, size)
    around = reachable(b, outside, 40)
    assert all(not (-size < c.x < 12 and -size < c.y < 12) for c in around)


def test_a_wall_in_a_boulder_turns_who_goes_out_of_it() -> None:
    b = board(BOULDER, ("wall", [[1, 0], [1, 12]]))
    way = cheapest(b, F(2, 4), Cell(2, -1))
    assert way is not None
    assert way.cost == 5
    assert not goes(b, (1, 4), (-1, 0))


def blockers_of(x: int, y: int, way: tuple[int, int]) -> tuple[str, ...]:
    ring = PILLAR[1]
    sides = [
        Piece("s", point(*a), point(*b)) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)
    ]
    p, q = point(x + 0.5, y + 0.5), point(x + way[0] + 0.5, y + way[1] + 0.5)
    return blockers(p, q, sides)
