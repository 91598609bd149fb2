"""The help page: the terms of a rule system, searchable, with their status and section."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from desktop import theme
from desktop.dialogs.base import Dialog
from desktop.dialogs.systems import SystemChoice
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.models.rule_terms import Kind, RuleTerm, rule_terms
from desktop.theme import px
from desktop.widgets.base import label
from desktop.widgets.buttons import Switch
from desktop.widgets.fields import Field
from rules.core.sources import Source, Status

TERM = Qt.ItemDataRole.UserRole


def kind_word(kind: Kind) -> str:
    """Say what an entry is."""
    match kind:
        case "condition":
            return tr("help.condition")
        case "option":
            return tr("help.option")
        case _:
            return tr("help.table")


def status_word(source: Source) -> str:
    """Say how sure a value is, and where it stands: "steht im Regelwerk · §7.2"."""
    match source.status:
        case Status.STATED:
            word = tr("help.stated")
        case Status.DERIVED:
            word = tr("help.derived")
        case _:
            word = tr("help.house")
    return f"{word} · {source.place}" if source.place else word


def page_of(term: RuleTerm) -> str:
    """Return an entry as simple HTML; every text is escaped."""
    look = theme.current()
    parts = [f"<h3>{escape(term.name)}</h3>"]
    about = [kind_word(term.kind)]
    if term.source is not None:
        about.append(status_word(term.source))
    parts.append(f'<p style="color:{look.text_2}">{escape(" · ".join(about))}</p>')
    if term.rows:
        cells = [f"<th align='left'>{escape(head)}</th>" for head in term.heads]
        rows = [f"<tr>{''.join(cells)}</tr>"] if cells else []
        for row in term.rows:
            rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>")
        parts.append(f"<table cellpadding='4'>{''.join(rows)}</table>")
    parts += [f"<p>{escape(line)}</p>" for line in term.lines if line]
    return "".join(parts)


class SearchField(Field):
    """The field of the search; the arrows lead through what was found."""

    def __init__(self, found: QListWidget) -> None:
        super().__init__(mark="search")
        self._found = found
        self.setClearButtonEnabled(True)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        row = self._found.currentRow() + step
        self._found.setCurrentRow(max(0, min(row, self._found.count() - 1)))


class RulesHelp(Dialog):
    """Entries at the left, the chosen one at the right. It may stay open beside the fight."""

    def __init__(self, parent: QWidget | None, system: str = "") -> None:
        super().__init__(parent, tr("help.title"), "book", tr("help.intro"))
        self.setWindowModality(Qt.WindowModality.NonModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("help.list"))
        self.list.setFixedWidth(px(272))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda item, _old: self._show(item))
        self.page = QTextBrowser()
        self.page.setAccessibleName(tr("help.page"))
        self.system = SystemChoice()
        self.system.setAccessibleName(tr("help.system"))
        at = self.system.findData(system)
        self.system.setCurrentIndex(max(0, at))
        self.system.currentIndexChanged.connect(lambda _i: self._load())
        self.kind = Switch(
            [
                ("", tr("help.all")),
                ("table", tr("help.tables")),
                ("condition", tr("help.conditions")),
                ("option", tr("help.options")),
            ]
        )
        self.kind.chosen.connect(lambda _id: self._fill())
        self.field = SearchField(self.list)
        self.field.setPlaceholderText(tr("help.search"))
        self.field.setAccessibleName(tr("help.search"))
        self.field.textChanged.connect(lambda _t: self._fill())
        self.none = label("", "row", "2")
        self.none.setWordWrap(True)
        self._arrange()
        self._terms: tuple[RuleTerm, ...] = ()
        self._load()
        self.buttons(tr("button.close"), cancel="")
        self.resize(px(880), px(600))
        self.field.setFocus()

    def _arrange(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(px(8))
        top.addWidget(self.field, 1)
        top.addWidget(self.system)
        middle = QHBoxLayout()
        middle.setSpacing(px(12))
        left = QVBoxLayout()
        left.addWidget(self.list, 1)
        left.addWidget(self.none)
        middle.addLayout(left)
        middle.addWidget(self.page, 1)
        self.body.addLayout(top)
        self.body.addWidget(self.kind)
        self.body.addLayout(middle, 1)

    def _load(self) -> None:
        self._terms = rule_terms(self.system.system)
        self._fill()

    def _fill(self) -> None:
        wanted, kind = self.field.text().strip(), self.kind.value
        self.list.clear()
        for term in self._terms:
            if (not kind or term.kind == kind) and term.holds(wanted):
                item = QListWidgetItem(term.name)
                item.setData(TERM, term)
                self.list.addItem(item)
        n = self.list.count()
        self.none.setText(tr("help.found", n=n) if n else tr("help.nothing", text=wanted))
        self.list.setCurrentRow(0 if n else -1)
        if not n:
            self.page.clear()

    def _show(self, item: QListWidgetItem | None) -> None:
        term = item.data(TERM) if item is not None else None
        if isinstance(term, RuleTerm):
            self.page.setHtml(page_of(term))


def show_rules(window: QWidget, system: str = "") -> RulesHelp:
    """Show the help page beside the window; one that is open comes to the front."""
    for dialog in window.findChildren(RulesHelp):
        if dialog.isVisible():
            dialog.raise_()
            dialog.activateWindow()
            return dialog
    dialog = RulesHelp(window, system)
    dialog.show()
    return dialog
