"""Tokens on the map and the round markers of ring, lists and paper."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPixmap,
    QRadialGradient,
    QTransform,
)

from desktop.board.kept_pictures import KeptPictures
from desktop.board.paint import View, arc, circle, colour, fill, pen, polygon, text
from desktop.colours import MAP, Theme, side_colours
from desktop.icons import draw_icon
from desktop.theme import font

INITIALS_FROM = 28.0
"""Squares smaller than this many pixels show no initials."""

MARGIN = 14.0
"""How far the marks of a token reach beyond its space, in pixels."""
TIP = 11.0
"""Pixels by which the arrow of a facing stands out: over the ring of who is selected."""


@dataclass(frozen=True, slots=True)
class TokenLook:
    """How a token looks. Place and size in squares, ``life`` from 0 to 1, ``facing`` in degrees
    clockwise from north; ``conditions`` are icons, the first one is shown, more as a number."""

    x: float
    y: float
    size: float
    initials: str
    side: str
    life: float | None = None
    conditions: tuple[str, ...] = ()
    facing: float | None = None
    selected: bool = False
    target: bool = False
    dead: bool = False
    ghost: bool = False
    hidden: bool = False
    portrait: QPixmap | None = None


MARKER_MARGIN = 5.0
"""How far the ring around a chosen marker reaches beyond it, in pixels."""


def token_radius(size: float, scale: float) -> float:
    """Return the radius of a token's disc in pixels."""
    return max(2.0, size * scale / 2 - (4 if size > 1 else 3.5) * min(1.0, scale / 28))


def pol(centre: QPointF, radius: float, degrees: float) -> QPointF:
    """Return the point at an angle, clockwise from twelve o'clock."""
    a = math.radians(degrees)
    return QPointF(centre.x() + radius * math.sin(a), centre.y() - radius * math.cos(a))


def paint_token(painter: QPainter, view: View, token: TokenLook) -> None:
    """Draw a token with everything that belongs to it."""
    s = view.scale
    centre = view.at(token.x + token.size / 2, token.y + token.size / 2)
    radius = token_radius(token.size, s)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if token.hidden:
        painter.setOpacity(painter.opacity() * 0.5)
    if token.ghost:
        _ghost(painter, centre, radius, token, s)
    else:
        _halo(painter, centre, radius, token)
        _facing(painter, centre, radius, token)
        _disc(painter, centre, radius, token, s)
        _life(painter, centre, radius, token, s)
        if token.dead:
            _cross(painter, centre, radius * 0.5, 3)
        _condition(painter, centre, radius, token, s)
    painter.restore()


def _ghost(painter: QPainter, centre: QPointF, radius: float, token: TokenLook, s: float) -> None:
    ink = side_colours(token.side).disc
    painter.setOpacity(painter.opacity() * 0.9)
    rim = pen(ink, 2, dash=(5, 4), round_caps=False)
    circle(painter, centre, radius - 1, fill("#FFFFFF", 0.82), rim)
    if s >= INITIALS_FROM:
        size = s * 0.29 * min(token.size, 1.6)
        at = QPointF(centre.x(), centre.y() + size * 0.36)
        text(painter, at, token.initials, font(size, 650), ink)


def _facing(painter: QPainter, centre: QPointF, radius: float, token: TokenLook) -> None:
    if token.facing is None:
        return
    corners = [
        pol(centre, radius + TIP, token.facing),
        pol(centre, radius - 2, token.facing - 24),
        pol(centre, radius - 2, token.facing + 24),
    ]
    painter.setPen(pen("#FFFFFF", 1.6))
    painter.setBrush(fill(side_colours(token.side).disc))
    painter.drawPath(polygon(corners))


def _halo(painter: QPainter, centre: QPointF, radius: float, token: TokenLook) -> None:
    if token.selected:
        circle(painter, centre, radius + 3, None, pen("#FFFFFF", 5.5))
        circle(painter, centre, radius + 3, None, pen(MAP.path, 3))
    if token.target:
        for middle in (45, 135, 225, 315):
            piece = arc(centre, radius + 5, middle - 24, middle + 24)
            painter.strokePath(piece, pen("#FFFFFF", 6, round_caps=False))
            painter.strokePath(piece, pen(MAP.target, 3, round_caps=False))


