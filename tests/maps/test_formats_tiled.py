"""Maps of Tiled: walls from objects or tiles, in XML and in JSON, and nothing beside the file."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from maps.board import Board
from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.formats import Import, detect, read_map, tiled
from maps.formats.tiled import TiledFormat
from maps.grid import point
from maps.problems import UnreadableFileError
from maps.shapes import DoorState, Kind, Obstacle

FLIPPED = 0x80000000


def tiles(name: str, data: object, **more: Any) -> dict[str, Any]:
    return {"type": "tilelayer", "name": name, "width": 4, "height": 3, "data": data, **more}


def things(*objects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "objectgroup", "name": "things", "objects": list(objects), **more}


def tmj(*layers: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A map of 4 × 3 tiles of 32 pixels."""
    return {
        "orientation": "orthogonal",
        "tiledversion": "1.10",
        "width": 4,
        "height": 3,
        "tilewidth": 32,
        "tileheight": 32,
        "infinite": False,
        "layers": list(layers),
        "tilesets": [],
        **more,
    }


def tmx(body: str, attributes: str = "", head: str = "") -> bytes:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>{head}<map orientation="orthogonal" width="4" '
        f'height="3" tilewidth="32" tileheight="32" {attributes}>{body}</map>'
    ).encode()


def read(data: object) -> Import:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return TiledFormat().read(raw, "karte.tmj")


def codes(found: Import) -> set[str]:
    assert found.problems[0].code == "import_counts"
    return {p.code for p in found.problems[1:]}


def of_kind(board: Board, kind: Kind) -> list[Obstacle]:
    return [o for o in board.obstacles if o.kind is kind]


def refusal(data: bytes) -> str:
    with pytest.raises(UnreadableFileError) as caught:
        read(data)
    return caught.value.problem.code


# --- tiles ---

WALLS = [1, 1, FLIPPED | 1, 0, 1, 0, 1, 0, 1, 1, 1, 0]


def test_walls_stand_around_tiles_of_walls() -> None:
    found = read(tmj(tiles("Boden", [5] * 12), tiles("base_wall", WALLS)))
    outer, inner = sorted((o.points for o in of_kind(found.board, Kind.WALL)), key=min)
    assert set(outer) == {point(0, 0), point(3, 0), point(3, 3), point(0, 3)}
    assert set(inner) == {point(1, 1), point(2, 1), point(2, 2), point(1, 2)}
    assert [i.kind for i in found.board.floor.items] == ["flags"]
    assert board_from_dict(board_to_dict(found.board)) == found.board


def packed(compression: str) -> dict[str, Any]:
    raw = struct.pack("<12I", *WALLS)
    if compression:
        raw = zlib.compress(raw)
    data = base64.b64encode(raw).decode()
    return tiles("wall", data, encoding="base64", compression=compression)


@pytest.mark.parametrize("compression", ["", "zlib"])
def test_packed_tiles_are_the_same_tiles(compression: str) -> None:
    plain = read(tmj(tiles("wall", WALLS)))
    assert read(tmj(packed(compression))).board == plain.board


def test_xml_says_the_same_as_json() -> None:
    csv = ",".join(map(str, WALLS))
    listed = "".join(f'<tile gid="{v}"/>' for v in WALLS)
    plain = read(tmj(tiles("wall", WALLS))).board
    for data in (f'<data encoding="csv">\n{csv}\n</data>', f"<data>{listed}</data>"):
        layer = f'<layer name="wall" width="4" height="3">{data}</layer>'
        assert read(tmx(layer)).board == plain


def test_tiles_that_cannot_be_unpacked_are_left_out() -> None:
    short = tiles("wall", "AAAA", encoding="base64")
    for layer in (packed("zstd"), tiles("wall", [1, 2]), short):
        found = read(tmj(layer))
        assert found.board.obstacles == ()
        assert codes(found) == {"tiled_data_left_out"}


def test_only_as_much_is_unpacked_as_fits() -> None:
    bomb = base64.b64encode(zlib.compress(b"\1" * 10_000_000)).decode()
    found = read(tmj(tiles("wall", bomb, encoding="base64", compression="zlib")))
    assert len(found.board.obstacles) == 1


def test_infinite_maps_begin_where_their_chunks_do() -> None:
    chunks = [
        {"x": -2, "y": -2, "width": 2, "height": 2, "data": [1, 1, 1, 1]},
        {"x": 2, "y": 0, "width": 1, "height": 1, "data": [1]},
    ]
    layer = {"type": "tilelayer", "name": "walls", "chunks": chunks}
    board = read(tmj(layer, infinite=True)).board
    assert (board.left, board.top, board.width, board.height) == (-2, -2, 5, 3)
    assert len(of_kind(board, Kind.WALL)) == 2
    body = (
        '<layer name="walls"><data encoding="csv"><chunk x="-2" y="-2" width="2" height="2">'
        '1,1,\n1,1\n</chunk><chunk x="2" y="0" width="1" height="1">1</chunk></data></layer>'
    )
    assert read(tmx(body, 'infinite="1"')).board == board


