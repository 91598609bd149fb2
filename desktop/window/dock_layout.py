"""Where the docks are: as the rule system wants them, as they were left, as the window has room."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QTabWidget

from desktop import theme
from desktop.docks import DOCKS
from desktop.docks.base import Dock
from desktop.i18n import language
from desktop.jobs import soon
from desktop.settings import pack, unpack
from desktop.widgets.layouts import laid_out_once
from maps.grid import Footprint
from rules import registry
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.system.actions import Splitting

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow

LOW_WINDOW, NARROW_WINDOW = 940, 1400
"""Lower than this, body and armour share a place; narrower, attack and log do."""
RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
UPRIGHT, ACROSS = Qt.Orientation.Vertical, Qt.Orientation.Horizontal


@cache
def has_zones(id: str) -> bool:
    """Whether a system tells parts of the body apart."""
    system = registry.get(id)
    creatures = system.library()
    if not creatures:
        return False
    sheet, who = creatures[0].sheet, TokenId("probe")
    token = Token(who, "", SideId.HEROES, Footprint.at(0, 0, 1), sheet, system.fresh(sheet))
    state = Encounter(id, tokens={who: token})
    return len(system.body(state, who, language.words).zones) > 1


class DockLayout(QObject):
    """Makes the docks of a window, places them and remembers how they are left."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._hidden: list[Dock] = []
        self._kind, self._as_left = "", False
        self._arranged = (False, False)
        self._titling = False
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        window.setCorner(Qt.Corner.BottomLeftCorner, BOTTOM)
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setDocumentMode(True)
        self.docks: dict[str, Dock] = {}
        for spec in DOCKS:
            dock = spec.make(window)
            self.docks[spec.id] = dock
            window.top.menus["window"].addAction(dock.toggleViewAction())
        self._place()
        for dock in self.docks.values():
            dock.hide()
            dock.topLevelChanged.connect(lambda _f: self.title())
            dock.dockLocationChanged.connect(lambda _a: self.title())

    # -- what the layout depends on ----------------------------------------------------------

    @property
    def zoned(self) -> bool:
        """Whether the system of the fight tells parts of the body apart."""
        session = self.window.session
        return session is not None and has_zones(session.state.system)

    @property
    def wide(self) -> bool:
        """Whether the system of the fight shows splits and layers, which want more room."""
        session = self.window.session
        return session is not None and isinstance(session.system, Splitting)

    @property
    def low(self) -> bool:
        """Whether ring, body and layers would be too low below each other."""
        return self.window.height() < theme.px(LOW_WINDOW)

    @property
    def narrow(self) -> bool:
        """Whether the columns of an attack leave no room for the log beside them."""
        return self.wide or self.window.width() < theme.px(NARROW_WINDOW)

    @property
    def kind(self) -> str:
        """The kind of layout that the system of the fight wants; each is remembered by itself."""
        return "split" if self.wide else "zones" if self.zoned else "plain"

    # -- places ------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Put every dock where the standard layout of the system has it."""
        self._as_left, self._arranged = False, (self.low, self.narrow)
        with laid_out_once(self.window):
            for dock in self.docks.values():
                dock.setFloating(False)
                self.window.removeDockWidget(dock)
            self._place()
            for dock in self.docks.values():
                dock.setVisible(not dock.on_demand)
        self.raise_most_used()
        self.size()
        self.title()

    def _place(self) -> None:
        d, window = self.docks, self.window
        window.addDockWidget(RIGHT, d["ring"])
        window.addDockWidget(BOTTOM, d["attack"])
        if self.wide and not self.low:
            window.splitDockWidget(d["ring"], d["body"], UPRIGHT)
            window.splitDockWidget(d["body"], d["armour"], UPRIGHT)
        else:
            window.splitDockWidget(d["ring"], d["armour"], UPRIGHT)
            window.tabifyDockWidget(d["armour"], d["body"])
        if self.narrow:
            window.tabifyDockWidget(d["attack"], d["log"])
        else:
            window.splitDockWidget(d["attack"], d["log"], ACROSS)
        for spec in DOCKS:
            if spec.beside:
                window.tabifyDockWidget(d[spec.beside], d[spec.id])

    def raise_most_used(self) -> None:
        """Bring those docks to the front that are looked at most."""
        self.docks["attack" if self.narrow else "log"].raise_()
        self.docks["body" if self.zoned else "armour"].raise_()

    def title(self) -> None:
        """A dock among tabs has its tab for a title."""
        if not self._titling:
            self._titling = True
            soon(self, self._title_now)

    def _title_now(self) -> None:
        self._titling = False
        with laid_out_once(self.window):
            for dock in self.docks.values():
                dock.show_title(dock.isFloating() or not self.window.tabifiedDockWidgets(dock))

    def show(self, id: str) -> None:
        """Bring a dock to the front."""
        dock = self.docks[id]
        dock.show()
        dock.raise_()
        self.title()

    def show_all(self, on: bool) -> None:
        """Hide all docks, or bring those back that were in view."""
        shown = [d for d in self.docks.values() if not d.isHidden()]
        with laid_out_once(self.window):
            for dock in self._hidden if on else shown:
                dock.setVisible(on)
        self._hidden = [] if on else shown
        for dock in self.docks.values():
            dock.toggleViewAction().setEnabled(on)
        self.title()

    # -- as they were left -------------------------------------------------------------------

    def follow_system(self) -> None:
        """Bring the docks as they were left for such a system, else as it wants them."""
        kind = self.kind
        if kind == self._kind:
            return
        self._kind = kind
        left = self.window.settings.values.layouts.get(kind, "")
        self._as_left = bool(left) and self.window.restoreState(unpack(left), 1)
        if self._as_left:
            self._hidden = []
        else:
            self.arrange()

    def keep(self) -> None:
        """Remember where the docks are."""
        if self._kind:
            layouts = {**self.window.settings.values.layouts}
            layouts[self._kind] = pack(self.window.saveState(1))
            self.window.settings.set(layouts=layouts)

    # -- sizes -------------------------------------------------------------------------------

    def fit(self) -> None:
        """Give the docks their sizes once the window has its own, unless they are as left."""
        if self._as_left:
            return
        if self._arranged != (self.low, self.narrow):
            self.arrange()
        self.size()

    def size(self) -> None:
        """Give every dock the size of the standard layout."""
        room = self.window.height() - 72 - 32
        below = min(288, max(200, room // 3))  # in a low window the map keeps the most
        if self.wide:
            self._size_wide(room, below)
            return
        d, resize = self.docks, self.window.resizeDocks
        resize([d["ring"]], [384], ACROSS)
        resize([d["attack"]], [below], UPRIGHT)
        if not self.narrow:
            resize([d["attack"], d["log"]], [800, 320], ACROSS)
        low = min(356, room * 57 // 100) if self.zoned else 200
        resize([d["ring"], d["armour"]], [room - low, low], UPRIGHT)

    def _size_wide(self, room: int, below: int) -> None:
        """Give room to a split, its odds and the sum below, and to the layers of the armour."""
        d, resize = self.docks, self.window.resizeDocks
        resize([d["ring"]], [min(520, self.window.width() * 36 // 100)], ACROSS)
        resize([d["attack"]], [min(336, max(below, room * 38 // 100))], UPRIGHT)
        if self.low:
            sizes = [room * 40 // 100, room * 60 // 100]
            resize([d["ring"], d["armour"]], sizes, UPRIGHT)
            return
        body, armour = min(390, room * 40 // 100), min(310, room * 30 // 100)
        sizes = [room - body - armour, body, armour]
        resize([d["ring"], d["body"], d["armour"]], sizes, UPRIGHT)
