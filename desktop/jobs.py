"""Work beside the window: in steps between its events, or in a thread while it goes on."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from threading import Thread
from typing import TypeVar

from PySide6.QtCore import SIGNAL, SLOT, QObject, QTimer

T = TypeVar("T")

STEP_SECONDS = 0.012
"""After this long a step hands the time back to the window."""


def in_background(work: Callable[[], T]) -> Generator[None, None, T]:
    """Do work without Qt in a thread while the window goes on; raises what the work raises."""
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as error:  # handed on to who waits
            failed.append(error)

    thread = Thread(target=run, name="start page", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(STEP_SECONDS / 4)
        yield None
    if failed:
        raise failed[0]
    return done[0]


def soon(owner: QObject, deed: Callable[[], object], after: int = 0) -> None:
    """Do something ``after`` so many milliseconds, unless its owner is gone by then.

    0 is the next turn of the event loop.

    WORKAROUND: ``QTimer.singleShot`` of PySide6 6.11 never lets go of a method whose owner is
    deleted before its turn: a closed window would stay in memory with its fight. Nor does a
    signal let go of a built-in method like ``deleteLater``; by name it is found in C++ alone.
    """
    timer = QTimer(owner)
    timer.setSingleShot(True)
    timer.timeout.connect(deed)
    QObject.connect(timer, SIGNAL("timeout()"), timer, SLOT("deleteLater()"))
    timer.start(after)


class Lazily(QObject):
    """Runs work in steps while the window has nothing else to do; the first job comes first."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs: deque[Iterator[object]] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._step)
        self.awake = False

    @property
    def busy(self) -> bool:
        return bool(self._jobs)

    def add(self, job: Iterator[object]) -> None:
        """Take work on; each ``yield`` is a place where the window may go on."""
        self._jobs.append(job)
        if self.awake:
            self._timer.start()

    def clear(self) -> None:
        """Forget all work."""
        self._jobs.clear()
        self._timer.stop()

    def wake(self, on: bool) -> None:
        """Work, or wait while nobody looks."""
        self.awake = on
        if on and self._jobs:
            self._timer.start()
        elif not on:
            self._timer.stop()

    def finish(self) -> None:
        """Do everything that is left at once."""
        while self._jobs:
            self._advance()
        self._timer.stop()

    def _step(self) -> None:
        end = time.perf_counter() + STEP_SECONDS
        while self._jobs:
            self._advance()
            if time.perf_counter() >= end:
                break
        if not self._jobs:
            self._timer.stop()

    def _advance(self) -> None:
        job = self._jobs[0]
        try:
            next(job)
        except StopIteration:
            if self._jobs and self._jobs[0] is job:
                self._jobs.popleft()
        except BaseException:
            if self._jobs and self._jobs[0] is job:
                self._jobs.popleft()
            raise
