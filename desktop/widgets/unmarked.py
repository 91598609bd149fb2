"""Words of others, which Qt would take for markup: shown as they stand, never followed anywhere."""

from __future__ import annotations

from PySide6.QtGui import Qt

_JOINER = "\u2060"
"""Takes no room; what follows it after a bracket is no tag any more."""


def unmarked(text: str) -> str:
    """Return a text for a tooltip that Qt shows letter by letter.

    Where a text looks like HTML, Qt would read pictures from the files that it names, and on
    Windows from other machines. Tooltips have no switch for that, as labels have.
    """
    if not Qt.mightBeRichText(text):
        return text
    return text.replace("<", f"<{_JOINER}").replace("&", f"&{_JOINER}")
