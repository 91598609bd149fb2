"""The main window: menus, tool bars, map, docks. It translates actions into commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QChildEvent, QEvent, QMargins, Qt
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QMenuBar,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QWidget,
)

from desktop import choosing, colours, icons, theme
from desktop.actions import ACTIONS, MENUS, OVERLAYS, ActionSpec
from desktop.dock_tabs import DockTabs
from desktop.fights import FightTabs
from desktop.guard import guarded
from desktop.i18n import language, say, tr
from desktop.jobs import soon
from desktop.message_bar import MessageBar
from desktop.messages import Message
from desktop.overlay_words import overlay_offered, overlay_tip, overlay_word
from desktop.palette import CommandSearch
from desktop.settings import Settings, pack, unpack
from desktop.start_page import StartPage
from desktop.widgets.base import label
from desktop.widgets.title import Title
from desktop.widgets.unmarked import unmarked
from rules.core.glossary import language_names

if TYPE_CHECKING:
    from desktop.board.view import BoardView
    from desktop.chances import Chances
    from desktop.deeds import Deeds
    from desktop.docks.base import Dock
    from desktop.docks.problems import ProblemsDock
    from desktop.fight_actions import FightActions
    from desktop.group_deeds import GroupDeeds
    from desktop.player_window import PlayerWindow
    from desktop.session import Session
    from desktop.storey_deeds import StoreyDeeds
    from desktop.table import Table
    from rules.system import RuleSystem


PORTABLE = QKeySequence.SequenceFormat.PortableText


class MainWindow(QMainWindow):
    """The window of the open fights, or the start page."""

    opened: ClassVar[list[MainWindow]] = []
    """All windows of the program, in the order in which they came."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        choosing.use(settings)
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
        self._table: Table | None = None
        self._dock_tabs = DockTabs(self)
        self._make_centre()
        self._make_actions()
        self._make_top()
        self.retranslate()
        self._listen()
        self._restore_geometry()
        self.set_session(None)

    # -- parts made when first needed --------------------------------------------------------

    @property
    def table(self) -> Table:
        """What stands around a fight; the start page comes sooner without it."""
        if self._table is None:
            from desktop.table import Table

            self._table = Table(self)
            self._follow_hands()
            self._size_docks()
        return self._table

    def _size_docks(self) -> None:
        """Give the docks their sizes once the window has its own."""
        soon(self.table, self.table.layout.fit)

    @cached_property
    def deeds(self) -> Deeds:
        """What the actions do."""
        from desktop.deeds import Deeds

        return Deeds(self)

    @cached_property
    def fight_actions(self) -> FightActions:
        """What the system of the fight lets combatants do."""
        from desktop.fight_actions import FightActions

        return FightActions(self)

    @cached_property
    def chances(self) -> Chances:
        """Offers the attacks that a move gave to foes."""
        from desktop.chances import Chances

        return Chances(self)

    @cached_property
    def groups(self) -> GroupDeeds:
        """What is done to many at once."""
        from desktop.group_deeds import GroupDeeds

        return GroupDeeds(self)

    @cached_property
    def storeys(self) -> StoreyDeeds:
        """What is done with the storeys of a map."""
        from desktop.storey_deeds import StoreyDeeds

        return StoreyDeeds(self)

    @property
    def player(self) -> PlayerWindow:
        """The second window, which players see; made when it is first wanted."""
        if self._player is None:
            from desktop.player_window import PlayerWindow

            actions = [self.actions_by_id[id] for id in ("player_window", "player_black")]
            self._player = PlayerWindow(self.settings, actions)
            self._player.changed.connect(self._show_player_state)
        return self._player

    _player: PlayerWindow | None = None

    def end_handout(self) -> None:
        """Show players the map again, where there is a window for them."""
        if self._player is not None and self._player.handout.active:
            self._player.show_handout(QImage())

    def _show_player_state(self) -> None:
        """Check the actions as the second window is; a picture that is gone needs no button."""
        if self._table is not None and not (self._player and self._player.handout.active):
            self._table.zones.handout_ended()
        shown = self._player is not None and self._player.isVisible()
        black = self._player is not None and self._player.black
        self.actions_by_id["player_window"].setChecked(shown)
        self.actions_by_id["player_black"].setChecked(black)

    @property
    def board(self) -> BoardView:
        return self.table.board

    @property
    def docks(self) -> dict[str, Dock]:
        return self.table.docks

    @property
    def problems(self) -> ProblemsDock:
        return self.table.problems

    # -- construction ----------------------------------------------------------------------

    def _make_centre(self) -> None:
        self.stack = QStackedWidget()
        self.start_page = StartPage(self.settings)
        self.start_page.chosen.connect(self._chosen)
        self.fights = FightTabs()
        self.fights.wanted.connect(self._show_fight)
        self.fights.closing.connect(self.close_fight)
        self.stack.addWidget(self.start_page)
        self.setCentralWidget(self.stack)
        self.setContentsMargins(0, 0, 8, 0)
        self.messages = MessageBar(self.stack)

    def _chosen(self, what: str, detail: str) -> None:
        self.deeds.start_page(what, detail)

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
            action.setShortcuts([QKeySequence(k, PORTABLE) for k in keys])

    def _make_top(self) -> None:
        top = QWidget()
        top.setObjectName("top")
        row = QHBoxLayout(top)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(8)
        self.menu_bar = QMenuBar()
        self.menu_bar.setNativeMenuBar(False)
        # the title gives way first: a menu that is folded away is not found
        self.menu_bar.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row.addWidget(self.menu_bar)
        self.menus: dict[str, QMenu] = {}
        for name in MENUS:
            self.menus[name] = self.menu_bar.addMenu("")
            self.menus[name].aboutToShow.connect(self.dress_actions)
        self.recent_menu = QMenu(self)
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        for spec in ACTIONS:
            self._add_to_menu(spec)
        self._add_dock_menu()
        row.addStretch(1)
        self.title = Title()
        row.addWidget(self.title)
        row.addStretch(1)
        self.saved_icon = label()
        self.saved = label()
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
                self.menus[self._menu_name].addSeparator()
            return
        self._menu_name = spec.menu
        menu = self.menus[spec.menu]
        if spec.id == "recent":
            menu.addMenu(self.recent_menu)
        else:
            menu.addAction(self.actions_by_id[spec.id])

    def _add_dock_menu(self) -> None:
        self._languages = language_names()
        menu = self.menus["window"]
        menu.addSeparator()
        self.theme_group = self._radio_group(menu, "theme", ("system", "light", "dark"))
        menu.addSeparator()
        self.language_group = self._radio_group(menu, "language", tuple(self._languages))
        menu.addSeparator()
        menu.aboutToShow.connect(lambda: self.table)  # the docks put themselves into it

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

    # -- the open fight ----------------------------------------------------------------------

    def set_session(self, session: Session | None) -> None:
        """Show a fight beside those that are open; None closes the one that is shown."""
        old = self.session
        if session is not None:
            self._show_fight(session)
            return
        self._show_fight(self.fights.after(old) if old is not None else None)
        if old is not None:
            self.fights.take(old)
            old.setParent(None)
            old.close()
            old.deleteLater()

    def close_fight(self, session: Session) -> None:
        """Close one of the open fights; the one that is shown stays, unless it is this one."""
        shown = self.session
        self._show_fight(session)
        self.deeds.remember()
        self.set_session(None)
        if shown is not None and shown is not session:
            self._show_fight(shown)

    def hand_over(self, session: Session) -> None:
        """Let another window have a fight: it stays open, but not here."""
        self._show_fight(self.fights.after(session))
        self.fights.take(session)
        session.setParent(None)

    def _show_fight(self, session: Session | None) -> None:
        """Show one of the open fights or a further one, or the start page."""
        old = self.session
        if old is session and session is not None:
            return
        if old is not None and self._table is not None:
            old.talk.cancel()
            self.fights.keep_view(old, self.board.camera)
        self.session = session
        if self._player is not None:
            self._player.set_session(session)
        self._measure()
        if session is not None or self._table is not None:
            self.fight_actions.forget()
            self.table.set_session(session)
        if old is not None:
            old.unheard()
        if session is not None:
            session.setParent(self)
            session.changed.connect(self._changed)
            session.message.connect(self.messages.show_message)
            session.selection_changed.connect(self.refresh_actions)
            session.picked_changed.connect(self.refresh_actions)
            session.storey_changed.connect(self.refresh_actions)
            session.draft_changed.connect(self.refresh_actions)
            session.asked.connect(lambda _q: self.refresh_actions())
            self.chances.follow(session)
            self.storeys.follow(session)
            session.saved.connect(self._saved)
            session.focus_attack.connect(self._focus_attack)
            self._saved(True)
        self.stack.setCurrentIndex(0 if session is None else 1)
        if self._table is not None:
            self._table.show_chrome(session is not None)
        if session is None:
            self.start_page.refresh()
        else:
            self.board.switches.apply_overlays(self.settings.values.overlays)
            self.board.setFocus()
            view = self.fights.view_of(session)
            if view is not None:
                self.board.navigation.set_camera(view)
            else:
                session.select_acting()
                soon(self.board, self.board.navigation.fit)
            self.fights.show_session(session)
            self.deeds.remember()
        self.refresh_actions()

    def _changed(self, _changes: object) -> None:
        self.refresh_actions()

    def _saved(self, ok: bool) -> None:
        mark, role = ("check", "ok") if ok else ("warn", "bad")
        key = "window.saved" if ok else "window.not_saved"
        session = self.session
        if session is not None and session.past:
            mark, role, key = "clock", "warn", "replay.saved"
        elif session is not None and session.store.read_only:
            mark, role, key = "lock", "warn", "window.read_only"
        self.saved_icon.setPixmap(icons.pixmap(mark, role, 16))
        self.saved.setText(tr(key))
        self.saved.setProperty("bad", not ok)
        self.saved.style().polish(self.saved)

    def refresh_saved(self) -> None:
        """Say anew whether the fight is safe, or that the past is looked at."""
        self._saved(True)

    def replay_left(self) -> None:
        """The fight is shown as it is again."""
        self.refresh_saved()
        self.board.setFocus()

    def _focus_attack(self) -> None:
        self.show_dock("attack")
        self.docks["attack"].take_focus()

    def show_dock(self, id: str) -> None:
        """Bring a dock to the front."""
        self.table.layout.show(id)

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
        self.actions_by_id["undo"].setToolTip(unmarked(tip))
        self.actions_by_id["undo"].setStatusTip(tip)
        again = tr("action.redo.tip", what=redo) if redo else tr("action.redo")
        self.actions_by_id["redo"].setToolTip(unmarked(again))
        overlays = self.settings.values.overlays
        for id in OVERLAYS:
            self.actions_by_id[id].setChecked(id in overlays)
            self._name_overlay(id)
        self.actions_by_id["grid"].setChecked(self.settings.values.grid)
        self.actions_by_id["obstacles"].setChecked(self.settings.values.obstacles)
        self._show_title()

    def _name_overlay(self, id: str) -> None:
        """Call an overlay what the system of the fight calls it."""
        action, system = self.actions_by_id[id], self.session.system if self.session else None
        action.setText(overlay_word(system, id))
        tip = overlay_tip(system, id)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(unmarked(f"{tip} ({keys})" if keys else tip))

    _offers: tuple[RuleSystem, dict[str, bool]] | None = None
    """What the system offers of the actions: the same as long as it is the same."""

    def _offered(self, spec: ActionSpec) -> bool:
        """Whether the system of the fight knows an action at all."""
        session = self.session
        if session is None:
            return True
        if self._offers is None or self._offers[0] is not session.system:
            self._offers = (session.system, {})
        known = self._offers[1]
        if spec.id not in known:
            known[spec.id] = self._knows(session, spec)
        return known[spec.id]

    @staticmethod
    def _knows(session: Session, spec: ActionSpec) -> bool:
        if spec.id == "actions":
            from desktop.fight_actions import has_actions

            return has_actions(session)
        if spec.id in OVERLAYS:
            return overlay_offered(session.system, spec.id)
        if spec.needs == "tables":
            from rules.system.extras import Tabled

            return isinstance(session.system, Tabled)
        return not spec.command or spec.command in session.system.commands

    def _usable(self, spec: ActionSpec) -> bool:
        session = self.session
        if session is not None and self._table is not None:
            tool = self.board.tools.current
            if spec.id in tool.claims:
                return spec.id in tool.ready()
        if not spec.needs:
            return True
        if session is None or not self._offered(spec):
            return False
        match spec.needs:
            case "actions":
                from desktop.fight_actions import actions_of

                return bool(actions_of(session))
            case "token":
                return bool(session.selected)
            case "pair":
                return len(session.selected) == 2
            case "enemy":
                me = session.current
                return me is not None and session.has_enemies(me.id)
            case "running":
                return session.state.timeline.running
            case "undo":
                return session.history.undo_label is not None
            case "redo":
                return session.history.redo_label is not None
            case "picture":
                return session.shown.picture is not None
            case "storeys":
                return len(session.state.board.storeys) > 1
            case "storeys_token":
                return len(session.state.board.storeys) > 1 and bool(session.selected)
            case "fights":
                return self.fights.count() > 1
            case "tool":
                return False  # nothing in the hand claims it
        return True

    def _show_title(self) -> None:
        session = self.session
        if session is None:
            self.title.show_title("")
            self.setWindowTitle("Schlachtplan")
            return
        file = session.store.path.name
        system = language.words.say(f"system.{session.state.system}")
        stand = say(session.system.headline(session.state))
        self.fights.name_tabs()
        self.title.show_title(file, f"{system} · {stand}")
        self.setWindowTitle(f"{session.state.name or file} – Schlachtplan")

    # -- words and looks -----------------------------------------------------------------------

    def _speak(self) -> None:
        """Another language is in use: this window hears of it and tells all its parts."""
        if self._table is not None:
            self._table.speak()
        self.start_page.refresh()
        self.retranslate()

    @guarded
    def childEvent(self, event: QChildEvent) -> None:
        """Name the tabs that Qt makes where docks share a place."""
        super().childEvent(event)
        # to ask which child it is would make all classes that it might be
        if event.added() and not self._tabs_unnamed:
            self._tabs_unnamed = True
            soon(self, self._name_tabs)

    _tabs_unnamed = False

    def _name_tabs(self) -> None:
        self._tabs_unnamed = False
        self._dock_tabs.dress(self)

    def retranslate(self) -> None:
        """Say every word of the frame again."""
        self._name_tabs()
        for name, menu in self.menus.items():
            menu.setTitle(language.words.say(f"menu.{name}"))
        self.recent_menu.setTitle(tr("action.recent"))
        for spec in ACTIONS:
            action = self.actions_by_id.get(spec.id)
            if action is None:
                continue
            action.setText(language.words.say(f"action.{spec.id}"))
            text = action.text()
            if spec.id not in ("undo", "redo"):
                text = language.words.own(f"action.{spec.id}.tip") or text
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            action.setToolTip(unmarked(f"{text} ({keys})" if keys else text))
        for value in ("system", "light", "dark"):
            self._radio(self.theme_group, value).setText(language.words.say(f"theme.{value}"))
        for code, name in self._languages.items():
            self._radio(self.language_group, code).setText(name)
        self._radio(self.theme_group, self.settings.values.theme).setChecked(True)
        self._radio(self.language_group, language.code).setChecked(True)
        self.search.retranslate()
        if self.session is not None:
            self._saved(True)
        self.refresh_actions()

    def dress_actions(self) -> None:
        """Give the actions their icons in the theme in use, before a menu shows them.

        An icon is 28 pictures: the window comes sooner without them.
        """
        if self._dressed_in is theme.current():
            return
        self._dressed_in = theme.current()
        self.recent_menu.setIcon(icons.icon("clock"))
        for spec in ACTIONS:
            action = self.actions_by_id.get(spec.id)
            if action is not None and spec.icon:
                action.setIcon(icons.icon(spec.icon, on="accent"))

    _dressed_in: colours.Theme | None = None

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
        elif name == "lengths":
            self._measure()
        elif name == "theme":
            self.apply_theme()
        elif name in ("preset", "shortcuts"):
            self._bind_keys()
            self.retranslate()
            self._follow_hands()
        elif name == "touchpad":
            self._follow_hands()
        elif name == "overlays":
            self.board.switches.apply_overlays(values.overlays)
            self.refresh_actions()
        elif name == "grid":
            self.board.switches.show_grid(values.grid)
        elif name == "follow_storey" and self.session is not None:
            self.session.follow_storey = values.follow_storey
        elif name == "obstacles":
            self.board.switches.show_obstacles(values.obstacles)

    def _follow_hands(self) -> None:
        """Let mouse and touch pad do on the map what the settings say."""
        if self._table is not None:
            self.board.hands.use(self.settings.values.preset, self.settings.values.touchpad)

    def _measure(self) -> None:
        """Say lengths in the unit chosen, or in that of the rules of the fight."""
        chosen, usual = self.settings.values.lengths, ""
        if self.session is not None:
            from desktop.lengths import usual_lengths  # loads pydantic, which the start page spares

            usual = usual_lengths(self.session.system)
        language.measure(usual if chosen == "rules" else chosen)

    def warm_up(self) -> Iterator[None]:
        """Load in steps what the start page does without, so that a fight opens at once."""
        for module in (
            "desktop.deeds",
            "desktop.board.view",
            *(f"desktop.docks.{name}" for name in ("ring", "armour", "body", "attack", "log")),
            "desktop.table",
        ):
            import_module(module)
            yield
        self.dress_actions()
        yield
        self.table.layout.title()

    def apply_theme(self) -> None:
        """Dress everything in the theme chosen."""
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        theme.apply(app, theme.resolve(self.settings.values.theme, app))
        if self._table is not None:
            self._table.restyle()
        self.start_page.restyle()
        self.retranslate()

    @guarded
    def changeEvent(self, event: QEvent) -> None:
        """Follow the system's colour scheme while the setting says so."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ThemeChange:
            soon(self, self._scheme_changed)

    def _scheme_changed(self) -> None:
        if self._listening and self.settings.values.theme == "system":
            self.apply_theme()

    # -- files and layout -------------------------------------------------------------------------

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for recent in self.settings.values.recent[:10]:
            action = self.recent_menu.addAction(recent.name or Path(recent.path).stem)
            action.setToolTip(unmarked(recent.path))
            action.triggered.connect(lambda _c, p=recent.path: self.deeds.open_path(Path(p)))
        if self.recent_menu.isEmpty():
            self.recent_menu.addAction(tr("recent.none")).setEnabled(False)

    @guarded
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    @guarded
    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(u.toLocalFile()) for u in event.mimeData().urls() if u.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            soon(self, lambda: self.deeds.open_paths(paths))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.messages.place()

    def _restore_geometry(self) -> None:
        """Come back where it was left; a lost monitor gives the standard size and place."""
        values = self.settings.values
        if values.geometry:
            self.restoreGeometry(unpack(values.geometry))
        screens = QApplication.screens()
        if screens and not any(s.availableGeometry().intersects(self.geometry()) for s in screens):
            self.resize(1600, 1000)
            self.move(screens[0].availableGeometry().topLeft())
        self._keep_on_screen()

    def _keep_on_screen(self) -> None:
        """Be no larger than the screen, as after a change of its scale, or docks lie beyond it."""
        room = self.screen().availableGeometry()
        title = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        if self.width() > room.width() or self.height() > room.height() - title:
            self.resize(self.size().boundedTo(room.size().shrunkBy(QMargins(0, title, 0, 0))))
            self.move(room.topLeft())

    def reset_layout(self) -> None:
        """Bring every dock back to its place."""
        self.table.layout.arrange()

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        if self.session is not None:
            self.settings.set(geometry=pack(self.saveGeometry()))
            self.table.keep_layout()
            self.deeds.remember()
        while self.session is not None:
            self.close_fight(self.session)
        self.set_session(None)
        if self._player is not None:
            player, self._player = self._player, None
            player.close()
            player.deleteLater()
        self._let_go()
        super().closeEvent(event)

    _listening = False

    def _listen(self) -> None:
        """Hear of what outlives this window, once; its parts hear of it from the window."""
        if not self._listening:
            self._listening = True
            MainWindow.opened.append(self)
            language.changed.connect(self._speak)
            self.settings.changed.connect(self._setting_changed)
            QGuiApplication.styleHints().colorSchemeChanged.connect(self._scheme_changed)

    def _let_go(self) -> None:
        """Hear no more of it: a closed window has nothing to show."""
        if self._listening:
            self._listening = False
            MainWindow.opened.remove(self)
            language.changed.disconnect(self._speak)
            self.settings.changed.disconnect(self._setting_changed)
            QGuiApplication.styleHints().colorSchemeChanged.disconnect(self._scheme_changed)

    @guarded
    def showEvent(self, event: QShowEvent) -> None:
        """Give the docks their sizes once the window has its own."""
        super().showEvent(event)
        self._listen()
        if self._table is not None:
            self._size_docks()
            self._table.layout.title()

    def tell(self, message: Message) -> None:
        """Show a message."""
        self.messages.show_message(message)
