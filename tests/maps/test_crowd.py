"""A crowd answers as its members would one by one, and the nearest squares come first."""

from __future__ import annotations

import random

from maps.board import Board
from maps.crowd import Crowd
from maps.grid import SUB, Cell, Footprint, point
from maps.paths import Ground, nearest_first, reachable
from maps.shapes import Kind, make_obstacle


def some_space(chance: random.Random) -> Footprint:
    """Return a space of half a square to thirty, on the grid or off it."""
    side = chance.choice((SUB // 2, SUB, SUB, 2 * SUB, 3 * SUB, 30 * SUB))
    grid = chance.choice((SUB, SUB // 2, 1))
    x, y = (chance.randint(-20 * SUB, 20 * SUB) // grid * grid for _ in "xy")
    return Footprint(x, y, side)


def test_a_crowd_knows_what_its_members_know() -> None:
    chance = random.Random(5)
    for _ in range(60):
        spaces = [some_space(chance) for _ in range(chance.randint(0, 12))]
        crowd = Crowd(spaces[:3])
        for space in spaces[3:]:
            crowd.add(space)
        for _ in range(20):
            place = some_space(chance)
            assert crowd.meets(place) == any(place.overlaps(other) for other in spaces)


def test_touching_is_not_meeting() -> None:
    crowd = Crowd([Footprint.at(2, 2)])
    assert not crowd.meets(Footprint.at(3, 2))
    assert crowd.meets(Footprint.at(2.5, 2))


def test_the_nearest_squares_come_first_and_all_that_can_be_reached() -> None:
    wall = make_obstacle("w", Kind.WALL, (point(3, -50), point(3, 50)))
    ground = Ground(Board(width=10, height=10, obstacles=(wall,)))
    for space in (Footprint.at(1, 4), Footprint.at(5, 5, 2)):
        found = list(nearest_first(ground, space, 6))
        assert [cost for _, cost in found] == sorted(cost for _, cost in found)
        assert dict(found) == reachable(ground, space, 6)
        assert len(found) == len(dict(found))
    assert next(iter(nearest_first(ground, Footprint.at(1, 4), 6))) == (Cell(1, 4), 0)
