"""The attack roll: every row that changes it (§7, §8), and the level behind the matrix."""

from __future__ import annotations

from typing import Final

from rules.core.sources import house, stated
from rules.core.terms import Term, named, term
from rules.encounter.state import Token
from rules.systems.osric.armour_class import TICKS, side_of, states_of
from rules.systems.osric.creatures import (
    melee_weapon,
    missile_modifier,
    mount_of,
    sheet_of,
    weapon_in_hand,
)
from rules.systems.osric.duel import (
    CHARGE,
    CHOSEN,
    HIGHER,
    KNOWN,
    LEAP,
    OVERBEAR,
    TWO,
    Duel,
    Ground,
    Rows,
    ability_detail,
)
from rules.systems.osric.tables import class_rows, strength_row

CHARGE_BONUS: Final = 2
FLEE_BONUS: Final = 4
UNSEEN: Final = -4
BACKSTAB: Final = 4
MAIN_HAND: Final = -2
OFF_HAND: Final = -4


def attack_rows(ground: Ground) -> Rows:
    """Write down everything that changes the attack roll."""
    rows = Rows()
    _abilities(ground.duel, rows)
    _weapon(ground.duel, rows)
    _range(ground.duel, rows)
    _occasion(ground.duel, rows)
    _states(ground, rows)
    _unseen(ground, rows)
    _parried(ground.duel, rows)
    _switches(ground, rows)
    rows.extras(ground.duel.action.extra, "attack")
    return rows


def matrix_level(duel: Duel) -> int:
    """Return the fighter level of the matrix, a better position included (§2.1, §2.2)."""
    return duel.sheet.matrix_level + (1 if duel.chosen(HIGHER) else 0)


# -- what the attacker brings ---------------------------------------------------------------------


def _abilities(duel: Duel, rows: Rows) -> None:
    """Add Strength in melee, Dexterity to missiles (§7.7, §7.8)."""
    if duel.ranged:
        value = missile_modifier(duel.attacker)
        if value:
            detail = ability_detail("dexterity", duel.sheet.dexterity)
            label = named("ability.osric", "dexterity")
            rows.add("dexterity", value, label, detail=detail, source=stated("§7.8"))
        return
    value = strength_row(duel.sheet.strength)[0]
    if value:
        brawls = duel.arm.bare and not duel.options.flag("brawl_strength")
        rows.add(
            "strength",
            value,
            named("ability.osric", "strength"),
            detail=ability_detail("strength", duel.sheet.strength),
            source=house("§7.10") if duel.arm.bare else stated("§7.7"),
            why=term("why.osric.brawl") if brawls else None,
        )


def hand_penalty(token: Token, off_hand: bool) -> int:
    """Return the modifier of one of two weapons: never a bonus (§7.13)."""
    return min(0, (OFF_HAND if off_hand else MAIN_HAND) + missile_modifier(token))


def _weapon(duel: Duel, rows: Rows) -> None:
    arm = duel.arm
    if arm.special_hit:
        label = term("modifier.osric.specialised")
        rows.add("specialised", arm.special_hit, label, source=stated("§2.8"))
    if arm.magic:
        rows.add("weapon_magic", arm.magic, term("modifier.osric.weapon_magic"))
    if arm.to_hit:
        rows.add("weapon_misc", arm.to_hit, term("modifier.osric.misc"))
    if not arm.skilled and not arm.natural:
        value = class_rows()[duel.sheet.profession].unskilled
        rows.add("unskilled", value, term("modifier.osric.unskilled"), source=stated("§2.8"))
    if duel.mode == TWO:
        value = hand_penalty(duel.attacker, duel.off_hand)
        label = (
            term("modifier.osric.off_hand") if duel.off_hand else term("modifier.osric.main_hand")
        )
        rows.add("hand", value, label, source=stated("§7.13"))


