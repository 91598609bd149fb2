"""What a roll is measured by: the face needed, the sums behind it, what else counts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop.docks.attack_rows import source_text, value_text
from desktop.docks.words import needed_words
from desktop.i18n import language, say, tr
from desktop.theme import px
from desktop.widgets.base import label
from rules.core.asking import Basis
from rules.core.modifiers import Breakdown
from rules.core.terms import Term


class BasisView(QWidget):
    """Shows a basis: the needed face and what counts in lines, the sums side by side."""

    def __init__(self, basis: Basis) -> None:
        super().__init__()
        self.lines: list[str] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        if need := needed_words(basis):
            column.addWidget(self._line(need, "name", ""))
        for words in basis.counts:
            column.addWidget(self._line(say(words), "row", "2"))
        sums = QHBoxLayout()
        sums.setSpacing(px(24))
        for title, breakdown in basis.sums:
            if breakdown.entries:
                sums.addLayout(self._sum(title, breakdown), 1)
        column.addLayout(sums)

    def _line(self, words: str, step: str, tone: str) -> QWidget:
        made = label(words, step, tone)
        made.setWordWrap(True)
        self.lines.append(words)
        return made

    def _sum(self, title: Term, breakdown: Breakdown) -> QVBoxLayout:
        """Lay a sum out: its title and total, below them every row that counts."""
        column = QVBoxLayout()
        column.setSpacing(px(4))
        words = tr("asked.sum", what=title, total=language.words.number(breakdown.total))
        column.addWidget(self._line(words, "section", ""))
        grid = QGridLayout()
        grid.setHorizontalSpacing(px(8))
        grid.setVerticalSpacing(px(2))
        grid.setColumnStretch(1, 1)
        top = Qt.AlignmentFlag.AlignTop
        for row, entry in enumerate(e for e in breakdown.entries if e.counted):
            value, source = value_text(entry), source_text(entry)
            name = say(entry.modifier.label)
            if source:
                name = tr("asked.sum_row", what=name, source=source)
            grid.addWidget(label(value, "value"), row, 0, top | Qt.AlignmentFlag.AlignRight)
            grid.addWidget(self._line(name, "row", "2"), row, 1, top)
        column.addLayout(grid)
        column.addStretch(1)
        return column
