"""Actions without a blow: the rows of the table, what they cost and who changes that."""

from __future__ import annotations

from typing import Any

import pytest

from rules.encounter.state import Encounter, TokenId
from rules.systems.damakar import SYSTEM
from rules.systems.damakar.arms import hands
from rules.systems.damakar.prices import price, wound_price
from rules.systems.damakar.sheet import sheet_of, vitals_of
from rules.systems.damakar.tables import CAUSES, actions
from rules.systems.damakar.weapons import catalogue, status_of
from tests.rules.damakar.fights import begin, do, fight, logged, play, refused, token

X = TokenId("x")
ARMED: dict[str, Any] = {
    "right": "sword",
    "left": "shield",
    "weapons": ["sword", "shield", "dagger", "longbow", "halberd"],
}


def alone(**sheet: Any) -> Encounter:
    return begin(fight(token("x", **{**ARMED, **sheet})), x=50)


def paid(state: Encounter) -> int:
    return 50 - state.timeline.at[X]


def held(state: Encounter) -> set[str]:
    return {w.id for _, w in hands(state.token("x")).items}


TABLE = {
    "melee_attack": ("weapon", "magic"),
    "melee_parry": ("weapon", "magic"),
    "shoot": ("weapon", "magic"),
    "throw": ("weapon", "magic"),
    "reload": ("weapon", "magic"),
    "draw": ("weapon", "magic", "gear"),
    "drop": (),
    "pick_up": ("magic", "armour"),
    "move": ("magic", "armour", "load"),
    "run": ("magic", "armour", "load"),
    "disengage": ("magic", "armour"),
    "turn_away": (),
    "dodge": ("magic", "armour", "load"),
    "magic": ("magic",),
}


@pytest.mark.mechanic(
    "D10", "D19", "D20", "D21", "D22", "D23", "D24", "D25", "D26", "D27", "D30", "D31", "D32", "D33"
)
@pytest.mark.parametrize("action", TABLE)
def test_each_action_is_changed_by_what_the_table_names_and_by_nothing_else(action: str) -> None:
    row = actions()[action]
    assert {c for c in CAUSES if c in row.mods} == set(TABLE[action])
    changed: dict[str, Any] = {
        "zp_armour": 2,
        "zp_load": 3,
        "zp_magic": 4,
        "zp_gear": 5,
        "wound_zp": 6,
    }
    state = fight(token("x"), token("y", **changed))
    plain = price(state, state.token("x"), action, base=20)
    other = price(state, state.token("y"), action, base=20)
    worth = {"armour": 2, "load": 3, "magic": 4, "gear": 5}
    extra = sum(worth.get(cause, 0) for cause in TABLE[action])
    assert other.zp.total - plain.zp.total == extra
    for cause in ("armour", "load", "magic", "gear"):
        entry = other.zp.find(cause)
        assert entry is not None
        assert entry.counted == (cause in TABLE[action])
        assert entry.counted or entry.why is not None
    ours = action == "reload"  # the rules leave its price to the weapon and name none
    assert row.status.value == ("house" if ours else "stated")


@pytest.mark.mechanic("D35", "D36", "D37", "D39")
def test_magic_and_gifts_change_wounds_and_nothing_else_does() -> None:
    hard = token("x", wound_zp=-1, wound_zp_magic=-1, zp_magic=9, zp_armour=9)
    assert [wound_price(hard, k) for k in ("scratch", "light", "heavy", "very_heavy")] == [
        0, 0, 0, 2,
    ]  # fmt: skip
    frail = token("x", wound_zp=1)
    assert [wound_price(frail, k) for k in ("scratch", "light", "heavy", "very_heavy")] == [
        0, 2, 3, 5,
    ]  # fmt: skip


@pytest.mark.mechanic("D24")
def test_drawing_costs_seven_and_much_more_from_the_rucksack() -> None:
    state = do(alone(left=""), "draw_weapon", token="x", weapon="dagger")
    assert (paid(state), held(state)) == (7, {"sword", "dagger"})
    pack = do(alone(left=""), "draw_weapon", token="x", weapon="dagger", pack=True)
    assert paid(pack) == 21
    gear = do(alone(left="", zp_gear=-3), "draw_weapon", token="x", weapon="dagger")
    assert paid(gear) == 4
    quick = [{"id": "knife", "length": 0, "zp_draw": -2}]
    easy = do(alone(right="", left="", weapons=quick), "draw_weapon", token="x")
    assert paid(easy) == 5


@pytest.mark.mechanic("D24")
def test_full_hands_draw_nothing_and_sheathing_frees_one() -> None:
    assert refused(alone(), "draw_weapon", token="x", weapon="dagger") == "hands_full"
    state = do(alone(), "sheathe", token="x", weapon="shield")
    assert (paid(state), held(state)) == (7, {"sword"})
    assert refused(state, "draw_weapon", token="x", weapon="halberd") == "hands_full"
    state = do(do(state, "sheathe", token="x"), "draw_weapon", token="x", weapon="halberd")
    assert held(state) == {"halberd"}
    assert refused(state, "draw_weapon", token="x", weapon="dagger") == "hands_full"


def test_what_is_not_said_is_asked() -> None:
    state = do(alone(left=""), "draw_weapon", [], ["dagger"], token="x")
    assert held(state) == {"sword", "dagger"}
    state = do(alone(), "drop", [], ["shield"], token="x")
    assert held(state) == {"sword"}
    assert paid(do(alone(), "magic", [], ["14"], token="x")) == 14
    assert refused(alone(), "drop", token="x", weapon="axe") == "no_such_weapon"


