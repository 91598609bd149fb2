"""The grounds of four more demo fights: mill bridge, castle yard, crypt and tower."""

from __future__ import annotations

from maps.board import Board, Light
from maps.floor import Floor, FloorItem
from maps.grid import point, to_sub
from tests.demo_boards import box, door, item, low, square, walls

EVERYWHERE = ((-3.0, -3.0), (28.0, -3.0), (28.0, 18.0), (-3.0, 18.0))


def trees(*trees: tuple[float, float, float, int, float]) -> tuple[FloorItem, ...]:
    return tuple(item("tree", ((x, y),), seed, radius=r, hue=hue) for x, y, r, seed, hue in trees)


def bruecke_board() -> Board:
    """An ambush at the mill bridge: a stream, a plank bridge, the mill, a road."""
    stream = (
        (9.3, -2.0),
        (10.1, 1.0),
        (9.5, 3.4),
        (10.1, 6.0),
        (9.9, 9.0),
        (11.0, 11.5),
        (10.6, 17.0),
        (14.6, 17.0),
        (14.8, 12.0),
        (13.5, 9.4),
        (13.2, 6.0),
        (13.5, 3.4),
        (14.0, 1.0),
        (13.0, -2.0),
    )
    mill = ((15.0, 1.0), (20.0, 1.0), (20.0, 5.0), (15.0, 5.0))
    bridge = ((9.1, 5.0), (14.1, 5.0), (14.1, 7.0), (9.1, 7.0))
    items = (
        item("grass", EVERYWHERE, 121),
        item(
            "cobble",
            ((14.2, 5.2), (22.6, 4.9), (22.2, 8.0), (18.0, 7.6), (14.4, 7.4)),
            130,
            light=68,
            curved=1,
        ),
        item("path", ((-3, 6.6), (0, 6.4), (3, 5.9), (6, 6.1), (9.6, 6)), 133, width=1.7),
        item("path", ((13.6, 6), (17, 6.2), (20, 6.6), (24, 6.1), (28, 6.3)), 134, width=1.7),
        item("water", stream, 144, flow=1.45),
        item("planks", mill, 151),
        item("planks", bridge, 152, upright=1, light=58),
        *(box("slab", (9, y, 5.2, 0.16), colour="#7E5A34", corner=0.03) for y in (4.86, 6.98)),
        *(
            box("slab", (x, y, 0.22, 0.3), colour="#8F673C", corner=0.04)
            for x in (9, 10.7, 12.35, 14.02)
            for y in (4.8, 6.9)
        ),
        box("crate", (16.6, 1.3, 0.9, 0.8)),
        box("crate", (17.6, 1.3, 0.7, 0.7)),
        item("barrel", ((19.5, 1.55),), radius=0.32),
        item("barrel", ((19.45, 2.25),), radius=0.28),
        box("slab", (18.3, 3.2, 1.1, 1.1), colour="#A59C8C", corner=0.5),
        box("slab", (18.65, 3.55, 0.4, 0.4), colour="#8B8171", corner=0.5),
        *(
            box(
                "slab",
                (12.75 + 0.03 * (i % 2), 1.35 + i * 0.36, 1.25, 0.15),
                colour="#7E5A34",
                corner=0.03,
            )
            for i in range(7)
        ),
        box("slab", (12.65, 1.2, 0.13, 2.75), colour="#5E4426", corner=0.03),
        box("slab", (13.95, 1.2, 0.13, 2.75), colour="#5E4426", corner=0.03),
        box("slab", (12.5, 2.42, 2.45, 0.24), colour="#4A331C", corner=0.03),
        item("rubble", ((9.2, 8.6),), 170, radius=0.5, count=9),
        item("rubble", ((14.2, 9.8),), 171, radius=0.6, count=12),
        item("rubble", ((9, 2.4),), 172, radius=0.45, count=8),
        box("slab", (6.2, 6.95, 1.6, 0.9), colour="#9A6C3C", corner=0.05),
        *trees(
            (2, 2.2, 1.35, 190, 92),
            (4.6, 1.2, 1, 191, 84),
            (0.2, 4, 1, 192, 100),
            (6.9, 2.9, 0.85, 193, 88),
            (1.2, 11.2, 1.2, 194, 86),
            (4.6, 11.7, 1.25, 195, 92),
            (7.6, 10.9, 0.8, 196, 102),
            (22.6, 11.4, 1.3, 197, 84),
            (19.8, 12, 1, 198, 92),
            (23.4, 2.4, 1, 199, 96),
        ),
    )
    obstacles = (
        *walls((((15, 5), (15, 1), (20, 1), (20, 5), (18, 5)), ((17, 5), (15, 5)))),
        low("low1", ((15.0, 8.2), (19.5, 8.2))),
        low("low2", ((2.5, 8.8), (6.5, 9.2))),
        door("door", (17, 5), (18, 5), True),
    )
    return Board(
        width=24,
        height=14,
        obstacles=obstacles,
        floor=Floor("rock", 1, items),
        name="Überfall an der Mühlbrücke",
    )


