"""The fights that are open in one window, as tabs above the map; a single one shows no tab."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QTabBar

from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.theme import px
from desktop.widgets.dock import IconButton

if TYPE_CHECKING:
    from desktop.board.paint import View
    from desktop.session import Session

LONGEST = 240
"""Width of a tab at most; a longer name is cut in its middle."""


class FightTabs(QTabBar):
    """One tab for each open fight. Each keeps its own file, undo and view of the map.

    Signals:
        wanted(Session): show this fight.
        closing(Session): close this fight.
    """

    wanted = Signal(object)
    closing = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("fights")
        self.setMovable(True)
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self._views: dict[Session, View] = {}
        self.currentChanged.connect(self._chosen)
        self.hide()

    # -- which there are -----------------------------------------------------------------------

    @property
    def sessions(self) -> tuple[Session, ...]:
        """The open fights from left to right."""
        return tuple(self.tabData(i) for i in range(self.count()))

    def holding(self, path: Path) -> Session | None:
        """Return the fight of a file where it is open here."""
        wanted = path.resolve()
        return next((s for s in self.sessions if s.store.path.resolve() == wanted), None)

    def neighbour(self, session: Session, step: int = 1) -> Session | None:
        """Return the fight right of another one (or so many steps on); None without any other."""
        there = self.sessions
        if session not in there or len(there) < 2:
            return None
        return there[(there.index(session) + step) % len(there)]

    def after(self, session: Session) -> Session | None:
        """Return the fight to show when one is closed: the one at its right, else at its left."""
        there = self.sessions
        if session not in there or len(there) < 2:
            return None
        at = there.index(session)
        return there[at + 1] if at + 1 < len(there) else there[at - 1]

    # -- changing them -------------------------------------------------------------------------

    def show_session(self, session: Session) -> None:
        """Bring the tab of a fight to the front, with a new tab for a new one."""
        if session not in self.sessions:
            self._add(session)
        self.blockSignals(True)
        self.setCurrentIndex(self.sessions.index(session))
        self.blockSignals(False)
        self.name_tabs()

    def take(self, session: Session) -> None:
        """Take the tab of a fight away; the fight stays open."""
        if session in self.sessions:
            self.blockSignals(True)
            self.removeTab(self.sessions.index(session))
            self.blockSignals(False)
            self._views.pop(session, None)
        self.setVisible(self.count() > 1)

    def _add(self, session: Session) -> None:
        self.blockSignals(True)
        i = self.addTab("")
        self.setTabData(i, session)
        self.blockSignals(False)
        close = IconButton("close", tr("fights.close"))
        close.clicked.connect(lambda: self.closing.emit(session))
        self.setTabButton(i, QTabBar.ButtonPosition.RightSide, close)
        self.setVisible(self.count() > 1)

    # -- what is looked at -----------------------------------------------------------------------

    def keep_view(self, session: Session, camera: View) -> None:
        """Remember where somebody looked at a fight's map."""
        if session in self.sessions:
            self._views[session] = camera

    def view_of(self, session: Session) -> View | None:
        """Return where somebody looked before; None at first."""
        return self._views.get(session)

    # -- words -----------------------------------------------------------------------------------

    def name_tabs(self) -> None:
        """Say the names of all fights; files of the same name are told apart by their folder."""
        self.setAccessibleName(tr("fights.open"))
        for i, session in enumerate(self.sessions):
            path = session.store.path
            # an ampersand would underline the letter behind it
            name = (session.state.name or path.stem).replace("&", "&&")
            if name != self.tabText(i):  # Qt lays all tabs out again
                self.setTabText(i, name)
            system = language.words.say(f"system.{session.state.system}")
            self.setTabToolTip(i, f"{path.name}\n{system}\n{path.parent}")
            button = self.tabButton(i, QTabBar.ButtonPosition.RightSide)
            if button is not None:
                button.setToolTip(tr("fights.close"))
                button.setAccessibleName(tr("fights.close"))

    @guarded
    def tabSizeHint(self, index: int) -> QSize:
        hint = super().tabSizeHint(index)
        return QSize(min(hint.width(), px(LONGEST)), hint.height())

    # -- hands -----------------------------------------------------------------------------------

    def _chosen(self, index: int) -> None:
        if 0 <= index < self.count():
            self.wanted.emit(self.tabData(index))

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The middle button closes a tab, as in a browser."""
        index = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and index >= 0:
            self.closing.emit(self.tabData(index))
            return
        super().mouseReleaseEvent(event)
