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
    return tuple(_actions(state))


def _actions(state: Encounter) -> Iterator[FightAction]:
    line = state.timeline
    if not line.running:
        yield FightAction(
            "duel", "start", term("action.das_system.duel"), "none", {"duel": True}, "ring", "time"
        )
        label, asks = term("action.das_system.ambush"), ("surprised", "first", "duel")
        yield FightAction("ambush", "start", label, "none", {}, "eye", "time", asks)
    else:
        yield FightAction(
            "engage",
            "engage",
            term("action.das_system.engage"),
            "actor_target",
            {},
            "sword",
            "time",
        )
        yield FightAction(
            "offensive",
            "offensive",
            term("action.das_system.offensive"),
            "actor",
            {},
            "ring",
            "time",
        )
        for what in ("move", "cast", "flee", "wait"):
            label = named("other.das_system", what)
            fields: dict[str, bool | int | str] = {"what": what}
            yield FightAction(f"other_{what}", "other", label, "actor", fields, "move", "moment")
        yield FightAction(
            "sort", "sort", term("action.das_system.sort"), "actor_target", {}, "flank", "time"
        )
        yield FightAction(
            "part", "part", term("action.das_system.part"), "actor", {}, "back", "time"
        )
    yield FightAction(
        "wait_1",
        "wait",
        term("action.das_system.wait", n=1),
        "none",
        {"seconds": 1},
        "clock",
        "time",
    )
    yield FightAction(
        "wait_60", "wait", term("action.das_system.wait", n=60), "none", {"seconds": 60}, "clock",
        "time",
    )  # fmt: skip
    yield FightAction(
        "wait_any", "wait", term("action.das_system.wait_any"), "none", {}, "clock", "time"
    )
    label = term("action.das_system.shift")
    yield FightAction("shift", "shift", label, "actor", {}, "eye", "circumstance", ("points",))
    for word in surprise_rows():
        label = named("surprise.das_system", word)
        yield FightAction(
            f"shift_{word}", "shift", label, "actor", {"circumstance": word}, "eye", "circumstance"
        )
    yield from _wounded(state)
    for skill in skill_rows():
        label = term("action.das_system.check", skill=named("skill.das_system", skill))
        yield FightAction(
            f"check_{skill}", "check", label, "actor", {"skill": skill}, "dice", "probe", PROBE
        )
    yield from _by_hand(state)


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
