"""Random situations, thick with touching: walls along lines, at corners, end to end."""

from __future__ import annotations

import math
import random
from typing import Any

SIDE = 7
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
KINDS = ("wall",) * 6 + ("solid",) * 2 + ("door", "low", "low", "cover", "slit", "fog", "fog")


class Dice(random.Random):
    """Random numbers with a few words of their own."""

    def spot(self, step: float) -> list[float]:
        count = round((SIDE + 1) / step)
        return [self.randrange(count) * step, self.randrange(count) * step]

    def beside(self, at: list[float], step: float) -> list[float]:
        dx, dy = self.choice(STEPS)
        far = self.choice((1, 1, 2, 3)) * step
        return [at[0] + dx * far, at[1] + dy * far]


def obstacle(dice: Dice, kinds: tuple[str, ...], corners: list[list[float]]) -> dict[str, Any]:
    """Draw an obstacle: at a corner of a creature, along the grid, or anywhere."""
    kind = dice.choice(kinds)
    step = dice.choice((1, 1, 1, 0.5, 0.25))
    start = list(dice.choice(corners)) if dice.random() < 0.5 else dice.spot(step)
    if dice.random() < 0.5:  # on the way from a corner of one to a corner of the other
        p, q, share = dice.choice(corners[:4]), dice.choice(corners[4:]), dice.choice((2, 4))
        i = dice.randrange(1, share)
        start = [round(8 * (a + (b - a) * i / share)) / 8 for a, b in zip(p, q, strict=True)]
    out: dict[str, Any] = {"kind": kind}
    if kind == "solid" or (kind in ("low", "cover", "fog") and dice.random() < 0.5):
        x, y = (round(2 * c - dice.choice((0, 1, 2))) / 2 for c in start)
        w, h = dice.choice((1, 1, 2, 0.5)), dice.choice((1, 1, 2, 0.5))
        out["points"] = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
        if dice.random() < 0.2:
            out["points"].pop(dice.randrange(4))
    else:
        if kind in ("low", "cover", "fog"):
            out["open"] = True
        out["points"] = [start, dice.beside(start, step)]
        if dice.random() < 0.3:
            more = dice.beside(out["points"][1], step)
            if more != start:
                out["points"].append(more)
    if kind == "door":
        out["state"] = dice.choice(("open", "closed", "locked", "secret"))
    if kind == "wall" and dice.random() < 0.15:
        out["side"] = dice.choice(("left", "right"))
    if kind == "fog":
        out["concealment"] = dice.choice(("partial", "partial", "total", 35))
    if kind == "cover" and dice.random() < 0.2:
        out["cover"] = dice.choice(("soft", "partial", "improved"))
    return out


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    a, b = one["size"], other["size"]
    return all(u < v + b and v < u + a for u, v in zip(one["at"], other["at"], strict=True))


def place(dice: Dice, tokens: list[dict[str, Any]], token: dict[str, Any], spread: int) -> None:
    """Put a creature where it meets no other, often beside another."""
    for _ in range(50):
        token["at"] = [dice.randrange(spread), dice.randrange(spread)]
        if tokens and dice.random() < 0.5:
            near, far = tokens[-1 if dice.random() < 0.7 else 0], dice.choice((0, 0, 0, 1))
            low = [c - math.ceil(token["size"]) - far for c in map(math.floor, near["at"])]
            high = [c + math.ceil(near["size"]) + far for c in map(math.floor, near["at"])]
            token["at"] = [dice.randrange(a, b + 1) for a, b in zip(low, high, strict=True)]
        if token["size"] == 0.5:
            token["at"] = [c + dice.choice((0, 0.5)) for c in token["at"]]
        if not any(overlap(token, other) for other in tokens):
            tokens.append(token)
            return


def in_solid(token: dict[str, Any], o: dict[str, Any]) -> bool:
    """Whether a creature stands (perhaps) in a solid."""
    side = max(1, token["size"])
    for axis, at in enumerate(map(math.floor, token["at"])):
        ends = [c[axis] for c in o["points"]]
        if at >= max(ends) or min(ends) >= at + side:
            return False
    return True


