"""A row of buttons in a dock that leaves out keys and icons before it cuts a word."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.docks.parts import DockButton, Parts
from desktop.guard import guarded

EDGE, GAP, TIGHT = 12, 8, 6
"""Pixels at both ends of the row, and between its buttons: usual, and where room is scarce."""
WHOLE, NO_KEY, WORD, MARK = (
    Parts(),
    Parts(keys=False),
    Parts(keys=False, mark=False),
    Parts(keys=False, word=False),
)
KEYED = Parts(mark=False)
WAYS = (
    (WHOLE, WHOLE),
    (NO_KEY, WHOLE),
    (WORD, WHOLE),
    (WORD, KEYED),
    (WORD, WORD),
    (MARK, WHOLE),
    (MARK, KEYED),
    (MARK, WORD),
)
"""What all buttons but the last show, and the last one, from most to least."""


class ButtonRow(QWidget):
    """Buttons side by side, the last one at the right end.

    Where they have no room, keys go first, then icons, the key of the last button after all else;
    in the end all but the last button keep their icons alone. What went is said on hovering. A
    button that is lent to another row is shown whole there.
    """

    def __init__(self, buttons: Sequence[DockButton]) -> None:
        super().__init__()
        self._buttons = tuple(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(EDGE, 0, EDGE, 4)
        row.setSpacing(GAP)
        for button in self._buttons[:-1]:
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self._buttons[-1])
        self._row = row

    def take_back(self, button: DockButton) -> None:
        """Put a lent button back into its place: before the stretch, the last one behind it."""
        here = [b for b in self._buttons if b.parentWidget() is self and b is not button]
        place = sum(self._buttons.index(b) < self._buttons.index(button) for b in here)
        hidden = button.isHidden()
        self._row.insertWidget(place + (button is self._buttons[-1]), button)
        button.setHidden(hidden)  # a new parent hides it for a moment, and it would not count

    def fit(self) -> None:
        """Give every button as much as there is room for."""
        last, here = self._buttons[-1], [b for b in self._buttons if b.parentWidget() is self]
        for button in self._buttons:
            if button not in here:
                button.show_parts(WHOLE)
        shown = [button for button in here if not button.isHidden()]
        for others, own in WAYS:
            for button in here:
                button.show_parts(own if button is last else others)
            gap = GAP if others is WHOLE else TIGHT
            self._row.setSpacing(gap)
            room = self.width() - 2 * EDGE - gap * (len(shown) - 1)
            if sum(button.sizeHint().width() for button in shown) <= room:
                return

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
