"""The library dock: finds creatures that stand ready and puts them on the map."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QListView,
    QMenu,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop import theme
from desktop.docks.base import Dock
from desktop.docks.library_menu import LibraryMenu
from desktop.docks.parts import DockButton, EmptyState
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.messages import Message
from desktop.models.library import (
    ALL,
    BUILT_IN,
    FAVOURITES,
    RECENT,
    TEMPLATE,
    LibraryDelegate,
    LibraryModel,
)
from desktop.own_library import MOST, own_library, put_on_map
from desktop.settings import Settings
from desktop.widgets.base import rule
from desktop.widgets.fields import Choice, Field
from desktop.widgets.unmarked import unmarked
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.state import SideId
from rules.system.answers import Template

MOST_RECENT = 30
"""How many creatures are remembered as used last."""


class LibraryView(QListView):
    """The list of creatures.

    Signals:
        opened(Template): a creature was double-clicked, or Enter pressed on it.
        asked(Template, QPoint): its menu is wanted, at a point of the screen.
        deleted(Template): Delete was pressed on it.
    """

    opened = Signal(object)
    asked = Signal(object, QPoint)
    deleted = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.library = LibraryModel(self)
        self.setModel(self.library)
        self.setItemDelegate(LibraryDelegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doubleClicked.connect(self._open)

    def chosen(self) -> Template | None:
        """Return the creature that is selected."""
        found = self.currentIndex().data(TEMPLATE)
        return found if isinstance(found, Template) else None

    def _open(self, index: QModelIndex) -> None:
        found = index.data(TEMPLATE)
        if isinstance(found, Template):
            self.opened.emit(found)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        elif event.key() == Qt.Key.Key_Delete and self.chosen() is not None:
            self.deleted.emit(self.chosen())
        else:
            super().keyPressEvent(event)

    @guarded
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        found = index.data(TEMPLATE)
        if isinstance(found, Template):
            self.setCurrentIndex(index)
            at = event.pos() if by_mouse else self.visualRect(index).center()
            self.asked.emit(found, self.viewport().mapToGlobal(at))


class SearchField(Field):
    """The search; the arrow keys go on into the list, Enter adds the first.

    Signals:
        down(): go on into the list.
        confirmed(): take what stands first.
    """

    down = Signal()
    confirmed = Signal()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.down.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.confirmed.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class LibraryDock(Dock):
    """Creatures that stand ready."""

    id = "library"
    icon = "book"

    def build(self) -> None:
        self._shown: object = None
        self.search = SearchField(mark="search")
        self.search.setClearButtonEnabled(True)
        self.side, self.tag, self.of_set = Choice(), Choice(), Choice()
        self.menu_button = DockButton("flat", "list")
        self.list = LibraryView()
        self.empty = EmptyState("search")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.list)
        self.pages.addWidget(self.empty)
        self.count = QSpinBox()
        self.count.setRange(1, MOST)
        self.count.setFixedWidth(theme.px(58))
        self.count.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.join = Choice()
        self.join.setMinimumContentsLength(6)
        self.add = DockButton("primary")
        self._arrange()
        self.menu = LibraryMenu(self)
        self._connect()

    def _arrange(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(4)
        head = QVBoxLayout()
        head.setContentsMargins(12, 0, 12, 0)
        head.setSpacing(4)
        head.addWidget(self.search)
        filters = QHBoxLayout()
        filters.setSpacing(4)
        filters.addWidget(self.side, 1)
        filters.addWidget(self.tag, 1)
        head.addLayout(filters)
        sets = QHBoxLayout()
        sets.setSpacing(4)
        sets.addWidget(self.of_set, 1)
        sets.addWidget(self.menu_button)
        head.addLayout(sets)
        column.addLayout(head)
        column.addWidget(self.pages, 1)
        column.addWidget(rule())
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 4, 12, 8)
        foot.setSpacing(4)
        foot.addWidget(self.count)
        foot.addWidget(self.join, 1)
        foot.addWidget(self.add)
        column.addLayout(foot)
        self.show_content(body)

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _t: self._filter())
        self.search.down.connect(self._into_list)
        self.search.confirmed.connect(self._add_first)
        self.join.currentIndexChanged.connect(lambda _i: self._join())
        self.side.activated.connect(lambda _i: self._filter())
        self.tag.activated.connect(lambda _i: self._filter())
        self.of_set.activated.connect(lambda _i: self._filter())
        self.count.valueChanged.connect(self._count)
        self.menu_button.clicked.connect(self._open_menu)
        self.list.asked.connect(self.menu.open_for)
        self.list.deleted.connect(self.menu.delete)
        own_library().changed.connect(self.sets_changed)
        own_library().message.connect(self.message)
        self.list.opened.connect(self.put)
        self.add.clicked.connect(self._add_chosen)
        self.empty.button.clicked.connect(self._show_all)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._say_add())

    @property
    def settings(self) -> Settings | None:
        """The settings of the window, where the dock has one."""
        found = getattr(self.parentWidget(), "settings", None)
        return found if isinstance(found, Settings) else None

    def _open_menu(self) -> None:
        menu: QMenu = self.menu.sets()
        menu.exec(self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))
        menu.deleteLater()

    def _count(self, count: int) -> None:
        self.list.library.count = count

    def tell(self, text: str) -> None:
        """Say something in the message bar."""
        self.message.emit(Message(text, "info"))

    def show_set(self, id: str) -> None:
        """Show only one set."""
        self.of_set.setCurrentIndex(max(0, self.of_set.findData(id)))
        self._filter()

    def sets_changed(self) -> None:
        """Show other sets, entries or favourites."""
        self._shown = None
        self.refresh(EVERYTHING)

    # -- what it shows -------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.search.setPlaceholderText(tr("docks.library.search"))
        self.search.setAccessibleName(tr("docks.library.search"))
        self.list.setAccessibleName(tr("docks.library.list"))
        self.count.setPrefix(tr("docks.library.times"))
        self.count.setAccessibleName(tr("docks.library.count"))
        self.count.setToolTip(tr("docks.library.count"))
        self.side.setAccessibleName(tr("docks.library.side"))
        self.tag.setAccessibleName(tr("docks.library.tag"))
        self.of_set.setAccessibleName(tr("library.set"))
        self.of_set.setToolTip(tr("library.set"))
        self.menu_button.setAccessibleName(tr("library.menu.title"))
        self.menu_button.setToolTip(tr("library.menu.title"))
        self.join.setAccessibleName(tr("docks.library.join"))
        self.join.setToolTip(tr("docks.library.join"))
        self._fill(
            self.side,
            [("", tr("docks.library.all_sides")), *_sides((SideId.HEROES, SideId.FOES))],
        )
        self._fill(self.join, [("", tr("docks.library.own_side")), *_sides(tuple(SideId))])
        self._shown = None
        self._say_add()

    def _join(self) -> None:
        """Let whoever is dragged onto the map join the side that the button would give."""
        self.list.library.join = str(self.join.currentData() or "")

    @staticmethod
    def _fill(box: QComboBox, items: list[tuple[str, str]]) -> None:
        chosen = box.currentData()
        box.clear()
        for id, text in items:
            box.addItem(text, id)
        box.setCurrentIndex(max(0, box.findData(chosen)))

    def refresh(self, changes: Changes) -> None:
        session = self.session
        system = session.system if session is not None else None
        if self._shown is not system or (system is not None and not self.list.library.system):
            if self._shown not in (None, system):
                self.search.clear()  # what was looked for belongs to other rules
            self._shown = system
            chosen = self.list.chosen()
            self._read_settings()
            self.list.library.show(system)
            if system is not None:
                own_library().tell_faults(system)
            self._fill(self.of_set, self._set_items())
            tags = [(t, self.list.library.tag_word(t)) for t in self.list.library.tags]
            self._fill(self.tag, [("", tr("docks.library.all_tags")), *tags])
            self.tag.setVisible(bool(tags))
            self._filter()
            self.choose(chosen.id if chosen is not None else "")
        self._say_add()

    def _read_settings(self) -> None:
        if self.settings is not None:
            values = self.settings.values
            self.list.library.favourites = values.favourites
            self.list.library.recent = values.recent_creatures

    def _set_items(self) -> list[tuple[str, str]]:
        system = self.session.state.system if self.session is not None else ""
        found = [
            (s.id, s.name)
            for s in own_library().shelf.sets.values()
            if not s.entries or any(e.system == system for e in s.entries)
        ]
        return [
            (ALL, tr("library.sets.all")),
            (FAVOURITES, tr("library.sets.favourites")),
            (RECENT, tr("library.sets.recent")),
            (BUILT_IN, tr("library.sets.built_in")),
            *found,
        ]

    def choose(self, id: str) -> None:
        """Select a creature where it is shown."""
        rows = self.list.library.rows
        at = next((i for i, t in enumerate(rows) if t.id == id), -1)
        if at >= 0:
            self.list.setCurrentIndex(self.list.library.index(at))

    def _filter(self) -> None:
        side, tag = str(self.side.currentData() or ""), str(self.tag.currentData() or "")
        of_set = str(self.of_set.currentData() or "")
        self.list.library.filter(self.search.text(), side, tag, of_set)
        if self.list.library.rows:
            self.list.setCurrentIndex(self.list.library.index(0))
            self.pages.setCurrentWidget(self.list)
        else:
            self._say_nothing()
            self.pages.setCurrentWidget(self.empty)
        self._say_add()

    def _say_nothing(self) -> None:
        wanted = self.search.text().strip()
        advice = tr("docks.library.not_found_next")
        of_set = str(self.of_set.currentData() or "")
        if wanted:
            title = tr("docks.library.not_found", text=wanted)
        elif of_set == FAVOURITES:
            title, advice = tr("library.sets.no_favourites"), tr("library.sets.no_favourites_next")
        elif of_set and of_set not in (RECENT, BUILT_IN):
            title, advice = tr("library.sets.empty"), tr("library.sets.empty_next")
        else:
            title = tr("docks.library.nothing")
        self.empty.say(title, advice, tr("docks.library.show_all"))

    def _show_all(self) -> None:
        self.side.setCurrentIndex(0)
        self.tag.setCurrentIndex(0)
        self.of_set.setCurrentIndex(0)
        self.search.clear()
        self._filter()
        self.search.setFocus()

    def _say_add(self) -> None:
        chosen = self.list.chosen()
        self.add.setEnabled(chosen is not None and self.session is not None)
        self.add.say(tr("docks.library.add"))
        if chosen is not None:
            self.add.setToolTip(unmarked(tr("docks.library.add_tip", name=say(chosen.name))))

    # -- what it does ----------------------------------------------------------------------------

    def take_focus(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _into_list(self) -> None:
        self.list.setFocus()
        if self.list.library.rows and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.list.library.index(0))

    def _add_first(self) -> None:
        rows = self.list.library.rows
        chosen = self.list.chosen()
        if chosen is not None or rows:
            self.put(chosen or rows[0])
            self.search.selectAll()  # the next name replaces this one

    def _add_chosen(self) -> None:
        chosen = self.list.chosen()
        if chosen is not None:
            self.put(chosen)

    def put(self, template: Template) -> None:
        """Put a creature on the map as often as the field says, each on a free square."""
        session = self.session
        if session is None:
            return
        side = str(self.join.currentData() or "")
        if put_on_map(session, template.id, side, self.count.value()):
            self.count.setValue(1)
            self._used(template)

    def _used(self, template: Template) -> None:
        """Remember what was put on the map last."""
        if self.settings is not None:
            key = self.list.library.key(template)
            others = [k for k in self.settings.values.recent_creatures if k != key]
            self.settings.set(recent_creatures=(key, *others)[:MOST_RECENT])
            self._read_settings()


def _sides(sides: tuple[SideId, ...]) -> list[tuple[str, str]]:
    return [(side.value, language.words.say(f"side.{side.value}")) for side in sides]
