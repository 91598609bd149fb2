"""A file may say anything of the time of a fight: what makes no sense is passed over."""

from __future__ import annotations

import contextlib
import json

import pytest

from maps.problems import UnreadableFileError
from rules import registry
from rules.core.glossary import Glossary
from rules.encounter.commands import CommandError
from rules.encounter.situation import load_situation
from rules.play import play_json

WORDS = Glossary.load("en")
TOKENS = [
    {"id": "H", "side": "heroes", "at": [0, 0], "sheet": {"hp": 40}},
    {"id": "O", "side": "foes", "at": [2, 0], "sheet": {"hp": 40}},
]


STRANGE: tuple[object, ...] = (
    [],
    {},
    None,
    "x",
    "1",
    0.5,
    [[]],
    {"heroes": []},
    [1, 2, 3, []],
    {"H": []},
    {"H": 1},
)
KEYS = ["dice", "segments", "surprise", "declared", "casting", "used", "shielded", "closed"]
KEYS += ["holding", "place", "first"]


@pytest.mark.parametrize("value", STRANGE)
@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("phase", ["segment", "surprise", "declare"])
def test_strange_times_break_no_fight(name: str, value: object, phase: str) -> None:
    data = {"dice": {"heroes": 3, "foes": 1}, name: value}
    line = {"round": 1, "now": 1, "phase": phase, "at": {"H": 1, "O": 3}, "data": data}
    script = [{"do": "next"}, {"do": "move", "token": "H", "to": [1, 0]}]
    for one in script:
        said = {"system": "osric", "tokens": TOKENS, "timeline": line, "script": [one]}
        with contextlib.suppress(CommandError, UnreadableFileError):  # refused in words is well
            situation = load_situation(json.dumps(said).encode(), registry.get)
            assert play_json(situation, WORDS)
