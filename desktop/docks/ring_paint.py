"""The initiative ring, for screen and paper."""

from __future__ import annotations

import math
from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap

from desktop.board.paint import arc, circle, fill, line, pen, polygon, text, text_width
from desktop.board.paint_token import MarkerLook, paint_lap, paint_marker
from desktop.colours import Theme
from desktop.docks.ring_layout import RingLayout, angle, layout_ring
from desktop.icons import draw_icon
from desktop.theme import font
from rules.views import ArcKind, RingArc, RingBeats, RingBound, RingView

LEAST_WORDS = 8
"""Pixels of words in the middle below which they are left out."""
SMALL_DISC = 30
"""Radius of the disc in pixels below which its lines would overlap."""
_DASH: dict[ArcKind, tuple[float, ...]] = {
    ArcKind.RELOAD: (7, 3),
    ArcKind.PAUSE: (3, 3),
    ArcKind.MOVE: (2, 4),
    ArcKind.PREPARE: (6, 3),
}


def paint_ring(
    painter: QPainter,
    rect: QRectF,
    view: RingView,
    theme: Theme,
    portraits: Mapping[str, QPixmap] | None = None,
    elsewhere: Mapping[str, str] | None = None,
) -> RingLayout:
    """Draw a ring into a rectangle and return where everything lies.

    ``elsewhere`` are the tokens on other storeys of the map, with the sign of the way there.
    """
    layout = layout_ring(rect, view)
    paint_below(painter, layout, view, theme)
    paint_markers(painter, layout, view, theme, portraits, elsewhere)
    return layout


def paint_below(painter: QPainter, layout: RingLayout, view: RingView, theme: Theme) -> None:
    """Draw all of a ring but its markers."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ring = _Ring(painter, view, theme, layout)
    ring.trail()
    if view.dial:
        ring.dial()
    else:
        ring.fields()
    for bound in view.bounds:
        ring.bound(bound)
    for one in view.arcs:
        ring.arc(one)
    for beats in view.beats:
        ring.beats(beats)
    ring.hand()
    ring.centre()
    painter.restore()


def paint_markers(
    painter: QPainter,
    layout: RingLayout,
    view: RingView,
    theme: Theme,
    portraits: Mapping[str, QPixmap] | None = None,
    elsewhere: Mapping[str, str] | None = None,
) -> None:
    """Draw the markers of a ring."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _Ring(painter, view, theme, layout).markers(portraits or {}, elsewhere or {})
    painter.restore()


def sector(centre: QPointF, inner: float, outer: float, start: float, end: float) -> QPainterPath:
    """Return a piece of a ring between two angles, clockwise from twelve o'clock."""
    out = QRectF(centre.x() - outer, centre.y() - outer, 2 * outer, 2 * outer)
    ins = QRectF(centre.x() - inner, centre.y() - inner, 2 * inner, 2 * inner)
    path = QPainterPath()
    path.arcMoveTo(out, 90 - start)
    path.arcTo(out, 90 - start, start - end)
    path.arcTo(ins, 90 - end, end - start)
    path.closeSubpath()
    return path


