"""The table of attacks that somebody could make now."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from desktop.guard import guarded
from desktop.models.forecast import COLUMNS, FOUND, AttacksModel, SortedAttacks
from desktop.theme import px
from desktop.widgets.base import plain_table
from rules.forecast.what_if import Possibility

WIDTHS = {"mode": 108, "place": 128, "cover": 84, "flank": 108, "chance": 84, "damage": 96}
"""Widths of the columns at first, in pixels of the design; the others share what is left."""


class AttackTable(QTableView):
    """The possible attacks; Enter means the row, not the window.

    Signals:
        taken(Possibility): a row was clicked or chosen by Enter.
        walked(Possibility): go there (double click, Shift+Enter).
    """

    taken = Signal(object)
    walked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.attacks = AttacksModel(self)
        self.sorted = SortedAttacks(self)
        self.sorted.setSourceModel(self.attacks)
        self.setModel(self.sorted)
        self.setObjectName("sorted")  # its columns have room for the arrow of the order
        plain_table(self)
        self.setSortingEnabled(True)
        self.sortByColumn(COLUMNS.index("damage"), Qt.SortOrder.DescendingOrder)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        head = self.horizontalHeader()
        for i, column in enumerate(COLUMNS):
            if column in WIDTHS:
                self.setColumnWidth(i, px(WIDTHS[column]))
            else:
                head.setSectionResizeMode(i, QHeaderView.ResizeMode.Stretch)
        self.attacks.rowsInserted.connect(lambda _p, _a, _b: self._fit())
        self.attacks.modelReset.connect(self._fit)
        self.clicked.connect(lambda index: self._tell(index, self.taken))
        self.doubleClicked.connect(lambda index: self._tell(index, self.walked))

    def _fit(self) -> None:
        """Leave the column of flanking out where nobody flanks: names need the room."""
        flanked = any(found.flanking for found in self.attacks.rows)
        self.setColumnHidden(COLUMNS.index("flank"), not flanked)

    def _tell(self, index: QModelIndex, signal: object) -> None:
        found = index.data(FOUND)
        if isinstance(found, Possibility):
            signal.emit(found)  # type: ignore[attr-defined]  # one of the two signals above

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._tell(self.currentIndex(), self.walked if shift else self.taken)
            return
        super().keyPressEvent(event)
