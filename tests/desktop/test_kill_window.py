"""A window that is killed while somebody plays loses nothing that it has shown.

``KILL_WINDOWS`` says how many lives; a few by default.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from rules import registry
from rules.encounter.store import Store
from tests.desktop.window_child import finger
from tests.desktop.window_kit import write_fight, write_map

LIVES = int(os.environ.get("KILL_WINDOWS", "3"))
PATIENCE = max(100, 10 * LIVES)
"""Seconds after which a slow machine need not live on."""
ROOT = Path(__file__).resolve().parents[2]


class Told(NamedTuple):
    """How many steps are done, a print of the state, and the file that holds it."""

    done: int
    state: str
    path: Path


def live(path: Path, seed: int, seconds: float, home: Path) -> list[Told]:
    """Let a window play and kill it; returns everything it told of."""
    env = {
        **os.environ,
        "SCHLACHTPLAN_DATA": str(home),
        "SCHLACHTPLAN_CONFIG": str(home),
        "QT_QPA_PLATFORM": "offscreen",
    }
    command = [sys.executable, "-m", "tests.desktop.window_child", str(path), str(seed)]
    told: list[Told] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=env
    ) as player:
        assert player.stdout is not None
        assert player.stderr is not None
        killer = threading.Timer(seconds, player.kill)
        for line in player.stdout:
            if not line.endswith("\n"):
                break  # killed while it wrote
            _, done, state, file = line.rstrip("\n").split("\t")
            told.append(Told(int(done), state, Path(file)))
            if len(told) == 2:  # it plays
                killer.start()
        trouble = [line for line in player.stderr if "propagateSizeHints" not in line]
        assert player.wait(10) < 0, "".join(trouble)
    assert not trouble, "".join(trouble)
    return told


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.timeout(PATIENCE + 60)
def test_what_a_killed_window_has_shown_is_there_again(tmp_path: Path) -> None:
    folder, home = tmp_path / "fights", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    write_map(home / "karte.dd2vtt")
    path = write_fight(folder / "halle.kampf", running=True)
    seed = random.randrange(1_000_000)
    chance = random.Random(seed)
    known: Told | None = None
    deeds = 0
    until = time.monotonic() + PATIENCE
    for life in range(LIVES):
        if life and time.monotonic() > until:
            break  # a very slow machine
        told = live(path, seed + life, chance.uniform(0.05, 0.8), home)
        where = f"seed {seed}, life {life}"
        assert len(told) > 1, where
        if known is not None:
            assert told[0] == known, where
        deeds += len(told)
        known = found_after(told[-1], where)
        path = known.path
        for left in (*folder.iterdir(), *(home / "fights").glob("*")):
            assert whole(left), f"{where}: {left.name}"
    assert deeds > 2 * LIVES or time.monotonic() > until


def whole(path: Path) -> bool:
    """Whether a file is a fight that opens, or what a killed process left of its own writing."""
    if path.suffix != ".kampf":
        return path.name.endswith("-journal") or path.name.startswith(".")
    opened = Store.open(path, registry.get, read_only=True)
    opened.store.close()
    return opened.problems == ()


def found_after(last: Told, where: str) -> Told:
    """Read the file; what was told last is its state, or one deed before it."""
    opened = Store.open(last.path, registry.get, read_only=True)
    opened.store.close()
    history = opened.history
    assert opened.problems == (), where
    found = Told(history.done, finger(history.state), last.path)
    around = {found}
    if history.undo_label is not None:
        history.undo()
        around.add(Told(history.done, finger(history.state), last.path))
        history.redo()
    if history.redo_label is not None:
        history.redo()
        around.add(Told(history.done, finger(history.state), last.path))
    assert last in around, where
    return found