def hof_board() -> Board:
    """A feud in the castle yard: a hall, a well, a low fence, four towers, the gate."""
    hall = ((1.0, 1.0), (8.0, 1.0), (8.0, 6.0), (1.0, 6.0))
    yard = ((8.0, 1.0), (22.0, 1.0), (22.0, 11.0), (1.0, 11.0), (1.0, 6.0), (8.0, 6.0))
    items = (
        item("grass", EVERYWHERE, 221),
        item("path", ((15.5, 17), (15.5, 13), (15.5, 10.6)), 233, width=2.2),
        item("cobble", yard, 208),
        item("planks", hall, 251),
        item("cobble", ((14, 10.7), (17, 10.7), (17, 11.3), (14, 11.3)), 209),
        item(
            "grass",
            ((18.2, 7.4), (21.8, 7.2), (21.8, 10.8), (18.6, 10.7), (17.8, 9)),
            222,
            curved=1,
        ),
        item("grass", ((1.2, 8.2), (3, 7.8), (4.4, 9.4), (3.4, 10.8), (1.2, 10.8)), 223, curved=1),
        box("slab", (2, 2.4, 3.4, 1), colour="#9A6C3C", corner=0.05),
        *(
            box("slab", (x, y, 0.55, 0.5), colour="#8F673C", corner=0.1)
            for x in (2.3, 3.3, 4.3)
            for y in (1.75, 3.55)
        ),
        box("slab", (6.4, 1.2, 1.3, 0.55), colour="#6E675C", corner=0.04),
        item("brazier", ((7.05, 1.45), *hall)),
        box("rug", (5.9, 4.1, 1.6, 1.2), colour="#3F5A7A"),
        box("slab", (12.1, 5.1, 1.8, 1.8), colour="#A59C8C", corner=0.5),
        item("disc", ((13, 6),), radius=0.58, colour="#3B5F70"),
        box("slab", (11.95, 5.9, 2.1, 0.16), colour="#7E5A34", corner=0.03),
        box("straw", (16, 1.35, 5.4, 1.55), 300),
        box("crate", (9, 1.3, 0.9, 0.9)),
        box("crate", (10, 1.3, 0.75, 0.75)),
        box("crate", (9.1, 2.3, 0.7, 0.7)),
        item("barrel", ((21.4, 4.2),), radius=0.33),
        item("barrel", ((21.4, 5),), radius=0.33),
        item("barrel", ((20.7, 4.5),), radius=0.3),
        item("rubble", ((10.8, 8.6),), 270, radius=0.6, count=12),
        *(item("tower", ((x, y),), radius=0.75) for x in (22, 1) for y in (1, 11)),
        *trees(
            (20.3, 9.3, 1, 290, 88),
            (2.2, 9.6, 0.85, 291, 96),
            (12, 12.6, 1, 292, 86),
            (19.5, 12.9, 1.1, 293, 92),
            (24, 4, 1.2, 294, 84),
            (5, 13, 1.2, 295, 92),
        ),
    )
    obstacles = (
        *walls(
            (
                ((1, 11), (1, 1), (8, 1), (8, 4)),
                ((8, 5), (8, 6), (1, 6)),
                ((8, 1), (22, 1), (22, 11), (17, 11)),
                ((14, 11), (1, 11)),
                ((10, 11), (10, 9)),
            )
        ),
        low("well", ((12.2, 5.2), (13.8, 5.2), (13.8, 6.8), (12.2, 6.8), (12.2, 5.2))),
        low("low1", ((15.6, 3.2), (21.2, 3.2))),
        door("door", (8, 4), (8, 5), True),
        door("gate", (14, 11), (17, 11), True),
    )
    return Board(
        width=24,
        height=14,
        obstacles=obstacles,
        floor=Floor("rock", 202, items),
        name="Fehde im Burghof",
    )


