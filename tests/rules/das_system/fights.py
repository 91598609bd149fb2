"""Small fights for the tests: tokens by a few words, commands played with written dice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest

from maps.board import Board
from maps.grid import Footprint, point
from maps.shapes import Kind, Obstacle, make_obstacle
from rules.core.asking import Choice, DiceRequest, Option
from rules.encounter.commands import CommandError, Outcome
from rules.encounter.events import Logged
from rules.encounter.plans import AttackAction
from rules.encounter.state import Condition, Encounter, SideId, Token, TokenId
from rules.systems.das_system import SYSTEM
from rules.systems.das_system.sheet import DasSystemSheet, DasSystemVitals, fresh
from tests.rules.carrying import carry_out

OPPONENT: dict[str, Any] = {
    "mut": 1200,
    "koerperkraft": 1300,
    "geschicklichkeit": 1000,
    "reaktion": 1100,
    "nahkampf": 1200,
    "weapons": [{"id": "sword", "base": "sword", "specialisation": 800}],
}
"""The opponent of the worked example: Würfelwert 1150, Basis 1415."""


def token(
    id: str,
    at: tuple[float, float] = (0, 0),
    *,
    side: str = "heroes",
    size: float = 1,
    conditions: Iterable[str] = (),
    facing: int | None = None,
    vitals: dict[str, Any] | None = None,
    **sheet: Any,
) -> Token:
    """Make a token; everything else is a value of its sheet."""
    own = DasSystemSheet(**sheet)
    whole = {**fresh(own).model_dump(), **(vitals or {})}
    return Token(
        TokenId(id),
        id.title(),
        SideId(side),
        Footprint.at(*at, size),
        own,
        DasSystemVitals.model_validate(whole),
        conditions=tuple(Condition(c) for c in conditions),
        facing=facing,
    )


def opponent(id: str = "a", at: tuple[float, float] = (0, 0), **values: Any) -> Token:
    """Make the opponent of the worked example."""
    return token(id, at, side="foes", **{**OPPONENT, **values})


def wall(id: str, *points: tuple[float, float]) -> Obstacle:
    """Make a wall along points in squares."""
    return make_obstacle(id, Kind.WALL, tuple(point(x, y) for x, y in points))


def fight(
    *tokens: Token, obstacles: Iterable[Obstacle] = (), **options: bool | int | str
) -> Encounter:
    """Make a fight of tokens and obstacles."""
    return Encounter(
        "das_system",
        board=Board(obstacles=tuple(obstacles)),
        tokens=MappingProxyType({t.id: t for t in tokens}),
        options=options,
    )


def pair(**options: Any) -> Encounter:
    """Make the opponent of the example and an average human beside each other."""
    return fight(opponent(), token("t", (1, 0)), **options)


def faces(*rolls: int) -> tuple[int, ...]:
    """Return W20 and W% of rolls from 1 to 2000."""
    return tuple(f for n in rolls for f in ((n - 1) // 100 + 1, (n - 1) % 100 + 1))


play = partial(carry_out, SYSTEM)
"""Carries out a command of the system."""


def do(
    state: Encounter,
    name: str,
    dice: Iterable[int] = (),
    choices: Iterable[str] = (),
    **fields: Any,
) -> Encounter:
    """Carry out a command and return the state after it."""
    return play(state, name, dice, choices, **fields)[0]


def strike(
    state: Encounter,
    *rolls: int,
    by: str = "a",
    at: str = "t",
    aim: str = "rumpf",
    festwert: int = 900,
    schwere: int | None = None,
    choices: Iterable[str] = (),
    **fields: Any,
) -> Encounter:
    """Attack with a split; returns the state after it."""
    numbers = {"festwert": festwert} | ({} if schwere is None else {"schwere": schwere})
    return do(
        state,
        "attack",
        faces(*rolls),
        choices,
        attacker=by,
        target=at,
        mode=aim,
        numbers=numbers,
        **fields,
    )


def refused(state: Encounter, name: str, **fields: Any) -> str:
    """Return the code with which a command is refused."""
    with pytest.raises(CommandError) as error:
        do(state, name, **fields)
    return error.value.problem.code


def logged(outcome: Outcome) -> list[str]:
    """Return the keys of the log lines, without their common beginning."""
    lines = [e.line.key for e in outcome.events if isinstance(e, Logged)]
    return [key.removeprefix("log.das_system.") for key in lines]


def offered(state: Encounter, roll: int, **fields: Any) -> dict[str, Option]:
    """Return what a defender can take against an attack of the opponent."""
    return {id: o for id, o in shown(state, roll, **fields).items() if o.enabled}


def shown(state: Encounter, roll: int, **fields: Any) -> dict[str, Option]:
    """Return what a defender sees against an attack: what he can take, and what he cannot."""
    values = {"attacker": "a", "target": "t", "mode": "rumpf", "numbers": {"festwert": 900}}
    command = SYSTEM.commands["attack"].model_validate({"do": "attack", **values, **fields})
    procedure = SYSTEM.perform(state, command)
    request = next(procedure)
    assert isinstance(request, DiceRequest)
    question = procedure.send(faces(roll))
    assert isinstance(question, Choice)
    procedure.close()
    return {option.id: option for option in question.options}


def action(weapon: str = "", aim: str = "rumpf", **values: Any) -> AttackAction:
    """Return an attack of the opponent on the other."""
    return AttackAction(TokenId("a"), TokenId("t"), weapon, aim, **values)


def vitals(state: Encounter, id: str) -> DasSystemVitals:
    found = state.token(id).vitals
    assert isinstance(found, DasSystemVitals)
    return found


def wounded(id: int = 1, place: str = "l_hand", **values: Any) -> dict[str, Any]:
    """Return a wound as vitals hold it."""
    return {"id": id, "place": place, "kind": "hieb", "row": 3, "severity": 200, **values}