def range_steps(duel: Duel) -> int:
    """Return how many range increments lie beyond the first (§2.6)."""
    if not duel.ranged or not duel.arm.range:
        return 0
    return max(0, -(-duel.feet // duel.arm.range) - 1)


def _range(duel: Duel, rows: Rows) -> None:
    steps = range_steps(duel)
    if steps:
        detail = term("detail.osric.increment", n=steps + 1)
        label = term("modifier.osric.range")
        rows.add("range", -2 * steps, label, detail=detail, source=stated("§2.6"))


def _occasion(duel: Duel, rows: Rows) -> None:
    leaps = duel.mode == LEAP and duel.options.flag("leap_bonus")
    if leaps:
        rows.add("charge", CHARGE_BONUS, term("modifier.osric.charge"), source=house("§7.1"))
    if duel.mode in (CHARGE, OVERBEAR):
        rows.add("charge", CHARGE_BONUS, term("modifier.osric.charge"), source=stated("§7.1"))
    if duel.occasion == "flee":
        rows.add("flee", FLEE_BONUS, term("modifier.osric.flee"), source=stated("§7.5"))


# -- what the target's states give ----------------------------------------------------------------


def _states(ground: Ground, rows: Rows) -> None:
    """Add the boni of states and of attacks from behind; they add up (§8).

    Sleep and the like count as lying (house default) and add nothing to a stated state.
    """
    duel = ground.duel
    for id, row in states_of(duel):
        if not row.to_hit:
            continue
        ours = row.status == "house"
        plain = any(duel.target.has(other) for other in ("prone", "stunned"))
        rows.add(
            f"target.{id}",
            row.to_hit,
            named("condition.osric", id),
            detail=term("detail.osric.target"),
            source=house("§8") if ours else stated("§8"),
            causes=(duel.target.id,),
            why=term("why.osric.lying_counts") if ours and plain else None,
        )
    if side_of(ground) == "rear" and not duel.chosen("rear"):
        _rear(ground, rows)
    elif ground.sector not in ("front", "shielded_flank") and duel.occasion != "flee":
        _side(ground, rows)


def _rear(ground: Ground, rows: Rows) -> None:
    """Add the bonus from directly behind: more for those who stab in the back (§6.1)."""
    value = _rear_bonus(ground.duel)
    detail = term("detail.osric.backstab") if value == BACKSTAB else None
    label = named("sector.osric", "rear")
    causes = (ground.duel.target.id,)
    rows.add("rear", value, label, detail=detail, source=stated("§6.1"), causes=causes)


def _rear_bonus(duel: Duel) -> int:
    backstab = class_rows()[duel.sheet.profession].backstab and not duel.sheet.monster
    return BACKSTAB if backstab else 2


def _side(ground: Ground, rows: Rows) -> None:
    """Show the side that facing gives, so that it can be switched off (§6.1)."""
    why = None if ground.perceived else term("why.osric.unseen_side")
    value = _rear_bonus(ground.duel) if ground.sector == "rear" else 0
    label = named("sector.osric", ground.sector)
    rows.add(ground.sector, value, label, source=stated("§6.1"), why=why)


def _unseen(ground: Ground, rows: Rows) -> None:
    """Add the penalty against what the attacker does not see (§8)."""
    duel = ground.duel
    if not duel.target.has("invisible") and ground.view.seen:
        return
    hidden = duel.target.has("invisible")
    label = term("condition.osric.invisible") if hidden else term("modifier.osric.out_of_sight")
    rows.add(
        "invisible",
        UNSEEN,
        label,
        source=stated("§8") if hidden else house("§8"),
        causes=(duel.target.id,),
        why=term("why.osric.noticed") if ground.seen else None,
    )
    if not ground.seen:
        rows.offer(KNOWN, 0, term("modifier.osric.position_known"), stated("§8"))


def parry_bonus(token: Token) -> int:
    """Return what a parry takes off the opponent's roll: the own bonus to hit (§7.9).

    The weapon of the off-hand never parries.
    """
    held = weapon_in_hand(token)
    arm = held if held.kind == "melee" else melee_weapon(token)
    return max(0, strength_row(sheet_of(token).strength)[0] + arm.special_hit)


def _parried(duel: Duel, rows: Rows) -> None:
    parry = duel.target.condition("parrying")
    if parry is None or duel.ranged:
        return
    value = parry_bonus(duel.target)
    against = duel.options.word("parry_scope") == "all" or parry.note in ("", duel.attacker.id)
    why: Term | None = None
    if not against:
        why = term("why.osric.parries_other")
    elif not value:
        why = term("why.osric.parry_useless")
    causes = (duel.target.id,)
    label = term("condition.osric.parrying")
    source = house("§7.9") if parry.note else stated("§7.9")
    rows.add("parried", -value, label, source=source, causes=causes, why=why)


def _switches(ground: Ground, rows: Rows) -> None:
    """Offer what is the game master's to decide: sides, position, a chosen target."""
    duel = ground.duel
    facing = duel.target.facing is not None and duel.options.flag("facing")
    if not facing and ground.perceived:
        for side in TICKS:
            value = _rear_bonus(duel) if side == "rear" else 0
            rows.offer(side, value, named("sector.osric", side), stated("§6.1"))
    if duel.sheet.monster:
        rows.offer(HIGHER, 0, term("modifier.osric.position"), stated("§2.2"))
    if duel.occasion == "":
        rows.offer(CHOSEN, 0, term("modifier.osric.chosen_target"), house("§6"))


def mounted_lance(duel: Duel) -> bool:
    """Whether a lance is couched from a mount trained for war in a charge (§7.1)."""
    mount = mount_of(duel.state, duel.attacker.id)
    charges = duel.mode == CHARGE
    return charges and duel.arm.lance and mount is not None and sheet_of(mount).war_trained
