"""Cycles that hold Qt objects are taken apart in the thread of the window, never in another."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from desktop.collecting import Collector


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
