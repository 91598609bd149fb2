"""Taking out of layouts what is in them, and letting a window lay itself out only once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import shiboken6
from PySide6.QtWidgets import QLayout, QWidget


def taken(layout: QLayout, at: int = 0) -> Iterator[QWidget | QLayout]:
    """Take everything from a place on out of a layout, one after the other; gaps are let go.

    What ``takeAt`` returns belongs to nobody in Python: item for item would stay for good, and
    with it the page of memory around it.
    """
    while (item := layout.takeAt(at)) is not None:
        widget, inner = item.widget(), item.layout()
        if inner is not None:
            yield inner  # a layout is an item itself
            continue
        shiboken6.delete(item)
        if widget is not None:
            yield widget


def clear(layout: QLayout, at: int = 0) -> None:
    """Take everything from a place on out of a layout and delete it."""
    for found in taken(layout, at):
        if isinstance(found, QWidget):
            found.hide()
            found.setParent(None)
        else:
            clear(found)
        found.deleteLater()


@contextmanager
def laid_out_once(window: QWidget) -> Iterator[None]:
    """Lay a window out once after several changes: each part shown or hidden would ask for it."""
    layout = window.layout()
    if layout is None or not layout.isEnabled():  # whoever came first lays it out
        yield
        return
    layout.setEnabled(False)
    try:
        yield
    finally:
        layout.setEnabled(True)
        layout.activate()
