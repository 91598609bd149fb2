"""What a creature of Das System can do (sheet) and what a fight changes in it (vitals)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator

from rules.encounter.sheets import entries
from rules.encounter.state import Sheet, Token, Vitals
from rules.systems.das_system.gear import (
    DEFAULT_WEAPONS,
    Piece,
    SheetWeapon,
    armour_rows,
    piece_in_force,
    table_piece,
    table_weapon,
    weapon_in_force,
    weapon_rows,
)
from rules.systems.das_system.tables import Kind

ATTRIBUTES = (
    "mut",
    "koerperkraft",
    "geschicklichkeit",
    "reaktion",
    "konstitution",
    "widerstand",
)
"""The Eigenschaften that a fight uses (§1.1)."""


def _meta(name: str, group: str, unit: str = "") -> dict[str, JsonValue]:
    meta: dict[str, JsonValue] = {
        "term": f"sheet.das_system.{name}",
        "group": f"sheet.das_system.group.{group}",
    }
    return {**meta, "unit": unit} if unit else meta


class DasSystemSheet(Sheet):
    """A creature. The default is an average human (1150 everywhere, §1.1) of some training."""

    # -- who ------------------------------------------------------------------------------
    race: str = Field(default="", max_length=80, json_schema_extra=_meta("race", "who"))
    calling: str = Field(default="", max_length=80, json_schema_extra=_meta("calling", "who"))
    size: int = Field(default=1, ge=1, le=10, json_schema_extra=_meta("size", "who", "squares"))
    figure: Literal["humanoid", "quadruped", "winged", "serpent"] = Field(
        default="humanoid", json_schema_extra=_meta("figure", "who")
    )
    """How the body is drawn; its places are those of a human being."""
    left_handed: bool = Field(default=False, json_schema_extra=_meta("left_handed", "who"))

    # -- attributes -----------------------------------------------------------------------
    mut: int = Field(default=1150, ge=0, le=4000, json_schema_extra=_meta("mut", "attributes"))
    koerperkraft: int = Field(
        default=1150, ge=0, le=4000, json_schema_extra=_meta("koerperkraft", "attributes")
    )
    geschicklichkeit: int = Field(
        default=1150, ge=0, le=4000, json_schema_extra=_meta("geschicklichkeit", "attributes")
    )
    reaktion: int = Field(
        default=1150, ge=0, le=4000, json_schema_extra=_meta("reaktion", "attributes")
    )
    konstitution: int = Field(
        default=1150, ge=1, le=9999, json_schema_extra=_meta("konstitution", "attributes")
    )
    widerstand: int = Field(
        default=1150, ge=0, le=4000, json_schema_extra=_meta("widerstand", "attributes")
    )
    wuerfelwert: int | None = Field(
        default=None, ge=0, le=2000, json_schema_extra=_meta("wuerfelwert", "attributes")
    )
    """``None``: computed (§3.1)."""
    kar: int | None = Field(
        default=None, ge=0, le=200, json_schema_extra=_meta("kar", "attributes")
    )
    """``None``: computed (§2)."""

    # -- skills ---------------------------------------------------------------------------
    nahkampf: int = Field(
        default=900, ge=-2000, le=4000, json_schema_extra=_meta("nahkampf", "skills")
    )
    waffenlos: int = Field(
        default=700, ge=-2000, le=4000, json_schema_extra=_meta("waffenlos", "skills")
    )
    fernkampf: int = Field(
        default=900, ge=-2000, le=4000, json_schema_extra=_meta("fernkampf", "skills")
    )
    ausweichen: int = Field(
        default=900, ge=-2000, le=4000, json_schema_extra=_meta("ausweichen", "skills")
    )
    ausweichen_basis: int | None = Field(
        default=None, ge=0, le=9999, json_schema_extra=_meta("ausweichen_basis", "skills")
    )
    """``None``: computed (§6.2)."""
    paradewaffen: int = Field(
        default=600, ge=-2000, le=4000, json_schema_extra=_meta("paradewaffen", "skills")
    )
    beidhaendig: int = Field(
        default=300, ge=-2000, le=4000, json_schema_extra=_meta("beidhaendig", "skills")
    )
    ruestungsgewoehnung: int = Field(
        default=0, ge=-2000, le=4000, json_schema_extra=_meta("ruestungsgewoehnung", "skills")
    )
    balancieren: int = Field(
        default=300, ge=-2000, le=4000, json_schema_extra=_meta("balancieren", "skills")
    )
    klettern: int = Field(
        default=300, ge=-2000, le=4000, json_schema_extra=_meta("klettern", "skills")
    )
    aufmerksamkeit: int = Field(
        default=300, ge=-2000, le=4000, json_schema_extra=_meta("aufmerksamkeit", "skills")
    )
    heilkunde: int = Field(
        default=200, ge=-2000, le=4000, json_schema_extra=_meta("heilkunde", "skills")
    )

    # -- life -----------------------------------------------------------------------------
    gz_most: int | None = Field(
        default=None, ge=1, le=9999, json_schema_extra=_meta("gz_most", "life")
    )
    """``None``: Konstitution (§1.7)."""
    ausdauer_most: int | None = Field(
        default=None, ge=0, le=9999, json_schema_extra=_meta("ausdauer_most", "life")
    )
    """``None``: as the Gesamtzustand (§1.8)."""
    zustand: int = Field(
        default=100, ge=0, le=2000, json_schema_extra=_meta("zustand", "life", "percent")
    )
    """Zustand of all places in percent of a human's."""
    load: int = Field(default=0, ge=0, le=9999, json_schema_extra=_meta("load", "life"))
    speed: int = Field(
        default=3, ge=0, le=50, json_schema_extra=_meta("speed", "life", "squares_per_second")
    )

    # -- gear -----------------------------------------------------------------------------
    weapons: tuple[SheetWeapon, ...] = Field(
        default=(), max_length=20, json_schema_extra=_meta("weapons", "gear")
    )
    armour: tuple[Piece, ...] = Field(
        default=(), max_length=40, json_schema_extra=_meta("armour", "gear")
    )

    @field_validator("weapons", mode="before")
    @classmethod
    def _named_weapons(cls, value: object) -> object:
        """Let ids of the table stand for its weapons: ``["sword", "shield"]``."""
        return entries(value, lambda id: table_weapon(id) if id in weapon_rows() else id)

    @field_validator("armour", mode="before")
    @classmethod
    def _named_pieces(cls, value: object) -> object:
        """Let ids of the table stand for its pieces."""
        return entries(value, lambda id: table_piece(id) if id in armour_rows() else id)

    def attribute(self, name: str) -> int:
        """Return an Eigenschaft by name."""
        value: int = getattr(self, name)
        return value

    @property
    def most_gz(self) -> int:
        return self.konstitution if self.gz_most is None else self.gz_most

    @property
    def most_ausdauer(self) -> int:
        return self.most_gz if self.ausdauer_most is None else self.ausdauer_most

    @property
    def arms(self) -> tuple[SheetWeapon, ...]:
        """All weapons at hand: the own ones and bare hands, or the default ones."""
        if not self.weapons:
            return tuple(table_weapon(id) for id in DEFAULT_WEAPONS)
        own = tuple(weapon_in_force(weapon) for weapon in self.weapons)
        if any(w.unarmed for w in own):
            return own
        return (*own, table_weapon("unarmed"))

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The armour worn, as the tables in force have it."""
        return tuple(piece_in_force(piece) for piece in self.armour)

    def weapon(self, id: str) -> SheetWeapon | None:
        """Return a weapon by id; an empty id means the first one."""
        if not id:
            return self.arms[0]
        return next((w for w in self.arms if w.id == id), None)


Count = Annotated[int, Field(ge=0, le=10**9)]


class Wound(BaseModel):
    """An injury (§7): where, how, how grave, and what it does until it heals."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: int = Field(ge=1)
    place: str
    kind: Kind
    row: int = Field(ge=1, le=8)
    severity: int = Field(ge=1)
    zustand: int = Field(default=0, ge=0)
    probe: int = Field(default=0, ge=0)
    fight: int = Field(default=0, ge=0)
    useless: bool = False
    bleeding: int = Field(default=0, ge=0, le=6)
    bled: Count = 0
    """Ticks since the present level of bleeding began."""
    pain: int = Field(default=0, ge=0, le=6)
    ached: Count = 0
    """Ticks since the present row of pain began."""
    tried: bool = False
    """Whether suppressing the present row was tried."""
    dressed: bool = False
    infection_rolls: int = Field(default=0, ge=0, le=3)
    infected: bool = False
    forbids: tuple[str, ...] = ()
    """Actions that the game master rules out for it: ``attack``, ``parade``, ``dodge``, ``move``,
    ``body``, ``hands``, ``mind`` (§7.3)."""


