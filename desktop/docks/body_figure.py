"""The drawn body as a widget: zones under the pointer, their cards, keys."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from desktop import theme
from desktop.docks.body_layout import BodyLayout, zone_at
from desktop.docks.body_paint import paint_body
from desktop.docks.parts import scaled
from desktop.docks.zone_tree import zone_card, zone_text
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.widgets.card import HoverCard
from desktop.widgets.draw import plate
from desktop.widgets.keyed import ARROWS, Keyed
from rules.views import BodyView, ZoneView

CARD_AFTER = 300


class Figure(Keyed):
    """The drawn body; a card tells about the zone under the pointer.

    Signals:
        chosen(str): a zone was clicked.
        stepped(int): the next zone (1) or the one before (-1) is to be chosen.
    """

    chosen = Signal(str)
    stepped = Signal(int)

    own_keys = ARROWS

    def __init__(self) -> None:
        super().__init__()
        self.view: BodyView | None = None
        self.card: HoverCard | None = None
        self._layout: BodyLayout | None = None
        self._over = ""
        self._low = False
        self._wait = QTimer(self, singleShot=True, interval=CARD_AFTER)
        self._wait.timeout.connect(self._show_card)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(theme.px(120))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_low(self, low: bool) -> None:
        """Leave all the room to the figure, or show legend and captions, too."""
        if low != self._low:
            self._low = low
            self.update()

    def show_view(self, view: BodyView) -> None:
        """Show another body; the same one is left as it is."""
        if view == self.view and not self.isHidden():
            return
        self.view = view
        self._hide_card()
        self.setAccessibleName(view.title or tr("docks.body.figure"))
        said = (zone_text(z) for z in view.zones if z.wound or z.value)
        self.setAccessibleDescription("; ".join(said))
        self.update()

    def _shown(self, view: BodyView) -> BodyView:
        if not self._low:
            return view
        zones = tuple(replace(z, label="") for z in view.zones)
        if len(zones) == 1:
            zones = (replace(zones[0], value=""),)
        return replace(view, zones=zones, legend=(), front="", back="")

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.view is not None:
            painter = QPainter(self)
            view = self._shown(self.view)
            rect = scaled(painter, self)
            self._layout = paint_body(painter, rect, view, theme.current(), self._over)
            if self.hasFocus():
                plate(painter, rect, 4, None, theme.current().accent, 2)
            painter.end()

    def zone(self, at: QPointF) -> ZoneView | None:
        """Return the zone under a point."""
        if self._layout is None or self.view is None:
            return None
        return zone_at(self._layout, self.view, at / theme.current_scale())

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.zone(event.position())
        over = found.id if found is not None else ""
        if over == self._over:
            return
        self._over = over
        self.update()
        if found is None:
            self._hide_card()
        elif self.card is not None and self.card.isVisible():
            self._show_card()
        else:
            self._wait.start()

    def _show_card(self) -> None:
        zones = self.view.zones if self.view is not None else ()
        zone = next((z for z in zones if z.id == self._over), None)
        if zone is None:
            return
        if self.card is None:
            self.card = HoverCard(self.window())
        corner = self.mapTo(self.window(), QPoint(0, 0))
        self.card.show_card(zone_card(zone), QRectF(corner, self.size()))

    def _hide_card(self) -> None:
        self._wait.stop()
        if self.card is not None:
            self.card.hide()

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        self._over = ""
        self._hide_card()
        self.update()

    @guarded
    def hideEvent(self, event: QHideEvent) -> None:
        self._hide_card()
        if self.card is not None:
            self.card.deleteLater()
            self.card = None  # another window may be the parent next time

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.zone(event.position())
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(found.id)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = ARROWS.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.chosen.emit("")
        else:
            super().keyPressEvent(event)
