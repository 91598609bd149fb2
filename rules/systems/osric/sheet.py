"""What a creature of OSRIC can do (sheet) and what a fight changes in it (vitals)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationInfo, field_validator

from maps.remember import by_identity
from rules.core.tables import by_tables
from rules.encounter.sheets import entries
from rules.encounter.state import Sheet, Vitals
from rules.systems.osric import levels
from rules.systems.osric.arms import BARE_HANDS, DEFAULT_WEAPONS, Arm, SheetWeapon

ClassId = Literal[
    "none", "fighter", "paladin", "ranger", "cleric", "druid", "thief", "assassin",
    "magic_user", "illusionist",
]  # fmt: skip
ArmourId = Literal[
    "none", "padded", "leather", "studded", "ring", "scale", "mail", "elfin_mail", "banded",
    "splint", "plate", "field_plate", "full_plate",
]  # fmt: skip
Size = Literal["S", "M", "L"]
ShieldSize = Literal["small", "medium", "large"]
Unit = Literal["segment", "round", "turn"]

SEGMENTS: Final[dict[Unit, int]] = {"segment": 1, "round": 10, "turn": 100}
"""Segments to each unit of a casting time (§5)."""


def _meta(name: str, group: str, unit: str = "") -> dict[str, JsonValue]:
    """Name a field for the form: the term of its title, its group, its unit."""
    meta: dict[str, JsonValue] = {
        "term": f"sheet.osric.{name}",
        "group": f"sheet.osric.group.{group}",
    }
    return {**meta, "unit": unit} if unit else meta


class SheetSpell(BaseModel):
    """A spell that a caster has ready, with its casting time (§5)."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    id: str = Field(min_length=1, max_length=40, json_schema_extra={"term": "sheet.osric.spell.id"})
    name: str = Field(
        default="", max_length=80, json_schema_extra={"term": "sheet.osric.spell.name"}
    )
    time: int = Field(default=1, ge=1, le=99, json_schema_extra={"term": "sheet.osric.spell.time"})
    unit: Unit = Field(default="segment", json_schema_extra={"term": "sheet.osric.spell.unit"})

    @property
    def segments(self) -> int:
        return self.time * SEGMENTS[self.unit]


