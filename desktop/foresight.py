"""Asks processes beside the window what would happen, and tells what they find out."""

from __future__ import annotations

import os
import time
from itertools import count

from PySide6.QtCore import QObject, QTimer, Signal

from maps.problems import Problem, Severity
from rules.encounter.state import Encounter, SideId, TokenId
from rules.forecast.fight import ENOUGH, RUNS, End, Tally, sides_of
from rules.forecast.what_if import Possibility
from rules.forecast.worker import Answer, Question, Worker, question_state

LISTEN_EVERY = 60
"""Milliseconds between two looks at what has been answered."""
MOST_WORKERS = 8
LEAST_RUNS = 100
"""Odds are never called precise enough before so many continuations."""
FEW = 5
"""After so many continuations the time that is left can be guessed."""
LONGEST = 300.0
"""Seconds after which the counting stops, however little is known."""


def workers_here() -> int:
    """Return how many continuations may be played at the same time on this machine."""
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 2) - 1))


class Attacks(QObject):
    """Every attack that a combatant could make now, found one by one in another process.

    Signals:
        found(Possibility): one more.
        finished(): that was all.
        failed(Problem): nothing more will come, and why.
    """

    found = Signal(object)
    finished = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker: Worker | None = None
        self._numbers = count(1)
        self._asked = 0
        self._timer = QTimer(self)
        self._timer.setInterval(LISTEN_EVERY)
        self._timer.timeout.connect(self._listen)

    @property
    def busy(self) -> bool:
        return self._timer.isActive()

    def ask(self, state: Encounter, token: TokenId) -> None:
        """Ask about a combatant; what was asked before is left."""
        if self._worker is None:
            self._worker = Worker()
        self._asked = next(self._numbers)
        question = Question(self._asked, "what_if", question_state(state), token=token)
        try:
            self._worker.ask(question)
        except OSError as error:
            self._lost(error)
            return
        self._timer.start()

    def stop(self) -> None:
        """Hear no more of what was asked."""
        self._asked = 0
        self._timer.stop()

    def close(self) -> None:
        """End the process."""
        self.stop()
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _listen(self) -> None:
        worker = self._worker
        if worker is None:
            return
        try:
            for answer in worker.heard():
                self._take(answer)
        except (EOFError, OSError) as error:
            self._lost(error)

    def _take(self, answer: Answer) -> None:
        if answer.number != self._asked:
            return
        if isinstance(answer.found, Possibility):
            self.found.emit(answer.found)
            return
        self._timer.stop()
        if answer.problem is not None:
            self.failed.emit(answer.problem)
        else:
            self.finished.emit()

    def _lost(self, error: Exception) -> None:
        self.close()
        self.failed.emit(_gone(error))


class Fights(QObject):
    """How a fight may end, counted by several processes.

    Signals:
        counted(): ``tally`` has grown.
        finished(): enough is known, or everything was played.
        failed(Problem): the fight cannot go on by itself, and why.
    """

    counted = Signal()
    finished = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None, workers: int = 0) -> None:
        super().__init__(parent)
        self.tally = Tally()
        self.runs = RUNS
        self.enough = ENOUGH
        self._most = workers or workers_here()
        self._workers: list[Worker] = []
        self._open = 0
        self._heard: list[int] = []
        self._ahead: dict[int, End] = {}
        self._began = 0.0
        self._sides: tuple[SideId, ...] = ()
        self._timer = QTimer(self)
        self._timer.setInterval(LISTEN_EVERY)
        self._timer.timeout.connect(self._listen)
        self._too_long = QTimer(self)
        self._too_long.setSingleShot(True)
        self._too_long.timeout.connect(self._finish)

    @property
    def busy(self) -> bool:
        return bool(self._workers)

    @property
    def error(self) -> float:
        """The error of the odds so far, as a share to either side."""
        return self.tally.error(self._sides)

    @property
    def left(self) -> float | None:
        """Seconds until the odds are known well enough, guessed from what was needed so far.

        None while that cannot be guessed.
        """
        runs = self.tally.runs
        if runs < FEW or not self.busy:
            return None
        wanted = min(float(self.runs), max(LEAST_RUNS, runs * (self.error / self.enough) ** 2))
        each = (time.monotonic() - self._began) / runs
        whole = LONGEST - (time.monotonic() - self._began)
        return max(0.0, min(whole, (wanted - runs) * each))

    def ask(self, state: Encounter, seed: int, runs: int = RUNS) -> None:
        """Begin to count anew."""
        self.stop()
        self.tally, self.runs = Tally(), runs
        self._sides = sides_of(state)
        written = question_state(state)
        n = min(self._most, runs)
        try:
            for i in range(n):
                worker = Worker()
                self._workers.append(worker)
                worker.ask(Question(1, "fight", written, seed=seed, first=i, step=n, runs=runs))
        except OSError as error:
            self._fail(_gone(error))
            return
        self._open = n
        self._heard, self._ahead, self._began = [0] * n, {}, time.monotonic()
        self._timer.start()
        self._too_long.start(int(LONGEST * 1000))

    def stop(self) -> None:
        """Leave it: what was counted stays."""
        self._timer.stop()
        self._too_long.stop()
        for worker in self._workers:
            worker.close()
        self._workers.clear()

    def _listen(self) -> None:
        before = self.tally.runs
        for place, worker in enumerate(self._workers):
            try:
                for answer in worker.heard():
                    if answer.problem is not None:
                        self._fail(answer.problem)
                        return
                    self._take(place, answer.found)
            except (EOFError, OSError) as error:
                self._fail(_gone(error))
                return
        if self.tally.runs > before:
            self.counted.emit()
        known = self.tally.runs >= LEAST_RUNS and self.error <= self.enough
        if known or not self._open:
            self._finish()

    def _take(self, place: int, found: object) -> None:
        """Count an end in its turn: short fights are over first, and would count too often."""
        if not isinstance(found, End):
            self._open -= 1
            return
        self._ahead[place + self._heard[place] * len(self._workers)] = found
        self._heard[place] += 1
        while (end := self._ahead.pop(self.tally.runs, None)) is not None:
            self.tally.add(end)

    def _finish(self) -> None:
        self.stop()
        self.finished.emit()

    def _fail(self, problem: Problem) -> None:
        self.stop()
        self.failed.emit(problem)


def _gone(error: Exception) -> Problem:
    """Say that a process ended by itself."""
    return Problem(
        "forecast_gone", Severity.ERROR, args={"why": str(error) or type(error).__name__}
    )
