"""Attack against defence: comparison, criticals, fumbles, exact odds, damage through armour."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.options import Options
from rules.systems.damakar import contest
from rules.systems.damakar.contest import Rules, judge, judge_mutual
from rules.systems.damakar.damage import Armour, sums
from rules.systems.damakar.modes import halved
from rules.systems.damakar.options import OPTIONS
from rules.systems.damakar.wounds import KINDS, kind_of
from rules.systems.damakar.zones import DIE, Zone, span, zone_of

PLAIN = Rules()
BONUS = st.integers(-5, 25)
FACES = range(1, 21)


@pytest.mark.mechanic("D57")
def test_the_higher_total_wins_and_a_tie_defends() -> None:
    assert judge(24, 19, PLAIN).hit
    assert not judge(19, 19, PLAIN).hit
    assert judge(19, 19, Rules(tie_hits=True)).hit
    assert judge(24, 19, PLAIN).difference == 5


@pytest.mark.mechanic("D17")
@pytest.mark.parametrize(
    ("attack", "defence", "level", "fumble"),
    [(24, 19, 0, False), (29, 19, 1, False), (39, 19, 2, False), (9, 19, 0, True),
     (10, 19, 0, False)],
)  # fmt: skip
def test_criticals_and_fumbles_go_by_the_difference(
    attack: int, defence: int, level: int, fumble: bool
) -> None:
    verdict = judge(attack, defence, PLAIN)
    assert (verdict.level, verdict.fumble) == (level, fumble)
    mutual = judge_mutual(attack, defence, PLAIN)
    assert (mutual.level, mutual.fumble, mutual.hit) == (level, fumble, not fumble)
    other = judge_mutual(attack, defence, Rules(both_hit=False))
    assert other.hit == (attack > defence)


@given(BONUS, BONUS, st.booleans())
def test_odds_are_exact(attack: int, defence: int, tie: bool) -> None:
    rules = Rules(tie_hits=tie)
    pairs = list(product(FACES, FACES))
    hits = sum(judge(attack + a, defence + d, rules).hit for a, d in pairs)
    assert contest.chance(attack, defence, None, rules) == Fraction(hits, 400)
    hits = sum(judge(attack + a, defence, rules).hit for a in FACES)
    assert contest.chance(attack, None, defence, rules) == Fraction(hits, 20)
    assert contest.chance(attack, None, None, rules) == 1
    hits = sum(judge_mutual(attack + a, defence + d, rules).hit for a, d in pairs)
    assert contest.mutual_chance(attack, defence, rules) == Fraction(hits, 400)


@given(BONUS, BONUS)
def test_the_needed_face_is_the_lowest_that_beats_an_ordinary_roll(
    attack: int, defence: int
) -> None:
    needs = contest.needed(attack, defence, None, PLAIN)
    hitting = [f for f in FACES if judge(attack + f, defence + contest.MIDDLE, PLAIN).hit]
    assert needs == (hitting[0] if hitting else None)
    assert contest.needed(attack, None, None, PLAIN) == 1


@pytest.mark.mechanic("D34", "D35", "D36", "D37", "D38")
@given(st.integers(-5, 10), st.integers(1, 80), st.integers(-3, 120))
def test_classes_of_wounds_go_by_exact_thirds(constitution: int, lp: int, damage: int) -> None:
    kind = kind_of(damage, constitution, lp)
    if damage <= 0:
        assert kind == ""
    elif damage <= constitution:
        assert kind == "scratch"
    else:
        third = Fraction(lp, 3)
        above = (damage > third) + (damage > 2 * third) + (damage > lp)
        assert kind == KINDS[1 + above]


@pytest.mark.mechanic("D60")
@given(
    st.integers(0, 20), st.integers(0, 12), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)
)
def test_armour_never_adds_and_takes_each_part_by_itself(
    variable: int, bonus: int, total: int, off_dice: int, off_bonus: int
) -> None:
    armour = Armour(total, off_dice, off_bonus)
    through = armour.through(variable, bonus)
    assert 0 <= through <= variable + bonus
    assert Armour().through(variable, bonus) == variable + bonus
    assert Armour(total).through(variable, bonus) == max(0, variable + bonus - total)


@given(st.integers(0, 4), st.integers(1, 8))
def test_sums_of_dice_are_all_throws(count: int, sides: int) -> None:
    table = sums(count, sides)
    assert sum(table.values()) == sides**count
    assert min(table) == count
    assert max(table) == count * sides


@pytest.mark.mechanic("D58")
def test_the_zone_die_is_a_table_that_can_be_changed() -> None:
    usual = Options(OPTIONS, {})
    assert [zone_of(f, usual) for f in (1, 3, 4, 7, 11, 15, 17, 20)] == [
        Zone.LEFT_LEG, Zone.LEFT_LEG, Zone.RIGHT_LEG, Zone.BELLY, Zone.CHEST, Zone.LEFT_ARM,
        Zone.RIGHT_ARM, Zone.HEAD,
    ]  # fmt: skip
    assert span(Zone.HEAD, usual) == (19, DIE)
    other = Options(OPTIONS, {"zone_left_leg": 0, "zone_right_arm": 20})
    assert span(Zone.LEFT_LEG, other) is None
    assert zone_of(20, other) is Zone.RIGHT_ARM


@pytest.mark.mechanic("D44")
@given(st.integers(1, 60))
def test_both_readings_of_alternating_differ_only_for_odd_prices(zp: int) -> None:
    plus1, half = halved(zp, plus_first=True), halved(zp, plus_first=False)
    assert half - plus1 == (zp % 2)
