"""What a creature of DAMAKAR can do (sheet) and what a fight changes in it (vitals) (§1)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from rules.core.options import Options
from rules.encounter.sheets import entries
from rules.encounter.state import Sheet, Token, Vitals
from rules.systems.damakar.tables import ArmourRow, armours
from rules.systems.damakar.weapons import DEFAULT, UNARMED, SheetWeapon, catalogue
from rules.systems.damakar.zones import Zone

Hand = Literal["right", "left"]


def _meta(name: str, group: str, unit: str = "") -> dict[str, JsonValue]:
    """Name a field for the form: the term of its title, its group, its unit."""
    meta: dict[str, JsonValue] = {
        "term": f"sheet.damakar.{name}",
        "group": f"sheet.damakar.group.{group}",
    }
    return {**meta, "unit": unit} if unit else meta


def _attribute(name: str) -> Any:
    return Field(default=0, ge=-5, le=40, json_schema_extra=_meta(name, "attributes"))


def _bonus(name: str, default: int) -> Any:
    return Field(default=default, ge=-50, le=99, json_schema_extra=_meta(name, "fight"))


def _price(name: str) -> Any:
    return Field(default=0, ge=-20, le=60, json_schema_extra=_meta(name, "prices", "zp"))


class ZoneArmour(BaseModel):
    """Armour of one zone: a kind of the table, or values of one's own (§4.5)."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    zone: Zone = Field(json_schema_extra={"term": "sheet.damakar.armour.zone"})
    kind: str = Field(
        default="none", max_length=40, json_schema_extra={"term": "sheet.damakar.armour.kind"}
    )
    total: int | None = Field(
        default=None, ge=0, le=99, json_schema_extra={"term": "sheet.damakar.armour.total"}
    )
    variable: int | None = Field(
        default=None, ge=0, le=99, json_schema_extra={"term": "sheet.damakar.armour.variable"}
    )
    bonus: int | None = Field(
        default=None, ge=0, le=99, json_schema_extra={"term": "sheet.damakar.armour.bonus"}
    )

    @property
    def row(self) -> ArmourRow:
        """Return what it takes: the table's values, replaced by its own where it has any."""
        base = armours().get(self.kind, ArmourRow(material="leather"))
        own = {
            name: value
            for name in ("total", "variable", "bonus")
            if (value := getattr(self, name)) is not None
        }
        return base.model_copy(update=own)


