"""Drawing areas (pillars, low obstacles, cover, fog, rough ground) and erasing what is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QPainter

from desktop.board.paint import View
from desktop.board.paint_lines import paint_cause
from desktop.i18n import language, tr
from desktop.tools.base import Hint, Option, Pointer, Tool
from desktop.tools.draw import BOX, CHAIN, POLYGON, ROUND, DrawTool
from desktop.tools.picking import picker_of
from desktop.tools.shape import PICK_REACH, Spot, pairs
from maps.shapes import Obstacle
from rules.encounter.commands import Erase

if TYPE_CHECKING:
    from desktop.board.view import BoardView


HEIGHTS = (1, 2, 3, 4)
"""Heights in squares that a rise is offered with; the dock takes any."""


class AreaTool(DrawTool):
    """Draws areas of a kind: boxes over whole squares (with Alt off the grid), rounds, polygons."""

    forms: ClassVar[tuple[str, ...]] = (BOX, ROUND, POLYGON)
    whole_squares = True

    def facts(self) -> dict[str, Any]:
        """Return kind and facts of what is drawn."""
        raise NotImplementedError

    def made(self, spots: list[Spot], *, closed: bool) -> list[dict[str, Any]]:
        line = {} if closed else {"open": True}
        return [{**self.facts(), "points": pairs(spots), **line}]


class BlockTool(AreaTool):
    """Draws pillars and rock, low obstacles and walls, cover."""

    id = "block"
    word = "tools.block"
    icon = "block"
    forms = (BOX, ROUND, POLYGON, CHAIN)
    verb = "tools.hint.block"

    def options(self) -> tuple[Option, ...]:
        kinds = ("solid", "low", "cover")
        words = tuple((kind, language.words.say(f"shapes.block.{kind}")) for kind in kinds)
        return (Option("kind", tr("shapes.word.kind"), words), *super().options())

    def facts(self) -> dict[str, Any]:
        return {"kind": self.chosen("kind")}


class FogTool(AreaTool):
    """Draws areas of fog and foliage of some degree."""

    id = "fog"
    word = "tools.fog"
    icon = "fog"
    verb = "tools.hint.fog"

    def options(self) -> tuple[Option, ...]:
        degrees = ((n, tr("shapes.percent", n=int(n))) for n in ("20", "25", "50", "75"))
        return (Option("degree", tr("shapes.word.degree"), tuple(degrees)), *super().options())

    def facts(self) -> dict[str, Any]:
        return {"kind": "fog", "concealment": int(self.chosen("degree"))}


class TerrainTool(AreaTool):
    """Draws difficult ground and rises; whoever steps onto a rise stands as high."""

    id = "terrain"
    word = "tools.terrain"
    icon = "terrain"
    verb = "tools.hint.terrain"

    def options(self) -> tuple[Option, ...]:
        kinds = ("terrain", "rise")
        words = tuple((kind, language.words.say(f"shapes.ground.{kind}")) for kind in kinds)
        heights = tuple(
            (str(n), tr("shapes.height", metres=round(n * self.board.metres, 2))) for n in HEIGHTS
        )
        made = [Option("ground", tr("shapes.word.kind"), words)]
        if self._chosen.get("ground") == "rise":
            made.append(Option("height", tr("shapes.word.height"), heights))
        return (*made, *super().options())

    def facts(self) -> dict[str, Any]:
        if self.chosen("ground") == "rise":
            return {"kind": "rise", "top": int(self.chosen("height"))}
        return {"kind": "terrain"}


class EraseTool(Tool):
    """Removes the obstacle under the pointer."""

    id = "erase"
    word = "tools.erase"
    icon = "close"
    shows_obstacles = True

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._meant: Obstacle | None = None

    @property
    def cursor(self) -> QCursor:
        return QCursor(
            Qt.CursorShape.PointingHandCursor if self._meant else Qt.CursorShape.CrossCursor
        )

    def hint(self) -> Hint:
        keys = ((tr("tools.key.click"), tr("tools.hint.remove")),)
        return Hint(self.icon, tr("tools.hint.erase"), keys)

    def move(self, at: Pointer) -> bool:
        meant = self._find(at)
        if meant is not self._meant:
            self._meant = meant
            self.board.update()
        return True

    def press(self, at: Pointer) -> None:
        meant, session = self._find(at), self.board.session
        self._meant = None
        if meant is not None and session is not None:
            session.perform(Erase(obstacles=(meant.id,)))
        self.board.update()

    def cancel(self) -> bool:
        self._meant = None
        self.board.update()
        return False

    def _find(self, at: Pointer) -> Obstacle | None:
        session = self.board.session
        if session is None:
            return None
        found = picker_of(session.state.board).piece_at(
            at.x, at.y, PICK_REACH / self.board.camera.scale
        )
        return found.obstacle if found is not None else None

    def paint_above(self, painter: QPainter, view: View) -> None:
        if self._meant is not None:
            paint_cause(painter, view, tuple(self._meant.segments()))
