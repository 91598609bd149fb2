"""Rounds: declarations, initiative of the sides, segments, holding, late routines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.encounter.state import SideId
from rules.systems.osric.time import segment_of, shown
from tests.rules.osric.fights import Table, foe, hero, token


def duel(**options: bool | int | str) -> Table:
    return Table(hero("h", hp=40), foe("orc", hp=40), **options)


# -- the order of a fight -----------------------------------------------------------------------


@pytest.mark.mechanic("O1", "O2", "O3")
def test_every_round_has_its_declarations_and_two_new_dice() -> None:
    table = duel().do("start", [6, 6])
    assert table.now == ("declare", 1, 1)
    table.do("next", [6, 1])
    assert table.now == ("segment", 1, 1)
    table.do("next")
    assert table.now == ("segment", 1, 6)
    table.do("next")
    assert table.now == ("declare", 2, 1)
    table.do("next", [2, 3])
    assert table.now == ("segment", 2, 2)
    assert table.acting == {"orc"}


@pytest.mark.mechanic("O25", "O26", "O37")
def test_the_die_tells_the_segment_of_the_other_side() -> None:
    table = duel().begin(6, 1)
    assert table.now == ("segment", 1, 1)
    assert table.acting == {"h"}
    table.do("next")
    assert table.now == ("segment", 1, 6)
    assert table.acting == {"orc"}


@given(one=st.integers(1, 6), other=st.integers(1, 6))
def test_the_higher_die_acts_first(one: int, other: int) -> None:
    dice = {SideId.HEROES: one, SideId.FOES: other}
    mine, theirs = segment_of(SideId.HEROES, dice), segment_of(SideId.FOES, dice)
    assert (mine < theirs) == (one > other)
    assert (mine == theirs) == (one == other)
    assert {mine, theirs} <= set(range(1, 7))


@given(st.integers(-20, 30))
def test_the_segment_shown_stays_on_the_ring(key: int) -> None:
    assert 1 <= shown(key) <= 10


def test_typed_dice_serve_as_well() -> None:
    table = duel().begin().do("initiative", values={"heroes": 6, "foes": 1})
    assert table.now == ("segment", 1, 1)
    assert table.refused("initiative") == "osric.already_rolled"
    half = duel().begin().do("initiative", [2], values={"heroes": 5})
    assert half.acting == {"h"}


def test_a_third_side_acts_in_the_highest_die_of_its_enemies() -> None:
    x = token("x", (5, 5), side="third", hit_dice="1")
    table = Table(hero("h"), foe("orc"), x).begin(2, 5, 3)
    assert table.state.timeline.at == {"h": 5, "orc": 3, "x": 5}
    joined = Table(hero("h"), foe("orc"), x, more_sides="with_foes").begin(2, 5)
    assert joined.state.timeline.at == {"h": 5, "orc": 2, "x": 2}


def test_neutral_ones_take_no_part() -> None:
    table = Table(hero("h"), foe("orc"), token("n", (9, 9), side="neutral")).begin(4, 3)
    assert "n" not in table.state.timeline.at


# -- declarations -------------------------------------------------------------------------------


@pytest.mark.mechanic("O22", "O23", "O24", "O44")
def test_plans_of_monsters_come_first_and_stay_hidden() -> None:
    table = duel().begin()
    table.do("declare", side="foes", action="attack")
    assert table.log[-1] == "planned"
    table.do("declare", token="h", action="hold")
    assert table.log[-1] == "announced"
    assert table.refused("declare", token="orc", action="flee") == "osric.plans_fixed"
    table.do("declare", token="orc", action="flee", force=True)
    loose = duel(plans_first=False, hidden_plans=False).begin()
    loose.do("declare", token="h", action="attack").do("declare", token="orc", action="parry")
    assert "announced" in loose.log


@pytest.mark.mechanic("O44")
@pytest.mark.parametrize(
    "action",
    ["attack", "missile", "charge", "close", "parry", "retreat", "flee", "hold", "grapple",
     "brawl", "negotiate", "other"],
)  # fmt: skip
def test_every_action_can_be_announced(action: str) -> None:
    table = duel().begin().do("declare", token="h", choices=[action])
    assert table.state.timeline.data["declared"]["h"]["action"] == action  # type: ignore[index,call-overload]
    table.do("next", [3, 4])
    assert table.refused("declare", token="h", action="attack") == "osric.not_declaring"


@pytest.mark.mechanic("O22")
def test_a_spell_is_named_before_initiative_and_binds() -> None:
    mage = hero("m", spells=[{"id": "web", "time": 2}], hp=40)
    table = Table(mage, foe("orc", hp=40)).begin()
    table.do("declare", token="m", choices=["spell", "web"])
    assert table.state.timeline.data["declared"] == {
        "m": {"action": "spell", "spell": "web", "time": 2}
    }
    table.do("next", [2, 3])
    assert table.refused("cast", token="orc", spell="x", time=1) == "osric.not_declared"
    assert table.refused("attack", attacker="m", target="orc") == "osric.bound_to_spell"
    table.do("drop", token="m")
    assert table.refused("attack", attacker="m", target="orc") == "osric.bound_to_spell"
    assert table.refused("flee", token="m") == "osric.bound_to_spell"
    assert table.refused("parry", token="m") == "osric.bound_to_spell"
    assert table.refused("drop", token="m") == "osric.no_spell"
    table.do("next")
    assert table.acting == {"m"}
    assert not table.has("m", "casting")


def test_a_spell_that_stands_nowhere_is_asked_for() -> None:
    table = duel().begin().do("declare", token="h", choices=["spell", "10"])
    declared = table.state.timeline.data["declared"]
    assert declared == {"h": {"action": "spell", "time": 10}}
    other = duel().begin()
    other.do("declare", token="h", action="spell", spell="Regen", time=2, unit="turn")
    assert other.state.timeline.data["declared"] == {
        "h": {"action": "spell", "spell": "Regen", "time": 200}
    }


# -- keys ---------------------------------------------------------------------------------------


@pytest.mark.mechanic("O30")
@pytest.mark.parametrize(
    ("own", "enemy", "dexterity", "key", "order"),
    [
        (3, 4, 17, 2, ["archer", "orc", "mate"]),
        (3, 4, 16, 3, ["archer+orc", "mate"]),
        (1, 2, 18, -1, ["archer", "orc", "mate"]),
        (6, 1, 3, 4, ["mate", "archer", "orc"]),
    ],
)
def test_missiles_in_hand_move_ones_own_segment(
    own: int, enemy: int, dexterity: int, key: int, order: list[str]
) -> None:
    archer = hero("archer", dexterity=dexterity, weapons=["long_bow"])
    table = Table(archer, hero("mate", (0, 1)), foe("orc", (9, 0))).begin(own, enemy)
    assert table.state.timeline.at["archer"] == key  # type: ignore[index]
    assert table.state.timeline.at["orc"] == own  # type: ignore[index]
    seen = []
    while table.now[1] == 1:
        seen.append("+".join(sorted(table.acting)))
        table.do("next")
    assert seen == order


@pytest.mark.mechanic("O30")
def test_a_key_below_one_is_shown_in_segment_one() -> None:
    archer = hero("archer", dexterity=18, weapons=["long_bow"])
    table = Table(archer, foe("orc", (9, 0))).begin(1, 2)
    assert table.now == ("segment", 1, 1)
    assert table.acting == {"archer"}
    assert table.do("next").now == ("segment", 1, 1)


@pytest.mark.mechanic("O29")
def test_dexterity_does_nothing_for_melee() -> None:
    table = Table(hero("quick", dexterity=18), hero("plain", (0, 1)), foe("orc")).begin(3, 4)
    assert set(table.state.timeline.at.values()) == {3, 4}
    assert table.state.timeline.at["quick"] == table.state.timeline.at["plain"]  # type: ignore[index]
    said = Table(hero("h", dexterity=18, weapons=["long_bow", "sword"]), foe("orc"))
    said.begin().do("declare", token="h", action="attack").do("next", [3, 4])
    assert said.state.timeline.at["h"] == 4  # type: ignore[index]


def test_a_penalty_delays_unless_the_option_says_no() -> None:
    slow = hero("slow", dexterity=3, weapons=["long_bow"])
    table = Table(slow, foe("orc"), missile_penalty_delays=False).begin(3, 4)
    assert table.state.timeline.at["slow"] == 4  # type: ignore[index]


# -- ties ---------------------------------------------------------------------------------------


@pytest.mark.mechanic("O31", "O32")
def test_in_a_tie_two_duellists_kill_each_other() -> None:
    table = Table(hero("h", hp=1), foe("orc", hp=1, weapons=["scimitar"])).begin(4, 4)
    assert table.now == ("segment", 1, 4)
    assert table.acting == {"h", "orc"}
    table.do("attack", [20, 8], attacker="h", target="orc", weapon="sword")
    assert not table.has("orc", "dead"), "still strikes in this moment"
    table.do("attack", [20, 8], attacker="orc", target="h", weapon="scimitar")
    table.do("next")
    assert table.has("orc", "dead")
    assert table.has("h", "unconscious")


@pytest.mark.mechanic("O4", "O33")
def test_outside_a_tie_the_fallen_do_nothing_later() -> None:
    kobold = foe("kobold", hp=2, hit_dice="1/2")
    table = Table(hero("h", hp=20), kobold, foe("other", (9, 9))).begin(5, 1)
    table.do("attack", [20, 8], attacker="h", target="kobold", weapon="sword")
    assert table.has("kobold", "dead")
    assert table.refused("attack", attacker="kobold", target="h") == "osric.cannot_act"
    table.do("next")
    assert table.acting == {"other"}


@pytest.mark.mechanic("O31")
def test_the_game_master_may_treat_a_tie_otherwise() -> None:
    table = duel(tie="reroll").begin(4, 4, 2, 2, 5, 3)
    assert table.acting == {"h"}
    ordered = duel(tie="gm_order").begin(4, 4, choices=["foes"])
    assert ordered.acting == {"orc"}
    assert ordered.do("next").acting == {"h"}
    both = duel(tie="gm_order").begin(4, 4, choices=["together"])
    assert both.acting == {"h", "orc"}


@pytest.mark.mechanic("O32")
def test_ordered_ties_still_let_the_fallen_strike() -> None:
    table = Table(hero("h", hp=1), foe("orc", hp=1, weapons=["scimitar"]), tie="gm_order")
    table.begin(4, 4, choices=["heroes"])
    table.do("attack", [20, 8], attacker="h", target="orc", weapon="sword").do("next")
    assert table.acting == {"orc"}
    table.do("attack", [20, 8], attacker="orc", target="h", weapon="scimitar").do("next")
    assert table.has("orc", "dead")
    assert table.has("h", "unconscious")


# -- routines -----------------------------------------------------------------------------------


@pytest.mark.mechanic("O34", "O63")
def test_claws_and_bite_are_one_routine_at_one_foe() -> None:
    bear = foe("bear", weapons=[{"id": "claw", "damage": "1d8", "natural": True},
                                {"id": "bite", "damage": "1d12", "natural": True}],
               routine=["claw", "claw", "bite"])  # fmt: skip
    table = Table(hero("h", hp=60), hero("i", (1, 1), hp=60), bear).begin(1, 6)
    table.do("attack", [2, 20, 1, 20, 2, 20, 12], attacker="bear", target="h")
    assert (table.harm("h"), table.harm("i")) == (0, 15)
    assert table.refused("attack", attacker="bear", target="h") == "osric.no_routine"


@pytest.mark.mechanic("O63")
def test_a_monster_whose_entry_says_so_splits_its_routine() -> None:
    hydra = foe("hydra", weapons=[{"id": "bite", "damage": "1d6", "natural": True}],
                routine=["bite", "bite"], split_routine=True)  # fmt: skip
    table = Table(hero("h", hp=60), hero("i", (1, 1), hp=60), hydra).begin(1, 6)
    table.do("attack", [1, 20, 3, 2, 20, 4], attacker="hydra", target="h")
    assert (table.harm("h"), table.harm("i")) == (3, 4)


@pytest.mark.mechanic("O35", "O36")
@pytest.mark.parametrize("dice", [(6, 2), (2, 6), (3, 3)])
def test_a_second_routine_waits_for_the_other_side(dice: tuple[int, int]) -> None:
    table = Table(hero("h", hp=60, level=13), foe("orc", hp=60)).begin(*dice)
    strike = {"attacker": "h", "target": "orc", "weapon": "sword"}
    while "h" not in table.acting:
        table.do("next")
    table.do("attack", [20, 1], **strike)
    assert table.refused("attack", **strike) == "osric.no_routine"
    while table.now[0] != "late":
        table.do("next")
    assert table.now[2] == max(dice)
    assert table.acting == {"h"}
    table.do("attack", [20, 1], **strike)
    assert table.refused("attack", **strike) == "osric.no_routine"
    assert table.do("next").now[0] == "declare"


@pytest.mark.mechanic("O35")
def test_three_routines_in_two_rounds_and_haste() -> None:
    table = Table(hero("h", level=7), foe("orc")).begin(6, 2)
    phases = []
    while table.now[1] < 3:
        phases.append(table.now)
        table.do("next", [6, 2] if table.now[0] == "declare" else [])
    assert [p for p in phases if p[0] == "late"] == [("late", 1, 6)]
    hasted = Table(hero("h", conditions=["hasted"]), foe("orc")).begin(6, 2)
    hasted.do("next").do("next")
    assert hasted.now[0] == "late"


@pytest.mark.mechanic("O36")
def test_the_later_side_may_add_its_routines_at_once_by_option() -> None:
    table = Table(hero("h", hp=60, level=13), foe("orc", hp=60), late_routines="own_segment")
    table.begin(2, 6).do("next")
    strike = {"attacker": "h", "target": "orc", "weapon": "sword"}
    table.do("attack", [20, 1], **strike).do("attack", [20, 1], **strike)
    assert table.refused("attack", **strike) == "osric.no_routine"
    assert table.do("next").now[0] == "declare"


def test_fighters_with_several_routines_act_first_by_option() -> None:
    table = Table(hero("h", level=13), hero("i", (0, 1)), foe("orc"), fighters_first=True)
    table.begin(1, 6)
    assert table.acting == {"h"}
    assert table.do("next").acting == {"orc"}


# -- holding ------------------------------------------------------------------------------------


@pytest.mark.mechanic("O27", "O28")
def test_holders_wait_until_the_other_side_has_acted() -> None:
    table = duel().begin(5, 2)
    assert table.refused("delay", token="h", to=3) == "osric.hold_longer"
    table.do("delay", token="h")
    assert table.acting == {"orc"}
    assert table.now == ("segment", 1, 5)
    table.do("act", token="h")
    assert table.acting == {"h"}
    table.do("attack", [1], attacker="h", target="orc", weapon="sword")
    assert table.do("next").now[0] == "declare"


@pytest.mark.mechanic("O27", "O28")
def test_a_later_segment_may_be_named() -> None:
    table = duel().begin(5, 2).do("delay", token="h", to=9).do("next")
    assert table.now == ("segment", 1, 9)
    assert table.acting == {"h"}


@pytest.mark.mechanic("O28")
def test_held_until_the_enemys_segment_comes_after_the_enemy() -> None:
    table = duel().begin(5, 2).do("delay", token="h", to=5)
    assert table.acting == {"orc"}
    assert table.do("next").acting == {"h"}
    assert table.now == ("segment", 1, 5)


@pytest.mark.mechanic("O28")
def test_an_announced_hold_holds_and_is_lost_after_segment_ten() -> None:
    table = duel().begin().do("declare", token="h", action="hold").do("next", [5, 2])
    assert table.acting == {"orc"}
    table.do("next")
    assert table.now == ("segment", 1, 10)
    assert table.acting == {"h"}
    table.do("next")
    assert table.now == ("declare", 2, 1)
    assert table.refused("act", token="h") == "osric.not_holding"


@pytest.mark.mechanic("O28")
def test_of_two_who_hold_the_worse_initiative_commits_first() -> None:
    table = duel().begin(5, 2).do("delay", token="h").do("delay", token="orc")
    assert table.now == ("segment", 1, 10)
    assert table.acting == {"orc"}
    assert table.do("next").acting == {"h"}


def test_nobody_acts_before_the_other_side() -> None:
    table = Table(hero("h"), hero("i", (0, 1)), foe("orc")).begin(5, 2).do("delay", token="h")
    assert table.acting == {"i"}
    assert table.refused("act", token="h") == "osric.hold_longer"
    table.do("act", token="h", force=True)
    assert table.acting == {"h"}


def test_keys_are_typed_and_newcomers_join() -> None:
    table = duel().begin(5, 2)
    table.do("add", id="late", sheet={"hit_dice": "1"}, side="foes", at=[5, 5])
    table.do("initiative", token="late").do("initiative", token="h", value=7)
    assert dict(table.state.timeline.at) == {"h": 7, "orc": 5, "late": 5}
    assert table.do("next").acting == {"orc", "late"}
    assert duel().begin().refused("initiative", token="h") == "osric.not_rolled"


def test_ending_the_fight_clears_what_belongs_to_it() -> None:
    table = duel().begin(5, 2).do("parry", token="h").do("end")
    assert not table.state.timeline.running
    assert not table.has("h", "parrying")
    assert table.refused("next") == "osric.not_running"
    assert table.refused("end") == "osric.not_running"


@pytest.mark.mechanic("O27")
def test_conditions_with_an_end_run_out() -> None:
    table = duel().begin(5, 2)
    table.do("condition", tokens=["orc"], condition="stunned", until=[1, 5]).do("next")
    assert table.now == ("segment", 1, 5), "awake again as his moment comes"
    assert table.acting == {"orc"}
    assert not table.has("orc", "stunned")
