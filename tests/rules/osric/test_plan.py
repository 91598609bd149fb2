"""What a plan says before a die falls: armour class, states, sides, weapons, distance."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from maps.shapes import Grade, Kind
from rules.core.glossary import Glossary
from rules.core.sources import Status
from rules.core.terms import named, term
from rules.encounter.plans import Extra
from rules.encounter.state import Condition, TokenId
from rules.system.answers import Glance
from rules.systems.osric import SYSTEM
from rules.systems.osric.melee import sector
from tests.rules.osric.fights import codes, counted, fight, foe, hero, notes, plan, wall

KNIGHT: dict[str, Any] = {"armour": "plate", "shield": True, "dexterity": 16}


def knight(at: tuple[float, float] = (5, 5), **values: Any) -> Any:
    return foe("t", at, **{"hit_dice": "", "printed_ac": None, "level": 1, **KNIGHT, **values})


# -- sides and states (vector 42) ---------------------------------------------------------------


@pytest.mark.mechanic("O78", "O79", "O83")
@pytest.mark.parametrize(
    ("at", "ac", "bonus"),
    [
        ((5, 4), 0, 0), ((4, 4), 0, 0), ((6, 4), 0, 0), ((4, 5), 0, 0),
        ((6, 5), 1, 0), ((4, 6), 3, 0), ((6, 6), 3, 0), ((5, 6), 3, 2),
    ],
)  # fmt: skip
def test_the_side_of_the_attack_takes_shield_and_dexterity(
    at: tuple[float, float], ac: int, bonus: int
) -> None:
    made = plan(fight(hero("a", at), knight(facing=0)))
    assert (made.defence.total, made.attack.total) == (ac, bonus)


@pytest.mark.mechanic("O78")
def test_the_shield_may_be_carried_on_the_right() -> None:
    state = fight(hero("a", (4, 5)), knight(facing=0), shield_side="right")
    assert plan(state).defence.total == 1
    assert plan(fight(hero("a", (6, 5)), knight(facing=0), facing=False)).defence.total == 0


def test_every_sector_on_integer_offsets() -> None:
    found = {(dx, dy): sector(dx, dy, 90) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy}
    assert found == {
        (1, 0): "front", (1, -1): "front", (1, 1): "front", (0, -1): "shielded_flank",
        (0, 1): "open_flank", (-1, -1): "rear_flank", (-1, 1): "rear_flank", (-1, 0): "rear",
    }  # fmt: skip


@pytest.mark.mechanic("O83")
def test_the_game_master_ticks_a_side_where_nobody_faces() -> None:
    state = fight(hero("a", (5, 4)), knight())
    assert counted(plan(state, on=["rear"]))["rear"] == 2
    assert plan(state, on=["rear"]).defence.total == 3
    assert plan(state, on=["open_flank"]).defence.total == 1
    assert plan(state, on=["rear_flank"]).defence.total == 3
    behind = fight(hero("a", (5, 6)), knight(facing=0))
    assert plan(behind, off=["rear"]).defence.total == 0


@pytest.mark.mechanic("O83")
def test_thieves_stab_in_the_back() -> None:
    state = fight(hero("a", (5, 6), profession="thief"), knight(facing=0))
    assert counted(plan(state))["rear"] == 4


@pytest.mark.mechanic("O82", "O85")
@pytest.mark.parametrize("condition", ["prone", "stunned"])
def test_the_prone_and_stunned_lose_shield_and_dexterity(condition: str) -> None:
    made = plan(fight(hero("a", (5, 4)), knight(conditions=[condition])))
    assert (made.defence.total, made.attack.total) == (3, 4)


def test_boni_of_several_states_add_up_and_losses_do_not() -> None:
    both = plan(fight(hero("a", (5, 6)), knight(facing=0, conditions=["prone", "stunned"])))
    assert (both.defence.total, both.attack.total) == (3, 10)
    asleep = plan(fight(hero("a", (5, 4)), knight(conditions=["asleep", "prone"])))
    assert asleep.attack.total == 4


def test_a_magic_shield_is_lost_whole_and_a_bad_dexterity_stays() -> None:
    lost = plan(fight(hero("a", (6, 5)), knight(facing=0, shield_magic=2)))
    assert lost.defence.total == 1
    slow = plan(fight(hero("a", (5, 4)), knight(dexterity=5, conditions=["prone"])))
    assert slow.defence.total == 10 - 7 + 2
    held = plan(fight(hero("a", (5, 4)), knight(conditions=["held"])))
    assert held.defence.total == 1


@pytest.mark.mechanic("O96")
@pytest.mark.parametrize("condition", ["prone", "stunned"])
def test_one_printed_armour_class_stays_as_it_is(condition: str) -> None:
    made = plan(fight(hero("a"), foe("t", printed_ac=3, conditions=[condition], dexterity=18)))
    assert (made.defence.total, made.attack.total) == (3, 4)
    behind = plan(fight(hero("a", (1, 1)), foe("t", printed_ac=3, facing=0)))
    assert (behind.defence.total, behind.attack.total) == (3, 2)
    parts = plan(fight(hero("a"), foe("t", printed_ac=None, base_ac=7, shield=True,
                                      conditions=[condition])))  # fmt: skip
    assert parts.defence.total == 7


@pytest.mark.mechanic("O43")
def test_casters_lose_their_dexterity() -> None:
    mage = knight(armour="leather", shield=False, conditions=["casting"])
    assert plan(fight(hero("a", (5, 4)), mage)).defence.total == 8
    ready = knight(armour="leather", shield=False)
    assert plan(fight(hero("a", (5, 4)), ready)).defence.total == 6


@pytest.mark.mechanic("O5")
def test_the_surprised_lose_their_dexterity_only_by_option() -> None:
    state = fight(hero("a", (5, 4)), knight(conditions=["surprised"]))
    assert plan(state).defence.total == 0
    state = fight(hero("a", (5, 4)), knight(conditions=["surprised"]), surprised_loses_dex=True)
    assert plan(state).defence.total == 2
    assert codes(plan(state, "t", "a")) == ["osric.cannot_act"]


# -- cover and concealment ----------------------------------------------------------------------


@pytest.mark.mechanic("O77")
@pytest.mark.parametrize(("grade", "change"), [(25, -2), (50, -4), (75, -7), (90, -10)])
def test_cover_improves_the_armour_class_in_four_grades(grade: int, change: int) -> None:
    target = foe("t", printed_ac=4, conditions=[Condition("covered", grade)])
    made = plan(fight(hero("a"), target))
    assert made.defence.total == 4 + change
    assert made.cover.percent == grade


@pytest.mark.mechanic("O76")
@pytest.mark.parametrize(("grade", "change"), [(25, -1), (50, -2), (75, -3), (90, -4)])
def test_concealment_improves_the_armour_class_in_four_grades(grade: int, change: int) -> None:
    target = foe("t", printed_ac=4, conditions=[Condition("concealed", grade)])
    made = plan(fight(hero("a"), target))
    assert made.defence.total == 4 + change
    assert made.concealment.percent == grade


@pytest.mark.mechanic("O77")
def test_cover_shifts_the_column_and_never_the_die() -> None:
    half = foe("t", printed_ac=None, armour="mail", shield=True,
               conditions=[Condition("covered", 50)])  # fmt: skip
    made = plan(fight(hero("a"), half))
    assert (made.defence.total, made.needs, made.attack.total) == (0, 20, 0)
    most = foe("t", printed_ac=2, conditions=[Condition("covered", 90)])
    made = plan(fight(hero("a"), most))
    assert (made.defence.total, made.needs) == (-8, None)
    assert made.chance == 0
    strong = hero("a", strength=19)
    assert plan(fight(strong, most)).needs == 20


@pytest.mark.mechanic("O76", "O77")
def test_both_kinds_count_and_of_each_only_the_highest_grade() -> None:
    held = [Condition("covered", 25), Condition("concealed", 90)]
    state = fight(hero("a"), foe("t", printed_ac=4, conditions=held))
    assert plan(state).defence.total == 4 - 2 - 4
    assert plan(state, on=["cover_75"]).defence.total == 4 - 7 - 4
    assert plan(state, on=["concealment_25"]).defence.total == 4 - 2 - 4


@pytest.mark.mechanic("O76", "O77")
def test_badge_and_card_show_what_the_game_master_gave_in_place_of_the_map() -> None:
    half = wall("w", (7, 0), (7, 5.5))
    bow: dict[str, Any] = {"weapon": "longbow"}

    def shot(*given: Condition) -> Any:
        target = foe("t", (8, 5), printed_ac=4, conditions=given)
        return fight(hero("a", (0, 5)), target, obstacles=(half,))

    def badge(state: Any) -> Glance:
        (found,) = SYSTEM.glances(state, TokenId("a"), state.token("a").space, "longbow")
        return found

    bare = badge(shot())
    assert (bare.text.args["value"], bare.by_hand) == (-4, False)
    assert (badge(shot(Condition("covered", 25))).text, bare.by_hand) == (bare.text, False)
    more = badge(shot(Condition("covered", 75), Condition("concealed", 50)))
    assert (more.text.args["value"], more.by_hand, more.grade) == (-7 - 2, True, Grade.HARD)
    for on, off, value in (("cover_90", "", -10), ("cover_25", "", -2), ("", "cover", None)):
        made = plan(shot(), on=[on] if on else [], off=[off] if off else [], **bow)
        found = SYSTEM.glance_of(made)
        assert (found.text.args.get("value"), found.by_hand) == (value, True)
        assert made.facts[0].value.args["by"] == term("fact.osric.by_hand")
    assert not SYSTEM.glance_of(plan(shot(), **bow)).by_hand


def shooter_and(*obstacles: Any, **options: Any) -> Any:
    state = fight(hero("a", (0, 5)), foe("t", (8, 5), printed_ac=4), obstacles=obstacles, **options)
    return plan(state, weapon="longbow")


@pytest.mark.mechanic("O77")
def test_the_map_proposes_cover_that_the_game_master_sees_and_overrules() -> None:
    wall_half = wall("w", (7, 0), (7, 5.5))
    made = shooter_and(wall_half)
    row = made.defence.find("cover")
    assert row is not None
    assert (row.modifier.value, row.modifier.source.status) == (-4, Status.HOUSE)
    assert made.cover.percent == 50
    assert row.modifier.causes == ("w",)
    state = fight(hero("a", (0, 5)), foe("t", (8, 5), printed_ac=4), obstacles=[wall_half])
    other = plan(state, weapon="longbow", off=["cover"], on=["cover_25"])
    assert (other.defence.total, other.cover.percent) == (2, 25)
    at_once = plan(state, weapon="longbow", on=["cover_25"])
    assert (at_once.defence.total, at_once.cover.percent) == (2, 25)
    struck = at_once.defence.find("cover")
    assert struck is not None
    assert not struck.counted
    assert struck.why == term("why.osric.overruled")
    assert shooter_and(wall_half, map_cover=False).defence.total == 4
    assert plan(state, weapon="longbow", off=["cover"]).cover.percent == 0


def test_the_sides_round_somebody_are_those_by_which_attacks_are_sorted() -> None:
    for hand in ("left", "right"):
        state = fight(hero("a", facing=0), shield_side=hand)
        sides = SYSTEM.facing_sectors(state, TokenId("a"))
        assert sum(side.width for side in sides) == 360
        for side in sides:
            x, y = math.sin(math.radians(side.middle)), -math.cos(math.radians(side.middle))
            assert side.name == named("sector.osric", sector(x, y, 0, hand))
        assert {side.danger for side in sides} == {0, 1, 2, 3}
    assert SYSTEM.facing_sectors(fight(hero("a"), facing=False), TokenId("a")) == ()


@pytest.mark.mechanic("O76")
def test_fog_conceals_by_the_share_of_veiled_lines() -> None:
    fog = wall("f", (3, 4), (4, 4), (4, 7), (3, 7), kind=Kind.FOG)
    made = shooter_and(fog)
    assert counted(made)["concealment"] == -4
    assert made.concealment.percent == 90
    assert shooter_and(fog, map_concealment=False).defence.total == 4


def test_total_cover_forbids_the_shot_unless_forced() -> None:
    closed = wall("w", (7, -30), (7, 60))
    made = shooter_and(closed)
    assert codes(made) == ["osric.total_cover", "osric.unseen"]
    state = fight(hero("a", (0, 5)), foe("t", (8, 5)), obstacles=[closed])
    assert plan(state, weapon="longbow", on=["force"]).possible


def test_who_stands_at_a_low_wall_shoots_across_it() -> None:
    low = wall("l", (1, 0), (1, 12), kind=Kind.LOW, open=True)
    assert shooter_and(low).cover.percent == 0
    far = wall("l", (8, 0), (8, 12), kind=Kind.LOW, open=True)
    assert shooter_and(far).cover.percent == 90


# -- the unseen ---------------------------------------------------------------------------------


@pytest.mark.mechanic("O80")
def test_the_invisible_are_struck_only_where_roughly_known_and_at_minus_four() -> None:
    state = fight(hero("a", (5, 6)), knight(facing=0, conditions=["invisible"]))
    assert codes(plan(state)) == ["osric.unseen"]
    known = plan(state, on=["position_known"])
    assert known.possible
    assert counted(known)["invisible"] == -4
    assert known.defence.total == 0, "no attack from behind at what is not seen"
    assert not known.attack.counts("rear")


@pytest.mark.mechanic("O80")
def test_who_sees_the_invisible_strikes_as_usual() -> None:
    watcher = hero("a", (5, 6), sees_invisible=True)
    made = plan(fight(watcher, knight(facing=0, conditions=["invisible"])))
    assert made.possible
    assert made.attack.total == 2
    assert made.defence.total == 3


# -- weapons, Strength, distance ----------------------------------------------------------------


@pytest.mark.mechanic("O60")
def test_strength_counts_in_melee_to_hit_and_damage() -> None:
    state = fight(hero("a", strength=19), foe("t", printed_ac=4))
    made = plan(state, weapon="sword")
    assert made.attack.total == 3
    assert made.damage == made.chance * (Fraction(9, 2) + 6)
    bow = plan(fight(hero("a", strength=19), foe("t", (5, 0), printed_ac=4)), weapon="longbow")
    assert bow.attack.total == 0


@pytest.mark.mechanic("O60")
def test_strength_counts_for_what_is_hurled() -> None:
    state = fight(hero("a", strength=18, weapons=["javelin", "sling_stone"]), foe("t", (3, 0)))
    made = plan(state, weapon="javelin", mode="throw")
    assert made.attack.total == 0
    assert made.damage == made.chance * (Fraction(7, 2) + 2)
    shot = plan(state, weapon="sling_stone")
    assert shot.damage == shot.chance * Fraction(5, 2)


@pytest.mark.mechanic("O65")
def test_dexterity_counts_for_missiles() -> None:
    state = fight(hero("a", dexterity=17), foe("t", (5, 0), printed_ac=4))
    assert counted(plan(state, weapon="longbow"))["dexterity"] == 2
    clumsy = fight(hero("a", dexterity=3), foe("t", (5, 0), printed_ac=4))
    assert plan(clumsy, weapon="longbow").attack.total == -3
    near = fight(hero("a", dexterity=17), foe("t", printed_ac=4))
    assert plan(near, weapon="sword").attack.total == 0


@pytest.mark.parametrize(("squares", "penalty"), [(10, 0), (11, -2), (20, -2), (24, -4), (30, -4)])
def test_range_steps_cost_two_each(squares: int, penalty: int) -> None:
    state = fight(hero("a", weapons=["short_bow"]), foe("t", (squares, 0)))
    made = plan(state, weapon="short_bow")
    assert made.attack.total == penalty
    assert ("osric.far" in notes(made)) == bool(penalty)


def test_the_size_of_the_target_chooses_the_dice() -> None:
    small = plan(fight(hero("a"), foe("t", size="M")), weapon="sword")
    large = plan(fight(hero("a"), foe("t", size="L")), weapon="sword")
    assert (small.damage / small.chance, large.damage / large.chance) == (
        Fraction(9, 2),
        Fraction(13, 2),
    )


def test_skill_specialisation_and_magic_change_the_roll() -> None:
    blade = {"id": "long_sword", "magic": 2, "specialised": "double"}
    made = plan(fight(hero("a", weapons=[blade]), foe("t")), weapon="long_sword")
    assert counted(made) | {"base": 0} == {"weapon_magic": 2, "specialised": 3, "base": 0}
    new = {"id": "flail_light", "skilled": False}
    for profession, malus in (("fighter", -2), ("thief", -3), ("magic_user", -5)):
        state = fight(hero("a", profession=profession, weapons=[new]), foe("t"))
        assert plan(state, weapon="flail_light").attack.total == malus


@pytest.mark.mechanic("O72")
def test_everybody_can_brawl() -> None:
    made = plan(fight(hero("a", weapons=[{"id": "unarmed", "skilled": False}]), foe("t")))
    assert made.attack.total == 0
    assert made.damage == made.chance * Fraction(3, 2)
    strong = hero("a", strength=18)
    assert plan(fight(strong, foe("t")), weapon="unarmed").attack.total == 1
    plain = fight(strong, foe("t"), brawl_strength=False)
    assert plan(plain, weapon="unarmed").attack.total == 0


@pytest.mark.mechanic("O86", "O87", "O88")
@pytest.mark.parametrize(
    ("dexterity", "hands"),
    [(3, (-5, -7)), (10, (-2, -4)), (16, (-1, -3)), (17, (0, -2)), (18, (0, -1))],
)
def test_two_weapons_take_their_toll_and_never_give_a_bonus(
    dexterity: int, hands: tuple[int, int]
) -> None:
    me = hero("a", dexterity=dexterity, weapons=["long_sword", "dagger"])
    made = plan(fight(me, foe("t", printed_ac=10)), weapon="long_sword", mode="two")
    assert made.attack.total == hands[0]
    rolls = next(f for f in made.facts if f.label.key == "fact.osric.rolls")
    assert rolls.value.args["items"] is not None
    needs = [t.args["n"] for t in rolls.value.args["items"]]  # type: ignore[union-attr]
    assert needs == [10 - hands[0], 10 - hands[1]]


@pytest.mark.mechanic("O86")
def test_the_second_weapon_is_a_dagger_or_a_hand_axe() -> None:
    def offered(*weapons: str) -> list[str]:
        state = fight(hero("a", weapons=list(weapons)), foe("t"))
        return [m.id for m in SYSTEM.modes(state, state.token("a").id, weapons[0])]

    assert "two" in offered("long_sword", "dagger")
    assert "two" in offered("long_sword", "hand_axe")
    assert "two" not in offered("long_sword", "short_sword")
    assert "two" not in offered("two_handed_sword", "dagger")


@pytest.mark.mechanic("O61")
@pytest.mark.parametrize(
    ("feet", "at", "reached"),
    [(5, (2, 0), True), (5, (2, 2), True), (5, (3, 0), False), (10, (1, 1), True),
     (10, (2, 0), False)],
)  # fmt: skip
def test_melee_reaches_ten_feet(feet: int, at: tuple[float, float], reached: bool) -> None:
    state = fight(hero("a"), foe("t", at), square_feet=feet)
    assert (codes(plan(state)) == []) is reached


@pytest.mark.mechanic("O61")
def test_a_wall_between_parts_those_who_stand_near() -> None:
    parted = [wall("w", (1, -5), (1, 5))]
    state = fight(hero("a"), foe("t"), obstacles=parted)
    assert "osric.out_of_reach" in codes(plan(state))
    assert SYSTEM.threatened(state, state.token("a").id) == frozenset(
        c for c in SYSTEM.threatened(state, state.token("a").id) if c.x < 1
    )
    above = fight(hero("a"), foe("t", elevation=4 * 512))
    assert "osric.out_of_reach" in codes(plan(above))


def test_parried_rows_and_extras_stand_in_the_plan() -> None:
    state = fight(hero("a"), foe("t", printed_ac=4))
    extra = (Extra("luck", 2, "attack", "Glück"), Extra("mud", 1, "defence"))
    made = plan(state, extra=extra)
    assert (made.attack.total, made.defence.total) == (2, 5)
    assert plan(state, extra=extra, off=["luck"]).attack.total == 0


def test_natural_twenty_and_one_are_special_only_by_option() -> None:
    far = foe("t", printed_ac=-20)
    assert plan(fight(hero("a"), far)).needs is None
    assert plan(fight(hero("a"), far, nat20_hits=True)).hopeless is None
    assert plan(fight(hero("a"), far, nat20_hits=True)).needs == 20
    easy = foe("t", printed_ac=10)
    assert plan(fight(hero("a", level=12), easy)).needs == 1
    assert plan(fight(hero("a", level=12), easy, nat1_misses=True)).needs == 2


def test_a_hopeless_attack_says_what_it_comes_to_and_what_it_takes() -> None:
    drunk = [Extra("drunk", -3, "attack")]
    why = plan(fight(hero("a"), foe("t", printed_ac=-2)), extra=drunk).hopeless
    assert why is not None
    assert (why.args["most"], why.args["needed"], why.args["ac"]) == (17, 20, -2)
    sober = plan(fight(hero("a"), foe("t", printed_ac=0)))
    assert sober.needs == 20
    assert sober.hopeless is None


def test_impossible_attacks_say_why() -> None:
    state = fight(hero("a", conditions=["held"]), foe("t", conditions=["dead"]))
    assert codes(plan(state, "a", "a"))[0] == "osric.self"
    assert codes(plan(state, weapon="cannon"))[0] == "osric.no_weapon"
    assert codes(plan(state, mode="dance"))[0] == "osric.no_mode"
    assert "osric.cannot_act" in codes(plan(state))
    assert "osric.already_dead" in notes(plan(state))
    friends = fight(hero("a"), hero("t", (1, 0)))
    assert "osric.not_hostile" in notes(plan(friends))


def test_weapons_and_modes_are_offered(glossary: Glossary) -> None:
    state = fight(foe("a", weapons=[{"id": "claw", "natural": True}], routine=["claw", "claw"],
                      leap=True), foe("t"))  # fmt: skip
    a = state.token("a").id
    assert [w.id for w in SYSTEM.weapons(state, a)] == ["claw", "unarmed"]
    modes = {w: [m.id for m in SYSTEM.modes(state, a, w)] for w in ("claw", "unarmed")}
    assert modes == {
        "claw": ["routine", "strike", "charge", "leap"],
        "unarmed": ["strike", "grapple", "overbear", "charge", "leap"],
    }
    for weapon in SYSTEM.weapons(state, a):
        assert glossary.say(weapon.damage)


@pytest.mark.parametrize(
    ("language", "said"), [("de", "keiner von 2 kann treffen"), ("en", "none of 2 can hit")]
)
def test_hopeless_rolls_are_told_in_a_sentence(language: str, said: str) -> None:
    words = Glossary.load(language)

    def rolls(ac: int) -> str:
        state = fight(hero("a", weapons=["long_sword", "dagger"]), foe("t", printed_ac=ac))
        made = plan(state, weapon="long_sword", mode="two")
        return words.say(next(f for f in made.facts if f.label.key == "fact.osric.rolls").value)

    assert rolls(-30) == said
    one = {"de": "19+ und unmöglich", "en": "19+ and impossible"}[language]
    assert one in {rolls(ac) for ac in range(10, -30, -1)}


# -- several rolls ---------------------------------------------------------------------------------


def test_the_chance_of_a_volley_is_told_apart_from_that_of_one_shot() -> None:
    made = plan(
        fight(hero("a", level=4, dexterity=16), foe("t", (4, 0), printed_ac=5)), weapon="longbow"
    )
    assert (made.needs, made.chance) == (11, Fraction(3, 4))
    assert made.reading == term("reading.several", n=2, share=0.5)
    assert Glossary.load("de").say(made.reading).startswith("2 Würfe: Der erste trifft zu 50\xa0%;")
    single = plan(fight(hero("a"), foe("t")), weapon="sword")
    assert single.reading is None
