"""Proben: deductions of wounds, pain and armour; keeping steady; pain; dressing wounds (§7, §8)."""

from __future__ import annotations

import pytest

from rules.encounter.state import Encounter
from rules.systems.das_system.probes import Probe, Scale, probe_of
from tests.rules.das_system.fights import do, faces, fight, play, refused, token, vitals, wounded

LEG = wounded(1, "r_knie", probe=200)
HEAD = wounded(2, "schaedel", probe=100)


def rows(probe: Probe) -> dict[str, int]:
    return {e.modifier.id: e.modifier.value for e in probe.skill.entries}


def deducted(skill: str, hinders: str = "", scale: Scale | None = None) -> dict[str, int]:
    hurt = token("t", vitals={"wounds": [LEG, HEAD]}, armour=[{"id": "x", "probe": 300}])
    found = rows(probe_of(hurt, skill, None, hinders, scale or Scale()))
    del found["skill"]
    return found


@pytest.mark.mechanic("S58")
def test_a_leg_hinders_climbing_and_not_the_hands() -> None:
    assert deducted("klettern") == {"wound1": -200, "armour": -300}
    assert deducted("heilkunde") == {}
    assert deducted("klettern", "hands") == {}


@pytest.mark.mechanic("S59")
def test_the_head_hinders_the_mind() -> None:
    assert deducted("aufmerksamkeit") == {"wound2": -100}
    assert deducted("klettern", "mind") == {"wound2": -100}
    assert deducted("klettern", "nothing") == {}


@pytest.mark.mechanic("S60", "S77")
def test_the_game_master_takes_a_part_or_a_multiple() -> None:
    assert deducted("klettern", scale=Scale(10, 200)) == {"wound1": -20, "armour": -600}


@pytest.mark.mechanic("S55")
def test_pain_hinders_every_probe() -> None:
    aching = token("t", vitals={"wounds": [wounded(pain=3)]})
    for skill in ("klettern", "heilkunde", "aufmerksamkeit", "widerstand"):
        assert rows(probe_of(aching, skill, None, "nothing", Scale()))["pain"] == -200


def test_a_probe_adds_the_roll_to_the_skill() -> None:
    probe = probe_of(token("t", klettern=400), "klettern", None, "", Scale())
    assert (probe.wuerfelwert, probe.result(1150), probe.result(1151)) == (1150, 1550, 400)
    assert refused(fight(token("t")), "check", token="t", skill="flying") == "das_system.no_skill"


@pytest.mark.mechanic("S61")
def test_what_a_wound_makes_impossible_is_refused() -> None:
    hurt = token("t", vitals={"wounds": [wounded(place="r_knie", forbids=("body", "move"))]})
    state = fight(hurt)
    assert refused(state, "check", token="t", skill="klettern") == "das_system.impossible"
    do(state, "check", faces(1), token="t", skill="heilkunde")


@pytest.mark.mechanic("S62")
@pytest.mark.parametrize(("place", "condition"), [("r_knie", "prone"), ("l_hand", "disarmed")])
def test_hits_on_limbs_may_cost_balance_or_weapon(place: str, condition: str) -> None:
    wound = wounded(place=place, severity=700, probe=100)
    state = fight(token("t", balancieren=300, widerstand=1000, vitals={"wounds": [wound]}))
    enough = 500 if condition == "prone" else 800
    assert not do(state, "steady", faces(enough), token="t").token("t").has(condition)
    assert do(state, "steady", faces(enough - 1), token="t").token("t").has(condition)
    trunk = fight(token("t", vitals={"wounds": [wounded(place="brust")]}))
    assert refused(trunk, "steady", token="t") == "das_system.no_limb_wound"


def test_the_disarmed_fight_with_bare_hands() -> None:
    state = fight(token("a", conditions=["disarmed"]), token("t", (1, 0), side="foes"))
    fields = {"attacker": "a", "target": "t"}
    assert refused(state, "attack", **fields) == "das_system.disarmed"
    do(state, "attack", faces(1), weapon="unarmed", numbers={"festwert": 0}, **fields)


@pytest.mark.mechanic("S56")
def test_suppressing_is_tried_once_for_each_row() -> None:
    state = fight(token("t", widerstand=2000, vitals={"wounds": [wounded(pain=3)]}))
    failed = do(state, "suppress", faces(1), token="t")
    assert vitals(failed, "t").wounds[0].pain == 3
    assert refused(failed, "suppress", token="t") == "das_system.no_pain"
    later = do(failed, "wait", seconds=15)
    assert vitals(later, "t").wounds[0].pain == 2
    lower = do(later, "suppress", faces(1500), token="t")
    assert vitals(lower, "t").wounds[0].pain == 1


def bleeding() -> Encounter:
    hurt = token("t", vitals={"wounds": [wounded(bleeding=2), wounded(2, bleeding=4)]})
    return fight(token("h", heilkunde=300), hurt)


def test_dressing_ends_the_worst_bleeding() -> None:
    state = do(bleeding(), "bandage", faces(500), token="h", target="t")
    assert [w.bleeding for w in vitals(state, "t").wounds] == [2, 0]
    failed = do(bleeding(), "bandage", faces(499), token="h", target="t")
    assert [w.bleeding for w in vitals(failed, "t").wounds] == [2, 4]
    both = do(state, "bandage", faces(500), token="h", target="t", wound=1)
    assert refused(both, "bandage", token="h", target="t") == "das_system.no_open_wound"


def test_infection_is_rolled_three_times_at_most() -> None:
    state = bleeding()
    assert vitals(do(state, "infection", (30,), token="t"), "t").wounds[0].infected
    for _ in range(3):
        state, _ = play(state, "infection", (31,), token="t", wound=1)
    assert not vitals(state, "t").wounds[0].infected
    assert refused(state, "infection", token="t", wound=1) == "das_system.no_infection"
