"""Random moments of fights in the systems that have rules of their own for the map."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

from tests.rules.oracle_ways import STOPS, hits_a_middle
from tests.rules.pathfinder.situations import STEPS, Dice
from tests.rules.pathfinder.situations import situation as drawn

SYSTEMS: Final = ("osric", "damakar", "das_system", "muinimula")
STATES: Final[Mapping[str, tuple[str, ...]]] = {
    "osric": ("prone", "dead", "unconscious", "stunned", "held", "surprised"),
    "damakar": ("dead", "incapacitated", "left", "unaware"),
    "das_system": ("prone", "dead", "unfit", "fled", "helpless", "held"),
    "muinimula": ("lying", "dead", "unconscious", "asleep", "dazed", "preparing"),
}
"""Conditions of each system that matter for ways, lines or reaches."""
OPTIONS: Final[Mapping[str, Mapping[str, tuple[object, ...]]]] = {
    "osric": {
        "square_feet": (3, 10),
        "diagonals": ("1-1-1",),
        "touching": ("strict",),
        "facing": (False,),
        "shield_side": ("right",),
    },
    "damakar": {
        "square_cm": (75, 150, 200),
        "step_rounding": ("down", "up"),
        "control_zone_2": (90, 175, 350),
    },
    "das_system": {},
    "muinimula": {},
}


def situation(seed: int, system: str = "") -> dict[str, Any]:
    """Draw a moment of a fight with an attack, of a system or any: sizes, heights, states."""
    dice = Dice(seed)
    out = drawn(seed, special=dice.random() < 0.5)
    drawn_one = dice.choice(SYSTEMS)
    system = out["system"] = system or drawn_one
    for o in out["board"]["obstacles"]:
        o.pop("cover", None)  # grades of cover mean nothing here
    for key in ("dark", "lights"):
        out["board"].pop(key, None)
    for token in out["tokens"]:
        for key in ("sheet", "conditions"):
            token.pop(key, None)
        if dice.random() < 0.2:
            token["conditions"] = [dice.choice(STATES[system])]
        if dice.random() < 0.15 and system != "osric":
            token["reach"] = dice.choice((1, 2, 3))
        if dice.random() < 0.5:
            token["facing"] = 45 * dice.randrange(8)
    out.pop("links", None)
    out["options"] = {
        key: dice.choice(values) for key, values in OPTIONS[system].items() if dice.random() < 0.2
    }
    return out


def walk(seed: int, system: str = "") -> dict[str, Any]:
    """Draw a small board with difficult ground and, under ``way``, squares from A's own on.

    The first is where A stands; each is a straight stretch of the way away from the last.
    """
    dice = Dice(seed)
    out = situation(seed, system)
    del out["attack"]
    board = out["board"]
    board.update(left=-1, top=-1, width=9, height=9)
    board.pop("storeys", None)
    for _ in range(dice.choice((0, 1, 1, 2))):
        x, y = (dice.randrange(-2, 14) / 2 for _ in range(2))
        w, h = dice.choice((1, 2, 3)), dice.choice((0.5, 1, 2))
        points = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
        board["obstacles"].append({"kind": "terrain", "points": points})
    board["obstacles"] = [
        o for o in board["obstacles"] if o["kind"] not in STOPS or not hits_a_middle(o, -6, -6, 20)
    ]
    walker = out["tokens"][0]
    walker.pop("conditions", None)
    walker["sheet"] = _pace(dice, out["system"])
    x, y = (math.floor(c + walker["size"] / 2) if walker["size"] < 1 else c for c in walker["at"])
    walker["at"] = [x, y]
    way = [[x, y]]
    for _ in range(dice.choice((1, 1, 2, 4))):
        dx, dy = dice.choice(STEPS)
        far = dice.choice((1, 1, 2, 3))
        way.append([way[-1][0] + far * dx, way[-1][1] + far * dy])
    out["way"] = way
    return out


def _pace(dice: Dice, system: str) -> dict[str, Any]:
    """Draw how fast the one who walks is, slow enough for a small board."""
    match system:
        case "osric":
            return {"move": dice.choice((0, 10, 25, 30, 45))}
        case "damakar":
            return {"strength": dice.choice((-5, -1, 0, 2, 3))}
        case "das_system":
            return {"speed": dice.choice((0, 1, 2, 3))}
        case _:
            return {"movement": dice.choice((0, 2, 3, 4))}
