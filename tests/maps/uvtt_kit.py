"""Small files of Universal VTT, and what was read of them."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from maps.formats import Import, UvttOptions, read_map
from maps.formats.uvtt import UvttFormat
from maps.problems import Problem, UnreadableFileError
from maps.shapes import Kind, Obstacle
from tests.maps.pictures import png

PNG = png(600, 400)


def xy(*pairs: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in pairs]


def plain(**changes: Any) -> dict[str, Any]:
    """A good file: 6 × 4 squares at 100 pixels with one wall; None takes a key away."""
    data: dict[str, Any] = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 6, "y": 4},
            "pixels_per_grid": 100,
        },
        "line_of_sight": [xy((1, 1), (3, 1), (3, 2))],
        "objects_line_of_sight": [],
        "portals": [],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(PNG).decode(),
    }
    data.update(changes)
    return {key: value for key, value in data.items() if value is not None}


def frame(**changes: Any) -> dict[str, Any]:
    stated = {**plain()["resolution"], **changes}
    return {key: value for key, value in stated.items() if value is not None}


def read(data: object, **options: Any) -> Import:
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return UvttFormat().read(raw, "karte.dd2vtt", UvttOptions(**options))


def codes(found: Import) -> list[str]:
    """The codes of the report after its first line."""
    assert found.problems[0].code == "import_counts"
    return [p.code for p in found.problems[1:]]


def problem(found: Import, code: str) -> Problem:
    return next(p for p in found.problems if p.code == code)


def of_kind(found: Import, kind: Kind) -> list[Obstacle]:
    return [o for o in found.board.obstacles if o.kind is kind]


def refusal(data: bytes, name: str = "karte.dd2vtt") -> Problem:
    with pytest.raises(UnreadableFileError) as caught:
        read_map(data, name)
    return caught.value.problem
