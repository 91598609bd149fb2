"""All sets of a folder: found, changed one step at a time, each step written and reversible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from maps.problems import Problem, Severity, UnreadableFileError
from rules import naming
from rules.encounter.plain import fault
from rules.library.entries import MAX_ENTRIES, Entry, LibrarySet
from rules.library.files import (
    MAX_PICTURE,
    SUFFIX,
    dump_set,
    hash_of,
    is_picture,
    read_set,
    write_set,
)
from rules.whole_files import write_whole

MAX_SETS = 200


@dataclass(frozen=True, slots=True)
class _Before:
    """How a set was before a step; None = it was not there."""

    id: str
    found: LibrarySet | None


class Shelf:
    """The sets of one folder.

    A file that cannot be read is left as it is and named in ``problems``; it is never written.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sets: dict[str, LibrarySet] = {}
        self.problems: tuple[Problem, ...] = ()
        self._stamps: dict[str, tuple[int, int]] = {}
        self._steps: list[_Before] = []
        self.read_all()

    # -- reading -------------------------------------------------------------------------------

    def read_all(self) -> None:
        """Read the folder anew."""
        self.sets, problems = {}, []
        paths = sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder.is_dir() else []
        for path in paths[:MAX_SETS]:
            try:
                found, reported = read_set(path)
            except UnreadableFileError as error:
                problems.append(error.problem)
            except OSError as error:
                why = error.strerror or str(error)
                problems.append(Problem("file_os", Severity.ERROR, path.name, {"why": why}))
            else:
                self.sets[found.id] = found
                self._stamps[found.id] = _stamp(path)
                problems += reported
        self.problems = tuple(problems)

    def entries(self, system: str, kind: str) -> Iterator[tuple[LibrarySet, Entry]]:
        """Yield the entries of a system and kind, set by set."""
        for found in self.sets.values():
            for entry in found.entries:
                if entry.system == system and entry.kind == kind:
                    yield found, entry

    def find(self, key: str) -> tuple[LibrarySet, Entry] | None:
        """Return what a key ``set/entry`` names."""
        id, _, rest = key.partition("/")
        found = self.sets.get(id)
        entry = found.entry(rest) if found is not None else None
        return (found, entry) if found is not None and entry is not None else None

    def picture(self, hash: str) -> bytes | None:
        """Return a picture of any set."""
        for found in self.sets.values():
            if hash in found.pictures:
                return found.pictures[hash]
        return None

    # -- sets ----------------------------------------------------------------------------------

    def create(self, name: str) -> str:
        """Make an empty set; returns its id. Raises UnreadableFileError for one too many."""
        if len(self.sets) >= MAX_SETS:
            raise fault("set_too_many", name, limit=MAX_SETS)
        id = self._fresh_id(name)
        self._put(LibrarySet(id, name.strip()[:200] or id), None)
        return id

    def _fresh_id(self, name: str) -> str:
        """Return the name of a file that is not there, broken ones included."""
        stem = naming.slug(name)[:60]
        id, n = stem, 2
        while id in self.sets or self._path(id).exists():
            id, n = f"{stem}-{n}", n + 1
        return id

    def rename(self, id: str, name: str) -> None:
        self._change(id, lambda found: replace(found, name=name.strip()[:200] or found.name))

    def remove_set(self, id: str) -> None:
        """Take a set away; ``undo`` brings it back, and its copy stays in the folder."""
        found = self._own(id)
        path = self._path(id)
        path.replace(path.with_suffix(".bak"))
        del self.sets[id]
        self._steps.append(_Before(id, found))

    def export(self, id: str, path: Path) -> None:
        """Write a set with its pictures into one file."""
        write_whole(path, dump_set(self.sets[id]))

    def take_in(self, path: Path) -> tuple[str, tuple[Problem, ...]]:
        """Copy a set from a file; one of the same name stays beside it.

        Raises UnreadableFileError, OSError.
        """
        found, problems = read_set(path)
        id = self._fresh_id(found.name)
        names = {s.name for s in self.sets.values()}
        name = found.name if found.name not in names else naming.next_name(names, found.name)
        self._put(replace(found, id=id, name=name), None)
        return id, problems

    # -- entries -------------------------------------------------------------------------------

    def add(self, id: str, entry: Entry, picture: bytes | None = None) -> Entry:
        """Put an entry into a set under a fresh id. Raises UnreadableFileError, OSError."""
        added: list[Entry] = []

        def change(found: LibrarySet) -> LibrarySet:
            found, new = _with_picture(found, _fresh(found, entry), picture)
            added.append(new)
            return replace(found, entries=(*found.entries, new))

        self._change(id, change)
        return added[-1]

    def add_all(self, id: str, entries: Iterable[Entry]) -> list[Entry]:
        """Put several entries into a set as one step."""
        added: list[Entry] = []

        def change(found: LibrarySet) -> LibrarySet:
            for entry in entries:
                added.append(_fresh(found, entry))
                found = replace(found, entries=(*found.entries, added[-1]))
            return found

        self._change(id, change)
        return added

    def update(self, id: str, entry: Entry, picture: bytes | None = None) -> None:
        """Put an entry in the place of that with its id; without a picture its own stays."""

        def change(found: LibrarySet) -> LibrarySet:
            found, new = _with_picture(found, entry, picture)
            entries = tuple(new if e.id == new.id else e for e in found.entries)
            return replace(found, entries=entries)

        self._change(id, change)

    def remove(self, id: str, entry_id: str) -> None:
        """Take an entry out of a set."""
        self._change(
            id,
            lambda found: replace(
                found, entries=tuple(e for e in found.entries if e.id != entry_id)
            ),
        )

    # -- steps ---------------------------------------------------------------------------------

    def undo(self) -> bool:
        """Take the last change back; returns whether there was one."""
        if not self._steps:
            return False
        step = self._steps.pop()
        if step.found is None:
            self._path(step.id).unlink(missing_ok=True)
            self.sets.pop(step.id, None)
        else:
            self._write(step.found)
        return True

    def _change(self, id: str, change: Callable[[LibrarySet], LibrarySet]) -> None:
        """Change a set as it lies on the disk now: another window may have written it."""
        self._own(id)
        path = self._path(id)
        if path.exists() and _stamp(path) != self._stamps.get(id):
            self.sets[id], _ = read_set(path)
        before = self._own(id)
        self._put(change(before), before)

    def _own(self, id: str) -> LibrarySet:
        found = self.sets.get(id)
        if found is None:
            raise fault("set_unknown", id, known=", ".join(self.sets))
        if found.fixed:
            raise fault("set_newer", self._path(id).name)
        return found

    def _put(self, found: LibrarySet, before: LibrarySet | None) -> None:
        self._write(found)
        self._steps = [*self._steps[-50:], _Before(found.id, before)]

    def _write(self, found: LibrarySet) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._path(found.id)
        write_set(path, found)
        self.sets[found.id] = found
        self._stamps[found.id] = _stamp(path)

    def _path(self, id: str) -> Path:
        return self.folder / f"{id}{SUFFIX}"