def situation(seed: int, special: bool = False) -> dict[str, Any]:
    """Draw a situation; ``special`` adds heights, light, conditions, sizes under one square."""
    dice = Dice(seed)
    spread = dice.choice((3, 4, 6))
    sizes = dice.choice(((1,), (1,), (1, 1, 2), (1, 2, 3), (1, 1, 0.5)))
    tokens: list[dict[str, Any]] = []
    weapon = dice.choice(("sword", "longbow", "longbow", "longspear"))
    for id, side in (("A", "heroes"), ("T", "foes")):
        place(dice, tokens, {"id": id, "side": side, "size": dice.choice(sizes)}, spread)
    for i in range(dice.choice((0, 1, 2, 4))):
        side = dice.choice(("heroes", "heroes", "heroes", "foes", "neutral", "third"))
        place(dice, tokens, {"id": f"x{i}", "side": side, "size": dice.choice(sizes)}, spread)
    if not {"A", "T"} <= {t["id"] for t in tokens}:
        return situation(seed + 100_000, special)
    points = [[t["at"][0] + i * t["size"], t["at"][1] + j * t["size"]]
              for t in tokens[:2] for i in (0, 1) for j in (0, 1)]  # fmt: skip
    points = [[round(4 * c) / 4 for c in p] for p in points]
    kinds = dice.choice((KINDS, ("wall",), ("wall", "solid"), ("low", "wall"), ("fog", "cover"),
                         ("slit", "low", "cover", "wall")))  # fmt: skip
    obstacles = [obstacle(dice, kinds, points) for _ in range(dice.choice((1, 2, 3, 5, 7)))]
    obstacles = [
        o for o in obstacles
        if o["kind"] != "solid" or not any(in_solid(t, o) for t in tokens[:2])
    ]  # fmt: skip
    out: dict[str, Any] = {
        "format": 1,
        "system": "pathfinder",
        "board": {"obstacles": obstacles, "left": -20, "top": -20, "width": 60, "height": 60},
        "tokens": tokens,
        "attack": {"attacker": "A", "target": "T", "weapon": weapon},
    }
    if special:
        _special(dice, out)
        choices: dict[str, tuple[object, ...]] = {
            "touching": ("tube", "strict"),
            "ranged_big_attacker": ("any_square", "all_squares"),
            "ranged_big_target": ("lattice", "best_square"),
            "low_obstacle_range": ("squares", "gap6"),
            "low_obstacle_height": ("defender", "attacker", "any"),
            "slit_ignored_when_adjacent": (True, False),
            "partial_cover": ("offer", "apply", "apply", "never"),
            "improved_cover_bonus": (4, 6, 8, 12),
            "prone_gives_soft_cover": (True, False),
            "bodiless_give_soft_cover": (True, False),
            "concealment_corner": ("same", "own"),
            "light_matters": (True, False),
            "concealed_yields_to_senses": (True, False),
            "flank_partner": ("friendly", "any_enemy_of_target"),
            "flank_symmetric": (True, False),
            "flank_with_unseen": (True, False),
            "reach10_second_diagonal": (True, False),
            "weapon_in_hand": (True, False),
        }
        out["options"] = {
            key: dice.choice(values) for key, values in choices.items() if dice.random() < 0.2
        }
    return out


def _facts(dice: Dice, o: dict[str, Any]) -> None:
    """Let an obstacle carry what its kind does not: sight, effect, grade, concealment, heights."""
    kind = o["kind"]
    if kind in ("low", "slit", "cover") and dice.random() < 0.2:
        o["cover"] = dice.choice(("none", "soft", "partial", "hard", "improved", "total"))
    if kind in ("wall", "solid", "door") and dice.random() < 0.15:
        o["cover"] = dice.choice(("partial", "hard", "improved"))
    if kind in ("wall", "solid", "slit") and dice.random() < 0.08:
        o["stops_effect"] = dice.choice((True, False))
    if kind in ("fog", "cover", "slit", "wall", "low") and dice.random() < 0.15:
        o["sight"] = dice.choice(("stops", "stops", "limited", "free"))
    if kind == "fog" and dice.random() < 0.1:
        o.pop("sight", None)
        o["opaque"] = dice.choice((True, False))
    if kind == "cover" and dice.random() < 0.1:
        o["concealment"] = dice.choice((20, 50, 35))
    if dice.random() < (0.4 if kind in ("wall", "low") else 0.15):
        o["top"] = dice.choice((0.5, 0.75, 1, 2))
        if dice.random() < 0.3:
            o["bottom"] = dice.choice((0.25, 0.5))


