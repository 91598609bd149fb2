"""Lists of one column that answer as all other models do when nobody names a parent."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
)

from desktop.guard import guarded

Index = QModelIndex | QPersistentModelIndex


class ListModel(QAbstractListModel):
    """A list whose columns and children can be asked for without a parent, as Qt has it.

    WORKAROUND: Qt declares both private in its list; PySide6 6.11 then forgets their defaults.
    """

    @guarded
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # as Qt declares it
        return 0 if parent.isValid() else 1

    @guarded
    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008  # as Qt declares it
        return not parent.isValid() and self.rowCount() > 0


class FlatTable(QAbstractTableModel):
    """A table whose children can be asked for without a parent; see ``ListModel``."""

    @guarded
    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008  # as Qt declares it
        return not parent.isValid() and self.rowCount() > 0 and self.columnCount() > 0