def gruft_board() -> Board:
    """The crypt of the twelve: a chamber of graves, a corridor, a hall with a basin."""
    graves = ((3.0, 2.0), (10.0, 2.0), (10.0, 9.0), (3.0, 9.0))
    way = ((10.0, 5.0), (14.0, 5.0), (14.0, 6.0), (10.0, 6.0))
    hall = ((14.0, 1.0), (22.0, 1.0), (22.0, 11.0), (14.0, 11.0))
    basin = (
        (16.6, 5.1),
        (18.0, 4.7),
        (19.5, 5.1),
        (19.9, 6.0),
        (19.4, 7.0),
        (18.0, 7.3),
        (16.6, 6.9),
        (16.2, 6.0),
    )
    fires = ((15.0, 2.0), (15.0, 10.0), (21.0, 2.0), (21.0, 10.0))
    items = (
        item("hatch", (), 303, depth=1),
        item("flags", graves, 304, hue=40, sat=12, light=72),
        item("flags", way, 305),
        item("flags", hall, 306, hue=210, sat=6, light=70),
        item("water", basin, 307),
        *(
            box("slab", (4 + i * 2, y, 0.9, 1.9), colour="#A9A194")
            for i in range(3)
            for y in (2.5, 6.6)
        ),
        box("slab", (20.6, 5.1, 0.9, 1.9), colour="#8D8F9E"),
        *(item("brazier", (fire, *hall)) for fire in fires),
    )
    obstacles = (
        *walls(
            (
                ((3, 9), (3, 2), (10, 2), (10, 5)),
                ((10, 6), (10, 9), (3, 9)),
                ((10, 5), (14, 5)),
                ((14, 5), (14, 1), (22, 1), (22, 11), (14, 11), (14, 6)),
                ((14, 6), (10, 6)),
            )
        ),
        *(
            square(f"pillar{i}", x, y)
            for i, (x, y) in enumerate(((16, 3), (19, 3), (16, 8), (19, 8)), 1)
        ),
        door("door1", (10, 5), (10, 6), False),
        door("door2", (14, 5), (14, 6), True),
    )
    lights = tuple(
        Light(f"brazier{i}", point(x, y), to_sub(2), to_sub(4)) for i, (x, y) in enumerate(fires, 1)
    )
    return Board(
        width=24,
        height=12,
        obstacles=obstacles,
        lights=lights,
        floor=Floor("rock", 302, items),
        name="Die Gruft der Zwölf",
    )


def turm_board() -> Board:
    """Watch at the fog tower: a broken round tower in the mist, a road, a bog."""
    inside = (
        (13.0, 3.0),
        (15.0, 2.0),
        (18.0, 2.2),
        (19.6, 4.0),
        (19.5, 7.0),
        (17.6, 8.6),
        (14.6, 8.3),
        (12.6, 5.2),
    )
    bog = (
        (-4.0, 8.6),
        (1.0, 9.2),
        (4.0, 10.4),
        (8.0, 10.2),
        (11.0, 11.6),
        (14.0, 13.0),
        (14.0, 18.0),
        (-4.0, 18.0),
    )
    road = ((28, 9.6), (23, 9.4), (19, 9.6), (15, 9), (14, 8), (9, 6.6), (4, 6.6), (-3, 5.6))
    items = (
        item("grass", EVERYWHERE, 421),
        item("water", bog, 444, flow=0.2),
        item("path", road, 433, width=1.3),
        item("flags", inside, 405),
        item("rubble", ((14.4, 8),), 406, radius=0.8, count=22),
        item("rubble", ((12.9, 4),), 407, radius=0.6, count=12),
        box("stairs", (17, 3, 1.6, 1.2), steps=5),
        item("rubble", ((7, 9),), 440, radius=0.6, count=10),
        *trees(
            (2, 1.5, 1.4, 432, 92),
            (5, 1, 1, 435, 84),
            (22, 2, 1.3, 452, 92),
            (23.5, 6, 1.2, 453, 100),
            (9, 1.4, 1, 439, 88),
            (21, 12, 1.3, 451, 90),
            (17, 12, 1, 447, 84),
            (1, 4.4, 0.8, 431, 100),
        ),
    )
    obstacles = (
        *walls(
            (
                ((13, 3), (15, 2), (18, 2.2), (19.6, 4), (19.5, 7), (17.6, 8.6), (15.4, 8.4)),
                ((13.6, 7.2), (12.6, 5.2), (12.7, 4.2)),
            )
        ),
        low("low1", ((4.0, 4.0), (8.0, 3.2), (10.0, 4.0))),
    )
    return Board(
        width=25,
        height=14,
        obstacles=obstacles,
        floor=Floor("rock", 421, items),
        name="Wacht am Nebelturm",
    )
