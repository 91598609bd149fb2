"""The labels of old-school monsters, long and short, English and German."""

from __future__ import annotations

from typing import Final

from rules.statblocks.labels import Label, Scanner

_COLON: Final = r"\s*:"
_VALUE: Final = r"\s*[:.]?\s*[-\d\"]"

LABELS: Final = (
    Label("frequency", "Frequency|Häufigkeit", _COLON),
    Label(
        "number",
        "No\\.? (?:Encountered|Appearing)|Number (?:Appearing|Encountered)|# ?App"
        "(?:earing)?|NA|Anzahl",
        r"\s*:|\s+\d",
    ),
    Label("size", "Size|SZ|Größe|GRÖSSE", r"\s*:|\s+[SMLsml]\b"),
    Label("move", "Move(?:ment)?(?: Rate)?|MV|MOV|Bewegung(?:srate|sweite)?|BW", _VALUE),
    Label("ascending", "AAC|Ascending AC", _VALUE),
    Label("ac", "Armou?r Class|AC|Rüstungsklasse|RK", _VALUE),
    Label("hit_dice", "Hit Dice|HD|Trefferwürfel|TW", _VALUE),
    Label("hp", "Hit Points|HP|hp|Trefferpunkte|TP", _VALUE),
    Label(
        "attacks",
        "(?:No\\. of |Number of )?Attacks?(?: Routine)?|#\\s?AT(?:T)?|AT|Att|Angriffe?|"
        "Anzahl (?:der )?Angriffe",
        r"\s*:|\s+\d",
    ),
    Label("damage", "Damage(?:/Attack| per Attack)?|Dmg|D|Dam|Schaden|SCH", r"\s*:|\s+\d"),
    Label(
        "special_attacks",
        "Special Attacks?|SA|Besondere Angriffe|Spezialangriffe?",
        r"\s*:|\s+[a-zäöü]",
    ),
    Label(
        "special_defences",
        "Special Defen[cs]es?|SD|Besondere Verteidigung(?:en)?",
        r"\s*:|\s+[a-zäöü]",
    ),
    Label("magic_resistance", "Magic Resistance|MR|Magieresistenz", r"\s*:|\s+[\da-zS]"),
    Label(
        "lair",
        "(?:Lair Probability|% ?in Lair|Lair)|(?:Wahrscheinlichkeit )?(?:im )?Hort|Lager",
        _COLON,
    ),
    Label("intelligence", "Intelligence|Int|Intelligenz", r"\s*:|\s+[a-zA-Z]"),
    Label("alignment", "Alignment|AL|Gesinnung|GES", r"\s*:|\s+[A-Z]"),
    Label(
        "xp",
        "Level\\s*/\\s*X\\.?P\\.?(?: Value)?|XP(?: Value)?|X\\.P\\.|Stufe\\s*/\\s*EP|EP|XPV",
        _VALUE,
    ),
    Label("thac0", "THAC0|ETW0|BAB", r"\s*:?\s*[+\d]"),
    Label("saves", "Saves?(?: as)?|SV|Save As|Rettungswürfe?|RW", r"\s*:|\s+[A-Z]{1,2}\d|\s+as\b"),
    Label("morale", "Morale|ML|Moral", _VALUE),
    Label("treasure", "Treasure(?: Type)?|TT|Schatz(?:typ)?", _COLON),
    Label("psionics", "Psionic Ability|Psionik|Attack/Defen[cs]e Modes", _COLON),
    Label("strength", "Str(?:ength)?|STR|Stärke|ST", _VALUE),
    Label("dexterity", "Dex(?:terity)?|DEX|Geschicklichkeit|GE", _VALUE),
    Label("description", "Description|Beschreibung", _COLON),
    Label("equipment", "Equipment|Weapons?|Ausrüstung|Waffen?", _COLON),
)
SCANNER: Final = Scanner(LABELS)

KEPT: Final = frozenset(
    {"frequency", "number", "special_attacks", "special_defences", "magic_resistance", "lair",
     "intelligence", "alignment", "xp", "morale", "treasure", "psionics", "description",
     "equipment", "thac0"}
)  # fmt: skip
"""Labels whose words are kept as a note."""
EMPTY: Final = frozenset(
    {"", "none", "nil", "n/a", "-", "standard", "keine", "keiner", "normal", "nein", "std"}
)
"""Words that say nothing."""

KEYS: Final = {
    "name": "name", "monster": "name", "creature": "name",
    "armorclass": "ac", "armourclass": "ac", "ac": "ac", "rk": "ac", "rüstungsklasse": "ac",
    "aac": "ascending", "ascendingac": "ascending", "baseac": "ascending",
    "hitdice": "hit_dice", "hd": "hit_dice", "tw": "hit_dice", "trefferwürfel": "hit_dice",
    "hitpoints": "hp", "hp": "hp", "tp": "hp", "trefferpunkte": "hp",
    "move": "move", "movement": "move", "mv": "move", "speed": "move", "bewegung": "move",
    "attacks": "attacks", "attack": "attacks", "noofattacks": "attacks", "angriffe": "attacks",
    "damage": "damage", "damageattack": "damage", "schaden": "damage",
    "size": "size", "größe": "size", "groesse": "size",
    "strength": "strength", "str": "strength", "dexterity": "dexterity", "dex": "dexterity",
    "savesas": "saves", "saveas": "saves", "saves": "saves",
}  # fmt: skip
"""Keys of plain JSON, in small letters and without marks, and the labels they stand for."""