def _disc(painter: QPainter, centre: QPointF, radius: float, token: TokenLook, s: float) -> None:
    side = side_colours("out" if token.dead else token.side)
    _shadow(painter, centre, radius)
    circle(painter, centre, radius, fill(MAP.pill))
    edge = min(1.4, radius * 0.07)
    circle(painter, centre, radius - edge, fill(side.rim))
    rim = max(min(3.0, radius * 0.2), s * 0.075) * (1.25 if token.size > 1 else 1)
    paint_rim(painter, centre, radius - edge - rim / 2, rim, token.side)
    inner = radius - edge - rim
    circle(painter, centre, inner, fill(side.disc))
    if token.portrait is not None and not token.portrait.isNull():
        paint_portrait(painter, centre, inner, token.portrait, token.dead)
    elif s >= INITIALS_FROM:
        share = 0.46 if token.size > 1 else 0.24 if len(token.initials) > 2 else 0.3
        size = s * share * (token.size / 2 if token.size > 2 else 1)
        at = QPointF(centre.x(), centre.y() + size * 0.36)
        text(painter, at, token.initials, font(size, 650), "#FFFFFF")


def paint_rim(painter: QPainter, centre: QPointF, radius: float, width: float, side: str) -> None:
    """Draw the pattern by which a side is known without its colour."""
    light = side_colours(side).light
    if side == "foes":
        dash = 2 * math.pi * radius / 24
        circle(painter, centre, radius, None, pen(light, width, dash=(dash,) * 2, round_caps=False))
    elif side == "third":
        dots = pen(light, width * 0.8, dash=(0.1, width * 1.9))
        circle(painter, centre, radius, None, dots)
    elif side == "heroes":
        circle(painter, centre, radius, None, pen(light, width * 0.62))


def _shadow(painter: QPainter, centre: QPointF, radius: float) -> None:
    reach = radius + 5
    middle = QPointF(centre.x(), centre.y() + 2)
    glow = QRadialGradient(middle, reach)
    dark = QColor(0, 0, 0)
    for at, alpha in ((radius - 4, 0.38), (radius, 0.24), (radius + 2, 0.10), (reach, 0.0)):
        dark.setAlphaF(alpha)
        glow.setColorAt(max(0.0, min(1.0, at / reach)), dark)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(glow)
    painter.drawEllipse(middle, reach, reach)


