"""Small widgets that the columns of the attack share."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QWidget

from desktop.docks.parts import label
from desktop.models.findings import sentence
from desktop.widgets.chips import Mark
from desktop.widgets.draw import Tone
from maps.problems import Problem


def scrolled(inside: QWidget) -> QScrollArea:
    """Put a widget into an area that scrolls up and down only."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inside)
    return area


class Finding(QWidget):
    """A note or a reason: a mark and a sentence."""

    def __init__(self, problem: Problem, role: Tone) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        mark = Mark("warn", role, 14)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        text = label("row", role, wrap=True)
        text.setText(sentence(problem))
        row.addWidget(text, 1)
