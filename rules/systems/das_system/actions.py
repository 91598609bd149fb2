"""What can be done beside blows, as a menu offers it (§2–§14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.terms import named, term
from rules.encounter.state import Encounter
from rules.system.actions import FightAction
from rules.systems.das_system.sheet import vitals_of
from rules.systems.das_system.tables import skill_rows, surprise_rows

PROBE: Final = ("height", "wounds", "armour")
"""What is asked before a Probe: how hard it is, and how much of the deductions counts (§7.3)."""


def fight_actions(state: Encounter) -> tuple[FightAction, ...]:
    """Return what can be done now."""
    begun = _running() if state.timeline.running else _begin()
    parts = (begun, _waiting(), _shifts(), _wounded(state), _probes(), _by_hand(state))
    return tuple(action for part in parts for action in part)


def _begin() -> Iterator[FightAction]:
    """How a fight begins (§2, §2.1)."""
    label = term("action.das_system.duel")
    yield FightAction("duel", "start", label, "none", {"duel": True}, "ring", "time")
    label, asks = term("action.das_system.ambush"), ("surprised", "first", "duel")
    yield FightAction("ambush", "start", label, "none", {}, "eye", "time", asks)


def _running() -> Iterator[FightAction]:
    """What changes fights of two, and what is done instead of a blow (§2.1, §4, §11)."""
    label = term("action.das_system.engage")
    yield FightAction("engage", "engage", label, "actor_target", {}, "sword", "time")
    label = term("action.das_system.offensive")
    yield FightAction("offensive", "offensive", label, "actor", {}, "ring", "time")
    for what in ("move", "cast", "flee", "wait"):
        label, fields = named("other.das_system", what), {"what": what}
        yield FightAction(f"other_{what}", "other", label, "actor", fields, "move", "moment")
    label = term("action.das_system.sort")
    yield FightAction("sort", "sort", label, "actor_target", {}, "flank", "time")
    label = term("action.das_system.part")
    yield FightAction("part", "part", label, "actor", {}, "back", "time")


def _waiting() -> Iterator[FightAction]:
    """Time that passes without a fight of two."""
    for n in (1, 60):
        label, fields = term("action.das_system.wait", n=n), {"seconds": n}
        yield FightAction(f"wait_{n}", "wait", label, "none", fields, "clock", "time")
    label = term("action.das_system.wait_any")
    yield FightAction("wait_any", "wait", label, "none", {}, "clock", "time")


def _shifts() -> Iterator[FightAction]:
    """Circumstances that shift the KAR (§2.1)."""
    label, group = term("action.das_system.shift"), "circumstance"
    yield FightAction("shift", "shift", label, "actor", {}, "eye", group, ("points",))
    for word in surprise_rows():
        label, fields = named("surprise.das_system", word), {"circumstance": word}
        yield FightAction(f"shift_{word}", "shift", label, "actor", fields, "eye", group)


def _probes() -> Iterator[FightAction]:
    for skill in skill_rows():
        label = term("action.das_system.check", skill=named("skill.das_system", skill))
        fields = {"skill": skill}
        yield FightAction(f"check_{skill}", "check", label, "actor", fields, "dice", "probe", PROBE)


def _by_hand(state: Encounter) -> Iterator[FightAction]:
    """What the game master's word does to bodies, armour and habits."""
    vitals = [vitals_of(t) for t in state.tokens.values()]
    label = term("action.das_system.strike")
    asks: tuple[str, ...] = ("kind",)
    yield FightAction("strike", "strike", label, "actor", {}, "drop", "hand", asks)
    if any(v.wounds for v in vitals):
        label, asks = term("action.das_system.forbid"), ("actions",)
        yield FightAction("forbid", "forbid", label, "actor", {}, "lock", "hand", asks)
        label, asks = term("action.das_system.mend_wound"), ("wound",)
        yield FightAction("mend_wound", "mend", label, "actor", {}, "heart", "hand", asks)
    if any(v.armour for v in vitals):
        label, asks = term("action.das_system.mend_piece"), ("piece",)
        yield FightAction("mend_piece", "mend", label, "actor", {}, "shield", "hand", asks)
    yield FightAction("rest", "rest", term("action.das_system.rest"), "actor", {}, "clock", "hand")
    label, asks = term("action.das_system.habit"), ("festwert",)
    yield FightAction("habit", "habit", label, "actor", {}, "shield", "hand", asks)


def _wounded(state: Encounter) -> Iterator[FightAction]:
    wounds = [w for t in state.tokens.values() for w in vitals_of(t).wounds]
    if any(w.pain and not w.tried for w in wounds):
        label = term("action.das_system.suppress")
        yield FightAction("suppress", "suppress", label, "actor", {}, "bolt", "wound")
    if any(not w.dressed for w in wounds):
        label = term("action.das_system.bandage")
        yield FightAction("bandage", "bandage", label, "actor_target", {}, "heart", "wound")
        label = term("action.das_system.infection")
        yield FightAction("infection", "infection", label, "actor", {}, "drop", "wound")
    if wounds:
        label = term("action.das_system.steady")
        yield FightAction("steady", "steady", label, "actor", {}, "down", "wound")
