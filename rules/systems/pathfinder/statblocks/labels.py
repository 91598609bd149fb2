"""The labels of printed stat blocks of Pathfinder, English and German."""

from __future__ import annotations

from typing import Final

from rules.statblocks.labels import NUMBER, SIGNED, Label, Scanner

_SCORE: Final = r"[:\s]*(?:\d|-|\*)"
_LENGTH: Final = r"[:\s]*\d"

LABELS: Final = (
    Label("cr", "CR|HG", r"[:\s]*(?:\d|-)"),
    Label("xp", "XP|EP", r"[:\s]*\d"),
    Label("init", "Init(?:iative)?|INI", SIGNED.replace("[+-]", "[+-]?")),
    Label("senses", "Senses|Sinne"),
    Label("perception", "Perception|Wahrnehmung", SIGNED),
    Label("aura", "Auras?"),
    Label("ac", "AC|RK", NUMBER),
    Label("hp", "hp|TP|hit points|Trefferpunkte", NUMBER),
    Label("fortitude", "Fort(?:itude)?|Z[äÄ]H(?:igkeit)?", NUMBER),
    Label("reflex", "Ref(?:lex)?", NUMBER),
    Label("will", "Will(?:en)?|WIL(?:LE)?", NUMBER),
    Label("defensive", "Defensive Abilities|Defensive F[äÄ]higkeiten|Besondere Verteidigung\\w*"),
    Label("reduction", "DR|SR", r"[:\s]*\d+\s?/"),
    Label("immune", "Immune|Immunities|Immunit[äÄ]t(?:en)?|Immun(?: gegen)?"),
    Label("resist", "Resist(?:ances?|enz(?:en)?)?"),
    Label("sr", "SR|ZR", NUMBER),
    Label("weaknesses", "Weaknesses|Vulnerabilit(?:y|ies)|Schw[äÄ]chen|Empfindlichkeit(?:en)?"),
    Label("speed", "Speed|Spd|Bewegungsrate|Bewegung|BR", _LENGTH),
    Label("melee", "Melee|Nahkampf"),
    Label("ranged", "Ranged|Fernkampf"),
    Label("space", "Space|Angriffsfl[äÄ]che|Platzbedarf|Fl[äÄ]che", _LENGTH),
    Label("reach", "Reach|Reichweite", _LENGTH),
    Label("special_attacks", "Special Attacks?|Besondere Angriffe|Spezialangriffe"),
    Label(
        "spells",
        "Spell-Like Abilities|[\\w ]{0,30}Spells (?:Known|Prepared)|Domains?|Bloodline"
        "|Zauber[äÄ]hnliche F[äÄ]higkeiten|Bekannte [\\w-]{0,30}[Zz]auber"
        "|Vorbereitete [\\w-]{0,30}[Zz]auber|Dom[äÄ]nen?|Blutlinie",
    ),
    Label("tactics", "Before Combat|During Combat|Morale|Vor dem Kampf|Im Kampf|Moral"),
    Label("base_statistics", "Base Statistics|Grundwerte"),
    Label("strength", "Str|ST|St[äÄ]rke", _SCORE),
    Label("dexterity", "Dex|GE|Geschicklichkeit", _SCORE),
    Label("constitution", "Con|KO|Konstitution", _SCORE),
    Label("intelligence", "Int|IN|Intelligenz", _SCORE),
    Label("wisdom", "Wis|WE|Weisheit", _SCORE),
    Label("charisma", "Cha|CH|Charisma", _SCORE),
    Label("base_attack", "Base Atk|Base Attack(?: Bonus)?|BAB|GAB|Grundangriffsbonus", NUMBER),
    Label("cmb", "CMB|KMB", NUMBER),
    Label("cmd", "CMD|KMV", _LENGTH),
    Label("feats", "Feats|Talente"),
    Label("skills", "Skills|Fertigkeiten"),
    Label("racial", "Racial Modifiers?|Volksmodifikator(?:en)?|Volksbonus|Rassenmodifikatoren"),
    Label("languages", "Languages|Sprachen"),
    Label("sq", "SQ|Special Qualities|Besondere Eigenschaften|BE"),
    Label(
        "gear",
        "(?:Combat |Other )?Gear|Possessions|(?:Kampf|Sonstige )?[aA]usr[üÜ]stung|Besitz",
    ),
    Label("environment", "Environment|Umgebung|Lebensraum"),
    Label("organization", "Organi[sz]ation"),
    Label("treasure", "Treasure|Sch[äÄ]tze|Schatz"),
    Label(
        "prose", "Special Abilities|Besondere F[äÄ]higkeiten|Description|Beschreibung", alone=True
    ),
    Label(
        "heading",
        "Defen[cs]e|Offen[cs]e|Statistics|Ecology|Tactics|Verteidigung|Angriff|Spielwerte"
        "|Statistik|[öÖ]kologie|Lebensweise|Taktik",
        alone=True,
    ),
)
"""``prose``: what comes after it is a text to read, not a value."""

SCANNER: Final = Scanner(LABELS)

SIZES: Final = {
    "fine": "fine", "winzig klein": "fine", "mikroskopisch": "fine",
    "diminutive": "diminutive", "miniatur": "diminutive",
    "tiny": "tiny", "winzig": "tiny", "sehr klein": "tiny",
    "small": "small", "klein": "small",
    "medium": "medium", "mittelgroß": "medium", "mittelgross": "medium", "mittel": "medium",
    "large": "large", "groß": "large", "gross": "large",
    "huge": "huge", "riesig": "huge", "sehr groß": "huge",
    "gargantuan": "gargantuan", "gigantisch": "gargantuan",
    "colossal": "colossal", "kolossal": "colossal",
}  # fmt: skip

FEATS: Final = {
    "combat reflexes": "combat_reflexes", "kampfreflexe": "combat_reflexes",
    "improved unarmed strike": "improved_unarmed",
    "verbesserter waffenloser schlag": "improved_unarmed",
    "weapon finesse": "weapon_finesse", "waffenfinesse": "weapon_finesse",
    "point-blank shot": "point_blank_shot", "point blank shot": "point_blank_shot",
    "kernschuss": "point_blank_shot",
    "precise shot": "precise_shot", "präzisionsschuss": "precise_shot",
    "improved precise shot": "improved_precise_shot",
    "verbesserter präzisionsschuss": "improved_precise_shot",
    "rapid shot": "rapid_shot", "schnelles schießen": "rapid_shot",
    "far shot": "far_shot", "weitschuss": "far_shot",
    "power attack": "power_attack", "heftiger angriff": "power_attack",
    "deadly aim": "deadly_aim", "tödliche zielgenauigkeit": "deadly_aim",
    "tödliches zielen": "deadly_aim",
    "blind-fight": "blind_fight", "blind fight": "blind_fight", "blind kämpfen": "blind_fight",
    "blindkampf": "blind_fight",
    "diehard": "diehard", "die hard": "diehard", "unverwüstlich": "diehard",
}  # fmt: skip

ARMOUR: Final = (
    ("armor", "armour"), ("armour", "armour"), ("rüstung", "armour"),
    ("shield", "shield"), ("schild", "shield"),
    ("natural", "natural"), ("natürlich", "natural"),
    ("deflect", "deflection"), ("ablenkung", "deflection"),
    ("dodge", "dodge"), ("ausweich", "dodge"),
    ("dex", "dexterity"), ("ge", "dexterity"),
    ("size", "size"), ("größe", "size"), ("grösse", "size"),
)  # fmt: skip
"""Beginnings of the words in the brackets after an armour class, and their fields."""
