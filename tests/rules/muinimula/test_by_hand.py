"""Whole exchanges of Muinimula worked out on paper, second by second, before any program ran.

The places are those of the rules: §3 attack, §4 parry, §5 hits and criticals, §7 states by LE,
§8 maluses, §9 Vorteil and Nachteil, §10 conditions, §12 tables. Everybody has 80 LE, SB 40 and a
blade: TW 3, AT 8 + 70/10 = 15, KT 6, 1W10.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from maps.board import Board
from maps.grid import point
from maps.shapes import Kind, make_obstacle
from rules.encounter.state import Encounter
from rules.systems.muinimula.rows import edge_of
from rules.systems.muinimula.tables import TableKind
from tests.rules.muinimula.fights import (
    BLADE,
    begin,
    do,
    fight,
    holder,
    lost,
    now,
    pair,
    plan,
    strike,
    token,
    vitals,
    with_condition,
)


def armed(**more: Any) -> dict[str, Any]:
    return {"weapons": [{**BLADE, **more}]}


def hurt(points: int, *wounds: dict[str, Any]) -> dict[str, Any]:
    return {"vitals": {"lost": points, "wounds": list(wounds)}}


def malus(n: int, part: str = "") -> dict[str, Any]:
    return {"region": "arm", "part": part, "malus": n}


def until(state: Encounter, id: str, condition: str) -> float | None:
    """Return the second in which a condition ends."""
    held = state.token(id).condition(condition)
    assert held is not None
    return None if held.until is None else held.until[1] / 2


def test_a_duel_of_fifteen_seconds() -> None:
    state = begin(pair())
    # second 3: 12 of 15 succeeds; the blade parries with 9: from now on at most 9 (§3.2, §4.2)
    state = do(state, "next", 12, 9, choices=["weapon:blade"])
    assert (now(state), plan(state).attack.total, holder(state)) == (3, 9, ("a", "t"))
    # second 6: 10 is more than 9: missed, the roles change; t attacks with all of his 15 (§3.5)
    state = do(state, "next", 10)
    assert (now(state), holder(state)) == (6, ("t", "a"))
    assert plan(state, "t", "a").attack.total == 15
    state = begin(state, "t", "a")
    # second 9: 15 of 15; a dodge of 16 fails; 8 points, 7 over KT 6: no critical
    state = do(state, "next", 15, 16, 8, 7, choices=["dodge"])
    assert (now(state), lost(state, "a"), plan(state, "t", "a").attack.total) == (9, 8, 15)
    # second 12: 3, met by a 2, which always succeeds: at most 2; second 15: a 2 always hits
    state = do(state, "next", 3, 2, choices=["weapon:blade"])
    assert plan(state, "t", "a").attack.total == 2
    state = do(state, "next", 2, 3, 10, 20, choices=["dodge"])
    assert (now(state), lost(state, "a")) == (15, 18)
    # 62 of 80 are 77.5 %: unhurt
    assert plan(state, "a", "t").attack.total == 15


@pytest.mark.parametrize(
    ("points", "wounds", "limit", "worse"),
    [
        (25, (), 14, False),  # 55 of 80, 68¾ %: a scratch, 1
        (35, (), 13, False),  # 56¼ %: light, 2
        (45, (), 10, False),  # 43¾ %: wounded, 5
        (50, (), 15, True),  # 37½ %: gravely, Nachteil alone
        (25, (malus(16, "r_arm"),), 10, False),  # 5 + 16 = 21: a fifth, rounded up: 5
        (35, (malus(30, "r_arm"),), 7, False),  # 10 + 30 = 40: 8
        (35, (malus(30, "l_arm"),), 13, False),  # the other arm does not strike
        (35, (malus(30, "r_arm"), malus(10)), 5, False),  # 50 exactly: 10, no Nachteil
        (35, (malus(30, "r_arm"), malus(11)), 14, True),  # 51: 1, and Nachteil
        (45, (malus(40, "r_arm"), malus(50)), 2, True),  # 115: 65, once only: 13
    ],
)
def test_maluses_of_state_arm_and_all_actions_add_up(
    points: int, wounds: tuple[dict[str, Any], ...], limit: int, worse: bool
) -> None:
    found = plan(pair(hurt(points, *wounds))).attack
    assert (found.total, edge_of(found) == "worse") == (limit, worse)


@pytest.mark.parametrize(("points", "taken"), [(60, 1), (64, 1), (65, 0)])
def test_old_wounds_leave_a_fifth_or_a_tenth_of_the_points(points: int, taken: int) -> None:
    # 20 and 16 of 80 are 25 and 20 %: a fifth; 15: a tenth. Nachteil: two dice, the worse counts
    state = pair(hurt(points), running=False)
    state = strike(state, 4, 9, 9, 20, choices=["none"])
    assert lost(state) == taken


def test_both_lie_and_strike_and_parry_with_nachteil() -> None:
    state = pair({"conditions": ["lying"]}, {"conditions": ["lying"]}, running=False)
    # 1 and 10: a success, and the 10 counts (§9). 11 and 5: 11 is more than 10: hit
    assert lost(strike(state, 1, 10, 11, 5, 6, 20, choices=["dodge"])) == 6
    # 2 and 10 parry everything, and 10 is what they leave
    parried = strike(state, 4, 3, 2, 10, choices=["dodge"])
    assert (lost(parried), vitals(parried, "a").parried) == (0, {"t": 10})
    # 1 and 11: only an 11: 15 is enough for it, 10 is not
    assert lost(strike(state, 1, 11, 12, 3, 6, 20, choices=["dodge"])) == 6
    weak = pair({"conditions": ["lying"], **armed(pool=20)}, running=False)
    assert lost(strike(weak, 1, 11)) == 0


def test_a_critical_in_the_leg_and_what_it_leaves() -> None:
    state = pair(armed(damage="25"), {"armour": ["kettenhemd"]}, running=False)
    # 10 hits, nobody parries, 6 of KT 6; 50 + 25 = 75: leg, twice RS 4 is exceeded; {15}: two
    # categories, 4 to 6 is the second: malus 20, and he falls. Left leg. 25 - 4 = 21 of 80 LE.
    # 40 + 59 - 75 = 24; 60 fails by 36: dazed for four Kampfrunden (§5)
    state = strike(state, 10, 6, 50, 1, 4, 60, choices=["none"])
    assert lost(state) == 21
    wound = vitals(state, "t").wounds[0]
    assert (wound.part, wound.malus, wound.value) == ("l_bein", 20, 75)
    assert state.token("t").has("lying")
    assert until(state, "t", "dazed") == 24
    # t strikes: 5 for 73¾ %, 25 dazed, the leg does not matter: 30, that is 6; Nachteil once
    back = plan(state, "t", "a").attack
    assert (back.total, edge_of(back)) == (9, "worse")
    # a strikes with Vorteil, t dodges with Nachteil: 5 + 25 + 20 = 50, that is 10: 6 makes 16,
    # more than 12. No critical: the chest, RS 9
    state = strike(state, 12, 17, 3, 6, 20, choices=["dodge"])
    assert lost(state) == 21 + 16
    # 43 of 80 are 53¾ %: light, 10. The legs: 55, so 5, that is 1 (§8): 6 makes 7: dodged. The
    # arm: 35, that is 7: 6 makes 13: hit all the same
    assert lost(strike(state, 12, 17, 3, 6, choices=["dodge"])) == 37
    assert lost(strike(state, 12, 17, 3, 6, 20, choices=["weapon:blade"])) == 37 + 16


@pytest.mark.parametrize(
    ("points", "dice", "taken", "held"),
    [
        # 75: twice 8 is not exceeded by 15, but 8 is: 67, the lower leg row is 43, one category:
        # 10; 15-8 = 7; 40 + 73 - 67 = 46
        (15, (60, 1, 46), 7, [10]),
        (17, (58, 1, 2, 38), 9, [20]),  # 75 itself: two open, 1 to 3 the first; 40 + 71 - 75 = 36
        (8, (67,), 0, []),  # not even exceeded: nothing at all
    ],
)
def test_armour_of_eight_against_a_critical_of_75(
    points: int, dice: tuple[int, ...], taken: int, held: list[int]
) -> None:
    state = do(pair(None, {"natural": 8}), "critical", *dice, target="t", points=points)
    assert lost(state) == taken
    assert [w.malus for w in vitals(state, "t").wounds] == held
    # 38 fails 36 by 2: dazed for one Kampfrunde
    assert state.token("t").has("dazed") is (points == 17)


@pytest.mark.parametrize(
    ("table", "value", "held", "seconds"),
    [
        ("stich", 75, [15], 0),  # m is 1 instead of 2, 5 less malus
        ("hieb", 97, [], 6),
        ("wucht", 97, [], 12),  # one more Kampfrunde
    ],
)
def test_the_kinds_of_tables_differ(
    table: TableKind, value: int, held: list[int], seconds: float
) -> None:
    # 10 points against RS 6: more than once, not twice
    bare = pair(None, {"natural": 6 if table == "stich" else 0})
    dice = (value - 10, *((1,) if value == 75 else ()), 1)
    state = do(bare, "critical", *dice, target="t", points=10, table=table)
    assert [w.malus for w in vitals(state, "t").wounds] == held
    assert (until(state, "t", "dazed") if seconds else 0) == seconds


def test_an_arm_bleeds_at_the_end_of_seven_kampfrunden() -> None:
    state = pair()
    for _ in range(4):
        state = do(state, "next")
    # second 4: 21 + 44 = 65, third of three categories: malus 30, 2 each Kampfrunde for
    # 3 + 4 of them. 40 + 36 - 65 = 11
    state = do(state, "critical", 21, 2, 5, 3, 4, 11, target="t", points=44)
    assert lost(state) == 44
    seen = []
    while now(state) < 60:
        state = do(state, "next", second=True)
        seen.append(lost(state) - 44)
    assert seen[-1] == 14
    # seen from second 5 on: at the end of each Kampfrunde of the fight
    assert [5 + seen.index(2 * n) for n in range(1, 8)] == [6, 12, 18, 24, 30, 36, 42]


def test_the_dying_die_sooner_the_more_they_bleed() -> None:
    state = do(pair(), "damage", 2, tokens=["t"], amount=83)
    # -3 LE: 2 minutes less three Kampfrunden (§10.8)
    assert until(state, "t", "dying") == 120 - 18
    state = do(state, "damage", tokens=["t"], amount=2)
    assert until(state, "t", "dying") == 120 - 30
    assert not state.token("t").has("dead")
    # 20 below nothing: no time is left
    state = do(state, "damage", tokens=["t"], amount=15)
    assert state.token("t").has("dead")


def test_a_fumbled_parry_costs_the_blade() -> None:
    state = begin(pair())
    # 10 against a 20: hit, 5 points, no critical; 70 on the table: what parried is dropped
    state = do(state, "next", 10, 20, 5, 20, 70, choices=["weapon:blade"])
    assert (lost(state), vitals(state, "t").dropped) == (5, ("blade",))
    # fists (TW 1) stop no blade (TW 3): only dodging is left; 12 over 11: hit
    state = do(state, "next", 11, 12, 4, 20, choices=["dodge"])
    assert (now(state), lost(state)) == (6, 9)
    # second 9: a misses; t now picks it up, which takes two seconds (§12.6)
    state = do(state, "next", 19)
    state = do(state, "act", token="t", kind="pickup")
    pending = vitals(state, "t").pending
    assert pending is not None
    assert pending.end / 2 == 11


def test_a_fumbled_attack_turns_on_oneself() -> None:
    state = begin(pair({"armour": ["lederruestung"]}))
    # 20, and 96 + 20 = 116 on the table: full points on oneself: 7, less RS 4 of the chest
    state = do(state, "next", 20, 96, 20, 7)
    assert (lost(state, "a"), lost(state), holder(state)) == (3, 0, ("t", "a"))


@pytest.mark.parametrize(
    ("points", "dice", "taken"),
    [
        (60, (16, 10), 2),  # 112: all of it (§12.6): 25 %: a fifth of 10 (§7)
        (65, (16, 10), 1),  # a tenth
        (60, (1, 10), 1),  # 97: half of the fifth, nobody else is near
        (60, (35, 10, 50, 1), 2),  # 131: a critical of 52: the head, one category
    ],
)
def test_old_wounds_weaken_the_blow_that_goes_astray_too(
    points: int, dice: tuple[int, ...], taken: int
) -> None:
    state = pair(hurt(points), running=False)
    after = strike(state, 20, 3, 96, *dice)  # Nachteil: 20 counts
    assert lost(after, "a") == points + taken


def test_a_blow_astray_meets_no_corpse_and_nobody_behind_a_wall() -> None:
    friend = token("f", (0, 1))
    state = fight(token("a"), token("t", (1, 0), side="foes"), friend, running=False)
    assert lost(strike(state, 20, 96, 5, 8), "f") == 4  # 101: half of 8
    fallen = with_condition(state, "f", "dead")
    assert (lost(strike(fallen, 20, 96, 5, 8), "f"), lost(strike(fallen, 20, 96, 5, 8), "a")) == (
        0,
        4,
    )
    wall = make_obstacle("w", Kind.WALL, (point(-2, 1), point(3, 1)))
    walled = replace(state, board=Board(obstacles=(wall,)))
    assert (lost(strike(walled, 20, 96, 5, 8), "f"), lost(strike(walled, 20, 96, 5, 8), "a")) == (
        0,
        4,
    )


def test_one_moment_bleeds_once_however_often_it_is_played_on() -> None:
    bleeding = {"region": "arm", "part": "l_arm", "bleeding": 2, "until": 60}
    state = pair(None, hurt(0, bleeding))
    state = do(do(state, "act", token="a", seconds=6), "next")
    assert (now(state), lost(state)) == (6, 2)
    state = do(state, "act", token="a", seconds=3)
    state = do(do(state, "moment", token="a", value=6), "next")
    assert (now(state), lost(state)) == (6, 2)


def test_fists_against_the_blade() -> None:
    state = pair({"weapons": [{"id": "fist", "cls": "faust", "pool": 40, "damage": "1d4"}]})
    state = begin(state)
    # TW 1: a second; AT 12. The blade (TW 3) is two apart and does not parry; dodge 5 against 9
    state = do(state, "next", 9, 5, choices=["dodge"])
    assert (now(state), plan(state).attack.total) == (1, 5)
    # the next second: 5; 6 fails; 3 points; 5 over KT 4
    state = do(state, "next", 5, 6, 3, 5, choices=["dodge"])
    assert (now(state), lost(state), plan(state).attack.total) == (2, 3, 12)


def test_one_who_cannot_parry_and_one_who_must() -> None:
    bare = with_condition(pair(running=False), "t", "no_parry")
    assert lost(strike(bare, 15, 5, 20)) == 5
    must = with_condition(pair(running=False), "t", "must_parry")
    # Vorteil: 20 beside 10 is no fumble (not the same half): 10 counts; beside 11 it is
    assert lost(strike(must, 20, 10, 11, 5, 20, choices=["dodge"])) == 5
    assert lost(strike(must, 20, 11, 8)) == 0  # 8 on the table of fumbles: nothing more
