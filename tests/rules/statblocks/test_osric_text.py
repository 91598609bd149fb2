"""Old-school monsters as printed: long form, one-liner, German."""

from __future__ import annotations

from typing import cast

import pytest

from rules import registry
from rules.statblocks.draft import Draft, Sureness
from rules.statblocks.source import read_sources
from rules.system.extras import ReadsStatblocks
from rules.systems.osric.statblocks.values import damage, hit_dice, move_feet
from tests.rules.statblocks.blocks import HARPY, ORC, SPINNE


def read(text: str) -> list[Draft]:
    reader = cast("ReadsStatblocks", registry.get("osric"))
    return [d for source in read_sources(text) for d in reader.read_statblock(source)]


def test_the_long_form_with_a_description_below() -> None:
    orc, owlbear = read(ORC)
    sheet = orc.sheet.model_dump()
    assert (orc.name, sheet["printed_ac"], sheet["hit_dice"], sheet["move"]) == ("Orc", 6, "1", 90)
    assert (sheet["size"], sheet["hp"], sheet["profession"]) == ("M", 4, "none")
    assert [w["id"] for w in sheet["weapons"]] == ["spear", "short_bow"]
    assert owlbear.name == "Owlbear"
    bear = owlbear.sheet.model_dump()
    assert (bear["size"], bear["hit_dice"], bear["routine"]) == (
        "L",
        "5+2",
        ("claw", "claw", "bite"),
    )
    assert [w["damage"] for w in bear["weapons"]] == ["1d6", "2d6"]


def test_what_was_assumed_says_so() -> None:
    orc, _ = read(ORC)
    kinds = {f.field: f.kind for f in orc.findings if f.field}
    assert kinds["printed_ac"] is Sureness.READ
    assert kinds["hp"] is Sureness.GUESSED
    assert kinds["weapons"] is Sureness.GUESSED


def test_the_one_liner_of_a_module() -> None:
    (harpy,) = read(HARPY)
    sheet = harpy.sheet.model_dump()
    assert harpy.name == "Harpy"
    assert (sheet["printed_ac"], sheet["move"], sheet["hp"]) == (7, 60, 14)
    assert [w["damage"] for w in sheet["weapons"]] == ["1d3", "1d6"]
    assert len(sheet["routine"]) == 3
    assert "song" in harpy.note


def test_german_labels() -> None:
    (spider,) = read(SPINNE)
    sheet = spider.sheet.model_dump()
    assert (spider.name, sheet["printed_ac"], sheet["hit_dice"]) == ("Riesenspinne", 4, "4+4")
    assert (sheet["hp"], sheet["move"]) == (22, 30)
    assert [(w["id"], w["damage"]) for w in sheet["weapons"]] == [("bite", "2d4")]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1-8", "1d8"), ("2-8", "2d4"), ("3-18", "3d6"), ("2-5", "1d4+1"), ("4-24", "4d6"),
        ("1W6+1", "1d6+1"), ("2d6-1", "2d6-1"), ("7", "7"), ("poison", None),
    ],
)  # fmt: skip
def test_ranges_of_damage_become_dice(text: str, wanted: str | None) -> None:
    assert damage(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("3+1", "3+1"), ("4d8", "4"), ("1-1", "1-1"), ("1/2", "1/2"), ("10", "10"), ("none", None)],
)
def test_hit_dice(text: str, wanted: str | None) -> None:
    found = hit_dice(text)
    assert (found.text if found else None) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("120 ft", 120), ('12"', 120), ("9", 90), ("27 m", 90), ("40 yards", 120), ("90", 90)],
)
def test_movement_in_feet(text: str, wanted: int) -> None:
    found = move_feet(text)
    assert found is not None
    assert found[0] == wanted
