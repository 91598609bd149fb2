"""The numbers of Muinimula's time, typed from its rules: attack times, windows, rounds, spans."""

from __future__ import annotations

import pytest

from rules.core.asking import ScriptedDice, run
from rules.core.sources import Status
from rules.encounter.course import Course
from rules.encounter.state import TokenId
from rules.systems.muinimula import spans
from rules.systems.muinimula.criticals import DAZED_UP_TO
from rules.systems.muinimula.harm import unconscious_span
from rules.systems.muinimula.options import OPTIONS
from rules.systems.muinimula.parry import TW_APART, WINDOW_HALF, WINDOW_SHIELD
from rules.systems.muinimula.tables import printed_classes, printed_states
from rules.systems.muinimula.time import kampfrunde, seconds
from rules.systems.muinimula.weapons import SheetWeapon
from tests.rules.muinimula.fights import pair

CLASSES = {
    # classes whose numbers stand on the rules' own site: TW (seconds of an attack), GA, KT, KK
    "kurzschwerter": (1, 8, 4, 4),
    "schwerter": (2, 10, 6, 2),
    "langschwerter": (3, 15, 6, 0),
    "anderthalbhaender": (3, 35, 6, 0),
    "anderthalbhaender_2h": (3, 20, 6, 0),
    "bihaender": (4, 35, 8, -4),
    "dolche": (1, 6, 5, 4),
}
OURS = {
    "degen": 1, "keulen": 2, "kriegshaemmer": 3, "grosse_keulen": 4, "handaexte": 2,
    "streitaexte": 3, "schlachtbeile": 4, "kampfstoecke": 1, "kampfstaebe": 2, "hellebarden": 4,
    "speere": 2, "piken": 3, "morgensterne": 3, "kriegsflegel": 4, "peitschen": 1, "sicheln": 1,
    "faust": 1, "tritte": 1, "gebiss": 2, "krallen": 1, "kurzboegen": 2, "langboegen": 3,
    "leichte_armbrueste": 3, "schwere_armbrueste": 4, "wurfmesser": 1, "wurfspeere": 2,
}  # fmt: skip
"""TW of the classes whose numbers were not found: house defaults."""
STATES = {
    # from so many percent of the LE on: malus in percent, Nachteil everywhere, AZP, TP divided by
    "unhurt": (75, 0, False, 0, 1),
    "scratched": (60, 5, False, 0, 1),
    "light": (50, 10, False, 0, 1),
    "wounded": (40, 25, False, 0, 1),
    "heavy": (30, 0, True, 10, 1),
    "very_heavy": (20, 10, True, 25, 5),
    "mortal": (10, 25, True, 50, 10),
}


@pytest.mark.parametrize("id", CLASSES)
def test_every_class_of_the_site_has_its_numbers(id: str) -> None:
    row = printed_classes()[id]
    assert (row.tw, row.ga, row.kt, row.kk) == CLASSES[id]
    assert row.status is Status.STATED


@pytest.mark.parametrize("id", OURS)
def test_every_other_class_is_marked_as_ours(id: str) -> None:
    row = printed_classes()[id]
    assert (row.tw, row.status) == (OURS[id], Status.HOUSE)


def test_there_are_no_other_classes() -> None:
    assert printed_classes().keys() == CLASSES.keys() | OURS.keys()


@pytest.mark.parametrize(
    ("cls", "faster", "time"),
    [("schwerter", 0, 2), ("schwerter", 1, 1), ("schwerter", 2, 0.5), ("bihaender", 0, 4),
     ("kurzschwerter", 1, 0.5), ("langboegen", 0, 3), ("schwere_armbrueste", 0, 8)],
)  # fmt: skip
def test_an_attack_takes_tw_less_ba_seconds_and_half_a_second_at_least(
    cls: str, faster: int, time: float
) -> None:
    weapon = SheetWeapon.model_validate({"id": "w", "cls": cls, "quick": faster})
    assert seconds(weapon.attack_time) == time


def test_dodge_and_buckler_wait_half_a_second_shields_a_whole_one() -> None:
    assert (seconds(WINDOW_HALF), seconds(WINDOW_SHIELD)) == (0.5, 1)
    assert TW_APART == 1


def test_a_kampfrunde_has_six_seconds() -> None:
    assert [kampfrunde(2 * second) for second in (0, 5, 6, 11, 12)] == [1, 1, 2, 2, 3]
    begin = pair().timeline.now
    assert spans.until(pair(), 2, "round")[1] - begin == 24
    assert spans.until(pair(), 1, "minute")[1] - begin == 120


@pytest.mark.parametrize(
    ("faces", "length"),
    [((1, 13), 13), ((2,), 120), ((9,), 540), ((10, 3), 3 * 3600), ((10, 10, 2), 2 * 86_400),
     ((10, 10, 10, 4), 40 * 86_400), ((10, 10, 10, 10, 3), 120 * 86_400),
     ((10, 10, 10, 10, 10, 2), 800 * 86_400)],
)  # fmt: skip
def test_unconsciousness_lasts_seconds_minutes_hours_days_weeks_months_years(
    faces: tuple[int, ...], length: int
) -> None:
    half, _ = run(unconscious_span(Course(pair()), TokenId("a")), ScriptedDice(faces))
    assert seconds(half) == length


def test_states_follow_the_share_of_le() -> None:
    rows = printed_states()
    assert [id for id in rows if id not in STATES] == ["unconscious", "dying"]
    for id, wanted in STATES.items():
        row = rows[id]
        assert (row.since, row.malus, row.all, row.azp, row.divide) == wanted, id


def test_a_probe_failed_by_up_to_forty_dazes_and_does_not_knock_out() -> None:
    assert DAZED_UP_TO == 40


def test_what_the_rules_do_not_say_of_time_is_a_house_default() -> None:
    ours = {o.key: (o.default, o.source.status) for o in OPTIONS}
    assert ours["pickup_seconds"] == (2, Status.HOUSE)
    assert ours["rise_seconds"] == (1, Status.HOUSE)
    for key in ("open_from", "open_again_from", "open_down_again_from"):
        assert ours[key] == (96, Status.HOUSE)
