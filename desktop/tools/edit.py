"""Editing what is drawn: what actions and keys do to what is picked."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent

from desktop.i18n import tr
from desktop.messages import Message
from desktop.tools import changes, clipboard
from desktop.tools.edits import Edited, turned
from desktop.tools.nudge import ARROWS
from desktop.tools.pick import PickTool
from maps import reshape
from maps.board import Light
from maps.grid import SUB, Point
from maps.shapes import Obstacle

JOINED_AT_ONCE = 300
"""Ends of more chains than these are not compared with each other."""
NUDGE = SUB // 8
"""An arrow key moves by this much, with Shift by a whole square."""


class EditTool(PickTool):
    """Moves, copies, turns, splits, joins and removes what is picked."""

    id = "edit"
    word = "tools.edit"
    icon = "nodes"
    keys = "E"
    claims = frozenset(
        {
            "copy", "cut", "paste", "duplicate", "delete", "select_all", "sheet", "next_token",
            "previous_token", "zoom_selection", "edit_facts", "edit_insert", "edit_split",
            "edit_join", "edit_chain", "edit_mirror", "edit_upright", "edit_turn", "edit_back",
        }
    )  # fmt: skip

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
        if 1 < len(obstacles) <= JOINED_AT_ONCE and reshape.joined(obstacles)[0]:
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
                self._copy(self.obstacles(), self.lights(), SUB, SUB)
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
                self.board.navigation.show_points(points + [light.at for light in self.lights()])
            case "edit_insert":
                self._insert_by_key()
            case "edit_split":
                edited = changes.parted(self.ground, self.obstacles(), self.points)
                self.points = frozenset()
                self.perform(edited)
            case "edit_join":
                put, gone = reshape.joined(self.obstacles())
                self.perform(Edited(put, gone))
            case "edit_chain":
                obstacles = [o.id for o in self.obstacles()]
                self.pick(reshape.connected(self.ground.obstacles, obstacles))
            case _:
                self.perform(changes.turned_by(action, self.obstacles(), self.lights()))

    def _delete(self) -> None:
        """Remove the chosen points; where none is chosen whatever is picked."""
        edited = changes.removed(self.obstacles(), self.lights(), self.points)
        self.points = frozenset()
        self.perform(edited)

    def _insert_by_key(self) -> None:
        """Put a point into the middle after the chosen one, else into the first piece."""
        found = changes.with_middle(self.obstacles(), min(self.points, default=None))
        if found is not None:
            edited, point = found
            self.perform(edited)
            self.points = frozenset({point})

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
        self._copy(obstacles, lights, dx, dy)

    def _copy(
        self, obstacles: Iterable[Obstacle], lights: Iterable[Light], dx: int, dy: int
    ) -> None:
        """Set copies that far away and pick them."""
        edited = changes.copies(self.ground, obstacles, lights, dx, dy)
        self.points = frozenset()
        self.perform(edited)
        self.pick([*(o.id for o in edited.put), *(light.id for light in edited.lights)])

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
