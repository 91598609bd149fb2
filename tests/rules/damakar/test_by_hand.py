"""Whole exchanges of DAMAKAR worked out on paper, field by field, before any program ran.

The places are those of the rules: §2 the ring, §3 prices, §4 rolls and wounds, §5 special attacks.
Whoever has no values of his own has 20 LP, KON and STR 0, attack and parry 5, dodge 4, 28 AP.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.encounter.state import Encounter
from rules.systems.damakar.sheet import vitals_of
from tests.rules.damakar.fights import acting, begin, do, fields, fight, lp, plan, refused, token

SWORD: dict[str, Any] = {"right": "sword", "weapons": ["sword"]}
DAGGER: dict[str, Any] = {"right": "dagger", "weapons": ["dagger"]}
SHIELD: dict[str, Any] = {"right": "sword", "left": "shield", "weapons": ["sword", "shield"]}
PAIR: dict[str, Any] = {"right": "sword", "left": "dagger", "weapons": ["sword", "dagger"]}
SPEAR: dict[str, Any] = {"right": "longspear", "weapons": ["longspear"]}
HALBERD: dict[str, Any] = {"right": "halberd", "weapons": ["halberd"]}
HIT: dict[str, Any] = {"attacker": "x", "target": "y", "weapon": "sword"}
BACK: dict[str, Any] = {"attacker": "y", "target": "x", "weapon": "sword"}


def duel(mine: dict[str, Any], theirs: dict[str, Any], **options: Any) -> Encounter:
    return fight(token("x", **mine), token("y", (1, 0), side="foes", **theirs), **options)


def kinds(state: Encounter, id: str) -> list[tuple[int, str]]:
    return [(w.damage, w.kind) for w in vitals_of(state.token(id)).wounds]


def spent(state: Encounter, id: str) -> int:
    return vitals_of(state.token(id)).ap_spent


def test_wounds_of_four_blows_move_the_marker_until_the_victim_falls() -> None:
    state = begin(duel(SWORD, SWORD), x=20, y=15)
    # 15+5 = 20 against 9+5 = 14. 4+5 and 2 are 11: of 20 LP more than 6⅔, at most 13⅓: heavy
    state = do(state, "attack", [15, 9, 12, 4, 5], ["parry"], **HIT)
    assert kinds(state, "y") == [(11, "heavy")]
    assert fields(state) == {"x": 13, "y": 11}  # 20-7; 15, parry -2, wound -2 (§3, §4.6)
    # nobody parries; 1+1+2 = 4, at most 6⅔: light, one field
    state = do(state, "attack", [1, 2, 1, 1], ["none"], **HIT)
    assert fields(state) == {"x": 6, "y": 10}
    # 10+5 = 15 against 11+4 = 15: the tie is the defender's; the dodge costs 2 all the same
    state = do(state, "attack", [10, 11], ["dodge"], **BACK)
    assert fields(state) == {"x": 4, "y": 3}
    assert lp(state, "y") == 5
    # 1+2+2 = 5: light again, none left; exactly 0 still stands (§4.6)
    state = do(state, "attack", [5, 19, 1, 2], ["none"], **HIT)
    assert (lp(state, "y"), fields(state)) == (0, {"x": 21, "y": 2})
    state = do(state, "damage", tokens=["y"], amount=1)
    assert (lp(state, "y"), kinds(state, "y")[-1]) == (-1, (1, "light"))  # KON 0: no scratch
    # out: a grey marker right behind the wound, never next, though it stands before x (§4.6)
    assert (fields(state), acting(state)) == ({"x": 21, "y": 1}, ["x"])


@pytest.mark.parametrize(
    ("dice", "damage", "kind"),
    [
        ((2, 6), 7, "heavy"),  # (8-3) + (2+3-2) - 1
        ((1, 1), 2, "scratch"),  # dice below what is taken from them: 0 + 3 - 1; KON 2
        ((6, 6), 11, "heavy"),  # 9 + 3 - 1
    ],
)
def test_armour_takes_from_dice_bonus_and_sum_each_for_itself(
    dice: tuple[int, int], damage: int, kind: str
) -> None:
    chest: dict[str, Any] = {"chest": {"variable": 3, "bonus": 2, "total": 1}}
    state = duel({**SWORD, "strength": 3}, {"armour": chest, "lp": 20, "constitution": 2})
    state = do(state, "attack", [10, 11, *dice], ["none"], **HIT)  # W20 11 is the chest (§4.4)
    assert kinds(state, "y") == [(damage, kind)]
    bare = duel({**SWORD, "strength": 3}, {"armour": chest})
    bare = do(bare, "attack", [10, 10, *dice], ["none"], **HIT)
    assert kinds(bare, "y")[0][0] == sum(dice) + 5  # 10 is the belly, which is bare


@pytest.mark.parametrize(
    ("strength", "weapon", "mode", "damage"),
    [
        (-3, "dagger", "", 4),  # bonus 1-3, at least 0 (§6)
        (4, "dagger", "", 9),  # 4 + 1 + 4
        (4, "shortbow", "", 7),  # strength is no part of a shot: 4 + 3
        (2, "throwing_dagger", "", 7),  # but of a throw: 4 + 1 + 2
    ],
)
def test_strength_goes_into_blows_and_throws_but_not_into_shots(
    strength: int, weapon: str, mode: str, damage: int
) -> None:
    sheet: dict[str, Any] = {"strength": strength, "weapons": [weapon], "right": weapon}
    state = duel(sheet, DAGGER)
    state = do(state, "attack", [20, 12, 4], ["none"], **{**HIT, "weapon": weapon}, mode=mode)
    assert sum(d for d, _ in kinds(state, "y")) == damage


def test_a_two_hander_four_fields_faster_takes_all_action_points() -> None:
    sheet: dict[str, Any] = {"right": "greatsword", "weapons": ["greatsword"]}
    state = begin(duel(sheet, SWORD), x=12, y=2)
    # 9-4 = 5 fields for 4×7 = 28 AP (§5.1); one more would need 35
    assert refused(state, "attack", **{**HIT, "weapon": "greatsword"}, faster=5) == "no_ap"
    # 6+5+4+2 = 17 of 20 LP: more than 13⅓: very heavy, four fields; 2-4 = 22 on a ring of 24
    state = do(
        state, "attack", [8, 12, 6, 5, 4], ["none"], **{**HIT, "weapon": "greatsword"}, faster=4
    )
    assert fields(state) == {"x": 7, "y": 22}
    assert (spent(state, "x"), kinds(state, "y")) == (28, [(17, "very_heavy")])
    assert refused(state, "attack", **{**HIT, "weapon": "greatsword"}, faster=1) == "no_ap"


def test_sword_and_dagger_at_once_on_sword_and_shield() -> None:
    state = begin(duel(PAIR, SHIELD), x=20, y=10)
    # both on one foe: 7+1 fields, 7 AP; the sword +5, the dagger 5 - 3 wrong hand - 3 short
    first = plan(state, "x", "y", weapon="sword", mode="both")
    assert first.attack.total == 5
    # sword 12+5 = 17 met by the shield in the left: 14+5-3 = 16, hit: chest, 3+3+2 = 8, heavy.
    # dagger 18-1 = 17 met by the sword in the right: 12+5 = 17, held. 4 ZP for both, 2 the wound
    dice = [12, 18, 14, 12, 3, 3, 12]
    state = do(state, "attack", dice, ["parry_off", "parry"], **HIT, mode="both")
    assert kinds(state, "y") == [(8, "heavy")]
    assert fields(state) == {"x": 12, "y": 4}
    assert spent(state, "x") == 7


def test_sword_and_dagger_at_once_on_two_foes() -> None:
    x = token("x", **PAIR)
    y, z = token("y", (1, 0), side="foes", **DAGGER), token("z", (0, 1), side="foes", **SWORD)
    state = begin(fight(x, y, z), x=20, y=10, z=9)
    # two foes: -2 on each roll, 14 AP. Sword 5-2 = 3; dagger on the long sword 5-2-3-3 = -3
    # 12+3 = 15 against a dagger's parry (short against long: 5-3 = 2) of 12+2 = 14: hit, 1+1+2
    # 18-3 = 15 against 10+5 = 15: held
    dice, ways = [12, 18, 12, 11, 1, 1, 10], ["parry", "parry"]
    state = do(state, "attack", dice, ways, **HIT, mode="both", second="z")
    assert kinds(state, "y") == [(4, "light")]
    assert kinds(state, "z") == []
    assert fields(state) == {"x": 12, "y": 7, "z": 7}
    assert spent(state, "x") == 14


def test_in_turn_four_attacks_take_all_action_points() -> None:
    state = begin(duel(PAIR, {**SWORD, "lp": 99}), x=24, y=1)
    for field, weapon in ((19, "sword"), (14, "dagger"), (9, "sword"), (4, "dagger")):
        # half of 7 rounded up and 1 are 5 fields, 7 AP for each (§5.2)
        dice = [10, 12, 1, 1] if weapon == "sword" else [10, 12, 1]
        state = do(state, "attack", dice, ["none"], **{**HIT, "weapon": weapon}, mode="alternate")
        assert fields(state)["x"] == field
    # 4, 2, 4 and 2 points: scratches need KON 1, so four light wounds: 1-4 = 21
    assert (lp(state, "y"), fields(state)["y"], spent(state, "x")) == (87, 21, 28)
    assert refused(state, "attack", **HIT, mode="alternate") == "no_ap"


def test_a_sweep_over_two_foes_and_a_friend_one_field_faster() -> None:
    x = token("x", **SWORD)
    y, z = token("y", (1, 0), side="foes", **SWORD), token("z", (0, 1), side="foes", **SWORD)
    friend = token("f", (0, -1), **SWORD)
    state = begin(fight(x, y, z, friend), x=24, y=5, z=4, f=3)
    # 7 + 2 - 1 = 8 fields, 14 + 7 = 21 AP; two foes: -2 on each of three rolls (§5.1, §5.3)
    # three rolls of 9+3 = 12, nobody defends; 4 points to each: light, one field
    dice = [9, 9, 9, *(12, 1, 1), *(12, 1, 1), *(12, 1, 1)]
    state = do(state, "attack", dice, ["none"] * 3, **HIT, mode="sweep", faster=1)
    assert fields(state) == {"x": 16, "y": 4, "z": 3, "f": 2}
    assert spent(state, "x") == 21
    assert {lp(state, t) for t in "yzf"} == {16}


def test_three_on_one_field_one_of_whom_waits() -> None:
    x, z = token("x", **SWORD), token("z", (1, 1), **SWORD)
    y = token("y", (1, 0), side="foes", **SWORD)
    state = begin(fight(x, y, z), x=10, y=10, z=10)
    state = do(state, "delay", token="z")
    state = do(state, "attack", **HIT)
    # x hits y, who attacks z and so neither parries nor has a roll against x (§2.7, 5):
    # undefended. y on z: 12+5 = 17; z waited, stands on 9 and may parry: 9+5 = 14: hit
    dice = [4, 12, 12, 2, 2, 9, 12, 1, 3]
    state = do(state, "attack", dice, ["parry"], attacker="y", target="z", weapon="sword")
    assert kinds(state, "y") == [(6, "light")]  # 2+2+2
    assert kinds(state, "z") == [(6, "light")]  # 1+3+2
    # y: 10 - 7 - 1; z: 10 - 1 waited - 2 parried - 1 wound; x: 10 - 7
    assert fields(state) == {"x": 3, "y": 2, "z": 6}


def test_sword_and_spear_at_the_same_time() -> None:
    state = begin(duel(SWORD, SPEAR), x=10, y=10)
    state = do(state, "attack", **HIT)
    # 12+5 = 17 against 11+5 = 16: both hit; the sword only breaks in (§5.5, 6), so no dice of
    # its own; the spear: chest, 5+4+1 = 10: heavy. 10-7-2 = 1; the spear 10-8 = 2
    dice = [12, 11, 12, 5, 4]
    state = do(state, "attack", dice, **{**BACK, "weapon": "longspear"})
    assert kinds(state, "y") == []
    assert kinds(state, "x") == [(10, "heavy")]
    assert fields(state) == {"x": 1, "y": 2}
    # next is the spear; its foe is inside, so it is a staff: 7 fields, 1W6+2 (§5.5, 2)
    state = do(state, "attack", [14, 12, 3], ["none"], **{**BACK, "weapon": "longspear"})
    assert kinds(state, "x")[-1] == (5, "light")
    assert fields(state) == {"x": 24, "y": 19}


def test_a_halberd_is_a_staff_until_the_last_one_inside_has_fallen() -> None:
    x, y = token("x", **SWORD), token("y", (1, 0), side="foes", **HALBERD)
    z = token("z", (2, 0), **SWORD)
    state = begin(fight(x, y, z), x=24, y=20, z=1)
    state = do(state, "attack", [15], ["none"], **HIT)  # breaks in, no harm
    on_z: dict[str, Any] = {"attacker": "y", "target": "z", "weapon": "halberd"}
    state = do(state, "attack", [15, 12, 4], ["none"], **on_z)  # staff: 4+2, 7 fields
    assert (lp(state, "z"), fields(state)["y"]) == (14, 13)
    state = do(state, "damage", tokens=["x"], amount=21)  # more than 20 LP: deadly
    assert kinds(state, "x") == [(21, "deadly")]
    state = do(state, "attack", [15, 12, 4, 4, 4], ["none"], **on_z)  # halberd: 12+1, 9 fields
    assert (lp(state, "z"), fields(state)["y"]) == (1, 4)


def test_a_heavy_crossbow_shoots_loads_and_goes_around_the_ring() -> None:
    bow: dict[str, Any] = {"right": "heavy_crossbow", "weapons": ["heavy_crossbow"], "strength": 5}
    shot: dict[str, Any] = {**HIT, "weapon": "heavy_crossbow"}
    state = fight(token("x", **bow), token("y", (8, 0), side="foes", **SWORD))
    state = begin(state, x=20, y=2)
    # nobody sees it come: against 10 (§5.6). 5+5 = 10 is a tie and misses, still 2 fields
    missed = do(state, "attack", [5], **shot, on=["unseen"])
    assert (kinds(missed, "y"), fields(missed)["x"]) == ([], 18)
    # 6+5 = 11 hits: 6+6+1+2 = 15 of 20: very heavy; 2-4 = 22
    state = do(state, "attack", [6, 12, 6, 6, 1], **shot, on=["unseen"])
    assert (kinds(state, "y"), fields(state)) == ([(15, "very_heavy")], {"x": 18, "y": 22})
    assert refused(state, "attack", **shot) == "not_loaded"
    state = do(state, "reload", token="x")
    assert fields(state) == {"x": 21, "y": 22}  # 18-21 = -3, that is 21 a turn later
    # y stands on 22, paid 4: due 22; x is due 23


def test_short_against_long_hurts_attack_and_parry_but_no_dodge() -> None:
    state = begin(duel(DAGGER, SWORD), x=20, y=18)
    # 11+5-3 = 13 against a parry of 8+5 = 13: held. Dagger 5 fields, parry 2
    state = do(state, "attack", [11, 8], ["parry"], **{**HIT, "weapon": "dagger"})
    assert fields(state) == {"x": 15, "y": 16}
    # sword 10+5 = 15 against a dagger's parry 12+5-3 = 14: hit, head, 6+6+2 = 14: very heavy
    hit = do(state, "attack", [10, 12, 19, 6, 6], ["parry"], **BACK)
    assert (kinds(hit, "x"), fields(hit)) == ([(14, "very_heavy")], {"x": 9, "y": 9})
    # a dodge has no malus: 11+4 = 15: held
    held = do(state, "attack", [10, 11], ["dodge"], **BACK)
    assert (kinds(held, "x"), fields(held)) == ([], {"x": 13, "y": 9})


def test_a_scuffle_begins_with_a_critical_and_ends_with_one() -> None:
    state = begin(duel({**DAGGER, "attack": 12}, SWORD), x=20, y=19)
    # 18+12-3 = 27 against 10+5 = 15: 12 apart, simply critical: a scuffle instead of harm
    state = do(state, "attack", [18, 10], ["parry", "scuffle"], **{**HIT, "weapon": "dagger"})
    assert (kinds(state, "y"), fields(state)) == ([], {"x": 15, "y": 17})
    # the sword counts as bare hands: 5 fields, 1W3; the dagger parries without malus:
    # 10+5 = 15 against 9+5 = 14: hit, 3 of 20: light
    state = do(state, "attack", [10, 9, 12, 3], ["parry"], **BACK)
    assert (kinds(state, "x"), fields(state)) == ([(3, "light")], {"x": 12, "y": 12})
    # both on 12: y waits; x 3+12 = 15, no malus any more; bare hands do not parry, only dodge:
    # 10+4 = 14: hit, chest, 6+1 = 7: 21 > 20, heavy. x 12-5; y 12-1-2-2
    state = do(state, "delay", token="y")
    state = do(state, "attack", [3, 10, 12, 6], ["dodge"], **{**HIT, "weapon": "dagger"})
    assert (kinds(state, "y"), fields(state)) == ([(7, "heavy")], {"x": 7, "y": 7})
    # y next to break free: x waits; 20+5 = 25 against 5+4 = 9: critical; no harm, both are free
    state = do(state, "delay", token="x")
    state = do(state, "attack", [20, 5], ["dodge", "break_free"], **BACK)
    assert state.links == ()
    assert fields(state) == {"x": 4, "y": 2}  # 7-1-2 and 7-5


def test_exhaustion_lowers_life_but_no_band_of_wounds() -> None:
    state = begin(duel(SWORD, {**SWORD, "wound_zp": -1}), x=20, y=15)
    state = do(state, "damage", tokens=["y"], amount=15, kind="exhaustion")
    assert (lp(state, "y"), fields(state)["y"]) == (5, 15)
    # 1+3+2 = 6: still measured by 20 LP: light, 1-1 = 0 fields (§4.6); but 5-6 = -1: out
    state = do(state, "attack", [15, 12, 1, 3], ["none"], **HIT)
    assert kinds(state, "y") == [(6, "light")]
    assert (fields(state), acting(state)) == ({"x": 13, "y": 15}, ["x"])  # grey, never next
    # an hour gives 3 back, two hours 6 (§0.1)
    state = do(state, "rest", tokens=["y"], hours=2)
    assert lp(state, "y") == 5


def test_one_who_turned_away_cannot_parry_whom_he_left_behind() -> None:
    state = begin(duel(SWORD, {**SWORD, "strength": 2, "dodge": 4}), x=10, y=20)
    state = do(state, "turn_away", token="y")  # 2 fields
    assert fields(state)["y"] == 18
    state = do(state, "delay", token="y")  # right behind x on 10
    assert fields(state) == {"x": 10, "y": 9}
    # no parry at his back; he sees it come and may dodge: 15+5 = 20 against 20+4: held
    state = do(state, "attack", [15, 20], ["dodge"], **HIT, on=["seen"])
    assert fields(state) == {"x": 3, "y": 7}
    # running: 6+2 = 8 m for one field and 2 AP: 17 m are three fields, 6 AP (§3.2)
    state = do(state, "run", token="y", to=(18, 0))
    assert (fields(state)["y"], spent(state, "y")) == (4, 6)


def test_the_weakest_crawls_half_a_metre_for_each_field() -> None:
    state = begin(duel({**SWORD, "strength": -5}, SWORD), x=20, y=1)
    state = do(state, "move", token="x", to=(-2, 0))  # 3 - 2½ = ½ m: 2 m are four fields
    assert fields(state)["x"] == 16
