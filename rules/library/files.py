"""Reads and writes sets: JSON with a version and the pictures inside, written whole or not."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from maps.formats.headers import read_header
from maps.plain_files import read_plain
from maps.problems import Problem, Severity, UnreadableFileError
from rules.encounter.plain import check_plain, fault, read_json, too_big
from rules.library.entries import MAX_ENTRIES, Entry, LibrarySet
from rules.whole_files import write_whole

FORMAT: Final = "schlachtplan-set"
VERSION: Final = 1
SUFFIX: Final = ".kampfset"
MAX_FILE: Final = 64 * 1024 * 1024
MAX_PICTURE: Final = 2 * 1024 * 1024
"""Largest picture of a set, in bytes; round tokens of ours have a tenth of it."""
MAX_SIDE: Final = 2_048
"""Longest side of a picture of a set, in pixels."""


def hash_of(data: bytes) -> str:
    """Return the name of a picture: the SHA-256 of its bytes in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def read_set(path: Path) -> tuple[LibrarySet, tuple[Problem, ...]]:
    """Read a set; what cannot be read of it is kept as it is and reported.

    Raises UnreadableFileError for a file that is none, OSError.
    """
    return parse_set(read_plain(path, MAX_FILE), path.stem, path.name)


def parse_set(raw: bytes, id: str, place: str) -> tuple[LibrarySet, tuple[Problem, ...]]:
    """Read the bytes of a set. Raises UnreadableFileError that names file and key."""
    if len(raw) > MAX_FILE:
        raise too_big(place, len(raw), MAX_FILE)
    try:
        data = read_json(raw)
    except UnreadableFileError as error:
        found = error.problem
        where = f"{place}:{found.place}" if found.place else place
        raise UnreadableFileError(Problem(found.code, found.severity, where, found.args)) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise fault("set_wrong", place)
    pictures, problems = _pictures(data.get("pictures"), place)
    check_plain({k: v for k, v in data.items() if k != "pictures"}, place)
    entries, kept = _entries(data.get("entries"), place, problems)
    version = data.get("version")
    newer = not isinstance(version, int) or version > VERSION
    if newer:
        problems.append(Problem("set_newer", Severity.WARNING, place))
    name = data.get("name")
    name = name.strip()[:200] if isinstance(name, str) and name.strip() else id
    return LibrarySet(id, name, entries, pictures, tuple(kept), newer), tuple(problems)


def _entries(
    raw: object, place: str, problems: list[Problem]
) -> tuple[tuple[Entry, ...], list[Any]]:
    entries: dict[str, Entry] = {}
    kept: list[Any] = []
    for i, one in enumerate(raw if isinstance(raw, list) else ()):
        try:
            entry = Entry.model_validate(one)
        except ValidationError as error:
            key = ".".join(map(str, error.errors()[0]["loc"]))
            where = f"{place}:entries[{i}].{key}"
            problems.append(Problem("set_entry_wrong", Severity.WARNING, where))
            kept.append(one)
            continue
        if entry.id in entries or len(entries) >= MAX_ENTRIES:
            kept.append(one)
            where = f"{place}:entries[{i}].id"
            problems.append(Problem("set_entry_wrong", Severity.WARNING, where))
        else:
            entries[entry.id] = entry
    return tuple(entries.values()), kept


def _pictures(raw: object, place: str) -> tuple[dict[str, bytes], list[Problem]]:
    pictures: dict[str, bytes] = {}
    problems: list[Problem] = []
    for hash, text in raw.items() if isinstance(raw, Mapping) else ():
        try:
            data = base64.b64decode(text, validate=True) if isinstance(text, str) else b""
        except (binascii.Error, ValueError):
            data = b""
        if hash_of(data) == hash and is_picture(data):
            pictures[hash] = data
        else:
            where = f"{place}:pictures.{str(hash)[:12]}"
            problems.append(Problem("set_picture_wrong", Severity.WARNING, where))
    return pictures, problems


def is_picture(data: bytes) -> bool:
    """Whether bytes are a picture of a size that a set may hold; nothing is decoded."""
    if not data or len(data) > MAX_PICTURE:
        return False
    header = read_header(data)
    return header is not None and max(header.width, header.height) <= MAX_SIDE


def dump_set(found: LibrarySet) -> bytes:
    """Return a set as bytes; pictures that nobody wears are left out."""
    worn = {e.picture for e in found.entries if e.picture}
    data = {
        "format": FORMAT,
        "version": VERSION,
        "name": found.name,
        "entries": [
            *(e.model_dump(mode="json", exclude_defaults=True) for e in found.entries),
            *found.kept,
        ],
        "pictures": {
            hash: base64.b64encode(picture).decode()
            for hash, picture in found.pictures.items()
            if hash in worn
        },
    }
    return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False).encode()


def write_set(path: Path, found: LibrarySet) -> None:
    """Write a set whole or not at all; the file before stays beside it as a copy (``.bak``).

    Raises UnreadableFileError for one that would be too big to be read, OSError of the disk.
    """
    spare = path.with_suffix(".bak")
    data = dump_set(found)
    if len(data) > MAX_FILE:
        raise too_big(path.name, len(data), MAX_FILE)
    if path.exists():
        write_whole(spare, path.read_bytes())
    write_whole(path, data)