class OsricSheet(Sheet):
    """A creature. The default is a fighter of the first level with plain abilities.

    With ``hit_dice`` it is a monster, else a character of its class and level. Boni to armour
    class are written as the rules print them on things (a +1 shield: 1). Lengths are feet.
    """

    # -- who ------------------------------------------------------------------------------
    race: str = Field(default="", max_length=80, json_schema_extra=_meta("race", "who"))
    profession: ClassId = Field(default="fighter", json_schema_extra=_meta("profession", "who"))
    level: int = Field(default=1, ge=0, le=40, json_schema_extra=_meta("level", "who"))
    hit_dice: str = Field(default="", max_length=8, json_schema_extra=_meta("hit_dice", "who"))
    size: Size = Field(default="M", json_schema_extra=_meta("size", "who"))
    space: int | None = Field(
        default=None, ge=1, le=12, json_schema_extra=_meta("space", "who", "squares")
    )
    """``None``: 1 for small and man-sized creatures, 2 for large ones."""

    # -- abilities ------------------------------------------------------------------------
    strength: float = Field(
        default=10, ge=3, le=25, json_schema_extra=_meta("strength", "abilities")
    )
    """18.50 is a Strength of 18/50; 19 stands for 18/00."""
    dexterity: int = Field(
        default=10, ge=3, le=25, json_schema_extra=_meta("dexterity", "abilities")
    )

    # -- attack ---------------------------------------------------------------------------
    weapons: tuple[SheetWeapon, ...] = Field(
        default=(), max_length=40, json_schema_extra=_meta("weapons", "attack")
    )
    routine: tuple[str, ...] = Field(
        default=(),
        max_length=12,
        json_schema_extra={**_meta("routine", "attack"), "said": "weapon.osric"},
    )
    """Weapons that strike together as one routine, by id, one as often as it strikes.

    A name that somebody gave to a weapon stands for its id.
    """
    split_routine: bool = Field(default=False, json_schema_extra=_meta("split_routine", "attack"))
    routines: Literal["", "1", "3/2", "2", "5/2", "3"] = Field(
        default="", json_schema_extra=_meta("routines", "attack")
    )
    """Routines a round where class and level do not say it."""
    attack_level: int | None = Field(
        default=None, ge=0, le=40, json_schema_extra=_meta("attack_level", "attack")
    )
    leap: bool = Field(default=False, json_schema_extra=_meta("leap", "attack"))

    # -- armour class ---------------------------------------------------------------------
    printed_ac: int | None = Field(
        default=None, ge=-30, le=20, json_schema_extra=_meta("printed_ac", "defence")
    )
    """One armour class as a whole: then no part of it is ever lost (§8)."""
    base_ac: int = Field(default=10, ge=-30, le=20, json_schema_extra=_meta("base_ac", "defence"))
    armour: ArmourId = Field(default="none", json_schema_extra=_meta("armour", "defence"))
    armour_magic: int = Field(
        default=0, ge=-5, le=10, json_schema_extra=_meta("armour_magic", "defence")
    )
    shield: bool = Field(default=False, json_schema_extra=_meta("shield", "defence"))
    shield_size: ShieldSize = Field(
        default="medium", json_schema_extra=_meta("shield_size", "defence")
    )
    shield_magic: int = Field(
        default=0, ge=-5, le=10, json_schema_extra=_meta("shield_magic", "defence")
    )
    ac_magic: int = Field(default=0, ge=-10, le=20, json_schema_extra=_meta("ac_magic", "defence"))

    # -- life and saves -------------------------------------------------------------------
    hp: int = Field(default=8, ge=1, le=9999, json_schema_extra=_meta("hp", "life", "hp"))
    save_as: tuple[ClassId, ...] = Field(
        default=(), max_length=4, json_schema_extra=_meta("save_as", "life")
    )
    save_level: int | None = Field(
        default=None, ge=0, le=40, json_schema_extra=_meta("save_level", "life")
    )
    save_bonus: int = Field(default=0, ge=-20, le=20, json_schema_extra=_meta("save_bonus", "life"))

    # -- surprise -------------------------------------------------------------------------
    never_surprised: bool = Field(
        default=False, json_schema_extra=_meta("never_surprised", "surprise")
    )
    surprises_on: int = Field(
        default=2, ge=0, le=6, json_schema_extra=_meta("surprises_on", "surprise")
    )
    surprised_on: int | None = Field(
        default=None, ge=0, le=6, json_schema_extra=_meta("surprised_on", "surprise")
    )

    # -- movement -------------------------------------------------------------------------
    move: int = Field(
        default=120, ge=0, le=2000, json_schema_extra=_meta("move", "movement", "feet")
    )
    load: int = Field(default=0, ge=0, le=9999, json_schema_extra=_meta("load", "movement", "lb"))
    war_trained: bool = Field(default=False, json_schema_extra=_meta("war_trained", "movement"))

    # -- senses, magic --------------------------------------------------------------------
    keen_senses: bool = Field(default=False, json_schema_extra=_meta("keen_senses", "senses"))
    powerful_magic: bool = Field(default=False, json_schema_extra=_meta("powerful_magic", "senses"))
    sees_invisible: bool = Field(default=False, json_schema_extra=_meta("sees_invisible", "senses"))
    caster_level: int | None = Field(
        default=None, ge=0, le=40, json_schema_extra=_meta("caster_level", "magic")
    )
    spells: tuple[SheetSpell, ...] = Field(
        default=(), max_length=60, json_schema_extra=_meta("spells", "magic")
    )

    @field_validator("hit_dice")
    @classmethod
    def _are_hit_dice(cls, text: str) -> str:
        if text.strip():
            levels.level_of(text)
        return text.strip()

    @field_validator("weapons", mode="before")
    @classmethod
    def _named_weapons(cls, value: object) -> object:
        """Let ids stand for weapons of the tables: ``["long_sword", "long_bow"]``."""
        known = {w.id: w for w in DEFAULT_WEAPONS}
        return entries(value, lambda id: known.get(id, {"id": id}))

    @field_validator("routine")
    @classmethod
    def _by_name(cls, routine: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        weapons: tuple[SheetWeapon, ...] = info.data.get("weapons", ())
        ids = {w.id for w in weapons}
        named = {w.name.strip().casefold(): w.id for w in reversed(weapons) if w.name.strip()}
        return tuple(one if one in ids else named.get(one.casefold(), one) for one in routine)

    # -- what follows ---------------------------------------------------------------------

    @property
    def monster(self) -> bool:
        return bool(self.hit_dice)

    @property
    def rank(self) -> int:
        """Return the level, of monsters the one that their hit dice stand for (§2.2)."""
        return levels.level_of(self.hit_dice) if self.monster else self.level

    @property
    def matrix_level(self) -> int:
        """Return the fighter level at which the creature attacks (§2.1, §2.2)."""
        if self.attack_level is not None:
            return self.attack_level
        if self.monster:
            return self.rank
        return levels.fighter_level(self.profession, self.level)

    @property
    def spell_level(self) -> int:
        """Return the level at which the creature casts (§2.2)."""
        return self.rank if self.caster_level is None else self.caster_level

    @property
    def arms(self) -> tuple[Arm, ...]:
        """All weapons at hand: the own ones and bare hands, or the default ones."""
        return _armoury()(self.weapons or DEFAULT_WEAPONS)

    def arm(self, id: str) -> Arm | None:
        """Return a weapon by id; empty = the first one."""
        arms = self.arms
        return next((a for a in arms if a.id == id), None) if id else arms[0]


@by_tables
def _armoury() -> Callable[[tuple[SheetWeapon, ...]], tuple[Arm, ...]]:
    """Return what makes weapons ready; it remembers them while the same tables are in force."""
    return by_identity(keep=256)(_at_hand)


def _at_hand(weapons: tuple[SheetWeapon, ...]) -> tuple[Arm, ...]:
    bare = any(w.id == BARE_HANDS.id for w in weapons)
    return tuple(w.arm for w in (weapons if bare else (*weapons, BARE_HANDS)))


class OsricVitals(Vitals):
    """What a fight changes in a creature.

    ``falling`` has received its deadly blow, but still strikes in this moment (§4.3b).
    ``wielded`` is the weapon in hand; empty = the first of the sheet. ``charged`` is the round
    of the last charge, ``shot`` that of the last shot of a slow weapon.
    """

    damage: int = Field(default=0, ge=0)
    dead: bool = False
    falling: bool = False
    stable: bool = False
    wielded: str = ""
    charged: int | None = None
    shot: int | None = None
