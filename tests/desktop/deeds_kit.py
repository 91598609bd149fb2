"""What the tests of single actions in the window share: a deed of the menu and how it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.session import Session
from maps.board import Board
from rules import registry
from rules.core.asking import ScriptedDice
from rules.encounter.commands import parse_command
from rules.encounter.state import Encounter
from rules.play import Game
from tests.desktop.hands import Hands, to_front
from tests.desktop.window_kit import open_window

Comes = Callable[[Session], bool]
Seat = tuple[str, str, tuple[int, int], str, dict[str, Any]]
"""Id, side, square, a condition or nothing, values of the sheet."""


@dataclass(frozen=True)
class Deed:
    """An entry of the menu, who does it to whom, what is answered, and what is to come of it."""

    entry: str
    who: str
    target: str = ""
    dice: tuple[int, ...] = ()
    wishes: tuple[str, ...] = ()
    fills: dict[str, object] = field(default_factory=dict)
    comes: Comes = lambda session: True


def has(id: str, *conditions: str) -> Comes:
    """Whether somebody is in all of these conditions."""
    return lambda session: (
        session.state.token(id).conditions != ()
        and all(session.state.token(id).has(c) for c in conditions)
    )


def logged(key: str) -> Comes:
    """Whether the last step wrote a line of this key into the log."""

    def found(session: Session) -> bool:
        events = session.history.steps[session.history.done - 1].events
        return any(getattr(getattr(e, "line", None), "key", "") == key for e in events)

    return found


def played(system: str, seats: Iterable[Seat], *script: dict[str, Any]) -> Encounter:
    """Return the state of a fight on open ground after a script."""
    rules = registry.get(system)
    game = Game.begin(rules, Encounter(system, "Probe", Board(width=20, height=12)))
    for id, side, at, condition, sheet in seats:
        added = {"do": "add", "id": id, "name": id.title(), "side": side, "at": list(at)}
        game.play(parse_command(rules, {**added, "sheet": sheet}))
        if condition:
            data = {"do": "condition", "tokens": [id], "condition": condition}
            game.play(parse_command(rules, data))
    for command in script:
        game.play(parse_command(rules, command))
    return game.state


def do_and_undo(folder: Path, state: Encounter, deeds: Iterable[Deed]) -> None:
    """Do each deed in the window by mouse and keys, look at it, and take it back."""
    path = folder / "fight.kampf"
    Session.create(path, state).close()
    window = open_window(folder, overlays=())
    window.resize(1600, 1000)
    window.deeds.open_path(path)
    window.board.fit()
    with Hands(window, 1) as hands:
        session = hands.session
        base = session.state
        for deed in deeds:
            dice = ScriptedDice(deed.dice)
            hands.dice, hands.wishes, hands.fills = dice, list(deed.wishes), dict(deed.fills)
            hands.choose(deed.entry, deed.who, deed.target)
            assert not hands.strange, deed.entry
            assert session.history.done == 1, (deed.entry, hands.told[-2:])
            assert deed.comes(session), (deed.entry, hands.told[-2:])
            assert dice.left_over == ((), ()), deed.entry
            to_front(window)
            QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            assert session.state is base
