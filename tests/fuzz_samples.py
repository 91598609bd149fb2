"""Small map files of every format, as a start for mutants."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from collections.abc import Callable, Iterator

import numpy as np

from maps.formats import export_foundry, export_uvtt
from maps.formats.foundry import FoundryFormat
from maps.formats.pixels import encode_png
from tests.maps.pictures import jpeg, png, webp
from tests.maps.test_formats_foundry import old_scene, scene, wall
from tests.maps.test_formats_tiled import WALLS, things, tiles, tmj, tmx
from tests.maps.test_formats_watabou import door, dungeon, rect
from tests.maps.uvtt_kit import frame, plain, xy

LIGHT = {"x": 300, "y": 400, "config": {"dim": 40, "bright": 20}}
NOTE = {"text": "?", "ref": "1", "pos": {"x": 1, "y": 1}}
LINE = {"x": 0, "y": 0, "class": "wall", "polyline": [{"x": 0, "y": 0}, {"x": 64, "y": 9}]}


def _json(data: object) -> bytes:
    return json.dumps(data).encode()


def _picture() -> Iterator[bytes]:
    yield png(70, 50)
    yield jpeg(300, 200)
    for chunk in ("VP8X", "VP8L", "VP8 "):
        yield webp(64, 48, chunk)
    yield encode_png(np.full((20, 30, 4), 200, np.uint8))


def _uvtt() -> Iterator[bytes]:
    yield _json(plain())
    picture = base64.b64encode(png(1280, 960)).decode()
    portal = {"position": {"x": 2, "y": 1}, "bounds": xy((1, 1), (3, 1)), "closed": False}
    light = {"position": {"x": 1, "y": 2}, "range": 3, "intensity": 1, "color": "ffeccd8b"}
    ring = [xy((1, 1), (2, 1), (2, 2))]
    yield _json(plain(image=f"data:image/png;base64,{picture}", portals=[portal], lights=[light]))
    yield _json(plain(objects_line_of_sight=ring, resolution=frame(map_origin={"x": 2.5, "y": 1})))
    yield export_uvtt(FoundryFormat().read(next(_foundry())).board)


def _foundry() -> Iterator[bytes]:
    heights = {"wall-height": {"top": 1, "bottom": -5}}
    walls = [
        wall(0, 0, 9, 9, dir=1, flags=heights),
        wall(100, 100, 300, 100, door=1, ds=1),
        wall(300, 100, 300, 400, sight=10, move=0),
    ]
    yield _json(scene(lights=[LIGHT], walls=walls))
    yield _json(old_scene(walls=[{"c": [0, 0, 9, 99], "sense": 2, "move": 1}]))
    yield b"\n".join(_json(scene(name=f"Szene {n}", walls=walls)) for n in range(3))
    yield _json({"scenes": [scene(walls=walls)]})
    yield export_foundry(FoundryFormat().read(_json(scene(walls=walls))).board)


def _watabou() -> Iterator[bytes]:
    yield _json(
        dungeon(
            rects=[rect(0, 0, 3, 3, rotunda=True), rect(3, 1, 1, 1), rect(4, 0, 3, 3)],
            doors=[door(3, 1, 1, 0, kind) for kind in range(10)],
            columns=[{"x": 1, "y": 1}, {"x": 4.5, "y": 1.5}],
            water=[{"x": 1, "y": 1}, {"x": 5, "y": 2}],
            notes=[NOTE],
        )
    )


def _tiled() -> Iterator[bytes]:
    sets = [{"firstgid": 1, "source": "a.tsx"}, {"firstgid": 9, "image": "b.png", "columns": 2}]
    yield _json(tmj(tiles("wall", WALLS), things(LINE), tilesets=sets))
    packed = base64.b64encode(zlib.compress(struct.pack("<12I", *WALLS))).decode()
    yield _json(tmj(tiles("wall", packed, encoding="base64", compression="zlib")))
    numbers = ",".join(map(str, WALLS))
    yield tmx(
        '<tileset firstgid="1" name="a" tilewidth="32" tileheight="32" tilecount="4" columns="2">'
        '<image source="a.png" width="64" height="64"/></tileset>'
        f'<layer name="wall" width="4" height="3"><data encoding="csv">{numbers}</data></layer>'
        '<objectgroup name="door"><object x="0" y="9" width="32" height="4" rotation="30">'
        '<properties><property name="state" value="locked"/></properties></object>'
        '<object x="3" y="3"><polygon points="0,0 9,0 9,9"/></object></objectgroup>'
    )
    yield tmx(
        f'<layer name="wall"><data encoding="base64" compression="zlib">{packed}</data></layer>'
    )


SAMPLES: dict[str, Callable[[], Iterator[bytes]]] = {
    "picture": _picture,
    "uvtt": _uvtt,
    "foundry": _foundry,
    "watabou": _watabou,
    "tiled": _tiled,
}
"""Sources of samples by the id of the format."""

BESIDE: dict[str, bytes] = {
    "a.png": encode_png(np.full((64, 64, 4), 90, np.uint8)),
    "b.png": encode_png(np.full((64, 64, 4), 30, np.uint8)),
    "a.tsx": b'<tileset name="a" tilewidth="32" tileheight="32" tilecount="4" columns="2">'
    b'<image source="a.png" width="64" height="64"/></tileset>',
}
"""Files that lie beside every mutated map."""
