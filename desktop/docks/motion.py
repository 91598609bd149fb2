"""Whether things may move: one question that every animation of the docks asks first."""

from __future__ import annotations

import os

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication


def moves() -> bool:
    """Whether animations run; no where the desktop or the environment asks for calm."""
    app = QApplication.instance()
    if os.environ.get("SCHLACHTPLAN_STILL") or not isinstance(app, QApplication):
        return False
    return app.isEffectEnabled(Qt.UIEffect.UI_General)
