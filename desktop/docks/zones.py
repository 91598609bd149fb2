"""The dock of zones: places and rooms of the map with notes, and pictures for the players."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.dialogs.zone import ask_zone
from desktop.docks.base import Dock
from desktop.docks.parts import DockButton, EmptyState
from desktop.guard import guarded
from desktop.i18n import tr
from desktop.messages import Message
from desktop.session import Session
from desktop.widgets.unmarked import unmarked
from maps.board import Zone
from maps.codec_writing import zone_to_dict
from rules.encounter.changes import Changes
from rules.encounter.store import StoreError

ID = Qt.ItemDataRole.UserRole


class ZoneList(QListWidget):
    """The names; Enter shows a zone, Delete removes it, F2 edits it.

    Signals:
        wanted(str): ``jump``, ``edit`` or ``remove`` the chosen zone.
    """

    wanted = Signal(str)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.wanted.emit("jump")
            case Qt.Key.Key_Delete:
                self.wanted.emit("remove")
            case Qt.Key.Key_F2:
                self.wanted.emit("edit")
            case _:
                super().keyPressEvent(event)


class ZonesDock(Dock):
    """Lists the zones of the map; the chosen one's note stands beside.

    Signals:
        jump(tuple): show these points of the map.
        picked(str): this zone is chosen.
        handout(str, str): show this asset under this name to the players; empty = take it away.
    """

    jump = Signal(object)
    handout = Signal(str, str)
    picked = Signal(str)

    id = "zones"
    icon = "pin"

    def build(self) -> None:
        self._shown_zones: tuple[Zone, ...] = ()
        self._picked, self._filling = "", False
        self.list = ZoneList()
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(lambda _new, _old: self._show_chosen())
        self.list.itemDoubleClicked.connect(lambda _item: self.jump_to())
        self.list.wanted.connect(self._do)
        self.note = QPlainTextEdit()
        self.note.setReadOnly(True)
        self.note.setProperty("panel", "raised")
        self.show_it, self.edit = DockButton(mark="target"), DockButton(mark="pen")
        self.remove = DockButton("flat", "close")
        self.give = DockButton("toggle", "monitor")
        self.show_it.clicked.connect(self.jump_to)
        self.edit.clicked.connect(self.edit_chosen)
        self.remove.clicked.connect(self.remove_chosen)
        self.give.toggled.connect(self._give)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 4, 12, 8)
        foot.setSpacing(8)
        for button in (self.show_it, self.edit, self.give, self.remove):
            foot.addWidget(button)
        foot.addStretch(1)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.list)
        self.split.addWidget(self.note)
        listed = QWidget()
        column = QVBoxLayout(listed)
        column.setContentsMargins(8, 4, 8, 0)
        column.setSpacing(0)
        column.addWidget(self.split, 1)
        column.addLayout(foot)
        self.empty = EmptyState("pin")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(listed)
        self.show_content(self.pages)

    def retranslate(self) -> None:
        self.list.setAccessibleName(tr("zones.list"))
        self.note.setAccessibleName(tr("zones.note"))
        self.note.setPlaceholderText(tr("zones.no_note"))
        self.show_it.say(tr("zones.jump"))
        self.edit.say(tr("zones.edit"))
        self.remove.say(tr("zones.remove"))
        self.give.say(tr("zones.handout"))
        self.empty.say(tr("zones.empty"), tr("zones.empty_text"))
        self._fill()

    def refresh(self, changes: Changes) -> None:
        session = self.session
        zones = session.state.board.zones if session is not None else ()
        if zones is not self._shown_zones or changes.everything:
            self._shown_zones = zones
            self._fill()

    def set_session(self, session: Session | None) -> None:
        """Take a picture away that belongs to another fight."""
        if session is not self.session:
            self.give.setChecked(False)
        super().set_session(session)

    def take_focus(self) -> None:
        self.list.setFocus()

    @property
    def chosen(self) -> Zone | None:
        """The zone that is chosen in the list."""
        item = self.list.currentItem()
        id = item.data(ID) if item is not None else None
        return next((zone for zone in self._shown_zones if zone.id == id), None)

    def choose(self, id: str) -> None:
        """Choose a zone by id."""
        for row in range(self.list.count()):
            if self.list.item(row).data(ID) == id:
                self.list.setCurrentRow(row)

    def _fill(self) -> None:
        kept, row = self.chosen, self.list.currentRow()
        self._filling = True
        self.list.clear()
        for zone in self._shown_zones:
            name, first = zone.name or tr("zones.unnamed"), zone.note.strip().partition("\n")[0]
            item = QListWidgetItem(tr("zones.row", name=name, note=first) if first else name)
            item.setData(ID, zone.id)
            item.setToolTip(unmarked(zone.note))
            self.list.addItem(item)
        self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        if kept is not None:
            self.choose(kept.id)
        self._filling = False
        self.pages.setCurrentIndex(1 if self._shown_zones else 0)
        self._show_chosen()

    def _show_chosen(self) -> None:
        zone = self.chosen
        id = zone.id if zone is not None else ""
        if id != self._picked and not self._filling:
            self._picked = id
            self.picked.emit(id)
        self.note.setPlainText(zone.note if zone is not None else "")
        has_picture = zone is not None and bool(zone.picture)
        self.give.setEnabled(has_picture or self.give.isChecked())
        self.give.setToolTip(tr("zones.handout.tip") if has_picture else tr("zones.handout.none"))
        if self.give.isChecked():
            self.give.setChecked(False)  # another picture is another decision

    def _do(self, what: str) -> None:
        {"jump": self.jump_to, "edit": self.edit_chosen, "remove": self.remove_chosen}[what]()

    def jump_to(self) -> None:
        """Show the chosen zone on the map."""
        if (zone := self.chosen) is not None:
            self.jump.emit(zone.points)

    def edit_chosen(self) -> None:
        """Edit the chosen zone in a dialog; one step."""
        zone, session = self.chosen, self.session
        if zone is None or session is None:
            return
        picture = session.store.asset(zone.picture) if zone.picture else None
        edit = ask_zone(self.window(), zone, picture)
        if edit is None:
            return
        asset = zone.picture if edit.picture == picture else ""
        if edit.picture is not None and not asset:
            try:
                asset = session.store.put_asset(edit.picture)
            except StoreError as error:
                self.tell_problem(error.problem)
                return
        changed = replace(zone, name=edit.name, note=edit.note, picture=asset)
        if changed != zone:
            self.run("zone", zones=[zone_to_dict(changed, -1)])

    def remove_chosen(self) -> None:
        """Take the chosen zone off the map; undo brings it back."""
        if (zone := self.chosen) is not None:
            self.run("zone", remove=[zone.id])

    def _give(self, on: bool) -> None:
        zone = self.chosen
        if not on or zone is None or not zone.picture:
            self.handout.emit("", "")
            return
        self.handout.emit(zone.picture, zone.name)

    def handout_ended(self, readable: bool = True) -> None:
        """The players' window shows no picture any more, or could not."""
        if self.give.isChecked():
            self.give.setChecked(False)
        if not readable:
            self.message.emit(Message(tr("zones.handout.broken"), "warning"))
