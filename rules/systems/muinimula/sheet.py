"""What a creature of Muinimula can do (sheet) and what a fight changes in it (vitals)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from rules.encounter.sheets import entries
from rules.encounter.state import Sheet, Token, Vitals
from rules.systems.muinimula.tables import Region, armours
from rules.systems.muinimula.weapons import (
    DEFAULT_WEAPONS,
    UNARMED,
    ArmourPiece,
    SheetWeapon,
    piece_in_force,
)


def _meta(name: str, group: str, unit: str = "") -> dict[str, JsonValue]:
    """Name a field for the form: the term of its title, its group, its unit."""
    meta: dict[str, JsonValue] = {
        "term": f"sheet.muinimula.{name}",
        "group": f"sheet.muinimula.group.{group}",
    }
    return {**meta, "unit": unit} if unit else meta


Part = Literal["", "kopf", "brust", "ruecken", "bauch", "l_arm", "r_arm", "l_bein", "r_bein"]
"""A part of the body; empty = everything."""


class MuinimulaSheet(Sheet):
    """A creature. The default is a plain fighter (house default). Lengths are squares."""

    # -- who ------------------------------------------------------------------------------
    kind: str = Field(default="", max_length=80, json_schema_extra=_meta("kind", "who"))
    size: int = Field(default=1, ge=1, le=20, json_schema_extra=_meta("size", "who", "squares"))
    upright: bool = Field(default=True, json_schema_extra=_meta("upright", "who"))
    """Whether it normally fights upright, so that lying hampers it (§10.4)."""
    handed: Literal["right", "left"] = Field(
        default="right", json_schema_extra=_meta("handed", "who")
    )

    # -- values ---------------------------------------------------------------------------
    reaction: int = Field(default=20, ge=-99, le=999, json_schema_extra=_meta("reaction", "values"))
    """RE, added to the initiative."""
    life: int = Field(default=80, ge=1, le=99_999, json_schema_extra=_meta("life", "values"))
    """LE."""
    control: int = Field(default=40, ge=-200, le=400, json_schema_extra=_meta("control", "values"))
    """SB, Selbstbeherrschung."""
    coordination: int = Field(
        default=0, ge=0, le=13, json_schema_extra=_meta("coordination", "values")
    )
    """Bonus by the talent Kampfkoordination (§6.2)."""
    movement: int = Field(
        default=2, ge=0, le=100, json_schema_extra=_meta("movement", "values", "squares")
    )
    """Squares a second (house default)."""
    critical_bonus: int = Field(
        default=0, ge=-200, le=200, json_schema_extra=_meta("critical_bonus", "values")
    )
    """Taken off the value of criticals against it (§5.2)."""

    # -- attack and parry -----------------------------------------------------------------
    weapons: tuple[SheetWeapon, ...] = Field(
        default=(), max_length=40, json_schema_extra=_meta("weapons", "fight")
    )
    shield: Literal["none", "buckler", "shield"] = Field(
        default="none", json_schema_extra=_meta("shield", "fight")
    )
    shield_guard: int = Field(
        default=0, ge=0, le=10, json_schema_extra=_meta("shield_guard", "fight")
    )
    dodge_guard: int = Field(
        default=0, ge=0, le=10, json_schema_extra=_meta("dodge_guard", "fight")
    )

    # -- protection -----------------------------------------------------------------------
    armour: tuple[ArmourPiece, ...] = Field(
        default=(), max_length=20, json_schema_extra=_meta("armour", "protection")
    )
    natural: int = Field(default=0, ge=0, le=99, json_schema_extra=_meta("natural", "protection"))
    """RS of its own hide everywhere."""

    @field_validator("weapons", mode="before")
    @classmethod
    def _named_weapons(cls, value: object) -> object:
        """Let ids of the default weapons stand for them: ``["sword", "longbow"]``."""
        known = {w.id: w for w in DEFAULT_WEAPONS}
        return entries(value, lambda id: known.get(id, id))

    @field_validator("armour", mode="before")
    @classmethod
    def _named_armour(cls, value: object) -> object:
        """Let ids of the table stand for pieces: ``["kettenhemd", "helm"]``."""
        return entries(value, lambda id: ArmourPiece.of(id) if id in armours() else id)

    @property
    def arms(self) -> tuple[SheetWeapon, ...]:
        """All weapons at hand: the own ones and bare hands, or the default ones."""
        if not self.weapons:
            return DEFAULT_WEAPONS
        if any(w.natural for w in self.weapons):
            return self.weapons
        return (*self.weapons, UNARMED)

    def weapon(self, id: str) -> SheetWeapon | None:
        """Return a weapon by id; empty = the first one."""
        if not id:
            return self.arms[0]
        return next((w for w in self.arms if w.id == id), None)

    def protection(self, region: Region) -> int:
        """Return the RS of a region: all pieces and the own hide (§12.8)."""
        return self.natural + sum(int(getattr(piece, region)) for piece in self.pieces)

    @property
    def pieces(self) -> tuple[ArmourPiece, ...]:
        """The armour worn, as the tables in force have it."""
        return tuple(piece_in_force(piece) for piece in self.armour)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


class Wound(_Part):
    """What a critical hit leaves behind.

    ``malus`` counts for actions with ``part`` (empty: for all, §8), ``bleeding`` is SP a
    Kampfrunde until the half second ``until`` (``None`` = until it is tended). ``value`` is
    the value of the critical, ``since`` when it was struck.
    """

    region: Region
    part: Part = ""
    malus: int = Field(default=0, ge=0)
    bleeding: int = Field(default=0, ge=0)
    until: int | None = None
    since: int = 0
    value: int = 0


class Pending(_Part):
    """What somebody is doing, from ``start`` to ``end`` in half seconds (§2).

    ``double``: the attack began in the same second as that of the other one, who holds the
    right; ``bare``: it cannot be parried by its target.
    """

    kind: Literal["attack", "pause", "prepare", "cast", "move", "pickup", "task"]
    start: int
    end: int
    target: str = ""
    weapon: str = ""
    mode: str = ""
    off: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    extra: tuple[tuple[str, int, str, str], ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    note: str = ""
    double: bool = False
    bare: bool = False

    def binds(self, now: int) -> bool:
        """Whether changing one's mind would cost something: time spent, or a pause (§2.4)."""
        return self.kind == "pause" or self.start < now