def test_huge_layers_are_left_out_and_do_not_hang() -> None:
    found = read(tmj(tiles("wall", [1], width=9_999, height=9_999), tiles("Boden", [1] * 12)))
    assert "tiled_too_many_left_out" in codes(found)


def test_endless_lines_are_cut() -> None:
    points = "0,0 32,32 " * 60_000
    line = f'<object id="1" type="wall" x="0" y="0"><polyline points="{points}"/></object>'
    found = read(tmx(f'<objectgroup name="walls">{line}</objectgroup>'))
    assert "import_points_left_out" in codes(found)
    assert 0 < sum(len(wall.points) for wall in found.board.obstacles) < 101_000


# --- objects ---


def one(item: dict[str, Any], **layer: Any) -> Obstacle:
    (made,) = read(tmj(things(item, **layer))).board.obstacles
    return made


def test_lines_and_polygons_are_walls_by_class_type_name_property_or_layer() -> None:
    line = {"x": 32, "y": 32, "polyline": [{"x": 0, "y": 0}, {"x": 64, "y": 0}]}
    marked = (
        {"class": "Wall"},
        {"type": "wall"},
        {"name": "Wand 3"},
        {"properties": [{"name": "solid", "type": "bool", "value": True}]},
    )
    for mark in marked:
        made = one({**line, **mark})
        assert (made.kind, made.points) == (Kind.WALL, (point(1, 1), point(3, 1)))
    assert one(line, class_="x", name="Collisions").kind is Kind.WALL
    ring = {"x": 0, "y": 0, "class": "wall", "polygon": [{"x": 0, "y": 0}, {"x": 64, "y": 0},
            {"x": 64, "y": 64}]}  # fmt: skip
    assert one(ring).points == (point(0, 0), point(2, 0), point(2, 2), point(0, 0))


def test_thin_boxes_are_stone_and_wide_ones_are_rooms() -> None:
    thin = one({"x": 0, "y": 0, "width": 128, "height": 32, "class": "wall"})
    assert (thin.kind, thin.closed_shape) == (Kind.SOLID, True)
    room = one({"x": 0, "y": 0, "width": 128, "height": 64, "class": "wall"})
    assert (room.kind, len(room.points)) == (Kind.WALL, 5)


def test_turned_boxes_turn_about_their_corner() -> None:
    made = one({"x": 64, "y": 0, "width": 64, "height": 32, "rotation": 90, "class": "wall"})
    assert set(made.points) == {point(2, 0), point(2, 2), point(1, 2), point(1, 0)}


def test_ellipses_become_round() -> None:
    made = one({"x": 0, "y": 0, "width": 32, "height": 32, "ellipse": True, "class": "pillar"})
    assert (made.kind, made.closed_shape) == (Kind.SOLID, True)
    assert len(made.points) == 24


@pytest.mark.parametrize(
    ("properties", "state"),
    [
        ([], DoorState.CLOSED),
        ([{"name": "state", "value": "open"}], DoorState.OPEN),
        ([{"name": "locked", "value": "true"}], DoorState.LOCKED),
    ],
)
def test_doors_are_the_middle_line_of_their_box(
    properties: list[dict[str, Any]], state: DoorState
) -> None:
    box = {"x": 32, "y": 0, "width": 16, "height": 64, "class": "door", "properties": properties}
    made = one(box)
    assert (made.kind, made.state) == (Kind.DOOR, state)
    assert made.points == (point(1.25, 0), point(1.25, 2))


def test_windows_and_low_walls() -> None:
    line = {"x": 0, "y": 0, "polyline": [{"x": 0, "y": 0}, {"x": 64, "y": 0}]}
    assert one({**line, "class": "window"}).kind is Kind.SLIT
    low = one({**line, "class": "fence"})
    assert (low.kind, low.open) == (Kind.LOW, True)


def test_shifts_of_layers_and_groups_add_up() -> None:
    line = {"x": 0, "y": 0, "class": "wall", "polyline": [{"x": 0, "y": 0}, {"x": 32, "y": 0}]}
    inner = things(line, offsetx=32)
    group = {"type": "group", "name": "g", "offsety": 64, "layers": [inner]}
    (made,) = read(tmj(group)).board.obstacles
    assert made.points == (point(1, 2), point(2, 2))


