"""Plays for a long time on a big map and tells whether the program stays quick and small.

``python -m tests.soak [--minutes 60] [--steps 5000] [--fight FILE]`` needs no screen. It builds a
fight of 300 tokens, 10,000 pieces of wall and 60 combatants on the ring, fills its history, opens
it in the window, and plays: steps, undo, hovering, attacks, turns; now and then it opens a sheet, a
further fight, a further window, and closes it again. Beside the time on the clock stands that of
the processor, which says more where other programs run as well. Must: open ≤ 3 s, a step ≤ 100 ms
to the screen at the median, no more than 5 % more memory at the end than after the first tenth.

The history stays about as long as it was built: half a checkpoint beyond that steps are taken
back. So what grows is a leak; what a step of history holds is measured afterwards.
"""

from __future__ import annotations

import argparse
import compileall
import gc
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
import tracemalloc
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from desktop import files
from desktop.app import make_app, make_window
from desktop.board.paint import View
from desktop.machine.collecting import Collector
from desktop.session import Session
from desktop.settings import Settings
from desktop.window.main_window import MainWindow
from maps.board import Board
from maps.grid import SUB, point
from maps.shapes import Kind, Obstacle, make_obstacle
from rules.encounter.commands import parse_command
from rules.encounter.writing import CHECKPOINT_EVERY

ROOT = Path(__file__).parent.parent
TOKENS, WALLS, RING = 300, 10_000, 60
WIDTH, HEIGHT, ROOM = 150, 120, 4
OPEN_SECONDS, STEP_MS, GROWTH = 3.0, 100.0, 0.05


def walls() -> list[Obstacle]:
    """Return rooms of 4×4 squares, a piece of wall to a square with gaps, then rubble."""
    made: list[Obstacle] = []
    chance = random.Random(5)
    for y in range(HEIGHT + 1):
        for x in range(WIDTH + 1):
            for across in (True, False):
                on_line = y % ROOM == 0 if across else x % ROOM == 0
                if on_line and chance.random() > 0.2 and len(made) < WALLS:
                    end = point(x + 1, y) if across else point(x, y + 1)
                    made.append(make_obstacle(f"wall:{len(made)}", Kind.WALL, (point(x, y), end)))
    while len(made) < WALLS:
        x, y = chance.randrange(WIDTH), chance.randrange(HEIGHT)
        ends = (point(x + 0.25, y + 0.25), point(x + 0.5, y + 0.75))
        made.append(make_obstacle(f"wall:{len(made)}", Kind.WALL, ends))
    return made


def perform(session: Session, command: dict[str, Any]) -> None:
    """Perform a command with dice of the program; what cannot be done now is left."""
    if session.perform(parse_command(session.system, command)):
        session.talk.roll_all()


def build(path: Path, steps: int) -> None:
    """Write the fight: everybody placed, sixty of them on the ring, a long history."""
    chance = random.Random(3)
    board = Board(width=WIDTH, height=HEIGHT, obstacles=tuple(walls()))
    session = Session.create(path, files.blank("pathfinder", board, "Dauerlauf"))
    cells = chance.sample([(x, y) for x in range(20, 80) for y in range(20, 70)], TOKENS)
    for n, at in enumerate(cells):
        template = "orc" if n >= RING // 2 else "elandir"
        perform(session, {"do": "add", "id": f"t{n}", "template": template, "at": list(at)})
    perform(session, {"do": "start", "tokens": [f"t{n}" for n in range(RING)]})
    while session.history.done < steps:
        move(session, chance)
    session.close()


