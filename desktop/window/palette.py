"""The command search: type a few letters, Enter runs the action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import (
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from desktop import icons
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.theme import current
from desktop.widgets.draw import key_cap, key_cap_width, u
from desktop.widgets.fields import Field
from desktop.widgets.keyed import wanted_key
from desktop.widgets.unmarked import unmarked
from desktop.window.actions import ACTIONS
from rules.core.glossary import sort_key

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow

_ID = Qt.ItemDataRole.UserRole
_FOLDED = Qt.ItemDataRole.UserRole + 1
_KEYS = Qt.ItemDataRole.UserRole + 2
Index = QModelIndex | QPersistentModelIndex
OTHER = "other:"
"""What ids begin with that are no actions."""


def fold(text: str) -> str:
    """Return a text as it is compared: small letters, no accents, no spaces at the ends."""
    return "".join(part[2] if part[0] else str(part[1]) for part in sort_key(text.strip())[0])


class _Filter(QSortFilterProxyModel):
    """Keeps the actions whose words begin with, or hold, every word typed.

    A row without words says that there are none: it is kept where no other is.
    """

    def __init__(self) -> None:
        super().__init__()
        self.wanted: list[str] = []

    @guarded
    def filterAcceptsRow(self, row: int, parent: QModelIndex) -> bool:  # type: ignore[override]  # Qt's persistent index
        text = self.sourceModel().index(row, 0, parent).data(_FOLDED)
        if not text:
            return row > 0 and not any(self._fits(n, parent) for n in range(row))
        return all(word in text for word in self.wanted)

    def _fits(self, row: int, parent: QModelIndex) -> bool:
        text = self.sourceModel().index(row, 0, parent).data(_FOLDED)
        return all(word in text for word in self.wanted)


class _Row(QStyledItemDelegate):
    """A row with its keys at the right end."""

    @guarded
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        hint, keys = super().sizeHint(option, index), str(index.data(_KEYS) or "")
        more = round(key_cap_width(keys) + u(24)) if keys else 0
        return QSize(hint.width() + more, hint.height())

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        keys = str(index.data(_KEYS) or "")
        if keys:
            box = QRectF(option.rect)
            left = box.right() - u(8) - key_cap_width(keys)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            key_cap(painter, left, box.center().y(), keys, current())
            painter.restore()


def others(window: MainWindow) -> Iterator[tuple[str, str, Callable[[], object]]]:
    """Yield what can be done besides the actions: tools, docks, colours, languages.

    Each is its words, an icon or nothing, and what it does.
    """
    if window.session is not None:
        for tool in window.board.tools.tools:
            word = language.words.say(tool.word)
            yield tr("palette.tool", name=word), tool.icon, partial(window.board.use_tool, tool.id)
        for id, dock in window.docks.items():
            word = language.words.say(f"dock.{id}")
            if dock.toggleViewAction().isEnabled():
                yield tr("palette.dock", name=word), dock.icon, partial(window.show_dock, id)
    for action in window.top.themes.actions():
        yield tr("palette.theme", name=action.text()), "", action.trigger
    for action in window.top.languages.actions():
        yield tr("palette.language", name=action.text()), "", action.trigger


class CommandSearch(Field):
    """The field at the top right; also the command palette."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(mark="search")
        self._window = window
        self.setObjectName("commandsearch")
        self.setFixedWidth(208)
        self.setFixedHeight(26)
        self._others: dict[str, Callable[[], object]] = {}
        self._model = QStandardItemModel(self)
        self._filter = _Filter()
        self._filter.setParent(self)
        self._filter.setSourceModel(self._model)
        self._completer = completer = QCompleter(self)
        completer.setModel(self._filter)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setMaxVisibleItems(12)
        self._popup = QListView()
        self._popup.setObjectName("palettepopup")
        self._popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._popup.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._popup.setMinimumWidth(360)
        completer.setPopup(self._popup)
        self._popup.setItemDelegate(_Row(self._popup))  # after the completer gave it its own
        self._popup.clicked.connect(self._chosen)
        completer.setWidget(self)
        # not setCompleter(): the field would then write what is marked in the list into itself
        self.textEdited.connect(self._narrow)

    def retranslate(self) -> None:
        """Say the words again."""
        self.show_keys(QKeySequence("Ctrl+K").toString(QKeySequence.SequenceFormat.NativeText))
        self.setPlaceholderText(tr("palette.placeholder"))
        self.setAccessibleName(tr("palette.name"))

    def open(self) -> None:
        """Take the keyboard and show everything."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.clear()
        self._fill()
        self._narrow("")

    def _fill(self) -> None:
        self._window.action_set.dress()
        self._model.clear()
        self._add_actions()
        self._others = {}
        for text, mark, run in others(self._window):
            id = f"{OTHER}{len(self._others)}"
            self._others[id] = run
            self._add(id, text, text, icons.icon(mark) if mark else QIcon())
        nothing = QStandardItem(tr("palette.nothing"))
        nothing.setFlags(Qt.ItemFlag.NoItemFlags)
        nothing.setData("", _FOLDED)
        self._model.appendRow(nothing)

    def _add_actions(self) -> None:
        for spec in ACTIONS:
            action = self._window.actions_by_id.get(spec.id)
            if action is None or not action.isEnabled() or spec.id == "palette":
                continue
            menu = language.words.say(f"menu.{spec.menu}")
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            text = action.text().replace("&", "")
            also = language.words.own(f"action.{spec.id}.also")
            item = self._add(spec.id, text, f"{menu} {text} {spec.id.replace('_', ' ')} {also}")
            item.setIcon(action.icon())
            item.setData(keys, _KEYS)
            item.setToolTip(unmarked(menu))

    def _add(self, id: str, shown: str, words: str, icon: QIcon | None = None) -> QStandardItem:
        item = QStandardItem(icon or QIcon(), shown)
        item.setData(id, _ID)
        item.setData(fold(words), _FOLDED)
        item.setEditable(False)
        self._model.appendRow(item)
        return item

    def _narrow(self, text: str) -> None:
        if self._model.rowCount() == 0:
            self._fill()
        self._filter.wanted = [fold(w) for w in text.split()]
        self._filter.invalidate()
        completer = self._completer
        completer.complete()
        self._stay_inside()
        first = completer.completionModel().index(0, 0)
        if first.isValid():
            self._popup.setCurrentIndex(first)

    def _stay_inside(self) -> None:
        """The list is broader than the field: its right end keeps to that of the field.

        It is as high as its rows, where there are few: a list that scrolls hides its first row.
        """
        rows = self._popup.model().rowCount()
        if rows <= self._completer.maxVisibleItems():
            around = self._popup.height() - self._popup.viewport().height()
            high = sum(self._popup.sizeHintForRow(row) for row in range(rows))
            self._popup.resize(self._popup.width(), high + around)
        right = self.mapToGlobal(self.rect().topRight()).x()
        self._popup.move(min(self._popup.x(), right - self._popup.width()), self._popup.y())

    def _chosen(self, index: QModelIndex) -> None:
        self._run(index.data(_ID))

    def _run(self, id: str | None) -> None:
        self._popup.hide()
        self.clear()
        self._model.clear()
        self._give_back()
        if (other := self._others.get(id or "")) is not None:
            other()
            return
        action = self._window.actions_by_id.get(id or "")
        if action is not None and action.isEnabled():
            action.trigger()

    def _give_back(self) -> None:
        """Let the map have the keyboard again, or the start page."""
        if self._window.session is not None:
            self._window.board.setFocus()
        else:
            page = self._window.start_page
            (page.primary or page).setFocus()

    @guarded
    def event(self, event: QEvent) -> bool:
        """Enter is meant for the field while it has the keyboard, not for the sheet of a token."""
        key = wanted_key(event)
        if key is not None and key.key() in (
            Qt.Key.Key_Return,
            Qt.Key.Key_Enter,
            Qt.Key.Key_Escape,
        ):
            event.accept()
            return True
        return super().event(event)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc leaves; Enter runs the first that fits."""
        if event.key() == Qt.Key.Key_Escape:
            self._popup.hide()
            self.clear()
            self._model.clear()
            self._give_back()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            index = self._popup.currentIndex()
            if not index.isValid():
                index = self._completer.completionModel().index(0, 0)
            self._run(index.data(_ID) if index.isValid() else None)
            return
        super().keyPressEvent(event)
