"""Situation files: read strictly, written so that they come back."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from maps.grid import Cell, Footprint, Point
from maps.problems import UnreadableFileError
from rules.core.glossary import Glossary
from rules.core.terms import term
from rules.encounter.applying import apply_all
from rules.encounter.events import Linked, OptionChanged, TimeChanged, Titled, VitalsChanged
from rules.encounter.plans import AttackAction, Concealment, Cover, Extra
from rules.encounter.situation import (
    attack_to_dict,
    dump_situation,
    load_situation,
    plan_json,
    problem_json,
    threat_json,
)
from rules.encounter.state import Condition, Link, SideId, Timeline, TokenId
from tests.rules.tiny import TINY, TinyVitals, lookup

A, T = TokenId("A"), TokenId("T")

FILE: dict[str, Any] = {
    "format": 1,
    "system": "tiny",
    "options": {"soft": True},
    "board": {
        "obstacles": [
            {"kind": "wall", "points": [[1, 0], [1, 6]]},
            {"kind": "solid", "points": [[2, 0], [3, 0], [3, 1], [2, 1]]},
            {"kind": "door", "points": [[4, 0], [5, 0]], "state": "closed"},
            {"kind": "low", "points": [[3, -5], [3, 6]], "open": True},
            {"kind": "slit", "points": [[7, 0], [7, 1]]},
            {"kind": "cover", "points": [[8, 0], [9, 0], [9, 1], [8, 1]]},
            {
                "kind": "fog",
                "points": [[2, -2], [4, -2], [4, 3], [2, 3]],
                "concealment": "partial",
            },
        ]
    },
    "tokens": [
        {"id": "A", "name": "Alrik", "side": "heroes", "at": [0, 0], "size": 1, "sheet": {}},
        {
            "id": "T",
            "name": "Ork",
            "side": "foes",
            "at": [4, 0],
            "facing": 180,
            "conditions": ["prone", {"id": "drained", "value": 2, "until": [2, 7]}],
            "sheet": {"size": 2, "life": 20},
            "vitals": {"wounds": [3]},
            "reach": 2,
            "elevation": 1.5,
            "note": "n",
        },
    ],
    "attack": {"attacker": "A", "target": "T", "weapon": "longbow"},
    "script": [{"do": "strike", "attacker": "A", "target": "T", "dice": [14], "choices": []}],
}


def changed(path: str, value: object) -> dict[str, Any]:
    """Return the file with one value set; ``...`` removes it."""
    data = copy.deepcopy(FILE)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    inner: Any = data
    for part in way:
        inner = inner[part]
    if value is ...:
        del inner[last]
    elif isinstance(inner, list) and last == len(inner):
        inner.append(value)
    else:
        inner[last] = value
    return data


def problem_of(source: Any) -> tuple[str, str]:
    """Return code and place of the problem, which has words in both languages."""
    with pytest.raises(UnreadableFileError) as caught:
        load_situation(source, lookup)
    problem = caught.value.problem
    for language in ("de", "en"):
        assert Glossary.load(language).say_with(f"problem.{problem.code}", problem.args)
    return problem.code, problem.place


def test_a_file_is_read() -> None:
    read = load_situation(json.dumps(FILE), lookup)
    assert read.system is TINY
    assert read.attack == AttackAction(A, T, "longbow")
    assert [o.id for o in read.state.board.obstacles][:3] == ["wall:0", "solid:1", "door:2"]
    target = read.state.token("T")
    assert target.space == Footprint.at(4, 0, 2)
    assert target.vitals == TinyVitals(hp=20, wounds=(3,))
    assert target.conditions == (Condition("prone"), Condition("drained", 2, (2, 7)))
    assert (target.facing, target.reach, target.elevation) == (180, 2, 768)
    assert read.state.token("A").side is SideId.HEROES
    assert read.script[0].dice == (14,)


def test_text_bytes_and_data_are_the_same() -> None:
    text = json.dumps(FILE)
    assert (
        load_situation(text, lookup)
        == load_situation(text.encode(), lookup)
        == load_situation(FILE, lookup)
    )


def test_what_is_missing_is_the_default() -> None:
    tokens = [{"id": "A", "side": "heroes", "at": [0.5, -2]}]
    state = load_situation({"format": 1, "system": "tiny", "tokens": tokens}, lookup).state
    assert state.token("A").name == "A"
    assert state.token("A").space == Footprint.at(0.5, -2)
    assert state.token("A").vitals == TinyVitals()
    assert state.board.obstacles == ()
    assert (state.board.width, state.board.height) == (24, 16)


@pytest.mark.parametrize(
    ("path", "value", "code", "place"),
    [
        ("system", "huge", "system_unknown", "system"),
        ("system", ..., "key_missing", "system"),
        ("format", 2, "format_newer", "format"),
        ("format", "1", "value_wrong", "format"),
        ("colour", "red", "key_unknown", "colour"),
        ("options.hard", True, "option_unknown", "options.hard"),
        ("options.soft", 1, "option_not_bool", "options.soft"),
        ("options.reach", 9, "option_out_of_range", "options.reach"),
        ("board.obstacles.1.kind", "hedge", "word_unknown", "board.obstacles[1].kind"),
        ("board.obstacles.1.points.0", [0], "key_missing", "board.obstacles[1].points[0][1]"),
        ("board.obstacles.2.state", "ajar", "word_unknown", "board.obstacles[2].state"),
        ("board.obstacles.0.id", "solid:1", "id_twice", "board.obstacles[1]"),
        ("tokens.1.id", "A", "id_twice", "tokens[1].id"),
        ("tokens.1.at", ..., "key_missing", "tokens[1].at"),
        ("tokens.1.at", [1e300, 0], "number_out_of_range", "tokens[1].at[0]"),
        ("tokens.1.side", "evil", "word_unknown", "tokens[1].side"),
        ("tokens.1.size", 21, "number_out_of_range", "tokens[1].size"),
        ("tokens.1.speed", 3, "key_unknown", "tokens[1].speed"),
        ("tokens.1.sheet.might", 3, "key_unknown", "tokens[1].sheet.might"),
        ("tokens.1.sheet.life", 0, "number_out_of_range", "tokens[1].sheet.life"),
        ("tokens.1.vitals.mana", 0, "key_unknown", "tokens[1].vitals.mana"),
        ("tokens.1.conditions.0", "drunk", "condition_unknown", "tokens[1].conditions[0]"),
        ("tokens.1.conditions.1.id", "prone", "id_twice", "tokens[1].conditions"),
        ("attack.attacker", "Z", "token_unknown", "attack.attacker"),
        ("attack.weapon", "lance", "weapon_unknown", "attack.weapon"),
        ("attack.mode", "wild", "mode_unknown", "attack.mode"),
        ("script.0.do", "dance", "command_unknown", "script[0].do"),
        ("script.0.target", ..., "key_missing", "script[0].target"),
        ("script.0.dice", ["14"], "value_wrong", "script[0].dice[0]"),
        ("script.1", {}, "command_unknown", "script[1].do"),
        ("timeline", {"acting": ["Z"]}, "token_unknown", "timeline"),
        ("links", [{"kind": "mount", "a": "A", "b": "Z"}], "token_unknown", "links[0]"),
    ],
)
def test_errors_name_key_and_place(path: str, value: object, code: str, place: str) -> None:
    assert problem_of(changed(path, value)) == (code, place)


@pytest.mark.parametrize(
    ("path", "value", "known"),
    [
        ("tokens.1.conditions.0", "drunk", "prone, dead, drained"),
        ("attack.weapon", "lance", "sword, longbow, longspear, unarmed"),
        ("options.hard", True, "soft, reach, mood"),
        ("system", "huge", "tiny"),
        ("attack.target", "Z", "A, T"),
    ],
)
def test_unknown_words_are_answered_with_the_known_ones(
    path: str, value: object, known: str
) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        load_situation(changed(path, value), lookup)
    assert caught.value.problem.args["known"] == known


def test_an_unknown_command_lists_all_names() -> None:
    with pytest.raises(UnreadableFileError) as caught:
        load_situation(changed("script.0.do", "dance"), lookup)
    known = str(caught.value.problem.args["known"]).split(", ")
    assert {"move", "add", "undo", "strike", "start"} <= set(known)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('{"format": 1,\n  "system" "tiny"}', "json_syntax", "2:12"),
        ('{"format": 1, "system": "tiny", "tokens": [{"at": [NaN, 0]}]}', "number_not_finite", ""),
        ('{"format": 1, "system": "tiny", "data": {"x": 1e999}}', "number_not_finite", "data.x"),
        ('{"format": 1, "format": 1}', "key_twice", "format"),
        ("[1]", "value_wrong", ""),
        (b'{"format": "\xff"}', "file_not_text", ""),
        ("[" * 50_000, "too_deep", ""),
    ],
)
def test_broken_text_is_refused(text: str | bytes, code: str, place: str) -> None:
    assert problem_of(text) == (code, place)


def test_a_whole_moment_comes_back() -> None:
    read = load_situation(FILE, lookup)
    line = Timeline(2, 7, {A: 7, T: 3}, {A: (1, 2)}, (A,), frozenset({T}), "turns", {"k": [1]})
    state = apply_all(
        read.state,
        [
            TimeChanged(line),
            Linked(Link("grapple", A, T)),
            OptionChanged("mood", "wild"),
            Titled("Krähenfels"),
            VitalsChanged(A, {"hp": 1}),
        ],
    )
    state = replace(state, data={"light": {"level": 3}})
    extra = (Extra("hand", 2, "defence", "von Hand"),)
    place = Footprint.at(1.5, 2)
    attack = AttackAction(
        A, T, "sword", "all", frozenset({"x"}), frozenset({"y"}), extra, Cell(3, 4), place
    )
    data = dump_situation(state, TINY, attack)
    again = load_situation(json.dumps(data), lookup)
    assert again.state == state
    assert again.attack == attack
    assert data["tokens"][0] == {
        "id": "A",
        "name": "Alrik",
        "side": "heroes",
        "at": [0, 0],
        "size": 1,
        "sheet": {},
        "vitals": {"hp": 1},
    }


def test_a_plain_attack_is_written_shortly() -> None:
    assert attack_to_dict(AttackAction(A, T, "sword")) == {
        "attacker": "A",
        "target": "T",
        "weapon": "sword",
    }


# ---- answers -------------------------------------------------------------------------------


def test_a_plan_is_printed_as_the_format_says() -> None:
    read = load_situation(FILE, lookup)
    assert read.attack is not None
    plan = TINY.plan(read.state, replace(read.attack, off=frozenset({"mood"})))
    assert json.loads(json.dumps(plan_json(plan, read.state))) == {
        "system": "tiny",
        "attacker": "A",
        "target": "T",
        "possible": True,
        "problems": [],
        "distance": 4,
        "cover": {"grade": "hard", "percent": 25, "origin": [1, 1]},
        "concealment": {"grade": "none", "percent": 0},
        "flanking": False,
        "modifiers": [
            {
                "id": "strength",
                "value": 0,
                "applies_to": "attack",
                "counted": True,
                "status": "stated",
            },
            {
                "id": "mood",
                "value": 1,
                "applies_to": "attack",
                "counted": False,
                "status": "house",
            },
        ],
        "lines": [{"from": [1, 1], "to": [1.5, 0], "verdict": "blocked", "by": ["wall:0"]}],
        "needs": 15,
        "chance": 0.333333,
    }


def test_an_impossible_plan_says_why() -> None:
    read = load_situation(FILE, lookup)
    assert read.attack is not None
    why = problem_of_plan()
    plan = replace(
        TINY.plan(read.state, read.attack),
        problems=(why,),
        needs=None,
        defence=TINY.plan(read.state, read.attack).attack,
        cover=Cover(),
        concealment=Concealment("total", 50),
        flanking=(T,),
    )
    printed = plan_json(plan, read.state)
    assert printed["possible"] is False
    assert printed["problems"] == [
        {
            "code": "too_far",
            "args": {"range": 3, "weapon": {"key": "w", "args": {}}, "ids": ["a"]},
            "points": [[1, 0.5]],
        }
    ]
    assert printed["needs"] is None
    assert printed["cover"]["origin"] is None
    assert printed["flanking"] is True
    assert {m["applies_to"] for m in printed["modifiers"]} == {"attack", "defence"}


def problem_of_plan() -> Any:
    from maps.problems import Problem  # noqa: PLC0415  # beside the one test that needs it

    args = {"range": 3, "weapon": term("w"), "ids": ("a",)}
    return Problem("too_far", args=args, points=(Point(512, 256),))


def test_a_problem_keeps_its_place() -> None:
    found = problem_json(replace(problem_of_plan(), place="tokens[0]", subject="A", args={}))
    assert found["place"] == "tokens[0]"
    assert found["subject"] == "A"


def test_threatened_squares_are_sorted() -> None:
    state = load_situation(FILE, lookup).state
    printed = threat_json(TINY, state, "A")
    assert printed["token"] == "A"
    assert printed["squares"] == sorted(printed["squares"])
    assert [-1, -1] in printed["squares"]
    assert len(printed["squares"]) == 8


def test_a_zone_that_is_aimed_at_comes_back_and_an_attack_without_one_says_nothing() -> None:
    read = load_situation(changed("attack.zone", "l_hand"), lookup)
    assert read.attack is not None
    assert read.attack.zone == "l_hand"
    assert attack_to_dict(read.attack)["zone"] == "l_hand"
    assert "zone" not in attack_to_dict(AttackAction(A, T))
