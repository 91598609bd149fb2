"""The border for boards: a JSON dict becomes a ``Board`` and back, nothing is lost.

Lengths in the dict are squares (x right, y down, fractional and negative allowed),
inside they are sub-units. Other borders may embed ``BoardData`` and turn what
pydantic complains about into a problem with ``problem_of``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from maps.board import Board, Light, Picture, Stairs, Storey, Zone
from maps.floor import Floor, FloorItem
from maps.grid import SUB, Cell, Point, from_sub, point, to_sub
from maps.problems import Problem, Severity, UnreadableFileError
from maps.shapes import FACTS, DoorState, Grade, Kind, Obstacle, Side, Sight, make_obstacle

MAX_OBSTACLES = 100_000
MAX_POINTS = 10_000
MAX_STOREYS = 100
MAX_COORDINATE = 100_000
"""Largest coordinate in squares, in both directions."""
MIN_WIDTH, MIN_HEIGHT = 24, 16
"""Smallest bounds in squares that are chosen for a board that does not state its own."""

CONCEALMENT = {"partial": 20, "total": 50}
"""Words for the usual miss chances in percent."""

_FACT_NAMES = tuple(FACTS[Kind.WALL].__slots__)


def _percent(value: object) -> object:
    return CONCEALMENT.get(value, value) if isinstance(value, str) else value


Number = Annotated[
    float, Field(strict=True, allow_inf_nan=False, ge=-MAX_COORDINATE, le=MAX_COORDINATE)
]
Length = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=MAX_COORDINATE)]
Whole = Annotated[int, Field(strict=True, ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
Count = Annotated[int, Field(strict=True, ge=1, le=MAX_COORDINATE)]
Seed = Annotated[int, Field(strict=True, ge=-(2**63), lt=2**63)]
Flag = Annotated[bool, Field(strict=True)]
Pair = tuple[Number, Number]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Percent = Annotated[int, BeforeValidator(_percent), Field(strict=True, ge=0, le=100)]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
Asset = Annotated[str, Field(pattern=r"^[0-9A-Za-z_.:-]{1,128}$")]
Text = Annotated[str, Field(max_length=1_000)]
Note = Annotated[str, Field(max_length=20_000)]
Argument = Annotated[float, Field(strict=True, allow_inf_nan=False)] | Text


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class ObstacleData(_Data):
    """One obstacle; facts that are left out are those of its kind."""

    kind: Kind
    points: Annotated[tuple[Pair, ...], Field(min_length=2, max_length=MAX_POINTS)]
    id: Name | None = None
    open: Flag = False
    state: DoorState = DoorState.CLOSED
    stops_effect: Flag | None = None
    sight: Sight | None = None
    opaque: Flag | None = None
    stops_light: Flag | None = None
    stops_move: Flag | None = None
    cover: Grade | None = None
    concealment: Percent | None = None
    side: Side = "both"
    bottom: Number | None = None
    top: Number | None = None

    @model_validator(mode="after")
    def _check_height(self) -> Self:
        if self.bottom is not None and self.top is not None and self.bottom > self.top:
            raise ValueError("bottom above top")
        return self

    def to_obstacle(self, index: int) -> Obstacle:
        """Make the obstacle; without an id it is called after its kind and ``index``."""
        facts: dict[str, object] = {
            name: value for name in _FACT_NAMES if (value := getattr(self, name)) is not None
        }
        if self.opaque is not None:
            facts.setdefault("sight", Sight.STOPS if self.opaque else Sight.FREE)
        return make_obstacle(
            self.id or f"{self.kind}:{index}",
            self.kind,
            _points(self.points),
            open=self.open,
            state=self.state,
            side=self.side,
            bottom=None if self.bottom is None else to_sub(self.bottom),
            top=None if self.top is None else to_sub(self.top),
            **facts,
        )


class LightData(_Data):
    """A light; radii in squares."""

    at: Pair
    bright: Length
    dim: Length
    id: Name | None = None
    colour: Colour = "#ffd9a0"
    shadows: Flag = True

    def to_light(self, index: int) -> Light:
        id = self.id or f"light:{index}"
        bright, dim = to_sub(self.bright), to_sub(self.dim)
        return Light(id, point(*self.at), bright, dim, self.colour, self.shadows)


class PictureData(_Data):
    """A picture by the hash of its asset; place and size in squares."""

    asset: Asset
    width: Length
    height: Length
    x: Number = 0
    y: Number = 0

    def to_picture(self) -> Picture:
        x, y, width, height = map(to_sub, (self.x, self.y, self.width, self.height))
        return Picture(self.asset, x, y, width, height)


class ZoneData(_Data):
    """A zone: one point or the corners of an area; the picture by the hash of its asset."""

    points: Annotated[tuple[Pair, ...], Field(min_length=1, max_length=MAX_POINTS)]
    id: Name | None = None
    name: Text = ""
    note: Note = ""
    picture: Asset | Literal[""] = ""

    def to_zone(self, index: int) -> Zone:
        id = self.id or f"zone:{index}"
        return Zone(id, _points(self.points), self.name, self.note, self.picture)


class StoreyData(_Data):
    """A storey: its name, its bounds in squares, the picture under it."""

    id: Name
    left: Whole
    top: Whole
    width: Count
    height: Count
    name: Text = ""
    picture: PictureData | None = None

    def to_storey(self) -> Storey:
        picture = self.picture.to_picture() if self.picture else None
        bounds = (self.left, self.top, self.width, self.height)
        return Storey(self.id, self.name, *bounds, picture)


class StairsData(_Data):
    """Stairs: the squares that they join."""

    id: Name
    a: tuple[Whole, Whole]
    b: tuple[Whole, Whole]

    def to_stairs(self) -> Stairs:
        return Stairs(self.id, Cell(*self.a), Cell(*self.b))


class FloorItemData(_Data):
    """One piece of ground or furniture."""

    kind: Name
    points: Annotated[tuple[Pair, ...], Field(max_length=MAX_POINTS)]
    seed: Seed = 1
    args: Annotated[dict[Name, Argument], Field(max_length=100)] = Field(default_factory=dict)


class FloorData(_Data):
    """The drawn floor."""

    ground: Name = "flags"
    seed: Seed = 1
    items: Annotated[tuple[FloorItemData, ...], Field(max_length=MAX_OBSTACLES)] = ()

    def to_floor(self) -> Floor:
        items = (FloorItem(i.kind, _points(i.points), i.seed, dict(i.args)) for i in self.items)
        return Floor(self.ground, self.seed, tuple(items))


class BoardData(_Data):
    """A board as it stands in files; bounds that are left out fit what there is."""

    name: Text = ""
    width: Count | None = None
    height: Count | None = None
    left: Whole | None = None
    top: Whole | None = None
    obstacles: Annotated[tuple[ObstacleData, ...], Field(max_length=MAX_OBSTACLES)] = ()
    lights: Annotated[tuple[LightData, ...], Field(max_length=MAX_OBSTACLES)] = ()
    dark: Flag = False
    picture: PictureData | None = None
    floor: FloorData = FloorData()
    zones: Annotated[tuple[ZoneData, ...], Field(max_length=MAX_OBSTACLES)] = ()
    storeys: Annotated[tuple[StoreyData, ...], Field(max_length=MAX_STOREYS)] = ()
    stairs: Annotated[tuple[StairsData, ...], Field(max_length=MAX_OBSTACLES)] = ()

    def to_board(self, place: str = "board") -> Board:
        """Make the board. Raises UnreadableFileError when an id occurs twice."""
        obstacles = tuple(o.to_obstacle(i) for i, o in enumerate(self.obstacles))
        lights = tuple(light.to_light(i) for i, light in enumerate(self.lights))
        _refuse_twice((o.id for o in obstacles), f"{place}.obstacles")
        _refuse_twice((light.id for light in lights), f"{place}.lights")
        zones = tuple(zone.to_zone(i) for i, zone in enumerate(self.zones))
        _refuse_twice((zone.id for zone in zones), f"{place}.zones")
        storeys = tuple(storey.to_storey() for storey in self.storeys)
        _refuse_twice((storey.id for storey in storeys), f"{place}.storeys")
        _refuse_close(storeys, f"{place}.storeys")
        stairs = tuple(one.to_stairs() for one in self.stairs)
        _refuse_twice((one.id for one in stairs), f"{place}.stairs")
        picture = self.picture.to_picture() if self.picture else None
        floor = self.floor.to_floor()
        left, top, width, height = default_bounds(obstacles, lights, picture, floor, storeys)
        return Board(
            width=width if self.width is None else self.width,
            height=height if self.height is None else self.height,
            left=left if self.left is None else self.left,
            top=top if self.top is None else self.top,
            obstacles=obstacles,
            lights=lights,
            dark=self.dark,
            picture=picture,
            floor=floor,
            name=self.name,
            zones=zones,
            storeys=storeys,
            stairs=stairs,
        )


def board_from_dict(data: object, place: str = "board") -> Board:
    """Read a board; ``place`` names the dict in problems.

    Raises UnreadableFileError with the first thing that is wrong and its place.
    """
    try:
        return BoardData.model_validate(data).to_board(place)
    except ValidationError as error:
        raise UnreadableFileError(problem_of(error, place)) from error


def board_to_dict(board: Board) -> dict[str, Any]:
    """Write a board as plain JSON values; what ``board_from_dict`` assumes is left out."""
    out: dict[str, Any] = {"name": board.name} if board.name else {}
    fit = default_bounds(board.obstacles, board.lights, board.picture, board.floor, board.storeys)
    bounds = (board.left, board.top, board.width, board.height)
    if bounds != fit:
        out.update(zip(("left", "top", "width", "height"), bounds, strict=True))
    if board.obstacles:
        out["obstacles"] = [obstacle_to_dict(o, i) for i, o in enumerate(board.obstacles)]
    if board.lights:
        out["lights"] = [light_to_dict(light, i) for i, light in enumerate(board.lights)]
    if board.dark:
        out["dark"] = True
    if board.picture:
        out["picture"] = _picture_to_dict(board.picture)
    if board.floor != Floor():
        out["floor"] = floor_to_dict(board.floor)
    if board.zones:
        out["zones"] = [zone_to_dict(zone, i) for i, zone in enumerate(board.zones)]
    if board.storeys:
        out["storeys"] = [storey_to_dict(storey) for storey in board.storeys]
    if board.stairs:
        out["stairs"] = [stairs_to_dict(stairs) for stairs in board.stairs]
    return out


def obstacle_to_dict(obstacle: Obstacle, index: int) -> dict[str, Any]:
    """Write one obstacle that stands at ``index`` of the list."""
    out: dict[str, Any] = {"kind": obstacle.kind.value, "points": _pairs(obstacle.points)}
    if obstacle.id != f"{obstacle.kind}:{index}":
        out["id"] = obstacle.id
    if obstacle.open:
        out["open"] = True
    if obstacle.state is not DoorState.CLOSED:
        out["state"] = obstacle.state.value
    base = FACTS[obstacle.kind]
    for name in _FACT_NAMES:
        value = getattr(obstacle, name)
        if value != getattr(base, name):
            out[name] = value.value if isinstance(value, Sight | Grade) else value
    if obstacle.side != "both":
        out["side"] = obstacle.side
    for name, height in (("bottom", obstacle.bottom), ("top", obstacle.top)):
        if height is not None:
            out[name] = from_sub(height)
    return out


def default_bounds(
    obstacles: Iterable[Obstacle],
    lights: Iterable[Light] = (),
    picture: Picture | None = None,
    floor: Floor | None = None,
    storeys: Iterable[Storey] = (),
) -> tuple[int, int, int, int]:
    """Return (left, top, width, height) in squares around everything.

    At least 24×16; small things near the origin keep the corner at (0, 0).
    """
    points = [p for o in obstacles for p in o.points]
    points += (light.at for light in lights)
    points += (p for item in (floor.items if floor else ()) for p in item.points)
    if picture:
        points += (
            Point(picture.x, picture.y),
            Point(picture.x + picture.width, picture.y + picture.height),
        )
    for storey in storeys:
        right, bottom = storey.left + storey.width, storey.top + storey.height
        points += (Point(storey.left * SUB, storey.top * SUB), Point(right * SUB, bottom * SUB))
    left, width = _span([p.x for p in points], MIN_WIDTH)
    top, height = _span([p.y for p in points], MIN_HEIGHT)
    return left, top, width, height


def problem_of(error: ValidationError, place: str = "") -> Problem:
    """Turn the first complaint of pydantic into a problem that names key and place."""
    first = error.errors(include_url=False)[0]
    loc = first["loc"]
    context = first.get("ctx", {})
    where = place_of(loc, place)
    args: dict[str, object] = {"place": where, "key": str(loc[-1]) if loc else place}
    match first["type"]:
        case "extra_forbidden":
            code = "key_unknown"
        case "missing":
            code = "key_missing"
        case "finite_number":
            code = "number_not_finite"
        case "too_long" | "string_too_long":
            code, args["limit"] = "list_too_long", context.get("max_length", "")
        case "too_short" | "string_too_short":
            code, args["limit"] = "list_too_short", context.get("min_length", "")
        case "enum" | "literal_error":
            code, args["known"] = "word_unknown", str(context.get("expected", ""))
        case "greater_than_equal" | "less_than_equal" | "less_than" | "int_parsing_size":
            code = "number_out_of_range"
        case "dice.many":
            code, args = "dice.many", {**args, **context}
        case _:
            code = "value_wrong"
    args["value"] = _short(first.get("input"))
    return Problem(code, Severity.ERROR, where, args)


def place_of(loc: Iterable[int | str], root: str = "") -> str:
    """Write a place in a file: ``("obstacles", 0, "kind")`` → ``root.obstacles[0].kind``."""
    text = root
    for part in loc:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def _short(value: object) -> str:
    if isinstance(value, Mapping | list | tuple):
        return "…"
    text = repr(value) if not isinstance(value, str) else value
    return text if len(text) <= 60 else text[:59] + "…"


def _points(pairs: Iterable[tuple[float, float]]) -> tuple[Point, ...]:
    return tuple(point(x, y) for x, y in pairs)


def _pairs(points: Iterable[Point]) -> list[list[int | float]]:
    return [[from_sub(p.x), from_sub(p.y)] for p in points]


def _span(values: list[int], least: int) -> tuple[int, int]:
    if not values:
        return 0, least
    first, last = math.floor(min(values) / SUB), math.ceil(max(values) / SUB)
    start = 0 if 0 <= first < least else first
    return start, max(least, last - start)


def _refuse_twice(ids: Iterable[str], place: str) -> None:
    seen: set[str] = set()
    for index, id in enumerate(ids):
        if id in seen:
            where = f"{place}[{index}]"
            args = {"place": where, "value": _short(id)}
            raise UnreadableFileError(Problem("id_twice", Severity.ERROR, where, args))
        seen.add(id)


def _refuse_close(storeys: tuple[Storey, ...], place: str) -> None:
    """Refuse storeys without a free square between: their frames would stand in each other."""
    for index, one in enumerate(storeys):
        for other in storeys[:index]:
            across = one.left <= other.left + other.width and other.left <= one.left + one.width
            down = one.top <= other.top + other.height and other.top <= one.top + one.height
            if across and down:
                where = f"{place}[{index}]"
                args = {"place": where, "value": _short(one.id)}
                raise UnreadableFileError(Problem("storeys_close", Severity.ERROR, where, args))


def light_to_dict(light: Light, index: int) -> dict[str, Any]:
    """Write one light that stands at ``index`` of the list."""
    out: dict[str, Any] = {
        "at": [from_sub(light.at.x), from_sub(light.at.y)],
        "bright": from_sub(light.bright),
        "dim": from_sub(light.dim),
    }
    if light.id != f"light:{index}":
        out["id"] = light.id
    if light.colour != "#ffd9a0":
        out["colour"] = light.colour
    if not light.shadows:
        out["shadows"] = False
    return out


def zone_to_dict(zone: Zone, index: int) -> dict[str, Any]:
    """Write one zone that stands at ``index`` of the list."""
    out: dict[str, Any] = {"points": _pairs(zone.points)}
    if zone.id != f"zone:{index}":
        out["id"] = zone.id
    out.update((k, v) for k in ("name", "note", "picture") if (v := getattr(zone, k)))
    return out


def storey_to_dict(storey: Storey) -> dict[str, Any]:
    """Write one storey."""
    names = ("id", "left", "top", "width", "height")
    out: dict[str, Any] = {name: getattr(storey, name) for name in names}
    if storey.name:
        out["name"] = storey.name
    if storey.picture is not None:
        out["picture"] = _picture_to_dict(storey.picture)
    return out


def stairs_to_dict(stairs: Stairs) -> dict[str, Any]:
    """Write one flight of stairs."""
    return {"id": stairs.id, "a": list(stairs.a), "b": list(stairs.b)}


def _picture_to_dict(picture: Picture) -> dict[str, Any]:
    names = ("x", "y", "width", "height")
    return {"asset": picture.asset} | {n: from_sub(getattr(picture, n)) for n in names}


def floor_to_dict(floor: Floor) -> dict[str, Any]:
    """Write a drawn floor."""
    out: dict[str, Any] = {"ground": floor.ground}
    if floor.seed != 1:
        out["seed"] = floor.seed
    if floor.items:
        out["items"] = [_item_to_dict(item) for item in floor.items]
    return out


def _item_to_dict(item: FloorItem) -> dict[str, Any]:
    out: dict[str, Any] = {"kind": item.kind, "points": _pairs(item.points)}
    if item.seed != 1:
        out["seed"] = item.seed
    if item.args:
        out["args"] = dict(item.args)
    return out
