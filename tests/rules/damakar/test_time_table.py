"""The numbers of DAMAKAR's time, typed from its rules: what actions cost, how far they go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.sources import Status
from rules.core.tables import KEY, using
from rules.encounter.tables import judge, plain_rows, rows_of, tables_of
from rules.systems.damakar.modes import halved
from rules.systems.damakar.moving import half_metres
from rules.systems.damakar.options import OPTIONS, options_of
from rules.systems.damakar.own_tables import TABLES
from rules.systems.damakar.prices import price, wound_price
from rules.systems.damakar.tables import actions
from tests.rules.damakar.fights import begin, do, dues, fight, token, two

STATED = {
    # the table of typical actions: ZP, and what may change them; "None" = the weapon says it
    "melee_attack": ("action", None, {"weapon", "magic"}),
    "melee_parry": ("reaction", 2, {"weapon", "magic"}),
    "shoot": ("action", 2, {"weapon", "magic"}),
    "throw": ("action", 7, {"weapon", "magic"}),
    "reload": ("action", None, {"weapon", "magic"}),
    "draw": ("action", 7, {"weapon", "magic", "gear"}),
    "drop": ("action", 2, set()),
    "pick_up": ("action", 7, {"armour", "magic"}),
    "move": ("action", 1, {"armour", "magic", "load"}),
    "run": ("action", 1, {"armour", "magic", "load"}),
    "disengage": ("action", 7, {"armour", "magic"}),
    "turn_away": ("action", 2, set()),
    "dodge": ("reaction", 2, {"armour", "magic", "load"}),
    "scratch": ("wound", 0, set()),
    "light": ("wound", 1, {"magic", "ability"}),
    "heavy": ("wound", 2, {"magic", "ability"}),
    "very_heavy": ("wound", 4, {"magic", "ability"}),
}
VARIABLE = {"magic", "deadly"}
"""Rows of the table without a number: by the magic system; whoever has it fights no more."""


@pytest.mark.parametrize("id", STATED)
def test_every_action_costs_what_the_table_says(id: str) -> None:
    kind, zp, mods = STATED[id]
    row = actions()[id]
    ours = id == "reload"  # the rules name no number at all
    assert (row.kind, set(row.mods)) == (kind, mods)
    assert row.status is (Status.HOUSE if ours else Status.STATED)
    assert row.by_weapon == (zp is None)
    if zp is not None:
        assert row.zp == zp


def test_the_table_has_no_other_rows_but_those_without_a_number_and_the_free_one() -> None:
    others = actions().keys() - STATED.keys()
    assert others == VARIABLE | {"free"}
    assert actions()["free"].status is Status.HOUSE
    assert set(actions()["magic"].mods) == {"magic"}
    assert set(actions()["deadly"].mods) == {"magic", "ability"}


def test_only_running_costs_action_points_by_itself_two_for_each_zp() -> None:
    assert {id: row.ap for id, row in actions().items() if row.ap} == {"run": 2}
    state = two()
    fast = price(state, state.token("x"), "run", times=3)
    assert (fast.zp.total, fast.ap.total) == (3, 6)


def test_a_plain_melee_attack_moves_the_marker_seven_fields() -> None:
    assert actions()["melee_attack"].zp == 7
    state = begin(two(), x=10, y=5)
    before = dues(state)["x"]
    after = do(state, "attack", [2, 8, 1, 1], ["none"], attacker="x", target="y", weapon="sword")
    assert dues(after)["x"] - before == 7


@pytest.mark.parametrize(("strength", "walk", "run"), [(-1, 2.5, 5), (0, 3, 6), (3, 4.5, 9)])
def test_one_zp_goes_three_and_half_the_strength_running_six_and_all(
    strength: int, walk: float, run: float
) -> None:
    one, options = token("x", strength=strength), options_of(fight())
    assert half_metres(one, options) / 2 == walk
    assert half_metres(one, options, run=True) / 2 == run


@pytest.mark.parametrize(("slower", "each"), [(5, 4), (6, 4), (7, 5), (8, 5)])
def test_alternating_costs_the_rounded_half_of_the_slower_weapon_and_one(
    slower: int, each: int
) -> None:
    assert halved(slower, plus_first=False) == each


@pytest.mark.parametrize(
    ("kind", "zp"), [("scratch", 0), ("light", 1), ("heavy", 2), ("very_heavy", 4)]
)
def test_wounds_cost_time(kind: str, zp: int) -> None:
    assert wound_price(token("x"), kind) == zp


def test_what_the_rules_do_not_say_of_time_is_a_house_default() -> None:
    ours = {o.key: (o.default, o.source.status) for o in OPTIONS}
    for key, value in {"ring_size": 24, "min_action_zp": 1, "surprise_modifier": 0}.items():
        assert ours[key] == (value, Status.HOUSE)
    assert ours["backpack_zp"][1] is Status.HOUSE


def test_the_editor_offers_no_price_that_weapon_or_caster_set_and_reads_old_tables() -> None:
    spec = next(spec for spec in TABLES if spec.id == "actions")
    asked = {id for id, (_, zp, _) in STATED.items() if zp is None} | {"magic", "free"}
    offered = {str(row[KEY]) for row in spec.rows()}
    assert offered == actions().keys() - asked
    old: list[Any] = [
        *({**row, "zp": 9} for row in spec.rows()),
        *({KEY: id, "zp": 3, "ap": 0} for id in asked),
    ]
    assert judge(spec, old) == ()
    state = replace(two(), data={**two().data, "tables": {"actions": old}})
    assert {str(row[KEY]) for row in rows_of(state, spec)} == offered
    assert {str(row[KEY]) for row in plain_rows(spec, old)} == offered
    with using(tables_of(state)):
        assert {id: actions()[id].zp for id in offered} == dict.fromkeys(offered, 9)
        assert actions()["melee_attack"].status is Status.STATED
