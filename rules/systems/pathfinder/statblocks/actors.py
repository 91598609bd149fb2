"""Actors of Foundry: Pathfinder 1 (old and new shape, compendiums) and the 3.5 system."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.core.terms import term
from rules.statblocks.draft import Builder, Draft
from rules.statblocks.labels import Segment
from rules.statblocks.source import Source, at, first, number
from rules.systems.pathfinder.sheet import PathfinderSheet
from rules.systems.pathfinder.statblocks import traits
from rules.systems.pathfinder.statblocks.actor_items import (
    Item,
    base_attack,
    base_save,
    changed,
    items_of,
    worn,
)
from rules.systems.pathfinder.statblocks.actor_weapons import printed_of
from rules.systems.pathfinder.statblocks.settle import (
    settle_armour,
    settle_initiative,
    settle_weapons,
    sheet_of,
)

_SHORT: Final = {
    "strength": "str", "dexterity": "dex", "constitution": "con",
    "intelligence": "int", "wisdom": "wis", "charisma": "cha",
}  # fmt: skip
_SIZES: Final = {
    "fine": "fine", "dim": "diminutive", "tiny": "tiny", "sm": "small", "med": "medium",
    "lg": "large", "huge": "huge", "grg": "gargantuan", "col": "colossal",
}  # fmt: skip
_SAVES: Final = {"fortitude": "fort", "reflex": "ref", "will": "will"}
_RANKED: Final = {
    "perception": ("per", "wisdom"), "stealth": ("ste", "dexterity"),
}  # fmt: skip
_OLD_SKILLS: Final = {"perception": ("spt", "lis"), "stealth": ("hid", "mos")}
"""What Perception and Stealth were before: the lesser of both counts."""
_CLASS_SKILL: Final = 3


def is_actor(data: Mapping[str, Any]) -> bool:
    """Whether a document is an actor of Pathfinder or 3.5."""
    return isinstance(at(data, "data.abilities.str") or at(data, "system.abilities.str"), Mapping)


def read_actor(source: Source) -> Draft:
    """Read one actor; what is missing keeps the value of a plain creature and is reported."""
    return _Actor(source).draft()


class _Actor:
    def __init__(self, source: Source) -> None:
        assert source.data is not None
        self.source = source
        self.root = "system" if isinstance(source.data.get("system"), Mapping) else "data"
        self.body = source.data.get(self.root) or {}
        self.build = Builder(source)
        self.items = list(items_of(source))

    def draft(self) -> Draft:
        """Read everything in an order in which the parts are there before the totals."""
        name = self.source.data.get("name") if self.source.data else None
        self.build.call(str(name or "?"), self.source.line_of("name"))
        for reader in (
            self._who,
            self._abilities,
            self._life,
            self._attack,
            self._armour,
            self._saves,
            self._senses,
            self._traits,
            self._weapons,
        ):
            reader()
        return self.build.build(PathfinderSheet, "?")

    def _first(self, *paths: str) -> tuple[Any, int, str]:
        """Return the first value at paths of the body, its line, and what to show of it."""
        value, path = first(self.body, *paths)
        whole = f"{self.root}.{path}"
        return value, self.source.line_of(whole), f"{path} {value}"[:120] if path else ""

    def _number(self, field: str, *paths: str) -> int | None:
        value, line, text = self._first(*paths)
        found = number(value)
        if found is not None:
            self.build.read(field, found, line, text)
        return found

    # -- who -----------------------------------------------------------------------------------

    def _who(self) -> None:
        size, line, text = self._first("traits.size.base", "traits.size.value", "traits.size")
        known = _SIZES.get(str(size).casefold())
        if known:
            self.build.read("size", known, line, text)
        else:
            self.build.guess("size", "medium", line, text, term("statblock.why.usual"))
        if self._first("traits.stature")[0] == "long":
            self.build.read("build", "long", self._first("traits.stature")[1], "long")
        kind, line, text = self._first("attributes.creatureType", "details.type", "traits.type")
        if isinstance(kind, str):
            self.build.read("creature_type", kind[:80], line, text)
        races = [i for i in self.items if i.type == "race"]
        racial = next((i.data.get("creatureType") for i in races if i.data.get("creatureType")), "")
        if racial:
            self.build.read("creature_type", str(racial)[:80], races[0].line, races[0].name)
        classes = [i for i in self.items if i.type == "class"]
        dice = sum(i.level for i in classes)
        if dice:
            words = ", ".join(f"{i.name.strip(' *')} {i.level}" for i in classes)
            self.build.read("class_level", words[:80], classes[0].line, words)
            self.build.read("hit_dice", dice, classes[0].line, words)
        else:
            self._number("hit_dice", "attributes.hd.total", "details.level.value")

    def _abilities(self) -> None:
        for field, short in _SHORT.items():
            stem = f"abilities.{short}"
            value, line, text = self._first(f"{stem}.total", f"{stem}.value", f"{stem}.base", stem)
            if at(self.body, f"{stem}.value") is None and at(self.body, f"{stem}.total") is None:
                self.build.read(field, None, line, text or short)
                continue
            score = number(value)
            if score is not None:
                drain = number(at(self.body, f"{stem}.drain")) or 0
                self.build.read(field, max(0, score - drain), line, text)

    def _mod(self, ability: str) -> int:
        return sheet_of(self.build.values).modifier(ability)  # type: ignore[arg-type]  # of _SHORT

    # -- life ----------------------------------------------------------------------------------

    def _life(self) -> None:
        value, line, text = self._first("attributes.hp.max", "attributes.hp.value")
        points = number(value)
        if points:
            self.build.read("hp", points, line, text)
        else:
            dice = int(self.build.values.get("hit_dice", 1))
            mean = max(1, dice * 9 // 2 + dice * self._mod("constitution"))
            why = term("statblock.why.average", dice=str(dice))
            self.build.guess("hp", mean, line, text, why)
        self._number(
            "speed_feet", "attributes.speed.land.total", "attributes.speed.land.base",
            "attributes.speed.land",
        )  # fmt: skip
        self._in_squares("speed", "speed_feet")
        for way in ("climb", "swim", "burrow", "fly"):
            value, line, _ = self._first(
                f"attributes.speed.{way}.total", f"attributes.speed.{way}.base"
            )
            if number(value):
                self.build.keep(f"{way} {number(value)} ft.", line)

    def _in_squares(self, field: str, feet: str) -> None:
        """Turn a length that was read in feet into squares."""
        value = self.build.values.pop(feet, None)
        for i, found in enumerate(self.build.findings):
            if found.field == feet:
                del self.build.findings[i]
                self.build.read(field, int(value) // 5, found.line, found.text)
                return

    def _attack(self) -> None:
        classes = [i for i in self.items if i.type == "class"]
        total = at(self.body, "attributes.bab.total")
        if total is not None or not classes:
            self._number("base_attack", "attributes.bab.total", "attributes.bab.value")
        else:
            words = ", ".join(f"{i.name} {i.level} {i.data.get('bab')}" for i in classes)
            why = term("statblock.why.classes")
            self.build.guess("base_attack", base_attack(classes), classes[0].line, words, why)
        total = at(self.body, "attributes.init.total")
        if total is not None:
            value, line, text = self._first("attributes.init.total")
            settle_initiative(self.build, number(value) or 0, line, text)
        else:
            value, line, text = self._first("attributes.init.value")
            bonus = (number(value) or 0) + changed(self.items, "init")
            self.build.read("initiative", bonus, line, text or "init")

    # -- armour and saves ----------------------------------------------------------------------

    def _armour(self) -> None:
        natural, line, text = self._first("attributes.naturalAC")
        bonus = (number(natural) or 0) + changed(self.items, "nac")
        if bonus > 0:
            self.build.read("natural", bonus, line, text or "nac")
        for field, item, value in worn(self.items):
            self.build.read(field, value, item.line, item.name)
        for field, target in (("dodge", "dac"), ("deflection", "ac")):
            extra = changed(self.items, target, field)
            if extra > 0:
                self.build.read(field, extra, 0, target)
        total, line, text = self._first("attributes.ac.normal.total")
        if number(total):
            settle_armour(self.build, number(total) or 10, line, text)

    def _saves(self) -> None:
        classes = [i for i in self.items if i.type == "class"]
        for field, short in _SAVES.items():
            stem = f"attributes.savingThrows.{short}"
            total, line, text = self._first(f"{stem}.total")
            ability = {"fort": "constitution", "ref": "dexterity", "will": "wisdom"}[short]
            if number(total) is not None:
                self.build.read(field, (number(total) or 0) - self._mod(ability), line, text)
                continue
            base = number(at(self.body, f"{stem}.base")) or 0
            extra = changed(self.items, short) + changed(self.items, "allSavingThrows")
            words = ", ".join(f"{i.name} {i.level}" for i in classes)
            line = self.source.line_of(f"{self.root}.{stem}.base") or (
                classes[0].line if classes else 0
            )
            value = base + base_save(classes, short) + extra
            self.build.guess(field, value, line, words or short, term("statblock.why.classes"))

    # -- senses, skills, traits ----------------------------------------------------------------

    def _senses(self) -> None:
        senses, line, _ = self._first("traits.senses")
        if isinstance(senses, str):
            words = re.sub(r"[;,]?\s*Perception\s*[+-]\d+", "", senses)
            traits.senses(self.build, Segment("senses", "Senses", words, line), line)
            skill = re.search(r"Perception\s*([+-]\d{1,2})", senses)
            if skill is not None:
                self.build.read("perception", int(skill[1]), line, skill[0])
        for field, path in (("darkvision", "dv"), ("blindsense", "bse"), ("blindsight", "bs")):
            feet = number(at(self.body, f"traits.senses.{path}")) or 0
            if feet > 0:
                line = self.source.line_of(f"{self.root}.traits.senses.{path}")
                self.build.read(field, feet // 5, line, f"{path} {feet}")
        if at(self.body, "traits.senses.ll.enabled"):
            self.build.read("low_light_vision", True, 0, "ll")
        for field, (short, ability) in _RANKED.items():
            self._skill(field, short, ability)

    def _skill(self, field: str, short: str, ability: str) -> None:
        stem = f"skills.{short}"
        total, line, text = self._first(f"{stem}.mod")
        old = [at(self.body, f"skills.{s}.mod") for s in _OLD_SKILLS[field]]
        if number(total) is not None:
            self.build.read(field, number(total), line, text)
        elif at(self.body, f"{stem}.rank") is not None:
            rank, line, text = self._first(f"{stem}.rank")
            ranks = number(rank) or 0
            trained = any(at(i.data, f"classSkills.{short}") for i in self.items)
            value = ranks + self._mod(ability) + (_CLASS_SKILL if ranks and trained else 0)
            why = term("statblock.why.ranks", ranks=ranks)
            self.build.guess(field, value + changed(self.items, f"skill.{short}"), line, text, why)
        elif known := [m for m in map(number, old) if m is not None]:
            line = self.source.line_of(f"{self.root}.skills.{_OLD_SKILLS[field][0]}.mod")
            words = " ".join(_OLD_SKILLS[field])
            self.build.guess(field, min(known), line, words, term("statblock.why.old_skills"))

    def _traits(self) -> None:
        for item in self.items:
            if item.type == "feat":
                before = len(self.build.values)
                traits.feats(self.build, item.name, item.line)
                words = Segment("special_attacks", "", item.name, item.line)
                traits.read(self.build, words, item.line)
                words = Segment("defensive", "", item.name, item.line)
                traits.read(self.build, words, item.line)
                if item.name.casefold().startswith("sense"):
                    traits.senses(self.build, Segment("senses", "", item.name, 0), item.line)
                elif len(self.build.values) == before:
                    self.build.keep(item.name, item.line)
            elif item.type == "spell":
                self.build.keep(item.name, item.line)
        for path in (
            "traits.di.custom",
            "traits.ci.custom",
            "traits.dr",
            "traits.eres",
            "traits.cres",
        ):
            words, line, _ = self._first(path)
            if isinstance(words, str):
                self._reduced(words, line)
        alignment, line, _ = self._first("details.alignment")
        if isinstance(alignment, str):
            self.build.keep(alignment, line)

    def _reduced(self, words: str, line: int) -> None:
        match = re.match(r"\s*(\d{1,2})\s*/\s*([^;,]{1,40})", words)
        if match is None:
            self.build.keep(words, line)
            return
        self.build.read("damage_reduction", int(match[1]), line, words)
        if match[2].strip() not in ("-", "–", "—"):
            self.build.read("reduction_bypass", match[2].strip().casefold(), line, words)

    def _weapons(self) -> None:
        found = list(printed_of(self.items, sheet_of(self.build.values)))
        line = next((i.line for i in self._armed()), 0)
        settle_weapons(self.build, found, line)
        for item in self._armed():
            if not any(p.values["name"].casefold() in item.name.casefold() for p in found):
                self.build.keep(item.name, item.line)

    def _armed(self) -> Iterator[Item]:
        return (i for i in self.items if i.type in ("attack", "weapon"))
