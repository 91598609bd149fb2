"""No exception leaves a method that Qt calls: each of ours is guarded, and none is forgotten."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QAbstractListModel, QModelIndex, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QStyledItemDelegate, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

import desktop
from desktop.guard import guarded

OURS_ALONE = frozenset({"setWidget", "setPlainText", "setFont"})
"""Names of Qt that are not virtual: only our own code calls what we put in their place."""


def classes_over_qt() -> Iterator[type[Any]]:
    """Load all of ``desktop``; yield every class of it that stands on one of Qt."""
    for module in pkgutil.walk_packages(desktop.__path__, "desktop."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    todo, seen = [Shiboken.Object], set[type[Any]]()
    while todo:
        for child in todo.pop().__subclasses__():
            if child not in seen:
                seen.add(child)
                todo.append(child)
                if child.__module__.partition(".")[0] == "desktop":
                    yield child


def overrides(kind: type[Any]) -> Iterator[tuple[str, object]]:
    """Yield what a class puts in the place of a name that Qt has too."""
    qt = [base for base in kind.__mro__ if base.__module__.partition(".")[0] == "PySide6"]
    for name, value in vars(kind).items():
        if not name.startswith("__") and name != "staticMetaObject" and name not in OURS_ALONE:
            if any(name in vars(base) for base in qt):
                yield name, value


def unguarded(kind: type[Any]) -> list[str]:
    return [
        f"{kind.__module__}.{kind.__qualname__}.{name}"
        for name, value in overrides(kind)
        if not getattr(value, "guarded", False)
    ]


def test_every_override_of_qt_is_guarded() -> None:
    kinds = list(classes_over_qt())
    assert [name for kind in kinds for name in unguarded(kind)] == []
    assert sum(len(list(overrides(kind))) for kind in kinds) > 350  # they were looked at


def test_an_override_without_guard_is_found() -> None:
    class Careless(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None: ...

        @guarded
        def sizeHint(self) -> QSize:
            return QSize(1, 1)

        def own(self) -> None: ...

    assert [name.rpartition(".")[2] for name in unguarded(Careless)] == ["paintEvent"]


def test_no_class_hides_in_a_function_from_the_look_at_all_classes() -> None:
    hidden = [
        f"{path.name}:{inner.lineno}"
        for path in Path(*desktop.__path__).rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, (ast.FunctionDef, ast.Lambda))
        for inner in ast.walk(function)
        if isinstance(inner, ast.ClassDef)
    ]
    assert hidden == []


def test_no_method_of_qt_is_replaced_on_an_object() -> None:
    """What is put on a single widget would escape the look at classes."""
    replaced = [
        f"{path.name}:{node.lineno}"
        for path in Path(*desktop.__path__).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Attribute)
        and target.attr.endswith(("Event", "eventFilter", "Hint"))
    ]
    assert replaced == []


# ---- what Qt gets instead -----------------------------------------------------------------------


def test_who_names_no_spare_answer_is_told_at_once() -> None:
    def viewportSizeHint(_self: object) -> QSize:
        raise AssertionError

    with pytest.raises(TypeError, match="viewportSizeHint"):
        guarded(viewportSizeHint)


class _Broken(QWidget):
    """Fails with a painter open on itself and with another one open on a picture."""

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.picture = QImage(8, 8, QImage.Format.Format_RGB32)
        inner = QPainter(self.picture)
        self.opened = painter, inner
        dict[str, int]()["nicht da"]  # an exception of C code has no instance yet

    @guarded
    def sizeHint(self) -> QSize:
        return list[QSize]().pop()


class _BrokenRows(QAbstractListModel):
    @guarded
    def rowCount(self, parent: Any = None) -> int:
        return 3

    @guarded
    def data(self, index: Any, role: int = 0) -> object:
        raise KeyError(role)

    @guarded
    def flags(self, index: Any) -> Qt.ItemFlag:
        raise KeyError(index.row())


class _BrokenDelegate(QStyledItemDelegate):
    @guarded
    def paint(self, painter: QPainter, option: Any, index: Any) -> None:
        painter.setOpacity(0.25)
        painter.setClipRect(0, 0, 1, 1)
        raise ValueError("so nicht")


class _BrokenDialog(QDialog):
    @guarded
    def done(self, result: int) -> None:
        raise RuntimeError("kann nicht gehen")


@pytest.fixture
def caught(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """Return the list into which go the exceptions that guards keep."""
    found: list[BaseException] = []
    monkeypatch.setattr("sys.excepthook", lambda _kind, error, _trace: found.append(error))
    return found


Caught = list[BaseException]


def test_painters_left_open_are_ended(qtbot: QtBot, caught: Caught) -> None:
    widget = _Broken()
    qtbot.addWidget(widget)
    picture = widget.grab()
    assert not picture.isNull()
    assert not widget.paintingActive()
    assert not any(painter.isActive() for painter in widget.opened)
    assert {type(error) for error in caught} == {KeyError, IndexError}
    assert not widget.sizeHint().isValid()


def test_a_painter_lent_by_qt_stays_open_and_whole(caught: Caught) -> None:
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    _BrokenDelegate().paint(painter, None, None)
    assert painter.isActive()
    assert painter.opacity() == 1.0
    assert not painter.hasClipping()
    painter.end()
    assert len(caught) == 1


def test_a_model_that_fails_has_empty_rows_that_nobody_touches(caught: Caught) -> None:
    model = _BrokenRows()
    assert model.index(0).data() is None
    assert model.flags(QModelIndex()) == Qt.ItemFlag.NoItemFlags
    assert len(caught) == 2


def test_a_dialog_that_fails_while_it_closes_closes(qtbot: QtBot, caught: Caught) -> None:
    dialog = _BrokenDialog()
    qtbot.addWidget(dialog)
    dialog.open()
    dialog.reject()
    assert not dialog.isVisible()
    assert [str(error) for error in caught] == ["kann nicht gehen"]


@pytest.mark.parametrize("act", [KeyboardInterrupt, SystemExit])
def test_who_wants_to_end_the_program_does(act: Callable[[], BaseException]) -> None:
    @guarded
    def event(_self: object) -> bool:
        raise act()

    with pytest.raises(BaseException) as told:  # noqa: PT011  # it is one of these two
        event(None)
    assert isinstance(told.value, (KeyboardInterrupt, SystemExit))
