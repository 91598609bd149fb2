"""The menus of the library dock: what can be done with a creature, and with the sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from desktop import icons
from desktop.i18n import say, tr
from desktop.models.library import ALL, BUILT_IN, FAVOURITES, RECENT
from desktop.own_library import own_library
from rules.library.entries import Entry, LibrarySet
from rules.system.answers import Template

if TYPE_CHECKING:
    from desktop.docks.library import LibraryDock

_NO_SETS = (ALL, FAVOURITES, RECENT, BUILT_IN)


class LibraryMenu:
    """Builds the menus of one dock and does what is chosen."""

    def __init__(self, dock: LibraryDock) -> None:
        self.dock = dock

    # -- a creature ----------------------------------------------------------------------------

    def open_for(self, template: Template, at: QPoint) -> None:
        """Open the menu of a creature."""
        menu = self.creature(template)
        menu.exec(at)
        menu.deleteLater()

    def creature(self, template: Template) -> QMenu:
        """Return the menu of a creature."""
        menu, own = QMenu(self.dock), own_library()
        entry = own.entry(template.id)
        found = own.shelf.sets.get(template.id.partition("/")[0])
        free = entry is not None and found is not None and not found.fixed
        _add(menu, "plus", tr("docks.library.add"), lambda: self.dock.put(template))
        favourite = _add(menu, "heart", tr("library.menu.favourite"), lambda: self.mark(template))
        favourite.setCheckable(True)
        library = self.dock.list.library
        favourite.setChecked(library.key(template) in library.favourites)
        favourite.setEnabled(self.dock.settings is not None)
        menu.addSeparator()
        if free:
            _add(menu, "pen", tr("library.menu.edit"), lambda: self.edit(template))
            _add(menu, "float", tr("library.menu.duplicate"), lambda: self.copy(template))
        sets = menu.addMenu(icons.icon("book"), tr("library.menu.copy_to"))
        for other in self._open_sets():
            self._copy_into(sets, template, other)
        sets.addSeparator()
        _add(sets, "plus", tr("library.menu.new_set"), lambda: self._copy_to_new(template))
        if free:
            menu.addSeparator()
            _add(menu, "close", tr("library.menu.delete"), lambda: self.delete(template))
        return menu

    def _copy_into(self, menu: QMenu, template: Template, other: LibrarySet) -> None:
        _add(menu, "book", other.name, lambda: self.copy(template, other.id))

    def _open_sets(self) -> list[LibrarySet]:
        return [s for s in own_library().shelf.sets.values() if not s.fixed]

    def mark(self, template: Template) -> None:
        """Make a creature a favourite, or not one any more."""
        settings = self.dock.settings
        if settings is None:
            return
        key, now = self.dock.list.library.key(template), settings.values.favourites
        fresh = tuple(k for k in now if k != key) if key in now else (*now, key)
        settings.set(favourites=fresh)
        self.dock.sets_changed()

    def as_entry(self, template: Template) -> tuple[Entry, bytes | None]:
        """Return a creature as an entry, with its picture: its own, or one of what came along."""
        own = own_library()
        entry = own.entry(template.id)
        if entry is not None:
            return entry, own.picture(entry)
        session = self.dock.session
        system = session.state.system if session is not None else ""
        sheet = template.sheet.model_dump(mode="json", exclude_defaults=True)
        words = self.dock.list.library.tag_word
        tags = tuple(words(tag)[:40] for tag in template.tags)
        made = Entry(
            id="new", system=system, name=say(template.name), side=template.side, tags=tags,
            sheet=sheet,
        )  # fmt: skip
        return made, None

    def edit(self, template: Template) -> None:
        """Edit an entry of one's own."""
        from desktop.dialogs.creature import edit_creature

        session, own = self.dock.session, own_library()
        entry = own.entry(template.id)
        if session is None or entry is None:
            return
        changed = edit_creature(self.dock.window(), session.system, entry, own.picture(entry))
        if changed is None:
            return
        new, picture = changed
        set_id = template.id.partition("/")[0]
        own.change(
            lambda shelf: shelf.update(set_id, new, picture), tr("library.changed", name=new.name)
        )

    def create(self) -> None:
        """Make a new creature in the set that is shown."""
        from desktop.dialogs.creature import edit_creature

        session, own = self.dock.session, own_library()
        if session is None:
            return
        blank = Entry(id="new", system=session.state.system, name=tr("token.new"))
        made = edit_creature(self.dock.window(), session.system, blank, None)
        set_id = own.own_set(self._shown_set()) if made is not None else ""
        if made is None or not set_id:
            return
        entry, picture = made
        self._added(set_id, entry, picture)

    def copy(self, template: Template, set_id: str = "") -> None:
        """Copy a creature beside itself or into another set."""
        entry, picture = self.as_entry(template)
        self._added(set_id or template.id.partition("/")[0], entry, picture)

    def _copy_to_new(self, template: Template) -> None:
        set_id = self.new_set()
        if set_id:
            self.copy(template, set_id)

    def _added(self, set_id: str, entry: Entry, picture: bytes | None) -> None:
        own = own_library()
        name = own.shelf.sets[set_id].name if set_id in own.shelf.sets else set_id
        done = tr("library.kept", name=entry.name, set=name)
        added = own.change(lambda shelf: shelf.add(set_id, entry, picture), done)
        if added is not None:
            self.dock.choose(f"{set_id}/{added.id}")

    def delete(self, template: Template) -> None:
        """Take an entry of one's own out of its set; the message takes it back."""
        set_id, _, entry_id = template.id.partition("/")
        if not entry_id:
            self.dock.tell(tr("library.built_in_stays", name=say(template.name)))
            return
        done = tr("library.deleted", name=say(template.name))
        own_library().change(lambda shelf: shelf.remove(set_id, entry_id), done)

    # -- the sets ------------------------------------------------------------------------------

    def sets(self) -> QMenu:
        """Return the menu of the sets."""
        menu, shown = QMenu(self.dock), self._shown_set()
        fight = self.dock.session is not None
        _add(menu, "person", tr("library.menu.new"), self.create).setEnabled(fight)
        _add(menu, "import", tr("library.menu.read"), lambda: self._do("import_creature"))
        menu.addSeparator()
        _add(menu, "plus", tr("library.menu.new_set"), self.new_set)
        _add(menu, "book", tr("library.menu.take_set"), lambda: self._do("import_set"))
        found = own_library().shelf.sets.get(shown)
        if found is None:
            return menu
        menu.addSeparator()
        title = menu.addAction(found.name)
        title.setEnabled(False)
        _add(menu, "file", tr("library.menu.export_set"), lambda: self._export(shown))
        if not found.fixed:
            _add(menu, "pen", tr("library.menu.rename_set"), lambda: self.rename(found))
            _add(menu, "close", tr("library.menu.delete_set"), lambda: self.delete_set(found))
        return menu

    def _do(self, action: str) -> None:
        self.dock.command.emit(action)

    def _shown_set(self) -> str:
        shown = str(self.dock.of_set.currentData() or "")
        return "" if shown in _NO_SETS else shown

    def _export(self, set_id: str) -> None:
        deeds = getattr(self.dock.parentWidget(), "deeds", None)
        if deeds is not None:
            deeds.library.export_set(set_id)

    def new_set(self) -> str:
        """Ask for a name and make a set; returns its id, empty where nobody wanted."""
        from desktop.dialogs.text import ask_text

        name = ask_text(self.dock.window(), tr("library.set_name"), "")
        if not name:
            return ""
        id = own_library().change(lambda shelf: shelf.create(name)) or ""
        self.dock.show_set(id)
        return id

    def rename(self, found: LibrarySet) -> None:
        """Give a set another name."""
        from desktop.dialogs.text import ask_text

        name = ask_text(self.dock.window(), tr("library.set_name"), found.name)
        if name:
            own_library().change(lambda shelf: shelf.rename(found.id, name))

    def delete_set(self, found: LibrarySet) -> None:
        """Take a whole set away; the message takes it back."""
        done = tr("library.set_deleted", name=found.name)
        own_library().change(lambda shelf: shelf.remove_set(found.id), done)


def _add(menu: QMenu, mark: str, text: str, run: Callable[[], object]) -> Any:
    action = menu.addAction(icons.icon(mark), text)
    action.triggered.connect(lambda _checked=False: run())
    return action
