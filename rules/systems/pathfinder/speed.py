"""How fast somebody is in the state that he is in (§8)."""

from __future__ import annotations

from rules.encounter.state import Token
from rules.systems.pathfinder.conditions import NO_ACTION
from rules.systems.pathfinder.tables import sheet_of


def speed_of(token: Token) -> int:
    """Return the speed in squares that conditions leave; who lies crawls one square."""
    speed = sheet_of(token).speed
    if token.has("grappled", "pinned", *NO_ACTION):
        return 0
    if token.has("prone"):
        return min(speed, 1)
    if token.has("blind", "entangled", "exhausted", "squeezing"):
        return speed // 2
    return speed
