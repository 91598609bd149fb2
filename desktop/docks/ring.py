"""The dock of time: the drawn ring, its buttons, and the same order as a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QItemSelectionModel, QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLayout,
    QMenu,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from desktop import theme
from desktop.board.initials import LETTERS
from desktop.deeds.fight_actions import FightActions, has_actions
from desktop.dialogs.dice import answer_all
from desktop.docks.base import Dock
from desktop.docks.button_row import ButtonRow
from desktop.docks.parts import PORTRAITS, DockButton, EmptyState
from desktop.docks.ring_widget import RingWidget
from desktop.docks.roster_view import RosterHeads, RosterView
from desktop.docks.words import system_word
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.models.roster import HEIGHT, elsewhere
from desktop.session import Session
from desktop.widgets.layouts import taken
from rules.encounter.changes import Changes
from rules.encounter.state import TokenId
from rules.views import RingMarker

LOWEST = 190
"""Height down to which the ring and its list can be used."""
UNBOUND = (1 << 24) - 1
"""Qt's own largest width of a widget."""
SMALL = 220
"""Side of the ring below which one row has to do for all buttons."""
LISTED = 5
"""Rows that the list keeps where ring and list fight for the room; the rest is scrolled to."""


class _Body(QWidget):
    """Gives the ring as much height as the list leaves."""

    def __init__(self, dock: RingDock) -> None:
        super().__init__()
        self._dock = dock

    @guarded
    def minimumSizeHint(self) -> QSize:
        """The ring follows the dock, so its present side is no reason to keep the dock high."""
        return QSize(theme.px(320), theme.px(LOWEST))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        self._dock.arrange()


