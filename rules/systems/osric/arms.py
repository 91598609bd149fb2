"""Weapons: what a sheet writes about one, and the weapon that comes of it and the tables (§2.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from rules.core.dice import Dice, check_hit, parse
from rules.core.sources import HAND, HOUSE, Source
from rules.systems.osric.tables import WeaponRow, status_of, weapon_rows

Kind = Literal["melee", "ranged", "thrown"]

SPECIALISED: Final = {"": (0, 0), "single": (1, 2), "double": (3, 3)}
"""To hit and damage of specialisation (§2.8)."""

NATURAL_LENGTH: Final = {"S": 1, "M": 2, "L": 4}
"""How long natural weapons count by size, in feet (§2.6, house default)."""


def _meta(name: str) -> dict[str, JsonValue]:
    return {"term": f"sheet.osric.weapon.{name}"}


class SheetWeapon(BaseModel):
    """A weapon or natural attack as the sheet holds it.

    What is empty comes from the table row of ``base`` (or of ``id``). Without ``name`` it is
    called by the term ``weapon.osric.<id>``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    id: str = Field(min_length=1, max_length=40, json_schema_extra=_meta("id"))
    name: str = Field(default="", max_length=80, json_schema_extra=_meta("name"))
    base: str = Field(
        default="", max_length=40, json_schema_extra={**_meta("base"), "said": "weapon.osric"}
    )
    kind: Kind | None = Field(default=None, json_schema_extra=_meta("kind"))
    damage: str = Field(default="", max_length=20, json_schema_extra=_meta("damage"))
    large: str = Field(default="", max_length=20, json_schema_extra=_meta("large"))
    length: int | None = Field(default=None, ge=0, le=60, json_schema_extra=_meta("length"))
    range: int | None = Field(
        default=None, ge=0, le=2000, json_schema_extra={**_meta("range"), "unit": "feet"}
    )
    rate: str = Field(default="", pattern=r"^(|[1-9]|1/2)$", json_schema_extra=_meta("rate"))
    natural: bool = Field(default=False, json_schema_extra=_meta("natural"))
    magic: int = Field(default=0, ge=-5, le=10, json_schema_extra=_meta("magic"))
    to_hit: int = Field(default=0, ge=-20, le=20, json_schema_extra=_meta("to_hit"))
    damage_bonus: int = Field(default=0, ge=-20, le=40, json_schema_extra=_meta("damage_bonus"))
    specialised: Literal["", "single", "double"] = Field(
        default="", json_schema_extra=_meta("specialised")
    )
    skilled: bool = Field(default=True, json_schema_extra=_meta("skilled"))
    """Whether its bearer has learnt to use it; nobody has to learn brawling (§7.10)."""

    @field_validator("damage", "large")
    @classmethod
    def _is_dice(cls, text: str) -> str:
        return check_hit(text) if text else text

    @property
    def row(self) -> WeaponRow | None:
        return weapon_rows().get(self.base or self.id)

    @property
    def arm(self) -> Arm:
        """Return the weapon with everything that the table says about it."""
        row = self.row or WeaponRow(damage="1d6", large="1d6")
        damage = self.damage or row.damage
        large = self.large or (self.damage or row.large)
        table = self.base or self.id
        known = table in weapon_rows()
        return Arm(
            self.id,
            self.name,
            self.kind or row.kind,
            parse(damage),
            parse(large),
            row.length if self.length is None else self.length,
            row.range if self.range is None else self.range,
            Fraction(self.rate or row.rate),
            row.settable,
            row.off_hand,
            row.hurled,
            row.lance,
            row.hands,
            self.natural,
            self.magic,
            self.to_hit,
            self.damage_bonus,
            *SPECIALISED[self.specialised],
            self.skilled or table == UNARMED,
            row.icon,
            table if known else "",
        )


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon ready to be used. ``length`` and ``range`` are feet, ``rate`` shots a round."""

    id: str
    name: str
    kind: Kind
    damage: Dice
    large: Dice
    length: int | None
    range: int
    rate: Fraction
    settable: bool
    off_hand: bool
    hurled: bool
    lance: bool
    hands: int
    natural: bool
    magic: int
    to_hit: int
    damage_bonus: int
    special_hit: int
    special_damage: int
    skilled: bool
    icon: str
    table: str

    @property
    def ranged(self) -> bool:
        """Whether its usual attack is a missile."""
        return self.kind != "melee"

    @property
    def can_fly(self) -> bool:
        return self.range > 0

    @property
    def bare(self) -> bool:
        """Whether it is fist, foot or pommel: brawling, grappling (§7.10, §7.11)."""
        return self.table == UNARMED

    @property
    def shots(self) -> int:
        """Return the number of missiles of one routine (§2.6)."""
        return max(1, int(self.rate))

    @property
    def slow(self) -> bool:
        """Whether it shoots in every other round only."""
        return self.rate < 1

    def source(self, column: str) -> Source:
        """Return how sure one of its values is; what stands on the sheet was typed by hand."""
        return status_of("weapons", self.table, column) if self.table else HAND

    def reach_length(
        self, size: str, natural: Mapping[str, int] = NATURAL_LENGTH
    ) -> tuple[int, Source]:
        """Return its length in feet against a charge, and how sure that is (§2.6)."""
        if self.length is not None:
            return self.length, self.source("length")
        return natural[size], HOUSE


UNARMED: Final = "unarmed"
BARE_HANDS: Final = SheetWeapon(id=UNARMED)
DEFAULT_WEAPONS: Final = (
    SheetWeapon(id="sword", base="long_sword"),
    SheetWeapon(id="longbow", base="long_bow"),
    SheetWeapon(id="longspear", base="spear", range=0),
    BARE_HANDS,
)
"""What a sheet without own weapons carries."""
