"""The matrix of one formula, hit dice as levels, the tables with their status."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.core.glossary import Glossary
from rules.core.sources import Status
from rules.encounter.state import TokenId
from rules.systems.osric import tables
from rules.systems.osric.arms import DEFAULT_WEAPONS, SheetWeapon
from rules.systems.osric.cards import card, reference
from rules.systems.osric.levels import dice_of, fighter_level, halves, level_of, needed
from rules.systems.osric.rolls import save_of
from rules.systems.osric.sheet import OsricSheet
from tests.rules.osric.fights import Table, foe, hero, plan
from tests.rules.osric.fights import fight as make

ROWS = {
    0: "11 12 13 14 15 16 17 18 19 20 20 20 20 20 20 21 22 23 24 25 26",
    1: "10 11 12 13 14 15 16 17 18 19 20 20 20 20 20 20 21 22 23 24 25",
    5: "6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 20 20 20 20 20 21",
    9: "2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 20 20",
    12: "-1 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19",
    20: "-9 -8 -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 8 9 10 11",
}


@pytest.mark.parametrize("level", ROWS)
def test_the_formula_gives_the_rows_of_the_tables(level: int) -> None:
    row = [needed(level, ac) for ac in range(10, -11, -1)]
    assert row == [int(n) for n in ROWS[level].split()]


@given(level=st.integers(0, 20), ac=st.integers(-30, 12))
def test_a_better_armour_class_is_never_easier_to_hit(level: int, ac: int) -> None:
    assert needed(level, ac - 1) >= needed(level, ac)
    assert needed(level + 1, ac) <= needed(level, ac)


@given(level=st.integers(0, 20))
def test_exactly_six_armour_classes_need_a_twenty(level: int) -> None:
    assert [needed(level, ac) for ac in range(12, -40, -1)].count(20) == 6


@pytest.mark.parametrize(
    ("profession", "level", "ac", "number"),
    [
        ("cleric", 7, 2, 14), ("thief", 9, 2, 14), ("magic_user", 11, 2, 15),
        ("fighter", 7, 2, 12), ("fighter", 20, 2, -1), ("none", 0, 10, 11),
        ("druid", 19, 0, 9), ("assassin", 13, 0, 14), ("illusionist", 21, 0, 13),
        ("paladin", 33, 0, 1), ("ranger", 3, 0, 18),
    ],
)  # fmt: skip
def test_classes_attack_as_a_fighter_of_some_level(
    profession: str, level: int, ac: int, number: int
) -> None:
    assert needed(fighter_level(profession, level), ac) == number


@pytest.mark.mechanic("O89")
@pytest.mark.parametrize(
    ("dice", "level"),
    [
        ("1/2", 0), ("1-2", 0), ("1-1", 1), ("1", 2), ("1+1", 3), ("2", 3), ("2+1", 4), ("3", 4),
        ("3-1", 4), ("4+4", 6), ("5", 6), ("10+1", 12), ("11", 12), ("18+1", 20), ("19", 20),
        ("19+1", 21), ("20", 21), ("40", 21), ("½", 0),
    ],
)  # fmt: skip
def test_hit_dice_stand_for_levels(dice: str, level: int) -> None:
    assert level_of(dice) == level
    assert OsricSheet(hit_dice=dice).matrix_level == level


@pytest.mark.mechanic("O89")
def test_a_monster_attacks_in_the_fighters_matrix() -> None:
    state = make(foe("a", hit_dice="1"), hero("t", (1, 0), base_ac=5))
    assert plan(state).needs == 14
    assert needed(21, 0) == needed(20, 0)


def test_other_texts_are_no_hit_dice() -> None:
    for text in ("x", "1d8", "-1", "2+"):
        with pytest.raises(ValidationError):
            OsricSheet(hit_dice=text)
    assert dice_of("6+1") > 6 > dice_of("6-1")


@pytest.mark.mechanic("O90")
@pytest.mark.parametrize(
    ("sheet", "kind", "number"),
    [
        ({"hit_dice": "4+1"}, "breath", 13), ({"hit_dice": "4+1"}, "death", 11),
        ({"hit_dice": "1/2"}, "item", 18), ({"hit_dice": "20"}, "spells", 5),
        ({"hit_dice": "1", "save_as": ["cleric"]}, "death", 10),
        ({"profession": "magic_user", "level": 6}, "breath", 13),
        ({"profession": "thief", "level": 21}, "petrifaction", 7),
        ({"profession": "druid", "level": 10}, "spells", 11),
        ({"profession": "illusionist", "level": 1}, "item", 11),
    ],
)  # fmt: skip
def test_saving_throws_come_from_level_and_class(
    sheet: dict[str, object], kind: tables.SaveKind, number: int
) -> None:
    assert save_of(OsricSheet.model_validate(sheet), kind) == number


@pytest.mark.mechanic("O91")
def test_of_several_classes_the_most_favourable_saves_count() -> None:
    wyrm = OsricSheet(hit_dice="11", save_as=("fighter", "magic_user"))
    both = {k: save_of(wyrm, k) for k in tables.SAVES}
    fighter = {k: tables.save_number("fighter", 12, k) for k in tables.SAVES}
    mage = {k: tables.save_number("magic_user", 12, k) for k in tables.SAVES}
    assert both == {k: min(fighter[k], mage[k]) for k in tables.SAVES}
    assert both["breath"] == 8
    assert both["item"] == 7


@pytest.mark.mechanic("O92")
def test_casters_level_follows_from_hit_dice_unless_it_is_written() -> None:
    assert OsricSheet(hit_dice="11").spell_level == 12
    assert OsricSheet(hit_dice="11").matrix_level == 12
    assert OsricSheet(hit_dice="11", caster_level=7).spell_level == 7
    assert OsricSheet(profession="cleric", level=5).spell_level == 5


@pytest.mark.mechanic("O92")
def test_the_card_and_the_log_say_at_which_level_somebody_casts(german: Glossary) -> None:
    mage = hero("m", caster_level=7, spells=[{"id": "web", "name": "Netz", "time": 1}])
    table = Table(mage, foe("orc")).begin()
    block = next(
        b for b in card(table.state, TokenId("m")).blocks if b.title.key.endswith("spells")
    )
    assert [german.say(part) for part in block.rows[0]] == ["Zauberstufe", "7"]
    table.do("declare", token="m", action="spell", spell="web").do("next", [5, 4]).do("next")
    assert "Der Zauber Netz von M wirkt · Zauberstufe 7" in [german.say(t) for t in table.lines]


@pytest.mark.mechanic("O93")
def test_the_game_master_lowers_the_level_of_the_mindless() -> None:
    beast = OsricSheet(hit_dice="12", save_level=6)
    assert (save_of(beast, "breath"), beast.matrix_level) == (13, 13)
    assert OsricSheet(hit_dice="12", attack_level=9).matrix_level == 9


@pytest.mark.mechanic("O94")
def test_some_creatures_attack_above_their_level() -> None:
    target = hero("t", (1, 0), base_ac=4)
    assert plan(make(foe("a", hit_dice="1+1", attack_level=5), target)).needs == 12
    assert plan(make(foe("a", hit_dice="1+1"), target)).needs == 14


@pytest.mark.mechanic("O95")
def test_a_good_position_may_be_worth_a_level() -> None:
    state = make(foe("a", hit_dice="1"), hero("t", (1, 0), base_ac=5))
    assert plan(state, on=["position"]).needs == 13
    flat = make(foe("a", hit_dice="1"), hero("t", (1, 0), base_ac=-4))
    assert plan(flat).needs == plan(flat, on=["position"]).needs == 20


@pytest.mark.mechanic("O35")
def test_fighters_gain_routines_with_their_level() -> None:
    found = [halves("fighter", level) for level in (1, 6, 7, 12, 13, 20)]
    assert found == [2, 2, 3, 3, 4, 4]
    assert halves("cleric", 20) == 2


# -- the tables themselves ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "row"),
    [(3, (-3, -1)), (5, (-2, -1)), (7, (-1, 0)), (15, (0, 0)), (16, (0, 1)), (17, (1, 1)),
     (18, (1, 2)), (18.5, (1, 3)), (18.75, (2, 3)), (18.9, (2, 4)), (18.99, (2, 5)),
     (19, (3, 6))],
)  # fmt: skip
def test_strength_has_exceptional_scores(score: float, row: tuple[int, int]) -> None:
    assert tables.strength_row(score) == row


def test_dexterity_changes_surprise_missiles_and_armour_class() -> None:
    found = {score: tables.dexterity_row(score) for score in (3, 6, 10, 15, 16, 17, 18, 19)}
    assert found == {
        3: (-3, -3, 4), 6: (0, 0, 1), 10: (0, 0, 0), 15: (0, 0, -1), 16: (1, 1, -2),
        17: (2, 2, -3), 18: (3, 3, -4), 19: (3, 3, -4),
    }  # fmt: skip


def test_every_row_of_the_tables_has_a_name(glossary: Glossary) -> None:
    for id in tables.weapon_rows():
        assert glossary.say(f"weapon.osric.{id}")
    for id in tables.armour_rows():
        assert glossary.say(f"armour.osric.{id}")
    for id in tables.class_rows():
        assert glossary.say(f"profession.osric.{id}")
    for block in reference():
        assert glossary.say(block.title)
        for label, value in block.rows:
            assert glossary.say(label)
            assert glossary.say(value)


def test_every_value_carries_its_status() -> None:
    for id, row in tables.weapon_rows().items():
        for column in ("damage", "large", "length", "range"):
            assert tables.status_of("weapons", id, column).place == "§2.6"
        assert row.damage
    assert tables.status_of("weapons", "spear", "length").status is Status.HOUSE
    assert tables.status_of("weapons", "spear", "damage").status is Status.STATED
    assert tables.status_of("weapons", "dagger", "large").status is Status.DERIVED
    assert tables.status_of("armour", "full_plate", "move").status is Status.HOUSE
    assert tables.status_of("classes", "fighter", "matrix").status is Status.STATED


@pytest.mark.mechanic("O71")
def test_what_can_be_set_stands_in_the_table() -> None:
    settable = {id for id, row in tables.weapon_rows().items() if row.settable}
    assert settable == {"halberd", "lance", "pole_arm", "spear", "trident"}


def test_a_weapon_takes_from_its_row_what_the_sheet_leaves_open() -> None:
    arm = SheetWeapon(id="sting", base="dagger", magic=1).arm
    assert (arm.damage.text(), arm.large.text(), arm.off_hand, arm.magic) == ("1d4", "1d3", True, 1)
    own = SheetWeapon(id="fist", damage="2d6", natural=True).arm
    assert (own.damage.text(), own.large.text(), own.table) == ("2d6", "2d6", "")
    assert own.reach_length("L") == (4, own.reach_length("L")[1])
    assert [w.arm.ranged for w in DEFAULT_WEAPONS] == [False, True, False, False]
    with pytest.raises(ValidationError):
        SheetWeapon(id="x", damage="much")


def test_ids_stand_for_weapons_of_the_table() -> None:
    sheet = OsricSheet.model_validate({"weapons": ["two_handed_sword", "sword"]})
    assert [a.table for a in sheet.arms] == ["two_handed_sword", "long_sword", "unarmed"]
    assert sheet.arm("nothing") is None
