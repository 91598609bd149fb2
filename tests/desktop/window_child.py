"""Plays in the real window until it is killed: ``python -m tests.desktop.window_child FILE SEED``.

Tells of each deed once the window shows it: its number, how many steps are done, and a print of
the state. The first line is what was found when the file was opened.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.app import make_app
from desktop.main_window import MainWindow
from desktop.session import Session
from maps.grid import SUB
from rules.encounter.plain import write_json
from rules.encounter.state import Encounter
from rules.encounter.state_codec import state_to_dict
from tests.desktop.window_kit import drop, keys, open_window, pull, show_fight, typed

Ctrl = Qt.KeyboardModifier.ControlModifier


def finger(state: Encounter) -> str:
    """Return a short print of a state."""
    return hashlib.sha256(write_json(state_to_dict(state)).encode()).hexdigest()[:16]


def tell(session: Session, deed: int) -> None:
    """Tell how far the fight is."""
    sys.stdout.write(f"{deed} {session.history.done} {finger(session.state)}\n")
    sys.stdout.flush()


def move(window: MainWindow, session: Session, chance: random.Random) -> None:
    """Drag somebody to a free square."""
    mover = session.state.token(chance.choice(list(session.state.tokens)))
    taken = {(t.space.x // SUB, t.space.y // SUB) for t in session.state.tokens.values()}
    free = [(x, y) for x in range(12) for y in range(8) if (x, y) not in taken]
    x, y = mover.space.x / SUB + 0.5, mover.space.y / SUB + 0.5
    to = chance.choice(free)
    pull(window, (x, y), (x + 0.4, y), (to[0] + 0.5, to[1] + 0.5))
    drop(window, to[0] + 0.5, to[1] + 0.5)


def attack(window: MainWindow, session: Session, chance: random.Random) -> None:
    """Let somebody attack the first of his enemies with typed dice."""
    attacker = chance.choice(list(session.state.tokens))
    session.select([attacker])
    enemies = session.enemies(attacker)
    if not enemies:
        return  # so much was undone that one side is not there yet
    session.aim(enemies[0].id)
    plan = session.plan()
    if plan is None or not plan.possible:
        return
    typed(window, str(chance.randint(1, 20)))
    for _ in range(6):
        if session.question is None:
            break
        typed(window, "1")
    if session.proposal is not None:
        typed(window, "")
    session.cancel()


def main(path: Path, seed: int) -> None:
    """Open the file and play on."""
    make_app()
    window = open_window(Path(os.environ["SCHLACHTPLAN_DATA"]))
    session = show_fight(window, path)
    found, done = finger(session.state), session.history.done
    if session.history.undo_label is not None:
        keys(window, Qt.Key.Key_Z, held=Ctrl)
        assert session.history.done == done - 1
        keys(window, Qt.Key.Key_Y, held=Ctrl)
        assert finger(session.state) == found
    tell(session, 0)
    chance = random.Random(seed)
    for deed in range(1, 100_000):
        match chance.choice("mmmaaauur"):
            case "m":
                move(window, session, chance)
            case "a":
                attack(window, session, chance)
            case "u":
                keys(window, Qt.Key.Key_Z, held=Ctrl)
            case _:
                keys(window, Qt.Key.Key_Y, held=Ctrl)
        window.board.setFocus()
        QApplication.processEvents()
        tell(session, deed)
        QTest.qWait(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
