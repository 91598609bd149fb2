"""A killed process loses nothing that it had shown; undo and redo are there after a restart.

``SCHLACHTPLAN_KILLS`` sets how often it is killed (25); ``-s`` shows the count after each kill.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from rules.encounter.history import History
from rules.encounter.store import Store
from tests.kill_tally import Tally
from tests.rules.store_child import deed, step
from tests.rules.tiny import TINY, fight, lookup

KILLS = int(os.environ.get("SCHLACHTPLAN_KILLS", "25"))

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")


class Model:
    """What the file must hold after each deed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.steps: list[int] = []
        self.done = 0
        self.next = 0

    def advance(self) -> None:
        match deed(self.seed, self.next, self.done, len(self.steps)):
            case "append":
                self.steps = [*self.steps[: self.done], self.next]
                self.done += 1
            case "undo":
                self.done -= 1
            case _:
                self.done += 1
        self.next += 1

    def copy(self) -> Model:
        found = Model(self.seed)
        found.steps, found.done, found.next = self.steps, self.done, self.next
        return found

    def lost_of(self, count: int, history: History) -> int:
        """Return how many of the next deeds a file lacks; all where it fits none of them."""
        reached = -1
        for n in range(count + 1):
            if self.fits(history):
                reached = n
            if n < count:
                self.advance()
        return count - max(reached, 0)

    def fits(self, history: History) -> bool:
        wanted = tuple(step(n) for n in self.steps)
        return history.done == self.done and history.steps == wanted


def play_and_kill(
    player: subprocess.Popen[str], first: int, seconds: float, *, told_first: bool
) -> int:
    """Let the player go on from a deed, kill it; returns the last deed it told of.

    The seconds count from its birth or, ``told_first``, from its first deed on.
    """
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write(f"{first}\n")
    player.stdin.flush()
    last, line = first - 1, player.stdout.readline()
    while line.strip() != "dead":
        if line.startswith("pid"):
            kill = (int(line.split()[1]), signal.SIGKILL)
            timer = threading.Timer(seconds, os.kill, kill)
            if not told_first:
                timer.start()
        else:
            last = int(line)
            if told_first and last == first:
                timer.start()
        line = player.stdout.readline()
        assert line, "the player died by itself"
    timer.join()
    return last


@pytest.mark.timeout(120 + 3 * KILLS)
def test_every_deed_that_was_told_is_there_after_a_kill(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    path = folder / "fight.kampf"
    Store.create(path, fight(), TINY).close()
    seed = random.randrange(1_000_000)
    model, tally = Model(seed), Tally(KILLS, "kills")
    chance = random.Random(seed)
    command = [sys.executable, "-m", "tests.rules.store_child", str(path), str(seed)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as player:
        for kill in range(KILLS):
            seconds = chance.uniform(0.01, 0.25)
            before = model.copy()
            last = play_and_kill(player, model.next, seconds, told_first=kill % 2 == 0)
            while model.next <= last:
                model.advance()
            tally.kills += 1
            tally.told += model.next - before.next
            found = Store.open(path, lookup)
            found.store.close()
            assert found.problems == (), f"seed {seed}: {tally}"
            assert not found.store.read_only
            if not model.fits(found.history):
                told, known = model.next - before.next, model.copy()
                model.advance()  # on the disk, but killed before it could tell
                if model.fits(found.history):
                    tally.unfinished += 1
                else:
                    tally.lost, model = before.lost_of(told, found.history), known
            tally.say()
            assert model.fits(found.history), f"seed {seed}, deed {last}: {tally}"
            assert os.listdir(folder) == [path.name]
            check_undo(found.history)
        player.kill()
    assert tally.told >= KILLS // 2, f"seed {seed}: {tally}"


def check_undo(history: History) -> None:
    """All the way back is the beginning, all the way on is the end."""
    state, done = history.state, history.done
    while history.undo():
        pass
    assert history.state == fight()
    while history.done < done:
        history.redo()
    assert history.state == state


def test_the_count_of_lost_deeds_counts_those_that_a_file_lacks() -> None:
    before, model, history = Model(7), Model(7), History(fight())
    for n in range(20):
        if n == 12:
            written = history.copy()
        match deed(7, n, history.done, len(history.steps)):
            case "append":
                history.push(step(n))
            case "undo":
                history.undo()
            case _:
                history.redo()
        model.advance()
    assert model.fits(history)
    assert before.copy().lost_of(20, history) == 0
    assert before.copy().lost_of(20, written) == 8
    stranger = History(fight())
    stranger.push(step(999))
    assert before.lost_of(20, stranger) == 20


@pytest.mark.parametrize("cut", [0.0, 0.001, 0.01, 0.05])
def test_a_kill_while_a_file_is_made_leaves_a_whole_file_or_none(
    tmp_path: Path, cut: float
) -> None:
    path = tmp_path / "new.kampf"
    code = (
        "import sys; from pathlib import Path; from rules.encounter.store import Store;"
        "from tests.rules.tiny import TINY, fight; print('go', flush=True);"
        "Store.create(Path(sys.argv[1]), fight(), TINY)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as maker:
        assert maker.stdout is not None
        assert maker.stdout.readline() == "go\n"
        time.sleep(cut)
        maker.kill()
    if path.exists():
        found = Store.open(path, lookup)
        found.store.close()
        assert found.problems == ()
        assert found.history.state == fight()
