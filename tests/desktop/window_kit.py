"""What the tests of the whole window share: a map file, a fight on it, hands, what is read."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QCoreApplication,
    QEvent,
    QIODevice,
    QPoint,
    Qt,
    QTimer,
)
from PySide6.QtGui import QAction, QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop import files
from desktop.app import make_window
from desktop.board.paint import View
from desktop.session import Session
from desktop.settings import Settings
from desktop.window.main_window import MainWindow
from maps.board import Board
from maps.grid import SUB, point
from maps.shapes import Kind, make_obstacle
from rules.encounter.commands import parse_command

PIXELS = 40
"""Pixels to the square of the picture of the map."""
FOUR = (
    ("elandir", "elandir", (2, 3)),
    ("brunhild", "brunhild", (2, 5)),
    ("orc-1", "orc", (8, 3)),
    ("orc-2", "orc_archer", (9, 5)),
)


def shown_window(qtbot: QtBot, folder: Path) -> MainWindow:
    """Show a window as large as most screens, with settings of its own in a folder."""
    made = MainWindow(Settings(folder / "settings.json"))
    qtbot.addWidget(made)
    made.resize(1600, 1000)
    made.show()
    qtbot.waitExposed(made)
    return made


def picture(width: int, height: int) -> bytes:
    """Return a picture of a floor as PNG."""
    image = QImage(width * PIXELS, height * PIXELS, QImage.Format.Format_RGB32)
    image.fill(QColor("#777766"))
    painter = QPainter(image)
    for x in range(width):
        painter.drawLine(x * PIXELS, 0, x * PIXELS, height * PIXELS)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs want bytes
    return bytes(data.data())


def _portal(x: float, y0: float, y1: float, *, closed: bool) -> dict[str, Any]:
    return {
        "position": {"x": x, "y": (y0 + y1) / 2},
        "bounds": [{"x": x, "y": y0}, {"x": x, "y": y1}],
        "rotation": 0,
        "closed": closed,
        "freestanding": False,
    }


def write_map(path: Path) -> Path:
    """Write a hall of 12 × 8 squares in the form of Universal VTT.

    A wall from top to bottom parts it at x = 6; a door is in it at y = 3 to 4, a window at 5 to 6.
    """
    data = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": 12, "y": 8},
            "pixels_per_grid": PIXELS,
        },
        "line_of_sight": [
            [{"x": 6, "y": 0}, {"x": 6, "y": 3}],
            [{"x": 6, "y": 4}, {"x": 6, "y": 5}],
            [{"x": 6, "y": 6}, {"x": 6, "y": 8}],
            [{"x": 4, "y": 2}, {"x": 5, "y": 2}],
        ],
        "portals": [_portal(6, 3, 4, closed=True), _portal(6, 5, 6, closed=False)],
        "lights": [],
        "image": base64.b64encode(picture(12, 8)).decode(),
    }
    path.write_text(json.dumps(data), "utf-8")
    return path


def write_fight(path: Path, *, tokens: bool = True, running: bool = False) -> Path:
    """Write a fight of two heroes and two orcs in a hall with a wall and a door."""
    obstacles = (
        make_obstacle("wall", Kind.WALL, (point(6, 0), point(6, 3))),
        make_obstacle("door", Kind.DOOR, (point(6, 3), point(6, 4))),
    )
    board = Board(width=12, height=8, obstacles=obstacles)
    session = Session.create(path, files.blank("pathfinder", board, "Halle"))
    for id, template, at in FOUR if tokens else ():
        perform(session, {"do": "add", "id": id, "template": template, "at": list(at)})
    if running:
        perform(session, {"do": "start"})
    session.close()
    return path


def perform(session: Session, command: dict[str, Any]) -> None:
    """Perform a command; every die shows the middle of its sides."""
    assert begun(session, command), command


def begun(session: Session, command: dict[str, Any]) -> bool:
    """Perform a command as ``perform`` does; returns false where it cannot be done now."""
    if not session.perform(parse_command(session.system, command)):
        return False
    while (question := session.talk.question) is not None:
        request = question.request
        dice = getattr(request, "dice", None)
        answer = tuple(1 + sides // 2 for sides in dice) if dice else request.usual  # type: ignore[union-attr]  # a choice has one
        assert not session.talk.answer(answer)
    return True


def open_window(folder: Path, spoken: str = "de", **values: Any) -> MainWindow:
    """Return a shown window whose settings lie in a folder."""
    settings = Settings(folder / "settings.json")
    settings.set(theme="light", language=spoken, **values)
    window = make_window(settings, spoken)
    window.show()
    window.activateWindow()  # only the active window hears its shortcuts
    assert QTest.qWaitForWindowActive(window)
    return window


def show_fight(window: MainWindow, path: Path) -> Session:
    """Open a fight and show the map at 48 pixels to the square."""
    window.deeds.open_path(path)
    session = window.session
    assert session is not None
    QApplication.processEvents()
    frame(window)
    return session


def frame(window: MainWindow) -> None:
    """Show the map at 48 pixels to the square, its corner at the upper left."""
    window.board.navigation.set_camera(View(48, -0.25, -0.25))
    QApplication.processEvents()


def at(window: MainWindow, x: float, y: float) -> QPoint:
    """Return the pixel of a place in squares."""
    return window.board.camera.at(x, y).toPoint()


def click(window: MainWindow, x: float, y: float) -> None:
    """Click into the map."""
    QTest.mouseClick(window.board, Qt.MouseButton.LeftButton, pos=at(window, x, y))


def pull(window: MainWindow, *places: tuple[float, float]) -> None:
    """Press at the first place and drag over the others; the button stays down."""
    QTest.mousePress(window.board, Qt.MouseButton.LeftButton, pos=at(window, *places[0]))
    for place in places[1:]:
        QTest.mouseMove(window.board, at(window, *place))


def drop(window: MainWindow, x: float, y: float) -> None:
    """Let go of what is dragged."""
    QTest.mouseRelease(window.board, Qt.MouseButton.LeftButton, pos=at(window, x, y))


def keys(widget: QWidget, *pressed: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    """Press keys one after the other."""
    wake(widget)
    for key in pressed:
        QTest.keyClick(widget, key, held or Qt.KeyboardModifier.NoModifier)


def wake(widget: QWidget) -> None:
    """Make a window the active one again: without a screen nobody does when a dialog closes."""
    window = widget.window()
    if QApplication.activeWindow() is not window:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        window.activateWindow()
        for _ in range(100):
            if QApplication.activeWindow() is window:
                return
            QTest.qWait(5)
        raise AssertionError("the window does not become the active one")


def focus(window: QWidget) -> QWidget:
    """Return what has the keyboard in a window."""
    found = window.focusWidget()
    assert found is not None
    return found


def typed(window: QWidget, text: str) -> None:
    """Type into whatever has the keyboard in a window, and press Enter."""
    field = focus(window)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def place(session: Session, id: str) -> tuple[float, float]:
    """Return the corner of a token in squares."""
    space = session.state.token(id).space
    return space.x / SUB, space.y / SUB


def life(session: Session, id: str) -> int:
    """Return how many points a token has left."""
    return session.system.health(session.state.token(id)).now


def messages(window: MainWindow) -> list[str]:
    """Return what the message bar says, newest first."""
    return [row.message.text for row in window.messages.rows()]


def when_asked(act: Callable[[QDialog], object]) -> None:
    """Act on the next dialog that waits for somebody, once it is there."""
    timer = QTimer(QApplication.instance())

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog) and timer.isActive():
            timer.stop()
            timer.deleteLater()
            act(dialog)

    timer.timeout.connect(look)
    timer.start(0)


def menu_words(act: Callable[[], object]) -> list[str]:
    """Return what the menu says that an act opens; it is closed at once."""
    found: list[str] = []

    def read() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        found.extend(a.text() for a in menu.actions())
        menu.close()

    QTimer.singleShot(0, read)
    act()
    return found


@contextmanager
def nobody_answers() -> Iterator[list[str]]:
    """Reject every dialog and menu at once that waits for somebody; yields what they were."""
    seen: list[str] = []

    def leave() -> None:
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QMenu):
            seen.append("menu")
            popup.close()
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            seen.append(type(dialog).__name__)
            dialog.reject()

    timer = QTimer()
    timer.setInterval(0)
    timer.timeout.connect(leave)
    timer.start()
    try:
        yield seen
    finally:
        timer.stop()


def _put_away(widget: QWidget) -> bool:
    """Whether a widget lies on a page that is not shown; a dock behind another counts as shown."""
    at: QWidget | None = widget
    while at is not None and not isinstance(at, QDockWidget | QMenu) and not at.isWindow():
        if at.isHidden():
            return True
        at = at.parentWidget()
    return False


def texts(window: MainWindow) -> dict[str, str]:
    """Return every text that the window and its parts show or speak, by where it stands."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    found: dict[str, str] = {}
    count: dict[str, int] = {}

    def put(owner: QWidget | QAction, what: str, text: str) -> None:
        if any(c.isalpha() for c in text):
            name = f"{type(owner).__name__}:{owner.objectName()}.{what}"
            count[name] = count.get(name, 0) + 1
            found[f"{name}#{count[name]}"] = text

    readers: tuple[tuple[type, str, Callable[[Any], str]], ...] = (
        (QLabel, "text", lambda w: w.text()),
        (QAbstractButton, "text", lambda w: w.text()),
        (QLineEdit, "placeholder", lambda w: w.placeholderText()),
        (QMenu, "title", lambda w: w.title()),
        (QDockWidget, "title", lambda w: w.windowTitle()),
    )
    for widget in [window, *window.findChildren(QWidget)]:
        if _put_away(widget) or widget.objectName().startswith(("qt_", "Scroll")):
            continue  # says its words when it is shown; Qt's own buttons are not shown at all
        put(widget, "name", widget.accessibleName())
        put(widget, "tip", widget.toolTip())
        for kind, what, read in readers:
            if isinstance(widget, kind):
                put(widget, what, read(widget))
    for action in window.findChildren(QAction):
        put(action, "text", action.text())
        put(action, "tip", action.toolTip())
    return found
