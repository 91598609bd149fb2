"""Plays for a long time on a big map and tells whether the program stays quick and small.

``python -m tests.soak [--minutes 60] [--steps 5000]`` needs no screen. It builds a fight of 300
tokens, 10,000 pieces of wall and 60 combatants on the ring, fills its history, opens it in the
window, and plays: drags, undo, hovering, attacks, turns. Beside the time on the clock stands that
of the processor, which says more where other programs run as well. Must: open ≤ 3 s, a step
≤ 100 ms to the screen at the median, no more than 5 % more memory at the end than after the first
tenth.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import psutil
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop import files
from desktop.app import make_app, make_window
from desktop.board.paint import View
from desktop.collecting import Collector
from desktop.main_window import MainWindow
from desktop.session import Session
from desktop.settings import Settings
from maps.board import Board
from maps.grid import SUB, point
from maps.shapes import Kind, Obstacle, make_obstacle
from rules.encounter.commands import parse_command

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
        session.roll_all()


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


def shown(window: MainWindow, deed: Callable[[], object]) -> Taken:
    """Do something and paint it."""
    begun, spent = time.perf_counter(), time.process_time()
    deed()
    QApplication.processEvents()
    window.board.repaint()
    clock, processor = time.perf_counter() - begun, time.process_time() - spent
    return Taken(clock * 1000, processor * 1000)


def attack(session: Session, chance: random.Random) -> None:
    """Attack somebody and let the dice fall as they like; nothing is confirmed half."""
    attacker = f"t{chance.randrange(RING)}"
    session.select([attacker])
    foes = session.enemies(attacker)
    if not foes:
        return
    session.aim(chance.choice(foes[:20]).id)
    session.plan()


def hover(window: MainWindow, chance: random.Random) -> None:
    """Let the mouse wander over the map."""
    spot = QPoint(chance.randrange(window.board.width()), chance.randrange(window.board.height()))
    QTest.mouseMove(window.board, spot)


def look(window: MainWindow, chance: random.Random) -> None:
    """Look at another part of the map."""
    window.board.set_camera(View(28.0, chance.uniform(15, 50), chance.uniform(15, 45)))


def deeds(window: MainWindow, chance: random.Random) -> dict[str, Callable[[], object]]:
    """Return what may happen, by name."""
    session = window.session
    assert session is not None
    return {
        "step": lambda: move(session, chance),
        "turn": lambda: perform(session, {"do": "next"}),
        "undo": session.undo,
        "redo": session.redo,
        "aim": lambda: attack(session, chance),
        "hover": lambda: hover(window, chance),
        "look": lambda: look(window, chance),
    }


def play(window: MainWindow, seconds: float) -> tuple[dict[str, list[Taken]], list[float]]:
    """Play for a while; returns the times of each kind of deed and the memory along the way."""
    chance, times, memory = random.Random(8), dict[str, list[Taken]](), list[float]()
    choices = deeds(window, chance)
    end, next_look, every = time.monotonic() + seconds, 0.0, seconds / 100
    while (now := time.monotonic()) < end:
        name = chance.choice(["step", "step", "turn", "undo", "redo", "aim", "hover", "look"])
        times.setdefault(name, []).append(shown(window, choices[name]))
        if now >= next_look:
            memory.append(memory_mib())
            next_look = now + every
    return times, memory


def main() -> int:
    """Print the figures; returns 1 where one is not met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--steps", type=int, default=5000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SCHLACHTPLAN_DATA"] = os.environ["SCHLACHTPLAN_CONFIG"] = folder
        app = make_app()
        path = Path(folder) / "dauerlauf.kampf"
        build(path, asked.steps)
        window = make_window(Settings(Path(folder) / "settings.json"), "de")
        window.resize(1600, 1000)
        window.show()
        app.processEvents()
        collector = Collector(app)
        collector.start()
        opened = shown(window, lambda: window.deeds.open_path(path))
        QTest.keyClick(window.board, Qt.Key.Key_Escape)
        times, memory = play(window, asked.minutes * 60)
        collector.stop()
        window.close()
    return report(opened, times, memory)


def report(opened: Taken, times: dict[str, list[Taken]], memory: list[float]) -> int:
    """Print what was measured and say what was not met."""
    print(f"{TOKENS} tokens, {WALLS} pieces of wall, {RING} on the ring")
    clock, processor = opened.clock / 1000, opened.processor / 1000
    print(f"opened in {clock:.2f} s (≤ {OPEN_SECONDS:.0f}), processor {processor:.2f} s")
    for name, taken in sorted(times.items()):
        ordered = sorted(t.clock for t in taken)
        processor = statistics.median(t.processor for t in taken)
        p99 = ordered[int(len(ordered) * 0.99)]
        print(
            f"{name:6} {len(taken):7} times: median {statistics.median(ordered):6.1f} ms,"
            f" 99 % {p99:6.1f} ms, worst {ordered[-1]:6.1f} ms; processor {processor:6.1f} ms"
        )
    first, last = memory[len(memory) // 10], statistics.median(memory[-10:])
    growth = last / first - 1
    print(f"memory {first:.0f} MiB after a tenth, {last:.0f} MiB at the end: {growth:+.1%} (≤ 5 %)")
    step = statistics.median(t.clock for t in times["step"])
    return int(clock > OPEN_SECONDS or step > STEP_MS or growth > GROWTH)


if __name__ == "__main__":
    sys.exit(main())
