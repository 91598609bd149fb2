"""The numbers of Das System's time, typed from its rules: KAR, bleeding, pain, Ausdauer."""

from __future__ import annotations

import pytest

from rules.core.sources import Status
from rules.systems.das_system import kar, spans
from rules.systems.das_system.bouts import PER_ATTACK
from rules.systems.das_system.gear import SheetWeapon
from rules.systems.das_system.options import OPTIONS, options_of
from rules.systems.das_system.sheet import DasSystemSheet
from rules.systems.das_system.tables import bleeding_levels, pain_table, surprise_rows
from rules.systems.das_system.tending import INFECTION, MOST_INFECTION_ROLLS
from tests.rules.das_system.fights import fight

BLEEDING = [
    # points of GZ, in so many seconds, for how many seconds
    (1, 3, 600),
    (1, 1, 60),
    (5, 1, 30),
    (10, 1, 20),
    (20, 1, 20),
    (50, 1, 20),
]
PAIN = [60, 20, 15, 3, 10, 60]
"""Seconds that each row of pain lasts."""


def test_a_point_of_kar_is_a_tenth_of_a_second() -> None:
    assert kar.seconds(45 * kar.POINT) == 4.5
    assert kar.SECOND == 10 * kar.POINT


@pytest.mark.parametrize(
    ("reaction", "courage", "skill", "points"),
    [(0, 0, 0, 90), (1150, 1150, 1150, 49.75), (2000, 2000, 2000, 20), (1100, 1200, 1000, 51)],
)
def test_kar_is_90_less_shares_of_reaction_courage_and_skill(
    reaction: int, courage: int, skill: int, points: float
) -> None:
    sheet = DasSystemSheet(reaktion=reaction, mut=courage, geschicklichkeit=skill)
    assert kar.points(kar.base(sheet, options_of(fight()))) == points


def test_bleeding_takes_and_lasts_what_the_table_says() -> None:
    assert [(r.loss, r.every, r.lasts) for r in bleeding_levels()] == BLEEDING


def test_pain_lasts_what_the_table_says_and_takes_what_we_say() -> None:
    table = pain_table()
    assert [row.lasts for row in table.levels] == PAIN
    assert table.status is Status.HOUSE, "the columns of the deductions are lost"


def test_only_the_warning_of_the_last_moment_is_stated_among_the_circumstances() -> None:
    rows = surprise_rows()
    assert {id: row.kar for id, row in rows.items() if row.status is Status.STATED} == {
        "warned": 10
    }
    ours = {"prepared": 0, "distracted": 5, "flanked": 15, "busy": 20, "unready": 25}
    assert {id: row.kar for id, row in rows.items() if row.status is Status.HOUSE} == ours


def test_an_attack_costs_20_ausdauer_a_parade_10_and_a_series_has_one_for_each_100() -> None:
    weapon = SheetWeapon(id="probe")
    assert (weapon.cost_attack, weapon.cost_parade) == (20, 10)
    assert PER_ATTACK == 100


def test_an_untreated_wound_is_infected_with_30_percent_three_rolls_at_most() -> None:
    assert (INFECTION, MOST_INFECTION_ROLLS) == (30, 3)


def test_a_minute_has_sixty_sequences() -> None:
    assert spans.until(fight(), 1, "minute")[1] == 60 * kar.SECOND


def test_what_is_lost_of_time_is_a_house_default() -> None:
    ours = {o.key: (o.default, o.source.status) for o in OPTIONS}
    wanted = {"kar_erholung": 1, "ausdauer_erholung": 5, "bruch_wert": 500, "bruch_schwere": 250}
    for key, value in wanted.items():
        assert ours[key] == (value, Status.HOUSE)
