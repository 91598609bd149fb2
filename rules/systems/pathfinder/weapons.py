"""The weapons of a sheet and the four that everybody without own weapons carries."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from rules.core.dice import Dice, check_hit, parse

Ability = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]


class SheetWeapon(BaseModel):
    """A weapon or natural attack as the sheet holds it.

    A melee weapon with a range increment may be thrown too. Without ``name`` it is called
    by the term ``weapon.pathfinder.<id>``. Lengths are squares.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    id: str = Field(
        min_length=1, max_length=40, json_schema_extra={"term": "sheet.pathfinder.weapon.id"}
    )
    name: str = Field(
        default="", max_length=80, json_schema_extra={"term": "sheet.pathfinder.weapon.name"}
    )
    kind: Literal["melee", "ranged", "thrown"] = Field(
        default="melee", json_schema_extra={"term": "sheet.pathfinder.weapon.kind"}
    )
    damage: str = Field(
        default="1d8", max_length=20, json_schema_extra={"term": "sheet.pathfinder.weapon.damage"}
    )
    critical_from: int = Field(
        default=20,
        ge=2,
        le=20,
        json_schema_extra={"term": "sheet.pathfinder.weapon.critical_from"},
    )
    critical_times: int = Field(
        default=2,
        ge=1,
        le=6,
        json_schema_extra={"term": "sheet.pathfinder.weapon.critical_times"},
    )
    hands: Literal["light", "one", "two"] = Field(
        default="one", json_schema_extra={"term": "sheet.pathfinder.weapon.hands"}
    )
    ability: Literal["auto", "none"] | Ability = Field(
        default="auto", json_schema_extra={"term": "sheet.pathfinder.weapon.ability"}
    )
    """Ability that is added to the attack; ``auto``: Strength in melee, else Dexterity."""
    damage_ability: Literal["auto", "none"] | Ability = Field(
        default="auto", json_schema_extra={"term": "sheet.pathfinder.weapon.damage_ability"}
    )
    """``auto``: Strength by hands in melee and thrown, none for other ranged weapons."""
    strength_rating: int | None = Field(
        default=None,
        ge=0,
        le=20,
        json_schema_extra={"term": "sheet.pathfinder.weapon.strength_rating"},
    )
    """Of a composite bow: the Strength bonus that it lets through."""
    attack_bonus: int = Field(
        default=0, ge=-20, le=50, json_schema_extra={"term": "sheet.pathfinder.weapon.attack_bonus"}
    )
    damage_bonus: int = Field(
        default=0, ge=-20, le=99, json_schema_extra={"term": "sheet.pathfinder.weapon.damage_bonus"}
    )
    enhancement: int = Field(
        default=0, ge=0, le=10, json_schema_extra={"term": "sheet.pathfinder.weapon.enhancement"}
    )
    masterwork: bool = Field(
        default=False, json_schema_extra={"term": "sheet.pathfinder.weapon.masterwork"}
    )
    reach: bool = Field(default=False, json_schema_extra={"term": "sheet.pathfinder.weapon.reach"})
    range: int = Field(
        default=0,
        ge=0,
        le=400,
        json_schema_extra={"term": "sheet.pathfinder.weapon.range", "unit": "squares"},
    )
    """Range increment; 0 = cannot be thrown or shot."""
    touch: bool = Field(default=False, json_schema_extra={"term": "sheet.pathfinder.weapon.touch"})
    nonlethal: bool = Field(
        default=False, json_schema_extra={"term": "sheet.pathfinder.weapon.nonlethal"}
    )
    natural: Literal["", "primary", "secondary"] = Field(
        default="", json_schema_extra={"term": "sheet.pathfinder.weapon.natural"}
    )
    tags: tuple[str, ...] = Field(
        default=(), json_schema_extra={"term": "sheet.pathfinder.weapon.tags"}
    )
    """``bow``, ``crossbow``, ``shuriken``, ``unarmed``, ``finesse``, a material …"""

    @field_validator("damage")
    @classmethod
    def _is_dice(cls, text: str) -> str:
        return check_hit(text)

    @property
    def dice(self) -> Dice:
        return parse(self.damage)

    @property
    def ranged(self) -> bool:
        """Whether its usual attack is a ranged one."""
        return self.kind != "melee"

    @property
    def can_fly(self) -> bool:
        """Whether it can be used at a range at all."""
        return self.range > 0

    @property
    def most_increments(self) -> int:
        """How many range increments it carries: ten, five when thrown (§8)."""
        return 10 if self.kind == "ranged" else 5


SWORD = SheetWeapon(id="sword", damage="1d8", critical_from=19)
LONGBOW = SheetWeapon(
    id="longbow", kind="ranged", damage="1d8", critical_times=3, hands="two", range=20,
    tags=("bow",),
)  # fmt: skip
LONGSPEAR = SheetWeapon(id="longspear", damage="1d8", critical_times=3, hands="two", reach=True)
UNARMED = SheetWeapon(id="unarmed", damage="1d3", hands="light", nonlethal=True, tags=("unarmed",))

DEFAULT_WEAPONS = (SWORD, LONGBOW, LONGSPEAR, UNARMED)
"""What a sheet without own weapons carries."""
