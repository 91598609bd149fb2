"""Earlier states of fights: the copies that were kept, and one of them taken out as a new fight."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QListWidgetItem, QWidget

from desktop.dialogs.base import Card, Dialog
from desktop.dialogs.recent import exactly, when
from desktop.docks.parts import EmptyState
from desktop.i18n import tr
from desktop.paths import backups_dir, fights_dir, fresh_file
from desktop.theme import px
from desktop.widgets.unmarked import unmarked
from rules import registry
from rules.encounter.backups import Saved, SavedFight, saved_fights
from rules.encounter.store import Store

DATA = Qt.ItemDataRole.UserRole


class BackupsDialog(Dialog):
    """At the left the fights, at the right what was kept of the one chosen."""

    def __init__(self, parent: QWidget | None, fights: tuple[SavedFight, ...]) -> None:
        super().__init__(parent, tr("backups.title"), "clock", tr("backups.about"))
        self.fights, self.copies = self._list(tr("backups.fights")), self._list(tr("backups.kept"))
        columns = QHBoxLayout()
        columns.setSpacing(px(12))
        for listing in (self.fights, self.copies):
            card = Card(listing.accessibleName())
            card.column.addWidget(listing)
            card.setVisible(bool(fights))
            columns.addWidget(card, 1)
        self.body.addLayout(columns, 1 if fights else 0)
        self.empty = EmptyState("clock")
        self.empty.say(tr("backups.none"), tr("backups.none_next"))
        self.empty.setVisible(not fights)
        self.body.addWidget(self.empty, 1)
        self.fights.currentItemChanged.connect(self._show_copies)
        self.copies.itemActivated.connect(self.finish)
        self.buttons(tr("backups.restore"), mark="back")
        for fight in fights:
            item = QListWidgetItem(fight.name)
            item.setData(DATA, fight)
            self.fights.addItem(item)
        if fights:
            self.fights.setCurrentRow(0)
        elif self.main is not None:
            self.main.setEnabled(False)
        self.resize(px(760), px(480))

    def _list(self, name: str) -> QListWidget:
        listing = QListWidget()
        listing.setAccessibleName(name)
        listing.setMinimumSize(QSize(px(240), px(200)))
        return listing

    def _show_copies(self, item: QListWidgetItem | None) -> None:
        self.copies.clear()
        if item is None:
            return
        now = datetime.now(UTC).astimezone()
        for copy in item.data(DATA).copies:
            row = QListWidgetItem(_words(copy, now))
            row.setToolTip(unmarked(exactly(copy.at.isoformat())))
            row.setData(DATA, copy)
            self.copies.addItem(row)
        self.copies.setCurrentRow(0)

    @property
    def chosen(self) -> Saved | None:
        """The copy that is to be taken out."""
        item = self.copies.currentItem()
        found = item.data(DATA) if item is not None else None
        return found if isinstance(found, Saved) else None


def _words(copy: Saved, now: datetime) -> str:
    """Say what a copy is: when it was kept, how far the fight was, why it was kept."""
    if copy.steps is None:
        steps = tr("backups.unreadable")
    else:
        steps = tr("backups.steps", n=copy.steps)
    parts = [when(copy.at.isoformat(), now), steps]
    if copy.why == "broken":
        parts.append(tr("backups.broken"))
    elif copy.why == "replaced":
        parts.append(tr("backups.replaced"))
    elif copy.why:
        parts.append(tr("backups.format"))
    return " · ".join(parts)


def restore(copy: Saved, name: str) -> Path:
    """Take a copy out as a new fight; the copy and the fight it came from stay as they are.

    Raises UnreadableFileError, StoreError.
    """
    day = copy.at.astimezone().strftime("%Y-%m-%d %H.%M")
    target = fresh_file(fights_dir(), f"{name} {day}")
    with Store.open(copy.path, registry.get, read_only=True).store as store:
        store.save_as(target)
    return target


def ask_backup(parent: QWidget | None) -> Path | None:
    """Let a copy be chosen and take it out; None where none was."""
    dialog = BackupsDialog(parent, saved_fights(backups_dir()))
    if dialog.exec() != QDialog.DialogCode.Accepted or dialog.chosen is None:
        return None
    return restore(dialog.chosen, dialog.fights.currentItem().text())
