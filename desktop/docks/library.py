"""The library dock: finds creatures that stand ready and puts them on the map."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QListView,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop import theme
from desktop.docks.base import Dock
from desktop.docks.parts import DockButton, EmptyState
from desktop.i18n import language, say, tr
from desktop.models.library import TEMPLATE, LibraryDelegate, LibraryModel
from desktop.session import Session
from desktop.widgets.base import rule
from desktop.widgets.fields import Choice, Field
from maps.grid import SUB, Footprint
from rules import naming
from rules.encounter.changes import Changes
from rules.encounter.state import Encounter, SideId
from rules.system import Template

MOST = 20
"""How many can be added at once."""


class LibraryView(QListView):
    """The list of creatures.

    Signals:
        opened(Template): a creature was double-clicked, or Enter pressed on it.
    """

    opened = Signal(object)

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)


class SearchField(Field):
    """The search; the arrow keys go on into the list, Enter adds the first.

    Signals:
        down(): go on into the list.
        confirmed(): take what stands first.
    """

    down = Signal()
    confirmed = Signal()

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
        self.side, self.tag = Choice(), Choice()
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
        self.list.opened.connect(self.put)
        self.add.clicked.connect(self._add_chosen)
        self.empty.button.clicked.connect(self._show_all)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._say_add())

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
            self._shown = system
            self.list.library.show(system)
            tags = [(t, self.list.library.tag_word(t)) for t in self.list.library.tags]
            self._fill(self.tag, [("", tr("docks.library.all_tags")), *tags])
            self.tag.setVisible(bool(tags))
            self._filter()
        self._say_add()

    def _filter(self) -> None:
        side, tag = str(self.side.currentData() or ""), str(self.tag.currentData() or "")
        self.list.library.filter(self.search.text(), side, tag)
        if self.list.library.rows:
            self.list.setCurrentIndex(self.list.library.index(0))
            self.pages.setCurrentWidget(self.list)
        else:
            self._say_nothing()
            self.pages.setCurrentWidget(self.empty)
        self._say_add()

    def _say_nothing(self) -> None:
        wanted = self.search.text().strip()
        if wanted:
            title = tr("docks.library.not_found", text=wanted)
        else:
            title = tr("docks.library.nothing")
        self.empty.say(title, tr("docks.library.not_found_next"), tr("docks.library.show_all"))

    def _show_all(self) -> None:
        self.side.setCurrentIndex(0)
        self.tag.setCurrentIndex(0)
        self.search.clear()
        self._filter()
        self.search.setFocus()

    def _say_add(self) -> None:
        chosen = self.list.chosen()
        self.add.setEnabled(chosen is not None and self.session is not None)
        self.add.say(tr("docks.library.add"))
        if chosen is not None:
            self.add.setToolTip(tr("docks.library.add_tip", name=say(chosen.name)))

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

    def _add_chosen(self) -> None:
        chosen = self.list.chosen()
        if chosen is not None:
            self.put(chosen)

    def put(self, template: Template) -> None:
        """Put a creature on the map as often as the field says, each on a free square."""
        session = self.session
        if session is None:
            return
        before = set(session.state.tokens)
        for _ in range(self.count.value()):
            place = free_place(session, template)
            side = str(self.join.currentData() or template.side)
            at = [place.x / SUB, place.y / SUB]
            if not self.run("add", template=template.id, at=at, side=side):
                return
        self.count.setValue(1)
        session.select([t for t in session.state.tokens if t not in before])


def _sides(sides: tuple[SideId, ...]) -> list[tuple[str, str]]:
    return [(side.value, language.words.say(f"side.{side.value}")) for side in sides]


def free_place(session: Session, template: Template) -> Footprint:
    """Return a free place: beside whoever is selected, else in the middle of the map."""
    state = session.state
    side = max(1, session.system.squares(template.sheet))
    taken = [t.space for t in state.tokens.values()]
    me = session.current
    if me is not None:
        corner = (me.space.x // SUB, me.space.y // SUB)
    else:
        board = state.board
        corner = (board.left + board.width // 2, board.top + board.height // 2)
    start = Footprint.at(*corner, side)
    if not any(start.overlaps(other) for other in taken) and _inside(state, start):
        return start
    return naming.free_place(start, taken)


def _inside(state: Encounter, space: Footprint) -> bool:
    board = state.board
    left, top = board.left * SUB, board.top * SUB
    right, bottom = left + board.width * SUB, top + board.height * SUB
    return (
        left <= space.x
        and top <= space.y
        and space.x + space.side <= right
        and space.y + space.side <= bottom
    )
