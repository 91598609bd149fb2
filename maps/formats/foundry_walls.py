"""What a Foundry scene draws on its map: walls with all their flags, doors, lights."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from maps.board import Light, Zone
from maps.codec import MAX_OBSTACLES
from maps.formats import loose
from maps.formats.base import Findings
from maps.formats.chains import chains
from maps.formats.loose import Pair
from maps.grid import Point, to_sub
from maps.problems import Severity
from maps.shapes import (
    AREA_KINDS,
    DoorState,
    Grade,
    Kind,
    Obstacle,
    Side,
    Sight,
    make_obstacle,
)

NONE, LIMITED, NORMAL, PROXIMITY, DISTANCE = 0, 10, 20, 30, 40
"""What a wall does to one sense, in the numbers of version 9 and later."""
OLD_SENSE = {0: NONE, 1: NORMAL, 2: LIMITED}
OWN_FLAG = "schlachtplan"
"""Name of the flags in which our export keeps what Foundry has no words for."""
MAX_FAR = 90_000
"""Largest coordinate in squares."""
MAX_RANGE = 10_000
MAX_ZONES = 1_000
MAX_HEIGHT = 100_000
USUAL_COLOUR = "#ffd9a0"
SIDES: dict[int, Side] = {0: "both", 1: "left", 2: "right"}


@dataclass(frozen=True, slots=True)
class Frame:
    """How pixels become squares: the pixel of (0, 0), pixels and units of a square."""

    origin: Pair
    size: float
    distance: float

    def point(self, x: float, y: float) -> Point | None:
        """Return a point of the board; None for what lies impossibly far away."""
        x, y = (x - self.origin[0]) / self.size, (y - self.origin[1]) / self.size
        return None if max(abs(x), abs(y)) > MAX_FAR else Point(to_sub(x), to_sub(y))


@dataclass(frozen=True, slots=True)
class RawWall:
    """A wall as the file has it, in the numbers of today."""

    ends: tuple[Pair, Pair]
    place: str
    sight: int
    light: int
    move: int
    door: int
    state: int
    side: int
    bottom: float | None
    top: float | None
    own: Facts | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What a wall becomes; walls with equal facts may be one chain."""

    kind: Kind
    sight: Sight = Sight.STOPS
    stops_effect: bool = True
    stops_light: bool = True
    stops_move: bool = True
    cover: Grade = Grade.HARD
    state: DoorState = DoorState.CLOSED
    side: Side = "both"
    bottom: int | None = None
    top: int | None = None
    concealment: int = 0
    group: int = -1

    def make(self, id: str, points: tuple[Point, ...]) -> Obstacle:
        """Make an obstacle of points in sub-units; a ring whose ends meet becomes an area."""
        closed = self.group >= 0 and points[0] == points[-1] and len(points) > 3
        return make_obstacle(
            id,
            self.kind,
            points[:-1] if closed and self.kind in AREA_KINDS else points,
            open=self.kind in AREA_KINDS and not closed,
            concealment=self.concealment,
            state=self.state,
            stops_effect=self.stops_effect,
            sight=self.sight,
            stops_light=self.stops_light,
            stops_move=self.stops_move,
            cover=self.cover,
            side=self.side,
            bottom=self.bottom,
            top=self.top,
        )