class DamakarSheet(Sheet):
    """A creature. The default is an average human, 0 everywhere, with plain weapons.

    ``attack``, ``parry`` and ``dodge`` are whole bonuses; how the rules make them up is not known.
    """

    # -- who ------------------------------------------------------------------------------
    race: str = Field(default="", max_length=80, json_schema_extra=_meta("race", "who"))
    calling: str = Field(default="", max_length=80, json_schema_extra=_meta("calling", "who"))
    level: int = Field(default=0, ge=0, le=99, json_schema_extra=_meta("level", "who"))
    size: int = Field(default=1, ge=1, le=12, json_schema_extra=_meta("size", "who", "squares"))

    # -- attributes -----------------------------------------------------------------------
    strength: int = _attribute("strength")
    agility: int = _attribute("agility")
    constitution: int = _attribute("constitution")
    intelligence: int = _attribute("intelligence")
    awareness: int = _attribute("awareness")
    charisma: int = _attribute("charisma")

    # -- life and action points -----------------------------------------------------------
    lp: int | None = Field(
        default=None, ge=1, le=999, json_schema_extra=_meta("lp", "points", "lp")
    )
    """``None``: after the rules, 20 + 3 KON + STR + level."""
    ap: int | None = Field(
        default=None, ge=0, le=999, json_schema_extra=_meta("ap", "points", "ap")
    )
    """``None``: as many as the options give, since the rules' formula is not known (§6)."""

    # -- fight ----------------------------------------------------------------------------
    initiative: int = _bonus("initiative", 0)
    attack: int = _bonus("attack", 5)
    parry: int = _bonus("parry", 5)
    dodge: int = _bonus("dodge", 4)
    weapons: tuple[SheetWeapon, ...] = Field(
        default=(), max_length=40, json_schema_extra=_meta("weapons", "fight")
    )
    right: str = Field(default="", max_length=40, json_schema_extra=_meta("right", "fight"))
    left: str = Field(default="", max_length=40, json_schema_extra=_meta("left", "fight"))
    """What is in the hands at the beginning; both empty: whatever is used first."""
    left_handed: bool = Field(default=False, json_schema_extra=_meta("left_handed", "fight"))
    armour: tuple[ZoneArmour, ...] = Field(
        default=(), max_length=40, json_schema_extra=_meta("armour", "armour")
    )

    # -- what changes prices --------------------------------------------------------------
    zp_armour: int = _price("zp_armour")
    zp_load: int = _price("zp_load")
    zp_magic: int = _price("zp_magic")
    zp_gear: int = _price("zp_gear")
    wound_zp: int = _price("wound_zp")
    wound_zp_magic: int = _price("wound_zp_magic")
    fights_on: bool = Field(default=False, json_schema_extra=_meta("fights_on", "prices"))
    """Whether a gift or magic may let it fight on in spite of a deadly wound."""

    @field_validator("weapons", mode="before")
    @classmethod
    def _listed_weapons(cls, value: object) -> object:
        """Let ids of the list stand for weapons: ``["sword", "shield"]``."""
        return entries(value, lambda id: catalogue().get(id, id))

    @field_validator("armour", mode="before")
    @classmethod
    def _short_armour(cls, value: object) -> object:
        """Let one kind stand for all zones, and a table of zones for the list."""
        if isinstance(value, str):
            return [{"zone": zone, "kind": value} for zone in Zone]
        if isinstance(value, dict):
            rows = {z: r if isinstance(r, dict) else {"kind": r} for z, r in value.items()}
            return [{"zone": zone, **row} for zone, row in rows.items()]
        return value

    @property
    def lp_most(self) -> int:
        """Return the LP of an unharmed creature, at least 1 (§0.1)."""
        return self.lp if self.lp is not None else max(1, self.lp_formula)

    @property
    def lp_formula(self) -> int:
        return 20 + 3 * self.constitution + self.strength + self.level

    @property
    def arms(self) -> tuple[SheetWeapon, ...]:
        """Return its weapons; without own ones the usual; bare hands always."""
        own = self.weapons or DEFAULT
        return own if any(w.id == UNARMED.id for w in own) else (*own, UNARMED)

    def weapon(self, id: str) -> SheetWeapon | None:
        return next((w for w in self.arms if w.id == id), None)

    def armour_of(self, zone: Zone) -> tuple[ZoneArmour, ...]:
        """Return what lies over a zone, from outside to inside."""
        return tuple(a for a in self.armour if a.zone is zone)


class Wound(BaseModel):
    """One wound; it heals by itself (§0.1). ``kind`` is the class of wound it was (§4.6)."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    zone: Zone | None = None
    damage: int = Field(ge=1, le=9999)
    remaining: int = Field(ge=0, le=9999)
    kind: Literal["scratch", "light", "heavy", "very_heavy", "deadly"] = "light"


class DamakarVitals(Vitals):
    """What a fight changes: wounds, exhaustion, action points, what is in the hands.

    ``hands`` says that right and left are known; before, whoever acts has at hand what he uses
    first. ``empty`` are shot weapons that must be loaded, ``dropped`` weapons out of reach of
    the hands: thrown or let go. ``turned_from`` are the foes behind one who has turned away.
    """

    wounds: tuple[Wound, ...] = ()
    exhaustion: int = Field(default=0, ge=0, le=9999)
    ap_spent: int = Field(default=0, ge=0, le=9999)
    hands: bool = False
    right: str = ""
    left: str = ""
    empty: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    turned_from: tuple[str, ...] = ()
    alternated: str = ""
    fights_on: bool = False

    @property
    def lost(self) -> int:
        """Return the LP that are missing."""
        return sum(w.remaining for w in self.wounds) + self.exhaustion


def ap_most(token: Token, options: Options) -> int:
    """Return the AP of somebody who has spent none: the sheet's, else those of the options."""
    own = sheet_of(token).ap
    return options.number("ap_prefill") if own is None else own


def sheet_of(token: Token) -> DamakarSheet:
    """Return a token's sheet. Raises TypeError for a sheet of another system."""
    if not isinstance(token.sheet, DamakarSheet):
        raise TypeError(f"{token.id} has no sheet of DAMAKAR")
    return token.sheet


def vitals_of(token: Token) -> DamakarVitals:
    """Return a token's vitals. Raises TypeError for those of another system."""
    if not isinstance(token.vitals, DamakarVitals):
        raise TypeError(f"{token.id} has no vitals of DAMAKAR")
    return token.vitals
