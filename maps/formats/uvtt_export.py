"""A board as Universal VTT: walls, objects, openings, lights and picture; the rest has no place."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping

from maps.board import Board
from maps.formats.headers import read_header
from maps.grid import SUB, Point, from_sub
from maps.shapes import DoorState, Kind, Obstacle, Segment

USUAL_PIXELS = 70
WHITE = "ffffffff"
BLACK = "ff000000"


def export_uvtt(board: Board, pictures: Mapping[str, bytes] | None = None) -> bytes:
    """Write a board as Universal VTT; ``pictures`` holds the bytes of its picture by hash.

    Kept are walls, doors, windows, cover, lights and the picture. Locks, secret doors, low
    walls, fog, ground, heights and one-way sides have no words in this format.
    """
    left, top = board.left * SUB, board.top * SUB
    size: dict[str, float] = {"x": board.width, "y": board.height}
    image, pixels = b"", float(USUAL_PIXELS)
    picture = board.picture
    if picture and pictures and picture.asset in pictures:
        image = pictures[picture.asset]
        left, top = picture.x, picture.y
        size = {"x": from_sub(picture.width), "y": from_sub(picture.height)}
        if header := read_header(image):
            pixels = header.width * SUB / picture.width
    data = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": size,
            "pixels_per_grid": round(pixels) if pixels == round(pixels) else pixels,
        },
        "line_of_sight": [_line(o, left, top) for o in board.obstacles if _is_wall(o)],
        "objects_line_of_sight": [
            _line(o, left, top) for o in board.obstacles if o.kind is Kind.COVER and o.closed_shape
        ],
        "portals": list(_portals(board.obstacles, left, top)),
        "environment": {
            "baked_lighting": not board.dark,
            "ambient_light": BLACK if board.dark else WHITE,
        },
        "lights": [
            {
                "position": _xy(light.at, left, top),
                "range": from_sub(max(light.bright, light.dim)),
                "intensity": 1,
                "color": f"ff{light.colour[1:]}",
                "shadows": light.shadows,
            }
            for light in board.lights
        ],
        "image": base64.b64encode(image).decode("ascii"),
    }
    return json.dumps(data, separators=(",", ":")).encode()


def _is_wall(obstacle: Obstacle) -> bool:
    return obstacle.is_barrier and obstacle.kind is not Kind.DOOR


def _xy(p: Point, left: int, top: int) -> dict[str, float]:
    return {"x": from_sub(p.x - left), "y": from_sub(p.y - top)}


def _line(obstacle: Obstacle, left: int, top: int) -> list[dict[str, float]]:
    """Write a line; areas that are walls repeat their first point, objects do not."""
    points = list(obstacle.ring() or obstacle.points)
    if obstacle.closed_shape and obstacle.kind is not Kind.COVER:
        points.append(points[0])
    return [_xy(p, left, top) for p in points]


def _portals(obstacles: Iterable[Obstacle], left: int, top: int) -> Iterable[dict[str, object]]:
    for obstacle in obstacles:
        if obstacle.kind not in (Kind.DOOR, Kind.SLIT):
            continue
        closed = obstacle.kind is Kind.DOOR and obstacle.state is not DoorState.OPEN
        for segment in obstacle.segments():
            yield _portal(segment, closed, left, top)


def _portal(segment: Segment, closed: bool, left: int, top: int) -> dict[str, object]:
    a, b = segment.a, segment.b
    middle = {
        "x": (a.x + b.x - 2 * left) / (2 * SUB),
        "y": (a.y + b.y - 2 * top) / (2 * SUB),
    }
    return {
        "position": middle,
        "bounds": [_xy(a, left, top), _xy(b, left, top)],
        "closed": closed,
        "freestanding": False,
    }