class RingDock(Dock):
    """When who acts."""

    id = "ring"
    icon = "ring"

    def build(self) -> None:
        self._session_shown: Session | None = None
        self._done = 0
        self._told: tuple[object, ...] = ()
        self._marked: tuple[str, ...] = ()
        self.ring = RingWidget()
        self.empty = EmptyState("ring")
        self.top = QWidget()
        self._stack = QStackedLayout(self.top)
        self._stack.addWidget(self.ring)
        self._stack.addWidget(self.empty)
        self.back = DockButton(mark="back")
        self.wait = DockButton(mark="wait")
        self.next = DockButton("primary", "next")
        self.can_do = DockButton(mark="bolt")
        self._more = QWidget()
        self._more_row = QHBoxLayout(self._more)
        self._more_row.setContentsMargins(12, 0, 12, 4)
        self.heads = RosterHeads()
        self.list = RosterView()
        body = _Body(self)
        self._whole = QBoxLayout(QBoxLayout.Direction.TopToBottom, body)
        self._whole.setContentsMargins(0, 0, 0, 4)
        self._whole.setSpacing(0)
        self._whole.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self._left, self._right = QVBoxLayout(), QVBoxLayout()
        for half in (self._left, self._right):
            half.setSpacing(0)
            self._whole.addLayout(half, 1 if half is self._right else 0)
        self._buttons = ButtonRow((self.back, self.wait, self.can_do, self.next))
        self._wide: bool | None = None
        self._low: bool | None = None
        self._lay(wide=False)
        self._share(low=False)
        self.show_content(body)
        self._connect()

    def _lay(self, *, wide: bool) -> None:
        """Put the list below the ring, or beside it where the dock is low and wide."""
        if wide == self._wide:
            return
        self._wide = wide
        for half in (self._left, self._right):
            list(taken(half))
        if wide:  # beside the list the row is too short
            self._more_row.addWidget(self.next)
        else:
            self._buttons.take_back(self.next)
        below = [self._buttons, self._more]
        listed = [self.heads, self.list]
        self._left.addWidget(self.top)
        if wide:
            self._left.addStretch(1)
        for one in [*listed, *below] if wide else [*below, *listed]:
            self._right.addWidget(one, 1 if one is self.list else 0)
        ways = QBoxLayout.Direction
        self._whole.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        self._show_more()

    def _share(self, *, low: bool) -> None:
        """Put all buttons into one row where the ring would be small, else the deeds below."""
        if low == self._low:
            return
        self._low = low
        if low:
            self._buttons.take_back(self.can_do)
        else:
            self._more_row.insertWidget(0, self.can_do, 1)
        self._show_more()
        self._buttons.fit()

    def _show_more(self) -> None:
        """Show the second row of buttons where anything is in it."""
        self._more.setVisible(bool(self._wide) or not (self._low or self.can_do.isHidden()))

    def _connect(self) -> None:
        self.back.clicked.connect(lambda: self.command.emit("back", False))
        self.wait.clicked.connect(lambda: self.command.emit("delay", False))
        self.next.clicked.connect(self._main)
        self.can_do.clicked.connect(self._open_actions)
        self.empty.button.clicked.connect(lambda: self.command.emit("add_combatant", False))
        self.ring.chosen.connect(self._choose)
        self.ring.opened.connect(self._open)
        self.ring.pointed.connect(self._point)
        self.ring.dropped.connect(self._placed)
        self.list.opened.connect(self._open)
        self.list.asked_menu.connect(self._menu)
        self.list.roster.count_typed.connect(self._typed)
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._list_chose())

    # -- what it shows -------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.back.say(tr("docks.ring.back"))
        self.can_do.say(tr("docks.ring.actions"), "X")
        self.list.setAccessibleName(tr("docks.ring.list"))

    def refresh(self, changes: Changes) -> None:
        session = self.session
        self.list.roster.show(session)
        if changes.everything:  # perhaps other words, or another theme
            self.ring.forget()
            self.list.viewport().update()
        if session is None:
            self.set_sub("")
            self.ring.show_view(None)
            self._say_words(changes)
            return
        done = session.history.done
        back = session is self._session_shown and done < self._done
        jump = session is not self._session_shown
        self._session_shown, self._done = session, done
        state = session.state
        title = system_word("label", session.system.id, "ring")
        self.set_sub(say(session.system.headline(state)), title)
        if state.timeline.running:
            self._show_ring(session, back=back, jump=jump)
        else:
            self.ring.show_view(None)
            self._stack.setCurrentWidget(self.empty)
        self._say_words(changes)
        self._show_selection()
        self.arrange()

    def _show_ring(self, session: Session, *, back: bool, jump: bool) -> None:
        """Show the ring as the system draws it, with the letters and signs of the map."""
        state = session.state
        chosen = session.current.id if session.current is not None else ""
        view = session.system.ring(state, language.words, chosen)
        marks = {str(row.token): row.mark for row in self.list.roster.rows}
        letters = LETTERS.all(state.tokens)
        markers = (_lettered(m, letters, marks.get(m.token, "")) for m in view.markers)
        view = replace(view, markers=tuple(markers))
        shown = (state.tokens.get(TokenId(m.token)) for m in view.markers)
        found = {t.id: PORTRAITS.of(session, t) for t in shown if t is not None}
        self.ring.portraits = {id: p for id, p in found.items() if p is not None}
        self.ring.elsewhere = elsewhere(session)
        self.ring.show_view(view, back=back, jump=jump)
        self._stack.setCurrentWidget(self.ring)

    def _say_words(self, changes: Changes) -> None:
        session = self.session
        running = session is not None and session.state.timeline.running
        anybody = session is not None and bool(session.state.tokens)
        system = session.system.id if session is not None else ""
        told = (session, running, anybody, system, self.list.roster.widths)
        if told == self._told and not changes.everything:
            return
        self._told = told
        if running:
            self.next.set_mark("next")
            self.next.mark_after = True
            self.next.say(system_word("button", system, "next") or tr("docks.ring.next"), "N")
        else:
            self.next.set_mark("dice")
            self.next.mark_after = False
            self.next.say(system_word("button", system, "start") or tr("docks.ring.start"))
        self.wait.say(system_word("button", system, "wait") or tr("docks.ring.wait"))
        self.next.setEnabled(running or anybody)
        self.back.setEnabled(running)
        self.wait.setEnabled(running)
        known = session is None or "delay" in session.system.commands
        self.wait.setVisible(known)
        self.can_do.setVisible(session is not None and has_actions(session))
        self._show_more()
        self._buttons.fit()
        self.can_do.setEnabled(anybody)
        self._say_empty(system, anybody)
        self._say_heads(system)
        self.heads.setVisible(anybody)

    def _say_empty(self, system: str, anybody: bool) -> None:
        """Say, before the fight begins, what to do next."""
        if anybody:
            own = system_word("label", system, "not_begun")
            self.empty.say(tr("docks.ring.not_begun"), own or tr("docks.ring.not_begun_next"))
        else:
            self.empty.say(
                tr("docks.ring.nobody"), tr("docks.ring.nobody_next"), tr("docks.ring.add")
            )

    def _say_heads(self, system: str) -> None:
        """Name the columns of the list in the words of the system."""
        self.heads.texts = (
            system_word("roster", system, "count") or tr("docks.ring.head_count"),
            tr("docks.ring.head_name"),
            system_word("roster", system, "status") or tr("docks.ring.head_status"),
            system_word("unit", system, "points") or tr("docks.ring.head_points"),
        )
        self.heads.widths = self.list.roster.widths
        self.heads.update()

    def arrange(self) -> None:
        """Give the ring its square, smaller where the list would have no room."""
        body = self.top.parentWidget()
        if body is None:
            return
        wide = body.width() > theme.px(400) and body.height() < theme.px(420)
        self._lay(wide=wide)
        self._share(low=not wide and self._side(body, 64) < theme.px(SMALL))
        if wide:
            side = max(theme.px(150), min(body.height() - 8, round(body.width() * 0.45)))
            self.top.setFixedSize(side, side)
            return
        self.top.setMinimumWidth(0)
        self.top.setMaximumWidth(UNBOUND)
        side = self._side(body, 32 if self._more.isHidden() else 64)
        if not self.ring.view:
            side = min(side, theme.px(176))
        self.top.setFixedHeight(side)

    def _side(self, body: QWidget, buttons: int) -> int:
        """Return the side of the ring above so many pixels of buttons and the list."""
        free = body.height() - theme.px(buttons) - 8
        room = body.width() - 2 * theme.px(11)
        rows = len(self.list.roster.rows)
        side = 0
        for shown in (LISTED, 3, 2, 1):  # in a low dock the list gives way before the ring
            side = min(room, free - theme.px(HEIGHT) * (min(max(rows, 3), shown) + 1))
            if side >= theme.px(150):
                break
        return max(theme.px(96), side)

    def _show_selection(self) -> None:
        session = self.session
        if session is None:
            return
        if session.selected != self._marked:
            self._marked = session.selected
            self.list.viewport().update()
        model = self.list.selectionModel()
        model.blockSignals(True)
        model.clearSelection()
        for token in session.selected:
            index = self.list.roster.place(token)
            if index.isValid():
                model.select(index, QItemSelectionModel.SelectionFlag.Select)
        if session.current is not None and not self.list.hasFocus():
            index = self.list.roster.place(session.current.id)
            model.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        model.blockSignals(False)
        shown = session.current.id if session.current is not None else ""
        acting = session.state.timeline.acting
        shown = shown or (acting[0] if acting else "")
        index = self.list.roster.place(shown)
        seen = self.list.viewport().rect()
        if index.isValid() and not seen.contains(self.list.visualRect(index)):
            self.list.scrollTo(index)  # Qt paints a row that is in sight again

    # -- what it does ----------------------------------------------------------------------------

    def connect_session(self, session: Session) -> None:
        """Say anew who is on another storey when another one is looked at."""

        def look() -> None:
            self.list.roster.show(session)
            self.ring.elsewhere = elsewhere(session)
            self.ring.update()

        session.storey_changed.connect(look)

    def take_focus(self) -> None:
        self.list.setFocus()

    def _main(self) -> None:
        running = self.session is not None and self.session.state.timeline.running
        self.command.emit("next" if running else "start", False)

    def _open_actions(self) -> None:
        """Open the menu of what the system offers beside attacks, below the button."""
        actions: FightActions | None = getattr(self.parentWidget(), "fight_actions", None)
        if actions is None:
            self.command.emit("actions", False)
            return
        menu = actions.menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.can_do.mapToGlobal(self.can_do.rect().bottomLeft()))

    def _choose(self, token: str, add: bool) -> None:
        if self.session is not None:
            self.session.select([token], add=add)

    def _point(self, token: str) -> None:
        if self.session is not None:
            self.session.lit.emit((token,) if token else ())

    def _list_chose(self) -> None:
        session = self.session
        if session is None:
            return
        rows = self.list.roster.rows
        chosen = [rows[i.row()].token for i in self.list.selectedIndexes()]
        current = self.list.currentIndex()
        if current.isValid() and rows[current.row()].token in chosen:
            first = rows[current.row()].token
            chosen = [first, *(t for t in chosen if t != first)]
        session.select(chosen)

    def _open(self, token: str) -> None:
        self._choose(token, False)
        self.command.emit("sheet", False)

    def _placed(self, token: str, value: int) -> None:
        """A marker was dropped on another field."""
        if self.ring.view is not None:
            self._correct(self.ring.view.command, token, value)

    def _typed(self, token: str, count: int) -> None:
        self._correct("initiative", token, count)

    def _correct(self, command: str, token: str, value: int) -> None:
        session = self.session
        if session is None or command not in session.system.commands:
            return
        if self.run(command, token=token, value=value) and session.talk.question is not None:
            answer_all(session, self.window())

    def _menu(self, token: str, at: QPoint) -> None:
        session = self.session
        if session is None:
            return
        if token not in session.selected:
            session.select([token])
        menu = QMenu(self)
        name = menu.addAction(session.state.token(token).name)
        name.setEnabled(False)
        words = {
            "sheet": tr("docks.ring.menu_sheet"),
            "damage": tr("docks.ring.menu_damage"),
            "heal": tr("docks.ring.menu_heal"),
            "conditions": tr("docks.ring.menu_conditions"),
            "delete": tr("docks.ring.menu_delete"),
        }
        for id, text in words.items():
            action = menu.addAction(text)
            action.triggered.connect(lambda _on, i=id: self.command.emit(i, False))
        edit = menu.addAction(tr("docks.ring.menu_count"))
        edit.triggered.connect(lambda: self.list.edit(self.list.roster.place(token)))
        menu.popup(at)


def _lettered(marker: RingMarker, letters: Mapping[str, str], mark: str) -> RingMarker:
    """Give a marker the letters that its token has on the map, and its sign."""
    own = letters.get(marker.token, "") or marker.initials
    return replace(marker, initials=own, mark=mark or marker.mark)
