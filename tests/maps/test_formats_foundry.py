"""Scenes of Foundry open whatever their version; an export keeps every wall."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.board import Board, Light
from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.formats import (
    FoundryOptions,
    Import,
    Need,
    SeeThrough,
    detect,
    export_foundry,
    read_map,
)
from maps.formats.chains import chains
from maps.formats.foundry import FoundryFormat, padded, scene_names
from maps.grid import SUB, Point, point
from maps.problems import UnreadableFileError
from maps.shapes import DoorState, Grade, Kind, Obstacle, Sight, make_obstacle


def wall(*c: float, **changes: Any) -> dict[str, Any]:
    """A wall; pixels are counted from the corner of the padded picture of ``scene``."""
    return {"c": [v + 200 for v in c], **changes}


def scene(**changes: Any) -> dict[str, Any]:
    """A scene of 8 × 8 squares at 100 pixels with 2 squares of padding."""
    data: dict[str, Any] = {
        "name": "Keller",
        "width": 800,
        "height": 800,
        "padding": 0.25,
        "grid": {"type": 1, "size": 100, "distance": 5, "units": "ft"},
        "background": {"src": "keller.webp", "offsetX": 0, "offsetY": 0},
        "walls": [wall(100, 100, 300, 100)],
        "lights": [],
    }
    data.update(changes)
    return {key: value for key, value in data.items() if value is not None}


def old_scene(**changes: Any) -> dict[str, Any]:
    """The same scene as version 8 wrote it."""
    old = {
        "grid": 100,
        "gridType": 1,
        "gridDistance": 5,
        "gridUnits": "ft",
        "background": None,
        "walls": [wall(100, 100, 300, 100, sense=1, move=1)],
    }
    return scene(**{**old, **changes})


def read(data: object, **options: Any) -> Import:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return FoundryFormat().read(raw, "szene.json", FoundryOptions(**options))


def codes(found: Import) -> set[str]:
    assert found.problems[0].code == "import_counts"
    return {p.code for p in found.problems[1:]} - {"foundry_no_picture"}


def only(found: Import) -> Obstacle:
    (obstacle,) = found.board.obstacles
    return obstacle


def one(**changes: Any) -> Obstacle:
    return only(read(scene(walls=[wall(100, 100, 300, 100, **changes)])))


# --- frame ---


def test_good_scene_opens_without_complaints() -> None:
    found = read(scene())
    assert codes(found) == set()
    assert found.name == "Keller"
    assert found.needs == {Need.PICTURE}
    assert (found.board.width, found.board.height) == (8, 8)
    assert only(found) == make_obstacle("wall:0", Kind.WALL, (point(1, 1), point(3, 1)))
    assert board_from_dict(board_to_dict(found.board)) == found.board


def test_old_scene_reads_like_a_new_one() -> None:
    assert read(old_scene()).board == read(scene()).board


@pytest.mark.parametrize(
    ("length", "padding", "size", "pixels"),
    [(800, 0.25, 100, 200), (810, 0.25, 100, 300), (3780, 0.25, 140, 980), (700, 0.1, 70, 70)],
)
def test_padding_is_rounded_up_to_whole_squares(
    length: float, padding: float, size: float, pixels: float
) -> None:
    assert padded(length, padding, size) == pixels


def test_scene_that_is_no_multiple_of_its_squares_is_padded_axis_by_axis() -> None:
    data = scene(width=810, height=710, walls=[{"c": [300, 200, 400, 200]}])
    found = read(data)
    assert only(found).points == (point(0, 0), point(1, 0))
    assert (found.board.width, found.board.height) == (9, 8)


def test_missing_padding_is_found_by_where_the_walls_fit() -> None:
    without = scene(padding=None, walls=[{"c": [0, 0, 100, 0]}, {"c": [100, 0, 800, 800]}])
    found = read(without)
    assert "foundry_padding_missing" in codes(found)
    assert only(found).points[0] == point(0, 0)
    found = read(scene(padding=None, walls=[wall(0, 0, 800, 800)]))
    assert only(found).points == (point(0, 0), point(8, 8))


def test_shift_moves_picture_and_bounds_and_leaves_the_grid() -> None:
    for data in (
        old_scene(shiftX=50, shiftY=0),
        scene(background={"offsetX": 50, "offsetY": 0}),
    ):
        found = read(data)
        assert "foundry_shift" in codes(found)
        assert (found.board.left, found.board.width) == (-1, 9)
        assert only(found).points == (point(1, 1), point(3, 1))


def test_gridless_and_hex_scenes_are_read_with_squares_and_a_word() -> None:
    grid = scene()["grid"]
    assert codes(read(scene(grid={**grid, "type": 0}))) == {"foundry_gridless"}
    assert codes(read(scene(grid={**grid, "type": 4}))) == {"foundry_hexes"}
    assert codes(read(old_scene(gridType=2))) == {"foundry_hexes"}


def test_scene_of_walls_only_asks_for_its_grid() -> None:
    found = read({"walls": [{"c": [-50, 100, 250.5, 100]}]})
    assert found.needs == {Need.PICTURE, Need.GRID}
    assert codes(found) >= {"foundry_grid_missing", "foundry_size_missing"}
    assert only(found).points == (point(-0.5, 1), point(2.505, 1))
    finer = read({"walls": [{"c": [-50, 100, 250.5, 100]}]}, pixels=50)
    assert only(finer).points == (point(-1, 2), point(5.01, 2))
    assert finer.needs == {Need.PICTURE}


def test_walls_can_be_nudged() -> None:
    moved = read(scene(), right=0.5, down=-1)
    assert only(moved).points == (point(1.5, 0), point(3.5, 0))


# --- containers ---


def test_lines_of_scenes_give_the_first_or_the_chosen_one() -> None:
    other = scene(name="Turm", walls=[])
    lines = "\n".join(json.dumps(s) for s in (scene(), {"$$deleted": True, "_id": "x"}, other))
    first = read(lines.encode() + b"\n{broken\n")
    assert first.name == "Keller"
    assert codes(first) == {"foundry_scenes", "import_item_broken"}
    assert read(lines.encode(), scene=1).name == "Turm"
    assert scene_names(lines.encode()) == ("Keller", "Turm")
    assert scene_names(json.dumps({"scenes": [scene(), other]}).encode()) == ("Keller", "Turm")
    assert scene_names(json.dumps([other]).encode()) == ("Turm",)


@pytest.mark.parametrize("data", [b"{}", b"[]", b"[1, 2]", b'{"walls": 3}', b'{"scenes": [{}]}'])
def test_what_is_no_scene_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read(data)
    assert caught.value.problem.code == "not_foundry"


def test_scenes_are_found_by_their_content() -> None:
    for data in (scene(), old_scene(), {"walls": [{"c": [1, 2, 3, 4]}]}):
        head = json.dumps(data).encode()
        found = detect(head, "irgendwas.json")
        assert found is not None
        assert found.id == "foundry"
    assert detect(b'{"system": "pathfinder", "board": {"obstacles": []}}', "lage.json") is None


# --- walls ---


def test_single_walls_become_chains_and_no_piece_is_lost() -> None:
    found = read(
        scene(
            walls=[
                wall(0, 0, 100, 0),
                wall(200, 100, 100, 0),
                wall(200, 100, 300, 100),
                wall(300, 100, 300, 200, door=1),
                wall(300, 200, 400, 200),
            ]
        )
    )
    kinds = Counter(o.kind for o in found.board.obstacles)
    assert kinds == {Kind.WALL: 2, Kind.DOOR: 1}
    assert found.board.obstacle("wall:0").points == (
        point(0, 0),
        point(1, 0),
        point(2, 1),
        point(3, 1),
    )


def test_wall_that_is_seen_into_stops_shots_and_light() -> None:
    limited = one(sight=10, light=10)
    assert (limited.kind, limited.sight) == (Kind.WALL, Sight.LIMITED)
    assert limited.stops_effect
    assert limited.stops_light
    hill = one(sight=10, light=10, move=0)
    assert (hill.kind, hill.sight, hill.cover) == (Kind.COVER, Sight.LIMITED, Grade.PARTIAL)
    assert not hill.stops_effect
    assert hill.open


def test_wall_that_stops_sight_only_is_a_curtain() -> None:
    curtain = one(move=0)
    assert curtain.sight is Sight.STOPS
    assert not curtain.stops_effect
    assert not curtain.stops_move


def test_wall_that_stops_steps_only_becomes_what_was_chosen() -> None:
    data = scene(walls=[wall(100, 100, 300, 100, sight=0, light=0)])
    assert only(read(data)).kind is Kind.SLIT
    low = only(read(data, see_through=SeeThrough.LOW))
    assert (low.kind, low.open, low.stops_move) == (Kind.LOW, True, True)
    nothing = only(read(data, see_through=SeeThrough.NOTHING))
    assert (nothing.cover, nothing.stops_effect, nothing.stops_move) == (Grade.NONE, False, True)


def test_proximity_is_seen_through_and_distance_is_not() -> None:
    assert one(sight=30, light=30).sight is Sight.FREE
    assert one(sight=40, light=40).sight is Sight.STOPS


def test_one_way_walls_keep_their_side_and_chain_in_their_direction() -> None:
    found = read(
        scene(
            walls=[
                wall(0, 0, 100, 0, dir=1),
                wall(100, 0, 200, 0, dir=1),
                wall(200, 0, 300, 0, dir=2),
                wall(400, 0, 300, 0, dir=2),
            ]
        )
    )
    sides = [(o.side, len(o.points)) for o in found.board.obstacles]
    assert sides == [("left", 3), ("right", 2), ("right", 2)]


@pytest.mark.parametrize(
    ("door", "ds", "state"),
    [
        (1, 0, DoorState.CLOSED),
        (1, 1, DoorState.OPEN),
        (1, 2, DoorState.LOCKED),
        (2, 0, DoorState.SECRET),
        (2, 1, DoorState.OPEN),
        (2, 2, DoorState.SECRET),
    ],
)
def test_doors_keep_their_state(door: int, ds: int, state: DoorState) -> None:
    found = one(door=door, ds=ds)
    assert (found.kind, found.state) == (Kind.DOOR, state)


def test_barred_door_is_seen_and_shot_through() -> None:
    bars = one(door=1, sight=0, light=0)
    assert (bars.kind, bars.sight, bars.stops_effect) == (Kind.DOOR, Sight.FREE, False)
    assert bars.stops_move


def test_heights_of_walls_are_read_in_squares() -> None:
    tall = one(flags={"wall-height": {"top": 10, "bottom": -5}})
    assert (tall.bottom, tall.top) == (-SUB, 2 * SUB)
    none = one(flags={"wall-height": {"top": None, "bottom": "-Infinity"}})
    assert (none.bottom, none.top) == (None, None)
    swapped = read(
        scene(walls=[wall(0, 0, 9, 9, flags={"wallHeight": {"wallHeightTop": 0,
                                                            "wallHeightBottom": 5}})])
    )  # fmt: skip
    assert only(swapped).top == SUB
    assert "foundry_heights_swapped" in codes(swapped)


def test_nothing_twice_and_nothing_without_length() -> None:
    found = read(
        scene(
            walls=[
                wall(0, 0, 100, 0),
                wall(100, 0, 0, 0),
                wall(5, 5, 5, 5),
                wall(0, 0, 50, 50, sight=0, light=0, move=0),
                {"c": [1, 2, None, 4]},
                {"c": [1, 2, 1e300, 4]},
                "wall",
            ]
        )
    )
    assert len(found.board.obstacles) == 1
    assert codes(found) == {
        "import_duplicate",
        "import_zero_length",
        "foundry_nothing_left_out",
        "import_point_broken",
        "import_point_wild",
        "import_item_broken",
    }


# --- lights ---


def test_lights_of_both_forms_are_read_in_squares() -> None:
    new = {"x": 300, "y": 400, "config": {"dim": 40, "bright": 20, "color": "#FF9900"}}
    old = {"x": 300, "y": 400, "dim": 40, "bright": 20, "tintColor": "#ff9900", "t": "l"}
    for item in (new, old):
        found = read(scene(lights=[item], globalLight=False, darkness=1))
        (light,) = found.board.lights
        assert light == Light("light:0", point(1, 2), 4 * SUB, 8 * SUB, "#ff9900")
        assert found.board.dark
    assert not read(scene(lights=[new], globalLight=True)).board.dark
    night = {"darknessLevel": 0.8, "globalLight": {"enabled": False}}
    assert read(scene(lights=[new], environment=night)).board.dark


def test_lights_that_light_nothing_are_left_out() -> None:
    lights = [
        {"x": 1, "y": 1, "config": {"dim": 0, "bright": 0}},
        {"x": 1, "y": 1, "config": {"dim": 10, "negative": True}},
        {"x": 1, "y": 1, "config": {"dim": 10}, "hidden": True},
        {"x": "?", "y": 1},
        {"x": 1, "y": 1, "config": {"dim": 10, "angle": 90}, "walls": False},
    ]
    found = read(scene(lights=lights))
    assert len(found.board.lights) == 1
    assert not found.board.lights[0].shadows
    assert codes(found) >= {
        "light_without_range",
        "foundry_darkness_left_out",
        "foundry_light_off_left_out",
        "foundry_light_angle",
        "import_point_broken",
    }


# --- chains ---

pieces = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4), st.integers(0, 4))
    .filter(lambda c: c[:2] != c[2:])
    .map(lambda c: (Point(c[0], c[1]), Point(c[2], c[3]))),
    max_size=30,
)


@given(pieces, st.booleans(), st.integers(2, 6))
def test_chains_keep_every_piece(
    given_pieces: list[tuple[Point, Point]], directed: bool, limit: int
) -> None:
    lines = chains(given_pieces, directed, limit)
    assert all(2 <= len(line) <= limit for line in lines)
    kept = [pair for line in lines for pair in zip(line, line[1:], strict=False)]
    if directed:
        assert Counter(kept) == Counter(given_pieces)
    else:
        assert Counter(map(frozenset, kept)) == Counter(map(frozenset, given_pieces))


# --- export ---

coordinates = st.integers(-4 * SUB, 12 * SUB)
points = st.builds(Point, coordinates, coordinates)


@st.composite
def obstacles(draw: st.DrawFn) -> Obstacle:
    kind = draw(st.sampled_from([k for k in Kind if k not in (Kind.FOG, Kind.TERRAIN, Kind.RISE)]))
    least, most = (2, 2) if kind is Kind.DOOR else (2, 5)
    line = draw(st.lists(points, min_size=least, max_size=most, unique=True))
    return make_obstacle(
        "x",
        kind,
        tuple(line),
        state=draw(st.sampled_from(DoorState)) if kind is Kind.DOOR else DoorState.CLOSED,
        side=draw(st.sampled_from(["both", "left", "right"])),
        sight=draw(st.sampled_from(Sight)),
        stops_move=draw(st.booleans()),
        stops_light=draw(st.booleans()),
        bottom=draw(st.sampled_from([None, 0, SUB])),
        top=draw(st.sampled_from([None, 2 * SUB, 3 * SUB])),
    )


def boards() -> st.SearchStrategy[Board]:
    return st.lists(obstacles(), max_size=6).map(
        lambda found: Board(
            width=16,
            height=16,
            left=-4,
            top=-4,
            obstacles=tuple(replace(o, id=f"o:{i}") for i, o in enumerate(found)),
        )
    )


def walls_of(board: Board) -> set[tuple[object, ...]]:
    """All pieces of a board with what they do; which obstacle they belong to does not matter."""
    out: set[tuple[object, ...]] = set()
    for o in board.obstacles:
        facts = (o.kind, o.sight, o.stops_effect, o.stops_light, o.stops_move, o.cover, o.state)
        for s in o.segments():
            ends = (s.a, s.b) if o.side != "both" else (min(s.a, s.b), max(s.a, s.b))
            out.add((*ends, *facts, o.side, o.bottom, o.top))
    return out


@given(boards())
def test_round_trip_keeps_every_wall(board: Board) -> None:
    again = read(export_foundry(board)).board
    assert walls_of(again) == walls_of(board)
    assert (again.left, again.top, again.width, again.height) == (-4, -4, 16, 16)


def test_round_trip_keeps_lights_areas_and_darkness() -> None:
    board = Board(
        obstacles=(
            make_obstacle("a", Kind.SOLID, (point(1, 1), point(2, 1), point(2, 2), point(1, 2))),
            make_obstacle("b", Kind.SOLID, (point(2, 2), point(3, 2), point(3, 3), point(2, 3))),
            make_obstacle("c", Kind.LOW, (point(5, 5), point(7, 5)), open=True),
        ),
        lights=(Light("light:0", point(3, 3), 4 * SUB, 8 * SUB, "#ff9900", shadows=False),),
        dark=True,
        name="Halle",
    )
    again = read(export_foundry(board)).board
    assert again.lights == board.lights
    assert again.dark
    assert again.name == "Halle"
    assert [o.closed_shape for o in again.obstacles] == [True, True, False]


def test_export_speaks_the_words_of_foundry() -> None:
    door = make_obstacle("d", Kind.DOOR, (point(1, 0), point(2, 0)), state=DoorState.SECRET)
    data = json.loads(export_foundry(Board(width=4, height=3, obstacles=(door,)), "Gang"))
    assert (data["name"], data["padding"], data["grid"]["type"]) == ("Gang", 0, 1)
    (only_wall,) = data["walls"]
    assert (only_wall["door"], only_wall["ds"], only_wall["sight"]) == (2, 0, 20)
    assert all(isinstance(v, int) for v in only_wall["c"])
    assert data["width"] == 4 * data["grid"]["size"]


def test_huge_boards_stay_within_a_canvas() -> None:
    line = make_obstacle("w", Kind.WALL, (Point(1, 1), point(400, 300)))
    data = json.loads(export_foundry(Board(width=400, height=300, obstacles=(line,))))
    assert data["width"] <= 32_768


# --- real files ---


def test_all_samples_open(samples: Path) -> None:
    files = sorted((samples / "foundry").glob("*.json"))
    assert files
    for file in files:
        found = read_map(file)
        stated = json.loads(file.read_bytes())["walls"]
        dropped = {"import_zero_length", "import_duplicate", "foundry_nothing_left_out"}
        lost = sum(int(str(p.args["n"])) for p in found.problems if p.code in dropped)
        assert found.problems[0].args["pieces"] == len(stated) - lost, file.name
        again = read(export_foundry(found.board)).board
        assert len(walls_of(again)) >= 0.99 * len(walls_of(found.board))


def test_notes_become_zones() -> None:
    notes = [{"x": 400, "y": 300, "text": " Falle "}, {"x": "?"}, {"x": 500, "y": 300}]
    found = read(scene(notes=notes, padding=0))
    assert [(z.points, z.name) for z in found.board.zones] == [
        ((point(4, 3),), "Falle"),
        ((point(5, 3),), ""),
    ]
    assert {"foundry_note", "import_point_broken"} <= codes(found)
    assert board_from_dict(board_to_dict(found.board)) == found.board
