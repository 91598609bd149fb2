"""One Page Dungeon by Watabou as JSON: rooms and doors in whole squares, no walls, no picture.

Walls are the outline of all rooms together; the floor is drawn by us, so it always fits.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from maps.board import Board, Zone
from maps.codec import MAX_OBSTACLES
from maps.floor import Floor, FloorItem
from maps.formats import loose
from maps.formats.base import Findings, Import, counts_of, load, title, unreadable
from maps.formats.chains import parts
from maps.formats.jsontext import parse
from maps.formats.loose import Pair
from maps.formats.outlines import (
    MAX_BLOCKS,
    blocks,
    box,
    polygons,
    rings,
    round_room,
    united,
    without_holes,
)
from maps.grid import SUB, Cell, Point, point, to_sub
from maps.problems import Problem, Severity
from maps.shapes import DoorState, Grade, Kind, Obstacle, Sight, make_obstacle

MAX_FAR = 5_000
"""Largest coordinate in squares."""
MAX_ITEMS = 20_000
"""Most doors, points of water and the like."""
MAX_ROOMS = 3_000
"""Most rooms and corridors: their common outline takes its time."""
MAX_NECKS = 20_000
"""Most places at which a round room opens into another one."""
MAX_NOTES = 200
MAX_TEXT = 1_000
Many = npt.NDArray[np.float64]
COLUMN = 0.2
"""Radius of a column in squares."""

ARCH, DOOR, NARROW, ENTRANCE, BARS, DOUBLE, SECRET, BARRED, DOWN, WELL = range(10)
"""Types of doors, as parsers of the format read them."""


@dataclass(frozen=True, slots=True)
class _Room:
    """A rectangle of floor in squares; a round one holds the ellipse that fits."""

    x: int
    y: int
    width: int
    height: int
    round: bool = False

    def near(self, x: Many, y: Many, width: Many, height: Many) -> npt.NDArray[np.bool_]:
        """Tell of each of many rooms whether it lies against one of the sides."""
        apart_x = np.maximum(x - self.x - self.width, self.x - x - width)
        apart_y = np.maximum(y - self.y - self.height, self.y - y - height)
        result: npt.NDArray[np.bool_] = (np.maximum(apart_x, apart_y) == 0) & (
            np.minimum(apart_x, apart_y) < 0
        )
        return result


@dataclass(frozen=True, slots=True)
class _Door:
    x: int
    y: int
    along_x: bool
    kind: int

    def across(self, first: float, last: float) -> tuple[Point, Point]:
        """Return a stretch of the line across the middle of the door's square."""
        if self.along_x:
            return point(self.x + 0.5, self.y + first), point(self.x + 0.5, self.y + last)
        return point(self.x + first, self.y + 0.5), point(self.x + last, self.y + 0.5)


class WatabouFormat:
    """One Page Dungeon."""

    id = "watabou"
    suffixes = (".json",)

    def sniff(self, head: bytes, name: str) -> bool:
        return bool(_RECTS.search(head))

    def read(self, source: Path | bytes, name: str = "") -> Import:
        """Read a dungeon. Raises UnreadableFileError when the file is none."""
        return _Reader().read(load(source), title(source, name))


_RECTS = re.compile(rb'"rects"\s*:\s*\[')


