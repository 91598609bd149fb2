"""Makes the real window fail everywhere: ``python -m tests.desktop.guard_child FILE HOME``.

First some parts fail again and again, each at one place of its own; then every method that Qt
calls and that can be reached fails once, with a painter open where it has one. In the end it plays
on, and prints as JSON what was told and what became of the fight.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from shiboken6 import isValid

from desktop import app
from desktop.board.painting import Painting
from desktop.colours import Theme
from desktop.docks import body_layout, ring_widget
from desktop.messages import Message
from desktop.models.log import LogDelegate
from desktop.widgets.buttons import Button
from desktop.window.main_window import MainWindow
from desktop.window.tool_bars import ActionBar
from maps.grid import SUB
from tests.desktop.test_guard import classes_over_qt, overrides
from tests.desktop.window_kit import (
    drop,
    frame,
    keys,
    open_window,
    perform,
    place,
    pull,
    show_fight,
    when_asked,
)

Plain = Qt.KeyboardModifier.NoModifier
Fail = Callable[..., Any]

DIALOGS = (
    "settings", "keys", "about", "new_empty", "save", "rules_options", "tables", "sheet",
    "conditions", "damage", "print", "portrait", "player_options", "new_combatant",
    "backups", "news", "rules_help", "rename_fight", "player_window",
    "forecast", "notes", "free_roll", "fit_grid", "propose_walls", "heat",
)  # fmt: skip
"""Actions that open something with drawn parts of its own."""


# ---- the same place again and again -------------------------------------------------------------


def of_python(*_args: object, **_named: object) -> Any:
    """Fail as the body diagram once did: a wrong argument."""
    return Theme(nothing=1)  # type: ignore[call-arg]


def of_c(*_args: object, **_named: object) -> Any:
    """Fail in C, where the exception has no instance yet."""
    return dict[str, int]()["nicht da"]


def in_a_filter(*_args: object, **_named: object) -> Any:
    return int("keine Zahl")


def on_the_map(*_args: object, **_named: object) -> Any:
    return list[int]().pop()


def in_a_dialog(*_args: object, **_named: object) -> Any:
    raise RuntimeError("so nicht")


def in_a_row(*_args: object, **_named: object) -> Any:
    return object().nothing  # type: ignore[attr-defined]


SAMPLES: tuple[tuple[str, Any, str, Fail], ...] = (
    ("body", body_layout, "_Entry", of_python),
    ("ring", ring_widget, "paint_markers", of_c),
    ("filter", ActionBar, "fit", in_a_filter),
    ("map", Painting, "frame", on_the_map),
    ("dialog", Button, "_ground", in_a_dialog),
    ("delegate", LogDelegate, "_line", in_a_row),
)
"""What fails, by the name of a part: a function that its handlers call."""


@contextmanager
def broken(holder: Any, name: str, fail: Fail) -> Iterator[None]:
    whole = inspect.getattr_static(holder, name)
    setattr(holder, name, fail)
    try:
        yield
    finally:
        setattr(holder, name, whole)


# ---- everywhere once ----------------------------------------------------------------------------


class Striker:
    """Lets each method fail once: with a painter open if it opens one, else where it ends."""

    def __init__(self) -> None:
        self.aims: dict[CodeType, str] = {}
        for kind in classes_over_qt():
            for name, value in overrides(kind):
                code = inspect.unwrap(value).__code__  # type: ignore[arg-type]
                self.aims[code] = f"{kind.__module__}.{kind.__qualname__}.{name}"
        self.struck: list[str] = []
        self.awake = False

    def arm(self) -> None:
        self.awake = True
        sys.settrace(self._call)

    def rest(self) -> None:
        self.awake = False
        sys.settrace(None)

    def _call(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any] | None:
        return self._line if frame.f_code in self.aims else None

    def _line(self, frame: FrameType, event: str, arg: object) -> Callable[..., Any]:
        known = frame.f_code in self.aims  # it may run within itself
        if known and (event == "return" or (event == "line" and _paints(frame))):
            self.struck.append(self.aims.pop(frame.f_code))
            dict[str, int]()["getroffen"]
        return self._line


def _paints(frame: FrameType) -> bool:
    names = frame.f_code.co_varnames[frame.f_code.co_argcount :]
    values = (frame.f_locals.get(name) for name in names)
    return any(isinstance(value, QPainter) and value.isActive() for value in values)


def everywhere(window: QWidget) -> None:
    """Go over everything that a window shows with pointer and keyboard, and draw it anew."""
    for widget in (window, *window.findChildren(QWidget)):
        if isValid(widget) and widget.isVisible():
            touch(widget)
    QApplication.processEvents()


def redraw(window: QWidget) -> None:
    """Draw a window and all that is in it anew."""
    for widget in (window, *window.findChildren(QWidget)):
        widget.update()
    QApplication.processEvents()


def touch(widget: QWidget) -> None:
    """Send a widget what pointer and keyboard send; nothing is pressed."""
    middle = widget.rect().center()
    there, at = QPointF(middle), QPointF(widget.mapToGlobal(middle))
    shift = Qt.Key.Key_Shift, Qt.KeyboardModifier.ShiftModifier
    moved = QMouseEvent(
        QEvent.Type.MouseMove, there, at, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Plain
    )
    for event in (
        QEnterEvent(there, there, at),
        moved,
        QHelpEvent(QEvent.Type.ToolTip, middle, at.toPoint()),
        QKeyEvent(QEvent.Type.KeyPress, *shift),
        QKeyEvent(QEvent.Type.KeyRelease, *shift),
        QEvent(QEvent.Type.Leave),
    ):
        QApplication.sendEvent(widget, event)
    if widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
        widget.setFocus()
    widget.updateGeometry()
    widget.update()


def through_dialogs(window: MainWindow, ids: Sequence[str], act: Callable[[QWidget], None]) -> None:
    """Open one after the other and do something with it."""

    def look(dialog: QDialog) -> None:
        act(dialog)
        dialog.reject()

    for id in ids:
        if window.actions_by_id[id].isEnabled():
            when_asked(look)
            window.actions_by_id[id].trigger()
            QApplication.processEvents()


class Ears:
    """Hears what guards caught and what the window told, without standing in the way."""

    def __init__(self, window: MainWindow, striker: Striker) -> None:
        self.caught, self.told = 0, list[str]()
        self._tell, self._hook = window.tell, sys.excepthook
        self._striker = striker
        window.tell = self._told  # type: ignore[method-assign]
        sys.excepthook = self._caught

    def _told(self, message: Message) -> None:
        self.told.append(message.detail)
        self._tell(message)

    def _caught(self, *error: Any) -> None:
        self.caught += 1
        self._hook(*error)
        if self._striker.awake:
            self._striker.arm()  # a tracer that raises is not asked again


def fail_at_samples(window: MainWindow, ears: Ears) -> dict[str, list[str]]:
    """Let each sample fail over and over; returns what was told of it."""
    shown = {}
    for part, holder, name, fail in SAMPLES:
        before = len(ears.told)
        with broken(holder, name, fail):
            for dock in ("body", "log", "ring"):
                window.show_dock(dock)
                window.resize(window.width() + 1, window.height())
                redraw(window)
            through_dialogs(window, ["about"], redraw)
        QApplication.processEvents()
        shown[part] = ears.told[before:]
    return shown


def plays_on(window: MainWindow) -> bool:
    """Whether somebody can be moved by the mouse, and back by a key."""
    session = window.session
    assert session is not None
    frame(window)
    mover = session.state.token(next(iter(session.state.tokens)))
    done, (x, y) = session.history.done, place(session, mover.id)
    taken = {(t.space.x // SUB, t.space.y // SUB) for t in session.state.tokens.values()}
    to = next((c, y) for c in range(1, 12) if (c, int(y)) not in taken)
    pull(window, (x + 0.5, y + 0.5), (x + 0.9, y + 0.5), (to[0] + 0.5, y + 0.5))
    drop(window, to[0] + 0.5, y + 0.5)
    moved = session.history.done == done + 1
    keys(window, Qt.Key.Key_Z, held=Qt.KeyboardModifier.ControlModifier)
    return moved and place(session, mover.id) == (x, y)


def main(path: Path, home: Path) -> None:
    """Fail, and play on."""
    app.make_app()
    window = open_window(home)
    striker = Striker()
    unwatch = app.watch(window)
    ears = Ears(window, striker)
    try:
        result = fail_and_play_on(window, path, striker, ears)
    finally:
        unwatch()
    sys.stdout.write(json.dumps(result))
    sys.stdout.flush()


def fail_and_play_on(
    window: MainWindow, path: Path, striker: Striker, ears: Ears
) -> dict[str, object]:
    show_fight(window, path)
    assert window.session is not None
    perform(window.session, {"do": "start"})
    window.session.select([next(iter(window.session.state.tokens))])
    shown = fail_at_samples(window, ears)
    ears.caught = 0
    striker.arm()
    for dock in window.docks:
        window.show_dock(dock)
        everywhere(window)
    through_dialogs(window, DIALOGS, everywhere)
    everywhere(window)
    striker.rest()
    return {
        "shown": shown,
        "struck": striker.struck,
        "caught": ears.caught,
        "plays": plays_on(window),
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
