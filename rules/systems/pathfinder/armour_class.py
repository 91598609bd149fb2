"""Armour class: every row of it, cover and concealment included (§3, §4, §6, §7)."""

from __future__ import annotations

from maps.shapes import Grade
from rules.core.modifiers import PERCENT
from rules.core.sources import derived, house, stated
from rules.core.terms import Term, named, term
from rules.systems.pathfinder.concealment import perceives
from rules.systems.pathfinder.conditions import LOSES_DEXTERITY, is_helpless
from rules.systems.pathfinder.cover import HALF, armour_bonus, is_sharp
from rules.systems.pathfinder.duel import Duel
from rules.systems.pathfinder.modifiers import (
    Ground,
    Rows,
    ability_detail,
    cause_names,
    condition_source,
    conditions_of,
)
from rules.systems.pathfinder.tables import size_of, size_row
from rules.systems.pathfinder.to_hit import ability_modifier

BASE = 10


def armour_rows(ground: Ground) -> Rows:
    """Write down everything that changes the armour class against an attack."""
    rows = Rows()
    _own(ground.duel, rows)
    _conditions(ground.duel, rows)
    _cover(ground, rows)
    _concealment(ground, rows)
    rows.extras(ground.action.extra, "defence")
    return rows


# -- what the target brings ---------------------------------------------------------------------


def dexterity_lost(duel: Duel) -> Term | None:
    """Say why the target has no Dexterity bonus against this attack (§6, §7)."""
    target = duel.target
    if is_helpless(target):
        return term("why.pathfinder.helpless")
    for id in (c.id for c in target.conditions):
        if id in LOSES_DEXTERITY and not (id == "flat_footed" and duel.foe.uncanny_dodge):
            return named("condition.pathfinder", id)
    unseen = duel.attacker.has("invisible") and not perceives(target, duel.attacker)
    if unseen and not duel.foe.uncanny_dodge:
        return term("why.pathfinder.attacker_invisible")
    return None


def flat_footed(duel: Duel) -> bool:
    """Whether the target has no Dexterity bonus now: sneak attacks work (§7)."""
    return dexterity_lost(duel) is not None


def _own(duel: Duel, rows: Rows) -> None:
    sheet = duel.foe
    touch = term("why.pathfinder.touch") if duel.weapon.touch else None
    rule = term("detail.pathfinder.rule")
    rows.add("base", BASE, term("modifier.pathfinder.base"), detail=rule)
    _part(rows, "armour", sheet.armour, term("modifier.pathfinder.armour"), touch)
    _part(rows, "shield", sheet.shield, term("modifier.pathfinder.shield"), touch)
    _dexterity(duel, rows)
    _part(rows, "natural", sheet.natural, term("modifier.pathfinder.natural"), touch)
    _part(rows, "deflection", sheet.deflection, term("modifier.pathfinder.deflection"))
    lost = dexterity_lost(duel)
    _part(rows, "dodge", sheet.dodge, term("modifier.pathfinder.dodge"), lost, kind="dodge")
    size = size_row(duel.target).modifier
    if size:
        label = term("modifier.pathfinder.size")
        detail = named("size.pathfinder", size_of(duel.target).value)
        rows.add("size", size, label, detail=detail, kind="size", source=derived("§1"))
    _part(rows, "ac_misc", sheet.ac_misc, term("modifier.pathfinder.misc"), kind="untyped")


def _part(
    rows: Rows, id: str, value: int, label: Term, why: Term | None = None, kind: str = ""
) -> None:
    if value:
        rows.add(id, value, label, kind=kind or id, why=why)


def _dexterity(duel: Duel, rows: Rows) -> None:
    """Add Dexterity: capped by armour, lost, or replaced by that of the helpless (§6, §7)."""
    value, score = ability_modifier(duel.target, "dexterity")
    most = duel.foe.max_dex
    value = value if most is None else min(value, most)
    helpless = is_helpless(duel.target)
    lost = dexterity_lost(duel) if value > 0 or helpless else None
    label = named("ability.pathfinder", "dexterity")
    rows.add("dexterity", value, label, detail=ability_detail("dexterity", score), why=lost)
    if helpless:
        rows.add(
            "helpless_dexterity",
            -5,
            term("modifier.pathfinder.helpless_dexterity"),
            detail=ability_detail("dexterity", 0),
            source=stated("§7"),
            causes=(duel.target.id,),
        )


