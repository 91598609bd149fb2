"""The armour dock: how well the target, or whoever is selected, is protected."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from desktop import theme
from desktop.docks.armour_paint import bar_height, paint_ac_bar, paint_bands
from desktop.docks.base import Dock
from desktop.docks.parts import EmptyState, clear, label, scaled
from desktop.i18n import language, tr
from desktop.session import Session
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.state import TokenId
from rules.system import AttackPlan
from rules.views import ACBarView, ArmourView, BandsView

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
            self.setToolTip("\n".join(s for s in said if s))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(360, self.minimumHeight())

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

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._view is not None:
            painter = QPainter(self)
            paint_bands(painter, scaled(painter, self), self._view, theme.current())
            painter.end()


class ArmourDock(Dock):
    """What keeps the blow off."""

    id = "armour"
    icon = "shield"

    def build(self) -> None:
        self.bar_widget, self.bands = BarWidget(), BandsWidget()
        self._notes = QVBoxLayout()
        self._notes.setSpacing(4)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 4, 12, 8)
        column.setSpacing(4)
        column.addWidget(self.bar_widget)
        column.addWidget(self.bands)
        column.addLayout(self._notes)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        self.empty = EmptyState("shield")
        self.pages = QStackedWidget()
        self.pages.addWidget(area)
        self.pages.addWidget(self.empty)
        self._area = area
        self.show_content(self.pages)

    def connect_session(self, session: Session) -> None:
        session.draft_changed.connect(lambda: self.refresh(EVERYTHING))

    def retranslate(self) -> None:
        self.empty.say(tr("docks.armour.empty"), tr("docks.armour.empty_next"))

    def shown(self) -> tuple[TokenId, AttackPlan | None] | None:
        """Return whose armour is shown: the target's in this attack, else the selected one's."""
        session = self.session
        if session is None:
            return None
        draft = session.draft
        if draft is not None and draft.target in session.state.tokens:
            return draft.target, session.plan()
        me = session.current
        return (me.id, None) if me is not None else None

    def refresh(self, changes: Changes) -> None:
        session, found = self.session, self.shown()
        if session is None or found is None:
            self.set_sub("")
            self.pages.setCurrentWidget(self.empty)
            return
        view = session.system.armour(session.state, found[0], language.words, found[1])
        self._show(view)

    def _show(self, view: ArmourView) -> None:
        self.set_sub(view.subject, view.title)
        bar = view.bar
        if bar is not None and view.subject and not self.titled:
            words = (view.subject, bar.title) if bar.title else (view.subject,)
            bar = replace(bar, title=" · ".join(words))
        self.bar_widget.show_view(bar)
        self.bands.show_view(view.bands)
        clear(self._notes)
        for note in view.notes:
            line = label("row", "2", wrap=True)
            line.setText(note)
            self._notes.addWidget(line)
        self.pages.setCurrentWidget(self._area)
