"""Attacks resolved with seeded dice, and whole fights played on, in every system."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

from rules import registry
from rules.core.asking import SeededDice
from rules.core.asking import run as carry_out
from rules.encounter.commands import CommandError, parse_command
from rules.encounter.situation import load_situation
from rules.encounter.state import Encounter
from rules.forecast.fight import ends
from rules.forecast.ways import out_of_the_fight
from rules.play import perform
from tests.bench.table import Row
from tests.demos.game_master import SEATS, seated

ATTACKS = 10_000
RUNS = 12
DEMOS = Path(__file__).parents[2] / "assets" / "demo"


def duel(id: str) -> Encounter:
    """Return a fight of two who stand side by side."""
    heroes, foes = SEATS[id]
    return seated(id, [(heroes[0][0], (5, 5))], [(foes[0][0], (6, 5))])


def attacks(id: str) -> float:
    """Time blows in turn from both sides, events applied; whoever is felled begins anew."""
    system, fresh = registry.get(id), duel(id)
    dice, state = SeededDice(1), fresh
    one, other = fresh.tokens
    done = 0
    begin = time.process_time()
    while done < ATTACKS:
        blow = parse_command(system, {"do": "attack", "attacker": one, "target": other})
        try:
            state = carry_out(perform(system, state, blow), dice).after(state)
            done += 1
        except CommandError:
            if state is fresh:
                raise
            state = fresh
        if any(out_of_the_fight(system, token) for token in state.tokens.values()):
            state = fresh
        one, other = other, one
    return (time.process_time() - begin) * 1000


def continuations() -> Iterator[tuple[str, float]]:
    """Time a continuation of each demo fight in milliseconds, the first left out."""
    for path in sorted(DEMOS.glob("*.json")):
        state = load_situation(json.loads(path.read_text("utf-8")), registry.get).state
        system = registry.get(state.system)
        games = (end for end in ends(system, state, 1, range(RUNS + 1)) if end is not None)
        next(games)
        begin = time.process_time()
        n = sum(1 for _ in games)
        yield state.system, (time.process_time() - begin) * 1000 / n


def run() -> list[Row]:
    """Measure all systems."""
    rows = [Row(f"{ATTACKS:,} attacks, {id}", attacks(id), 5_000) for id in registry.system_ids()]
    rows += [Row(f"a continuation of the demo, {id}", ms, aim=60) for id, ms in continuations()]
    return rows
