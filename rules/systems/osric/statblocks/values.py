"""Single values of old-school monsters: hit dice, movement, size, armour class, attacks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rules.naming import slug
from rules.systems.osric.names import NATURAL
from rules.systems.osric.tables import weapon_rows

_HIT_DICE: Final = re.compile(
    r"(?P<half>1/2|1/4)|(?P<n>\d{1,2})\s?(?:[dDwW]\s?\d{1,2})?\s*(?:(?P<sign>[+-])\s?(?P<plus>\d{1,2}))?"
)
_MOVE: Final = re.compile(
    r"(\d{1,4}(?:[.,]\d)?)\s*(\"|'|ft|feet|fuß|fuss|inch\w*|zoll|m\b|meter|yards?)?", re.IGNORECASE
)
_RANGE: Final = re.compile(r"(\d{1,3})\s?-\s?(\d{1,3})")
_DICE: Final = re.compile(r"(\d{0,2})\s?[dDwW]\s?(\d{1,3})\s*(?:([+-])\s?(\d{1,3}))?")
_BY_WEAPON: Final = re.compile(r"weapon|waffe", re.IGNORECASE)
_COUNT: Final = re.compile(r"^\s*(\d{1,2})\b\s*")

SIZES: Final = (
    ("S", ("s", "small", "klein", "tiny", "winzig")),
    ("M", ("m", "man", "medium", "human", "mensch", "mittel", "average")),
    ("L", ("l", "large", "groß", "gross", "huge", "riesig", "h", "g", "gargantuan", "gigantisch")),
)
NATURAL_WORDS: Final = {
    "claw": "claw", "klaue": "claw", "kralle": "claw", "talon": "claw", "pranke": "claw",
    "bite": "bite", "biss": "bite", "maul": "bite",
    "sting": "sting", "stachel": "sting", "stich": "sting",
    "gaze": "gaze", "blick": "gaze", "tail": "tail", "schwanz": "tail",
    "slam": "slam", "hieb": "slam", "schlag": "slam", "fist": "slam", "faust": "slam",
    "hoof": "hooves", "hooves": "hooves", "huf": "hooves", "horn": "horn", "hörner": "horn",
    "gore": "horn", "butt": "horn", "tentacle": "tentacle", "tentakel": "tentacle",
    "breath": "breath", "odem": "breath", "atem": "breath",
}  # fmt: skip
WEAPON_WORDS: Final = {
    "two-handed sword": "two_handed_sword", "zweihänder": "two_handed_sword",
    "bastard sword": "bastard_sword", "long sword": "long_sword", "longsword": "long_sword",
    "langschwert": "long_sword", "short sword": "short_sword", "kurzschwert": "short_sword",
    "broad sword": "broad_sword", "breitschwert": "broad_sword", "scimitar": "scimitar",
    "krummsäbel": "scimitar", "dagger": "dagger", "dolch": "dagger", "battle axe": "battle_axe",
    "streitaxt": "battle_axe", "hand axe": "hand_axe", "handbeil": "hand_axe",
    "halberd": "halberd", "hellebarde": "halberd", "pole arm": "pole_arm",
    "stangenwaffe": "pole_arm", "spear": "spear", "speer": "spear", "club": "club",
    "keule": "club", "mace": "mace_heavy", "streitkolben": "mace_heavy",
    "morning star": "morning_star", "morgenstern": "morning_star", "flail": "flail_heavy",
    "flegel": "flail_heavy", "war hammer": "war_hammer_heavy", "kriegshammer": "war_hammer_heavy",
    "javelin": "javelin", "wurfspeer": "javelin", "light crossbow": "light_crossbow",
    "leichte armbrust": "light_crossbow", "heavy crossbow": "heavy_crossbow",
    "armbrust": "heavy_crossbow", "crossbow": "heavy_crossbow", "short bow": "short_bow",
    "kurzbogen": "short_bow", "long bow": "long_bow", "langbogen": "long_bow",
    "bow": "short_bow", "bogen": "short_bow", "sling": "sling_bullet", "schleuder": "sling_bullet",
    "staff": "staff", "stab": "staff", "trident": "trident", "dreizack": "trident",
    "lance": "lance", "lanze": "lance", "dart": "dart", "sword": "long_sword",
    "schwert": "long_sword", "axe": "battle_axe", "axt": "battle_axe",
}  # fmt: skip
"""Printed words, and rows of the table of weapons."""
_WEAPONS: Final = re.compile(
    r"\b("
    + "|".join(sorted(map(re.escape, WEAPON_WORDS), key=len, reverse=True))
    + r")(?:s|e|en)?\b"
)


@dataclass(frozen=True, slots=True)
class HitDice:
    """Hit dice as the sheet writes them, and the dice that roll them."""

    text: str
    dice: int
    bonus: int

    @property
    def mean(self) -> int:
        """Return the average points, rounded down, at least one."""
        if not self.dice:
            return max(1, 2 + self.bonus)
        return max(1, self.dice * 9 // 2 + self.bonus)


def hit_dice(text: str) -> HitDice | None:
    """Read hit dice: ``3+1``, ``1/2``, ``4d8``, ``1-1``."""
    match = _HIT_DICE.search(text)
    if match is None:
        return None
    if match["half"]:
        return HitDice(match["half"], 0, 0)
    count, plus = int(match["n"]), int(match["plus"] or 0)
    sign = match["sign"] or "+"
    if count == 0:
        return HitDice("1/2", 0, plus if sign == "+" else -plus)
    written = f"{count}{sign}{plus}" if plus else str(count)
    return HitDice(written, count, plus if sign == "+" else -plus)


def move_feet(text: str) -> tuple[int, bool] | None:
    """Return feet in a round, and whether they are converted (inches, metres)."""
    match = _MOVE.search(text)
    if match is None:
        return None
    value, unit = float(match[1].replace(",", ".")), (match[2] or "").casefold()
    if unit in ('"', "zoll") or unit.startswith("inch"):
        return int(value * 10), True
    if unit in ("m", "meter"):
        return round(value / 0.3), True
    if unit.startswith("yard"):
        return int(value * 3), True
    if not unit and value <= 24:
        return int(value * 10), True  # printed in inches of the table
    return int(value), False


def size_of(text: str) -> str | None:
    """Return S, M or L for words or letters."""
    word = re.match(r"[^\W\d_]+", text.strip().casefold())
    if word is None:
        return None
    for size, words in SIZES:
        if any(word[0] == w or (len(w) > 2 and word[0].startswith(w)) for w in words):
            return size
    return None


def damage(text: str) -> str | None:
    """Return dice: written ones as they are, a range as the dice that have it: 2-8 is 2d4."""
    dice = _DICE.search(text)
    if dice is not None:
        bonus = f"{dice[3]}{dice[4]}" if dice[3] else ""
        return f"{min(99, int(dice[1] or 1))}d{max(1, int(dice[2]))}{bonus}"
    span = _RANGE.search(text)
    if span is not None:
        return _span(int(span[1]), int(span[2]))
    flat = re.search(r"\d{1,3}", text)
    return flat[0] if flat else None


def _span(low: int, high: int) -> str | None:
    if high <= low:
        return str(low)
    for count in range(min(low, 20), 0, -1):
        for bonus in sorted({0, low - count}, key=abs):
            sides, rest = divmod(high - bonus, count)
            if rest == 0 and count + bonus == low and sides in (2, 3, 4, 6, 8, 10, 12, 20):
                return f"{count}d{sides}" + (f"+{bonus}" if bonus else "")
    return f"1d{high - low + 1}+{low - 1}" if low > 1 else f"1d{high}"


@dataclass(frozen=True, slots=True)
class Arms:
    """The weapons of a monster: entries of the sheet, the routine, what was only assumed."""

    weapons: tuple[dict[str, Any], ...]
    routine: tuple[str, ...] = ()
    guessed: bool = False


def arms(attacks: str, harm: str, about: str) -> Arms:
    """Make weapons of the lines "attacks" and "damage"; ``about`` may name weapons."""
    if _BY_WEAPON.search(harm) or _BY_WEAPON.search(attacks):
        return _by_weapon(attacks, harm, about)
    blows = list(_blows(attacks, harm))
    counted = Counter(name for name, _ in blows)
    if sum(counted.values()) > 12:
        blows = blows[:12]
    entries: dict[str, dict[str, Any]] = {}
    routine = []
    for name, dice in blows:
        id = natural_id(name) or slug(name)[:32]
        n = 2
        while id in entries and entries[id]["damage"] != dice:
            id, n = f"{id.split('-')[0]}-{n}", n + 1
        entry: dict[str, Any] = {"id": id, "natural": True, "damage": dice}
        if id not in NATURAL:
            entry["name"] = name[:80] if id == slug(name)[:32] else f"{name[:70]} {n - 1}"
        entries.setdefault(id, entry)
        routine.append(id)
    guessed = not all(natural_id(name) for name, _ in blows)
    return Arms(tuple(entries.values()), tuple(routine) if len(routine) > 1 else (), guessed)


def natural_id(name: str) -> str:
    """Return the natural weapon that a word means; empty where it means none."""
    low = name.casefold()
    return next((id for word, id in NATURAL_WORDS.items() if word in low), "")


def weapons_in(text: str) -> list[str]:
    """Return the weapons of the table that a text names, in its order."""
    found = [WEAPON_WORDS[match[1]] for match in _WEAPONS.finditer(text.casefold())]
    return [id for id in dict.fromkeys(found) if id in weapon_rows()]


def _by_weapon(attacks: str, harm: str, about: str) -> Arms:
    named = weapons_in(f"{attacks} {harm}") or weapons_in(about)
    entries: list[dict[str, Any]] = [{"id": id} for id in named]
    dice = damage(harm) if re.search(r"\d", harm) else None
    if dice is not None and not named:
        entries.append({"id": "weapon", "name": "", "base": "long_sword", "damage": dice})
    if not entries:
        entries.append({"id": "long_sword"})
    return Arms(tuple(entries), guessed=True)


def _blows(attacks: str, harm: str) -> Iterator[tuple[str, str]]:
    """Yield (name, dice) of every blow of a routine."""
    inline = [d for d in re.split(r",|;|\s+(?:and|und)\s+", attacks) if "(" in d and _has_dice(d)]
    if inline:
        for part in inline:
            name = part.split("(")[0]
            dice = damage(part.split("(", 1)[1])
            yield from _times(name, [dice or "1d6"])
        return
    parts = [p for p in re.split(r"\s*/\s*|,|;|\s+(?:and|und)\s+", harm) if p.strip()]
    dice_of = [d for d in map(damage, parts) if d]
    names = list(_names(attacks)) or [
        w for p in parts for w in _names(re.sub(r"[\d()+-]|\bd\b", " ", p))
    ]
    names = [n for n in names if n]
    if not names:
        names = ["attack"] * max(1, len(dice_of))
    for i, name in enumerate(names[:12]):
        if dice_of:
            yield name, dice_of[min(i, len(dice_of) - 1)]


def _has_dice(text: str) -> bool:
    return bool(_DICE.search(text) or _RANGE.search(text))


def _times(name: str, dice: list[str]) -> Iterator[tuple[str, str]]:
    count = _COUNT.match(name)
    clean = _COUNT.sub("", name).strip(" .:+-") or "attack"
    for _ in range(min(12, int(count[1])) if count else 1):
        yield clean, dice[0]


def _names(attacks: str) -> Iterator[str]:
    """Yield the name of every blow: "3 (2 claws, 1 bite)" or "claw/claw/bite"."""
    inside = re.search(r"\(([^)]*)\)", attacks)
    text = inside[1] if inside and any(c.isalpha() for c in inside[1]) else attacks
    for part in re.split(r"\s*/\s*|,|;|\s+(?:and|und)\s+", text):
        if any(c.isalpha() for c in part):
            for name, _ in _times(part, [""]):
                yield name
        elif part.strip().isdigit() and not inside and part == text:
            for _ in range(min(12, int(part))):
                yield "attack"
