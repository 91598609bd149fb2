"""Access: every control has a name for screen readers, in every dock and every dialog."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop.session import Session
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import show_fight, write_fight

pytestmark = pytest.mark.usefixtures("german")

DIALOGS = (
    "new_empty",
    "backups",
    "import_creature",
    "print",
    "player_options",
    "inspect",
    "rename_fight",
    "rules_options",
    "save",
    "sheet",
    "damage",
    "settings",
    "keys",
    "rules_help",
    "news",
    "about",
)
DEMOS = ("gruft", "kraehenfels", "muehlbruecke", "burghof", "nebelturm")


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    session = show_fight(window, write_fight(tmp_path / "halle.kampf", running=True))
    session.select(["elandir"])
    return session


def nameless(root: QWidget) -> set[str]:
    """Return where controls stand that take the keyboard, are shown, and have no name."""
    found = set()
    for widget in [root, *root.findChildren(QWidget)]:
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isVisibleTo(root):
            continue
        if widget.objectName().startswith("qt_") or (widget.isWindow() and widget is not root):
            continue
        spoken = QAccessible.queryAccessibleInterface(widget)
        name = spoken.text(QAccessible.Text.Name) if spoken is not None else ""
        if not (name or widget.accessibleName()).strip():
            parents = [widget]
            while (above := parents[-1].parentWidget()) is not None and above is not root:
                parents.append(above)
            found.add(" < ".join(type(w).__name__ for w in parents))
    return found


def nameless_in_dialog(window: MainWindow, action: str) -> set[str] | None:
    """Return what has no name in the dialog that an action opens; ``None`` where none came."""
    found: list[set[str]] = []

    def look() -> None:
        for shown in QApplication.topLevelWidgets():
            if isinstance(shown, QMenu) and shown.isVisible():
                shown.close()
            if isinstance(shown, QDialog) and shown.isVisible():
                found.append(nameless(shown))
                shown.reject()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(0)
    try:
        window.actions_by_id[action].trigger()
        for _ in range(20):
            if not found:
                QApplication.processEvents()
    finally:
        timer.stop()
    return set.union(*found) if found else None


def test_every_control_of_the_start_page_has_a_name(window: MainWindow) -> None:
    assert not nameless(window)


@pytest.mark.parametrize("demo", DEMOS)
def test_every_control_of_every_dock_has_a_name(window: MainWindow, demo: str) -> None:
    window.deeds.open_demo(demo)
    session = window.session
    assert session is not None
    for dock in window.docks.values():
        dock.show()
    me = session.current or next(iter(session.state.tokens.values()))
    session.select([me.id])
    foes = session.enemies(me.id)
    if foes:
        session.attack.aim(foes[0].id)
    QApplication.processEvents()
    assert not nameless(window)


def test_every_control_of_every_dialog_has_a_name(window: MainWindow, fight: Session) -> None:
    nobody = {id: nameless_in_dialog(window, id) for id in DIALOGS}
    assert {id: found for id, found in nobody.items() if found} == {}
    assert all(found is not None for found in nobody.values()), nobody


REACHED = ("new_empty", "print", "player_options", "rules_options", "save", "damage", "settings")
"""Dialogs that are walked through by Tab; those with hundreds of fields take too long."""


def tabbable(root: QWidget) -> set[QWidget]:
    """Return the controls that Tab should reach."""
    return {
        w
        for w in root.findChildren(QWidget)
        if w.focusPolicy() & Qt.FocusPolicy.TabFocus
        and w.isVisibleTo(root)
        and w.isEnabled()
        and w.focusProxy() is None
        and not w.isWindow()
        and not w.objectName().startswith("qt_")
    }


def walked(root: QWidget) -> list[QWidget]:
    """Press Tab until the keyboard is back where it began; return where it was."""
    root.activateWindow()
    QApplication.processEvents()
    found: list[QWidget] = []
    while (held := QApplication.focusWidget()) is not None and held not in found:
        found.append(held)
        QTest.keyClick(held, Qt.Key.Key_Tab)
        QApplication.processEvents()
    return found


def jumps(root: QWidget, seen: list[QWidget]) -> list[str]:
    """Return where Tab goes up within a column."""
    found = []
    for one, other in zip(seen, seen[1:], strict=False):
        a, b = one.mapTo(root, QPoint()), other.mapTo(root, QPoint())
        if b.y() + other.height() <= a.y() and abs(a.x() - b.x()) < 120:
            found.append(f"{one.accessibleName()} > {other.accessibleName()}")
    return found


@pytest.mark.parametrize("action", REACHED)
def test_tab_reaches_every_control_of_a_dialog_in_order(
    qtbot: QtBot, window: MainWindow, fight: Session, action: str
) -> None:
    missing: list[set[str]] = []
    upwards: list[str] = []

    def look() -> None:
        shown = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog)]
        for dialog in shown:
            if dialog.isVisible():
                timer.stop()
                seen = walked(dialog)
                missing.append({w.accessibleName() for w in tabbable(dialog) - set(seen)})
                upwards.extend(jumps(dialog, seen))
                dialog.reject()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(0)
    window.actions_by_id[action].trigger()
    qtbot.waitUntil(lambda: bool(missing), timeout=10_000)
    assert missing == [set()]
    assert upwards == []
