"""Whoever threatens somebody is among those near, in fights of every size and with every reach."""

from __future__ import annotations

import random
from dataclasses import replace

from maps.board import Board
from maps.grid import Footprint
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.systems.pathfinder import SYSTEM
from rules.systems.pathfinder.neighbours import around, near
from rules.systems.pathfinder.threat import threatens


def crowd(count: int, seed: int) -> Encounter:
    chance = random.Random(seed)
    sheet = SYSTEM.library()[0].sheet
    tokens = {}
    for n in range(count):
        side = SideId.HEROES if n % 2 else SideId.FOES
        at = Footprint.at(
            chance.randrange(-12, 24), chance.randrange(-8, 24), chance.choice((1, 1, 2, 3))
        )
        reach = chance.choice((None, None, 0, 2, 4))
        token = Token(TokenId(f"t{n}"), "", side, at, sheet, SYSTEM.fresh(sheet))
        tokens[token.id] = replace(token, reach=reach)
    return Encounter("pathfinder", board=Board(width=24, height=24), tokens=tokens)


def test_nobody_who_threatens_is_left_out() -> None:
    for seed in range(4):
        state = crowd(60, seed)
        for target in state.tokens.values():
            around = near(state, target.space)
            striking = [t for t in state.tokens.values() if threatens(state, t, target)]
            assert set(map(id, striking)) <= set(map(id, around))
            assert [t.id for t in around] == [t for t in state.tokens if state.tokens[t] in around]


def test_most_of_a_crowd_is_not_near() -> None:
    state = crowd(200, 1)
    apart = Footprint.at(600, 600, 1)
    assert near(state, apart) == ()


def test_in_a_small_fight_everybody_is_asked() -> None:
    state = crowd(6, 2)
    assert near(state, Footprint.at(600, 600, 1)) == tuple(state.tokens.values())


def moved(state: Encounter, id: str, **to: object) -> Encounter:
    token = replace(state.tokens[TokenId(id)], **to)  # type: ignore[arg-type]  # fields of a token
    return replace(state, tokens={**state.tokens, token.id: token})


def test_step_by_step_the_same_are_near_as_when_all_are_sorted_in_anew() -> None:
    chance = random.Random(7)
    state = crowd(60, 3)
    for _ in range(60):
        x, y = chance.randrange(-12, 24), chance.randrange(-8, 24)
        reach = chance.choice((None, 0, 4))
        to = Footprint.at(x, y, chance.choice((1, 2)))
        state = moved(state, f"t{chance.randrange(60)}", space=to, reach=reach)
        anew = replace(state, tokens=dict(reversed(list(state.tokens.items()))))
        for target in state.tokens.values():
            one, other = near(state, target.space), near(anew, target.space)
            assert one == other[::-1]


def test_a_step_leaves_those_far_away_as_they_were() -> None:
    state = crowd(200, 1)
    before = {t.id: around(state, t.space) for t in state.tokens.values()}
    state = moved(state, "t0", space=Footprint.at(-12, -8), reach=None)
    anew = moved(state, "t0", note="waits")
    for token in anew.tokens.values():
        same = all(
            a is b
            for a, b in zip(around(state, token.space), around(anew, token.space), strict=True)
        )
        assert same == (anew.tokens[TokenId("t0")] not in near(anew, token.space))
    assert sum(around(anew, t.space) == before[t.id] for t in anew.tokens.values()) > 50
