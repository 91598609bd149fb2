"""Seats a demo fight, plays commands and notes them with their dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from maps.board import Board
from rules import registry
from rules.core.asking import Answer, Ask, DiceRequest, SeededDice
from rules.encounter.commands import parse_command
from rules.encounter.situation import dump_situation
from rules.encounter.state import Encounter
from rules.play import Game

Written = dict[str, Any]


class Seat(NamedTuple):
    """Who stands where: an id, a template of the library, a name, a square, perhaps a side."""

    id: str
    template: str
    name: str
    at: tuple[int, int]
    side: str = ""


class _Noted:
    """Seeded dice that remember what they showed; the first answers are given."""

    def __init__(self, seed: int, first: Sequence[int] = (), choose: Sequence[str] = ()) -> None:
        self._dice = SeededDice(seed)
        self._first, self._choose = list(first), list(choose)
        self.faces: list[int] = []
        self.choices: list[str] = []

    def answer(self, request: Ask) -> Answer:
        answer = self._dice.answer(request)
        if isinstance(request, DiceRequest):
            if len(self._first) >= len(request.dice):
                answer = tuple(self._first[: len(request.dice)])
                del self._first[: len(request.dice)]
        elif self._choose:
            answer = self._choose.pop(0)
        if isinstance(answer, str):
            self.choices.append(answer)
        else:
            self.faces += answer
        return answer

    @property
    def left_over(self) -> list[int | str]:
        return [*self._first, *self._choose]


class Writer:
    """Plays commands and notes them with their dice."""

    def __init__(self, system: str, board: Board, name: str, cast: Sequence[Seat]) -> None:
        rules = registry.get(system)
        self.game = Game.begin(rules, Encounter(system, name, board))
        for seat in cast:
            where = {"id": seat.id, "template": seat.template, "name": seat.name}
            side = {"side": seat.side} if seat.side else {}
            written = {"do": "add", **where, "at": list(seat.at), **side}
            self.game.play(parse_command(rules, written))
        self.base = self.game.state
        self.script: list[Written] = []
        self.game = Game.begin(rules, self.base)

    def begin(self) -> None:
        """Take what was played up to now for the situation before the fight."""
        self.base = self.game.state
        self.script = []
        self.game = Game.begin(self.game.system, self.base)

    def do(
        self, name: str, first: Sequence[int] = (), choose: Sequence[str] = (), **fields: Any
    ) -> None:
        """Play a command with the ``first`` dice and choices given, the others seeded."""
        dice = _Noted(SEED + len(self.script), first, choose)
        written: Written = {"do": name, **fields}
        self.game.do(parse_command(self.game.system, written), dice)
        if dice.left_over:
            raise ValueError(f"{written}: nobody asked for {dice.left_over}")
        if dice.faces:
            written["dice"] = dice.faces
        if dice.choices:
            written["choices"] = dice.choices
        self.script.append(written)

    def written(self) -> Written:
        """Return the situation file."""
        return {**dump_situation(self.base, self.game.system), "script": self.script}


SEED = 520
