"""Undo returns the same objects, and a step that fails leaves no trace."""

from __future__ import annotations

import pytest

from rules.core.terms import term
from rules.encounter.events import Logged, Removed, Titled
from rules.encounter.history import EVERY, KEPT, MADE, History, Step
from rules.encounter.state import TokenId
from tests.rules.tiny import fight


def step(name: str) -> Step:
    return Step(term("step.x", n=name), (Titled(name), Logged(term("log.x", n=name))))


def test_undo_and_redo_return_the_same_states() -> None:
    base = fight()
    history = History(base)
    first = history.push(step("a"))
    second = history.push(step("b"))
    assert history.state is second
    assert history.undo_label == term("step.x", n="b")
    assert history.undo() == step("b")
    assert history.state is first
    assert history.redo_label == term("step.x", n="b")
    assert history.undo() == step("a")
    assert history.state is base is history.base
    assert history.undo() is None
    assert history.undo_label is None
    assert history.redo() == step("a")
    assert history.redo() == step("b")
    assert history.redo() is None
    assert history.redo_label is None
    assert history.state is second


def test_a_new_step_drops_what_was_undone() -> None:
    history = History(fight(), [step("a"), step("b"), step("c")], 1)
    history.push(step("d"))
    assert [s.label.args["n"] for s in history.steps] == ["a", "d"]
    assert history.state_after(2) is history.state
    assert history.redo() is None


def test_a_step_that_fails_leaves_no_trace() -> None:
    history = History(fight(), [step("a"), step("b")], 1)
    before = history.snapshot()
    with pytest.raises(KeyError):
        history.push(Step(term("x"), (Titled("y"), Removed(TokenId("nobody")))))
    assert history.snapshot() == before
    assert history.state.name == "a"


def test_a_snapshot_takes_a_step_back_together_with_what_it_dropped() -> None:
    history = History(fight(), [step("a"), step("b")], 1)
    before, state = history.snapshot(), history.state
    history.push(step("c"))
    history.restore(before)
    assert history.state is state
    assert history.redo() == step("b")


def test_a_copy_goes_its_own_way() -> None:
    history = History(fight(), [step("a")])
    other = history.copy()
    assert other.state is history.state
    other.push(step("b"))
    assert history.done == 1


def test_the_cursor_stays_within_the_steps() -> None:
    history = History(fight(), [step("a")])
    for done in (-1, 2):
        with pytest.raises(ValueError, match="steps"):
            history.seek(done)
        with pytest.raises(ValueError, match="steps"):
            History(fight(), [step("a")], done)


def test_the_log_holds_the_steps_in_force() -> None:
    history = History(fight(), [step("a"), step("b"), step("c")], 2)
    assert [(n, line.line.args["n"]) for n, line in history.log()] == [(0, "a"), (1, "b")]


def test_what_lies_far_back_comes_again_from_its_steps() -> None:
    count = KEPT + 5 * EVERY
    history = History(fight(), [step(str(n)) for n in range(count)])
    assert history.state_after(count - KEPT) is history.state_after(count - KEPT)
    for n in (1, EVERY - 1, EVERY, 4 * EVERY + 3, 2):
        assert history.state_after(n).name == str(n - 1)
    assert len(history.snapshot().states) <= KEPT + 5 + 2
    for n in range(1, count - KEPT):
        assert history.state_after(n).name == str(n - 1)
    assert len(history._made) <= MADE
    with pytest.raises(IndexError):
        history.state_after(count + 1)


def test_play_goes_on_from_far_back() -> None:
    history = History(fight(), [step(str(n)) for n in range(KEPT + 3 * EVERY)], EVERY + 5)
    assert history.state.name == str(EVERY + 4)
    history.push(step("other"))
    assert history.state_after(EVERY + 6).name == "other"
    history.undo()
    assert history.state.name == str(EVERY + 4)
    assert len(history.snapshot().lines) == EVERY + 7
