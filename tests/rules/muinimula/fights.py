"""Small fights for the tests: tokens by a few words, commands played with written dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest

from maps.grid import Footprint
from rules.encounter.commands import CommandError, Outcome
from rules.encounter.events import Logged
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Condition, Encounter, SideId, Timeline, Token, TokenId
from rules.systems.muinimula import SYSTEM
from rules.systems.muinimula.sheet import MuinimulaSheet, MuinimulaVitals, vitals_of
from tests.rules.carrying import carry_out

BLADE = {"id": "blade", "cls": "langschwerter", "pool": 70, "damage": "1d10"}
"""A weapon of TW 3, AT 15, KT 6, one die of damage."""


def token(
    id: str,
    at: tuple[float, float] = (0, 0),
    *,
    side: str = "heroes",
    conditions: Iterable[str | Condition] = (),
    vitals: dict[str, Any] | None = None,
    **sheet: Any,
) -> Token:
    """Make a token; everything else is a value of its sheet."""
    held = tuple(c if isinstance(c, Condition) else Condition(c) for c in conditions)
    made = MuinimulaSheet.model_validate({"weapons": [BLADE], **sheet})
    return Token(
        TokenId(id),
        id.title(),
        SideId(side),
        Footprint.at(*at, made.size),
        made,
        MuinimulaVitals.model_validate(vitals or {}),
        conditions=held,
    )


def fight(*tokens: Token, running: bool = True, **options: bool | int | str) -> Encounter:
    """Make a fight in its first second; initiative falls from token to token."""
    line = Timeline()
    if running:
        ties = {t.id: (100 - 10 * i, 20) for i, t in enumerate(tokens)}
        line = Timeline(1, 0, dict.fromkeys(ties, 0), ties, tuple(ties))
    tokens_by_id = MappingProxyType({t.id: t for t in tokens})
    return Encounter("muinimula", tokens=tokens_by_id, timeline=line, options=options)


def pair(
    attacker: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    *,
    running: bool = True,
    **options: bool | int | str,
) -> Encounter:
    """Make a duel of a and t, side by side."""
    a = token("a", **(attacker or {}))
    t = token("t", (1, 0), side="foes", **(target or {}))
    return fight(a, t, running=running, **options)


play = partial(carry_out, SYSTEM)
"""Carries out a command of the system."""


def do(
    state: Encounter, name: str, *dice: int, choices: Iterable[str] = (), **fields: Any
) -> Encounter:
    """Carry a command out and return the state after it."""
    return play(state, name, dice, choices, **fields)[0]


def strike(
    state: Encounter, *dice: int, by: str = "a", on: str = "t", choices: Iterable[str] = (),
    **fields: Any,
) -> Encounter:  # fmt: skip
    """Carry an attack out at once, whatever the time."""
    return do(state, "attack", *dice, choices=choices, attacker=by, target=on, now=True, **fields)


def begin(
    state: Encounter, by: str = "a", on: str = "t", choices: Iterable[str] = (), **fields: Any
) -> Encounter:
    """Begin an attack that takes its time."""
    return do(state, "attack", choices=choices, attacker=by, target=on, **fields)


def refused(state: Encounter, name: str, **fields: Any) -> str:
    """Return the code with which a command is refused."""
    with pytest.raises(CommandError) as error:
        do(state, name, **fields)
    return error.value.problem.code


def plan(state: Encounter, by: str = "a", foe: str = "t", **fields: Any) -> AttackPlan:
    return SYSTEM.plan(state, AttackAction(TokenId(by), TokenId(foe), **fields))


def logged(outcome: Outcome) -> list[str]:
    """Return the keys of the log lines, without their common beginning."""
    lines = [e.line.key for e in outcome.events if isinstance(e, Logged)]
    return [key.removeprefix("log.muinimula.") for key in lines]


def vitals(state: Encounter, id: str) -> MuinimulaVitals:
    return vitals_of(state.token(id))


def lost(state: Encounter, id: str = "t") -> int:
    """Return the LE that somebody has lost."""
    return vitals(state, id).lost


def now(state: Encounter) -> float:
    """Return where the time stands, in seconds."""
    return state.timeline.now / 2


def holder(state: Encounter) -> tuple[str, str] | None:
    """Return who has the right to attack against whom."""
    return next(((x.a, x.b) for x in state.links if x.kind == "duel"), None)


def with_condition(state: Encounter, id: str, *conditions: str | Condition) -> Encounter:
    """Return the state with somebody in further conditions."""
    held = state.token(id)
    new = tuple(c if isinstance(c, Condition) else Condition(c) for c in conditions)
    return state.with_token(replace(held, conditions=(*held.conditions, *new)))
