"""Small fights for the tests: tokens by a few words, commands played with written dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Any, TypeVar

from maps.board import Board
from maps.grid import Footprint, point
from maps.shapes import Kind, Obstacle, make_obstacle
from rules.core.asking import Procedure, ScriptedDice, run
from rules.encounter.applying import apply_all
from rules.encounter.commands import Command, Outcome
from rules.encounter.events import Event, Logged
from rules.encounter.state import Condition, Encounter, SideId, Token, TokenId
from rules.systems.pathfinder.sheet import PathfinderSheet, PathfinderVitals

C = TypeVar("C", bound=Command)


def token(
    id: str,
    at: tuple[float, float] = (0, 0),
    *,
    side: str = "heroes",
    size: float = 1,
    conditions: Iterable[str | Condition] = (),
    damage: int = 0,
    reach: int | None = None,
    **sheet: Any,
) -> Token:
    """Make a token; everything else is a value of its sheet."""
    held = tuple(c if isinstance(c, Condition) else Condition(c) for c in conditions)
    return Token(
        TokenId(id),
        id.title(),
        SideId(side),
        Footprint.at(*at, size),
        PathfinderSheet(**sheet),
        PathfinderVitals(damage=damage),
        conditions=held,
        reach=reach,
    )


def wall(
    id: str, *points: tuple[float, float], kind: Kind = Kind.WALL, **facts: object
) -> Obstacle:
    """Make an obstacle along points in squares."""
    return make_obstacle(id, kind, tuple(point(x, y) for x, y in points), **facts)


def fight(
    *tokens: Token, obstacles: Iterable[Obstacle] = (), **options: bool | int | str
) -> Encounter:
    """Make a fight of tokens and obstacles."""
    return Encounter(
        "pathfinder",
        board=Board(obstacles=tuple(obstacles)),
        tokens=MappingProxyType({t.id: t for t in tokens}),
        options=options,
    )


def after(state: Encounter, events: Iterable[Event]) -> Encounter:
    """Return the state after events."""
    return apply_all(state, events)


def play(
    state: Encounter,
    procedure: Callable[[Encounter, C], Procedure[Outcome]],
    command: C,
    dice: Iterable[int] = (),
) -> tuple[Encounter, Outcome]:
    """Run a command to its end; every written die must be asked for."""
    answers = ScriptedDice(dice)
    outcome = run(procedure(state, command), answers)
    assert answers.left_over == ((), ())
    return apply_all(state, outcome.events), outcome


def logged(outcome: Outcome) -> list[str]:
    """Return the keys of the log lines, without their common beginning."""
    lines = [e.line.key for e in outcome.events if isinstance(e, Logged)]
    return [key.removeprefix("log.pathfinder.") for key in lines]
