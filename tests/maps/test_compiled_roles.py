"""What an obstacle does to lines is found out once for all that are alike; none is mixed up."""

from __future__ import annotations

from itertools import product

from maps.compiled import AREA_ROLES, LINE_ROLES, Compiled
from maps.grid import point
from maps.shapes import DoorState, Grade, Kind, Obstacle, Sight, make_obstacle

CORNERS = (point(0, 0), point(2, 0), point(2, 2), point(0, 2))


def every_sort() -> list[Obstacle]:
    """Return obstacles of all kinds with facts of all sorts, each twice and far apart."""
    facts = product(
        Kind,
        (True, False),
        (True, False),
        Sight,
        (Grade.NONE, Grade.PARTIAL, Grade.HARD),
        (0, 20),
    )
    made = [
        make_obstacle(
            f"{i}", kind, CORNERS, open=open, stops_effect=stops, sight=sight,
            cover=cover, concealment=fog, state=DoorState.LOCKED if i % 3 else DoorState.CLOSED,
        )
        for i, (kind, open, stops, sight, cover, fog) in enumerate(facts)
    ]  # fmt: skip
    return made + [make_obstacle(f"w{i}", Kind.WALL, CORNERS[:2]) for i in range(3)] + made


def test_each_obstacle_has_the_roles_that_its_own_facts_give() -> None:
    obstacles = tuple(every_sort())
    found = Compiled(obstacles)
    for name, belongs in LINE_ROLES.items():
        assert found.lines[name] == {i for i, o in enumerate(obstacles) if belongs(o)}
    for name, (within, _) in AREA_ROLES.items():
        owners = [area.owner for area in found.areas[name]]
        assert owners == [i for i, o in enumerate(obstacles) if within(o)]
    assert all(found.lines.values())
    assert all(found.areas.values())
