"""Small fights for the tests: tokens by a few words, and a table at which they are played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import pytest

from maps.board import Board
from maps.grid import Footprint, point
from maps.shapes import Kind, Obstacle, make_obstacle
from rules.core.terms import Term
from rules.encounter.commands import CommandError, parse_command
from rules.encounter.events import Logged
from rules.encounter.plans import AttackAction, AttackPlan
from rules.encounter.state import Condition, Encounter, Link, SideId, Token, TokenId
from rules.play import Game
from rules.systems.osric import SYSTEM
from rules.systems.osric.sheet import OsricSheet, OsricVitals


def token(
    id: str,
    at: tuple[float, float] = (0, 0),
    *,
    side: str = "heroes",
    squares: float | None = None,
    conditions: Iterable[str | Condition] = (),
    facing: int | None = None,
    vitals: Mapping[str, Any] | None = None,
    elevation: int = 0,
    **sheet: Any,
) -> Token:
    """Make a token; everything else is a value of its sheet."""
    held = tuple(c if isinstance(c, Condition) else Condition(c) for c in conditions)
    made = OsricSheet(**sheet)
    return Token(
        TokenId(id),
        id.title(),
        SideId(side),
        Footprint.at(*at, squares or SYSTEM.squares(made)),
        made,
        OsricVitals(**(vitals or {})),
        facing=facing,
        conditions=held,
        elevation=elevation,
    )


def hero(id: str, at: tuple[float, float] = (0, 0), **values: Any) -> Token:
    return token(id, at, side="heroes", **values)


def foe(id: str, at: tuple[float, float] = (1, 0), **values: Any) -> Token:
    """Make a monster of one hit die with armour class 7."""
    sheet = {"hit_dice": "1", "printed_ac": 7, "hp": 5, "profession": "none", **values}
    return token(id, at, side="foes", **sheet)


def wall(
    id: str, *points: tuple[float, float], kind: Kind = Kind.WALL, **facts: object
) -> Obstacle:
    """Make an obstacle along points in squares."""
    return make_obstacle(id, kind, tuple(point(x, y) for x, y in points), **facts)


def fight(
    *tokens: Token,
    obstacles: Iterable[Obstacle] = (),
    links: Iterable[tuple[str, str, str]] = (),
    **options: bool | int | str,
) -> Encounter:
    """Make a fight of tokens and obstacles."""
    return Encounter(
        "osric",
        board=Board(width=80, height=40, obstacles=tuple(obstacles)),
        tokens=MappingProxyType({t.id: t for t in tokens}),
        links=tuple(Link(kind, TokenId(a), TokenId(b)) for kind, a, b in links),
        options=options,
    )


class Table:
    """A fight being played with written dice; every one of them must be asked for."""

    def __init__(self, *tokens: Token, **rest: Any) -> None:
        self.game = Game.begin(SYSTEM, fight(*tokens, **rest), lambda name: name.key)

    @property
    def state(self) -> Encounter:
        return self.game.state

    def do(
        self, name: str, dice: Iterable[int] = (), choices: Iterable[str] = (), **fields: Any
    ) -> Table:
        data = {"do": name, "dice": [*dice], "choices": [*choices], **fields}
        self.game.play(parse_command(SYSTEM, data))
        return self

    def refused(self, name: str, *dice: int, **fields: Any) -> str:
        """Return the code with which a command is refused."""
        with pytest.raises(CommandError) as error:
            self.do(name, dice, **fields)
        return error.value.problem.code

    def begin(self, *dice: int, choices: Iterable[str] = ()) -> Table:
        """Begin without surprise; with dice go on to the first slot of round 1."""
        self.do("start", surprise=False)
        return self.do("next", dice, choices) if dice else self

    @property
    def acting(self) -> set[str]:
        return set(self.state.timeline.acting)

    @property
    def now(self) -> tuple[str, int, int]:
        """Where the fight stands: phase, round, segment."""
        line = self.state.timeline
        return line.phase, line.round, line.now

    def has(self, id: str, *conditions: str) -> bool:
        return self.state.token(id).has(*conditions)

    def harm(self, id: str) -> int:
        vitals = self.state.token(id).vitals
        assert isinstance(vitals, OsricVitals)
        return vitals.damage

    def at(self, id: str) -> tuple[float, float]:
        space = self.state.token(id).space
        return space.x / 512, space.y / 512

    @property
    def log(self) -> list[str]:
        """The keys of all lines of the log, without their common beginning."""
        return [line.key.removeprefix("log.osric.") for line in self.lines]

    @property
    def lines(self) -> list[Term]:
        """All lines of the log."""
        steps = self.game.history.steps[: self.game.history.done]
        events = [event for step in steps for event in step.events]
        return [event.line for event in events if isinstance(event, Logged)]


def plan(state: Encounter, attacker: str = "a", target: str = "t", **fields: Any) -> AttackPlan:
    """Plan an attack."""
    for name in ("on", "off"):
        if name in fields:
            fields[name] = frozenset(fields[name])
    return SYSTEM.plan(state, AttackAction(TokenId(attacker), TokenId(target), **fields))


def codes(made: AttackPlan) -> list[str]:
    return [problem.code for problem in made.problems]


def notes(made: AttackPlan) -> list[str]:
    return [problem.code for problem in made.notes]


def counted(made: AttackPlan) -> dict[str, int]:
    """Return the rows that count, by id."""
    entries = (*made.attack.entries, *made.defence.entries)
    return {e.modifier.id: e.modifier.value for e in entries if e.counted}