@dataclass(slots=True)
class _Reader:
    """Reads one dungeon; every oddity goes to ``found``."""

    found: Findings = field(default_factory=Findings)

    def read(self, data: bytes, name: str) -> Import:
        document = parse(data)
        root = document.value
        if not isinstance(root, dict) or not isinstance(root.get("rects"), list):
            raise unreadable("not_watabou")
        if document.guessed_encoding:
            self.found.note("encoding_guessed")
        rooms = list(dict.fromkeys(self._rooms(root)))
        if len(rooms) > MAX_ROOMS:
            self.found.warn("watabou_rooms_left_out", "rects", limit=MAX_ROOMS)
            rooms = rooms[:MAX_ROOMS]
        if not rooms:
            raise unreadable("watabou_empty")
        stated = root.get("title")
        name = stated.strip()[:200] if isinstance(stated, str) and stated.strip() else name
        doors = list(self._doors(root))
        necks = islice(_necks(rooms), MAX_NECKS)
        floor = shapely.unary_union([*map(_shape, rooms), *necks])
        water = self._water(root, floor)
        columns = list(self._points(root, "columns"))
        notes = list(self._notes(root))
        left, top, width, height = _bounds(rooms)
        board = Board(
            width,
            height,
            left,
            top,
            _obstacles(floor, doors, columns, water),
            floor=_floor(rooms, doors, water),
            name=name,
            zones=tuple(_zones(notes)),
        )
        counts = Problem("import_counts", Severity.NOTE, args=counts_of(board))
        told = (counts, *self.found.problems(), *_story(root), *_said(notes))
        return Import(board, {}, told, name)

    # -- reading -------------------------------------------------------------------------------

    def _items(self, root: Mapping[str, object], key: str) -> Iterator[tuple[str, object]]:
        stated = root.get(key)
        if isinstance(stated, list):
            for index, item in enumerate(stated[:MAX_ITEMS]):
                yield f"{key}[{index}]", item
        elif stated is not None:
            self.found.warn("import_item_broken", key)

    def _rooms(self, root: Mapping[str, object]) -> Iterator[_Room]:
        for place, item in self._items(root, "rects"):
            table = item if isinstance(item, dict) else {}
            numbers = [loose.number(table.get(key)) for key in ("x", "y", "w", "h")]
            whole = [round(v) for v in numbers if v is not None and abs(v) <= MAX_FAR]
            if len(whole) < 4 or min(whole[2:]) < 1:  # x, y, w, h
                self.found.warn("import_item_broken", place)
                continue
            x, y, width, height = whole
            yield _Room(x, y, width, height, bool(loose.flag(table.get("rotunda"))))

    def _doors(self, root: Mapping[str, object]) -> Iterator[_Door]:
        for place, item in self._items(root, "doors"):
            at = loose.pair(item)
            if at is None or not isinstance(item, dict) or max(map(abs, at)) > MAX_FAR:
                self.found.warn("import_item_broken", place)
                continue
            way = loose.pair(item.get("dir")) or (0.0, 0.0)
            kind = loose.number(item.get("type"))
            if kind is None or kind not in range(WELL + 1):
                self.found.warn("watabou_door_unknown", place, value=str(item.get("type"))[:20])
                kind = DOOR
            yield _Door(round(at[0]), round(at[1]), abs(way[0]) >= abs(way[1]), int(kind))

    def _points(self, root: Mapping[str, object], key: str) -> Iterator[Pair]:
        for place, item in self._items(root, key):
            at = loose.pair(item)
            if at is None or max(map(abs, at)) > MAX_FAR:
                self.found.warn("import_point_broken", place)
            else:
                yield at

    def _water(self, root: Mapping[str, object], floor: BaseGeometry) -> BaseGeometry:
        """Return the water that lies on the floor; the drawing lets it run below the rock."""
        wet = {Cell(math.floor(x), math.floor(y)) for x, y in self._points(root, "water")}
        joined = blocks(wet)
        if len(joined) > MAX_BLOCKS:
            self.found.warn("watabou_water_left_out", "water", limit=MAX_BLOCKS)
        area = united(joined[:MAX_BLOCKS])
        on_floor = area.intersection(floor)
        dry = round((area.area - on_floor.area) / SUB**2)
        if dry:
            self.found.note("watabou_water_cut", "water", squares=dry)
        if on_floor.area:
            self.found.note("watabou_water", "water")
        return on_floor

    def _notes(self, root: Mapping[str, object]) -> Iterator[tuple[Pair, str, str]]:
        for place, item in self._items(root, "notes"):
            table = item if isinstance(item, dict) else {}
            at, text = loose.pair(table.get("pos")), table.get("text")
            if at is None or max(map(abs, at)) > MAX_FAR or not isinstance(text, str):
                self.found.warn("import_item_broken", place)
            else:
                yield at, str(table.get("ref") or "")[:20], text.strip()[:MAX_TEXT]


def _shape(room: _Room) -> Polygon:
    make = round_room if room.round else box
    return make(room.x, room.y, room.width, room.height)


def _necks(rooms: list[_Room]) -> Iterator[Polygon]:
    """Yield the bits of floor that lead from the squares beside a round room into it."""
    round_rooms = [room for room in rooms if room.round]
    if not round_rooms:
        return
    others = [room for room in rooms if not room.round]
    sides = np.array([(r.x, r.y, r.width, r.height) for r in others], float).reshape(-1, 4).T
    for room in round_rooms:
        for index in np.flatnonzero(room.near(*sides)):
            yield _neck(room, others[index])


