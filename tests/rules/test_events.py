"""Only apply makes a new state; what an event does not name stays the same object."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from maps.board import Board
from maps.grid import point
from maps.shapes import DoorState, Kind, make_obstacle
from rules.core.terms import term
from rules.encounter.applying import apply, apply_all
from rules.encounter.events import (
    Added,
    BoardReplaced,
    ConditionGained,
    ConditionLost,
    DataChanged,
    DoorMoved,
    Edited,
    Edits,
    Event,
    Faced,
    Linked,
    Logged,
    Moved,
    ObstaclesChanged,
    OptionChanged,
    Removed,
    SheetChanged,
    TimeChanged,
    Titled,
    Unlinked,
    VitalsChanged,
)
from rules.encounter.state import Condition, Encounter, Link, SideId, Timeline, TokenId, hostile
from tests.rules.tiny import TinySheet, TinyVitals, fight, token

A, T, Z = TokenId("A"), TokenId("T"), TokenId("Z")
WALL = make_obstacle("wall:0", Kind.WALL, (point(0, 0), point(1, 0)))
DOOR = make_obstacle("door:0", Kind.DOOR, (point(1, 0), point(2, 0)))


def state() -> Encounter:
    return replace(fight(), board=Board(obstacles=(WALL, DOOR)))


def test_a_move_changes_one_token_and_nothing_else() -> None:
    before = state()
    after = apply(before, Moved(A, 512, 1024))
    assert (after.token("A").space.x, after.token("A").space.y) == (512, 1024)
    assert before.token("A").space.x == 0
    assert after.tokens[T] is before.tokens[T]
    assert after.board is before.board
    assert after.timeline is before.timeline
    assert list(after.tokens) == ["A", "T"]


def test_edits_are_in_squares_and_checked() -> None:
    values: dict[str, Any] = {
        "name": "Alrik",
        "side": "third",
        "size": 2.5,
        "elevation": 1.5,
        "height": 2,
        "reach": 3,
        "gives_cover": False,
        "hidden": True,
        "label": "A1",
        "portrait": "ab",
        "note": "n",
    }
    assert values.keys() == Edits.model_fields.keys()
    after = apply(state(), Edited(A, values)).token("A")
    assert (after.name, after.side, after.space.side) == ("Alrik", SideId.THIRD, 1280)
    assert (after.elevation, after.height, after.reach) == (768, 1024, 3)
    assert (after.gives_cover, after.hidden, after.portrait) == (False, True, "ab")
    back = apply(apply(state(), Edited(A, values)), Edited(A, {"height": None})).token("A")
    assert back.height is None
    assert back.elevation == 768


@pytest.mark.parametrize(
    "values",
    [
        {"x": 1},
        {"size": True},
        {"size": 0},
        {"size": float("nan")},
        {"name": 3},
        {"side": "evil"},
        {"hidden": "yes"},
        {"elevation": float("inf")},
    ],
)
def test_edits_that_make_no_sense_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="Edits"):
        apply(state(), Edited(A, values))


def test_sheets_and_vitals_are_validated_as_a_whole() -> None:
    after = apply_all(
        state(), [SheetChanged(A, {"strength": 18}), VitalsChanged(A, {"wounds": [1, 2]})]
    ).token("A")
    assert after.sheet == TinySheet(strength=18)
    assert after.vitals == TinyVitals(hp=8, wounds=(1, 2))
    for event in (SheetChanged(A, {"strength": 99}), VitalsChanged(A, {"mana": 1})):
        with pytest.raises(ValueError, match="validation error"):
            apply(state(), event)


def test_a_condition_replaces_its_own_kind() -> None:
    gained = [ConditionGained(A, Condition("drained", n)) for n in (1, 2)]
    after = apply_all(state(), [*gained, ConditionGained(A, Condition("prone"))])
    assert after.token("A").conditions == (Condition("drained", 2), Condition("prone"))
    assert after.token("A").has("prone", "dead")
    lost = apply(after, ConditionLost(A, "drained")).token("A")
    assert lost.conditions == (Condition("prone"),)
    assert lost.condition("drained") is None


def test_removing_a_token_takes_it_out_of_everything() -> None:
    line = Timeline(1, 5, {A: 5, T: 3}, {A: (1,)}, (A, T), frozenset({A}))
    events: list[Event] = [Linked(Link("mount", A, T)), TimeChanged(line), Removed(A)]
    after = apply_all(state(), events)
    assert list(after.tokens) == ["T"]
    assert after.links == ()
    assert after.timeline == Timeline(1, 5, {T: 3}, {}, (T,), frozenset())


def test_ties_come_and_go() -> None:
    link = Link("grapple", A, T)
    tied = apply(state(), Linked(link))
    assert tied.linked("T", "A")
    assert not apply(tied, Unlinked(link)).linked("A", "T")


def test_options_and_data_can_be_set_and_cleared() -> None:
    after = apply_all(state(), [OptionChanged("soft", False), DataChanged("k", [1])])
    assert after.options == {"soft": False}
    assert after.data == {"k": [1]}
    cleared = apply_all(after, [OptionChanged("soft", None), DataChanged("k", None)])
    assert (cleared.options, cleared.data) == ({}, {})


def test_obstacles_are_replaced_in_their_place_or_appended() -> None:
    new = make_obstacle("wall:9", Kind.WALL, (point(5, 5), point(6, 6)))
    moved = replace(WALL, points=(point(9, 9), point(8, 8)))
    after = apply(state(), ObstaclesChanged((new, moved), ("door:0",)))
    assert after.board.obstacles == (moved, new)
    opened = apply(state(), DoorMoved("door:0", DoorState.OPEN))
    assert opened.board.obstacle("door:0").state is DoorState.OPEN
    assert apply(state(), BoardReplaced(Board())).board == Board()


def test_a_log_line_changes_nothing() -> None:
    before = state()
    assert apply(before, Logged(term("log.x"))) is before
    assert apply(before, Titled("x")).name == "x"
    assert apply(before, Faced(A, 90)).token("A").facing == 90


@pytest.mark.parametrize(
    "event",
    [
        Moved(Z, 0, 0),
        Removed(Z),
        Faced(Z, 0),
        Edited(Z, {}),
        ConditionGained(Z, Condition("prone")),
        DoorMoved("door:9", DoorState.OPEN),
    ],
)
def test_what_is_not_there_is_an_error(event: Event) -> None:
    with pytest.raises(KeyError):
        apply(state(), event)


@pytest.mark.parametrize("event", [Added(token("A")), DoorMoved("wall:0", DoorState.OPEN)])
def test_what_does_not_fit_is_an_error(event: Event) -> None:
    with pytest.raises(ValueError, match=r"A|wall:0"):
        apply(state(), event)


def test_sides_fight_all_others_but_the_neutral() -> None:
    assert hostile(SideId.HEROES, SideId.FOES)
    assert hostile(SideId.THIRD, SideId.FOES)
    assert not hostile(SideId.HEROES, SideId.HEROES)
    assert not hostile(SideId.HEROES, SideId.NEUTRAL)
