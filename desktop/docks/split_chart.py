"""The chart of a split: what each share is worth, with a bar to choose one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from desktop import theme
from desktop.board.paint import circle, colour, fill, halo_text, line, pen, text, text_width
from desktop.colours import Theme
from desktop.docks.materials_paint import MISS, paint_material
from desktop.docks.parts import scaled
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.theme import font
from desktop.widgets.draw import plate
from desktop.widgets.keyed import Keyed
from rules.views import SplitView

HEIGHT = 172.0
TOP, CURVE, GAP, BAR = 14.0, 76.0, 26.0, 28.0
SIDE = 8.0
"""Room at both ends for the handle."""
TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_PageDown: -100,
    Qt.Key.Key_PageUp: 100,
}


def tick_step(total: int, room: float, least: float = 46.0) -> int:
    """Return the distance of the numbers of an axis, so that they keep clear of each other."""
    return next((t for t in TICKS if t / max(1, total) * room >= least), max(1, total))


class SplitChart(Keyed):
    """The axis from nothing to the whole sum, with its curve and its handle.

    Signals:
        chosen(int): the first share is to be this.
    """

    chosen = Signal(int)

    own_keys = (*STEPS, Qt.Key.Key_Home, Qt.Key.Key_End)

    def __init__(self) -> None:
        super().__init__()
        self.view: SplitView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(theme.px(HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.SizeHorCursor)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(theme.px(320), theme.px(HEIGHT))

    def show_view(self, view: SplitView) -> None:
        """Show another split."""
        self.view = view
        self.setAccessibleName(view.first_label)
        number = language.words.number
        self.setAccessibleDescription(
            f"{view.first_label} {number(view.value)}; {view.second_label} {number(view.second)}; "
            f"{view.mean_text} {number(view.mean, 0)}"
        )
        self.setToolTip(tr("docks.split.tip"))
        self.update()

    # -- where things lie ------------------------------------------------------------------------

    def _x(self, value: float, width: float) -> float:
        view = self.view
        total = view.total if view is not None else 1
        return SIDE + value / max(1, total) * (width - 2 * SIDE)

    def value_at(self, x: float) -> int:
        """Return the share at a pixel, inside the caps."""
        view = self.view
        if view is None:
            return 0
        width = self.width() / theme.current_scale()
        share = (x / theme.current_scale() - SIDE) / max(1.0, width - 2 * SIDE)
        return min(view.high, max(view.low, round(share * view.total)))

    # -- drawing -----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.view is None:
            return
        painter = QPainter(self)
        rect = scaled(painter, self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = theme.current()
        self._curve(painter, rect, self.view, look)
        self._bar(painter, rect, self.view, look)
        if self.hasFocus():
            plate(painter, rect, 4, None, look.accent, 2)
        painter.end()

    def _curve(self, p: QPainter, rect: QRectF, view: SplitView, look: Theme) -> None:
        base, w = TOP + CURVE, rect.width()
        most = max([v for _, v in view.curve] + [1.0]) * 1.12

        def y(mean: float) -> float:
            return base - mean / most * CURVE

        step = tick_step(round(most), CURVE, 30.0)
        for mean in range(0, round(most) + 1, step):
            line(p, QPointF(SIDE, y(mean)), QPointF(w - SIDE, y(mean)), pen(look.line, 1))
            if mean:
                at = QPointF(w - SIDE, y(mean) - 3)
                text(p, at, language.words.number(mean), font(11), look.text_2, "right")
        cap = self._x(view.high, w)
        if view.high < view.total:
            box = QRectF(cap, TOP, w - SIDE - cap, CURVE)
            p.setOpacity(0.55)
            paint_material(p, box, MISS, look)
            p.setOpacity(1.0)
            if text_width(view.cap_text, font(11)) + 12 < box.width():
                at = QPointF(box.center().x(), TOP + 16)
                inks = (colour(look.text_2), pen(look.surface, 4))
                halo_text(p, at, view.cap_text, font(11), inks)
        points = [QPointF(self._x(v, w), y(m)) for v, m in view.curve]
        if points:
            self._line(p, points, base, look)
        text(p, QPointF(SIDE + 2, TOP - 3), view.mean_text, font(11), look.text_2, "left")
        self._mark(p, QPointF(self._x(view.value, w), y(view.mean)), w, view, look)

    @staticmethod
    def _line(p: QPainter, points: list[QPointF], base: float, look: Theme) -> None:
        path = QPainterPath(points[0])
        for point in points[1:]:
            path.lineTo(point)
        area = QPainterPath(path)
        area.lineTo(points[-1].x(), base)
        area.lineTo(points[0].x(), base)
        area.closeSubpath()
        p.fillPath(area, fill(look.accent, 0.14))
        p.strokePath(path, pen(look.accent, 2.2))

    @staticmethod
    def _mark(p: QPainter, at: QPointF, width: float, view: SplitView, look: Theme) -> None:
        foot = QPointF(at.x(), TOP + CURVE + GAP)
        line(p, at, foot, pen(look.accent, 1.5))
        circle(p, at, 5, fill(look.surface), pen(look.accent, 2.4))
        words = tr("docks.split.mean", mean=language.words.number(view.mean, 0))
        wide = text_width(words, font(12, 650)) + 14
        left = at.x() + 10 if at.x() + 12 + wide < width else at.x() - 10 - wide
        box = QRectF(left, max(TOP + 2, at.y() - 8), wide, 20)
        plate(p, box, 4, look.accent)
        ink = look.on_accent
        text(p, QPointF(box.left() + 7, box.top() + 14), words, font(12, 650), ink, "left")

    def _bar(self, p: QPainter, rect: QRectF, view: SplitView, look: Theme) -> None:
        w, top = rect.width(), TOP + CURVE + GAP
        whole = QRectF(SIDE, top, w - 2 * SIDE, BAR)
        plate(p, whole, 4, look.sunk, look.line_strong)
        x = self._x(view.value, w)
        p.save()
        p.setClipRect(QRectF(SIDE, top, max(0.0, x - SIDE), BAR))
        plate(p, whole, 4, look.accent)
        p.restore()
        words = tr("docks.split.second", what=_plain(view.second_label), value=view.second)
        sum_ = tr("docks.split.total", total=view.total)
        room = whole.right() - x - 22
        wide, end = text_width(words, font(12, 600)), text_width(sum_, font(11))
        if wide <= room:
            text(p, QPointF(x + 16, top + 18.5), words, font(12, 600), look.text, "left")
        elif wide + 24 < x - SIDE:
            at = QPointF(x - 16, top + 18.5)
            text(p, at, words, font(12, 600), look.on_accent, "right")
        if wide + end + 16 <= room:
            at = QPointF(whole.right() - 10, top + 18.5)
            text(p, at, sum_, font(11), look.text_2, "right")
        if view.low < view.high < view.total:
            cap = self._x(view.high, w)
            stroke = pen(look.text, 1.5, dash=(3, 2), round_caps=False)
            line(p, QPointF(cap, top - 4), QPointF(cap, top + BAR + 4), stroke)
        handle = QRectF(x - 8, top - 6, 16, 40)
        plate(p, handle, 5, look.raised, look.accent, 2)
        grip = pen(look.accent, 1.6)
        for dx in (-2.5, 2.5):
            line(p, QPointF(x + dx, top + 8), QPointF(x + dx, top + 20), grip)
        self._ticks(p, w, top + BAR + 18, view, look)

    def _ticks(self, p: QPainter, w: float, y: float, view: SplitView, look: Theme) -> None:
        step = tick_step(view.total, w - 2 * SIDE)
        for value in range(0, view.total + 1, step):
            at = QPointF(self._x(value, w), y)
            text(p, at, language.words.number(value), font(11), look.text_2)

    # -- the hand ------------------------------------------------------------------------------

    def _choose(self, value: int) -> None:
        view = self.view
        if view is None:
            return
        value = min(view.high, max(view.low, value))
        if value != view.value:
            self.chosen.emit(value)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._choose(self.value_at(event.position().x()))

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._choose(self.value_at(event.position().x()))

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        view, key = self.view, Qt.Key(event.key())
        if view is None:
            return
        ten = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in STEPS:
            self._choose(view.value + STEPS[key] * (10 if ten else 1))
        elif key == Qt.Key.Key_Home:
            self._choose(view.low)
        elif key == Qt.Key.Key_End:
            self._choose(view.high)
        else:
            super().keyPressEvent(event)


def _plain(words: str) -> str:
    """Return a label without what stands in brackets behind it."""
    return words.partition(" (")[0]
