"""Uncovering the map for the players by hand: brush, box, or everything up to the next walls."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath

from desktop.board.paint import View, fill
from desktop.i18n import tr
from desktop.tools.base import Hint, Pointer
from desktop.tools.ground import MOST, SquaresTool
from maps.grid import Cell
from rules.encounter.commands import Reveal
from rules.encounter.revealed import revealed, runs

VEIL = "#10131A"


class RevealTool(SquaresTool):
    """Takes the darkness off squares, or with Ctrl lays it over them; in the hand it shows it."""

    id = "reveal"
    word = "reveal.tool"
    icon = "eye"

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]  # as every tool is made
        self._veil: tuple[object, QPainterPath] | None = None

    def hint(self) -> Hint:
        keys = (
            (tr("tools.key.drag"), tr("reveal.uncover")),
            (tr("shapes.key.ctrl_drag"), tr("reveal.cover")),
        )
        return Hint(self.icon, tr("reveal.hint"), keys)

    def release(self, at: Pointer) -> None:
        if self._start is None:
            return
        self.drag(at)
        cells, less = frozenset(self._stroke), self._less
        self.cancel()
        self._reveal(cells, on=not less)

    def filled(self, at: Pointer) -> None:
        """Uncover or cover everything up to the next walls."""
        from maps.rooms import flood

        if self.board.session is None:
            return
        found = flood(self.board.scene.board, at.cell)
        if len(found) <= MOST:
            self._reveal(found, on=not at.ctrl)

    def _reveal(self, cells: frozenset[Cell] | set[Cell], *, on: bool) -> None:
        session = self.board.session
        if session is None:
            return
        known = revealed(session.state.data)
        wanted = known | cells if on else known - cells
        if wanted != known:
            session.perform(Reveal(runs=runs(cells), on=on))

    def paint_above(self, painter: QPainter, view: View) -> None:
        session = self.board.session
        if session is not None:
            painter.save()
            painter.translate(-view.left * view.scale, -view.top * view.scale)
            painter.scale(view.scale, view.scale)
            painter.fillPath(self._darkness(), fill(VEIL, 0.55))
            painter.restore()
        super().paint_above(painter, view)

    def _darkness(self) -> QPainterPath:
        """Return the covered part of the map in squares; made once for each state."""
        session = self.board.session
        assert session is not None
        board, known = session.state.board, revealed(session.state.data)
        key = (known, board.left, board.top, board.width, board.height)
        if self._veil is None or self._veil[0] != key:
            path, open_part = QPainterPath(), QPainterPath()
            path.addRect(QRectF(board.left, board.top, board.width, board.height))
            for x, y, length in runs(known):
                open_part.addRect(QRectF(x, y, length, 1))
            self._veil = (key, path.subtracted(open_part.simplified()))
        return self._veil[1]
