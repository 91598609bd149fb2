"""What a Universal VTT file draws on its map: lines, portals and lights, item by item."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from maps.formats import loose
from maps.formats.base import MAX_LINE, Findings
from maps.formats.loose import Pair

MAX_FAR = 90_000
"""Largest coordinate in squares; with any origin taken off it still fits on a board."""
MAX_RANGE = 10_000
"""Largest range of a light in squares."""

Line: TypeAlias = list[Pair]


@dataclass(slots=True)
class Drawn:
    """All that has places on the map, still in the file's coordinates."""

    walls: list[Line] = field(default_factory=list)
    objects: list[Line] = field(default_factory=list)
    portals: list[tuple[Line, bool]] = field(default_factory=list)
    lights: list[tuple[Pair, float, str, bool]] = field(default_factory=list)

    def points(self) -> Iterator[Pair]:
        """Yield the points that show where the lines lie."""
        for line in (*self.walls, *self.objects, *(line for line, _ in self.portals)):
            yield from line


@dataclass(slots=True)
class LineReader:
    """Reads the items of one file; what cannot be used goes to ``found``."""

    found: Findings

    def read(self, root: Mapping[str, object]) -> Drawn:
        """Return all lines, portals and lights of a file, in the squares of its own grid."""
        drawn = Drawn()
        drawn.walls = list(self._lines(root, "line_of_sight"))
        drawn.objects = list(self._lines(root, "objects_line_of_sight"))
        for place, portal in self._items(root, "portals"):
            drawn.portals += self._portal(portal, place)
        for place, light in self._items(root, "lights"):
            drawn.lights += self._light(light, place)
        return drawn

    def _items(self, root: Mapping[str, object], key: str) -> Iterator[tuple[str, object]]:
        """Yield the entries of a list with their places; a missing list is an empty one."""
        stated = root.get(key)
        if isinstance(stated, list):
            for index, item in enumerate(stated):
                yield f"{key}[{index}]", item
        elif stated is None:
            if key != "objects_line_of_sight":
                self.found.note("import_list_missing", key, key=key)
        else:
            self.found.warn("import_item_broken", key)

    def _lines(self, root: Mapping[str, object], key: str) -> Iterator[Line]:
        for place, item in self._items(root, key):
            if not isinstance(item, list):
                self.found.warn("import_item_broken", place)
                continue
            lines = self._split(item, place)
            if not any(len(line) > 1 for line in lines):
                self.found.note("import_line_too_short", place)
            yield from (line for line in lines if len(line) > 1)

    def _split(self, items: list[object], place: str) -> list[Line]:
        """Read points; where one is broken the line ends and another begins."""
        if len(items) > MAX_LINE:
            self.found.warn("import_points_left_out", place, limit=MAX_LINE)
        lines: list[Line] = [[]]
        for index, item in enumerate(items[:MAX_LINE]):
            pair = self._point(item, f"{place}[{index}]")
            if pair is not None:
                lines[-1].append(pair)
            elif lines[-1]:
                lines.append([])
        return lines

    def _point(self, item: object, place: str) -> Pair | None:
        """Read a point; None, and a finding, for what is none or lies far off."""
        pair = loose.pair(item)
        if pair is None:
            self.found.warn("import_point_broken", place)
        elif max(abs(pair[0]), abs(pair[1])) > MAX_FAR:
            self.found.warn("import_point_wild", place)
            return None
        return pair

    def _portal(self, item: object, place: str) -> list[tuple[Line, bool]]:
        if not isinstance(item, dict):
            self.found.warn("import_item_broken", place)
            return []
        ends = self._portal_ends(item, place)
        if ends is None:
            self.found.warn("portal_without_place", place)
            return []
        closed = loose.flag(item.get("closed"))
        if closed is None:
            self.found.note("portal_state_missing", place)
        if loose.flag(item.get("freestanding")):
            self.found.note("portal_freestanding", place)
        return [(pair, closed is not False) for pair in ends]

    def _portal_ends(self, item: Mapping[str, object], place: str) -> list[Line] | None:
        """Return the pairs of end points: of bounds, of a line, or made from the middle."""
        bounds, line = item.get("bounds"), item.get("line")
        if bounds is None and isinstance(line, dict):
            bounds = [line.get("p1"), line.get("p2")]
        elif bounds is None:
            bounds = line
        points = [loose.pair(p) for p in bounds] if isinstance(bounds, list) else []
        good = [p for p in points if p and max(abs(p[0]), abs(p[1])) <= MAX_FAR]
        if len(good) == len(points) and len(good) > 1:
            return [[a, b] for a, b in zip(good[::2], good[1::2], strict=False)]
        middle, turn = loose.pair(item.get("position")), loose.number(item.get("rotation"))
        if middle is None or max(abs(middle[0]), abs(middle[1])) > MAX_FAR:
            return None
        self.found.warn("portal_bounds_missing", place)
        dx, dy = math.cos(turn or 0) / 2, math.sin(turn or 0) / 2
        return [[(middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)]]

    def _light(self, item: object, place: str) -> list[tuple[Pair, float, str, bool]]:
        if not isinstance(item, dict):
            self.found.warn("import_item_broken", place)
            return []
        at = self._point(item.get("position"), f"{place}.position")
        reach = loose.number(item.get("range"))
        if at is None:
            return []
        if reach is None or not 0 < reach <= MAX_RANGE:
            self.found.warn("light_without_range", place)
            return []
        colour = loose.colour(item.get("color", item.get("colour")))
        if colour is None:
            self.found.note("light_colour_missing", place)
        return [(at, reach, colour or "#ffd9a0", loose.flag(item.get("shadows")) is not False)]
