"""Small fights for the tests: tokens by a few words, commands played with written dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest

from maps.board import Board
from maps.grid import Footprint
from maps.shapes import Obstacle
from rules.encounter.commands import CommandError, Outcome
from rules.encounter.events import Logged
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Condition, Encounter, SideId, Token, TokenId
from rules.systems.damakar import SYSTEM, kreis, time
from rules.systems.damakar.sheet import DamakarSheet, DamakarVitals
from tests.rules.carrying import carry_out


def token(
    id: str,
    at: tuple[float, float] = (0, 0),
    *,
    side: str = "heroes",
    size: float = 1,
    conditions: Iterable[str] = (),
    vitals: dict[str, Any] | None = None,
    **sheet: Any,
) -> Token:
    """Make a token; everything else is a value of its sheet."""
    return Token(
        TokenId(id),
        id.title(),
        SideId(side),
        Footprint.at(*at, size),
        DamakarSheet(**sheet),
        DamakarVitals.model_validate(vitals or {}),
        conditions=tuple(Condition(c) for c in conditions),
    )


def fight(
    *tokens: Token, obstacles: Iterable[Obstacle] = (), **options: bool | int | str
) -> Encounter:
    """Make a fight of tokens and obstacles."""
    return Encounter(
        "damakar",
        board=Board(obstacles=tuple(obstacles)),
        tokens=MappingProxyType({t.id: t for t in tokens}),
        options=options,
    )


def two(at: tuple[float, float] = (1, 0), **options: bool | int | str) -> Encounter:
    """Return a fight of x and y side by side."""
    return replace(fight(token("x"), token("y", at, side="foes")), options=options)


play = partial(carry_out, SYSTEM)
"""Carries out a command of the system."""


def do(
    state: Encounter,
    name: str,
    dice: Iterable[int] = (),
    choices: Iterable[str] = (),
    **fields: Any,
) -> Encounter:
    return play(state, name, dice, choices, **fields)[0]


def refused(state: Encounter, name: str, **fields: Any) -> str:
    with pytest.raises(CommandError) as error:
        do(state, name, **fields)
    return error.value.problem.code.removeprefix("damakar.")


def begin(state: Encounter, **places: int) -> Encounter:
    """Begin with typed initiatives; only those named take part."""
    return do(state, "start", tokens=list(places), values=places)


def fields(state: Encounter) -> dict[str, int]:
    """Return the field of each combatant."""
    return {str(t): time.field_of(state, p) for t, p in state.timeline.at.items()}


def dues(state: Encounter) -> dict[str, int]:
    """Return the absolute ZP at which each combatant comes."""
    top = time.top_of(state.timeline)
    return {str(t): kreis.due(p, top) for t, p in state.timeline.at.items()}


def acting(state: Encounter) -> list[str]:
    return [str(t) for t in state.timeline.acting]


def plan(state: Encounter, attacker: str, target: str, **action: Any) -> AttackPlan:
    return SYSTEM.plan(state, AttackAction(TokenId(attacker), TokenId(target), **action))


def codes(found: AttackPlan) -> set[str]:
    return {p.code.removeprefix("damakar.") for p in found.problems}


def notes(found: AttackPlan) -> set[str]:
    return {p.code.removeprefix("damakar.") for p in found.notes}


def logged(outcome: Outcome) -> list[str]:
    """Return the keys of the log lines, without their common beginning."""
    lines = [e.line.key for e in outcome.events if isinstance(e, Logged)]
    return [key.removeprefix("log.damakar.") for key in lines]


def lp(state: Encounter, id: str) -> int:
    return SYSTEM.health(state.token(id)).now
