"""The attack roll: every row of its bonus (§6)."""

from __future__ import annotations

from typing import Final

from maps.grid import Footprint, distance
from rules.core.sources import derived, stated
from rules.core.terms import Term, named, term
from rules.encounter.state import Token, hostile
from rules.systems.pathfinder.concealment import perceives
from rules.systems.pathfinder.duel import CHARGE, LATER, Duel
from rules.systems.pathfinder.modifiers import (
    Ground,
    Rows,
    ability_detail,
    cause_names,
    condition_source,
    conditions_of,
)
from rules.systems.pathfinder.sheet import Size
from rules.systems.pathfinder.tables import ability_score_change, sheet_of, size_of, size_row
from rules.systems.pathfinder.threat import engaged
from rules.systems.pathfinder.weapons import Ability

NEAR: Final = 6
"""Squares within which a point-blank shot and a sneak attack with a shot work (30 feet)."""

_SIZES: Final = list(Size)


def attack_rows(ground: Ground) -> Rows:
    """Write down everything that changes an attack roll, in the order of reading."""
    rows = Rows()
    _own(ground, rows)
    _manner(ground, rows)
    if ground.duel.ranged:
        _distance(ground, rows)
    else:
        _melee(ground, rows)
    _conditions(ground, rows)
    _offers(ground, rows)
    rows.extras(ground.action.extra, "attack")
    return rows


# -- what the attacker brings ------------------------------------------------------------------


def attack_ability(duel: Duel) -> Ability | None:
    """Return the ability behind an attack: Strength in melee, Dexterity at range."""
    weapon, sheet = duel.weapon, duel.sheet
    if weapon.ability == "none":
        return None
    if weapon.ability != "auto":
        return weapon.ability
    if duel.ranged:
        return "dexterity"
    light = weapon.hands == "light" or "finesse" in weapon.tags or weapon.natural
    nimble = sheet.modifier("dexterity") > sheet.modifier("strength")
    return "dexterity" if sheet.weapon_finesse and light and nimble else "strength"


def ability_modifier(token: Token, ability: Ability) -> tuple[int, int]:
    """Return (modifier, score) with what conditions change; a missing ability modifies nothing."""
    score = sheet_of(token).score(ability)
    if score is None:
        return 0, 0
    score = max(0, score + ability_score_change(token, ability))
    return (score - 10) // 2, score


def _own(ground: Ground, rows: Rows) -> None:
    duel = ground.duel
    sheet = duel.sheet
    rows.add(
        "base_attack",
        sheet.base_attack,
        term("modifier.pathfinder.base_attack"),
        detail=term("detail.pathfinder.class"),
    )
    ability = attack_ability(duel)
    if ability is not None:
        value, score = ability_modifier(duel.attacker, ability)
        label = named("ability.pathfinder", ability)
        rows.add("attack_ability", value, label, detail=ability_detail(ability, score))
    size = size_row(duel.attacker).modifier
    if size:
        label = term("modifier.pathfinder.size")
        detail = named("size.pathfinder", size_of(duel.attacker).value)
        rows.add("attack_size", size, label, detail=detail, kind="size", source=derived("§1"))
    _weapon(duel, rows)
    if sheet.attack_misc:
        rows.add("attack_misc", sheet.attack_misc, term("modifier.pathfinder.misc"))


def _weapon(duel: Duel, rows: Rows) -> None:
    weapon = duel.weapon
    detail = term("detail.pathfinder.weapon")
    if weapon.enhancement:
        label = term("modifier.pathfinder.enhancement")
        rows.add("enhancement", weapon.enhancement, label, detail=detail, kind="enhancement")
    if weapon.masterwork:
        label = term("modifier.pathfinder.masterwork")
        rows.add("masterwork", 1, label, detail=detail, kind="enhancement")
    if weapon.attack_bonus:
        rows.add(
            "weapon_bonus", weapon.attack_bonus, term("modifier.pathfinder.misc"), detail=detail
        )
    if weapon.natural == "secondary":
        label = term("modifier.pathfinder.secondary")
        rows.add("secondary", -5, label, detail=detail, source=derived("§8"))


# -- the manner of attack ----------------------------------------------------------------------


def _manner(ground: Ground, rows: Rows) -> None:
    mode = ground.duel.mode
    if mode in LATER:
        label = named("mode.pathfinder", mode)
        rows.add("iterative", -5 * LATER[mode], label, source=derived("§8"))
    if mode == CHARGE:
        rows.add("charge", 2, term("modifier.pathfinder.charge"), source=derived("§8"))


def _melee(ground: Ground, rows: Rows) -> None:
    duel = ground.duel
    if ground.partners:
        why = term("why.pathfinder.not_flanked") if duel.foe.improved_uncanny_dodge else None
        rows.add(
            "flanking",
            2,
            term("modifier.pathfinder.flanking"),
            detail=cause_names(ground.state, ground.partners),
            source=stated("§5"),
            causes=tuple(ground.partners),
            why=why,
        )
    if duel.attacker.elevation > duel.target.elevation:
        rows.add("higher_ground", 1, term("modifier.pathfinder.higher_ground"), source=stated("§6"))


