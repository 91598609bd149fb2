"""Charging, setting, closing, retreating, fleeing."""

from __future__ import annotations

from typing import Any

import pytest

from maps.grid import Point
from rules.systems.osric import SYSTEM
from tests.rules.osric.fights import Table, codes, counted, fight, foe, hero, plan, wall

FAR = (12, 0)


def charger(**values: Any) -> Any:
    return hero("h", hp=40, weapons=["long_sword", "spear", "lance", "dagger"], **values)


def target(at: tuple[float, float] = FAR, **values: Any) -> Any:
    return foe("orc", at, **{"hp": 40, "weapons": ["scimitar"], **values})


def charge(table: Table, *dice: int, **fields: Any) -> Table:
    return table.do("charge", dice, token="h", target="orc", **fields)


# -- charge ------------------------------------------------------------------------------------


@pytest.mark.mechanic("O45", "O50")
def test_a_charger_moves_and_strikes_at_plus_two() -> None:
    table = charge(Table(charger(), target()).begin(6, 1), 11, 4)
    assert table.at("h") == (10, 0)
    assert table.harm("orc") == 4, "needs 13, rolls 11 and 2"
    assert charge(Table(charger(), target()).begin(6, 1), 10).harm("orc") == 0


@pytest.mark.mechanic("O50")
def test_the_bonus_stands_in_the_plan_from_afar() -> None:
    made = plan(fight(charger(), target()), "h", "orc", weapon="long_sword", mode="charge")
    assert made.possible
    assert counted(made)["charge"] == 2
    assert made.distance == 2


@pytest.mark.mechanic("O45", "O54")
def test_a_charge_goes_twice_the_movement_and_ends_within_ten_feet() -> None:
    slow = charger(move=30)
    assert codes(plan(fight(slow, target((14, 0))), "h", "orc", mode="charge")) == []
    made = plan(fight(slow, target((15, 0))), "h", "orc", mode="charge")
    assert codes(made) == ["osric.charge_far"]
    table = Table(charger(), target()).begin(6, 1)
    assert table.refused("charge", token="h", target="orc", to=[5, 0]) == "osric.charge_short"
    charge(table, 2, to=[11, 0])
    assert table.at("h") == (11, 0)


def test_a_place_of_ones_own_must_be_in_range_too() -> None:
    table = Table(charger(move=30), target((15, 0))).begin(6, 1)
    refusal = table.refused("charge", token="h", target="orc", to=[13, 0])
    assert refusal == "osric.charge_far"
    charge(table, 2, to=[13, 0], force=True)
    assert table.at("h") == (13, 0)


@pytest.mark.mechanic("O54")
def test_who_is_engaged_does_not_charge() -> None:
    table = Table(charger(), target((2, 0))).begin(6, 1)
    assert table.refused("charge", token="h", target="orc") == "osric.charge_engaged"
    assert table.refused("close", token="h", target="orc") == "osric.charge_engaged"


def test_walls_can_shut_every_way() -> None:
    ring = [wall("w", (9, -3), (16, -3), (16, 4), (9, 4), (9, -3))]
    table = Table(charger(), target(), obstacles=ring).begin(6, 1)
    made = plan(table.state, "h", "orc", weapon="long_sword", mode="charge")
    assert "osric.charge_no_way" in codes(made)
    assert table.refused("close", token="h", target="orc") == "osric.charge_no_way"


@pytest.mark.mechanic("O51")
def test_one_charge_in_ten_rounds() -> None:
    table = Table(charger(vitals={"charged": 3}), target())
    table.begin(6, 1)
    while table.now[1] < 12:
        table.do("next", [6, 1] if table.now[0] == "declare" else [])
    table.do("next", [6, 1])
    assert table.refused("charge", token="h", target="orc") == "osric.charge_again"
    while table.now[1] < 13:
        table.do("next", [6, 1] if table.now[0] == "declare" else [])
    charge(table.do("next", [6, 1]), 2)
    assert table.state.token("h").vitals.model_dump()["charged"] == 13


