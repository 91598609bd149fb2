"""Every model of the window answers the calls that Qt answers, with as few arguments."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

import desktop
from desktop.models.findings import FindingsModel
from desktop.models.forecast import AttacksModel
from desktop.models.library import LibraryModel
from desktop.models.log import LogModel
from desktop.models.roster import RosterModel
from desktop.models.tables import TableModel
from rules import registry
from tests.desktop.docks_kit import kraehenfels, session_of, speak

MODELS = (AttacksModel, FindingsModel, LibraryModel, LogModel, RosterModel, TableModel)


def _subclasses(of: type[object]) -> Iterator[type[object]]:
    for kind in of.__subclasses__():
        yield kind
        yield from _subclasses(kind)


def test_no_model_is_forgotten_here(qtbot: QtBot) -> None:
    for part in pkgutil.walk_packages(desktop.__path__, "desktop."):
        if not part.name.endswith("__main__"):
            importlib.import_module(part.name)
    ours = {k for k in _subclasses(QAbstractItemModel) if k.__module__.startswith("desktop.")}
    grounds = {ground for kind in ours for ground in kind.__bases__}
    proxies = {kind for kind in ours if issubclass(kind, QSortFilterProxyModel)}
    assert ours - grounds - proxies == set(MODELS)


@pytest.mark.parametrize("kind", MODELS)
def test_a_model_answers_without_a_parent(kind: type[QAbstractItemModel], qtbot: QtBot) -> None:
    model = kind()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    none = QModelIndex()
    assert model.rowCount() == model.rowCount(none) == 0
    assert model.columnCount() == model.columnCount(none)
    assert model.hasChildren() is model.hasChildren(none) is False
    assert model.headerData(0, Qt.Orientation.Horizontal) is None or model.columnCount()
    assert model.data(none) is None


def test_lists_have_one_column_and_rows_no_children(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch)
    library, roster = LibraryModel(), RosterModel()
    for model in (library, roster):
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    library.show(registry.get("pathfinder"))
    roster.show(session_of(kraehenfels()))
    for model in (library, roster):
        assert model.columnCount() == 1
        assert model.hasChildren()
        first = model.index(0)
        assert model.columnCount(first) == model.rowCount(first) == 0
        assert not model.hasChildren(first)
