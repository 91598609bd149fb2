"""The border for boards: a JSON dict becomes a ``Board``; ``codec_writing`` is the way back.

Lengths in the dict are squares (x right, y down, fractional and negative allowed),
inside they are sub-units. Other borders may embed ``BoardData`` and turn what
pydantic complains about into a problem with ``problem_of`` of ``codec_faults``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from maps.board import Board, Light, Picture, Stairs, Storey, Zone
from maps.codec_faults import problem_of, shortened
from maps.floor import Floor, FloorItem
from maps.grid import SUB, Cell, Point, point, to_sub
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

FACT_NAMES = dict.fromkeys(FACTS[Kind.WALL].__slots__).keys()


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
        said = FACT_NAMES & self.model_fields_set
        facts: dict[str, object] = {
            name: value for name in said if (value := getattr(self, name)) is not None
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
        """Make the light, in sub-units; without id the ``index`` gives one."""
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
        """Make the picture, in sub-units."""
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
        """Make the zone, in sub-units; without id the ``index`` gives one."""
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
        """Make the storey, in squares."""
        picture = self.picture.to_picture() if self.picture else None
        bounds = (self.left, self.top, self.width, self.height)
        return Storey(self.id, self.name, *bounds, picture)


class StairsData(_Data):
    """Stairs: the squares that they join."""

    id: Name
    a: tuple[Whole, Whole]
    b: tuple[Whole, Whole]

    def to_stairs(self) -> Stairs:
        """Make the stairs."""
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
        """Make the drawn floor, in sub-units."""
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


def _points(pairs: Iterable[tuple[float, float]]) -> tuple[Point, ...]:
    return tuple([point(x, y) for x, y in pairs])


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
            args = {"place": where, "value": shortened(id)}
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
                args = {"place": where, "value": shortened(one.id)}
                raise UnreadableFileError(Problem("storeys_close", Severity.ERROR, where, args))