@pytest.mark.mechanic("O52")
def test_the_overloaded_charge_only_mounted() -> None:
    loaded = charger(load=120)
    assert "osric.charge_loaded" in codes(plan(fight(loaded, target()), "h", "orc", mode="charge"))
    links = [("mount", "h", "horse")]

    def mounted(load: int) -> list[str]:
        horse = hero("horse", hit_dice="3", size="L", move=180, load=load)
        state = fight(loaded, horse, target(), links=links)
        return codes(plan(state, "h", "orc", mode="charge"))

    assert mounted(0) == []
    assert mounted(120) == ["osric.charge_mount_loaded"]


@pytest.mark.mechanic("O53")
@pytest.mark.parametrize(("trained", "harm"), [(True, 14), (False, 8)])
def test_a_lance_in_a_mounted_charge_doubles_its_dice(trained: bool, harm: int) -> None:
    horse = hero("horse", hit_dice="3", size="L", move=180, war_trained=trained)
    table = Table(charger(strength=18), horse, target(hp=60), links=[("mount", "h", "horse")])
    table.begin(6, 1)
    charge(table, 20, 2, 3, weapon="lance")
    assert table.harm("orc") == harm, "2d4+1 rolls 6, Strength adds 2"
    assert table.at("horse")[0] > 5


# -- what answers a charge ---------------------------------------------------------------------


@pytest.mark.mechanic("O46", "O49")
def test_a_longer_weapon_strikes_first_and_the_dead_do_not_strike() -> None:
    table = Table(charger(), target(weapons=["pole_arm"])).begin(6, 1)
    charge(table, 20, 3, 20, 4)
    assert (table.harm("h"), table.harm("orc")) == (4, 4)
    table.do("next")
    strike = {"attacker": "orc", "target": "h", "weapon": "pole_arm"}
    assert table.refused("attack", **strike) == "osric.no_routine", "that was the first routine"
    weak = hero("h", hp=1, weapons=["long_sword"])
    falls = charge(Table(weak, target(weapons=["pole_arm"])).begin(6, 1), 20, 3)
    assert falls.has("h", "unconscious")
    assert falls.harm("orc") == 0


@pytest.mark.mechanic("O46")
def test_a_longer_weapon_that_has_struck_already_waits() -> None:
    other = hero("i", (13, 0), hp=40)
    table = Table(charger(), other, target(weapons=["pole_arm"])).begin(1, 6)
    table.do("attack", [1], attacker="orc", target="i", weapon="pole_arm").do("next")
    charge(table, 20, 4)
    assert (table.harm("h"), table.harm("orc")) == (0, 4)
    short = charge(Table(charger(), target(weapons=["dagger"])).begin(6, 1), 20, 4)
    assert short.harm("h") == 0


@pytest.mark.mechanic("O47")
@pytest.mark.parametrize(
    ("sheet", "open_ac"),
    [({"armour": "mail", "dexterity": 16}, 5), ({"armour": "mail", "dexterity": 10}, 6),
     ({"armour": "mail", "dexterity": 5}, 8)],
)  # fmt: skip
def test_the_charger_is_exposed_to_that_blow(sheet: dict[str, Any], open_ac: int) -> None:
    table = Table(charger(**sheet), target(weapons=["pole_arm"], hit_dice="1")).begin(6, 1)
    needed = 19 - open_ac
    charge(table, needed, 1, 1)
    assert table.harm("h") == 2
    missed = Table(charger(**sheet), target(weapons=["pole_arm"], hit_dice="1")).begin(6, 1)
    charge(missed, needed - 1, 1)
    assert missed.harm("h") == 0


@pytest.mark.mechanic("O48", "O49", "O69")
def test_a_set_weapon_strikes_first_with_doubled_dice() -> None:
    spearman = target(weapons=["spear"], strength=16)
    table = Table(charger(), spearman).begin()
    table.do("declare", token="orc", action="set").do("next", [6, 1])
    assert table.has("orc", "set")
    charge(table, 20, 4, 20, 1)
    assert table.harm("h") == 9, "4 doubled and 1 for Strength"
    assert not table.has("orc", "set"), "it strikes once"
    whole = Table(charger(), spearman, set_doubles="all").begin().do("set", token="orc")
    charge(whole.do("next", [6, 1]), 20, 4, 1)
    assert whole.harm("h") == 10


