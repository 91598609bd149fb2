"""The status bar: what the hand is about to do, the square, problems, the zoom."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QStatusBar, QWidget

from desktop import icons
from desktop.i18n import tr
from desktop.tools.base import Hint
from desktop.widgets.base import label
from desktop.widgets.buttons import ActionButton, Button
from desktop.widgets.chips import KeyCap
from desktop.widgets.layouts import clear
from desktop.window.actions import spec as spec_of


class StatusLine:
    """The parts that a fight has in the status bar of its window."""

    def __init__(self, bar: QStatusBar, actions: Mapping[str, QAction]) -> None:
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(8, 0, 0, 0)
        self.hint = HintBar()
        self.cell = label()
        self.problems = Button("", "flat", mark="warn")
        self._zoom = label("100 %")
        self._zoom.setFixedWidth(52)
        self._zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        bar.addWidget(self.hint, 1)
        for part in (
            *(self.cell, self.problems),
            *(_button(actions["zoom_out"]), self._zoom, _button(actions["zoom_in"])),
            ActionButton(actions["fit"], spec_of("fit").icon, tail=True),
        ):
            bar.addPermanentWidget(part)

    def show_zoom(self, percent: float) -> None:
        """Say how large the map is."""
        self._zoom.setText(tr("status.zoom", zoom=round(percent)))

    def show_problems(self, n: int) -> None:
        """Say how many problems there are; none need no button."""
        self.problems.setVisible(n > 0)
        self.problems.setText(tr("status.problems", n=n))


def _button(action: QAction) -> Button:
    return _IconOnly(action, spec_of(action.objectName()).icon)


class _IconOnly(ActionButton):
    """A button of an action that shows no words; they are its tooltip and its name."""

    def _follow(self) -> None:
        super()._follow()
        self.setAccessibleName(self.text() or self.accessibleName())
        self.setText("")


class HintBar(QWidget):
    """What the hand is about to do: an icon, a word, and keys with what they do."""

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
        self._shown: Hint | None = None

    def show_hint(self, hint: Hint | None) -> None:
        """Show another hint; the same one is left alone."""
        if hint == self._shown:
            return
        self._shown = hint
        clear(self._row)
        self.setAccessibleName(hint.text if hint is not None else "")
        if hint is None:
            return
        mark = label()
        mark.setPixmap(icons.pixmap(hint.icon, "text-2", 16, self.devicePixelRatioF()))
        self._row.addWidget(mark)
        title = label(hint.title)
        title.setProperty("step", "name")
        self._row.addWidget(title)
        for key, does in hint.keys:
            self._row.addSpacing(6)
            self._row.addWidget(KeyCap(key))
            self._row.addWidget(label(does))
        self._row.addStretch(1)
