"""Bleeding and pain as time passes (§7.4, §7.5): levels step down, losses come in whole seconds."""

from __future__ import annotations

from dataclasses import dataclass

from rules.systems.das_system.kar import SECOND
from rules.systems.das_system.sheet import Wound
from rules.systems.das_system.tables import bleeding_levels, pain_table


@dataclass(frozen=True, slots=True)
class Flow:
    """A bleeding: its level, and the ticks since that level began."""

    level: int
    elapsed: int = 0


def bleed(flow: Flow, ticks: int) -> tuple[int, Flow]:
    """Let a bleeding run for a time (§7.4): return the loss of GZ and what it is then.

    Level 1 takes a point at the end of each third second, the others every second; after its
    time a level becomes the one below, and level 1 stops.
    """
    lost, level, elapsed = 0, flow.level, flow.elapsed
    while level and ticks > 0:
        row = bleeding_levels()[level - 1]
        step = min(ticks, row.lasts * SECOND - elapsed)
        period = row.every * SECOND
        lost += row.loss * ((elapsed + step) // period - elapsed // period)
        ticks -= step
        elapsed += step
        if elapsed >= row.lasts * SECOND:
            level, elapsed = level - 1, 0
    return lost, Flow(level, elapsed if level else 0)


def loss_to_the_end(level: int) -> int:
    """Return what a bleeding takes from its beginning until it stops (§7.4)."""
    rows = bleeding_levels()[:level]
    return sum(row.loss * row.lasts // row.every for row in rows)


@dataclass(frozen=True, slots=True)
class Ache:
    """A pain: its row, the ticks since it began, and whether suppressing it was tried."""

    row: int
    elapsed: int = 0
    tried: bool = False


def ache(pain: Ache, ticks: int, cascade: bool) -> Ache:
    """Let a pain run for a time (§7.5): row by row downwards, or it ends with its row."""
    row, elapsed, tried = pain.row, pain.elapsed, pain.tried
    while row and ticks > 0:
        lasts = pain_table().levels[row - 1].lasts * SECOND
        step = min(ticks, lasts - elapsed)
        ticks -= step
        elapsed += step
        if elapsed >= lasts:
            row, elapsed, tried = (row - 1 if cascade else 0), 0, False
    return Ache(row, elapsed if row else 0, tried and row > 0)


def suppressed(row: int, result: int) -> int:
    """Return the row of pain after a Probe: one lower for each 1000 (§7.5)."""
    return max(0, row - max(0, result) // 1000)


def aged(wound: Wound, ticks: int, cascade: bool) -> tuple[int, Wound]:
    """Let time pass over a wound: return the loss of GZ and the wound then."""
    lost, flow = bleed(Flow(wound.bleeding, wound.bled), ticks)
    pain = ache(Ache(wound.pain, wound.ached, wound.tried), ticks, cascade)
    values = {
        "bleeding": flow.level,
        "bled": flow.elapsed,
        "pain": pain.row,
        "ached": pain.elapsed,
        "tried": pain.tried,
    }
    return lost, wound.model_copy(update=values)


def pain_left(wound: Wound, cascade: bool) -> int:
    """Return the ticks until a wound no longer hurts."""
    if not wound.pain:
        return 0
    rows = pain_table().levels[: wound.pain] if cascade else (pain_table().levels[wound.pain - 1],)
    return sum(row.lasts for row in rows) * SECOND - wound.ached
