"""Situations worked out with pencil and squared paper from the rules, before any program ran."""

from __future__ import annotations

from typing import Any

import pytest

from rules import registry
from rules.encounter.situation import load_situation, plan_json, threat_json
from rules.encounter.state import TokenId

Facts = dict[str, Any]
NONE, FOG, TOTAL = ("none", 0), ("partial", 20), ("total", 50)


def line(kind: str, *points: tuple[float, float], **facts: Any) -> Facts:
    return {"kind": kind, "points": [list(p) for p in points], **facts}


def token(id: str, at: tuple[float, float], side: str, **facts: Any) -> Facts:
    return {"id": id, "at": list(at), "side": side, **facts}


def hedge(x: int) -> Facts:
    return line("wall", (x, -4), (x, 5), stops_effect=False, cover="none", sight="limited")


def case(
    obstacles: list[Facts],
    a: tuple[float, float],
    t: tuple[float, float],
    weapon: str = "longbow",
    attacker: Facts | None = None,
    target: Facts | None = None,
    others: tuple[Facts, ...] = (),
    **rest: Any,
) -> Facts:
    """Put a situation together: A attacks T."""
    board = {"obstacles": obstacles, **rest.pop("board", {})}
    tokens = [token("A", a, "heroes", **(attacker or {})), token("T", t, "foes", **(target or {}))]
    attack = {"attacker": "A", "target": "T", "weapon": weapon}
    found = {"format": 1, "system": "pathfinder", "board": board, "tokens": [*tokens, *others]}
    return {**found, "attack": attack, **rest}


LOW = line("low", (4, -5), (4, 6), open=True)
TALL = line("low", (4, -5), (4, 6), open=True, top=1)
SLIT = line("slit", (1, -3), (1, 4))
MIST = line("fog", (2, -2), (4, -2), (4, 3), (2, 3))
DARK = {"dark": True}
MOUNT = {"kind": "mount", "b": "x"}

