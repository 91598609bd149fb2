"""The tables of the rules: every value can be changed, and each change is a step of the fight."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QTableView,
    QWidget,
)

from desktop.choosing import ask_open, ask_save
from desktop.dialogs.base import Card, Dialog
from desktop.dialogs.systems import system_name
from desktop.dialogs.table_cells import CellDelegate, Legend, NameHeader
from desktop.dialogs.table_sets import SetBar, flat_button
from desktop.dialogs.text import ask_text
from desktop.i18n import language, tr
from desktop.messages import message_of, words_of_fault
from desktop.models.tables import TableModel
from desktop.session import Session
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.fields import Field
from desktop.widgets.unmarked import unmarked
from maps.plain_files import read_plain
from maps.problems import UnreadableFileError
from rules.core.table_csv import LONGEST, CsvFault, CsvRows, read_csv, write_csv
from rules.core.tables import KEY, TableSpec
from rules.encounter.commands import CommandError, command_from
from rules.encounter.tables import TABLES, judge, rows_of
from rules.system.extras import Tabled
from rules.whole_files import write_whole

MOST_FAULTS = 3
WIDEST, NARROWEST = 220, 64


class TablesDialog(Dialog):
    """The list of tables at the left, the cells of one at the right."""

    def __init__(self, parent: QWidget | None, session: Session) -> None:
        name = system_name(session.system.id)
        super().__init__(parent, tr("tables.title"), "list", tr("tables.intro", system=name))
        self.session = session
        system = session.system
        self.specs: tuple[TableSpec, ...] = system.tables if isinstance(system, Tabled) else ()
        self.model = TableModel(self)
        self.model.edited.connect(self._take)
        self.model.refused.connect(self.complain)
        row = QHBoxLayout()
        row.setSpacing(px(12))
        row.addWidget(self._left())
        row.addWidget(self._right(), 1)
        self.sets = SetBar(self)
        self.body.addWidget(self.sets)
        self.body.addLayout(row, 1)
        self.buttons(tr("button.close"), cancel="")
        self.resize(px(1120), px(720))
        for keys, run in ((QKeySequence.StandardKey.Undo, session.undo), ("Ctrl+Y", session.redo)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda run=run: run())
        session.changed.connect(self._refresh)
        self._refresh()
        self.list.setCurrentRow(0)
        self.list.setFocus()

    # -- parts ---------------------------------------------------------------------------------

    def _left(self) -> QWidget:
        card = Card(padding=8)
        card.setFixedWidth(px(248))
        self.search = Field(tr("tables.search"), "search")
        self.search.setAccessibleName(tr("tables.search"))
        self.search.textChanged.connect(self._find)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("tables.list"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        for spec in self.specs:
            item = QListWidgetItem(language.words.say(spec.label))
            item.setToolTip(unmarked(item.text()))
            self.list.addItem(item)
        self.list.currentRowChanged.connect(lambda _row: self._refresh())
        card.column.addWidget(self.search)
        card.column.addWidget(self.list, 1)
        return card

    def _right(self) -> QWidget:
        card = Card(padding=12)
        head = QHBoxLayout()
        head.setSpacing(px(8))
        self.name = label("", "name")
        self.place = label("", "label", "3")
        head.addWidget(self.name)
        head.addWidget(self.place)
        head.addStretch(1)
        self.reset = flat_button(tr("tables.reset"), "undo", self._reset, head)
        self.reset.setToolTip(tr("tables.reset_tip"))
        self.read = flat_button(tr("tables.import"), "open", self._import, head)
        self.write = flat_button(tr("tables.export"), "file", self._export, head)
        card.column.addLayout(head)
        self.grid = QTableView()
        self.grid.setModel(self.model)
        self.grid.setItemDelegate(CellDelegate(self.grid))
        self.grid.setHorizontalHeader(NameHeader(self.grid))
        self.grid.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.grid.verticalHeader().setDefaultSectionSize(px(28))
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.grid.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.grid.setTabKeyNavigation(False)
        triggers = QAbstractItemView.EditTrigger
        self.grid.setEditTriggers(
            triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed
        )
        self.grid.selectionModel().currentChanged.connect(lambda *_: self._buttons())
        card.column.addWidget(self.grid, 1)
        foot = QHBoxLayout()
        foot.setSpacing(px(8))
        self.add = flat_button(tr("tables.add"), "plus", self._add, foot)
        self.remove = flat_button(tr("tables.remove"), "minus", self._remove, foot)
        self.fixed = label(tr("tables.fixed"), "label", "3")
        foot.addWidget(self.fixed)
        foot.addStretch(1)
        foot.addWidget(Legend())
        card.column.addLayout(foot)
        return card

    # -- showing -------------------------------------------------------------------------------

    @property
    def spec(self) -> TableSpec | None:
        """The table that is shown."""
        at = self.list.currentRow()
        return self.specs[at] if 0 <= at < len(self.specs) else None

    @property
    def own(self) -> dict[str, list[dict[str, Any]]]:
        """The tables that the game master changed in this fight."""
        found: Any = self.session.state.data.get(TABLES)
        return dict(found) if isinstance(found, dict) else {}

    def _refresh(self, _changes: object = None) -> None:
        own = self.own
        for at, spec in enumerate(self.specs):
            item = self.list.item(at)
            name = language.words.say(spec.label)
            changed = spec.id in own
            item.setText(f"{name} · {tr('tables.changed')}" if changed else name)
        shown = self.spec
        if shown is not None:
            self._show_table(shown)

    def _show_table(self, spec: TableSpec) -> None:
        fresh = spec is not self.model.spec
        self.model.show(spec, rows_of(self.session.state, spec))
        self.name.setText(language.words.say(spec.label))
        self.place.setText(tr("tables.place", place=spec.place))
        self.grid.setAccessibleName(language.words.say(spec.label))
        if fresh:
            self.complain("")
            self._fit_columns()
            self.grid.setCurrentIndex(self.model.index(0, 0))
        self._buttons()

    def _fit_columns(self) -> None:
        self.grid.resizeColumnsToContents()
        for at in range(self.model.columnCount()):
            wide = self.grid.columnWidth(at)
            self.grid.setColumnWidth(at, max(px(NARROWEST), min(px(WIDEST), wide)))
        self.grid.horizontalHeader().setStretchLastSection(True)

    def _buttons(self) -> None:
        spec = self.spec
        fixed = spec is None or spec.fixed
        self.add.setVisible(not fixed)
        self.remove.setVisible(not fixed)
        self.remove.setEnabled(self.grid.currentIndex().isValid() and len(self.model.rows) > 1)
        self.fixed.setVisible(spec is not None and spec.fixed)
        self.reset.setEnabled(spec is not None and spec.id in self.own)

    def _find(self, text: str) -> None:
        wanted = text.strip().casefold()
        first = -1
        for at in range(self.list.count()):
            item = self.list.item(at)
            item.setHidden(wanted not in item.text().casefold())
            if first < 0 and not item.isHidden():
                first = at
        if first >= 0 and self.list.currentItem().isHidden():
            self.list.setCurrentRow(first)

    # -- changing ------------------------------------------------------------------------------

    def perform(self, tables: dict[str, list[dict[str, Any]] | None]) -> bool:
        """Take tables as one step; says what is wrong with them. Returns whether it was taken."""
        self.complain("")
        said: list[str] = []
        listening = self.session.message.connect(lambda message: said.append(message.text))
        try:
            data = {"do": "tables", "tables": tables}
            begun = self.session.perform(command_from(self.session.system, data))
        except CommandError as error:
            begun, said = False, [message_of(error.problem).text]
        finally:
            self.session.message.disconnect(listening)
        if said:
            self.complain(said[0])
        return begun and not said

    def _take(self, rows: list[dict[str, Any]]) -> None:
        if self.spec is not None:
            self.perform({self.spec.id: rows})

    def _reset(self) -> None:
        if self.spec is not None and self.spec.id in self.own:
            self.perform({self.spec.id: None})

    def _add(self) -> None:
        """Add a row below the present one, with its values."""
        spec = self.spec
        if spec is None:
            return
        at = max(0, self.grid.currentIndex().row())
        rows = [dict(row) for row in self.model.rows]
        new = dict(rows[at])
        if spec.keyed:
            name = ask_text(self, language.words.say(spec.columns[0].label), tr("tables.new_row"))
            if name is None:
                return
            new[KEY] = name
        else:
            new = _between(spec, rows, at)
        rows.insert(at + 1, new)
        if self.model.propose(rows):
            self._go_to(at + 1)

    def _remove(self) -> None:
        at = self.grid.currentIndex().row()
        rows = [dict(row) for row in self.model.rows]
        if 0 <= at < len(rows):
            del rows[at]
            if self.model.propose(rows):
                self._go_to(min(at, len(rows) - 1))

    def _go_to(self, row: int) -> None:
        index = self.model.index(row, 0)
        self.grid.setFocus()
        self.grid.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.ClearAndSelect
        )
        self.grid.scrollTo(index)

    # -- files ---------------------------------------------------------------------------------

    def _import(self) -> None:
        spec = self.spec
        if spec is None:
            return
        path = ask_open(self, tr("tables.import"), tr("tables.csv"), "table")
        if path is not None:
            self.read_file(path)

    def read_file(self, path: Path) -> None:
        """Take the rows of a CSV file; nothing is taken where anything is wrong."""
        spec = self.spec
        assert spec is not None
        try:
            found = read_csv(spec, read_plain(path, LONGEST), language.words)
        except (OSError, UnreadableFileError) as error:
            self.complain(words_of_fault(error, path.name))
            return
        faults = found.faults or _judged(spec, found)
        if faults:
            self.complain(_said(faults))
            return
        rows = [dict(row) for row in found.rows]
        if rows == [dict(row) for row in self.model.rows]:
            self.say(tr("tables.unchanged"))
        elif self.perform({spec.id: rows}):
            self.say(tr("tables.imported", n=len(rows)))

    def _export(self) -> None:
        spec = self.spec
        if spec is None:
            return
        start = f"{language.words.say(spec.label).replace(':', '')}.csv"
        path = ask_save(self, tr("tables.export"), start, tr("tables.csv"), "table")
        if path is not None:
            self.write_file(path)

    def write_file(self, path: Path) -> None:
        """Write the rows that are shown."""
        spec = self.spec
        assert spec is not None
        try:
            write_whole(path, write_csv(spec, self.model.rows, language.words))
        except OSError as error:
            self.complain(tr("file.os", file=path.name, why=error.strerror or str(error)))
            return
        self.say(tr("tables.exported", file=path.name))

    def complain(self, text: str) -> None:
        self.error.setProperty("tone", "bad")
        self._say(text)

    def say(self, text: str) -> None:
        """Say in the foot what was done."""
        self.error.setProperty("tone", "2")
        self._say(text)

    def _say(self, text: str) -> None:
        self.error.setText(text)
        self.error.style().unpolish(self.error)
        self.error.style().polish(self.error)


def _between(spec: TableSpec, rows: list[dict[str, Any]], at: int) -> dict[str, Any]:
    """Return a copy of a row whose first value lies above it, as tables that rise need it."""
    first = spec.columns[0].id
    value = rows[at][first]
    if not isinstance(value, int):
        return dict(rows[at])
    after = rows[at + 1][first] if at + 1 < len(rows) else None
    new = value + 1 if after is None or after - value < 2 else (value + after) // 2
    return {**rows[at], first: new}


def _judged(spec: TableSpec, found: CsvRows) -> tuple[CsvFault, ...]:
    """Return what is wrong with rows, by line and column of their file."""
    return tuple(
        CsvFault(
            found.lines[m.row] if m.row is not None else 0,
            found.column_of(m.column) if m.row is not None else 0,
            m.code,
            m.args,
        )
        for m in judge(spec, found.rows)
    )


def _said(faults: tuple[CsvFault, ...]) -> str:
    words = language.words
    lines = []
    for fault in faults[:MOST_FAULTS]:
        why = words.say_with(f"problem.{fault.code}", fault.args)
        if fault.line and fault.column:
            why = tr("tables.line", line=fault.line, column=fault.column, why=why)
        elif fault.line:
            why = tr("tables.line_only", line=fault.line, why=why)
        lines.append(why)
    if len(faults) > MOST_FAULTS:
        lines.append(tr("tables.more", n=len(faults) - MOST_FAULTS))
    return "\n".join(lines)


def edit_tables(window: QWidget | None, session: Session) -> None:
    """Let the game master change the tables of the rules."""
    dialog = TablesDialog(window, session)
    try:
        dialog.exec()
    finally:
        session.changed.disconnect(dialog._refresh)
        dialog.deleteLater()
