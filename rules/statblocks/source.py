"""What a stat block is read from: lines of text, or a JSON document shown as lines."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from maps.problems import UnreadableFileError
from rules.encounter.plain import check_plain, fault, read_json, too_big

MAX_BYTES: Final = 16 * 1024 * 1024
"""Largest file or text that is read, in bytes."""
MAX_TEXT: Final = 200_000
"""Longest text, in characters; a monster needs about three thousand."""
MAX_CREATURES: Final = 1_000
MAX_SHOWN: Final = 3_000
"""Lines of a JSON document that are shown."""
LONGEST: Final = 160
"""Characters of a JSON text that are shown; descriptions are longer."""

_WRAPPERS: Final = ("actors", "entries", "documents", "content", "creatures", "monsters")
_NOISE: Final = frozenset(
    {"flags", "permission", "ownership", "_stats", "_id", "img", "sort", "folder", "effects"}
)
_DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_MARKS: Final = {**_DASHES, ord("×"): "x", ord("’"): "'", ord("\t"): " ", 0xAD: None, 0xA0: " "}
_RULER: Final = re.compile(r"^[\s\-_=*~•.#]{3,}$")
_MARKDOWN: Final = re.compile(r"^\s*(?:#{1,6}|[>*•])\s+|\*\*|__")
_JSON: Final = re.compile(r"^\s*[\[{]")


@dataclass(frozen=True, slots=True)
class Source:
    """One text or one JSON document; ``lines`` are what is shown, and what findings point to.

    ``places`` tells in which line (from 0) a path of the document is shown.
    """

    lines: tuple[str, ...]
    data: Mapping[str, Any] | None = None
    places: Mapping[str, int] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def line_of(self, path: str) -> int:
        """Return the line, from 1, in which a path is shown; 0 where it is not."""
        if path in self.places:
            return self.places[path] + 1
        inside = (n for p, n in self.places.items() if p.startswith(f"{path}."))
        return min(inside, default=-1) + 1


def read_sources(raw: str | bytes) -> tuple[Source, ...]:
    """Read a text, a JSON document, a list of them or one in each line (a compendium).

    Raises UnreadableFileError: empty, too big, not text, broken JSON with line and column.
    """
    if len(raw) > MAX_BYTES:
        raise too_big("", len(raw), MAX_BYTES)
    text = raw if isinstance(raw, str) else _decoded(raw)
    if not text.strip():
        raise fault("file_empty")
    if not _JSON.match(text):
        return (text_source(text),)
    documents = list(_documents(text))
    if not documents:
        raise fault("statblock_nobody")
    return tuple(json_source(one) for one in documents[:MAX_CREATURES])


def text_source(text: str) -> Source:
    """Return a text as a source; what is too long, or no character at all, is left out."""
    text = text[:MAX_TEXT].encode("utf-8", "replace").decode()
    return Source(tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")))


def cleaned(lines: Sequence[str]) -> str:
    """Return lines as one text that parsers like: plain dashes and spaces, no rulers or marks.

    Every line stays a line, so that places keep their numbers.
    """
    return "\n".join(_clean(line) for line in lines)


def _clean(line: str) -> str:
    line = unicodedata.normalize("NFKC", line.replace("½", " 1/2").replace("⁄", "/"))
    line = line.replace("⁄", "/").translate(_MARKS)
    if _RULER.match(line):
        return ""
    return _MARKDOWN.sub("", line).strip()


def _decoded(raw: bytes) -> str:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in raw:
            raise fault("file_not_text", "", byte=error.start) from error
        return raw.decode("cp1252", "replace")


# -- JSON ------------------------------------------------------------------------------------


def _documents(text: str) -> Iterator[Mapping[str, Any]]:
    try:
        data = read_json(text)
    except UnreadableFileError:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not all(_JSON.match(line) for line in lines):
            raise
        data = [read_json(line) for line in lines]
    check_plain(data)
    yield from _creatures(data)


def _creatures(data: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(data, list):
        for one in data:
            if isinstance(one, Mapping):
                yield one
    elif isinstance(data, Mapping):
        for key in _WRAPPERS:
            inside = data.get(key)
            if isinstance(inside, list) and any(isinstance(i, Mapping) for i in inside):
                yield from _creatures(inside)
                return
        yield data


def json_source(data: Mapping[str, Any]) -> Source:
    """Return a JSON document as a source: one line for each value, ``path: value``."""
    lines: list[str] = []
    places: dict[str, int] = {}
    for path, value in _leaves(data, ""):
        if len(lines) >= MAX_SHOWN:
            break
        places[path] = len(lines)
        lines.append(f"{path}: {_shown(value)}")
    return Source(tuple(lines), data, places)


def _leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, inside in value.items():
            if key not in _NOISE:
                yield from _leaves(inside, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for i, inside in enumerate(value):
            yield from _leaves(inside, f"{path}.{i}")
    elif value is not None and value is not False and value != "":
        yield path, value


def _shown(value: object) -> str:
    words = value if isinstance(value, str) else json.dumps(value)
    words = " ".join(words.split())
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def at(data: object, path: str) -> Any:
    """Return what lies at a dotted path of plain data, None where nothing does."""
    for key in path.split("."):
        if isinstance(data, Mapping):
            data = data.get(key)
        elif isinstance(data, list) and key.isdigit() and int(key) < len(data):
            data = data[int(key)]
        else:
            return None
    return data


def first(data: object, *paths: str) -> tuple[Any, str]:
    """Return the first value that says something, and its path; (None, "") where none does."""
    for path in paths:
        value = at(data, path)
        if value not in (None, "", [], {}):
            return value, path
    return None, ""


_NUMBER = re.compile(r"[+-]?\d{1,9}")


def printed_number(written: str) -> int:
    """Read a whole number as it is printed: a blank or the end of a line may part its sign.

    Raises ValueError for anything else.
    """
    return int("".join(written.split()))


def number(value: object) -> int | None:
    """Return the first whole number in a value: ``"+11"``, ``"30ft"``, ``4.0``."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return int(value) if abs(value) < 10**9 else None
    if isinstance(value, Mapping):
        return number(first(value, "total", "value", "base")[0])
    found = _NUMBER.search(str(value).translate(_DASHES)[:1000])
    return int(found.group()) if found else None
