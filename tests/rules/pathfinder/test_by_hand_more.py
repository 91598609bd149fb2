"""More situations worked out on squared paper before any program ran: big ones, doors, heights."""

from __future__ import annotations

import pytest

from tests.rules.pathfinder.test_by_hand import (
    DARK,
    FOG,
    MIST,
    MOUNT,
    NONE,
    TOTAL,
    Facts,
    answer,
    case,
    line,
    threatened,
    token,
)

PIKE = {"weapons": [{"id": "pike", "reach": True}]}
BIG, HUGE, COLOSSAL = {"size": 2}, {"size": 3}, {"size": 6}
GAP = [line("wall", (2, -5), (2, 0)), line("wall", (2, 1), (2, 6))]
LIGHT = {"dark": True, "lights": [{"at": [6.5, 0.5], "bright": 2, "dim": 4}]}
STOREYS = {
    "storeys": [
        {"id": "below", "left": 0, "top": 0, "width": 6, "height": 6},
        {"id": "above", "left": 10, "top": 0, "width": 6, "height": 6},
    ]
}
RING = line("wall", (3, -1), (5, -1), (5, 2), (3, 2), (3, -1), sight="limited",
            stops_effect=False, cover="none")  # fmt: skip


def pillar(x: float, y: float) -> Facts:
    return line("solid", (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))


def low(x: float, top: float) -> Facts:
    return line("low", (x, -5), (x, 6), open=True, top=top)


def slit(x: float, **facts: str) -> Facts:
    return line("slit", (x, -4), (x, 5), **facts)


def mist(x: float, right: float, **facts: str) -> Facts:
    return line("fog", (x, -1), (right, -1), (right, 3), (x, 3), **facts)


