"""What is taken out of a layout is gone: an item left each time would fill an evening's memory."""

from __future__ import annotations

import ctypes
import gc
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QVBoxLayout,
    QWidget,
)

from desktop.docks.flow import FlowLayout
from desktop.widgets.layouts import clear, taken

LAYOUTS = (QHBoxLayout, QGridLayout, FlowLayout)
ITEMS = 20
DESKTOP = Path(__file__).parents[2] / "desktop"


class _Figures(ctypes.Structure):
    names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]  # as ctypes wants it


def in_use() -> int:
    """Return the bytes that the C library has given out; skips where it does not tell."""
    try:
        told = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        pytest.skip("the C library does not tell what it has given out")
    told.restype = _Figures
    gc.collect()
    return int(told().uordblks)


def filled(make: Callable[[], QLayout]) -> tuple[QWidget, QLayout]:
    """Return a widget whose layout holds labels."""
    widget, layout = QWidget(), make()
    widget.setLayout(layout)
    for _ in range(ITEMS):
        layout.addWidget(QLabel("x"))
    return widget, layout


def gone(widget: QWidget) -> None:
    """Delete a widget and what else is let go."""
    widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def cleared(make: Callable[[], QLayout]) -> None:
    """Fill a layout and clear it."""
    widget, layout = filled(make)
    clear(layout)
    assert layout.count() == 0
    gone(widget)


def moved(make: Callable[[], QLayout]) -> None:
    """Fill a layout and put everything into another."""
    widget, layout = filled(make)
    other = QVBoxLayout()
    for found in list(taken(layout)):
        assert isinstance(found, QLabel)
        other.addWidget(found)
    assert (layout.count(), other.count()) == (0, ITEMS)
    other.deleteLater()
    gone(widget)


def closed(make: Callable[[], QLayout]) -> None:
    """Fill a layout and delete the widget with it."""
    widget, _ = filled(make)
    gone(widget)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks glibc")
@pytest.mark.parametrize("deed", [cleared, moved, closed])
@pytest.mark.parametrize("make", LAYOUTS)
def test_no_item_of_a_layout_stays(
    make: Callable[[], QLayout], deed: Callable[[Callable[[], QLayout]], None], qapp: QApplication
) -> None:
    grown = []
    for _ in range(4):  # what Qt keeps for the next time is kept in the first rounds
        before = in_use()
        for _ in range(30):
            deed(make)
        grown.append((in_use() - before) / (30 * ITEMS))
    assert min(grown) < 20  # an item has 96 bytes


def test_layouts_within_go_too(qapp: QApplication) -> None:
    widget = QWidget()
    outer = QVBoxLayout(widget)
    inner = QHBoxLayout()
    outer.addLayout(inner)
    text = QLabel("x")
    inner.addWidget(text)
    outer.addStretch(1)
    clear(outer)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert outer.count() == 0
    assert not shiboken6.isValid(text)
    assert not shiboken6.isValid(inner)
    gone(widget)


def test_what_stands_before_the_place_stays(qapp: QApplication) -> None:
    widget, layout = filled(QHBoxLayout)
    clear(layout, 3)
    assert layout.count() == 3
    gone(widget)


def test_nobody_else_takes_items_out_by_hand() -> None:
    places = {p for p in DESKTOP.rglob("*.py") if re.search(r"\.takeAt\(", p.read_text("utf-8"))}
    assert {p.name for p in places} == {"layouts.py"}
