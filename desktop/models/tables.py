"""A table of the rules as a grid of cells: texts, ticks, where each value comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont

from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.models.lists import FlatTable
from desktop.theme import current
from desktop.widgets.unmarked import unmarked
from rules.core.sources import Status
from rules.core.table_text import CellError, read_cell, write_cell
from rules.core.tables import KEY, Column, Misfit, Row, TableSpec
from rules.encounter.tables import judge

Index = QModelIndex | QPersistentModelIndex
STATUS = Qt.ItemDataRole.UserRole + 1
"""Role of the status of a value."""
_NUMBERS = ("whole", "number")


def row_name(spec: TableSpec, row: Row, at: int) -> str:
    """Say what a row is called: its word, the name that it was given, or its number."""
    if not spec.keyed:
        return str(at + 1)
    name = spec.name(str(row[KEY]))
    return str(row[KEY]) if name is None else language.words.say(name)


class TableModel(FlatTable):
    """The cells of one table; the names of rows stand at the left, not in a column.

    Signals:
        edited(list): these rows shall be in force.
        refused(str): why what was typed is not taken, with its place; empty = nothing is wrong.
    """

    edited = Signal(list)
    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.spec: TableSpec | None = None
        self.rows: tuple[Row, ...] = ()
        self.columns: tuple[Column, ...] = ()

    def show(self, spec: TableSpec, rows: Sequence[Row]) -> None:
        """Show rows; where only values changed, the view keeps its place."""
        rows = tuple(rows)
        if spec is self.spec and len(rows) == len(self.rows):
            self.rows = rows
            last = self.index(len(rows) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(rows) - 1)
            return
        self.beginResetModel()
        self.spec, self.rows = spec, rows
        self.columns = spec.columns[1:] if spec.keyed else spec.columns
        self.endResetModel()

    # -- what Qt asks --------------------------------------------------------------------------

    @guarded
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # as Qt declares it
        return 0 if parent.isValid() else len(self.rows)

    @guarded
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # as Qt declares it
        return 0 if parent.isValid() else len(self.columns)

    @guarded
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        spec = self.spec
        if spec is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if orientation is Qt.Orientation.Horizontal:
            column = self.columns[section]
            tip = column.tip if role == Qt.ItemDataRole.ToolTipRole else None
            return language.words.say(tip or column.label)
        return row_name(spec, self.rows[section], section)

    @guarded
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self.columns[index.column()].kind == "flag":
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        return flags | Qt.ItemFlag.ItemIsEditable

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.spec is None or not index.isValid():
            return None
        column, row = self.columns[index.column()], self.rows[index.row()]
        value = row.get(column.id)
        status = self.spec.status_of(self.rows, index.row(), column.id)
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                if column.kind == "flag" and role == Qt.ItemDataRole.DisplayRole:
                    return None
                return write_cell(column, value, language.words)
            case Qt.ItemDataRole.CheckStateRole if column.kind == "flag":
                return Qt.CheckState.Checked if value else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.TextAlignmentRole:
                side = "AlignRight" if column.kind in _NUMBERS else "AlignLeft"
                return getattr(Qt.AlignmentFlag, side) | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return unmarked(self._said(index, column, value, status))
            case Qt.ItemDataRole.ForegroundRole if status is Status.HAND:
                return current().colour("accent")
            case Qt.ItemDataRole.FontRole if status is Status.HAND:
                font = QFont()
                font.setWeight(QFont.Weight.DemiBold)
                return font
        return status.value if role == STATUS else None

    def _said(self, index: Index, column: Column, value: Any, status: Status) -> str:
        words = language.words
        said = words.say(f"tables.status.{status.value}")
        text = write_cell(column, value, words)
        if self.spec is not None and status is Status.HAND:
            was = self._printed(index.row(), column)
            if was:
                said = tr("tables.was", status=said, value=was)
        return tr("tables.value_tip", value=text or "–", status=said)

    def _printed(self, at: int, column: Column) -> str:
        """Return what stands in the rules where the game master wrote something else."""
        assert self.spec is not None
        own = self.spec.rows()
        if self.spec.keyed:
            key = self.rows[at][KEY]
            old = next((row for row in own if row[KEY] == key), None)
        else:
            old = own[at] if at < len(own) else None
        return "" if old is None else write_cell(column, old.get(column.id), language.words)

    @guarded
    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if self.spec is None:
            return False
        column = self.columns[index.column()]
        if role == Qt.ItemDataRole.CheckStateRole:
            return self._put(index.row(), column, Qt.CheckState(value) is Qt.CheckState.Checked)
        if role != Qt.ItemDataRole.EditRole:
            return False
        try:
            read = read_cell(column, str(value), language.words)
        except CellError as error:
            misfit = Misfit(index.row(), column.id, error.code, error.args_of_problem)
            self.refused.emit(self.say(misfit))
            return False
        return self._put(index.row(), column, read)

    def _put(self, at: int, column: Column, value: Any) -> bool:
        rows = [dict(row) for row in self.rows]
        rows[at][column.id] = value
        return self.propose(rows)

    # -- changing ------------------------------------------------------------------------------

    def propose(self, rows: list[dict[str, Any]]) -> bool:
        """Let rows be taken where nothing is wrong with them, else say what is."""
        assert self.spec is not None
        wrong = judge(self.spec, rows)
        if wrong:
            self.refused.emit(self.say(wrong[0], rows))
            return False
        self.refused.emit("")
        if rows != [dict(row) for row in self.rows]:
            self.edited.emit(rows)
        return True

    def say(self, misfit: Misfit, rows: Sequence[Row] | None = None) -> str:
        """Say what is wrong with a cell and which one it is."""
        assert self.spec is not None
        words = language.words
        why = words.say_with(f"problem.{misfit.code}", misfit.args)
        column = self.spec.column(misfit.column)
        if misfit.row is None or column is None:
            return why
        row = (self.rows if rows is None else rows)[misfit.row]
        name = row_name(self.spec, row, misfit.row)
        if not self.spec.keyed:
            name = tr("tables.row", n=misfit.row + 1)
        return tr("tables.cell", row=name, column=words.say(column.label), why=why)
