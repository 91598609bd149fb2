"""Where a window comes back: as it was left, and never beyond the screen."""

from __future__ import annotations

from PySide6.QtCore import QMargins
from PySide6.QtWidgets import QApplication, QMainWindow, QStyle

from desktop.settings import unpack

USUAL_SIZE = (1600, 1000)


def come_back(window: QMainWindow, geometry: str) -> None:
    """Come back where it was left; a lost monitor gives the standard size and place."""
    if geometry:
        window.restoreGeometry(unpack(geometry))
    screens = QApplication.screens()
    if screens and not any(s.availableGeometry().intersects(window.geometry()) for s in screens):
        window.resize(*USUAL_SIZE)
        window.move(screens[0].availableGeometry().topLeft())
    _keep_on_screen(window)


def _keep_on_screen(window: QMainWindow) -> None:
    """Be no larger than the screen, as after a change of its scale, or docks lie beyond it."""
    room = window.screen().availableGeometry()
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    if window.width() > room.width() or window.height() > room.height() - title:
        window.resize(window.size().boundedTo(room.size().shrunkBy(QMargins(0, title, 0, 0))))
        window.move(room.topLeft())
