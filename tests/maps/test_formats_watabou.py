"""A One Page Dungeon becomes walls around its rooms, doors in them and a floor that fits."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.board import Board
from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.formats import Import, detect, read_map, watabou
from maps.formats.outlines import cells, corners, rings, without_holes
from maps.formats.watabou import WatabouFormat
from maps.grid import SUB, Cell, Point, point
from maps.problems import UnreadableFileError
from maps.shapes import DoorState, Grade, Kind, Obstacle, Sight


def rect(x: int, y: int, w: int, h: int, **more: Any) -> dict[str, Any]:
    return {"x": x, "y": y, "w": w, "h": h, **more}


def door(x: int, y: int, dx: int, dy: int, kind: object) -> dict[str, Any]:
    return {"x": x, "y": y, "dir": {"x": dx, "y": dy}, "type": kind}


def dungeon(**changes: Any) -> dict[str, Any]:
    """Two rooms, a door between them: 3 × 3 squares each, the door at (3, 1)."""
    data: dict[str, Any] = {
        "version": "1.2.4b",
        "title": "Gruft des Grafen",
        "rects": [rect(0, 0, 3, 3), rect(3, 1, 1, 1), rect(4, 0, 3, 3)],
        "doors": [door(3, 1, 1, 0, 1)],
        "notes": [],
        "columns": [],
        "water": [],
    }
    data.update(changes)
    return data


def read(data: object) -> Import:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return WatabouFormat().read(raw, "gruft.json")


def codes(found: Import) -> set[str]:
    assert found.problems[0].code == "import_counts"
    return {p.code for p in found.problems[1:]}


def of_kind(board: Board, kind: Kind) -> list[Obstacle]:
    return [o for o in board.obstacles if o.kind is kind]


def test_rooms_become_one_outline_with_the_door_across_its_square() -> None:
    found = read(dungeon())
    assert codes(found) == set()
    assert found.name == "Gruft des Grafen"
    (wall,) = of_kind(found.board, Kind.WALL)
    assert wall.points[0] == wall.points[-1]
    assert len(wall.points) == 13
    (the_door,) = of_kind(found.board, Kind.DOOR)
    assert the_door.points == (point(3.5, 1), point(3.5, 2))
    assert (found.board.left, found.board.top) == (-1, -1)
    assert (found.board.width, found.board.height) == (9, 5)
    assert board_from_dict(board_to_dict(found.board)) == found.board


def test_rooms_side_by_side_have_no_wall_between_them() -> None:
    found = read(dungeon(rects=[rect(-3, 0, 3, 2), rect(0, 0, 3, 2)], doors=[]))
    (wall,) = of_kind(found.board, Kind.WALL)
    assert set(wall.points) == {point(-3, 0), point(3, 0), point(3, 2), point(-3, 2)}


def test_the_same_room_again_and_again_is_one() -> None:
    both = [rect(0, 0, 3, 3, rotunda=True), rect(3, 1, 1, 1)]
    once, often = read(dungeon(rects=both, doors=[])), read(dungeon(rects=both * 9_000, doors=[]))
    assert codes(often) == set()
    assert often.board == once.board
    (wall,) = of_kind(once.board, Kind.WALL)
    assert point(4, 1) in wall.points  # the corridor opens into the round room


def test_more_rooms_than_any_dungeon_has_are_left_out() -> None:
    found = read(
        dungeon(rects=[rect(2 * (i % 100), 2 * (i // 100), 1, 1) for i in range(3_050)], doors=[])
    )
    assert codes(found) == {"watabou_rooms_left_out"}
    assert len(of_kind(found.board, Kind.WALL)) == 3_000


def test_corridors_round_a_block_leave_its_walls_standing() -> None:
    ring = [rect(0, 0, 5, 1), rect(0, 4, 5, 1), rect(0, 1, 1, 3), rect(4, 1, 1, 3)]
    found = read(dungeon(rects=ring, doors=[]))
    outer, inner = of_kind(found.board, Kind.WALL)
    assert len(outer.points) == len(inner.points) == 5


@pytest.mark.parametrize("kind", [0, 3, 8, 9])
def test_openings_and_stairs_have_no_door(kind: int) -> None:
    found = read(dungeon(doors=[door(3, 1, 1, 0, kind)]))
    assert of_kind(found.board, Kind.DOOR) == []
    stairs = [i for i in found.board.floor.items if i.kind == "stairs"]
    assert len(stairs) == (kind != 0)


@pytest.mark.parametrize(
    ("kind", "state"),
    [(1, DoorState.CLOSED), (5, DoorState.CLOSED), (7, DoorState.CLOSED), (6, DoorState.SECRET)],
)
def test_doors_have_the_state_of_their_type(kind: int, state: DoorState) -> None:
    (made,) = of_kind(read(dungeon(doors=[door(3, 1, 0, 1, kind)])).board, Kind.DOOR)
    assert made.state is state
    assert made.points == (point(3, 1.5), point(4, 1.5))


def test_portcullis_is_seen_and_shot_through() -> None:
    (bars,) = of_kind(read(dungeon(doors=[door(3, 1, 1, 0, 4)])).board, Kind.DOOR)
    assert (bars.sight, bars.stops_effect, bars.cover) == (Sight.FREE, False, Grade.PARTIAL)
    assert bars.stops_move


def test_narrow_opening_is_half_as_wide() -> None:
    found = read(dungeon(doors=[door(3, 1, 1, 0, 2)]))
    stubs = [o.points for o in of_kind(found.board, Kind.WALL) if len(o.points) == 2]
    assert stubs == [
        (point(3.5, 1), point(3.5, 1.25)),
        (point(3.5, 1.75), point(3.5, 2)),
    ]


def test_unknown_doors_become_doors_with_a_note() -> None:
    found = read(dungeon(doors=[door(3, 1, 1, 0, 42), door(3, 1, 1, 0, "?")]))
    assert "watabou_door_unknown" in codes(found)
    assert len(of_kind(found.board, Kind.DOOR)) == 2


@pytest.mark.parametrize("size", [3, 5, 7])
def test_round_rooms_are_round_and_open_to_their_doors(size: int) -> None:
    half = size // 2
    rects = [rect(0, 0, size, size, rotunda=True), rect(size, half, 1, 1), rect(half, -1, 1, 1)]
    found = read(dungeon(rects=rects, doors=[]))
    (wall,) = of_kind(found.board, Kind.WALL)
    assert len(wall.points) > 24
    middle, radius = size / 2 * SUB, size / 2 * SUB
    outside = {
        point(size + 1, half),
        point(size + 1, half + 1),
        point(half, -1),
        point(half + 1, -1),
    }
    for p in set(wall.points) - outside:
        assert (p.x - middle) ** 2 + (p.y - middle) ** 2 <= (radius + 2) ** 2
    assert outside <= set(wall.points)


def test_columns_give_partial_cover_and_water_is_difficult_ground() -> None:
    water = [{"x": 0, "y": 0}, {"x": 0, "y": 1}, {"x": -1, "y": 0}]
    found = read(dungeon(columns=[{"x": 1.5, "y": 2}], water=water))
    (column,) = of_kind(found.board, Kind.COVER)
    assert (column.cover, len(column.points)) == (Grade.PARTIAL, 12)
    (wet,) = of_kind(found.board, Kind.TERRAIN)
    assert set(wet.points) == {point(0, 0), point(1, 0), point(1, 2), point(0, 2)}
    assert codes(found) == {"watabou_water", "watabou_water_cut"}


def test_notes_and_story_are_told_and_notes_become_zones() -> None:
    note = {"text": "Ein Sarg.", "ref": "1", "pos": {"x": 1.5, "y": 1.5}}
    found = read(dungeon(notes=[note], story="Lange ist es her."))
    told = {p.code: p for p in found.problems}
    assert told["watabou_note"].points == (point(1.5, 1.5),)
    assert told["watabou_note"].args == {"ref": "1", "text": "Ein Sarg."}
    assert told["watabou_story"].args == {"text": "Lange ist es her."}
    (zone,) = found.board.zones
    assert (zone.points, zone.name, zone.note) == ((point(1.5, 1.5),), "1", "Ein Sarg.")


def test_floor_covers_every_room() -> None:
    floor = read(dungeon()).board.floor
    assert floor.ground == "rock"
    assert sum(i.kind == "flags" for i in floor.items) == 3


def test_broken_items_are_left_out_one_by_one() -> None:
    found = read(
        dungeon(
            rects=[rect(0, 0, 3, 3), rect(0, 0, 0, 3), "x", {"x": 1}, rect(10**9, 0, 1, 1)],
            doors=["x", {"x": "a"}],
            columns=[{"x": None, "y": 1}],
            notes=[{"text": 3}],
            water="nass",
        )
    )
    assert codes(found) == {"import_item_broken", "import_point_broken"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"{}", "not_watabou"),
        (b'{"rects": 5}', "not_watabou"),
        (b'{"rects": [], "doors": []}', "watabou_empty"),
    ],
)
def test_what_is_no_dungeon_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read(data)
    assert caught.value.problem.code == code


def test_dungeons_are_found_by_their_content() -> None:
    found = detect(json.dumps(dungeon()).encode(), "gruft.json")
    assert found is not None
    assert found.id == "watabou"


# --- outlines ---

squares = st.sets(st.builds(Cell, st.integers(-3, 3), st.integers(-3, 3)), max_size=30)


def twice_area(ring: tuple[Point, ...]) -> int:
    pairs = zip(ring, (*ring[1:], ring[0]), strict=True)
    return abs(sum(a.x * b.y - a.y * b.x for a, b in pairs))


@given(squares)
def test_outlines_are_the_edges_between_floor_and_rock(found: set[Cell]) -> None:
    edges = sum(
        (cell.x + dx, cell.y + dy) not in found
        for cell in found
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    drawn = 0
    for ring in rings(cells(found)):
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            assert a.x == b.x or a.y == b.y
            drawn += abs(a.x - b.x) + abs(a.y - b.y)
        assert corners(ring) == ring
    assert drawn == edges * SUB


@given(squares)
def test_areas_without_holes_cover_the_same(found: set[Cell]) -> None:
    covered = sum(twice_area(ring) for ring in without_holes(cells(found)))
    assert covered == 2 * SUB * SUB * len(found)


def test_all_samples_open(samples: Path) -> None:
    files = sorted((samples / "watabou").glob("*.json"))
    assert files
    for file in files:
        found = read_map(file)
        stated = json.loads(file.read_bytes())
        closed = sum(d["type"] in (1, 4, 5, 6, 7) for d in stated["doors"])
        assert len(of_kind(found.board, Kind.DOOR)) == closed, file.name
        assert len(of_kind(found.board, Kind.COVER)) == len(stated["columns"])
        assert sum(p.code == "watabou_note" for p in found.problems) == len(stated["notes"])


@pytest.mark.parametrize("hole", [False, True])
def test_of_water_that_is_scattered_only_the_first_is_joined(
    hole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watabou, "MAX_BLOCKS", 100)
    wet = [{"x": x, "y": y} for y in range(40) for x in range(40) if (x % 2 or y % 2) == hole]
    found = read(dungeon(rects=[rect(0, 0, 40, 40)], water=wet))
    assert "watabou_water_left_out" in codes(found)
    assert 0 < len(of_kind(found.board, Kind.TERRAIN)) <= 100


def test_a_lake_is_not_scattered_however_great(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watabou, "MAX_BLOCKS", 100)
    wet = [{"x": x, "y": y} for y in range(40) for x in range(40)]
    found = read(dungeon(rects=[rect(0, 0, 40, 40)], water=wet))
    assert "watabou_water_left_out" not in codes(found)
    (lake,) = of_kind(found.board, Kind.TERRAIN)
    assert len(lake.points) == 4
