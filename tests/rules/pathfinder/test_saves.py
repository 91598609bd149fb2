"""Saving throws and what cover is worth for them (§3.6)."""

from __future__ import annotations

from typing import Any

import pytest

from maps.shapes import Grade, Kind
from rules.encounter.state import Encounter
from rules.systems.pathfinder import saves
from rules.systems.pathfinder.commands import Save
from rules.systems.pathfinder.harm import health
from rules.systems.pathfinder.saves import SavePlan, damage_left, save_plan
from tests.rules.pathfinder.fights import fight, logged, play, token, wall

HALF = wall("w", (3, 0), (3, 1))
"""A wall that shelters the token at (4, 0) from the west and leaves a line free."""
ORIGIN = (0.5, 2.5)


def sheltered(*obstacles: Any, **options: Any) -> Encounter:
    return fight(token("a", (4, 0), reflex=3, dexterity=14), obstacles=obstacles, **options)


def plan(state: Encounter, **fields: Any) -> SavePlan:
    values = {"token": "a", "save": "ref", "dc": 15, "origin": ORIGIN, **fields}
    return save_plan(state, Save.model_validate(values))


def cover_of(found: SavePlan) -> int:
    return sum(
        e.modifier.value for e in found.bonus.entries if e.counted and e.modifier.kind == "cover"
    )


# -- the sum ------------------------------------------------------------------------------------


def test_base_save_and_ability_add_up() -> None:
    state = fight(token("a", fortitude=4, constitution=14, will=2, wisdom=8))
    assert plan(state, save="fort").bonus.total == 6
    assert plan(state, save="will").bonus.total == 1


def test_the_needed_face_is_between_two_and_twenty() -> None:
    state = fight(token("a", reflex=3, dexterity=14))
    assert plan(state, dc=15).needs == 10
    assert plan(state, dc=1).needs == 2
    assert plan(state, dc=60).needs == 20


def test_fear_counts_once_and_sickness_beside_it() -> None:
    state = fight(token("a", will=3, conditions=["shaken", "frightened", "sickened"]))
    assert plan(state, save="will").bonus.total == 3 - 2 - 2


def test_the_helpless_save_with_dexterity_zero() -> None:
    state = fight(token("a", reflex=3, dexterity=18, conditions=["paralysed"]))
    assert plan(state).bonus.total == 3 - 5


def test_entanglement_takes_dexterity() -> None:
    state = fight(token("a", reflex=3, dexterity=14, conditions=["entangled"]))
    assert plan(state).bonus.total == 3


# -- cover --------------------------------------------------------------------------------------


@pytest.mark.mechanic("P13")
def test_cover_gives_two_against_what_starts_beyond_it() -> None:
    found = plan(sheltered(HALF))
    assert cover_of(found) == 2
    assert found.bonus.total == 3 + 2 + 2
    assert found.cover.by == ("w",)


@pytest.mark.mechanic("P13")
def test_cover_gives_nothing_against_what_starts_on_the_own_side() -> None:
    assert cover_of(plan(sheltered(HALF), origin=(7.5, 2.5))) == 0


@pytest.mark.mechanic("P14")
def test_a_spread_goes_round_the_corner() -> None:
    found = plan(sheltered(HALF), spread=True)
    assert cover_of(found) == 0
    entry = found.bonus.find("cover_hard")
    assert entry is not None
    assert entry.why is not None


@pytest.mark.mechanic("P17")
def test_creatures_give_no_bonus() -> None:
    state = sheltered().with_token(token("b", (2, 1)))
    found = plan(state)
    assert found.cover.grade is Grade.SOFT
    assert cover_of(found) == 0
    assert not found.bonus.counts("cover_soft")


@pytest.mark.mechanic("P22")
def test_partial_cover_gives_one_when_the_master_says_so() -> None:
    assert cover_of(plan(sheltered(), cover="partial")) == 1
    state = fight(
        token("a", (4, 0), reflex=3, dexterity=14),
        obstacles=[wall("w", (3, 0), (3, 0.3))],
        partial_cover="apply",
    )
    assert cover_of(plan(state, origin=(0.5, 0.4))) == 1


@pytest.mark.mechanic("P24")
def test_total_cover_keeps_the_effect_away() -> None:
    state = sheltered(wall("w", (3, -9), (3, 9)))
    found = plan(state)
    assert found.unaffected
    assert found.bonus.find("cover_total") is None
    after, outcome = play(state, saves.save, Save(token="a", save="ref", dc=15, origin=ORIGIN))
    assert after is not None
    assert logged(outcome) == ["unaffected"]
    assert not plan(state, spread=True).unaffected


@pytest.mark.mechanic("P25")
def test_improved_cover_gives_four_or_half_of_what_the_master_sets() -> None:
    slit = wall("s", (3, -9), (3, 9), kind=Kind.SLIT)
    assert cover_of(plan(sheltered(slit))) == 4
    assert cover_of(plan(sheltered(slit, improved_cover_bonus=6))) == 3


@pytest.mark.mechanic("P26")
def test_improved_cover_acts_like_improved_evasion_where_its_bonus_applies() -> None:
    state = sheltered(wall("s", (3, -9), (3, 9), kind=Kind.SLIT))
    assert plan(state).evasion == "improved"
    assert plan(state, spread=True).evasion == "none"
    assert plan(state, save="fort").evasion == "none"
    assert plan(state, origin=(7.5, 0.5)).evasion == "none"


@pytest.mark.mechanic("P28")
def test_kinds_of_cover_do_not_add_up() -> None:
    slit = wall("s", (2, -9), (2, 9), kind=Kind.SLIT)
    found = plan(sheltered(slit, HALF))
    assert cover_of(found) == 4
    assert not found.bonus.counts("cover_hard")


def test_cover_is_worth_nothing_for_other_saves_or_without_an_origin() -> None:
    assert cover_of(plan(sheltered(HALF), save="will")) == 0
    assert cover_of(plan(sheltered(HALF), origin=None)) == 0


# -- damage and the roll ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("saved", "evasion", "left"),
    [
        (True, "none", 10),
        (False, "none", 21),
        (True, "evasion", 0),
        (False, "evasion", 21),
        (True, "improved", 0),
        (False, "improved", 10),
    ],
)
@pytest.mark.mechanic("P26")
def test_what_damage_gets_through(saved: bool, evasion: saves.Evasion, left: int) -> None:
    assert damage_left(21, saved, evasion) == left


def test_the_helpless_do_not_evade() -> None:
    state = fight(token("a", evasion="evasion", conditions=["bound"]))
    assert plan(state).evasion == "none"
    assert plan(fight(token("a", evasion="evasion"))).evasion == "evasion"


@pytest.mark.parametrize(("face", "left"), [(20, 10), (10, 10), (9, 0), (1, 0)])
def test_the_roll_halves_the_damage_or_not(face: int, left: int) -> None:
    state = fight(token("a", reflex=3, dexterity=14, hp=20))
    command = Save(token="a", save="ref", dc=15, damage=20)
    state, outcome = play(state, saves.save, command, [face])
    assert health(state.token("a")).now == left
    assert logged(outcome)[0] == "save"


def test_a_one_fails_and_a_twenty_saves_whatever_the_sum() -> None:
    easy = Save(token="a", save="will", dc=0)
    hard = Save(token="a", save="will", dc=99)
    for command, face, mood in ((easy, 1, "hit"), (hard, 20, "miss")):
        _, outcome = play(fight(token("a")), saves.save, command, [face])
        assert getattr(outcome.events[0], "mood", "") == mood
