"""What can be done beyond attacks, as a menu offers it."""

from __future__ import annotations

from typing import Final

from rules.core.terms import term
from rules.encounter.state import Encounter
from rules.system.actions import FightAction
from rules.systems.muinimula.sheet import vitals_of

ALWAYS: Final = (
    FightAction("probe", "probe", term("action.muinimula.probe"), "actor", icon="dice"),
    FightAction(
        "probe_hindered",
        "probe",
        term("action.muinimula.probe_hindered"),
        "actor",
        icon="dice",
        asks=("kind", "target", "uses", "malus"),
    ),
    FightAction("tend", "tend", term("action.muinimula.tend"), "actor", icon="heart"),
    FightAction(
        "tend_all", "tend", term("action.muinimula.tend_all"), "actor", {"all": True}, "heart"
    ),
    FightAction("knock_out", "knock_out", term("action.muinimula.knock_out"), "actor", icon="moon"),
    FightAction(
        "dying",
        "knock_out",
        term("action.muinimula.dying"),
        "actor",
        {"dying": True},
        "moon",
        asks=("rounds",),
    ),
    FightAction(
        "critical",
        "critical",
        term("action.muinimula.critical"),
        "none",
        icon="drop",
        asks=("table", "points"),
    ),
)
RUNNING: Final = (
    FightAction(
        "second", "next", term("action.muinimula.second"), "none", {"second": True}, "clock"
    ),
    FightAction("cast", "cast", term("action.muinimula.cast"), "actor", icon="spell"),
    FightAction(
        "unaware",
        "cast",
        term("action.muinimula.unaware"),
        "actor",
        {"subconscious": True},
        "spell",
    ),
    FightAction("move", "act", term("action.muinimula.move"), "actor", {"kind": "move"}, "move"),
    FightAction("task", "act", term("action.muinimula.task"), "actor", {"kind": "task"}, "clock"),
    FightAction("oppose", "oppose", term("action.muinimula.oppose"), "actor_target", icon="flank"),
    FightAction("right", "right", term("action.muinimula.right"), "actor_target", icon="sword"),
)


def fight_actions(state: Encounter) -> tuple[FightAction, ...]:
    """Return what can be done now, in the order of the menu."""
    found = list(RUNNING) if state.timeline.running else []
    tokens = state.tokens.values()
    if any(vitals_of(t).pending is not None for t in tokens) and state.timeline.running:
        label = term("action.muinimula.abort")
        found.insert(1, FightAction("abort", "abort", label, "actor", icon="close"))
    if any(vitals_of(t).dropped for t in tokens) and state.timeline.running:
        label = term("action.muinimula.pickup")
        found.append(FightAction("pickup", "act", label, "actor", {"kind": "pickup"}, "down"))
    if any(t.has("lying") for t in tokens):
        label = term("action.muinimula.rise")
        found.append(FightAction("rise", "rise", label, "actor", icon="up"))
    if any(link.kind == "beset" for link in state.links):
        for token in tokens:
            if any(link.kind == "beset" and link.b == token.id for link in state.links):
                label = term("action.muinimula.coordinate", name=token.name)
                fields = {"target": str(token.id)}
                id = f"coordinate:{token.id}"
                found.append(FightAction(id, "coordinate", label, "none", fields, "flank"))
    return (*found, *ALWAYS)
