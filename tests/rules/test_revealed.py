"""Squares uncovered for the players: written as runs, read with care, a step like any other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid import Cell
from rules import play, registry
from rules.encounter.applying import apply_all
from rules.encounter.commands import CommandError, parse_command
from rules.encounter.revealed import KEY, MOST, cells_of, dump, revealed, runs
from rules.encounter.state import Encounter

CELLS = st.frozensets(st.builds(Cell, st.integers(-40, 40), st.integers(-40, 40)), max_size=200)


@given(CELLS)
def test_runs_hold_the_squares_and_no_two_touch(cells: frozenset[Cell]) -> None:
    found = runs(cells)
    assert cells_of(found) == cells
    assert sum(length for _x, _y, length in found) == len(cells)
    ends = {(x + length, y) for x, y, length in found}
    assert not ends & {(x, y) for x, y, _length in found}
    assert revealed({KEY: dump(cells)}) == cells


@pytest.mark.parametrize(
    "written",
    [
        None,
        3,
        "x",
        {"a": 1},
        [3],
        [[1, 2]],
        [[1, 2, 0]],
        [[1, 2, -4]],
        [[1, 2, "3"]],
        [[1, True, 3]],
    ],
)
def test_what_is_no_run_uncovers_nothing(written: object) -> None:
    assert revealed({KEY: written}) == frozenset()  # type: ignore[dict-item]  # a hostile file


def test_a_huge_run_is_not_read() -> None:
    assert revealed({KEY: [[0, 0, 2], [5, 5, MOST]]}) == {Cell(0, 0), Cell(1, 0)}


def after(state: Encounter, **command: object) -> Encounter:
    """Return the state after a command that asks nothing."""
    system = registry.get("pathfinder")
    procedure = play.perform(system, state, parse_command(system, {"do": "reveal", **command}), str)
    try:
        next(procedure)
    except StopIteration as stop:
        return apply_all(state, stop.value.events)
    raise AssertionError("it asked")


def test_uncover_and_cover() -> None:
    state = after(Encounter("pathfinder"), runs=[[2, 3, 4]])
    assert revealed(state.data) == {Cell(x, 3) for x in (2, 3, 4, 5)}
    state = after(state, runs=[[3, 3, 1], [9, 9, 1]], on=False)
    assert revealed(state.data) == {Cell(2, 3), Cell(4, 3), Cell(5, 3)}
    assert KEY not in after(state, runs=[[0, 3, 9]], on=False).data


def test_too_many_squares_are_refused() -> None:
    with pytest.raises(CommandError) as caught:
        after(Encounter("pathfinder"), runs=[[0, y, 10_000] for y in range(26)])
    assert caught.value.problem.code == "too_many_squares"