def _storeys(dice: Dice, board: dict[str, Any]) -> None:
    """Part a board into two storeys that lie side by side."""
    cut = dice.randrange(1, 6)
    sides = {"top": -20, "height": 60}
    board["storeys"] = [
        {"id": "below", "left": -20, "width": 20 + cut, **sides},
        {"id": "above", "left": cut + 1, "width": 39 - cut, **sides},
    ]


def _gather(dice: Dice, tokens: list[dict[str, Any]]) -> None:
    """Put somebody into the space of somebody else."""
    one, other = dice.sample(tokens, 2)
    if {one["id"], other["id"]} != {"A", "T"} or dice.random() < 0.3:
        one["at"] = list(other["at"])
        if one["size"] == 0.5:
            one["at"] = [math.floor(c) + dice.choice((0, 0.5)) for c in one["at"]]
        elif other["size"] == 0.5:
            one["at"] = [math.floor(c) for c in one["at"]]


def _special(dice: Dice, out: dict[str, Any]) -> None:
    tokens, board = out["tokens"], out["board"]
    if dice.random() < 0.12:
        _gather(dice, tokens)
    if dice.random() < 0.04:
        _storeys(dice, board)
    for token in tokens:
        if dice.random() < 0.3:
            token["conditions"] = [
                dice.choice(("prone", "blind", "invisible", "concealed", "stunned", "flat_footed",
                             "unconscious", "dead", "total_defence"))
            ]  # fmt: skip
        if token["id"] not in ("A", "T") and dice.random() < 0.15:
            token["gives_cover"] = dice.choice((True, False))
        if dice.random() < 0.03:
            token["hidden"] = True
        if dice.random() < 0.05:
            token["conditions"] = [{"id": "concealed", "value": dice.choice((20, 35, 50, 60))}]
        if dice.random() < 0.2:
            token["height"] = dice.choice((0.5, 1, 2))
        sheet: dict[str, Any] = {}
        if dice.random() < 0.3:
            sheet["low_light_vision"] = True
        if dice.random() < 0.3:
            sheet["darkvision"] = dice.choice((2, 4, 12))
        if dice.random() < 0.1:
            sheet["blindsight"] = dice.choice((1, 3))
        if dice.random() < 0.2:
            sheet["see_invisible"] = True
        if dice.random() < 0.3:
            sheet["build"] = "long"
        if dice.random() < 0.05:
            sheet["blindsense"] = dice.choice((1, 3))
        if dice.random() < 0.05:
            sheet["improved_precise_shot"] = True
        if dice.random() < 0.15:
            sheet["creature_type"] = dice.choice(("Swarm", "Undead (incorporeal)", "Humanoid"))
        if sheet:
            token["sheet"] = sheet
    if dice.random() < (0.3 if out["attack"]["weapon"] == "longbow" else 0.15):
        tokens[dice.randrange(len(tokens))]["elevation"] = dice.choice((0.5, 1, 2))
    for o in board["obstacles"]:
        _facts(dice, o)
    if dice.random() < 0.5:
        board["dark"] = True
        board["lights"] = [
            {"at": dice.spot(0.5), "bright": bright, "dim": 2 * bright}
            for bright in (dice.choice((1, 2, 4)) for _ in range(dice.choice((1, 2))))
        ]
    if len(tokens) > 2 and dice.random() < 0.3:
        kind = dice.choice(("mount", "mount", "carried", "swallowed", "grapple"))
        out["links"] = [{"kind": kind, "a": dice.choice(("A", "T")), "b": tokens[2]["id"]}]


