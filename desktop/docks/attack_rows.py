"""The rows of a sum in the attack dock: a box, a value, a name, where it comes from."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from desktop import theme
from desktop.docks.parts import DockButton
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.jobs import soon
from desktop.models.roster import read_count
from desktop.widgets.fields import Choice
from desktop.widgets.rows import ModLook, ModRow, SumHead
from desktop.widgets.unmarked import unmarked
from rules.core.modifiers import Breakdown, Entry
from rules.core.sources import Status
from rules.core.terms import Term

GROUND = "base"
"""Id or kind of a value that others are added to; it is written without a sign."""


def value_text(entry: Entry) -> str:
    """Write the value of a row: +4, −2, 20 %, the ground value plain."""
    modifier, words = entry.modifier, language.words
    if entry.is_percent:
        return words.percent(modifier.value / 100)
    return words.number(modifier.value, sign=GROUND not in (modifier.id, modifier.kind))


def source_text(entry: Entry) -> str:
    """Return what stands at the right: why it does not count, or where it is from."""
    if not entry.counted and entry.why is not None:
        return say(entry.why)
    if entry.modifier.detail is not None:
        return say(entry.modifier.detail)
    return "" if entry.counted else tr("docks.attack.off")


def look_of_row(entry: Entry, *, hurts_below: bool) -> ModLook:
    """Return how a modifier looks; what something on the map does to the attacker is red."""
    modifier = entry.modifier
    plain = entry.counted or entry.why is None
    bad = modifier.value < 0 if hurts_below else modifier.value > 0
    status = modifier.source.status
    return ModLook(
        value_text(entry),
        say(modifier.label),
        source_text(entry),
        tone="bad" if bad and modifier.causes else "",
        own=tr("docks.attack.house") if plain and status is Status.HOUSE else "",
        own_short=tr("docks.attack.house_short") if plain and status is Status.HOUSE else "",
        hand=tr("docks.attack.by_hand") if plain and status is Status.HAND else "",
        spare=not entry.counted and source_text(entry) == tr("docks.attack.off"),
    )


class ModifierRow(ModRow):
    """A modifier of the attack that is thought about.

    Signals:
        switched(str, bool): it was switched by hand.
        shows(tuple): the pointer or keyboard came to it (its causes) or left it (empty).
    """

    switched = Signal(str, bool)
    shows = Signal(object)

    def __init__(self, entry: Entry, *, hurts_below: bool) -> None:
        self.entry, self._hurts_below = entry, hurts_below
        super().__init__(look_of_row(entry, hurts_below=hurts_below), entry.counted)
        self.show_entry(entry)
        self.clicked.connect(lambda on: self.switched.emit(self.entry.modifier.id, on))
        self.pointed.connect(lambda on: self.shows.emit(self.entry.modifier.causes if on else ()))

    def show_entry(self, entry: Entry) -> None:
        """Show another state of the same modifier."""
        self.entry = entry
        look = look_of_row(entry, hurts_below=self._hurts_below)
        self.setChecked(entry.counted)
        self.set_look(look)
        said = [look.value, look.name, look.source, look.own or look.hand]
        if not entry.counted:
            said.append(tr("docks.attack.does_not_count"))
        text = " · ".join(w for w in said if w)
        self.setAccessibleName(text)
        status = entry.modifier.source.status
        sure = language.words.say(f"tables.status.{status.value}")
        self.setAccessibleDescription(sure)
        self.setToolTip(unmarked(text if status is Status.HAND else f"{text}\n{sure}"))


class RowEditor(QWidget):
    """Takes a modifier by hand: value, reason, and to which sum it belongs.

    Signals:
        added(int, str, str): value, side (attack, defence), label.
        left(): nothing is to be added.
    """

    added = Signal(int, str, str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSpacing(4)
        first, second = QHBoxLayout(), QHBoxLayout()
        for row in (first, second):
            row.setSpacing(4)
            column.addLayout(row)
        self.value = QLineEdit()
        self.value.setFixedWidth(theme.px(48))
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.reason = QLineEdit()
        self.side = Choice()
        self.add = DockButton()
        first.addWidget(self.value)
        first.addWidget(self.reason, 1)
        second.addWidget(self.side, 1)
        second.addWidget(self.add)
        self.value.textChanged.connect(lambda _t: self._judge())
        self.value.returnPressed.connect(self._take)
        self.reason.returnPressed.connect(self._take)
        self.add.clicked.connect(self._take)

    def open(self, titles: tuple[str, str]) -> None:
        """Begin with an empty line."""
        self.value.clear()
        self.reason.clear()
        self.value.setPlaceholderText(tr("docks.attack.row_value"))
        self.value.setAccessibleName(tr("docks.attack.row_value_name"))
        self.reason.setPlaceholderText(tr("docks.attack.row_reason"))
        self.reason.setAccessibleName(tr("docks.attack.row_reason"))
        self.side.setAccessibleName(tr("docks.attack.row_side"))
        self.side.clear()
        for id, title in zip(("attack", "defence"), titles, strict=True):
            self.side.addItem(title, id)
        self.add.say(tr("docks.attack.row_add"))
        self._judge()
        self.show()
        self.value.setFocus()

    def _judge(self) -> None:
        text = self.value.text().strip()
        wrong = bool(text) and read_count(text) is None and text not in ("+", "-", "\u2212")
        self.value.setProperty("error", wrong)
        self.value.style().unpolish(self.value)
        self.value.style().polish(self.value)
        self.add.setEnabled(bool(read_count(text)))

    def _take(self) -> None:
        value = read_count(self.value.text())
        if not value:
            self.value.setFocus()
            self.value.selectAll()
            return
        self.added.emit(value, str(self.side.currentData()), self.reason.text().strip())

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class SumColumn(QWidget):
    """One sum: title, total, its rows, and below them room for more."""

    switched = Signal(str, bool)
    pointed = Signal(object)

    def __init__(self, *, signed: bool) -> None:
        super().__init__()
        self._signed = signed
        self._whole = False
        self.rows: dict[str, ModifierRow] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 10, 4, 4)
        column.setSpacing(0)
        self.title, self.total = "", ""
        self.head = SumHead()
        column.addWidget(self.head)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self.foot = QVBoxLayout()
        self.foot.setContentsMargins(0, 0, 0, 0)
        self._list.addLayout(self.foot)
        self._list.addStretch(1)
        self._area.setWidget(inside)
        column.addWidget(self._area, 1)

    def show_sum(self, title: Term, breakdown: Breakdown) -> None:
        """Show a sum; rows that stay keep the keyboard."""
        self.title = say(title)
        self.total = language.words.number(breakdown.total, sign=self._signed)
        if not breakdown.entries:
            self.total = "–"
        self.head.set_sum(self.title, self.total)
        ids = [e.modifier.id for e in breakdown.entries]
        for id in [i for i in self.rows if i not in ids]:
            row = self.rows.pop(id)
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        for place, entry in enumerate(breakdown.entries):
            id = entry.modifier.id
            if id in self.rows:
                self.rows[id].show_entry(entry)
            else:
                self._add(entry)
            row = self.rows[id]
            if self._list.indexOf(row) != place:
                self._list.removeWidget(row)
                self._list.insertWidget(place, row)

        self._grow()

    def show_whole(self, whole: bool) -> None:
        """Show all rows at their full height, where others scroll around this column."""
        self._whole = whole
        self._grow()

    def _grow(self) -> None:
        inside = self._area.widget()
        high = 0
        if self._whole and inside is not None:
            wide = inside.width()
            high = sum(r.heightForWidth(wide) for r in self.rows.values()) + theme.px(36)
        self._area.setMinimumHeight(high)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._whole:
            self._grow()

    def _add(self, entry: Entry) -> None:
        row = ModifierRow(entry, hurts_below=self._signed)
        row.switched.connect(self.switched)
        row.shows.connect(self.pointed)
        self.rows[entry.modifier.id] = row

    def reveal(self, widget: QWidget) -> None:
        """Scroll to a widget of the column once it has its place."""
        soon(widget, lambda: self._area.ensureWidgetVisible(widget, 0, 4))

    def in_order(self) -> list[ModifierRow]:
        """Return the rows from top to bottom."""
        return sorted(self.rows.values(), key=self._list.indexOf)

    def go_up(self) -> None:
        """Scroll to the first row."""
        self._area.verticalScrollBar().setValue(0)

    def light(self, ids: frozenset[str]) -> None:
        """Mark the rows that something on the map causes."""
        for row in self.rows.values():
            row.light(bool(ids & set(row.entry.modifier.causes)))