@dataclass(slots=True)
class ThingReader:
    """Reads walls and lights of one scene; what cannot be used goes to ``found``."""

    found: Findings

    def _items(
        self, scene: Mapping[str, object], key: str
    ) -> Iterator[tuple[str, Mapping[str, object]]]:
        stated = scene.get(key)
        if stated is None:
            self.found.note("import_list_missing", key, key=key)
        elif not isinstance(stated, list):
            self.found.warn("import_item_broken", key)
        else:
            for index, item in enumerate(stated):
                if isinstance(item, dict):
                    yield f"{key}[{index}]", item
                else:
                    self.found.warn("import_item_broken", f"{key}[{index}]")

    # -- walls ---------------------------------------------------------------------------------

    def walls(self, scene: Mapping[str, object]) -> list[RawWall]:
        """Return the walls of a scene in its pixels; those without two ends are found faulty."""
        out = []
        for place, item in self._items(scene, "walls"):
            wall = self._wall(item, place)
            if wall is not None:
                out.append(wall)
        return out

    def _wall(self, item: Mapping[str, object], place: str) -> RawWall | None:
        ends = item.get("c")
        values = [loose.number(v) for v in ends] if isinstance(ends, list) else []
        good = [v for v in values if v is not None]
        if len(values) != 4 or len(good) != 4:  # two points
            self.found.warn("import_point_broken", f"{place}.c")
            return None
        sense = _code(item.get("sense"), -1)
        if sense >= 0:  # version 8 and earlier
            old = OLD_SENSE.get(sense, sense)
            sight = light = old
        else:
            sight = _code(item.get("sight"), NORMAL)
            light = _code(item.get("light"), NORMAL)
        bottom, top = self._heights(item, place)
        return RawWall(
            ((good[0], good[1]), (good[2], good[3])),
            place,
            sight,
            light,
            _code(item.get("move"), NORMAL),
            _code(item.get("door"), 0),
            _code(item.get("ds"), 0),
            _code(item.get("dir"), 0),
            bottom,
            top,
            _own(item),
        )

    def _heights(self, item: Mapping[str, object], place: str) -> tuple[float | None, float | None]:
        """Return the heights that the module Wall Height writes, in units of the scene."""
        flags = item.get("flags")
        stated = flags.get("wall-height", flags.get("wallHeight")) if isinstance(flags, dict) else 0
        if not isinstance(stated, dict):
            return None, None
        bottom = loose.number(stated.get("bottom", stated.get("wallHeightBottom")))
        top = loose.number(stated.get("top", stated.get("wallHeightTop")))
        if bottom is not None and top is not None and bottom > top:
            self.found.warn("foundry_heights_swapped", place)
            bottom, top = top, bottom
        return bottom, top

    # -- lights --------------------------------------------------------------------------------

    def lights(self, scene: Mapping[str, object], frame: Frame) -> tuple[Light, ...]:
        """Return the lights of a scene, equal ones once; places and radii in sub-units."""
        lights: dict[Light, None] = {}
        for place, item in self._items(scene, "lights"):
            light = self._light(item, place, frame)
            if light is None:
                continue
            if light in lights:
                self.found.at("import_duplicate", "", light.at)
            lights[light] = None
        return tuple(
            Light(f"light:{i}", o.at, o.bright, o.dim, o.colour, o.shadows)
            for i, o in enumerate(lights)
        )

    def zones(self, scene: Mapping[str, object], frame: Frame) -> tuple[Zone, ...]:
        """Return the notes of a scene as places; their long texts lie in journals elsewhere."""
        stated, made = scene.get("notes"), list[Zone]()
        for index, item in enumerate(stated[:MAX_ZONES] if isinstance(stated, list) else ()):
            table = item if isinstance(item, dict) else {}
            x, y = (loose.number(table.get(key)) for key in ("x", "y"))
            text = table.get("text")
            at = None if x is None or y is None else frame.point(x, y)
            if at is None:
                self.found.warn("import_point_broken", f"notes[{index}]")
                continue
            name = text.strip()[:200] if isinstance(text, str) else ""
            made.append(Zone(f"zone:{len(made)}", (at,), name))
            self.found.at("foundry_note", f"notes[{index}]", at, severity=Severity.NOTE)
        return tuple(made)

    def _light(self, item: Mapping[str, object], place: str, frame: Frame) -> Light | None:
        nested = item.get("config")
        config: Mapping[str, object] = nested if isinstance(nested, dict) else item
        x, y = loose.number(item.get("x")), loose.number(item.get("y"))
        at = None if x is None or y is None else frame.point(x, y)
        if at is None:
            self.found.warn("import_point_broken", place)
            return None
        radii = [(loose.number(config.get(k)) or 0) / frame.distance for k in ("bright", "dim")]
        if loose.flag(config.get("negative")) or min(radii) < 0:
            self.found.warn("foundry_darkness_left_out", place)
            return None
        if loose.flag(item.get("hidden")):
            self.found.note("foundry_light_off_left_out", place)
            return None
        bright, dim = min(radii[0], MAX_RANGE), min(max(radii), MAX_RANGE)
        if to_sub(dim) < 1:
            self.found.warn("light_without_range", place)
            return None
        angle = loose.number(config.get("angle"))
        if angle is not None and 0 < angle < 360:
            self.found.note("foundry_light_angle", place)
        colour = loose.colour(config.get("color", config.get("tintColor"))) or USUAL_COLOUR
        walls = loose.flag(item.get("walls"))
        shadows = walls is not False and item.get("t") != "u"
        return Light("", at, to_sub(bright), to_sub(dim), colour, shadows)


