"""Odds that are counted agree with odds that are enumerated; the same seed gives the same end."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from fractions import Fraction

import pytest

from maps.board import Board
from maps.grid import Footprint
from rules import registry
from rules.core.asking import ScriptedDice, SeededDice, run
from rules.core.odds import outcomes
from rules.encounter.applying import apply_all
from rules.encounter.commands import Outcome, parse_command
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.forecast.fight import End, Tally, can_forecast, ends, play_on, tally_json
from rules.forecast.interval import share_of
from rules.forecast.policy import Mind
from rules.forecast.ways import out_of_the_fight
from rules.play import perform
from tests.demos.game_master import SEATS, seated

SYSTEM = registry.get("pathfinder")
A, B = TokenId("a"), TokenId("b")
RUNS = 400


def fighter(id: TokenId, x: int, side: SideId, **sheet: int) -> Token:
    """Return somebody whom any hit puts out of the fight."""
    values = SYSTEM.sheet_model.model_validate({"strength": 18, "hp": 3, **sheet})
    return Token(id, id, side, Footprint.at(x, 1, 1), values, SYSTEM.fresh(values))


def duel(**better: int) -> Encounter:
    """Return a fight of two beside each other in which the first has the turn."""
    one = fighter(A, 1, SideId.HEROES)
    other = fighter(B, 2, SideId.FOES, **better)
    state = Encounter("pathfinder", "Duell", Board(width=4, height=3), {A: one, B: other})
    start = parse_command(SYSTEM, {"do": "start", "values": {A: 20, B: 10}})
    return apply_all(state, run(perform(SYSTEM, state, start), ScriptedDice()).events)


def chance_to_fell(state: Encounter, attacker: TokenId, target: TokenId) -> Fraction:
    """Enumerate every face of a blow: how often is the target out of the fight after it?"""
    weapon = SYSTEM.weapons(state, attacker)[0].id
    blow = parse_command(
        SYSTEM, {"do": "attack", "attacker": attacker, "target": target, "weapon": weapon}
    )

    def felled(outcome: Outcome) -> bool:
        after = apply_all(state, outcome.events)
        return out_of_the_fight(SYSTEM, after.tokens[target])

    return outcomes(lambda: perform(SYSTEM, state, blow), felled).get(True, Fraction(0))


def test_the_odds_of_a_duel_agree_with_those_enumerated() -> None:
    state = duel(base_attack=6)
    p, q = chance_to_fell(state, A, B), chance_to_fell(state, B, A)
    assert 0 < p < 1
    assert p != q
    exact = float(p / (1 - (1 - p) * (1 - q)))
    tally = Tally()
    for end in ends(SYSTEM, state, 7, range(RUNS)):
        if end is not None:
            tally.add(end)
    won = tally.win(SideId.HEROES)
    assert tally.runs == RUNS
    assert won.low <= exact <= won.high
    assert won.error < 0.06
    assert tally.undecided.count == 0
    assert tally.loss(B).count == won.count
    assert tally.loss(A).count == tally.win(SideId.FOES).count


def test_the_interval_is_that_of_wilson() -> None:
    share = share_of(81, 263)
    assert round(share.low, 4) == 0.2553
    assert round(share.high, 4) == 0.3662
    assert share_of(0, 10).low == pytest.approx(0)
    assert share_of(10, 10).high == pytest.approx(1)
    assert (share_of(0, 0).low, share_of(0, 0).high) == (0, 1)


def test_a_continuation_depends_on_its_number_alone() -> None:
    state = duel()
    first = [e for e in ends(SYSTEM, state, 3, range(6)) if e is not None]
    later = [e for e in ends(SYSTEM, state, 3, (4, 2)) if e is not None]
    assert later == [first[4], first[2]]


def finished(game: Generator[None, None, End]) -> End:
    while True:
        try:
            next(game)
        except StopIteration as stop:
            end: End = stop.value
            return end


def test_whoever_has_a_bow_among_many_weapons_shoots_from_afar() -> None:
    arms = [*({"id": name} for name in ("axe", "dagger", "club")), "longbow"]
    state = duel(hp=200)
    one = state.tokens[A]
    sheet = SYSTEM.sheet_model.model_validate({"hp": 30, "weapons": arms})
    archer = replace(one, sheet=sheet, vitals=SYSTEM.fresh(sheet))
    board = Board(width=30, height=3)
    far = replace(state.tokens[B], space=Footprint.at(24, 1, 1))
    state = replace(state, board=board).with_token(archer).with_token(far)
    mind = Mind(SYSTEM, state, SeededDice(2))
    next(mind.moment())
    assert mind.state.tokens[A].vitals.model_dump()["wielded"] == "longbow"
    assert mind.state.tokens[A].space == one.space


@pytest.mark.parametrize("id", registry.system_ids())
def test_in_every_system_two_who_stand_apart_meet_and_fight_to_the_end(id: str) -> None:
    assert id in SEATS, f"{id}: give it a row in SEATS of tests/demos/game_master.py"
    heroes, foes = SEATS[id]
    state = seated(id, heroes[:1], foes[:1])
    end = finished(play_on(registry.get(id), state, 5))
    assert end.winner in (SideId.HEROES, SideId.FOES)
    assert end.lost
    assert all(state.tokens[t].side is not end.winner for t in end.lost)


def test_json_names_sides_losses_and_the_error() -> None:
    state, tally = duel(), Tally()
    for end in ends(SYSTEM, state, 1, range(5)):
        if end is not None:
            tally.add(end)
    data = tally_json(tally, state, 1)
    assert data["runs"] == 5
    assert [s["side"] for s in data["sides"]] == ["heroes", "foes"]
    assert all(s["low"] <= s["share"] <= s["high"] for s in data["sides"] + data["losses"])
    assert sum(s["share"] for s in data["sides"]) + data["undecided"]["share"] == 1


def test_there_is_nothing_to_look_ahead_in_without_two_sides() -> None:
    state = duel()
    assert can_forecast(SYSTEM, state)
    alone = Encounter("pathfinder", "", state.board, {A: state.tokens[A]})
    assert not can_forecast(SYSTEM, alone)