def range_steps(duel: Duel) -> int:
    """Return how many full increments lie before the one in which the target stands."""
    increment = duel.weapon.range
    return max(0, (duel.distance - 1) // increment) if increment else 0


def _distance(ground: Ground, rows: Rows) -> None:
    duel = ground.duel
    steps = range_steps(duel)
    if steps:
        rows.add(
            "range",
            -steps * (1 if duel.sheet.far_shot else 2),
            term("modifier.pathfinder.range"),
            detail=term("detail.pathfinder.increment", n=steps + 1),
            source=derived("§8"),
        )
    _into_melee(ground, rows)
    if duel.sheet.point_blank_shot:
        near = duel.distance <= NEAR
        far = term("why.pathfinder.beyond_point_blank", metres=NEAR * 1.5)
        why = None if near else far
        label = term("modifier.pathfinder.point_blank_shot")
        rows.add("point_blank_shot", 1, label, source=derived("§8"), why=why)


# -- shooting into melee ------------------------------------------------------------------------


def _into_melee(ground: Ground, rows: Rows) -> None:
    """Add the row for a target that fights the shooter's friends (§6, frame rules)."""
    duel = ground.duel
    if not duel.options.flag("into_melee"):
        return
    value, friends = melee_penalty(duel)
    why: Term | None = None
    if not value:
        why = term("why.pathfinder.no_melee")
        value, friends = -4, ()
    elif duel.sheet.precise_shot:
        why = term("why.pathfinder.precise_shot")
    rows.add(
        "into_melee",
        value,
        term("modifier.pathfinder.into_melee"),
        detail=cause_names(ground.state, friends),
        source=derived("§6"),
        causes=friends,
        why=why,
    )


def melee_penalty(duel: Duel) -> tuple[int, tuple[str, ...]]:
    """Return the penalty for shooting into melee and the friends who are in the way.

    The shooter aims at that square of the target where it is least.
    """
    friends = _friends_in_melee(duel)
    if not friends:
        return 0, ()
    best: tuple[int, tuple[str, ...]] | None = None
    for square in duel.t.unit_squares():
        worst = _at_square(duel, square, friends)
        if best is None or worst[0] > best[0]:
            best = worst
    assert best is not None
    return best


def _friends_in_melee(duel: Duel) -> list[Token]:
    me, target = duel.attacker, duel.target
    near = []
    for token in duel.state.tokens.values():
        if token.id in (me.id, target.id) or hostile(token.side, me.side):
            continue
        if hostile(token.side, target.side) and engaged(duel.state, token, target):
            near.append(token)
    return near


def _at_square(duel: Duel, square: Footprint, friends: list[Token]) -> tuple[int, tuple[str, ...]]:
    penalties: dict[str, int] = {}
    for friend in friends:
        if distance(square, friend.space) < 2:
            penalties[friend.id] = _penalty(duel.target, friend)
    worst = min(penalties.values(), default=0)
    return worst, tuple(id for id, value in penalties.items() if value and value == worst)


def _penalty(target: Token, friend: Token) -> int:
    """Return -4, or less for a target two or three size steps larger than the friend."""
    steps = _SIZES.index(size_of(target)) - _SIZES.index(size_of(friend))
    return 0 if steps >= 3 else -2 if steps == 2 else -4


# -- conditions and offers ----------------------------------------------------------------------


def _conditions(ground: Ground, rows: Rows) -> None:
    duel = ground.duel
    for id, row in conditions_of(duel.attacker):
        value = row.attack[duel.column]
        if not value:
            continue
        why = _seen_through(duel) if id == "invisible" else None
        rows.add(
            f"attacker.{id}",
            value,
            named("condition.pathfinder", id),
            detail=term("detail.pathfinder.attacker"),
            kind=row.attack_kind,
            source=condition_source(row),
            causes=(duel.attacker.id,),
            why=why,
        )


def _seen_through(duel: Duel) -> Term | None:
    """Say why an invisible attacker gains nothing (§6)."""
    if duel.target.has("blind"):
        return term("why.pathfinder.target_blind")
    if perceives(duel.target, duel.attacker):
        return term("why.pathfinder.target_perceives")
    return None


def _offers(ground: Ground, rows: Rows) -> None:
    """Add what the attacker may choose; it counts when switched on."""
    duel, sheet = ground.duel, ground.duel.sheet
    step = 1 + max(0, sheet.base_attack) // 4
    if duel.ranged and sheet.rapid_shot and duel.weapon.kind == "ranged":
        _offer(rows, "rapid_shot", -2, term("modifier.pathfinder.rapid_shot"))
    if not duel.ranged and sheet.power_attack:
        _offer(rows, "power_attack", -step, term("modifier.pathfinder.power_attack"))
    if duel.ranged and sheet.deadly_aim:
        _offer(rows, "deadly_aim", -step, term("modifier.pathfinder.deadly_aim"))
    if not duel.ranged:
        defending = duel.attacker.has("fighting_defensively")
        label = term("modifier.pathfinder.fighting_defensively")
        _offer(rows, "fighting_defensively", -4, label, on=defending)
        if not duel.weapon.nonlethal:
            _offer(rows, "nonlethal", -4, term("modifier.pathfinder.nonlethal"))


def _offer(rows: Rows, id: str, value: int, label: Term, *, on: bool = False) -> None:
    why = None if on else term("why.pathfinder.not_chosen")
    rows.add(id, value, label, source=derived("§8"), why=why)
