"""Which part of the map is seen: zooming, fitting, showing places, one camera for each storey."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF

from desktop.board import camera as cam
from desktop.board.paint import View
from maps.grid import SUB, Cell, Point
from rules.encounter.state import TokenId

if TYPE_CHECKING:
    from desktop.board.view import BoardView

ROUND = 3
"""Squares that are shown around what is looked for."""
FARTHEST_RING = 64
"""Squares from the middle within which a free one is looked for."""


class Navigation:
    """Moves the camera of one board view; lengths are squares, places in the view are pixels."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.fit_wanted = False
        self._cameras: dict[str, View] = {}
        self._storey = ""

    @property
    def zoom(self) -> float:
        """The zoom in percent; 100 % are 48 pixels to the square."""
        return self.board.camera.scale / cam.FULL * 100

    def set_camera(self, view: View) -> None:
        """Show another part of the map."""
        board = self.board
        if view == board.camera:
            return
        zoomed = view.scale != board.camera.scale
        board.camera = view
        self.fit_wanted = False
        board.card.follow()
        if zoomed:
            board.zoom_changed.emit(self.zoom)
        board.update()

    # -- zooming -------------------------------------------------------------------------------

    def zoom_at(self, scale: float, at: QPointF) -> None:
        """Zoom to pixels per square; what lies under a pixel stays there."""
        self.board.pending.settle()
        self.set_camera(cam.zoomed(self.board.camera, scale, at.x(), at.y()))

    def zoom_by(self, factor: float) -> None:
        """Zoom at the pointer while it is over the map, else at the middle."""
        self.zoom_at(self.board.camera.scale * factor, self._anchor())

    def zoom_to(self, percent: float) -> None:
        """Zoom to percent, at the same place."""
        self.zoom_at(percent / 100 * cam.FULL, self._anchor())

    def _anchor(self) -> QPointF:
        board, last = self.board, self.board.hands.last
        if last is not None and board.underMouse() and board.rect().contains(last.pixel.toPoint()):
            return last.pixel
        return QPointF(board.width() / 2, board.height() / 2)

    # -- fitting -------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole map."""
        self._show(self.board.scene.bounds(), 2 * cam.FULL)

    def fit_once(self) -> None:
        """Fit the map when it is first seen; afterwards only the game master moves it."""
        if self.fit_wanted and self.board.isVisible() and self.board.session is not None:
            self.fit()
            self.fit_wanted = False

    def fit_tokens(self, ids: Iterable[str]) -> None:
        """Show these tokens with some squares around them; without any the whole map."""
        known = self.board.scene.looks
        looks = [known[TokenId(id)] for id in ids if TokenId(id) in known]
        if not looks:
            self.fit()
            return
        corners = [(look.x, look.y) for look in looks]
        self._show_near(corners + [(look.x + look.size, look.y + look.size) for look in looks])

    def show_points(self, points: Iterable[Point]) -> None:
        """Show these points of the map with some squares around them."""
        places = [(p.x / SUB, p.y / SUB) for p in points]
        if places:
            self._show_near(places)

    def _show_near(self, places: list[tuple[float, float]]) -> None:
        xs, ys = [x for x, _ in places], [y for _, y in places]
        box = (min(xs) - ROUND, min(ys) - ROUND, max(xs) + ROUND, max(ys) + ROUND)
        self._show(box, max(self.board.camera.scale, 1.5 * cam.FULL))

    def _show(self, box: cam.Bounds, most: float) -> None:
        self.set_camera(cam.fitted(box, self.board.width(), self.board.height(), most))

    # -- places --------------------------------------------------------------------------------

    def bring_into_view(self, x: float, y: float) -> None:
        """Bring a place into the middle where it is not seen."""
        camera, width, height = self.board.camera, self.board.width(), self.board.height()
        if not cam.shows(camera, x, y, width, height):
            self.set_camera(cam.centred(camera, x, y, width, height))

    def ensure_visible(self, id: str) -> None:
        """Bring a token into view where it is not: on the game master's command only."""
        if TokenId(id) in self.board.scene.looks:
            self.bring_into_view(*self.board.scene.middle(TokenId(id)))
            self.board.speech.token(id)

    def place_of(self, id: str) -> QPoint:
        """Return where on the screen a token stands, for menus."""
        board = self.board
        if TokenId(id) not in board.scene.looks:
            return board.mapToGlobal(board.rect().center())
        return board.mapToGlobal(board.camera.at(*board.scene.middle(TokenId(id))).toPoint())

    def free_cell(self) -> Cell:
        """Return a free square near the middle of what is seen."""
        board, camera = self.board, self.board.camera
        middle = Cell(
            math.floor(camera.left + board.width() / 2 / camera.scale),
            math.floor(camera.top + board.height() / 2 / camera.scale),
        )
        for ring in range(FARTHEST_RING):
            steps = range(-ring, ring + 1)
            for dx, dy in sorted(
                ((i, j) for i in steps for j in steps if max(abs(i), abs(j)) == ring),
                key=lambda d: abs(d[0]) + abs(d[1]),
            ):
                cell = Cell(middle.x + dx, middle.y + dy)
                if not board.scene.tokens_on(cell):
                    return cell
        return middle

    def rows_seen(self) -> tuple[int, ...]:
        """Return the rows of squares in view, outwards from the selected combatant."""
        board, top, scale = self.board, self.board.camera.top, self.board.camera.scale
        rows = range(math.floor(top), math.ceil(top + board.height() / scale))
        me = board.session.current if board.session is not None else None
        middle = me.space.y // SUB if me is not None else (rows.start + rows.stop) // 2
        return tuple(sorted(rows, key=lambda y: abs(y - middle)))

    # -- storeys -------------------------------------------------------------------------------

    def start_at(self, storey: str) -> None:
        """Another fight is shown, at that storey: fit it as soon as it is seen."""
        self._cameras.clear()
        self._storey = storey

    def leave_for(self, storey: str) -> View | None:
        """Keep the camera of the storey shown; return that of another, if it was seen before."""
        self._cameras[self._storey] = self.board.camera
        self._storey = storey
        return self._cameras.get(storey)
