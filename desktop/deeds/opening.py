"""Open files, demos, tabs and windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

from desktop import files
from desktop.choosing import ask_open
from desktop.deeds.base import Doing
from desktop.deeds.library import is_creature
from desktop.i18n import language, tr
from desktop.messages import Message, message_of, words_of_fault
from desktop.session import Session
from maps.problems import UnreadableFileError
from rules.library.files import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from desktop.window.main_window import MainWindow

CREATURES = (".json", ".txt", ".md", ".db")
"""Endings of files that may hold stat blocks."""


class Opening(Doing):
    """The actions that open and close."""

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open the first file that was dropped or chosen."""
        if paths:
            self.open_path(paths[0])

    def open_path(self, path: Path) -> None:
        """Open a fight, or make one from a map or a picture."""
        suffix = path.suffix.lower()
        try:
            if suffix == files.FIGHT:
                self._open_fight(path)
            elif suffix == SUFFIX:
                self.library.take_set(path)
            elif suffix in CREATURES and not files.is_map(path) and is_creature(path):
                self.library.read(path)
            elif suffix == files.SITUATION and not files.is_map(path):
                self._open_json(path)
            elif suffix in files.PICTURES:
                self._from_picture(path)
            else:
                self._from_map(path)
        except UnreadableFileError as error:
            found = message_of(error.problem)
            named = found.text if path.name in found.text else f"{path.name}: {found.text}"
            self.window.tell(Message(named, found.level))
        except OSError as error:
            self.window.tell(Message(words_of_fault(error, path.name), "error"))

    def _open_fight(self, path: Path) -> None:
        shown = self._shown(path)
        if shown is not None and not shown[1].store.read_only:
            self._bring_forward(*shown, path)
            return
        session, problems = Session.open(path)
        if shown is not None and session.store.read_only:
            session.close()
            self._bring_forward(*shown, path)
            return
        self.window.set_session(session)
        if shown is not None:  # whoever had it open has let go: it can be written now
            shown[0].shown.close(shown[1])
        for problem in problems:
            self.window.tell(message_of(problem))
        self.window.problems.report(path.name, problems)

    def _shown(self, path: Path) -> tuple[MainWindow, Session] | None:
        """Return the window that has a fight open, and the fight."""
        for window in type(self.window).opened:
            session = window.fights.holding(path)
            if session is not None:
                return window, session
        return None

    def _bring_forward(self, window: MainWindow, session: Session, path: Path) -> None:
        """Show a fight that is open already."""
        window.set_session(session)
        window.raise_()
        window.activateWindow()
        window.tell(Message(tr("fights.already_open", file=path.name), "info"))

    def _open_json(self, path: Path) -> None:
        """Open a situation or an exported fight as a new fight; the file stays as it is."""
        history, pictures = files.read_json_file(path)
        self._take_over(history, history.state.name or path.stem, pictures)

    def open_demo(self, id: str = "kraehenfels") -> None:
        """Open a copy of a demo fight: the original stays as it is."""
        from desktop.demo import demo_history

        history = demo_history(id, language.words.say, language.code)
        self._take_over(history, history.state.name)

    def _from_map(self, path: Path) -> None:
        from desktop.dialogs.import_report import ask_import
        from maps.formats import read_map

        read = read_map(path)
        choice = ask_import(self.window, path, read)
        if choice is None:
            return
        report = (path.name, choice.problems)
        state = files.blank(choice.system, choice.board, choice.name, report)
        self._begin(state, choice.name, dict(choice.pictures))

    def _from_picture(self, path: Path) -> None:
        from desktop.dialogs.grid import ask_grid

        choice = ask_grid(self.window, path)
        if choice is None:
            return
        state = files.blank(choice.system, choice.board, choice.name)
        self._begin(state, choice.name, dict(choice.pictures))

    def _new_from_map(self) -> None:
        path = self.ask_map()
        if path is not None:
            self.open_path(path)

    def _new_empty(self) -> None:
        from desktop.dialogs.new_fight import ask_new

        choice = ask_new(self.window)
        if choice is not None:
            self._begin(files.blank(choice.system, choice.board, choice.name), choice.name)

    def _open(self) -> None:
        known = files.patterns((files.FIGHT, *files.MAPS))
        kinds = tr("dialog.filter_all", maps=known)
        path = ask_open(self.window, tr("dialog.open"), kinds, "fight")
        if path is not None:
            self.open_path(path)

    def _backups(self) -> None:
        from desktop.dialogs.backups import ask_backup

        try:
            path = ask_backup(self.window)
        except (OSError, UnreadableFileError) as error:
            self.window.tell(Message(words_of_fault(error, ""), "error"))
            return
        if path is not None:
            self.open_path(path)

    def _next_fight(self) -> None:
        self._go_to_fight(1)

    def _previous_fight(self) -> None:
        self._go_to_fight(-1)

    def _go_to_fight(self, step: int) -> None:
        other = self.window.fights.neighbour(self._fight(), step)
        if other is not None:
            self.window.set_session(other)

    def _new_window(self) -> MainWindow:
        """Open a further window, as large as this one and a little below it."""
        window = type(self.window)(self.window.settings)
        window.resize(self.window.size())
        window.move(self.window.pos() + QPoint(32, 32))
        window.show()
        return window

    def _fight_to_window(self) -> None:
        session = self._fight()
        self.window.shown.hand_over(session)
        self._new_window().set_session(session)

    def _close_fight(self) -> None:
        self.remember()
        self.window.set_session(None)

    def _quit(self) -> None:
        self.window.close()