CASES: dict[str, tuple[Facts, Facts]] = {
    "ogre archer past a wall end": (
        case([line("wall", (3, 0), (3, 1))], (0, 0), (5, 0), attacker={"size": 2}),
        {"grade": "none", "percent": 0, "distance": 4},
    ),
    "low wall, shooter far": (case([LOW], (0, 0), (5, 0)), {"grade": "hard", "percent": 100}),
    "low wall, shooter near": (case([LOW], (5, 0), (0, 0)), {"grade": "none", "percent": 0}),
    "not low: as high as the man": (
        case([TALL], (5, 0), (0, 0)),
        {"grade": "hard", "percent": 100},
    ),
    "slit, shooter at it": (case([SLIT], (0, 0), (4, 0)), {"grade": "none"}),
    "slit, target behind it": (
        case([SLIT], (4, 0), (0, 0)),
        {"grade": "improved", "percent": 100, "cover": 8},
    ),
    "fog in the dark, darkvision": (
        case([MIST], (0, 0), (6, 0), attacker={"sheet": {"darkvision": 12}}, board=DARK),
        {"grade": "none", "concealment": FOG},
    ),
    "fog in the dark": (case([MIST], (0, 0), (6, 0), board=DARK), {"concealment": TOTAL}),
    "longspear over a friend, second diagonal": (
        case([], (0, 0), (2, 2), "longspear", others=(token("x", (1, 1), "heroes"),)),
        {"grade": "soft", "percent": 75, "distance": 3, "possible": True},
    ),
    "ogre past a pillar, not adjacent": (
        case(
            [line("solid", (2, 1), (3, 1), (3, 2), (2, 2))],
            (0, 0),
            (3, 1),
            "sword",
            attacker={"size": 2},
        ),
        {"grade": "hard", "percent": 25, "distance": 2},
    ),
    "flank 3x3": (
        case(
            [], (1, 3), (2, 2), "sword", target={"size": 3}, others=(token("x", (5, 4), "heroes"),)
        ),
        {"flanking": True},
    ),
    "no flank 3x3": (
        case(
            [], (1, 1), (2, 2), "sword", target={"size": 3}, others=(token("x", (5, 4), "heroes"),)
        ),
        {"flanking": False},
    ),
    "wall below the line of a flyer": (
        case([line("wall", (2, -3), (2, 4), top=1)], (0, 0), (4, 0), target={"elevation": 3}),
        {"grade": "total", "distance": 5, "possible": False},
    ),
    "wall above the flyer's head": (
        case([line("wall", (2, -3), (2, 4), bottom=4)], (0, 0), (4, 0), target={"elevation": 3}),
        {"grade": "none", "distance": 5},
    ),
    "one-way from the west": (
        case([line("wall", (2, -3), (2, 4), side="left")], (0, 0), (4, 0)),
        {"grade": "none"},
    ),
    "one-way from the east": (
        case([line("wall", (2, -3), (2, 4), side="left")], (4, 0), (0, 0)),
        {"grade": "total"},
    ),
    "sprite beside": (
        case([], (0.5, 0.5), (1, 0), "sword", attacker={"size": 0.5}),
        {"possible": False},
    ),
    "sprite in the square": (
        case([], (1.5, 0.5), (1, 0), "sword", attacker={"size": 0.5}),
        {"possible": True, "grade": "none", "distance": 0},
    ),
    "one hedge": (case([hedge(2)], (0, 0), (5, 0)), {"grade": "none", "concealment": NONE}),
    "two hedges": (
        case([hedge(2), hedge(3)], (0, 0), (5, 0)),
        {"grade": "none", "concealment": TOTAL},
    ),
    "ogre between": (
        case([], (0, 0), (6, 0), others=(token("x", (3, 0), "foes", size=2),)),
        {"grade": "soft", "percent": 50},
    ),
    "ogre lies": (
        case(
            [], (0, 0), (6, 0), others=(token("x", (3, 0), "foes", size=2, conditions=["prone"]),)
        ),
        {"grade": "none", "percent": 0},
    ),
    "rider shoots": (
        case(
            [],
            (0, 0),
            (4, 0),
            others=(token("x", (0, 0), "heroes", size=2),),
            links=[{**MOUNT, "a": "A"}],
        ),
        {"grade": "none"},
    ),
    "rider shot at": (
        case(
            [],
            (-3, 0),
            (0, 0),
            others=(token("x", (0, 0), "foes", size=2),),
            links=[{**MOUNT, "a": "T"}],
        ),
        {"grade": "none"},
    ),
    "osric half covered, from behind": (
        case([line("wall", (3, 0), (3, 1))], (0, 0), (5, 0), target={"facing": 90}, system="osric"),
        {"grade": "hard", "percent": 50, "rear": 2},
    ),
    "slit and creature": (
        case([line("slit", (4, -3), (4, 4))], (0, 0), (5, 0), others=(token("x", (2, 0), "foes"),)),
        {"grade": "improved", "percent": 100, "cover": 8},
    ),
    "tree in the target's square": (
        case([line("cover", (4, 0), (5, 0), (5, 0.5), (4, 0.5))], (0, 0), (4, 0)),
        {"grade": "none", "percent": 0},
    ),
    "blind with blindsight near": (
        case([], (0, 0), (2, 0), attacker={"conditions": ["blind"], "sheet": {"blindsight": 3}}),
        {"concealment": NONE},
    ),
    "blind with blindsight far": (
        case([], (0, 0), (4, 0), attacker={"conditions": ["blind"], "sheet": {"blindsight": 3}}),
        {"concealment": TOTAL},
    ),
    "blind, sees the invisible": (
        case(
            [],
            (0, 0),
            (4, 0),
            attacker={"conditions": ["blind"], "sheet": {"see_invisible": True}},
            target={"conditions": ["invisible"]},
        ),
        {"concealment": TOTAL},
    ),
    "ogre archer at low wall, fog": (
        case(
            [
                line("low", (3, -5), (3, 6), open=True),
                line("fog", (3.5, -3), (4.5, -3), (4.5, 5), (3.5, 5)),
            ],
            (0, 0),
            (5, 0),
            attacker={"size": 2},
        ),
        {"grade": "none", "concealment": FOG, "distance": 4},
    ),
}


def answer(data: Facts) -> Facts:
    """Return what a plan says, with the values of its rows that count."""
    loaded = load_situation(data, registry.get)
    assert loaded.attack is not None
    plan = plan_json(loaded.system.plan(loaded.state, loaded.attack), loaded.state)
    cover, hidden = plan["cover"], plan["concealment"]
    return {
        **{m["id"]: m["value"] for m in plan["modifiers"] if m["counted"]},
        "grade": cover["grade"],
        "percent": cover["percent"],
        "concealment": (hidden["grade"], hidden["percent"]),
        **{key: plan[key] for key in ("distance", "flanking", "possible")},
    }


@pytest.mark.parametrize("name", CASES)
def test_the_plan_says_what_was_worked_out_by_hand(name: str) -> None:
    data, wanted = CASES[name]
    found = answer(data)
    assert {key: found.get(key) for key in wanted} == wanted


def threatened(obstacles: list[Facts], **facts: Any) -> list[list[int]]:
    board = {"obstacles": obstacles}
    one = token("A", (0, 0), "heroes", **facts)
    data = {"format": 1, "system": "pathfinder", "board": board, "tokens": [one]}
    loaded = load_situation(data, registry.get)
    squares = threat_json(loaded.system, loaded.state, TokenId("A"))["squares"]
    assert isinstance(squares, list)
    return squares


def test_threatened_squares_are_those_counted_by_hand() -> None:
    assert len(threatened([], size=2, sheet={"build": "long"})) == 12
    # of reach 6 round three squares a side there are 168, of reach 3 there are 60
    assert len(threatened([], size=3, sheet={"weapons": [{"id": "pike", "reach": True}]})) == 108
    left = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1]]
    # round both free ends of the wall one strikes, but not through its middle
    assert threatened([line("wall", (1, -1), (1, 2))]) == [*left, [1, -1], [1, 1]]
