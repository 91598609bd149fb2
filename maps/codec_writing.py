"""Boards and what lies on them as plain data: what files and situations hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from maps.board import Board, Light, Picture, Stairs, Storey, Zone
from maps.codec import FACT_NAMES, default_bounds
from maps.floor import Floor, FloorItem
from maps.grid import Point, from_sub
from maps.shapes import FACTS, DoorState, Grade, Obstacle, Sight


def board_to_dict(board: Board) -> dict[str, Any]:
    """Write a board as plain JSON values; what ``board_from_dict`` assumes is left out."""
    out: dict[str, Any] = {"name": board.name} if board.name else {}
    fit = default_bounds(board.obstacles, board.lights, board.picture, board.floor, board.storeys)
    bounds = (board.left, board.top, board.width, board.height)
    if bounds != fit:
        out.update(zip(("left", "top", "width", "height"), bounds, strict=True))
    if board.obstacles:
        out["obstacles"] = [obstacle_to_dict(o, i) for i, o in enumerate(board.obstacles)]
    if board.lights:
        out["lights"] = [light_to_dict(light, i) for i, light in enumerate(board.lights)]
    if board.dark:
        out["dark"] = True
    if board.picture:
        out["picture"] = _picture_to_dict(board.picture)
    if board.floor != Floor():
        out["floor"] = floor_to_dict(board.floor)
    if board.zones:
        out["zones"] = [zone_to_dict(zone, i) for i, zone in enumerate(board.zones)]
    if board.storeys:
        out["storeys"] = [storey_to_dict(storey) for storey in board.storeys]
    if board.stairs:
        out["stairs"] = [stairs_to_dict(stairs) for stairs in board.stairs]
    return out


def obstacle_to_dict(obstacle: Obstacle, index: int) -> dict[str, Any]:
    """Write one obstacle that stands at ``index`` of the list."""
    out: dict[str, Any] = {"kind": obstacle.kind.value, "points": _pairs(obstacle.points)}
    if obstacle.id != f"{obstacle.kind}:{index}":
        out["id"] = obstacle.id
    if obstacle.open:
        out["open"] = True
    if obstacle.state is not DoorState.CLOSED:
        out["state"] = obstacle.state.value
    base = FACTS[obstacle.kind]
    for name in FACT_NAMES:
        value = getattr(obstacle, name)
        if value != getattr(base, name):
            out[name] = value.value if isinstance(value, Sight | Grade) else value
    if obstacle.side != "both":
        out["side"] = obstacle.side
    for name, height in (("bottom", obstacle.bottom), ("top", obstacle.top)):
        if height is not None:
            out[name] = from_sub(height)
    return out


def _pairs(points: Iterable[Point]) -> list[list[int | float]]:
    return [[from_sub(p.x), from_sub(p.y)] for p in points]


def light_to_dict(light: Light, index: int) -> dict[str, Any]:
    """Write one light that stands at ``index`` of the list."""
    out: dict[str, Any] = {
        "at": [from_sub(light.at.x), from_sub(light.at.y)],
        "bright": from_sub(light.bright),
        "dim": from_sub(light.dim),
    }
    if light.id != f"light:{index}":
        out["id"] = light.id
    if light.colour != "#ffd9a0":
        out["colour"] = light.colour
    if not light.shadows:
        out["shadows"] = False
    return out


def zone_to_dict(zone: Zone, index: int) -> dict[str, Any]:
    """Write one zone that stands at ``index`` of the list."""
    out: dict[str, Any] = {"points": _pairs(zone.points)}
    if zone.id != f"zone:{index}":
        out["id"] = zone.id
    out.update((k, v) for k in ("name", "note", "picture") if (v := getattr(zone, k)))
    return out


def storey_to_dict(storey: Storey) -> dict[str, Any]:
    """Write one storey."""
    names = ("id", "left", "top", "width", "height")
    out: dict[str, Any] = {name: getattr(storey, name) for name in names}
    if storey.name:
        out["name"] = storey.name
    if storey.picture is not None:
        out["picture"] = _picture_to_dict(storey.picture)
    return out


def stairs_to_dict(stairs: Stairs) -> dict[str, Any]:
    """Write one flight of stairs."""
    return {"id": stairs.id, "a": list(stairs.a), "b": list(stairs.b)}


def _picture_to_dict(picture: Picture) -> dict[str, Any]:
    names = ("x", "y", "width", "height")
    return {"asset": picture.asset} | {n: from_sub(getattr(picture, n)) for n in names}


def floor_to_dict(floor: Floor) -> dict[str, Any]:
    """Write a drawn floor."""
    out: dict[str, Any] = {"ground": floor.ground}
    if floor.seed != 1:
        out["seed"] = floor.seed
    if floor.items:
        out["items"] = [_item_to_dict(item) for item in floor.items]
    return out


def _item_to_dict(item: FloorItem) -> dict[str, Any]:
    out: dict[str, Any] = {"kind": item.kind, "points": _pairs(item.points)}
    if item.seed != 1:
        out["seed"] = item.seed
    if item.args:
        out["args"] = dict(item.args)
    return out
