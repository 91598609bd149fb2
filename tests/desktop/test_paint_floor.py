"""The drawn floor: the same each time, whole or in tiles, and quick to change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from desktop.board.floor import bounds, floor_image
from desktop.board.floor_canvas import Box, chance, inside, rounded, wobble
from desktop.board.floor_tiles import SQUARES, FloorTiles, step_for
from desktop.board.paint import View
from desktop.colours import DARK, LIGHT
from maps.board import Board, Picture
from maps.floor import GROUNDS, Floor, FloorItem
from maps.grid import Point, point
from maps.shapes import DoorState, Kind, make_obstacle
from tests.demo_boards import halle_board

pytestmark = pytest.mark.usefixtures("qapp")


def _mean(image: QImage, box: tuple[int, int, int, int]) -> QColor:
    small = image.copy(*box).scaled(1, 1)
    total, count = [0, 0, 0], 0
    for x in range(box[0], box[0] + box[2], 2):
        for y in range(box[1], box[1] + box[3], 2):
            c = image.pixelColor(x, y)
            total = [t + v for t, v in zip(total, (c.red(), c.green(), c.blue()), strict=True)]
            count += 1
    assert not small.isNull()
    return QColor(*(t // count for t in total))


def test_chance_is_that_of_the_design() -> None:
    """Numbers of ``SP.rng(1)``."""
    r = chance(1)
    assert [round(r(), 6) for _ in range(3)] == [0.627074, 0.002736, 0.527447]


def test_hand_drawn_lines_keep_their_ends_and_stay_near() -> None:
    line = wobble(((0, 0), (4, 0), (4, 3)), 0.05, chance(3))
    assert line[0] == (0, 0)
    assert line[-1] == (4, 3)
    assert all(min(abs(y), abs(x - 4)) < 0.1 for x, y in line)
    assert inside(((0, 0), (4, 0), (4, 3)), 3, 1)
    assert not inside(((0, 0), (4, 0), (4, 3)), 1, 2)
    corners = [View(10).at(*p) for p in ((0, 0), (4, 0), (4, 4))]
    assert rounded(corners, 5).boundingRect().width() < 40


def test_the_same_board_gives_the_same_picture() -> None:
    assert floor_image(halle_board(), LIGHT, 16) == floor_image(halle_board(), LIGHT, 16)


def test_the_hall_shows_grass_stone_water_and_its_rug() -> None:
    image = floor_image(halle_board(), LIGHT, 24)

    def mean(x: float, y: float) -> QColor:
        return _mean(image, (round(x * 24), round(y * 24), 20, 20))

    grass, stone, water, rug = mean(2, 7), mean(9, 6), mean(20, 13), mean(10.5, 4.5)
    assert grass.green() > grass.red() > grass.blue()
    assert stone.saturation() < 60
    assert water.blue() > water.red() + 40
    assert rug.red() > rug.green() + 60
    wall = image.pixelColor(10 * 24, 24)
    assert wall.lightness() < stone.lightness() - 30


def test_dark_floors_are_dimmed() -> None:
    light, dark = (floor_image(halle_board(), t, 12) for t in (LIGHT, DARK))
    box = (100, 60, 60, 30)
    assert _mean(dark, box).lightness() < _mean(light, box).lightness() * 0.85


@pytest.mark.parametrize("kind", GROUNDS)
def test_an_empty_map_is_filled_with_its_ground(kind: str) -> None:
    board = Board(width=6, height=4, floor=Floor(kind))
    image = floor_image(board, LIGHT, 24, Box(-1, -1, 7, 5))
    inner, rock = _mean(image, (48, 48, 90, 60)), QColor(LIGHT.rock)
    far = abs(inner.lightness() - rock.lightness()) + abs(inner.saturation() - rock.saturation())
    assert (far > 12) == (kind != "rock")


def test_every_kind_of_item_and_obstacle_leaves_ink() -> None:
    corners = (point(1, 1), point(3, 1), point(3, 3), point(1, 3))
    plain = floor_image(Board(width=4, height=4, floor=Floor("rock", 1, ())), LIGHT, 24)
    kinds: tuple[tuple[str, tuple[Point, ...], dict[str, float]], ...] = (
        ("grass cave water flags planks cobble dim", corners, {}),
        ("path edge hatch", corners[:2], {}),
        ("tree rubble barrel disc tower", (point(2, 2),), {}),
        ("brazier", (point(2, 2), *corners), {}),
        ("rug slab crate straw pillar stairs", (corners[0], corners[2]), {}),
        ("flags water", corners, {"curved": 1}),
        ("planks stairs", (corners[0], corners[2]), {"upright": 0}),
    )
    for names, points, args in kinds:
        for kind in names.split():
            item = FloorItem(kind, points, 5, args)
            board = Board(width=4, height=4, floor=Floor("rock", 1, (item,)))
            assert floor_image(board, LIGHT, 24) != plain, kind
    for kind_of in Kind:
        for points in (corners, corners[:2]):
            obstacle = make_obstacle("o", kind_of, points, open=len(points) == 2)
            shown = floor_image(Board(width=4, height=4, obstacles=(obstacle,)), LIGHT, 24)
            bare = floor_image(Board(width=4, height=4), LIGHT, 24)
            area_only = kind_of in (Kind.FOG, Kind.TERRAIN, Kind.RISE) and len(points) == 2
            assert (shown == bare) == area_only, kind_of


def test_an_unknown_kind_is_passed_over() -> None:
    board = Board(width=4, height=4, floor=Floor("rock", 1, (FloorItem("nosuch", (point(1, 1),)),)))
    assert not floor_image(board, LIGHT, 12).isNull()


def test_secret_doors_look_like_walls_and_open_ones_do_not() -> None:
    def shown(state: DoorState, kind: Kind = Kind.DOOR) -> QImage:
        points = (point(1, 2), point(3, 2))
        door = make_obstacle("d", kind, points, state=state)
        return floor_image(Board(width=4, height=4, obstacles=(door,)), LIGHT, 24)

    assert shown(DoorState.SECRET) == shown(DoorState.CLOSED, Kind.WALL)
    assert shown(DoorState.OPEN) != shown(DoorState.CLOSED)


def test_a_picture_map_has_no_drawn_floor() -> None:
    board = replace(halle_board(), picture=Picture("x", 0, 0, 1, 1))
    image = floor_image(board, LIGHT, 12)
    assert _mean(image, (0, 0, 100, 100)) == QColor(LIGHT.rock)


def _tiled(tiles: FloorTiles, view: View, size: tuple[int, int], budget: float = 9) -> QImage:
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff00ff"))
    painter = QPainter(image)
    tiles.paint(painter, view, QRectF(0, 0, *size), budget)
    painter.end()
    return image


def test_tiles_fit_together_without_seams() -> None:
    board = halle_board()
    whole = floor_image(board, LIGHT, 24, Box(0, 0, 24, 16))
    tiled = _tiled(FloorTiles(board, LIGHT), View(24), (24 * 24, 16 * 24))
    worst = 0
    for x in range(0, 24 * 24, 3):
        for y in (3 * 24 + 5, 191, 192, 193, 250):
            a, b = whole.pixelColor(x, y), tiled.pixelColor(x, y)
            worst = max(worst, abs(a.lightness() - b.lightness()))
    assert worst <= 12
    odd = _tiled(FloorTiles(board, LIGHT), View(19.37, -0.31, 0.77), (460, 300))
    pink = QColor("#ff00ff").rgb()
    assert all(odd.pixel(x, y) != pink for x in range(460) for y in range(0, 300, 7))


def test_a_changed_door_repaints_only_its_tiles() -> None:
    board = halle_board()
    tiles = FloorTiles(board, LIGHT)
    view, size = View(48), (24 * 48, 16 * 48)
    before = _tiled(tiles, view, size)
    closed = tuple(o.with_state(DoorState.CLOSED) if o.id == "door" else o for o in board.obstacles)
    tiles.update(replace(board, obstacles=closed), LIGHT)
    assert len(tiles._tiles) >= 4
    after = _tiled(tiles, view, size)
    assert before.copy(0, 0, 300, 300) == after.copy(0, 0, 300, 300)
    assert before.copy(14 * 48, 2 * 48, 144, 144) != after.copy(14 * 48, 2 * 48, 144, 144)
    tiles.update(replace(board, obstacles=closed), DARK)
    assert not tiles._tiles


def test_without_time_a_coarser_step_is_shown() -> None:
    tiles = FloorTiles(halle_board(), LIGHT)
    _tiled(tiles, View(12), (400, 300))
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    assert not tiles.paint(painter, View(48), QRectF(0, 0, 400, 300), 0)
    painter.end()
    grass = image.pixelColor(100, 250)
    assert grass.green() > grass.blue() + 20


def test_the_board_is_painted_before_its_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    board, view, size = halle_board(), View(6, -20, -20), (300, 300)
    clock = iter(range(10**6))  # ticks at every step
    monkeypatch.setattr("time.thread_time", lambda: next(clock))
    begun = next(clock)
    whole = _tiled(FloorTiles(board, LIGHT), view, size, 10**6)
    steps = next(clock) - begun
    most = _tiled(FloorTiles(board, LIGHT), view, size, steps - 30)
    inner = (120, 120, board.width * 6, board.height * 6)
    assert most.copy(*inner) == whole.copy(*inner)
    assert most != whole


def test_a_floor_painted_bit_by_bit_is_the_same() -> None:
    board, size = halle_board(), (24 * 24, 16 * 24)
    at_once = _tiled(FloorTiles(board, LIGHT), View(24), size)
    tiles, frames = FloorTiles(board, LIGHT), 1
    image = QImage(*size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    while not tiles.paint(painter, View(24), QRectF(0, 0, *size), 0.002):
        frames += 1
    painter.end()
    assert frames > 3
    assert image == at_once


def test_steps_cover_every_zoom() -> None:
    assert step_for(1) == 6
    assert step_for(48) == 48
    assert step_for(52) == 48
    assert step_for(55) == 64
    assert step_for(1000) == 128
    assert all(300 < step * side <= 512 for step, side in SQUARES.items())
    assert bounds(Board(width=3, height=2, left=-1)) == Box(-1, 0, 2, 2)
