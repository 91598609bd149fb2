"""Plays on an encounter file until it is killed; a process of its own for ``test_store_kill``.

``python -m tests.rules.store_child FILE SEED`` forks a player for each number read from standard
input, which performs the deeds from that number on. It prints ``pid N``, then ``N`` after each
deed that is on the disk, and ``dead`` once the player has been killed.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from rules.core.terms import term
from rules.encounter.events import Event, Logged, Moved, Titled
from rules.encounter.history import Step
from rules.encounter.state import TokenId
from rules.encounter.store import Store
from tests.rules.tiny import lookup


def step(n: int) -> Step:
    """Return the step of deed n; some fill several pages."""
    text = "ä" * (6_000 if n % 9 == 0 else 40)
    events: tuple[Event, ...] = (
        Titled(f"deed {n}"),
        Moved(TokenId("A"), n * 512, 0),
        Logged(term("log.note", text=text)),
    )
    return Step(term("step.note"), events)


def deed(seed: int, n: int, done: int, count: int) -> str:
    """Return what deed n is, where ``done`` of ``count`` steps are in force."""
    wish = random.Random(seed * 1_000_003 + n).choice(["append"] * 5 + ["undo"] * 3 + ["redo"] * 2)
    if (wish == "undo" and done == 0) or (wish == "redo" and done == count):
        return "append"
    return wish


def play(path: Path, seed: int, first: int) -> None:
    """Perform deeds without end."""
    store, history, problems = Store.open(path, lookup)
    assert not problems, problems
    assert not store.read_only
    for n in range(first, 1_000_000):
        match deed(seed, n, history.done, len(history.steps)):
            case "append":
                store.append(step(n))
                history.push(step(n))
            case "undo":
                store.set_done(history.done - 1)
                history.undo()
            case _:
                store.set_done(history.done + 1)
                history.redo()
        os.write(1, f"{n}\n".encode())


def main() -> None:
    """Fork players as long as somebody asks for them."""
    path, seed = Path(sys.argv[1]), int(sys.argv[2])
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            try:
                play(path, seed, int(line))
            finally:
                os._exit(3)
        os.write(1, f"pid {pid}\n".encode())
        os.waitpid(pid, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main()
