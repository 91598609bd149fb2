"""Hit points, unconsciousness and death; saves, sleepers, the invisible."""

from __future__ import annotations

from typing import Any

import pytest

from rules.systems.osric import SYSTEM
from rules.systems.osric.options import options_of
from rules.systems.osric.rolls import assassin_chance, usual_notice
from rules.systems.osric.sheet import OsricSheet
from tests.rules.osric.fights import Table, codes, counted, fight, foe, hero, plan, token


def hurt(amount: int, table: Table, id: str = "h") -> Table:
    return table.do("damage", tokens=[id], amount=amount)


def test_characters_fall_at_zero_and_die_at_minus_ten() -> None:
    table = hurt(8, Table(hero("h")))
    assert table.has("h", "unconscious")
    health = SYSTEM.health(table.state.token("h"))
    assert (health.now, health.down, health.dead) == (0, True, False)
    assert hurt(18, Table(hero("h"))).has("h", "dead")
    assert hurt(17, Table(hero("h"))).has("h", "unconscious")
    assert hurt(17, Table(hero("h"), death_at=-3)).has("h", "dead")


def test_further_harm_kills_the_unconscious() -> None:
    assert hurt(1, hurt(8, Table(hero("h")))).has("h", "dead")
    kind = hurt(1, hurt(8, Table(hero("h"), fallen_die_of_harm=False)))
    assert not kind.has("h", "dead")


def test_monsters_die_at_zero() -> None:
    assert hurt(5, Table(foe("orc")), "orc").has("orc", "dead")
    weak = hurt(5, Table(foe("orc"), monsters_die_at_zero=False), "orc")
    assert weak.has("orc", "unconscious")


def test_the_unconscious_bleed_round_by_round_until_bound() -> None:
    table = hurt(10, Table(hero("h"), hero("i", (0, 1)), foe("orc", (9, 9)))).begin(6, 1)

    def round_ends() -> int:
        now = table.now[1]
        while table.now[1] == now:
            table.do("next", [6, 1] if table.now[0] == "declare" else [])
        return table.harm("h")

    assert round_ends() == 11
    assert round_ends() == 12
    table.do("stabilise", tokens=["h"])
    assert round_ends() == 12
    assert table.refused("stabilise", tokens=["h"]) == "nothing_changes"


def test_bleeding_ends_in_death() -> None:
    table = hurt(17, Table(hero("h"), hero("i", (0, 1)), foe("orc", (9, 9)))).begin(6, 1)
    while table.now[1] == 1:
        table.do("next")
    assert table.has("h", "dead")


def test_healing_wakes_and_calls_back() -> None:
    table = hurt(8, Table(hero("h"))).do("heal", tokens=["h"], amount=3)
    assert not table.has("h", "unconscious")
    assert table.refused("damage", tokens=["h"], amount=0) == "nothing_changes"
    dead = hurt(30, Table(hero("h"))).do("heal", tokens=["h"], amount=40)
    assert not dead.has("h", "dead", "unconscious")
    assert dead.refused("heal", tokens=["h"], amount=1) == "nothing_changes"


@pytest.mark.mechanic("O90")
def test_saving_throws_are_rolled_against_the_table() -> None:
    table = Table(token("h", hit_dice="4+1", hp=40))
    table.do("save", [13], token="h", save="breath", damage=9)
    assert table.harm("h") == 4
    table.do("save", [12], token="h", save="breath", damage=9)
    assert table.harm("h") == 13
    table.do("save", [11], token="h", save="breath", bonus=2, damage=9)
    assert table.harm("h") == 17
    table.do("save", [11], choices=["death"], token="h")
    assert table.log.count("save") == 4


# -- sleepers ----------------------------------------------------------------------------------


@pytest.mark.mechanic("O84")
@pytest.mark.parametrize(
    ("killer", "victim", "chance"),
    [({"profession": "assassin", "level": 5}, {"level": 1}, 75), ({"level": 1}, {"level": 4}, 45),
     ({"level": 1}, {"hit_dice": "7+3"}, 40), ({"hit_dice": "1"}, {"level": 2}, 55),
     ({"level": 20}, {"level": 0}, 99)],
)  # fmt: skip
def test_the_chance_to_kill_a_sleeper(
    killer: dict[str, Any], victim: dict[str, Any], chance: int
) -> None:
    found = assassin_chance(OsricSheet(**killer), OsricSheet(**victim), options_of(fight()))
    assert found == chance


