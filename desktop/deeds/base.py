"""What all actions of the window share: the fight, its commands, questions for files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop import files
from desktop.choosing import ask_open
from desktop.deeds.library import LibraryDeeds
from desktop.i18n import tr
from desktop.messages import Message, message_of, words_of_fault
from desktop.paths import fights_dir, fresh_file
from desktop.session import Session
from desktop.settings import Recent
from maps.problems import UnreadableFileError
from rules import registry
from rules.core.terms import dump
from rules.encounter.commands import parse_command
from rules.encounter.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.window.main_window import MainWindow
    from rules.core.terms import Term
    from rules.encounter.history import History
    from rules.encounter.state import Encounter


class Doing:
    """What the actions of one window are done with."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.library = LibraryDeeds(window)

    @property
    def session(self) -> Session | None:
        return self.window.session

    def _fight(self) -> Session:
        session = self.window.session
        assert session is not None  # the action is disabled without a fight
        return session

    def run(
        self, name: str, /, *, confirm: bool = False, label: Term | None = None, **fields: Any
    ) -> bool:
        """Perform a command by name; says in words what is wrong with it.

        ``label`` is what undo calls it, where that is not what the command is called.
        """
        session = self._fight()
        try:
            command = parse_command(session.system, {"do": name, **fields})
        except UnreadableFileError as error:
            self.window.tell(message_of(error.problem))
            return False
        if label is not None:
            return session.perform_all((command,), label)
        return session.perform(command, confirm=confirm)

    def ask_dice(self, name: str, /, **fields: Any) -> None:
        """Perform a command whose dice are asked for in a small dialog."""
        from desktop.dialogs.dice import answer_all

        if self.run(name, **fields):
            answer_all(self._fight(), self.window)

    def _take_over(
        self, history: History, name: str, pictures: dict[str, bytes] | None = None
    ) -> None:
        """Make a file of a whole history and show it."""
        history = history.whole()
        target = fresh_file(fights_dir(), name)
        system = registry.get(history.base.system)
        store = Store.create(target, history.base, system, pictures or {})
        store.extend(history.steps)
        if history.done != history.count:
            store.set_done(history.done)
        self.window.set_session(Session(store, history))

    def _begin(self, state: Encounter, name: str, pictures: dict[str, bytes] | None = None) -> None:
        target = fresh_file(fights_dir(), name)
        self.window.set_session(Session.create(target, state, pictures))

    def ask_map(self) -> Path | None:
        kinds = tr("dialog.filter_maps", maps=files.patterns(files.MAPS))
        return ask_open(self.window, tr("dialog.open_map"), kinds, "map")

    def _guarded(self, path: Path, write: Callable[[], object]) -> None:
        try:
            write()
        except (OSError, UnreadableFileError) as error:
            self.window.tell(Message(words_of_fault(error, path.name), "error"))
        else:
            self.window.tell(Message(tr("file.written", file=path.name), "done"))

    def _settings(self) -> None:
        from desktop.dialogs.settings import edit_settings

        edit_settings(self.window)

    def remember(self) -> None:
        """Write the open fight into the list of recent ones."""
        session = self.session
        if session is None:
            return
        from datetime import UTC, datetime

        state = session.present.state  # not the past that a replay may show
        self.window.settings.remember(
            Recent(
                path=str(session.store.path),
                name=state.name or session.store.path.stem,
                system=state.system,
                stand=json.dumps(dump(session.system.headline(state))),
                at=datetime.now(UTC).isoformat(timespec="seconds"),
                combatants=len(state.tokens),
            )
        )
