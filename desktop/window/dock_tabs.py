"""The tabs that Qt makes where docks share a place: their name, and every word whole."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QTabBar, QToolTip, QWidget

from desktop.guard import guarded
from desktop.i18n import tr
from desktop.widgets.unmarked import unmarked


class DockTabs(QObject):
    """Dresses the tab bars of a window: tabs without room are scrolled to, never cut."""

    def dress(self, window: QWidget) -> None:
        """Name every tab bar of the window, and watch those that are new."""
        here = Qt.FindChildOption.FindDirectChildrenOnly
        for bar in window.findChildren(QTabBar, options=here):
            bar.setAccessibleName(tr("dock.tabs"))
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setUsesScrollButtons(True)
            bar.removeEventFilter(self)
            bar.installEventFilter(self)

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say the whole word of the tab below the pointer."""
        if isinstance(watched, QTabBar) and isinstance(event, QHelpEvent):
            at = watched.tabAt(event.pos())
            if event.type() == QEvent.Type.ToolTip and at >= 0:
                words = watched.tabText(at).replace("&&", "&")
                QToolTip.showText(event.globalPos(), unmarked(words), watched)
                return True
        return super().eventFilter(watched, event)