@pytest.mark.mechanic("D25", "D26")
def test_dropping_costs_two_and_picking_up_seven() -> None:
    state = do(alone(), "drop", token="x", weapon="sword")
    assert (paid(state), held(state)) == (2, {"shield"})
    assert vitals_of(state.token("x")).dropped == ("sword",)
    state = do(state, "pick_up", token="x")
    assert (paid(state), held(state)) == (9, {"sword", "shield"})
    stiff = do(alone(zp_armour=2), "drop", token="x", weapon="sword")
    assert paid(do(stiff, "pick_up", token="x")) == 2 + 9
    assert refused(alone(), "pick_up", token="x") == "no_such_weapon"


@pytest.mark.mechanic("D23")
def test_loading_takes_the_weapons_time() -> None:
    bow: dict[str, Any] = {"right": "longbow", "left": ""}
    empty = fight(token("x", vitals={"empty": ["longbow"]}, **{**ARMED, **bow}))
    state = do(begin(empty, x=50), "reload", token="x")
    assert (paid(state), vitals_of(state.token("x")).empty) == (9, ())
    assert refused(state, "reload", token="x") == "no_such_weapon"
    assert paid(do(state, "reload", token="x", weapon="longbow")) == 18


@pytest.mark.mechanic("D40")
def test_magic_costs_what_the_spell_says_and_works_when_the_marker_is_reached() -> None:
    state = begin(fight(token("x", zp_magic=-1), token("y")), x=20, y=16)
    state, outcome = play(state, "magic", token="x", cost=6, ap=5)
    assert (state.timeline.at[X], vitals_of(state.token("x")).ap_spent) == (15, 5)
    assert "spell_works" not in logged(outcome)
    state, outcome = play(state, "free", token="y", cost=4)
    assert logged(outcome) == ["does", "spell_works", "turn"]
    assert refused(state, "magic", token="x", cost=1, ap=99) == "no_ap"


@pytest.mark.mechanic("D32")
def test_who_turns_away_cannot_parry_those_behind_until_he_turns_back() -> None:
    state = begin(fight(token("x"), token("y", (1, 0), side="foes")), x=50, y=40)
    state = do(state, "turn_away", token="x")
    assert paid(state) == 2
    assert vitals_of(state.token("x")).turned_from == ("y",)
    blow: dict[str, Any] = {"attacker": "y", "target": "x", "weapon": "sword"}
    state_hit = do(state, "attack", [10, 8, 1, 1], **blow)  # nothing is asked
    assert SYSTEM.health(state_hit.token("x")).now < 20
    seen = do(state, "attack", [10, 20], ["dodge"], **blow, on=["seen"])
    assert SYSTEM.health(seen.token("x")).now == 20
    back = do(state, "turn_back", token="x")
    assert not back.token("x").has("turned_away")
    assert not do(state, "free", token="x", cost=1).token("x").has("turned_away")
    assert refused(back, "turn_back", token="x") == "nothing_changes"


def test_the_first_thing_used_is_in_the_hands_from_then_on() -> None:
    state = fight(token("x"), token("y", (1, 0), side="foes"))
    hit: dict[str, Any] = {"attacker": "x", "target": "y"}
    state = do(state, "attack", [10, 8, 1, 1], ["none"], **hit, weapon="longspear")
    assert held(state) == {"longspear"}
    assert refused(state, "attack", **hit, weapon="sword") == "not_in_hand"
    assert do(state, "attack", [10, 8, 1], ["none"], **hit, weapon="unarmed").links == ()
    loose = fight(*state.tokens.values(), weapon_in_hand=False)
    again = do(loose, "attack", [10, 8, 1, 1], ["none"], **hit, weapon="sword")
    assert held(again) == {"longspear"}


def test_the_dead_do_nothing() -> None:
    state = fight(token("x", conditions=["dead"]))
    assert refused(state, "magic", token="x", cost=1) == "out"


def test_action_points_are_spent_and_refilled() -> None:
    state = do(alone(), "ap", tokens=["x"], amount=10)
    assert vitals_of(state.token("x")).ap_spent == 10
    assert vitals_of(do(state, "ap").token("x")).ap_spent == 0
    assert refused(alone(), "ap") == "nothing_changes"


@pytest.mark.parametrize(
    ("sheet", "lp"),
    [({}, 20), ({"constitution": 2, "strength": 3, "level": 1}, 30), ({"constitution": -5}, 5),
     ({"constitution": -5, "strength": -5}, 1), ({"lp": 48}, 48)],
)  # fmt: skip
def test_life_points_follow_the_formula(sheet: dict[str, Any], lp: int) -> None:
    assert sheet_of(token("x", **sheet)).lp_most == max(1, lp)


def test_prices_say_how_sure_they_are() -> None:
    state = fight(token("x"))
    weapons = catalogue()
    statuses = {
        id: price(state, state.token("x"), "melee_attack", weapons[id])
        .zp.entries[0]
        .modifier.source
        for id in ("sword", "dagger")
    }
    assert {id: s.status.value for id, s in statuses.items()} == {
        "sword": "stated",
        "dagger": "house",
    }
    typed = weapons["sword"].model_copy(update={"zp": 6})
    assert status_of(typed).value == "hand"
