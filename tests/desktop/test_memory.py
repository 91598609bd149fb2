"""What the C library is told about freed memory."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication

from desktop.machine.collecting import Collector
from desktop.machine.memory import READY, TOP_PAD, give_back, keep_ready


@pytest.mark.parametrize("told", [keep_ready, give_back])
def test_only_libraries_that_can_are_asked(
    told: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.machine.memory.ctypes.CDLL", lambda _: object())
    assert not told()
    monkeypatch.setattr("sys.platform", "win32")
    assert not told()


@pytest.mark.parametrize("answer", [0, 1])
def test_the_heap_is_told_how_much_it_keeps(answer: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    class Library:
        def mallopt(self, what: int, value: int) -> int:
            asked.append((what, value))
            return answer

    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("desktop.machine.memory.ctypes.CDLL", lambda _: Library())
    assert keep_ready() == bool(answer)
    assert asked == [(TOP_PAD, READY)]


def test_the_window_keeps_memory_ready(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[bool] = []
    monkeypatch.setattr("desktop.machine.collecting.keep_ready", lambda: calls.append(True))
    collector = Collector(qapp)
    collector.start()
    collector.stop()
    assert calls == [True]
