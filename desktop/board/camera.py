"""Where the map lies in its view: zooming at a point, fitting, showing a place. Pure."""

from __future__ import annotations

from desktop.board.paint import View

FULL = 48.0
"""Pixels to the square at 100 %."""
LEAST, MOST = 0.05 * FULL, 8 * FULL
"""Bounds of the zoom: 5 to 800 %."""
FIT_MARGIN = 28.0
"""Pixels that stay free around what is fitted; the rulers need some of them."""

Bounds = tuple[float, float, float, float]
"""Left, top, right, bottom in squares."""


def bounded(scale: float) -> float:
    """Keep a scale within the bounds of the zoom."""
    return min(MOST, max(LEAST, scale))


def zoomed(view: View, scale: float, x: float, y: float) -> View:
    """Zoom to a scale; the place under the pixel (x, y) stays there."""
    scale = bounded(scale)
    return View(
        scale, view.left + x / view.scale - x / scale, view.top + y / view.scale - y / scale
    )


def moved(view: View, dx: float, dy: float) -> View:
    """Move the map by pixels."""
    return View(view.scale, view.left - dx / view.scale, view.top - dy / view.scale)


def fitted(box: Bounds, width: float, height: float, most: float = MOST) -> View:
    """Show a rectangle of squares in the middle, as large as there is room."""
    left, top, right, bottom = box
    across, down = max(1e-6, right - left), max(1e-6, bottom - top)
    room_x, room_y = max(1.0, width - 2 * FIT_MARGIN), max(1.0, height - 2 * FIT_MARGIN)
    scale = bounded(min(room_x / across, room_y / down, most))
    return centred(View(scale), (left + right) / 2, (top + bottom) / 2, width, height)


def centred(view: View, x: float, y: float, width: float, height: float) -> View:
    """Bring a place into the middle of a view of that size."""
    return View(view.scale, x - width / 2 / view.scale, y - height / 2 / view.scale)


def shows(view: View, x: float, y: float, width: float, height: float) -> bool:
    """Whether a place lies well inside a view of that size."""
    px, py, margin = view.x(x), view.y(y), view.scale / 2 + FIT_MARGIN
    return margin <= px <= width - margin and margin <= py <= height - margin
