"""Where one gets this turn, against a slow search step by step."""

from __future__ import annotations

import heapq
import math
import random
from typing import Any

import pytest
import shapely

from rules import registry
from rules.encounter.situation import load_situation
from rules.encounter.state import TokenId
from rules.system.ground import HeatQuestion, SupportsHeat
from tests.rules.pathfinder.oracle_lines import (
    Barriers,
    Facts,
    is_open_door,
    is_polygon,
    properly,
    shape,
)

SIDE = 9
SPEED = 6
Cell = tuple[int, int]


def situation(seed: int) -> dict[str, Any]:
    """Draw walls, doors, rubble and creatures; nothing runs through the middle of a square."""
    dice = random.Random(seed)
    obstacles: list[dict[str, Any]] = []
    for _ in range(dice.choice((3, 8, 14))):
        step = dice.choice((1, 1, 1, 0.25))
        x, y = (dice.randrange(round(SIDE / step)) * step for _ in range(2))
        dx, dy = dice.choice(((1, 0), (0, 1), (1, 1), (2, 0), (0, 3), (0.75, 0.5)))
        kind = dice.choice(("wall", "wall", "wall", "door", "slit", "solid", "terrain", "low"))
        one: dict[str, Any] = {"kind": kind, "points": [[x, y], [x + dx, y + dy]]}
        if kind in ("solid", "terrain", "low"):
            w, h = dice.choice((1, 2)), dice.choice((1, 3))
            one["points"] = [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
        if kind == "door":
            one["state"] = dice.choice(("open", "closed", "locked", "secret"))
        if kind == "wall" and dice.random() < 0.2:
            one["side"] = dice.choice(("left", "right"))
        if kind == "wall" and dice.random() < 0.1:
            one["bottom"] = 3
        if not _hits_a_middle(one):
            obstacles.append(one)
    cells = dice.sample([(x, y) for x in range(0, SIDE - 1, 2) for y in range(0, SIDE - 1, 2)], 6)
    sizes = (dice.choice((1, 1, 2)), 1, 2, 1, 1, 0.5)
    sides = ("heroes", "heroes", "foes", "foes", "neutral", "foes")
    tokens = [
        {"id": f"t{i}", "at": list(cell), "size": size, "side": side}
        for i, (cell, size, side) in enumerate(zip(cells, sizes, sides, strict=True))
    ]
    tokens[3]["conditions"] = ["dead"]
    board = {"obstacles": obstacles, "left": 0, "top": 0, "width": SIDE, "height": SIDE}
    options = {"difficult_diagonal": dice.choice(("three", "double"))}
    return {
        "format": 1,
        "system": "pathfinder",
        "options": options,
        "board": board,
        "tokens": tokens,
    }


def _hits_a_middle(o: Facts) -> bool:
    edge = shape(o).boundary if is_polygon(o) else shape(o)
    middles = shapely.MultiPoint([(x + 0.5, y + 0.5) for x in range(SIDE) for y in range(SIDE)])
    return bool(edge.distance(middles) < 1e-6)


def costs(case: dict[str, Any]) -> dict[Cell, int]:
    """Search all ways of t0: what each square costs, within a double move."""
    obstacles = [o for o in case["board"]["obstacles"] if not is_open_door(o)]
    stops = [
        o for o in obstacles if o["kind"] in ("wall", "door", "slit", "solid") and "bottom" not in o
    ]
    pillars = [o for o in stops if o["kind"] == "solid"]
    rubble = [shape(o) for o in obstacles if o["kind"] == "terrain"]
    me, *others = case["tokens"]
    size = me["size"]
    own = [(i, j) for i in range(size) for j in range(size)]
    foes, friends = set[Cell](), set[Cell]()
    for other in others:
        if "conditions" in other:
            continue
        x, y = other["at"]
        n = max(1, math.ceil(other["size"]))
        # two are hostile unless of one side or neutral
        foe = other["side"] == "foes"
        (foes if foe else friends).update((x + i, y + j) for i in range(n) for j in range(n))

    def holds(pillar: Facts, x: float, y: float) -> bool:
        return bool(shape(pillar).contains(shapely.Point(x, y)))

    def held(pillar: Facts, cell: Cell) -> int:
        return sum(holds(pillar, cell[0] + i + 0.5, cell[1] + j + 0.5) for i, j in own)

    def free(cell: Cell, way: Cell) -> bool:
        after = (cell[0] + way[0], cell[1] + way[1])
        for pillar in pillars:  # out of it, but not about in it
            if 0 < held(pillar, cell) <= held(pillar, after):
                return False
        for i, j in own:
            p = (cell[0] + i + 0.5, cell[1] + j + 0.5)
            q = (p[0] + way[0], p[1] + way[1])
            walls = Barriers([o for o in stops if o not in pillars or not holds(o, *p)])
            if properly(p, q, walls.on((float(way[0]), float(way[1])))):
                return False
        return True

    def slow(cell: Cell) -> bool:
        spots = [shapely.Point(cell[0] + i + 0.5, cell[1] + j + 0.5) for i, j in own]
        return any(area.intersects(spot) for area in rubble for spot in spots)

    flat = case["options"]["difficult_diagonal"] == "three"
    start: Cell = tuple(me["at"])
    queue = [(0, start, False)]
    best = {(start, False): 0}
    found: dict[Cell, int] = {}
    while queue:
        cost, cell, odd = heapq.heappop(queue)
        if cost > best[cell, odd]:
            continue
        spaces = {(cell[0] + i, cell[1] + j) for i, j in own}
        if cell == start or not spaces & friends:
            found[cell] = min(cost, found.get(cell, cost))
        for way in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
            after = (cell[0] + way[0], cell[1] + way[1])
            spaces = {(after[0] + i, after[1] + j) for i, j in own}
            if spaces & foes or any(not -1 < c < SIDE for square in spaces for c in square):
                continue
            crosswise = bool(way[0] and way[1])
            rough = slow(after)
            price, after_odd = (
                (2 if crosswise and odd else 1) * (2 if rough else 1),
                odd ^ crosswise,
            )
            if flat and crosswise and rough:  # the count of diagonals stands still
                price, after_odd = 3, odd
            node = (after, after_odd)
            if cost + price > 2 * SPEED or cost + price >= best.get(node, math.inf):
                continue
            if free(cell, way):
                best[node] = cost + price
                heapq.heappush(queue, (cost + price, *node))
    return found


@pytest.mark.parametrize("first", range(0, 6, 3))
def test_squares_of_this_turn_are_those_of_a_slow_search(first: int) -> None:
    for seed in range(first, first + 3):
        case = situation(seed)
        loaded = load_situation(case, registry.get)
        assert isinstance(loaded.system, SupportsHeat)
        patches = loaded.system.heat(loaded.state, HeatQuestion("reach", TokenId("t0")))
        rows = {tuple(cell): value for p in patches for cell, _, value, _ in p.cells()}
        size = case["tokens"][0]["size"]
        wanted = {
            cell: cost
            for cell, cost in costs(case).items()
            if all(0 <= c <= SIDE - size for c in cell)
        }
        assert rows == wanted, seed
