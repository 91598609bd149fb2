"""Encounter files: everything that was written is there again, whatever happens to the file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rules.core.terms import term
from rules.encounter.events import Moved, Titled, VitalsChanged
from rules.encounter.history import History, Step
from rules.encounter.state import TokenId
from rules.encounter.store import Store, StoreError
from tests.rules.store_kit import PICTURE, A, database_hash, edit, opened, opened_and_closed, step
from tests.rules.tiny import TINY, fight

# ---- what is written is there --------------------------------------------------------------


def test_steps_undo_and_redo_survive(filled: Path) -> None:
    found = opened(filled)
    with found.store:
        assert found.problems == ()
        assert found.history.steps == tuple(step(n) for n in range(1, 6))
        assert found.history.done == 4
        assert found.history.state.token("A").space.x == 4 * 512
        redone = found.history.redo()
        assert redone == step(5)
        assert found.history.state.token("A").space.x == 5 * 512
        while found.history.undo():
            pass
        assert found.history.state == fight()


def test_a_new_step_drops_what_was_undone(filled: Path) -> None:
    with opened(filled).store as store:
        store.set_done(2)
        store.append(step(9))
        assert store.done == 3
    history = opened_and_closed(filled).history
    assert [s.events[0] for s in history.steps] == [Moved(A, n * 512, 0, cost=1) for n in (1, 2, 9)]


def test_the_file_lies_alone_after_closing(filled: Path) -> None:
    assert os.listdir(filled.parent) == [filled.name]
    found = opened(filled)
    found.store.append(step(6))
    found.store.close()
    found.store.close()
    assert os.listdir(filled.parent) == [filled.name]


def test_a_history_goes_its_own_way(filled: Path) -> None:
    found = opened(filled)
    with found.store as store:
        found.history.push(step(7))
        assert store.done == 4
        store.append(step(7))
        assert store.done == found.history.done == 5


def test_steps_that_could_not_be_read_again_are_refused(filled: Path) -> None:
    with opened(filled).store as store:
        for events in (
            (VitalsChanged(A, {"hp": float("nan")}),),
            (VitalsChanged(A, {"hp": {1, 2}}),),  # type: ignore[dict-item]  # no JSON
            (Titled("x" * 300),),
        ):
            with pytest.raises(StoreError) as caught:
                store.append(Step(term("step.note"), events))
            assert caught.value.problem.code == "step_unwritable"
        with pytest.raises(KeyError):
            store.append(Step(term("step.move"), (Moved(TokenId("nobody"), 0, 0),)))
        store.append(step(5))
    assert opened_and_closed(filled).history.done == 5


def test_several_steps_are_written_whole_or_not_at_all(filled: Path) -> None:
    with opened(filled).store as store:
        nobody = Step(term("step.move"), (Moved(TokenId("nobody"), 0, 0),))
        with pytest.raises(KeyError):
            store.extend([step(7), nobody])
        assert store.done == 4
        store.extend([step(n) for n in range(5, 230)])
        store.extend([])
        assert store.done == 229
    found = opened_and_closed(filled)
    assert found.problems == ()
    assert found.history.steps[4:] == tuple(step(n) for n in range(5, 230))


# ---- pictures ------------------------------------------------------------------------------


def test_pictures_are_kept_once_by_their_hash(path: Path) -> None:
    hash = database_hash(PICTURE)
    with Store.create(path, fight(), TINY, {hash: PICTURE}) as store:
        assert store.put_asset(PICTURE) == hash
        other = store.put_asset(b"something")
        assert store.assets() == tuple(sorted([hash, other]))
        assert store.asset(hash) == PICTURE
        assert store.asset("nothing") is None
    edit(path, f"UPDATE assets SET bytes = x'00' WHERE hash = '{hash}'")
    with opened(path).store as store:
        assert store.asset(hash) is None
        assert store.asset(other) == b"something"


def test_a_wrong_hash_is_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="hash"):
        Store.create(path, fight(), TINY, {"abc": PICTURE})
    assert not path.exists()


def test_a_state_that_the_window_made_is_kept_once(path: Path) -> None:
    with Store.create(path, fight(), TINY) as store:
        history = History(fight())
        for n in range(1, 4):
            store.append(step(n), history.push(step(n)))
        assert store._history.state is history.state
        store.set_done(1)
        history.seek(1)
        store.append(step(9), history.push(step(9)))
        assert store._history.state is history.state
    again = opened_and_closed(path)
    assert again.problems == ()
    assert again.history.state == history.state
