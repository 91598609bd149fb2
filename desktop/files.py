"""Files without a window: make a fight from a map, check a file, export a fight."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maps.board import Board
from maps.formats import FORMATS, HEAD, Import, detect, format_by_id, read_map
from maps.plain_files import read_plain
from maps.problems import Problem, Severity, UnreadableFileError
from rules import registry
from rules.encounter.codec import export_json, import_json
from rules.encounter.history import History
from rules.encounter.plain import MAX_TEXT, read_json
from rules.encounter.report import dump_report
from rules.encounter.situation import load_situation
from rules.encounter.state import Encounter
from rules.encounter.store import Store
from rules.library.files import SUFFIX, read_set

FIGHT, SITUATION = ".kampf", ".json"
MAPS = tuple(dict.fromkeys(suffix for format in FORMATS for suffix in format.suffixes))
"""How the names of maps and pictures end; one that is ``SITUATION`` too may be either."""
PICTURES = format_by_id("picture").suffixes


def patterns(suffixes: Iterable[str]) -> str:
    """Return endings as a file dialog wants them: ``*.kampf *.json``."""
    return " ".join(f"*{suffix}" for suffix in suffixes)


@dataclass(frozen=True, slots=True)
class Imported:
    """A map that was read into a new fight and the report of the import."""

    path: Path
    problems: tuple[Problem, ...]


def blank(
    system: str, board: Board, name: str = "", report: tuple[str, tuple[Problem, ...]] = ("", ())
) -> Encounter:
    """Return a fight that has not begun, with the report about a file that was imported.

    Raises UnreadableFileError for an unknown system.
    """
    if system not in registry.system_ids():
        known = ", ".join(registry.system_ids())
        raise UnreadableFileError(
            Problem(
                "system_unknown", Severity.ERROR, "--system", {"system": system, "known": known}
            )
        )
    data = dump_report(*report)
    return Encounter(system=system, name=name or board.name, board=board, data=data)


def new_from_map(source: Path, target: Path, system: str) -> Imported:
    """Read a map and write it as a new fight. An existing file is never overwritten."""
    if target.exists():
        raise UnreadableFileError(Problem("file_exists", Severity.ERROR, str(target)))
    read = read_map(source)
    write_new(target, blank(system, read.board, read.name, (source.name, read.problems)), read)
    return Imported(target, read.problems)


def write_new(target: Path, state: Encounter, read: Import | None = None) -> None:
    """Write a fight with the pictures of its map into a new file."""
    pictures = dict(read.pictures) if read is not None else {}
    Store.create(target, state, registry.get(state.system), pictures).close()


def check_file(path: Path) -> tuple[Problem, ...]:
    """Read any file that the program knows and return all findings.

    Raises UnreadableFileError where it cannot be read at all.
    """
    suffix = path.suffix.lower()
    if suffix == FIGHT:
        opened = Store.open(path, registry.get, read_only=True)
        opened.store.close()
        return opened.problems
    if suffix == SUFFIX:
        return read_set(path)[1]
    if (suffix in MAPS and suffix != SITUATION) or is_map(path):
        return read_map(path).problems
    if suffix != SITUATION and not _begins_as_json(path):
        return read_map(path).problems  # says which formats there are
    read_json_file(path)
    return ()


def _begins_as_json(path: Path) -> bool:
    return read_plain(path, HEAD).removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"[")


def is_map(path: Path) -> bool:
    """Whether a file is a map of another program, by its first bytes and not by its name."""
    return detect(read_plain(path, HEAD), "") is not None


def read_json_file(path: Path) -> tuple[History, dict[str, bytes]]:
    """Read an exported fight or a situation, told apart by their keys; with its pictures.

    Raises UnreadableFileError that names key and place.
    """
    data = read_json(read_plain(path, MAX_TEXT))
    if isinstance(data, dict) and "base" in data and "steps" in data:
        exported = import_json(data, registry.get)
        return exported.history, dict(exported.assets)
    return History(load_situation(data, registry.get).state), {}


def export_file(path: Path) -> dict[str, Any]:
    """Return a fight as plain data: state, steps, pictures."""
    opened = Store.open(path, registry.get, read_only=True)
    try:
        return export_json(opened.store, opened.history)
    finally:
        opened.store.close()


def spoken_name(path: Path) -> str:
    """Return what a map is called by its file: no strokes where people write spaces."""
    return " ".join(path.stem.replace("_", " ").split()) or path.stem
