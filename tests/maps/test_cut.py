"""A door in a wall: the wall makes room, and nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.board import Board
from maps.edit import cut_for
from maps.grid import point
from maps.shapes import Kind, Obstacle, make_obstacle


def _board(*lines: tuple[tuple[float, float], ...]) -> Board:
    return Board(
        obstacles=tuple(
            make_obstacle(f"wall:{i}", Kind.WALL, tuple(point(x, y) for x, y in line))
            for i, line in enumerate(lines)
        )
    )


def _squares(walls: tuple[Obstacle, ...]) -> list[list[tuple[float, float]]]:
    return [[(p.x / 512, p.y / 512) for p in wall.points] for wall in walls]


def test_a_door_in_the_middle_leaves_two_pieces() -> None:
    walls, gone = cut_for(_board(((0, 0), (6, 0))), point(2, 0), point(3, 0))
    assert gone == ()
    assert [wall.id for wall in walls] == ["wall:0", "wall:1"]
    assert _squares(walls) == [[(0, 0), (2, 0)], [(3, 0), (6, 0)]]


def test_what_is_left_of_a_wall_keeps_its_facts() -> None:
    low = make_obstacle("a", Kind.WALL, (point(0, 0), point(6, 0)), top=1024, side="left")
    walls, _ = cut_for(Board(obstacles=(low,)), point(2, 0), point(3, 0))
    assert [(wall.id, wall.top, wall.side) for wall in walls] == [
        ("a", 1024, "left"),
        ("wall:0", 1024, "left"),
    ]


def test_a_chain_keeps_its_other_pieces() -> None:
    board = _board(((0, 0), (4, 0), (4, 4)))
    walls, _ = cut_for(board, point(4, 2), point(4, 1))
    assert _squares(walls) == [[(0, 0), (4, 0), (4, 1)], [(4, 2), (4, 4)]]


def test_a_door_over_the_corner_of_two_walls_cuts_both() -> None:
    board = _board(((0, 0), (3, 0)), ((3, 0), (6, 0)))
    walls, _ = cut_for(board, point(2, 0), point(4, 0))
    assert _squares(walls) == [[(0, 0), (2, 0)], [(4, 0), (6, 0)]]


@pytest.mark.parametrize(
    ("a", "b"),
    [((2, -1), (2, 1)), ((6, 0), (7, 0)), ((2, 1), (3, 1)), ((7, 0), (8, 0))],
    ids=["across", "touching its end", "beside it", "beyond it"],
)
def test_a_wall_that_does_not_run_along_stays(
    a: tuple[float, float], b: tuple[float, float]
) -> None:
    assert cut_for(_board(((0, 0), (6, 0))), point(*a), point(*b)) == ((), ())


def test_a_door_as_long_as_the_wall_leaves_nothing() -> None:
    assert cut_for(_board(((1, 1), (2, 2))), point(0, 0), point(3, 3)) == ((), ("wall:0",))


@given(st.lists(st.integers(-8, 8), min_size=4, max_size=4, unique=True))
def test_length_is_kept_but_for_the_opening(ends: list[int]) -> None:
    w0, w1, d0, d1 = ends
    walls, gone = cut_for(_board(((w0, 0), (w1, 0))), point(d0, 0), point(d1, 0))
    shared = max(0, min(max(w0, w1), max(d0, d1)) - max(min(w0, w1), min(d0, d1)))
    left = sum(abs(wall.points[-1].x - wall.points[0].x) for wall in walls)
    assert bool(walls or gone) is (shared > 0)
    assert left == (abs(w1 - w0) - shared) * 512 or not shared
