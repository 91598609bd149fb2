"""Editing what is drawn: picking obstacles and lights, moving them and their points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.paint import View, fill, pen
from desktop.board.shapes import Shapes
from desktop.i18n import tr
from desktop.messages import Message
from desktop.theme import MAP
from desktop.tools import clipboard
from desktop.tools.base import Hint, Pointer, Tool
from desktop.tools.edit_paint import paint_hovered, paint_picked
from desktop.tools.edits import BodyDrag, Drag, Edited, Handle, PointDrag, RadiusDrag, turned
from desktop.tools.picking import Found, picker_of
from desktop.tools.select import ARROWS
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
from maps.edit import fresh_ids
from maps.grid import SUB, Point
from maps.shapes import Obstacle
from rules.encounter.state import TokenId
from rules.system import Glance

if TYPE_CHECKING:
    from desktop.board.view import BoardView

NUDGE = SUB // 8
"""An arrow key moves by this much, with Shift by a whole square."""
LIVE_WALLS, LIVE_TOKENS = 2_000, 60
"""In larger fights cover is looked at again only when a drag has ended."""


class EditTool(Tool):
    """Picks by click, frame and double click; moves, copies, turns, splits, joins, removes."""

    id = "edit"
    word = "tools.edit"
    icon = "nodes"
    keys = "E"
    shows_obstacles = True
    shows_lights = True
    claims = frozenset(
        {
            "copy", "cut", "paste", "duplicate", "delete", "select_all", "sheet", "next_token",
            "previous_token", "zoom_selection", "edit_facts", "edit_insert", "edit_split",
            "edit_join", "edit_chain", "edit_mirror", "edit_upright", "edit_turn", "edit_back",
        }
    )  # fmt: skip

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
        if self._at is not None and self._handle_at(self._at) is not None:
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

    def _reach(self) -> float:
        return PICK_REACH / self.board.camera.scale

    def _found(self, at: Pointer) -> str:
        """Return the id of the light or obstacle that is meant; empty for none."""
        reach = self._reach()
        for light in reversed(self.ground.lights):
            x, y = square(light.at)
            if max(abs(at.x - x), abs(at.y - y)) <= reach:
                return light.id
        picker = picker_of(self.ground)
        found = picker.piece_at(at.x, at.y, reach)
        area = found.obstacle if found is not None else picker.area_at(at.x, at.y)
        return area.id if area is not None else ""

    def _handle_at(self, at: Pointer) -> Handle | None:
        """Return the point of a picked obstacle under the pointer."""
        reach = self._reach() * SUB
        for o in self.obstacles():
            for index, p in enumerate(reshape.handles(o)):
                if max(abs(p.x - at.x * SUB), abs(p.y - at.y * SUB)) <= reach:
                    return o.id, index
        return None

    def _radius_at(self, at: Pointer) -> RadiusDrag | None:
        reach = self._reach() * SUB
        for light in self.lights():
            for bright, radius in ((True, light.bright), (False, light.dim)):
                x, y = light.at.x + radius, light.at.y
                if radius and max(abs(x - at.x * SUB), abs(y - at.y * SUB)) <= reach:
                    return RadiusDrag(light, bright)
        return None

    def move(self, at: Pointer) -> bool:
        self._at = at
        over = picker_of(self.ground).piece_at(at.x, at.y, self._reach())
        if over != self._over:
            self._over = over
            self.board.update()
        return over is not None and self.board.scene.token_at(at.x, at.y) is None

    def press(self, at: Pointer) -> None:
        self._pressed, self._at, self._before = at, at, self.picked
        self._held = self._radius_at(at)
        handle = self._handle_at(at) if self._held is None else None
        if handle is not None:
            self._press_point(handle, add=at.shift)
            return
        id = self._found(at)
        if self._held is None and id and not at.shift:
            if id not in self.picked:
                self.pick([id])
            self._held = self._body(at)
        self.board.update()

    def _press_point(self, handle: Handle, *, add: bool) -> None:
        if add:
            self.points = self.points ^ {handle}
        elif handle not in self.points:
            self.points = frozenset({handle})
        by_id = {o.id: o for o in self.obstacles()}
        held = reshape.handles(by_id[handle[0]])[handle[1]]
        points = {*self._chosen_points(), held}
        self._held = PointDrag(self.ground, tuple(points), held, frozenset(by_id), self._reach())
        self.board.say_hint()
        self.board.update()

    def _body(self, at: Pointer) -> BodyDrag:
        obstacles, lights = self.obstacles(), self.lights()
        points = [p for o in obstacles for p in o.points] + [light.at for light in lights]
        x, y = at.x * SUB, at.y * SUB
        held = min(points, key=lambda p: (p.x - x) ** 2 + (p.y - y) ** 2)
        return BodyDrag(obstacles, lights, held, at)

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
        """Pick what is under the pointer, for the menu."""
        id = self._found(at)
        if id and id not in self.picked:
            self.points = frozenset()
            self.pick([id])
        return True

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
            id = self._found(at)
            self.points = frozenset()
            self.pick([id] if id else [], add=at.shift)
        elif isinstance(held, BodyDrag):
            self._click_body(at)
        self.board.say_hint()
        self.board.update()

    def _click_body(self, at: Pointer) -> None:
        """A click without a drag on what is picked: it alone stays picked."""
        self.points = frozenset()
        id = self._found(at)
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
        found = picker_of(self.ground).piece_at(at.x, at.y, self._reach())
        if found is None or self._handle_at(at) is not None:
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
        point = _on_piece(a, b, sub(snapped(at)))
        if point in (a, b):
            point = _on_piece(a, b, sub((at.x, at.y)))
        if point not in (a, b):
            self.pick([o.id])
            self.perform(Edited(put=(reshape.inserted(o, found.index, point),)))
            self.points = frozenset({(o.id, found.index + 1)})
            self.board.update()

    def ready(self) -> frozenset[str]:
        always = {"select_all", "next_token", "previous_token"}
        if clipboard.holds():
            always.add("paste")
        if not self.picked:
            return frozenset(always)
        some = self.claims - {"edit_insert", "edit_split", "edit_join", "edit_chain", "paste"}
        obstacles = self.obstacles()
        if obstacles:
            some |= {"edit_insert", "edit_chain"}
        if any(reshape.split(o, i) for o in obstacles for id, i in self.points if id == o.id):
            some |= {"edit_split"}
        if len(obstacles) > 1 and reshape.joined(obstacles)[0]:
            some |= {"edit_join"}
        return frozenset(always | some)

    def menu(self) -> tuple[str, ...]:
        return (
            "edit_facts", "", "cut", "copy", "paste", "duplicate", "delete", "",
            "edit_insert", "edit_split", "edit_join", "edit_chain", "",
            "edit_mirror", "edit_upright", "edit_turn", "edit_back",
        )  # fmt: skip

    def does(self, action: str) -> None:
        """Do an action of the window."""
        match action:
            case "copy" | "cut":
                clipboard.put(self.obstacles(), self.lights())
                if action == "cut":
                    self._delete()
            case "paste":
                self._paste()
            case "duplicate":
                self._copies(self.obstacles(), self.lights(), SUB, SUB)
            case "delete":
                self._delete()
            case "select_all":
                ground = self.ground
                self.pick([o.id for o in ground.obstacles] + [i.id for i in ground.lights])
            case "sheet" | "edit_facts":
                self.board.tools.details_wanted.emit()
            case "next_token" | "previous_token":
                self._walk(1 if action == "next_token" else -1)
            case "zoom_selection":
                points = [p for o in self.obstacles() for p in o.points]
                self.board.show_points(points + [light.at for light in self.lights()])
            case "edit_insert":
                self._insert_by_key()
            case "edit_split":
                self._split()
            case "edit_join":
                put, gone = reshape.joined(self.obstacles())
                self.perform(Edited(put, gone))
            case "edit_chain":
                obstacles = [o.id for o in self.obstacles()]
                self.pick(reshape.connected(self.ground.obstacles, obstacles))
            case _:
                self._turn(action)

    def _turn(self, action: str) -> None:
        obstacles, lights = self.obstacles(), self.lights()
        box = reshape.bounds(obstacles, lights)
        turns = {
            "edit_mirror": reshape.mirror(box, upright=False),
            "edit_upright": reshape.mirror(box, upright=True),
            "edit_turn": reshape.quarter(box),
            "edit_back": reshape.quarter(box, clockwise=False),
        }
        edited = turned(turns[action], obstacles, lights)
        if edited != Edited(put=obstacles, lights=lights):
            self.perform(edited)

    def _delete(self) -> None:
        """Remove the chosen points; where none is chosen whatever is picked."""
        if not self.points:
            gone = tuple(o.id for o in self.obstacles())
            self.perform(Edited(gone=gone, dark=tuple(light.id for light in self.lights())))
            return
        put: list[Obstacle] = []
        gone_too: list[str] = []
        for o in self.obstacles():
            indexes = {index for id, index in self.points if id == o.id}
            if indexes:
                after = reshape.without_points(o, indexes)
                put += [after] if after is not None else []
                gone_too += [o.id] if after is None else []
        self.points = frozenset()
        self.perform(Edited(tuple(put), tuple(gone_too)))

    def _split(self) -> None:
        """Part chains at the chosen points; loops open there."""
        put: list[Obstacle] = []
        for o in self.obstacles():
            index = next((i for id, i in sorted(self.points) if id == o.id), None)
            parts = reshape.split(o, index) if index is not None else ()
            for number, points in enumerate(parts):
                stem = str(o.kind)
                count = sum(1 for one in put if one.id.startswith(f"{stem}:"))
                id = o.id if number == 0 else fresh_ids(self.ground, stem, count + 1)[-1]
                put.append(replace(o, id=id, points=points))
        self.points = frozenset()
        self.perform(Edited(put=tuple(put)))

    def _insert_by_key(self) -> None:
        """Put a point into the middle after the chosen one, else into the first piece."""
        chosen = min(self.points, default=None)
        for o in self.obstacles():
            if chosen is not None and o.id != chosen[0]:
                continue
            handles = reshape.handles(o)
            last = len(handles) - (1 if reshape.is_line(o) and not reshape.is_loop(o) else 0)
            index = min(chosen[1] if chosen is not None else 0, last - 1)
            a, b = handles[index], handles[(index + 1) % len(handles)]
            middle = Point((a.x + b.x) // 2, (a.y + b.y) // 2)
            if middle not in (a, b):
                self.perform(Edited(put=(reshape.inserted(o, index, middle),)))
                self.points = frozenset({(o.id, index + 1)})
            return

    def _paste(self) -> None:
        obstacles, lights = clipboard.take()
        if not obstacles and not lights:
            if self.board.session is not None:
                self.board.session.message.emit(Message(tr("edit.nothing"), "info"))
            return
        left, top, right, bottom = reshape.bounds(obstacles, lights)
        dx = dy = SUB
        if self._at is not None and self.board.underMouse():
            x, y = self._at.x * SUB - (left + right) / 2, self._at.y * SUB - (top + bottom) / 2
            dx, dy = round(x / SUB) * SUB, round(y / SUB) * SUB
        self._copies(obstacles, lights, dx, dy)

    def _copies(
        self, obstacles: Iterable[Obstacle], lights: Iterable[Light], dx: int, dy: int
    ) -> None:
        """Set copies that far away and pick them."""
        turn, board = reshape.shift(dx, dy), self.ground
        there = {o.points for o in board.obstacles}
        moved = [turn.obstacle(o) for o in obstacles]
        while moved and all(o.points in there for o in moved):
            moved = [reshape.shift(SUB, SUB).obstacle(o) for o in moved]  # beside the last copy
        stems = {str(o.kind) for o in moved}
        free = {s: list(fresh_ids(board, s, len(moved))) for s in stems}
        put = tuple(replace(o, id=free[str(o.kind)].pop(0)) for o in moved)
        lamps = [turn.light(light) for light in lights]
        ids = fresh_ids(board, "light", len(lamps))
        lit = tuple(replace(i, id=id) for i, id in zip(lamps, ids, strict=True))
        self.points = frozenset()
        self.perform(Edited(put=put, lights=lit))
        self.pick([*(o.id for o in put), *(light.id for light in lit)])

    # -- keys ----------------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        plain = not event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        )
        if key == Qt.Key.Key_Escape:
            return self._escape()
        if not plain or self.busy:
            return False
        if key in ARROWS and self.picked:
            x, y = ARROWS[Qt.Key(key)]
            step = SUB if shift else NUDGE
            self._nudge(x * step, y * step)
            return True
        if key == Qt.Key.Key_P and self.obstacles():
            self._next_point(-1 if shift else 1)
            return True
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.picked:
            self._delete()
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.picked:
            self.does("sheet")
            return True
        return False

    def _escape(self) -> bool:
        if self.cancel():
            return True
        if self.points:
            self.points = frozenset()
            self.board.update()
            return True
        if self.picked:
            self.pick([])
            return True
        return False

    def _nudge(self, dx: int, dy: int) -> None:
        if self.points:
            moved = {p: Point(p.x + dx, p.y + dy) for p in self._chosen_points()}
            self.perform(Edited(*reshape.moved_points(self.ground.obstacles, moved)))
        else:
            turn = reshape.shift(dx, dy)
            self.perform(turned(turn, self.obstacles(), self.lights()))

    def _walk(self, step: int) -> None:
        """Pick the next thing, from the upper left to the lower right."""
        ground = self.ground
        places = [(min((p.y, p.x) for p in o.points), o.id) for o in ground.obstacles]
        places += [((light.at.y, light.at.x), light.id) for light in ground.lights]
        ids = [id for _, id in sorted(places)]
        if not ids:
            return
        now = self.picked[0] if self.picked else ""
        at = ids.index(now) + step if now in ids else 0
        self.points = frozenset()
        self.pick([ids[at % len(ids)]])
        if self.obstacles() and not self._in_view():
            self.does("zoom_selection")

    def _in_view(self) -> bool:
        box = QRectF(self.board.rect())
        points = [p for o in self.obstacles() for p in o.points]
        return any(box.contains(self.board.camera.point(p)) for p in points)

    def _next_point(self, step: int) -> None:
        """Choose the next point of what is picked."""
        all = [(o.id, i) for o in self.obstacles() for i in range(len(reshape.handles(o)))]
        now = min(self.points, default=None)
        at = all.index(now) + step if now in all else 0
        self.points = frozenset({all[at % len(all)]})
        self.board.say_hint()
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
        draft = session.draft
        target = self._target or (draft.target if draft is not None else None)
        old = session.plan_for(target) if target is not None else None
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
            to = drag.to(at) if isinstance(drag, PointDrag) else _moved_to(drag, self._edited)
            words = length_words(drag.spot, to, metres)
        if words:
            size = self.board.size()
            paint_words(painter, at.pixel, words, size.width(), size.height())


def _moved_to(drag: Drag, edited: Edited) -> tuple[float, float]:
    """Return where the held point of a moved body is now."""
    assert isinstance(drag, BodyDrag)
    before = [p for o in drag.obstacles for p in o.points] + [i.at for i in drag.lights]
    after = [p for o in edited.put for p in o.points] + [i.at for i in edited.lights]
    return square(after[before.index(drag.held)])


def _on_piece(a: Point, b: Point, p: Point) -> Point:
    """Return the place on the piece ab that is nearest to a point, to the sub-unit."""
    dx, dy = b.x - a.x, b.y - a.y
    share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return Point(a.x + round(dx * share), a.y + round(dy * share))
