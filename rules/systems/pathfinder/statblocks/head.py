"""The first lines of a printed stat block: name, class, alignment, size, kind."""

from __future__ import annotations

import re
from typing import Final

from rules.core.terms import term
from rules.statblocks.draft import Builder
from rules.statblocks.labels import Segment
from rules.systems.pathfinder.statblocks.labels import SIZES

_SIZE_WORDS: Final = "|".join(sorted(map(re.escape, SIZES), key=len, reverse=True))
_KIND: Final = re.compile(
    rf"^(?P<al>[A-Z]{{1,2}}|any alignment|always \w+|jede Gesinnung)?\s*\b(?P<size>{_SIZE_WORDS})"
    r"(?:e[rsnm]?)?\s+(?P<type>[^\n]{1,80}?)\s*$",
    re.IGNORECASE,
)
_CLASS: Final = re.compile(r"\b\d{1,2}\b")


def read_head(build: Builder, head: str, first: int, segments: list[Segment]) -> None:
    """Read what stands before the first value, and between CR, XP and the first value."""
    lines = [(first + i, words.strip()) for i, words in enumerate(head.split("\n"))]
    for segment in segments:
        if segment.id not in ("cr", "xp"):
            break
        below = segment.text.split("\n")[1:]
        lines += [(first + segment.line + i, w.strip()) for i, w in enumerate(below)]
    lines = [(n, words) for n, words in lines if any(c.isalpha() for c in words)]
    if not lines:
        return
    number, name = lines[0]
    build.call(_titled(name), number)
    rest = lines[1:]
    for number, words in rest:
        match = _KIND.match(words)
        if match is not None:
            size = SIZES[match["size"].casefold()]
            build.read("size", size, number, words)
            build.read("creature_type", match["type"].strip()[:80], number, words)
        elif "class_level" not in build.values and len(words) <= 80 and _CLASS.search(words):
            build.read("class_level", words, number, words)
        elif "creature_type" not in build.values:
            build.keep(words, number)
        else:
            build.unknown(words, number)
    if "size" not in build.values:
        build.guess("size", "medium", 0, "", term("statblock.why.usual"))


def _titled(name: str) -> str:
    """Write a name that is printed in capitals as a name."""
    name = re.sub(r"\s*\(?\s*$", "", name)
    return name.title() if name.isupper() and len(name) > 2 else name