def _fresh(found: LibrarySet, entry: Entry) -> Entry:
    """Return an entry under an id that the set does not have. Raises UnreadableFileError."""
    if len(found.entries) >= MAX_ENTRIES:
        raise fault("set_full", found.name, limit=MAX_ENTRIES)
    ids = [e.id for e in found.entries]
    stem = naming.slug(entry.name)[:60]
    id = stem if stem not in ids else naming.next_id(ids, stem)
    return entry.model_copy(update={"id": id})


def write_into(path: Path, entries: Iterable[Entry]) -> None:
    """Add entries to the set in a file, made where there is none.

    Raises UnreadableFileError, OSError.
    """
    found = read_set(path)[0] if path.exists() else LibrarySet(path.stem, path.stem)
    if found.fixed:
        raise fault("set_newer", path.name)
    for entry in entries:
        found = replace(found, entries=(*found.entries, _fresh(found, entry)))
    write_set(path, found)


def _with_picture(
    found: LibrarySet, entry: Entry, picture: bytes | None
) -> tuple[LibrarySet, Entry]:
    """Lay a picture into a set and let an entry wear it. Raises UnreadableFileError."""
    if picture is None:
        return found, entry
    if not is_picture(picture):
        raise fault("picture_unfit", entry.name, limit=MAX_PICTURE // 2**20)
    hash = hash_of(picture)
    pictures = {**found.pictures, hash: picture}
    return replace(found, pictures=pictures), entry.model_copy(update={"picture": hash})


def _stamp(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_mtime_ns, state.st_size
