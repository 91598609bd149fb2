"""A window that is killed while somebody plays loses nothing that it has shown.

``KILL_WINDOWS`` says how many lives, a few by default; ``-s`` shows the count after each of them.
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
from tests.kill_tally import Tally

LIVES = int(os.environ.get("KILL_WINDOWS", "3"))
PATIENCE = max(100, 20 * LIVES)
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
    tally = Tally(LIVES, "lives")
    until = time.monotonic() + PATIENCE
    for life in range(LIVES):
        if life and time.monotonic() > until:
            break  # a very slow machine
        told = live(path, seed + life, chance.uniform(0.05, 0.8), home)
        tally.kills += 1
        tally.told += len(told) - 1  # the first line says what was found
        assert len(told) > 1, f"seed {seed}: {tally}"
        if known is not None and told[0] != known:
            pytest.fail(f"seed {seed}: shown is another fight than was found: {tally}")
        known = found_after(told, tally, f"seed {seed}")
        path = known.path
        for left in (*folder.iterdir(), *(home / "fights").glob("*")):
            assert whole(left), f"seed {seed}, {left.name}: {tally}"
        tally.say()
    assert tally.told > LIVES or time.monotonic() > until, f"seed {seed}: {tally}"


def whole(path: Path) -> bool:
    """Whether a file is a fight that opens, or what a killed process left of its own writing."""
    if path.suffix != ".kampf":
        return path.name.endswith("-journal") or path.name.startswith(".")
    opened = Store.open(path, registry.get, read_only=True)
    opened.store.close()
    return opened.problems == ()


def found_after(told: list[Told], tally: Tally, where: str) -> Told:
    """Read the file; what was told last is its state, or one deed before it."""
    last = told[-1]
    opened = Store.open(last.path, registry.get, read_only=True)
    opened.store.close()
    history = opened.history
    assert opened.problems == (), f"{where}: {tally}"
    found = Told(history.done, finger(history.state), last.path)
    around = {found}
    if history.undo_label is not None:
        history.undo()
        around.add(Told(history.done, finger(history.state), last.path))
        history.redo()
    if history.redo_label is not None:
        history.redo()
        around.add(Told(history.done, finger(history.state), last.path))
    if last not in around:
        tally.lost += lost_of(told, found)
        pytest.fail(f"{where}, told {last}, found {found}: {tally}")
    tally.unfinished += last != found
    return found


def lost_of(told: list[Told], found: Told) -> int:
    """Return how many deeds were told after the one that the file holds; all for a strange one."""
    return next((n for n, one in enumerate(reversed(told)) if one == found), len(told))


def test_the_count_of_lost_deeds_counts_those_after_what_the_file_holds() -> None:
    told = [Told(n, f"state {n}", Path("fight.kampf")) for n in range(5)]
    assert lost_of(told, told[4]) == 0
    assert lost_of(told, told[1]) == 3
    assert lost_of(told, Told(9, "strange", Path("fight.kampf"))) == 5