@pytest.mark.mechanic("O69")
def test_a_weapon_set_strikes_at_nobody_else() -> None:
    table = Table(charger(), target((1, 0), weapons=["spear"])).begin()
    table.do("set", token="orc").do("next", [1, 6])
    strike = {"attacker": "orc", "target": "h", "weapon": "spear"}
    assert table.refused("attack", **strike) == "osric.weapon_set"
    while table.now[1] == 1:
        table.do("next")
    assert not table.has("orc", "set")
    assert "set_strikes" not in table.log


@pytest.mark.mechanic("O71")
def test_not_everything_can_be_set() -> None:
    table = Table(charger(), target(), hero("horse", hit_dice="3"), links=[("mount", "h", "horse")])
    assert table.refused("set", token="orc") == "osric.not_settable"
    assert table.refused("set", token="h", weapon="lance") == "osric.lance_mounted"
    assert table.refused("set", token="h", weapon="bow") == "osric.no_weapon"
    assert table.do("set", token="h", weapon="spear").has("h", "set")
    walking = Table(charger(), target()).do("set", token="h", weapon="lance")
    assert walking.has("h", "set")


@pytest.mark.mechanic("O49")
def test_a_short_set_weapon_may_come_after_by_option() -> None:
    spearman = target(weapons=["spear"])
    table = Table(charger(), spearman, set_not_longer="after").begin()
    table.do("set", token="orc").do("next", [6, 1])
    charge(table, 20, 1, 1, 20, 2, weapon="lance")
    assert table.harm("h") == 4
    log = table.log
    assert log.index("hit") < log.index("set_strikes")


@pytest.mark.mechanic("O70")
def test_a_leap_is_a_charge_for_set_weapons_only() -> None:
    cat = foe("cat", FAR, leap=True, move=150, hp=40,
              weapons=[{"id": "claw", "damage": "1d4", "natural": True}],
              routine=["claw", "claw"])  # fmt: skip
    table = Table(charger(), cat).begin().do("set", token="h", weapon="spear").do("next", [1, 6])
    table.do("charge", [20, 6, 20, 1, 20, 2], token="cat", target="h", mode="leap")
    assert table.harm("cat") == 12
    assert table.harm("h") == 3
    assert table.state.token("cat").vitals.model_dump()["charged"] is None
    made = plan(fight(charger(), cat), "cat", "h", weapon="claw", mode="leap")
    assert "charge" not in counted(made)
    longer = Table(charger(), cat).begin(1, 6)
    longer.do("charge", [1, 1], token="cat", target="h", mode="leap")
    assert "longer_strikes" not in longer.log
    far = fight(charger(), foe("cat", (40, 0), leap=True, move=150))
    assert "osric.charge_far" in codes(plan(far, "cat", "h", mode="leap"))


@pytest.mark.mechanic("O75")
def test_overbearing_throws_and_holds() -> None:
    bare = target(weapons=["unarmed"])
    table = charge(Table(charger(), bare).begin(6, 1), 20, 2, mode="overbear")
    assert table.harm("orc") == 1
    assert table.has("orc", "prone")
    assert table.has("orc", "held")
    made = plan(fight(charger(), target()), "h", "orc", weapon="unarmed", mode="overbear")
    assert counted(made)["charge"] == 2
    thrown = Table(charger(), bare, overbear_holds=False).begin(6, 1)
    charge(thrown, 20, 1, mode="overbear")
    assert thrown.has("orc", "prone")
    assert not thrown.has("orc", "held")


# -- closing -----------------------------------------------------------------------------------


@pytest.mark.mechanic("O55", "O56")
def test_closing_costs_both_their_blows_until_the_next_round() -> None:
    other = foe("other", (12, 1), hp=40, weapons=["scimitar", "short_bow"])
    table = Table(charger(), hero("i", (13, 0), hp=40), target(), other).begin(6, 1)
    table.do("close", token="h", target="orc")
    assert table.at("h") == (10, 0)
    assert table.refused("attack", attacker="h", target="orc") == "osric.cannot_act"
    table.do("next")
    assert table.refused("attack", attacker="orc", target="h") == "osric.closed"
    assert "osric.closed" not in codes(plan(table.state, "other", "h", weapon="short_bow"))
    assert "osric.closed" not in codes(plan(table.state, "orc", "i", weapon="scimitar"))
    while table.now[1] == 1:
        table.do("next")
    assert plan(table.state, "orc", "h").possible
    assert not table.has("h", "closing")


