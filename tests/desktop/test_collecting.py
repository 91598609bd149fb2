"""Cycles that hold Qt objects are taken apart in the thread of the window, never in another."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop import files
from desktop.machine.collecting import Collector
from desktop.session import Session
from maps.board import Board


class Cycle:
    """Refers to itself, so that only a collection ends it; tells the thread in which it ends."""

    def __init__(self, ended: list[int]) -> None:
        self.me = self
        self.part = QObject()
        weakref.finalize(self, lambda: ended.append(threading.get_ident()))


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[Collector]:
    made = Collector(qapp)
    made.start()
    yield made
    made.stop()
    made.deleteLater()


def churn(kept: list[list[int]]) -> None:
    """Make far more objects than Python lets pass without a collection."""
    for n in range(20_000):
        kept.append([n])


def test_a_working_thread_collects_nothing(collector: Collector) -> None:
    ended: list[int] = []
    Cycle(ended)
    kept: list[list[int]] = []
    worker = threading.Thread(target=churn, args=(kept,))
    worker.start()
    worker.join()
    assert ended == []
    assert collector.collect() >= 0
    assert ended == [threading.get_ident()]


def test_nothing_is_collected_where_little_was_made(collector: Collector) -> None:
    gc.collect()
    assert collector.collect() == -1


def test_leaving_hands_the_collection_back_to_python(qapp: QApplication) -> None:
    made = Collector(qapp)
    made.start()
    assert not gc.isenabled()
    made.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize(("counts", "given_back"), [((0, 0, 1000), 1), ((10**6, 0, 0), 0)])
def test_memory_is_given_back_after_what_lived_long_was_collected(
    collector: Collector,
    monkeypatch: pytest.MonkeyPatch,
    counts: tuple[int, int, int],
    given_back: int,
) -> None:
    calls: list[bool] = []
    monkeypatch.setattr("desktop.machine.collecting.give_back", lambda: calls.append(True))
    monkeypatch.setattr(gc, "get_count", lambda: counts)
    collector.collect()
    assert len(calls) == given_back


def test_a_closed_fight_asks_for_a_whole_collection(
    collector: Collector, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))
    session = Session.create(tmp_path / "klein.kampf", files.blank("osric", Board(), "Klein"))
    assert collector.collect() == -1
    session.close()
    assert collector.collect() == 2
    assert collector.collect() == -1


def test_a_whole_collection_waits_for_the_hand(
    collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 0))
    held = Qt.MouseButton.LeftButton
    monkeypatch.setattr(QGuiApplication, "mouseButtons", lambda: held)
    collector.ask()
    assert collector.collect() == -1
    held = Qt.MouseButton.NoButton
    assert collector.collect() == 2