def test_objects_win_over_tiles_and_others_are_counted() -> None:
    line = {"x": 0, "y": 0, "class": "wall", "polyline": [{"x": 0, "y": 0}, {"x": 32, "y": 0}]}
    chest = {"x": 0, "y": 0, "name": "chest", "width": 32, "height": 32}
    found = read(tmj(tiles("walls", WALLS), things(line, chest)))
    assert len(found.board.obstacles) == 1
    assert codes(found) == {"tiled_tile_walls_unused", "tiled_objects_left_out"}


def test_broken_objects_are_left_out_one_by_one() -> None:
    found = read(
        tmj(
            things(
                {"class": "wall", "x": "?", "polyline": [{"x": None, "y": 0}]},
                {"class": "wall", "polyline": [{"x": 0, "y": 0}, {"x": 1e300, "y": 0}]},
                {"class": "wall", "point": True, "x": 5, "y": 5},
                "wall",  # type: ignore[arg-type]  # what strangers write
            )
        )
    )
    assert found.board.obstacles == ()
    assert codes(found) == {
        "import_point_broken",
        "import_point_wild",
        "import_line_too_short",
        "import_item_broken",
    }


# --- safety ---


def test_entities_and_document_types_are_refused() -> None:
    laughs = '<!DOCTYPE map [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
    assert refusal(tmx("&b;", head=laughs)) == "xml_entities"
    outside = '<!DOCTYPE map SYSTEM "file:///etc/passwd">'
    assert refusal(tmx("", head=outside)) == "xml_entities"


def test_deep_nesting_is_refused() -> None:
    assert refusal(tmx("<group>" * 200 + "</group>" * 200)) == "xml_too_deep"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"<map", "xml_broken"),
        (b"<tileset/>", "not_tiled"),
        (b"[]", "not_tiled"),
        (tmx(""), "tiled_empty"),
        (b'<?xml version="1.0" encoding="klingon"?><map/>', "xml_broken"),
    ],
)
def test_what_is_no_map_is_refused(data: bytes, code: str) -> None:
    assert refusal(data) == code


def scattered(kind: str, side: int) -> list[int]:
    """Return tiles that join to nothing, or around as many holes as fit, or to a comb."""
    made: dict[str, Callable[[int, int], int]] = {
        "checkerboard": lambda x, y: (x + y) % 2,
        "lattice": lambda x, y: 1 - x % 2 * (y % 2),
        "comb": lambda x, y: int(x % 2 or y == 0),
    }
    return [made[kind](x, y) for y in range(side) for x in range(side)]


@pytest.mark.parametrize("name", ["Boden", "base_wall"])
@pytest.mark.parametrize("kind", ["checkerboard", "lattice"])
def test_of_tiles_that_are_scattered_only_the_first_are_joined(
    name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tiled, "MAX_BLOCKS", 300)
    layer = tiles(name, scattered(kind, 40), width=40, height=40)
    found = read(tmj(layer, width=40, height=40))
    assert "tiled_scattered_left_out" in codes(found)
    shapes = found.board.obstacles if name == "base_wall" else found.board.floor.items
    assert 0 < len(shapes) <= 300


def test_a_comb_of_tiles_is_joined_downwards() -> None:
    layer = tiles("base_wall", scattered("comb", 200), width=200, height=200)
    found = read(tmj(layer, width=200, height=200))
    assert "tiled_scattered_left_out" not in codes(found)
    assert found.board.obstacles


@pytest.mark.parametrize("kind", ["tilelayer", "group"])
def test_of_endless_layers_the_first_are_read(kind: str) -> None:
    made = [{"type": kind, "name": "", "layers": []}] * (tiled.MAX_LAYERS + 5)
    found = read(tmj(tiles("base_wall", WALLS), *made))
    assert "tiled_layers_left_out" in codes(found)
    assert len(of_kind(found.board, Kind.WALL)) == 2


def test_maps_are_found_by_name_or_content() -> None:
    for data, name in (
        (tmx(""), "karte.xml"),
        (json.dumps(tmj()).encode(), "karte.json"),
        (b"?", "karte.tmx"),
    ):
        found = detect(data, name)
        assert found is not None
        assert found.id == "tiled"


def test_all_samples_open(samples: Path) -> None:
    files = sorted((samples / "tiled").glob("*.tmx"))
    assert files
    walls = {file.stem: len(read_map(file).board.obstacles) for file in files}
    assert walls["dungeons-of-lua__dungeon"] == 22
    assert walls["shimlar__rogue"] == 0
    assert min(walls["tetraforce__dungeon1"], walls["tetraforce__shrine_cave"]) > 0