def move(session: Session, chance: random.Random) -> None:
    """Put somebody on a square nearby, over the rules' head."""
    id = f"t{chance.randrange(TOKENS)}"
    space = session.state.token(id).space
    x = min(max(space.x // SUB + chance.randint(-2, 2), 0), WIDTH - 1)
    y = min(max(space.y // SUB + chance.randint(-2, 2), 0), HEIGHT - 1)
    perform(session, {"do": "move", "token": id, "to": [x, y], "free": True})


def memory_mib() -> float:
    """Return the memory of this process that is in use, in MiB."""
    return float(psutil.Process().memory_info().rss) / 2**20


class Taken(NamedTuple):
    """How long something took until it was on the screen, in milliseconds."""

    clock: float
    processor: float


class Times:
    """How long many deeds of one kind took; eight bytes a figure, since memory is measured here."""

    def __init__(self) -> None:
        self.clock, self.processor = array("d"), array("d")

    def add(self, taken: Taken) -> None:
        """Keep one more."""
        self.clock.append(taken.clock)
        self.processor.append(taken.processor)


def shown(window: MainWindow, deed: Callable[[], object]) -> Taken:
    """Do something and let all that it changed be painted, once."""
    begun, spent = time.perf_counter(), time.process_time()
    deed()
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.UpdateRequest)
    clock, processor = time.perf_counter() - begun, time.process_time() - spent
    return Taken(clock * 1000, processor * 1000)


def attack(session: Session, chance: random.Random) -> None:
    """Attack somebody and let the dice fall as they like; nothing is confirmed half."""
    attacker = f"t{chance.randrange(RING)}"
    session.select([attacker])
    foes = session.enemies(attacker)
    if not foes:
        return
    session.attack.aim(chance.choice(foes[:20]).id)
    session.attack.plan()


def hover(window: MainWindow, chance: random.Random) -> None:
    """Let the mouse wander over the map."""
    spot = QPoint(chance.randrange(window.board.width()), chance.randrange(window.board.height()))
    QTest.mouseMove(window.board, spot)


def look(window: MainWindow, chance: random.Random) -> None:
    """Look at another part of the map."""
    window.board.navigation.set_camera(View(28.0, chance.uniform(15, 50), chance.uniform(15, 45)))


def sheet(window: MainWindow, chance: random.Random) -> None:
    """Open the sheet of somebody and close it again."""
    QTimer.singleShot(0, window, lambda: _reject(window))
    window.deeds.edit_sheet(f"t{chance.randrange(TOKENS)}")


def _reject(window: MainWindow) -> None:
    dialog = QApplication.activeModalWidget()
    if isinstance(dialog, QDialog):
        dialog.reject()
    else:
        QTimer.singleShot(0, window, lambda: _reject(window))


def other_fight(window: MainWindow, path: Path) -> None:
    """Open a further fight beside the big one and close it again."""
    window.deeds.open_path(path)
    QApplication.processEvents()
    other = window.session
    assert other is not None
    assert other.store.path == path
    window.shown.close(other)


def other_window(settings: Settings, path: Path) -> None:
    """Open a further window with a fight and close it again."""
    window = make_window(settings, "de")
    window.show()
    window.deeds.open_path(path)
    QApplication.processEvents()
    window.set_session(None)
    window.close()
    window.deleteLater()


class Player(QObject):
    """Plays from the event loop, as a hand would: what is let go is deleted between two deeds."""

    OFTEN = ("step", "step", "turn", "undo", "redo", "aim", "hover", "look")
    SELDOM = ("sheet", "fight", "window")

    def __init__(self, window: MainWindow, small: Path, seconds: float) -> None:
        super().__init__(window)
        assert window.session is not None
        self.window, self.session, self.small = window, window.session, small
        self.times: dict[str, Times] = {}
        self.memory = array("d")
        self._chance = random.Random(8)
        self._longest = self.session.history.done + CHECKPOINT_EVERY // 2
        self._begun, self._seconds = time.monotonic(), seconds
        self._deeds = self._choices()

    def _choices(self) -> dict[str, Callable[[], object]]:
        window, session, chance = self.window, self.session, self._chance
        return {
            "step": lambda: move(session, chance),
            "turn": lambda: perform(session, {"do": "next"}),
            "undo": session.undo,
            "redo": session.redo,
            "aim": lambda: attack(session, chance),
            "hover": lambda: hover(window, chance),
            "look": lambda: look(window, chance),
            "sheet": lambda: sheet(window, chance),
            "fight": lambda: other_fight(window, self.small),
            "window": lambda: other_window(window.settings, self.small),
        }

    def start(self) -> None:
        """Play until the time is over; leaves the event loop then."""
        self._next()
        QApplication.exec()

    def _next(self) -> None:
        spent = time.monotonic() - self._begun
        if spent >= self._seconds:
            QApplication.exit()
            return
        name = self._chance.choice(self.OFTEN)
        if self._chance.random() < 0.01:
            name = self._chance.choice(self.SELDOM)
        if name in ("step", "turn") and self.session.history.done >= self._longest:
            name = "undo"
        self.times.setdefault(name, Times()).add(shown(self.window, self._deeds[name]))
        if spent >= len(self.memory) * self._seconds / 100:
            self.memory.append(memory_mib())
        QTimer.singleShot(0, self, self._next)


def cost_of_steps(session: Session, count: int) -> float:
    """Return how much memory a step of history holds, in KiB."""
    chance = random.Random(9)
    while session.redo() is not None:
        pass
    tracemalloc.start()
    for _ in range(count):
        move(session, chance)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # what docks let go
    gc.collect()
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / 1024 / count


def main() -> int:
    """Print the figures; returns 1 where one is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--fight", type=Path, help="build the fight here once, and use it again")
    asked = parser.parse_args()
    for part in ("desktop", "rules", "maps"):  # an installed program is compiled: so is this one
        compileall.compile_dir(ROOT / part, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SCHLACHTPLAN_DATA"] = os.environ["SCHLACHTPLAN_CONFIG"] = folder
        app = make_app()
        path, small = Path(folder) / "dauerlauf.kampf", Path(folder) / "klein.kampf"
        if asked.fight is not None and asked.fight.exists():
            shutil.copy(asked.fight, path)
        else:
            build(path, asked.steps)
        if asked.fight is not None and not asked.fight.exists():
            shutil.copy(path, asked.fight)
        board = Board(width=40, height=30, obstacles=tuple(walls()[:500]))
        Session.create(small, files.blank("osric", board, "Klein")).close()
        window = make_window(Settings(Path(folder) / "settings.json"), "de")
        window.resize(1600, 1000)
        window.show()
        app.processEvents()
        collector = Collector(app)
        collector.start()
        opened = shown(window, lambda: window.deeds.open_path(path))
        QTest.keyClick(window.board, Qt.Key.Key_Escape)
        player = Player(window, small, asked.minutes * 60)
        player.start()
        history = cost_of_steps(player.session, 200)
        collector.stop()
        window.close()
    return report(opened, player.times, player.memory, history)


def report(opened: Taken, times: dict[str, Times], memory: Sequence[float], history: float) -> int:
    """Print what was measured and say what was not met."""
    print(f"{TOKENS} tokens, {WALLS} pieces of wall, {RING} on the ring")
    clock, processor = opened.clock / 1000, opened.processor / 1000
    print(f"opened in {clock:.2f} s (≤ {OPEN_SECONDS:.0f}), processor {processor:.2f} s")
    for name, taken in sorted(times.items()):
        ordered = sorted(taken.clock)
        processor = statistics.median(taken.processor)
        p99 = ordered[int(len(ordered) * 0.99)]
        print(
            f"{name:6} {len(ordered):7} times: median {statistics.median(ordered):6.1f} ms,"
            f" 99 % {p99:6.1f} ms, worst {ordered[-1]:6.1f} ms; processor {processor:6.1f} ms"
        )
    tenth = len(memory) // 10
    first, last = statistics.median(memory[tenth : 2 * tenth + 1]), statistics.median(memory[-10:])
    growth = last / first - 1
    print(f"memory {first:.0f} MiB after a tenth, {last:.0f} MiB at the end: {growth:+.1%} (≤ 5 %)")
    print(f"history by design: {history:.0f} KiB a step")
    steps = times["step"].processor
    early, late = steps[: len(steps) // 10 + 1], steps[-(len(steps) // 10 + 1) :]
    slower = statistics.median(late) / statistics.median(early) - 1
    print(f"a step in the last tenth against the first: {slower:+.0%} processor time")
    step = statistics.median(times["step"].clock)
    return int(clock > OPEN_SECONDS or step > STEP_MS or growth > GROWTH)


if __name__ == "__main__":
    sys.exit(main())
