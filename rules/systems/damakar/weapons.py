"""Weapons of a sheet, and the list of those that everybody can carry (§6)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from rules.core.dice import Dice, check_hit, parse
from rules.core.reader import read_table
from rules.core.sources import Status

_FILE: Final = Path(__file__).with_name("data") / "weapons.toml"
POLE: Final = 4
"""Length classes: 0 very short, 1 short, 2 long, 3 very long, 4 pole weapon (house, §5.4)."""


def _said(name: str, unit: str = "") -> Any:
    extra: dict[str, Any] = {"term": f"sheet.damakar.weapon.{name}"}
    return {**extra, "unit": unit} if unit else extra


CREATURES: Final = frozenset({"bite", "club"})
"""Weapons of creatures: they have words, but stand in no list."""


class SheetWeapon(BaseModel):
    """A weapon or shield. Without ``name`` it is called by the term ``weapon.damakar.<id>``.

    ``damage`` holds dice and fixed bonus, which are reported apart. ``attack`` and ``parry`` are
    whole bonuses with this weapon; ``None`` = those of the sheet.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    id: str = Field(min_length=1, max_length=40, json_schema_extra=_said("id"))
    name: str = Field(default="", max_length=80, json_schema_extra=_said("name"))
    kind: Literal["melee", "ranged", "thrown"] = Field(
        default="melee", json_schema_extra=_said("kind")
    )
    damage: str = Field(default="2W6+2", max_length=20, json_schema_extra=_said("damage"))
    zp: int = Field(default=7, ge=1, le=60, json_schema_extra=_said("zp", "zp"))
    reload: int = Field(default=0, ge=0, le=200, json_schema_extra=_said("reload", "zp"))
    """0 = need not be loaded."""
    length: int = Field(default=2, ge=0, le=POLE, json_schema_extra=_said("length"))
    hands: int = Field(default=1, ge=1, le=2, json_schema_extra=_said("hands"))
    shield: bool = Field(default=False, json_schema_extra=_said("shield"))
    throwable: bool = Field(default=False, json_schema_extra=_said("throwable"))
    attack: int | None = Field(default=None, ge=-50, le=99, json_schema_extra=_said("attack"))
    parry: int | None = Field(default=None, ge=-50, le=99, json_schema_extra=_said("parry"))
    initiative: int = Field(default=0, ge=-20, le=20, json_schema_extra=_said("initiative"))
    zp_parry: int = Field(default=0, ge=-7, le=20, json_schema_extra=_said("zp_parry", "zp"))
    zp_release: int = Field(default=0, ge=-7, le=20, json_schema_extra=_said("zp_release", "zp"))
    zp_draw: int = Field(default=0, ge=-7, le=20, json_schema_extra=_said("zp_draw", "zp"))

    @field_validator("damage")
    @classmethod
    def _is_dice(cls, text: str) -> str:
        return check_hit(text)

    @property
    def dice(self) -> Dice:
        return parse(self.damage)

    @property
    def melee(self) -> bool:
        """Whether one strikes with it."""
        return self.kind == "melee"

    @property
    def pole(self) -> bool:
        return self.melee and self.length == POLE


class _Listed(BaseModel):
    """A weapon of the list: how sure its values and its ZP are, and the values."""

    model_config = ConfigDict(frozen=True, extra="allow")

    status: Status
    zp_status: Status | None = None

    def weapon(self, id: str) -> SheetWeapon:
        return SheetWeapon.model_validate({"id": id, **(self.model_extra or {})})


@cache
def _table() -> dict[str, _Listed]:
    return read_table(_FILE, dict[str, _Listed])


@cache
def catalogue() -> dict[str, SheetWeapon]:
    """Return the weapons of the list by id."""
    return {id: row.weapon(id) for id, row in _table().items()}


def status_of(weapon: SheetWeapon) -> Status:
    """Return how sure the price of a weapon is; one that differs from the list was typed."""
    row = _table().get(weapon.id)
    if row is None or weapon.zp != catalogue()[weapon.id].zp:
        return Status.HAND
    return row.zp_status or row.status


def listed(id: str) -> SheetWeapon:
    """Return a weapon of the list. Raises KeyError."""
    return catalogue()[id]


UNARMED: Final = listed("unarmed")
STAFF: Final = listed("staff")
DEFAULT: Final = tuple(listed(id) for id in ("sword", "longbow", "longspear", "dagger", "unarmed"))
"""What a sheet without weapons of its own carries."""
