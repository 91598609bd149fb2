"""What stands around an open fight: map, tools, docks, status. The start page does without."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QTabWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from desktop import icons, theme
from desktop.actions import OVERLAYS
from desktop.actions import spec as spec_of
from desktop.board.view import BoardView
from desktop.docks import DOCKS
from desktop.docks.base import Dock
from desktop.docks.forecast import ForecastDock
from desktop.docks.problems import ProblemsDock
from desktop.docks.zones import ZonesDock
from desktop.guard import guarded
from desktop.i18n import language, tr
from desktop.jobs import soon
from desktop.replay import ReplayBar
from desktop.session import Session
from desktop.settings import pack, unpack
from desktop.tools import TOOLS
from desktop.tools.base import Hint
from desktop.tools.options_bar import OptionsBar
from desktop.widgets.buttons import ActionButton, Button, ToolButton
from desktop.widgets.chips import KeyCap
from maps.grid import Footprint
from rules import registry
from rules.encounter.areas import AreaOfEffect
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.system.actions import Splitting

if TYPE_CHECKING:
    from desktop.main_window import MainWindow

LOW_WINDOW, NARROW_WINDOW = 940, 1400
"""Lower than this, body and armour share a place; narrower, attack and log do."""
STRIP = 72
"""Width of the tool strip."""
STRIP_GAPS = (16, 4)
"""Its rims, upper and lower together, and the gap below each button, as in the style sheet."""
BAR_GAP, BAR_RIM = 4, 24
"""Pixels between two buttons of the tool bar, and at both of its ends together."""
BAR_STEPS = ((True, True, True), (False, True, True), (False, False, True), (False, False, False))
"""What a narrowing tool bar gives up: keys, the word before the overlays, their own words."""


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


class Table(QObject):
    """The parts of one window that show a fight; made when the first one is opened."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._hidden_docks: list[Dock] = []
        self._kind, self._as_left = "", False
        self._arranged = (False, False)
        self._make_map()
        self._make_tool_bar()
        self._make_tool_strip()
        self._make_docks()
        self._make_status()
        self.retranslate()
        self.show_chrome(False)

    # -- construction ----------------------------------------------------------------------

    def _make_map(self) -> None:
        deeds = self.window.deeds
        self.board = BoardView()
        self.board.open_sheet.connect(deeds.edit_sheet)
        self.board.context_menu.connect(deeds.context_menu)
        self.board.files_dropped.connect(deeds.open_paths)
        self.board.area_effect.connect(self._area_effect)
        self.board.storey_bar.menu_wanted.connect(self.window.storeys.bar_menu)
        frame = QWidget()
        frame.setObjectName("mapframe")
        layout = QVBoxLayout(frame)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.window.fights)
        self.replay = ReplayBar()
        self.replay.left.connect(self.window.replay_left)
        self.replay.copied.connect(deeds.go_on_from)
        layout.addWidget(self.replay)
        layout.addWidget(self.board)
        self.window.stack.addWidget(frame)
        self.options = OptionsBar(self.board)

    def _area_effect(self, what: str, area: AreaOfEffect) -> None:
        self.window.groups.effect(what, area)

    def _make_tool_bar(self) -> None:
        bar = self.bar = _fixed_bar("bar")
        self._bar_places: dict[str, QAction] = {}
        for id in ("open", "undo", "redo"):
            self._bar_button(bar, id)
        bar.addSeparator()
        self.overlay_label = QLabel()
        self.overlay_label.setObjectName("quiet")
        self.overlay_label.setContentsMargins(4, 0, 4, 0)
        self._overlay_word = bar.addWidget(self.overlay_label)
        self._overlay_buttons = [self._bar_button(bar, id) for id in OVERLAYS]
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(spacer)
        docks = self._bar_button(bar, "hide_docks", tail=True)
        self._bar_button(bar, "print")
        self._tails = (docks, self._bar_button(bar, "player_window", tail=True))
        layout = bar.layout()
        if layout is not None:
            layout.setContentsMargins(8, 0, 0, 8)
        bar.installEventFilter(self)
        self.window.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)

    def _bar_button(self, bar: QToolBar, id: str, *, tail: bool = False) -> ActionButton:
        button = ActionButton(self.window.actions_by_id[id], spec_of(id).icon, tail=tail)
        self._bar_places[id] = bar.addWidget(button)
        button.action.changed.connect(lambda: self._show_bar_button(id))
        return button

    def _show_bar_button(self, id: str) -> None:
        """Leave out what the system does not know."""
        self._bar_places[id].setVisible(self.window.actions_by_id[id].isVisible())

    def _fit_bar(self) -> None:
        """Let everything stay in sight in a narrow tool bar: words and keys go first."""
        for keys, word, words in BAR_STEPS:
            for tail in self._tails:
                tail.show_tail(keys)
            self._overlay_word.setVisible(word)
            for button in self._overlay_buttons:
                button.show_word(words)
            if self._bar_width() <= self.bar.width():
                return

    def _bar_width(self) -> int:
        """Return how wide the tool bar wants to be."""
        shown = [self.bar.widgetForAction(a) for a in self.bar.actions() if a.isVisible()]
        wide = sum(widget.sizeHint().width() for widget in shown)
        return wide + theme.px(BAR_GAP) * len(shown) + theme.px(BAR_RIM)

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the bars into a window of another size or with other words."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and watched is self.bar:
            self._fit_bar()
        if event.type() == QEvent.Type.Resize and watched is self.strip:
            self._fit_strip()
        return super().eventFilter(watched, event)

    def _make_tool_strip(self) -> None:
        strip = _fixed_bar("strip")
        strip.setOrientation(Qt.Orientation.Vertical)
        strip.setFixedWidth(STRIP)
        self.tool_buttons: dict[str, ToolButton] = {}
        for tool in TOOLS:
            button = ToolButton("", tool.icon)
            button.clicked.connect(lambda _c, t=tool.id: self._use_tool(t))
            strip.addWidget(button)
            self.tool_buttons[tool.id] = button
            if tool.keys:
                key = QShortcut(QKeySequence(tool.keys), self.window)
                key.activated.connect(lambda t=tool.id: self._use_tool(t))
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        strip.addWidget(spacer)
        self.strip_extra: dict[str, ToolButton] = {}
        for id, icon in (("add_combatant", "book"), ("rules_options", "gear")):
            button = ToolButton("", icon)
            button.setCheckable(False)
            button.clicked.connect(lambda _c, i=id: self.window.deeds.do(i, False))
            strip.addWidget(button)
            self.strip_extra[id] = button
        self.strip = strip
        strip.installEventFilter(self)
        self.window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, strip)
        self.board.tool_changed.connect(self._tool_changed)
        self._tool_changed("select")

    def _fit_strip(self) -> None:
        """Let all tools fit into the strip, in a low window without their words."""
        buttons = [*self.tool_buttons.values(), *self.strip_extra.values()]
        rim, gap = STRIP_GAPS
        room = (self.strip.height() - theme.px(rim + gap)) // len(buttons) - theme.px(gap)
        heights = ToolButton.HEIGHTS
        high = next((h for h in heights if theme.px(h) <= room), heights[-1])
        for button in buttons:
            button.set_high(high)

    def _show_details(self) -> None:
        """Show the facts of what is picked and let them have the keyboard."""
        self.show_dock("obstacles")
        self.docks["obstacles"].take_focus()
        self.title_docks()

    def _tool_in_hand(self, id: str) -> None:
        """The facts of obstacles are shown as long as they are edited."""
        dock = self.docks["obstacles"]
        if id == "edit":
            self.show_dock("obstacles")
            self.board.setFocus()
        elif not dock.isFloating():
            dock.hide()
        self.window.refresh_actions()
        self.title_docks()

    def _use_tool(self, id: str) -> None:
        self.board.use_tool(id)
        self._tool_changed(id)

    def _tool_changed(self, id: str) -> None:
        for tool, button in self.tool_buttons.items():
            button.setChecked(tool == id)

    def _make_docks(self) -> None:
        self.window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.window.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.BottomDockWidgetArea)
        self.window.setTabPosition(
            Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North
        )
        self.window.setDocumentMode(True)
        self.docks: dict[str, Dock] = {}
        for spec in DOCKS:
            dock = spec.make(self.window)
            self.docks[spec.id] = dock
            self.window.menus["window"].addAction(dock.toggleViewAction())
        problems = self.docks["problems"]
        assert isinstance(problems, ProblemsDock)
        self.problems = problems
        zones = self.docks["zones"]
        assert isinstance(zones, ZonesDock)
        self.zones = zones
        forecast = self.docks["forecast"]
        assert isinstance(forecast, ForecastDock)
        forecast.pointed.connect(self.board.speech.point_to)
        self.arrange_docks()
        for dock in self.docks.values():
            dock.message.connect(self.window.messages.show_message)
            dock.command.connect(self.window.deeds.do)
            dock.topLevelChanged.connect(lambda _f: self.title_docks())
            dock.dockLocationChanged.connect(lambda _a: self.title_docks())

    def title_docks(self) -> None:
        """A dock among tabs has its tab for a title."""
        soon(self, self._title_docks_now)

    def _title_docks_now(self) -> None:
        for dock in self.docks.values():
            dock.show_title(dock.isFloating() or not self.window.tabifiedDockWidgets(dock))

    def arrange_docks(self) -> None:
        """Put every dock where the standard layout of the system has it."""
        right, bottom = (
            Qt.DockWidgetArea.RightDockWidgetArea,
            Qt.DockWidgetArea.BottomDockWidgetArea,
        )
        d = self.docks
        self._as_left, self._arranged = False, (self.low, self.narrow)
        for dock in d.values():
            dock.setFloating(False)
            self.window.removeDockWidget(dock)
        self.window.addDockWidget(right, d["ring"])
        self.window.addDockWidget(bottom, d["attack"])
        upright, across = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
        if self.wide and not self.low:
            self.window.splitDockWidget(d["ring"], d["body"], upright)
            self.window.splitDockWidget(d["body"], d["armour"], upright)
        else:
            self.window.splitDockWidget(d["ring"], d["armour"], upright)
            self.window.tabifyDockWidget(d["armour"], d["body"])
        if self.narrow:
            self.window.tabifyDockWidget(d["attack"], d["log"])
        else:
            self.window.splitDockWidget(d["attack"], d["log"], across)
        for spec in DOCKS:
            if spec.beside:
                self.window.tabifyDockWidget(d[spec.beside], d[spec.id])
        for dock in d.values():
            dock.setVisible(not dock.on_demand)
        self.raise_docks()
        self.size_docks()
        self.title_docks()

    def raise_docks(self) -> None:
        """Bring those docks to the front that are looked at most."""
        self.docks["attack" if self.narrow else "log"].raise_()
        self.docks["body" if self.zoned else "armour"].raise_()

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

    def fit_layout(self) -> None:
        """Bring the docks as they were left for such a system, else as it wants them."""
        kind = self.kind
        if kind == self._kind:
            return
        self._kind = kind
        left = self.window.settings.values.layouts.get(kind, "")
        self._as_left = bool(left) and self.window.restoreState(unpack(left), 1)
        if self._as_left:
            self._hidden_docks = []
        else:
            self.arrange_docks()

    def keep_layout(self) -> None:
        """Remember where the docks are."""
        if self._kind and self.bar.isVisibleTo(self.window):
            layouts = {**self.window.settings.values.layouts}
            layouts[self._kind] = pack(self.window.saveState(1))
            self.window.settings.set(layouts=layouts)

    def fit_sizes(self) -> None:
        """Give the docks their sizes once the window has its own, unless they are as left."""
        if self._as_left:
            return
        if self._arranged != (self.low, self.narrow):
            self.arrange_docks()
        self.size_docks()

    def size_docks(self) -> None:
        """Give every dock the size of the standard layout."""
        d, resize = self.docks, self.window.resizeDocks
        room = self.window.height() - 72 - 32
        below = min(288, max(200, room // 3))  # in a low window the map keeps the most
        if self.wide:
            right = min(520, self.window.width() * 36 // 100)
            resize([d["ring"]], [right], Qt.Orientation.Horizontal)
            split = min(336, max(below, room * 38 // 100))  # a split, its odds and the sum below
            resize([d["attack"]], [split], Qt.Orientation.Vertical)
            if self.low:
                resize(
                    [d["ring"], d["armour"]],
                    [room * 40 // 100, room * 60 // 100],
                    Qt.Orientation.Vertical,
                )
                return
            body, armour = min(390, room * 40 // 100), min(310, room * 30 // 100)
            sizes = [room - body - armour, body, armour]
            resize([d["ring"], d["body"], d["armour"]], sizes, Qt.Orientation.Vertical)
            return
        resize([d["ring"]], [384], Qt.Orientation.Horizontal)
        resize([d["attack"]], [below], Qt.Orientation.Vertical)
        if not self.narrow:
            resize([d["attack"], d["log"]], [800, 320], Qt.Orientation.Horizontal)
        low = min(356, room * 57 // 100) if self.zoned else 200
        resize([d["ring"], d["armour"]], [room - low, low], Qt.Orientation.Vertical)

    def _make_status(self) -> None:
        bar = self.window.statusBar()
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(8, 0, 0, 0)
        self.hint = HintBar()
        self.cell = QLabel()
        self.zoom = QLabel("100 %")
        self.zoom.setFixedWidth(52)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignCenter)
        bar.addWidget(self.hint, 1)
        bar.addPermanentWidget(self.cell)
        self.problem_button = Button("", "flat", mark="warn")
        self.problem_button.clicked.connect(lambda: self.show_dock("problems"))
        bar.addPermanentWidget(self.problem_button)
        for id in ("zoom_out", "", "zoom_in", "fit"):
            if not id:
                bar.addPermanentWidget(self.zoom)
                continue
            bar.addPermanentWidget(_status_button(self.window.actions_by_id[id], spec_of(id).icon))
        self.board.tools.details_wanted.connect(self._show_details)
        self.board.tools.menu_wanted.connect(self.window.deeds.tool_menu)
        self.board.tools.ready_changed.connect(self.window.refresh_actions)
        self.board.tool_changed.connect(self._tool_in_hand)
        self.board.hint.connect(self.hint.show_hint)
        self.board.cell_changed.connect(self.cell.setText)
        self.board.zoom_changed.connect(self._zoom_changed)
        self.problems.jump.connect(self.board.navigation.show_points)
        self.zones.jump.connect(self.board.navigation.show_points)
        self.zones.handout.connect(self.window.deeds.show_handout)
        tool = self.board.zone_tool
        self.zones.picked.connect(tool.choose)
        tool.on_choose = self.zones.choose
        self.problems.count_changed.connect(self._problems_counted)

    # -- the open fight ----------------------------------------------------------------------

    def set_session(self, session: Session | None) -> None:
        """Show another fight, or none."""
        self.keep_layout()
        self.replay.set_session(session)
        self.board.set_session(session)
        for dock in self.docks.values():
            dock.set_session(session)
        if session is not None:
            self.fit_layout()

    def show_chrome(self, on: bool) -> None:
        """The start page stands alone: tools and docks belong to a fight."""
        self.bar.setVisible(on)
        self.strip.setVisible(on)
        self.window.statusBar().setVisible(on)
        self.window.saved.setVisible(on)
        self.window.saved_icon.setVisible(on)
        if on:
            if self._hidden_docks:
                for dock in self._hidden_docks:
                    dock.show()
                self._hidden_docks = []
        else:
            self._hidden_docks = [d for d in self.docks.values() if not d.isHidden()]
            for dock in self._hidden_docks:
                dock.hide()
        for dock in self.docks.values():
            dock.toggleViewAction().setEnabled(on)
        self.title_docks()

    def show_dock(self, id: str) -> None:
        """Bring a dock to the front."""
        dock = self.docks[id]
        dock.show()
        dock.raise_()
        self.title_docks()

    def turn_panel(self, step: int) -> None:
        """Give the keyboard to the next part in view: the map, then every dock in front."""
        in_view = [d for d in self.docks.values() if not d.visibleRegion().isEmpty()]
        parts: list[BoardView | Dock] = [self.board, *in_view]
        held = QApplication.focusWidget()
        at = next((i for i, p in enumerate(parts) if held and p.isAncestorOf(held)), 0)
        for i in range(1, len(parts)):
            part = parts[(at + i * step) % len(parts)]
            if isinstance(part, BoardView):
                part.setFocus(Qt.FocusReason.TabFocusReason)  # the map shows that it has it
            else:
                part.take_focus()
            taken = QApplication.focusWidget()
            if taken is not None and (part is taken or part.isAncestorOf(taken)):
                return  # an empty dock has nothing to hold it

    # -- words and looks -----------------------------------------------------------------------

    def speak(self) -> None:
        """Another language is in use: tell all parts."""
        self.board.retranslate()
        self.replay.retranslate()
        self.options.refresh()
        for dock in self.docks.values():
            dock.speak()
        self.retranslate()

    def retranslate(self) -> None:
        """Say the words of tool bars and status bar again."""
        for tool in TOOLS:
            button = self.tool_buttons[tool.id]
            button.setText(language.words.say(tool.word))
            button.setToolTip(language.words.say(tool.word))
        self.strip_extra["add_combatant"].setText(tr("strip.library"))
        self.strip_extra["rules_options"].setText(tr("strip.options"))
        self.overlay_label.setText(tr("bar.overlays"))
        self._problems_counted(self.problems.count)

    def restyle(self) -> None:
        """Draw everything again in the theme in use."""
        self.board.set_theme(theme.current())
        for dock in self.docks.values():
            dock.restyle()

    def _zoom_changed(self, percent: float) -> None:
        self.zoom.setText(tr("status.zoom", zoom=round(percent)))

    def _problems_counted(self, n: int) -> None:
        self.problem_button.setVisible(n > 0)
        self.problem_button.setText(tr("status.problems", n=n))


def _fixed_bar(name: str) -> QToolBar:
    """Return a tool bar that stays where it is."""
    bar = QToolBar()
    bar.setObjectName(name)
    bar.setMovable(False)
    bar.setFloatable(False)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    return bar


def _status_button(action: QAction, mark: str) -> Button:
    """Return a button of the status bar; only the last one, "fit", has words."""
    if action.objectName() == "fit":
        return ActionButton(action, mark, tail=True)
    return _IconOnly(action, mark)


class _IconOnly(ActionButton):
    """A button of an action that shows no words; they are its tooltip and its name."""

    def _follow(self) -> None:
        super()._follow()
        self.setAccessibleName(self.text() or self.accessibleName())
        self.setText("")


class HintBar(QWidget):
    """What the hand is about to do: an icon, a word, and keys with what they do."""

    def __init__(self) -> None:
        super().__init__()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)
        self._shown: Hint | None = None

    def show_hint(self, hint: Hint | None) -> None:
        """Show another hint; the same one is left alone."""
        if hint == self._shown:
            return
        self._shown = hint
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.setAccessibleName(hint.text if hint is not None else "")
        if hint is None:
            return
        mark = QLabel()
        mark.setPixmap(icons.pixmap(hint.icon, "text-2", 16, self.devicePixelRatioF()))
        self._row.addWidget(mark)
        title = QLabel(hint.title)
        title.setProperty("step", "name")
        self._row.addWidget(title)
        for key, does in hint.keys:
            self._row.addSpacing(6)
            self._row.addWidget(KeyCap(key))
            self._row.addWidget(QLabel(does))
        self._row.addStretch(1)
