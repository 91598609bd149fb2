"""The plan of an attack: breakdowns, exact chances, problems. No die falls here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from maps.problems import Problem, Severity
from rules.core.asking import Option
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackAction, AttackPlan, Weapon
from rules.encounter.state import Encounter, TokenId, hostile
from rules.storeys import elsewhere
from rules.systems.das_system.attacking import chosen, die_of, split_fits, values_of
from rules.systems.das_system.body import PARTS, part_of
from rules.systems.das_system.chances import Die, Stair, harm_chance, mean_loss
from rules.systems.das_system.conditions import is_out
from rules.systems.das_system.duel import FORCE, LATE, UNNOTICED, Duel, barred_by, duel_of
from rules.systems.das_system.gear import SheetWeapon
from rules.systems.das_system.layers import Cover
from rules.systems.das_system.offensive import hindrance
from rules.systems.das_system.options import square_metres
from rules.systems.das_system.sheet import sheet_of, vitals_of
from rules.systems.das_system.sight import look, reached
from rules.systems.das_system.values import (
    Split,
    Values,
    helpless_from_pain,
    part_name,
    place_name,
    weapon_name,
)
from rules.systems.das_system.warding import defence_rows, usual_ward
from rules.systems.das_system.words import facts

STRONGEST = 100
"""Strength of armour above which the rules warn (§8.6)."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What was found out about an attack."""

    duel: Duel
    values: Values
    cover: Cover
    stairs: tuple[Stair, ...]
    split: Split

    @property
    def die(self) -> Die:
        return die_of(self.values, self.split)

    @property
    def hits(self) -> Fraction:
        """Chance to strike any place at all, exact (§5)."""
        return self.die.chance(self.cover.lowest)

    @property
    def harms(self) -> Fraction:
        """Chance to injure whoever does not ward, exact (§7.1)."""
        return harm_chance(self.stairs, self.die, self.split.schwere)

    @property
    def mean(self) -> Fraction:
        return mean_loss(self.stairs, self.die, self.split.schwere)


def survey(state: Encounter, action: AttackAction) -> Ground:
    """Find out what an attack is worth: values, ways past the armour, split."""
    duel = duel_of(state, action)
    cover, values = duel.cover(), values_of(duel)
    stairs = duel.stairs(cover)
    return Ground(duel, values, cover, stairs, chosen(duel, values, stairs))


def plan(state: Encounter, action: AttackAction) -> AttackPlan:
    """Say everything known about an attack before a die falls."""
    ground = survey(state, action)
    duel = ground.duel
    ward, warded = usual_ward(duel, ground.die, ground.cover.lowest, ground.split.schwere)
    problems, notes = findings(ground)
    return AttackPlan(
        action,
        weapon_view(state, duel.weapon, ground.split),
        ground.values.breakdown,
        defence_rows(duel, ward),
        term("title.das_system.attack"),
        term("title.das_system.defence"),
        dice=(20, 100),
        needs=needed(ground),
        chance=ground.harms,
        damage=ground.mean,
        distance=duel.distance,
        cover=look(duel.state, duel.attacker, duel.target),
        problems=problems,
        notes=notes,
        facts=facts(ground, ward, float(warded)),
    )


def needed(ground: Ground) -> int | None:
    """Return the lowest roll that strikes anything; ``None`` where none does."""
    die, low = ground.die, ground.cover.lowest
    roll = low - die.festwert
    if roll <= 1:
        return 1
    return roll if roll <= die.top else None


def weapon_view(state: Encounter, weapon: SheetWeapon, split: Split | None = None) -> Weapon:
    """Return a weapon as the docks show it."""
    kind = named("kind.das_system", weapon.kind)
    damage = term("weapon_damage.das_system.kind", kind=kind)
    if split is not None:
        damage = term("weapon_damage.das_system.split", kind=kind, schwere=split.schwere)
    far: Term | None = None
    if weapon.range:
        far = term("length.das_system", metres=weapon.range * square_metres(state), n=weapon.range)
    return Weapon(
        weapon.id,
        weapon_name(weapon),
        weapon.ranged,
        damage,
        range=far,
        icon="bow" if weapon.ranged else "sword",
    )


def weapons(state: Encounter, token: TokenId) -> tuple[Weapon, ...]:
    """Return the ways to attack that a creature has."""
    return tuple(weapon_view(state, weapon) for weapon in sheet_of(state.tokens[token]).arms)


def modes(state: Encounter, token: TokenId, weapon: str) -> tuple[Option, ...]:
    """Return what can be aimed at: the six parts (§5.1)."""
    del state, token, weapon
    return tuple(Option(part, part_name(part)) for part in PARTS)


# -- what stands in the way -----------------------------------------------------------------------


