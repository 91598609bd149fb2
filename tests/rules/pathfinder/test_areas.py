"""Areas of effect: who is caught, and what shelters them from the point of origin."""

from __future__ import annotations

import pytest

from maps.grid import Cell, point
from maps.shapes import Grade, Kind
from rules.areas import open_cells
from rules.encounter.areas import AreaOfEffect
from rules.encounter.state import TokenId
from rules.systems.pathfinder.areas import area_cells, caught
from tests.rules.pathfinder.fights import fight, token, wall


def test_a_burst_catches_whoever_has_a_square_in_it() -> None:
    state = fight(
        token("near", (0, 2)), token("ogre", (3, -1), side="foes", size=2), token("far", (9, 9))
    )
    found = {c.token: c for c in caught(state, AreaOfEffect("burst", 4, Cell(0, 0)))}
    assert set(found) == {"near", "ogre"}
    assert (found[TokenId("near")].squares, found[TokenId("ogre")].squares) == (1, 2)
    assert all(c.affected and c.cover.grade is Grade.NONE for c in found.values())


def test_cover_counts_from_the_point_of_origin() -> None:
    state = fight(
        token("behind", (3, 0)), token("beside", (0, 3)), token("shut", (-4, -4)),
        obstacles=[
            wall("w", (2, 0.25), (2, 5)),
            wall("box", (-2, -9), (-2, -2), (-9, -2)),
        ],
    )  # fmt: skip
    found = {c.token: c for c in caught(state, AreaOfEffect("burst", 8, Cell(0, 0)))}
    behind = found[TokenId("behind")]
    assert (behind.cover.grade, behind.cover.by, behind.affected) == (Grade.HARD, ("w",), True)
    assert found[TokenId("beside")].cover.grade is Grade.NONE
    assert not found[TokenId("shut")].affected


def test_a_creature_between_is_listed_as_soft_cover() -> None:
    state = fight(token("front", (1, 0)), token("back", (4, 0)))
    found = {c.token: c for c in caught(state, AreaOfEffect("line", 6, Cell(0, 0)))}
    assert found[TokenId("back")].cover.grade is Grade.SOFT


def test_cones_point_somewhere() -> None:
    state = fight(token("east", (3, 0)), token("west", (-3, 0)))
    east = caught(state, AreaOfEffect("cone", 6, Cell(0, 0), (1, 0)))
    assert [c.token for c in east] == ["east"]


def test_an_emanation_leaves_its_middle_out() -> None:
    state = fight(token("cleric", (0, 0), size=2), token("a", (4, 0)), token("b", (9, 0)))
    area = AreaOfEffect("emanation", 3, token=TokenId("cleric"))
    assert [c.token for c in caught(state, area)] == ["a"]
    assert area.origin(state) == point(1, 1)


def test_low_walls_shelter_from_a_burst_too() -> None:
    low = wall("low", (2, -3), (2, 4), kind=Kind.LOW, open=True)
    state = fight(token("t", (2, 0)), obstacles=[low])
    (only,) = caught(state, AreaOfEffect("burst", 4, Cell(0, 0)))
    assert only.cover.grade is Grade.HARD


@pytest.mark.parametrize("x", [1, 2, 3])
def test_nearness_counts_from_the_point_and_not_from_a_square_beside_it(x: int) -> None:
    low = wall("low", (2, -3), (2, 4), kind=Kind.LOW, open=True)
    state = fight(token("east", (3, 0)), token("west", (0, 0)), obstacles=[low])
    found = {c.token: c.cover.grade for c in caught(state, AreaOfEffect("burst", 4, Cell(x, 1)))}
    # from the wall itself nobody is sheltered, from a square away whoever is as far behind it
    assert (found[TokenId("east")] is Grade.HARD) is (x == 1)
    assert (found[TokenId("west")] is Grade.HARD) is (x == 3)


@pytest.mark.parametrize("start", [(1, 5), (2, 5), (0, 0), (5, 4)])
def test_from_pillar_corners_and_from_afar_nothing_reaches_who_stands_in_the_pillar(
    start: tuple[int, int],
) -> None:
    pillar = wall("pillar", (1, 3), (2, 3), (2, 5), (1, 5), kind=Kind.SOLID)
    state = fight(token("within", (1, 3)), obstacles=[pillar])
    (only,) = caught(state, AreaOfEffect("burst", 8, Cell(*start)))
    assert (only.cover.grade, only.cover.by) == (Grade.TOTAL, ("pillar",))
    assert not only.affected


@pytest.mark.parametrize("at", [(0, 0), (-1, 0), (-1, -1), (0, -1)])
def test_whoever_stands_at_the_point_of_origin_stands_in_the_way(at: tuple[int, int]) -> None:
    behind = at[0] + 3 * (2 * at[0] + 1), at[1] + 3 * (2 * at[1] + 1)
    state = fight(token("front", at), token("back", behind))
    found = {c.token: c for c in caught(state, AreaOfEffect("burst", 9, Cell(0, 0)))}
    assert found[TokenId("front")].cover.grade is Grade.NONE
    assert found[TokenId("back")].cover.grade is Grade.SOFT


@pytest.mark.parametrize("shape", ["burst", "cone", "line", "emanation"])
def test_an_area_starts_somewhere(shape: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        area_cells(fight(), AreaOfEffect(shape, 3))  # type: ignore[arg-type]  # any of the four


def test_walls_hold_squares_of_an_area_off() -> None:
    state = fight(obstacles=[wall("w", (2, -9), (2, 9))])
    area = AreaOfEffect("burst", 4, Cell(0, 0))
    cells = area_cells(state, area)
    found = open_cells(state, area, cells)
    assert found == {c for c in cells if c.x < 2}
    assert open_cells(fight(), area, cells) == cells
