"""Tiles become a picture, turned and flipped as they are, and only from the map's own folder."""

from __future__ import annotations

import json
import random
import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.formats import Import, read_map
from maps.formats.pixels import Pixels, decode_png, encode_png
from maps.formats.tiled_picture import ACROSS, OVER, SLANT
from maps.grid import SUB

CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def paeth(a: int, b: int, c: int) -> int:
    p = a + b - c
    away = (abs(p - a), abs(p - b), abs(p - c))
    return (a, b, c)[away.index(min(away))]


def filtered(raw: bytes, wide: int, step: int, kinds: list[int]) -> bytes:
    """Filter rows byte by byte, as the standard says."""
    out = bytearray()
    for y, kind in enumerate(kinds):
        out.append(kind)
        for x in range(wide):
            a = raw[y * wide + x - step] if x >= step else 0
            b = raw[(y - 1) * wide + x] if y else 0
            c = raw[(y - 1) * wide + x - step] if y and x >= step else 0
            guess = (0, a, b, (a + b) // 2, paeth(a, b, c))[kind]
            out.append((raw[y * wide + x] - guess) & 255)
    return bytes(out)


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(
    size: tuple[int, int], depth: int, colour: int, packed: bytes, extra: bytes = b"", lace: int = 0
) -> bytes:
    head = struct.pack(">IIBBBBB", *size, depth, colour, 0, 0, lace)
    data = chunk(b"IDAT", zlib.compress(packed))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + data + chunk(b"IEND", b"")


@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from([0, 2, 4, 6]), st.integers(0, 10**6))
def test_every_filter_is_undone(width: int, height: int, colour: int, seed: int) -> None:
    chance, n = random.Random(seed), CHANNELS[colour]
    raw = chance.randbytes(width * height * n)
    kinds = [chance.randrange(5) for _ in range(height)]
    pixels = decode_png(png((width, height), 8, colour, filtered(raw, width * n, n, kinds)))
    assert pixels is not None
    stated = np.frombuffer(raw, np.uint8).reshape(height, width, n)
    if colour in (2, 6):
        assert (pixels[:, :, :n] == stated).all()
    else:
        assert (pixels[:, :, :3] == stated[:, :, :1]).all()
    if colour in (4, 6):
        assert (pixels[:, :, 3] == stated[:, :, -1]).all()
    again = decode_png(encode_png(pixels))
    assert again is not None
    assert (again == pixels).all()


def test_palettes_of_few_bits_are_read() -> None:
    palette = chunk(b"PLTE", bytes([255, 0, 0, 0, 255, 0])) + chunk(b"tRNS", bytes([0]))
    pixels = decode_png(png((3, 1), 1, 3, b"\0\x40", palette))
    assert pixels is not None
    assert pixels[0].tolist() == [[255, 0, 0, 0], [0, 255, 0, 255], [255, 0, 0, 0]]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG\r\n\x1a\n",
        png((2, 2), 16, 6, b""),
        png((2, 2), 8, 6, b"\0", lace=1),
        png((2, 2), 8, 6, b"\0\0"),
        png((1, 1), 8, 0, b"\7\0"),
        png((30_000, 30_000), 8, 0, b""),
        png((2, 1), 8, 3, b"\0\0\0"),
    ],
)
def test_pictures_that_cannot_be_used_are_none(data: bytes) -> None:
    assert decode_png(data) is None


def test_large_tilesets_are_read() -> None:
    raw = random.Random(1).randbytes(1024 * (1024 * 4))
    rows = np.frombuffer(raw, np.uint8).reshape(1024, 4096)
    packed = np.insert(rows, 0, 4, axis=1).tobytes()
    assert decode_png(png((1024, 1024), 8, 6, packed)) is not None


# --- maps ---


def tileset() -> Pixels:
    """Two tiles of 2 × 2 pixels: 1, 2 above 3, 4 – and a plain one."""
    pixels = np.full((2, 4, 4), 255, np.uint8)
    pixels[:, :2, 0] = [[1, 2], [3, 4]]
    pixels[:, 2:, 0] = 9
    return pixels


def tiled(tiles: list[int], **more: Any) -> dict[str, Any]:
    layer = {"type": "tilelayer", "name": "x", "width": 2, "height": 1, "data": tiles}
    sets = [{"firstgid": 1, "image": "tiles.png", "tilewidth": 2, "tileheight": 2}]
    size = {"width": 2, "height": 1, "tilewidth": 2, "tileheight": 2}
    return {"orientation": "orthogonal", "layers": [layer], "tilesets": sets, **size, **more}


