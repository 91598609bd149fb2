"""The main window: menus, tool bars, map, docks. It translates actions into commands."""

from __future__ import annotations

import base64
from collections.abc import Callable
from html import escape
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QMenuBar,
    QSizePolicy,
    QStackedWidget,
    QTabWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from desktop import icons, theme
from desktop.actions import ACTIONS, MENUS, OVERLAYS, ActionSpec
from desktop.actions import spec as spec_of
from desktop.board.view import BoardView
from desktop.deeds import Deeds
from desktop.docks import DOCKS
from desktop.docks.base import Dock
from desktop.docks.problems import ProblemsDock
from desktop.fight_actions import FightActions, actions_of, has_actions
from desktop.i18n import language, say, tr
from desktop.message_bar import MessageBar
from desktop.messages import Message
from desktop.palette import CommandSearch
from desktop.session import Session
from desktop.settings import Settings
from desktop.start_page import StartPage
from desktop.tools import TOOLS
from desktop.tools.base import Hint
from desktop.widgets.buttons import ActionButton, Button, ToolButton
from desktop.widgets.chips import KeyCap

STRIP = 72
"""Width of the tool strip."""


class MainWindow(QMainWindow):
    """The window of one open fight, or the start page."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.session: Session | None = None
        self.actions_by_id: dict[str, QAction] = {}
        self.setObjectName("main")
        self.setWindowIcon(icons.app_icon())
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.AnimatedDocks
        )
        self.resize(1600, 1000)
        self.setMinimumSize(960, 640)
        self.deeds = Deeds(self)
        self.fight_actions = FightActions(self)
        self._make_centre()
        self._make_actions()
        self._make_top()
        self._make_tool_bar()
        self._make_tool_strip()
        self._make_docks()
        self._make_status()
        self.retranslate()
        self._listen()
        self._restore_layout()
        self.set_session(None)

    # -- construction ----------------------------------------------------------------------

    def _make_centre(self) -> None:
        self.stack = QStackedWidget()
        self.start_page = StartPage(self.settings)
        self.start_page.chosen.connect(self.deeds.start_page)
        self.board = BoardView()
        frame = QWidget()
        frame.setObjectName("mapframe")
        layout = QVBoxLayout(frame)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.board)
        self.stack.addWidget(self.start_page)
        self.stack.addWidget(frame)
        self.setCentralWidget(self.stack)
        self.messages = MessageBar(self.stack)
        self.board.open_sheet.connect(self.deeds.edit_sheet)
        self.board.context_menu.connect(self.deeds.context_menu)
        self.board.files_dropped.connect(self.deeds.open_paths)

    def _make_actions(self) -> None:
        for spec in ACTIONS:
            if spec.id == "-" or spec.id == "recent":
                continue
            action = QAction(self)
            action.setObjectName(spec.id)
            action.setCheckable(spec.checkable)
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.triggered.connect(self._trigger(spec))
            self.addAction(action)
            self.actions_by_id[spec.id] = action
        self._bind_keys()

    def _trigger(self, spec: ActionSpec) -> Callable[[bool], None]:
        def run(checked: bool) -> None:
            self.deeds.do(spec.id, checked)

        return run

    def _bind_keys(self) -> None:
        preset = self.settings.values.preset
        custom = self.settings.values.shortcuts
        for spec in ACTIONS:
            action = self.actions_by_id.get(spec.id)
            if action is None:
                continue
            keys = spec.keys_in(preset)
            if spec.id in custom:
                keys = tuple(k for k in custom[spec.id].split(" | ") if k)
            action.setShortcuts([QKeySequence(k) for k in keys])

    def _make_top(self) -> None:
        top = QWidget()
        top.setObjectName("top")
        row = QHBoxLayout(top)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(8)
        self.menu_bar = QMenuBar()
        self.menu_bar.setNativeMenuBar(False)
        self.menu_bar.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        row.addWidget(self.menu_bar)
        self._menus: dict[str, QMenu] = {}
        for name in MENUS:
            self._menus[name] = self.menu_bar.addMenu("")
        self.recent_menu = QMenu(self)
        self.recent_menu.setIcon(icons.icon("clock"))
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        for spec in ACTIONS:
            self._add_to_menu(spec)
        self._add_dock_menu()
        row.addStretch(1)
        self.title = QLabel()
        self.title.setObjectName("title")
        self.title.setTextFormat(Qt.TextFormat.RichText)
        row.addWidget(self.title)
        row.addStretch(1)
        self.saved_icon = QLabel()
        self.saved = QLabel()
        self.saved.setObjectName("saved")
        row.addWidget(self.saved_icon)
        row.addWidget(self.saved)
        self.search = CommandSearch(self)
        row.addWidget(self.search)
        self.setMenuWidget(top)

    _menu_name = ""

    def _add_to_menu(self, spec: ActionSpec) -> None:
        if spec.id == "-":
            if self._menu_name:
                self._menus[self._menu_name].addSeparator()
            return
        self._menu_name = spec.menu
        menu = self._menus[spec.menu]
        if spec.id == "recent":
            menu.addMenu(self.recent_menu)
        else:
            menu.addAction(self.actions_by_id[spec.id])

    def _add_dock_menu(self) -> None:
        menu = self._menus["window"]
        menu.addSeparator()
        self.theme_group = self._radio_group(menu, "theme", ("system", "light", "dark"))
        menu.addSeparator()
        self.language_group = self._radio_group(menu, "language", ("de", "en"))
        self._dock_separator = menu.addSeparator()

    def _radio_group(self, menu: QMenu, setting: str, values: tuple[str, ...]) -> QActionGroup:
        group = QActionGroup(self)
        for value in values:
            action = QAction(self)
            action.setObjectName(f"{setting}_{value}")
            action.setCheckable(True)
            action.setData(value)
            action.triggered.connect(
                lambda _checked, s=setting, v=value: self.settings.set(**{s: v})
            )
            group.addAction(action)
            menu.addAction(action)
        return group

    def _make_tool_bar(self) -> None:
        bar = _fixed_bar("bar")
        for id in ("open", "undo", "redo"):
            self._bar_button(bar, id)
        bar.addSeparator()
        self.overlay_label = QLabel()
        self.overlay_label.setObjectName("quiet")
        self.overlay_label.setContentsMargins(4, 0, 4, 0)
        bar.addWidget(self.overlay_label)
        for id in OVERLAYS:
            self._bar_button(bar, id)
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(spacer)
        self._bar_button(bar, "hide_docks", tail=True)
        self._bar_button(bar, "print")
        layout = bar.layout()
        if layout is not None:
            layout.setContentsMargins(8, 0, 0, 8)
        self.bar = bar
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)

    def _bar_button(self, bar: QToolBar, id: str, *, tail: bool = False) -> None:
        mark = spec_of(id).icon
        bar.addWidget(ActionButton(self.actions_by_id[id], mark, tail=tail))

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
                key = QShortcut(QKeySequence(tool.keys), self)
                key.activated.connect(lambda t=tool.id: self._use_tool(t))
        spacer = QWidget()
        spacer.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        strip.addWidget(spacer)
        self.strip_extra: dict[str, ToolButton] = {}
        for id, icon in (("add_combatant", "book"), ("rules_options", "gear")):
            button = ToolButton("", icon)
            button.setCheckable(False)
            button.clicked.connect(lambda _c, i=id: self.deeds.do(i, False))
            strip.addWidget(button)
            self.strip_extra[id] = button
        self.strip = strip
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, strip)
        self.board.tool_changed.connect(self._tool_changed)
        self._tool_changed("select")

    def _use_tool(self, id: str) -> None:
        self.board.use_tool(id)
        self._tool_changed(id)

    def _tool_changed(self, id: str) -> None:
        for tool, button in self.tool_buttons.items():
            button.setChecked(tool == id)

    def _make_docks(self) -> None:
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.setCorner(Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.BottomDockWidgetArea)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.setDocumentMode(True)
        self.setContentsMargins(0, 0, 8, 0)
        self.docks: dict[str, Dock] = {}
        for spec in DOCKS:
            dock = spec.make(self)
            self.docks[spec.id] = dock
            self._menus["window"].addAction(dock.toggleViewAction())
        problems = self.docks["problems"]
        assert isinstance(problems, ProblemsDock)
        self.problems = problems
        self.arrange_docks()
        for dock in self.docks.values():
            dock.message.connect(self.messages.show_message)
            dock.command.connect(self.deeds.do)
            dock.topLevelChanged.connect(lambda _f: self._title_docks())
            dock.dockLocationChanged.connect(lambda _a: self._title_docks())

    def _title_docks(self) -> None:
        """A dock among tabs has its tab for a title."""
        QTimer.singleShot(0, self, self._title_docks_now)

    def _title_docks_now(self) -> None:
        for dock in self.docks.values():
            dock.show_title(dock.isFloating() or not self.tabifiedDockWidgets(dock))

    def arrange_docks(self) -> None:
        """Put every dock where the standard layout has it."""
        right, bottom = (
            Qt.DockWidgetArea.RightDockWidgetArea,
            Qt.DockWidgetArea.BottomDockWidgetArea,
        )
        d = self.docks
        for dock in d.values():
            dock.setFloating(False)
            self.removeDockWidget(dock)
        self.addDockWidget(right, d["ring"])
        self.addDockWidget(bottom, d["attack"])
        self.splitDockWidget(d["ring"], d["armour"], Qt.Orientation.Vertical)
        self.splitDockWidget(d["attack"], d["log"], Qt.Orientation.Horizontal)
        self.tabifyDockWidget(d["armour"], d["body"])
        self.tabifyDockWidget(d["log"], d["problems"])
        self.tabifyDockWidget(d["problems"], d["library"])
        for dock in d.values():
            dock.show()
        d["log"].raise_()
        d["armour"].raise_()
        self.size_docks()
        self._title_docks()

    def size_docks(self) -> None:
        """Give every dock the size of the standard layout."""
        d = self.docks
        self.resizeDocks([d["ring"]], [384], Qt.Orientation.Horizontal)
        self.resizeDocks([d["attack"]], [288], Qt.Orientation.Vertical)
        self.resizeDocks([d["attack"], d["log"]], [832, 288], Qt.Orientation.Horizontal)
        room = self.height() - 72 - 32
        self.resizeDocks([d["ring"], d["armour"]], [room - 200, 200], Qt.Orientation.Vertical)

    def _make_status(self) -> None:
        bar = self.statusBar()
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
            bar.addPermanentWidget(_status_button(self.actions_by_id[id], spec_of(id).icon))
        self.board.hint.connect(self.hint.show_hint)
        self.board.cell_changed.connect(self.cell.setText)
        self.board.zoom_changed.connect(self._zoom_changed)
        self.problems.jump.connect(self.board.show_points)
        self.problems.count_changed.connect(self._problems_counted)

    # -- the open fight ----------------------------------------------------------------------

    def set_session(self, session: Session | None) -> None:
        """Show another fight, or the start page."""
        old = self.session
        self.fight_actions.forget()
        self.session = session
        self.board.set_session(session)
        for dock in self.docks.values():
            dock.set_session(session)
        if old is not None:
            old.setParent(None)
            old.close()
            old.deleteLater()
        if session is not None:
            session.setParent(self)
            session.changed.connect(self._changed)
            session.message.connect(self.messages.show_message)
            session.selection_changed.connect(self.refresh_actions)
            session.draft_changed.connect(self.refresh_actions)
            session.asked.connect(lambda _q: self.refresh_actions())
            session.saved.connect(self._saved)
            session.focus_attack.connect(self._focus_attack)
            self._saved(True)
        self.stack.setCurrentIndex(0 if session is None else 1)
        self._show_chrome(session is not None)
        if session is None:
            self.start_page.refresh()
        else:
            self.board.apply_overlays(self.settings.values.overlays)
            self.board.setFocus()
            session.select_acting()
            QTimer.singleShot(0, self.board, self.board.fit)
            self.deeds.remember()
        self.refresh_actions()

    def _show_chrome(self, on: bool) -> None:
        """The start page stands alone: tools and docks belong to a fight."""
        self.bar.setVisible(on)
        self.strip.setVisible(on)
        self.statusBar().setVisible(on)
        self.saved.setVisible(on)
        self.saved_icon.setVisible(on)
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
        self._title_docks()

    _hidden_docks: list[Dock] = []  # noqa: RUF012  # replaced, never changed in place

    def _changed(self, _changes: object) -> None:
        self.refresh_actions()

    def _saved(self, ok: bool) -> None:
        role = "ok" if ok else "bad"
        self.saved_icon.setPixmap(icons.pixmap("check" if ok else "warn", role, 16))
        key = "window.saved" if ok else "window.not_saved"
        session = self.session
        if session is not None and session.store.read_only:
            key = "window.read_only"
        self.saved.setText(tr(key))
        self.saved.setProperty("bad", not ok)
        self.saved.style().polish(self.saved)

    def _focus_attack(self) -> None:
        self.show_dock("attack")
        self.docks["attack"].take_focus()

    def show_dock(self, id: str) -> None:
        """Bring a dock to the front."""
        dock = self.docks[id]
        dock.show()
        dock.raise_()

    def refresh_actions(self) -> None:
        """Set which actions can be used, what undo is called, and the title."""
        session = self.session
        for spec in ACTIONS:
            action = self.actions_by_id.get(spec.id)
            if action is not None:
                action.setEnabled(self._usable(spec))
                action.setVisible(self._offered(spec))
        undo = session.history.undo_label if session else None
        redo = session.history.redo_label if session else None
        tip = tr("action.undo.tip", what=undo) if undo else tr("action.undo")
        self.actions_by_id["undo"].setToolTip(tip)
        self.actions_by_id["undo"].setStatusTip(tip)
        again = tr("action.redo.tip", what=redo) if redo else tr("action.redo")
        self.actions_by_id["redo"].setToolTip(again)
        overlays = self.settings.values.overlays
        for id in OVERLAYS:
            self.actions_by_id[id].setChecked(id in overlays)
        self.actions_by_id["grid"].setChecked(self.settings.values.grid)
        self.actions_by_id["obstacles"].setChecked(self.settings.values.obstacles)
        self._show_title()

    def _offered(self, spec: ActionSpec) -> bool:
        """Whether the system of the fight knows an action at all."""
        session = self.session
        if session is None:
            return True
        if spec.id == "actions":
            return has_actions(session)
        return not spec.command or spec.command in session.system.commands

    def _usable(self, spec: ActionSpec) -> bool:
        session = self.session
        if not spec.needs:
            return True
        if session is None or not self._offered(spec):
            return False
        match spec.needs:
            case "actions":
                return bool(actions_of(session))
            case "token":
                return bool(session.selected)
            case "enemy":
                me = session.current
                return me is not None and bool(session.enemies(me.id))
            case "running":
                return session.state.timeline.running
            case "undo":
                return session.history.undo_label is not None
            case "redo":
                return session.history.redo_label is not None
            case "picture":
                return session.state.board.picture is not None
        return True

    def _show_title(self) -> None:
        session = self.session
        if session is None:
            self.title.setText("")
            self.setWindowTitle("Schlachtplan")
            return
        file = session.store.path.name
        system = language.words.say(f"system.{session.state.system}")
        stand = say(session.system.headline(session.state))
        self.title.setText(f"<b>{escape(file)}</b> · {escape(system)} · {escape(stand)}")
        self.setWindowTitle(f"{session.state.name or file} – Schlachtplan")

    # -- words and looks -----------------------------------------------------------------------

    def _speak(self) -> None:
        """Another language is in use: this window hears of it and tells all its parts."""
        self.board.retranslate()
        for dock in self.docks.values():
            dock.speak()
        self.start_page.refresh()
        self.retranslate()

    def retranslate(self) -> None:
        """Say every word of the frame again."""
        for name, menu in self._menus.items():
            menu.setTitle(language.words.say(f"menu.{name}"))
        self.recent_menu.setTitle(tr("action.recent"))
        for spec in ACTIONS:
            action = self.actions_by_id.get(spec.id)
            if action is None:
                continue
            action.setText(language.words.say(f"action.{spec.id}"))
            if spec.icon:
                action.setIcon(icons.icon(spec.icon, on="accent"))
            tip = f"action.{spec.id}.tip"
            text = language.words.say(f"action.{spec.id}")
            if spec.id not in ("undo", "redo") and tip in language.words:
                text = language.words.say(tip)
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(f"{text} ({keys})" if keys else text)
        for value in ("system", "light", "dark"):
            self._radio(self.theme_group, value).setText(language.words.say(f"theme.{value}"))
        self._radio(self.language_group, "de").setText("Deutsch")
        self._radio(self.language_group, "en").setText("English")
        self._radio(self.theme_group, self.settings.values.theme).setChecked(True)
        self._radio(self.language_group, language.code).setChecked(True)
        for tool in TOOLS:
            button = self.tool_buttons[tool.id]
            button.setText(language.words.say(tool.word))
            button.setToolTip(language.words.say(tool.word))
        self.strip_extra["add_combatant"].setText(tr("strip.library"))
        self.strip_extra["rules_options"].setText(tr("strip.options"))
        self.overlay_label.setText(tr("bar.overlays"))
        self._problems_counted(self.problems.count)
        self.search.retranslate()
        if self.session is not None:
            self._saved(True)
        self.refresh_actions()

    @staticmethod
    def _radio(group: QActionGroup, value: str) -> QAction:
        for action in group.actions():
            if action.data() == value:
                return action
        return group.actions()[0]

    def _setting_changed(self, name: str) -> None:
        values = self.settings.values
        if name == "language":
            language.use(values.language)
        elif name == "theme":
            self.apply_theme()
        elif name in ("preset", "shortcuts"):
            self._bind_keys()
            self.retranslate()
        elif name == "overlays":
            self.board.apply_overlays(values.overlays)
            self.refresh_actions()
        elif name == "grid":
            self.board.show_grid(values.grid)
        elif name == "obstacles":
            self.board.show_obstacles(values.obstacles)

    def apply_theme(self) -> None:
        """Dress everything in the theme chosen."""
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        theme.apply(app, theme.resolve(self.settings.values.theme, app))
        self.board.set_theme(theme.current())
        for dock in self.docks.values():
            dock.restyle()
        self.start_page.restyle()
        self.retranslate()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the system's colour scheme while the setting says so."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ThemeChange:
            QTimer.singleShot(0, self, self._scheme_changed)

    def _scheme_changed(self) -> None:
        if self._listening and self.settings.values.theme == "system":
            self.apply_theme()

    def _zoom_changed(self, percent: float) -> None:
        self.zoom.setText(tr("status.zoom", zoom=round(percent)))

    def _problems_counted(self, n: int) -> None:
        self.problem_button.setVisible(n > 0)
        self.problem_button.setText(tr("status.problems", n=n))

    # -- files and layout -------------------------------------------------------------------------

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for recent in self.settings.values.recent[:10]:
            action = self.recent_menu.addAction(recent.name or Path(recent.path).stem)
            action.setToolTip(recent.path)
            action.triggered.connect(lambda _c, p=recent.path: self.deeds.open_path(Path(p)))
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction(tr("recent.none")).setEnabled(False)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(u.toLocalFile()) for u in event.mimeData().urls() if u.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            QTimer.singleShot(0, self, lambda: self.deeds.open_paths(paths))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.messages.place()

    def _restore_layout(self) -> None:
        """Come back as left; a lost monitor or a broken record gives the standard layout."""
        values = self.settings.values
        if values.geometry:
            self.restoreGeometry(QByteArray(base64.b64decode(values.geometry)))
        if values.layout and not self.restoreState(QByteArray(base64.b64decode(values.layout)), 1):
            self.arrange_docks()
        screens = QApplication.screens()
        if screens and not any(s.availableGeometry().intersects(self.geometry()) for s in screens):
            self.resize(1600, 1000)
            self.move(screens[0].availableGeometry().topLeft())

    def reset_layout(self) -> None:
        """Bring every dock back to its place."""
        self.arrange_docks()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.session is not None:
            self.settings.set(
                geometry=base64.b64encode(self.saveGeometry().data()).decode(),
                layout=base64.b64encode(self.saveState(1).data()).decode(),
            )
            self.deeds.remember()
        self.set_session(None)
        self._let_go()
        super().closeEvent(event)

    _listening = False

    def _listen(self) -> None:
        """Hear of what outlives this window, once; its parts hear of it from the window."""
        if not self._listening:
            self._listening = True
            language.changed.connect(self._speak)
            self.settings.changed.connect(self._setting_changed)
            QGuiApplication.styleHints().colorSchemeChanged.connect(self._scheme_changed)

    def _let_go(self) -> None:
        """Hear no more of it: a closed window has nothing to show."""
        if self._listening:
            self._listening = False
            language.changed.disconnect(self._speak)
            self.settings.changed.disconnect(self._setting_changed)
            QGuiApplication.styleHints().colorSchemeChanged.disconnect(self._scheme_changed)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the docks their sizes once the window has its own."""
        super().showEvent(event)
        self._listen()
        if not self.settings.values.layout:
            QTimer.singleShot(0, self, self.size_docks)
        self._title_docks()

    def tell(self, message: Message) -> None:
        """Show a message."""
        self.messages.show_message(message)


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
