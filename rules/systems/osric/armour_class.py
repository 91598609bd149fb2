"""Armour class: every row of it, descending, cover and concealment included (§6.1, §8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.sources import Source, house, stated
from rules.core.terms import Term, named, term
from rules.systems.osric.conditions import GRADES, grade_of
from rules.systems.osric.creatures import dexterity_armour
from rules.systems.osric.duel import Duel, Ground, Rows, ability_detail, cause_names
from rules.systems.osric.tables import (
    StateRow,
    armour_rows,
    concealment_grades,
    cover_grades,
    sector_row,
    shield_attacks,
    state_rows,
    status_of,
)
from rules.systems.osric.time import shielded

TICKS: Final = ("open_flank", "rear_flank", "rear")
"""Sides that the game master may tick where facing does not say it, worst last."""


def defence_rows(ground: Ground) -> Rows:
    """Write down everything that changes the armour class against an attack."""
    rows = Rows()
    _own(ground, rows)
    _exposed(ground, rows)
    _cover(ground, rows)
    _concealment(ground, rows)
    rows.extras(ground.duel.action.extra, "defence")
    return rows


# -- the side of the attack and the states of the target ------------------------------------------


def side_of(ground: Ground) -> str:
    """Return the side from which the attack comes, ticked by hand or by facing (§6.1).

    From nowhere in particular (the target invisible to the attacker) it is the front.
    """
    duel = ground.duel
    if duel.occasion == "flee":
        return "rear" if duel.options.flag("flee_counts_as_rear") else "front"
    ticked = [side for side in TICKS if duel.chosen(side)]
    if ticked:
        return ticked[-1]
    if not ground.perceived or ground.sector in duel.action.off:
        return "front"
    return ground.sector


def states_of(duel: Duel) -> Iterator[tuple[str, StateRow]]:
    """Yield the states of the target that change something, ours only by their options (§8)."""
    for id, row in state_rows().items():
        option = "held_loses_shield" if id == "held" else "helpless_as_prone"
        if duel.target.has(id) and (row.status != "house" or duel.options.flag(option)):
            yield id, row


def reasons(ground: Ground) -> list[tuple[Term, StateRow, Source]]:
    """Return the states and the side that change something, with their words (§8)."""
    duel = ground.duel
    found = []
    for id, row in states_of(duel):
        if f"target.{id}" not in duel.action.off:
            place = house("§8") if row.status == "house" else stated("§8")
            found.append((named("condition.osric", id), row, place))
    if duel.target.has("surprised") and duel.options.flag("surprised_loses_dex"):
        row = StateRow(dexterity=False)
        found.append((term("condition.osric.surprised"), row, house("§8")))
    side = side_of(ground)
    if side not in ("front", "shielded_flank"):
        found.append((named("sector.osric", side), sector_row(side), stated("§6.1")))
    return found


def _lost(ground: Ground, part: str) -> Term | None:
    """Say why a part of the armour class does not count now."""
    for label, row, _ in reasons(ground):
        if not getattr(row, part):
            return label
    if part == "dexterity" and _charges_into(ground.duel):
        return term("why.osric.charging")
    return None


def _worn_out(ground: Ground) -> Term | None:
    """Say that a shield has counted against as many attacks as it can this round (§2.5)."""
    duel = ground.duel
    most = shield_attacks()[duel.foe.shield_size]
    if (
        not duel.options.flag("shield_attacks")
        or shielded(duel.state.timeline, duel.target.id) < most
    ):
        return None
    return term("why.osric.shield_used", n=most)


# -- the parts ------------------------------------------------------------------------------------


def _own(ground: Ground, rows: Rows) -> None:
    """Add what the target brings; one printed number stays whatever happens (§8)."""
    sheet = ground.duel.foe
    if sheet.printed_ac is not None:
        rows.add("base", sheet.printed_ac, term("modifier.osric.printed"), source=house("§8"))
        return
    rows.add("base", sheet.base_ac, term("modifier.osric.base"), source=stated("§2.5"))
    if sheet.armour != "none":
        worn = named("armour.osric", sheet.armour)
        rows.add(
            "armour",
            -armour_rows()[sheet.armour].value - sheet.armour_magic,
            term("modifier.osric.armour"),
            detail=worn,
            source=status_of("armour", sheet.armour, "value"),
        )
    if sheet.shield:
        rows.add(
            "shield",
            -1 - sheet.shield_magic,
            term("modifier.osric.shield"),
            source=stated("§2.5"),
            why=_lost(ground, "shield") or _worn_out(ground),
        )
    if sheet.ac_magic:
        rows.add("magic", -sheet.ac_magic, term("modifier.osric.magic"), source=stated("§2.5"))
    _dexterity(ground, rows)


def _dexterity(ground: Ground, rows: Rows) -> None:
    """Add Dexterity; a penalty stays where a bonus is lost (§8)."""
    value = dexterity_armour(ground.duel.target)
    if not value:
        return
    rows.add(
        "dexterity",
        value,
        named("ability.osric", "dexterity"),
        detail=ability_detail("dexterity", ground.duel.foe.dexterity),
        source=stated("§2.4"),
        why=_lost(ground, "dexterity") if value < 0 else None,
    )


def _charges_into(duel: Duel) -> bool:
    """Whether the target charges into this blow, so that it has no Dexterity (§7.1)."""
    exposes = duel.occasion == "set" and duel.options.flag("set_exposes")
    return exposes or duel.occasion == "interrupt"


def _exposed(ground: Ground, rows: Rows) -> None:
    """Worsen the armour class of a charger who has no Dexterity to lose (§7.1)."""
    duel = ground.duel
    if not _charges_into(duel) or duel.foe.printed_ac is not None:
        return
    if dexterity_armour(duel.target) >= 0:
        source = stated("§7.1") if duel.occasion == "interrupt" else house("§7.1")
        rows.add("charge_exposed", 1, term("modifier.osric.charge_exposed"), source=source)


# -- cover and concealment ------------------------------------------------------------------------


def _cover(ground: Ground, rows: Rows) -> None:
    """Add the cover of the map and of the game master's word (§8).

    Of what is given the highest grade counts; a grade chosen for this attack overrules the map.
    """
    duel, look = ground.duel, ground.view.look
    found = look.cover if duel.options.flag("map_cover") and not ground.view.total else 0
    table = cover_grades()
    if found:
        rows.add(
            "cover",
            table[found],
            term("modifier.osric.cover", percent=found),
            detail=cause_names(duel.state, look.stopped_by),
            kind="cover",
            source=house("§8"),
            causes=look.stopped_by,
            why=_overruled(duel, "cover"),
        )
    given = grade_of(duel.target.condition("covered"))
    if given:
        label = term("modifier.osric.cover", percent=given)
        detail = term("detail.osric.by_hand")
        rows.add("covered", table[given], label, detail=detail, kind="cover", source=stated("§8"))
    for grade in GRADES:
        id = f"cover_{grade}"
        if (found and grade != found) or id in duel.action.on:
            label = term("modifier.osric.cover", percent=grade)
            rows.offer(id, table[grade], label, stated("§8"), "cover")


def _overruled(duel: Duel, kind: str) -> Term | None:
    """Return why a grade of the map does not count: the game master has chosen another (§8)."""
    chosen = any(f"{kind}_{grade}" in duel.action.on for grade in GRADES)
    return term("why.osric.overruled") if chosen else None


def _concealment(ground: Ground, rows: Rows) -> None:
    """Add concealment likewise; it is another kind than cover, so both may count (§8)."""
    duel, look = ground.duel, ground.view.look
    found = look.concealment if duel.options.flag("map_concealment") else 0
    table = concealment_grades()
    if found:
        rows.add(
            "concealment",
            table[found],
            term("modifier.osric.concealment", percent=found),
            detail=cause_names(duel.state, look.veiled_by),
            kind="concealment",
            source=house("§8"),
            causes=look.veiled_by,
            why=_overruled(duel, "concealment"),
        )
    given = grade_of(duel.target.condition("concealed"))
    if given:
        label = term("modifier.osric.concealment", percent=given)
        detail = term("detail.osric.by_hand")
        kind, source = "concealment", stated("§8")
        rows.add("concealed", table[given], label, detail=detail, kind=kind, source=source)
    for grade in GRADES:
        id = f"concealment_{grade}"
        if (found and grade != found) or id in duel.action.on:
            label = term("modifier.osric.concealment", percent=grade)
            rows.offer(id, table[grade], label, stated("§8"), "concealment")
