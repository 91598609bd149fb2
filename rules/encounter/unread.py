"""What a long fight holds in its file and nobody asked for yet: steps and states, read late.

Each is a stranger's until it is read: then it passes the same models as everything else.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from maps.board import Board
from maps.problems import UnreadableFileError
from rules.encounter import seals
from rules.encounter.codec import find_models
from rules.encounter.history import Step
from rules.encounter.plain import fault, read_json
from rules.encounter.reading import Lookup, step_of, system_of
from rules.encounter.state import Encounter
from rules.encounter.state_codec import Models, state_from_dict

_BOARD = ',"board":'
"""What stands before the board, which files have at the end of a state."""


class UnreadStep:
    """A step as it stands in its row, as UTF-8."""

    __slots__ = ("_models", "_number", "_raw", "_step")

    def __init__(self, number: int, raw: tuple[bytes, bytes, bytes], models: Models) -> None:
        self._number, self._raw, self._models = number, raw, models
        self._step: Step | None = None

    @property
    def row(self) -> tuple[str, str, str]:
        label, events, at = (part.decode("utf-8", "replace") for part in self._raw)
        return label, events, at

    def read(self) -> Step:
        if self._step is None:
            self._step = step_of(self.row, self._models, f"steps[{self._number}]")
        return self._step

    def may_hold(self, word: str) -> bool:
        events = self._raw[1]
        return word.encode() in events or b"\\u" in events  # which may be any letter


class States:
    """Makes states of their text; one with the same board as the last one shares it.

    A map of ten thousand walls is most of a state, and mostly stays as it is.
    """

    def __init__(self, lookup: Lookup, name: str) -> None:
        """``lookup`` finds the system that the first state names; ``name`` is that of the file."""
        self._lookup, self._name = lookup, name
        self._models: Models | None = None
        self._text = ""
        self._board = Board()

    @property
    def models(self) -> Models:
        """The system of the fight, known once a state was read."""
        assert self._models is not None
        return self._models

    def read(self, text: str, place: str) -> Encounter:
        """Read a state. Raises UnreadableFileError."""
        parts = _parts(text, self._text)
        if parts is None:
            return self._state(read_json(text), place)
        rest, board = parts
        if board == self._text:
            return replace(self._state(rest, place), board=self._board)
        try:
            data = {**rest, "board": read_json(board)}
        except UnreadableFileError:
            return self._state(read_json(text), place)
        state = self._state(data, place)
        self._text, self._board = board, state.board
        return state

    def _state(self, data: object, place: str) -> Encounter:
        if self._models is None:
            self._models = find_models(system_of(data, self._name), self._lookup, self._name)
        return state_from_dict(data, self._models, place)


def _parts(text: str, known: str) -> tuple[dict[str, Any], str] | None:
    """Take the board out of a state, if it stands at the end; ``known`` may be just that board.

    Text in JSON holds no bare quotation marks, so the last key of that name is one of a table;
    it is that of the state where what remains is a table too.
    """
    tail = f"{_BOARD}{known}}}"
    start = len(text) - len(tail) if known and text.endswith(tail) else text.rfind(_BOARD)
    if start < 0 or not text.endswith("}"):
        return None
    try:
        rest = read_json(text[:start] + "}")
    except UnreadableFileError:
        return None
    if not isinstance(rest, dict) or not rest or "board" in rest:
        return None
    return rest, text[start + len(_BOARD) : -1]


def state_text(connection: sqlite3.Connection, n: int, chain: str) -> str:
    """Return the state after step n, whose sum is ``chain``, as it stands in a file.

    Raises UnreadableFileError where it is not what was written after just that step.
    """
    query = "SELECT chain, sum, state FROM checkpoints WHERE n = ?"
    place = f"checkpoints[{n}]"
    try:
        row = connection.execute(query, (n,)).fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise fault("file_damaged", place, file="") from error
    if row is None or not all(isinstance(value, str) for value in row):
        raise fault("file_damaged", place, file="")
    found, sum, text = map(str, row)
    if found != chain or sum != seals.of_state(chain, n, text):
        raise fault("file_damaged", place, file="")
    return text


class FilePast:
    """The states in an open file. Once it is closed only the first one can be read."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        beginning: str,
        chains: Mapping[int, str],
        states: States,
    ) -> None:
        """``chains`` are the sums of the steps after which a state stands in the file."""
        self._connection, self._chains, self._states = connection, chains, states
        self.beginning = beginning

    def state(self, n: int) -> Encounter:
        text = state_text(self._connection, n, self._chains[n]) if n else self.beginning
        return self._states.read(text, f"checkpoints[{n}]")
