"""Obstacles and lights on the clipboard, as JSON, so that they go from fight to fight."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pydantic import ValidationError
from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

from maps.board import Light
from maps.codec import BoardData
from maps.codec_writing import light_to_dict, obstacle_to_dict
from maps.shapes import Obstacle

MIME = "application/x-schlachtplan-obstacles"


def put(obstacles: Iterable[Obstacle], lights: Iterable[Light]) -> None:
    """Put copies onto the clipboard."""
    data = {
        "obstacles": [{**obstacle_to_dict(o, -1), "id": o.id} for o in obstacles],
        "lights": [{**light_to_dict(i, -1), "id": i.id} for i in lights],
    }
    text = json.dumps(data)
    mime = QMimeData()
    mime.setData(MIME, QByteArray(text.encode()))
    mime.setText(text)
    QGuiApplication.clipboard().setMimeData(mime)


def holds() -> bool:
    """Whether obstacles lie on the clipboard."""
    mime = QGuiApplication.clipboard().mimeData()
    return mime is not None and mime.hasFormat(MIME)


def take() -> tuple[tuple[Obstacle, ...], tuple[Light, ...]]:
    """Return what lies on the clipboard; nothing where that cannot be read."""
    mime = QGuiApplication.clipboard().mimeData()
    if mime is None or not mime.hasFormat(MIME):
        return (), ()
    try:
        data = BoardData.model_validate_json(bytes(mime.data(MIME).data()))
    except ValidationError:
        return (), ()
    obstacles = tuple(o.to_obstacle(i) for i, o in enumerate(data.obstacles))
    return obstacles, tuple(light.to_light(i) for i, light in enumerate(data.lights))
