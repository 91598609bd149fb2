"""What a creature of Pathfinder can do (sheet) and what a fight changes in it (vitals)."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field, JsonValue, field_validator

from rules.encounter.sheets import entries
from rules.encounter.state import Sheet, Vitals
from rules.systems.pathfinder.weapons import DEFAULT_WEAPONS, UNARMED, Ability, SheetWeapon


class Size(StrEnum):
    """Size categories (§1), ascending."""

    FINE = "fine"
    DIMINUTIVE = "diminutive"
    TINY = "tiny"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"
    GARGANTUAN = "gargantuan"
    COLOSSAL = "colossal"


def _meta(name: str, group: str, unit: str = "") -> dict[str, JsonValue]:
    """Name a field for the form: the term of its title, its group, its unit."""
    meta: dict[str, JsonValue] = {
        "term": f"sheet.pathfinder.{name}",
        "group": f"sheet.pathfinder.group.{group}",
    }
    return {**meta, "unit": unit} if unit else meta


class PathfinderSheet(Sheet):
    """A creature. The default is a plain fighter with abilities of 10 (house default).

    Saves are *base* saves, the ability is added; ``stealth`` and ``perception`` are whole
    skill bonuses as a stat block prints them, size included. Lengths are squares.
    """

    # -- who ------------------------------------------------------------------------------
    race: str = Field(default="", max_length=80, json_schema_extra=_meta("race", "who"))
    class_level: str = Field(
        default="", max_length=80, json_schema_extra=_meta("class_level", "who")
    )
    creature_type: str = Field(
        default="", max_length=80, json_schema_extra=_meta("creature_type", "who")
    )
    size: Size | None = Field(default=None, json_schema_extra=_meta("size", "who"))
    """``None``: taken from the space on the board (2 squares = Large …)."""
    build: Literal["tall", "long"] = Field(default="tall", json_schema_extra=_meta("build", "who"))
    hit_dice: int = Field(default=3, ge=0, le=99, json_schema_extra=_meta("hit_dice", "who"))

    # -- abilities ------------------------------------------------------------------------
    strength: int | None = Field(
        default=10, ge=0, le=99, json_schema_extra=_meta("strength", "abilities")
    )
    dexterity: int | None = Field(
        default=10, ge=0, le=99, json_schema_extra=_meta("dexterity", "abilities")
    )
    constitution: int | None = Field(
        default=10, ge=0, le=99, json_schema_extra=_meta("constitution", "abilities")
    )
    intelligence: int | None = Field(
        default=10, ge=0, le=99, json_schema_extra=_meta("intelligence", "abilities")
    )
    wisdom: int | None = Field(
        default=10, ge=0, le=99, json_schema_extra=_meta("wisdom", "abilities")
    )
    charisma: int | None = Field(
        default=10, ge=0, le=99, json_schema_extra=_meta("charisma", "abilities")
    )

    # -- attack ---------------------------------------------------------------------------
    base_attack: int = Field(
        default=3, ge=-5, le=40, json_schema_extra=_meta("base_attack", "attack")
    )
    attack_misc: int = Field(
        default=0, ge=-20, le=40, json_schema_extra=_meta("attack_misc", "attack")
    )
    sneak_attack: int = Field(
        default=0, ge=0, le=20, json_schema_extra=_meta("sneak_attack", "attack", "d6")
    )
    weapons: tuple[SheetWeapon, ...] = Field(
        default=(), max_length=40, json_schema_extra=_meta("weapons", "attack")
    )

    # -- armour class ---------------------------------------------------------------------
    armour: int = Field(default=0, ge=0, le=30, json_schema_extra=_meta("armour", "defence"))
    shield: int = Field(default=0, ge=0, le=20, json_schema_extra=_meta("shield", "defence"))
    natural: int = Field(default=0, ge=0, le=60, json_schema_extra=_meta("natural", "defence"))
    deflection: int = Field(
        default=0, ge=0, le=30, json_schema_extra=_meta("deflection", "defence")
    )
    dodge: int = Field(default=0, ge=0, le=30, json_schema_extra=_meta("dodge", "defence"))
    ac_misc: int = Field(default=0, ge=-30, le=30, json_schema_extra=_meta("ac_misc", "defence"))
    max_dex: int | None = Field(
        default=None, ge=0, le=30, json_schema_extra=_meta("max_dex", "defence")
    )

    # -- life and saves -------------------------------------------------------------------
    hp: int = Field(default=20, ge=1, le=9999, json_schema_extra=_meta("hp", "life", "hp"))
    fortitude: int = Field(default=3, ge=-10, le=60, json_schema_extra=_meta("fortitude", "life"))
    reflex: int = Field(default=1, ge=-10, le=60, json_schema_extra=_meta("reflex", "life"))
    will: int = Field(default=1, ge=-10, le=60, json_schema_extra=_meta("will", "life"))
    evasion: Literal["none", "evasion", "improved"] = Field(
        default="none", json_schema_extra=_meta("evasion", "life")
    )
    damage_reduction: int = Field(
        default=0, ge=0, le=99, json_schema_extra=_meta("damage_reduction", "life", "hp")
    )
    reduction_bypass: str = Field(
        default="", max_length=40, json_schema_extra=_meta("reduction_bypass", "life")
    )
    """A weapon tag that overcomes the damage reduction, or ``magic``."""
    immune_criticals: bool = Field(
        default=False, json_schema_extra=_meta("immune_criticals", "life")
    )
    immune_precision: bool = Field(
        default=False, json_schema_extra=_meta("immune_precision", "life")
    )
    diehard: bool = Field(default=False, json_schema_extra=_meta("diehard", "life"))

    # -- time, movement, senses, skills ---------------------------------------------------
    initiative: int = Field(
        default=0, ge=-20, le=40, json_schema_extra=_meta("initiative", "movement")
    )
    """Bonus beside Dexterity."""
    speed: int = Field(
        default=6, ge=0, le=100, json_schema_extra=_meta("speed", "movement", "squares")
    )
    low_light_vision: bool = Field(
        default=False, json_schema_extra=_meta("low_light_vision", "senses")
    )
    darkvision: int = Field(
        default=0, ge=0, le=100, json_schema_extra=_meta("darkvision", "senses", "squares")
    )
    blindsense: int = Field(
        default=0, ge=0, le=100, json_schema_extra=_meta("blindsense", "senses", "squares")
    )
    blindsight: int = Field(
        default=0, ge=0, le=100, json_schema_extra=_meta("blindsight", "senses", "squares")
    )
    see_invisible: bool = Field(default=False, json_schema_extra=_meta("see_invisible", "senses"))
    stealth: int = Field(default=0, ge=-30, le=80, json_schema_extra=_meta("stealth", "senses"))
    perception: int = Field(
        default=0, ge=-30, le=80, json_schema_extra=_meta("perception", "senses")
    )

    # -- feats and class features ---------------------------------------------------------
    combat_reflexes: bool = Field(
        default=False, json_schema_extra=_meta("combat_reflexes", "feats")
    )
    uncanny_dodge: bool = Field(default=False, json_schema_extra=_meta("uncanny_dodge", "feats"))
    improved_uncanny_dodge: bool = Field(
        default=False, json_schema_extra=_meta("improved_uncanny_dodge", "feats")
    )
    improved_unarmed: bool = Field(
        default=False, json_schema_extra=_meta("improved_unarmed", "feats")
    )
    weapon_finesse: bool = Field(default=False, json_schema_extra=_meta("weapon_finesse", "feats"))
    point_blank_shot: bool = Field(
        default=False, json_schema_extra=_meta("point_blank_shot", "feats")
    )
    precise_shot: bool = Field(default=False, json_schema_extra=_meta("precise_shot", "feats"))
    improved_precise_shot: bool = Field(
        default=False, json_schema_extra=_meta("improved_precise_shot", "feats")
    )
    rapid_shot: bool = Field(default=False, json_schema_extra=_meta("rapid_shot", "feats"))
    far_shot: bool = Field(default=False, json_schema_extra=_meta("far_shot", "feats"))
    power_attack: bool = Field(default=False, json_schema_extra=_meta("power_attack", "feats"))
    deadly_aim: bool = Field(default=False, json_schema_extra=_meta("deadly_aim", "feats"))
    blind_fight: bool = Field(default=False, json_schema_extra=_meta("blind_fight", "feats"))

    @field_validator("weapons", mode="before")
    @classmethod
    def _named_weapons(cls, value: object) -> object:
        """Let ids of the default weapons stand for them: ``["sword", "longbow"]``."""
        known = {w.id: w for w in DEFAULT_WEAPONS}
        return entries(value, lambda id: known.get(id, id))

    def score(self, ability: Ability) -> int | None:
        """Return an ability score; ``None`` = the creature has none."""
        value: int | None = getattr(self, ability)
        return value

    def modifier(self, ability: Ability) -> int:
        """Return the modifier of an ability; an ability that is missing modifies nothing."""
        score = self.score(ability)
        return 0 if score is None else (score - 10) // 2

    @property
    def arms(self) -> tuple[SheetWeapon, ...]:
        """All weapons at hand: the own ones and bare hands, or the default ones."""
        if not self.weapons:
            return DEFAULT_WEAPONS
        if any(w.id == UNARMED.id for w in self.weapons):
            return self.weapons
        return (*self.weapons, UNARMED)

    def weapon(self, id: str) -> SheetWeapon | None:
        """Return a weapon by id; empty = the first one."""
        if not id:
            return self.arms[0]
        return next((w for w in self.arms if w.id == id), None)


class PathfinderVitals(Vitals):
    """What a fight changes in a creature.

    ``wielded`` is the weapon in hand; empty = the first melee weapon of the sheet.
    ``opportunities`` counts the attacks of opportunity used this round. ``found`` names a
    totally concealed victim whose body was found for a coup de grace (§7), ``found_round``
    the round of that action.
    """

    damage: int = Field(default=0, ge=0)
    nonlethal: int = Field(default=0, ge=0)
    temporary: int = Field(default=0, ge=0)
    stable: bool = False
    dead: bool = False
    wielded: str = ""
    opportunities: int = Field(default=0, ge=0)
    found: str = ""
    found_round: int = Field(default=0, ge=0)
