"""The drawn ring as a widget: clicks, dragged markers, keys, and its way between two moments."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from desktop import theme
from desktop.docks.motion import moves
from desktop.docks.ring_layout import RingLayout, layout_ring, marker_at, sector_at, tokens_at
from desktop.docks.ring_paint import paint_below, paint_focus, paint_markers
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.models.roster import Elsewhere
from desktop.widgets.keyed import ARROWS
from desktop.widgets.unmarked import unmarked
from rules.views import RingView

DRAG = 6
"""Pixels that a marker is dragged before it leaves its place."""

GLIDE = 220
"""Milliseconds in which hand and markers go to their new places."""


class RingWidget(QWidget):
    """The ring itself; a click selects, the pointer names.

    Signals:
        chosen(str, bool): a token was clicked; whether it joins the selection.
        opened(str): a token was double-clicked, or Enter pressed on it.
        pointed(str): the token under the pointer, empty when it leaves.
        dropped(str, int): a marker was dragged to a field with this value.
    """

    chosen = Signal(str, bool)
    opened = Signal(str)
    pointed = Signal(str)
    dropped = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self.view: RingView | None = None
        self._held: str = ""
        self._grip: QPointF | None = None
        self._target: int | None = None
        self._from: RingView | None = None
        self._layout: RingLayout | None = None
        self._laid: RingView | None = None
        """Of what the layout is."""
        self._still: tuple[object, QPixmap] | None = None
        self._over = ""
        self.portraits: dict[str, QPixmap] = {}
        self.elsewhere: dict[str, Elsewhere] = {}
        self._looks: tuple[object, ...] | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._glide = QVariantAnimation(self)
        self._glide.setStartValue(0.0)
        self._glide.setEndValue(1.0)
        self._glide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._glide.valueChanged.connect(lambda _v: self.update())

    @property
    def moving(self) -> bool:
        """Whether hand and markers are on their way."""
        return self._glide.state() == QVariantAnimation.State.Running

    def show_view(self, view: RingView | None, *, back: bool = False, jump: bool = False) -> None:
        """Show another moment; time runs on clockwise, and ``back`` only when taken back.

        Where nothing is to be seen of a step, nothing is painted, and what glides goes on.
        """
        looks = (self.portraits, self.elsewhere)
        if not jump and view == self.view and looks == self._looks:
            return
        self._looks = looks
        old = self.shown() if self.view is not None else None
        self._glide.stop()
        self.view = view
        self._from = None
        fits = (
            old is not None
            and view is not None
            and len(old.fields) == len(view.fields)
            and moves()
            and not jump
        )
        if fits and old is not None and view is not None:
            self._from = replace(old, hand=_before(old.hand, view, back))
            if _differ(self._from, view):
                self._glide.setDuration(GLIDE)
                self._glide.start()
        self._describe()
        self.update()

    def forget(self) -> None:
        """Words or theme are other ones: the same moment looks different."""
        self._looks = None

    def shown(self) -> RingView | None:
        """Return the ring as it is drawn now, on the way between two moments."""
        if self.view is None or self._from is None or not self.moving:
            return self.view
        share = float(self._glide.currentValue())
        count = len(self.view.fields)
        old = {m.token: m.at for m in self._from.markers if not m.ghost}
        markers = tuple(
            replace(m, at=_between(old[m.token], m.at, share, count))
            if m.token in old and not m.ghost
            else m
            for m in self.view.markers
        )
        hand = self._from.hand + (self.view.hand - self._from.hand) * share
        return replace(self.view, hand=hand, markers=markers)

    def _describe(self) -> None:
        self.setAccessibleName(tr("docks.ring.ring"))
        if self.view is not None:
            centre = (self.view.top, self.view.big, self.view.bottom)
            self.setAccessibleDescription(" ".join(w for w in centre if w))

    # -- Qt ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        view = self.shown()
        if view is None:
            return
        view = self._dragged(view)
        painter = QPainter(self)
        side = min(self.width(), self.height())
        rect = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        inner = rect.adjusted(4, 4, -4, -4)
        if self._layout is None or self._laid is not view:
            self._layout, self._laid = layout_ring(inner, view), view
        painter.drawPixmap(0, 0, self._below(view, self._layout))
        ways = {token: other.icon for token, other in self.elsewhere.items()}
        paint_markers(painter, self._layout, view, theme.current(), self.portraits, ways)
        if self.hasFocus():
            paint_focus(painter, self._layout, self._selected(), theme.current())
        painter.end()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._layout = None

    def _below(self, view: RingView, layout: RingLayout) -> QPixmap:
        """Return what lies below the markers as a picture: most steps leave it as it is."""
        look, dpr = theme.current(), self.devicePixelRatioF()
        key = (replace(view, markers=()), layout.centre, layout.radius, look, self.size(), dpr)
        if self._still is None or self._still[0] != key:
            picture = QPixmap(self.size() * dpr)
            picture.setDevicePixelRatio(dpr)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint_below(painter, layout, view, look)
            painter.end()
            self._still = (key, picture)
        return self._still[1]

    def tokens_at(self, at: QPointF) -> tuple[str, ...]:
        """Return the tokens of the marker under a point."""
        if self._layout is None and self.view is not None:
            side = min(self.width(), self.height())
            rect = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
            self._layout = layout_ring(rect.adjusted(4, 4, -4, -4), self.view)
        placed = marker_at(self._layout, at) if self._layout is not None else None
        return tuple(tokens_at(placed)) if placed is not None else ()

    def name_of(self, token: str) -> str:
        """Return what a marker is called."""
        markers = self.view.markers if self.view is not None else ()
        name = next((m.label or m.initials for m in markers if m.token == token), "")
        other = self.elsewhere.get(token)
        return tr("docks.ring.elsewhere", name=name, storey=other.name) if other else name

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.tokens_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or not found:
            return
        if len(found) > 1:
            self._ask(found, event.globalPosition().toPoint())
            return
        if len(found) == 1 and self.view is not None and self.view.values:
            self._held, self._grip = found[0], event.position()
        held = event.modifiers()
        add = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
        self.chosen.emit(found[0], bool(held & add))

    def _ask(self, tokens: tuple[str, ...], at: QPoint) -> None:
        menu = QMenu(self)
        for token in tokens:
            action = menu.addAction(self.name_of(token))
            action.triggered.connect(lambda _on, t=token: self.chosen.emit(t, False))
        menu.popup(at)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.tokens_at(event.position())
        if len(found) == 1:
            self.opened.emit(found[0])

    def _dragged(self, view: RingView) -> RingView:
        """Return the ring with a ghost where the marker that is dragged would go."""
        if self._target is None:
            return view
        held = next((m for m in view.markers if m.token == self._held and not m.ghost), None)
        if held is None:
            return view
        ghost = replace(held, at=float(self._target), ghost=True, selected=False, lap="")
        return replace(view, markers=(*view.markers, ghost))

    def _drag(self, at: QPointF) -> None:
        """Follow the pointer with the marker that is held, from field to field."""
        if self.view is None or self._layout is None or self._grip is None:
            return
        away = at - self._grip
        if self._target is None and abs(away.x()) + abs(away.y()) < DRAG:
            return
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._target = sector_at(self._layout, self.view, at)
        name, value = self.name_of(self._held), self.view.fields[self._target]
        words = tr("docks.ring.drop", name=name, field=value)
        QToolTip.showText(self.mapToGlobal(at.toPoint()), unmarked(words), self)
        self.update()

    def stop_drag(self) -> None:
        """Let the marker go where it was."""
        self._held, self._grip, self._target = "", None, None
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.update()

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        token, target, view = self._held, self._target, self.view
        self.stop_drag()
        if token and target is not None and view is not None:
            now = next((m.at for m in view.markers if m.token == token and not m.ghost), None)
            if now is None or _field_of(view, now) != target:
                self.dropped.emit(token, view.values[target])

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held:
            self._drag(event.position())
            return
        found = self.tokens_at(event.position())
        over = found[0] if found else ""
        if over != self._over:
            self._over = over
            self.pointed.emit(over)
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
            )

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        if self._over:
            self._over = ""
            self.pointed.emit("")

    @guarded
    def event(self, event: QEvent) -> bool:
        """Name the markers under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.tokens_at(QPointF(event.pos()))
            text = "\n".join(self.name_of(t) for t in found)
            QToolTip.showText(event.globalPos(), unmarked(text), self)
            return True
        return super().event(event)

    def _selected(self) -> str:
        markers = self.view.markers if self.view is not None else ()
        return next((m.token for m in markers if m.selected), "")

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from marker to marker along the ring; Enter opens the sheet."""
        markers = [m for m in self.view.markers if not m.ghost] if self.view is not None else []
        ring = [m.token for m in sorted(markers, key=lambda m: m.at)]
        now = self._selected()
        if ring and event.key() in ARROWS:
            at = ring.index(now) + ARROWS[Qt.Key(event.key())] if now in ring else 0
            self.chosen.emit(ring[at % len(ring)], False)
        elif now and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(now)
        elif self._held and event.key() == Qt.Key.Key_Escape:
            self.stop_drag()
        else:
            super().keyPressEvent(event)


def _field_of(view: RingView, at: float) -> int:
    """Return the field in which a marker stands; on a dial fields begin at their numbers."""
    field = math.floor(at) if view.dial else round(at)
    return field % len(view.fields)


def _before(hand: float, view: RingView, back: bool) -> float:
    """Return the old place of the hand, so that the way to the new one runs as time does."""
    count = len(view.fields)
    way = (view.hand - hand) % count
    if back and way:
        way -= count
    return view.hand - way


def _between(old: float, new: float, share: float, count: int) -> float:
    way = (new - old + count / 2) % count - count / 2
    return (old + way * share) % count if share < 1 else new


def _differ(old: RingView, new: RingView) -> bool:
    places = {m.token: m.at for m in old.markers}
    moved = any(places.get(m.token, m.at) != m.at for m in new.markers)
    return moved or abs(old.hand - new.hand) > 0.001
