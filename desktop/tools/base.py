"""What every tool of the map is, and the manager that holds one of them in the hand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QPainter

from desktop.board.paint import View
from maps.grid import Cell
from rules.encounter.state import TokenId
from rules.system.answers import Glance

if TYPE_CHECKING:
    from desktop.board.view import BoardView


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where the pointer is, in squares and in pixels, and which keys are held."""

    x: float
    y: float
    pixel: QPointF
    modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier

    @property
    def cell(self) -> Cell:
        return Cell(math.floor(self.x), math.floor(self.y))

    @property
    def shift(self) -> bool:
        return bool(self.modifiers & Qt.KeyboardModifier.ShiftModifier)

    @property
    def ctrl(self) -> bool:
        return bool(self.modifiers & Qt.KeyboardModifier.ControlModifier)

    @property
    def alt(self) -> bool:
        return bool(self.modifiers & Qt.KeyboardModifier.AltModifier)

    def far_from(self, other: Pointer, pixels: float) -> bool:
        """Whether it has moved at least that many pixels."""
        away = self.pixel - other.pixel
        return math.hypot(away.x(), away.y()) >= pixels


@dataclass(frozen=True, slots=True)
class Hint:
    """What the status bar says: an icon, what is going on, and keys with what they do."""

    icon: str
    title: str
    keys: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> str:
        """The hint as one plain line."""
        return " · ".join([self.title, *(f"{key} {does}" for key, does in self.keys)])


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a tool can be set to: its id, its word, values with their words."""

    id: str
    word: str
    values: tuple[tuple[str, str], ...]


class Tool:
    """Base of all tools: does nothing, leaves nothing behind.

    ``word`` is the key of its name in the catalogue. A method that returns a bool tells
    whether the event was used.
    """

    id: ClassVar[str] = ""
    word: ClassVar[str] = ""
    icon: ClassVar[str] = ""
    keys: ClassVar[str] = ""
    own_lines: ClassVar[bool] = False
    """Whether it shows lines of its own instead of those of the attack."""
    shows_obstacles: ClassVar[bool] = False
    """Whether all obstacles are shown as lines while it is in the hand."""
    shows_lights: ClassVar[bool] = False
    """Whether the lights are shown while it is in the hand."""
    claims: ClassVar[frozenset[str]] = frozenset()
    """Actions of the window that mean this tool while it is in the hand."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self._chosen: dict[str, str] = {}

    # -- what it can be set to -----------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        """Return what it can be set to now; the bar over the map offers it."""
        return ()

    def chosen(self, option: str) -> str:
        """Return what an option is set to: its first value until another is chosen."""
        values = next((o.values for o in self.options() if o.id == option), ())
        known = [value for value, _ in values]
        value = self._chosen.get(option, "")
        return value if value in known or not known else known[0]

    def set_option(self, option: str, value: str) -> None:
        """Set an option; a gesture under way ends without a trace."""
        self.cancel()
        self._chosen[option] = value
        self.board.say_hint()
        self.board.update()

    # -- actions of the window -----------------------------------------------------------------

    def ready(self) -> frozenset[str]:
        """Return which of the claimed actions it could do now."""
        return frozenset()

    def does(self, action: str) -> None:
        """Do a claimed action."""

    def right_click(self, at: Pointer) -> bool:
        """The right button was clicked; whether the menu is that of the tool."""
        return False

    def menu(self) -> tuple[str, ...]:
        """Return the actions of its menu; an empty text is a line between them."""
        return ()

    @property
    def badges(self) -> dict[TokenId, Glance] | None:
        """Cover badges to show instead of the usual ones."""
        return None

    @property
    def cursor(self) -> QCursor:
        return QCursor(Qt.CursorShape.ArrowCursor)

    def hint(self) -> Hint | None:
        """Say what can be done now."""
        return None

    @property
    def busy(self) -> bool:
        """Whether a gesture is under way."""
        return False

    def move(self, at: Pointer) -> bool:
        """Follow the pointer while no button is held; ``True`` keeps the map from hovering."""
        return False

    def press(self, at: Pointer) -> None: ...
    def drag(self, at: Pointer) -> None: ...
    def release(self, at: Pointer) -> None: ...
    def double_click(self, at: Pointer) -> None: ...

    def key(self, event: QKeyEvent) -> bool:
        return False

    def key_up(self, event: QKeyEvent) -> bool:
        return False

    def wheel(self, at: Pointer, steps: int) -> bool:
        """Use a turn of the wheel with Shift held."""
        return False

    def finish_by_key(self) -> bool:
        """End a gesture by Enter; whether it is one that Enter ends."""
        return False

    def cancel(self) -> bool:
        """End a gesture without a trace."""
        return False

    def taken(self) -> None:
        """It has come into the hand."""

    def put_away(self) -> None:
        """Another tool is taken: leave the map as it was found."""
        self.cancel()

    def refresh(self) -> None:
        """The state is another one."""

    def paint_below(self, painter: QPainter, view: View) -> None:
        """Draw what lies under the tokens."""

    def paint_above(self, painter: QPainter, view: View) -> None:
        """Draw what lies over the tokens."""


class ToolManager(QObject):
    """Holds all tools and which one is in the hand.

    Signals:
        changed(str): another tool is in the hand; its id.
        menu_wanted(QPoint): the menu of the tool in the hand should open there.
        ready_changed(): the tool in the hand could do other things than before.
        details_wanted(): the facts of what is picked should be shown and take the keyboard.
    """

    changed = Signal(str)
    details_wanted = Signal()
    ready_changed = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(self, board: BoardView, kinds: tuple[type[Tool], ...]) -> None:
        super().__init__(board)
        self._tools = {kind.id: kind(board) for kind in kinds}
        self._current = next(iter(self._tools.values()))

    @property
    def current(self) -> Tool:
        return self._current

    @property
    def tools(self) -> tuple[Tool, ...]:
        """All tools in the order of the strip."""
        return tuple(self._tools.values())

    def tool(self, id: str) -> Tool:
        """Return a tool by id. Raises KeyError."""
        return self._tools[id]

    def finish_gesture(self) -> bool:
        """End what is being drawn, where Enter ends it; whether there was anything."""
        return self._current.busy and self._current.finish_by_key()

    def use(self, id: str) -> None:
        """Take another tool into the hand. Raises KeyError."""
        tool = self._tools[id]
        if tool is self._current:
            return
        self._current.put_away()
        self._current = tool
        tool.taken()
        self.changed.emit(id)
