"""What single words of a stat block mean for the sheet: feats, senses, immunities, tricks."""

from __future__ import annotations

import re
from typing import Final

from rules.statblocks.draft import Builder
from rules.statblocks.labels import Segment
from rules.statblocks.source import printed_number
from rules.systems.pathfinder.statblocks.labels import FEATS

_LENGTH: Final = r"\D{0,12}?(\d{1,4}(?:[.,]\d)?)\s*-?(ft|feet|foot|fuß|m\b)?"
_FAR: Final = (
    ("darkvision", re.compile("(?:darkvision|dunkelsicht)" + _LENGTH, re.IGNORECASE)),
    ("blindsense", re.compile("(?:blindsense|blindgespür)" + _LENGTH, re.IGNORECASE)),
    ("blindsight", re.compile("(?:blindsight|blindsicht)" + _LENGTH, re.IGNORECASE)),
)
_YES: Final = (
    ("low_light_vision", re.compile(r"low-?\s?light|dämmersicht", re.IGNORECASE)),
    (
        "see_invisible",
        re.compile(
            r"see (?:invisib\w+)|true seeing|unsichtbares sehen|wahrer blick", re.IGNORECASE
        ),
    ),
)
_SNEAK: Final = re.compile(
    r"(?:sneak attack|hinterhältiger angriff)\D{0,6}(\d{1,2})\s?[dw]\s?6", re.IGNORECASE
)
_SKILLS: Final = (
    ("perception", re.compile(r"(?:perception|wahrnehmung)\s*([+-]\s?\d{1,2})", re.IGNORECASE)),
    ("stealth", re.compile(r"(?:stealth|heimlichkeit)\s*([+-]\s?\d{1,2})", re.IGNORECASE)),
)
_CRITICALS: Final = re.compile(
    r"critical hits?|kritische[nr]? treffer|\b(?:elemental|ooze|swarm|incorporeal)\b|"
    r"elementareigenschaften|schlick|schwarmeigenschaften|körperlos",
    re.IGNORECASE,
)
_PRECISION: Final = re.compile(r"precision|präzision|sneak attack|hinterhältige", re.IGNORECASE)
_TRICKS: Final = (
    ("improved_uncanny_dodge", re.compile(
        r"improved uncanny dodge|verbesserte reflexbewegung", re.IGNORECASE)),
    ("uncanny_dodge", re.compile(r"uncanny dodge|reflexbewegung", re.IGNORECASE)),
)  # fmt: skip
_IMPROVED_EVASION: Final = re.compile(r"improved evasion|verbessertes entrinnen", re.IGNORECASE)
_EVASION: Final = re.compile(r"\bevasion\b|\bentrinnen\b", re.IGNORECASE)


def senses(build: Builder, segment: Segment, line: int) -> None:
    """Read darkvision and its kin; what is left is kept as a note."""
    text = " ".join(segment.text.split())
    for name, pattern in _FAR:
        match = pattern.search(text)
        if match is not None:
            value = float(match[1].replace(",", "."))
            far = round(value / 1.5) if match[2] == "m" else int(value // 5)
            build.read(name, far, line, match[0])
            text = text.replace(match[0], " ")
    for name, pattern in _YES:
        if pattern.search(text):
            build.read(name, True, line, pattern.search(text)[0])  # type: ignore[index]  # it is there
            text = pattern.sub(" ", text)
    words = re.sub(r"^[\s;,.:]+|[\s;,.:]+$", "", re.sub(r"\s*,(?:\s*,)+", ",", text))
    words = re.sub(r"(?i)\b(?:sense|vision|ft\.?)\s*:?", "", words).strip(" ;,.:")
    if len(words) > 2:
        build.keep(f"{segment.label}: {words}", line)


def read(build: Builder, segment: Segment, line: int) -> None:
    """Read from a line that is kept as a note what the sheet has fields for."""
    text = " ".join(segment.text.split())
    match segment.id:
        case "feats":
            feats(build, text, line)
        case "skills":
            for name, pattern in _SKILLS:
                if (found := pattern.search(text)) is not None:
                    build.read(name, printed_number(found[1]), line, found[0])
        case "special_attacks":
            if (found := _SNEAK.search(text)) is not None:
                build.read("sneak_attack", int(found[1]), line, found[0])
        case "immune" | "defensive":
            _protected(build, text, line, immune=segment.id == "immune")


def feats(build: Builder, text: str, line: int) -> None:
    """Tick the feats that the rules know."""
    for word in re.split(r"[,;]", text):
        name = re.sub(r"\s*\(.*|[B*]+$|\d+$", "", word.strip()).casefold()
        known = FEATS.get(name) or FEATS.get(name.removesuffix("b"))
        if known:
            build.read(known, True, line, word.strip())


def _protected(build: Builder, text: str, line: int, *, immune: bool) -> None:
    if (found := _CRITICALS.search(text)) is not None:
        build.read("immune_criticals", True, line, found[0])
        build.read("immune_precision", True, line, found[0])
    if immune and (found := _PRECISION.search(text)) is not None:
        build.read("immune_precision", True, line, found[0])
    for name, pattern in _TRICKS:
        if (found := pattern.search(text)) is not None:
            build.read(name, True, line, found[0])
    if (found := _IMPROVED_EVASION.search(text)) is not None:
        build.read("evasion", "improved", line, found[0])
    elif (found := _EVASION.search(text)) is not None:
        build.read("evasion", "evasion", line, found[0])