@pytest.mark.mechanic("O84")
def test_natural_sleepers_are_killed_with_an_assassins_chance() -> None:
    def table() -> Table:
        return Table(hero("h", level=1), foe("orc", hp=40, conditions=["asleep"]))

    kill: dict[str, Any] = {"token": "h", "target": "orc"}
    assert table().do("assassinate", [55], **kill).has("orc", "dead")
    failed = table().do("assassinate", [56, 3], **kill)
    assert not failed.has("orc", "dead")
    assert failed.harm("orc") == 3
    assert table().do("assassinate", [65], bonus=10, **kill).has("orc", "dead")
    awake = Table(hero("h"), foe("orc"))
    assert awake.refused("assassinate", **kill) == "osric.not_asleep"
    assert Table(hero("h"), foe("orc", (9, 0))).refused("slay", **kill) == "osric.out_of_reach"


@pytest.mark.mechanic("O84")
def test_magical_sleep_is_a_matter_of_the_spell() -> None:
    table = Table(hero("h", level=1), foe("orc", hp=40, conditions=["magic_sleep"]))
    kill: dict[str, Any] = {"token": "h", "target": "orc"}
    assert table.refused("assassinate", **kill) == "osric.magic_sleep"
    made = plan(table.state, "h", "orc", weapon="sword")
    assert made.needs == made.chance == 1
    assert made.damage == 8
    table.do("attack", attacker="h", target="orc", weapon="sword")
    assert table.harm("orc") == 8
    table.do("slay", **kill)
    assert table.has("orc", "dead")
    assert table.refused("slay", **kill) == "osric.already_dead"
    awake = Table(hero("h"), foe("orc"))
    assert awake.refused("slay", **kill) == "osric.no_magic_sleep"


# -- the invisible -----------------------------------------------------------------------------


@pytest.mark.mechanic("O81")
@pytest.mark.parametrize(
    ("sheet", "usual"),
    [({"hit_dice": "12"}, "yes"), ({"hit_dice": "11+1"}, "yes"), ({"hit_dice": "11"}, "50"),
     ({"hit_dice": "7"}, "50"), ({"hit_dice": "6"}, "no"),
     ({"hit_dice": "2", "keen_senses": True}, "50"),
     ({"hit_dice": "2", "powerful_magic": True}, "yes"), ({"level": 12}, "no")],
)  # fmt: skip
def test_who_notices_the_invisible(sheet: dict[str, Any], usual: str) -> None:
    assert usual_notice(token("w", **sheet)) == usual
    ghost = hero("t", (1, 0), conditions=["invisible"])
    watcher = token("a", side="foes", **sheet)
    seen = "osric.unseen" not in codes(plan(Table(watcher, ghost).state))
    assert seen is (usual == "yes")


@pytest.mark.mechanic("O80", "O81")
def test_the_game_master_sets_the_odds_of_noticing() -> None:
    watcher = foe("a", hit_dice="7")
    ghost = hero("t", (1, 0), conditions=["invisible"], hp=40)
    table = Table(watcher, ghost)
    table.do("notice", [30], token="a", target="t", chance=30)
    assert codes(plan(table.state)) == []
    assert not plan(table.state).attack.counts("invisible")
    table.do("notice", [31], token="a", target="t", chance=30)
    assert codes(plan(table.state)) == ["osric.unseen"]
    table.do("notice", choices=["yes"], token="a", target="t")
    assert plan(table.state).possible
    table.do("notice", [76], choices=["75"], token="a", target="t")
    assert not plan(table.state).possible


@pytest.mark.mechanic("O80")
def test_a_guessed_square_is_a_rough_position() -> None:
    table = Table(foe("a"), hero("t", (1, 0), conditions=["invisible"], hp=40, base_ac=9))
    made = plan(table.state, on=["position_known"])
    assert counted(made)["invisible"] == -4
    table.do("attack", [14, 1], attacker="a", target="t", weapon="sword", cell=[1, 0])
    assert table.harm("t") == 1
