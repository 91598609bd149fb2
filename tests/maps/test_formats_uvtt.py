"""Universal VTT opens whatever its writers thought of, and the report says what was done."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path

import pytest

from maps.board import Board, Light, Picture
from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.formats import Import, OpenPortal, Origin, export_uvtt, read_map
from maps.grid import SUB, Point, point
from maps.problems import Severity
from maps.shapes import DoorState, Kind, Sight, make_obstacle
from tests.maps.uvtt_kit import PNG, codes, frame, of_kind, plain, problem, read, xy

# --- a good file ---


def test_good_file_opens_without_complaints() -> None:
    found = read(plain())
    assert codes(found) == []
    assert found.name == "karte"
    assert found.needs == frozenset()
    board = found.board
    assert (board.left, board.top, board.width, board.height) == (0, 0, 6, 4)
    assert board.obstacles == (
        make_obstacle("wall:0", Kind.WALL, (point(1, 1), point(3, 1), point(3, 2))),
    )
    assert board.picture == Picture(next(iter(found.pictures)), 0, 0, 6 * SUB, 4 * SUB)
    assert list(found.pictures.values()) == [PNG]
    assert board_from_dict(board_to_dict(board)) == board


def test_report_counts_what_was_read() -> None:
    portal = {"bounds": xy((3, 2), (3, 3)), "closed": True}
    window = {"bounds": xy((3, 3), (3, 4)), "closed": False}
    light = {"position": {"x": 1, "y": 1}, "range": 4, "color": "ffffffff"}
    found = read(
        plain(
            portals=[portal, window],
            lights=[light],
            objects_line_of_sight=[xy((4, 1), (5, 1), (5, 2))],
        )
    )
    args = found.problems[0].args
    assert (args["walls"], args["objects"], args["doors"], args["windows"]) == (1, 1, 1, 1)
    assert (args["lights"], args["pieces"], args["columns"], args["rows"]) == (1, 7, 6, 4)


def test_object_becomes_closed_cover_that_is_seen_into() -> None:
    found = read(
        plain(
            objects_line_of_sight=[xy((4, 1), (5, 1), (5, 2)), xy((0, 0), (1, 0), (1, 1), (0, 0))]
        )
    )
    first, second = of_kind(found, Kind.COVER)
    assert first.sight is Sight.LIMITED
    assert not first.stops_effect
    assert [len(list(o.segments())) for o in (first, second)] == [3, 3]
    assert len(second.points) == 3


# --- origin ---


def test_everything_is_shifted_by_the_origin_of_a_crop() -> None:
    data = plain(
        resolution=frame(map_origin={"x": 20, "y": 10}),
        line_of_sight=[xy((21, 11), (23, 11))],
        objects_line_of_sight=[xy((24, 11), (25, 11), (25, 12))],
        portals=[{"bounds": xy((23, 12), (23, 13)), "closed": True}],
        lights=[{"position": {"x": 22, "y": 12}, "range": 2, "color": "ffffffff"}],
    )
    board = read(data).board
    assert board.obstacle("wall:0").points == (point(1, 1), point(3, 1))
    assert board.obstacle("cover:1").points == (point(4, 1), point(5, 1), point(5, 2))
    assert board.obstacle("door:2").points == (point(3, 2), point(3, 3))
    assert board.lights[0].at == point(2, 2)


def test_fractional_origin_keeps_the_grid_of_the_full_map() -> None:
    found = read(
        plain(
            resolution=frame(map_origin={"x": 20.25, "y": 10}),
            line_of_sight=[xy((21, 11), (23, 11))],
        )
    )
    assert found.board.obstacles[0].points == (point(1, 1), point(3, 1))
    assert found.board.picture is not None
    assert (found.board.picture.x, found.board.picture.y) == (SUB // 4, 0)
    assert found.board.width == 7
    assert codes(found) == ["origin_fractional"]


def test_points_beside_the_map_are_kept_and_noted() -> None:
    found = read(plain(line_of_sight=[xy((-3, 1), (9, 1)), xy((8, 8), (9, 9))]))
    assert found.board.obstacles[0].points == (point(-3, 1), point(9, 1))
    assert len(found.board.obstacles) == 2
    assert codes(found) == ["import_lines_outside"]
    assert problem(found, "import_lines_outside").args["n"] == 1


OLD = {
    "resolution": frame(map_origin={"x": 20, "y": 10}),
    "line_of_sight": [xy((1, 1), (5, 1), (5, 3))],
}


def test_old_export_that_was_never_shifted_is_recognised() -> None:
    found = read(plain(**OLD))
    assert found.board.obstacles[0].points == (point(1, 1), point(5, 1), point(5, 3))
    assert codes(found) == ["origin_ignored"]
    assert problem(found, "origin_ignored").severity is Severity.WARNING


def test_choice_of_the_origin_wins() -> None:
    shifted = read(plain(**OLD), origin=Origin.SUBTRACT)
    assert shifted.board.obstacles[0].points[0] == point(-19, -9)
    good = plain(resolution=frame(map_origin={"x": 2, "y": 1}))
    assert read(good, origin=Origin.IGNORE).board.obstacles[0].points[0] == point(1, 1)


def test_doubtful_origin_is_taken_off_and_named() -> None:
    lines = [xy((0, 0), (6, 0), (6, 4), (2, 3))]
    found = read(plain(resolution=frame(map_origin={"x": 1, "y": 0}), line_of_sight=lines))
    assert found.board.obstacles[0].points[0] == point(-1, 0)
    assert codes(found) == ["origin_doubtful"]


# --- portals ---


def test_portal_that_is_not_closed_is_a_window_by_default() -> None:
    data = plain(portals=[{"bounds": xy((3, 2), (3, 3)), "closed": False}])
    window = of_kind(read(data), Kind.SLIT)[0]
    assert window.points == (point(3, 2), point(3, 3))
    assert window.stops_move
    assert window.sight is Sight.FREE
    door = of_kind(read(data, open_portals=OpenPortal.DOOR), Kind.DOOR)[0]
    assert door.state is DoorState.OPEN
    assert len(read(data, open_portals=OpenPortal.NOTHING).board.obstacles) == 1


@pytest.mark.parametrize(
    ("portal", "points", "noted"),
    [
        ({"bounds": xy((3, 2), (3, 3)), "closed": True}, [(3, 2), (3, 3)], []),
        ({"bounds": [[3, 2], [3, 3]], "closed": "true"}, [(3, 2), (3, 3)], []),
        ({"line": {"p1": {"x": 3, "y": 2}, "p2": {"x": 3, "y": 3}}, "closed": 1},
         [(3, 2), (3, 3)], []),
        ({"bounds": xy((3, 2), (3, 3))}, [(3, 2), (3, 3)], ["portal_state_missing"]),
        ({"bounds": xy((3, 2), (3, 3)), "closed": True, "freestanding": True},
         [(3, 2), (3, 3)], ["portal_freestanding"]),
        ({"position": {"x": 3, "y": 2.5}, "rotation": 1.570796, "closed": True},
         [(3, 2), (3, 3)], ["portal_bounds_missing"]),
        ({"position": {"x": 3, "y": 2}, "bounds": [], "closed": True},
         [(2.5, 2), (3.5, 2)], ["portal_bounds_missing"]),
    ],
)  # fmt: skip
def test_portals_in_all_spellings_become_doors(
    portal: object, points: list[tuple[float, float]], noted: list[str]
) -> None:
    found = read(plain(portals=[portal]))
    assert [o.points for o in of_kind(found, Kind.DOOR)] == [tuple(point(*p) for p in points)]
    assert codes(found) == noted


def test_portal_with_four_bounds_is_two_doors() -> None:
    bounds = xy((1, 0), (2, 0), (3, 0), (4, 0))
    doors = of_kind(read(plain(portals=[{"bounds": bounds, "closed": True}])), Kind.DOOR)
    assert [d.points for d in doors] == [(point(1, 0), point(2, 0)), (point(3, 0), point(4, 0))]


def test_useless_portals_are_left_out_and_counted() -> None:
    found = read(plain(portals=[{"closed": True}, 7, {"bounds": xy((1, 1)), "closed": True}]))
    assert of_kind(found, Kind.DOOR) == []
    assert codes(found) == ["portal_without_place", "import_item_broken"]
    assert problem(found, "portal_without_place").args["n"] == 2


# --- lights ---


def lit(*lights: object, **environment: object) -> Import:
    return read(plain(lights=list(lights), environment=environment))


LIGHT = {"position": {"x": 1, "y": 2}, "range": 5, "color": "ffeccd8b", "shadows": False}


def test_colours_are_read_as_alpha_red_green_blue() -> None:
    found = lit(LIGHT, {**LIGHT, "color": "ABCDEF", "shadows": True})
    first, second = found.board.lights
    assert first == Light("light:0", point(1, 2), 5 * SUB // 2, 5 * SUB, "#eccd8b", False)
    assert (second.id, second.colour, second.shadows) == ("light:1", "#abcdef", True)


@pytest.mark.parametrize(
    ("environment", "dark", "noted"),
    [
        ({"baked_lighting": False, "ambient_light": "ff101010"}, True, []),
        ({"baked_lighting": True, "ambient_light": "ff101010"}, False, ["lights_off_baked"]),
        ({"baked_lighting": False, "ambient_light": "ffffffff"}, False, ["lights_off_bright"]),
        ({"ambient_light": "202020"}, True, []),
    ],
)
def test_dark_only_when_the_light_is_not_painted(
    environment: dict[str, object], dark: bool, noted: list[str]
) -> None:
    found = lit(LIGHT, **environment)
    assert found.board.dark is dark
    assert codes(found) == noted


def test_map_without_lights_is_never_dark() -> None:
    assert not lit(ambient_light="ff000000", baked_lighting=False).board.dark


def test_lights_without_range_place_or_colour() -> None:
    found = lit({**LIGHT, "range": 0}, {"range": 5}, {**LIGHT, "color": "red"}, LIGHT, LIGHT)
    assert [light.colour for light in found.board.lights] == ["#ffd9a0", "#eccd8b"]
    expected = {"light_without_range", "import_point_broken", "light_colour_missing"}
    assert expected | {"import_duplicate", "lights_off_bright"} == set(codes(found))


# --- writing ---


def test_what_is_written_reads_back() -> None:
    ring = (point(4, 1), point(5, 1), point(5, 2))
    asset = read(plain()).board.picture
    assert asset is not None
    board = Board(
        width=6,
        height=4,
        obstacles=(
            make_obstacle("wall:0", Kind.WALL, (point(1, 1), Point(1537, 515))),
            make_obstacle("cover:1", Kind.COVER, ring, sight=Sight.LIMITED),
            make_obstacle("door:2", Kind.DOOR, (point(3, 2), point(3, 3))),
            make_obstacle("slit:3", Kind.SLIT, (point(3, 3), point(3, 4))),
        ),
        lights=(Light("light:0", point(1, 2), SUB, 2 * SUB, "#eccd8b"),),
        dark=True,
        picture=asset,
        name="karte",
    )
    found = read(export_uvtt(board, {asset.asset: PNG}))
    assert found.board == board
    assert codes(found) == []
    assert list(found.pictures.values()) == [PNG]


def test_board_without_picture_is_written_with_its_corner_taken_off() -> None:
    solid = make_obstacle("solid:0", Kind.SOLID, (point(-2, -1), point(-1, -1), point(-1, 0)))
    opened = make_obstacle("d", Kind.DOOR, (point(0, 0), point(1, 0)), state=DoorState.OPEN)
    board = Board(width=8, height=8, left=-2, top=-2, obstacles=(solid, opened))
    found = read(export_uvtt(board))
    assert [o.points for o in found.board.obstacles] == [
        (point(0, 1), point(1, 1), point(1, 2), point(0, 1)),
        (point(2, 2), point(3, 2)),
    ]
    assert [o.kind for o in found.board.obstacles] == [Kind.WALL, Kind.SLIT]
    assert codes(found) == ["picture_missing"]


# --- real files, where they are at hand ---

SAMPLES = os.environ.get("SCHLACHTPLAN_SAMPLES", "")
FILES = sorted((Path(SAMPLES) / "uvtt").iterdir()) if SAMPLES else []


@pytest.mark.skipif(not SAMPLES, reason="SCHLACHTPLAN_SAMPLES names no folder of samples")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_real_files_open_right(path: Path) -> None:
    raw = json.loads(path.read_text(encoding="utf-8"))
    found = read_map(path)
    board, resolution = found.board, raw["resolution"]
    size = resolution["map_size"]
    assert (board.width, board.height) == (size["x"], size["y"])
    assert found.needs == frozenset()
    assert board.picture is not None
    assert (board.picture.width, board.picture.height) == (size["x"] * SUB, size["y"] * SUB)
    assert found.pictures[board.picture.asset] == base64.b64decode(raw["image"])
    harmless = {
        "import_zero_length",
        "import_lines_outside",
        "lights_off_baked",
        "lights_off_bright",
    }
    assert set(codes(found)) <= harmless
    assert len(of_kind(found, Kind.DOOR)) == sum(p["closed"] for p in raw["portals"])
    assert len(of_kind(found, Kind.SLIT)) == sum(not p["closed"] for p in raw["portals"])
    assert len(of_kind(found, Kind.COVER)) == len(raw.get("objects_line_of_sight", []))
    assert len(board.lights) == len(raw["lights"])
    origin = resolution["map_origin"]
    for wall in of_kind(found, Kind.WALL):
        x, y = wall.points[0].x / SUB + origin["x"], wall.points[0].y / SUB + origin["y"]
        near = (abs(p["x"] - x) + abs(p["y"] - y) for line in raw["line_of_sight"] for p in line)
        assert min(near) <= 1 / SUB
    assert board_from_dict(board_to_dict(board)) == board
