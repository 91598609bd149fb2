"""Numbers and their units stay on one line: the space between them is no place to break."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QLabel, QWidget

from desktop.guard import guarded

FIXED = "\u00a0"
"""A space at which no line is broken."""

UNITS = (
    "%",
    *("mm", "cm", "m", "km", "Zoll", "inch", "inches"),
    *("ft", "feet", "foot", "Fuß"),
    *("Feld", "Felder", "Feldern", "square", "squares"),
    *("s", "min", "Sekunde", "Sekunden", "second", "seconds"),
    *("TP", "hp", "LP", "LE", "GZ", "AP", "ZP", "RS"),
    *("px", "pt", "KB", "MB", "GB", "kg", "Pfund", "lb"),
    *("Segmente", "Runden", "Phasen", "segments", "rounds", "turns"),
)
"""What is counted or measured in: words of the interface and of the five systems."""

_UNIT = rf"(?:{'|'.join(map(re.escape, UNITS))})(?!\w)"
_GAP = re.compile(rf"(?<=\d) (?={_UNIT})")
_BREAK = re.compile(rf"(?<!\d) | (?!{_UNIT})")


def unbroken(text: str) -> str:
    """Return a text in which every number is tied to the unit behind it."""
    return _GAP.sub(FIXED, text) if " " in text else text


def pieces(text: str) -> list[str]:
    """Return a text in the pieces between which it may be broken."""
    return _BREAK.split(text)


class Words(QLabel):
    """A label that breaks its text between words, not between a number and its unit."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(unbroken(text), parent)
        self._given = text

    @guarded
    def setText(self, text: str) -> None:
        """Show a text."""
        self._given = text
        super().setText(unbroken(text))

    @guarded
    def text(self) -> str:
        """Return the text as it was given."""
        shown = super().text()
        return self._given if shown == unbroken(self._given) else shown
