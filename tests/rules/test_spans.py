"""How long conditions last: every system counts down what it counted up, and ends it itself."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import registry
from rules.core.asking import Answer, Ask, DiceRequest
from rules.core.glossary import Glossary
from rules.encounter.commands import parse_command
from rules.encounter.state import Encounter, Timeline
from rules.play import Game
from rules.system import RuleSystem
from rules.system.extras import Lasting

IDS = ("pathfinder", "osric", "damakar", "das_system", "muinimula")
LEFT = {
    "pathfinder": "3 rounds left",
    "osric": "3 rounds left",
    "damakar": "3 ZP left",
    "das_system": "3 s left",
    "muinimula": "3 s left",
}
LASTS = {
    "pathfinder": "prone",
    "osric": "prone",
    "damakar": "spellbound",
    "das_system": "prone",
    "muinimula": "slow",
}


class Dice:
    """Answers with seeded dice, or the usual choice."""

    def __init__(self) -> None:
        self._random = Random(7)

    def answer(self, request: Ask) -> Answer:
        if isinstance(request, DiceRequest):
            return tuple(self._random.randint(1, sides) for sides in request.dice)
        return request.usual


def fight(system: RuleSystem, dice: Dice) -> Game:
    """Return a fight of one against one, begun."""
    template = system.library()[0].id
    game = Game.begin(system, Encounter(system.id))
    for id, side, x in (("a", "heroes", 0), ("b", "foes", 1)):
        add = {"do": "add", "id": id, "template": template, "side": side, "at": [x, 0]}
        game.do(parse_command(system, add), dice)
    game.do(parse_command(system, {"do": "start"}), dice)
    return game


@pytest.mark.parametrize("id", IDS)
def test_a_condition_ends_by_itself_and_comes_back_on_undo(id: str) -> None:
    system = registry.get(id)
    assert isinstance(system, Lasting)
    dice = Dice()
    game = fight(system, dice)
    unit = system.time_units()[0].id
    until = system.until(game.state, 3, unit)
    words = Glossary.load("en")
    assert words.say(system.time_left(game.state, until)) == LEFT[id]
    set_it = {"do": "condition", "tokens": ["a"], "condition": LASTS[id], "until": list(until)}
    game.do(parse_command(system, set_it), dice)
    steps = 0
    while game.state.token("a").has(LASTS[id]):
        game.do(parse_command(system, {"do": "next"}), dice)
        steps += 1
        assert steps < 60
    assert steps > 1 or id == "damakar"
    game.do(parse_command(system, {"do": "undo"}), dice)
    held = game.state.token("a").condition(LASTS[id])
    assert held is not None
    assert held.until == until


@given(st.integers(1, 200), st.integers(1, 40), st.integers(-60, 20))
def test_damakar_counts_zp_over_laps(amount: int, top: int, gone: int) -> None:
    system = registry.get("damakar")
    assert isinstance(system, Lasting)
    now = top - abs(gone)
    line = Timeline(round=1, now=now, data={"top": top})
    state = replace(Encounter("damakar"), timeline=line)
    left = system.time_left(state, system.until(state, amount, "zp"))
    assert left.args["n"] == amount


@given(st.integers(1, 300), st.integers(1, 9), st.integers(1, 10))
def test_osric_counts_segments_over_rounds(amount: int, round: int, segment: int) -> None:
    system = registry.get("osric")
    assert isinstance(system, Lasting)
    state = replace(
        Encounter("osric"), timeline=Timeline(round=round, now=segment, phase="segment")
    )
    end = system.until(state, amount, "segment")
    assert 1 <= end[1] <= 10
    left = system.time_left(state, end)
    found = left.args.get("n", 0) if left.key != "left.osric.both" else 0
    if left.key == "left.osric.rounds":
        assert found == amount / 10
    elif left.key == "left.osric.segments":
        assert found == amount
    else:
        assert 10 * int(str(left.args["rounds"])) + int(str(left.args["segments"])) == amount


@pytest.mark.parametrize("id", IDS)
def test_before_a_fight_time_counts_from_its_start(id: str) -> None:
    system = registry.get(id)
    assert isinstance(system, Lasting)
    state = Encounter(id)
    words = Glossary.load("en")
    until = system.until(state, 3, system.time_units()[0].id)
    assert words.say(system.time_left(state, until)) == LEFT[id]
