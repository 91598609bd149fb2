"""Takes the values of a monster into a draft, wherever they were read."""

from __future__ import annotations

import re
from typing import Final

from rules.core.terms import term
from rules.statblocks.draft import Builder, valid_entries
from rules.statblocks.source import number
from rules.systems.osric.arms import SheetWeapon
from rules.systems.osric.statblocks import values

_SAVE_AS: Final = re.compile(
    r"(Fighter|Cleric|Magic[- ]?User|Thief|Kämpfer|Kleriker|Magieanwender|Dieb|MU|F|C|T|K|D|M)"
    r"[\s:]*(\d{1,2})",
    re.IGNORECASE,
)
_CLASSES: Final = {
    "f": "fighter", "fighter": "fighter", "kämpfer": "fighter", "k": "fighter",
    "c": "cleric", "cleric": "cleric", "kleriker": "cleric",
    "t": "thief", "thief": "thief", "dieb": "thief", "d": "thief",
    "m": "magic_user", "mu": "magic_user", "magicuser": "magic_user",
    "magieanwender": "magic_user",
}  # fmt: skip


def armour_class(build: Builder, text: str, line: int, *, ascending: bool = False) -> None:
    """Take an armour class; an ascending one is turned round: 10 is unarmoured in both."""
    value = number(text)
    if value is None:
        build.unknown(text, line)
    elif ascending or value > 10:
        why = term("statblock.why.ascending", value=value)
        build.guess("printed_ac", 20 - value, line, text, why)
    else:
        build.read("printed_ac", value, line, text)


def hit_dice(build: Builder, text: str, line: int) -> None:
    """Take hit dice; where no hit points are printed, their average."""
    found = values.hit_dice(text)
    if found is None:
        build.unknown(text, line)
        return
    if re.search(r"\d\s*(?:to|bis|-)\s*\d", text) and "-1" not in text.replace(" ", ""):
        build.guess("hit_dice", found.text, line, text, term("statblock.why.first"))
    else:
        build.read("hit_dice", found.text, line, text)
    build.read("profession", "none", line, text)


def hit_points(build: Builder, text: str, line: int) -> None:
    """Take hit points; the first of several."""
    value = number(text)
    if value is None or value < 1:
        build.unknown(text, line)
    elif re.match(r"\s*\d+\s*,\s*\d+", text):
        build.guess("hp", value, line, text, term("statblock.why.first"))
    else:
        build.read("hp", value, line, text)


def mean_points(build: Builder, line: int) -> None:
    """Work hit points out of the hit dice where none are printed."""
    if "hp" in build.values or "hit_dice" not in build.values:
        return
    found = values.hit_dice(str(build.values["hit_dice"]))
    if found is not None:
        why = term("statblock.why.average", dice=found.text)
        build.guess("hp", found.mean, line, found.text, why)


def move(build: Builder, text: str, line: int) -> None:
    """Take the movement; further ways to move are kept as a note."""
    found = values.move_feet(text)
    if found is None:
        build.unknown(text, line)
        return
    feet, converted = found
    if converted:
        build.guess("move", feet, line, text, term("statblock.why.length", feet=feet))
    else:
        build.read("move", feet, line, text)
    if re.search(r"[/,;(]", text):
        build.keep(text, line)


def size(build: Builder, text: str, line: int) -> None:
    """Take the size."""
    found = values.size_of(text)
    if found is None:
        build.unknown(text, line)
    else:
        build.read("size", found, line, text)


def saves(build: Builder, text: str, line: int) -> None:
    """Take whose saving throws a monster has."""
    match = _SAVE_AS.search(text)
    if match is None:
        build.keep(text, line)
        return
    build.read("save_as", (_CLASSES[re.sub(r"[- ]", "", match[1].casefold())],), line, text)
    build.read("save_level", int(match[2]), line, text)


def score(build: Builder, name: str, text: str, line: int) -> None:
    """Take Strength or Dexterity."""
    value = number(text)
    if value is not None:
        build.read(name, value, line, text)


def arms(build: Builder, attacks: str, harm: str, line: int) -> None:
    """Take attacks and damage; what "by weapon" means is guessed from the words around it."""
    if not attacks and not harm:
        return
    found = values.arms(attacks, harm, build.source.text)
    weapons = tuple(valid_entries(SheetWeapon, found.weapons))
    text = " · ".join(filter(None, (attacks, harm)))
    if not weapons:
        build.unknown(text, line)
        return
    if found.guessed:
        build.guess("weapons", weapons, line, text, term("statblock.why.by_weapon"))
    else:
        build.read("weapons", weapons, line, text)
    if found.routine:
        build.read("routine", found.routine, line, text)
