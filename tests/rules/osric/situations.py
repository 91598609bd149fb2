"""Random shots of OSRIC: the situations of the slow reading, with facing and shields."""

from __future__ import annotations

from typing import Any

from tests.rules.pathfinder.situations import Dice
from tests.rules.pathfinder.situations import situation as drawn

SHEET = {"armour": "mail", "shield": True, "dexterity": 16}
OPTIONS = {
    "touching": ("tube", "strict"),
    "facing": (True, False),
    "shield_side": ("left", "right"),
}


def situation(seed: int) -> dict[str, Any]:
    """Draw a shot past walls, slits, low walls, fog and heights at somebody who faces anywhere."""
    dice = Dice(seed)
    out = drawn(seed, special=dice.random() < 0.5)
    out["system"] = "osric"
    out["attack"]["weapon"] = "longbow"
    for token in out["tokens"]:
        for key in ("sheet", "conditions", "elevation"):
            token.pop(key, None)
    out["tokens"][1]["sheet"] = SHEET
    if dice.random() < 0.9:
        out["tokens"][1]["facing"] = 45 * dice.randrange(8)
    out["board"].pop("dark", None)
    out["options"] = {
        key: dice.choice(values) for key, values in OPTIONS.items() if dice.random() < 0.2
    }
    return out
