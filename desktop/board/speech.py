"""What the map tells screen readers, and the cell cursor by which it is read square by square."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.i18n import language, tr
from maps.grid import SUB, Cell
from rules.encounter.state import Token, TokenId

if TYPE_CHECKING:
    from desktop.board.view import BoardView


class Speech:
    """Says the squares and tokens of one board view."""

    def __init__(self, board: BoardView) -> None:
        self.board = board

    def walk(self, dx: int, dy: int) -> None:
        """Move the cell cursor of the keyboard by squares and say what lies there."""
        cell = self.board.cursor_cell
        if cell is None:
            self.point_to(self.board.navigation.free_cell())
        else:
            self.point_to(Cell(cell.x + dx, cell.y + dy))

    def point_to(self, cell: Cell) -> None:
        """Put the cell cursor on a square, bring it into view and say what lies there."""
        self.board.cursor_cell = cell
        self.board.navigation.bring_into_view(cell.x + 0.5, cell.y + 0.5)
        self.board.say(self.board.hover.words(cell))
        self.board.update()

    def token(self, id: str) -> None:
        """Say who a token is and where it stands."""
        session = self.board.session
        token = session.state.tokens.get(TokenId(id)) if session is not None else None
        if token is not None:
            cell = Cell(token.space.x // SUB, token.space.y // SUB)
            self.board.say(self.board.hover.words(cell))

    def words_of(self, token: Token) -> str:
        """Say who a token is and how it is."""
        assert self.board.session is not None
        health = self.board.session.system.health(token)
        return tr(
            "board.spoken.token",
            name=token.name,
            side=language.words.say(f"board.side.{token.side}"),
            now=health.now,
            most=health.most,
        )
