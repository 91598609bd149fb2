"""Random areas of effect in random situations, their origins at walls, corners and creatures."""

from __future__ import annotations

from typing import Any

from tests.rules.pathfinder.situations import Dice
from tests.rules.pathfinder.situations import situation as drawn

SYSTEMS = ("pathfinder", "pathfinder", "osric", "damakar", "das_system", "muinimula")


def situation(seed: int) -> dict[str, Any]:
    """Draw a situation, and an area as data of a fight under ``area``."""
    dice = Dice(seed)
    out = drawn(seed, special=dice.random() < 0.3)
    out["system"] = dice.choice(SYSTEMS)
    for token in out["tokens"]:
        token.pop("sheet", None)
        token.pop("conditions", None)
        token.pop("elevation", None)
    del out["attack"]
    out.pop("options", None)
    for key in ("dark", "lights"):
        out["board"].pop(key, None)
    shape = dice.choice(("burst", "burst", "cone", "line", "emanation"))
    area: dict[str, Any] = {"shape": shape, "size": dice.choice((1, 2, 3, 4, 6))}
    if shape == "emanation":
        area["token"] = dice.choice(out["tokens"])["id"]
    else:
        ends = [p for o in out["board"]["obstacles"] for p in o["points"]]
        ends += [token["at"] for token in out["tokens"]]
        x, y = dice.choice(ends)
        area["at"] = [round(x) + dice.choice((-1, 0, 0, 1)), round(y) + dice.choice((-1, 0, 0, 1))]
    if shape in ("cone", "line"):
        way = (0, 0)
        while way == (0, 0):
            way = (dice.randrange(-4, 5), dice.randrange(-4, 5))
        area["direction"] = list(way)
    out["area"] = area
    return out