class _Ring:
    """One painting of the ring, part by part."""

    def __init__(self, painter: QPainter, view: RingView, theme: Theme, layout: RingLayout) -> None:
        self.p, self.view, self.theme, self.on = painter, view, theme, layout

    def trail(self) -> None:
        on, view, accent = self.on, self.view, self.theme.accent
        half = 0.0 if view.dial else on.step / 2
        wedge = (min(70.0, on.step * 4) if view.trail is None else view.trail) / 6
        low, high = on.disc + 2, on.inner - 1
        if self.theme.paper:
            accent = "#8A8A8A"
        for i in range(6):
            end = on.hand - half - wedge * i
            piece = sector(on.centre, low, high, end - wedge, end)
            self.p.fillPath(piece, fill(accent, 0.15 * (1 - i / 6)))
        if not view.dial:
            own = sector(on.centre, low, high, on.hand - half, on.hand + half)
            self.p.fillPath(own, fill(accent, 0.20))

    def fields(self) -> None:
        on, view, theme = self.on, self.view, self.theme
        count = len(view.fields)
        whole = abs(view.hand - round(view.hand)) < 0.01
        for i, label in enumerate(view.fields):
            middle = angle(view, i)
            now = whole and i == round(view.hand) % count
            ground = theme.accent if now else theme.ring_field if i % 2 else theme.ring_field_2
            start, end = middle - on.step / 2, middle + on.step / 2
            self.p.setPen(pen(theme.ring_line, 1))
            self.p.setBrush(fill(ground))
            self.p.drawPath(sector(on.centre, on.inner, on.outer, start, end))
            bold = view.bold is None or i in view.bold
            size = on.text_size(12 if bold else 11)
            ink = theme.on_accent if now else theme.text if bold else theme.text_2
            weight = 700 if now else 600 if bold else 450
            if not (bold or now) and math.tau * on.numbers / count < 1.35 * size:
                continue  # too narrow for every number
            at = on.at(on.numbers, middle)
            at.setY(at.y() + size * 0.36)
            text(self.p, at, label, font(size, weight), ink)

    def dial(self) -> None:
        on, view, theme = self.on, self.view, self.theme
        whole = QPainterPath()
        whole.addEllipse(on.centre, on.outer, on.outer)
        whole.addEllipse(on.centre, on.inner, on.inner)
        self.p.fillPath(whole, fill(theme.ring_field))
        for i in range(0, len(view.fields), 2):
            piece = sector(on.centre, on.inner, on.outer, angle(view, i), angle(view, i + 1))
            self.p.fillPath(piece, fill(theme.ring_field_2))
        rim = pen(theme.ring_line, 1)
        circle(self.p, on.centre, on.outer, None, rim)
        circle(self.p, on.centre, on.inner, None, rim)
        for i in range(len(view.fields) * view.ticks):
            a = angle(view, i / view.ticks)
            whole_second, half = i % view.ticks == 0, i % view.ticks == view.ticks / 2
            length = on.outer - on.inner if whole_second else (7 if half else 4) * on.zoom
            ink = theme.line_strong if whole_second else theme.ring_line
            stroke = pen(ink, 1.2 if whole_second else 1, round_caps=False)
            line(self.p, on.at(on.outer, a), on.at(on.outer - length, a), stroke)
        size = on.text_size(12)
        for i, label in enumerate(view.fields):
            at = on.at(on.numbers - 1.5 * on.zoom, angle(view, i + 0.5))
            at.setY(at.y() + size * 0.36)
            text(self.p, at, label, font(size, 550), theme.text_2)

    def bound(self, bound: RingBound) -> None:
        on, view = self.on, self.view
        a = angle(view, bound.at)
        if not view.dial:
            a -= on.step / 2 + view.gap / 2
        apart = view.gap * 0.16 if view.gap else 0.8
        stroke = pen(self.theme.text_2, 1.4, round_caps=False)
        for e in (a - apart, a + apart):
            line(self.p, on.at(on.inner - 3, e), on.at(on.outer + 4, e), stroke)
        if bound.label:
            at = on.at(on.outer + 11 * on.zoom, a)
            at.setY(at.y() + 3.5)
            text(self.p, at, bound.label, font(on.text_size(10), 500), self.theme.text_2)

    def arc(self, one: RingArc) -> None:
        on, preview = self.on, one.kind is ArcKind.PREVIEW
        ink = self.theme.colour("accent" if preview else one.side)
        radius, start, end = on.track(one.track), angle(self.view, one.start), 0.0
        end = angle(self.view, one.end)
        if one.end < one.start:
            end += 360
        hand = on.hand
        while hand < start - 0.01:
            hand += 360
        middle = min(max(hand, start), end)
        if middle > start + 0.5:
            self.p.strokePath(arc(on.centre, radius, start, middle), pen(ink, 1.6, alpha=0.45))
        last = end - 3 if preview else end
        if last > middle + 0.5:
            dash = _DASH.get(one.kind, ())
            thick = pen(ink, 2 if preview else on.arc_width, dash=dash, round_caps=not dash)
            self.p.strokePath(arc(on.centre, radius, middle, last), thick)
        circle(self.p, on.at(radius, start), 2.6 * on.zoom, fill(ink))
        if preview:
            self._arrow(radius, end, ink)
        else:
            self._arc_end(on.at(radius, end), one, ink)

    def _arrow(self, radius: float, end: float, ink: QColor) -> None:
        on, k = self.on, self.on.zoom
        head = [
            on.at(radius, end),
            on.at(radius + 5 * k, end - 5 / k),
            on.at(radius - 5 * k, end - 6 / k),
        ]
        self.p.fillPath(polygon(head), fill(ink))

    def _arc_end(self, at: QPointF, one: RingArc, ink: QColor) -> None:
        reach = max(7.5, 8 * self.on.zoom)
        circle(self.p, at, reach, fill(self.theme.surface), pen(ink, 1.8))
        half = reach * 0.66
        box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
        draw_icon(self.p, one.icon, box, ink, 2.6)
        if one.lap:
            above = QPointF(at.x(), at.y() - reach - 3)
            text(self.p, above, one.lap, font(10, 650), ink)

    def beats(self, beats: RingBeats) -> None:
        on = self.on
        ink = self.theme.colour(beats.side)
        for times, ground in ((beats.done, ink), (beats.open, self.theme.surface)):
            for t in times:
                at = on.at(on.track(beats.track), angle(self.view, t))
                circle(self.p, at, 3.3 * on.zoom, fill(ground), pen(ink, 1.5))

    def hand(self) -> None:
        on = self.on
        tip = on.outer - 2 if self.view.dial else on.inner
        head = [
            on.at(tip, on.hand),
            on.at(on.disc, on.hand - 5.5),
            on.at(on.disc, on.hand + 5.5),
        ]
        self.p.setPen(pen(self.theme.surface, 1))
        self.p.setBrush(fill(self.theme.accent))
        self.p.drawPath(polygon(head))

    def centre(self) -> None:
        on, view, theme, c = self.on, self.view, self.theme, self.on.centre
        circle(self.p, c, on.disc, fill(theme.surface), pen(theme.accent, 2))
        label = font(on.text_size(11))
        big = min((28 if len(view.big) < 4 else 22) * min(1.3, on.zoom), 1.1 * on.disc)
        # Without a line above, number and line below move up a little.
        shift = 0.0 if view.top else -on.disc * 0.1
        texts = (
            (view.top, -0.36, label, theme.text_2),
            (view.big, 0.24, font(big, 650), theme.text),
            (view.bottom, 0.60, label, theme.text_2),
        )
        small = on.disc < SMALL_DISC  # it has room for the number alone
        for words, share, f, ink in texts[1:2] if small else texts:
            room, wide = 1.9 * on.disc * math.sqrt(1 - share * share), text_width(words, f)
            if wide > room:  # it would run over the rim of the disc
                smaller = int(f.pixelSize() * room / wide)
                if smaller < LEAST_WORDS:
                    continue
                f.setPixelSize(smaller)
            text(self.p, QPointF(c.x(), c.y() + on.disc * share + shift), words, f, ink)

    def markers(self, portraits: Mapping[str, QPixmap], elsewhere: Mapping[str, str]) -> None:
        for placed in sorted(self.on.placed, key=lambda p: -p.lane):
            m = placed.marker
            look = MarkerLook(
                m.initials,
                m.side,
                selected=m.selected,
                ghost=m.ghost,
                out=m.out,
                portrait=portraits.get(m.token),
            )
            paint_marker(self.p, placed.centre, self.on.diameter, look, self.theme)
        # Badges come last, so that no neighbour hides them.
        for placed in self.on.placed:
            lap = f"+{len(placed.more)}" if placed.more else placed.marker.lap
            if lap:
                paint_lap(self.p, placed.centre, self.on.diameter, lap, self.theme)
            if placed.marker.mark and not placed.marker.ghost:
                self._mark(placed.centre, placed.marker.mark, -1)
            way = elsewhere.get(placed.marker.token)
            if way:
                self._mark(placed.centre, way, 1)

    def _mark(self, centre: QPointF, icon: str, down: int) -> None:
        """Draw a sign at the marker's left: above what takes its time, below the storey."""
        shift, reach = max(8.0, self.on.diameter * 0.4), max(6.0, self.on.diameter * 0.28)
        at = QPointF(centre.x() - shift, centre.y() + down * shift)
        circle(self.p, at, reach, fill(self.theme.surface), pen(self.theme.text, 1.2))
        half = reach * 0.7
        box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
        draw_icon(self.p, icon, box, QColor(self.theme.text), 2.8)


def paint_focus(painter: QPainter, layout: RingLayout, token: str, theme: Theme) -> None:
    """Draw the keyboard focus around the marker of a token."""
    for placed in layout.placed:
        if placed.marker.token == token:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            circle(painter, placed.centre, layout.diameter / 2 + 4, None, pen(theme.accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