def paint_portrait(
    painter: QPainter, centre: QPointF, radius: float, picture: QPixmap, grey: bool = False
) -> None:
    """Fill a circle with the middle of a picture."""
    side = min(picture.width(), picture.height())
    source = QRectF((picture.width() - side) / 2, (picture.height() - side) / 2, side, side)
    painter.save()
    clip = QPainterPath()
    clip.addEllipse(centre, radius, radius)
    painter.setClipPath(clip, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    target = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    painter.drawPixmap(target, picture, source)
    if grey:
        painter.fillRect(target, colour("#66625A", 0.7))
    painter.restore()


def _life(painter: QPainter, centre: QPointF, radius: float, token: TokenLook, s: float) -> None:
    if token.life is None or s < 16:
        return
    thin = min(1.0, s / 40)
    ink = life_colour(token.life)
    painter.strokePath(arc(centre, radius - 1, 130, 230), pen(MAP.case, 6 * thin))
    if token.life > 0:
        done = arc(centre, radius - 1, 230 - 100 * min(1.0, token.life), 230)
        painter.strokePath(done, pen(ink, 3.4 * thin))


def life_colour(life: float) -> str:
    """Return the colour of a share of life on the map."""
    return MAP.life_good if life > 0.6 else MAP.life_half if life > 0.3 else MAP.life_low


def _cross(painter: QPainter, centre: QPointF, reach: float, width: float) -> None:
    x, y, p = centre.x(), centre.y(), pen("#FFFFFF", width)
    painter.setPen(p)
    painter.drawLine(QPointF(x - reach, y - reach), QPointF(x + reach, y + reach))
    painter.drawLine(QPointF(x + reach, y - reach), QPointF(x - reach, y + reach))


def _condition(
    painter: QPainter, centre: QPointF, radius: float, token: TokenLook, s: float
) -> None:
    if not token.conditions or s < 20:
        return
    at = QPointF(centre.x() - radius * 0.74, centre.y() - radius * 0.74)
    reach = min(8.5, max(6.0, radius * 0.62))  # a small token is not hidden by its sign
    half = reach - 2.5
    circle(painter, at, reach, fill(MAP.plate), pen(MAP.case, 1.2))
    box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
    draw_icon(painter, token.conditions[0], box, colour(MAP.ink), 3)
    more = len(token.conditions) - 1
    if more:
        beside = QPointF(at.x() + 9, at.y() - 7)
        circle(painter, beside, 6, fill(MAP.ink), pen(MAP.plate, 1))
        text(painter, QPointF(beside.x(), beside.y() + 3.2), f"+{more}", font(8, 650), "#FFFFFF")


# ---- a token as a picture, for scenes with many of them ------------------------------------


def token_picture(token: TokenLook, scale: float, dpr: float = 1.0) -> QPixmap:
    """Return a token as a cached picture; its corner lies ``MARGIN`` pixels outside the space."""
    key = replace(token, x=0.0, y=0.0), scale, dpr
    return _pictures.get(key, lambda: _picture(*key))


_pictures: KeptPictures[tuple[TokenLook, float, float]] = KeptPictures(24 * 2**20)


def _picture(token: TokenLook, scale: float, dpr: float) -> QPixmap:
    side = token.size * scale + 2 * MARGIN
    picture = QPixmap(math.ceil(side * dpr), math.ceil(side * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_token(painter, View(scale, -MARGIN / scale, -MARGIN / scale), token)
    painter.end()
    return picture


# ---- markers of ring, lists, paper ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MarkerLook:
    """A round marker of a combatant; ``lap`` is the text of its badge."""

    initials: str
    side: str
    selected: bool = False
    ghost: bool = False
    out: bool = False
    lap: str = ""
    portrait: QPixmap | None = None


def paint_marker(
    painter: QPainter, centre: QPointF, diameter: float, marker: MarkerLook, theme: Theme
) -> None:
    """Draw a marker in the colours of a theme; on paper in black and white."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if theme.paper:
        _paper_marker(painter, centre, diameter, marker)
    elif _on_screen(painter):
        dpr = painter.device().devicePixelRatioF()
        bare = replace(marker, lap="") if marker.lap else marker
        picture = _marker_picture(bare, diameter, theme, dpr)
        half = picture.width() / dpr / 2
        x, y = round((centre.x() - half) * dpr) / dpr, round((centre.y() - half) * dpr) / dpr
        painter.drawPixmap(QPointF(x, y), picture)
    else:
        _screen_marker(painter, centre, diameter, marker, theme)
    if marker.lap:
        paint_lap(painter, centre, diameter, marker.lap, theme)
    painter.restore()


def _on_screen(painter: QPainter) -> bool:
    """Whether pixels are painted as they are: a picture loses nothing then."""
    kinds = QTransform.TransformationType
    plain = painter.transform().type() in (kinds.TxNone, kinds.TxTranslate)
    engine = painter.paintEngine()
    return plain and engine is not None and engine.type() is QPaintEngine.Type.Raster


@lru_cache(maxsize=512)
def _marker_picture(marker: MarkerLook, diameter: float, theme: Theme, dpr: float) -> QPixmap:
    side = math.ceil((diameter + 2 * MARKER_MARGIN) * dpr)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    middle = side / dpr / 2
    _screen_marker(painter, QPointF(middle, middle), diameter, marker, theme)
    painter.end()
    return picture


def _screen_marker(
    painter: QPainter, centre: QPointF, diameter: float, marker: MarkerLook, theme: Theme
) -> None:
    r, side = diameter / 2, side_colours("out" if marker.out else marker.side)
    role = marker.side if hasattr(theme, marker.side) else "neutral"
    if marker.selected:
        circle(painter, centre, r + 3, None, pen(theme.accent, 2))
    circle(painter, centre, r, fill(theme.surface))
    ink: QColor = colour("#FFFFFF")
    if marker.ghost:
        ink = theme.colour(role)
        rim = pen(ink, 1.5, dash=(3, 2.5), round_caps=False)
        circle(painter, centre, r - 1, fill(theme.surface), rim)
    else:
        circle(painter, centre, r - 1, fill(side.rim))
        if marker.portrait is not None and not marker.portrait.isNull():
            paint_portrait(painter, centre, r - 3.2, marker.portrait, marker.out)
        _marker_rim(painter, centre, r - 2.6, marker.side)
    if marker.portrait is None or marker.ghost:
        size = 8 if diameter <= 18 else max(9, diameter * 0.4)
        at = QPointF(centre.x(), centre.y() + size * 0.36)
        text(painter, at, marker.initials, font(size, 650), ink)
    if marker.out:
        _cross(painter, centre, r * 0.55, 2)


def _marker_rim(painter: QPainter, centre: QPointF, radius: float, side: str) -> None:
    if side == "foes":
        dash = 2 * math.pi * radius / 16
        rim = pen("#FFFFFF", 1.2, alpha=0.85, dash=(dash, dash), round_caps=False)
        circle(painter, centre, radius, None, rim)
    elif side == "third":
        circle(painter, centre, radius, None, pen("#FFFFFF", 1.4, alpha=0.85, dash=(0.1, 3)))
    elif side == "heroes":
        circle(painter, centre, radius, None, pen("#FFFFFF", 1, alpha=0.7))


def paint_lap(
    painter: QPainter, centre: QPointF, diameter: float, words: str, theme: Theme
) -> None:
    """Draw the badge of a marker: laps to go, or how many more stand there."""
    shift = max(9.0, diameter * 0.4)  # so that the letters of a small marker stay free
    at = QPointF(centre.x() + shift, centre.y() - shift)
    ink, ground = (theme.text, theme.surface) if theme.paper else (theme.surface, theme.text)
    painter.setPen(pen(theme.text if theme.paper else theme.surface, 1.5))
    painter.setBrush(fill(ground))
    width = 18 if len(words) < 3 else 25
    painter.drawRoundedRect(QRectF(at.x() - width / 2, at.y() - 7, width, 14), 7, 7)
    text(painter, QPointF(at.x(), at.y() + 3.5), words, font(10, 650), ink)


def _paper_marker(painter: QPainter, centre: QPointF, diameter: float, marker: MarkerLook) -> None:
    r, black = diameter / 2, marker.side == "foes" and not marker.ghost
    thin = diameter / 32
    circle(painter, centre, r, fill("#FFFFFF"))
    dash = (4 * thin, 3 * thin) if marker.ghost else ()
    rim = pen("#000000", 2.2 * thin, dash=dash, round_caps=False)
    circle(painter, centre, r - 1.4 * thin, fill("#000000" if black else "#FFFFFF"), rim)
    if marker.side in ("third", "neutral"):
        circle(painter, centre, r - 4.4 * thin, None, pen("#000000", thin))
    size = diameter * 0.48 * (1 if len(marker.initials) < 2 else 0.8)
    at = QPointF(centre.x(), centre.y() + size * 0.36)
    text(painter, at, marker.initials, font(size, 700), "#FFFFFF" if black else "#000000")
    if marker.selected:
        circle(painter, centre, r + 2 * thin, None, pen("#000000", 1.4 * thin))
    if marker.out:
        ink = "#FFFFFF" if black else "#000000"
        d = r * 0.6
        line_pen = pen(ink, 2 * thin)
        painter.setPen(line_pen)
        x, y = centre.x(), centre.y()
        painter.drawLine(QPointF(x - d, y - d), QPointF(x + d, y + d))
        painter.drawLine(QPointF(x + d, y - d), QPointF(x - d, y + d))
