"""Whatever happens to a map file: it is read or refused in words, never with a crash."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from maps.codec import board_from_dict
from maps.codec_writing import board_to_dict
from maps.formats import FORMATS, Format, export_foundry
from maps.problems import UnreadableFileError
from maps.repair import findings
from tests.maps.test_formats_foundry import scene, wall
from tests.maps.test_formats_tiled import WALLS, things, tiles, tmj, tmx
from tests.maps.test_formats_watabou import door, dungeon, rect
from tests.maps.uvtt_kit import plain

ROUNDS = 300
ODD: tuple[object, ...] = (
    None, True, -1, 0, 3, 10**30, -(10**9), 1e308, float("nan"), float("inf"), 0.1, 50_001,
    "", "x", "1", "NaN", [], {}, [[]], [1, 2], {"x": 1},
)  # fmt: skip

LIGHT = {"x": 300, "y": 400, "config": {"dim": 40, "bright": 20}}
LINE = {"x": 0, "y": 0, "class": "wall", "polyline": [{"x": 0, "y": 0}, {"x": 64, "y": 9}]}
NOTE = {"text": "?", "ref": "1", "pos": {"x": 1, "y": 1}}
SOURCES: dict[str, bytes] = {
    "uvtt": json.dumps(plain()).encode(),
    "foundry": json.dumps(
        scene(lights=[LIGHT], walls=[wall(0, 0, 9, 9, dir=1, flags={"wall-height": {"top": 1}})])
    ).encode(),
    "watabou": json.dumps(
        dungeon(
            rects=[rect(0, 0, 3, 3, rotunda=True), rect(3, 1, 1, 1)],
            doors=[door(3, 1, 1, 0, 2)],
            columns=[{"x": 1, "y": 1}],
            water=[{"x": 1, "y": 1}],
            notes=[NOTE],
        )
    ).encode(),
    "tiled": json.dumps(tmj(tiles("wall", WALLS), things(LINE))).encode(),
}  # fmt: skip


def places(value: object, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [way] if way else []
    keys: list[Any] = list(value) if isinstance(value, dict) else []
    if isinstance(value, list):
        keys = list(range(len(value)))
    for key in keys:
        found += places(value[key], (*way, key))  # type: ignore[index]  # it has keys
    return found


def changed(raw: bytes, chance: random.Random) -> bytes:
    """Put odd values into a file, or cut and repeat its bytes."""
    if chance.random() < 0.3:
        at, end = sorted(chance.choices(range(len(raw)), k=2))
        return chance.choice((raw[:at], raw[:at] + raw[end:], raw[:end] + raw[at:]))
    data = json.loads(raw)
    for _ in range(chance.randint(1, 4)):
        way = chance.choice(places(data) or [()])
        holder: Any = data
        for key in way[:-1]:
            holder = holder[key]
        if way and chance.random() < 0.8:
            holder[way[-1]] = chance.choice(ODD)
        elif way:
            del holder[way[-1]]
    return json.dumps(data).encode()


def read_or_refuse(reader: Format, data: bytes) -> None:
    try:
        found = reader.read(data, "x")
    except UnreadableFileError:
        return
    assert board_from_dict(board_to_dict(found.board)) == found.board
    findings(found.board)
    export_foundry(found.board)


@pytest.mark.parametrize("id", list(SOURCES))
def test_changed_files_are_read_or_refused(id: str) -> None:
    reader = next(f for f in FORMATS if f.id == id)
    chance = random.Random(id)
    for _ in range(ROUNDS):
        read_or_refuse(reader, changed(SOURCES[id], chance))


def test_changed_xml_is_read_or_refused() -> None:
    layer = (
        f'<layer name="wall" width="4" height="3"><data>{",".join(map(str, WALLS))}</data></layer>'
    )
    raw, chance = tmx(layer), random.Random(3)
    reader = next(f for f in FORMATS if f.id == "tiled")
    for _ in range(ROUNDS):
        at, end = sorted(chance.choices(range(len(raw)), k=2))
        data = chance.choice((raw[:at], raw[:at] + raw[end:], raw[:at] + b"9" + raw[at + 1 :]))
        read_or_refuse(reader, data)


@pytest.mark.parametrize("half", [r"\ud800", r"\uDFFF", r"\udc00\ud800", r"\ud83d\ud83d\ude00"])
def test_halves_of_characters_are_replaced(half: str) -> None:
    raw = json.dumps(scene(name="NAME")).replace("NAME", "a" + half + "z").encode()
    for data in (raw, raw + b"\n" + raw):
        found = next(f for f in FORMATS if f.id == "foundry").read(data, "x")
        assert found.name.startswith("a\ufffd")
        assert found.name.encode()
        assert board_from_dict(board_to_dict(found.board)) == found.board


def test_whole_characters_stay() -> None:
    raw = json.dumps(scene(name="Höhle \U0001f409")).encode()
    assert next(f for f in FORMATS if f.id == "foundry").read(raw, "x").name == "Höhle \U0001f409"