def _neck(room: _Room, other: _Room) -> Polygon:
    left, right = max(room.x, other.x), min(room.x + room.width, other.x + other.width)
    top, bottom = max(room.y, other.y), min(room.y + room.height, other.y + other.height)
    middle_x, middle_y = room.x + room.width / 2, room.y + room.height / 2
    if left < right:  # above or below
        depth = _depth(max(abs(left - middle_x), abs(right - middle_x)), room.width, room.height)
        start = room.y if other.y < room.y else room.y + room.height - depth
        return box(left, start, right - left, depth)
    depth = _depth(max(abs(top - middle_y), abs(bottom - middle_y)), room.height, room.width)
    start = room.x if other.x < room.x else room.x + room.width - depth
    return box(start, top, depth, bottom - top)


def _depth(off: float, along: float, across: float) -> float:
    """Return how far an ellipse lies behind its box at a distance from the middle of a side."""
    share = min(1.0, off / (along / 2))
    # a little more, because the polygon runs within the ellipse
    return min(across / 2, (1 - math.sqrt(1 - share * share)) * across / 2 + 1 / 16)


def _obstacles(
    floor: BaseGeometry, doors: list[_Door], columns: list[Pair], water: BaseGeometry
) -> tuple[Obstacle, ...]:
    made: list[Obstacle] = []

    def add(kind: Kind, points: tuple[Point, ...], **facts: object) -> None:
        if len(made) < MAX_OBSTACLES:
            made.append(make_obstacle(f"{kind}:{len(made)}", kind, points, **facts))

    for ring in rings(floor):
        for line in parts((*ring, ring[0])):
            add(Kind.WALL, line)
    for door in doors:
        match door.kind:
            case 2:
                add(Kind.WALL, door.across(0, 0.25))
                add(Kind.WALL, door.across(0.75, 1))
            case 1 | 5 | 7:
                add(Kind.DOOR, door.across(0, 1))
            case 6:
                add(Kind.DOOR, door.across(0, 1), state=DoorState.SECRET)
            case 4:
                add(
                    Kind.DOOR,
                    door.across(0, 1),
                    stops_effect=False,
                    sight=Sight.FREE,
                    stops_light=False,
                    cover=Grade.PARTIAL,
                )
    for at in columns:
        add(Kind.COVER, _column(at), cover=Grade.PARTIAL, stops_move=True)
    for ring in without_holes(water):
        add(Kind.TERRAIN, ring)
    return tuple(made)


def _column(at: Pair) -> tuple[Point, ...]:
    turns = [math.tau * i / 12 for i in range(12)]
    return tuple(point(at[0] + COLUMN * math.cos(t), at[1] + COLUMN * math.sin(t)) for t in turns)


def _floor(
    rooms: list[_Room],
    doors: list[_Door],
    water: BaseGeometry,
) -> Floor:
    items = [FloorItem("hatch", (), 7, {"depth": 0.8})]
    for shape in (*map(_shape, rooms), *_necks(rooms)):
        items += (FloorItem("flags", ring, 3) for ring in without_holes(shape))
    for polygon in polygons(water):
        items += (FloorItem("water", ring, 5, {"curved": 0}) for ring in without_holes(polygon))
    for door in doors:
        if door.kind in (ENTRANCE, DOWN, WELL):
            place = (point(door.x, door.y), point(door.x + 1, door.y + 1))
            upright = 0 if door.along_x else 1
            items.append(FloorItem("stairs", place, 1, {"steps": 5, "upright": upright}))
    return Floor("rock", 1, tuple(items))


def _zones(notes: list[tuple[Pair, str, str]]) -> Iterator[Zone]:
    """Yield the notes as places with a name and a text."""
    for index, (at, ref, text) in enumerate(notes[:MAX_NOTES]):
        yield Zone(f"zone:{index}", (point(*at),), ref or str(index + 1), text)


def _bounds(rooms: list[_Room]) -> tuple[int, int, int, int]:
    """Return left, top, width, height of a board with one square of rock around the dungeon."""
    left, top = min(r.x for r in rooms) - 1, min(r.y for r in rooms) - 1
    right = max(r.x + r.width for r in rooms) + 1
    bottom = max(r.y + r.height for r in rooms) + 1
    return left, top, right - left, bottom - top


def _story(root: Mapping[str, object]) -> Iterator[Problem]:
    story = root.get("story")
    if isinstance(story, str) and story.strip():
        args = {"text": story.strip()[:MAX_TEXT]}
        yield Problem("watabou_story", Severity.NOTE, args=args)


def _said(notes: Iterable[tuple[Pair, str, str]]) -> Iterator[Problem]:
    """Yield the notes of the map as findings, each with its place to jump to."""
    for at, ref, text in list(notes)[:MAX_NOTES]:
        place = Point(to_sub(at[0]), to_sub(at[1]))
        yield Problem("watabou_note", Severity.NOTE, "", {"ref": ref, "text": text}, (place,))
