"""The border for boards: nothing is lost, nothing odd gets in."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maps.board import Board, Light, Picture
from maps.codec import MAX_OBSTACLES, MAX_POINTS, board_from_dict, default_bounds
from maps.codec_faults import place_of
from maps.codec_writing import board_to_dict
from maps.floor import Floor, FloorItem
from maps.grid import SUB, Point, point
from maps.problems import Problem, UnreadableFileError
from maps.shapes import FACTS, DoorState, Grade, Kind, Obstacle, Sight

SITUATION_BOARD: dict[str, Any] = {
    "obstacles": [
        {"kind": "wall", "points": [[1, 0], [1, 6]]},
        {"kind": "solid", "points": [[2, 0], [3, 0], [3, 1], [2, 1]]},
        {"kind": "door", "points": [[4, 0], [5, 0]], "state": "closed"},
        {"kind": "low", "points": [[3, -5], [3, 6]]},
        {"kind": "slit", "points": [[7, 0], [7, 1]]},
        {"kind": "cover", "points": [[8, 0], [9, 0], [9, 1], [8, 1]]},
        {
            "kind": "fog",
            "points": [[2, -2], [4, -2], [4, 3], [2, 3]],
            "concealment": "partial",
        },
    ]
}


def refused(data: object) -> Problem:
    with pytest.raises(UnreadableFileError) as caught:
        board_from_dict(data)
    return caught.value.problem


def one(**fields: object) -> Obstacle:
    obstacle = {"kind": "wall", "points": [[0, 0], [1, 0]], **fields}
    return board_from_dict({"obstacles": [obstacle]}).obstacles[0]


def test_board_of_a_situation_opens_with_the_facts_of_its_kinds() -> None:
    board = board_from_dict(SITUATION_BOARD)
    assert [o.id for o in board.obstacles] == [
        "wall:0", "solid:1", "door:2", "low:3", "slit:4", "cover:5", "fog:6",
    ]  # fmt: skip
    wall, solid, door, _, slit, _, fog = board.obstacles
    assert wall.points == (Point(512, 0), Point(512, 6 * 512))
    assert wall.stops_effect
    assert wall.sight is Sight.STOPS
    assert solid.closed_shape
    assert len(list(solid.segments())) == 4
    assert door.state is DoorState.CLOSED
    assert door.is_barrier
    assert not slit.stops_effect
    assert slit.cover is Grade.IMPROVED
    assert fog.concealment == 20
    assert fog.sight is Sight.FREE


def test_missing_board_is_the_default_board() -> None:
    assert board_from_dict({}) == Board()
    assert board_to_dict(Board()) == {}


@pytest.mark.parametrize(("word", "percent"), [("partial", 20), ("total", 50), (35, 35), (0, 0)])
def test_concealment_is_a_word_or_a_number(word: object, percent: int) -> None:
    assert one(kind="fog", concealment=word).concealment == percent


def test_fog_blinds_only_when_opaque() -> None:
    assert one(kind="fog").sight is Sight.FREE
    assert one(kind="fog", opaque=True).sight is Sight.STOPS
    assert one(kind="wall", opaque=False).sight is Sight.FREE
    assert one(kind="fog", opaque=True, sight="limited").sight is Sight.LIMITED


def test_open_line_of_an_area_kind_stays_a_line() -> None:
    fence = one(kind="cover", points=[[0, 0], [1, 0], [1, 1]], open=True)
    assert not fence.closed_shape
    assert len(list(fence.segments())) == 2


def test_fractional_and_negative_coordinates_are_kept() -> None:
    assert one(points=[[-1.5, 0.001953125], [2, 3.25]]).points == (
        Point(-768, 1),
        Point(1024, 1664),
    )


@pytest.mark.parametrize(
    ("data", "code", "place", "key"),
    [
        ({"wals": []}, "key_unknown", "board.wals", "wals"),
        (
            {"obstacles": [{"kind": "wall", "points": [[0, 0], [1, 1]], "colour": 1}]},
            "key_unknown", "board.obstacles[0].colour", "colour",
        ),
        ({"floor": {"items": [{"kind": "x", "points": [], "z": 1}]}},
         "key_unknown", "board.floor.items[0].z", "z"),
        ({"obstacles": [{"kind": "wall"}]}, "key_missing", "board.obstacles[0].points", "points"),
        ({"obstacles": [{"kind": "hedge", "points": [[0, 0], [1, 1]]}]},
         "word_unknown", "board.obstacles[0].kind", "kind"),
        ({"obstacles": [{"kind": "wall", "points": [[0, 0], [1, "1"]]}]},
         "value_wrong", "board.obstacles[0].points[1][1]", "1"),
        ({"obstacles": [{"kind": "wall", "points": [[0, 0], [1, True]]}]},
         "value_wrong", "board.obstacles[0].points[1][1]", "1"),
        ({"obstacles": [{"kind": "wall", "points": [[0, 0]]}]},
         "list_too_short", "board.obstacles[0].points", "points"),
        ({"obstacles": [{"kind": "wall", "points": [[0, 0], [1]]}]},
         "key_missing", "board.obstacles[0].points[1][1]", "1"),
        ({"width": 0}, "number_out_of_range", "board.width", "width"),
        ({"obstacles": [{"kind": "fog", "points": [[0, 0], [1, 1]], "concealment": 101}]},
         "number_out_of_range", "board.obstacles[0].concealment", "concealment"),
        ([], "value_wrong", "board", "board"),
    ],
)  # fmt: skip
def test_faults_name_their_key_and_place(data: object, code: str, place: str, key: str) -> None:
    problem = refused(data)
    assert (problem.code, problem.place, problem.args["key"]) == (code, place, key)
    assert problem.args["place"] == place


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_none_are_refused(bad: float) -> None:
    problem = refused({"obstacles": [{"kind": "wall", "points": [[0, 0], [bad, 0]]}]})
    assert problem.code == "number_not_finite"
    assert problem.place == "board.obstacles[0].points[1][0]"


@pytest.mark.parametrize("bad", [100_000.5, -100_001, 1e300, 10**400])
def test_wild_coordinates_are_refused(bad: float) -> None:
    problem = refused({"obstacles": [{"kind": "wall", "points": [[0, bad], [1, 0]]}]})
    assert problem.place == "board.obstacles[0].points[0][1]"
    assert problem.code in {"number_out_of_range", "value_wrong"}
    assert one(points=[[100_000, -100_000], [0, 0]]).points[0] == point(100_000, -100_000)


def test_sizes_are_limited() -> None:
    wall = {"kind": "wall", "points": [[0, 0], [1, 0]]}
    problem = refused({"obstacles": [wall] * (MAX_OBSTACLES + 1)})
    assert (problem.code, problem.args["limit"]) == ("list_too_long", MAX_OBSTACLES)
    problem = refused({"obstacles": [{"kind": "wall", "points": [[0, 0]] * (MAX_POINTS + 1)}]})
    assert (problem.code, problem.args["limit"]) == ("list_too_long", MAX_POINTS)


def test_same_id_twice_is_refused_also_when_one_is_made_up() -> None:
    wall = {"kind": "wall", "points": [[0, 0], [1, 0]]}
    problem = refused({"obstacles": [{**wall, "id": "wall:1"}, wall]})
    assert (problem.code, problem.place) == ("id_twice", "board.obstacles[1]")
    light = {"at": [0, 0], "bright": 1, "dim": 2, "id": "x"}
    assert refused({"lights": [light, light]}).place == "board.lights[1]"


def test_height_upside_down_is_refused() -> None:
    assert refused({"obstacles": [{"kind": "wall", "points": [[0, 0], [1, 0]],
                                   "bottom": 2, "top": 1}]}).code == "value_wrong"  # fmt: skip


@pytest.mark.parametrize(
    ("points", "bounds"),
    [
        ([[1, 1], [6, 6]], (0, 0, 24, 16)),
        ([[1.5, -5.25], [9, 6]], (0, -6, 24, 16)),
        ([[-3, 0], [30.5, 20]], (-3, 0, 34, 20)),
        ([[100, 200], [101, 201]], (100, 200, 24, 16)),
    ],
)
def test_bounds_fit_what_there_is(points: object, bounds: tuple[int, ...]) -> None:
    board = board_from_dict({"obstacles": [{"kind": "wall", "points": points}]})
    assert (board.left, board.top, board.width, board.height) == bounds


def test_stated_bounds_win_one_by_one() -> None:
    board = board_from_dict({"width": 3, "top": -2})
    assert (board.left, board.top, board.width, board.height) == (0, -2, 3, 16)


def test_bounds_hold_picture_lights_and_floor() -> None:
    bounds = default_bounds(
        (),
        (Light("l", point(-2, 0), 1, 2),),
        Picture("a", 0, 0, 40 * SUB, 10 * SUB),
        Floor(items=(FloorItem("tree", (point(3, 20.5),)),)),
    )
    assert bounds == (-2, 0, 42, 21)


def test_dump_leaves_out_what_the_kind_says() -> None:
    data = {"kind": "door", "points": [[0, 0], [1, 0.5]], "state": "secret", "cover": "total"}
    assert board_to_dict(board_from_dict({"obstacles": [data]})) == {"obstacles": [data]}


def test_place_is_written_like_a_path() -> None:
    assert place_of(("obstacles", 3, "points", 1), "board") == "board.obstacles[3].points[1]"
    assert place_of(("a", 0)) == "a[0]"


coordinates = st.integers(-100_000 * SUB, 100_000 * SUB)
points = st.builds(Point, coordinates, coordinates)
heights = st.none() | coordinates


@st.composite
def obstacles(draw: st.DrawFn, id: str) -> Obstacle:
    low, high = draw(heights), draw(heights)
    if low is not None and high is not None and low > high:
        low, high = high, low
    return Obstacle(
        id=id,
        kind=draw(st.sampled_from(Kind)),
        points=tuple(draw(st.lists(points, min_size=2, max_size=6))),
        open=draw(st.booleans()),
        state=draw(st.sampled_from(DoorState)),
        stops_effect=draw(st.booleans()),
        sight=draw(st.sampled_from(Sight)),
        stops_light=draw(st.booleans()),
        stops_move=draw(st.booleans()),
        cover=draw(st.sampled_from(Grade)),
        concealment=draw(st.integers(0, 100)),
        side=draw(st.sampled_from(("both", "left", "right"))),
        bottom=low,
        top=high,
    )


@st.composite
def boards(draw: st.DrawFn) -> Board:
    ids = draw(st.lists(st.sampled_from([f"wall:{n}" for n in range(9)]), unique=True))
    lights = draw(st.lists(st.sampled_from("abc"), unique=True))
    radii = st.integers(0, 100 * SUB)
    sizes = st.integers(0, 100_000 * SUB)
    args = st.dictionaries(
        st.sampled_from(("w", "turn")), st.floats(allow_nan=False, allow_infinity=False) | st.text()
    )
    items = st.builds(FloorItem, st.just("rug"), st.tuples(points), st.integers(0, 9), args)
    return Board(
        width=draw(st.integers(1, 500)),
        height=draw(st.integers(1, 500)),
        left=draw(st.integers(-500, 500)),
        top=draw(st.integers(-500, 500)),
        obstacles=tuple(draw(obstacles(id)) for id in ids),
        lights=tuple(
            Light(
                id,
                draw(points),
                draw(radii),
                draw(radii),
                draw(st.sampled_from(("#000000", "#ffd9a0"))),
                draw(st.booleans()),
            )
            for id in lights
        ),
        dark=draw(st.booleans()),
        picture=draw(
            st.none() | st.builds(Picture, st.just("ab12"), coordinates, coordinates, sizes, sizes)
        ),
        floor=draw(
            st.builds(
                Floor, st.just("grass"), st.integers(0, 9), st.lists(items, max_size=2).map(tuple)
            )
        ),
        name=draw(st.text(max_size=20)),
    )


@settings(deadline=None)
@given(boards())
def test_whole_board_survives_json(board: Board) -> None:
    assert board_from_dict(json.loads(json.dumps(board_to_dict(board)))) == board


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_dumps_only_kind_and_points_by_default(kind: Kind) -> None:
    data = {"kind": kind.value, "points": [[0, 0], [3, 0], [3, 4]]}
    board = board_from_dict({"obstacles": [data]})
    assert board_to_dict(board)["obstacles"] == [data]
    assert board.obstacles[0].cover is FACTS[kind].cover
