"""What is odd about walls is found where it lies, and mended without touching the rest."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.board import Board
from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.flaws import NEAR, Fault, Finding
from maps.grid import SUB, Point, point
from maps.repair import SAFE, changes, findings, mend, mend_all, problem_of
from maps.shapes import Kind, Obstacle, make_obstacle


def line(id: str, *spots: tuple[float, float], kind: Kind = Kind.WALL) -> Obstacle:
    return make_obstacle(id, kind, tuple(point(x, y) for x, y in spots))


def board(*obstacles: Obstacle) -> Board:
    return Board(obstacles=obstacles)


def faults(found: Board) -> list[Fault]:
    return [f.fault for f in findings(found)]


def only(found: Board) -> Finding:
    (finding,) = findings(found)
    return finding


ROOM = line("room", (1, 1), (5, 1), (5, 5), (1, 5), (1, 1))


def test_good_map_has_no_findings() -> None:
    good = board(
        ROOM,
        line("inner", (3, 1), (3, 3)),
        line("door", (3, 3), (3, 4), kind=Kind.DOOR),
        line("stub", (3, 4), (3, 5)),
        make_obstacle("s", Kind.SOLID, (point(7, 1), point(8, 1), point(8, 2))),
    )
    assert findings(good) == ()
    assert mend_all(good) == (good, Counter())
    assert mend_all(good)[0] is good


def test_ends_that_miss_each_other_are_joined() -> None:
    bad = board(line("a", (1, 1), (3, 1)), line("b", (3.05, 1.02), (3, 4)))
    finding = only(bad)
    assert finding.fault is Fault.NEAR
    assert set(finding.points) == {point(3, 1), point(3.05, 1.02)}
    mended = mend(bad, finding)
    assert findings(mended) == ()
    assert mend(mended, finding) is mended


def test_end_that_misses_a_wall_meets_it_in_a_corner() -> None:
    bad = board(line("a", (1, 1), (6, 3)), line("b", (3, 1.84), (3, 4)))
    assert only(bad).fault is Fault.NEAR
    mended = mend(bad, only(bad))
    assert findings(mended) == ()
    meeting = mended.obstacle("b").points[0]
    assert meeting in mended.obstacle("a").points
    assert math.dist(meeting, point(3, 1.84)) <= NEAR


def test_doors_stay_and_walls_come_to_them() -> None:
    door = line("d", (3, 1), (4, 1), kind=Kind.DOOR)
    bad = board(door, line("left", (1, 1), (2.95, 1)), line("right", (4.06, 1), (6, 1)))
    assert faults(bad) == [Fault.NEAR, Fault.NEAR]
    mended, counts = mend_all(bad)
    assert counts == {Fault.NEAR: 2}
    assert mended.obstacle("d") == door
    assert findings(mended) == ()


def test_loop_that_nearly_closes_is_closed() -> None:
    bad = board(line("a", (1, 1), (4, 1), (4, 4), (1, 4), (1, 1.05)))
    mended = mend(bad, only(bad))
    points = mended.obstacle("a").points
    assert points[0] == points[-1]


def test_short_lines_are_no_faults_of_their_own() -> None:
    assert findings(board(line("a", (1, 1), (1.05, 1)))) == ()
    assert findings(board(line("a", (1, 1), (1.05, 1), (1.05, 1.05)))) == ()


def test_gaps_are_bridged_one_by_one_and_not_with_all() -> None:
    bad = board(line("a", (1, 1), (3, 1)), line("b", (3.3, 1), (5, 1)))
    finding = only(bad)
    assert (finding.fault, round(finding.distance, 1)) == (Fault.GAP, 0.3)
    assert mend_all(bad) == (bad, Counter())
    mended = mend(bad, finding)
    assert findings(mended) == ()
    assert sum(len(list(o.segments())) for o in mended.obstacles) == 3


def test_wide_openings_are_meant() -> None:
    assert findings(board(line("a", (1, 1), (3, 1)), line("b", (3.5, 1), (5, 1)))) == ()


def test_pieces_without_length_go_away() -> None:
    bad = board(line("a", (1, 1), (1, 1)), line("b", (2, 2), (2, 2), (4, 2)))
    assert faults(bad) == [Fault.ZERO, Fault.ZERO]
    mended, counts = mend_all(bad)
    assert counts == {Fault.ZERO: 2}
    assert mended.obstacles == (line("b", (2, 2), (4, 2)),)


def test_doubled_pieces_go_away_and_the_rest_of_the_line_stays() -> None:
    long = line("b", (1, 3), (1, 1), (3, 1), (3, 3))
    bad = board(line("a", (3, 1), (1, 1)), long)
    assert faults(bad) == [Fault.TWIN]
    mended, counts = mend_all(bad)
    assert counts == {Fault.TWIN: 1}
    pieces = [frozenset((s.a, s.b)) for o in mended.obstacles for s in o.segments()]
    assert len(pieces) == len(set(pieces)) == 3
    assert findings(mended) == ()


def test_what_does_something_else_is_no_double() -> None:
    wall = line("a", (1, 1), (3, 1))
    assert findings(board(wall, line("b", (1, 1), (3, 1), kind=Kind.LOW))) == ()
    assert findings(board(replace(wall, side="left"), replace(wall, id="b"))) == ()


def test_equal_areas_are_one_and_neighbours_stay() -> None:
    square = (point(1, 1), point(2, 1), point(2, 2), point(1, 2))
    beside = (point(2, 1), point(3, 1), point(3, 2), point(2, 2))
    one, same, next_to = (
        make_obstacle(id, Kind.SOLID, ring)
        for id, ring in (("a", square), ("b", square), ("c", beside))
    )
    mended, _ = mend_all(board(one, same, next_to))
    assert [o.id for o in mended.obstacles] in (["a", "c"], ["b", "c"])


def test_crossings_get_a_corner_in_both() -> None:
    bad = board(line("a", (1, 1), (5, 4)), line("b", (1, 4), (5, 1)))
    finding = only(bad)
    assert (finding.fault, finding.points) == (Fault.CROSSING, (point(3, 2.5),))
    mended = mend(bad, finding)
    assert all(point(3, 2.5) in o.points for o in mended.obstacles)
    assert findings(mended) == ()


def test_walls_through_doors_are_told_but_doors_get_no_corner() -> None:
    bad = board(
        line("d", (1, 1), (3, 3), kind=Kind.DOOR),
        line("a", (1, 3), (3, 1)),
        line("b", (1, 3), (0, 3)),
        line("c", (3, 1), (4, 1)),
    )
    assert Fault.CROSSING in faults(bad)
    mended, _ = mend_all(bad)
    assert len(mended.obstacle("d").points) == 2


def test_what_lies_off_the_map_is_told_and_goes_only_when_asked() -> None:
    bad = board(line("a", (-5, -5), (-3, -5)))
    assert faults(bad) == [Fault.OUTSIDE]
    assert mend_all(bad)[0] is bad
    assert mend_all(bad, tuple(Fault))[0].obstacles == ()


def test_changes_say_what_to_draw_and_what_to_erase() -> None:
    bad = board(line("a", (1, 1), (1, 1)), line("b", (1, 1), (3, 1)), line("c", (3.05, 1), (4, 1)))
    mended, _ = mend_all(bad)
    drawn, erased = changes(bad, mended)
    assert erased == ("a",)
    assert {o.id for o in drawn} <= {"b", "c"}
    assert len(drawn) == 1


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_has_words_and_places(fault: Fault) -> None:
    problem = problem_of(Finding(fault, ("a",), (point(1, 1), point(2, 1))))
    assert problem.code == f"repair_{fault.value}"
    assert problem.points


# --- any map ---

spots = st.builds(Point, st.integers(0, 6 * SUB), st.integers(0, 6 * SUB))
near_spots = st.builds(
    lambda x, y, dx, dy: Point(x * SUB + dx, y * SUB + dy),
    st.integers(0, 5),
    st.integers(0, 5),
    st.integers(-60, 60),
    st.integers(-60, 60),
)
lines = st.tuples(
    st.sampled_from([Kind.WALL, Kind.WALL, Kind.DOOR, Kind.SLIT, Kind.SOLID]),
    st.lists(st.one_of(near_spots, spots), min_size=2, max_size=4),
)


@given(st.lists(lines, max_size=12))
def test_any_map_can_be_mended_and_written(given_lines: list[tuple[Kind, list[Point]]]) -> None:
    start = board(
        *(make_obstacle(f"o:{i}", kind, tuple(ps)) for i, (kind, ps) in enumerate(given_lines))
    )
    for faults_wanted in (SAFE, frozenset(Fault)):
        mended, counts = mend_all(start, faults_wanted)
        assert (mended is start) == (not counts)
        assert board_from_dict(board_to_dict(mended)) == mended
        assert not any(f.fault is Fault.ZERO for f in findings(mended))
    for finding in findings(start):
        assert mend(start, finding).width == start.width


def test_large_maps_are_searched() -> None:
    chance = random.Random(1)
    walls = []
    for i in range(4000):
        x, y, turn = chance.random() * 150, chance.random() * 150, chance.random() * math.tau
        walls.append(line(f"w:{i}", (x, y), (x + math.cos(turn), y + math.sin(turn))))
    large = Board(width=160, height=160, obstacles=tuple(walls))
    assert len(findings(large)) > 100


# --- openings on walls ---


def test_a_wall_below_a_door_makes_room_for_it() -> None:
    before = board(
        line("wall:0", (0, 0), (6, 0), (6, 4)), line("door:0", (2, 0.02), (3, 0.02), kind=Kind.DOOR)
    )
    found = next(f for f in findings(before) if f.fault is Fault.COVERED)
    assert found.obstacles == ("door:0", "wall:0")
    assert problem_of(found).code == "repair_covered"
    after = mend(before, found)
    walls = [o.points for o in after.obstacles if o.kind is Kind.WALL]
    assert walls == [
        (point(0, 0), point(2, 0)),
        (point(3, 0), point(6, 0), point(6, 4)),
    ]
    assert after.obstacle("door:0") == before.obstacle("door:0")
    assert Fault.COVERED not in faults(after)


def test_walls_in_pieces_cover_a_door_together() -> None:
    before = board(
        line("wall:0", (0, 0), (2.4, 0)),
        line("wall:1", (5, 0), (2.4, 0)),
        line("slit:0", (2, 0), (3, 0), kind=Kind.SLIT),
    )
    after, counts = mend_all(before)
    assert counts[Fault.COVERED] == 1
    assert {o.points for o in after.obstacles if o.kind is Kind.WALL} == {
        (point(0, 0), point(2, 0)),
        (point(5, 0), point(3, 0)),
    }


@pytest.mark.parametrize(
    "wall",
    [
        ((2.5, -2), (2.5, 2)),  # crosses the door
        ((0, 0.2), (6, 0.2)),  # runs beside it
        ((0, 0), (2.5, 0)),  # reaches into it only
        ((0, 0), (2, 0)),  # ends at it
        ((3, 0), (3, 4)),  # begins at it
    ],
)
def test_other_walls_near_a_door_do_not_cover_it(
    wall: tuple[tuple[float, float], tuple[float, float]],
) -> None:
    door = line("door:0", (2, 0), (3, 0), kind=Kind.DOOR)
    assert Fault.COVERED not in faults(board(line("wall:0", *wall), door))
