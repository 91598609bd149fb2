"""Names for newcomers: "Ork 1", "Ork 2", unused ids."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_WORDS = re.compile(r"[^\W\d_]+|\d+")
_NUMBERED = re.compile(r"^(.*\S)\s+(\d{1,6})$")


def split(name: str) -> tuple[str, int | None]:
    """Split "Ork 2" into "Ork" and 2; a name without a number has none."""
    match = _NUMBERED.match(name)
    return (match[1], int(match[2])) if match else (name, None)


def next_name(names: Iterable[str], wanted: str) -> str:
    """Return ``wanted``, with the next number where its stem is taken; a bare name counts as 1."""
    stem, _ = split(wanted)
    taken = [number or 1 for name in names for other, number in [split(name)] if other == stem]
    return f"{stem} {max(taken) + 1}" if taken else wanted


def slug(text: str) -> str:
    """Return a text as an id: lower case letters and digits, joined with hyphens."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "-".join(re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode())) or "token"


def next_id(ids: Iterable[str], stem: str) -> str:
    """Return an unused id ``stem-n``, n above all numbers that the stem has now."""
    used = [
        int(tail)
        for head, dash, tail in (id.rpartition("-") for id in ids)
        if dash and head == stem and tail.isascii() and tail.isdigit()
    ]
    return f"{stem}-{max(used, default=0) + 1}"


def short_name(name: str) -> str:
    """Return two letters for a name: Elandir El, Ork-Schamane OS, Ork 1 O1."""
    parts = _WORDS.findall(name)
    if not parts:
        return "?"
    first = str(parts[0])
    if len(parts) == 1:
        return first[0].upper() + first[1:2].lower()
    last = str(parts[-1])
    return first[0].upper() + (last if last.isdigit() else str(parts[1])[0].upper())
