"""Universal VTT maps: ``.dd2vtt``, ``.uvtt`` and ``.df2vtt`` are one format with three names.

Lengths in the file are squares. What a file lacks gets a usual value and a note; what
cannot be used is left out one by one and counted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from maps.board import Board, Light, Picture
from maps.codec import MAX_OBSTACLES, MAX_POINTS
from maps.formats import loose
from maps.formats.base import Findings, Import, Need, asset_hash, counts_of, load, title, unreadable
from maps.formats.headers import MAX_SIDE, Header, is_whole, read_header
from maps.formats.jsontext import Document, decode_base64, parse
from maps.formats.loose import Pair
from maps.formats.uvtt_lines import Drawn, Line, LineReader
from maps.grid import SUB, Point, to_sub
from maps.problems import Problem, Severity
from maps.shapes import DoorState, Kind, Obstacle, Sight, make_obstacle

KNOWN_FORMATS = (0.2, 0.3, 1.0)
MAX_SQUARES = 10_000
"""Largest side of a map in squares."""
USUAL_PIXELS = 70
FITS, STRAYS = 0.95, 0.5
"""Shares of points inside the map from which lines count as fitting, or as astray."""
DARK_BELOW = 0.5
"""Ambient light below this share of white leaves the map to its lights."""


class OpenPortal(StrEnum):
    """What becomes of an opening that does not block sight (Dungeondraft's sign of a window)."""

    WINDOW = "window"
    DOOR = "door"
    NOTHING = "nothing"


class Origin(StrEnum):
    """Whether lines are shifted by the corner of a cropped map."""

    AUTO = "auto"
    SUBTRACT = "subtract"
    IGNORE = "ignore"


@dataclass(frozen=True, slots=True)
class UvttOptions:
    """The choices of an import."""

    open_portals: OpenPortal = OpenPortal.WINDOW
    origin: Origin = Origin.AUTO


@dataclass(frozen=True, slots=True)
class _Resolution:
    """The frame of the map: corner in the full map, size, pixels per square."""

    origin: Pair
    size: Pair | None
    pixels: float | None


@dataclass(frozen=True, slots=True)
class _Image:
    """The picture of the file with its header and its hash."""

    data: bytes
    header: Header
    asset: str


class UvttFormat:
    """Universal VTT."""

    id = "uvtt"
    suffixes = (".dd2vtt", ".uvtt", ".df2vtt")

    def sniff(self, head: bytes, name: str) -> bool:
        """Whether a file looks like Universal VTT, by its ending or its keys."""
        if name.lower().endswith(self.suffixes):
            return True
        return bool(_SIGNS.search(head))

    def read(
        self, source: Path | bytes, name: str = "", options: UvttOptions | None = None
    ) -> Import:
        """Read a map. Raises UnreadableFileError when the file is none."""
        return _Reader(options or UvttOptions()).read(load(source), title(source, name))


_SIGNS = re.compile(rb'"(?:pixels_per_grid|map_origin|line_of_sight|objects_line_of_sight)"\s*:')


@dataclass(slots=True)
class _Reader:
    """Reads one file; every oddity goes to ``found``."""

    options: UvttOptions
    found: Findings = field(default_factory=Findings)

    def read(self, data: bytes, name: str) -> Import:
        document = parse(data, cut="image")
        root = document.value
        if not isinstance(root, dict) or not _looks_like(root):
            raise unreadable("not_uvtt")
        if document.guessed_encoding:
            self.found.note("encoding_guessed")
        self._format(root)
        image = self._image(document, root)
        frame = self._resolution(root.get("resolution"))
        drawn = LineReader(self.found).read(root)
        board = self._board(root, frame, image, drawn, name)
        pictures = {image.asset: image.data} if image else {}
        needs = set() if image else {Need.PICTURE}
        if frame.pixels is None and image and frame.size is None:
            needs.add(Need.GRID)
        counts = Problem("import_counts", Severity.NOTE, args=counts_of(board))
        problems = (counts, *self.found.problems())
        return Import(board, pictures, problems, name, frozenset(needs))

    def _format(self, root: Mapping[str, object]) -> None:
        stated = root.get("format")
        if stated is None:
            self.found.note("format_missing", "format")
        elif loose.number(stated) not in KNOWN_FORMATS:
            self.found.note("format_version_unknown", "format", value=str(stated)[:40])

    def _image(self, document: Document, root: Mapping[str, object]) -> _Image | None:
        if document.span is None or document.span.start == document.span.end:
            stated = root.get("image")
            self.found.note("picture_missing" if not stated else "picture_broken", "image")
            return None
        head = document.head(400)
        start = document.span.start
        if head[:5].lower() == b"data:":
            start += head.find(b",") + 1
        elif _ELSEWHERE.match(head):
            words = head[:120].decode("utf-8", "replace")
            self.found.warn("picture_elsewhere", "image", value=words)
            return None
        data = decode_base64(document.raw, start, document.span.end)
        return self._checked(data)

    def _checked(self, data: bytes) -> _Image | None:
        header = read_header(data)
        if header is None:
            self.found.warn("picture_broken", "image")
            return None
        if header.too_big:
            size = {"width": header.width, "height": header.height, "limit": MAX_SIDE}
            self.found.warn("picture_left_out", "image", **size)
            return None
        if not is_whole(data):
            self.found.warn("picture_cut_off", "image")
        return _Image(data, header, asset_hash(data))

    def _resolution(self, stated: object) -> _Resolution:
        if not isinstance(stated, dict):
            self.found.warn("resolution_missing", "resolution")
            return _Resolution((0, 0), None, None)
        origin = loose.pair(stated.get("map_origin"))
        if origin is None or max(map(abs, origin)) > MAX_SQUARES:
            origin = None
            self.found.note("origin_missing", "resolution.map_origin")
        size = loose.pair(stated.get("map_size"))
        if size is not None and not all(0 < side <= MAX_SQUARES for side in size):
            size = None
        if size is None:
            self.found.warn("map_size_missing", "resolution.map_size")
        pixels = loose.number(stated.get("pixels_per_grid", stated.get("grid_size")))
        if isinstance(stated.get("grid_size"), dict | list):
            both = loose.pair(stated["grid_size"])
            pixels = both[0] if both else None
        if pixels is None or not 1 <= pixels <= MAX_SIDE:
            self.found.note("pixels_missing", "resolution.pixels_per_grid")
            pixels = None
        return _Resolution(origin or (0, 0), size, pixels)

    def _fit(self, frame: _Resolution, image: _Image | None, drawn: Drawn) -> tuple[Pair, Pair]:
        """Return the size of the map and the size of its picture, in squares."""
        if image is None:
            size = frame.size or self._size_of_lines(frame, drawn)
            return size, size
        width, height = image.header.width, image.header.height
        if frame.size is None:
            pixels = frame.pixels or USUAL_PIXELS
            return (size := (width / pixels, height / pixels)), size
        if frame.pixels is None:
            return frame.size, frame.size
        real = (width / frame.pixels, height / frame.pixels)
        tolerance = 0.5 / frame.pixels + 1e-9
        if all(abs(a - b) <= tolerance for a, b in zip(real, frame.size, strict=True)):
            return frame.size, frame.size
        return self._disagree(frame.size, real, (width, height), frame.pixels)

    def _disagree(
        self, stated: Pair, real: Pair, pixels: tuple[int, int], per_square: float
    ) -> tuple[Pair, Pair]:
        """Picture and frame disagree: it was scaled evenly, or the frame is wrong."""
        args: dict[str, object] = {
            "width": pixels[0],
            "height": pixels[1],
            "columns": round(stated[0], 3),
            "rows": round(stated[1], 3),
            "pixels": per_square,
        }
        scale = (real[0] / stated[0], real[1] / stated[1])
        if abs(scale[0] / scale[1] - 1) < 0.01:  # one percent
            real_pixels = round(pixels[0] / stated[0], 3)
            self.found.warn("picture_scaled", "resolution", real=real_pixels, **args)
            return stated, stated
        self.found.warn("picture_size_differs", "resolution", **args)
        return real, real

    def _size_of_lines(self, frame: _Resolution, drawn: Drawn) -> Pair:
        xs = [x - frame.origin[0] for x, _ in drawn.points()] or [24]
        ys = [y - frame.origin[1] for _, y in drawn.points()] or [16]
        return min(max(1, *xs), MAX_SQUARES), min(max(1, *ys), MAX_SQUARES)

    def _board(
        self,
        root: Mapping[str, object],
        frame: _Resolution,
        image: _Image | None,
        drawn: Drawn,
        name: str,
    ) -> Board:
        size, pictured = self._fit(frame, image, drawn)
        # whole squares are taken off, so that the grid of the full map stays the grid
        whole = (math.floor(frame.origin[0]), math.floor(frame.origin[1]))
        corner = (frame.origin[0] - whole[0], frame.origin[1] - whole[1])
        if corner != (0, 0):
            self.found.note("origin_fractional", "resolution.map_origin", x=corner[0], y=corner[1])
        shift = whole if self._is_shifted(frame.origin, size, drawn) else (-corner[0], -corner[1])
        picture = None
        if image:
            x, y, width, height = map(to_sub, (*corner, *pictured))
            picture = Picture(image.asset, x, y, width, height)
        lights = self._lights(drawn, shift)
        return Board(
            width=max(1, math.ceil(corner[0] + size[0] - 1e-6)),
            height=max(1, math.ceil(corner[1] + size[1] - 1e-6)),
            obstacles=self._noted(self._obstacles(drawn, shift), (corner, size)),
            lights=lights,
            dark=self._is_dark(root.get("environment"), lights),
            picture=picture,
            name=name,
        )

    def _is_shifted(self, origin: Pair, size: Pair, drawn: Drawn) -> bool:
        """Whether the lines lie in the full map, as they should; old exports did not shift them."""
        if self.options.origin is not Origin.AUTO or origin == (0, 0):
            return self.options.origin is not Origin.IGNORE
        points = list(drawn.points())
        if not points:
            return True
        shifted, bare = _inside(points, origin, size), _inside(points, (0, 0), size)
        if bare < FITS or bare <= shifted:
            return True
        args: dict[str, object] = {"x": origin[0], "y": origin[1]}
        if shifted > STRAYS:
            self.found.warn("origin_doubtful", "resolution.map_origin", **args)
            return True
        self.found.warn("origin_ignored", "resolution.map_origin", **args)
        return False

    def _obstacles(self, drawn: Drawn, shift: Pair) -> tuple[Obstacle, ...]:
        """Make obstacles; pieces of no length and obstacles drawn twice are left out."""
        made: list[Obstacle] = []
        seen: set[tuple[Kind, tuple[Point, ...]]] = set()
        for kind, line, facts in self._shapes(drawn):
            points = self._snapped(line, shift, closed=kind is Kind.COVER)
            if len(points) < 2:  # a point is no line
                continue
            key = (kind, min(points, points[::-1]))
            if key in seen:
                self.found.at("import_duplicate", "", points[0])
                continue
            seen.add(key)
            parts = list(_parts(points))
            if len(parts) > 1:
                facts["open"] = True
            for part in parts:
                made.append(make_obstacle(f"{kind}:{len(made)}", kind, part, **facts))
        if len(made) > MAX_OBSTACLES:
            self.found.warn("obstacles_too_many", limit=MAX_OBSTACLES)
        return tuple(made[:MAX_OBSTACLES])

    def _noted(
        self, obstacles: tuple[Obstacle, ...], frame: tuple[Pair, Pair]
    ) -> tuple[Obstacle, ...]:
        """Note which obstacles lie wholly beside the map; they are kept."""
        (left, top), (width, height) = (tuple(map(to_sub, pair)) for pair in frame)
        for obstacle in obstacles:
            xs = [p.x - left for p in obstacle.points]
            ys = [p.y - top for p in obstacle.points]
            if max(xs) < 0 or max(ys) < 0 or min(xs) > width or min(ys) > height:
                at = obstacle.points[0]
                self.found.at("import_lines_outside", "", at, severity=Severity.NOTE)
        return obstacles

    def _shapes(self, drawn: Drawn) -> Iterator[tuple[Kind, Line, dict[str, object]]]:
        for line in drawn.walls:
            yield Kind.WALL, line, {}
        for line in drawn.objects:
            yield Kind.COVER, line, {"sight": Sight.LIMITED}
        for line, closed in drawn.portals:
            if closed:
                yield Kind.DOOR, line, {}
            elif self.options.open_portals is OpenPortal.WINDOW:
                yield Kind.SLIT, line, {}
            elif self.options.open_portals is OpenPortal.DOOR:
                yield Kind.DOOR, line, {"state": DoorState.OPEN}

    def _snapped(self, line: Line, shift: Pair, closed: bool) -> tuple[Point, ...]:
        """Shift a line and snap it to sub-units, without pieces of no length."""
        points: list[Point] = []
        for x, y in line:
            at = Point(to_sub(x - shift[0]), to_sub(y - shift[1]))
            if points and points[-1] == at:
                self.found.at("import_zero_length", "", at)
            else:
                points.append(at)
        if closed and len(points) > 1 and points[0] == points[-1]:
            points.pop()
        return tuple(points)

    def _lights(self, drawn: Drawn, shift: Pair) -> tuple[Light, ...]:
        lights: dict[Light, None] = {}
        for (x, y), reach, colour, shadows in drawn.lights:
            at = Point(to_sub(x - shift[0]), to_sub(y - shift[1]))
            light = Light("", at, to_sub(reach / 2), to_sub(reach), colour, shadows)
            if light in lights:
                self.found.at("import_duplicate", "", at)
            lights[light] = None
        return tuple(
            Light(f"light:{i}", o.at, o.bright, o.dim, o.colour, o.shadows)
            for i, o in enumerate(lights)
        )

    def _is_dark(self, stated: object, lights: tuple[Light, ...]) -> bool:
        """Whether only the lights make it bright: never with painted light or without lights."""
        if not lights:
            return False
        if not isinstance(stated, dict):
            self.found.note("environment_missing", "environment")
            return False
        baked = loose.flag(stated.get("baked_lighting"))
        ambient = loose.colour(stated.get("ambient_light")) or "#ffffff"
        red, green, blue = (int(ambient[i : i + 2], 16) / 255 for i in (1, 3, 5))
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < DARK_BELOW
        if baked:
            self.found.note("lights_off_baked", "environment")
        elif not dark:
            self.found.note("lights_off_bright", "environment")
        return dark and not baked


_ELSEWHERE = re.compile(
    rb"\s*(?:[a-z][a-z0-9+.-]*:(?:\\?/){1,3}|\.{0,2}(?:\\?/|\\\\)?[^,;]{1,250}\.(?:png|jpe?g|webp)\s*\Z)",
    re.IGNORECASE,
)


def _looks_like(root: Mapping[str, object]) -> bool:
    """Whether a JSON object can be such a map."""
    if isinstance(frame := root.get("resolution"), dict):
        keys = ("map_size", "map_origin", "pixels_per_grid", "grid_size")
        return any(key in frame for key in keys) or "line_of_sight" in root
    return any(isinstance(root.get(k), list) for k in ("line_of_sight", "objects_line_of_sight"))


def _inside(points: list[Pair], origin: Pair, size: Pair) -> float:
    """Return the share of points within the map, its border included."""
    edge = 1 / SUB
    good = sum(
        -edge <= x - origin[0] <= size[0] + edge and -edge <= y - origin[1] <= size[1] + edge
        for x, y in points
    )
    return good / len(points)


def _parts(points: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    """Cut a line that is longer than an obstacle may be; the parts share their ends."""
    yield from (
        points[i : i + MAX_POINTS] for i in range(0, max(1, len(points) - 1), MAX_POINTS - 1)
    )
