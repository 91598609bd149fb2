"""The border to Qt: no exception leaves a method that Qt calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from traceback import walk_tb
from typing import Any, TypeVar, cast

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QValidator
from PySide6.QtWidgets import QDialog

from desktop import errors

F = TypeVar("F", bound=Callable[..., Any])
Spare = Callable[..., Any]
"""Answers in place of a method that failed; takes what the method took."""


def _nothing(*_args: object) -> None:
    return None


def _no(*_args: object) -> bool:
    return False


def _yes(*_args: object) -> bool:
    return True


def _none_at_all(*_args: object) -> int:
    return 0


def _any_size(_self: object, *item: object) -> QSize:
    """A widget without a size of its own; a row that can be seen."""
    return QSize(24, 24) if item else QSize()


SPARES: Mapping[str, Spare] = {
    "event": _no,
    "eventFilter": _no,
    "hitButton": _yes,
    "showPopup": _nothing,
    # sizes and layouts
    "sizeHint": _any_size,
    "minimumSizeHint": _any_size,
    "minimumSize": _any_size,
    "sectionSizeFromContents": _any_size,
    "tabSizeHint": _any_size,
    "hasHeightForWidth": _no,
    "heightForWidth": lambda *_: -1,
    "expandingDirections": lambda *_: Qt.Orientation(0),
    "setGeometry": _nothing,
    "addItem": _nothing,
    "itemAt": _nothing,
    "takeAt": _nothing,
    "count": _none_at_all,
    # models and their views
    "rowCount": _none_at_all,
    "columnCount": _none_at_all,
    "hasChildren": _no,
    "data": _nothing,
    "headerData": _nothing,
    "setData": _no,
    "flags": lambda *_: Qt.ItemFlag.NoItemFlags,
    "mimeTypes": lambda *_: [],
    "mimeData": _nothing,
    "supportedDragActions": lambda *_: Qt.DropAction.IgnoreAction,
    "filterAcceptsRow": _yes,
    "paint": _nothing,
    "createEditor": _nothing,
    "setEditorData": _nothing,
    "setModelData": _nothing,
    "updateEditorGeometry": _nothing,
    "validate": lambda _self, text, at: (QValidator.State.Intermediate, text, at),
    # a dialog that fails while it closes must not stay and block the window
    "done": QDialog.done,
    "reject": QDialog.reject,
    # words
    "isEmpty": _no,
    "translate": _nothing,
    "text": lambda *_: "",
    "setText": _nothing,
    "setVisible": _nothing,
}
"""What Qt gets from a method that failed. Names that end in ``Event`` give nothing."""


def guarded(handler: F) -> F:
    """Send what a method raises to ``sys.excepthook`` and give Qt a spare answer.

    For every method that Qt calls (paintEvent, sizeHint, data …). Raises TypeError where nobody
    said what Qt shall get instead.

    WORKAROUND: PySide6 6.11 on CPython 3.11 keeps an exception of an override to raise it later,
    and reads its arguments although an exception of C code (a KeyError) has no instance yet: it
    crashes in PepException_GetArgs. A painter left open on a widget crashes as well.
    """
    name = handler.__name__
    spare = SPARES.get(name, _nothing if name.endswith("Event") else None)
    if spare is None:
        raise TypeError(f"desktop.guard.SPARES lacks {name}")

    @wraps(handler)
    def guard(*args: Any, **named: Any) -> Any:
        try:
            return handler(*args, **named)
        except Exception as error:
            _end_painters(error, args)
            errors.caught(error)
            return spare(*args)

    guard.guarded = True  # type: ignore[attr-defined]  # for the test that looks for the others
    return cast(F, guard)


def _end_painters(error: Exception, lent: tuple[object, ...]) -> None:
    """End the painters that were opened on the way to an error; those lent by Qt stay open."""
    for frame, _line in walk_tb(error.__traceback__):
        for value in frame.f_locals.values():
            if isinstance(value, QPainter) and value.isActive():
                if not any(value is one for one in lent):
                    value.end()
    for value in lent:
        if isinstance(value, QPainter) and value.isActive():  # the next row is drawn with it
            value.setClipping(False)
            value.setOpacity(1.0)
