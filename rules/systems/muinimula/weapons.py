"""The weapons and the armour of a sheet, and those of everybody who has no own."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from rules.core.dice import Dice, check_hit, parse
from rules.core.tables import is_reading, revised
from rules.systems.muinimula.tables import (
    REGIONS,
    ArmourRow,
    ClassRow,
    TableKind,
    Uses,
    armours,
    class_of,
    classes,
    damage_of,
    printed_armours,
    threshold_bonus,
)


def _meta(name: str, unit: str = "") -> dict[str, JsonValue]:
    meta: dict[str, JsonValue] = {"term": f"sheet.muinimula.weapon.{name}"}
    return {**meta, "unit": unit} if unit else meta


class SheetWeapon(BaseModel):
    """A weapon or natural attack in somebody's hands.

    ``cls`` is a class of weapons (§12.2) that gives every number left empty. The skills (bA,
    VA, VV, TöW, gA) are what this creature can do with this weapon. Lengths are squares.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    id: str = Field(min_length=1, max_length=40, json_schema_extra=_meta("id"))
    name: str = Field(default="", max_length=80, json_schema_extra=_meta("name"))
    cls: str = Field(default="schwerter", max_length=40, json_schema_extra=_meta("cls"))
    pool: int = Field(default=40, ge=-80, le=400, json_schema_extra=_meta("pool"))
    damage: str = Field(default="", max_length=20, json_schema_extra=_meta("damage"))
    """Empty: by ``category`` where there is one, else TW times W10 (house default)."""
    category: int = Field(default=0, ge=0, le=99_999, json_schema_extra=_meta("category"))
    """Schadenkategorie (§12.3); 0 = none."""
    tw: int | None = Field(default=None, ge=1, le=12, json_schema_extra=_meta("tw", "s"))
    aim: int | None = Field(default=None, ge=0, le=100, json_schema_extra=_meta("aim"))
    """GA, the malus to aim at a part of the body (§12.1)."""
    kt: int | None = Field(default=None, ge=0, le=30, json_schema_extra=_meta("kt"))
    kk: int | None = Field(default=None, ge=-8, le=4, json_schema_extra=_meta("kk"))
    table: Literal[""] | TableKind = Field(default="", json_schema_extra=_meta("table"))
    quick: int = Field(default=0, ge=0, le=12, json_schema_extra=_meta("quick", "s"))
    """bA, beschleunigter Angriff."""
    better: int = Field(default=0, ge=0, le=10, json_schema_extra=_meta("better"))
    """VA, Verbesserter Angriff."""
    guard: int = Field(default=0, ge=0, le=10, json_schema_extra=_meta("guard"))
    """VV, Verbesserte Verteidigung."""
    deadly: int = Field(default=0, ge=0, le=10, json_schema_extra=_meta("deadly"))
    """TöW, Tödliche Waffe."""
    aimed: int = Field(default=0, ge=0, le=50, json_schema_extra=_meta("aimed"))
    """gA, gezielte Attacke."""
    uses: Literal[""] | Uses = Field(default="", json_schema_extra=_meta("uses"))
    reach: int = Field(default=0, ge=0, le=40, json_schema_extra=_meta("reach", "squares"))
    range: int = Field(default=0, ge=0, le=400, json_schema_extra=_meta("range", "squares"))
    breakage: int = Field(default=50, ge=0, le=999, json_schema_extra=_meta("breakage"))
    """Bruchfaktor, for the option that weapons break (house default, §4.3)."""
    natural: bool = Field(default=False, json_schema_extra=_meta("natural"))

    @field_validator("damage")
    @classmethod
    def _is_dice(cls, text: str) -> str:
        return check_hit(text) if text else text

    @field_validator("cls")
    @classmethod
    def _is_class(cls, name: str) -> str:
        if name not in classes() and not is_reading():
            raise ValueError(f"weapon_class: {name!r}")
        return name

    @property
    def row(self) -> ClassRow:
        return class_of(self.cls)

    @property
    def trefferwuerfel(self) -> int:
        """TW: the time of an attack in seconds, and the base of the damage (§1, §3.4)."""
        return self.row.tw if self.tw is None else self.tw

    @property
    def ga(self) -> int:
        return self.row.ga if self.aim is None else self.aim

    @property
    def threshold(self) -> int:
        """KT, with what the Schadenkategorie adds, without Tödliche Waffe."""
        base = self.row.kt if self.kt is None else self.kt
        return base + (threshold_bonus(self.category, base) if self.category else 0)

    @property
    def coordination(self) -> int:
        return (self.row.kk or 0) if self.kk is None else self.kk

    @property
    def critical_table(self) -> TableKind:
        return self.table or self.row.table

    @property
    def parts(self) -> Uses:
        return self.uses or self.row.uses

    @property
    def squares(self) -> int:
        """How far a blow reaches, in squares."""
        return self.reach or self.row.reach

    @property
    def band(self) -> int:
        """The range band of a shot or throw, in squares (house, §12.9)."""
        return self.range or self.row.range

    @property
    def ranged(self) -> bool:
        return self.row.kind != "melee"

    @property
    def dice(self) -> Dice:
        """The Trefferpunkte of one hit (§12.3)."""
        if self.damage:
            return parse(self.damage)
        if self.category:
            return damage_of(self.category)
        return Dice(self.trefferwuerfel, 10)

    @property
    def attack_value(self) -> int:
        """AT: 8 + Pool/10, rounded down (§1)."""
        return 8 + self.pool // 10

    @property
    def attack_time(self) -> int:
        """The time of an attack in half seconds, at least one (§3.4)."""
        whole = self.trefferwuerfel * (2 if self.row.slow else 1)
        return max(1, 2 * (whole - self.quick))


