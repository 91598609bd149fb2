"""Whole exchanges of Das System worked out on paper, second by second, before any program ran.

The places are those of the rules: §3 values, §5 places, §6 wards, §7 wounds, §8 armour, §9 series.
The opponent of the example has Basis 1415, at most 990 Festwert and 1061 Schwere, and parries with
1400, at most 910 and 1400. The average human (1150 everywhere) strikes and parries with 852.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, TokenId
from rules.systems.das_system import SYSTEM
from rules.systems.das_system.kar import POINT, SECOND, current
from rules.systems.das_system.options import options_of
from tests.rules.das_system.fights import (
    OPPONENT,
    do,
    faces,
    fight,
    opponent,
    pair,
    refused,
    strike,
    token,
    vitals,
    wounded,
)


def basis(state: Encounter, id: str, foe: str, weapon: str = "sword") -> int:
    """Return what somebody can split for a blow now."""
    action = AttackAction(TokenId(id), TokenId(foe), weapon, "rumpf")
    return SYSTEM.plan(state, action).attack.total


def rows(state: Encounter, id: str) -> list[tuple[int, int, int, int]]:
    """Return severity, row, bleeding and pain of every wound."""
    return [(w.severity, w.row, w.bleeding, w.pain) for w in vitals(state, id).wounds]


def test_three_blows_on_the_chest_and_what_bleeds_afterwards() -> None:
    state = do(pair(), "start", first=["a"])
    # second 0: 600+900 = 1500 reaches all of the trunk; 515 less Zustand 120 of the chest: row 4
    state = strike(state, 600, choices=["none", "brust"])
    assert rows(state, "t") == [(395, 4, 1, 2)]
    assert (vitals(state, "t").gz, vitals(state, "t").ausdauer) == (755, 755)
    assert basis(state, "t", "a") == 852 - 100 - 50  # the wound, and pain of row 2 (§7.3, §7.5)
    # second 1: of the Zustand 50 are left: row 4 again
    state = strike(do(state, "next"), 600, choices=["none", "brust"])
    assert rows(state, "t")[1] == (465, 4, 1, 2)
    assert vitals(state, "t").gz == 290
    assert basis(state, "t", "a") == 852 - 100 - 100 - 50  # wounds add up, of pain the highest
    # second 2: -20 adds to the blow (§7.1): 535, row 5; a hit takes no more than there is
    state = strike(do(state, "next"), 600, choices=["none", "brust"])
    assert rows(state, "t")[2] == (535, 5, 2, 3)
    assert vitals(state, "t").gz == 0
    assert state.token("t").has("unfit")
    assert (vitals(state, "a").ausdauer, vitals(state, "a").kar) == (1150 - 3 * 20, 3)
    # second 3: the first wound has bled three seconds, the last one one (level 2)
    state = do(state, "wait", seconds=1)
    assert vitals(state, "t").gz == -2
    assert state.token("t").has("unconscious")
    state = do(state, "wait", seconds=1)  # now the second wound, and the last one again
    assert vitals(state, "t").gz == -4
    # to the end: 200 + 200 + 260 (§7.4); 1150 below nothing would be death
    state = do(state, "wait", seconds=700)
    assert vitals(state, "t").gz == -660
    assert not state.token("t").has("dead")
    assert [(w.bleeding, w.pain) for w in vitals(state, "t").wounds] == [(0, 0)] * 3


@pytest.mark.parametrize(
    ("roll", "place", "wound", "gz"),
    [
        # 300+910 = 1210 over 1100, but 490 under 1015: 525 less 50 (§6.1); 1100 reaches 1100 (§5)
        (300, "unterleib", (475, 4, 1, 2), 675),
        # 189+910 = 1099: failed: 1015 less 60: row 7
        (189, "bauch", (955, 7, 4, 5), 195),
    ],
)
def test_a_parade_high_enough_but_too_light(
    roll: int, place: str, wound: tuple[int, ...], gz: int
) -> None:
    state = fight(opponent(), token("t", (1, 0), **OPPONENT))
    choices = ["parade.sword.precise", place]
    state = strike(state, 700, roll, festwert=400, schwere=1015, choices=choices)
    assert rows(state, "t") == [wound]
    # Ausdauer follows the GZ first, then the parade costs 10 (§9)
    assert (vitals(state, "t").gz, vitals(state, "t").ausdauer) == (gz, gz - 10)


def test_what_pain_and_wound_leave_of_the_basis_and_a_second_of_heavy_bleeding() -> None:
    state = do(fight(opponent(), token("t", (1, 0), **OPPONENT)), "start", first=["a"])
    choices = ["parade.sword.precise", "bauch"]
    state = strike(state, 700, 189, festwert=400, schwere=1015, choices=choices)
    assert basis(state, "t", "a") == 1415 - 600 - 400
    state = do(state, "next")
    assert (vitals(state, "t").gz, vitals(state, "t").ausdauer) == (185, 185)  # level 4: 10
    state = do(state, "wait", seconds=19)  # 20 seconds of level 4, 10 of pain row 5, 3 of row 4
    assert vitals(state, "t").gz == 195 - 200
    assert (vitals(state, "t").wounds[0].bleeding, vitals(state, "t").wounds[0].pain) == (3, 3)


def test_a_hammer_goes_through_plate_and_gambeson_twice() -> None:
    hammer = {"id": "hammer", "base": "hammer", "at_basis": 2000}
    worn = token("t", (1, 0), armour=["gambeson", "plate"])
    state = fight(opponent(weapons=[hammer]), worn)
    blow: dict[str, Any] = {
        "weapon": "hammer",
        "festwert": 700,
        "schwere": 1300,
        "choices": ["none", "brust.plate.gambeson"],
    }
    # 500+700 = 1200 is under 700+3000 and 700+2500. 1300 - 7×100 - 4×50 = 400, less 120: row 3;
    # a blow of a hammer bleeds two rows less and hurts one more (§7.3, §8.3)
    state = strike(state, 500, **blow)
    assert rows(state, "t") == [(280, 3, 0, 2)]
    torn = {"plate": {"brust": 800}, "gambeson": {"brust": 800}}  # 8×100 each (§8.4)
    assert vitals(state, "t").armour == torn
    # the second time the Zustand is 80
    state = strike(state, 500, **blow)
    assert rows(state, "t")[1] == (320, 3, 0, 2)
    assert vitals(state, "t").gz == 1150 - 280 - 320
    assert {p: d["brust"] for p, d in vitals(state, "t").armour.items()} == {
        "plate": 1600,
        "gambeson": 1600,
    }
    assert basis(state, "t", "a") == 852 - 110 - 50 - 50 - 50  # armour, wounds, pain


def test_leather_is_cut_to_rags_and_then_protects_no_more() -> None:
    state = fight(opponent(), token("t", (1, 0), armour=["leather"]))
    blow: dict[str, Any] = {"festwert": 615, "schwere": 800}
    # 385+615 = 1000. Three times 800-600 = 200, less 60, 40, 20: row 2 each; DW 1500, 500, 0
    for severity, lost in ((140, 1000), (160, 2000), (180, 2500)):
        state = strike(state, 385, choices=["none", "bauch.leather"], **blow)
        assert rows(state, "t")[-1] == (severity, 2, 0, 1)
        assert vitals(state, "t").armour == {"leather": {"bauch": lost}}
    assert vitals(state, "t").gz == 670
    # 700+0: the belly is bare, and of its Zustand nothing is left: 800, row 6
    state = strike(state, 385, choices=["none", "bauch"], **blow)
    assert rows(state, "t")[-1] == (800, 6, 3, 4)
    assert (vitals(state, "t").gz, state.token("t").has("unfit")) == (0, True)


def test_an_arrow_over_thirty_metres_at_one_who_walks() -> None:
    # squares of 150 cm: 20 of them are 30 m, 20 too far: -200; walking -200. Bow: 10 % of 1300,
    # 20 % of 1000, 5 % of 1100 and half of 900: 835 (§8.6, §14)
    archer = opponent(weapons=["longbow"])
    state = fight(archer, token("t", (20, 0), conditions=["walking"]))
    assert basis(state, "a", "t", "longbow") == 835 - 400
    # 500+235 = 735: the chest (700), not the belly (750). 200 less 120: row 1, no pain, no blood
    state = strike(state, 500, weapon="longbow", festwert=235, schwere=200, choices=["none"])
    assert rows(state, "t") == [(80, 1, 0, 0)]
    assert vitals(state, "a").ausdauer == 1130
    running = fight(archer, token("t", (20, 0), conditions=["running"]))
    assert basis(running, "a", "t", "longbow") == 835 - 600


@pytest.mark.parametrize(
    ("stance", "ward", "roll", "severity"),
    [
        # the shield: Basis 40 % of 1150 and 60 % of 600: 820; 615 and 205; half the Würfelwert
        ((), "parade.shield.precise", 575, 515 - 205 - 120),
        ((), "parade.shield.precise", 576, 515 - 120),  # counts nothing: 615 under 1100
        (("shield_defensive",), "parade.shield.precise", 576, 515 - 205 - 120),
        # the sword: 553 and 299; held back, its own Würfelwert is halved (§13)
        ((), "parade.sword.precise", 576, 515 - 299 - 120),
        (("shield_defensive",), "parade.sword.precise", 576, 515 - 120),
    ],
)
def test_shield_and_sword_in_both_stances(
    stance: tuple[str, ...], ward: str, roll: int, severity: int
) -> None:
    armed = token("t", (1, 0), weapons=["sword", "shield"], conditions=stance)
    state = strike(fight(opponent(), armed), 200, roll, choices=[ward, "brust"])
    assert [w.severity for w in vitals(state, "t").wounds] == [severity]


@pytest.mark.parametrize(
    ("at", "roll", "severity"),
    [
        ((1, 1), 1040, 0),  # 1040+910 = 1950, and 490 on 490
        ((1, 1), 1039, 490 - 60),
        # with a at his back he cannot give way (§10): Basis 900, all of it Festwert: high enough,
        # but without weight
        ((2, 0), 1050, 490 - 60),
        ((2, 0), 1049, 490 - 60),
    ],
)
def test_the_second_group_strikes_on_top_of_the_first(
    at: tuple[float, float], roll: int, severity: int
) -> None:
    lone = token("t", (1, 0), **OPPONENT)
    state = fight(opponent("a"), lone, opponent("b", at))
    state = do(state, "groups", token="t", groups=[["a"], ["b"]])
    state = do(state, "start", pairs=[["a", "t"], ["b", "t"]], first=["a", "b"])
    # a: 100+900 = 1000, no weight. b: 50+900 = 950 with 490; to parry takes 1950 (§11), of the
    # Schwere only that of b
    state = strike(state, 100, schwere=0, choices=["none", "brust"])
    choices = ["parade.sword.precise", *(["bauch"] if severity else [])]
    state = strike(state, 50, roll, by="b", schwere=490, choices=choices)
    assert [w.severity for w in vitals(state, "t").wounds] == ([severity] if severity else [])


def test_six_attacks_cost_the_quicker_one_the_offensive() -> None:
    def kar(id: str) -> float:
        return current(state.token(id), options_of(state)) / POINT

    state = do(pair(), "start")
    assert (kar("a"), kar("t")) == (51, 49.75)
    assert state.timeline.acting == ("t",)
    for _ in range(5):
        # a chest touched without weight; nobody wards
        state = strike(state, 200, by="t", at="a", festwert=500, schwere=0, choices=["none"])
        state = do(state, "next")
    assert state.timeline.now == 5 * SECOND
    state = strike(state, 1, by="t", at="a", aim="kopf", festwert=0, schwere=0)
    # six attacks: 55¾; the quicker one is now a: 5.1 seconds (§2). Of these t rests 4.1
    assert (kar("t"), kar("a")) == (55.75, 51)
    state = do(state, "next")
    assert state.timeline.now == 5 * SECOND + 51 * POINT
    assert (kar("t"), kar("a")) == (51.75, 51)
    assert state.timeline.acting == ("a",)


@pytest.mark.parametrize(("roll", "row"), [(1199, 3), (1200, 2), (1301, 3)])
def test_pain_is_suppressed_less_its_own_deduction(roll: int, row: int) -> None:
    hurt = token("t", widerstand=1300, vitals={"wounds": [wounded(pain=3)]})
    # row 3 takes 200 off the Probe: 999 suppress nothing, 1000 a row; over 1300 counts nothing
    state = do(fight(hurt), "suppress", faces(roll), token="t")
    assert vitals(state, "t").wounds[0].pain == row
    if row == 3:  # once for each row (§7.5)
        assert refused(state, "suppress", token="t").startswith("das_system.")


def test_bites_into_the_knee_of_man_and_into_something_hardy() -> None:
    # waffenlos 700: 35 % of 1150 and 350: 752, at most 488 and 526
    wolf = token("a", side="foes", weapons=["bite"])
    man, beast = token("t", (1, 0)), token("t", (1, 0), zustand=300)
    bite: dict[str, Any] = {"aim": "l_bein", "festwert": 488, "schwere": 264, "weapon": "bite"}
    # 712+488 = 1200: the knee; 264 less 50: row 3, a bite hurts one row more
    state = strike(fight(wolf, man), 712, choices=["none", "l_knie"], **bite)
    assert rows(state, "t") == [(214, 3, 1, 2)]
    # three times the Zustand: 264 less 150: row 2
    state = strike(fight(wolf, beast), 712, choices=["none", "l_knie"], **bite)
    assert rows(state, "t") == [(114, 2, 0, 2)]


@pytest.mark.parametrize(("roll", "wound"), [(801, []), (800, [(220, 4, 0, 3)])])
def test_fists_against_fists_at_the_head(roll: int, wound: list[tuple[int, int, int, int]]) -> None:
    boxer = token("a", side="foes", weapons=["unarmed"])
    state = fight(boxer, token("t", (1, 0), weapons=["unarmed"]))
    # Basis 752 both ways; 452 and 300 (40 %). 800+452 = 1252: the skull. Parade: 301 against 300
    # and 451 left: 801 makes 1252. Else 300 less 80: row 3, on the head 4; blows bleed less
    blow: dict[str, Any] = {"aim": "kopf", "weapon": "unarmed", "festwert": 452, "schwere": 300}
    choices = ["parade.unarmed.enough"]
    state = strike(state, 800, roll, choices=choices, **blow)
    assert rows(state, "t") == wound


def test_bleeding_kills_in_the_second_in_which_konstitution_is_spent() -> None:
    hurt = token("t", konstitution=300, vitals={"gz": 100, "wounds": [wounded(bleeding=6)]})
    state = do(fight(hurt), "wait", seconds=7)  # 50 a second
    assert (vitals(state, "t").gz, state.token("t").has("dead")) == (-250, False)
    state = do(state, "wait", seconds=1)
    assert (vitals(state, "t").gz, state.token("t").has("dead")) == (-300, True)
