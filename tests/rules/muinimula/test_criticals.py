"""Critical hits (§5.2–§5.5)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.encounter.state import Encounter, TokenId
from rules.systems.muinimula.critical_tables import criticals, split
from rules.systems.muinimula.criticals import Blow, find, lower_row, row_at, row_of, shifts
from rules.systems.muinimula.tables import TableKind, damage_of, printed_classes, threshold_bonus
from rules.systems.muinimula.weapons import SheetWeapon
from tests.rules.muinimula.fights import (
    BLADE,
    do,
    logged,
    lost,
    pair,
    plan,
    play,
    strike,
    vitals,
    with_condition,
)

KINDS = ("hieb", "schnitt", "stich", "fern", "wucht")


def armed(**more: Any) -> dict[str, Any]:
    return {"weapons": [{**BLADE, **more}]}


def hit(state: Encounter, points: int, value: int, *dice: int) -> Encounter:
    """Strike critically with some Trefferpunkte: the W100 makes up the value."""
    return do(state, "critical", value - points, *dice, target="t", points=points)


@pytest.mark.mechanic("M28", "M44")
def test_a_hit_is_checked_against_kt_and_deadly_weapon() -> None:
    state = pair(armed(kt=6, deadly=1, damage="9"), running=False)
    _, outcome = play(state, "attack", [10, 8], ["none"], attacker="a", target="t")
    assert "critical" not in logged(outcome)
    _, outcome = play(state, "attack", [10, 7, 6, 1], ["none"], attacker="a", target="t")
    assert "critical" in logged(outcome)


@pytest.mark.mechanic("M44")
def test_a_parried_attack_is_never_checked() -> None:
    _, outcome = play(pair(), "attack", [10, 9], ["dodge"], attacker="a", target="t", now=True)
    assert logged(outcome) == ["parried"]


def threshold(tw: int, ga: int) -> int:
    """The KT of a class, rounded to the nearest; a GA below 15 raises it (§12.1)."""
    return (6 * tw + max(0, 15 - ga) + 1) // 3


@pytest.mark.mechanic("M28")
def test_the_threshold_of_a_class() -> None:
    known = {(1, 8): 4, (2, 10): 6, (3, 15): 6, (4, 35): 8, (1, 6): 5, (3, 35): 6}
    assert {pair: threshold(*pair) for pair in known} == known
    rows = printed_classes()
    assert {id: row.kt for id, row in rows.items()} == {
        id: threshold(row.tw, row.ga) for id, row in rows.items()
    }


@pytest.mark.mechanic("M46")
def test_trefferpunkte_come_from_dice_category_or_tw() -> None:
    assert damage_of(1000).text("W") == "4W8"
    assert [threshold_bonus(1000, base) for base in (6, 8, 2)] == [3, 4, 2]
    assert damage_of(48).text("W") == "1W2"
    assert damage_of(99_999).text("W") == "15W12+50"
    assert SheetWeapon(id="x", category=1000).dice.text("W") == "4W8"
    assert SheetWeapon(id="x", tw=3).dice.text("W") == "3W10"
    assert SheetWeapon(id="x", damage="2d6+1", category=1000).dice.text("W") == "2W6+1"


# -- value and row ------------------------------------------------------------------------------


@pytest.mark.mechanic("M45", "M55")
def test_the_value_is_w100_and_points_less_boni() -> None:
    state = do(pair(), "critical", 21, 2, 5, 3, 4, 40, target="t", points=44)
    assert vitals(state, "t").wounds[0].value == 65
    harder = pair(None, {"critical_bonus": 29})
    state = do(harder, "critical", 21, 2, 1, 5, target="t", points=44)
    assert lost(state) == 44, "row 36 instead: an arm all the same"
    assert vitals(state, "t").wounds[0].value == 36


@pytest.mark.mechanic("M45")
def test_a_value_below_the_first_row_uses_the_first() -> None:
    assert row_at("hieb", -40).since == 2


@pytest.mark.mechanic("M47")
def test_aimed_attacks_shift_the_value() -> None:
    blow = Blow(TokenId("a"), TokenId("t"), "hieb", 9, shift=8)
    assert [v for v, _ in shifts(blow, 40)] == [35, 42, 48]
    state = pair(armed(aimed=8, damage="9", kt=20), running=False)
    after = strike(state, 10, 1, 31, 2, 1, choices=["none", "42"])
    assert vitals(after, "t").wounds[0].value == 42
    after = strike(state, 10, 1, 31, 2, 1, choices=["none", "48"])
    assert vitals(after, "t").wounds[0].part == "r_bein"


def test_an_aimed_blow_uses_the_next_higher_row_of_its_zone() -> None:
    assert row_of("hieb", 40, "kopf").since == 50
    assert row_of("hieb", 40, "arme").since == 36
    assert row_of("hieb", 200, "beine").since == 124
    assert row_of("hieb", 60, "koerper").since == 57


@pytest.mark.mechanic("M48")
def test_a_row_counts_if_the_points_exceed_its_multiple_of_the_armour() -> None:
    row = row_at("hieb", 65)
    assert find("hieb", 65, 25, 12, row).row is row
    assert find("hieb", 65, 24, 12, row).row is not row
    assert find("hieb", 65, 1, 0, row).row is row


@pytest.mark.mechanic("M49")
def test_else_the_next_lower_row_of_the_region_with_simple_armour() -> None:
    row = row_at("hieb", 65)
    found = find("hieb", 65, 20, 12, row)
    assert found.row is not None
    assert (found.value, found.row.since, found.row.open(20)) == (53, 36, 2)
    state = pair(None, {"armour": [{"id": "plate", "arm": 12}]})
    after = hit(state, 20, 65, 1, 5, 6, 10)
    assert lost(after) == 8
    assert vitals(after, "t").wounds[0].part == "l_arm"


@pytest.mark.mechanic("M49")
def test_the_same_row_never_serves_twice_and_where_none_is_left_it_is_an_ordinary_hit() -> None:
    first = row_at("hieb", 3)
    assert lower_row("hieb", first, 60) is None
    state = pair(None, {"armour": [{"id": "p", "kopf": 10}]})
    after, outcome = play(state, "critical", [40], target="t", points=15)
    assert row_at("hieb", 55).region == "kopf"
    assert (lost(after), logged(outcome)) == (5, ["no_critical", "loses"])


@pytest.mark.mechanic("M50")
def test_armour_that_is_not_even_exceeded_protects_completely() -> None:
    state = pair(None, {"armour": [{"id": "p", "brust": 5}]})
    after, outcome = play(state, "critical", [12], target="t", points=5)
    assert (lost(after), logged(outcome)) == (0, ["armour_holds"])


@pytest.mark.mechanic("M51")
def test_left_or_right_is_rolled() -> None:
    assert vitals(hit(pair(), 10, 40, 1, 1), "t").wounds[0].part == "l_arm"
    assert vitals(hit(pair(), 10, 40, 2, 1), "t").wounds[0].part == "r_arm"
    assert vitals(hit(pair(), 10, 45, 2, 1), "t").wounds[0].part == "r_bein"


@pytest.mark.mechanic("M52", "M55")
@pytest.mark.parametrize(
    ("points", "n"), [(14, 1), (15, 2), (29, 2), (30, 3), (44, 3), (45, 4), (90, 4)]
)
def test_every_multiple_opens_one_more_category(points: int, n: int) -> None:
    row = row_at("hieb", 65)
    assert (row.step, len(row.cats)) == (15, 4)
    assert row.open(points) == n


@pytest.mark.mechanic("M55")
@pytest.mark.parametrize(
    ("face", "malus", "dropped"), [(1, 20, False), (2, 20, False), (3, 20, True), (4, 20, True)]
)
def test_the_example_rolls_a_w6_for_one_of_three(face: int, malus: int, dropped: bool) -> None:
    state = do(pair(None, {"life": 200}), "critical", 21, 2, face, 1, target="t", points=44)
    assert vitals(state, "t").wounds[0].malus == malus
    assert bool(vitals(state, "t").dropped) is dropped


# -- consciousness ------------------------------------------------------------------------------


@pytest.mark.mechanic("M53", "M54")
@pytest.mark.parametrize(("roll", "rounds"), [(35, 0), (36, 1), (45, 1), (46, 2), (75, 4)])
def test_failing_the_probe_dazes_for_each_10_begun(roll: int, rounds: int) -> None:
    state = pair(None, {"control": 40, "life": 80, "armour": [{"id": "p", "arm": 0}]})
    after = hit(state, 20, 65, 1, 1, roll)
    assert lost(after) == 20
    held = after.token("t").condition("dazed")
    assert (0 if held is None or held.until is None else held.until[1] // 12) == rounds


@pytest.mark.mechanic("M54")
def test_failing_by_more_than_40_makes_unconscious() -> None:
    after = hit(pair(None, {"control": 40, "life": 80}), 20, 65, 1, 1, 76, 6)
    held = after.token("t").condition("unconscious")
    assert held is not None
    assert held.until is not None
    assert held.until[1] == 6 * 120


@pytest.mark.mechanic("M53")
def test_the_target_of_the_probe_may_be_negative() -> None:
    state = pair(None, {"control": 10, "life": 80, "vitals": {"lost": 54}})
    after = do(state, "critical", 84, 3, 1, 6, target="t", points=6)
    assert after.token("t").has("unconscious")


def test_no_probe_where_the_armour_held_or_no_row_was_found() -> None:
    state = pair(None, {"armour": [{"id": "p", "brust": 50}]})
    _, outcome = play(state, "critical", [12], target="t", points=5)
    assert "stays" not in logged(outcome)


# -- effects ------------------------------------------------------------------------------------


def test_every_effect_of_the_table_happens() -> None:
    tough: dict[str, Any] = {"life": 400, "control": 400}
    assert lost(hit(pair(None, tough), 10, 11, 1, 1)) == 10
    assert hit(pair(None, tough), 5, 10, 1, 1).token("t").has("slow")
    assert lost(hit(pair(None, tough), 2, 3, 1, 1)) == 3
    assert hit(pair(None, tough), 5, 30, 1).token("t").has("must_parry")
    assert hit(pair(None, tough), 20, 45, 2, 4, 1).token("t").has("lying")
    bleeding = hit(pair(None, tough), 30, 90, 4, 3, 4, 1)
    wound = vitals(bleeding, "t").wounds[-1]
    assert (wound.bleeding, wound.until) == (2, 7 * 12)
    assert hit(pair(None, tough), 30, 106, 6, 1, 2, 3, 4, 1).token("t").has("no_parry")
    assert hit(pair(None, tough), 60, 155, 1, 5).token("t").has("unconscious")
    assert hit(pair(None, tough), 95, 190, 4).token("t").has("dead")
    dying = hit(pair(None, tough), 90, 185, 1).token("t").condition("dying")
    assert dying is not None
    assert dying.until is not None
    assert dying.until[1] == 3 * 12


def test_a_hit_arm_drops_what_it_holds() -> None:
    tough: dict[str, Any] = {"life": 400, "control": 400, "shield": "shield"}
    right = hit(pair(None, tough), 30, 65, 2, 3, 1)
    assert vitals(right, "t").dropped == ("blade",)
    left = hit(pair(None, tough), 30, 65, 1, 3, 1)
    assert vitals(left, "t").dropped == ("shield",)
    back = do(left, "act", token="t", kind="pickup")
    assert vitals(do(back, "next"), "t").dropped == ()


@pytest.mark.mechanic("M66", "M68")
def test_maluses_of_parts_and_of_all_add_up() -> None:
    wounds = [
        {"region": "arm", "part": "r_arm", "malus": 20},
        {"region": "brust", "part": "", "malus": 10},
    ]
    state = pair({"vitals": {"wounds": wounds}})
    found = plan(state).attack.find("burden")
    assert found is not None
    assert found.modifier.value == -6
    left = pair({"vitals": {"wounds": wounds}, "handed": "left"})
    found = plan(left).attack.find("burden")
    assert found is not None
    assert found.modifier.value == -2


def test_helpless_victims_are_checked_with_vorteil() -> None:
    state = with_condition(pair(armed(damage="9"), running=False), "t", "unconscious")
    _, outcome = play(state, "attack", [20, 6, 2, 1], (), attacker="a", target="t")
    assert logged(outcome)[0] == "helpless"
    assert "critical" in logged(outcome)


# -- properties ---------------------------------------------------------------------------------


@given(
    kind=st.sampled_from(KINDS), value=st.integers(-50, 260), points=st.integers(1, 120),
    armour=st.integers(0, 40),
)  # fmt: skip
def test_criticals_keep_to_their_region_and_to_the_armour(
    kind: TableKind, value: int, points: int, armour: int
) -> None:
    row = row_at(kind, value)
    found = find(kind, value, points, armour, row)
    assert found.region == row.region
    assert found.stopped is (points <= armour and points <= row.times * armour)
    if found.row is not None and found.row is not row:
        assert found.row.region == row.region
        assert found.row.since < row.since
        assert found.row.since <= value - armour


@pytest.mark.parametrize("kind", KINDS)
def test_tables_ascend_and_know_all_their_codes(kind: TableKind) -> None:
    rows = criticals(kind)
    assert [r.since for r in rows] == sorted({r.since for r in rows})
    known = {"SP", "INI", "PAR", "NP", "BEN", "STURZ", "WEG", "MAL", "ALL", "BL", "KO", "TOD"}
    for row in rows:
        assert row.times >= 1
        for codes in row.cats:
            assert {split(code)[0] for code in codes} <= known
    assert len(rows) == 22
