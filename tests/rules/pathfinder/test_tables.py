"""The tables: sizes and conditions, and the options that go with them."""

from __future__ import annotations

import pytest

from rules.core.glossary import Glossary
from rules.systems.pathfinder.conditions import BY_ID
from rules.systems.pathfinder.options import OPTIONS, options_of
from rules.systems.pathfinder.sheet import PathfinderSheet, Size
from rules.systems.pathfinder.tables import condition_rows, natural_reach, size_of, sizes
from rules.systems.pathfinder.weapons import SheetWeapon
from tests.rules.pathfinder.fights import fight, token


@pytest.mark.mechanic("P64")
def test_the_space_tells_the_size_where_the_sheet_does_not() -> None:
    spaces = {1: "medium", 2: "large", 3: "huge", 4: "gargantuan", 5: "gargantuan", 6: "colossal"}
    for side, size in spaces.items():
        assert size_of(token("a", size=side)) == size
    assert size_of(token("a", size=0.5)) is Size.TINY


@pytest.mark.mechanic("P64")
def test_reach_follows_size_and_build_unless_it_is_given() -> None:
    assert natural_reach(token("a", size=3)) == 3
    assert natural_reach(token("a", size=3, build="long")) == 2
    assert natural_reach(token("a", size=3, reach=1)) == 1
    assert natural_reach(token("a", size=0.5)) == 0


def test_all_nine_sizes_are_there_in_order() -> None:
    table = sizes()
    assert list(table) == list(Size)
    assert [row.modifier for row in table.values()] == [8, 4, 2, 1, 0, -1, -2, -4, -8]
    assert all(row.manoeuvre == -row.modifier for row in table.values())


def test_the_table_knows_only_conditions_that_exist() -> None:
    assert set(condition_rows()) <= set(BY_ID)


def test_options_have_words(glossary: Glossary) -> None:
    for option in OPTIONS:
        key = f"option.pathfinder.{option.key}"
        assert glossary.say(key)
        assert glossary.say(f"{key}.help")
        for value in option.choices:
            assert glossary.say(f"{key}.{value}")


def test_options_have_defaults_and_can_be_chosen() -> None:
    assert options_of(fight()).flag("soft_cover_stops_aoo")
    assert not options_of(fight(soft_cover_stops_aoo=False)).flag("soft_cover_stops_aoo")


def test_every_field_of_the_form_has_a_title(glossary: Glossary) -> None:
    for model in (PathfinderSheet, SheetWeapon):
        for name, field in model.model_fields.items():
            extra = field.json_schema_extra
            assert isinstance(extra, dict), name
            assert glossary.say(str(extra["term"]))
            if "group" in extra:
                assert glossary.say(str(extra["group"]))


def test_default_weapons_go_by_their_ids() -> None:
    sheet = PathfinderSheet.model_validate({"weapons": ["longbow", {"id": "club"}]})
    assert [w.id for w in sheet.arms] == ["longbow", "club", "unarmed"]
    assert [w.id for w in PathfinderSheet().arms] == ["sword", "longbow", "longspear", "unarmed"]
