"""What stands still below the tokens: painted once into a picture, moved when the map is moved."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from desktop.board import layers
from desktop.board.floor_tiles import FloorTiles
from desktop.board.paint import View, fill
from desktop.board.paint_marks import area_path, paint_zone, paint_zone_circle
from desktop.board.paint_stairs import paint_stairs, stairs_here
from desktop.board.paint_zones import paint_zones
from maps.floor import Floor
from maps.grid import SUB, Cell
from maps.reach import whole
from rules.encounter.state import Token, hostile
from rules.system.ground import RoundZones

if TYPE_CHECKING:
    from desktop.board.view import BoardView

HEAT_DIM = 0.30
COARSE = 6.0
COARSE_BUDGET = 0.15
"""Seconds that the coarse floor of a map may take when it is first seen."""
FLOOR_BUDGET = 0.008
"""Seconds of one frame that may go into tiles of a drawn floor."""


class Backdrop:
    """The picture below everything that moves.

    ``unfinished``: more of a floor is to come; ``quick``: the map grows or shrinks just now, so
    this frame is a rough one.
    """

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.picture = QPixmap()
        self.unfinished = False
        self.floor_budget = FLOOR_BUDGET
        self._stale = True
        self.quick = False
        self._shows = board.camera
        self._tiles: FloorTiles | None = None
        self._coarse: Floor | None = None

    def spoil(self) -> None:
        """The backdrop shows something old."""
        self._stale = True

    def reset_budget(self) -> None:
        """Paint floors bit by bit again."""
        self.floor_budget = FLOOR_BUDGET

    def keep(self) -> None:
        """Bring the picture up to date."""
        board = self.board
        dpr = board.devicePixelRatioF()
        size = board.size() * dpr
        if self.picture.size() != size or self.picture.devicePixelRatioF() != dpr:
            self.picture = QPixmap(size)
            self.picture.setDevicePixelRatio(dpr)
            self._stale = True
        shift = self._shift(dpr)
        if self._stale or shift is None:
            # while the map grows or shrinks, frames are quick; the last one is done again
            self.quick = board.pending.settling and self._shows.scale != board.camera.scale
            self.quick &= self.floor_budget == FLOOR_BUDGET
            self._stale, self.unfinished = False, self.quick
            self._paint_backdrop(QRect(board.rect()))
        elif shift != (0, 0):
            self._scroll(*shift, dpr)
        self._shows = board.camera

    def _shift(self, dpr: float) -> tuple[int, int] | None:
        """Return how far the map was moved, in device pixels; None for any other change."""
        old, new = self._shows, self.board.camera
        if old.scale != new.scale:
            return None
        dx, dy = (old.left - new.left) * new.scale * dpr, (old.top - new.top) * new.scale * dpr
        whole = abs(dx - round(dx)) + abs(dy - round(dy)) < 0.01
        near = abs(dx) < self.picture.width() / 2 and abs(dy) < self.picture.height() / 2
        return (round(dx), round(dy)) if whole and near else None

    def _scroll(self, dx: int, dy: int, dpr: float) -> None:
        """Move the backdrop and paint only what came into view."""
        self.picture.scroll(dx, dy, self.picture.rect())
        width, height = self.board.width(), self.board.height()
        x, y = math.ceil(abs(dx) / dpr) + 1, math.ceil(abs(dy) / dpr) + 1
        if dx:
            self._paint_backdrop(QRect(0 if dx > 0 else width - x, 0, x, height))
        if dy:
            self._paint_backdrop(QRect(0, 0 if dy > 0 else height - y, width, y))

    def _paint_backdrop(self, part: QRect) -> None:
        board = self.board
        painter = QPainter(self.picture)
        try:
            painter.setClipRect(part)
            painter.fillRect(part, QColor(board.theme.rock))
            if board.session is not None:
                self._still(painter, board.camera, QRectF(part))
        finally:
            painter.end()

    def _still(self, painter: QPainter, view: View, visible: QRectF) -> None:
        board, scene = self.board, self.board.scene
        ground = scene.board
        drawn = ground.picture is None
        self._ground(painter, view, visible)
        if board.session is not None and board.session.storey is not None:
            painter.setClipRect(view.rect(ground.left, ground.top, ground.width, ground.height))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        clear = board.switches.on("concealment")
        layers.paint_areas(painter, view, scene.shapes, drawn=drawn, clear=clear)
        tool = board.tools.current
        if tool.shows_obstacles or (board.switches.obstacles and not drawn):
            secrets = not scene.for_players
            layers.paint_obstacles(painter, view, scene.shapes, secrets=secrets, visible=visible)
        elif drawn and not scene.for_players:
            layers.paint_secrets(painter, view, scene.shapes)
        lights = board.switches.on("light") or tool.shows_lights
        if lights and (lit := board.switches.lit_paths()) is not None:
            layers.paint_lights(painter, view, ground, lit, visible)
        if clear:
            layers.paint_concealing(painter, view, scene.shapes)
        if board.switches.on("heat"):
            board.heat.paint(painter, view, visible)
        if board.switches.grid:
            layers.paint_grid(painter, view, ground, visible)
        if not scene.for_players:
            paint_zones(painter, view, ground.zones, visible, board.theme)
            paint_stairs(painter, view, stairs_here(board.session), board.theme)
        if board.switches.on("heat"):
            board.heat.paint_rim(painter, view)
        if board.session is not None:
            board.laid.paint(painter, view, board.session, grips=not scene.for_players)
        if board.switches.on("threat"):
            self._threat(painter, view)

    def _ground(self, painter: QPainter, view: View, visible: QRectF) -> None:
        board, ground = self.board, self.board.scene.board
        if ground.picture is not None:
            layers.paint_plain_ground(painter, view, ground, board.theme)
            board.picture.paint(painter, view, ground.picture, visible)
        else:
            self._floor(painter, view, visible)
        dim = self._dim(drawn=ground.picture is None)
        if dim > 0:
            box = view.rect(ground.left, ground.top, ground.width, ground.height)
            painter.fillRect(box.intersected(visible), fill("#000000", dim))

    def _floor(self, painter: QPainter, view: View, visible: QRectF) -> None:
        board, ground = self.board, self.board.scene.board
        if self._tiles is None:
            self._tiles = FloorTiles(ground, board.theme)
        else:
            self._tiles.update(ground, board.theme)
        if self._coarse is not ground.floor:
            self._coarse = ground.floor
            self._paint_coarse(self._tiles, view, visible)
        smooth, budget = not self.quick, self.floor_budget / (2 if self.quick else 1)
        if not self._tiles.paint(painter, view, visible, budget, smooth=smooth):
            self.unfinished = True

    def _paint_coarse(self, tiles: FloorTiles, view: View, visible: QRectF) -> None:
        """Paint a coarse floor first: it stands in until the fine tiles are there."""
        factor = COARSE / view.scale
        part = QRectF(0, 0, visible.width() * factor, visible.height() * factor)
        scratch = QImage(part.size().toSize() + QSize(1, 1), QImage.Format.Format_RGB32)
        painter = QPainter(scratch)
        left, top = view.left + visible.x() / view.scale, view.top + visible.y() / view.scale
        tiles.paint(painter, View(COARSE, left, top), part, COARSE_BUDGET)
        painter.end()

    def _dim(self, *, drawn: bool) -> float:
        """Return how much black lies over the ground; a drawn floor is dark of itself."""
        theme = self.board.theme
        if not theme.dark:
            return 0.0
        wanted = HEAT_DIM if self.board.switches.on("heat") else theme.map_dim
        return max(0.0, wanted - theme.map_dim) if drawn else wanted

    def _threat(self, painter: QPainter, view: View) -> None:
        """Mark what is threatened: squares, or circles where the rules measure so."""
        board, session = self.board, self.board.session
        assert session is not None
        system, state = session.system, session.state
        if not isinstance(system, RoundZones):
            for side, cells in self._zones().items():
                paint_zone(painter, view, cells, side)
            return
        for token in self._threatening():
            held = board.facts.zone_later(token.id)
            if not held:
                continue
            inside = {*held, *whole(token.space).cells()}
            middle = token.space.centre2
            at = (middle.x / (2 * SUB), middle.y / (2 * SUB))
            painter.save()
            painter.setClipPath(area_path(view, inside), Qt.ClipOperation.IntersectClip)
            radius = system.zone_radius(state, token.id)
            paint_zone_circle(painter, view, at, radius, str(token.side))
            painter.restore()

    @property
    def shows_no_threat(self) -> bool:
        """Whether zones are to be shown of who is selected, but there are none."""
        board, session = self.board, self.board.session
        if session is None or not board.switches.on("threat") or board.dragging is not None:
            return False
        if not session.selected:
            return False
        zones = [board.facts.zone_later(token.id) for token in self._threatening()]
        return bool(zones) and not any(zones) and not board.facts.busy

    def _threatening(self) -> list[Token]:
        """Return whose zones are to be seen now."""
        board, session = self.board, self.board.session
        assert session is not None
        tokens = session.state.tokens
        drag = board.dragging
        if drag is not None:
            side = tokens[drag.lead].side
            wanted = [t for t in tokens.values() if hostile(side, t.side)]
        elif session.selected:
            wanted = [tokens[id] for id in session.selected]
        else:
            wanted = list(tokens.values())
        return [
            t
            for t in wanted
            if not (board.scene.looks[t.id].dead or (t.hidden and board.switches.for_players))
        ]

    def _zones(self) -> dict[str, set[Cell]]:
        """Return the squares to mark as threatened, by side."""
        zones: dict[str, set[Cell]] = {}
        for token in self._threatening():
            zone = self.board.facts.zone_later(token.id)
            zones.setdefault(str(token.side), set()).update(zone)
        return {side: cells for side, cells in zones.items() if cells}