def _conditions(duel: Duel, rows: Rows) -> None:
    target = duel.target
    detail = term("detail.pathfinder.target")
    if is_helpless(target) and not duel.ranged:
        rows.add(
            "target.helpless",
            -4,
            term("modifier.pathfinder.helpless"),
            detail=detail,
            source=stated("§7"),
            causes=(target.id,),
        )
    lost = dexterity_lost(duel)
    for id, row in conditions_of(target):
        value = row.ac[duel.column]
        if value:
            rows.add(
                f"target.{id}",
                value,
                named("condition.pathfinder", id),
                detail=detail,
                kind=row.ac_kind,
                source=condition_source(row),
                causes=(target.id,),
                why=lost if row.ac_kind == "dodge" else None,
            )


# -- cover --------------------------------------------------------------------------------------


def _cover(ground: Ground, rows: Rows) -> None:
    """Add all kinds of cover that were found; only the best counts (§3.6)."""
    duel, look = ground.duel, ground.report.look
    if ground.report.cover.grade is Grade.TOTAL:
        return
    ignored = _sharp_shot(duel)
    if look.hard is not Grade.NONE:
        value = armour_bonus(look.hard, duel.options.number("improved_cover_bonus"))
        partial = _offers_partial(ground) and _partial_chosen(ground)
        rows.add(
            "cover",
            value,
            _cover_label(look.hard),
            detail=cause_names(ground.state, look.hard_by),
            kind="cover",
            source=stated("§3.6"),
            causes=look.hard_by,
            why=ignored or (term("why.pathfinder.partial_instead") if partial else None),
        )
        _partial(ground, rows, partial, ignored)
    if look.soft_by:
        rows.add(
            "soft_cover",
            4,
            term("modifier.pathfinder.soft_cover"),
            detail=cause_names(ground.state, look.soft_by),
            kind="cover",
            source=stated("§3.6"),
            causes=look.soft_by,
            why=ignored,
        )


def _cover_label(grade: Grade) -> Term:
    match grade:
        case Grade.IMPROVED:
            return term("modifier.pathfinder.improved_cover")
        case Grade.PARTIAL:
            return term("modifier.pathfinder.partial_cover")
        case _:
            return term("modifier.pathfinder.cover")


def _sharp_shot(duel: Duel) -> Term | None:
    """Say why an expert shot ignores what is less than total."""
    if is_sharp(duel):
        return term("why.pathfinder.improved_precise_shot")
    return None


def _offers_partial(ground: Ground) -> bool:
    """Whether more than half of the target is visible."""
    return ground.visible is not None and ground.visible > HALF


def _partial_chosen(ground: Ground) -> bool:
    if "partial_cover" in ground.action.off:
        return False
    applied = ground.duel.options.word("partial_cover") == "apply"
    return applied or ground.chosen("partial_cover")


def _partial(ground: Ground, rows: Rows, chosen: bool, ignored: Term | None) -> None:
    """Offer partial cover where more than half of the target is visible (§3.6)."""
    if not _offers_partial(ground):
        return
    rows.add(
        "partial_cover",
        armour_bonus(Grade.PARTIAL),
        term("modifier.pathfinder.partial_cover"),
        detail=term("detail.pathfinder.visible", percent=ground.visible or 0),
        kind="cover",
        source=house("§3.6"),
        causes=ground.report.look.hard_by,
        why=ignored or (None if chosen else term("why.pathfinder.not_chosen")),
    )


# -- concealment ----------------------------------------------------------------------------------


def _concealment(ground: Ground, rows: Rows) -> None:
    """Add every cause of concealment with its miss chance; only the highest counts (§4)."""
    ignored = _sharp_shot(ground.duel)
    for cause in ground.causes:
        rows.add(
            cause.row,
            cause.percent,
            cause.label,
            detail=cause.cancelled or cause_names(ground.state, cause.by),
            kind=PERCENT,
            source=cause.source,
            causes=cause.by,
            why=cause.cancelled or (None if cause.hides else ignored),
        )
