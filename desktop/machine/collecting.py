"""Garbage collected where Qt lives: never in a working thread, where Qt would crash."""

from __future__ import annotations

import gc

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from desktop.machine.memory import give_back, keep_ready

EVERY_MS = 2000
"""How often the window looks whether there is anything to collect."""

OLDEST = 2
"""The generation of everything that outlived two collections."""


class Collector(QObject):
    """Takes Python's collection of cycles over and runs it from the event loop.

    By itself Python collects in whichever thread makes the next object. A thread that computes
    a heat map would then take widgets apart, and Qt does not survive that.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._asked = False
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """From here on only this object collects; what is there now stays for good."""
        keep_ready()
        gc.disable()
        gc.freeze()  # a full collection need not walk through modules and menus again and again
        self._timer.start()

    def stop(self) -> None:
        """Leave the collection to Python again."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def ask(self) -> None:
        """Have everything collected at the next look, whatever the thresholds."""
        self._asked = True

    def collect(self) -> int:
        """Collect the oldest generation that is due, as Python would, or the oldest if asked to.

        While a button of the mouse is held the oldest one waits: a dragged token must not stop.
        Returns which generation it was, -1 where none was due.
        """
        for generation in (OLDEST, 1, 0):
            if not self._due(generation):
                continue
            if generation == OLDEST:
                if QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton:
                    continue
                self._asked = False
            gc.collect(generation)
            if generation == OLDEST:
                give_back()
            return generation
        return -1

    def _due(self, generation: int) -> bool:
        if self._asked and generation == OLDEST:
            return True
        return gc.get_count()[generation] > gc.get_threshold()[generation]


def collect_soon() -> None:
    """Ask for a whole collection: something large, a fight or a window, was closed."""
    app = QCoreApplication.instance()
    for collector in app.findChildren(Collector) if app is not None else ():
        collector.ask()
