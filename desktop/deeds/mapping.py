"""Look along lines, import, and fit the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.deeds.base import Doing
from desktop.i18n import tr
from desktop.messages import Message, message_of
from maps.board import Board
from maps.problems import UnreadableFileError
from rules.core.terms import term

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from maps.formats import Import

Laid = tuple[Board, dict[str, bytes]]
"""A map as it is to be, and the pictures by hash that come with it."""


class Mapping(Doing):
    """The actions of the menu Map."""

    def _inspect(self) -> None:
        self.inspect()

    def inspect(self, a: str = "", b: str = "") -> None:
        """Open the line-of-sight inspector, perhaps from one token to another."""
        from desktop.dialogs.sight import open_inspector

        ends = (a, b) if a and b else None
        open_inspector(self.window.board, self.window, ends, self.window.tell)

    def _import_onto(self) -> None:
        path = self.ask_map()
        if path is not None:
            self.import_onto(path)

    def import_onto(self, path: Path) -> None:
        """Read a map onto the one that is open, as one step."""
        from desktop.dialogs.import_onto import ask_onto

        session = self._fight()
        board, under = session.state.board, session.shown.picture
        lying = session.store.asset(under.asset) if under is not None else None
        pictures = {under.asset: lying} if under is not None and lying else {}

        def ask(read: Import) -> Laid | None:
            return ask_onto(self.window, path, read, board, pictures, session.storey)

        if self.lay_read(path, ask):
            self.window.tell(Message(tr("onto.done", file=path.name), "done"))

    def lay_read(self, path: Path, ask: Callable[[Import], Laid | None]) -> bool:
        """Read a map, let ask what becomes of it, and lay that as one step; whether it was."""
        from maps.codec_writing import board_to_dict
        from maps.formats import read_map

        try:
            read = read_map(path)
            choice = ask(read)
            if choice is None:
                return False
            for data in choice[1].values():
                self._fight().store.put_asset(data)
        except UnreadableFileError as error:
            self.window.tell(message_of(error.problem))
            return False
        label = term("step.read", file=path.name)
        if not self.run("board", label=label, board=board_to_dict(choice[0])):
            return False
        self.window.problems.report(path.name, read.problems)
        return True

    def _fit_grid(self) -> None:
        from desktop.dialogs.grid import refit_grid

        session = self._fight()
        board: Board | None = refit_grid(self.window, session)
        if board is not None:
            from maps.codec_writing import board_to_dict

            self.run("board", label=term("step.grid"), board=board_to_dict(board))

    def _propose_walls(self) -> None:
        from desktop.dialogs.proposals import propose_walls

        walls = propose_walls(self.window, self._fight())
        label = term("step.proposed", n=len(walls))
        if walls and self.run("draw", label=label, obstacles=list(walls)):
            self.window.tell(Message(tr("proposals.drawn", n=len(walls)), "done"))
