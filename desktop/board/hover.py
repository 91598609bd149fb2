"""What lies under the pointer: its square in words, its token, the shot at it, the card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from desktop.i18n import language, tr
from desktop.words.cells import cell_label
from maps.grid import Cell
from rules.encounter.state import TokenId, hostile

if TYPE_CHECKING:
    from desktop.board.view import BoardView
    from desktop.tools.base import Pointer

CARD_AFTER = 300
"""Milliseconds that the pointer rests on an enemy until its card appears."""


class Hover:
    """Follows the pointer over one board view."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.token: TokenId | None = None
        self.door = ""
        self.pinned = False
        self._cell: Cell | None = None
        self._timer = QTimer(board, singleShot=True, interval=CARD_AFTER)
        self._timer.timeout.connect(self._card)

    def at(self, pointer: Pointer) -> None:
        """The pointer is here, no button held."""
        board = self.board
        self._square(pointer.cell)
        token = board.scene.token_at(pointer.x, pointer.y)
        door = "" if token else board.door_at(pointer)
        if (token, door) == (self.token, self.door):
            return
        self.token, self.door = token, door
        self.look()
        if token is None and board.switches.on("heat") and not self.pinned:
            self._timer.start()  # the token that was left has stopped it
        board.say_hint()
        board.update()

    def follow(self, pointer: Pointer) -> None:
        """The pointer is here with a button held: only its square is told."""
        self._square(pointer.cell)

    def only_square(self, pointer: Pointer) -> None:
        """The tool in the hand has taken the pointer: nothing else lies under it."""
        self._square(pointer.cell)
        if self.token is not None or self.door:
            self.forget()

    @property
    def cell(self) -> Cell | None:
        """The square under the pointer; None outside the map."""
        return self._cell

    def _square(self, cell: Cell) -> None:
        if cell == self._cell:
            return
        self._cell = cell
        if self.board.switches.on("heat") and not self.pinned:
            self.board.card.hide()
            self._timer.start()
            self.board.update()
        self.board.cell_changed.emit(self.name(cell))
        self.board.spoken.emit(self.words(cell))

    def name(self, cell: Cell) -> str:
        """Say a square as the rulers count it."""
        ground = self.board.scene.board
        label = cell_label(Cell(cell.x - ground.left, cell.y - ground.top))
        return tr("board.cell", cell=label)

    def words(self, cell: Cell) -> str:
        """Say what lies on a square."""
        board = self.board
        label = self.name(cell)
        if board.session is None:
            return label
        found = [board.speech.words_of(token) for token in board.scene.tokens_on(cell)]
        door = board.scene.shapes.door_at(cell.x + 0.5, cell.y + 0.5, 0.55)
        if door:
            state = board.scene.shapes.by_id[door].state
            found.append(language.words.say(f"board.door.{state}"))
        if not found:
            return tr("board.spoken.empty", cell=label)
        return tr("board.spoken", cell=label, what=tuple(found))

    def look(self) -> None:
        """Show the shot at the hovered enemy, else that of the draft."""
        board, session = self.board, self.board.session
        if session is None or board.tools.current.own_lines:
            board.sight.clear()
            board.card.hide()
            return
        if self.pinned:
            return
        me, token = session.current, self.token
        side = board.scene.side(token) if token is not None else None
        if me is not None and token is not None and side is not None and token != me.id:
            if hostile(me.side, side) and board.sight.aim(session, token):
                self._timer.start()
                return
        self._timer.stop()
        board.card.hide()
        self.rest()

    def rest(self) -> None:
        """Show the shot that the draft is about, while the lines are switched on."""
        board, session = self.board, self.board.session
        draft = session.attack.action if session is not None else None
        me = session.current if session is not None else None
        if (
            session is None
            or draft is None
            or me is None
            or draft.attacker != me.id
            or board.tools.current.own_lines
        ):
            board.sight.clear()
        elif board.switches.on("lines"):
            board.sight.aim(session, draft.target)
        else:
            board.sight.clear()

    def _card(self) -> None:
        if self.board.dragging is not None:
            return
        if self.token is None and self.board.switches.on("heat"):
            self.board.card.show_square(self._cell)
        else:
            self.board.card.show()

    def forget(self) -> None:
        """The pointer has left, or a gesture begins."""
        self._timer.stop()
        self.token, self.door = None, ""
        if not self.pinned:
            self.board.card.hide()
            self.rest()
        self.board.update()

    def leave(self) -> None:
        """The pointer has left the map."""
        self._cell = None
        self.board.cell_changed.emit("")
        self.forget()

    def refresh(self) -> None:
        """State, selection or draft are other ones: look again."""
        board = self.board
        if self.token is not None and self.token not in board.scene.looks:
            self.token = None
        if self.door and self.door not in board.scene.shapes.by_id:
            self.door = ""
        if self.pinned and (board.session is None or board.session.current is None):
            self.pinned = False
        if board.dragging is None:
            self.look()

    def pin(self, on: bool) -> bool:
        """Keep the card while the pointer goes elsewhere; returns whether that is new."""
        changed = on != self.pinned
        self.pinned = on
        if changed and not on:
            self.look()
            self.board.update()
        return changed
