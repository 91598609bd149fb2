"""The log dock: what happened, one readable sentence each, with all numbers below it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.docks.base import Dock
from desktop.docks.parts import EmptyState
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.jobs import soon
from desktop.models.log import ENTRY, Entry, LogDelegate, LogModel
from desktop.widgets.fields import Field
from desktop.widgets.keyed import wanted_key
from rules.encounter.changes import Changes

NEAR = 8
"""This close to the end counts as being at the end, in pixels."""
TOP = 48
"""This close to the first row earlier ones join, in pixels."""


class LogView(QListView):
    """The lines; a click or Enter unfolds one.

    Signals:
        copied(str): a text is to be put on the clipboard.
    """

    copied = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.log = LogModel(self)
        self.setModel(self.log)
        self.setItemDelegate(LogDelegate(self))
        self.setMouseTracking(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    def _scrolled(self, value: int) -> None:
        if value < TOP and self.log.earlier:
            soon(self, self._leaf_back)

    def _leaf_back(self) -> None:
        """Show earlier lines above the first one, which stays where it is on the screen."""
        bar = self.verticalScrollBar()
        if bar.value() < min(TOP, bar.maximum()) and (more := self.log.leaf_back()):
            self.scrollTo(self.log.index(more), QAbstractItemView.ScrollHint.PositionAtTop)

    @property
    def at_end(self) -> bool:
        """Whether the newest line is in sight."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - NEAR

    def go_to_end(self) -> None:
        """Show the newest line."""
        self.scrollToBottom()
        soon(self, self.scrollToBottom)

    def unfold(self, index: QModelIndex, on: bool | None = None) -> None:
        """Unfold or fold a line and keep it in sight."""
        self.log.unfold(index, on)
        row = index.row()
        soon(self, lambda: self.scrollTo(self.log.index(row)))

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.unfold(index)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        ways = {
            Qt.Key.Key_Return: None,
            Qt.Key.Key_Enter: None,
            Qt.Key.Key_Space: None,
            Qt.Key.Key_Right: True,
            Qt.Key.Key_Left: False,
        }
        if index.isValid() and event.matches(QKeySequence.StandardKey.Copy):
            self._copy(index)
        elif index.isValid() and event.key() in ways:
            self.unfold(index, ways[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    @guarded
    def event(self, event: QEvent) -> bool:
        """Copying means the line, not the combatant, while the keyboard is here."""
        key = wanted_key(event)
        if key is not None and key.matches(QKeySequence.StandardKey.Copy):
            event.accept()
            return True
        return super().event(event)

    @guarded
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if not index.isValid() or not isinstance(index.data(ENTRY), Entry):
            return
        menu = QMenu(self)
        copy = menu.addAction(tr("docks.log.copy"))
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.triggered.connect(lambda: self._copy(index))
        fold = menu.addAction(tr("docks.log.unfold"))
        fold.triggered.connect(lambda: self.unfold(index))
        menu.popup(event.globalPos())

    def _copy(self, index: QModelIndex) -> None:
        row = index.data(ENTRY)
        if isinstance(row, Entry):
            self.copied.emit(self.log.text_of(row))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        end = self.at_end
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()
        if end:
            soon(self, self.scrollToBottom)


class LogDock(Dock):
    """What happened so far."""

    id = "log"
    icon = "list"

    def build(self) -> None:
        self.filter = Field(mark="search")
        self.filter.setClearButtonEnabled(True)
        self.list = LogView()
        self.empty = EmptyState("list")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.list)
        self.pages.addWidget(self.empty)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 8, 0, 4)
        column.setSpacing(4)
        holder = QVBoxLayout()
        holder.setContentsMargins(12, 0, 12, 0)
        holder.addWidget(self.filter)
        column.addLayout(holder)
        column.addWidget(self.pages, 1)
        self.show_content(body)
        self.filter.textChanged.connect(self._filtered)
        self.list.copied.connect(lambda text: QGuiApplication.clipboard().setText(text))
        self.empty.button.clicked.connect(self.filter.clear)

    def retranslate(self) -> None:
        self.filter.setPlaceholderText(tr("docks.log.filter"))
        self.filter.setAccessibleName(tr("docks.log.filter"))
        self.list.setAccessibleName(tr("docks.log.list"))

    def refresh(self, changes: Changes) -> None:
        end = self.list.at_end
        if changes.everything:
            self.list.log.sizes.clear()
        new = self.list.log.show(self.session, latest=end)
        self._show_page()
        if changes.everything:
            self.list.scheduleDelayedItemsLayout()
        self.list.viewport().update()
        if end and (new or changes.everything):
            self.list.go_to_end()

    def _filtered(self, text: str) -> None:
        self.list.log.filter(text)
        self._show_page()
        self.list.go_to_end()

    def _show_page(self) -> None:
        log = self.list.log
        if log.rows:
            self.pages.setCurrentWidget(self.list)
            return
        if log.whole and log.wanted:
            text = tr("docks.log.not_found", text=log.wanted)
            self.empty.say(text, tr("docks.log.not_found_next"), tr("docks.log.show_all"))
        else:
            self.empty.say(tr("docks.log.empty"), tr("docks.log.empty_next"))
        self.pages.setCurrentWidget(self.empty)

    def take_focus(self) -> None:
        self.list.setFocus()
