"""Plays in the real window until it is killed: ``python -m tests.desktop.window_child FILE SEED``.

Moves, attacks, plays commands of scripts, draws walls, shifts, copies and deletes what is drawn,
takes back, saves under another name and begins new fights from a map that lies in the folder of
settings. Tells of each deed once the window shows it: its number and its letter, how many steps are
done, a print of the state, and the file, parted by tabs. The first line is what was found when the
file was opened.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from desktop.app import make_app
from desktop.session import Session
from desktop.window.main_window import MainWindow
from maps.grid import SUB
from maps.shapes import Kind
from rules.encounter.plain import write_json
from rules.encounter.state import Encounter
from rules.encounter.state_codec import state_to_dict
from tests.desktop.window_kit import (
    FOUR,
    begun,
    click,
    drop,
    frame,
    keys,
    open_window,
    perform,
    pull,
    show_fight,
    typed,
    when_asked,
)

Ctrl = Qt.KeyboardModifier.ControlModifier
Plain = Qt.KeyboardModifier.NoModifier
EDITS = ((Qt.Key.Key_Delete, Plain), (Qt.Key.Key_Down, Plain), (Qt.Key.Key_D, Ctrl))
DEEDS = "mmmmaaaappppuuurrddeessi"
"""What is done how often, by the first letter."""


def finger(state: Encounter) -> str:
    """Return a short print of a state."""
    return hashlib.sha256(write_json(state_to_dict(state)).encode()).hexdigest()[:16]


def tell(session: Session, deed: str) -> None:
    """Tell how far the fight is."""
    told = (deed, session.history.done, finger(session.state), session.store.path)
    sys.stdout.write("\t".join(map(str, told)) + "\n")
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
    session.attack.aim(enemies[0].id)
    plan = session.attack.plan()
    if plan is None or not plan.possible:
        return
    typed(window, str(chance.randint(1, 20)))
    for _ in range(6):
        if session.talk.question is None:
            break
        typed(window, "1")
    if session.talk.proposal is not None:
        typed(window, "")
    session.talk.cancel()


def draw(window: MainWindow, chance: random.Random) -> None:
    """Draw a wall of three points by hand."""
    window.board.use_tool("wall")
    for _ in range(3):
        click(window, chance.randint(0, 11), chance.randint(0, 7))
    QTest.keyClick(window.board, Qt.Key.Key_Return)
    window.board.use_tool("select")


def edit(window: MainWindow, session: Session, chance: random.Random) -> None:
    """Pick something that is drawn and shift, copy or delete it by keys."""
    drawn = session.state.board.obstacles
    if not drawn:
        return
    (a, b, *_) = chance.choice(drawn).points
    window.board.use_tool("edit")
    click(window, (a.x + b.x) / 2 / SUB, (a.y + b.y) / 2 / SUB)
    key, held = chance.choice(EDITS)
    QTest.keyClick(window.board, key, held)
    window.board.use_tool("select")


def play(session: Session, chance: random.Random) -> None:
    """Perform a command of a script where it can be done; undo may have left nobody to act."""
    state = session.state
    some = [chance.choice(list(state.tokens))] if state.tokens else []
    doors = [o.id for o in state.board.obstacles if o.kind is Kind.DOOR]
    deeds: list[dict[str, Any]] = [
        {"do": "note", "text": "Ein Wort zwischendurch"},
        {"do": "roll", "text": "3d6+1"},
        {"do": "area", "shape": "burst", "size": 2, "at": [chance.randint(0, 9), 3]},
        {"do": "draw", "obstacles": [{"kind": "low", "points": [[1, 1], [3, 1]]}]},
        {"do": "next" if state.timeline is not None else "start"},
    ]
    deeds += [{"do": "damage", "tokens": some, "amount": 1} for _ in some]
    deeds += [{"do": "heal", "tokens": some, "amount": 1} for _ in some]
    deeds += [{"do": "door", "obstacle": id} for id in doors]
    begun(session, chance.choice(deeds))


def save_as(window: MainWindow, folder: Path, deed: int) -> None:
    """Go on in another file; the question for its name is answered at once."""
    name = f"umzug {os.getpid()} {deed}.kampf"
    QFileDialog.getSaveFileName = lambda *_: (str(folder / name), "")  # type: ignore[method-assign]
    window.actions_by_id["save_as"].trigger()


def import_map(window: MainWindow, file: Path) -> None:
    """Begin a new fight from a map and put somebody on it."""
    when_asked(lambda dialog: keys(dialog, Qt.Key.Key_Return))
    window.deeds.open_path(file)
    session = window.session
    assert session is not None
    for id, template, at in FOUR:
        perform(session, {"do": "add", "id": id, "template": template, "at": list(at)})
    frame(window)


def main(path: Path, seed: int) -> None:
    """Open the file and play on."""
    make_app()
    home = Path(os.environ["SCHLACHTPLAN_DATA"])
    window = open_window(home)
    session = show_fight(window, path)
    found, done = finger(session.state), session.history.done
    if session.history.undo_label is not None:
        keys(window, Qt.Key.Key_Z, held=Ctrl)
        assert session.history.done == done - 1
        keys(window, Qt.Key.Key_Y, held=Ctrl)
        assert finger(session.state) == found
    tell(session, "0")
    chance = random.Random(seed)
    for deed in range(1, 100_000):
        letter = chance.choice(DEEDS)
        match letter:
            case "m":
                move(window, session, chance)
            case "a":
                attack(window, session, chance)
            case "p":
                play(session, chance)
            case "e":
                edit(window, session, chance)
            case "u":
                keys(window, Qt.Key.Key_Z, held=Ctrl)
            case "d":
                draw(window, chance)
            case "s":
                save_as(window, path.parent, deed)
            case "i":
                import_map(window, home / "karte.dd2vtt")
            case _:
                keys(window, Qt.Key.Key_Y, held=Ctrl)
        window.board.setFocus()
        QApplication.processEvents()
        assert window.session is not None
        session = window.session
        tell(session, f"{deed}{letter}")
        QTest.qWait(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
