"""The floor on paper: black and white only, walls the strongest line."""

from __future__ import annotations

import pytest

from desktop.board.floor_canvas import Box
from desktop.board.floor_paper import paint_paper_floor
from desktop.board.paint import View
from maps.board import Board
from maps.floor import GROUNDS, Floor, FloorItem
from maps.grid import Point, point
from maps.shapes import DoorState, Kind, Obstacle, make_obstacle
from tests.demo_boards import halle_board
from tests.desktop.paper import Sheet

pytestmark = pytest.mark.usefixtures("qapp")
CORNERS = (point(1, 1), point(3, 1), point(3, 3), point(1, 3))


def _paint(board: Board, width: float = 4, height: float = 4, scale: float = 40) -> Sheet:
    sheet = Sheet(round(width * scale), round(height * scale), "#FFFFFF")
    with sheet.painter() as p:
        paint_paper_floor(p, View(scale), board, Box(0, 0, width, height))
    return sheet


def _board(*obstacles: Obstacle, items: tuple[FloorItem, ...] = ()) -> Board:
    return Board(width=4, height=4, obstacles=obstacles, floor=Floor("rock", 1, items))


def test_the_hall_has_no_colour_and_solid_walls() -> None:
    sheet = _paint(halle_board(), 24, 16, 24)
    greys = set()
    for x in range(0, 576, 3):
        for y in range(0, 384, 3):
            c = sheet.image.pixelColor(x, y)
            assert max(c.red(), c.green(), c.blue()) - min(c.red(), c.green(), c.blue()) <= 1
            greys.add(c.lightness() // 16)
    assert len(greys) > 8
    assert sheet.at(10 * 24, 24) == "#000000"
    assert sheet.at(7.5 * 24, 2.5 * 24) == "#000000"
    assert sheet.near(15 * 24, 3.5 * 24, "#FFFFFF", 1)


def test_every_kind_leaves_ink_on_paper() -> None:
    bare = _paint(_board()).image
    kinds: tuple[tuple[str, tuple[Point, ...], dict[str, float]], ...] = (
        ("grass cave water flags planks cobble", CORNERS, {}),
        ("planks stairs", (CORNERS[0], CORNERS[2]), {"upright": 1}),
        ("path hatch", CORNERS[:2], {}),
        ("tree rubble barrel disc tower brazier", (point(2, 2),), {}),
        ("rug slab crate straw pillar stairs", (CORNERS[0], CORNERS[2]), {"upright": 0}),
    )
    for names, points, args in kinds:
        for kind in names.split(" "):
            assert _paint(_board(items=(FloorItem(kind, points, 5, args),))).image != bare, kind
    for kind_of in Kind:
        for points in (CORNERS, CORNERS[:2]):
            line = len(points) == 2
            shown = _paint(_board(make_obstacle("o", kind_of, points, open=line))).image
            only_areas = (Kind.FOG, Kind.TERRAIN, Kind.RISE)
            assert (shown == bare) == (line and kind_of in only_areas), kind_of


def test_open_closed_and_secret_doors_differ() -> None:
    for length in (1, 2):
        ends = (point(1, 2), point(1 + length, 2))
        pictures = [
            bytes(_paint(_board(make_obstacle("d", Kind.DOOR, ends, state=s))).image.constBits())
            for s in (DoorState.OPEN, DoorState.CLOSED, DoorState.SECRET)
        ]
        assert len(set(pictures)) == 3


@pytest.mark.parametrize("kind", GROUNDS)
def test_an_empty_map_has_a_grid(kind: str) -> None:
    board = Board(width=4, height=4, floor=Floor(kind))
    sheet = _paint(board)
    assert any(sheet.at(x, 80) != "#ffffff" for x in range(160))
