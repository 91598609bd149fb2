"""KAR, Würfelwert, Basis, caps and deductions (§2, §3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.options import Options
from rules.systems.das_system import kar
from rules.systems.das_system.gear import SheetWeapon, status_of, table_weapon
from rules.systems.das_system.options import OPTIONS
from rules.systems.das_system.sheet import DasSystemSheet
from rules.systems.das_system.values import (
    Split,
    allowed,
    armour_probe,
    attack_values,
    basis_of,
    counted,
    dodge_values,
    parade_values,
    skill_of,
    split_at,
    weighted,
    wuerfelwert,
)
from tests.rules.das_system.fights import opponent, token, wounded

PLAIN = Options(OPTIONS, {})
VALUE = st.integers(0, 2000)


@pytest.mark.mechanic("S4")
@pytest.mark.parametrize(
    ("rv", "mut", "ge", "points"),
    [(1100, 1200, 1000, 51), (1150, 1150, 1150, 49.75), (0, 0, 0, 90), (2000, 2000, 2000, 20)],
)
def test_kar_comes_from_three_attributes(rv: int, mut: int, ge: int, points: float) -> None:
    sheet = DasSystemSheet(reaktion=rv, mut=mut, geschicklichkeit=ge)
    assert kar.points(kar.base(sheet, PLAIN)) == points


def test_kar_may_be_rounded_or_typed() -> None:
    whole = Options(OPTIONS, {"kar_rundung": "half_up"})
    assert kar.points(kar.base(DasSystemSheet(), whole)) == 50
    assert kar.points(kar.base(DasSystemSheet(kar=45), PLAIN)) == 45


@pytest.mark.mechanic("S5")
def test_a_point_of_kar_is_a_tenth_of_a_second() -> None:
    assert kar.seconds(kar.base(DasSystemSheet(kar=45), PLAIN)) == 4.5


@pytest.mark.mechanic("S10")
@pytest.mark.parametrize(("roll", "counts"), [(600, 600), (1150, 1150), (1151, 0), (1, 1)])
def test_a_roll_above_the_wuerfelwert_counts_as_nothing(roll: int, counts: int) -> None:
    assert counted(roll, 1150) == counts


@pytest.mark.mechanic("S16")
@pytest.mark.parametrize("formula", ["mean", "kk_ge", "mut_rv"])
def test_all_three_formulas_fit_the_example(formula: str) -> None:
    options = Options(OPTIONS, {"wuerfelwert_formel": formula})
    sheet = opponent().sheet
    assert isinstance(sheet, DasSystemSheet)
    assert wuerfelwert(sheet, options) == 1150


@pytest.mark.mechanic("S9", "S11", "S14", "S15", "S16")
def test_an_attack_has_four_values_from_the_weapon_table() -> None:
    me = opponent()
    sword = sheet(me).arms[0]
    assert skill_of(sheet(me), sword, "attack") == 2000
    values = attack_values(me, sword, PLAIN)
    assert (values.wuerfelwert, values.basis) == (1150, 1415)
    assert (values.cap_festwert, values.cap_schwere) == (990, 1061)
    typed = sword.model_copy(update={"at_most_festwert": 987, "at_most_schwere": 1057})
    values = attack_values(me, typed, PLAIN)
    assert (values.cap_festwert, values.cap_schwere) == (987, 1057)


def sheet(token: Any) -> DasSystemSheet:
    assert isinstance(token.sheet, DasSystemSheet)
    return token.sheet


@pytest.mark.mechanic("S14")
@given(VALUE, VALUE, VALUE, VALUE, VALUE)
def test_nothing_that_gets_better_lowers_a_basis(a: int, b: int, c: int, d: int, f: int) -> None:
    weights = table_weapon("sword").at
    low = basis_of(made(a, b, c, d), weights, f)
    assert basis_of(made(a + 100, b, c, d), weights, f) >= low
    assert basis_of(made(a, b + 100, c, d), weights, f) >= low
    assert basis_of(made(a, b, c + 100, d), weights, f) >= low
    assert basis_of(made(a, b, c, d + 100), weights, f) >= low
    assert basis_of(made(a, b, c, d), weights, f + 100) == low + 50


def made(mut: int, kk: int, ge: int, rv: int) -> DasSystemSheet:
    return DasSystemSheet(mut=mut, koerperkraft=kk, geschicklichkeit=ge, reaktion=rv)


@pytest.mark.mechanic("S17", "S101")
def test_a_parade_is_built_alike_with_other_values_and_the_same_die() -> None:
    me = opponent()
    sword = sheet(me).arms[0]
    attack, parade = attack_values(me, sword, PLAIN), parade_values(me, sword, PLAIN)
    assert parade is not None
    assert parade.wuerfelwert == attack.wuerfelwert
    assert parade.basis != attack.basis
    basis = parade.basis
    assert (parade.cap_festwert, parade.cap_schwere) == (65 * basis // 100, basis)


@pytest.mark.mechanic("S101")
def test_the_shares_of_the_swords_parade_are_our_own() -> None:
    assert status_of("weapons", "sword", "pa_festwert") == "house"
    assert status_of("weapons", "sword", "at_festwert") == "derived"
    assert status_of("weapons", "sword", "effect") == "stated"


@pytest.mark.mechanic("S40")
def test_a_dodge_is_computed_like_a_weapon_and_has_no_schwere() -> None:
    quick = token("t", ausweichen=2000, geschicklichkeit=1200, reaktion=1400)
    values = dodge_values(quick, PLAIN)
    assert values.basis == (15 * 1200 + 25 * 1400 + 50 * 2000) // 100
    assert (values.cap_festwert, values.cap_schwere) == (70 * values.basis // 100, 0)
    assert values.wuerfelwert == wuerfelwert(sheet(quick), PLAIN)


@pytest.mark.mechanic("S12", "S13")
@given(VALUE, VALUE, st.integers(0, 4000), VALUE)
def test_every_split_that_is_made_is_allowed(fw: int, s: int, basis: int, wanted: int) -> None:
    weapon = SheetWeapon(id="x", at_basis=basis, at_most_festwert=fw, at_most_schwere=s)
    values = attack_values(token("a"), weapon, PLAIN)
    for split in (split_at(values, wanted), weighted(values, wanted)):
        assert allowed(values, split)
    assert not allowed(values, Split(fw + 1, 0))
    assert not allowed(values, Split(0, s + 1))


@pytest.mark.mechanic("S63", "S76", "S55")
def test_deductions_come_off_the_basis_and_leave_the_caps() -> None:
    hurt = opponent(
        vitals={"wounds": [wounded(fight=200, pain=2)]},
        armour=[{"id": "x", "fight": 60}, {"id": "y", "fight": 60, "covers": ["kopf"]}],
        ruestungsgewoehnung=500,
    )
    values = attack_values(hurt, sheet(hurt).arms[0], PLAIN)
    rows = {e.modifier.id: e.modifier.value for e in values.breakdown.entries}
    assert rows == {"base": 1415, "armour": -110, "wound1": -200, "pain": -50}
    assert values.basis == 1415 - 360
    assert (values.cap_festwert, values.cap_schwere) == (990, 1061)


@pytest.mark.mechanic("S55")
def test_pain_may_come_off_the_finished_value_instead() -> None:
    hurt = opponent(vitals={"wounds": [wounded(pain=2), wounded(2, pain=1)]})
    by_value = Options(OPTIONS, {"schmerz_abzug": "value"})
    values = attack_values(hurt, sheet(hurt).arms[0], by_value)
    assert (values.basis, values.penalty) == (1415, 50)


@pytest.mark.mechanic("S78")
@pytest.mark.parametrize(
    ("custom", "fight", "probe", "left"),
    [(500, 120, 300, (110, 250)), (2000, 20, 100, (0, 0)), (0, 5, 5, (5, 5)), (-99, 5, 5, (5, 5))],
)
def test_custom_takes_a_fiftieth_and_a_tenth(
    custom: int, fight: int, probe: int, left: tuple[int, int]
) -> None:
    me = token(
        "a", ruestungsgewoehnung=custom, armour=[{"id": "x", "fight": fight, "probe": probe}]
    )
    values = attack_values(me, sheet(me).arms[0], PLAIN)
    row = values.breakdown.find("armour")
    assert row is not None
    assert (-row.modifier.value, armour_probe(sheet(me))) == left


def test_a_shield_halves_one_of_two_dice() -> None:
    arms: dict[str, Any] = {"weapons": ["sword", "shield"]}
    offensive, defensive = token("a", **arms), token("a", conditions=["shield_defensive"], **arms)
    sword, shield = sheet(offensive).arms[:2]
    assert attack_values(offensive, sword, PLAIN).wuerfelwert == 1150
    assert attack_values(offensive, shield, PLAIN).wuerfelwert == 575
    assert attack_values(defensive, sword, PLAIN).wuerfelwert == 575
    parade = parade_values(defensive, shield, PLAIN)
    assert parade is not None
    assert parade.wuerfelwert == 1150


def test_the_other_hand_uses_skills_of_its_own() -> None:
    me = DasSystemSheet(weapons=["parrying_dagger"], paradewaffen=800, beidhaendig=300)
    dagger = me.arms[0]
    assert (skill_of(me, dagger, "parade"), skill_of(me, dagger, "attack")) == (800, 300)


def test_the_table_fills_what_a_weapon_leaves_out() -> None:
    weapon = SheetWeapon.model_validate({"id": "mine", "base": "hammer", "structure": 9})
    assert (weapon.kind, weapon.structure, weapon.effect["P"]) == ("schlag", 9, 7)
    with pytest.raises(ValueError, match="weapon_unknown"):
        SheetWeapon.model_validate({"id": "x", "base": "nothing"})
