"""The row at the window's top: menus, the title, whether all is saved, the search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QMenuBar, QSizePolicy, QWidget

from desktop import icons
from desktop.i18n import language, say, tr
from desktop.widgets.base import label
from desktop.widgets.title import Title
from desktop.widgets.unmarked import unmarked
from desktop.window.actions import ACTIONS, MENUS
from desktop.window.palette import CommandSearch
from desktop.words.mnemonics import with_mnemonics
from rules.core.glossary import language_names

if TYPE_CHECKING:
    from desktop.session import Session
    from desktop.window.main_window import MainWindow

THEMES = ("system", "light", "dark")


class TopRow(QWidget):
    """What stands above everything else; the menus hold the actions of the window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self._main = window
        self.setObjectName("top")
        self.menus: dict[str, QMenu] = {}
        self._languages = language_names()
        bar = self._make_menus()
        self.title = Title()
        self._saved_icon, self.saved = label(), label()
        self.saved.setObjectName("saved")
        self.search = CommandSearch(window)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(8)
        row.addWidget(bar)
        row.addStretch(1)
        row.addWidget(self.title)
        row.addStretch(1)
        row.addWidget(self._saved_icon)
        row.addWidget(self.saved)
        row.addWidget(self.search)

    # -- menus -------------------------------------------------------------------------------

    def _make_menus(self) -> QMenuBar:
        bar = QMenuBar()
        bar.setNativeMenuBar(False)
        # the title gives way first: a menu that is folded away is not found
        bar.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for name in MENUS:
            self.menus[name] = bar.addMenu("")
            self.menus[name].aboutToShow.connect(self._main.action_set.dress)
        self.recent = QMenu(self._main)
        self.recent.aboutToShow.connect(self._fill_recent)
        self._add_actions()
        self._add_choices(self.menus["window"])
        return bar

    def _add_actions(self) -> None:
        menu: QMenu | None = None
        for spec in ACTIONS:
            if spec.id == "-":
                if menu is not None:
                    menu.addSeparator()
                continue
            menu = self.menus[spec.menu]
            if spec.id == "recent":
                menu.addMenu(self.recent)
            else:
                menu.addAction(self._main.action_set.by_id[spec.id])

    def _add_choices(self, menu: QMenu) -> None:
        menu.addSeparator()
        self.themes = self._radio_group(menu, "theme", THEMES)
        menu.addSeparator()
        self.languages = self._radio_group(menu, "language", tuple(self._languages))
        menu.addSeparator()
        menu.aboutToShow.connect(lambda: self._main.table)  # the docks put themselves into it

    def _radio_group(self, menu: QMenu, setting: str, values: tuple[str, ...]) -> QActionGroup:
        window = self._main
        group = QActionGroup(window)
        for value in values:
            action = QAction(window)
            action.setObjectName(f"{setting}_{value}")
            action.setCheckable(True)
            action.setData(value)
            action.triggered.connect(
                lambda _checked, s=setting, v=value: window.settings.set(**{s: v})
            )
            group.addAction(action)
            menu.addAction(action)
        return group

    def _fill_recent(self) -> None:
        window = self._main
        self.recent.clear()
        for recent in window.settings.values.recent[:10]:
            action = self.recent.addAction(recent.name or Path(recent.path).stem)
            action.setToolTip(unmarked(recent.path))
            action.triggered.connect(lambda _c, p=recent.path: window.deeds.open_path(Path(p)))
        if self.recent.isEmpty():
            self.recent.addAction(tr("recent.none")).setEnabled(False)

    # -- the fight ---------------------------------------------------------------------------

    def show_title(self, session: Session | None) -> None:
        """Say which fight is shown, by which rules, and where it stands."""
        if session is None:
            self.title.show_title("")
            return
        system = language.words.say(f"system.{session.state.system}")
        stand = say(session.system.headline(session.state))
        self.title.show_title(session.store.path.name, f"{system} · {stand}")

    def show_saved(self, session: Session | None) -> None:
        """Say whether every step is on disk, or that nothing can be written now."""
        ok = session is None or session.is_saved
        mark, role = ("check", "ok") if ok else ("warn", "bad")
        key = "window.saved" if ok else "window.not_saved"
        if session is not None and session.past:
            mark, role, key = "clock", "warn", "replay.saved"
        elif session is not None and session.store.read_only:
            mark, role, key = "lock", "warn", "window.read_only"
        self._saved_icon.setPixmap(icons.pixmap(mark, role, 16))
        self.saved.setText(tr(key))
        self.saved.setProperty("bad", not ok)
        self.saved.style().polish(self.saved)

    def show_chrome(self, on: bool) -> None:
        """Leave out what belongs to a fight where there is none."""
        self.saved.setVisible(on)
        self._saved_icon.setVisible(on)

    # -- words -------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Say the words of menus and search again; the actions have theirs."""
        titles = [language.words.say(f"menu.{name}") for name in self.menus]
        for menu, title in zip(self.menus.values(), with_mnemonics(titles), strict=True):
            menu.setTitle(title)
        self.recent.setTitle(tr("action.recent"))
        for value in THEMES:
            _radio(self.themes, value).setText(language.words.say(f"theme.{value}"))
        for code, name in self._languages.items():
            _radio(self.languages, code).setText(name)
        _radio(self.themes, self._main.settings.values.theme).setChecked(True)
        _radio(self.languages, language.code).setChecked(True)
        self.search.retranslate()


def _radio(group: QActionGroup, value: str) -> QAction:
    for action in group.actions():
        if action.data() == value:
            return action
    return group.actions()[0]
