"""Messages to the game master: a sentence, how grave it is, and perhaps something to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from desktop.i18n import language, tr
from desktop.words.problems import placed, sentence, system_words
from maps.problems import Problem, Severity, UnreadableFileError
from rules.encounter.faults import StoreError


@dataclass(frozen=True, slots=True)
class Message:
    """Something to show in the message bar. ``action`` is a labelled thing to do.

    ``choices`` are several such things; each button goes when it was used.
    """

    text: str
    level: Literal["info", "done", "warning", "error"] = "info"
    detail: str = ""
    action_label: str = ""
    action: Callable[[], None] | None = field(default=None, compare=False)
    choices: tuple[tuple[str, Callable[[], None]], ...] = field(default=(), compare=False)


def words_of(problem: Problem) -> str:
    """Say a problem as one sentence in the language in use, its place in front."""
    return placed(language.words, problem)


def reason(problem: Problem) -> str:
    """Say a problem where its place is plain to see (a card, a pill on the map)."""
    return sentence(language.words, problem)


def message_of(problem: Problem) -> Message:
    """Turn a problem into a message of the same weight."""
    levels: dict[Severity, Literal["info", "warning", "error"]] = {
        Severity.NOTE: "info",
        Severity.WARNING: "warning",
        Severity.ERROR: "error",
    }
    return Message(words_of(problem), levels[problem.severity])


def words_of_fault(error: OSError | UnreadableFileError, file: str) -> str:
    """Say why a file could not be read or written: in our words where we know, else the system's.

    Example: ``kampf.kampf: Der Datenträger ist voll. …``
    """
    if isinstance(error, StoreError | UnreadableFileError):
        return words_of(error.problem)
    return tr("file.os", file=file, why=system_words(language.words, error))
