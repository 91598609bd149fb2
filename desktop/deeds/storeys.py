"""What the window does with storeys: choose, make, order and remove them, and change between."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu

from desktop import icons
from desktop.i18n import tr
from desktop.messages import Message
from desktop.session import Session
from desktop.tools.stairs import StairsTool
from maps.board import Storey
from maps.grid import SUB, Cell, Footprint
from maps.storeys import other_end, storey_at
from rules.encounter.changes import Changes
from rules.encounter.state import Token, TokenId
from rules.storeys import on

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow


class StoreyDeeds(QObject):
    """The storeys of one window's fight."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._spaces: dict[TokenId, Footprint] = {}

    @property
    def _session(self) -> Session:
        session = self.window.session
        assert session is not None  # nothing here can be reached without a fight
        return session

    def do(self, id: str) -> None:
        """Do an action by id."""
        deeds: dict[str, Callable[[], None]] = {
            "storey_up": lambda: self._step(1),
            "storey_down": lambda: self._step(-1),
            "storey_add": self._add,
            "storey_import": self._import,
            "storey_rename": self._rename,
            "storey_raise": lambda: self._move(1),
            "storey_lower": lambda: self._move(-1),
            "storey_remove": self._remove,
            "storey_take": self._take,
        }
        deeds[id]()

    # -- the storeys -----------------------------------------------------------------------

    def _here(self) -> tuple[tuple[Storey, ...], int]:
        session = self._session
        storeys, here = session.state.board.storeys, session.storey
        return storeys, storeys.index(here) if here is not None else 0

    def _step(self, by: int) -> None:
        storeys, at = self._here()
        if 0 <= at + by < len(storeys):
            self._session.show_storey(storeys[at + by].id)

    def _add(self) -> None:
        before = len(self._session.state.board.storeys)
        place = self._here()[1] + 1 if before else 1
        if self.window.deeds.run("storey", place=place):
            self._session.show_storey(self._session.state.board.storeys[place].id)

    def _rename(self) -> None:
        from desktop.dialogs.text import ask_text  # seldom wanted

        storeys, at = self._here()
        name = ask_text(self.window, tr("storeys.rename"), storeys[at].name)
        if name is not None and name != storeys[at].name:
            self.window.deeds.run("storey", id=storeys[at].id, name=name)

    def _move(self, by: int) -> None:
        storeys, at = self._here()
        if 0 <= at + by < len(storeys):
            self.window.deeds.run("storey", id=storeys[at].id, place=at + by)

    def _remove(self) -> None:
        storeys, at = self._here()
        storey = storeys[at]
        n = len(on(self._session.state, storey))
        if not n:
            self.window.deeds.run("remove_storey", storey=storey.id)
            return

        def remove() -> None:
            self.window.deeds.run("remove_storey", storey=storey.id)

        words = tr("storeys.occupied", name=storey.name, n=n)
        ask = Message(words, "warning", action_label=tr("storeys.remove_all"), action=remove)
        self.window.tell(ask)

    def _import(self) -> None:
        path = self.window.deeds.ask_map()
        if path is not None:
            self.read(path)

    def read(self, path: Path) -> None:
        """Read a map as a further storey, as one step."""
        from desktop.dialogs.import_storey import ask_storey  # seldom wanted

        session = self._session
        board = session.state.board
        if self.window.deeds.lay_read(
            path, lambda read: ask_storey(self.window, path, read, board)
        ):
            session.show_storey(session.state.board.storeys[-1].id)
            self.window.tell(Message(tr("storeys.done", file=path.name), "done"))

    def bar_menu(self, _id: str, at: QPoint) -> None:
        """Open the menu of a row of the bar; its storey is shown already."""
        menu = QMenu(self.window)
        self.window.refresh_actions()
        for id in ("storey_rename", "storey_raise", "storey_lower", "storey_add", "storey_import"):
            menu.addAction(self.window.actions_by_id[id])
        menu.addSeparator()
        menu.addAction(self.window.actions_by_id["storey_remove"])
        menu.exec(at)

    # -- who stands where ------------------------------------------------------------------

    def token_menu(self, menu: QMenu) -> None:
        """Offer the other storeys for whoever is selected."""
        if len(self._session.state.board.storeys) > 1:
            self._offer_storeys(menu.addMenu(icons.icon("layers"), tr("storeys.take")))

    def _take(self) -> None:
        menu = QMenu(self.window)
        self._offer_storeys(menu)
        menu.exec(self.window.board.navigation.place_of(self._session.selected[0]))
        menu.deleteLater()

    def _offer_storeys(self, menu: QMenu) -> None:
        session = self._session
        board = session.state.board
        there = {session.storey_of(t) for t in session.selected}
        for storey in reversed(board.storeys):
            action = menu.addAction(storey.name or tr("storeys.nameless"))
            action.setEnabled(there != {storey})
            action.triggered.connect(lambda _c=False, s=storey: self.take_to(s))

    def take_to(self, storey: Storey) -> None:
        """Put the selection onto another storey and look there."""
        session = self._session
        if self.window.deeds.run("change_storey", tokens=list(session.selected), storey=storey.id):
            session.show_storey(storey.id)

    # -- stairs ----------------------------------------------------------------------------

    def cell_menu(self, menu: QMenu, cell: Cell) -> None:
        """Offer stairs from a square, or to take those away that are there."""
        board = self._session.state.board
        if len(board.storeys) < 2:
            return
        here = self._session.storey
        there = [s.id for s in board.stairs if cell in (s.a, s.b)]
        menu.addSeparator()
        if there:
            action = menu.addAction(icons.icon("close"), tr("stairs.remove"))
            action.triggered.connect(lambda _c=False: self.window.deeds.run("stairs", remove=there))
            return
        goals = menu.addMenu(icons.icon("layers"), tr("stairs.from_here"))
        for storey in reversed(board.storeys):
            if storey is not here:
                action = goals.addAction(storey.name or tr("storeys.nameless"))
                action.triggered.connect(lambda _c=False, s=storey: self.begin_stairs(cell, s))

    def begin_stairs(self, cell: Cell, storey: Storey) -> None:
        """Show the storey to which stairs lead; the next click says to which square."""
        here, tool = self._session.storey, self.window.board.tools.tool("stairs")
        assert here is not None
        assert isinstance(tool, StairsTool)
        end = Cell(
            storey.left + min(cell.x - here.left, storey.width - 1),
            storey.top + min(cell.y - here.top, storey.height - 1),
        )
        self._session.show_storey(storey.id)
        self.window.board.use_tool("stairs")
        tool.begin(cell, end)
        self.window.board.say_hint()
        self.window.board.setFocus()

    def follow(self, session: Session) -> None:
        """Listen to another fight."""
        session.follow_storey = self.window.settings.values.follow_storey
        self._spaces = {t.id: t.space for t in session.state.tokens.values()}
        session.changed.connect(self._changed)

    def _changed(self, changes: Changes) -> None:
        """Offer the way over to whoever has come onto stairs, unless by stairs."""
        session = self.window.session
        if session is None or self.sender() is not session:
            return
        before, self._spaces = self._spaces, {t.id: t.space for t in session.state.tokens.values()}
        board = session.state.board
        if changes.everything or session.past or not board.stairs:
            return
        for id in changes.changed:
            token, old = session.state.tokens[id], before.get(id)
            if (
                old is None
                or old == token.space
                or _storey(session, old) is not _storey(session, token.space)
            ):
                continue
            end = next((e for c in token.space.cells() if (e := other_end(board, c))), None)
            if end is not None:
                self._offer(session, token, end)

    def _offer(self, session: Session, token: Token, end: Cell) -> None:
        goal = storey_at(session.state.board, end.x + 0.5, end.y + 0.5)
        if goal is None:
            return

        def go() -> None:
            if session is not self.window.session or token.id not in session.state.tokens:
                return
            at, run = [end.x, end.y], self.window.deeds.run
            if run("change_storey", tokens=[token.id], storey=goal.id, at=at):
                session.show_storey(goal.id)

        words = tr("stairs.offer", who=token.name, name=goal.name or tr("storeys.nameless"))
        self.window.tell(Message(words, action_label=tr("stairs.go"), action=go))


def _storey(session: Session, space: Footprint) -> Storey | None:
    middle = space.centre2
    return storey_at(session.state.board, middle.x / (2 * SUB), middle.y / (2 * SUB))
