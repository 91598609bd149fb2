"""Monsters in JSON: actors of Chromatic Dungeons in Foundry, and plain lists of values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.core.terms import term
from rules.statblocks.draft import Builder, Draft
from rules.statblocks.source import Source, at, first, number
from rules.systems.osric.sheet import OsricSheet
from rules.systems.osric.statblocks import take
from rules.systems.osric.statblocks.labels import EMPTY, KEYS

_PACE: Final = 4
"""Feet of a round of OSRIC to a foot of a short round: a man walks 120 there and 30 here."""
_ROUND_FEET: Final = 60
"""Movement up to this many feet is meant for a short round."""


def is_chromatic(data: Mapping[str, Any]) -> bool:
    """Whether a document is an actor of Chromatic Dungeons."""
    body = data.get("system", data.get("data"))
    return isinstance(body, Mapping) and "hitDice" in body and "baseAC" in body


def is_monster(data: Mapping[str, Any]) -> bool:
    """Whether a document has armour class and hit dice under names that we know."""
    found = {label for label, *_ in _labelled(data)}
    return bool(found & {"ac", "ascending"}) and "hit_dice" in found


def read_document(source: Source) -> Draft:
    """Read one monster."""
    assert source.data is not None
    return _chromatic(source) if is_chromatic(source.data) else _plain(source)


# -- Chromatic Dungeons ------------------------------------------------------------------------


def _chromatic(source: Source) -> Draft:
    build, data = Builder(source), source.data or {}
    root = "system" if "system" in data else "data"
    body = data[root]

    def shown(path: str) -> tuple[str, int]:
        value = at(body, path)
        line = source.line_of(f"{root}.{path}")
        return ("" if value is None else str(value)), line

    build.call(str(data.get("name") or "?"), source.line_of("name"))
    take.size(build, *shown("size"))
    dice, line = shown("hitDice")
    bonus = number(at(body, "hitDiceBonus")) or 0
    take.hit_dice(build, f"{dice}{bonus:+d}" if bonus else dice, line)
    take.armour_class(build, *shown("baseAC"), ascending=True)
    _short_move(build, *shown("move"))
    _points(build, body, *shown("hp.max"))
    for name, path in (("strength", "attributes.str"), ("dexterity", "attributes.dex")):
        take.score(build, name, *shown(path))
    _blows(build, body, source.line_of(f"{root}.attacks"))
    for path in ("specialAttacks", "specialDefenses", "magicResistance", "alignment", "type",
                 "numberAppearing", "treasure", "description", "xp", "baseMorale"):  # fmt: skip
        text, line = shown(path)
        if text.casefold() not in EMPTY:
            build.keep(f"{path}: {text}", line)
    return build.build(OsricSheet, "?")


def _points(build: Builder, body: Mapping[str, Any], text: str, line: int) -> None:
    """Take hit points; a compendium that has not rolled says 1 for everybody."""
    points = number(text) or 0
    if points > 1 or at(body, "hitDice") in ("0", 0):
        take.hit_points(build, text, line)
    else:
        take.mean_points(build, line)


def _short_move(build: Builder, text: str, line: int) -> None:
    feet = number(text)
    if feet is not None and 0 < feet <= _ROUND_FEET:
        why = term("statblock.why.short_round", feet=feet)
        build.guess("move", feet * _PACE, line, text, why)
    else:
        take.move(build, text, line)


def _blows(build: Builder, body: Mapping[str, Any], line: int) -> None:
    rows = body.get("attacks")
    blows = [r for r in rows if isinstance(r, Mapping)] if isinstance(rows, list) else []
    names = "/".join(str(r.get("attack") or "") for r in blows)
    harm = "/".join(str(r.get("damage") or "") for r in blows)
    take.arms(build, names, harm, line)


# -- plain lists of values ----------------------------------------------------------------------


def _labelled(data: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield (label, path, value) of the keys that we know, one level deep."""
    for key, value in data.items():
        label = KEYS.get(re.sub(r"[^a-zäöüß]", "", str(key).casefold()))
        if label:
            yield label, str(key), value
        elif isinstance(value, Mapping):
            for inner, inside in value.items():
                label = KEYS.get(re.sub(r"[^a-zäöüß]", "", str(inner).casefold()))
                if label:
                    yield label, f"{key}.{inner}", inside


def _plain(source: Source) -> Draft:
    build, data = Builder(source), source.data or {}
    found: dict[str, tuple[str, int]] = {}
    paths = set()
    for label, path, value in _labelled(data):
        found.setdefault(label, (_words(value), source.line_of(path)))
        paths.add(path.partition(".")[0])
    name, line = found.get("name", ("?", 0))
    build.call(name, line)
    if "hit_dice" in found:
        take.hit_dice(build, *found["hit_dice"])
    if "ac" in found:
        take.armour_class(build, *found["ac"])
    elif "ascending" in found:
        take.armour_class(build, *found["ascending"], ascending=True)
    for label, taker in (
        ("hp", take.hit_points), ("move", take.move), ("size", take.size), ("saves", take.saves),
    ):  # fmt: skip
        if label in found:
            taker(build, *found[label])
    for label in ("strength", "dexterity"):
        if label in found:
            take.score(build, label, *found[label])
    attacks, line = found.get("attacks", ("", 0))
    harm, other = found.get("damage", ("", 0))
    take.arms(build, attacks, harm, line or other)
    take.mean_points(build, found.get("hit_dice", ("", 0))[1])
    for key, value in data.items():
        if str(key) not in paths and isinstance(value, str) and value.casefold() not in EMPTY:
            build.keep(f"{key}: {value}", source.line_of(str(key)))
    return build.build(OsricSheet, "?")


def _words(value: Any) -> str:
    """Write a value as a stat block prints it: lists with strokes, tables by their values."""
    if isinstance(value, list):
        return "/".join(_words(v) for v in value[:20])
    if isinstance(value, Mapping):
        inside = first(value, "value", "total", "normal", "base", "name")[0]
        if inside is not None and not isinstance(inside, list | Mapping):
            return str(inside)
        return " ".join(str(v) for v in value.values() if isinstance(v, str | int | float))
    return "" if value is None else str(value)[:500]