def opened(folder: Path, data: dict[str, Any]) -> Import:
    folder.mkdir(exist_ok=True)
    path = folder / "karte.tmj"
    path.write_text(json.dumps(data), "utf-8")
    return read_map(path)


def reds(found: Import) -> list[list[int]]:
    (data,) = found.pictures.values()
    pixels = decode_png(data)
    assert pixels is not None
    red: list[list[int]] = pixels[:, :, 0].tolist()
    return red


def test_tiles_beside_the_map_become_its_picture(tmp_path: Path) -> None:
    (tmp_path / "tiles.png").write_bytes(encode_png(tileset()))
    found = opened(tmp_path, tiled([1, 2]))
    assert reds(found) == [[1, 2, 9, 9], [3, 4, 9, 9]]
    picture = found.board.picture
    assert picture is not None
    assert (picture.x, picture.y, picture.width, picture.height) == (0, 0, 2 * SUB, SUB)


@pytest.mark.parametrize(
    ("flags", "turned"),
    [
        (ACROSS, [[2, 1], [4, 3]]),
        (OVER, [[3, 4], [1, 2]]),
        (SLANT, [[1, 3], [2, 4]]),
        (SLANT | ACROSS, [[3, 1], [4, 2]]),
        (SLANT | OVER, [[2, 4], [1, 3]]),
    ],
)
def test_flipped_and_turned_tiles(tmp_path: Path, flags: int, turned: list[list[int]]) -> None:
    (tmp_path / "tiles.png").write_bytes(encode_png(tileset()))
    red = reds(opened(tmp_path, tiled([flags | 1, 2])))
    assert [row[:2] for row in red] == turned


def test_tilesets_of_their_own_file_are_read_beside_it(tmp_path: Path) -> None:
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "tiles.png").write_bytes(encode_png(tileset()))
    (tmp_path / "sets" / "a.tsx").write_text(
        '<tileset tilewidth="2" tileheight="2"><image source="tiles.png"/></tileset>'
    )
    found = opened(tmp_path, tiled([1, 2], tilesets=[{"firstgid": 1, "source": "sets/a.tsx"}]))
    assert reds(found)[0] == [1, 2, 9, 9]


def test_nothing_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(encode_png(tileset()))
    home = tmp_path / "map"
    home.mkdir()
    (home / "link.png").symlink_to(secret)
    (home / "a.tsx").write_text(
        '<tileset tilewidth="2" tileheight="2"><image source="../secret.png"/></tileset>'
    )
    for name in ("../secret.png", str(secret), "link.png", "a\0b", "x" * 5000, "missing.png"):
        sets = [{"firstgid": 1, "image": name, "tilewidth": 2, "tileheight": 2}]
        found = opened(home, tiled([1, 2], tilesets=sets))
        assert found.pictures == {}
        assert "tiled_tileset_outside" in {p.code for p in found.problems}
    for source in ("a.tsx", "../map/../secret.png", "."):
        found = opened(home, tiled([1, 2], tilesets=[{"firstgid": 1, "source": source}]))
        assert found.pictures == {}


@pytest.mark.parametrize(
    "name",
    [
        "//server/share/a.png",
        "\\\\server\\share\\a.png",
        "../../a.png",
        "/etc/a.png",
        "a/" * 999_999,
    ],
    ids=["share", "share with backslashes", "above", "from the root", "endless"],
)
def test_the_system_is_asked_for_nothing_outside_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """To look whether a share of the network has a file tells its server that one looks."""
    asked: list[Path] = []
    real = Path.resolve

    def resolve(path: Path, strict: bool = False) -> Path:
        asked.append(path)
        return real(path, strict)

    monkeypatch.setattr(Path, "resolve", resolve)
    for sets in ({"firstgid": 1, "image": name}, {"firstgid": 1, "source": name}):
        found = opened(tmp_path, tiled([1, 2], tilesets=[sets]))
        assert "tiled_tileset_outside" in {p.code for p in found.problems}
    assert all(path.is_relative_to(tmp_path) for path in asked)
    assert all(len(str(path)) < 5_000 for path in asked)
