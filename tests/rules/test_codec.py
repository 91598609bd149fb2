"""What is written can be read again, and what is wrong names its place."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.board import Board, Light, Picture, Stairs, Storey, Zone
from maps.floor import Floor, FloorItem
from maps.grid import Cell, Footprint, Point
from maps.problems import UnreadableFileError
from maps.shapes import DoorState, Kind, Obstacle, make_obstacle
from rules.core.terms import Term
from rules.encounter.codec import export_json, import_json
from rules.encounter.event_codec import (
    event_from_dict,
    event_to_dict,
    step_from_dict,
    step_to_dict,
)
from rules.encounter.events import (
    TAGS,
    Added,
    BoardReplaced,
    ConditionGained,
    ConditionLost,
    DataChanged,
    DoorMoved,
    Edited,
    Event,
    Faced,
    FloorChanged,
    LightsChanged,
    Linked,
    Logged,
    Moved,
    ObstaclesChanged,
    OptionChanged,
    Removed,
    SheetChanged,
    StoreysChanged,
    TimeChanged,
    Titled,
    Unlinked,
    VitalsChanged,
    ZonesChanged,
)
from rules.encounter.history import History, Step
from rules.encounter.plain import read_json, write_json
from rules.encounter.state import Condition, Encounter, Link, SideId, Timeline, Token, TokenId
from rules.encounter.state_codec import state_from_dict, state_to_dict
from tests.rules.tiny import TINY, Purse, TinySheet, TinyVitals, fight, lookup

# ---- strategies ----------------------------------------------------------------------------

words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
ids = words.map(TokenId)
numbers = st.integers(-(2**40), 2**40)
units = st.integers(-50_000 * 512, 50_000 * 512)
points = st.builds(Point, units, units)
plain = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
tables: st.SearchStrategy[dict[str, Any]] = st.dictionaries(words, plain, max_size=3)
simple = numbers | st.floats(allow_nan=False, allow_infinity=False) | words
terms = st.recursive(
    st.builds(Term, words, st.dictionaries(words, simple, max_size=2)),
    lambda inner: st.builds(
        Term,
        words,
        st.dictionaries(words, inner | st.lists(inner | simple, max_size=2).map(tuple), max_size=2),
    ),
    max_leaves=4,
)
conditions = st.builds(
    Condition, words, st.none() | numbers, st.none() | st.tuples(numbers, numbers), words
)
sheets = st.builds(
    TinySheet,
    strength=st.integers(1, 30),
    purse=st.builds(Purse, gold=st.integers(0, 9), gems=st.lists(words, max_size=2).map(tuple)),
)
tokens = st.builds(
    Token,
    id=ids,
    name=words,
    side=st.sampled_from(SideId),
    space=st.builds(Footprint, units, units, st.integers(1, 20 * 512)),
    sheet=sheets,
    vitals=st.builds(TinyVitals, hp=st.integers(-9, 9), wounds=st.just((1, 2))),
    facing=st.none() | st.integers(0, 359),
    conditions=st.lists(conditions, max_size=2, unique_by=lambda c: c.id).map(tuple),
    reach=st.none() | st.integers(0, 9),
    elevation=units,
    height=st.none() | units,
    gives_cover=st.none() | st.booleans(),
    hidden=st.booleans(),
    label=words,
    portrait=words,
    note=words,
)
links = st.builds(Link, words, ids, ids)
timelines = st.builds(
    Timeline,
    round=numbers,
    now=numbers,
    at=st.dictionaries(ids, numbers, max_size=3),
    ties=st.dictionaries(ids, st.lists(numbers, max_size=2).map(tuple), max_size=2),
    acting=st.lists(ids, max_size=2).map(tuple),
    acted=st.frozensets(ids, max_size=2),
    phase=words,
    data=tables,
)
obstacles = st.builds(
    make_obstacle,
    words,
    st.sampled_from(Kind),
    st.lists(points, min_size=2, max_size=4).map(tuple),
    open=st.booleans(),
    state=st.sampled_from(DoorState),
    stops_effect=st.booleans(),
    concealment=st.integers(0, 100),
    bottom=st.none() | st.integers(-512, 0),
    top=st.none() | st.integers(1, 512),
)
some_obstacles: st.SearchStrategy[tuple[Obstacle, ...]] = st.lists(
    obstacles, max_size=3, unique_by=lambda o: o.id
).map(tuple)
boards = st.builds(
    Board,
    width=st.integers(1, 99),
    left=st.integers(-9, 9),
    obstacles=some_obstacles,
    lights=st.just((Light("l", Point(1, 2), 512, 1024),)),
    zones=st.just((Zone("z", (Point(1, 2),), "Halle", "leer", "ab"), Zone("y", (Point(0, 0),)))),
    dark=st.booleans(),
    picture=st.none() | st.just(Picture("ab", 0, 0, 512, 512)),
    floor=st.just(Floor("grass", 3, (FloorItem("tree", (Point(0, 0),), 2, {"r": 1.5}),))),
    name=words,
    storeys=st.just(())
    | st.just(
        (
            Storey("s", "Keller", 0, 0, 9, 8, Picture("cd", 512, 0, 1024, 512)),
            Storey("t", "", 13, -2, 4, 4),
        )
    ),
    stairs=st.just(()) | st.just((Stairs("u", Cell(1, 2), Cell(14, -1)),)),
)

EVENTS: dict[type[Event], st.SearchStrategy[Any]] = {
    Added: st.builds(Added, tokens),
    Removed: st.builds(Removed, ids),
    Moved: st.builds(Moved, ids, units, units, st.lists(points, max_size=3).map(tuple), numbers),
    Faced: st.builds(Faced, ids, st.none() | st.integers(0, 359)),
    Edited: st.builds(Edited, ids, tables),
    SheetChanged: st.builds(SheetChanged, ids, tables),
    VitalsChanged: st.builds(VitalsChanged, ids, tables),
    ConditionGained: st.builds(ConditionGained, ids, conditions),
    ConditionLost: st.builds(ConditionLost, ids, words),
    Linked: st.builds(Linked, links),
    Unlinked: st.builds(Unlinked, links),
    TimeChanged: st.builds(TimeChanged, timelines),
    OptionChanged: st.builds(OptionChanged, words, st.none() | st.booleans() | numbers | words),
    DataChanged: st.builds(DataChanged, words, plain),
    DoorMoved: st.builds(DoorMoved, words, st.sampled_from(DoorState)),
    ObstaclesChanged: st.builds(
        ObstaclesChanged, some_obstacles, st.lists(words, max_size=2).map(tuple)
    ),
    LightsChanged: boards.map(
        lambda b: LightsChanged(b.lights, tuple(light.id for light in b.lights[:1]), b.dark)
    ),
    ZonesChanged: boards.map(
        lambda b: ZonesChanged(b.zones, tuple(zone.id for zone in b.zones[:1]))
    ),
    StoreysChanged: boards.map(lambda b: StoreysChanged(b.storeys, b.stairs)),
    FloorChanged: boards.map(lambda b: FloorChanged(b.floor)),
    BoardReplaced: st.builds(BoardReplaced, boards),
    Titled: st.builds(Titled, words),
    Logged: st.builds(
        Logged,
        terms,
        st.lists(terms, max_size=2).map(tuple),
        words,
        st.sampled_from(["", "hit", "miss", "harm", "turn"]),
        tables,
    ),
}


def through(data: object) -> Any:
    """Send data through JSON text."""
    return read_json(write_json(data))


@pytest.mark.parametrize("kind", TAGS, ids=lambda kind: kind.__name__)
def test_every_event_comes_back(kind: type[Event]) -> None:
    @given(EVENTS[kind])
    def check(event: Event) -> None:
        data = event_to_dict(event)
        assert data["event"] == TAGS[kind]
        assert event_from_dict(through(data), TINY) == event

    check()


@given(
    st.builds(
        Encounter,
        system=st.just("tiny"),
        name=words,
        board=boards,
        tokens=st.lists(tokens, max_size=3, unique_by=lambda t: t.id).map(
            lambda found: {t.id: t for t in found}
        ),
        options=st.dictionaries(words, st.booleans() | numbers | words, max_size=2),
        data=tables,
    )
)
def test_every_state_comes_back(state: Encounter) -> None:
    assert state_from_dict(through(state_to_dict(state)), TINY) == state


def test_links_and_time_come_back_with_their_tokens() -> None:
    a, t = TokenId("A"), TokenId("T")
    state = Encounter(
        "tiny",
        tokens=fight().tokens,
        links=(Link("mount", a, t),),
        timeline=Timeline(
            2, 7, {a: 7, t: 3}, {a: (1, 2)}, (a,), frozenset({t}), "turns", {"x": [1]}
        ),
    )
    assert state_from_dict(through(state_to_dict(state)), TINY) == state


def test_tags_are_part_of_the_format() -> None:
    assert sorted(TAGS.values()) == [
        "added",
        "board_replaced",
        "condition_gained",
        "condition_lost",
        "data_changed",
        "door_moved",
        "edited",
        "faced",
        "floor_changed",
        "lights_changed",
        "linked",
        "logged",
        "moved",
        "obstacles_changed",
        "option_changed",
        "removed",
        "sheet_changed",
        "storeys_changed",
        "time_changed",
        "titled",
        "unlinked",
        "vitals_changed",
        "zones_changed",
    ]
    moved = Moved(TokenId("A"), 2048, 256, (Point(512, 0), Point(2048, 256)), 4)
    assert event_to_dict(moved) == {
        "event": "moved",
        "token": "A",
        "to": [4, 0.5],
        "path": [[1, 0], [4, 0.5]],
        "cost": 4,
    }


def deep(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


TOKEN = {"id": "A", "side": "heroes", "at": [0, 0], "size": 1, "sheet": {}, "vitals": {}}


def added(**change: Any) -> dict[str, Any]:
    return {"event": "added", "token": {**TOKEN, **change}}


def moved(**change: Any) -> dict[str, Any]:
    return {"event": "moved", "token": "A", "to": [1, 2], **change}


def kept(value: Any) -> dict[str, Any]:
    return {"event": "data_changed", "key": "k", "value": value}


def said(line: Any) -> dict[str, Any]:
    return {"event": "logged", "line": line}


HALF_A_WALL = {"event": "obstacles_changed", "put": [{"kind": "wall", "points": [[0, 0], [1]]}]}


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        (3, "event_unknown", ""),
        ({"event": "exploded"}, "event_unknown", ""),
        ({"event": ["moved"]}, "event_unknown", ""),
        ({"event": "moved", "token": "A"}, "key_missing", "to"),
        (moved(speed=1), "key_unknown", "speed"),
        (moved(to=["1", 2]), "value_wrong", "to[0]"),
        (moved(to=[float("nan"), 2]), "number_not_finite", "to[0]"),
        (moved(to=[1e9, 2]), "number_out_of_range", "to[0]"),
        (moved(token=3), "value_wrong", "token"),
        (moved(cost=1.5), "value_wrong", "cost"),
        (moved(cost=2**60), "number_out_of_range", "cost"),
        ({"event": "titled", "name": "x" * 201}, "list_too_long", "name"),
        ({"event": "titled", "name": "\ud800"}, "value_wrong", "name"),
        (kept(deep(50)), "value_wrong", "value"),
        (kept(float("inf")), "value_wrong", "value"),
        (kept({1: 2}), "value_wrong", "value"),
        (kept({"a": {3}}), "value_wrong", "value"),
        ({"event": "door_moved", "obstacle": "d", "state": "ajar"}, "word_unknown", "state"),
        (said("text"), "value_wrong", "line"),
        (said({"key": "a", "args": {"x": None}}), "value_wrong", "line"),
        (added(sheet={"might": 3}), "key_unknown", "token.sheet.might"),
        (added(sheet={"strength": 99}), "number_out_of_range", "token.sheet.strength"),
        (added(vitals={"hp": "x"}), "value_wrong", "token.vitals.hp"),
        (added(size=21), "number_out_of_range", "token.size"),
        (added(facing=360), "number_out_of_range", "token.facing"),
        (added(conditions=["prone", "prone"]), "id_twice", "token.conditions"),
        (HALF_A_WALL, "key_missing", "put[0].points[1][1]"),
    ],
)
def test_wrong_events_name_their_place(data: Any, code: str, place: str) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        event_from_dict(data, TINY)
    where = f"event.{place}" if place else "event"
    assert (caught.value.problem.code, caught.value.problem.place) == (code, where)


def test_wrong_states_name_their_place() -> None:
    good = state_to_dict(fight())
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"format": 2}, "format_newer", "x.format"),
        ({"format": 0}, "format_strange", "x.format"),
        ({"system": "huge"}, "system_unknown", "x"),
        ({"tokens": [TOKEN, TOKEN]}, "id_twice", "x.tokens[1].id"),
        ({"links": [{"kind": "mount", "a": "A", "b": "Z"}]}, "token_unknown", "x.links[0]"),
        ({"timeline": {"at": {"Z": 3}}}, "token_unknown", "x.timeline"),
        ({"board": {"dark": "yes"}}, "value_wrong", "x.board.dark"),
    ]
    for change, code, place in cases:
        with pytest.raises(UnreadableFileError) as caught:
            state_from_dict({**good, **change}, TINY, "x")
        assert (caught.value.problem.code, caught.value.problem.place) == (code, place)


def test_a_step_comes_back_and_a_wrong_one_names_the_event() -> None:
    step = Step(Term("step.move", {"who": ("A", "B")}), (Titled("x"), Removed(TokenId("A"))), "now")
    data = through(step_to_dict(step))
    assert step_from_dict(data, TINY) == step
    data["events"][1] = {"event": "removed"}
    with pytest.raises(UnreadableFileError) as caught:
        step_from_dict(data, TINY, "steps[7]")
    assert caught.value.problem.place == "steps[7].events[1].token"


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('{"a": 1,\n "b": }', "json_syntax", "2:7"),
        ("", "file_empty", ""),
        (" \n", "file_empty", ""),
        ('{"a": NaN}', "number_not_finite", ""),
        ('{"a": -Infinity}', "number_not_finite", ""),
        ('{"a": 1, "a": 2}', "key_twice", "a"),
        ("{" + ",".join(f'"{n}":0' for n in range(20_001)) + "}", "keys_too_many", ""),
        ("[" * 100_000, "too_deep", ""),
        ("1" * 10_000, "number_out_of_range", ""),
        (b"\xff\xfe", "file_not_text", ""),
    ],
)
def test_json_is_read_strictly(text: str | bytes, code: str, place: str) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_json(text)
    assert (caught.value.problem.code, caught.value.problem.place) == (code, place)


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read_json('\ufeff{"ä": 1}'.encode()) == {"ä": 1}


# ---- export --------------------------------------------------------------------------------


class Pictures:
    """Pictures without a file."""

    def __init__(self, *data: bytes) -> None:
        self._data = {hashlib.sha256(d).hexdigest(): d for d in data}

    def assets(self) -> tuple[str, ...]:
        return tuple(self._data)

    def asset(self, hash: str) -> bytes | None:
        return self._data.get(hash)


GHOST = Step(Term("a"), (Removed(TokenId("Z")),))


def exported() -> dict[str, Any]:
    history = History(fight(), [Step(Term("a"), (Titled(n),)) for n in "xyz"], 2)
    data: dict[str, Any] = through(export_json(Pictures(b"one", b"two"), history))
    return data


def test_an_export_holds_the_whole_fight() -> None:
    text = json.dumps(exported())
    read = import_json(text, lookup)
    assert read.history.base == fight()
    assert read.history.done == 2
    assert read.history.state.name == "y"
    assert len(read.history.steps) == 3
    assert sorted(read.assets.values()) == [b"one", b"two"]


@pytest.mark.parametrize(
    ("change", "code", "place"),
    [
        ({"steps": [step_to_dict(GHOST)]}, "step_wrong", "steps[0]"),
        ({"done": 9}, "number_out_of_range", "done"),
        ({"assets": {"ab": "b25l"}}, "asset_wrong", "assets.ab"),
        ({"assets": {"ab": "?"}}, "asset_wrong", "assets.ab"),
        ({"kind": "shopping list"}, "word_unknown", "kind"),
        ({"format": 2}, "format_newer", "format"),
        ({"more": 1}, "key_unknown", "more"),
        ({"base": {"system": "huge"}}, "system_unknown", "base.system"),
    ],
)
def test_a_wrong_export_names_its_place(change: dict[str, Any], code: str, place: str) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        import_json({**exported(), **change}, lookup)
    assert (caught.value.problem.code, caught.value.problem.place) == (code, place)
