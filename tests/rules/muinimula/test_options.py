"""What a reading that the game master may choose changes in Muinimula."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.glossary import Glossary
from rules.encounter.plans import AttackAction
from rules.encounter.state import TokenId
from rules.systems.muinimula import SYSTEM
from tests.rules.muinimula.fights import fight, token


def plan(state: Any) -> Any:
    return SYSTEM.plan(state, AttackAction(TokenId("a"), TokenId("t")))


@pytest.mark.parametrize(
    ("read", "rows"),
    [("worse", {"state": -10}), ("sum", {"state": -25, "fatigue": -10})],
)
def test_wounds_and_fatigue_count_alone_or_together(read: str, rows: dict[str, int]) -> None:
    tired = token("a", vitals={"lost": 30}, life=50, conditions=("spent",))
    entries = plan(fight(tired, token("t", (1, 0)), state_and_fatigue=read)).attack.entries
    found = {e.modifier.id: e.modifier.value for e in entries if e.modifier.kind == "percent"}
    assert found == rows


def test_a_square_is_as_wide_as_chosen() -> None:
    german = Glossary.load("de")
    state = fight(token("a"), token("t", (4, 0)), square_cm=200)
    said = [german.say(fact.value) for fact in plan(state).facts]
    assert any("8 m" in text for text in said), said
    assert SYSTEM.square_metres(state) == 2
