"""Drags a token over maps of 3,800 wall pieces with 200 tokens and times every frame.

``python -m tests.bench.bench_drag [frames]``; must: median ≤ 16 ms, 99th percentile ≤ 33 ms,
badges of the nearest foes live in nine frames of ten (where all of them take too long the others
follow bit by bit). The one map is made here, the other is a real one, where
``SCHLACHTPLAN_SAMPLES`` names the folder of samples. As in the program garbage is collected from
the event loop, between the frames.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop import colours, theme
from desktop.board.paint import View
from desktop.board.view import BoardView
from desktop.machine.collecting import Collector
from maps.board import Board
from maps.formats import read_map
from maps.grid import SUB, point
from maps.shapes import Kind, Obstacle, make_obstacle
from rules.encounter.state import TokenId
from tests.desktop.fakes import Row, make_session

WALLS, TOKENS, ROOM = 3_800, 200, 5
WIDTH, HEIGHT = 110, 80
HEROES = 8
SAMPLE = "foundry/scene_11_3821_walls.json"
CORNER = (30, 45)
"""The corner of the view on the real map."""


def walls() -> Iterator[Obstacle]:
    """Yield rooms of 5×5 squares, a piece of wall per square with gaps, then rubble."""
    chance, n = random.Random(7), 0
    for y in range(HEIGHT + 1):
        for x in range(WIDTH + 1):
            for across in (True, False):
                on_line = y % ROOM == 0 if across else x % ROOM == 0
                if on_line and chance.random() > 0.15 and n < WALLS:
                    end = point(x + 1, y) if across else point(x, y + 1)
                    yield make_obstacle(f"wall:{n}", Kind.WALL, (point(x, y), end))
                    n += 1
    while n < WALLS:
        x, y = chance.randrange(WIDTH), chance.randrange(HEIGHT)
        ends = (point(x + 0.25, y + 0.25), point(x + 0.5, y + 0.75))
        yield make_obstacle(f"wall:{n}", Kind.WALL, ends)
        n += 1


def tokens(left: int, top: int) -> list[Row]:
    """Return a few heroes in the middle of 51 × 33 squares and many foes all over them."""
    chance = random.Random(11)
    cells = {(left + 24 + i % 4, top + 14 + i // 4) for i in range(HEROES)}
    rows: list[Row] = [
        (f"hero-{i}", "elandir", f"Held {i + 1}", float(x), float(y))
        for i, (x, y) in enumerate(sorted(cells))
    ]
    while len(rows) < TOKENS:
        x, y = chance.randrange(left, left + 50), chance.randrange(top, top + 32)
        if (x, y) in cells:
            continue
        cells.add((x, y))
        n = len(rows) - HEROES + 1
        rows.append((f"orc-{n}", "orc", f"Ork {n}", float(x), float(y)))
    return rows


def scenes() -> Iterator[tuple[str, Board, tuple[int, int]]]:
    """Yield maps with their names and the corner of the view."""
    yield "rooms", Board(WIDTH, HEIGHT, obstacles=tuple(walls())), (30, 24)
    folder = os.environ.get("SCHLACHTPLAN_SAMPLES", "")
    if folder and (path := Path(folder) / SAMPLE).is_file():
        yield path.name, read_map(path).board, CORNER
    else:
        print("no real map: SCHLACHTPLAN_SAMPLES names no folder of samples")


def report(what: str, times: list[float]) -> tuple[float, float]:
    """Print and return median and 99th percentile."""
    ordered = sorted(times)
    median, p99 = statistics.median(ordered), ordered[int(len(ordered) * 0.99)]
    worst = ordered[-1]
    print(f"{what}: median {median:.1f} ms (≤ 16), 99 % {p99:.1f} ms (≤ 33), worst {worst:.1f} ms")
    return median, p99


def drag(app: QApplication, board: Board, corner: tuple[int, int], frames: int) -> bool:
    """Print the times of the frames of one drag; returns whether they are short enough."""
    session = make_session(tokens(*corner), board)
    view = BoardView(session)
    view.resize(1280, 800)
    view.show()
    app.processEvents()
    view.navigation.set_camera(View(float(corner[0]), float(corner[1]), 25.0))
    begun = perf_counter()
    view.pending.wait_for_ground(60)
    print(f"floor {perf_counter() - begun:.2f} s")
    me = next(iter(session.state.tokens))
    session.select([me])
    session.attack.aim("orc-3")
    app.processEvents()
    x, y = view.scene.middle(me)
    start = view.camera.at(x, y)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start.toPoint())
    times, cpu, moved, live, whole = [], [], 0, 0, 0
    for i in range(frames):
        # 9 pixels a frame over there and back: a new square about every third frame
        dx, dy = (i % 60 if i // 60 % 2 == 0 else 60 - i % 60) * 9, (i % 45) * 5
        begun, spent = perf_counter(), thread_time()
        QTest.mouseMove(view, QPoint(int(start.x()) + dx, int(start.y()) + dy))
        drag = view.dragging
        view.repaint()
        times.append((perf_counter() - begun) * 1000)
        cpu.append((thread_time() - spent) * 1000)
        moved += drag is not None
        live += drag is not None and bool(drag.badges)
        whole += drag is not None and drag.asked and drag.plan is not None
        app.processEvents()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    pieces = sum(1 for o in board.obstacles for _ in o.segments())
    print(f"{pieces} wall pieces, {len(session.state.tokens)} tokens, {moved} frames of a drag")
    median, p99 = report("wall clock", times)
    report("processor", cpu)
    space = session.state.token(me).space
    begun = thread_time()
    for i in range(5):
        session.system.glances(session.state, TokenId(me), space.moved(space.x + i * SUB, space.y))
    badges = (thread_time() - begun) / 5 * 1000
    print(
        f"badges live in {live / frames:.0%} of the frames, with way and all of them at once in "
        f"{whole / frames:.0%}; all badges take {badges:.0f} ms"
    )
    view.close()
    session.close()
    return median <= 16 and p99 <= 33 and live >= 0.9 * frames


def main(frames: int = 240) -> int:
    """Print the times of a drag on each map."""
    app = QApplication([])
    theme.apply(app, colours.LIGHT)
    collector = Collector(app)
    collector.start()
    good = []
    for name, board, corner in scenes():
        print(name)
        good.append(drag(app, board, corner, frames))
    collector.stop()
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*(int(a) for a in sys.argv[1:])))
