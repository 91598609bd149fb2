"""Random areas of effect in random situations, their origins at walls, corners and creatures."""

from __future__ import annotations

from typing import Any

from tests.rules.pathfinder.situations import Dice
from tests.rules.pathfinder.situations import situation as drawn

SYSTEMS = ("pathfinder", "pathfinder", "osric", "damakar", "das_system", "muinimula")
AREA_OPTIONS = (
    "touching", "partial_cover", "improved_cover_bonus", "low_obstacle_range",
    "low_obstacle_height", "prone_gives_soft_cover", "bodiless_give_soft_cover",
)  # fmt: skip
"""Options of Pathfinder that matter for what shelters from an effect."""


def situation(seed: int) -> dict[str, Any]:
    """Draw a situation, and an area as data of a fight under ``area``."""
    dice = Dice(seed)
    out = drawn(seed, special=dice.random() < 0.3)
    out["system"] = dice.choice(SYSTEMS)
    for token in out["tokens"]:
        if out["system"] != "pathfinder":
            token.pop("sheet", None)
            token.pop("conditions", None)
    if out["system"] != "pathfinder":  # nothing of this kind is known to them
        for o in out["board"]["obstacles"]:
            o.pop("cover", None)
    del out["attack"]
    chosen = out.pop("options", {})
    if out["system"] == "pathfinder":
        out["options"] = {k: v for k, v in chosen.items() if k in AREA_OPTIONS}
    elif dice.random() < 0.5:
        out["options"] = {"area_cone": dice.choice((10, 30, 45, 75, 90, 120, 180))}
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
