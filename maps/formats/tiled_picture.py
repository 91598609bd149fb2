"""The tile layers of a Tiled map as one picture, from tilesets that lie beside the map."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from maps.formats import loose
from maps.formats.base import Findings
from maps.formats.headers import MAX_SIDE, read_header
from maps.formats.jsontext import parse
from maps.formats.pixels import MAX_PIXELS, Pixels, decode_png, encode_png
from maps.formats.tiled_source import Gids, read_xml
from maps.plain_files import read_plain
from maps.problems import UnreadableFileError

MAX_NAME = 1_000
"""Longest path of a tileset or picture in characters."""
MAX_TILESET = 40 * 1024 * 1024
MAX_PICTURE = 16_000_000
"""Most pixels of the picture that is put together."""
MAX_LAID = 100_000
"""Most tiles that are laid, all layers together."""
ACROSS, OVER, SLANT = 0x80000000, 0x40000000, 0x20000000
NUMBER = 0x0FFFFFFF


@dataclass(frozen=True, slots=True)
class TileRun:
    """Tile numbers of a layer or chunk and the square of their corner."""

    left: int
    top: int
    width: int
    tiles: Gids


@dataclass(frozen=True, slots=True)
class _Set:
    """A tileset: its first number and the pixels of its tiles."""

    first: int
    tiles: list[Pixels]


@dataclass(slots=True)
class TilePainter:
    """Puts tiles together; what is not there goes to ``found``."""

    root: Mapping[str, Any]
    folder: Path | None
    tile: tuple[int, int]
    found: Findings
    left: int = MAX_PIXELS

    def paint(self, runs: Iterable[TileRun], box: tuple[int, int, int, int]) -> bytes:
        """Return a PNG of the squares left, top, width, height; empty when no tile is there."""
        sets = sorted(self._sets(), key=lambda s: -s.first)
        left, top, width, height = box
        wide, high = width * self.tile[0], height * self.tile[1]
        if not sets:
            return b""
        runs = list(runs)
        laid = sum(np.count_nonzero(run.tiles & np.uint32(NUMBER)) for run in runs)
        if laid > MAX_LAID or max(wide, high) > MAX_SIDE or wide * high > MAX_PICTURE:
            self.found.warn("tiled_picture_left_out", width=wide, height=high)
            return b""
        ground = np.zeros((high, wide, 4), np.uint8)
        for run in runs:
            for index in np.flatnonzero(run.tiles & np.uint32(NUMBER)).tolist():
                row, column = divmod(index, run.width)
                x, y = run.left + column - left, run.top + row - top
                tile = _tile(sets, int(run.tiles[index]), self.tile)
                if tile is not None and 0 <= x < width and 0 <= y < height:
                    _lay(ground, tile, x * self.tile[0], y * self.tile[1])
        return encode_png(ground) if ground[:, :, 3].any() else b""

    def _sets(self) -> Iterator[_Set]:
        stated = self.root.get("tilesets")
        for index, item in enumerate(stated[:64] if isinstance(stated, list) else ()):
            first = loose.number(item.get("firstgid")) if isinstance(item, dict) else None
            if not isinstance(item, dict) or first is None or not 0 < first <= NUMBER:
                self.found.warn("import_item_broken", f"tilesets[{index}]")
                continue
            table, folder = self._table(item)
            path = self._beside(folder, table.get("image"))
            image = self._decoded(path)
            if image is None:
                name = Path(str(table.get("image") or item.get("source") or "?")).name[:100]
                self.found.note("tiled_tileset_outside", f"tilesets[{index}]", name=name)
                continue
            yield _Set(int(first), _cut(image, table, self.tile))

    def _decoded(self, path: Path | None) -> Pixels | None:
        """Return the pixels of a picture, as long as all together are not too many."""
        data = read_plain(path, MAX_TILESET) if path is not None else b""
        header = read_header(data)
        if header is None or header.width * header.height > self.left:
            return None
        self.left -= header.width * header.height
        return decode_png(data)

    def _table(self, item: Mapping[str, Any]) -> tuple[Mapping[str, Any], Path | None]:
        """Return a tileset, read from its own file where it has one, and that file's folder."""
        if "source" not in item:
            return item, self.folder
        path = self._beside(self.folder, item["source"])
        if path is None:
            return {}, None
        data = read_plain(path, MAX_TILESET)
        try:
            value = read_xml(data) if data.lstrip().startswith(b"<") else parse(data).value
        except UnreadableFileError:
            return {}, None
        return (value, path.parent) if isinstance(value, dict) else ({}, None)

    def _beside(self, folder: Path | None, name: object) -> Path | None:
        """Return a file that a map names, if it lies in the map's folder or below it."""
        if self.folder is None or folder is None or not isinstance(name, str):
            return None
        if not 0 < len(name) <= MAX_NAME:
            return None
        # by its letters first: who only asks a share of the network for a file calls its server
        found = Path(os.path.abspath(folder / name.replace("\\", "/")))
        if not found.is_relative_to(os.path.abspath(self.folder)):
            return None
        try:
            home, path = self.folder.resolve(), found.resolve()
            inside = path.is_relative_to(home) and path.is_file()
            return path if inside and path.stat().st_size <= MAX_TILESET else None
        except (OSError, ValueError, RuntimeError):
            return None


def _cut(image: Pixels, table: Mapping[str, Any], tile: tuple[int, int]) -> list[Pixels]:
    """Cut the picture of a tileset into its tiles."""
    keys = ("tilewidth", "tileheight", "margin", "spacing")
    usual = (*tile, 0, 0)
    numbers = [loose.number(table.get(k, usual[i])) for i, k in enumerate(keys)]
    wide, high, margin, spacing = (int(v) if v is not None and v >= 0 else 0 for v in numbers)
    if min(wide, high) < 1 or max(wide, high, margin, spacing) > MAX_SIDE:
        return []
    return [
        image[y : y + high, x : x + wide]
        for y in range(margin, image.shape[0] - high + 1, high + spacing)
        for x in range(margin, image.shape[1] - wide + 1, wide + spacing)
    ]


def _tile(sets: list[_Set], gid: int, size: tuple[int, int]) -> Pixels | None:
    """Return a tile, turned and flipped as its number says; None for one of another size."""
    number = gid & NUMBER
    found = next((s for s in sets if s.first <= number), None)
    if found is None or number - found.first >= len(found.tiles):
        return None
    tile = found.tiles[number - found.first]
    if gid & SLANT:
        tile = tile.swapaxes(0, 1)
    if gid & ACROSS:
        tile = tile[:, ::-1]
    if gid & OVER:
        tile = tile[::-1]
    return tile if tile.shape[:2] == (size[1], size[0]) else None


def _lay(ground: Pixels, tile: Pixels, x: int, y: int) -> None:
    """Lay a tile over what is there."""
    below = ground[y : y + tile.shape[0], x : x + tile.shape[1]]
    alpha = tile[:, :, 3:].astype(np.uint16)
    mixed = tile[:, :, :3] * alpha + below[:, :, :3] * (255 - alpha)
    below[:, :, :3] = (mixed // 255).astype(np.uint8)
    below[:, :, 3] = np.maximum(below[:, :, 3], tile[:, :, 3])
