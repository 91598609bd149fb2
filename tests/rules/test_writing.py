"""A state written for the file says the same as the state written whole, wherever its board is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from maps.board import Board
from maps.codec_writing import board_to_dict
from maps.grid import point
from maps.shapes import Kind, make_obstacle
from rules.encounter import writing
from rules.encounter.plain import read_json
from rules.encounter.state import Encounter
from rules.encounter.state_codec import state_to_dict

WALLED = Board(
    name="Krähenfels",
    obstacles=(make_obstacle("wall:0", Kind.WALL, (point(1, 1), point(4, 1))),),
)


@pytest.mark.parametrize("board", [Board(), Board(width=50, height=60), WALLED])
def test_a_checkpoint_holds_what_the_state_holds(board: Board) -> None:
    state = Encounter("pathfinder", "Überfall", board)
    assert read_json(writing.text_of(state)) == state_to_dict(state)


def test_a_changed_board_is_written_anew() -> None:
    state = Encounter("pathfinder", board=WALLED)
    before = writing.text_of(state)
    opened = replace(state, board=replace(WALLED, name="Rabenfels"))
    assert read_json(writing.text_of(opened)) == state_to_dict(opened)
    assert writing.text_of(state) == before


def test_a_board_is_written_once_for_many_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Board] = []

    def counted(board: Board) -> dict[str, object]:
        written.append(board)
        return board_to_dict(board)

    monkeypatch.setattr("rules.encounter.writing.board_to_dict", counted)
    state = Encounter("pathfinder", board=replace(WALLED, name="Krähennest"))
    for name in ("eins", "zwei", "drei"):
        assert '"Krähennest"' in writing.text_of(replace(state, name=name))
    assert written == [state.board]
