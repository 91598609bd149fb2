"""A sum split in two: curve, bar with a handle, presets, and what the value strikes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop import theme
from desktop.docks.flow import FlowLayout
from desktop.docks.parts import DockButton, label
from desktop.docks.split_chart import SplitChart
from desktop.i18n import language, tr
from desktop.widgets.layouts import clear
from rules.views import SplitPreset, SplitView


class SplitPanel(QWidget):
    """Both shares and the die in figures, the chart, the presets.

    Signals:
        chosen(str, int): a number of the attack is to have this value.
    """

    chosen = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 8)
        column.setSpacing(4)
        heads = QHBoxLayout()
        heads.setSpacing(8)
        self.first, self.die, self.second = (self._figure(heads, a) for a in "lmr")
        column.addLayout(heads)
        self.chart = SplitChart()
        column.addWidget(self.chart)
        self.presets = QWidget()
        self._flow = FlowLayout(6)
        self.presets.setLayout(self._flow)
        policy = self.presets.sizePolicy()
        policy.setHeightForWidth(True)
        self.presets.setSizePolicy(policy)
        self._buttons: list[DockButton] = []
        self._shown: tuple[SplitPreset, ...] = ()
        column.addWidget(self.presets)
        column.addStretch(1)
        self.chart.chosen.connect(self._choose)

    @staticmethod
    def _figure(row: QHBoxLayout, side: str) -> tuple[QLabel, QLabel]:
        align = {
            "l": Qt.AlignmentFlag.AlignLeft,
            "m": Qt.AlignmentFlag.AlignHCenter,
            "r": Qt.AlignmentFlag.AlignRight,
        }[side]
        box = QVBoxLayout()
        box.setSpacing(0)
        name, value = label("label", "2"), label("section", "accent" if side == "l" else "")
        name.setWordWrap(True)
        name.setAlignment(align | Qt.AlignmentFlag.AlignBottom)
        box.addWidget(name, 1)
        box.addWidget(value, 0, align)
        row.addLayout(box, 1)
        return name, value

    def show_view(self, view: SplitView) -> None:
        """Show a split."""
        number = language.words.number
        for pair, (words, value) in zip(
            (self.first, self.die, self.second),
            (
                (view.first_label, view.value),
                (view.die_label, view.die_value),
                (view.second_label, view.second),
            ),
            strict=True,
        ):
            pair[0].setText(words)
            pair[1].setText(number(value))
        self.chart.show_view(view)
        if view.presets != self._shown:
            self._show_presets(view.presets)

    def _show_presets(self, presets: tuple[SplitPreset, ...]) -> None:
        same = [p.id for p in presets] == [p.id for p in self._shown]
        self._shown = presets
        if not same:
            clear(self._flow)
            self._buttons = [DockButton() for _ in presets]
            for place, button in enumerate(self._buttons):
                button.setFixedHeight(theme.px(24))
                button.clicked.connect(
                    lambda _on=False, i=place: self._choose(self._shown[i].value)
                )
                self._flow.addWidget(button)
                button.show()
        for preset, button in zip(presets, self._buttons, strict=True):
            words = tr("docks.split.preset", what=preset.label, value=preset.value)
            button.say(words)
        self.presets.updateGeometry()

    def _choose(self, value: int) -> None:
        if self.chart.view is not None:
            self.chosen.emit(self.chart.view.name, value)
