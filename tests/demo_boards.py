"""The grounds of the demo fights, as boards with obstacles and a drawn floor."""

from __future__ import annotations

from collections.abc import Sequence

from maps.board import Board, Light
from maps.floor import Floor, FloorItem
from maps.grid import Point, point, to_sub
from maps.shapes import DoorState, Kind, Obstacle, make_obstacle

Spots = Sequence[tuple[float, float]]


def _points(spots: Spots) -> tuple[Point, ...]:
    return tuple(point(x, y) for x, y in spots)


def item(kind: str, spots: Spots, seed: int = 1, **args: float | str) -> FloorItem:
    return FloorItem(kind, _points(spots), seed, args)


def box(
    kind: str, place: tuple[float, float, float, float], seed: int = 1, **args: float | str
) -> FloorItem:
    x, y, w, h = place
    return item(kind, ((x, y), (x + w, y + h)), seed, **args)


def walls(lines: Sequence[Spots]) -> tuple[Obstacle, ...]:
    numbered = enumerate(lines, 1)
    return tuple(make_obstacle(f"w{i}", Kind.WALL, _points(line)) for i, line in numbered)


def square(id: str, x: float, y: float, side: float = 1) -> Obstacle:
    corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    return make_obstacle(id, Kind.SOLID, _points(corners))


def door(id: str, a: tuple[float, float], b: tuple[float, float], is_open: bool) -> Obstacle:
    state = DoorState.OPEN if is_open else DoorState.CLOSED
    return make_obstacle(id, Kind.DOOR, _points((a, b)), state=state)


def low(id: str, line: Spots) -> Obstacle:
    return make_obstacle(id, Kind.LOW, _points(line), open=True)


def halle_board() -> Board:
    """The hall below the Krähenfels: hall, shrine, cave with a pool, the yard before it."""
    hall = ((5.0, 1.0), (15.0, 1.0), (15.0, 9.0), (5.0, 9.0))
    shrine = ((15.0, 1.0), (22.0, 1.0), (22.0, 6.0), (15.0, 6.0))
    north = ((5.0, 1.0), (5.35, 0.6), (5.15, 0.0), (5.6, -0.8), (5.2, -2.0))
    south = (
        (5.0, 9.0),
        (5.45, 9.6),
        (5.1, 10.4),
        (5.5, 11.3),
        (5.05, 12.2),
        (5.5, 13.0),
        (5.1, 14.5),
        (5.5, 16.0),
        (5.2, 21.0),
    )
    yard = ((-3.0, -2.0), *reversed(north), *south, (-3.0, 21.0))
    west = ((9.0, 9.0), (8.6, 9.8), (7.2, 10.3), (6.5, 11.5), (6.9, 14.0), (6.5, 16.0), (6.8, 20.0))
    east = (
        (11.0, 9.0),
        (11.5, 9.7),
        (13.4, 10.2),
        (15.2, 9.7),
        (18.0, 10.1),
        (20.5, 9.5),
        (24.5, 9.9),
    )
    cave = (
        (9.0, 8.5),
        (11.0, 8.6),
        *east[1:6],
        (26.0, 9.9),
        (26.0, 22.0),
        (6.4, 22.0),
        (6.9, 14.0),
        (6.5, 11.5),
        (7.2, 10.3),
        (8.6, 9.8),
    )
    pool = (
        (26.0, 10.9),
        (22.5, 11.1),
        (19.6, 10.9),
        (17.2, 11.7),
        (14.6, 12.1),
        (12.6, 12.9),
        (12.0, 14.6),
        (12.4, 18.0),
        (12.0, 22.0),
        (26.0, 22.0),
    )
    deep = (
        (8.9, 8.9),
        (11.1, 8.9),
        (11.6, 9.3),
        (30.0, 9.3),
        (30.0, 24.0),
        (-4.0, 24.0),
        (-4.0, 9.3),
        (8.3, 9.3),
    )
    obstacles = (
        *walls(
            (
                ((5, 1), (15, 1)),
                ((5, 1), (5, 4)),
                ((5, 6), (5, 9)),
                ((15, 1), (15, 3)),
                ((15, 4), (15, 9)),
                ((5, 9), (9, 9)),
                ((11, 9), (15, 9)),
                ((15, 1), (22, 1), (22, 6), (15, 6)),
                west,
                east,
            )
        ),
        square("pillar1", 7, 2),
        square("pillar2", 7, 7),
        square("pillar3", 11, 7),
        low("low1", ((1.0, 9.0), (4.0, 9.0))),
        door("gate", (5, 6), (5, 4), True),
        door("door", (15, 3), (15, 4), True),
    )
    trees = (
        (1.2, 1.4, 1.15, 72, 92),
        (3.3, 2.5, 0.8, 75, 84),
        (0.7, 11.3, 1.25, 78, 92),
        (3.1, 11.9, 0.95, 79, 86),
        (-0.7, 8.2, 0.8, 73, 98),
    )
    items = (
        item("hatch", (), 7, depth=0.95),
        item("hatch", north, 8, depth=0.95),
        item("hatch", south, 9, depth=0.95),
        item("grass", yard, 21),
        item("edge", north, 5),
        item("edge", south, 6),
        item("path", ((-3, 5.4), (-1, 5.1), (1.4, 5.3), (3.4, 5.0), (5.2, 5.0)), 33, width=1.5),
        item("cave", cave, 11),
        item("water", pool, 44, flow=-0.25),
        item("flags", hall, 3),
        item("flags", shrine, 9, hue=222, sat=7, light=70),
        item("flags", ((9, 9), (11, 9), (11, 9.25), (9, 9.25)), 4),
        item("rough", deep),
        box("rug", (8.15, 4.1, 5.7, 1.8)),
        item("dim", shrine, alpha=0.17),
        box("slab", (19.7, 2.2, 0.9, 2.6), colour="#8D8F9E"),
        box("slab", (19.95, 2.9, 0.4, 1.2), colour="#8C3B35", corner=0.02, alpha=0.9),
        item("brazier", ((19.2, 1.6), *shrine)),
        item("brazier", ((19.2, 5.4), *shrine)),
        item("barrel", ((5.5, 8.45),)),
        item("barrel", ((6.1, 8.55),), radius=0.26),
        box("crate", (5.25, 1.25, 0.75, 0.7)),
        item("rubble", ((13.7, 8.1),), 82, radius=0.6, count=13),
        item("rubble", ((16.9, 10.9),), 84, radius=0.7, count=10),
        item("rubble", ((8.4, 11.6),), 86, radius=0.8, count=14),
        *(item("tree", ((x, y),), seed, radius=r, hue=hue) for x, y, r, seed, hue in trees),
    )
    lights = tuple(
        Light(f"brazier{i}", point(19.2, y), to_sub(2), to_sub(4))
        for i, y in enumerate((1.6, 5.4), 1)
    )
    return Board(
        width=24,
        height=16,
        obstacles=obstacles,
        lights=lights,
        floor=Floor("rock", 1, items),
        name="Halle unter dem Krähenfels",
    )