def joints(seed: int) -> dict[str, Any]:
    """Draw a situation full of ends that touch: end to end, T-junctions, diagonal seals.

    Barriers and what gives cover besides have grades of their own.
    """
    dice = Dice(seed)
    out = situation(seed)
    found, ends = out["board"]["obstacles"], _ends(out)
    for _ in range(dice.choice((2, 3, 4, 6))):
        start = list(dice.choice(ends))
        kind = dice.choice(("wall", "wall", "wall", "slit", "slit", "low", "cover", "solid"))
        end = dice.beside(start, dice.choice((1, 1, 0.5)))
        o: dict[str, Any] = {"kind": kind, "points": [start, end]}
        if kind == "solid":
            (x, y), w, h = start, dice.choice((1, -1)), dice.choice((1, -1))
            o["points"] = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
            if any(in_solid(t, o) for t in out["tokens"][:2]):
                continue
        if kind in ("low", "cover"):
            o["open"] = True
        if dice.random() < 0.3:
            barrier = kind in ("wall", "solid")
            grades = (
                "partial",
                "hard",
                "improved",
                "none",
                *(() if barrier else ("soft", "total")),
            )
            o["cover"] = dice.choice(grades)
        found.append(o)
        ends = _ends(out)
    return out


def _ends(case: dict[str, Any]) -> list[list[float]]:
    """Return where obstacles end, the middles of their first pieces, corners of both creatures."""
    found = []
    for o in case["board"]["obstacles"]:
        found += o["points"]
        found.append([(a + b) / 2 for a, b in zip(*o["points"][:2], strict=True)])
    for token in case["tokens"][:2]:
        (x, y), side = token["at"], token["size"]
        found += [[x + i * side, y + j * side] for i in (0, 1) for j in (0, 1)]
    return found


def wall_more(case: dict[str, Any], seed: int) -> dict[str, Any]:
    """Draw a wall that begins where something ends."""
    dice = Dice(seed)
    start = list(dice.choice(_ends(case)))
    points = [start, dice.beside(start, dice.choice((1, 0.5)))]
    obstacles = [*case["board"]["obstacles"], {"kind": "wall", "points": points}]
    return {**case, "board": {**case["board"], "obstacles": obstacles}}


KEPT = ("touching", "partial_cover", "concealment_corner", "weapon_in_hand", "light_matters")
"""Options of a situation that count on the way, too."""
SPEAR = {"weapons": [{"id": "lance", "reach": True}, {"id": "bow", "kind": "ranged"}]}


def walk(seed: int) -> dict[str, Any]:
    """Draw a situation and, under ``way``, squares from A's own on, each beside the last.

    Foes threaten with swords and with reach weapons, some reach farther than others of their size.
    """
    dice = Dice(seed)
    out = situation(seed, special=dice.random() < 0.5)
    del out["attack"]
    options = {"soft_cover_stops_aoo": (True, False), "reach10_second_diagonal": (True, False)}
    out["options"] = {
        **{k: v for k, v in out.get("options", {}).items() if k in KEPT},
        **{key: dice.choice(values) for key, values in options.items() if dice.random() < 0.2},
    }
    for token in out["tokens"]:
        if dice.random() < 0.3:
            token["sheet"] = {**token.get("sheet", {}), **SPEAR}
        if dice.random() < 0.15:
            token["reach"] = dice.choice((0, 1, 2, 3))
    walker = out["tokens"][0]
    walker["conditions"] = dice.choice(([], [], [], ["withdrawing"], ["prone"], ["invisible"]))
    x, y = (math.floor(c + walker["size"] / 2) if walker["size"] < 1 else c for c in walker["at"])
    way = [[x, y]]
    for _ in range(dice.choice((1, 2, 3, 5))):
        dx, dy = dice.choice(STEPS)
        way.append([way[-1][0] + dx, way[-1][1] + dy])
    out["way"] = way
    return out