class MuinimulaVitals(Vitals):
    """What a fight changes in a creature.

    ``lost`` counts LE. ``parried`` holds by opponent the number that the last parry left,
    ``used`` by means of parrying the half second of its last use. ``free`` = may choose
    another opponent now. ``coordinated`` is the row of Kampfkoordination rolled ``beside``
    comrades against that opponent. ``span`` ends the time of who lies dying, without the LE.
    ``hampered`` is a malus on the next action alone.
    """

    lost: int = 0
    dead: bool = False
    wounds: tuple[Wound, ...] = ()
    pending: Pending | None = None
    parried: dict[str, int] = Field(default_factory=dict)
    used: dict[str, int] = Field(default_factory=dict)
    free: bool = False
    coordinated: int | None = None
    beside: str = ""
    span: int | None = None
    wielded: str = ""
    dropped: tuple[str, ...] = ()
    broken: dict[str, int] = Field(default_factory=dict)
    hampered: int = Field(default=0, ge=0)


def sheet_of(token: Token) -> MuinimulaSheet:
    """Return a token's sheet. Raises TypeError for a sheet of another system."""
    if not isinstance(token.sheet, MuinimulaSheet):
        raise TypeError(f"{token.id} has no sheet of Muinimula")
    return token.sheet


def vitals_of(token: Token) -> MuinimulaVitals:
    """Return a token's vitals. Raises TypeError for those of another system."""
    if not isinstance(token.vitals, MuinimulaVitals):
        raise TypeError(f"{token.id} has no vitals of Muinimula")
    return token.vitals


def life(token: Token) -> int:
    """Return the LE now; may be negative."""
    return sheet_of(token).life - vitals_of(token).lost
