"""The report of a stat block that was read: a line for every value, doubtful ones first."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from desktop import icons
from desktop.i18n import language, say, tr
from desktop.statblocks import Reading, field_title, sorted_findings, value_text
from desktop.widgets.unmarked import unmarked
from rules.statblocks.draft import Finding, Sureness

MARKS = {
    Sureness.READ: ("check", "ok"),
    Sureness.GUESSED: ("info", "info"),
    Sureness.NOTED: ("file", "text-3"),
    Sureness.UNKNOWN: ("warn", "warn"),
}


class Report(QListWidget):
    """The findings.

    Signals:
        pointed(int): the line of the text, from 1, of the finding that is chosen; 0 = none.
        wanted(str): the field of a finding was clicked; empty where it has none.
    """

    pointed = Signal(int)
    wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("library.read.report"))
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.currentItemChanged.connect(lambda item, _before: self._point(item))
        self.itemActivated.connect(self._go)
        self.itemClicked.connect(self._go)

    @property
    def findings(self) -> list[Finding]:
        """The findings in the order in which they are shown."""
        return [self.item(i).data(Qt.ItemDataRole.UserRole) for i in range(self.count())]

    def show_reading(self, reading: Reading | None) -> None:
        """Show the report of another creature."""
        self.clear()
        for finding in sorted_findings(reading.draft) if reading is not None else ():
            assert reading is not None
            mark, tone = MARKS[finding.kind]
            item = QListWidgetItem(icons.icon(mark, tone), sentence(reading, finding))
            item.setData(Qt.ItemDataRole.UserRole, finding)
            item.setToolTip(unmarked(finding.text))
            self.addItem(item)

    def _point(self, item: QListWidgetItem | None) -> None:
        finding = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
        self.pointed.emit(finding.line if isinstance(finding, Finding) else 0)

    def _go(self, item: QListWidgetItem) -> None:
        finding = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(finding, Finding):
            self.wanted.emit(finding.field)


def sentence(reading: Reading, finding: Finding) -> str:
    """Say a finding in two lines: the value, and how it came about."""
    words = language.words
    title = field_title(words, reading.system, finding.field)
    value = value_text(words, reading.system, finding)
    said = f"{title}: {value}" if title and value else title or finding.text
    kind = words.say(f"library.import.kind.{finding.kind.value}")
    why = say(finding.why) if finding.why is not None else ""
    line = tr("library.import.line", n=finding.line) if finding.line else ""
    tail = " · ".join(filter(None, (kind, why, line)))
    return f"{said}\n{tail}"
