"""Printed stat blocks of Pathfinder: English, German, broken lines, several in one text."""

from __future__ import annotations

from types import MappingProxyType
from typing import cast

import pytest

from maps.grid import Footprint
from rules import registry
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.statblocks.draft import Draft, Sureness
from rules.statblocks.source import read_sources
from rules.system.extras import ReadsStatblocks
from tests.rules.statblocks.blocks import HAEUPTLING, OGRE, RAIDER

SYSTEM = registry.get("pathfinder")


def read(text: str) -> list[Draft]:
    reader = cast("ReadsStatblocks", SYSTEM)
    return [d for source in read_sources(text) for d in reader.read_statblock(source)]


def shown(draft: Draft) -> dict[str, str]:
    """Return headline values, saves and attacks as the card of the finished creature shows them."""
    id = TokenId("x")
    space = Footprint.at(0, 0, SYSTEM.squares(draft.sheet))
    token = Token(id, draft.name, SideId.FOES, space, draft.sheet, SYSTEM.fresh(draft.sheet))
    state = Encounter("pathfinder", tokens=MappingProxyType({id: token}))
    card = SYSTEM.card(state, id)
    found = {k.key.rpartition(".")[2]: str(next(iter(v.args.values()))) for k, v in card.head}
    for save, bonus in card.blocks[0].rows:
        found[save.key.rpartition(".")[2]] = str(bonus.args["value"])
    for row in card.weapons:
        name = str(row[0].args.get("text") or row[0].key.rpartition(".")[2])
        found[name] = f"{row[1].args['value']} {row[2].args}"
    return found


def test_totals_of_the_card_are_the_printed_ones() -> None:
    (raider,) = read(RAIDER)
    card = shown(raider)
    assert raider.name == "Goblin Raider"
    assert (card["ac"], card["touch"], card["flat_footed"]) == ("16", "13", "14")
    assert (card["initiative"], card["fort"], card["ref"], card["will"]) == ("6", "3", "2", "-1")
    assert card["short sword"].startswith("2 ")
    assert card["bite"].startswith("3 ")
    assert card["short bow"].startswith("4 ")


def test_a_large_creature_with_everything_at_once() -> None:
    (ogre,) = read(OGRE)
    card, sheet = shown(ogre), ogre.sheet.model_dump()
    assert (card["ac"], card["touch"], card["flat_footed"]) == ("17", "8", "17")
    assert (card["fort"], card["ref"], card["will"]) == ("9", "0", "3")
    assert card["greatclub"].startswith("9 ")
    assert card["claws"].startswith("3 ")
    assert card["javelin"].startswith("1 ")
    wanted = {
        "size": "large", "hit_dice": 5, "hp": 52, "intelligence": None, "damage_reduction": 5,
        "reduction_bypass": "cold_iron", "immune_criticals": True, "sneak_attack": 2,
        "improved_uncanny_dodge": True, "combat_reflexes": True, "power_attack": True,
        "low_light_vision": True, "speed": 6, "perception": 5,
    }  # fmt: skip
    assert {name: sheet[name] for name in wanted} == wanted


def test_german_labels_metres_and_dice() -> None:
    (chief,) = read(HAEUPTLING)
    card, sheet = shown(chief), chief.sheet.model_dump()
    assert chief.name == "Ork-Häuptling"
    assert (card["ac"], card["touch"], card["flat_footed"]) == ("18", "11", "17")
    assert (card["fort"], card["ref"], card["will"]) == ("8", "2", "1")
    assert (sheet["speed"], sheet["darkvision"], sheet["hit_dice"]) == (4, 12, 4)
    assert (sheet["reduction_bypass"], sheet["stealth"]) == ("magic", -2)
    assert sheet["power_attack"]
    assert sheet["combat_reflexes"]
    assert card["Streitaxt"].startswith("9 ")
    assert card["Wurfspeer"].startswith("5 ")


def test_one_text_may_hold_several_creatures() -> None:
    both = read(f"{RAIDER}\n{OGRE}")
    assert [d.name for d in both] == ["Goblin Raider", "Frost Ogre"]
    lines = {f.field: f.line for f in both[1].findings}
    assert lines["hp"] == f"{RAIDER}\n{OGRE}".splitlines().index("hp 52 (5d8+30)") + 1


def test_a_text_without_any_line_break_is_read_alike() -> None:
    (raider,) = read(" ".join(RAIDER.split()))
    (whole,) = read(RAIDER)
    kept = {
        "hp",
        "armour",
        "shield",
        "strength",
        "wisdom",
        "fortitude",
        "base_attack",
        "initiative",
    }
    flat, wanted = raider.sheet.model_dump(), whole.sheet.model_dump()
    assert {k: flat[k] for k in kept} == {k: wanted[k] for k in kept}


@pytest.mark.parametrize("line", RAIDER.splitlines())
def test_any_line_may_be_missing(line: str) -> None:
    drafts = read(RAIDER.replace(f"{line}\n", ""))
    assert len(drafts) == 1
    assert drafts[0].count(Sureness.READ) > 10


def test_what_is_not_understood_is_named_with_its_line_and_kept() -> None:
    text = RAIDER.replace("Speed 30 ft.\n", "Speed 30 ft.\nWobble factor 17\n")
    (draft,) = read(text)
    (unknown,) = [f for f in draft.findings if f.kind is Sureness.UNKNOWN]
    assert unknown.text == "Wobble factor 17"
    assert unknown.line == text.splitlines().index("Wobble factor 17") + 1
    assert "Wobble factor 17" in draft.note


def test_a_value_out_of_bounds_costs_only_itself() -> None:
    (draft,) = read(RAIDER.replace("hp 6 (1d10+1)", "hp 99999 (1d10+1)"))
    (bad,) = [f for f in draft.findings if f.field == "hp"]
    assert bad.kind is Sureness.UNKNOWN
    assert draft.sheet.model_dump()["strength"] == 11


def test_a_total_that_does_not_add_up_is_kept_and_said() -> None:
    (draft,) = read(RAIDER.replace("AC 16", "AC 19"))
    (misc,) = [f for f in draft.findings if f.field == "ac_misc"]
    assert (misc.kind, misc.value) == (Sureness.GUESSED, "3")
    assert shown(draft)["ac"] == "19"
