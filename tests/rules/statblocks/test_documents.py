"""Creatures in JSON: actors of Foundry in both shapes, compendiums, monsters of other programs."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest

from desktop.statblocks import Reading, read_creatures
from maps.problems import UnreadableFileError
from rules.statblocks.draft import Sureness
from rules.statblocks.source import Source, number, read_sources
from tests.rules.statblocks.blocks import ACTOR, RAIDER

MONSTER = {
    "Name": "Ghoul", "Armor Class": "6 [14]", "Hit Dice": "2", "Move": "90 ft",
    "Attacks": ["claw", "claw", "bite"], "Damage": "1d3/1d3/1d6", "Special": "paralysis",
}  # fmt: skip
CHROMATIC = {
    "name": "Imp", "type": "npc",
    "data": {
        "attributes": {"str": 8, "dex": 17}, "size": "small", "hitDice": "2", "hitDiceBonus": 1,
        "baseAC": "16", "move": "30ft", "hp": {"value": 1, "max": 1},
        "attacks": [{"attack": "sting", "damage": "1d4"}], "specialDefenses": "n/a",
    },
}  # fmt: skip


def one(data: object, system: str = "") -> Reading:
    (found,) = read_creatures(json.dumps(data), system)
    return found


def test_an_actor_in_the_newer_shape() -> None:
    found = one(ACTOR)
    sheet = found.draft.sheet.model_dump()
    assert (found.system.id, found.draft.name) == ("pathfinder", "Stone Thrower")
    wanted = {
        "size": "large", "hit_dice": 6, "base_attack": 4, "hp": 45, "natural": 5, "armour": 4,
        "max_dex": 4, "fortitude": 5, "reflex": 2, "will": 4, "speed": 8, "charisma": None,
        "constitution": 16, "darkvision": 12, "low_light_vision": True, "power_attack": True,
        "perception": 7, "stealth": 1,
    }  # fmt: skip
    assert {name: sheet[name] for name in wanted} == wanted
    assert [(w["name"], w["damage"], w["hands"]) for w in sheet["weapons"]] == [
        ("Greatclub", "2d8", "two")
    ]
    assert "fly 60 ft." in found.draft.note


def test_the_older_shape_says_the_same() -> None:
    old: dict[str, Any] = copy.deepcopy(ACTOR)
    old["data"] = old.pop("system")
    for item in old["items"]:
        if isinstance(item, dict):
            item["data"] = item.pop("system")
    assert one(old).draft.sheet == one(ACTOR).draft.sheet


def test_findings_point_to_the_line_in_which_the_value_is_shown() -> None:
    found = one(ACTOR)
    (hp,) = [f for f in found.draft.findings if f.field == "hp"]
    assert found.source.lines[hp.line - 1] == "system.attributes.hp.value: 45"


def test_a_compendium_holds_many_one_in_each_line() -> None:
    lines = [json.dumps({**ACTOR, "name": f"Giant {n}"}) for n in range(3)]
    assert [r.draft.name for r in read_creatures("\n".join(lines))] == [
        "Giant 0",
        "Giant 1",
        "Giant 2",
    ]
    assert len(read_creatures(json.dumps({"entries": [ACTOR, ACTOR]}))) == 2


def test_a_plain_list_of_values_is_a_monster() -> None:
    found = one(MONSTER)
    sheet = found.draft.sheet.model_dump()
    assert (found.system.id, found.draft.name) == ("osric", "Ghoul")
    assert (sheet["printed_ac"], sheet["hit_dice"], sheet["hp"], sheet["move"]) == (6, "2", 9, 90)
    assert sheet["routine"] == ("claw", "claw", "bite")


def test_an_ascending_armour_class_and_a_short_round_are_turned_round() -> None:
    sheet = one(CHROMATIC).draft.sheet.model_dump()
    assert (sheet["printed_ac"], sheet["move"], sheet["hit_dice"], sheet["hp"]) == (
        4,
        120,
        "2+1",
        10,
    )


@pytest.mark.parametrize(
    "path",
    [
        "system.attributes",
        "system.abilities.str",
        "items",
        "items.0.system.classSkills",
        "items.0.system.savingThrows",
        "items.2.system.changes",
        "items.3.system.armor",
        "items.4.system.actions",
        "system.traits",
    ],
)
@pytest.mark.parametrize("junk", [None, [], "x", 7, True, {"a": {"b": []}}])
def test_junk_anywhere_costs_only_itself(path: str, junk: object) -> None:
    data: dict[str, Any] = copy.deepcopy(ACTOR)
    inner: Any = data
    *way, last = path.split(".")
    for key in way:
        inner = inner[int(key) if key.isdigit() else key]
    inner[last] = junk
    found = read_creatures(json.dumps(data), "pathfinder") if path != "system.abilities.str" else ()
    assert all(r.draft.name == "Stone Thrower" for r in found)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "file_empty"),
        (b"[]", "statblock_nobody"),
        (b'{"a": ', "json_syntax"),
        (b"hello world", "statblock_nothing"),
        (b'{"name": "x"}', "statblock_nothing"),
        (b"\x00\xff\x00\xff", "file_not_text"),
    ],
)
def test_what_is_no_creature_is_said(raw: bytes, code: str) -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_creatures(raw)
    assert caught.value.problem.code == code


def test_rules_that_read_no_stat_blocks_are_named() -> None:
    with pytest.raises(UnreadableFileError) as caught:
        read_creatures(RAIDER, "das_system")
    assert "pathfinder" in str(caught.value.problem.args["known"])


def test_numbers_are_found_in_texts() -> None:
    assert [number(v) for v in ("+11", "30ft", "−4", 4.0, True, None, "x", {"total": 3})] == [
        11, 30, -4, 4, None, None, None, 3,
    ]  # fmt: skip


def test_other_encodings_are_read() -> None:
    assert read_sources("Bär".encode("cp1252"))[0] == Source(("Bär",))
    assert read_sources("Bär".encode("utf-16"))[0].lines[0].endswith("Bär")


@pytest.mark.skipif(not os.environ.get("SCHLACHTPLAN_SAMPLES"), reason="no files from outside")
def test_every_sample_from_outside_is_read() -> None:
    folder = Path(os.environ["SCHLACHTPLAN_SAMPLES"]) / "statblocks"
    for path in sorted(folder.glob("*.json")):
        for found in read_creatures(path.read_bytes()):
            assert found.draft.count(Sureness.READ) >= 6, path.name
            assert not found.draft.count(Sureness.UNKNOWN), path.name
