"""What the tests of single actions in the window share: a deed of the menu and how it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop.i18n import say
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.board import Board
from rules import registry
from rules.core.asking import ScriptedDice
from rules.encounter.commands import parse_command
from rules.encounter.events import Logged
from rules.encounter.state import Encounter
from rules.play import Game
from tests.desktop.hands import Hands, take_back_and_bring_again, to_front
from tests.desktop.window_kit import open_window

Comes = Callable[[Session], bool]
Seat = tuple[str, str, tuple[int, int], str, dict[str, Any]]
"""Id, side, square, a condition or nothing, values of the sheet."""


@dataclass(frozen=True)
class Deed:
    """An entry of the menu, who does it to whom, what is answered, and what is to come of it."""

    entry: str
    who: str = ""
    target: str = ""
    dice: tuple[int, ...] = ()
    wishes: tuple[str, ...] = ()
    fills: dict[str, object] = field(default_factory=dict)
    comes: Comes = lambda session: True
    anyway: bool = False
    """The rules refuse it, and the button of the message does it all the same."""


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


def says(text: str) -> Comes:
    """Whether the log says this of the last step, in its lines or their details."""

    def found(session: Session) -> bool:
        events = session.history.steps[session.history.done - 1].events
        lines = [e for e in events if isinstance(e, Logged)]
        return any(text in say(t) for e in lines for t in (e.line, *e.details))

    return found


def played(
    system: str,
    seats: Iterable[Seat],
    *script: dict[str, Any],
    size: tuple[int, int] = (20, 12),
) -> Encounter:
    """Return the state of a fight on open ground after a script."""
    rules = registry.get(system)
    board = Board(width=size[0], height=size[1])
    game = Game.begin(rules, Encounter(system, "Probe", board))
    for id, side, at, condition, sheet in seats:
        added = {"do": "add", "id": id, "name": id.title(), "side": side, "at": list(at)}
        game.play(parse_command(rules, {**added, "sheet": sheet}))
        if condition:
            data = {"do": "condition", "tokens": [id], "condition": condition}
            game.play(parse_command(rules, data))
    for command in script:
        game.play(parse_command(rules, command))
    return game.state


@dataclass(frozen=True)
class Blow:
    """An attack by the dock: who, whom, with what, what the dice show, what is to come of it."""

    who: str
    target: str
    weapon: str = ""
    way: str = ""
    dice: tuple[int, ...] = ()
    wishes: tuple[str, ...] = ()
    fills: dict[str, object] = field(default_factory=dict)
    on: tuple[str, ...] = ()
    """Rows that are switched by a click."""
    rows: tuple[str, ...] = ()
    """What the rows of the dock must say before the die falls."""
    comes: Comes = lambda session: True


@dataclass(frozen=True)
class Press:
    """A key of the window, what the dice show and what is chosen, what is to come of it."""

    key: Qt.Key = Qt.Key.Key_N
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    dice: tuple[int, ...] = ()
    wishes: tuple[str, ...] = ()
    comes: Comes = lambda session: True
    fills: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Walk:
    """A drag over the map to a square, and what is to come of it."""

    who: str
    to: tuple[int, int]
    dice: tuple[int, ...] = ()
    wishes: tuple[str, ...] = ()
    comes: Comes = lambda session: True
    fills: dict[str, object] = field(default_factory=dict)


Step = Deed | Blow | Press | Walk


def sit_down(folder: Path, state: Encounter) -> MainWindow:
    """Open a fight in a window of its own."""
    path = folder / "fight.kampf"
    Session.create(path, state).close()
    window = open_window(folder, overlays=())
    window.resize(1600, 1000)
    window.deeds.open_path(path)
    window.board.navigation.fit()
    return window


def do(hands: Hands, step: Step) -> None:
    """Do one thing by mouse and keys: one step comes of it, every die is asked for."""
    session, dice = hands.session, ScriptedDice(step.dice)
    done = session.history.done
    hands.dice, hands.wishes, hands.fills = dice, list(step.wishes), dict(step.fills)
    if isinstance(step, Deed):
        hands.choose(step.entry, step.who, step.target)
        if step.anyway:
            assert session.history.done == done, step
            button = hands.window.messages.rows()[0].findChild(QPushButton)
            assert button is not None, (step, hands.told[-2:])
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    elif isinstance(step, Walk):
        hands.walk(step.who, step.to)
    elif isinstance(step, Press):
        to_front(hands.window)
        QTest.keyClick(hands.window, step.key, step.held)
    else:
        hands.aim(step.who, step.target, step.weapon, step.way)
        for row in step.on:
            hands.switch(row)
        said = hands.said()
        assert all(row in said for row in step.rows), (step.rows, said)
        hands.blow()
    assert not hands.strange, step
    assert session.history.done == done + 1, (step, hands.told[-2:])
    line = session.state.timeline
    assert step.comes(session), (step, hands.told[-2:], line.phase, line.now, line.acting, line.at)
    assert dice.left_over == ((), ()), step
    assert not hands.wishes, step


def do_in_turn(folder: Path, state: Encounter, steps: Iterable[Step]) -> int:
    """Do one thing after the other, then take all of it back and bring it again.

    Each has to come to what it says; returns how many steps the fight has then.
    """
    window = sit_down(folder, state)
    with Hands(window, 1) as hands:
        for step in steps:
            do(hands, step)
        take_back_and_bring_again(window, hands.session)
        return hands.session.history.done


def do_and_undo(folder: Path, state: Encounter, steps: Iterable[Step]) -> int:
    """Do each thing in the window by mouse and keys, look at it, and take it back.

    Each has to come to what it says; returns how many were done and taken back.
    """
    window, taken_back = sit_down(folder, state), 0
    with Hands(window, 1) as hands:
        base = hands.session.state
        for step in steps:
            do(hands, step)
            to_front(window)
            QTest.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            assert hands.session.state is base
            taken_back += 1
    return taken_back