def obstacles_of(
    walls: list[RawWall], frame: Frame, see_through: str, found: Findings
) -> tuple[Obstacle, ...]:
    """Make obstacles of walls; pieces of no length and pieces drawn twice are left out."""
    groups: dict[Facts, list[tuple[Point, Point]]] = {}
    seen: set[tuple[Facts, Point, Point]] = set()
    for wall in walls:
        a, b = (frame.point(*end) for end in wall.ends)
        if a is None or b is None:
            found.warn("import_point_wild", wall.place)
            continue
        if a == b:
            found.at("import_zero_length", wall.place, a)
            continue
        facts = _facts(wall, frame, see_through, found, a)
        if facts is None:
            continue
        key = (facts, a, b) if facts.side != "both" else (facts, min(a, b), max(a, b))
        if key in seen:
            found.at("import_duplicate", wall.place, a)
            continue
        seen.add(key)
        groups.setdefault(facts, []).append((a, b))
    made: list[Obstacle] = []
    for facts, pieces in groups.items():
        lines: list[tuple[Point, ...]] = list(pieces)
        if facts.kind is not Kind.DOOR:
            lines = chains(pieces, directed=facts.side != "both")
        for line in lines:
            made.append(facts.make(f"{facts.kind}:{len(made)}", line))
    if len(made) > MAX_OBSTACLES:
        found.warn("obstacles_too_many", limit=MAX_OBSTACLES)
    return tuple(made[:MAX_OBSTACLES])


def _facts(
    wall: RawWall, frame: Frame, see_through: str, found: Findings, at: Point
) -> Facts | None:
    """Say what a wall becomes; None for what does nothing that a battle needs."""
    sight, stops_move = _sight(wall, found, at), wall.move != NONE
    light = wall.light in (NORMAL, DISTANCE)
    if sight is Sight.LIMITED and stops_move:
        light = wall.light != NONE  # rock that is seen into is no glass
    bottom, top = (_height(value, frame) for value in (wall.bottom, wall.top))
    side = SIDES.get(wall.side, "both")
    if side != "both":
        found.at("foundry_one_way", wall.place, at, severity=Severity.NOTE)
    base = Facts(Kind.WALL, sight, True, light, stops_move, Grade.HARD, DoorState.CLOSED, side)
    values: dict[str, object] = {"bottom": bottom, "top": top}
    if (own := wall.own) is not None:
        state = _state(wall, found, at) if own.kind is Kind.DOOR else DoorState.CLOSED
        return _with(own, sight=sight, stops_light=wall.light != NONE, stops_move=stops_move,
                     state=state, side=side, **values)  # fmt: skip
    if wall.door:
        state = _state(wall, found, at)
        if sight is Sight.FREE:
            return _with(base, kind=Kind.DOOR, state=state, stops_effect=False,
                         cover=Grade.PARTIAL, **values)  # fmt: skip
        return _with(base, kind=Kind.DOOR, state=state, **values)
    match sight, stops_move:
        case Sight.STOPS | Sight.LIMITED, True:
            if sight is Sight.LIMITED:
                found.at("foundry_terrain", wall.place, at, severity=Severity.NOTE)
            return _with(base, **values)
        case Sight.LIMITED, False:
            found.at("foundry_thicket", wall.place, at, severity=Severity.NOTE)
            return _with(base, kind=Kind.COVER, stops_effect=False, cover=Grade.PARTIAL, **values)
        case Sight.STOPS, False:
            found.at("foundry_ethereal", wall.place, at, severity=Severity.NOTE)
            return _with(base, stops_effect=False, cover=Grade.NONE, **values)
        case _, True:
            return _see_through(_with(base, **values), see_through, found, wall.place, at)
    if light:
        found.at("foundry_light_only", wall.place, at, severity=Severity.NOTE)
        return _with(base, stops_effect=False, cover=Grade.NONE, **values)
    found.at("foundry_nothing_left_out", wall.place, at)
    return None


