"""Opens a map whose picture has 8,192 × 8,192 pixels: how long, whether the window answers, memory.

``python -m tests.bench.bench_picture [pixels]``; must: ≤ 2 s, ≤ 600 MiB at most, the window
answers meanwhile. The picture is painted by another process, so that only reading is measured.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from desktop import colours, theme
from desktop.board.view import BoardView
from maps.board import Board, Picture
from maps.grid import SUB
from tests.desktop.fakes import HALL, make_session

PIXELS = 8_192
SQUARES = 100
LONGEST = 60.0
"""Seconds after which a picture is given up."""


def paint(path: Path, pixels: int) -> None:
    """Write a picture that does not shrink to nothing: overlapping discs of many colours."""
    image = QImage(pixels, pixels, QImage.Format.Format_RGB32)
    image.fill(QColor("#8a7f66"))
    painter = QPainter(image)
    for i in range(4_000):
        painter.setBrush(QColor.fromHsv(i * 47 % 360, 60 + i % 90, 90 + i * 7 % 120))
        side = 40 + i * 31 % 300
        painter.drawEllipse(i * 7919 % pixels, i * 104_729 % pixels, side, side)
    painter.end()
    assert image.save(str(path), quality=85)


def most_memory() -> float:
    """Return the most memory that the process has held, in MiB; 0 where nobody says so."""
    try:
        for line in Path("/proc/self/status").read_text("utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def opened(path: Path) -> bool:
    """Print how long it takes until the picture is painted; returns whether that is good."""
    data = path.read_bytes()
    place = Picture("a", 0, 0, SQUARES * SUB, SQUARES * SUB)
    session = make_session(HALL, replace(Board(SQUARES, SQUARES), picture=place), {"a": data})
    view = BoardView()
    view.resize(1280, 800)
    view.show()
    QApplication.processEvents()
    begun, spent, waited = perf_counter(), process_time(), 0.0
    view.set_session(session)
    while not view.picture.ready and perf_counter() - begun < LONGEST:
        turn = perf_counter()
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
        waited = max(waited, perf_counter() - turn)
    view.repaint()
    seconds, cpu, memory = perf_counter() - begun, process_time() - spent, most_memory()
    print(f"{path.suffix[1:]}, {len(data) / 2**20:.0f} MiB: {seconds:.2f} s (≤ 2), processor "
          f"{cpu:.2f} s, longest wait of the window {waited * 1000:.0f} ms, at most "
          f"{memory:.0f} MiB (≤ 600)")  # fmt: skip
    ready = view.picture.ready
    view.close()
    session.close()
    return ready and seconds <= 2 and memory <= 600


def main(*arguments: str) -> int:
    """Measure each kind of file in a process of its own; with a file measure that one."""
    app = QApplication([])
    theme.apply(app, colours.LIGHT)
    if len(arguments) == 2:
        paint(Path(arguments[0]), int(arguments[1]))
        return 0
    if arguments and not arguments[0].isdigit():
        return 0 if opened(Path(arguments[0])) else 1
    pixels, failed = arguments[0] if arguments else str(PIXELS), 0
    me = [sys.executable, "-m", "tests.bench.bench_picture"]
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("png", "jpg"):
            file = str(Path(folder) / f"map.{kind}")
            subprocess.run([*me, file, pixels], check=True)
            failed |= subprocess.run([*me, file], check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
