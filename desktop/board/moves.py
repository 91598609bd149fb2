"""Tokens that are moved or turned by hand: each gesture is one step of the fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules.encounter.commands import Command, Face, Move, leading

if TYPE_CHECKING:
    from desktop.board.view import BoardView


class Moves:
    """Has the session of one board view move and turn tokens."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self._dropped = False

    def move(self, moves: Sequence[Move], *, glide: bool = True) -> None:
        """Move tokens as one step; whoever goes along with one of them is not moved again."""
        self._dropped = not glide
        state = self.board.session.state if self.board.session is not None else None
        self._perform(moves if state is None else leading(state, moves))
        self._dropped = False

    def turn(self, faces: Sequence[Face]) -> None:
        """Turn tokens as one step."""
        self._perform(faces)
        self.board.update()

    def _perform(self, commands: Sequence[Command]) -> None:
        session = self.board.session
        if session is None or not commands:
            return
        if len(commands) > 1:
            session.perform_all(commands)
            return
        for command in commands:
            session.perform(command)

    def take_dropped(self) -> bool:
        """Return, once, whether the new places were already shown by a drag."""
        dropped, self._dropped = self._dropped, False
        return dropped

    def place_changed(self) -> None:
        """A drag stands somewhere else, or has ended."""
        if self.board.switches.on("threat"):
            self.board.painting.backdrop.spoil()
        self.board.update()
