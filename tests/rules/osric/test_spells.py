"""Spells in a fight: when they begin, when they take effect, what ruins them."""

from __future__ import annotations

from typing import Any

import pytest

from maps.grid import Point
from rules.systems.osric import SYSTEM
from tests.rules.osric.fights import Table, foe, hero, plan

SPELLS = [{"id": "web", "time": 2}, {"id": "long", "name": "Langer Zauber", "time": 9}]


def mage(**values: Any) -> Any:
    return hero("m", hp=20, spells=SPELLS, **values)


def orc(id: str = "orc", **values: Any) -> Any:
    return foe(id, hp=40, weapons=["scimitar"], **values)


def cast(party: int, orcs: int, spell: str = "web", **options: bool | int | str) -> Table:
    """Announce a spell and roll initiative."""
    table = Table(mage(), orc(), **options).begin()
    return table.do("declare", token="m", action="spell", spell=spell).do("next", [party, orcs])


STRIKE = {"attacker": "orc", "target": "m", "weapon": "scimitar"}


@pytest.mark.mechanic("O38", "O40")
def test_a_spell_of_two_segments_begins_in_four_and_works_in_six() -> None:
    table = cast(5, 4)
    assert table.now == ("segment", 1, 4)
    assert table.has("m", "casting")
    assert table.state.timeline.data["casting"] == {"m": {"spell": "web", "start": 4, "end": 6}}
    table.do("next")
    assert (table.now, table.acting) == (("segment", 1, 5), {"orc"})
    table.do("next")
    assert (table.now, table.acting) == (("spell", 1, 6), {"m"})
    assert not table.has("m", "casting")
    assert "spell_works" in table.log
    assert table.do("next").now == ("declare", 2, 1)


@pytest.mark.mechanic("O41")
def test_damage_while_casting_ruins_the_spell() -> None:
    table = cast(5, 4).do("next").do("attack", [20, 1], **STRIKE)
    assert not table.has("m", "casting")
    assert "spell_lost" in table.log
    table.do("next")
    assert table.now == ("declare", 2, 1)
    assert "spell_works" not in table.log


@pytest.mark.mechanic("O41")
def test_one_point_from_anywhere_is_enough_and_a_miss_does_nothing() -> None:
    table = cast(5, 4).do("next").do("attack", [1], **STRIKE)
    assert table.has("m", "casting")
    table.do("damage", tokens=["m"], amount=1)
    assert not table.has("m", "casting")


@pytest.mark.mechanic("O41")
def test_damage_before_the_casting_begins_does_not_ruin_it() -> None:
    table = cast(3, 5)
    assert table.acting == {"orc"}
    table.do("attack", [20, 5], **STRIKE).do("next")
    assert table.has("m", "casting")
    assert table.do("next").now == ("spell", 1, 7)


@pytest.mark.mechanic("O31", "O41")
def test_a_hit_in_the_same_moment_ruins_the_spell_unless_the_option_says_no() -> None:
    table = cast(4, 4).do("attack", [20, 1], **STRIKE)
    assert not table.has("m", "casting")
    kind = cast(4, 4, tie_disrupts=False).do("attack", [20, 1], **STRIKE)
    assert kind.has("m", "casting")
    assert kind.do("next").now == ("spell", 1, 6)


@pytest.mark.mechanic("O38", "O39")
def test_a_spell_runs_on_over_the_end_of_the_round() -> None:
    table = cast(5, 4, "long")
    assert table.state.timeline.data["casting"] == {"m": {"spell": "long", "start": 4, "end": 13}}
    table.do("next").do("next")
    assert table.now == ("declare", 2, 1)
    assert table.has("m", "casting")
    assert table.refused("declare", token="m", action="attack") == "osric.casts_already"
    table.do("next", [6, 2])
    assert (table.now, table.acting) == (("spell", 2, 3), {"m"})
    table.do("next")
    assert table.acting == {"orc"}


@pytest.mark.mechanic("O39")
@pytest.mark.parametrize(("time", "unit", "end"), [(7, "segment", 11), (1, "round", 14),
                                                   (2, "turn", 204)])  # fmt: skip
def test_casting_times_are_segments_rounds_or_turns(time: int, unit: str, end: int) -> None:
    table = Table(mage(), orc()).begin()
    table.do("declare", token="m", action="spell", spell="x", time=time, unit=unit)
    table.do("next", [5, 4])
    held = table.state.timeline.data["casting"]
    assert held == {"m": {"spell": "x", "start": 4, "end": end}}


@pytest.mark.mechanic("O42", "O43")
def test_casting_beside_a_foe_is_allowed_and_costs_dexterity() -> None:
    table = Table(mage(dexterity=16), orc()).begin()
    table.do("declare", token="m", action="spell", spell="web")
    assert plan(table.state, "orc", "m").defence.total == 8
    table.do("next", [5, 4])
    assert plan(table.state, "orc", "m").defence.total == 10


@pytest.mark.mechanic("O22")
def test_a_spell_under_way_can_be_dropped() -> None:
    table = cast(5, 4).do("drop", token="m")
    assert not table.has("m", "casting")
    assert table.refused("attack", attacker="m", target="orc") == "osric.bound_to_spell"


def test_casters_do_not_move_and_the_plan_says_so() -> None:
    table = cast(5, 4)
    way = SYSTEM.move_plan(table.state, table.state.token("m").id, [Point(0, 0), Point(0, 512)])
    assert "osric.spell_no_move" in [w.code for w in way.warnings]


def test_death_ends_a_spell() -> None:
    table = cast(5, 4).do("damage", tokens=["m"], amount=40)
    assert table.has("m", "dead")
    assert not table.has("m", "casting")


def test_a_spell_may_be_forced_beside_the_order() -> None:
    table = Table(mage(), orc()).begin(5, 4)
    assert table.refused("cast", token="m", spell="web") == "osric.not_declared"
    table.do("cast", token="m", spell="web", force=True)
    assert table.has("m", "casting")
    assert table.refused("cast", token="m", spell="web") == "osric.casts_already"


@pytest.mark.mechanic("O41")
def test_a_spell_in_surprise_that_runs_on_is_ruined_in_round_one() -> None:
    table = Table(mage(), orc()).do("start", [6, 1])
    table.do("cast", token="m", spell="long").do("next").do("next", [1, 6])
    assert table.acting == {"orc"}
    assert plan(table.state, "orc", "m").possible
    table.do("attack", [20, 1], **STRIKE)
    assert not table.has("m", "casting")
