"""The list of conditions, and what it says of each."""

from __future__ import annotations

import pytest

from rules.core.glossary import Glossary
from rules.encounter.state import Condition
from rules.systems.pathfinder import conditions
from rules.systems.pathfinder.tables import condition_rows
from tests.rules.pathfinder.fights import token
from tests.test_project import ROOT

ICONS = {p.stem for p in (ROOT / "assets" / "icons").glob("*.svg")}


def test_every_condition_has_a_word_and_an_icon_that_exists(glossary: Glossary) -> None:
    for spec in conditions.SPECS:
        assert f"condition.pathfinder.{spec.id}" in glossary
        assert spec.icon in ICONS, spec.id


def test_every_condition_of_the_tables_is_in_the_list() -> None:
    assert set(condition_rows()) <= set(conditions.BY_ID)


def test_every_named_group_consists_of_conditions() -> None:
    groups = (
        conditions.HELPLESS,
        conditions.LOSES_DEXTERITY,
        conditions.NO_THREAT,
        conditions.NO_ACTION,
        conditions.ONE_ACTION,
        conditions.UNTIL_OWN_TURN,
    )
    for group in groups:
        assert group <= set(conditions.BY_ID)


@pytest.mark.parametrize("id", ["bound", "asleep", "paralysed", "unconscious", "helpless"])
@pytest.mark.mechanic("P52")
def test_the_helpless_are_those_of_the_list_and_whom_the_master_names(id: str) -> None:
    assert conditions.is_helpless(token("a", conditions=[id]))


def test_a_standing_fighter_is_not_helpless() -> None:
    assert not conditions.is_helpless(token("a", conditions=["prone", "stunned"]))


def test_only_what_hit_points_do_takes_somebody_out() -> None:
    assert {"dead", "dying", "unconscious"} == conditions.OUT
    assert not conditions.is_out(token("a", conditions=["paralysed"]))


@pytest.mark.parametrize(("value", "expected"), [(None, 20), (50, 50), (35, 35)])
@pytest.mark.mechanic("P34", "P45")
def test_concealment_of_ones_own_has_a_preset_and_any_other_grade(
    value: int | None, expected: int
) -> None:
    assert (
        conditions.miss_chance(token("a", conditions=[Condition("concealed", value)])) == expected
    )


@pytest.mark.parametrize(
    ("moment", "over"), [((1, 1), False), ((2, 13), False), ((2, 12), True), ((3, 30), True)]
)
def test_a_condition_runs_out_at_the_start_of_its_count(
    moment: tuple[int, int], over: bool
) -> None:
    assert conditions.ended(Condition("shaken", until=(2, 12)), *moment) is over


def test_a_lasting_condition_never_runs_out() -> None:
    assert not conditions.ended(Condition("prone"), 99, 0)
