"""Setting lights: a click with the radii of a usual light, a pull for one's own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.paint import View, circle, fill, pen
from desktop.colours import MAP
from desktop.i18n import language, tr
from desktop.tools.base import Hint, Option, Pointer, Tool
from desktop.tools.shape import DRAG_FROM, Spot, paint_words, snapped
from rules.encounter.commands import Lights

if TYPE_CHECKING:
    from desktop.board.view import BoardView

USUAL: dict[str, tuple[float, float]] = {
    "torch": (4, 8),
    "lantern": (6, 12),
    "candle": (0.5, 1),
    "fire": (6, 12),
    "daylight": (12, 24),
}
"""Radii of bright and dim light in squares."""
COLOURS = {"fire": "#ffb46b", "candle": "#ffd08a", "daylight": "#fff6dc"}
STEP = 0.5
"""Radii that are pulled are multiples of this many squares."""


class LightTool(Tool):
    """Sets lights."""

    id = "light"
    word = "tools.light"
    icon = "light"
    shows_obstacles = True
    shows_lights = True

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._centre: Spot | None = None
        self._pressed: Pointer | None = None
        self._at: Pointer | None = None

    def options(self) -> tuple[Option, ...]:
        kinds = tuple((id, language.words.say(f"shapes.light.{id}")) for id in USUAL)
        map = tuple((id, language.words.say(f"shapes.map.{id}")) for id in ("bright", "dark"))
        return (
            Option("light", tr("shapes.word.light"), kinds),
            Option("map", tr("shapes.word.map"), map),
        )

    def chosen(self, option: str) -> str:
        session = self.board.session
        if option == "map" and session is not None:
            return "dark" if session.state.board.dark else "bright"
        return super().chosen(option)

    def set_option(self, option: str, value: str) -> None:
        session = self.board.session
        if option != "map" or session is None:
            super().set_option(option, value)
        elif session.state.board.dark != (value == "dark"):
            session.perform(Lights(dark=value == "dark"))

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.CrossCursor)

    @property
    def busy(self) -> bool:
        return self._centre is not None

    def hint(self) -> Hint:
        click = (tr("tools.key.click"), tr("shapes.hint.light_here"))
        pull = (tr("tools.key.drag"), tr("shapes.hint.light_own"))
        alt = (tr("board.key.alt"), tr("board.hint.off_grid"))
        return Hint(self.icon, tr("shapes.hint.light"), (click, pull, alt))

    def move(self, at: Pointer) -> bool:
        self._at = at
        self.board.update()
        return True

    def drag(self, at: Pointer) -> None:
        self.move(at)

    def press(self, at: Pointer) -> None:
        self._pressed = self._at = at
        self._centre = _lamp(at)
        self.board.update()

    def release(self, at: Pointer) -> None:
        centre, session = self._centre, self.board.session
        self._at = at
        bright, dim = self._radii()
        self.cancel()
        if centre is None or session is None:
            return
        kind = self.chosen("light")
        light: dict[str, object] = {"at": list(centre), "bright": bright, "dim": dim}
        if kind in COLOURS:
            light["colour"] = COLOURS[kind]
        before = {i.id for i in session.state.board.lights}
        if session.perform(Lights(lights=(light,))):
            session.pick([i.id for i in session.state.board.lights if i.id not in before])

    def _radii(self) -> tuple[float, float]:
        """Return the radii of the light under the hand, in squares."""
        at, pressed, centre = self._at, self._pressed, self._centre
        if at is None or pressed is None or centre is None or not at.far_from(pressed, DRAG_FROM):
            return USUAL[self.chosen("light")]
        dim = math.hypot(at.x - centre[0], at.y - centre[1])
        dim = max(STEP, round(dim / STEP) * STEP)
        return dim / 2, dim

    def key(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and self.cancel()

    def cancel(self) -> bool:
        there = self._centre is not None
        self._centre = self._pressed = None
        self.board.update()
        return there

    def put_away(self) -> None:
        super().put_away()
        self._at = None

    def paint_above(self, painter: QPainter, view: View) -> None:
        at = self._at
        if at is None:
            return
        x, y = self._centre or _lamp(at)
        bright, dim = self._radii()
        middle = view.at(x, y)
        for radius, dash in ((bright, ()), (dim, (7, 5))):
            circle(painter, middle, radius * view.scale, None, pen(MAP.case, 3.4, alpha=0.5))
            circle(painter, middle, radius * view.scale, None, pen("#FFD97A", 1.8, dash=dash))
        circle(painter, middle, 5, fill("#FFD97A"), pen(MAP.case, 1.6))
        metres, size = self.board.metres, self.board.size()
        words = tr(
            "shapes.radii",
            bright=round(bright * metres, 2),
            dim=round(dim * metres, 2),
        )
        paint_words(painter, at.pixel, words, size.width(), size.height())


def _lamp(at: Pointer) -> Spot:
    """Return where a light would stand: a corner, the middle of a square or of a side."""
    return snapped(at) if at.alt else (round(at.x * 2) / 2, round(at.y * 2) / 2)
