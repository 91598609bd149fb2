"""Printed attacks: "2 claws +16 (1d8+8/19–20 plus grab) and bite +11 (2d6+4)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rules.naming import next_id, slug
from rules.statblocks.source import printed_number
from rules.systems.pathfinder.arms import arm_of, arm_rows

_OR: Final = re.compile(r"\s*(?:,|;)\s*|\s+(?:or|oder|and|und)\s+", re.IGNORECASE)
_CHUNK: Final = re.compile(
    r"""^\s*(?:(?P<count>\d{1,2})\s+)?(?:\+(?P<magic>\d{1,2})\s+)?
    (?P<name>[^()]{1,80}?)\s*(?P<to>[+-]\s?\d{1,2}(?:\s?/\s?[+-]?\d{1,2}){0,5})?
    \s*(?P<after>[^()+\d]{0,40})?\s*(?:\((?P<harm>.{0,300})\)?)?\s*$""",
    re.VERBOSE | re.DOTALL,
)
_DICE: Final = re.compile(r"(\d{0,2})\s?[dDwW]\s?(\d{1,3})\s*(?:([+-])\s?(\d{1,3}))?")
_FLAT: Final = re.compile(r"^\s*([+-]?\d{1,3})\b")
_FROM: Final = re.compile(r"\b(1[0-9])\s?-\s?20\b")
_TIMES: Final = re.compile(r"\bx\s?([2-6])\b", re.IGNORECASE)
_PLUS: Final = re.compile(r"\b(?:plus|und|and)\b\s*(.+)$", re.IGNORECASE | re.DOTALL)
_MASTER: Final = re.compile(
    r"\b(?:mwk|masterwork|mw|meisterhaft\w*|meisterarbeit\w*)\b\.?\s*", re.IGNORECASE
)
_TOUCH: Final = re.compile(r"\b(?:touch|berührung\w*)\b", re.IGNORECASE)
_NONLETHAL: Final = re.compile(r"nonlethal|nicht\s?tödlich", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Printed:
    """An attack as printed: values for the sheet, and the totals that it must come to.

    ``rest`` is what the sheet has no field for ("plus grab").
    """

    values: dict[str, Any]
    count: int = 1
    to_hit: int | None = None
    damage: int | None = None
    rest: str = ""
    text: str = ""
    known: bool = True


def attacks(text: str, *, ranged: bool) -> Iterator[Printed | str]:
    """Yield the attacks of a line, and as plain text what is none."""
    for chunk in _chunks(" ".join(text.split())):
        yield attack(chunk, ranged=ranged) or chunk


def _chunks(text: str) -> Iterator[str]:
    """Split at commas and words that part attacks, but not inside brackets."""
    depth, begin, at = 0, 0, 0
    while at < len(text):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth = max(0, depth - 1)
        elif depth == 0 and (match := _OR.match(text, at)) is not None and match.end() > at:
            if text[begin:at].strip():
                yield text[begin:at].strip()
            begin = at = match.end()
            continue
        at += 1
    if text[begin:].strip():
        yield text[begin:].strip()


def attack(text: str, *, ranged: bool) -> Printed | None:
    """Read one attack; None where neither a bonus nor dice are to be seen."""
    match = _CHUNK.match(text)
    if match is None or (match["to"] is None and match["harm"] is None):
        return None
    name = _MASTER.sub("", match["name"] or "").strip(" .:*")
    if not any(c.isalpha() for c in name):
        return None
    harm = match["harm"] or ""
    id = arm_of(name)
    values: dict[str, Any] = {"name": name[:80]}
    if id:
        values |= arm_rows()[id].model_dump(exclude={"words", "damage"})
    elif ranged:
        values |= {"kind": "ranged", "range": 2}
    if ranged and values.get("kind", "melee") == "melee":
        values["kind"] = "thrown"
    if not ranged and values.get("kind") == "thrown":
        values["kind"] = "melee"
    if match["magic"]:
        values["enhancement"] = int(match["magic"])
    elif _MASTER.search(text):
        values["masterwork"] = True
    if _TOUCH.search(name) or _TOUCH.search(match["after"] or ""):
        values["touch"] = True
    if _NONLETHAL.search(harm):
        values["nonlethal"] = True
    dice, bonus = _harm(values, harm)
    values["damage"] = dice
    to_hit = printed_number(match["to"].split("/")[0]) if match["to"] else None
    plus = _PLUS.search(harm)
    rest = plus[1].strip() if plus else ("" if bonus is not None else harm.strip())
    return Printed(values, int(match["count"] or 1), to_hit, bonus, rest, text, bool(id))


def _harm(values: dict[str, Any], harm: str) -> tuple[str, int | None]:
    """Return dice and bonus of a damage; the critical goes into the values."""
    found = _DICE.search(harm)
    if _FROM.search(harm):
        values["critical_from"] = int(_FROM.findall(harm)[0])
    if _TIMES.search(harm):
        values["critical_times"] = int(_TIMES.findall(harm)[0])
    elif found and not _FROM.search(harm):
        values |= {"critical_from": 20, "critical_times": 2}
    if found is None:
        flat = _FLAT.match(harm)
        return ("0", int(flat[1])) if flat else ("0", None)
    count, sides, sign, bonus = found.groups()
    dice = f"{min(99, int(count or 1))}d{max(1, int(sides))}"
    return dice, (int(bonus) if sign == "+" else -int(bonus)) if bonus else 0


def with_ids(printed: list[Printed]) -> list[dict[str, Any]]:
    """Give every weapon an id of its own."""
    ids: list[str] = []
    entries = []
    for one in printed:
        stem = arm_of(str(one.values["name"])) or slug(str(one.values["name"]))[:32]
        id = stem if stem not in ids else next_id(ids, stem)
        ids.append(id)
        entries.append({"id": id, **one.values})
    return entries
