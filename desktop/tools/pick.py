"""Picking obstacles, lights and points by mouse, and dragging them, with the cover to be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QCursor, QPainter

from desktop.board.paint import View, fill, pen
from desktop.board.shapes import Shapes
from desktop.colours import MAP
from desktop.i18n import tr
from desktop.tools import changes
from desktop.tools.base import Hint, Pointer, Tool
from desktop.tools.edit_paint import paint_hovered, paint_picked
from desktop.tools.edits import BodyDrag, Drag, Edited, Handle, PointDrag, RadiusDrag
from desktop.tools.grasp import Grasp, moved_to
from desktop.tools.picking import Found, picker_of
from desktop.tools.shape import (
    DRAG_FROM,
    PICK_REACH,
    length_words,
    paint_words,
    snapped,
    square,
    sub,
)
from maps import reshape
from maps.board import Board, Light
from maps.grid import SUB, Point
from maps.shapes import Obstacle
from rules.encounter.state import TokenId
from rules.system.answers import Glance

if TYPE_CHECKING:
    from desktop.board.view import BoardView

LIVE_WALLS, LIVE_TOKENS = 2_000, 60
"""In larger fights cover is looked at again only when a drag has ended."""


class PickTool(Tool):
    """Picks by click, frame and double click; moves what is picked, its points and radii."""

    shows_obstacles = True
    shows_lights = True

    def __init__(self, board: BoardView) -> None:
        super().__init__(board)
        self._points: frozenset[Handle] = frozenset()
        self._before: tuple[str, ...] = ()
        self._pressed: Pointer | None = None
        self._held: Drag | None = None
        self._drag: Drag | None = None
        self._band: QRectF | None = None
        self._edited = Edited()
        self._over: Found | None = None
        self._at: Pointer | None = None
        self._target: TokenId | None = None
        self._glances: dict[TokenId, Glance] | None = None

    # -- what is picked ------------------------------------------------------------------------

    @property
    def points(self) -> frozenset[Handle]:
        """The chosen points of what is picked."""
        return self._points

    @points.setter
    def points(self, points: frozenset[Handle]) -> None:
        if points != self._points:
            self._points = points
            self.board.tools.ready_changed.emit()
            self.board.update()

    @property
    def ground(self) -> Board:
        session = self.board.session
        return session.state.board if session is not None else Board()

    @property
    def picked(self) -> tuple[str, ...]:
        return self.board.session.picked if self.board.session is not None else ()

    @property
    def _grasp(self) -> Grasp:
        """What the pointer could take hold of now."""
        reach = PICK_REACH / self.board.camera.scale
        return Grasp(self.ground, self.obstacles(), self.lights(), reach)

    def obstacles(self) -> tuple[Obstacle, ...]:
        """Return the picked obstacles."""
        ids = set(self.picked)
        return tuple(o for o in self.ground.obstacles if o.id in ids)

    def lights(self) -> tuple[Light, ...]:
        """Return the picked lights."""
        ids = set(self.picked)
        return tuple(light for light in self.ground.lights if light.id in ids)

    def pick(self, ids: Iterable[str], *, add: bool = False) -> None:
        """Pick other things; with ``add`` those that are picked already are let go."""
        session = self.board.session
        if session is None:
            return
        wanted = list(ids)
        if add:
            kept = [id for id in session.picked if id not in wanted]
            wanted = kept + [id for id in wanted if id not in session.picked]
        session.pick(wanted)
        self._keep_points()
        self.board.say_hint()
        self.board.update()

    def _keep_points(self) -> None:
        """Let go of points that are no longer there."""
        if self.points:
            there = {o.id: len(reshape.handles(o)) for o in self.obstacles()}
            self.points = frozenset(h for h in self.points if h[1] < there.get(h[0], 0))

    def _chosen_points(self) -> tuple[Point, ...]:
        by_id = {o.id: o for o in self.obstacles()}
        return tuple(reshape.handles(by_id[id])[index] for id, index in sorted(self.points))

    # -- what it says --------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        return self._drag is not None or self._band is not None

    @property
    def badges(self) -> dict[TokenId, Glance] | None:
        return self._glances

    @property
    def cursor(self) -> QCursor:
        if self._drag is not None:
            return QCursor(Qt.CursorShape.ClosedHandCursor)
        if self._at is not None and self._grasp.handle_at(self._at) is not None:
            return QCursor(Qt.CursorShape.SizeAllCursor)
        over = Qt.CursorShape.OpenHandCursor if self._over else Qt.CursorShape.ArrowCursor
        return QCursor(over)

    def hint(self) -> Hint:
        pull, click = tr("tools.key.drag"), tr("tools.key.click")
        alt = (tr("board.key.alt"), tr("board.hint.off_grid"))
        shift = (tr("shapes.key.shift"), tr("shapes.hint.straight"))
        esc = (tr("board.key.esc"), tr("tools.hint.cancel"))
        if isinstance(self._drag, PointDrag):
            alone = (tr("shapes.key.ctrl"), tr("edit.hint.alone"))
            return Hint(self.icon, tr("edit.hint.point"), (alt, shift, alone, esc))
        if self._drag is not None:
            return Hint(self.icon, tr("edit.hint.move"), (alt, shift, esc))
        double = tr("tools.key.double")
        if not self.picked:
            some = ((click, tr("edit.hint.pick")), (double, tr("edit.hint.chain")))
            return Hint(self.icon, tr("tools.edit"), (*some, (pull, tr("edit.hint.frame"))))
        keys = (
            (pull, tr("edit.hint.drag")),
            (double, tr("edit.hint.insert")),
            (tr("edit.key.delete"), tr("edit.hint.delete")),
            (tr("board.key.arrows"), tr("edit.hint.nudge")),
            (tr("shapes.key.enter"), tr("edit.hint.panel")),
        )
        return Hint(self.icon, tr("edit.picked", n=len(self.picked)), keys)

    # -- the mouse -----------------------------------------------------------------------------

    def move(self, at: Pointer) -> bool:
        self._at = at
        over = picker_of(self.ground).piece_at(at.x, at.y, self._grasp.reach)
        if over != self._over:
            self._over = over
            self.board.update()
        return over is not None and self.board.scene.token_at(at.x, at.y) is None

    def press(self, at: Pointer) -> None:
        self._pressed, self._at, self._before = at, at, self.picked
        self._held = self._grasp.radius_at(at)
        handle = self._grasp.handle_at(at) if self._held is None else None
        if handle is not None:
            self._press_point(handle, add=at.shift)
            return
        id = self._grasp.found(at)
        if self._held is None and id and not at.shift:
            if id not in self.picked:
                self.pick([id])
            self._held = self._grasp.body(at)
        self.board.update()

    def _press_point(self, handle: Handle, *, add: bool) -> None:
        if add:
            self.points = self.points ^ {handle}
        elif handle not in self.points:
            self.points = frozenset({handle})
        by_id = {o.id: o for o in self.obstacles()}
        held = reshape.handles(by_id[handle[0]])[handle[1]]
        points = {*self._chosen_points(), held}
        self._held = PointDrag(
            self.ground, tuple(points), held, frozenset(by_id), self._grasp.reach
        )
        self.board.say_hint()
        self.board.update()

    def drag(self, at: Pointer) -> None:
        self._at = at
        pressed = self._pressed
        if pressed is None:
            return
        if not self.busy and at.far_from(pressed, DRAG_FROM):
            self._target = self.board.sight.target
            self.board.forget_hover()
            self._drag = self._held
            self.board.say_hint()
        if self._drag is not None:
            edited = self._drag.at(at)
            if edited != self._edited:
                self._edited = edited
                self._look()
        elif self._held is None and (self._band is not None or at.far_from(pressed, DRAG_FROM)):
            x, y = min(pressed.x, at.x), min(pressed.y, at.y)
            self._band = QRectF(x, y, abs(at.x - pressed.x), abs(at.y - pressed.y))
        self.board.update()

    def right_click(self, at: Pointer) -> bool:
        """Pick what is under the pointer, for the menu; elsewhere the menu is the usual one."""
        id = self._grasp.found(at)
        if id and id not in self.picked:
            self.points = frozenset()
            self.pick([id])
        return bool(id)

    def release(self, at: Pointer) -> None:
        pressed, band, edited, busy = self._pressed, self._band, self._edited, self.busy
        held = self._held
        self._drop()
        if pressed is None:
            return
        if band is not None:
            self._pick_within(band, add=at.shift)
        elif busy:
            self.perform(edited)
        elif held is None:
            id = self._grasp.found(at)
            self.points = frozenset()
            self.pick([id] if id else [], add=at.shift)
        elif isinstance(held, BodyDrag):
            self._click_body(at)
        self.board.say_hint()
        self.board.update()

    def _click_body(self, at: Pointer) -> None:
        """A click without a drag on what is picked: it alone stays picked."""
        self.points = frozenset()
        id = self._grasp.found(at)
        if id and self._before.count(id) and len(self._before) > 1:
            self.pick([id])

    def _pick_within(self, band: QRectF, *, add: bool) -> None:
        box = (band.left(), band.top(), band.right(), band.bottom())
        ids = list(picker_of(self.ground).within(*box))
        ids += [i.id for i in self.ground.lights if band.contains(*square(i.at))]
        if add:
            ids = [*self.picked, *(id for id in ids if id not in self.picked)]
        self.points = frozenset()
        self.pick(ids)

    def double_click(self, at: Pointer) -> None:
        """Pick the whole chain, or put a point into what was picked before."""
        self._pressed = None
        found = picker_of(self.ground).piece_at(at.x, at.y, self._grasp.reach)
        if found is None or self._grasp.handle_at(at) is not None:
            return
        if found.obstacle.id in self._before:
            self._insert(found, at)
            return
        chain = reshape.connected(self.ground.obstacles, [found.obstacle.id])
        self.pick([*(self._before if at.shift else ()), *chain])

    # -- doing ---------------------------------------------------------------------------------

    def perform(self, edited: Edited) -> None:
        """Do an edit as one step."""
        session = self.board.session
        if session is not None and edited:
            session.perform_all(edited.commands())
        self._keep_points()

    def _insert(self, found: Found, at: Pointer) -> None:
        """Put a point into a piece where the pointer is, and choose it."""
        o = found.obstacle
        handles = reshape.handles(o)
        a, b = handles[found.index], handles[(found.index + 1) % len(handles)]
        point = changes.on_piece(a, b, sub(snapped(at)))
        if point in (a, b):
            point = changes.on_piece(a, b, sub((at.x, at.y)))
        if point not in (a, b):
            self.pick([o.id])
            self.perform(Edited(put=(reshape.inserted(o, found.index, point),)))
            self.points = frozenset({(o.id, found.index + 1)})
            self.board.update()

    # -- the rest of the gesture -----------------------------------------------------------------

    def _drop(self) -> None:
        self._pressed = self._held = self._drag = self._band = None
        self._edited, self._glances = Edited(), None

    def cancel(self) -> bool:
        was = self.busy
        self._drop()
        if was:
            self.board.hover.look()
        self.board.say_hint()
        self.board.update()
        return was

    def put_away(self) -> None:
        super().put_away()
        self._over = self._at = None
        self.points = frozenset()

    def refresh(self) -> None:
        if self.busy:
            self.cancel()
        self._over = None
        self._keep_points()

    def _look(self) -> None:
        """Show the cover that there would be."""
        session = self.board.session
        me = session.current if session is not None else None
        small = len(self.ground.obstacles) <= LIVE_WALLS
        if session is None or me is None or not small or len(session.state.tokens) > LIVE_TOKENS:
            return
        board = self._edited.board(self.ground)
        state = replace(session.state, board=board)
        seen = session.system.glances(state, me.id, me.space)
        self._glances = {glance.token: glance for glance in seen}
        draft = session.attack.action
        target = self._target or (draft.target if draft is not None else None)
        old = session.attack.plan_for(target) if target is not None else None
        if old is not None:
            plan = session.system.plan(state, old.action)
            self.board.sight.suppose(plan, Shapes(by_id={o.id: o for o in board.obstacles}))

    # -- painting --------------------------------------------------------------------------------

    def paint_above(self, painter: QPainter, view: View) -> None:
        if self._over is not None and not self.busy:
            paint_hovered(painter, view, self._over.obstacle)
        shown = self._edited.board(self.ground) if self._edited else self.ground
        ids = set(self.picked) | {o.id for o in self._edited.put}
        obstacles = [o for o in shown.obstacles if o.id in ids]
        lights = [light for light in shown.lights if light.id in ids]
        handles = set(self.picked)
        paint_picked(painter, view, obstacles, lights, handles, self.points)
        if self._band is not None:
            band = self._band
            painter.setPen(pen(MAP.path, 1.5))
            painter.setBrush(fill(MAP.path, 0.14))
            painter.drawRoundedRect(
                view.rect(band.x(), band.y(), band.width(), band.height()), 3, 3
            )
        if self._drag is not None and self._at is not None:
            self._words(painter)

    def _words(self, painter: QPainter) -> None:
        drag, at, metres = self._drag, self._at, self.board.metres
        assert drag is not None
        assert at is not None
        words = ""
        if isinstance(drag, RadiusDrag):
            light = self._edited.lights[0] if self._edited else drag.light
            bright, dim = light.bright / SUB * metres, light.dim / SUB * metres
            words = tr("shapes.radii", bright=round(bright, 2), dim=round(dim, 2))
        elif self._edited:
            to = drag.to(at) if isinstance(drag, PointDrag) else moved_to(drag, self._edited)
            words = length_words(drag.spot, to, metres)
        if words:
            size = self.board.size()
            paint_words(painter, at.pixel, words, size.width(), size.height())
