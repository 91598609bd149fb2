"""Scenes of Foundry VTT as JSON: exports old and new, packs with one scene to a line.

Lengths in the file are pixels of a canvas that is padded round the picture; walls are single
pieces, which become chains again. What a file lacks gets a usual value and a note.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from maps.board import Board
from maps.formats import base, loose
from maps.formats.base import Findings, Import, Need, counts_of, load, title, unreadable
from maps.formats.foundry_walls import OWN_FLAG, Frame, ThingReader, obstacles_of
from maps.formats.jsontext import parse
from maps.formats.loose import Pair
from maps.grid import SUB, to_sub
from maps.problems import Problem, Severity, UnreadableFileError
from maps.shapes import Obstacle

USUAL_PIXELS = 100
"""Pixels of a square in a scene that does not say."""
USUAL_PADDING = 0.25
MAX_SQUARES = 10_000
MAX_PIXELS = 200_000
MAX_SCENES = 2_000
DARK_FROM = 0.5
"""Darkness of a scene from which only its lights make it bright."""

SQUARES, HEXES = 1, (2, 3, 4, 5)


class SeeThrough(StrEnum):
    """What becomes of a wall that stops steps but not sight."""

    WINDOW = "window"
    LOW = "low"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class FoundryOptions:
    """The choices of an import: scene of a pack, pixels of a square (0 = the file's), nudge.

    ``right`` and ``down`` move all walls and lights, in squares.
    """

    scene: int = 0
    pixels: float = 0
    see_through: SeeThrough = SeeThrough.WINDOW
    right: float = 0
    down: float = 0


class FoundryFormat:
    """Scenes of Foundry VTT."""

    id = "foundry"
    suffixes = (".json", ".db")

    def sniff(self, head: bytes, name: str) -> bool:
        return len(set(_SIGNS.findall(head))) > 1 or bool(_WALLS.search(head))

    def read(
        self, source: Path | bytes, name: str = "", options: FoundryOptions | None = None
    ) -> Import:
        """Read a scene. Raises UnreadableFileError when the file holds none."""
        return _Reader(options or FoundryOptions()).read(load(source), title(source, name))


def scene_names(source: Path | bytes) -> tuple[str, ...]:
    """Return the names of the scenes in a file, for a choice. Raises UnreadableFileError."""
    return tuple(_text(scene.get("name")) for scene in _scenes(load(source), Findings()))


_SIGNS = re.compile(
    rb'"(gridType|gridDistance|globalLight|tokenVision|fogExploration|shiftX|darkness|padding'
    rb'|backgroundColor|initial|navigation|drawings|sounds|templates)"\s*:'
)
_WALLS = re.compile(rb'"walls"\s*:\s*\[\s*\{\s*"(?:c|_id|light|move|sight|sense|flags|dir)"\s*:')
_NEXT_LINE = re.compile(rb"\}[ \t]*\r?\n\s*\{")


def _scenes(data: bytes, found: Findings) -> list[Mapping[str, object]]:
    """Return all scenes of a file: one object, a list, an adventure, or one to a line."""
    try:
        document = parse(data)
    except UnreadableFileError as error:
        if error.problem.code != "json_broken" or not _NEXT_LINE.search(data):
            raise
        scenes = _lines(data, found)
    else:
        if document.guessed_encoding:
            found.note("encoding_guessed")
        scenes = _inside(document.value)
    good = [scene for scene in scenes if _looks_like(scene)][:MAX_SCENES]
    if not good:
        raise unreadable("not_foundry")
    return good


def _lines(data: bytes, found: Findings) -> list[Mapping[str, object]]:
    """Read one object to a line; broken lines are left out."""
    scenes = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            scenes += _inside(parse(line).value)
        except UnreadableFileError:
            found.warn("import_item_broken", f"{number}")
    return scenes


def _inside(value: object) -> list[Mapping[str, object]]:
    if isinstance(value, list):
        return [item for item in value if isinstance(item, dict)]
    if not isinstance(value, dict) or value.get("$$deleted"):
        return []
    several = value.get("scenes")
    if isinstance(several, list) and not _looks_like(value):
        return [item for item in several if isinstance(item, dict)]
    return [value]


def _looks_like(scene: Mapping[str, object]) -> bool:
    keys = ("grid", "width", "padding", "lights", "gridType", "tokens", "tiles")
    return isinstance(scene.get("walls"), list) or sum(key in scene for key in keys) > 2


def _text(value: object) -> str:
    return value.strip()[:200] if isinstance(value, str) else ""


@dataclass(slots=True)
class _Reader:
    """Reads one scene; every oddity goes to ``found``."""

    options: FoundryOptions
    found: Findings = field(default_factory=Findings)

    def read(self, data: bytes, name: str) -> Import:
        scenes = _scenes(data, self.found)
        index = self.options.scene if 0 <= self.options.scene < len(scenes) else 0
        scene = scenes[index]
        name = _text(scene.get("name")) or name
        if len(scenes) > 1:
            self.found.note("foundry_scenes", scenes=len(scenes), name=name, index=index + 1)
        needs = {Need.PICTURE}
        things = ThingReader(self.found)
        walls = things.walls(scene)
        size, stated = self._pixels(scene)
        if not stated:
            needs.add(Need.GRID)
        frame, board, place = self._frame(scene, size, [p for wall in walls for p in wall.ends])
        made = obstacles_of(walls, frame, self.options.see_through.value, self.found)
        lights = things.lights(scene, frame)
        board = Board(
            board.width,
            board.height,
            board.left,
            board.top,
            self._noted(made, board),
            lights,
            bool(lights) and self._is_dark(scene),
            name=name,
            zones=things.zones(scene, frame),
        )
        counts = Problem("import_counts", Severity.NOTE, args=counts_of(board))
        self.found.note("foundry_no_picture")
        problems = (counts, *self.found.problems())
        return Import(board, {}, problems, name, frozenset(needs), place, size)

    def _pixels(self, scene: Mapping[str, object]) -> tuple[float, bool]:
        """Return the pixels of a square, and whether anybody said so; note what kind of grid."""
        grid = scene.get("grid")
        kind, size = scene.get("gridType"), loose.number(grid)
        distance, units = scene.get("gridDistance"), scene.get("gridUnits")
        if isinstance(grid, dict):
            kind, size = grid.get("type", SQUARES), loose.number(grid.get("size"))
            distance, units = grid.get("distance"), grid.get("units")
        kind = loose.number(SQUARES if kind is None else kind)
        if kind == 0:
            self.found.warn("foundry_gridless", "grid")
        elif kind in HEXES:
            self.found.warn("foundry_hexes", "grid")
        length = loose.number(distance)
        if length is not None and length > 0 and length not in (1, 5, 1.5):  # feet, metres
            self.found.note(
                "foundry_distance", "grid", length=round(length, 3), units=_text(units)[:20]
            )
        if self.options.pixels > 0:
            return self.options.pixels, True
        if size is None or not 1 <= size <= MAX_PIXELS:
            self.found.warn("foundry_grid_missing", "grid", pixels=USUAL_PIXELS)
            return USUAL_PIXELS, False
        return size, True

    def _frame(
        self, scene: Mapping[str, object], size: float, points: list[Pair]
    ) -> tuple[Frame, Board, base.Frame | None]:
        """Return how pixels become squares, a board of the bounds of the picture, its place."""
        width, height = loose.number(scene.get("width")), loose.number(scene.get("height"))
        least, most = size, min(MAX_PIXELS, MAX_SQUARES * size)
        known = width is not None and height is not None
        if known and not (least <= width <= most and least <= height <= most):  # type: ignore[operator]  # known
            known = False
        if not known or width is None or height is None:
            self.found.note("foundry_size_missing", "width")
            width = min(most, max([24 * size, *(x for x, _ in points)]))
            height = min(most, max([16 * size, *(y for _, y in points)]))
        origin = self._origin(scene, size, (width, height) if known else None, points)
        shift = _shift(scene)
        if max(map(abs, shift)) > most:
            shift = (0.0, 0.0)
        if any(part % size for part in shift):
            x, y = (round(-part / size, 3) for part in shift)
            self.found.note("foundry_shift", "shiftX", x=x, y=y)
        left, top = -shift[0] / size, -shift[1] / size
        board = Board(
            left=math.floor(left + 1e-6),
            top=math.floor(top + 1e-6),
            width=max(1, math.ceil(left + width / size - 1e-6) - math.floor(left + 1e-6)),
            height=max(1, math.ceil(top + height / size - 1e-6) - math.floor(top + 1e-6)),
        )
        if own := _own_bounds(scene):
            board = Board(own[2], own[3], own[0], own[1])
            origin = (origin[0] - own[4] * size, origin[1] - own[5] * size)
            left, top = left + own[4], top + own[5]
        moved = (origin[0] - self.options.right * size, origin[1] - self.options.down * size)
        x, y, wide, high = map(to_sub, (left, top, width / size, height / size))
        return Frame(moved, size, _distance(scene)), board, (x, y, wide, high) if known else None

    def _origin(
        self,
        scene: Mapping[str, object],
        size: float,
        picture: Pair | None,
        points: list[Pair],
    ) -> Pair:
        """Return the pixel of the canvas at which the grid of the picture begins."""
        stated = loose.number(scene.get("padding"))
        if picture is None:
            return 0.0, 0.0
        if stated is not None and 0 <= stated <= 0.5:
            return padded(picture[0], stated, size), padded(picture[1], stated, size)
        usual = (
            padded(picture[0], USUAL_PADDING, size),
            padded(picture[1], USUAL_PADDING, size),
        )
        inside = {o: _share(points, o, picture) for o in (usual, (0.0, 0.0))}
        best = usual if inside[usual] >= inside[0.0, 0.0] else (0.0, 0.0)
        self.found.note("foundry_padding_missing", "padding", x=best[0], y=best[1])
        return best

    def _noted(self, obstacles: tuple[Obstacle, ...], board: Board) -> tuple[Obstacle, ...]:
        """Note which obstacles lie wholly beside the map; they are kept."""
        left, top = board.left * SUB, board.top * SUB
        right, bottom = left + board.width * SUB, top + board.height * SUB
        for o in obstacles:
            xs, ys = [p.x for p in o.points], [p.y for p in o.points]
            if max(xs) < left or max(ys) < top or min(xs) > right or min(ys) > bottom:
                self.found.at("import_lines_outside", "", o.points[0], severity=Severity.NOTE)
        return obstacles

    def _is_dark(self, scene: Mapping[str, object]) -> bool:
        """Whether only the lights make it bright."""
        everywhere, level = loose.flag(scene.get("globalLight")), scene.get("darkness")
        limit = loose.number(scene.get("globalLightThreshold"))
        ambient = scene.get("environment")
        if isinstance(ambient, dict):
            level = ambient.get("darknessLevel")
            stated = ambient.get("globalLight")
            if isinstance(stated, dict):
                everywhere = loose.flag(stated.get("enabled"))
                darkest = stated.get("darkness")
                limit = loose.number(darkest.get("max")) if isinstance(darkest, dict) else None
        darkness = loose.number(level) or 0
        if everywhere and limit is not None and darkness > limit:
            everywhere = False
        if everywhere or darkness < DARK_FROM:
            self.found.note("lights_off_bright", "darkness")
            return False
        return True


def padded(length: float, padding: float, size: float) -> float:
    """Return the pixels before the picture on one axis: the padding in whole squares, rounded up.

    Tiny errors of floats on exact multiples do not make a square more.
    """
    return math.ceil(round(padding * length / size, 6)) * size


def _shift(scene: Mapping[str, object]) -> Pair:
    background = scene.get("background")
    x, y = scene.get("shiftX"), scene.get("shiftY")
    if isinstance(background, dict):
        x, y = background.get("offsetX", x), background.get("offsetY", y)
    return loose.number(x) or 0.0, loose.number(y) or 0.0


def _own_bounds(scene: Mapping[str, object]) -> tuple[int, ...]:
    """Return left, top, width, height of the board and the square at the canvas's corner.

    Our own export writes them; empty where they are missing or broken.
    """
    flags = scene.get("flags")
    own = flags.get(OWN_FLAG) if isinstance(flags, dict) else None
    stated = own.get("bounds") if isinstance(own, dict) else None
    values = [loose.number(v) for v in stated] if isinstance(stated, list) else []
    good = [int(v) for v in values if v is not None and abs(v) <= MAX_SQUARES]
    whole = len(values) == len(good) == 6 and min(good[2:4]) > 0  # a box and a corner
    return tuple(good) if whole else ()


def _distance(scene: Mapping[str, object]) -> float:
    """Return how many units of the scene (feet …) a square measures."""
    grid = scene.get("grid")
    stated = grid.get("distance") if isinstance(grid, dict) else scene.get("gridDistance")
    length = loose.number(stated)
    return length if length is not None and 0.001 < length < 1e6 else 5.0


def _share(points: list[Pair], origin: Pair, size: Pair) -> float:
    """Return the share of points that lie within the picture."""
    good = sum(
        -1 <= x - origin[0] <= size[0] + 1 and -1 <= y - origin[1] <= size[1] + 1 for x, y in points
    )
    return good / max(1, len(points))