@pytest.mark.mechanic("O55")
def test_closing_covers_the_whole_movement_and_no_more() -> None:
    table = Table(charger(move=30), target((20, 0))).begin(6, 1)
    assert table.refused("close", token="h", target="orc") == "osric.move_far"
    table.do("close", token="h", target="orc", to=[6, 0])
    assert table.at("h") == (6, 0)


# -- retreat, flight, parry -----------------------------------------------------------------------


@pytest.mark.mechanic("O57")
def test_a_fighting_retreat_gives_no_blow_and_a_free_foe_may_follow() -> None:
    table = Table(charger(), target((1, 0))).begin(6, 1)
    table.do("retreat", choices=["follow"], token="h", to=[0, 4])
    assert (table.at("h"), table.at("orc")) == ((0, 4), (1, 4))
    assert table.harm("h") == 0
    assert table.refused("attack", attacker="h", target="orc") == "osric.cannot_act"
    stays = Table(charger(), target((1, 0))).begin(6, 1)
    stays.do("retreat", choices=["stay"], token="h", to=[0, 4])
    assert stays.at("orc") == (1, 0)


@pytest.mark.mechanic("O57")
def test_a_foe_who_is_busy_with_others_does_not_follow() -> None:
    table = Table(charger(), hero("i", (2, 0), hp=40), target((1, 0))).begin(6, 1)
    table.do("retreat", token="h", to=[0, 4])
    assert table.at("orc") == (1, 0)
    assert table.refused("retreat", token="i", to=[70, 0]) == "osric.move_far"


@pytest.mark.mechanic("O58")
def test_a_retreat_changes_places_with_a_comrade() -> None:
    table = Table(charger(), hero("i", (0, 3), hp=40), target((1, 0))).begin(6, 1)
    table.do("retreat", token="h", swap="i")
    assert (table.at("h"), table.at("i")) == ((0, 3), (0, 0))
    assert "follows" not in table.log


@pytest.mark.mechanic("O68")
def test_retreating_and_parrying_go_together() -> None:
    table = Table(charger(strength=19), target((1, 0))).begin(6, 1)
    table.do("retreat", token="h", parry="orc")
    assert counted(plan(table.state, "orc", "h"))["parried"] == -3


@pytest.mark.mechanic("O59")
def test_every_engaged_foe_strikes_once_at_who_runs() -> None:
    orcs = [foe(f"o{n}", at, hp=9, weapons=["scimitar"]) for n, at in
            enumerate([(1, 0), (0, 1), (9, 9)])]  # fmt: skip
    table = Table(charger(), *orcs).begin(6, 1)
    table.do("flee", [5, 3, 4], token="h", to=[0, 9])
    assert table.harm("h") == 3, "5 and 4 reach the 9, 4 and 4 do not"
    assert table.at("h") == (0, 9)
    assert table.has("h", "fleeing")
    assert table.state.timeline.data.get("used") is None, "beside the routine of the round"


@pytest.mark.mechanic("O59")
def test_who_falls_running_gets_nowhere() -> None:
    table = Table(hero("h", hp=1), target((1, 0))).begin(6, 1)
    table.do("flee", [20, 8], token="h", to=[0, 9])
    assert table.has("h", "unconscious")
    assert table.at("h") == (0, 0)


@pytest.mark.mechanic("O59")
def test_runners_count_as_from_behind_only_by_option() -> None:
    shielded = {"armour": "plate", "shield": True, "facing": 270}
    plain = Table(charger(**shielded), target((1, 0), hit_dice="1")).begin(6, 1)
    plain.do("flee", [13, 1], token="h")
    assert plain.harm("h") == 1, "17 against 2 and 4 for running"
    rear = Table(charger(**shielded), target((1, 0)), flee_counts_as_rear=True).begin(6, 1)
    rear.do("flee", [10, 1], token="h")
    assert rear.harm("h") == 1, "16 against 3 and 6"


