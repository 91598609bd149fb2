"""Garbage collected where Qt lives: never in a working thread, where Qt would crash."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 2000
"""How often the window looks whether there is anything to collect."""

OLDEST = 2
"""The generation of everything that outlived two collections."""


def give_back() -> bool:
    """Give freed memory back to the system where the C library keeps it (glibc does).

    Pictures of sheets and closed fights leave holes between what is still used; over an evening
    they add up. Returns whether there is such a library.
    """
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(OSError, AttributeError):  # musl has no such call
        ctypes.CDLL(None).malloc_trim(0)
        return True
    return False


class Collector(QObject):
    """Takes Python's collection of cycles over and runs it from the event loop.

    By itself Python collects in whichever thread makes the next object. A thread that computes
    a heat map would then take widgets apart, and Qt does not survive that.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect)

    def start(self) -> None:
        """From here on only this object collects; what is there now stays for good."""
        gc.disable()
        gc.freeze()  # a full collection need not walk through modules and menus again and again
        self._timer.start()

    def stop(self) -> None:
        """Leave the collection to Python again."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def collect(self) -> int:
        """Collect the oldest generation whose threshold is passed, as Python would.

        Returns which one it was, -1 where none was due.
        """
        counts, thresholds = gc.get_count(), gc.get_threshold()
        for generation in (OLDEST, 1, 0):
            if counts[generation] > thresholds[generation]:
                gc.collect(generation)
                if generation == OLDEST:
                    give_back()
                return generation
        return -1
