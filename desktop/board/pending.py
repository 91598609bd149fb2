"""What takes longer than a frame: facts, heat, slow systems, pictures; done piece by piece."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from desktop.messages import message_of
from maps.problems import Problem

if TYPE_CHECKING:
    from desktop.board.view import BoardView

READING = 100
"""Milliseconds between two looks at how far a picture is read."""
SETTLE = 90
"""Milliseconds without a change of size after which the map is painted with all care."""
REST = 70
"""Milliseconds without another square until a slow system is asked."""
BUDGET = 0.006
"""Seconds between two frames that go into what takes longer."""


class Pending:
    """Goes on with the long work of one board view whenever nothing else is to be done."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self._more = QTimer(board, singleShot=True, interval=0)
        self._reading = QTimer(board, interval=READING)
        self._rest = QTimer(board, singleShot=True, interval=REST)
        self._settle = QTimer(board, singleShot=True, interval=SETTLE)
        self._more.timeout.connect(self._work)
        self._reading.timeout.connect(self._read_on)
        self._rest.timeout.connect(self._rested)
        self._settle.timeout.connect(board.spoil)
        board.picture.changed.connect(board.spoil)
        board.picture.failed.connect(self._picture_failed)

    def go_on(self) -> None:
        """Go on with what takes longer as soon as nothing else is to be done."""
        if not self._more.isActive():
            self._more.start()

    def ask_later(self) -> None:
        """Ask a slow system about the place of a drag when the pointer rests."""
        self._rest.start()

    def settle(self) -> None:
        """The map is made larger or smaller: paint with all care when that has ended."""
        self._settle.start()

    @property
    def settling(self) -> bool:
        """Whether the map was made larger or smaller just now, and may be again."""
        return self._settle.isActive()

    # -- pictures ------------------------------------------------------------------------------

    def read_picture(self) -> None:
        """Begin to read the picture of the map that is shown."""
        session, picture = self.board.session, self.board.scene.board.picture
        asset = picture.asset if picture is not None else ""
        read = session.store.asset if session is not None else _nothing
        self.board.picture.load(asset, read)
        self._reading.start()

    def _read_on(self) -> None:
        """Show how far the picture is; stop when it is there."""
        if not self.board.picture.busy:
            self._reading.stop()
        self.board.update()

    def _picture_failed(self, problem: Problem) -> None:
        if self.board.session is not None:
            self.board.session.message.emit(message_of(problem))

    # -- facts, heat, drags ----------------------------------------------------------------------

    def _rested(self) -> None:
        drag = self.board.dragging
        if drag is not None:
            drag.ask()
            self.board.update()

    def _work(self) -> None:
        board, again = self.board, False
        if board.painting.backdrop.unfinished and not self.settling:
            board.spoil()
        drag = board.dragging
        if drag is not None:
            again |= drag.step(BUDGET)
            if drag.against or drag.nearest is not None:
                board.update()
        if board.switches.on("heat") and drag is None:
            again |= board.heat.work(BUDGET * 2)
        again |= self.find_facts()
        if again:
            self.go_on()

    @property
    def facts_wanted(self) -> bool:
        """Whether zones or flanks are shown and not all are known."""
        seen = self.board.switches.on("flank") or self.board.switches.on("threat")
        return self.board.session is not None and seen and self.board.facts.busy

    def find_facts(self) -> bool:
        """Find out zones and flanks as far as they are to be seen; whether some are left."""
        if not self.facts_wanted:
            return False
        board = self.board
        if board.facts.work(BUDGET):
            if board.switches.on("threat") and not board.facts.busy:
                board.painting.backdrop.spoil()
            board.update()
        return board.facts.busy

    def after_frame(self) -> None:
        """A frame was painted: go on where it shows less than all."""
        backdrop = self.board.painting.backdrop
        if (backdrop.unfinished and not backdrop.quick) or self.facts_wanted:
            self.go_on()

    def wait_for_ground(self, seconds: float = 20.0) -> None:
        """Paint until picture and floor are there: for pictures of the window, not in play."""
        board, backdrop = self.board, self.board.painting.backdrop
        until = perf_counter() + seconds
        backdrop.floor_budget = seconds
        while perf_counter() < until:
            backdrop.spoil()
            board.repaint()
            if not backdrop.unfinished and not board.picture.busy:
                break
            board.picture.wait(0.05)
        backdrop.reset_budget()


def _nothing(_asset: str) -> bytes | None:
    """Stand in for the store where no fight is open."""
    return None