def _see_through(base: Facts, wanted: str, found: Findings, place: str, at: Point) -> Facts | None:
    """Say what becomes of a wall that stops steps only."""
    match wanted:
        case "window":
            found.at("foundry_see_through", place, at, severity=Severity.NOTE)
            return _with(base, kind=Kind.SLIT, stops_effect=False, cover=Grade.IMPROVED)
        case "low":
            return _with(base, kind=Kind.LOW, stops_effect=False, cover=Grade.HARD)
        case _:
            return _with(base, kind=Kind.WALL, stops_effect=False, cover=Grade.NONE)


def _with(base: Facts, **changes: object) -> Facts:
    values = {name: getattr(base, name) for name in Facts.__slots__}
    return Facts(**{**values, **changes})


def _sight(wall: RawWall, found: Findings, at: Point) -> Sight:
    match wall.sight:
        case 0:
            return Sight.FREE
        case 10:
            return Sight.LIMITED
        case 30:
            found.at("foundry_proximity", wall.place, at, severity=Severity.NOTE)
            return Sight.FREE
        case 40:
            found.at("foundry_distance_wall", wall.place, at, severity=Severity.NOTE)
    return Sight.STOPS


def _state(wall: RawWall, found: Findings, at: Point) -> DoorState:
    """Return the state of a door; a secret door that is shut stays secret."""
    if wall.state == 1:
        if wall.door == 2:
            found.at("foundry_secret_open", wall.place, at, severity=Severity.NOTE)
        return DoorState.OPEN
    if wall.door == 2:
        if wall.state == 2:
            found.at("foundry_secret_locked", wall.place, at, severity=Severity.NOTE)
        return DoorState.SECRET
    return DoorState.LOCKED if wall.state == 2 else DoorState.CLOSED


def _height(value: float | None, frame: Frame) -> int | None:
    if value is None or not math.isfinite(value) or abs(value) / frame.distance > MAX_HEIGHT:
        return None
    return to_sub(value / frame.distance)


def _own(item: Mapping[str, object]) -> Facts | None:
    """Read what our own export says of a wall beyond the words of Foundry."""
    flags = item.get("flags")
    stated = flags.get(OWN_FLAG) if isinstance(flags, dict) else None
    if not isinstance(stated, dict):
        return None
    try:
        kind, cover = Kind(str(stated.get("kind"))), Grade(str(stated.get("cover")))
    except ValueError:
        return None
    return Facts(
        kind,
        stops_effect=loose.flag(stated.get("effect")) is True,
        cover=cover,
        concealment=min(100, _code(stated.get("concealment"), 0)),
        group=_code(stated.get("group"), -1, 10 * MAX_OBSTACLES),
    )


def _code(value: object, default: int, most: int = 1000) -> int:
    """Read a small whole number; anything else is the default."""
    found = loose.number(value)
    return (
        int(found) if found is not None and 0 <= found <= most and found == int(found) else default
    )
