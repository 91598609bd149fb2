"""What forbids an attack, what to mind about it, and among whom it falls (§4, §6, §7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from maps.problems import Problem, Severity
from rules.core.terms import named
from rules.encounter.state import Encounter, Token, hostile
from rules.storeys import elsewhere
from rules.systems.osric.charge import charge_problems
from rules.systems.osric.conditions import NO_ATTACK
from rules.systems.osric.creatures import routines, vitals_of
from rules.systems.osric.duel import (
    CHOSEN,
    FORCE,
    KNOWN,
    MOVING,
    Duel,
    Ground,
    make_duel,
    mode_ids,
)
from rules.systems.osric.melee import in_melee_range, melee_targets, missile_targets, perceives
from rules.systems.osric.time import (
    DECLARE,
    SEGMENT,
    SURPRISE,
    declared,
    dice_of,
    is_closed,
    segment_of,
    used,
)
from rules.systems.osric.to_hit import range_steps

BOUND: Final = ("spell", "set", "close", "retreat", "flee", "parry")
"""Announced actions after which there is no attack of one's own accord (§4.1, §7)."""


# -- what stands in the way -----------------------------------------------------------------------


def findings(
    ground: Ground, before: Encounter | None
) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Return (problems, notes); forced by the game master the former become the latter."""
    duel = ground.duel
    far = tuple(elsewhere(duel.state, duel.attacker, duel.target))
    problems = [*_of_attacker(duel), *(far or _of_target(ground))]
    if not duel.occasion:
        problems += [*_of_round(duel), *_of_spell(duel)]
    if not far:
        problems += _of_way(duel, before)
    notes = tuple(_notes(ground))
    if FORCE in duel.action.on:
        return (), (*(replace(p, severity=Severity.WARNING) for p in problems), *notes)
    return tuple(problems), notes


def _of_attacker(duel: Duel) -> Iterator[Problem]:
    name, wanted = duel.attacker.name, duel.action.weapon
    if duel.attacker.id == duel.target.id:
        yield Problem("osric.self", Severity.ERROR, "target", {"name": name})
    if wanted and duel.sheet.arm(wanted) is None:
        args: dict[str, object] = {"name": name, "weapon": wanted}
        yield Problem("osric.no_weapon", Severity.ERROR, "weapon", args)
    elif duel.mode not in mode_ids(duel.attacker, duel.action.weapon):
        args = {"mode": duel.mode}
        yield Problem("osric.no_mode", Severity.ERROR, "mode", args)
    held = [c.id for c in duel.attacker.conditions if c.id in NO_ATTACK]
    if held and not vitals_of(duel.attacker).falling:
        condition = named("condition.osric", held[0])
        args = {"name": name, "condition": condition}
        yield Problem("osric.cannot_act", Severity.ERROR, "attacker", args)
    shot = vitals_of(duel.attacker).shot
    now = duel.state.timeline.round
    if duel.ranged and duel.arm.slow and shot is not None and now and shot >= now - 1:
        args = {"name": name}
        yield Problem("osric.reloading", Severity.ERROR, "weapon", args)


def _of_target(ground: Ground) -> Iterator[Problem]:
    duel, name = ground.duel, ground.duel.target.name
    if ground.view.total:
        args: dict[str, object] = {"name": name}
        yield Problem("osric.total_cover", Severity.ERROR, "target", args)
    known = duel.action.cell is not None or duel.chosen(KNOWN)
    if not ground.seen and not known and duel.occasion not in ("set", "interrupt"):
        args = {"name": name}
        yield Problem("osric.unseen", Severity.ERROR, "cell", args)


def _of_way(duel: Duel, before: Encounter | None) -> list[Problem]:
    if duel.mode in MOVING and before is not None:
        return charge_problems(make_duel(before, duel.action))
    return [] if duel.ranged else list(_of_reach(duel))


def _of_reach(duel: Duel) -> Iterator[Problem]:
    if not in_melee_range(duel.state, duel.attacker, duel.target):
        args: dict[str, object] = {"feet": duel.feet}
        yield Problem("osric.out_of_reach", Severity.ERROR, "target", args)
    if is_closed(duel.state, duel.attacker.id, duel.target.id) and not duel.occasion:
        args = {"name": duel.attacker.name, "other": duel.target.name}
        yield Problem("osric.closed", Severity.ERROR, "target", args)


def allowance(duel: Duel) -> int:
    """Return how many routines somebody may have used by now (§4.3)."""
    line = duel.state.timeline
    every = routines(duel.attacker, line.round, duel.options)
    if line.phase == SURPRISE:
        return every if duel.options.word("surprise_routines") == "all" else 1
    first_slot = line.phase == SEGMENT and duel.attacker.id in line.acting
    if not first_slot:
        return every
    dice = dice_of(line)
    last = max((segment_of(side, dice) for side in dice), default=1)
    own = duel.options.word("late_routines") == "own_segment" and line.now >= last
    after = line.now > last
    return every if own or after else 1


def _of_round(duel: Duel) -> Iterator[Problem]:
    """Say what the order of the round forbids: no routine left, a weapon set (§4.3, §7.2)."""
    line, name = duel.state.timeline, duel.attacker.name
    if duel.attacker.has("set"):
        args: dict[str, object] = {"name": name}
        yield Problem("osric.weapon_set", Severity.ERROR, "attacker", args)
    fights = line.running and line.phase != DECLARE
    if fights and used(line, duel.attacker.id) >= allowance(duel):
        args = {"name": name}
        yield Problem("osric.no_routine", Severity.ERROR, "attacker", args)


def _of_spell(duel: Duel) -> Iterator[Problem]:
    """Say that a spell announced, dropped or not, leaves nothing else to do (§4.1)."""
    said = declared(duel.state.timeline, duel.attacker.id)
    if said is not None and said.action == "spell" and not duel.attacker.has("casting"):
        args: dict[str, object] = {"name": duel.attacker.name}
        yield Problem("osric.bound_to_spell", Severity.ERROR, "attacker", args)


def _notes(ground: Ground) -> Iterator[Problem]:
    duel, name = ground.duel, ground.duel.target.name
    line = duel.state.timeline
    if duel.target.has("dead"):
        args: dict[str, object] = {"name": name}
        yield Problem("osric.already_dead", Severity.NOTE, "", args)
    elif not hostile(duel.attacker.side, duel.target.side):
        args = {"name": name}
        yield Problem("osric.not_hostile", Severity.WARNING, "", args)
    waits = line.running and duel.attacker.id not in line.acting and not duel.occasion
    if waits and not duel.attacker.has("surprised"):
        args = {"name": duel.attacker.name}
        yield Problem("osric.not_acting", Severity.WARNING, "", args)
    if range_steps(duel):
        args = {"n": range_steps(duel) + 1}
        yield Problem("osric.far", Severity.NOTE, "", args)
    among = candidates(duel)
    if len(among) > 1:
        names = tuple(t.name for t in among)
        args = {"names": names, "n": len(among)}
        yield Problem("osric.drawn", Severity.NOTE, "", args)
    said = declared(line, duel.attacker.id)
    if said is not None and said.action in BOUND and said.action != "spell":
        args = {"name": duel.attacker.name, "action": named("action.osric", said.action)}
        yield Problem("osric.other_plan", Severity.WARNING, "", args)


# -- among whom the blow falls --------------------------------------------------------------------


def candidates(duel: Duel) -> tuple[Token, ...]:
    """Return among whom a blow or shot is drawn; a single one is meant himself (§6)."""
    alone = (duel.target,)
    if duel.occasion or duel.mode in MOVING or duel.chosen(CHOSEN):
        return alone
    if duel.options.flag("choose_helpless") and duel.target.has(
        "held", "asleep", "magic_sleep", "paralysed", "stunned"
    ):
        return alone
    if duel.ranged:
        found = missile_targets(duel.state, duel.attacker, duel.target)
    else:
        found = tuple(
            t
            for t in melee_targets(duel.state, duel.attacker)
            if not is_closed(duel.state, duel.attacker.id, t.id)
        )
        if not perceives(duel.state, duel.attacker, duel.target):
            return alone
    return found if any(t.id == duel.target.id for t in found) else alone
