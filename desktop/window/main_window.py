"""The main window: menus, tool bars, map, docks. It translates actions into commands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QChildEvent, QEvent, QPoint, QRect
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget

from desktop import choosing, icons, theme
from desktop.guard import guarded
from desktop.i18n import language
from desktop.jobs import soon
from desktop.machine.collecting import collect_soon
from desktop.messages import Message
from desktop.player.screen import PlayerScreen
from desktop.settings import Settings, pack
from desktop.widgets.second_click import SecondClick
from desktop.window import setting_changes
from desktop.window.action_set import WindowActions
from desktop.window.dock_tabs import DockTabs
from desktop.window.fight_shown import FightShown
from desktop.window.fight_tabs import FightTabs
from desktop.window.message_bar import MessageBar
from desktop.window.place import USUAL_SIZE, come_back
from desktop.window.start_page import StartPage
from desktop.window.top_row import TopRow

if TYPE_CHECKING:
    from desktop.board.view import BoardView
    from desktop.deeds.chances import Chances
    from desktop.deeds.deeds import Deeds
    from desktop.deeds.ending import Ending
    from desktop.deeds.fight_actions import FightActions
    from desktop.deeds.groups import GroupDeeds
    from desktop.deeds.storeys import StoreyDeeds
    from desktop.deeds.together import Together
    from desktop.docks.base import Dock
    from desktop.docks.problems import ProblemsDock
    from desktop.player.window import PlayerWindow
    from desktop.session import Session
    from desktop.tools.base import Tool
    from desktop.window.file_watch import FileWatch
    from desktop.window.table import Table


class MainWindow(QMainWindow):
    """The window of the open fights, or the start page."""

    opened: ClassVar[list[MainWindow]] = []
    """All windows of the program, in the order in which they came."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        choosing.use(settings)
        self.session: Session | None = None
        self.setObjectName("main")
        self.setWindowIcon(icons.app_icon())
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.AnimatedDocks
        )
        self.resize(*USUAL_SIZE)
        self.setMinimumSize(960, 640)
        self._table: Table | None = None
        self.shown = FightShown(self)
        self.player_screen = PlayerScreen(self)
        self._dock_tabs = DockTabs(self)
        self._make_centre()
        self.action_set = WindowActions(self)
        self.top = TopRow(self)
        self.setMenuWidget(self.top)
        self.retranslate()
        self._listen()
        come_back(self, settings.values.geometry)
        self.set_session(None)

    # -- parts made when first needed --------------------------------------------------------

    @property
    def table(self) -> Table:
        """What stands around a fight; the start page comes sooner without it."""
        if self._table is None:
            from desktop.window.table import Table

            self._table = Table(self)
            setting_changes.use_hands(self)
            self._size_docks()
        return self._table

    def _size_docks(self) -> None:
        """Give the docks their sizes once the window has its own."""
        soon(self.table, self.table.layout.fit)

    @cached_property
    def deeds(self) -> Deeds:
        """What the actions do."""
        from desktop.deeds.deeds import Deeds

        return Deeds(self)

    @cached_property
    def fight_actions(self) -> FightActions:
        """What the system of the fight lets combatants do."""
        from desktop.deeds.fight_actions import FightActions

        return FightActions(self)

    @cached_property
    def chances(self) -> Chances:
        """Offers the attacks that a move gave to foes."""
        from desktop.deeds.chances import Chances

        return Chances(self)

    @cached_property
    def ending(self) -> Ending:
        """Offers to end a fight that is decided."""
        from desktop.deeds.ending import Ending

        return Ending(self)

    @cached_property
    def together(self) -> Together:
        """Lets several attack one."""
        from desktop.deeds.together import Together

        return Together(self)

    @cached_property
    def groups(self) -> GroupDeeds:
        """What is done to many at once."""
        from desktop.deeds.groups import GroupDeeds

        return GroupDeeds(self)

    @cached_property
    def storeys(self) -> StoreyDeeds:
        """What is done with the storeys of a map."""
        from desktop.deeds.storeys import StoreyDeeds

        return StoreyDeeds(self)

    @cached_property
    def file_watch(self) -> FileWatch:
        """Notices that another file took the place of an open fight's."""
        from desktop.window.file_watch import FileWatch

        return FileWatch(self)

    @property
    def player(self) -> PlayerWindow:
        """The second window, which players see; made when it is first wanted."""
        return self.player_screen.window

    @property
    def actions_by_id(self) -> dict[str, QAction]:
        """All actions of the window."""
        return self.action_set.by_id

    @property
    def has_table(self) -> bool:
        """Whether a fight was shown yet: without one nothing stands around it."""
        return self._table is not None

    @property
    def tool_in_hand(self) -> Tool | None:
        """The tool that the map is worked with, None before there is a map."""
        return self.board.tools.current if self._table is not None else None

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
        self._second_click = SecondClick(self)
        self.fights = FightTabs()
        self.fights.wanted.connect(self.shown.show)
        self.fights.closing.connect(self.shown.close)
        self.stack.addWidget(self.start_page)
        self.setCentralWidget(self.stack)
        self.setContentsMargins(0, 0, 8, 0)
        self.messages = MessageBar(self.stack, self._seen)

    def _seen(self) -> Iterator[tuple[QRect, int]]:
        """Yield where figures stand that a message should not hide, and how much each counts."""
        session = self.session
        if session is None or self._table is None or self.stack.currentIndex() == 0:
            return
        draft = session.attack.action
        looked_at = {*session.selected, *([draft.target] if draft is not None else [])}
        corner = self.board.mapTo(self.stack, QPoint())
        for id in self.board.scene.looks:
            rect = self.board.rect_of(id).toAlignedRect().translated(corner)
            yield rect, 8 if id in looked_at else 1

    def _chosen(self, what: str, detail: str) -> None:
        self.deeds.start_page(what, detail)
        self._second_click.swallow()

    # -- the open fight ----------------------------------------------------------------------

    def set_session(self, session: Session | None) -> None:
        """Show a fight beside those that are open; None closes the one that is shown."""
        if session is None:
            self.shown.close_shown()
        else:
            self.shown.show(session)

    def show_saved(self) -> None:
        """Say whether the fight is safe, or that the past is looked at."""
        self.top.show_saved(self.session)

    def replay_left(self) -> None:
        """The fight is shown as it is again."""
        self.show_saved()
        self.board.setFocus()

    def focus_attack(self) -> None:
        """Give the keyboard to the dock of the attack."""
        self.show_dock("attack")
        self.docks["attack"].take_focus()

    def show_dock(self, id: str) -> None:
        """Bring a dock to the front."""
        self.table.layout.show(id)

    def refresh_actions(self) -> None:
        """Set which actions can be used, what undo is called, and the title."""
        self.action_set.refresh()
        self._show_title()

    def _show_title(self) -> None:
        session = self.session
        self.top.show_title(session)
        if session is None:
            self.setWindowTitle("Schlachtplan")
            return
        self.fights.name_tabs()
        self.setWindowTitle(f"{session.state.name or session.store.path.name} – Schlachtplan")

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
        self.action_set.retranslate()
        self.top.retranslate()
        if self.session is not None:
            self.show_saved()
        self.refresh_actions()

    def _setting_changed(self, name: str) -> None:
        setting_changes.take_over(self, name)

    def warm_up(self) -> Iterator[None]:
        """Load in steps what the start page does without, so that a fight opens at once."""
        for module in (
            "desktop.deeds.deeds",
            "desktop.board.view",
            *(f"desktop.docks.{name}" for name in ("ring", "armour", "body", "attack", "log")),
            "desktop.window.table",
        ):
            import_module(module)
            yield
        self.action_set.dress()
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

    def reset_layout(self) -> None:
        """Bring every dock back to its place."""
        self.table.layout.arrange()

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        if self.session is not None:
            self.settings.set(geometry=pack(self.saveGeometry()))
            self.table.keep_layout()
            self.deeds.remember()
        self.start_page.hold(True)  # nobody will look at it when the last fight is closed
        while self.session is not None:
            self.shown.close(self.session)
        self.set_session(None)
        self.player_screen.close()
        self._let_go()
        collect_soon()
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
