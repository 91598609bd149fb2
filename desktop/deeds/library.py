"""What the window does with the own library: read creatures in, keep combatants, sets, pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from desktop.choosing import ask_open, ask_save
from desktop.i18n import tr
from desktop.messages import Message, message_of, words_of_fault
from desktop.own_library import entry_from, own_library, put_on_map
from maps.plain_files import read_plain
from maps.problems import UnreadableFileError
from rules.encounter.commands import Edit
from rules.encounter.faults import StoreError
from rules.library.files import SUFFIX

if TYPE_CHECKING:
    from desktop.window.main_window import MainWindow

LONGEST_PASTE = 200_000


def is_creature(path: Path) -> bool:
    """Whether a file is a stat block that rules here can read."""
    from desktop.statblocks import read_creatures
    from rules.statblocks.source import MAX_BYTES

    try:
        data = read_plain(path, MAX_BYTES)
        return len(data) <= MAX_BYTES and bool(read_creatures(data))
    except (UnreadableFileError, OSError):
        return False


class LibraryDeeds:
    """The deeds of one window."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    def read(self, path: Path | None = None, text: str = "") -> None:
        """Read creatures in, from a file, a text or what is pasted into the dialog."""
        from desktop.dialogs.statblock import read_statblocks

        session = self.window.session
        system = session.state.system if session is not None else ""
        last = self.window.settings.values.library_set
        keys, join = read_statblocks(
            self.window, system, path=path, text=text, on_map=session is not None, into=last
        )
        if not keys:
            return
        set_id = keys[0].partition("/")[0]
        self.window.settings.set(library_set=set_id)
        found = own_library().shelf.sets[set_id]
        self._done(tr("library.read.done", n=len(keys), set=found.name))
        if session is None or not join:
            return
        for key in keys:
            entry = own_library().entry(key)
            if entry is not None and entry.system == session.state.system:
                put_on_map(session, key)
            elif entry is not None:
                words = tr("library.read.other_rules", name=entry.name)
                self.window.tell(Message(words, "warning"))

    def _done(self, text: str) -> None:
        undo = own_library().undo
        self.window.tell(Message(text, "done", "", tr("library.undo"), undo))

    def read_clipboard(self) -> bool:
        """Read a stat block that was copied elsewhere; returns whether there was one."""
        from desktop.statblocks import read_creatures

        text = QGuiApplication.clipboard().text()
        if not text.strip() or len(text) > LONGEST_PASTE:
            return False
        try:
            read_creatures(text)
        except UnreadableFileError:
            return False
        self.read(text=text)
        return True

    def take_set(self, path: Path) -> None:
        """Copy a set into the library."""
        own = own_library()
        taken = own.change(lambda shelf: shelf.take_in(path))
        if taken is None:
            return
        id, problems = taken
        self._done(tr("library.set_taken", name=own.shelf.sets[id].name))
        for problem in problems:
            self.window.tell(message_of(problem))
        if self.window.session is not None:
            self.window.show_dock("library")

    def choose_set(self) -> None:
        """Let the game master choose a set to copy into the library."""
        title, kinds = tr("library.menu.take_set"), tr("library.filter_sets")
        path = ask_open(self.window, title, kinds, "set")
        if path is not None:
            self.take_set(path)

    def export_set(self, id: str) -> None:
        """Write a set with its pictures into one file."""
        found = own_library().shelf.sets[id]
        title, kinds = tr("library.menu.export_set"), tr("library.filter_sets")
        path = ask_save(self.window, title, f"{found.id}{SUFFIX}", kinds, "set")
        if path is None:
            return
        if path.suffix != SUFFIX:
            path = path.with_name(f"{path.name}{SUFFIX}")
        try:
            own_library().shelf.export(id, path)
        except OSError as error:
            self.window.tell(Message(words_of_fault(error, path.name), "error"))
        else:
            self.window.tell(Message(tr("file.written", file=path.name), "done"))

    def keep(self) -> None:
        """Save the selected combatants to the library, unharmed."""
        session = self.window.session
        if session is None:
            return
        own = own_library()
        into = own.own_set(self.window.settings.values.library_set)
        if not into:
            return
        name = ""
        for id in session.selected:
            token = session.state.token(id)
            picture = session.store.asset(token.portrait) if token.portrait else None
            entry = entry_from(session, token)
            if own.change(lambda shelf, e=entry, p=picture: shelf.add(into, e, p)) is None:  # type: ignore[misc]
                return
            name = entry.name
        self.window.settings.set(library_set=into)
        self._done(tr("library.kept", name=name, set=own.shelf.sets[into].name))

    # -- pictures of combatants ----------------------------------------------------------------

    def choose_portrait(self, path: Path | None = None) -> None:
        """Give the selected combatants a picture."""
        from desktop.dialogs.portrait import ask_portrait, choose_file, read_picture

        session = self.window.session
        me = session.current if session is not None else None
        if session is None or me is None:
            return
        path = path or choose_file(self.window)
        if path is None:
            return
        try:
            image = read_picture(path)
        except UnreadableFileError as error:
            self.window.tell(message_of(error.problem))
            return
        made = ask_portrait(self.window, me.name, me.side.value, image)
        if made is None:
            return
        try:
            hash = session.store.put_asset(made)
        except StoreError as error:
            self.window.tell(message_of(error.problem))
            return
        self._wear(hash)

    def remove_portrait(self) -> None:
        """Take the picture of the selected combatants away."""
        self._wear("")

    def _wear(self, hash: str) -> None:
        session = self.window.session
        if session is None:
            return
        tokens = [t for t in session.selected if session.state.token(t).portrait != hash]
        if tokens:
            session.perform_all([Edit(token=t, values={"portrait": hash}) for t in tokens])
