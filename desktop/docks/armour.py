"""The armour dock: how well the target, or whoever is selected, is protected."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from desktop import theme
from desktop.docks.armour_paint import bar_height, paint_ac_bar, paint_bands
from desktop.docks.base import NOTHING, Dock
from desktop.docks.layers_layout import LEAST, LayersLayout, Struck, layout_layers, struck
from desktop.docks.layers_paint import LayerWords, bare_lines, names_of, paint_layers
from desktop.docks.parts import ElidedLabel, EmptyState, label, scaled
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.session import Session
from desktop.widgets.draw import plate
from desktop.widgets.keyed import Keyed
from desktop.widgets.layouts import clear
from desktop.widgets.unmarked import unmarked
from rules.encounter.changes import Changes
from rules.encounter.plans import AttackPlan
from rules.encounter.state import TokenId
from rules.system.extras import Zoned
from rules.views import ACBarView, ArmourView, BandsView, LayerBlock, LayersView

BANDS_HEIGHT = 54


class BarWidget(QWidget):
    """The sum, its parts and the die, drawn."""

    def __init__(self) -> None:
        super().__init__()
        self._view: ACBarView | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_view(self, view: ACBarView | None) -> None:
        """Show a bar, or nothing."""
        self._view = view
        self.setVisible(view is not None)
        if view is not None:
            self.setFixedHeight(theme.px(bar_height(view) + 2))
            parts = ", ".join(f"{p.label} {p.value}" for p in view.parts)
            said = [view.total, parts, *(f"{name} {value}" for name, value in view.others)]
            said += [view.miss_text, view.hit_text]
            self.setAccessibleName(view.title or view.total)
            self.setAccessibleDescription("; ".join(s for s in said if s))
            self.setToolTip(unmarked("\n".join(s for s in said if s)))
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(360, self.minimumHeight())

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is not None:
            painter = QPainter(self)
            rect = scaled(painter, self).adjusted(0.5, 0, -0.5, 0)
            paint_ac_bar(painter, rect, self._view, theme.current())
            painter.end()


class BandsWidget(QWidget):
    """Bands of wounds, drawn."""

    def __init__(self) -> None:
        super().__init__()
        self._view: BandsView | None = None
        self.setFixedHeight(theme.px(BANDS_HEIGHT))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_view(self, view: BandsView | None) -> None:
        """Show bands, or nothing."""
        self._view = view
        self.setVisible(view is not None)
        self.setAccessibleName(view.text if view is not None else "")
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is not None:
            painter = QPainter(self)
            paint_bands(painter, scaled(painter, self), self._view, theme.current())
            painter.end()


STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_PageDown: -100,
    Qt.Key.Key_PageUp: 100,
}


class LayersWidget(Keyed):
    """The layers along the attack value; moving the value shows what it would strike.

    Signals:
        moved(): another attack value is tried, or none any more.
        unsaid(str): the places left bare that have no room in it, or nothing.
    """

    moved = Signal()
    unsaid = Signal(str)

    own_keys = STEPS

    def __init__(self) -> None:
        super().__init__()
        self.view: LayersView | None = None
        self.at: int | None = None
        self._layout: LayersLayout | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(theme.px(LEAST))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.SizeHorCursor)

    def show_view(self, view: LayersView | None, *, keep: bool) -> None:
        """Show other layers; ``keep`` leaves the attack value that is tried."""
        self.view = view
        self.setVisible(view is not None)
        if not keep or view is None:
            self.at = None
        elif self.at is not None:
            self.at = min(view.end, self.at)
        self._describe()
        self._say_bare()
        self.update()

    def _say_bare(self) -> None:
        """Let others say which places are bare where they have no room here."""
        view, scale = self.view, theme.current_scale()
        if view is None or not view.bare_places:
            self.unsaid.emit("")
            return
        room = QRectF(0, 0, self.width() / scale, self.height() / scale)
        layout = layout_layers(room, view, tr("docks.armour.protection"))
        said = f"{view.bare_text}: {view.bare_places}"
        self.unsaid.emit("" if bare_lines(view, layout) else said)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._say_bare()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(theme.px(360), theme.px(LEAST))

    @property
    def hit(self) -> Struck | None:
        """What the attack value strikes that is tried, else the likeliest one."""
        if self.view is None:
            return None
        at = self.view.at if self.at is None else self.at
        return None if at is None else struck(self.view, at)

    def sentence(self) -> str:
        """Say what the attack value strikes and what gets through."""
        hit = self.hit
        if hit is None or self.view is None:
            return ""
        at = language.words.number(hit.at)
        if hit.blocks is None:
            return tr("docks.armour.try_miss", value=at)
        if hit.blocks:
            what = language.words.listing(names_of(hit.blocks))
        else:
            what = self.view.bare_text or tr("docks.armour.skin")
        sum_ = language.words.number(hit.protection)
        if hit.rest is None:
            return tr("docks.armour.try_layers", value=at, what=what, protection=sum_)
        rest = language.words.number(hit.rest)
        return tr("docks.armour.try_rest", value=at, what=what, protection=sum_, rest=rest)

    def _describe(self) -> None:
        self.setAccessibleName(tr("docks.armour.layers"))
        said = [f"{b.name}: {b.detail}, {b.start}–{b.end}" for b in self.layers_outside_in()]
        self.setAccessibleDescription("; ".join([*said, self.sentence()]))
        self.setToolTip(unmarked("\n".join([tr("docks.armour.try_tip"), *said])))

    def layers_outside_in(self) -> list[LayerBlock]:
        """Return the blocks, the outermost first."""
        blocks = self.view.blocks if self.view is not None else ()
        return sorted(blocks, key=lambda b: -b.below)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.view is None:
            return
        painter = QPainter(self)
        rect = scaled(painter, self)
        hit = self.hit
        rest = ""
        if hit is not None and hit.rest:
            rest = tr("docks.armour.rest", value=language.words.number(hit.rest))
        words = LayerWords(
            tr("docks.armour.protection"),
            tr("docks.armour.value"),
            self.sentence() if self.at is not None else "",
            rest,
        )
        look = theme.current()
        self._layout = paint_layers(painter, rect, self.view, look, words, self.at)
        if self.hasFocus():
            plate(painter, rect, 4, None, look.accent, 2)
        painter.end()

    def try_value(self, at: int | None) -> None:
        """Try another attack value; ``None`` shows the likeliest blow again."""
        if self.view is None:
            return
        self.at = None if at is None else min(self.view.end, max(0, at))
        self._describe()
        self.update()
        self.moved.emit()

    def _drag(self, x: float) -> None:
        if self._layout is not None:
            self.try_value(self._layout.value_at(x / theme.current_scale()))

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._drag(event.position().x())

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(event.position().x())

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.try_value(None)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step is not None and self.view is not None:
            ten = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            start = self.at if self.at is not None else self.view.at
            self.try_value(
                (self.view.lowest if start is None else start) + step * (10 if ten else 1)
            )
        elif event.key() == Qt.Key.Key_Escape and self.at is not None:
            self.try_value(None)
        else:
            super().keyPressEvent(event)


class ArmourDock(Dock):
    """What keeps the blow off."""

    id = "armour"
    icon = "shield"

    def build(self) -> None:
        self.bar_widget, self.bands, self.layers = BarWidget(), BandsWidget(), LayersWidget()
        self._shown_for: object = None
        self._bare = label("row", "2", wrap=True)
        self._bare.hide()
        self.layers.unsaid.connect(self._say_bare)
        self._notes = QVBoxLayout()
        self._notes.setSpacing(4)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(4)
        self.heading = ElidedLabel("value")
        column.addWidget(self.heading)
        column.addWidget(self.layers, 1)
        column.addWidget(self._bare)
        column.addWidget(self.bar_widget)
        column.addWidget(self.bands)
        column.addLayout(self._notes)
        column.addStretch(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        self.empty = EmptyState("shield")
        self.pages = QStackedWidget()
        self.pages.addWidget(area)
        self.pages.addWidget(self.empty)
        self._area = area
        self.show_content(self.pages)

    def _say_bare(self, words: str) -> None:
        """Say below the layers what has no room in them."""
        self._bare.setText(words)
        self._bare.setVisible(bool(words))

    def take_focus(self) -> None:
        (self.layers if self.layers.isVisible() else self._area).setFocus()

    def connect_session(self, session: Session) -> None:
        session.draft_changed.connect(lambda: self.refresh(NOTHING))
        session.zone_changed.connect(lambda: self.refresh(NOTHING))

    def retranslate(self) -> None:
        self.empty.say(tr("docks.armour.empty"), tr("docks.armour.empty_next"))
        self._area.setAccessibleName(language.words.say(f"dock.{self.id}"))

    def shown(self) -> tuple[TokenId, AttackPlan | None] | None:
        """Return whose armour is shown: the target's in this attack, else the selected one's."""
        session = self.session
        if session is None:
            return None
        draft = session.attack.action
        if draft is not None and draft.target in session.state.tokens:
            return draft.target, session.attack.plan()
        me = session.current
        return (me.id, None) if me is not None else None

    def refresh(self, changes: Changes) -> None:
        session, found = self.session, self.shown()
        if session is None or found is None:
            self.set_sub("")
            self.is_news(changes)
            self.pages.setCurrentWidget(self.empty)
            return
        zone = session.attack.zone_of(found[0])
        if self.is_news(changes, session, session.state, *found, zone):
            self._show(self._view(session, *found))

    @staticmethod
    def _view(session: Session, token: TokenId, plan: AttackPlan | None) -> ArmourView:
        """Return the armour, that of the zone looked at where the system can tell."""
        system, zone = session.system, session.attack.zone_of(token)
        if zone and isinstance(system, Zoned):
            return system.armour_of(session.state, token, zone, language.words, plan)
        return system.armour(session.state, token, language.words, plan)

    def _show(self, view: ArmourView) -> None:
        self.set_sub(view.subject, view.title)
        bar = view.bar
        if bar is not None and view.subject and not self.titled:
            words = (view.subject, bar.title) if bar.title else (view.subject,)
            bar = replace(bar, title=" · ".join(words))
        self.heading.setText(view.subject)
        self.heading.setVisible(view.layers is not None and not self.titled)
        about = (view.title, view.subject)
        self.layers.show_view(view.layers, keep=about == self._shown_for)
        self._shown_for = about
        self.bar_widget.show_view(bar)
        self.bands.show_view(view.bands)
        clear(self._notes)
        for note in view.notes:
            line = label("row", "2", wrap=True)
            line.setText(note)
            self._notes.addWidget(line)
        self.pages.setCurrentWidget(self._area)
