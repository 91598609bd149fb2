"""Printed stat blocks of Pathfinder, English and German, however their lines are broken."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rules.core.terms import term
from rules.statblocks.draft import Builder, Draft
from rules.statblocks.labels import Segment, lines_of
from rules.statblocks.source import Source, cleaned, printed_number
from rules.systems.pathfinder.sheet import PathfinderSheet
from rules.systems.pathfinder.statblocks import traits
from rules.systems.pathfinder.statblocks.attacks import Printed, attacks
from rules.systems.pathfinder.statblocks.head import read_head
from rules.systems.pathfinder.statblocks.labels import ARMOUR, SCANNER
from rules.systems.pathfinder.statblocks.settle import (
    settle_armour,
    settle_initiative,
    settle_saves,
    settle_weapons,
)

MOST: Final = 100
"""Creatures that one text may hold."""

_BLOCK: Final = re.compile(
    r"^(?=[^\n]{1,80}?\s(?:CR|HG)[ :]+(?:\d|-))[^\n]*\n(?:[^\n]*\n){0,8}?[^\n]*\b(?:Init|INI)\b",
    re.MULTILINE,
)
_INT: Final = re.compile(r"[:\s]*([+-]?\s?\d{1,5})")
_DICE: Final = re.compile(r"(\d{1,3})\s?[dDwW]\s?\d{1,3}")
_PART: Final = re.compile(
    r"([+-]\s?\d{1,2})\s*([^\W\d][^,;+)]{0,40})|([^\W\d][^,;+)\d-]{0,40}?)\s*([+-]\s?\d{1,2})"
)
_LENGTH: Final = re.compile(r"(\d{1,4}(?:[.,]\d)?)\s*-?(ft|feet|foot|fuß|fuss|m\b|meter|')?", re.I)

ABILITIES: Final = (
    "strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma",
)  # fmt: skip
KEPT: Final = frozenset(
    {"aura", "defensive", "immune", "resist", "weaknesses", "special_attacks", "spells",
     "tactics", "base_statistics", "racial", "languages", "sq", "gear", "environment",
     "organization", "treasure", "sr", "prose", "feats", "skills"}
)  # fmt: skip
"""Labels whose words are kept as a note, whatever is read from them besides."""
SILENT: Final = frozenset({"cr", "xp", "cmb", "cmd", "heading"})
"""Labels whose values follow from others or mean nothing here."""


def read_text(source: Source) -> tuple[Draft, ...]:
    """Read every stat block of a text."""
    text = cleaned(source.lines)
    starts = [m.start() for m in _BLOCK.finditer(text)][:MOST]
    if len(starts) < 2:
        return (_Reader(source, text, 1).draft(),)
    pieces = zip(starts, [*starts[1:], len(text)], strict=True)
    return tuple(_Reader(source, text[a:b], text.count("\n", 0, a) + 1).draft() for a, b in pieces)


def whole(text: str) -> int | None:
    """Return the whole number with which a text begins."""
    match = _INT.match(text)
    return printed_number(match[1]) if match else None


def squares(text: str) -> int | None:
    """Return a length in squares: feet as a rule, metres where the text says so."""
    match = _LENGTH.search(text)
    if match is None:
        return None
    value = float(match[1].replace(",", "."))
    metres = (match[2] or "").casefold() in ("m", "meter")
    return round(value / 1.5) if metres else int(value // 5)


class _Reader:
    """Reads one stat block; ``first`` is the number of its first line."""

    def __init__(self, source: Source, text: str, first: int) -> None:
        self.build = Builder(source)
        self.first = first
        self.head, self.segments = SCANNER.cut(text)
        self.printed: list[Printed] = []
        self.attack_line = 0
        self.armour: tuple[int, int, str] | None = None
        self.saves: dict[str, tuple[int, int, str]] = {}
        self.initiative: tuple[int, int, str] | None = None

    def line(self, segment: Segment) -> int:
        return self.first + segment.line - 1

    def draft(self) -> Draft:
        """Read everything; totals are settled when all parts are known."""
        read_head(self.build, self.head, self.first, self.segments)
        for segment in self.segments:
            self._segment(segment)
        self._settle()
        return self.build.build(PathfinderSheet, "?")

    def _settle(self) -> None:
        build = self.build
        if self.initiative is not None:
            settle_initiative(build, *self.initiative)
        settle_saves(build, self.saves)
        if self.armour is not None:
            settle_armour(build, *self.armour)
        if self.printed:
            settle_weapons(build, self.printed, self.attack_line)

    def _segment(self, segment: Segment) -> None:
        reader: Callable[[Segment], str | None] | None = getattr(self, f"_{segment.id}", None)
        rest: str | None = segment.text
        if reader is not None:
            rest = reader(segment)
        elif segment.id in ABILITIES:
            rest = self._ability(segment)
        elif segment.id in SILENT:
            rest = self._skipped(segment)
        elif segment.id in KEPT:
            traits.read(self.build, segment, self.line(segment))
            self._keep(segment)
            return
        if rest is None:
            self.build.unknown(f"{segment.label} {segment.text}", self.line(segment))
        else:
            self._left_over(segment, rest)

    def _keep(self, segment: Segment) -> None:
        """Keep the words behind a label as a note, in one piece."""
        words = " ".join(segment.text.split()).strip(" ;:")
        if words:
            self.build.keep(f"{segment.label}: {words}", self.line(segment))

    def _left_over(self, segment: Segment, rest: str) -> None:
        """Report what stands behind a value and belongs to no label."""
        line = self.line(segment) + segment.text[: len(segment.text) - len(rest)].count("\n")
        for number, words in lines_of(rest, line):
            if len(words) > 1 or words.isdigit():
                self.build.unknown(words, number)

    def _skipped(self, segment: Segment) -> str:
        """Return what stands behind a value that nobody needs: "CMD 12 (can't be tripped)"."""
        if segment.id == "heading":
            return segment.text
        if segment.id in ("cr", "xp"):
            return ""  # the head has read what stands below
        line, brk, rest = segment.text.partition("\n")
        return brk + rest if brk else line[len(line) :]

    # -- numbers -------------------------------------------------------------------------------

    def _number(self, segment: Segment, name: str) -> str | None:
        match = _INT.match(segment.text)
        if match is None:
            return None
        value = printed_number(match[1])
        self.build.read(name, value, self.line(segment), segment.label + match[0])
        return segment.text[match.end() :]

    def _ability(self, segment: Segment) -> str | None:
        match = re.match(r"[:\s]*(\d{1,2}|-+|\*)", segment.text)
        if match is None:
            return None
        value = int(match[1]) if match[1].isdigit() else None
        self.build.read(segment.id, value, self.line(segment), segment.label + match[0])
        return segment.text[match.end() :]

    def _base_attack(self, segment: Segment) -> str | None:
        return self._number(segment, "base_attack")

    def _perception(self, segment: Segment) -> str | None:
        return self._number(segment, "perception")

    def _init(self, segment: Segment) -> str | None:
        value = whole(segment.text)
        if value is None:
            return None
        self.initiative = value, self.line(segment), f"{segment.label} {value:+d}"
        return segment.text[_INT.match(segment.text).end() :]  # type: ignore[union-attr]  # it matched

    def _save(self, segment: Segment) -> str | None:
        match = _INT.match(segment.text)
        if match is None:
            return None
        value = printed_number(match[1])
        self.saves.setdefault(segment.id, (value, self.line(segment), segment.label + match[0]))
        rest = re.sub(r"^\s*\([^)]*\)|^[^\n]*", "", segment.text[match.end() :], count=1)
        return rest

    _fortitude = _reflex = _will = _save

    def _hp(self, segment: Segment) -> str | None:
        match = re.match(r"[:\s]*(\d{1,5})(?:\s*(?:each|je))?\s*(\([^)]*\)?)?", segment.text)
        if match is None:
            return None
        line, text = self.line(segment), segment.label + match[0]
        self.build.read("hp", int(match[1]), line, text)
        dice = [int(n) for n in _DICE.findall(match[2] or "")]
        if dice:
            self.build.read("hit_dice", sum(dice), line, text)
        rest = segment.text[match.end() :]
        return re.sub(r"^[^\n]*", "", rest, count=1)  # fast healing, negative energy …

    def _ac(self, segment: Segment) -> str | None:
        match = re.match(r"[:\s]*(\d{1,2})([^(\n]*\n?[^(\n]*)?(\([^)]*\)?)?", segment.text)
        if match is None:
            return None
        line, text = self.line(segment), segment.label + " ".join(match[0].split())
        self.armour = int(match[1]), line, text
        misc = 0
        for one in _PART.finditer(match[3] or ""):
            value = printed_number(one[1] or one[4])
            word = (one[2] or one[3]).strip().casefold()
            name = next((f for start, f in ARMOUR if word.startswith(start)), "")
            if name == "dexterity":
                self._dexterity_in_armour(value, line, text)
            elif not name:
                misc += value
            elif name != "size" and value >= 0:
                self.build.read(name, value, line, one[0])
            elif name != "size":
                misc += value
        if misc:
            self.build.read("ac_misc", misc, line, text)
        return segment.text[match.end() :]

    def _dexterity_in_armour(self, value: int, line: int, text: str) -> None:
        """An armour class with less Dexterity than there is: heavy armour holds it down."""
        found = next((s for s in self.segments if s.id == "dexterity"), None)
        score = whole(found.text) if found is not None else None
        if score is not None and 0 <= value < (score - 10) // 2:
            why = term("statblock.why.max_dex", value=value)
            self.build.guess("max_dex", value, line, text, why)

    def _reduction(self, segment: Segment) -> str | None:
        match = re.match(r"[:\s]*(\d{1,2})\s?/\s?([^;,\n]{1,60})", segment.text)
        if match is None:
            return None
        line, text = self.line(segment), segment.label + match[0]
        self.build.read("damage_reduction", int(match[1]), line, text)
        bypass = match[2].strip().casefold()
        if bypass not in ("-", "–", "—"):
            known = {"magie": "magic", "silber": "silver", "kaltes eisen": "cold_iron",
                     "cold iron": "cold_iron"}  # fmt: skip
            self.build.read("reduction_bypass", known.get(bypass, bypass)[:40], line, text)
        return segment.text[match.end() :]

    # -- movement ------------------------------------------------------------------------------

    def _speed(self, segment: Segment) -> str | None:
        value = squares(segment.text)
        if value is None:
            return None
        line = self.line(segment)
        words = segment.text.split("\n")
        self.build.read("speed", value, line, segment.label + words[0])
        if "," in words[0]:
            self.build.keep(segment.label + words[0], line)
        return "\n" + "\n".join(words[1:]) if len(words) > 1 else ""

    def _space(self, segment: Segment) -> str | None:
        return None if squares(segment.text) is None else _after_length(segment.text)

    def _reach(self, segment: Segment) -> str | None:
        value = squares(segment.text)
        if value is None:
            return None
        space = next((squares(s.text) for s in self.segments if s.id == "space"), None)
        if space is not None and space > 1 and value < space:
            line = self.line(segment)
            self.build.read("build", "long", line, segment.label + segment.text.split("\n")[0])
        return _after_length(segment.text)

    def _senses(self, segment: Segment) -> str:
        traits.senses(self.build, segment, self.line(segment))
        return ""

    # -- attacks -------------------------------------------------------------------------------

    def _attacks(self, segment: Segment) -> str:
        line = self.line(segment)
        self.attack_line = self.attack_line or line
        for one in attacks(segment.text, ranged=segment.id == "ranged"):
            if isinstance(one, str):
                self.build.unknown(one, line)
            else:
                self._add(one)
        return ""

    def _add(self, one: Printed) -> None:
        """Take an attack; the same weapon in another row of attacks is the same weapon."""
        same = [
            p for p in self.printed if p.values["name"].casefold() == one.values["name"].casefold()
        ]
        if not any(p.values["kind"] == one.values.get("kind") for p in same if "kind" in p.values):
            self.printed.append(one)

    _melee = _ranged = _attacks


def _after_length(text: str) -> str:
    match = re.match(r"[^;\n]*", text)
    return text[match.end() :] if match else text
