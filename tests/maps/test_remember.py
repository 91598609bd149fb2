"""What is remembered is found out once, and forgotten when there is too much of it."""

from __future__ import annotations

from functools import partial

from maps.between import in_between
from maps.grid import Footprint
from maps.lines import Body
from maps.remember import Found


def test_each_key_is_found_out_once_until_too_many_are_known() -> None:
    asked: list[int] = []

    def square(n: int) -> int:
        asked.append(n)
        return n * n

    found = Found(most=2)
    assert [found.get(n, partial(square, n)) for n in (3, 3, 4, 3)] == [9, 9, 16, 9]
    assert asked == [3, 4]
    assert found.get(5, lambda: square(5)) == 25
    assert found.get(3, lambda: square(3)) == 9
    assert asked == [3, 4, 5, 3]


def test_only_bodies_within_the_bounds_of_two_spaces_stand_in_between() -> None:
    a, b = Footprint.at(0, 0), Footprint.at(4, 2)
    inside, touching = Body("in", Footprint.at(2, 1)), Body("touching", Footprint.at(5, 1))
    outside = Body("out", Footprint.at(2, 5))
    assert in_between(a, b, (touching, inside, outside)) == (inside,)
