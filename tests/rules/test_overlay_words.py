"""What systems call what lies over the map; the way somebody takes to a square in reach."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from maps.board import Board
from maps.grid import Cell, Footprint, point
from maps.shapes import Kind, make_obstacle
from rules import registry
from rules.core.glossary import Glossary
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.forecast.ways import reached, stride_of, way_to
from rules.system.ground import OverlayWords, RoundZones

IDS = ("pathfinder", "osric", "damakar", "das_system", "muinimula")
WORDS = {
    "osric": "Nahkampf",
    "damakar": "Kontrollzone",
    "das_system": "Reichweite",
    "muinimula": "Reichweite",
}
ME = TokenId("me")


def board_with(system_id: str) -> Encounter:
    """Return somebody at (1, 1) east of whom stands a wall with an end at y = 3, then a foe."""
    system = registry.get(system_id)
    sheet = system.library()[0].sheet
    me = Token(ME, "Me", SideId.HEROES, Footprint.at(1, 1), sheet, system.fresh(sheet))
    foe = replace(me, id=TokenId("foe"), side=SideId.FOES, space=Footprint.at(5, 5))
    wall = make_obstacle("w", Kind.WALL, (point(2, -9), point(2, 3)))
    board = Board(12, 10, obstacles=(wall,))
    return Encounter(system_id, board=board, tokens=MappingProxyType({ME: me, foe.id: foe}))


@pytest.mark.parametrize("id", IDS)
def test_a_way_goes_round_walls_and_costs_what_the_square_says(id: str) -> None:
    system, state = registry.get(id), board_with(id)
    me = state.tokens[ME]
    costs = reached(system, state, me, stride_of(system, state, me))
    assert Cell(5, 5) not in costs
    assert Cell(0, 0) in costs
    goal = max(costs, key=lambda c: (costs[c], c))
    way = way_to(system, state, me, goal)
    assert way[0] == Cell(1, 1)
    assert way[-1] == goal
    steps = zip(way, way[1:], strict=False)
    assert not [a for a, b in steps if {a.x, b.x} == {1, 2} and a.y + b.y + 1 < 6]
    points = [point(c.x, c.y) for c in way]
    plan = system.move_plan(state, ME, points)
    assert len(plan.points) == len(way)
    assert not [p for p in plan.warnings if "wall" in p.code or "far" in p.code]


@pytest.mark.parametrize("id", IDS[1:])
def test_only_one_system_speaks_of_flanking(id: str) -> None:
    system = registry.get(id)
    assert isinstance(system, OverlayWords)
    words = system.overlay_words()
    assert words["flank"] is None
    threat = words["threat"]
    assert threat is not None
    assert Glossary.load("de").say(threat) == WORDS[id]
    assert not isinstance(registry.get("pathfinder"), OverlayWords)


def test_control_zones_are_circles_that_meet_their_squares() -> None:
    system, state = registry.get("damakar"), board_with("damakar")
    assert isinstance(system, RoundZones)
    foe = state.tokens[TokenId("foe")]
    radius = system.zone_radius(state, foe.id)
    for cell in system.threatened(state, foe.id):
        dx = max(0.0, cell.x - 5.5, 5.5 - (cell.x + 1))
        dy = max(0.0, cell.y - 5.5, 5.5 - (cell.y + 1))
        assert dx * dx + dy * dy < radius * radius
