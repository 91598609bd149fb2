"""Reads the catalogues: the TOML files that hold every word of the program.

A file's name ends in its language: ``assets/i18n/<part>.<language>.toml`` for the desktop and
the command line, ``rules/core/lang/<language>.toml`` for what systems share, and
``rules/systems/<id>/lang/<language>.toml`` (or ``<part>.<language>.toml``) for a system's own
words; a system from outside has its ``lang`` beside its module. Every key of a system holds the
system's id between dots, so that its files need not be read before it is in use. Tables nest,
their names are joined with dots. Where a key has a text *and* keys below it, quote the longer
one: ``"ready.help" = "…"``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_RULES = Path(__file__).resolve().parents[1]
_ROOT = _RULES.parent
"""Where the installed packages lie side by side."""


class CatalogueError(ValueError):
    """A catalogue file that cannot be used; the message names file and key."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one file. ``part`` names what it belongs to, the same in every language."""

    part: str
    language: str
    path: Path
    texts: Mapping[str, str]


def _flat(table: Mapping[str, object], path: Path, prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, str):
            yield key, value
        elif isinstance(value, dict):
            yield from _flat(value, path, f"{key}.")
        else:
            raise CatalogueError(f"{path.name}: {key}: a text was expected")


_LINE = re.compile(
    r"""(?:(?P<bare>[\w.-]+)|"(?P<quoted>[\w.-]+)")[ ]=[ ](?:
          "(?!"")(?P<text>[^"\\\n]*(?:\\(?:["\\nt]|u[0-9a-fA-F]{4})[^"\\\n]*)*)"
        | \"""\n?(?P<long>[^"\\]*)\""")\n
    | \[(?P<table>[\w.-]+)\]\n
    | (?:\#[^\n]*)?\n""",
    re.VERBOSE | re.ASCII,
)
"""What nearly all lines of catalogues are: nothing, a table's name, or a key and its text."""


def plain_texts(written: str) -> dict[str, str] | None:
    """Read a catalogue whose lines are all plain, ten times as fast as ``tomllib`` does.

    Returns None for any other, faulty ones too: ``tomllib`` reads them, or says what is wrong.
    """
    texts: dict[str, str] = {}
    tables: set[str] = set()
    prefix, at = "", 0
    match = _LINE.match
    while (line := match(written, at)) is not None:
        at = line.end()
        bare, quoted, text, long, table = line.groups()
        if table is not None:
            if table in tables:
                return None
            tables.add(table)
            prefix = f"{table}."
        elif key := bare or quoted:
            key = prefix + key
            if key in texts:
                return None
            if text is None:
                texts[key] = long
            else:
                texts[key] = json.loads(f'"{text}"') if "\\" in text else text
    return texts if at == len(written) and tables.isdisjoint(texts) else None


def read_catalogue(path: Path, part: str, language: str) -> Catalogue:
    """Read one file. Raises CatalogueError where it is not a table of texts."""
    try:
        written = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogueError(f"{path.name}: {error}") from error
    texts = plain_texts(written)
    return Catalogue(part, language, path, _read_toml(written, path) if texts is None else texts)


def _read_toml(written: str, path: Path) -> dict[str, str]:
    import tomllib

    try:
        table = tomllib.loads(written)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"{path.name}: {error}") from error
    texts: dict[str, str] = {}
    for key, text in _flat(table, path):
        if key in texts:
            raise CatalogueError(f"{path.name}: {key}: written twice")
        texts[key] = text
    return texts


def own_files(root: Path = _ROOT) -> list[tuple[str, str, Path]]:
    """List (part, language, file) of every catalogue that belongs to no system."""
    found = []
    for path in _toml_files(root / "assets" / "i18n"):
        part, _, language = path.name.removesuffix(".toml").rpartition(".")
        if part:
            found.append((f"assets/{part}", language, path))
    found += [("core", path.stem, path) for path in _toml_files(root / "rules/core/lang")]
    return found


def _toml_files(folder: Path) -> list[Path]:
    """List the files of a folder by name; none where there is no such folder."""
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".toml")
    except FileNotFoundError:
        return []


def catalogue_files(root: Path = _ROOT) -> list[tuple[str, str, Path]]:
    """List (part, language, file) of every catalogue below the packages, in a fixed order."""
    found = own_files(root)
    for system in built_in_systems(root):
        found += system_files(_words_of(system, root), system)
    if root == _ROOT:
        for system, folder in outside_systems():
            found += system_files(folder, system)
    return found


def built_in_systems(root: Path = _ROOT) -> list[str]:
    """Return the ids of the systems that come with the program and have words."""
    return sorted(path.parent.name for path in (root / "rules/systems").glob("*/lang"))


def _words_of(system: str, root: Path) -> Path:
    return root / "rules/systems" / system / "lang"


def _is_built_in(system: str, root: Path) -> bool:
    return _words_of(system, root).is_dir()


def system_files(folder: Path, system: str) -> list[tuple[str, str, Path]]:
    """List (part, language, file) of the catalogues of one system."""
    return [_of_system(system, path) for path in _toml_files(folder)]


def _of_system(system: str, path: Path) -> tuple[str, str, Path]:
    """Tell part and language of a system's file: ``de.toml`` or ``<part>.de.toml``."""
    part, _, language = path.stem.rpartition(".")
    return f"systems/{system}/{part}" if part else f"systems/{system}", language, path


@cache
def outside_systems() -> tuple[tuple[str, Path], ...]:
    """Return (id, folder of words) of the systems that other distributions bring."""
    # loading these modules takes longer than reading all words; few programs have such systems
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    found = []
    for entry in sorted(entry_points(group="schlachtplan.systems"), key=lambda e: e.name):
        spec = find_spec(entry.module)
        if spec is not None and spec.origin is not None:
            found.append((entry.name, Path(spec.origin).parent / "lang"))
    return tuple(found)


def read_catalogues(language: str, root: Path = _ROOT) -> list[Catalogue]:
    """Read all catalogues of a language."""
    return _read(catalogue_files(root), language)


def read_own(language: str, root: Path = _ROOT) -> list[Catalogue]:
    """Read the catalogues of a language that belong to no system."""
    return _read(own_files(root), language)


def read_system(language: str, system: str, root: Path = _ROOT) -> list[Catalogue]:
    """Read the catalogues of one system."""
    outside = dict(outside_systems()) if root == _ROOT and not _is_built_in(system, root) else {}
    return _read(system_files(outside.get(system, _words_of(system, root)), system), language)


def _read(files: list[tuple[str, str, Path]], language: str) -> list[Catalogue]:
    return [
        _read_once(path, part, lang, path.stat().st_mtime_ns)
        for part, lang, path in files
        if lang == language
    ]


@cache
def _read_once(path: Path, part: str, language: str, _changed: int) -> Catalogue:
    return read_catalogue(path, part, language)
