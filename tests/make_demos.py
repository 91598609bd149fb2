"""Writes the demo fights of ``assets/demo``: ``python -m tests.make_demos``.

A demo is a situation file: the board and the combatants before the fight, and the script
that leads into the middle of it, dice included.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules import registry
from rules.core.asking import Answer, Ask, DiceRequest, SeededDice
from rules.encounter.commands import parse_command
from rules.encounter.situation import dump_situation
from rules.encounter.state import Encounter
from rules.play import Game
from tests.demo_boards import halle_board

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "demo"

Written = dict[str, Any]


class _Noted:
    """Seeded dice that remember what they showed."""

    def __init__(self, seed: int, first: Sequence[int] = ()) -> None:
        self._dice = SeededDice(seed)
        self._first = list(first)
        self.faces: list[int] = []
        self.choices: list[str] = []

    def answer(self, request: Ask) -> Answer:
        answer = self._dice.answer(request)
        if isinstance(request, DiceRequest) and len(self._first) >= len(request.dice):
            answer = tuple(self._first[: len(request.dice)])
            del self._first[: len(request.dice)]
        if isinstance(answer, str):
            self.choices.append(answer)
        else:
            self.faces += answer
        return answer


class Writer:
    """Plays commands and notes them with their dice."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.script: list[Written] = []
        self._seed = seed

    def do(self, name: str, first: Sequence[int] = (), **fields: Any) -> None:
        """Play a command with the ``first`` dice given, the others seeded, and note it."""
        dice = _Noted(self._seed + len(self.script), first)
        written: Written = {"do": name, **fields}
        self.game.do(parse_command(self.game.system, written), dice)
        if dice.faces:
            written["dice"] = dice.faces
        if dice.choices:
            written["choices"] = dice.choices
        self.script.append(written)


CAST: tuple[tuple[str, str, str, tuple[int, int], int], ...] = (
    ("mirela", "mirela", "Mirela", (12, 1), 23),
    ("worg", "worg", "Worg", (19, 3), 21),
    ("elandir", "elandir", "Elandir", (4, 5), 19),
    ("schamane", "orc_shaman", "Ork-Schamane", (16, 2), 17),
    ("brunhild", "brunhild", "Brunhild", (9, 4), 14),
    ("ork1", "orc", "Ork 1", (12, 7), 12),
    ("ork2", "orc", "Ork 2", (12, 2), 12),
    ("ork3", "orc", "Ork 3", (20, 5), 12),
    ("oger", "ogre", "Oger", (8, 7), 8),
    ("odo", "pater_odo", "Pater Odo", (5, 4), 6),
)


def kraehenfels() -> Written:
    """The hall below the Krähenfels, round 3: Elandir is about to shoot."""
    system = registry.get("pathfinder")
    game = Game.begin(system, Encounter("pathfinder", "Krähenfels", halle_board()))
    for id, template, name, at, _ in CAST:
        game.play(
            parse_command(
                system,
                {"do": "add", "id": id, "template": template, "name": name, "at": list(at)},
            )
        )
    begin = dump_situation(game.state, system)
    play = Writer(Game.begin(system, game.state), 520)
    play.do("start", values={id: count for id, _, _, _, count in CAST})
    _first_round(play)
    _second_round(play)
    _third_round(play)
    return {**begin, "script": play.script}


def _first_round(play: Writer) -> None:
    play.do("attack", [4], attacker="mirela", target="ork2", weapon="rapier")
    play.do("next")
    play.do("move", token="worg", to=[18, 4])
    play.do("next")
    play.do("move", token="elandir", to=[6, 6])
    play.do("next")
    play.do("next")
    play.do("move", token="brunhild", to=[12, 3])
    play.do("next")
    play.do("move", token="ork1", to=[10, 6])
    for _ in range(4):
        play.do("next")
    play.do("move", token="odo", to=[6, 4])
    play.do("next")


def _second_round(play: Writer) -> None:
    for _ in range(2):
        play.do("next")
    play.do("attack", [13, 5], attacker="elandir", target="oger", weapon="composite_longbow")
    for _ in range(2):
        play.do("next")
    play.do("attack", [1], attacker="brunhild", target="ork2", weapon="battleaxe")
    for _ in range(2):
        play.do("next")
    play.do("attack", [17, 3, 4], attacker="ork2", target="brunhild", weapon="falchion")
    for _ in range(4):
        play.do("next")


def _third_round(play: Writer) -> None:
    play.do("damage", tokens=["ork2"], amount=4)
    play.do("next")
    play.do("ready", token="worg", trigger="wer den Schrein betritt")


DEMOS: Mapping[str, Any] = {"kraehenfels": kraehenfels}


def main() -> None:
    """Write all demo fights."""
    for id, make in DEMOS.items():
        text = json.dumps(make(), ensure_ascii=False, indent=1)
        (FOLDER / f"{id}.json").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
