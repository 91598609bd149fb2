"""The four values of an attack, a parade or a dodge (§3): Würfelwert, Basis and the two caps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from rules.core.modifiers import Breakdown, Entry, Modifier
from rules.core.options import Options
from rules.core.sources import HAND, HOUSE, STATED
from rules.core.terms import Term, named, term
from rules.encounter.state import Token
from rules.systems.das_system.bearing import by_bearing
from rules.systems.das_system.body import places
from rules.systems.das_system.gear import SheetWeapon, Weights, printed
from rules.systems.das_system.sheet import DasSystemSheet, sheet_of, vitals_of
from rules.systems.das_system.tables import dodge_weights, pain_table

CORNERED: Final = -500
"""Off the Paradebasis of whoever cannot or will not give way (§10)."""
PER_PARADE_DEDUCTION: Final = 50
PER_PROBE_DEDUCTION: Final = 10
"""Points of Rüstungsgewöhnung that make up for a point of deduction (§8.1)."""

Use = Literal["attack", "parade", "dodge"]


@dataclass(frozen=True, slots=True)
class Values:
    """What somebody has for one blow, one parade or one dodge.

    The caps are those of the whole Basis; deductions do not change them (§3.4).
    """

    wuerfelwert: int
    breakdown: Breakdown
    cap_festwert: int
    cap_schwere: int
    penalty: int = 0
    """Taken off the finished value: pain, by option (§3.4)."""
    basis: int = field(init=False, repr=False, compare=False)
    """The Basis that can be split, never below 0."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "basis", max(0, self.breakdown.total))

    @property
    def most_festwert(self) -> int:
        return min(self.basis, self.cap_festwert)

    @property
    def most_schwere(self) -> int:
        return min(self.basis, self.cap_schwere)

    def halved(self) -> Values:
        """Return the values with half the Würfelwert, rounded down (§6.3, §13)."""
        return replace(self, wuerfelwert=self.wuerfelwert // 2)


@dataclass(frozen=True, slots=True)
class Split:
    """A Basis split in Festwert and Schwere (§3.4)."""

    festwert: int
    schwere: int


def counted(roll: int, wuerfelwert: int) -> int:
    """Return what a roll counts: above the Würfelwert nothing (§1.4)."""
    return roll if roll <= wuerfelwert else 0


def allowed(values: Values, split: Split) -> bool:
    """Whether a split keeps to both caps and to the Basis (§3.4)."""
    return (
        0 <= split.festwert <= values.cap_festwert
        and 0 <= split.schwere <= values.cap_schwere
        and split.festwert + split.schwere <= values.basis
    )


def split_at(values: Values, festwert: int) -> Split:
    """Return a split with this Festwert, as near as allowed, and all the Schwere that is left."""
    held = min(max(0, festwert), values.most_festwert)
    return Split(held, min(values.cap_schwere, values.basis - held))


def weighted(values: Values, schwere: int) -> Split:
    """Return a split with this Schwere, as near as allowed, and all the Festwert that is left."""
    held = min(max(0, schwere), values.most_schwere)
    return Split(min(values.cap_festwert, values.basis - held), held)


# -- Würfelwert and Basis -------------------------------------------------------------------------


def wuerfelwert(sheet: DasSystemSheet, options: Options) -> int:
    """Return the Würfelwert (§3.1); the formula is an option, since its text is lost."""
    if sheet.wuerfelwert is not None:
        return sheet.wuerfelwert
    match options.word("wuerfelwert_formel"):
        case "kk_ge":
            return (sheet.koerperkraft + sheet.geschicklichkeit) // 2
        case "mut_rv":
            return (sheet.mut + sheet.reaktion) // 2
        case _:
            four = sheet.mut + sheet.koerperkraft + sheet.geschicklichkeit + sheet.reaktion
            return four // 4


def basis_of(sheet: DasSystemSheet, weights: Weights, skill: int) -> int:
    """Return a Basis: the weighted sum of attributes and skill, rounded down (§3.2)."""
    values = (sheet.mut, sheet.koerperkraft, sheet.geschicklichkeit, sheet.reaktion, skill)
    return max(0, sum(w * v for w, v in zip(weights, values, strict=True)) // 100)


def skill_of(sheet: DasSystemSheet, weapon: SheetWeapon, use: Use) -> int:
    """Return the Fähigkeitswert of a weapon: basic skill and specialisation (§1.2, §13)."""
    if weapon.hands in ("off", "shield"):
        basic = sheet.paradewaffen if use == "parade" else sheet.beidhaendig
        return basic + weapon.specialisation
    basic = {
        "nahkampf": sheet.nahkampf,
        "waffenlos": sheet.waffenlos,
        "fernkampf": sheet.fernkampf,
    }[weapon.skill]
    return basic + weapon.specialisation


@by_bearing
def attack_values(token: Token, weapon: SheetWeapon, options: Options) -> Values:
    """Return the values of an attack without a foe (§3)."""
    sheet = sheet_of(token)
    computed = basis_of(sheet, weapon.at, skill_of(sheet, weapon, "attack"))
    basis = computed if weapon.at_basis is None else weapon.at_basis
    caps = (
        _cap(weapon.at_most_festwert, weapon.at_festwert, basis),
        _cap(weapon.at_most_schwere, weapon.at_schwere, basis),
    )
    label = term("modifier.das_system.basis", weapon=weapon_name(weapon))
    source = HAND if weapon.at_basis is not None else HOUSE
    start = Modifier("base", basis, label, "base", source, _skill_detail(sheet, weapon, "attack"))
    return _values(token, options, start, caps, _halved_by_shield(token, weapon))


@by_bearing
def parade_values(token: Token, weapon: SheetWeapon, options: Options) -> Values | None:
    """Return the values of a parade; nothing where the weapon cannot parry (§3, §6.1)."""
    if weapon.pa is None and weapon.pa_basis is None:
        return None
    sheet = sheet_of(token)
    weights = weapon.pa or (0, 0, 0, 0, 0)
    computed = basis_of(sheet, weights, skill_of(sheet, weapon, "parade"))
    basis = computed if weapon.pa_basis is None else weapon.pa_basis
    caps = (
        _cap(weapon.pa_most_festwert, weapon.pa_festwert, basis),
        _cap(weapon.pa_most_schwere, weapon.pa_schwere, basis),
    )
    label = term("modifier.das_system.parade_basis", weapon=weapon_name(weapon))
    source = HAND if weapon.pa_basis is not None else HOUSE
    detail = _skill_detail(sheet, weapon, "parade")
    start = Modifier("pa_base", basis, label, "base", source, detail)
    return _values(token, options, start, caps, _halved_by_shield(token, weapon), "pa_")


@by_bearing
def dodge_values(token: Token, options: Options) -> Values:
    """Return the values of a dodge, computed as those of a weapon, without Schwere (§6.2)."""
    sheet = sheet_of(token)
    computed = basis_of(sheet, dodge_weights(), sheet.ausweichen)
    basis = computed if sheet.ausweichen_basis is None else sheet.ausweichen_basis
    detail = term("detail.das_system.skill", value=sheet.ausweichen)
    label = term("modifier.das_system.dodge_basis")
    source = HOUSE if sheet.ausweichen_basis is None else HAND
    start = Modifier("pa_base", basis, label, "base", source, detail)
    caps = (options.number("ausweichen_anteil") * basis // 100, 0)
    return _values(token, options, start, caps, False, "pa_")


def _cap(typed: int | None, share: int, basis: int) -> int:
    """Return a cap: the typed number, else the weapon's share of the Basis, rounded down (§3.3)."""
    return share * basis // 100 if typed is None else typed


def _skill_detail(sheet: DasSystemSheet, weapon: SheetWeapon, use: Use) -> Term:
    return term("detail.das_system.skill", value=skill_of(sheet, weapon, use))


def _halved_by_shield(token: Token, weapon: SheetWeapon) -> bool:
    """Whether the way the shield is held halves this weapon's Würfelwert (§13)."""
    if not any(w.hands == "shield" for w in sheet_of(token).arms):
        return False
    if weapon.hands == "shield":
        return not token.has("shield_defensive")
    return weapon.hands == "main" and token.has("shield_defensive")


def _values(
    token: Token,
    options: Options,
    start: Modifier,
    caps: tuple[int, int],
    halved: bool,
    prefix: str = "",
) -> Values:
    rows = [start, *deductions(token, options, prefix)]
    by_value = options.word("schmerz_abzug") == "value"
    pain = pain_deduction(token) if by_value else 0
    whole = wuerfelwert(sheet_of(token), options)
    die = whole // 2 if halved else whole
    return Values(die, Breakdown(tuple(Entry(m) for m in rows)), *caps, penalty=pain)


# -- deductions -----------------------------------------------------------------------------------


def deductions(token: Token, options: Options, prefix: str = "") -> Iterator[Modifier]:
    """Yield what armour, wounds and pain take off a Basis (§3.4)."""
    worn, used = armour_fight(sheet_of(token))
    lost = max(0, worn - used)
    if worn:
        label = term("modifier.das_system.armour")
        detail = term("detail.das_system.armour", worn=worn, used=used)
        yield Modifier(f"{prefix}armour", -lost, label, "armour", STATED, detail)
    wounds = [wound for wound in vitals_of(token).wounds if wound.fight]
    if wounds and not options.flag("wunden_addieren"):
        wounds = [max(wounds, key=lambda wound: wound.fight)]
    for wound in wounds:
        label = term("modifier.das_system.wound", place=place_name(wound.place))
        detail = term("detail.das_system.row", row=wound.row)
        yield Modifier(f"{prefix}wound{wound.id}", -wound.fight, label, "wound", HOUSE, detail)
    pain = pain_level(token)
    if pain and options.word("schmerz_abzug") == "basis":
        label = term("modifier.das_system.pain", level=pain)
        yield Modifier(f"{prefix}pain", -pain_deduction(token), label, "pain", HOUSE)


def armour_fight(sheet: DasSystemSheet) -> tuple[int, int]:
    """Return the AT/PA deduction of all armour and how much of it custom takes away (§8.1)."""
    worn = sum(piece.fight for piece in sheet.pieces)
    return worn, min(worn, max(0, sheet.ruestungsgewoehnung) // PER_PARADE_DEDUCTION)


def armour_probe(sheet: DasSystemSheet, percent: int = 100) -> int:
    """Return the Proben deduction of armour after custom (§8.1); the game master may scale it."""
    worn = sum(piece.probe for piece in sheet.pieces)
    used = max(0, sheet.ruestungsgewoehnung) // PER_PROBE_DEDUCTION
    return max(0, worn - used) * percent // 100


def pain_level(token: Token) -> int:
    """Return the row of pain in force: of several the highest counts (§7.5)."""
    return max((wound.pain for wound in vitals_of(token).wounds), default=0)


def pain_deduction(token: Token) -> int:
    """Return what pain takes off attack and parade: a row of the table (house, §7.5)."""
    level = pain_level(token)
    return pain_table().levels[level - 1].fight if level else 0


def pain_probe(token: Token) -> int:
    """Return what pain takes off every Probe (§7.5)."""
    level = pain_level(token)
    return pain_table().levels[level - 1].probe if level else 0


def helpless_from_pain(token: Token) -> bool:
    """Whether pain leaves no action at all: row 6 of the table (house, §7.5)."""
    level = pain_level(token)
    return bool(level) and pain_table().levels[level - 1].helpless


# -- names ----------------------------------------------------------------------------------------


def weapon_name(weapon: SheetWeapon) -> Term:
    """Name a weapon: as its sheet says, else by the row of the table."""
    if weapon.name:
        return term("text.das_system.plain", text=weapon.name)
    known = weapon.base or weapon.id
    if known in printed("weapons"):
        return named("weapon.das_system", known)
    return term("text.das_system.plain", text=known)


def place_name(place: str) -> Term:
    """Name a place with its side."""
    found = places()[place]
    name = named("place.das_system", found.name)
    if found.id == found.name:
        return name
    side = found.id[0]
    return term("place_of.das_system.r", place=name) if side == "r" else _left(name)


def _left(name: Term) -> Term:
    return term("place_of.das_system.l", place=name)


def part_name(part: str) -> Term:
    return named("part.das_system", part)
