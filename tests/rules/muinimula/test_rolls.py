"""W20 with Vorteil and Nachteil, Proben, the rule of 50 (§8, §9); what holds for all rolls."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.muinimula.malus import burden
from rules.systems.muinimula.rolls import (
    Edge,
    edge,
    judge_attack,
    judge_parry,
    judge_probe,
    spread,
)

faces = st.integers(1, 20)
limits = st.integers(-10, 30)
bonuses = st.integers(-20, 20)


@pytest.mark.mechanic("M12", "M14")
def test_attacks_compare_with_the_limit_but_for_the_sure_faces() -> None:
    assert judge_attack((14,), Edge.NONE, 15).success
    assert judge_attack((15,), Edge.NONE, 15).success
    assert not judge_attack((15,), Edge.NONE, 15, strict=True).success
    assert not judge_attack((16,), Edge.NONE, 15).success
    assert judge_attack((2,), Edge.NONE, 1).success
    assert judge_attack((18,), Edge.NONE, 20).success
    assert not judge_attack((19,), Edge.NONE, 30).success
    fumble = judge_attack((20,), Edge.NONE, 30)
    assert (fumble.success, fumble.fumble) == (False, True)


@pytest.mark.mechanic("M20", "M21", "M22")
def test_parries_compare_with_the_attack_but_for_the_sure_faces() -> None:
    assert judge_parry((10,), Edge.NONE, 10, 0).success
    assert not judge_parry((11,), Edge.NONE, 10, 0).success
    assert judge_parry((12,), Edge.NONE, 10, 2).success
    assert judge_parry((2,), Edge.NONE, 1, 0).success
    assert judge_parry((17,), Edge.NONE, 7, 10).success
    for face in (18, 19, 20):
        assert not judge_parry((face,), Edge.NONE, 18, 10).success
    assert judge_parry((20,), Edge.NONE, 18, 0).fumble
    assert not judge_parry((19,), Edge.NONE, 18, 0).fumble


@pytest.mark.mechanic("M69")
def test_vorteil_takes_the_better_unless_a_fumble_stands() -> None:
    assert judge_attack((3, 17), Edge.BETTER, 10).face == 3
    assert judge_attack((20, 10), Edge.BETTER, 12).success
    assert judge_attack((20, 11), Edge.BETTER, 12).fumble
    assert judge_attack((20, 20), Edge.BETTER, 12).fumble


@pytest.mark.mechanic("M70")
def test_nachteil_takes_the_worse_but_a_1_may_save_it() -> None:
    sure = judge_attack((1, 10), Edge.WORSE, 3)
    assert (sure.success, sure.face) == (True, 10)
    assert not judge_attack((1, 11), Edge.WORSE, 3).success
    assert judge_attack((1, 11), Edge.WORSE, 11).success
    assert judge_attack((2, 20), Edge.WORSE, 11).fumble
    assert judge_attack((5, 12), Edge.WORSE, 12).face == 12
    assert not judge_parry((1, 18), Edge.WORSE, 20, 5).success


def test_vorteil_and_nachteil_cancel_each_other() -> None:
    assert edge(True, True) is edge(False, False) is Edge.NONE
    assert (edge(True, False), edge(False, True)) == (Edge.BETTER, Edge.WORSE)


@pytest.mark.mechanic("M69", "M70")
def test_proben_fumble_in_the_worse_half_only() -> None:
    assert judge_probe((97, 40), Edge.BETTER, 50, 96).passed
    assert judge_probe((97, 60), Edge.BETTER, 80, 96).fumble
    assert not judge_probe((10, 70), Edge.WORSE, 50, 96).passed
    assert judge_probe((97,), Edge.NONE, 120, 96).fumble
    assert judge_probe((97,), Edge.NONE, 120, 101).passed


@pytest.mark.mechanic("M67")
@pytest.mark.parametrize(
    ("total", "rest", "worse"),
    [(50, 50, False), (51, 1, True), (75, 25, True), (100, 50, True), (101, 51, True),
     (110, 60, True), (0, 0, False)],
)  # fmt: skip
def test_above_50_the_sum_loses_50_once(total: int, rest: int, worse: bool) -> None:
    found = burden([total])
    assert (found.rest, found.worse) == (rest, worse)


@pytest.mark.mechanic("M65")
def test_the_ladder_of_states_reads_as_the_rule_of_50() -> None:
    ladder = [burden([n]) for n in (5, 10, 25, 50, 60, 75)]
    assert [(b.rest, b.worse) for b in ladder] == [
        (5, False), (10, False), (25, False), (50, False), (10, True), (25, True),
    ]  # fmt: skip


@pytest.mark.mechanic("M66")
def test_a_malus_on_a_w20_is_a_fifth_rounded_up() -> None:
    found = burden([25, 30])
    assert (found.on_w20(5), found.worse) == (1, True)
    assert burden([20, 10]).on_w20(5) == 6


# -- what always holds --------------------------------------------------------------------------


@given(dice=st.tuples(faces, faces), limit=limits, lot=st.sampled_from(Edge))
def test_no_roll_both_succeeds_and_fumbles(dice: tuple[int, int], limit: int, lot: Edge) -> None:
    thrown = dice[:1] if lot is Edge.NONE else dice
    roll = judge_attack(thrown, lot, limit)
    assert not (roll.success and roll.fumble)
    assert roll.face in thrown
    assert judge_attack(thrown[::-1], lot, limit) == roll


@given(dice=st.tuples(faces, faces), limit=limits)
def test_vorteil_is_never_worse_than_nachteil(dice: tuple[int, int], limit: int) -> None:
    better = judge_attack(dice, Edge.BETTER, limit)
    worse = judge_attack(dice, Edge.WORSE, limit)
    assert better.success or not worse.success


@given(face=faces, limit=limits, lot=st.sampled_from(Edge))
def test_a_higher_limit_never_hurts(face: int, limit: int, lot: Edge) -> None:
    dice = (face,) if lot is Edge.NONE else (face, 7)
    if judge_attack(dice, lot, limit).success:
        assert judge_attack(dice, lot, limit + 1).success


@given(face=faces, attack=faces, bonus=bonuses)
def test_a_higher_attack_roll_is_easier_to_parry(face: int, attack: int, bonus: int) -> None:
    if judge_parry((face,), Edge.NONE, attack, bonus).success:
        assert judge_parry((face,), Edge.NONE, attack + 1, bonus).success


@pytest.mark.parametrize("lot", Edge)
def test_all_ways_a_roll_can_fall_add_up_to_one(lot: Edge) -> None:
    assert sum(chance for _, chance in spread(lot)) == Fraction(1)


@given(values=st.lists(st.integers(0, 60), max_size=6))
def test_maluses_add_up_in_any_order(values: list[int]) -> None:
    assert burden(values) == burden(sorted(values))
    assert burden(values).rest <= max(50, sum(values) - 50)
