"""The game master's own sets in the window: one shelf for all windows, put onto the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from desktop.i18n import tr
from desktop.messages import Message, message_of, words_of, words_of_fault
from desktop.paths import data_dir
from desktop.session import Session
from maps.grid import SUB, Cell, Footprint
from maps.problems import UnreadableFileError
from rules import naming
from rules.encounter.commands import Add, Command, Edit
from rules.encounter.faults import StoreError
from rules.encounter.state import SideId, Token
from rules.landing import Landing
from rules.library.entries import CREATURE, Entry, template_of
from rules.library.shelf import Shelf
from rules.system import RuleSystem
from rules.system.answers import Template

T = TypeVar("T")
MOST = 20
"""How many creatures can be put onto the map at once."""


class OwnLibrary(QObject):
    """The sets of this user.

    Signals:
        changed(): sets or entries are others now.
        message(Message): something could not be read or written.
    """

    changed = Signal()
    message = Signal(object)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.shelf = Shelf(folder)
        self._told: set[str] = set()

    def tell_faults(self, system: RuleSystem) -> None:
        """Say once what of the sets cannot be read, and what does not fit the rules any more."""
        for problem in self.shelf.problems:
            self._tell(words_of(problem), message_of(problem))
        known = len(list(self.shelf.entries(system.id, CREATURE)))
        unfit = known - len(self.templates(system))
        if unfit:
            words = tr("library.unfit", n=unfit)
            self._tell(f"{system.id}: {words}", Message(words, "warning"))

    def _tell(self, what: str, message: Message) -> None:
        if what not in self._told:
            self._told.add(what)
            self.message.emit(message)

    def templates(self, system: RuleSystem) -> list[Template]:
        """Return the creatures for a system; those whose sheet does not fit are left out."""
        made = (
            template_of(found.id, entry, system)
            for found, entry in self.shelf.entries(system.id, CREATURE)
        )
        return [template for template in made if template is not None]

    def entry(self, key: str) -> Entry | None:
        """Return the entry of a key ``set/entry``."""
        found = self.shelf.find(key)
        return found[1] if found is not None else None

    def picture(self, entry: Entry | None) -> bytes | None:
        return self.shelf.picture(entry.picture) if entry is not None and entry.picture else None

    def change(self, step: Callable[[Shelf], T], done: str = "") -> T | None:
        """Change the shelf; ``done`` is said with an undo. Says in words what went wrong."""
        try:
            result = step(self.shelf)
        except (UnreadableFileError, OSError) as error:
            self.message.emit(Message(words_of_fault(error, tr("library.title")), "error"))
            return None
        self.changed.emit()
        if done:
            self.message.emit(Message(done, "done", "", tr("library.undo"), self.undo))
        return result

    def undo(self) -> None:
        """Take the last change back."""
        self.change(lambda shelf: shelf.undo())

    def own_set(self, wanted: str = "") -> str:
        """Return a set that can be written: the one wanted, the first, or a fresh one."""
        open_sets = [s.id for s in self.shelf.sets.values() if not s.fixed]
        if wanted in open_sets:
            return wanted
        if open_sets:
            return open_sets[0]
        return self.change(lambda shelf: shelf.create(tr("library.first_set"))) or ""


_shelves: dict[Path, OwnLibrary] = {}


def own_library() -> OwnLibrary:
    """Return the library of the user's folder; the same object for the whole program."""
    folder = data_dir() / "library"
    if folder not in _shelves:
        _shelves[folder] = OwnLibrary(folder)
    return _shelves[folder]


def entry_from(session: Session, token: Token) -> Entry:
    """Return a combatant as an entry: its sheet, without wounds and number."""
    return Entry(
        id="new",
        system=session.state.system,
        name=naming.split(token.name)[0],
        side=token.side,
        note=token.note,
        sheet=token.sheet.model_dump(mode="json", exclude_defaults=True),
    )


# -- onto the map ----------------------------------------------------------------------------


def find_template(system: RuleSystem, id: str) -> Template | None:
    """Return a creature of the built-in library or of the own sets."""
    if "/" not in id:
        return next((t for t in system.library() if t.id == id), None)
    entry = own_library().entry(id)
    return template_of(id.partition("/")[0], entry, system) if entry is not None else None


def put_on_map(
    session: Session, id: str, side: str = "", count: int = 1, at: Cell | None = None
) -> bool:
    """Put creatures onto the map as one step, numbered on, each on a free square; select them."""
    template = find_template(session.system, id)
    if template is None:
        return False
    portrait = ""
    entry = own_library().entry(id)
    picture = own_library().picture(entry)
    if picture is not None and not session.store.read_only:
        try:
            portrait = session.store.put_asset(picture)
        except StoreError as error:
            session.message.emit(
                Message(words_of_fault(error, entry.name if entry else ""), "error")
            )
    places = places_for(session, template, max(1, min(MOST, count)), at)
    before = set(session.state.tokens)
    if entry is None:
        commands: Sequence[Command] = [
            Add(template=id, side=SideId(side or template.side), at=place) for place in places
        ]
    else:
        commands = _own(session, entry, side or entry.side, portrait, places)
    if not session.perform_all(commands):
        return False
    session.select([t for t in session.state.tokens if t not in before])
    return True


def _own(
    session: Session, entry: Entry, side: str, portrait: str, places: Sequence[tuple[float, float]]
) -> list[Command]:
    """Return the commands for creatures of a set; a lone namesake becomes number 1."""
    names: dict[str, str] = {t.name: t.id for t in session.state.tokens.values()}
    ids: list[str] = list(session.state.tokens)
    stem = naming.split(entry.name)[0]
    commands: list[Command] = []
    numbered = len(places) > 1 or naming.next_name(names, entry.name) != entry.name
    if numbered and stem in names and f"{stem} 1" not in names:
        lone = names.pop(stem)
        commands.append(Edit(token=lone, values={"name": f"{stem} 1"}))
        names[f"{stem} 1"] = lone
    for place in places:
        name = naming.next_name(names, f"{stem} 1" if numbered else entry.name)
        id = naming.next_id(ids, naming.slug(entry.name))
        names[name], ids = id, [*ids, id]
        commands.append(Add(id=id, name=name, side=SideId(side), at=place, sheet=entry.sheet))
        facts: dict[str, Any] = {}
        if portrait:
            facts["portrait"] = portrait
        if entry.note:
            facts["note"] = entry.note
        if facts:
            commands.append(Edit(token=id, values=facts))
    return commands


def places_for(
    session: Session, template: Template, count: int, at: Cell | None
) -> list[tuple[float, float]]:
    """Return free places for so many: around a square, whoever is selected, or the middle."""
    state = session.state
    side = max(1, session.system.squares(template.sheet))
    landing = Landing(state.board, (t.space for t in state.tokens.values()))
    me, board = session.current, state.board
    if at is not None:
        corner, first = (at.x, at.y), landing.at
    elif me is not None:
        corner, first = (me.space.x // SUB, me.space.y // SUB), landing.at
    else:
        corner = (board.left + board.width // 2, board.top + board.height // 2)
        first = landing.near
    start = Footprint.at(*corner, side)
    places = [first(start), *(landing.beside(start) for _ in range(count - 1))]
    return [(place.x / SUB, place.y / SUB) for place in places]
