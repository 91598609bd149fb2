"""Maps of Tiled, ``.tmx`` and ``.tmj``: walls from object layers or from tiles, a square to a tile.

Pictures of tilesets are looked for only in the map's own folder and below it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from shapely.geometry.base import BaseGeometry

from maps.board import Board, Picture
from maps.codec import MAX_OBSTACLES, MAX_POINTS
from maps.floor import Floor, FloorItem
from maps.formats import loose
from maps.formats.base import (
    MAX_LINE,
    Findings,
    Import,
    asset_hash,
    counts_of,
    load,
    title,
    unreadable,
)
from maps.formats.chains import parts
from maps.formats.jsontext import parse
from maps.formats.loose import Pair
from maps.formats.outlines import MAX_BLOCKS, blocks, rings, united, without_holes
from maps.formats.tiled_picture import TilePainter, TileRun
from maps.formats.tiled_source import FLAGS, Gids, gids, read_xml
from maps.formats.tiled_words import (
    GROUND,
    WALL,
    Layer,
    kind_of,
    property_words,
    state_of,
    words_of,
)
from maps.grid import SUB, Cell, Point, point
from maps.problems import Problem, Severity
from maps.shapes import Grade, Kind, Obstacle, make_obstacle

MAX_TILES = 1_500_000
"""Most tiles in all layers of one map."""
MAX_SIDE = 10_000
"""Largest side of a map in tiles."""
MAX_FAR = 50_000
MAX_GROUPS = 16
MAX_OBJECTS = 50_000
MAX_LAYERS = 5_000
"""So many layers and groups are read, more than anybody can name."""
THIN = 1.5
"""Rectangles that are no wider than this, in squares, are walls of stone and no rooms."""
ROUNDNESS = 24
MAX_ITEMS = 5_000


class TiledFormat:
    """Maps of Tiled."""

    id = "tiled"
    suffixes = (".tmx", ".tmj")

    def sniff(self, head: bytes, name: str) -> bool:
        """Whether a file looks like a map of Tiled, by its ending or its beginning."""
        if name.lower().endswith(self.suffixes):
            return True
        return bool(_XML.search(head)) or len(set(_JSON.findall(head))) > 2

    def read(self, source: Path | bytes, name: str = "") -> Import:
        """Read a map. Raises UnreadableFileError when the file is none."""
        data = load(source)
        is_xml = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
        root = read_xml(data) if is_xml else parse(data).value
        if not isinstance(root, dict) or (is_xml and root.get("#") != "map"):
            raise unreadable("not_tiled")
        folder = source.parent if isinstance(source, Path) else None
        return _Reader(root, folder).read(title(source, name))


_XML = re.compile(rb"<map\s[^>]*\borientation=")
_JSON = re.compile(
    rb'"(tiledversion|tilewidth|tileheight|nextlayerid|orientation|tilesets|infinite)"'
)


@dataclass(slots=True)
class _Reader:
    """Reads one map; every oddity goes to ``found``."""

    root: Mapping[str, Any]
    folder: Path | None = None
    found: Findings = field(default_factory=Findings)
    runs: list[TileRun] = field(default_factory=list)
    tile: Pair = (1.0, 1.0)
    left: int = MAX_TILES
    layers_left: int = MAX_LAYERS

    def read(self, name: str) -> Import:
        width, height = self._size()
        layers = list(self._layers(self.root, "layers", (0.0, 0.0), True, 0))
        if not layers:
            raise unreadable("tiled_empty")
        made = self._objects(layers)
        tiles = [(layer, cells_of) for layer in layers if (cells_of := self._cells(layer))]
        walls = [pair for pair in tiles if pair[0].words & WALL]
        if walls and any(o.kind in (Kind.WALL, Kind.SOLID) for o in made):
            self.found.note("tiled_tile_walls_unused", walls[0][0].place, name=walls[0][0].name)
        elif walls:
            union = set().union(*(found for _, found in walls))
            self._wall_cells(made, union)
        board = self._board(name, made, tiles, (width, height))
        board, pictures = self._painted(board)
        counts = Problem("import_counts", Severity.NOTE, args=counts_of(board))
        return Import(board, pictures, (counts, *self.found.problems()), name)

    # -- frame ---------------------------------------------------------------------------------

    def _size(self) -> tuple[int, int]:
        orientation = self.root.get("orientation", "orthogonal")
        if orientation != "orthogonal":
            self.found.warn("tiled_orientation", "orientation", value=str(orientation)[:20])
        sizes = [loose.number(self.root.get(k)) for k in ("tilewidth", "tileheight")]
        good = [v for v in sizes if v is not None and 1 <= v <= MAX_SIDE]
        if len(good) < 2:  # both sides
            raise unreadable("not_tiled")
        self.tile = good[0], good[1]
        both = [loose.number(self.root.get(k)) for k in ("width", "height")]
        whole = [int(v) for v in both if v is not None and 1 <= v <= MAX_SIDE]
        if len(whole) < 2:  # both sides
            self.found.warn("map_size_missing", "width")
            return 0, 0
        return whole[0], whole[1]

    def _layers(
        self, table: Mapping[str, Any], place: str, shift: Pair, visible: bool, depth: int
    ) -> Iterator[Layer]:
        stated = table.get("layers")
        if not isinstance(stated, list):
            return
        for index, item in enumerate(stated):
            where = f"{place}[{index}]"
            if self.layers_left < 1:
                self.found.warn("tiled_layers_left_out", where, limit=MAX_LAYERS)
                return
            self.layers_left -= 1
            if not isinstance(item, dict) or depth > MAX_GROUPS:
                self.found.warn("import_item_broken", where)
                continue
            moved = (
                shift[0] + (loose.number(item.get("offsetx")) or 0),
                shift[1] + (loose.number(item.get("offsety")) or 0),
            )
            seen = visible and loose.flag(item.get("visible")) is not False
            if item.get("type") == "group":
                yield from self._layers(item, f"{where}.layers", moved, seen, depth + 1)
                continue
            name = str(item.get("name") or "")[:100]
            words = words_of(name) | words_of(item.get("class")) | property_words(item)
            if item.get("type") == "imagelayer":
                self.found.note("tiled_image_layer", where, name=name)
            yield Layer(item, where, name, words, moved, seen)

    # -- tiles ---------------------------------------------------------------------------------

    def _cells(self, layer: Layer) -> set[Cell]:
        """Return the squares of a tile layer that hold a tile."""
        if layer.table.get("type") != "tilelayer":
            return set()
        out: set[Cell] = set()
        dx, dy = (round(s / t) for s, t in zip(layer.shift, self.tile, strict=True))
        chunks = layer.table.get("chunks")
        for place, chunk in _chunks(layer, chunks):
            numbers = [loose.number(chunk.get(k)) for k in ("x", "y", "width", "height")]
            x, y, width, height = (
                int(v) if v is not None and abs(v) <= MAX_FAR else 0 for v in numbers
            )
            if width < 1 or height < 1:
                self.found.warn("import_item_broken", place)
                continue
            if width * height > self.left:
                self.found.warn("tiled_too_many_left_out", place, limit=MAX_TILES)
                continue
            self.left -= width * height
            tiles = gids(chunk.get("data"), layer.table, width * height)
            if tiles is None:
                self.found.warn("tiled_data_left_out", place)
                continue
            left, top = (x + dx, y + dy) if isinstance(chunks, list) else (dx, dy)
            out |= _filled(tiles, width, left, top)
            if layer.visible:
                self.runs.append(TileRun(left, top, width, tiles))
        return out

    def _wall_cells(self, made: list[Obstacle], found: set[Cell]) -> None:
        for ring in rings(self._joined(found, "layers")):
            if len(made) >= MAX_OBSTACLES:
                break
            for line in parts((*ring, ring[0])):
                if len(made) < MAX_OBSTACLES:
                    made.append(make_obstacle(f"wall:{len(made)}", Kind.WALL, line))
        self.found.note("tiled_tile_walls", "layers", squares=len(found))

    def _joined(self, found: set[Cell], place: str) -> BaseGeometry:
        """Return the area of tiles; of such as are scattered over the whole map only the first."""
        joined = blocks(found)
        if len(joined) > MAX_BLOCKS:
            self.found.warn("tiled_scattered_left_out", place, limit=MAX_BLOCKS)
        return united(joined[:MAX_BLOCKS])

    def _painted(self, board: Board) -> tuple[Board, dict[str, bytes]]:
        """Lay the picture of the tiles below the map, if their pictures lie beside it."""
        tile = (int(self.tile[0]), int(self.tile[1]))
        painter = TilePainter(self.root, self.folder, tile, self.found)
        box = (board.left, board.top, board.width, board.height)
        data = painter.paint(self.runs, box) if self.runs else b""
        if not data:
            return board, {}
        asset = asset_hash(data)
        left, top, width, height = (v * SUB for v in box)
        picture = Picture(asset, left, top, width, height)
        return replace(board, picture=picture, floor=Floor()), {asset: data}

    # -- objects -------------------------------------------------------------------------------

    def _objects(self, layers: list[Layer]) -> list[Obstacle]:
        made: list[Obstacle] = []
        for layer in layers:
            stated = layer.table.get("objects")
            if layer.table.get("type") != "objectgroup" or not isinstance(stated, list):
                continue
            for index, item in enumerate(stated[:MAX_OBJECTS]):
                place = f"{layer.place}.objects[{index}]"
                if not isinstance(item, dict):
                    self.found.warn("import_item_broken", place)
                elif (kind := kind_of(item, layer)) is None:
                    self.found.note("tiled_objects_left_out", place)
                elif len(made) < MAX_OBSTACLES:
                    self._object(made, item, kind, layer, place)
        return made

    def _object(
        self,
        made: list[Obstacle],
        item: Mapping[str, Any],
        kind: Kind,
        layer: Layer,
        place: str,
    ) -> None:
        shape = self._shape(item, layer, place)
        if shape is None:
            return
        points, closed, thin = shape
        facts: dict[str, object] = {}
        if kind in (Kind.DOOR, Kind.SLIT):
            points = _middle_line(points) if closed else points
            facts = {"state": state_of(item)} if kind is Kind.DOOR else {}
        elif kind is Kind.WALL and closed and thin:
            kind = Kind.SOLID
        elif kind is Kind.WALL and closed:
            points = (*points, points[0])
        elif kind in (Kind.LOW, Kind.SOLID) and not closed:
            facts = {"open": True}
        if kind is Kind.LOW:
            facts["cover"] = Grade.HARD
        for line in parts(points):
            made.append(make_obstacle(f"{kind}:{len(made)}", kind, line, **facts))

    def _shape(
        self, item: Mapping[str, Any], layer: Layer, place: str
    ) -> tuple[tuple[Point, ...], bool, bool] | None:
        """Return the points of an object, whether they close, whether it is a thin block."""
        numbers = [loose.number(item.get(k)) or 0.0 for k in ("x", "y", "width", "height")]
        x, y, width, height = numbers
        line = item.get("polygon", item.get("polyline"))
        thin = False
        if isinstance(line, list):
            if len(line) > MAX_LINE:
                self.found.warn("import_points_left_out", place, limit=MAX_LINE)
            local = [loose.pair(p) for p in line[:MAX_LINE]]
            good = [p for p in local if p is not None]
            closed = "polygon" in item
            if len(good) < len(local):
                self.found.warn("import_point_broken", place)
        elif width > 0 and height > 0:
            good, closed = _round_or_box(width, height, bool(item.get("ellipse"))), True
            if "gid" in item:  # tiles hang on their lower corner
                good = [(a, b - height) for a, b in good]
            thin = min(width / self.tile[0], height / self.tile[1]) <= THIN
        else:
            good, closed = [], False
        turn = math.radians(loose.number(item.get("rotation")) or 0.0)
        cos, sin = math.cos(turn), math.sin(turn)
        points: list[Point] = []
        for a, b in good:
            px = x + a * cos - b * sin + layer.shift[0]
            py = y + a * sin + b * cos + layer.shift[1]
            px, py = px / self.tile[0], py / self.tile[1]
            if not (abs(px) <= MAX_FAR and abs(py) <= MAX_FAR):
                self.found.warn("import_point_wild", place)
                continue
            at = point(px, py)
            if points and points[-1] == at:
                self.found.at("import_zero_length", place, at)
            else:
                points.append(at)
        if closed and len(points) > 1 and points[0] == points[-1]:
            points.pop()
        if len(points) < (3 if closed else 2):
            self.found.note("import_line_too_short", place)
            return None
        return tuple(points), closed, thin

    # -- board ---------------------------------------------------------------------------------

    def _board(
        self,
        name: str,
        made: list[Obstacle],
        tiles: list[tuple[Layer, set[Cell]]],
        size: tuple[int, int],
    ) -> Board:
        drawn = [cell for _, found in tiles for cell in found]
        ends = [p for o in made for p in o.points]
        if loose.flag(self.root.get("infinite")) or 0 in size:
            left, width = _span([c.x for c in drawn], [p.x for p in ends])
            top, height = _span([c.y for c in drawn], [p.y for p in ends])
        else:
            left, top, (width, height) = 0, 0, size
        floor = self._floor(tiles)
        width, height = min(width, MAX_SIDE), min(height, MAX_SIDE)
        return Board(width, height, left, top, tuple(made), floor=floor, name=name)

    def _floor(self, tiles: list[tuple[Layer, set[Cell]]]) -> Floor:
        """Draw what the names of the tile layers promise; the first layer is the ground."""
        items: list[FloorItem] = []
        for layer, found in tiles:
            if not layer.visible or layer.words & WALL:
                continue
            kinds = [kind for kind, words in GROUND.items() if layer.words & set(words)]
            if not kinds and items:
                continue
            kind = kinds[0] if kinds else "flags"
            area = without_holes(self._joined(found, layer.place))
            shapes = (ring for ring in area if len(ring) <= MAX_POINTS)
            for ring in islice(shapes, MAX_ITEMS):
                items.append(FloorItem(kind, ring, 3, {"curved": 0}))
        return Floor("rock", 1, tuple(items)) if items else Floor()


def _span(squares: list[int], ends: list[int]) -> tuple[int, int]:
    """Return the first square and the number of squares around tiles and points."""
    first = min([*squares, *(v // SUB for v in ends)], default=0)
    last = max([*(v + 1 for v in squares), *(-(-v // SUB) for v in ends)], default=1)
    return first, max(1, last - first)


def _chunks(layer: Layer, stated: object) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if not isinstance(stated, list):
        yield layer.place, layer.table
        return
    for index, chunk in enumerate(stated):
        if isinstance(chunk, dict):
            yield f"{layer.place}.chunks[{index}]", chunk


def _filled(tiles: Gids, width: int, left: int, top: int) -> set[Cell]:
    where = np.flatnonzero((tiles & ~np.uint32(FLAGS)) != 0)
    rows, columns = np.divmod(where, width)
    pairs = zip((columns + left).tolist(), (rows + top).tolist(), strict=True)
    return {Cell(x, y) for x, y in pairs}


_TURNS = [math.tau * i / ROUNDNESS for i in range(ROUNDNESS)]
_ROUND = [(math.cos(turn), math.sin(turn)) for turn in _TURNS]


def _round_or_box(width: float, height: float, is_round: bool) -> list[Pair]:
    if not is_round:
        return [(0, 0), (width, 0), (width, height), (0, height)]
    return [(width / 2 * (1 + cos), height / 2 * (1 + sin)) for cos, sin in _ROUND]


def _middle_line(ring: tuple[Point, ...]) -> tuple[Point, ...]:
    """Return the line along the middle of a box: doors are drawn as blocks in their gap."""
    if len(ring) != 4:  # corners
        return (ring[0], ring[len(ring) // 2])
    a, b, c, d = ring
    if math.dist(a, b) >= math.dist(b, c):
        pairs = ((a, d), (b, c))
    else:
        pairs = ((a, b), (d, c))
    (p, q), (r, s) = pairs
    return Point((p.x + q.x) // 2, (p.y + q.y) // 2), Point((r.x + s.x) // 2, (r.y + s.y) // 2)
