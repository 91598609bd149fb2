"""Printed monsters: the long form with a line for each value, and the one-liner of modules."""

from __future__ import annotations

import re
from typing import Final

from rules.statblocks.draft import Builder, Draft
from rules.statblocks.labels import Segment, lines_of
from rules.statblocks.source import Source, cleaned
from rules.systems.osric.sheet import OsricSheet
from rules.systems.osric.statblocks import take
from rules.systems.osric.statblocks.labels import EMPTY, KEPT, SCANNER

MOST: Final = 100
_NEXT: Final = re.compile(r"\n[ ]*\n(?=[^\n:]{2,80}(?:\n|:|\())")
_DECISIVE: Final = frozenset({"ac", "ascending", "hit_dice"})


def read_text(source: Source) -> tuple[Draft, ...]:
    """Read every monster of a text: blocks are parted by empty lines."""
    text = cleaned(source.lines)
    pieces: list[tuple[int, str]] = []
    begin = 0
    for cut in [*(m.end() for m in _NEXT.finditer(text)), len(text)]:
        piece = text[begin:cut]
        if _is_monster(piece) or not pieces:
            pieces.append((begin, piece))
        else:  # a description below the values
            start, before = pieces[-1]
            pieces[-1] = (start, before + piece)
        begin = cut
    if len(pieces) > 1 and not _is_monster(pieces[0][1]):
        start, first = pieces.pop(0)
        pieces[0] = (start, first + pieces[0][1])
    return tuple(
        _Reader(source, piece, text.count("\n", 0, start) + 1).draft()
        for start, piece in pieces[:MOST]
    )


def _is_monster(text: str) -> bool:
    return bool(_DECISIVE & {s.id for s in SCANNER.cut(text)[1]})


class _Reader:
    def __init__(self, source: Source, text: str, first: int) -> None:
        self.build = Builder(source)
        self.first = first
        self.head, self.segments = SCANNER.cut(text)

    def draft(self) -> Draft:
        """Read everything."""
        self._head()
        found: dict[str, tuple[str, int]] = {}
        for segment in self.segments:
            text, line = self._value(segment), self.first + segment.line - 1
            if segment.id in KEPT:
                self._keep(segment, line)
            elif segment.id not in found:
                found[segment.id] = (text, line)
                self._take(segment.id, text, line)
        attacks, line = found.get("attacks", ("", 0))
        harm, other = found.get("damage", ("", 0))
        take.arms(self.build, attacks, harm, line or other)
        take.mean_points(self.build, found.get("hit_dice", ("", 0))[1])
        return self.build.build(OsricSheet, "?")

    def _head(self) -> None:
        lines = list(lines_of(self.head, self.first))
        if not lines:
            return
        line, words = lines[0]
        name = re.sub(r"\s*[(\[].*$|\s*[:;,]\s*$", "", words).strip()
        self.build.call(name.title() if name.isupper() and len(name) > 2 else name, line)
        for line, words in lines[1:]:
            self.build.keep(words, line)

    def _value(self, segment: Segment) -> str:
        """Return the value behind a label; what stands in lines below it is reported."""
        text = segment.text.lstrip(" :.")
        if segment.id in KEPT:
            return text
        value, brk, below = text.partition("\n")
        if brk:
            start = self.first + segment.line
            for line, words in lines_of(below, start):
                if len(words) > 60 or " " in words:
                    self.build.keep(words, line)
                else:
                    self.build.unknown(words, line)
        return value.strip(" ;,.")

    def _keep(self, segment: Segment, line: int) -> None:
        words = " ".join(segment.text.split()).strip(" :;,.")
        if words.casefold() not in EMPTY:
            self.build.keep(f"{segment.label}: {words}", line)

    def _take(self, id: str, text: str, line: int) -> None:
        match id:
            case "ac":
                take.armour_class(self.build, text, line)
            case "ascending":
                take.armour_class(self.build, text, line, ascending=True)
            case "hit_dice":
                take.hit_dice(self.build, text, line)
            case "hp":
                take.hit_points(self.build, text, line)
            case "move":
                take.move(self.build, text, line)
            case "size":
                take.size(self.build, text, line)
            case "saves":
                take.saves(self.build, text, line)
            case "strength" | "dexterity":
                take.score(self.build, id, text, line)
