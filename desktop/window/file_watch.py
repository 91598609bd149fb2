"""Notices while nothing happens that another file took the place of an open fight's."""

from __future__ import annotations

from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer

from desktop.i18n import tr
from desktop.jobs import soon
from desktop.messages import Message, words_of
from maps.problems import Problem, Severity
from rules.encounter import watching
from rules.encounter.watching import Marks, Seen

if TYPE_CHECKING:
    from desktop.session import Session
    from desktop.window.main_window import MainWindow

EVERY = 2_000
"""Milliseconds from one look to the next."""
ANSWER = 150
"""Milliseconds after which the answers of most drives are there."""


class FileWatch(QObject):
    """Looks again and again whether the files of the open fights still lie in their places.

    Each look is a thread of its own, because a drive in the network may never answer: then that
    fight is not looked at any more, and the window goes on.

    Where something else lies there, what was played is kept as a copy, and the window says so.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._answers: SimpleQueue[tuple[int, Seen]] = SimpleQueue()
        self._asked: dict[int, tuple[Session, Path]] = {}
        self._number = 0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._timer.timeout.connect(self.look)
        self._timer.start(EVERY)

    def look(self) -> None:
        """Begin to look at every fight about which nothing is being asked already."""
        self._hear()
        there = self._window.fights.sessions
        for number, (session, path) in tuple(self._asked.items()):
            if session not in there or session.store.path != path:
                del self._asked[number]  # its drive need not answer any more
        asked = {session for session, _path in self._asked.values()}
        for session in there:
            if session not in asked and not session.store.read_only:
                self._ask(session)
        if self._asked:
            soon(self, self._hear, ANSWER)

    def _ask(self, session: Session) -> None:
        """Let a thread look; it gets no object of Qt, which might end in it."""
        self._number += 1
        self._asked[self._number] = (session, session.store.path)
        question = (self._number, session.store.path, session.store.known, self._answers)
        Thread(target=_answer, args=question, daemon=True).start()

    def _hear(self) -> None:
        while True:
            try:
                number, seen = self._answers.get_nowait()
            except Empty:
                return
            session, path = self._asked.pop(number, (None, None))
            if session in self._window.fights.sessions and session.store.path == path:
                self._judge(session, seen)

    def _judge(self, session: Session, seen: Seen) -> None:
        place = session.store.path.name
        try:
            copy = session.store.lay_aside(seen)
        except OSError as error:
            args = {"file": place, "why": error.strerror or str(error)}
            problem = Problem("file_replaced_uncopied", Severity.ERROR, place, args)
        else:
            if copy is None:
                return
            code = "file_gone" if seen.mark is None else "file_replaced"
            problem = Problem(code, Severity.ERROR, place, {"file": place, "copy": copy.name})
        session.tell_saved(False)
        self._tell(session, problem)

    def _tell(self, session: Session, problem: Problem) -> None:
        """Say where what was played is, and offer to go on in another file."""

        def save_elsewhere() -> None:
            self._window.set_session(session)
            self._window.actions_by_id["save_as"].trigger()

        words, label = words_of(problem), tr("action.save_as")
        self._window.tell(Message(words, "error", action_label=label, action=save_elsewhere))


def _answer(number: int, path: Path, known: Marks, answers: SimpleQueue[tuple[int, Seen]]) -> None:
    answers.put((number, watching.look(path, known)))
