"""Short names for tokens: two letters where they will do, never the same for two tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from rules.encounter.state import Token, TokenId

_NUMBERED = re.compile(r"^(?P<name>.*?\D)\s*(?P<number>\d{1,3})$")
_WORDS = re.compile(r"[^\W\d_]+")
_SMALL = frozenset({"von", "vom", "der", "die", "das", "of", "the", "zu", "und", "and"})


def initials(names: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Give each (id, name) its letters: Elandir El, Ork-Schamane OS, Ork 1 O1.

    Earlier ones keep the better letters, so a newcomer changes nobody's.
    """
    found: dict[str, str] = {}
    used: set[str] = set()
    for id, name in names:
        short = next(s for s in _candidates(name) if s not in used)
        used.add(short)
        found[id] = short
    return found


class Letters:
    """The letters of all tokens of a state; found anew only where a name or a label is new."""

    def __init__(self) -> None:
        self._tokens: object = None
        self._names: list[tuple[TokenId, str, str]] = []
        self._found: dict[str, str] = {}

    def all(self, tokens: Mapping[TokenId, Token]) -> Mapping[str, str]:
        """Return the letters of each token by its id."""
        if tokens is not self._tokens:
            self._tokens = tokens
            names = [(t.id, t.name, t.label) for t in tokens.values()]
            if names != self._names:
                self._names = names
                labels: dict[str, str] = {id: label for id, _, label in names if label}
                unnamed = ((id, name) for id, name, label in names if not label)
                self._found = {**initials(unnamed), **labels}
        return self._found


LETTERS = Letters()


def _candidates(name: str) -> Iterator[str]:
    numbered = _NUMBERED.match(name.strip())
    stem = numbered["name"] if numbered else name
    words = [w for w in _WORDS.findall(stem) if w.lower() not in _SMALL] or _WORDS.findall(stem)
    if not words:
        words = ["?"]
    first = words[0]
    if numbered:
        for length in range(1, len(first) + 1):
            yield first[0].upper() + first[1:length].lower() + numbered["number"]
    elif len(words) > 1:
        yield (first[0] + words[1][0]).upper()
        yield (first[0] + words[-1][0]).upper()
    yield from (first[0].upper() + letter.lower() for letter in first[1:])
    if len(first) == 1:
        yield first.upper()
    n = 2
    while True:
        yield f"{first[0].upper()}{n}"
        n += 1