SWORD: Final = SheetWeapon(id="sword", cls="schwerter")
LONGBOW: Final = SheetWeapon(id="longbow", cls="langboegen")
LONGSPEAR: Final = SheetWeapon(id="longspear", cls="piken")
UNARMED: Final = SheetWeapon(id="unarmed", cls="faust", natural=True)
DEFAULT_WEAPONS: Final = (SWORD, LONGBOW, LONGSPEAR, UNARMED)
"""What a creature without own weapons carries."""


NAMED: Final = frozenset(
    {
        "sword", "longbow", "longspear", "unarmed", "axe", "rapier", "parrying_dagger",
        "throwing_knife", "short_sword", "staff", "falchion", "great_axe", "spear", "short_bow",
        "crossbow", "dagger", "bastard_sword", "bite", "paws", "club",
    }
)  # fmt: skip
"""Ids of weapons that have a word of their own; others without a name are called by their id."""


class ArmourPiece(BaseModel):
    """A piece of armour: RS by region; pieces add up (§12.8)."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    id: str = Field(
        min_length=1, max_length=40, json_schema_extra={"term": "sheet.muinimula.armour.id"}
    )
    name: str = Field(
        default="", max_length=80, json_schema_extra={"term": "sheet.muinimula.armour.name"}
    )
    kopf: int = Field(default=0, ge=0, le=99, json_schema_extra={"term": "region.muinimula.kopf"})
    arm: int = Field(default=0, ge=0, le=99, json_schema_extra={"term": "region.muinimula.arm"})
    bein: int = Field(default=0, ge=0, le=99, json_schema_extra={"term": "region.muinimula.bein"})
    brust: int = Field(default=0, ge=0, le=99, json_schema_extra={"term": "region.muinimula.brust"})
    ruecken: int = Field(
        default=0, ge=0, le=99, json_schema_extra={"term": "region.muinimula.ruecken"}
    )
    bauch: int = Field(default=0, ge=0, le=99, json_schema_extra={"term": "region.muinimula.bauch"})
    material: Literal["", "leather", "chain", "plate"] = Field(
        default="", json_schema_extra={"term": "sheet.muinimula.armour.material"}
    )

    @classmethod
    def of(cls, id: str) -> ArmourPiece:
        """Return a piece of the table by id. Raises KeyError."""
        return cls.model_validate({"id": id, **_numbers(armours()[id])})


def _numbers(row: ArmourRow) -> dict[str, object]:
    return {"material": row.material, **{region: row.rs.get(region, 0) for region in REGIONS}}


def piece_in_force(piece: ArmourPiece) -> ArmourPiece:
    """Return a piece of armour as the tables in force have it, where its sheet says no other."""
    return revised(piece, _revised)


def _revised(piece: ArmourPiece) -> ArmourPiece:
    row, old = armours().get(piece.id), printed_armours().get(piece.id)
    if row is None:
        return piece
    was = {} if old is None else _numbers(old)
    new = {k: v for k, v in _numbers(row).items() if old is None or getattr(piece, k) == was[k]}
    return piece.model_copy(update=new)
