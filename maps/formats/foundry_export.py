"""A board as a scene of Foundry VTT: walls piece by piece, doors, lights; the rest as flags."""

from __future__ import annotations

import json
from collections.abc import Iterator

from maps.board import Board, Light
from maps.formats.foundry_walls import LIMITED, NONE, NORMAL, OWN_FLAG
from maps.grid import SUB, Point, from_sub
from maps.shapes import DoorState, Kind, Obstacle, Sight

SIZES = (64, 128, 256, 512)
"""Pixels of a square that an export chooses from: pixels are whole numbers there."""
MAX_CANVAS = 32_768
FEET = 5
"""How long a square is, in the units of the scene."""

_SIGHT = {Sight.STOPS: NORMAL, Sight.LIMITED: LIMITED, Sight.FREE: NONE}
_STATE = {DoorState.OPEN: 1, DoorState.LOCKED: 2}
_SIDE = {"both": 0, "left": 1, "right": 2}


def export_foundry(board: Board, name: str = "") -> bytes:
    """Write a board as a scene; the picture is not in it, Foundry asks for its file.

    Kept are all obstacles but fog and ground, and the lights. A square has as many pixels as
    its finest point needs, so that pieces shorter than a pixel vanish only on huge maps.
    """
    left, top = board.left, board.top
    x, y, width, height = left * SUB, top * SUB, board.width * SUB, board.height * SUB
    if picture := board.picture:
        left, top = picture.x // SUB, picture.y // SUB
        x, y, width, height = picture.x, picture.y, picture.width, picture.height
    size = _size(board, max(width, height))
    corner = Point(left * SUB, top * SUB)
    bounds = [board.left, board.top, board.width, board.height, left, top]
    data = {
        "name": name or board.name or "Schlachtplan",
        "width": max(1, round(width * size / SUB)),
        "height": max(1, round(height * size / SUB)),
        "padding": 0,
        "grid": {"type": 1, "size": size, "distance": FEET, "units": "ft"},
        "background": {
            "src": None,
            "offsetX": -_pixel(x - corner.x, size),
            "offsetY": -_pixel(y - corner.y, size),
        },
        "environment": {
            "darknessLevel": 1 if board.dark else 0,
            "globalLight": {"enabled": not board.dark},
        },
        "globalLight": not board.dark,
        "darkness": 1 if board.dark else 0,
        "walls": list(_walls(board, corner, size)),
        "lights": [_light(light, corner, size) for light in board.lights],
        "flags": {OWN_FLAG: {"bounds": bounds}},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def _size(board: Board, longest: int) -> int:
    """Return the fewest pixels to a square that meet all points, as far as the canvas allows."""
    values = [v for o in board.obstacles for p in o.points for v in p]
    if board.picture:
        values += (board.picture.x, board.picture.y, board.picture.width, board.picture.height)
    fitting = [s for s in SIZES if s * longest <= MAX_CANVAS * SUB] or [SIZES[0]]
    exact = (s for s in fitting if all(v * s % SUB == 0 for v in values))
    return next(exact, fitting[-1])


def _pixel(units: int, size: int) -> int:
    return round(units * size / SUB)


def _walls(board: Board, corner: Point, size: int) -> Iterator[dict[str, object]]:
    for group, o in enumerate(board.obstacles):
        if o.kind in (Kind.FOG, Kind.TERRAIN, Kind.RISE):
            continue
        for s in o.segments():
            ends = [s.a.x - corner.x, s.a.y - corner.y, s.b.x - corner.x, s.b.y - corner.y]
            c = [_pixel(v, size) for v in ends]
            if c[:2] != c[2:]:
                yield {"c": c, **_facts(o, group)}


def _facts(o: Obstacle, group: int) -> dict[str, object]:
    secret = o.state is DoorState.SECRET
    flags: dict[str, object] = {
        OWN_FLAG: {
            "kind": o.kind.value,
            "cover": o.cover.value,
            "effect": o.stops_effect,
            "concealment": o.concealment,
            "group": group,
        }
    }
    if o.bottom is not None or o.top is not None:
        flags["wall-height"] = {"bottom": _feet(o.bottom), "top": _feet(o.top)}
    return {
        "sight": _SIGHT[o.sight],
        "light": NORMAL if o.stops_light else NONE,
        "sound": NORMAL if o.stops_effect else NONE,
        "move": NORMAL if o.stops_move else NONE,
        "dir": _SIDE[o.side],
        "door": 0 if o.kind is not Kind.DOOR else 2 if secret else 1,
        "ds": _STATE.get(o.state, 0) if o.kind is Kind.DOOR else 0,
        "flags": flags,
    }


def _feet(units: int | None) -> int | float | None:
    return None if units is None else from_sub(units * FEET)


def _light(light: Light, corner: Point, size: int) -> dict[str, object]:
    return {
        "x": _pixel(light.at.x - corner.x, size),
        "y": _pixel(light.at.y - corner.y, size),
        "rotation": 0,
        "walls": light.shadows,
        "vision": False,
        "config": {
            "bright": _feet(light.bright),
            "dim": _feet(max(light.bright, light.dim)),
            "color": light.colour,
            "alpha": 0.4,
            "angle": 360,
        },
    }
