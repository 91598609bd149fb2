"""Pans and zooms over the largest maps among the samples, with 60 tokens, and times every frame.

``python -m tests.bench.bench_pan [frames]``; must: median ≤ 16 ms of processor time a frame, 99th
percentile ≤ 33 ms. Needs ``SCHLACHTPLAN_SAMPLES``; the last row has a picture of 8,192² pixels.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop import colours, theme
from desktop.board.view import BoardView
from desktop.session import Session
from maps.board import Board, Picture
from maps.formats import read_map
from maps.formats.base import asset_hash
from maps.formats.pixels import encode_png
from maps.grid import SUB
from tests.bench.bench_drag import report
from tests.desktop.fakes import Row, make_session

MOST, TOKENS, SIDE = 3, 60, 8_192


def largest() -> Iterator[tuple[str, Board]]:
    """Yield the maps among the samples that have most pieces of wall."""
    folder = Path(os.environ["SCHLACHTPLAN_SAMPLES"]) / "foundry"
    found = []
    for path in folder.glob("*.json"):
        board = read_map(path).board
        found.append((sum(1 for o in board.obstacles for _ in o.segments()), path.stem, board))
    for pieces, name, board in sorted(found, key=lambda f: -f[0])[:MOST]:
        size = f"{board.width} × {board.height} squares"
        yield f"{name}, {pieces} pieces, {size}", replace(board, picture=None)


def picture(side: int) -> bytes:
    """Return a picture with much to see, as PNG."""
    y, x = np.mgrid[0:side, 0:side].astype(np.uint16)
    pixels = np.empty((side, side, 4), np.uint8)
    for i, value in enumerate((x * 3 ^ y, x + y * 5, x ^ y * 7)):
        pixels[:, :, i] = (value >> 3) & 0xFF
    pixels[:, :, 3] = 255
    return encode_png(pixels)


def tokens(board: Board) -> list[Row]:
    """Return tokens spread over a map."""
    return [
        (
            f"orc-{i}",
            "orc",
            f"Ork {i + 1}",
            float(board.left + i * 7 % board.width),
            float(board.top + i * 11 % board.height),
        )
        for i in range(TOKENS)
    ]


def frames_of(view: BoardView, frames: int) -> tuple[list[float], list[float]]:
    """Drag the map with the right button, then turn the wheel; processor time of each frame."""
    app = QApplication.instance()
    assert app is not None
    middle = view.rect().center()
    panned, zoomed = [], []
    QTest.mousePress(view, Qt.MouseButton.MiddleButton, pos=middle)
    for i in range(frames):
        along = 12 * min(i % 40, 40 - i % 40)
        begun = thread_time()
        QTest.mouseMove(view, middle + QPoint(along - 120, along // 2 - 60))
        view.repaint()
        panned.append((thread_time() - begun) * 1000)
        app.processEvents()
    QTest.mouseRelease(view, Qt.MouseButton.MiddleButton, pos=middle)
    for i in range(frames):
        turn = 120 if i // 8 % 2 else -120
        event = QWheelEvent(
            QPointF(middle),
            QPointF(view.mapToGlobal(middle)),
            QPoint(),
            QPoint(0, turn),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.ControlModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        begun = thread_time()
        app.sendEvent(view, event)
        view.repaint()
        zoomed.append((thread_time() - begun) * 1000)
        app.processEvents()
    return panned, zoomed


def measure(name: str, session: Session, frames: int) -> bool:
    """Print the times of one map; whether they are short enough."""
    app = QApplication.instance()
    assert app is not None
    view = BoardView(session)
    view.resize(1280, 800)
    view.show()
    app.processEvents()
    view.navigation.fit()
    view.pending.wait_for_ground(120)
    while view.picture.busy:
        app.processEvents()
    good = True
    print(name)
    fitting = view.camera.scale
    for scale in (fitting, 3 * fitting, 60.0):
        view.navigation.zoom_at(scale, QPointF(view.rect().center()))
        view.pending.wait_for_ground(120)
        view.repaint()
        for what, times in zip(("pan", "zoom"), frames_of(view, frames), strict=True):
            median, p99 = report(f"  {what} at {view.camera.scale:.0f} pixels a square", times)
            good = good and median <= 16 and p99 <= 33
    view.set_session(None)
    view.deleteLater()
    session.close()
    return good


def main(frames: int = 120) -> int:
    """Print the times of the frames."""
    if "SCHLACHTPLAN_SAMPLES" not in os.environ:
        print("not measured: SCHLACHTPLAN_SAMPLES names no folder of maps")
        return 0
    app = QApplication([])
    theme.apply(app, colours.LIGHT)
    good, last = True, Board()
    for name, board in largest():
        good = measure(name, make_session(tokens(board), board), frames) and good
        last = board
    data = picture(SIDE)
    asset = asset_hash(data)
    size = (last.width * SUB, last.height * SUB)
    below = replace(last, picture=Picture(asset, last.left * SUB, last.top * SUB, *size))
    session = make_session(tokens(below), below, assets={asset: data})
    good = measure(f"the same on a picture of {SIDE:,}² pixels", session, frames) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(*(int(a) for a in sys.argv[1:])))
