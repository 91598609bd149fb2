"""The icon set: one stroke path each, coloured at run time and sharp on every screen."""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop.colours import Theme, paint_colour
from desktop.icon_path import svg_path
from desktop.theme import ASSETS, current

BOX = 24.0
"""Side of the box that every icon is drawn in."""

_PATH = re.compile(r'<path[^>]*\sd="([^"]+)"')


class UnknownIconError(LookupError):
    """An icon that the set does not hold; the text lists the names that it holds."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no icon {name!r}; there are {', '.join(names())}")
        self.name = name


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Return the names of all icons, sorted."""
    found = (p.stem for p in (ASSETS / "icons").glob("*.svg"))
    return tuple(sorted(n for n in found if n != "app"))


@lru_cache(maxsize=128)
def icon_path(name: str) -> QPainterPath:
    """Return the stroke of an icon in a box of 24 by 24; do not change the shared result."""
    if name not in names():
        raise UnknownIconError(name)
    text = (ASSETS / "icons" / f"{name}.svg").read_text("utf-8")
    return svg_path(" ".join(_PATH.findall(text)))


def stroke_width(size: float) -> float:
    """Return the width of the stroke in units of the box: 1.6 px at 16, 1.5 px at 20."""
    if size <= 12:
        return 2.0
    return 1.6 if size <= 16 else 1.5 if size <= 20 else 2.0


def draw_icon(
    painter: QPainter, name: str, rect: QRectF, colour: QColor, stroke: float | None = None
) -> None:
    """Draw an icon into a square; ``stroke`` is its width in units of the box of 24."""
    path = icon_path(name)  # fails before anything is painted
    side = min(rect.width(), rect.height())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center() - QPointF(side / 2, side / 2))
    painter.scale(side / BOX, side / BOX)
    pen = QPen(colour, stroke_width(side) if stroke is None else stroke)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()


@lru_cache(maxsize=1024)
def _pixmap(name: str, rgba: int, size: int, dpr: float) -> QPixmap:
    icon_path(name)  # an unknown name must not raise while a painter is open
    pixmap = QPixmap(round(size * dpr), round(size * dpr))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    draw_icon(painter, name, QRectF(0, 0, size, size), QColor.fromRgba(rgba))
    painter.end()
    return pixmap


def pixmap(
    name: str, colour: str = "text", size: int = 16, dpr: float = 1.0, theme: Theme | None = None
) -> QPixmap:
    """Return an icon as a pixmap; ``colour`` is a role of the theme or ``#rrggbb``."""
    return _pixmap(name, _resolve(colour, theme or current()).rgba(), size, dpr)


def _resolve(colour: str, theme: Theme) -> QColor:
    return paint_colour(colour) if colour.startswith("#") else theme.colour(colour)


def icon(
    name: str,
    colour: str = "text",
    size: int = 16,
    *,
    on: str = "accent",
    theme: Theme | None = None,
) -> QIcon:
    """Return an icon with its variants: disabled, and ``on`` the colour while checked."""
    theme = theme or current()
    result = QIcon()
    roles = {
        (QIcon.Mode.Normal, QIcon.State.Off): colour,
        (QIcon.Mode.Active, QIcon.State.Off): colour,
        (QIcon.Mode.Selected, QIcon.State.Off): colour,
        (QIcon.Mode.Normal, QIcon.State.On): on,
        (QIcon.Mode.Active, QIcon.State.On): on,
        (QIcon.Mode.Disabled, QIcon.State.Off): "disabled",
        (QIcon.Mode.Disabled, QIcon.State.On): "disabled",
    }
    for (mode, state), role in roles.items():
        for dpr in (1.0, 1.5, 2.0, 3.0):
            result.addPixmap(pixmap(name, role, size, dpr, theme), mode, state)
    return result


@lru_cache(maxsize=1)
def app_icon() -> QIcon:
    """Return the icon of the program in the usual sizes."""
    result, renderer = QIcon(), QSvgRenderer(str(ASSETS / "icons" / "app.svg"))
    for size in (16, 24, 32, 48, 64, 128, 256):
        picture = QPixmap(QSize(size, size))
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        renderer.render(painter, QRectF(0, 0, size, size))
        painter.end()
        result.addPixmap(picture)
    return result