class DasSystemVitals(Vitals):
    """What a fight changes.

    ``kar`` are the points that attacks added, ``shift`` those of circumstances, ``typed`` is a
    KAR that the game master set for this fight; ``busy`` and ``strained`` are the ticks until
    which somebody counts as attacking, as fighting at all; ``spare`` and ``breath`` carry
    fractions of a second over.
    """

    gz: int = 1150
    ausdauer: int = 1150
    kar: int = Field(default=0, ge=0)
    shift: int = 0
    typed: int | None = Field(default=None, ge=0, le=999)
    wounds: tuple[Wound, ...] = ()
    armour: dict[str, dict[str, int]] = Field(default_factory=dict)
    """Lost Deckungswert by piece and place."""
    wielded: str = ""
    parade_festwert: int | None = Field(default=None, ge=0)
    busy: Count = 0
    strained: Count = 0
    spare: Count = 0
    breath: Count = 0
    loaded_at: Count = 0


def sheet_of(token: Token) -> DasSystemSheet:
    """Return a token's sheet. Raises TypeError for a sheet of another system."""
    if not isinstance(token.sheet, DasSystemSheet):
        raise TypeError(f"{token.id} has no sheet of Das System")
    return token.sheet


def vitals_of(token: Token) -> DasSystemVitals:
    """Return a token's vitals. Raises TypeError for those of another system."""
    if not isinstance(token.vitals, DasSystemVitals):
        raise TypeError(f"{token.id} has no vitals of Das System")
    return token.vitals


def fresh(sheet: DasSystemSheet) -> DasSystemVitals:
    """Return the vitals of an unharmed creature."""
    return DasSystemVitals(gz=sheet.most_gz, ausdauer=min(sheet.most_ausdauer, sheet.most_gz))
