"""What stands around an open fight: map, tools, docks, status. The start page does without."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from desktop import theme
from desktop.board.view import BoardView
from desktop.docks.base import Dock
from desktop.docks.forecast import ForecastDock
from desktop.docks.problems import ProblemsDock
from desktop.docks.zones import ZonesDock
from desktop.session import Session
from desktop.tools import TOOLS
from desktop.tools.options_bar import OptionsBar
from desktop.widgets.layouts import laid_out_once
from desktop.window.dock_layout import DockLayout
from desktop.window.replay import ReplayBar
from desktop.window.status_line import StatusLine
from desktop.window.tool_bars import ActionBar, ToolStrip
from rules.encounter.areas import AreaOfEffect

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow

D = TypeVar("D", bound=Dock)


class Table(QObject):
    """The parts of one window that show a fight; made when the first one is opened."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._make_map()
        self._make_bars()
        self._make_docks()
        self.status = StatusLine(window.statusBar(), window.actions_by_id)
        self._connect()
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

    def _make_bars(self) -> None:
        window = self.window
        self.bar = ActionBar(window.actions_by_id)
        window.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.bar)
        self.strip = ToolStrip(self._use_tool, window.deeds.do)
        for tool in TOOLS:
            if tool.keys:
                key = QShortcut(QKeySequence(tool.keys), window)
                key.activated.connect(lambda t=tool.id: self._use_tool(t))
        window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.strip)
        self.board.tool_changed.connect(self.strip.show_tool)
        self.strip.show_tool("select")

    def _make_docks(self) -> None:
        self.layout = DockLayout(self.window)
        self.docks = self.layout.docks
        self.problems = self._dock("problems", ProblemsDock)
        self.zones = self._dock("zones", ZonesDock)
        self._dock("forecast", ForecastDock).pointed.connect(self.board.speech.point_to)
        for dock in self.docks.values():
            dock.message.connect(self.window.messages.show_message)
            dock.command.connect(self.window.deeds.do)

    def _dock(self, id: str, kind: type[D]) -> D:
        dock = self.docks[id]
        assert isinstance(dock, kind)
        return dock

    def _connect(self) -> None:
        board, status, deeds = self.board, self.status, self.window.deeds
        status.problems.clicked.connect(lambda: self.layout.show("problems"))
        board.tools.details_wanted.connect(self._show_details)
        board.tools.menu_wanted.connect(deeds.tool_menu)
        board.tools.ready_changed.connect(self.window.refresh_actions)
        board.tool_changed.connect(self._tool_in_hand)
        board.hint.connect(status.hint.show_hint)
        board.cell_changed.connect(status.cell.setText)
        board.zoom_changed.connect(status.show_zoom)
        self.problems.jump.connect(board.navigation.show_points)
        self.problems.count_changed.connect(status.show_problems)
        self.zones.jump.connect(board.navigation.show_points)
        self.zones.handout.connect(deeds.show_handout)
        self.zones.picked.connect(board.zone_tool.choose)
        board.zone_tool.on_choose = self.zones.choose

    # -- tools ---------------------------------------------------------------------------------

    def _use_tool(self, id: str) -> None:
        self.board.use_tool(id)
        self.strip.show_tool(id)

    def _tool_in_hand(self, id: str) -> None:
        """The facts of obstacles are shown as long as they are edited."""
        dock = self.docks["obstacles"]
        if id == "edit":
            self.layout.show("obstacles")
            self.board.setFocus()
        elif not dock.isFloating():
            dock.hide()
        self.window.refresh_actions()
        self.layout.title()

    def _show_details(self) -> None:
        """Show the facts of what is picked and let them have the keyboard."""
        self.layout.show("obstacles")
        self.docks["obstacles"].take_focus()
        self.layout.title()

    # -- the open fight ----------------------------------------------------------------------

    def set_session(self, session: Session | None) -> None:
        """Show another fight, or none."""
        self.keep_layout()
        self.replay.set_session(session)
        self.board.set_session(session)
        for dock in self.docks.values():
            dock.set_session(session)
        if session is not None:
            self.layout.follow_system()

    def keep_layout(self) -> None:
        """Remember where the docks are, unless the start page hides them."""
        if self.bar.isVisibleTo(self.window):
            self.layout.keep()

    def show_chrome(self, on: bool) -> None:
        """The start page stands alone: tools and docks belong to a fight."""
        window = self.window
        with laid_out_once(window):
            for part in (self.bar, self.strip, window.statusBar()):
                part.setVisible(on)
            window.top.show_chrome(on)
            self.layout.show_all(on)

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
        self.strip.retranslate()
        self.bar.retranslate()
        self.status.show_problems(self.problems.count)

    def restyle(self) -> None:
        """Draw everything again in the theme in use."""
        self.board.set_theme(theme.current())
        for dock in self.docks.values():
            dock.restyle()
