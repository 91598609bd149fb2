"""What a drag asks of Pathfinder: badges of all foes, the plan of one shot, heat maps."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType

from maps.board import Board, Light
from maps.grid import SUB, Footprint, Point
from maps.shapes import Kind, Obstacle, make_obstacle
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, SideId, Token, TokenId
from rules.system.ground import HeatKind, HeatQuestion
from rules.systems.pathfinder import SYSTEM
from rules.systems.pathfinder.sheet import PathfinderSheet, PathfinderVitals
from tests.bench.bench_sight import free_walls, rooms, scalar, spaces, walls
from tests.bench.table import Row, timed

WIDTH, HEIGHT = 60, 40
ME = TokenId("me")


def token(id: str, space: Footprint, side: SideId) -> Token:
    sheet = PathfinderSheet(low_light_vision=True)
    return Token(TokenId(id), id, side, space, sheet, PathfinderVitals())


def fight(obstacles: Iterable[Obstacle], foes: int = 100, dark: bool = False) -> Encounter:
    """Put one shooter and many foes on a board."""
    middle = Footprint.at(30, 20)
    cells = [s for s in spaces(WIDTH, HEIGHT, foes + 30) if s != middle][:foes]
    tokens = [token(ME, middle, SideId.HEROES)]
    tokens += [token(f"foe-{i}", s, SideId.FOES) for i, s in enumerate(cells)]
    lights = tuple(
        Light(f"l{i}", Point(s.x, s.y), 4 * SUB, 8 * SUB)
        for i, s in enumerate(spaces(WIDTH, HEIGHT, 12, 3))
    )
    board = Board(WIDTH, HEIGHT, obstacles=tuple(obstacles), dark=dark, lights=lights)
    return Encounter("pathfinder", board=board, tokens=MappingProxyType({t.id: t for t in tokens}))


def mixed(count: int, seed: int = 4) -> tuple[Obstacle, ...]:
    """Scatter low walls, slits, hedges and fog among walls on grid edges."""
    rng = random.Random(seed)
    kinds = (Kind.WALL, Kind.WALL, Kind.LOW, Kind.SLIT, Kind.COVER)
    found = [
        replace(o, kind=Kind.WALL) if kind is Kind.WALL else make_obstacle(
            o.id, kind, o.points, open=True
        )
        for o in walls(WIDTH, HEIGHT, count)
        for kind in (rng.choice(kinds),)
    ]  # fmt: skip
    for i in range(20):
        x, y = rng.randrange(WIDTH) * SUB, rng.randrange(HEIGHT) * SUB
        ring = Footprint(x, y, 3 * SUB).corners()
        found.append(make_obstacle(f"fog{i}", Kind.FOG, ring))
    return tuple(found)


MAPS: dict[str, Callable[[], tuple[Obstacle, ...]]] = {
    "60 grid walls": lambda: walls(WIDTH, HEIGHT, 60),
    "470 grid walls": lambda: walls(WIDTH, HEIGHT, 470),
    "2,000 grid walls": lambda: walls(WIDTH, HEIGHT, 2000),
    "2,000 free walls": lambda: free_walls(WIDTH, HEIGHT, 2000),
    "rooms": lambda: rooms(WIDTH, HEIGHT),
    "470 walls, low walls, slits, 20 fogs": lambda: mixed(470),
}


def hover(state: Encounter, weapon: str = "longbow") -> float:
    """Time everything that a hover shows of all foes from where the shooter stands."""
    place = Footprint.at(31, 21)
    return timed(lambda: SYSTEM.glances(state, ME, place, weapon))


def lines_one_at_a_time(state: Encounter) -> float:
    """Time the lines alone of such a hover as shapely finds them, in milliseconds."""
    foes = [t.space for t in state.tokens.values() if t.id != ME]
    return scalar(tuple(state.board.obstacles), state.token(ME).space, foes)


def badges(state: Encounter, weapon: str = "longbow") -> float:
    """Time all badges for a new place each time, in milliseconds."""
    places = iter([Footprint.at(20 + i % 20, 12 + i % 13) for i in range(400)])
    return timed(lambda: SYSTEM.glances(state, ME, next(places), weapon), 12)


def plans(state: Encounter) -> float:
    """Time the plan of a shot at one foe after the other from a new place, in milliseconds."""
    actions = iter(
        AttackAction(
            ME, TokenId(f"foe-{i % 100}"), "longbow", place=Footprint.at(33, 22 + i // 100)
        )
        for i in range(400)
    )
    return timed(lambda: SYSTEM.plan(state, next(actions)), 40)


def heat(state: Encounter, kind: HeatKind) -> float:
    """Time a heat map of the whole board about one foe after the other, in milliseconds."""
    foes = iter(range(20))

    def work() -> int:
        question = HeatQuestion(kind, ME, TokenId(f"foe-{next(foes)}"), "longbow")
        return sum(1 for _ in SYSTEM.heat(state, question))

    return timed(work, 5)


def first(make: Callable[[], tuple[Obstacle, ...]], kind: HeatKind, foes: int) -> float:
    """Time the first squares of a heat map on a board that nobody has asked about yet."""
    taken = []
    for _ in range(3):
        state = fight(make(), foes)
        begin = time.process_time()
        question = HeatQuestion(kind, ME, TokenId("foe-0"), "longbow")
        next(patch for patch in SYSTEM.heat(state, question) if patch.known.any())
        taken.append((time.process_time() - begin) * 1000)
    return statistics.median(taken)


def _all_of(name: str, state: Encounter) -> Row:
    """Measure a hover; what the limit speaks of is the maps of 2,000 walls."""
    title, ours = f"A with everything a hover shows, {name}", hover(state)
    if not name.startswith("2,000"):
        return Row(title, ours, aim=8)
    return Row(title, ours, 8, lines_one_at_a_time(state))


def run() -> list[Row]:
    """Measure badges, plans and heat maps on all maps."""
    rows = []
    for name, make in MAPS.items():
        state = fight(make())
        rows.append(_all_of(name, state))
        rows.append(Row("  from a new place each time", badges(state), aim=8))
        rows.append(Row(f"  plan of one shot, {name}", plans(state), aim=2))
        rows.append(Row(f"  heat map, cover, 2,400 squares, {name}", heat(state, "cover"), aim=50))
        rows.append(Row("    its first squares on a new map", first(make, "cover", 100), 300))
        rows.append(Row("    safety from 10 foes, first squares", first(make, "safety", 10), 300))
    state = fight(rooms(WIDTH, HEIGHT), dark=True)
    rows.append(Row("badges of 100 foes, new place, dark rooms, 12 lights", badges(state), aim=8))
    few = fight(rooms(WIDTH, HEIGHT), foes=10)
    rows.append(Row("heat map, safety from 10 foes, rooms", heat(few, "safety"), aim=300))
    rows.append(Row("heat map, ways of this turn, rooms", heat(few, "reach"), aim=50))
    rows.append(Row("heat map, flanks, rooms", heat(few, "flank"), aim=50))
    big = replace(few, board=Board(200, 200, obstacles=walls(200, 200, 10_000)))
    rows.append(Row("heat map, cover, 40,000 squares, 10,000 walls", heat(big, "cover"), aim=1000))
    return rows
