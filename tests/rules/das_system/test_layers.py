"""Coverage thresholds, side by side and layered, better pieces first, past and into armour (§8)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.options import Options
from rules.systems.das_system import SYSTEM
from rules.systems.das_system.blow import pass_through
from rules.systems.das_system.body import PARTS, places, places_of
from rules.systems.das_system.gear import (
    DEFAULT_EFFECT,
    Piece,
    SheetWeapon,
    armour_rows,
    table_piece,
    table_weapon,
)
from rules.systems.das_system.layers import Cover, Way, cover_of, meet
from rules.systems.das_system.options import OPTIONS
from tests.rules.das_system.fights import action, fight, opponent, strike, token, vitals

PLAIN = Options(OPTIONS, {})
SWORD = table_weapon("sword")


def cover(
    part: str,
    *worn: str | Piece,
    weapon: SheetWeapon = SWORD,
    lost: dict[str, dict[str, int]] | None = None,
    **options: Any,
) -> Cover:
    """Return the armour of a part; pieces by id of the table."""
    struck = places_of(part)
    found = tuple(
        meet(p, weapon, (lost or {}).get(p.id, {}), struck)
        for p in (table_piece(w) if isinstance(w, str) else w for w in worn)
    )
    return cover_of(part, struck, found, False, Options(OPTIONS, options))


def struck(found: Cover, value: int) -> dict[str, tuple[str, ...]]:
    """Return the choices at an attack value: place → pieces; of several ways the least armoured."""
    table: dict[str, tuple[str, ...]] = {}
    for way in reversed(found.open_to(value)):
        table[way.place.name] = tuple(w.piece.id for w in way.pieces)
    return table


@pytest.mark.mechanic("S79", "S80")
def test_a_greave_is_struck_below_its_threshold_and_passed_from_it_on() -> None:
    greave = cover("r_bein", "greaves")
    assert struck(greave, 799) == {}
    assert struck(greave, 800) == {"oberschenkel": ("greaves",)}
    assert struck(greave, 1499) == {"oberschenkel": ("greaves",)}
    assert set(struck(greave, 1500)) == {"oberschenkel", "unterschenkel", "knie", "fuss"}
    assert struck(greave, 1500)["knie"] == ()


@pytest.mark.mechanic("S81", "S83")
def test_pieces_side_by_side_add_up() -> None:
    bracers = cover("l_arm", "bracer_upper", "bracer_lower")
    assert struck(bracers, 2199) == {
        "oberarm": ("bracer_upper",),
        "unterarm": ("bracer_lower",),
    }
    assert struck(bracers, 2200)["ellenbogen"] == ()


@pytest.mark.mechanic("S82", "S83")
def test_of_unequal_pieces_the_better_one_against_this_weapon_counts_first() -> None:
    mixed = cover("l_arm", "bracer_leather", "bracer_upper")
    assert struck(mixed, 1499) == {"oberarm": ("bracer_upper",)}
    assert struck(mixed, 1500)["unterarm"] == ("bracer_leather",)
    assert "ellenbogen" not in struck(mixed, 2199)
    assert struck(mixed, 2200)["ellenbogen"] == ()
    odd = SWORD.model_copy(update={"effect": {"L": 9, "P": 3}})
    turned = cover("l_arm", "bracer_leather", "bracer_upper", weapon=odd)
    assert struck(turned, 1499) == {"unterarm": ("bracer_leather",)}


@pytest.mark.mechanic("S81", "S83", "S86")
def test_layers_keep_their_thresholds_apart() -> None:
    sleeve = cover("l_arm", "mail", "bracer_upper", "bracer_lower")
    assert struck(sleeve, 2199)["oberarm"] == ("bracer_upper", "mail")
    assert "schulter" not in struck(sleeve, 2199)
    assert struck(sleeve, 2200)["schulter"] == ("mail",)
    assert "hand" not in struck(sleeve, 3799)
    assert struck(sleeve, 3800)["hand"] == ()


@pytest.mark.mechanic("S86")
def test_a_covered_place_stays_closed_but_for_two_ways() -> None:
    sleeve = cover("l_arm", "mail", "bracer_upper", "bracer_lower")
    assert struck(sleeve, 3799)["oberarm"] == ("bracer_upper", "mail")  # into the armour
    assert struck(sleeve, 3800)["oberarm"] == ()  # past all of it
    strict = cover("l_arm", "mail", "bracer_upper", "bracer_lower", vorbei_an_ruestung=False)
    assert struck(strict, 3800)["oberarm"] == ("bracer_upper", "mail")
    single = cover("r_bein", "greaves")
    assert struck(single, 3000)["oberschenkel"] == ("greaves",)


@pytest.mark.mechanic("S84")
@given(st.integers(0, 5000), st.sampled_from(PARTS))
def test_no_place_is_struck_whose_value_exceeds_the_attack(value: int, part: str) -> None:
    worn = ("mail", "plate", "bracer_upper", "bracer_leather", "greaves", "helmet")
    for way in cover(part, *worn).open_to(value):
        assert way.place.melee <= value


def test_reached_or_beaten_is_a_choice() -> None:
    reached, beaten = cover("r_bein", "greaves"), cover("r_bein", "greaves", schwelle="beaten")
    assert "knie" in struck(reached, 1500)
    assert "knie" not in struck(beaten, 1500)
    assert "knie" in struck(beaten, 1501)


PIECE = st.builds(
    Piece,
    id=st.uuids().map(str),
    letter=st.sampled_from(["L", "K", "P", "X"]),
    strength=st.integers(0, 150),
    dw=st.integers(0, 3000),
    layer=st.integers(0, 3),
    covers=st.lists(st.sampled_from(sorted(places())), min_size=1, max_size=5).map(tuple),
)


@pytest.mark.mechanic("S85")
@settings(max_examples=150)
@given(
    st.lists(PIECE, max_size=5),
    st.sampled_from(PARTS),
    st.integers(0, 6000),
    st.integers(0, 6000),
    st.integers(0, 2000),
)
def test_a_better_attack_never_meets_more_protection(
    worn: list[Piece], part: str, one: int, other: int, torn: int
) -> None:
    lost = {p.id: dict.fromkeys(p.places, torn) for p in worn[::2]}
    found = cover(part, *worn, lost=lost)
    low, high = min(one, other), max(one, other)
    weak, strong = found.open_to(low), found.open_to(high)
    assert set(map(id, weak)) <= set(map(id, strong))
    if weak:
        assert least(strong) <= least(weak)
    assert bool(strong) == (high >= found.lowest)


def least(ways: tuple[Way, ...]) -> int:
    return min(way.protection for way in ways)


# -- protection -----------------------------------------------------------------------------------


@pytest.mark.mechanic("S72", "S73", "S87")
def test_protection_is_effect_times_strength_by_letter() -> None:
    bauch = places_of("rumpf")
    assert meet(table_piece("leather"), SWORD, {}, bauch).protection == 600
    own = Piece(id="x", letter="BN")
    assert meet(own, SWORD, {}, bauch).protection == DEFAULT_EFFECT * 100
    hammer = table_weapon("hammer")
    plate = table_piece("plate")
    assert meet(plate, hammer, {}, bauch).protection < meet(plate, SWORD, {}, bauch).protection


@pytest.mark.mechanic("S74")
def test_coverage_belongs_to_a_part() -> None:
    assert cover("rumpf", "leather").groups
    assert not cover("kopf", "leather").groups
    assert struck(cover("rumpf", "leather"), 3199)["bauch"] == ("leather",)


@pytest.mark.mechanic("S88", "S89", "S90")
def test_layers_are_worked_off_from_outside_to_inside() -> None:
    (way, *_) = [w for w in cover("l_arm", "mail", "bracer_upper").ways if len(w.pieces) == 2]
    stopped = pass_through(way, 1200, 100, PLAIN)
    assert [(s.worn.piece.id, s.result) for s in stopped.steps] == [("bracer_upper", "light")]
    assert (stopped.severity, stopped.pierced) == (0, ())
    inner = pass_through(way, 2000, 100, PLAIN)
    assert [(s.came, s.rest, s.result) for s in inner.steps] == [
        (2000, 600, "heavy"),
        (600, -300, "light"),
    ]
    through = pass_through(way, 2500, 100, PLAIN)
    assert (through.rest, through.severity) == (200, 100)
    assert [w.piece.id for w in through.pierced] == ["bracer_upper", "mail"]


@pytest.mark.mechanic("S75")
def test_impulse_protection_takes_even_the_light_hit() -> None:
    way = cover("rumpf", "leather").ways[0]
    assert pass_through(way, 120, 60, PLAIN).steps[0].result == "nothing"
    assert pass_through(way, 121, 60, PLAIN).steps[0].result == "light"
    off = Options(OPTIONS, {"impulsschutz": False})
    assert pass_through(way, 120, 60, off).steps[0].result == "light"


@pytest.mark.mechanic("S92")
def test_a_gap_lets_attacks_through_at_its_own_threshold() -> None:
    torn = cover("rumpf", "leather", lost={"leather": {"bauch": 1000}})
    assert struck(torn, 2199)["bauch"] == ("leather",)
    assert struck(torn, 2200)["bauch"] == ()
    assert struck(torn, 2200)["brust"] == ("leather",)
    closed = cover("rumpf", "leather", lost={"leather": {"bauch": 1000}}, luecken=False)
    assert struck(closed, 2200)["bauch"] == ("leather",)


def test_too_weak_for_any_bare_place_it_strikes_the_outer_piece() -> None:
    gauntlet = Piece(id="gauntlet", letter="P", covers=("haende",))
    assert struck(cover("l_arm", gauntlet), 800) == {"hand": ("gauntlet",)}


@pytest.mark.mechanic("S93")
def test_a_force_field_is_not_reckoned_and_the_plan_says_so() -> None:
    state = fight(opponent(), token("t", (1, 0), armour=["force_field"]))
    plan = SYSTEM.plan(state, action())
    assert "das_system.force_field" in [note.code for note in plan.notes]
    after = strike(state, 1, festwert=900, choices=["none", "brust"])
    assert vitals(after, "t").gz < 1150


@pytest.mark.mechanic("S71")
def test_armour_only_counts_where_it_covers_and_the_blow_arrives() -> None:
    state = fight(opponent(), token("t", (1, 0), armour=["leather"]))
    parried = strike(state, 1, 1100, festwert=900, choices=["parade.sword.heavy"])
    assert vitals(parried, "t").armour == {}
    assert all("leather" not in w for w in struck(cover("kopf", "leather"), 3000).values())


def test_every_row_of_the_table_is_a_sound_piece() -> None:
    for id in armour_rows():
        assert table_piece(id).places
    with pytest.raises(ValueError, match="piece_unknown"):
        Piece.model_validate({"id": "x", "base": "nothing"})
    with pytest.raises(ValueError, match="place_unknown"):
        Piece(id="x", covers=("tail",))
