"""Every house default of OSRIC is an option, marked as ours; what the newer ones change."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.glossary import Glossary
from rules.core.sources import Status
from rules.encounter.state import TokenId
from rules.systems.osric import SYSTEM
from rules.systems.osric.creatures import natural_lengths
from rules.systems.osric.options import options_of
from rules.systems.osric.rolls import escape_chance
from rules.systems.osric.sheet import OsricSheet
from tests.rules.osric.fights import Table, codes, counted, fight, foe, hero, plan

HOUSE = {
    "matrix_beyond": ("§2.1", "formula"),
    "nat20_hits": ("§2.1", False),
    "nat1_misses": ("§2.1", False),
    "length_small": ("§2.6", 1),
    "length_medium": ("§2.6", 2),
    "length_large": ("§2.6", 4),
    "load_surprise": ("§2.7", False),
    "monsters_die_at_zero": ("§2.9", True),
    "chance_least": ("§2.10", 1),
    "chance_most": ("§2.10", 99),
    "surprise_routines": ("§3.5", "single"),
    "surprise_casting": ("§3.5", True),
    "surprise_both": ("§3.6", "simultaneous"),
    "surprise_move": ("§3.7", "full"),
    "dropped_moves": ("§4.1", False),
    "missile_penalty_delays": ("§4.2", True),
    "more_sides": ("§4.2", "own"),
    "tie": ("§4.3", "simultaneous"),
    "late_routines": ("§4.3", "together"),
    "holders": ("§4.3", "worse_first"),
    "fighters_first": ("§4.3", False),
    "tie_disrupts": ("§5", True),
    "square_feet": ("§6", 5),
    "choose_helpless": ("§6", False),
    "shots_drawn": ("§6", "each"),
    "missile_weights": ("§6", False),
    "facing": ("§6.1", True),
    "shield_side": ("§6.1", "left"),
    "charge_limit": ("§7.1", "all"),
    "mount_loaded": ("§7.1", True),
    "leap_bonus": ("§7.1", False),
    "interrupt_spends": ("§7.1", True),
    "set_exposes": ("§7.1", True),
    "set_doubles": ("§7.1", "dice"),
    "set_not_longer": ("§7.1", "before"),
    "diagonals": ("§7.1", "1-2-1"),
    "closing_scope": ("§7.3", "pair"),
    "retreat_speed": ("§7.4", "full"),
    "flee_counts_as_rear": ("§7.5", False),
    "parry_scope": ("§7.9", "single"),
    "brawl_strength": ("§7.10", True),
    "grapple_strength": ("§7.11", False),
    "escape_base": ("§7.11", 50),
    "escape_step": ("§7.11", 10),
    "held_loses_shield": ("§8", True),
    "helpless_as_prone": ("§8", True),
    "least_damage": ("§8", 1),
    "surprised_loses_dex": ("§8", False),
    "map_cover": ("§8", True),
    "map_concealment": ("§8", True),
    "touching": ("§8", "tube"),
}
"""Section of the rules and value of everything that they leave to us."""


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_house_default_can_be_chosen_and_is_marked(language: str) -> None:
    ours = {s.key: s for s in SYSTEM.options if s.source.status is Status.HOUSE}
    known = {key: (s.source.place, s.default) for key, s in ours.items()}
    assert {key: known.get(key) for key in HOUSE} == HOUSE
    words = Glossary.load(language)
    wanted = [f"option.osric.{key}" for key in HOUSE]
    wanted += [f"option.osric.{key}.{c}" for key in HOUSE for c in ours[key].choices]
    assert [key for key in wanted if key not in words] == []


def test_beyond_the_matrix_the_formula_or_the_last_column_counts() -> None:
    target = hero("t", (1, 0), base_ac=-14)
    attacker = hero("a", level=20)
    assert plan(fight(attacker, target)).needs == 15
    assert plan(fight(attacker, target, matrix_beyond="edge")).needs == 11


def test_natural_weapons_are_as_long_as_the_options_say() -> None:
    state = fight(length_medium=9)
    assert natural_lengths(options_of(state)) == {"S": 1, "M": 9, "L": 4}


def test_the_chance_to_break_free_follows_the_options() -> None:
    small, large = OsricSheet(size="S"), OsricSheet(size="L", strength=19)

    def chance(own: OsricSheet, other: OsricSheet, **options: Any) -> int:
        return escape_chance(own, other, options_of(fight(**options)))

    assert chance(small, large) == 1
    assert chance(small, large, chance_least=5) == 5
    assert chance(small, small, escape_base=30) == 30
    assert chance(large, small, escape_step=5) == 85


def test_held_and_helpless_keep_their_guard_where_the_options_say_so() -> None:
    held = hero("t", (1, 0), shield=True, dexterity=16, conditions=["held"])
    assert "shield" not in counted(plan(fight(hero("a"), held)))
    assert counted(plan(fight(hero("a"), held, held_loses_shield=False)))["shield"] == -1
    asleep = hero("t", (1, 0), shield=True, conditions=["asleep"])
    assert counted(plan(fight(hero("a"), asleep)))["target.asleep"] == 4
    free = counted(plan(fight(hero("a"), asleep, helpless_as_prone=False)))
    assert "target.asleep" not in free
    assert free["shield"] == -1


def test_grappling_and_weak_blows_harm_as_the_options_say() -> None:
    strong = hero("a", strength=18, hp=20)
    grapple = {"attacker": "a", "target": "t", "weapon": "unarmed", "mode": "grapple"}
    grapples: tuple[tuple[dict[str, Any], int], ...] = (({}, 1), ({"grapple_strength": True}, 3))
    for options, harm in grapples:
        table = Table(strong, foe("t", hp=20), **options).begin(6, 1)
        assert table.do("attack", [20, 2], **grapple).harm("t") == harm
    weak = hero("a", strength=3)
    blow = {"attacker": "a", "target": "t", "weapon": "unarmed", "mode": "strike"}
    weak_blows: tuple[tuple[dict[str, Any], int], ...] = (({}, 1), ({"least_damage": 0}, 0))
    for options, harm in weak_blows:
        table = Table(weak, foe("t", hp=20), **options).begin(6, 1)
        assert table.do("attack", [20, 1], **blow).harm("t") == harm


def test_monsters_charge_every_round_where_only_characters_are_bound() -> None:
    ape = foe("a", (0, 0), vitals={"charged": 1})
    victim = hero("t", (10, 0))
    assert "osric.charge_again" in codes(plan(fight(ape, victim), mode="charge"))
    free = fight(ape, victim, charge_limit="characters")
    assert "osric.charge_again" not in codes(plan(free, mode="charge"))


def test_whoever_closes_is_safe_from_his_foe_alone_or_from_all() -> None:
    def table(**options: str) -> Table:
        foes = foe("b", (11, 0)), foe("c", (11, 1))
        return Table(hero("a", (0, 0), hp=30), *foes, **options).begin(6, 1)

    near = table().do("close", token="a", target="b")
    assert "osric.closed" in codes(plan(near.state, "b", "a"))
    assert "osric.closed" not in codes(plan(near.state, "c", "a"))
    safe = table(closing_scope="all").do("close", token="a", target="b")
    assert "osric.closed" in codes(plan(safe.state, "c", "a"))


def test_a_retreat_leads_half_as_far_where_the_option_says_so() -> None:
    def table(**options: str) -> Table:
        return Table(hero("a", (0, 20), move=60), foe("b", (1, 20)), **options).begin(6, 1)

    table().do("retreat", token="a", to=[0, 10], choices=["stay"])
    assert table(retreat_speed="half").refused("retreat", token="a", to=[0, 10]) == "osric.move_far"


def test_all_shots_of_a_volley_go_at_one_target_where_the_option_says_so() -> None:
    archer = hero("s", (0, 10), weapons=["long_bow"])
    friend, b = hero("f", (20, 10), hp=40), foe("b", (21, 10), hp=40)
    shot = {"attacker": "s", "target": "b", "weapon": "long_bow"}
    each = Table(archer, friend, b).begin(6, 1)
    each.do("attack", [1, 20, 3, 2, 20, 4], **shot)
    assert (each.harm("f"), each.harm("b")) == (3, 4)
    volley = Table(archer, friend, b, shots_drawn="volley").begin(6, 1)
    volley.do("attack", [2, 20, 3, 20, 4], **shot)
    assert (volley.harm("f"), volley.harm("b")) == (0, 7)


def test_casting_in_surprise_counts_or_waits_for_round_one() -> None:
    caster = hero("a", spells=[{"id": "web", "time": 2}])

    def ends(**options: bool) -> object:
        table = Table(caster, foe("b", (9, 0)), **options)
        table.do("start", [6, 1]).do("cast", token="a", spell="web")
        held = table.state.token("a").condition("casting")
        assert held is not None
        return held.until

    assert ends() == (1, 2)
    assert ends(surprise_casting=False) == (1, 3)


def test_who_gives_up_a_spell_may_move_where_the_option_says_so() -> None:
    caster = hero("a", spells=[{"id": "web", "time": 2}])
    cases: tuple[tuple[dict[str, Any], bool], ...] = (({}, False), ({"dropped_moves": True}, True))
    for options, free in cases:
        table = Table(caster, foe("b", (9, 0)), **options).do("start", surprise=False)
        table.do("declare", token="a", action="spell", spell="web").do("next", [1, 6])
        assert SYSTEM.stride(table.state, TokenId("a")).squares == 0
        table.do("drop", token="a")
        assert (SYSTEM.stride(table.state, TokenId("a")).squares > 0) is free


def test_an_overloaded_mount_is_refused_to_all_riders_or_only_to_heavy_ones() -> None:
    horse = hero("horse", hit_dice="3", size="L", move=180, load=120)
    links = [("mount", "a", "horse")]

    def found(load: int, **options: Any) -> bool:
        rider = hero("a", weapons=["lance"], load=load)
        state = fight(rider, horse, foe("t", (10, 0)), links=links, **options)
        return "osric.charge_mount_loaded" in codes(plan(state, mode="charge"))

    assert (found(0), found(120)) == (True, True)
    assert (found(0, mount_loaded=False), found(120, mount_loaded=False)) == (False, True)


def test_a_leap_has_the_bonus_of_a_charge_where_the_option_says_so() -> None:
    ape, victim = foe("a", (0, 0), leap=True), hero("t", (6, 0))
    assert "charge" not in counted(plan(fight(ape, victim), mode="leap"))
    assert counted(plan(fight(ape, victim, leap_bonus=True), mode="leap"))["charge"] == 2


def test_the_blow_against_a_charger_is_the_first_routine_where_the_option_says_so() -> None:
    for options, acts in (({}, False), ({"interrupt_spends": False}, True)):
        lance = foe("t", (10, 0), hp=40, weapons=["pole_arm"])
        table = Table(hero("a", hp=40, move=120), lance, **options).begin(6, 1)
        table.do("charge", [1, 1], token="a", target="t").do("next")
        assert "t" in table.acting
        assert ("osric.no_routine" not in codes(plan(table.state, "t", "a"))) is acts


def test_a_charger_is_bare_to_a_set_weapon_where_the_option_says_so() -> None:
    for options, needed in (({}, 15), ({"set_exposes": False}, 16)):
        spear = foe("t", (10, 0), hp=40, weapons=["spear"])
        charger = hero("a", hp=40, move=120, armour="studded")
        table = Table(charger, spear, **options).begin(1, 6)
        table.do("set", token="t", weapon="spear").do("next")
        hits = table.do("charge", [needed - 4, 4, 1], token="a", target="t")
        assert hits.harm("a") > 0, options


def test_holders_come_one_after_the_other_or_together() -> None:
    for options, together in (({}, False), ({"holders": "together"}, True)):
        table = Table(hero("a", hp=9), foe("b", (9, 0)), **options).begin(6, 1)
        table.do("delay", token="a").do("delay", token="b")
        assert table.now[2] == 10
        assert (table.acting == {"a", "b"}) is together


def test_the_highest_chance_follows_the_option() -> None:
    giant, small = OsricSheet(size="L", strength=19), OsricSheet(size="S")
    assert escape_chance(giant, small, options_of(fight())) == 99
    assert escape_chance(giant, small, options_of(fight(chance_most=90))) == 90
