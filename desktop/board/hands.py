"""Mouse, wheel, keys and drops of the map: what belongs to the view, what to the tool in hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import (
    QDropEvent,
    QInputDevice,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QWheelEvent,
)

from desktop.board import camera
from desktop.own_library import put_on_map
from desktop.tools.base import Pointer
from desktop.tools.measure import Ruler, spot
from maps.grid import Cell

if TYPE_CHECKING:
    from desktop.board.view import BoardView

WHEEL = 1.15
"""One notch of the wheel zooms by this factor."""
NOTCH = 120
SLOWEST = 0.5
"""One event of closing fingers zooms out by this factor at most."""
DRAG_FROM = 5.0
"""A press that moves this many pixels is a drag."""
TEMPLATE_MIME = "application/x-schlachtplan-template"

Left, Right, Middle = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.RightButton,
    Qt.MouseButton.MiddleButton,
)


def _from_pad(event: QWheelEvent) -> bool:
    """Whether fingers scroll: said by the device, or by pixels in one flow of a gesture."""
    device = event.device()
    if device is not None and device.type() == QInputDevice.DeviceType.TouchPad:
        return True
    flowing = event.phase() != Qt.ScrollPhase.NoScrollPhase
    return flowing and not event.pixelDelta().isNull()


class Hands:
    """Turns the events of one board view into gestures."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.ruler: Ruler | None = None
        self.last: Pointer | None = None
        self.right_drag = "measure"
        self.two_fingers = "pan"
        self.aiming = False
        self._space = False
        self._pan: QPointF | None = None
        self._right: Pointer | None = None
        self._held = False
        self._turned = 0

    def use(self, preset: str, two_fingers: str) -> None:
        """Set what a drag with the right button does by preset, and two fingers on a touch pad."""
        self.right_drag = "measure" if preset == "own" else "pan"
        self.two_fingers = two_fingers
        self.board.say_hint()

    def aim_by_click(self, on: bool) -> None:
        """Let the next click on a token aim at it, whoever it is."""
        if on != self.aiming:
            self.aiming = on
            self.board.aiming_changed.emit(on)
            self.board.say_hint()
            self.board.update_cursor()

    def stop_aiming(self) -> bool:
        """Back to plain clicks; returns whether it was on."""
        was = self.aiming
        self.aim_by_click(False)
        return was

    def pointer(self, pixel: QPointF, modifiers: Qt.KeyboardModifier) -> Pointer:
        """Return where a pixel lies on the board."""
        view = self.board.camera
        x, y = view.left + pixel.x() / view.scale, view.top + pixel.y() / view.scale
        return Pointer(x, y, pixel, modifiers)

    @property
    def panning(self) -> bool:
        return self._pan is not None

    @property
    def ready_to_pan(self) -> bool:
        """Whether Space is held."""
        return self._space

    # -- the mouse ---------------------------------------------------------------------------

    def press(self, event: QMouseEvent) -> None:
        board, at = self.board, self.pointer(event.position(), event.modifiers())
        self.last = at
        board.cursor_cell, board.focus_seen = None, False
        button = event.button()
        if button == Middle or (button == Left and self._space and not board.tools.current.busy):
            self._pan = event.position()
        elif button == Right:
            self._press_right(at)
        elif button == Left and self.ruler is None:
            self._held = True
            board.tools.current.press(at)
        elif button == Left and self.ruler is not None:
            self.ruler.points.append(self.ruler.points[-1])
        board.update_cursor()

    def _press_right(self, at: Pointer) -> None:
        if self.board.tools.current.busy:
            self._held = False
            self.board.tools.current.cancel()
            self._right = None
        else:
            self._right = at

    def move(self, event: QMouseEvent) -> None:
        board, at = self.board, self.pointer(event.position(), event.modifiers())
        self.last = at
        buttons = event.buttons()
        if self._pan is not None:
            away = event.position() - self._pan
            self._pan = event.position()
            board.navigation.set_camera(camera.moved(board.camera, away.x(), away.y()))
        elif self._right is not None and buttons & Right:
            self._move_right(at)
        elif self._held and buttons & Left:
            board.hover.follow(at)
            board.tools.current.drag(at)
        elif board.tools.current.move(at):
            board.hover.only_square(at)
        else:
            board.hover.at(at)
        board.update_cursor()

    def _move_right(self, at: Pointer) -> None:
        assert self._right is not None
        if self.ruler is None and at.far_from(self._right, DRAG_FROM):
            if self.right_drag == "pan":
                self._pan = at.pixel
                return
            self.board.hover.forget()
            self.ruler = Ruler([spot(self._right), spot(at)])
        elif self.ruler is not None:
            self.ruler.points[-1] = spot(at)
        self.board.update()

    def release(self, event: QMouseEvent) -> None:
        board, at = self.board, self.pointer(event.position(), event.modifiers())
        self.last = at
        button = event.button()
        if self._pan is not None and button in (Middle, Left, Right):
            self._pan = None
            if button == Right:
                self._right = None
        elif button == Right and self._right is not None:
            pressed, self._right = self._right, None
            if self.ruler is None and not at.far_from(pressed, DRAG_FROM):
                self._menu(pressed)
            self.ruler = None
            board.update()
        elif button == Left and self._held:
            self._held = False
            board.tools.current.release(at)
            board.hover.at(at)
        board.update_cursor()

    def double_click(self, event: QMouseEvent) -> None:
        if event.button() == Left and not self._space:
            self._held = True
            self.board.tools.current.double_click(self.pointer(event.position(), event.modifiers()))

    def _menu(self, at: Pointer) -> None:
        board = self.board
        if board.tools.current.right_click(at):
            board.tools.menu_wanted.emit(board.mapToGlobal(at.pixel.toPoint()))
            return
        token = board.scene.token_at(at.x, at.y)
        door = "" if token else board.door_at(at)
        there = board.mapToGlobal(at.pixel.toPoint())
        board.context_menu.emit(token or "", door, at.cell, there)

    def let_go(self) -> None:
        """The view has lost the keyboard: nothing is held any more."""
        self._space = False
        self.board.switches.show_names(False)
        self.stop_aiming()

    def leave(self) -> None:
        """The pointer has left the map."""
        self.board.hover.leave()
        self.board.update_cursor()

    # -- wheel and touch pad -------------------------------------------------------------------

    def wheel(self, event: QWheelEvent) -> None:
        board = self.board
        turn = event.angleDelta()
        notches = turn.y() or turn.x()
        at = self.pointer(event.position(), event.modifiers())
        pad = _from_pad(event)
        if at.shift and not pad:
            self._turned += notches
            steps, self._turned = int(self._turned / NOTCH), self._turned % NOTCH
            if self._turned and notches < 0:
                self._turned -= NOTCH
            if steps and board.tools.current.wheel(at, -steps):
                return
        elif pad and not at.ctrl and self.two_fingers == "pan":
            shift = event.pixelDelta()
            if shift.isNull():
                shift = turn / 4
            board.navigation.set_camera(camera.moved(board.camera, shift.x(), shift.y()))
        elif notches:
            factor = WHEEL ** (notches / NOTCH)
            board.navigation.zoom_at(board.camera.scale * factor, event.position())

    def gesture(self, event: QNativeGestureEvent) -> None:
        """Zoom by spreading or closing two fingers."""
        if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.board.pinch(max(SLOWEST, 1 + event.value()), event.position())

    # -- keys ----------------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        board, tool = self.board, self.board.tools.current
        if event.key() == Qt.Key.Key_Space and self.ruler is not None:
            if not event.isAutoRepeat():
                self.ruler.points.append(self.ruler.points[-1])
            return True
        if event.key() == Qt.Key.Key_Escape and self.ruler is not None:
            self.ruler, self._right = None, None
            board.update()
            return True
        if tool.key(event):
            if not tool.busy:
                self._held = self._held and event.key() != Qt.Key.Key_Escape
            return True
        match event.key():
            case Qt.Key.Key_Space:
                self._space = True
                board.update_cursor()
            case Qt.Key.Key_Alt:
                board.switches.show_names(True)
                self._again(event)
            case Qt.Key.Key_Shift:
                board.card.pin()
            case _:
                return False
        return True

    def key_up(self, event: QKeyEvent) -> bool:
        board = self.board
        if event.isAutoRepeat():
            return False
        if board.tools.current.key_up(event):
            return True
        match event.key():
            case Qt.Key.Key_Space:
                self._space = False
                board.update_cursor()
            case Qt.Key.Key_Alt:
                board.switches.show_names(False)
                self._again(event)
            case _:
                return False
        return True

    def _again(self, event: QKeyEvent) -> None:
        """Let a drag feel at once that Alt is held or not."""
        if self.last is not None and self._held and self.board.tools.current.busy:
            alt = Qt.KeyboardModifier.AltModifier
            pressed = event.type() == event.Type.KeyPress
            keys = self.last.modifiers | alt if pressed else self.last.modifiers & ~alt
            self.board.tools.current.drag(self.pointer(self.last.pixel, keys))

    # -- drops -----------------------------------------------------------------------------------

    def accepts(self, data: QMimeData) -> bool:
        """Whether the map can do something with what is dragged over it."""
        return self.board.session is not None and (
            data.hasFormat(TEMPLATE_MIME) or any(u.isLocalFile() for u in data.urls())
        )

    def over(self, event: QDropEvent) -> Cell:
        """Return the square that a drop would fall on."""
        return self.pointer(event.position(), event.modifiers()).cell

    def drop(self, event: QDropEvent) -> bool:
        """Take a creature of the library or files."""
        board, data = self.board, event.mimeData()
        if board.session is not None and data.hasFormat(TEMPLATE_MIME):
            return self._creature(bytes(data.data(TEMPLATE_MIME).data()), self.over(event))
        paths = [Path(u.toLocalFile()) for u in data.urls() if u.isLocalFile()]
        if paths:
            board.files_dropped.emit(paths)
        return bool(paths)

    def _creature(self, raw: bytes, cell: Cell) -> bool:
        session = self.board.session
        try:
            what = json.loads(raw)
            template, side = str(what["template"]), str(what.get("side") or "")
        except (ValueError, KeyError, TypeError, AttributeError):
            return False  # dragged from somewhere else; nothing to tell
        if session is None:
            return False
        count = what.get("count")
        return put_on_map(session, template, side, count if isinstance(count, int) else 1, cell)