@pytest.mark.mechanic("O67", "O88")
def test_a_parry_takes_the_own_bonus_off_one_opponents_roll() -> None:
    strong = hero("h", strength=19, base_ac=6, hp=40, weapons=["long_sword", "dagger"])
    table = Table(strong, target((1, 0)), foe("other", (0, 1))).begin(6, 1)
    table.do("parry", choices=["orc"], token="h")
    made = plan(table.state, "orc", "h")
    assert (made.attack.total, made.needs) == (-3, 16)
    assert plan(table.state, "other", "h").attack.total == 0
    assert table.refused("attack", attacker="h", target="orc") == "osric.cannot_act"
    everyone = Table(strong, target((1, 0)), foe("other", (0, 1)), parry_scope="all").begin(6, 1)
    everyone.do("parry", token="h")
    assert plan(everyone.state, "other", "h").attack.total == -3


@pytest.mark.mechanic("O67")
def test_a_parry_without_a_bonus_is_useless() -> None:
    table = Table(charger(), target((1, 0))).begin(6, 1).do("parry", token="h")
    row = plan(table.state, "orc", "h").attack.find("parried")
    assert row is not None
    assert not row.counted
    assert plan(table.state, "orc", "h").attack.total == 0


@pytest.mark.mechanic("O88")
def test_the_off_hand_weapon_does_not_parry() -> None:
    dagger = {"id": "dagger", "specialised": "double"}
    table = Table(hero("h", weapons=["long_sword", dagger]), target((1, 0))).begin(6, 1)
    table.do("parry", token="h")
    assert plan(table.state, "orc", "h").attack.total == 0
    main = {"id": "long_sword", "specialised": "single"}
    other = Table(hero("h", weapons=[main, "dagger"]), target((1, 0))).begin(6, 1)
    other.do("parry", token="h")
    assert plan(other.state, "orc", "h").attack.total == -1


@pytest.mark.mechanic("O66")
def test_words_go_to_the_log_and_cost_no_dice() -> None:
    table = Table(charger(), target()).do("negotiate", token="h", text="Wir sind viele!")
    assert table.log == ["talks"]


def test_a_parry_ends_with_the_round_and_not_after_a_blow() -> None:
    table = Table(charger(), target((1, 0))).begin(6, 1)
    table.do("attack", [1], attacker="h", target="orc", weapon="long_sword")
    assert table.refused("parry", token="h") == "osric.no_routine"
    assert table.refused("set", token="h") == "osric.no_routine"


def test_ways_are_counted_in_feet_and_warn() -> None:
    state = fight(charger(move=30), target((1, 0)), hero("i", (5, 5)),
                  obstacles=[wall("w", (-2, 2), (4, 2))])  # fmt: skip
    h = state.token("h").id
    way = SYSTEM.move_plan(state, h, [Point(0, 0), Point(0, 5 * 512), Point(5 * 512, 5 * 512)])
    assert way.cost == 10
    assert {w.code for w in way.warnings} == {
        "osric.occupied",
        "osric.wall_crossed",
        "osric.leaves",
    }
    far = SYSTEM.move_plan(state, h, [Point(0, 0), Point(-20 * 512, 0)])
    assert "osric.too_far" in {w.code for w in far.warnings}
    assert SYSTEM.move_plan(state, h, [Point(0, 0)]).cost == 0


@pytest.mark.parametrize(
    ("sheet", "squares"),
    [({}, 24), ({"armour": "mail"}, 18), ({"armour": "plate"}, 12), ({"load": 80}, 12),
     ({"load": 150}, 6), ({"armour": "leather"}, 24)],
)  # fmt: skip
def test_armour_and_load_slow_down(sheet: dict[str, Any], squares: int) -> None:
    state = fight(charger(**sheet))
    h = state.token("h").id
    most = SYSTEM.move_plan(state, h, [Point(0, 0), Point(squares * 512, 0)])
    more = SYSTEM.move_plan(state, h, [Point(0, 0), Point((squares + 1) * 512, 0)])
    assert most.summary.args["action"] != more.summary.args["action"]
