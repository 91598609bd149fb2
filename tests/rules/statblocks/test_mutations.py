"""Stat blocks torn, doubled and shuffled at random: nothing is thrown but what can be said."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from desktop.statblocks import entry_of, read_creatures, readers
from maps.problems import UnreadableFileError
from rules.library.entries import template_of
from tests.rules.statblocks.blocks import ACTOR, HAEUPTLING, HARPY, OGRE, ORC, RAIDER, SPINNE

TEXTS = (RAIDER, OGRE, HAEUPTLING, ORC, HARPY, SPINNE)
SCRAPS = (
    *("(", ")", "/", "+", "-", "−", "½", "\n", "\n\n", "×", "1d", "d6", "99999999999", "CR ", "HG"),
    *("AC ", "RK 16", "hp", "  ", ";", ",", "\x00", "🐉", "ß", "(((((", "or or or", "1-", "0d0"),
    *("Melee ", "Nahkampf", "Str ", "#AT 3", "\u202e", "\ud800", "\t", "1/2/3/4/5/6/7/8/9"),
)
JUNK: tuple[Any, ...] = (
    *(None, [], {}, "", "x" * 300, -1, 10**15, 1.5, True, [[]], {"value": {}}, "1d6", "∞"),
)


def torn(text: str, dice: random.Random) -> str:
    """Return a text with some changes of the kinds that copying makes."""
    for _ in range(dice.randint(1, 12)):
        a = dice.randrange(len(text) + 1)
        b = min(len(text), a + dice.randint(0, 25))
        match dice.randrange(5):
            case 0:
                text = text[:a] + text[b:]
            case 1:
                text = text[:a] + dice.choice(SCRAPS) + text[a:]
            case 2:
                text = text[:b] + text[a:]
            case 3:
                lines = text.split("\n")
                dice.shuffle(lines)
                text = "\n".join(lines)
            case _:
                other = dice.choice(TEXTS)
                text = text[:a] + other[dice.randrange(len(other)) :][:60] + text[a:]
    return text


def spoiled(data: Any, dice: random.Random) -> Any:
    """Return a document in which some values are something else."""
    data = copy.deepcopy(data)
    for _ in range(dice.randint(1, 6)):
        at: Any = data
        while isinstance(at, dict | list) and at:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            key = dice.choice(keys)
            if dice.random() < 0.3 or not isinstance(at[key], dict | list):
                at[key] = copy.deepcopy(dice.choice(JUNK))
                break
            at = at[key]
    return data


def check(raw: str) -> None:
    """Read by every system; whatever comes of it is a whole creature."""
    for system in ("", *readers()):
        try:
            found = read_creatures(raw, system)
        except UnreadableFileError:
            continue
        for reading in found:
            entry = entry_of(reading)
            template = template_of("set", entry, reading.system)
            assert template is not None
            assert template.sheet == reading.draft.sheet
            assert entry.model_dump_json().encode()
            assert reading.system.squares(template.sheet) >= 1
            lines = len(reading.source.lines)
            assert all(0 <= f.line <= lines for f in reading.draft.findings)


@pytest.mark.parametrize("seed", range(60))
def test_a_torn_text_does_no_harm(seed: int) -> None:
    dice = random.Random(seed)
    check(torn(dice.choice(TEXTS), dice))


@pytest.mark.parametrize("seed", range(40))
def test_a_spoiled_document_does_no_harm(seed: int) -> None:
    check(json.dumps(spoiled(ACTOR, random.Random(seed))))


@pytest.mark.parametrize(
    "text",
    [
        "Melee " + "(" * 5_000,
        "Melee " + "a " * 20_000 + "+1 (1d6)",
        "AC 16 (" + "+1 armor, " * 5_000,
        "hp 5 (" + "1d8+" * 5_000 + ")",
        "Str " * 20_000,
        "HD 1\nAC 5\nD " + "1-8/" * 5_000,
        "AC 6; HD 1; #AT " + "1 claw, " * 5_000,
        "X CR 1\n" * 3_000,
        "a" * 200_000,
        "Senses " + "darkvision " * 5_000,
    ],
    ids=lambda text: text[:12],
)
def test_a_text_made_to_take_long_is_read(text: str) -> None:
    check(f"Wesen CR 1\nInit +1\n{text}\nFort +1, Ref +1, Will +1")
