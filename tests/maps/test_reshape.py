"""Points, chains and whole selections in other shapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps import reshape
from maps.board import Light
from maps.grid import Point, point
from maps.shapes import Kind, Obstacle, make_obstacle

Spots = tuple[tuple[float, float], ...]


def wall(id: str, *spots: tuple[float, float], **facts: object) -> Obstacle:
    return make_obstacle(id, Kind.WALL, tuple(point(x, y) for x, y in spots), **facts)


def squares(points: tuple[Point, ...]) -> Spots:
    return tuple((p.x / 512, p.y / 512) for p in points)


SQUARE = wall("loop", (0, 0), (4, 0), (4, 4), (0, 4), (0, 0))
PILLAR = make_obstacle("p", Kind.SOLID, (point(0, 0), point(1, 0), point(1, 1), point(0, 1)))


def test_a_joint_moves_in_all_that_meet_there() -> None:
    a, b, far = wall("a", (0, 0), (2, 0)), wall("b", (2, 0), (2, 3)), wall("c", (5, 5), (6, 5))
    changed, gone = reshape.moved_points((a, b, far), {point(2, 0): point(3, 1)})
    assert [squares(o.points) for o in changed] == [((0, 0), (3, 1)), ((3, 1), (2, 3))]
    assert gone == ()


def test_the_closing_point_of_a_loop_moves_with_the_first() -> None:
    (changed,), _ = reshape.moved_points((SQUARE,), {point(0, 0): point(1, 1)})
    assert squares(changed.points) == ((1, 1), (4, 0), (4, 4), (0, 4), (1, 1))


def test_a_piece_without_length_is_gone() -> None:
    assert reshape.moved_points((wall("a", (0, 0), (2, 0)),), {point(2, 0): point(0, 0)}) == (
        (),
        ("a",),
    )


def test_points_come_and_go() -> None:
    bent = reshape.inserted(wall("a", (0, 0), (4, 0)), 0, point(2, 1))
    assert squares(bent.points) == ((0, 0), (2, 1), (4, 0))
    straight = reshape.without_points(bent, {1})
    assert straight is not None
    assert squares(straight.points) == ((0, 0), (4, 0))
    assert reshape.without_points(straight, {0}) is None
    assert reshape.without_points(PILLAR, {0, 1}) is None
    closing = reshape.inserted(SQUARE, 3, point(-1, 2))
    assert squares(closing.points)[-2:] == ((-1, 2), (0, 0))


def test_a_chain_splits_within_and_a_loop_opens() -> None:
    chain = wall("a", (0, 0), (2, 0), (2, 2))
    assert [squares(p) for p in reshape.split(chain, 1)] == [((0, 0), (2, 0)), ((2, 0), (2, 2))]
    assert reshape.split(chain, 0) == reshape.split(chain, 2) == ()
    (opened,) = reshape.split(SQUARE, 2)
    assert squares(opened) == ((4, 4), (0, 4), (0, 0), (4, 0), (4, 4))
    assert reshape.split(PILLAR, 1) == ()


@pytest.mark.parametrize("other", [((2, 0), (2, 3)), ((2, 3), (2, 0))])
def test_touching_ends_are_joined_whichever_way_they_run(other: Spots) -> None:
    for first in (((0, 0), (2, 0)), ((2, 0), (0, 0))):
        a, b = wall("a", *first, top=512), wall("b", *other)
        (chain,), gone = reshape.joined((a, b))
        assert set(squares(chain.points)) == {(0, 0), (2, 0), (2, 3)}
        assert len(chain.points) == 3
        assert (chain.id, chain.top, gone) == ("a", 512, ("b",))


def test_ends_that_nearly_touch_are_joined_others_and_other_kinds_are_not() -> None:
    a = wall("a", (0, 0), (2, 0))
    assert reshape.joined((a, wall("b", (2.05, 0), (4, 0))))[1] == ("b",)
    assert reshape.joined((a, wall("b", (2.2, 0), (4, 0)))) == ((), ())
    door = make_obstacle("d", Kind.DOOR, (point(2, 0), point(3, 0)))
    assert reshape.joined((a, door)) == ((), ())


def test_four_walls_become_a_loop() -> None:
    sides = [((0, 0), (4, 0)), ((4, 4), (4, 0)), ((4, 4), (0, 4)), ((0, 0), (0, 4))]
    (loop,), gone = reshape.joined([wall(f"w{i}", *ends) for i, ends in enumerate(sides)])
    assert reshape.is_loop(loop)
    assert len(gone) == 3


def test_what_hangs_together() -> None:
    a, b, c = wall("a", (0, 0), (2, 0)), wall("b", (2, 0), (2, 2)), wall("c", (9, 9), (8, 8))
    door = make_obstacle("d", Kind.DOOR, (point(2, 2), point(2, 3)))
    assert reshape.connected((a, b, c, door), ["a"]) == {"a", "b", "d"}


def test_a_mirror_swaps_the_side_of_a_one_way_wall() -> None:
    one = wall("a", (0, 0), (3, 1), side="left")
    for upright in (False, True):
        turned = reshape.mirror((0, 0, 1536, 512), upright=upright).obstacle(one)
        assert turned.side == "right"
    assert squares(reshape.mirror((0, 0, 1536, 512), upright=False).obstacle(one).points) == (
        (3, 0),
        (0, 1),
    )
    assert reshape.quarter((0, 0, 1536, 512)).obstacle(one).side == "left"


@given(
    st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=6),
    st.booleans(),
)
def test_four_quarters_and_two_mirrors_change_nothing(
    spots: list[tuple[int, int]], clockwise: bool
) -> None:
    start = wall("a", *spots, side="left")
    light = Light("l", point(0, 0), 512, 1024)
    o, lamp = start, light
    for _ in range(4):
        turn = reshape.quarter(reshape.bounds([o], [lamp]), clockwise=clockwise)
        o, lamp = turn.obstacle(o), turn.light(lamp)
    assert (o, lamp) == (start, light)
    for _ in range(2):
        o = reshape.mirror(reshape.bounds([o]), upright=clockwise).obstacle(o)
    assert o == start
