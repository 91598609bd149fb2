"""Surprise: the dice, the segments of each, what happens in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.grid import Point
from rules.systems.osric import SYSTEM
from rules.systems.osric.surprise import segments_of
from tests.rules.osric.fights import Table, foe, hero, plan, token


def two_sides(**options: bool | int | str) -> Table:
    """Seat a quick hero, two plain ones, and two orcs."""
    return Table(
        hero("quick", dexterity=17), hero("plain", (0, 1)), hero("slow", (0, 2), dexterity=3),
        foe("orc"), foe("other", (1, 1)), **options,
    )  # fmt: skip


def plain(**options: bool | int | str) -> Table:
    return Table(hero("h"), hero("i", (0, 1)), foe("orc"), foe("other", (1, 1)), **options)


def test_the_numbers_of_the_examples() -> None:
    assert [segments_of(roll, 2, 0) for roll in range(1, 7)] == [1, 2, 0, 0, 0, 0]


@given(roll=st.integers(1, 6), most=st.integers(0, 6), modifier=st.integers(-3, 3))
def test_dexterity_changes_the_number_but_surprises_nobody(
    roll: int, most: int, modifier: int
) -> None:
    found = segments_of(roll, most, modifier)
    assert found >= 0
    if roll > most:
        assert found == 0
    else:
        assert found == max(0, roll - modifier)
    assert segments_of(roll, most, modifier, never=True) == 0


@pytest.mark.mechanic("O6", "O7", "O13")
def test_rolls_one_and_two_give_the_party_one_segment() -> None:
    table = plain().do("start", [1, 2])
    assert "passes" in table.log, "segment 1: both sides are surprised"
    assert table.now == ("surprise", 1, 2)
    assert table.acting == {"h", "i"}
    assert table.has("orc", "surprised")
    assert not table.has("h", "surprised")
    table.do("next")
    assert table.now == ("declare", 1, 1)
    assert not table.has("orc", "surprised")


@pytest.mark.mechanic("O7", "O12", "O14")
def test_rolls_two_and_five_give_the_monsters_both_segments() -> None:
    table = plain().do("start", [2, 5])
    assert table.now == ("surprise", 1, 1)
    assert table.acting == {"orc", "other"}
    table.do("next")
    assert table.now == ("surprise", 1, 2)
    assert table.acting == {"orc", "other"}
    table.do("next")
    assert table.now[0] == "declare"


@pytest.mark.mechanic("O17", "O18", "O19")
def test_a_quick_member_acts_alone_and_then_with_the_monsters() -> None:
    table = Table(hero("quick", dexterity=17), hero("plain", (0, 1)), foe("orc"))
    table.do("start", [2, 1])
    assert table.now == ("surprise", 1, 1)
    assert table.acting == {"quick"}
    table.do("next")
    assert table.now == ("surprise", 1, 2)
    assert table.acting == {"quick", "orc"}
    assert table.has("plain", "surprised")


@pytest.mark.mechanic("O19")
def test_in_a_shared_segment_initiative_may_be_rolled() -> None:
    table = Table(
        hero("quick", dexterity=17), hero("plain", (0, 1)), foe("orc"), surprise_both="initiative"
    )
    table.do("start", [2, 1]).do("next", [2, 5])
    assert table.acting == {"orc"}
    table.do("next")
    assert table.acting == {"quick"}
    assert table.do("next").now[0] == "declare"


@pytest.mark.mechanic("O11")
def test_nobody_surprised_goes_straight_to_the_round() -> None:
    table = plain().do("start", [4, 3])
    assert table.now == ("declare", 1, 1)
    assert not table.has("h", "surprised")


@pytest.mark.mechanic("O17")
def test_a_dexterity_of_three_adds_segments() -> None:
    table = two_sides().do("start", [2, 6])
    waits = table.state.timeline.data["surprise"]
    assert waits == {"quick": 0, "plain": 2, "slow": 5, "orc": 0, "other": 0}
    for _ in range(4):
        table.do("next")
    assert table.now == ("surprise", 1, 5)
    assert "slow" not in table.acting
    assert table.do("next").now[0] == "declare"


@pytest.mark.mechanic("O20")
def test_dexterity_never_surprises_by_itself() -> None:
    table = two_sides().do("start", [5, 6])
    assert table.now[0] == "declare"
    assert not table.has("slow", "surprised")


def test_a_segment_in_which_nobody_can_act_passes() -> None:
    table = plain().do("start", [1, 1])
    assert table.now == ("declare", 1, 1)
    assert table.log.count("passes") == 1


@pytest.mark.mechanic("O9")
def test_alerted_monsters_make_no_roll() -> None:
    table = plain().do("start", [2], alerted="foes")
    assert table.acting == {"orc", "other"}
    assert "no_roll" in table.log


@pytest.mark.mechanic("O9", "O10")
def test_a_side_is_alerted_before_the_fight_and_nothing_else_spares_the_roll() -> None:
    table = plain().do("alert", side="foes")
    assert table.refused("alert", side="foes") == "nothing_changes"
    table.do("start", [2])
    assert table.now[0] == "surprise"
    assert table.state.data == {}
    again = plain().do("alert", side="foes").do("alert", side="foes", on=False)
    assert again.refused("start", 2) == "dice_missing"


@pytest.mark.mechanic("O8")
def test_creatures_have_their_own_numbers() -> None:
    table = Table(hero("h"), hero("sly", (0, 1), surprised_on=1), foe("bat", never_surprised=True),
                  foe("cat", (1, 1), surprises_on=3))  # fmt: skip
    table.do("start", [3, 1])
    waits = table.state.timeline.data["surprise"]
    assert waits == {"h": 3, "sly": 0, "bat": 0, "cat": 1}


@pytest.mark.mechanic("O21")
def test_surprising_on_three_wins_three_segments() -> None:
    table = Table(hero("h"), foe("cat", surprises_on=3)).do("start", [3, 5])
    acted = []
    while table.now[0] == "surprise":
        acted.append(table.now[2])
        assert table.acting == {"cat"}
        table.do("next")
    assert acted == [1, 2, 3]


@pytest.mark.mechanic("O5", "O15")
def test_surprised_ones_cannot_act_and_the_others_have_one_routine_a_segment() -> None:
    table = Table(hero("h", hp=40), foe("orc", weapons=["scimitar"])).do("start", [2, 6])
    assert table.refused("attack", attacker="h", target="orc") == "osric.cannot_act"
    strike = {"attacker": "orc", "target": "h", "weapon": "scimitar"}
    table.do("attack", [20, 5], **strike)
    assert table.harm("h") == 5
    assert table.refused("attack", **strike) == "osric.no_routine"
    table.do("next").do("attack", [20, 3], **strike)
    assert table.harm("h") == 8


@pytest.mark.mechanic("O15")
def test_a_charge_fits_into_a_surprise_segment() -> None:
    table = Table(hero("h", hp=40), foe("orc", (10, 0), weapons=["scimitar"]))
    table.do("start", [2, 6]).do("charge", [20, 2], token="orc", target="h")
    assert table.harm("h") == 2
    assert table.at("orc")[0] == 2


@pytest.mark.mechanic("O15", "O16")
def test_a_spell_of_one_segment_is_whole_and_a_longer_one_runs_on() -> None:
    mage = hero("m", (5, 5), spells=[{"id": "arrow", "time": 1}, {"id": "web", "time": 4}])
    table = Table(mage, hero("h"), foe("orc")).do("start", [6, 2])
    table.do("cast", token="m", spell="arrow")
    assert table.has("m", "casting")
    table.do("next")
    assert "spell_works" in table.log, "at the end of the segment, before anybody acts"
    table.do("cast", token="m", spell="web")
    cast = table.state.timeline.data["casting"]
    assert cast == {"m": {"spell": "web", "start": 0, "end": 4}}
    table.do("next")
    assert table.now[0] == "declare"
    assert table.refused("declare", token="m", action="attack") == "osric.casts_already"
    table.do("next", [3, 5])
    assert table.has("m", "casting")
    assert table.acting == {"orc"}
    table.do("next")
    assert table.now == ("spell", 1, 4)
    assert table.log.count("spell_works") == 2


@pytest.mark.mechanic("O16")
def test_the_last_segment_still_holds_a_spell_of_one() -> None:
    mage = hero("m", spells=[{"id": "arrow", "time": 1}])
    table = Table(mage, foe("orc")).do("start", [6, 1]).do("cast", token="m", spell="arrow")
    table.do("next")
    assert table.now[0] == "declare"
    assert not table.has("m", "casting")
    assert "spell_works" in table.log


def test_the_surprised_do_not_cast() -> None:
    table = Table(hero("m"), foe("orc")).do("start", [1, 6])
    assert table.refused("cast", token="m", spell="x", time=1) == "osric.surprised"


@pytest.mark.mechanic("O3", "O6")
def test_surprise_comes_once_and_only_at_the_start() -> None:
    table = plain().do("start", [1, 6]).do("next").do("next", [3, 4])
    while table.now[1] == 1:
        table.do("next")
    assert table.now == ("declare", 2, 1)
    assert table.log.count("surprise_roll") == 2


def test_load_and_light_armour_count_by_option() -> None:
    table = Table(hero("h", armour="leather"), foe("orc"), load_surprise=True).do("start", [1, 6])
    assert table.now[0] == "declare"
    heavy = Table(hero("h", load=120, dexterity=17), foe("orc"), load_surprise=True)
    heavy.do("start", [1, 6])
    assert heavy.state.timeline.data["surprise"] == {"h": 2, "orc": 0}


@pytest.mark.parametrize(("more", "dice"), [("own", 3), ("with_heroes", 2), ("with_foes", 2)])
def test_a_third_side_rolls_for_itself_or_with_another(more: str, dice: int) -> None:
    third = token("x", (5, 5), side="third", hit_dice="1")
    table = Table(hero("h"), foe("orc"), third, more_sides=more)
    table.do("start", [6] * dice).do("next", [3] * dice)
    assert table.log.count("surprise_roll") == dice


def test_somebody_must_be_there() -> None:
    assert Table().refused("start") == "osric.nobody"
    alone = Table(hero("h")).do("start")
    assert alone.now == ("declare", 1, 1)


@pytest.mark.mechanic("O5")
def test_movement_and_threat_in_surprise() -> None:
    table = Table(hero("h"), foe("orc", (8, 8)), surprise_move="tenth").do("start", [2, 6])
    h = table.state.token("h")
    way = SYSTEM.move_plan(table.state, h.id, [Point(0, 0), Point(0, 512)])
    assert "osric.surprised_no_move" in [w.code for w in way.warnings]
    assert SYSTEM.threatened(table.state, h.id) == frozenset()
    assert not plan(table.state, "h", "orc").possible
