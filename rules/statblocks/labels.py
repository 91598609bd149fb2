"""Finds the labelled values of a stat block in a running text, wherever its lines break."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

NUMBER: Final = r"[:\s]*[+-]?\d"
SIGNED: Final = r"[:\s]*[+-]\s?\d"


@dataclass(frozen=True, slots=True)
class Label:
    """A label by id, with its words in all languages (regular expressions, no groups).

    A label with ``follow`` counts wherever that comes after it; one without counts at the
    beginning of a line, after a semicolon or after another label only, and is written with
    a capital. ``alone``: it stands in a line of its own (a heading).
    """

    id: str
    words: str
    follow: str = ""
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Segment:
    """What stands after a label, up to the next one; ``line`` counts from 1."""

    id: str
    label: str
    text: str
    line: int
    start: int = 0


class Scanner:
    """Cuts texts at a table of labels."""

    def __init__(self, labels: Sequence[Label]) -> None:
        self._labels = tuple(labels)
        self._pattern = re.compile(
            r"(?<![\w/+-])(?:" + "|".join(self._one(i) for i in range(len(self._labels))) + ")",
            re.MULTILINE,
        )

    def _one(self, i: int) -> str:
        label = self._labels[i]
        words = f"(?P<l{i}>(?i:{label.words}))(?![\\w-])"
        if label.alone:
            return words + r"(?=\s*:?\s*$)"
        return words + (f"(?={label.follow})" if label.follow else "")

    def cut(self, text: str) -> tuple[str, list[Segment]]:
        """Return what stands before the first label, and the segments in their order."""
        marks = list(self._marks(text))
        segments = []
        stops = [start for _, start, _ in marks[1:]] + [len(text)]
        line, counted = 1, 0
        for (label, start, end), stop in zip(marks, stops, strict=False):
            line, counted = line + text.count("\n", counted, start), start
            segments.append(Segment(label, text[start:end], text[end:stop], line, end))
        return text[: marks[0][1] if marks else len(text)], segments

    def _marks(self, text: str) -> Iterator[tuple[str, int, int]]:
        ended = -1
        for match in self._pattern.finditer(text):
            label = self._labels[int((match.lastgroup or "l0")[1:])]
            before = _before(text, match.start()) if match.start() else "\n"
            fresh = before in ("\n", ";", "") or match.start() <= ended + 2
            if not label.follow and not (fresh and match.group()[:1].isupper()):
                continue
            if label.alone and before not in ("\n", ""):
                continue
            yield label.id, match.start(), match.end()
            ended = match.end()


def _before(text: str, at: int) -> str:
    """Return the last character before a place that is no space; empty where there is none."""
    while at and text[at - 1] == " ":
        at -= 1
    return text[at - 1 : at]


def lines_of(text: str, line: int) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text that say something, with their numbers from ``line`` on."""
    for i, words in enumerate(text.split("\n")):
        shown = words.strip(" ;,.:|")
        if any(c.isalnum() for c in shown):
            yield line + i, shown
