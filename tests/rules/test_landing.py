"""Newcomers by every way in stand on the nearest square where there is room for them."""

from __future__ import annotations

from typing import Any

import pytest

from maps.board import Board, Storey
from maps.grid import Footprint, Point, point
from maps.shapes import DoorState, Kind, Obstacle, make_obstacle
from maps.storeys import with_storeys
from rules.core.asking import SeededDice
from rules.core.glossary import Glossary
from rules.encounter.commands import command_from
from rules.encounter.state import Encounter, SideId
from rules.landing import Landing
from rules.play import Game
from rules.procedures.tokens import put_back
from rules.registry import get
from rules.testing import default_token

GERMAN = Glossary.load("de")


def solid(id: str, x: float, y: float, right: float, bottom: float) -> Obstacle:
    corners = ((x, y), (right, y), (right, bottom), (x, bottom))
    return make_obstacle(id, Kind.SOLID, tuple(point(*corner) for corner in corners))


def wall(id: str, *ends: tuple[float, float]) -> Obstacle:
    return make_obstacle(id, Kind.WALL, tuple(point(*end) for end in ends))


def board(*obstacles: Obstacle) -> Board:
    return Board(width=12, height=8, obstacles=obstacles)


def square(space: Footprint) -> tuple[float, float]:
    found = Point(space.x, space.y)
    assert space == space.snapped()
    return found.x / point(1, 0).x, found.y / point(1, 0).x


def test_a_wish_with_room_is_kept_exactly() -> None:
    rock = board(solid("rock", 5, 0, 12, 8))
    wish = Footprint.at(3.25, 2.5)
    assert Landing(rock, []).at(wish) == wish
    edge = board(wall("edge", (3.05, 0), (3.05, 8)))
    assert Landing(edge, []).at(Footprint.at(3, 2)) == Footprint.at(3, 2)


def test_nobody_is_put_onto_another_and_the_nearest_square_is_taken() -> None:
    here = Footprint.at(4, 4)
    landing = Landing(board(), [here])
    assert square(landing.at(here)) == (5, 4)
    assert square(landing.at(here)) == (3, 4)
    everything = Footprint(-(10**6), -(10**6), 2 * 10**6)
    assert Landing(board(), [everything]).at(here) == here


@pytest.mark.parametrize("size", [1, 2, 3])
def test_nobody_lands_in_rock(size: int) -> None:
    rock = board(solid("rock", 5, 0, 12, 8))
    for x in range(3, 10):
        placed = Landing(rock, []).at(Footprint.at(x, 2, size))
        assert square(placed) == (min(x, 5 - size), 2)


def test_a_large_one_spans_no_wall_and_no_pillar() -> None:
    parted = board(wall("wall", (5, 0), (5, 8)))
    assert square(Landing(parted, []).at(Footprint.at(4, 3, 2))) == (5, 3)
    slanting = board(wall("wall", (4, 0), (6, 8)))
    placed = Landing(slanting, []).at(Footprint.at(4, 3, 2))
    assert square(placed) == (5, 2)  # the wall touches its corner
    pillar = board(solid("pillar", 4.7, 3.7, 5.3, 4.3))
    placed = Landing(pillar, []).at(Footprint.at(4, 3, 2))
    assert not placed.overlaps(Footprint.at(4.7, 3.7, 0.6))


def test_the_side_where_the_others_stand_is_preferred() -> None:
    rock = board(solid("rock", 4, 0, 8, 8))
    wish = Footprint.at(4, 3)
    assert square(Landing(rock, []).at(wish)) == (3, 3)
    assert square(Landing(rock, [Footprint.at(10, 0)]).at(wish)) == (8, 3)
    assert square(Landing(rock, [Footprint.at(0, 0)]).at(Footprint.at(7, 3))) == (3, 3)


@pytest.mark.parametrize("state", list(DoorState))
def test_a_room_behind_a_door_can_be_reached(state: DoorState) -> None:
    door = make_obstacle("door", Kind.DOOR, (point(3, 1), point(3, 2)), state=state)
    walls = wall("above", (3, 0), (3, 1)), wall("below", (3, 2), (3, 8))
    rock = board(solid("rock", 6, 0, 12, 8), door, *walls)
    assert square(Landing(rock, [Footprint.at(0, 0)]).at(Footprint.at(7, 4))) == (5, 4)


def test_who_is_put_beside_another_stays_on_that_side_of_a_wall() -> None:
    parted = board(wall("wall", (5, 0), (5, 8)))
    here = Footprint.at(4, 0)
    landing = Landing(parted, [here])
    assert all(landing.beside(here).x < point(5, 0).x for _ in range(12))


def game(*obstacles: Obstacle, storeys: bool = False) -> Game:
    plan = board(*obstacles)
    if storeys:
        halves = Storey("low", "Keller", 0, 0, 6, 8), Storey("up", "Dach", 6, 0, 6, 8)
        plan = with_storeys(plan, halves)
    state = Encounter("pathfinder", board=plan)
    system = get("pathfinder")
    for id, x, side in (("a", 1, SideId.HEROES), ("b", 3, SideId.FOES)):
        state = state.with_token(default_token(system, id, x, side))
    return Game.begin(system, state, GERMAN.say)


def do(played: Game, what: str, **fields: Any) -> None:
    played.do(command_from(played.system, {"do": what, **fields}), SeededDice(0))


def test_copies_and_pasted_ones_do_not_land_in_rock() -> None:
    played = game(solid("rock", 5, 0, 12, 8))
    do(played, "copy", tokens=["a", "b"], to=[8, 0])
    spaces = [t.space for t in played.state.tokens.values()]
    assert len(set(spaces)) == 4
    assert max(space.right for space in spaces) <= point(5, 0).x
    cut = [played.state.token("a")]
    back = put_back(cut, played.state, point(9, 3))
    (added,) = [e.token for e in back.events if hasattr(e, "token") and hasattr(e.token, "space")]
    assert square(added.space) == (4, 3)


def test_who_climbs_into_rock_stands_beside_it_on_that_storey() -> None:
    played = game(solid("rock", 6, 0, 9, 8), storeys=True)
    do(played, "change_storey", tokens=["a"], storey="up", at=[7, 4])
    assert square(played.state.token("a").space) == (9, 4)
