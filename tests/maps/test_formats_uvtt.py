"""Universal VTT opens whatever its writers thought of, and the report says what was done."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest

from maps.board import Board, Light, Picture
from maps.codec import board_from_dict, board_to_dict
from maps.formats import (
    Import,
    Need,
    OpenPortal,
    Origin,
    UvttOptions,
    export_uvtt,
    jsontext,
    read_map,
)
from maps.formats.uvtt import UvttFormat
from maps.grid import SUB, Point, point
from maps.problems import Problem, Severity, UnreadableFileError
from maps.shapes import DoorState, Kind, Obstacle, Sight, make_obstacle
from tests.maps.pictures import jpeg, png, webp

PNG = png(600, 400)


def xy(*pairs: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in pairs]


def plain(**changes: Any) -> dict[str, Any]:
    """A good file: 6 × 4 squares at 100 pixels with one wall; None takes a key away."""
    data: dict[str, Any] = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 6, "y": 4},
            "pixels_per_grid": 100,
        },
        "line_of_sight": [xy((1, 1), (3, 1), (3, 2))],
        "objects_line_of_sight": [],
        "portals": [],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(PNG).decode(),
    }
    data.update(changes)
    return {key: value for key, value in data.items() if value is not None}


def frame(**changes: Any) -> dict[str, Any]:
    stated = {**plain()["resolution"], **changes}
    return {key: value for key, value in stated.items() if value is not None}


def read(data: object, **options: Any) -> Import:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return UvttFormat().read(raw, "karte.dd2vtt", UvttOptions(**options))


def codes(found: Import) -> list[str]:
    """The codes of the report after its first line."""
    assert found.problems[0].code == "import_counts"
    return [p.code for p in found.problems[1:]]


def problem(found: Import, code: str) -> Problem:
    return next(p for p in found.problems if p.code == code)


def of_kind(found: Import, kind: Kind) -> list[Obstacle]:
    return [o for o in found.board.obstacles if o.kind is kind]


def refusal(data: bytes, name: str = "karte.dd2vtt") -> Problem:
    with pytest.raises(UnreadableFileError) as caught:
        read_map(data, name)
    return caught.value.problem


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


# --- odd frames ---


@pytest.mark.parametrize(
    ("changes", "noted"),
    [
        ({"format": "0.2"}, []),
        ({"format": 1}, []),
        ({"format": None}, ["format_missing"]),
        ({"format": "2.0-beta"}, ["format_version_unknown"]),
        ({"lights": None, "portals": None}, ["import_list_missing"]),
        ({"objects_line_of_sight": None}, []),
        ({"environment": None}, []),
        ({"resolution": frame(map_origin=None)}, ["origin_missing"]),
        ({"resolution": frame(map_size=[6, 4])}, []),
        ({"resolution": frame(map_size=None)}, ["map_size_missing"]),
        ({"resolution": frame(pixels_per_grid=None, grid_size=100)}, []),
        ({"resolution": frame(pixels_per_grid=None)}, ["pixels_missing"]),
        ({"resolution": frame(pixels_per_grid="100")}, []),
        ({"resolution": None}, ["resolution_missing"]),
        ({"schema": {"x": [1]}, "software": "?"}, []),
    ],
)
def test_missing_and_odd_keys_get_usual_values(changes: dict[str, Any], noted: list[str]) -> None:
    found = read(plain(**changes))
    assert codes(found) == noted
    assert found.board.obstacles[0].points[0] == point(1, 1)
    if "resolution_missing" not in noted:
        assert (found.board.width, found.board.height) == (6, 4)


def test_picture_without_any_frame_needs_a_grid() -> None:
    assert read(plain(resolution=None)).needs == {Need.GRID}


def test_map_without_size_and_picture_holds_its_lines() -> None:
    found = read(plain(resolution=None, image=None, line_of_sight=[xy((1, 1), (30, 19.5))]))
    assert (found.board.width, found.board.height) == (30, 20)


def test_evenly_scaled_picture_keeps_the_squares() -> None:
    found = read(plain(image=base64.b64encode(png(300, 200)).decode()))
    assert (found.board.width, found.board.height) == (6, 4)
    assert found.board.picture is not None
    assert found.board.picture.width == 6 * SUB
    assert codes(found) == ["picture_scaled"]
    assert problem(found, "picture_scaled").args["real"] == 50


def test_wrong_size_of_the_map_follows_the_picture() -> None:
    found = read(plain(image=base64.b64encode(png(750, 400)).decode()))
    assert (found.board.width, found.board.height) == (8, 4)
    assert found.board.picture is not None
    assert found.board.picture.width == 15 * SUB // 2
    assert codes(found) == ["picture_size_differs"]


# --- pictures ---


@pytest.mark.parametrize("data", [PNG, jpeg(600, 400), webp(600, 400)])
@pytest.mark.parametrize("style", ["plain", "prefix", "newlines", "slashes", "no padding"])
def test_picture_in_every_wrapping_comes_out_whole(data: bytes, style: str) -> None:
    text = base64.b64encode(data).decode()
    lines = [text[i : i + 76] for i in range(0, len(text), 76)]
    wrapped = {
        "plain": text,
        "prefix": "data:image/webp;base64," + text,
        "newlines": "\r\n".join(lines) + "\n",
        "slashes": text,
        "no padding": text.rstrip("="),
    }[style]
    raw = json.dumps(plain(image=wrapped))
    raw = raw.replace("/", "\\/") if style == "slashes" else raw
    found = read(raw.encode())
    assert list(found.pictures.values()) == [data]
    assert codes(found) == []


@pytest.mark.parametrize(
    ("image", "code"),
    [
        (None, "picture_missing"),
        ("", "picture_missing"),
        ("https://example.org/karte.png", "picture_elsewhere"),
        ("maps/karte.webp", "picture_elsewhere"),
        ("no picture at all", "picture_broken"),
        (17, "picture_broken"),
        (base64.b64encode(b"GIF89a" + b"\0" * 50).decode(), "picture_broken"),
        (base64.b64encode(png(17_000, 10)).decode(), "picture_left_out"),
    ],
)
def test_map_without_usable_picture_is_a_map(image: object, code: str) -> None:
    found = read(plain(image=image))
    assert codes(found) == [code]
    assert found.needs == {Need.PICTURE}
    assert found.board.picture is None
    assert found.pictures == {}
    assert (found.board.width, found.board.height) == (6, 4)
    assert len(found.board.obstacles) == 1


def test_picture_that_ends_early_is_kept_with_a_warning() -> None:
    found = read(plain(image=base64.b64encode(PNG[:-20]).decode()[:-1]))
    assert codes(found) == ["picture_cut_off"]
    assert found.board.picture is not None


# --- broken items ---


def test_broken_points_are_left_out_one_by_one() -> None:
    raw = json.dumps(plain(line_of_sight=[
        [*xy((0, 0), (1, 0)), {"x": float("nan"), "y": 0}, *xy((2, 0), (3, 0))],
        [*xy((0, 1), (1, 1)), {"x": float("inf"), "y": 0}],
        [*xy((0, 2), (1, 2)), {"x": 1e300, "y": 2}],
        [*xy((0, 3), (1, 3)), {"x": None}, "?", {"y": 3}],
    ]))  # fmt: skip
    found = read(raw.encode())
    lines = [o.points for o in found.board.obstacles]
    assert lines == [
        (point(0, 0), point(1, 0)), (point(2, 0), point(3, 0)), (point(0, 1), point(1, 1)),
        (point(0, 2), point(1, 2)), (point(0, 3), point(1, 3)),
    ]  # fmt: skip
    assert codes(found) == ["import_point_broken", "import_point_wild"]
    broken = problem(found, "import_point_broken")
    assert broken.args["n"] == 5
    assert broken.place == "line_of_sight[0][2]"


def test_numbers_of_a_thousand_digits_are_only_wild() -> None:
    raw = json.dumps(plain()).replace('"x": 3, "y": 2}', '"x": ' + "9" * 5000 + ', "y": 2}')
    found = read(raw.encode())
    assert found.board.obstacles[0].points == (point(1, 1), point(3, 1))
    assert codes(found) == ["import_point_broken"]


def test_short_lines_doubles_and_pieces_without_length() -> None:
    found = read(plain(line_of_sight=[
        [], xy((1, 1)), "x", xy((1, 1), (1, 1)),
        xy((1, 1), (1, 1.0001), (2, 1)), xy((2, 1), (1, 1)), xy((1, 1), (2, 1)),
    ]))  # fmt: skip
    assert [o.points for o in found.board.obstacles] == [(point(1, 1), point(2, 1))]
    counts = {p.code: p.args.get("n") for p in found.problems[1:]}
    assert counts == {
        "import_line_too_short": 2,
        "import_item_broken": 1,
        "import_zero_length": 2,
        "import_duplicate": 2,
    }
    assert problem(found, "import_duplicate").points == (point(2, 1), point(1, 1))


def test_endless_line_is_cut_into_parts_that_meet() -> None:
    points = [(i / 64, i % 2 / 64) for i in range(25_000)]
    found = read(plain(line_of_sight=[xy(*points)]))
    parts = [o.points for o in found.board.obstacles]
    assert [len(p) for p in parts] == [10_000, 10_000, 5_002]
    assert parts[0][-1] == parts[1][0]
    assert sum(len(p) - 1 for p in parts) == 24_999
    assert board_from_dict(board_to_dict(found.board)) == found.board


# --- broken files ---


def test_bom_line_ends_and_other_encodings() -> None:
    text = json.dumps(plain(), indent=1).replace("\n", "\r\n")
    good = read(plain())
    for raw in (b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16"), b"\r\n " + text.encode()):
        assert read(raw) == good
    odd = json.dumps(plain(author="Jörg"), ensure_ascii=False).encode("cp1252")
    assert codes(read(odd)) == ["encoding_guessed"]


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
def test_cut_file_says_where_it_ends(share: float) -> None:
    raw = json.dumps(plain(), indent=1).encode()
    cut = raw[: int(len(raw) * share)]
    found = refusal(cut)
    assert found.code == "file_cut_off"
    assert found.args["byte"] == len(cut)
    assert found.args["line"] == cut.count(b"\n") + 1


def test_damaged_file_says_where_also_behind_the_picture() -> None:
    data = plain()
    data["lights"] = data.pop("lights")
    raw = json.dumps(data, indent=1).encode().replace(b'"lights": []', b'"lights": [}')
    found = refusal(raw)
    assert found.code == "json_broken"
    at = raw.index(b"[}") + 1
    assert found.args["byte"] == at
    assert found.args["line"] == raw.count(b"\n", 0, at) + 1
    assert found.place == f"{found.args['line']}:{found.args['column']}"


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "file_empty"),
        (b"  \r\n", "file_empty"),
        (b"Dear diary, {today}", "not_json"),
        (b"{}", "not_uvtt"),
        (b"[1, 2]", "not_uvtt"),
        (b'{"resolution": {"dpi": 300}}', "not_uvtt"),
        (b'{"walls": [], "grid": 100}', "not_uvtt"),
        (b"[" * 200_000, "json_too_deep"),
        (b'{"a": tru}', "json_broken"),
    ],
)
def test_files_that_are_none_are_refused_in_words(raw: bytes, code: str) -> None:
    assert refusal(raw).code == code


def test_json_file_is_known_by_its_keys() -> None:
    raw = json.dumps(plain()).encode()
    assert read_map(raw, "karte.json").problems[0].code == "import_counts"
    assert refusal(b'{"walls": []}', "szene.json").code == "format_unknown"


def test_picture_key_inside_other_things_is_not_the_picture() -> None:
    data = {"meta": {"image": "https://example.org/a.png"}, "note": '"image": "x', **plain()}
    assert list(read(data).pictures.values()) == [PNG]


def test_text_of_the_picture_is_decoded_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytes(range(256)) * 40
    text = base64.b64encode(data).decode().replace("A", "\\u0041").replace("Q", "\\n Q\\r\\n")
    for size in (7, 16, 101):
        monkeypatch.setattr(jsontext, "_CHUNK", size)
        raw = text.encode()
        assert jsontext.decode_base64(raw, 0, len(raw)) == data


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
