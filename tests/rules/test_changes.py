"""What differs is found by identity."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from maps import edit
from maps.board import Board
from maps.floor import Floor
from maps.grid import point
from maps.shapes import Kind, make_obstacle
from rules.core.terms import term
from rules.encounter.applying import apply
from rules.encounter.changes import EVERYTHING, Changes, diff
from rules.encounter.events import (
    Added,
    BoardReplaced,
    DataChanged,
    Event,
    Faced,
    Linked,
    Logged,
    ObstaclesChanged,
    OptionChanged,
    Removed,
    TimeChanged,
    Titled,
)
from rules.encounter.state import Link, Timeline, TokenId
from tests.rules.tiny import fight, token

A, T = TokenId("A"), TokenId("T")
WALL = make_obstacle("wall:0", Kind.WALL, (point(0, 0), point(1, 0)))
BOARD = fight().board


@pytest.mark.parametrize(
    ("event", "changes"),
    [
        (Added(token("X")), Changes(added=frozenset({TokenId("X")}))),
        (Removed(A), Changes(removed=frozenset({A}), timeline=True, links=False)),
        (Faced(T, 90), Changes(changed=frozenset({T}))),
        (Linked(Link("mount", A, T)), Changes(links=True)),
        (TimeChanged(Timeline(1)), Changes(timeline=True)),
        (OptionChanged("soft", False), Changes(options=True)),
        (DataChanged("k", 1), Changes(data=True)),
        (Titled("x"), Changes(title=True)),
        (ObstaclesChanged((WALL,)), Changes(obstacles=True)),
        (BoardReplaced(replace(BOARD, dark=True)), Changes(ground=True)),
        (BoardReplaced(edit.set_floor(BOARD, Floor("grass"))), Changes(ground=True)),
        (BoardReplaced(edit.set_bounds(BOARD, 0, 0, 9, 9)), Changes(ground=True)),
        (BoardReplaced(replace(BOARD, name="x")), Changes(ground=True)),
        (Logged(term("log.x")), Changes()),
    ],
)
def test_each_event_changes_its_part(event: Event, changes: Changes) -> None:
    before = fight()
    found = diff(before, apply(before, event))
    assert found == changes
    assert bool(found) is (changes != Changes())


def test_another_board_is_another_ground() -> None:
    before = fight()
    other = Board(obstacles=(WALL,))
    found = diff(before, apply(before, BoardReplaced(other)))
    assert found.board
    assert not found.tokens


def test_everything_says_everything() -> None:
    assert EVERYTHING
    flags = {f.name for f in fields(Changes)} - {"added", "removed", "changed"}
    assert all(getattr(EVERYTHING, name) for name in flags)