CASES: dict[str, tuple[Facts, Facts]] = {
    # -- big on both sides
    "giant seen past the corner of a pillar": (
        case([pillar(3, 2)], (0, 0), (5, 0), attacker=BIG, target=HUGE),
        {"grade": "none", "percent": 0, "distance": 4},
    ),
    "giant behind a pillar, from every corner": (
        case([pillar(3, 1)], (0, 0), (5, 0), attacker=BIG, target=HUGE),
        {"grade": "hard", "distance": 4},
    ),
    # of the pairs in reach only (2, 2) and (5, 1) leads past: (3, 3) to (5, 1) touches the end
    "giant reaches past the end of a wall": (
        case([line("wall", (4, -1), (4, 2))], (0, 0), (5, 0), "sword", HUGE, BIG),
        {"grade": "none", "percent": 0, "distance": 3, "possible": True},
    ),
    "giant, an eighth too much of the wall": (
        case([line("wall", (4, -1), (4, 2.125))], (0, 0), (5, 0), "sword", HUGE, BIG),
        {"grade": "hard", "percent": 25},
    ),
    # (0, 1) alone leads past (3, 2), to (5, 3) and, touching its end, to (6, 3)
    "colossal one behind a long wall": (
        case([line("wall", (3, -10), (3, 2))], (0, 0), (5, -3), target=COLOSSAL),
        {"grade": "hard", "percent": 96, "distance": 5, "possible": True},
    ),
    "two ogres over a diagonal seal": (
        case([pillar(2, 1), pillar(1, 2)], (0, 0), (2, 2), "sword", BIG, BIG),
        {"grade": "hard", "possible": True, "distance": 1},
    ),
    # -- mounted
    "horse and rider between": (
        case(
            [], (0, 0), (5, 0),
            others=(token("x", (2, 0), "foes", size=2), token("r", (2, 0), "foes")),
            links=[{**MOUNT, "a": "r"}],
        ),
        {"grade": "soft", "percent": 50, "distance": 5},
    ),
    "lancer over his own horse": (
        case(
            [], (0, 0), (2, 0), "longspear",
            others=(token("x", (0, 0), "heroes", size=2),),
            links=[{**MOUNT, "a": "A"}],
        ),
        {"grade": "none", "distance": 2, "possible": True},
    ),
    "riders on both sides": (
        case(
            [], (1, 1), (6, 1),
            others=(token("x", (0, 0), "heroes", size=2), token("y", (5, 0), "foes", size=2)),
            links=[{**MOUNT, "a": "A"}, {"kind": "mount", "a": "T", "b": "y"}],
        ),
        {"grade": "none", "percent": 0, "distance": 5},
    ),
    "riders on both sides, a loose horse between": (
        case(
            [], (1, 1), (6, 1),
            others=(
                token("x", (0, 0), "heroes", size=2),
                token("y", (5, 0), "foes", size=2),
                token("z", (3, 0), "foes", size=2),
            ),
            links=[{**MOUNT, "a": "A"}, {"kind": "mount", "a": "T", "b": "y"}],
        ),
        {"grade": "soft", "percent": 50},
    ),
    # -- fog
    "ogre in thin and thick fog": (
        case(
            [mist(1, 2), mist(2, 3, concealment="total")], (0, 0), (1, 0), "sword", target=BIG
        ),
        {"concealment": FOG},
    ),
    "ogre in thick fog": (
        case(
            [mist(1, 2, concealment="total"), mist(2, 3, concealment="total")],
            (0, 0), (1, 0), "sword", target=BIG,
        ),
        {"concealment": TOTAL},
    ),
    "ogre reaches through fog": (
        case([mist(2, 3)], (0, 0), (3, 0), "sword", BIG),
        {"concealment": FOG, "grade": "none", "distance": 2},
    ),
    "beside the ogre, half in fog": (
        case([mist(2.5, 3.5)], (0, 0), (2, 0), "sword", BIG),
        {"concealment": NONE, "distance": 1},
    ),
    # -- low walls
    "low for the ogre behind it, near to the archer": (
        case([low(2, 1)], (0, 0), (4, 0), target=BIG),
        {"grade": "none"},
    ),
    "low, near to the ogre": (
        case([low(3, 1)], (0, 0), (4, 0), target=BIG),
        {"grade": "hard", "percent": 100},
    ),
    "not low for the man, near to the ogre who shoots": (
        case([low(3, 1)], (4, 0), (0, 0), attacker=BIG),
        {"grade": "hard", "percent": 100},
    ),
    "low for the man, near to the ogre who shoots": (
        case([low(3, 0.5)], (4, 0), (0, 0), attacker=BIG),
        {"grade": "none", "percent": 0},
    ),
    "in the sixth square behind": (
        case([low(2, 0.5)], (-6, 0), (7, 0)),
        {"grade": "hard", "distance": 13},
    ),
    "in the seventh square behind": (
        case([low(2, 0.5)], (-7, 0), (8, 0)),
        {"grade": "none", "distance": 15},
    ),
    # -- slits
    "slit between neighbours": (
        case([slit(1)], (0, 0), (1, 0), "sword"),
        {"grade": "improved", "possible": True, "cover": 8},
    ),
    "spear through a slit beside its bearer": (
        case([slit(1)], (0, 0), (2, 0), "longspear"),
        {"grade": "none", "possible": True},
    ),
    "nearer to the slit, not beside it": (
        case([slit(3)], (0, 0), (9, 0)),
        {"grade": "improved", "percent": 100},
    ),
    "slit of one way, from the west": (
        case([slit(3, side="left")], (0, 0), (6, 0)),
        {"grade": "none"},
    ),
    "slit of one way, from the east": (
        case([slit(3, side="left")], (6, 0), (0, 0)),
        {"grade": "improved"},
    ),
    # -- doors
    "door ajar": (
        case([*GAP, line("door", (2, 0), (2.75, 0.75), state="closed")], (0, 0), (5, 0)),
        {"grade": "hard", "percent": 50},
    ),
    "door leaf turned aside": (
        case([*GAP, line("door", (2, 0), (3, 0), state="closed")], (0, 0), (5, 0)),
        {"grade": "none", "percent": 0},
    ),
    # -- heights and storeys
    "bat between man and flyer": (
        case(
            [], (0, 0), (4, 0), target={"elevation": 3},
            others=(token("x", (2, 0), "foes", elevation=2),),
        ),
        {"grade": "soft", "percent": 50, "distance": 5},
    ),
    "bat above both": (
        case(
            [], (0, 0), (4, 0), target={"elevation": 3},
            others=(token("x", (2, 0), "foes", elevation=4),),
        ),
        {"grade": "none", "percent": 0},
    ),
    "sword from just above": (
        case([], (0, 0), (1, 0), "sword", attacker={"elevation": 1}),
        {"possible": True, "distance": 1},
    ),
    "spear from just above": (
        case([], (0, 0), (1, 0), "longspear", attacker={"elevation": 1}),
        {"possible": False},
    ),
    "sword from higher": (
        case([], (0, 0), (1, 0), "sword", attacker={"elevation": 2}),
        {"possible": False, "distance": 2},
    ),
    "spear from higher": (
        case([], (0, 0), (1, 0), "longspear", attacker={"elevation": 2}),
        {"possible": True},
    ),
    "from storey to storey": (
        case([], (5, 0), (10, 0), board=STOREYS),
        {"grade": "total", "possible": False},
    ),
    "within a storey": (
        case([], (0, 0), (5, 0), board=STOREYS),
        {"grade": "none", "possible": True},
    ),
    # -- sight
    "invisible in fog": (
        case([MIST], (0, 0), (6, 0), target={"conditions": ["invisible"]}),
        {"concealment": TOTAL},
    ),
    "invisible in fog, seen all the same": (
        case(
            [MIST], (0, 0), (6, 0),
            attacker={"sheet": {"see_invisible": True}}, target={"conditions": ["invisible"]},
        ),
        {"concealment": FOG},
    ),
    "blind, smells where they stand": (
        case(
            [], (0, 0), (2, 0), attacker={"conditions": ["blind"], "sheet": {"blindsense": 3}}
        ),
        {"concealment": TOTAL},
    ),
    "four squares from a small light": (
        case([], (0, 0), (2, 0), board=LIGHT),
        {"concealment": FOG},
    ),
    "four squares, with eyes for it": (
        case([], (0, 0), (2, 0), attacker={"sheet": {"low_light_vision": True}}, board=LIGHT),
        {"concealment": NONE},
    ),
    "in the shadow of a wall behind": (
        case([line("wall", (4, 0), (4, 1))], (0, 0), (2, 0), board=LIGHT),
        {"concealment": TOTAL, "grade": "none"},
    ),
    "nothing but the dark": (case([], (0, 0), (2, 0), board=DARK), {"concealment": TOTAL}),
    "into a ring of hedges": (case([RING], (0, 0), (4, 0)), {"concealment": NONE, "grade": "none"}),
    "past a ring of hedges": (
        case([RING], (0, 0), (7, 0)),
        {"concealment": TOTAL, "grade": "none"},
    ),
    # -- flanking
    "pike opposite": (
        case([], (1, 2), (2, 2), "sword", others=(token("x", (4, 2), "heroes", sheet=PIKE),)),
        {"flanking": True},
    ),
    "pike opposite, too near": (
        case([], (1, 2), (2, 2), "sword", others=(token("x", (3, 2), "heroes", sheet=PIKE),)),
        {"flanking": False},
    ),
    "pike opposite, behind a wall": (
        case(
            [line("wall", (3, -3), (3, 8))], (1, 2), (2, 2), "sword",
            others=(token("x", (4, 2), "heroes", sheet=PIKE),),
        ),
        {"flanking": False, "grade": "none"},
    ),
    "ogres on both sides": (
        case(
            [], (0, 2), (2, 2), "sword", attacker=BIG,
            others=(token("x", (3, 1), "heroes", size=2),),
        ),
        {"flanking": True},
    ),
    "ogres on both sides, a step aside": (
        case(
            [], (0, 3), (2, 2), "sword", attacker=BIG,
            others=(token("x", (3, 3), "heroes", size=2),),
        ),
        {"flanking": False},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_plan_says_what_was_worked_out_by_hand(name: str) -> None:
    data, wanted = CASES[name]
    found = answer(data)
    assert {key: found.get(key) for key in wanted} == wanted


def test_threatened_squares_are_those_counted_by_hand() -> None:
    # reach 2 covers 32 squares round two by two, reach 1 of it 12
    assert len(threatened([], size=2, sheet={**PIKE, "build": "long"})) == 20
    # reach 4 covers 92 squares round three by three, reach 2 of it 40
    assert len(threatened([], size=3, sheet={**PIKE, "build": "long"})) == 52
    # in a passage that ends one square behind
    passage = [line("wall", (-1, 0), (5, 0)), line("wall", (-1, 1), (5, 1))]
    assert threatened(passage) == [[-1, -1], [-1, 0], [-1, 1], [1, 0]]
    assert len(threatened([], conditions=["invisible"])) == 8
    assert threatened([], conditions=["blind"]) == []
    assert len(threatened([], conditions=["blind"], sheet={"blindsense": 2})) == 8
    assert threatened([], conditions=["flat_footed"]) == []
    # over a low wall and through a slit, not through a shut door
    assert len(threatened([low(1, 0.5), slit(0)])) == 8
    assert threatened([line("door", (1, -9), (1, 9), state="closed")]) == [
        [-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1],
    ]  # fmt: skip
