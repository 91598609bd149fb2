"""The library dock, a set with a goblin, and what one does with them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from desktop.dialogs.base import Dialog
from desktop.docks.library import LibraryDock
from desktop.own_library import own_library
from desktop.session import Session
from desktop.window.main_window import MainWindow
from rules.library.entries import Entry


def dock_of(window: MainWindow) -> LibraryDock:
    window.show_dock("library")
    QApplication.processEvents()
    dock = window.docks["library"]
    assert isinstance(dock, LibraryDock)
    return dock


def goblin(**more: object) -> Entry:
    values = {"id": "new", "system": "pathfinder", "name": "Goblin", "sheet": {"size": "small"}}
    return Entry.model_validate({**values, **more})


def stocked(picture: bytes | None = None) -> str:
    """Make a set with one goblin; returns the key of it."""
    own = own_library()
    id = own.change(lambda shelf: shelf.create("Höhle"))
    assert id
    entry = own.change(lambda shelf: shelf.add(id, goblin(note="feige"), picture))
    assert entry is not None
    return f"{id}/{entry.id}"


def face(path: Path, width: int = 90, height: int = 60) -> Path:
    """Write a picture: green, its right half red."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#00ff00"))
    for x in range(width // 2, width):
        for y in range(height):
            image.setPixelColor(x, y, QColor("#ff0000"))
    assert image.save(str(path))
    return path


def take(dialog: QDialog) -> None:
    """Press the main button of a dialog."""
    assert isinstance(dialog, Dialog)
    assert dialog.main is not None
    QTest.mouseClick(dialog.main, Qt.MouseButton.LeftButton)


def names(session: Session) -> list[str]:
    return [t.name for t in session.state.tokens.values()]


def choose(menu: QMenu, *words: str) -> None:
    """Trigger the action of a menu, through its submenus, by what they say."""
    found: QAction | None = None
    for word in words:
        found = next(a for a in menu.actions() if a.text() == word)
        inner = found.menu()
        if isinstance(inner, QMenu):
            menu = inner
    assert found is not None
    found.trigger()
