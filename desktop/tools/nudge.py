"""Tokens moved and turned without the pointer: by arrow keys, and by the wheel with Shift."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent

from maps.grid import SUB
from rules.encounter.commands import Face, Move
from rules.encounter.state import Token, TokenId

if TYPE_CHECKING:
    from desktop.board.view import BoardView

TOGETHER = 45
"""Arrow keys pressed within this many milliseconds make one diagonal step."""
TURN_REST = 250
"""Turns of the wheel with Shift become one step after this many milliseconds of rest."""
TURN = 45
"""Degrees of one notch of the wheel."""

ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
KEYPAD = {
    Qt.Key.Key_1: (-1, 1),
    Qt.Key.Key_2: (0, 1),
    Qt.Key.Key_3: (1, 1),
    Qt.Key.Key_4: (-1, 0),
    Qt.Key.Key_6: (1, 0),
    Qt.Key.Key_7: (-1, -1),
    Qt.Key.Key_8: (0, -1),
    Qt.Key.Key_9: (1, -1),
    Qt.Key.Key_End: (-1, 1),
    Qt.Key.Key_Down: (0, 1),
    Qt.Key.Key_PageDown: (1, 1),
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Home: (-1, -1),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_PageUp: (1, -1),
}
BEARINGS = {
    (0, -1): 0,
    (1, -1): 45,
    (1, 0): 90,
    (1, 1): 135,
    (0, 1): 180,
    (-1, 1): 225,
    (-1, 0): 270,
    (-1, -1): 315,
}


def arrow(event: QKeyEvent) -> tuple[int, int] | None:
    """Return the step that a key means, None for other keys."""
    key = Qt.Key(event.key())
    if event.modifiers() & Qt.KeyboardModifier.KeypadModifier and key in KEYPAD:
        return KEYPAD[key]
    return ARROWS.get(key)


class Nudge:
    """Makes steps of the selected tokens, or turns, of arrow keys."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self._step: tuple[int, int] | None = None
        self._turning = False
        self._timer = QTimer(board, singleShot=True, interval=TOGETHER)
        self._timer.timeout.connect(self._done)

    def step(self, dx: int, dy: int, *, turn: bool) -> None:
        """Go on by an arrow; with ``turn`` look that way instead."""
        x, y = self._step or (0, 0)
        self._step = (max(-1, min(1, x + dx)), max(-1, min(1, y + dy)))
        self._turning = turn
        self._timer.start()

    def forget(self) -> None:
        """Do nothing of what was pressed just now."""
        self._timer.stop()
        self._step = None

    def _done(self) -> None:
        session, step = self.board.session, self._step
        self._step = None
        if session is None or step is None or step == (0, 0):
            return
        tokens = [session.state.tokens[id] for id in session.selected]
        if self._turning:
            faces = [Face(token=t.id, facing=BEARINGS[step]) for t in tokens]
            self.board.moves.turn(faces)
            return
        self.board.moves.move([_moved(t, *step) for t in tokens])
        if len(tokens) == 1:
            self.board.speech.token(tokens[0].id)


def _moved(token: Token, dx: int, dy: int) -> Move:
    """Return the move of a token by squares."""
    at = token.space
    return Move(token=token.id, to=((at.x + dx * SUB) / SUB, (at.y + dy * SUB) / SUB))


class WheelTurn:
    """Turns the selected tokens at once to see, and as one step when the wheel rests."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self._facing: dict[TokenId, int] = {}
        self._timer = QTimer(board, singleShot=True, interval=TURN_REST)
        self._timer.timeout.connect(self._done)

    def by(self, steps: int) -> None:
        """Turn on by notches of the wheel, clockwise."""
        session = self.board.session
        assert session is not None
        for id in session.selected:
            now = self._facing.get(id, session.state.tokens[id].facing or 0)
            self._facing[id] = (now + steps * TURN) % 360
        self.board.facing = self._facing
        self.board.card.hide()  # the words of the sides stand there
        self._timer.start()
        self.board.update()

    def _done(self) -> None:
        turned, self._facing = self._facing, {}
        self.board.facing = {}
        session = self.board.session
        if session is None:
            return
        there = {id: f for id, f in turned.items() if id in session.state.tokens}
        self.board.moves.turn([Face(token=id, facing=facing) for id, facing in there.items()])
