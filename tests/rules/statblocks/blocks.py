"""Stat blocks made up for the tests: each shows what breaks readers."""

RAIDER = """\
GOBLIN RAIDER          CR 1/3
XP 135
Goblin warrior 1
NE Small humanoid (goblinoid)
Init +6; Senses darkvision 60 ft.; Perception –1
--------------------
Defense
--------------------
AC 16, touch 13, flat-footed 14 (+2 armor, +2 Dex, +1 shield, +1
size)
hp 6 (1d10+1)
Fort +3, Ref +2, Will –1
--------------------
Offense
--------------------
Speed 30 ft.
Melee short sword +2 (1d4/19–20) or bite +3
(1d4 plus disease)
Ranged short bow +4 (1d4/×3)
--------------------
Statistics
--------------------
Str 11, Dex 15, Con 12, Int 10, Wis 9, Cha 6
Base Atk +1; CMB +0; CMD 12
Feats Improved Initiative
Skills Ride +10, Stealth +10, Swim +4; Racial Modifiers +4 Ride,
+4 Stealth
Languages Goblin
"""

OGRE = """\
Frost Ogre CR 5
CE Large giant
Init –1; Senses low-light vision; Perception +5
AC 17, touch 8, flat-footed 17 (+4 armor, –1 Dex, +5 natural, –1 size)
hp 52 (5d8+30)
Fort +9, Ref +0, Will +3; Defensive Abilities improved uncanny dodge
DR 5/cold iron; Immune cold, critical hits
Speed 30 ft. (40 ft. base)
Melee +1 greatclub +9 (2d8+11/19-20), 2 claws +3 (1d6+3)
Ranged javelin +1 (1d8+7)
Space 10 ft.; Reach 10 ft.
Special Attacks sneak attack +2d6
Str 25, Dex 8, Con 21, Int —, Wis 12, Cha 7
Base Atk +3; CMB +11; CMD 20
Feats Iron Will, Toughness, Power Attack, Combat
Reflexes
"""

HAEUPTLING = """\
Ork-Häuptling HG 3
EP 800
Ork Kämpfer 4
CB Mittelgroßer Humanoider (Ork)
INI +1; Sinne Dunkelsicht 18 m; Wahrnehmung +3
VERTEIDIGUNG
RK 18, Berührung 11, auf dem falschen Fuß 17 (GE +1, Rüstung +6, Schild +1)
TP 42 (4W10+16)
REF +2, WIL +1, ZÄH +8
SR 5/Magie
ANGRIFF
Bewegungsrate 6 m
Nahkampf Streitaxt +9 (1W8+5/×3)
Fernkampf Wurfspeer +5 (1W6+4)
SPIELWERTE
ST 18, GE 13, KO 18, IN 8, WE 10, CH 10
GAB +4; KMB +8; KMV 19
Talente Heftiger Angriff, Kampfreflexe
Fertigkeiten Einschüchtern +7, Heimlichkeit -2
"""

ORC = """\
ORC

FREQUENCY: Common
NO. ENCOUNTERED: 30-300
SIZE: Man-sized
MOVE: 90 ft
ARMOUR CLASS: 6
HIT DICE: 1
ATTACKS: 1
DAMAGE: 1d8 or weapon type
SPECIAL ATTACKS: None
MAGIC RESISTANCE: Standard
ALIGNMENT: Lawful evil
LEVEL/XP: 1/10+1/hp

Orcs are a warlike folk. They carry spears and short bows.

Owlbear
SIZE: Large
MOVE: 120 ft
ARMOUR CLASS: 5
HIT DICE: 5+2
ATTACKS: 3 (2 claws, 1 bite)
DAMAGE: 1d6/1d6/2d6
SPECIAL ATTACKS: Hug for 2d8
"""

HARPY = (
    'Harpy (4): AC 7; MV 6"/15"; HD 3; hp 14, 12, 9, 16; #AT 3; D 1-3/1-3/1-6; '
    "SA song; SD nil; AL CE\n"
)

SPINNE = """\
Riesenspinne
RK 4, TW 4+4, BW 9 m, TP 22, Angriffe: 1 Biss, Schaden: 2W4, Gesinnung: CB
"""

ACTOR = {
    "name": "Stone Thrower",
    "type": "npc",
    "system": {
        "abilities": {
            "str": {"value": 20}, "dex": {"value": 12}, "con": {"value": "16"},
            "int": {"value": 6}, "wis": {"value": 10}, "cha": {"value": None},
        },
        "attributes": {
            "hp": {"value": 45, "max": None},
            "naturalAC": "+5",
            "speed": {"land": {"base": 40}, "fly": {"base": 60}},
            "savingThrows": {"fort": {"base": 0}, "ref": {"base": 0}, "will": {"base": 0}},
            "init": {"value": 0},
        },
        "details": {"cr": {"base": 4}, "alignment": "ce"},
        "skills": {"per": {"rank": 4}, "ste": {"rank": 0}},
        "traits": {"size": "lg", "senses": "darkvision 60 ft., low-light vision"},
    },
    "items": [
        {
            "type": "class", "name": "Giant",
            "system": {
                "level": 6, "bab": "med",
                "savingThrows": {"fort": {"value": "high"}, "ref": {"value": "low"}},
                "classSkills": {"per": True},
            },
        },
        {"type": "feat", "name": "Power Attack", "system": {}},
        {"type": "feat", "name": "Iron Will",
         "system": {"changes": [{"formula": "2", "subTarget": "will", "modifier": "untyped"}]}},
        {"type": "equipment", "name": "Hide armour",
         "system": {"equipmentType": "armor", "armor": {"value": 4, "dex": 4}}},
        {
            "type": "attack", "name": "Greatclub",
            "system": {
                "attackType": "weapon",
                "actions": [
                    {"actionType": "mwak", "damage": {"parts": [{"formula": "2d8"}]},
                     "ability": {"attack": "str", "damage": "str", "critRange": 20, "critMult": 2}}
                ],
            },
        },
        "not an item",
    ],
}  # fmt: skip
"""An actor in the newer shape of Foundry, with holes."""