def findings(ground: Ground) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Return (problems, notes); forced by the game master the former become the latter."""
    duel = ground.duel
    far = tuple(elsewhere(duel.state, duel.attacker, duel.target))
    near = far or tuple(_of_place(ground))
    problems = (*_of_attacker(ground), *near, *_of_time(ground))
    notes = tuple(_notes(ground))
    if FORCE in ground.duel.action.on:
        return (), (*(replace(p, severity=Severity.WARNING) for p in problems), *notes)
    return problems, notes


def _of_attacker(ground: Ground) -> Iterator[Problem]:
    duel, name = ground.duel, ground.duel.attacker.name
    if duel.attacker.id == duel.target.id:
        yield Problem("das_system.self", Severity.ERROR, "target", {"name": name})
    wanted = duel.action.weapon
    if wanted and sheet_of(duel.attacker).weapon(wanted) is None:
        args: Mapping[str, object] = {"name": name, "weapon": wanted}
        yield Problem("das_system.no_weapon", Severity.ERROR, "weapon", args)
    if duel.action.mode and not part_of(duel.action.mode):
        args = {"aim": duel.action.mode}
        yield Problem("das_system.no_aim", Severity.ERROR, "mode", args)
    yield from _of_state(duel)
    if not split_fits(ground.values, ground.split):
        values, split = ground.values, ground.split
        args = {
            "festwert": split.festwert,
            "schwere": split.schwere,
            "most_festwert": values.cap_festwert,
            "most_schwere": values.cap_schwere,
            "basis": values.basis,
        }
        yield Problem("das_system.split", Severity.ERROR, "numbers", args)


def _of_state(duel: Duel) -> Iterator[Problem]:
    name = duel.attacker.name
    held = [c.id for c in duel.attacker.conditions if c.id in ("helpless", "fled", "casting")]
    if is_out(duel.attacker):
        held.append("unfit")
    if held:
        condition = named("condition.das_system", held[0])
        args: Mapping[str, object] = {"name": name, "condition": condition}
        yield Problem("das_system.cannot_act", Severity.ERROR, "attacker", args)
    elif helpless_from_pain(duel.attacker):
        yield Problem("das_system.in_pain", Severity.ERROR, "attacker", {"name": name})
    if duel.attacker.has("disarmed") and not duel.weapon.unarmed:
        yield Problem("das_system.disarmed", Severity.ERROR, "weapon", {"name": name})
    barred = barred_by(duel.attacker, duel.weapon, "attack")
    if barred:
        args = {"name": name, "place": place_name(barred)}
        yield Problem("das_system.wounded_limb", Severity.ERROR, "weapon", args)


def _of_place(ground: Ground) -> Iterator[Problem]:
    duel = ground.duel
    if duel.ranged:
        if duel.weapon.range and duel.distance > duel.weapon.range:
            args = {"distance": duel.distance, "most": duel.weapon.range}
            yield Problem("das_system.out_of_range", Severity.ERROR, "target", args)
    elif not duel.reaches:
        yield Problem(
            "das_system.out_of_reach", Severity.ERROR, "target", {"distance": duel.distance}
        )
    if not reached(duel.state, duel.attacker, duel.target):
        where: Mapping[str, object] = {"name": duel.target.name}
        yield Problem("das_system.no_line", Severity.ERROR, "target", where)


def _of_time(ground: Ground) -> Iterator[Problem]:
    duel = ground.duel
    args: Mapping[str, object] = _names(duel)
    if duel.ranged and not duel.attacker.has("surprised"):
        ready = vitals_of(duel.attacker).loaded_at
        if duel.state.timeline.running and ready > duel.state.timeline.now:
            yield Problem("das_system.loading", Severity.ERROR, "weapon", args)
        return
    if duel.switched(UNNOTICED) or duel.switched(LATE):
        return
    code = hindrance(duel.state, duel.attacker, duel.target)
    if code:
        why = named("no_offensive.das_system", code, **_names(duel))
        args = {"name": duel.attacker.name, "why": why}
        yield Problem("das_system.not_offensive", Severity.ERROR, "attacker", args)


def _names(duel: Duel) -> dict[str, str]:
    return {"name": duel.attacker.name, "foe": duel.target.name}


def _notes(ground: Ground) -> Iterator[Problem]:
    duel, target = ground.duel, ground.duel.target
    if target.has("dead"):
        yield Problem("das_system.already_dead", Severity.NOTE, "", {"name": target.name})
    elif not hostile(duel.attacker.side, target.side):
        yield Problem("das_system.not_hostile", Severity.WARNING, "", {"name": target.name})
    if needed(ground) is None:
        args: Mapping[str, object] = {"part": part_name(duel.part)}
        yield Problem("das_system.never_hits", Severity.WARNING, "", args)
    for piece in sheet_of(target).pieces:
        if piece.own_rules:
            yield Problem("das_system.force_field", Severity.WARNING, "", {"name": target.name})
        elif piece.strength > STRONGEST:
            args = {"strength": piece.strength, "letter": piece.letter}
            yield Problem("das_system.too_strong", Severity.WARNING, "", args)
