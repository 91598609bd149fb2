"""What a combatant can do beyond an attack, as a menu offers it."""

from __future__ import annotations

from typing import Final, Literal

from rules.core.terms import named
from rules.encounter.state import Encounter
from rules.system.actions import FightAction
from rules.systems.damakar import time
from rules.systems.damakar.arms import SCUFFLE
from rules.systems.damakar.sheet import vitals_of


def _entry(
    id: str,
    command: str,
    icon: str,
    group: str,
    needs: Literal["actor", "actor_target", "none"] = "actor",
    asks: tuple[str, ...] = (),
    **fields: bool | int | str,
) -> FightAction:
    label = named("menu.damakar", id)
    return FightAction(id, command, label, needs, fields, icon, group, asks)


TURN: Final = (
    _entry("wait", "delay", "wait", "turn"),
    _entry("reveal", "reveal", "eye", "turn", "none"),
    _entry("take_back", "announce", "undo", "turn"),
    _entry("join", "join", "plus", "turn"),
    _entry("leave", "leave", "foot", "turn"),
)
WEAPONS: Final = (
    _entry("reload", "reload", "bow", "weapon"),
    _entry("draw", "draw_weapon", "sword", "weapon"),
    _entry("draw_pack", "draw_weapon", "sword", "weapon", pack=True),
    _entry("sheathe", "sheathe", "down", "weapon"),
    _entry("drop", "drop", "drop", "weapon"),
    _entry("pick_up", "pick_up", "up", "weapon"),
)
MOVES: Final = (
    _entry("run", "run", "move", "move"),
    _entry("disengage", "disengage", "back", "move", asks=("to",)),
    _entry("turn_away", "turn_away", "foot", "move"),
    _entry("turn_back", "turn_back", "undo", "move"),
    _entry("block", "block", "threat", "move", "actor_target"),
)
OTHERS: Final = (
    _entry("magic", "magic", "spell", "other", asks=("text", "ap")),
    _entry("free", "free", "clock", "other", asks=("text", "ap")),
    _entry("scuffle", "scuffle", "flank", "other", "actor_target"),
    _entry("scuffle_end", "scuffle", "flank", "other", "actor_target", on=False),
    _entry("refill", "ap", "bolt", "other", "none"),
    _entry("rest_day", "rest", "moon", "other", "none", days=1),
)


def fight_actions(state: Encounter) -> tuple[FightAction, ...]:
    """Return what can be done now, in the order of the menu."""
    turn: tuple[FightAction, ...] = TURN if state.timeline.running else ()
    idle = _idle(state)
    if len(state.timeline.acting) < 2 or not time.announced(state):
        turn = tuple(a for a in turn if a.id not in ("reveal", "take_back"))
    return tuple(a for a in (*turn, *WEAPONS, *MOVES, *OTHERS) if a.id not in idle)


def _idle(state: Encounter) -> set[str]:
    """Return what nobody on the board could do now."""
    tokens = state.tokens.values()
    idle = set() if any(vitals_of(t).dropped for t in tokens) else {"pick_up"}
    if not any(link.kind == SCUFFLE for link in state.links):
        idle.add("scuffle_end")
    if not any(t.has("turned_away") for t in tokens):
        idle.add("turn_back")
    return idle
