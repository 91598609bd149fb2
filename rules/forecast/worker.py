"""Answers forecasts in a process of its own: bit by bit, until another question comes.

A process and not a thread: rules keep what they have found out in memory that no second thread
may touch, and a thread of Python would take the time from the window.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Literal

from maps.problems import Problem
from rules import registry
from rules.encounter.commands import CommandError
from rules.encounter.situation import dump_situation, load_situation
from rules.encounter.state import Encounter, TokenId
from rules.forecast.fight import End, ends
from rules.forecast.what_if import Possibility, possibilities


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: the attacks of ``token``, or continuations ``first``, ``first + step`` …

    ``number`` tells the answers of one question from those of another; ``state`` is the fight
    as a situation.
    """

    number: int
    kind: Literal["what_if", "fight"]
    state: dict[str, Any]
    token: str = ""
    seed: int = 0
    first: int = 0
    step: int = 1
    runs: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """A part of an answer: something found, or (``found`` None) the end; perhaps why."""

    number: int
    found: Possibility | End | None = None
    problem: Problem | None = None


def question_state(state: Encounter) -> dict[str, Any]:
    """Write a fight for a question."""
    return dump_situation(state, registry.get(state.system))


def answers(question: Question) -> Iterator[Answer | None]:
    """Yield the parts of an answer, the end last; None between where another may be asked."""
    state = load_situation(question.state, registry.get).state
    system = registry.get(state.system)
    found: Iterable[Possibility | End | None]
    if question.kind == "what_if":
        found = possibilities(system, state, TokenId(question.token))
    else:
        numbers = range(question.first, question.runs, question.step)
        found = ends(system, state, question.seed, numbers)
    try:
        for part in found:
            yield None if part is None else Answer(question.number, part)
    except CommandError as error:
        yield Answer(question.number, problem=error.problem)
        return
    yield Answer(question.number)


def serve(pipe: Connection) -> None:
    """Answer questions until the other end closes or says None; a new one ends the old one."""
    if hasattr(os, "nice"):
        os.nice(5)  # the window comes first
    try:
        while (question := pipe.recv()) is not None:
            for part in answers(question):
                if part is not None:
                    pipe.send(part)
                if pipe.poll():
                    break
    except (EOFError, OSError, KeyboardInterrupt):
        pass  # the window has gone


class Worker:
    """A process that answers. ``close`` ends it; it ends by itself with its parent."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=serve, args=(there,), daemon=True)
        self._process.start()
        there.close()

    def ask(self, question: Question) -> None:
        """Ask; what was asked before is left. Raises OSError where the process has gone."""
        self._pipe.send(question)

    def heard(self, most: int = 200) -> Iterator[Answer]:
        """Yield what has been answered so far, without waiting. Raises EOFError, OSError."""
        for _ in range(most):
            if not self._pipe.poll():
                return
            yield self._pipe.recv()

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.terminate()
        self._process.join(2)
