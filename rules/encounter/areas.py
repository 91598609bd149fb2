"""Areas of effect: templates that are tried out, those that lie on the board, who is caught."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from maps.grid import SUB, Cell, Point
from maps.reach import whole
from rules.core.terms import Term
from rules.encounter.plans import Cover
from rules.encounter.state import Encounter, Token, TokenId

Shape = Literal["burst", "emanation", "cone", "line"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
LARGEST = 60
"""The largest radius or length in squares."""
FAR = 10_000
Near = Annotated[int, Field(strict=True, ge=-FAR, le=FAR)]
"""A coordinate of a corner, or one side of a direction, in squares."""
PREFIX = "area:"
"""Areas lie in the data of a fight, each under its id after this."""


@dataclass(frozen=True, slots=True)
class AreaOfEffect:
    """A template: its shape, its size in squares, and where it starts.

    ``at`` is a corner of the grid; an emanation starts from a ``token`` instead. ``direction``
    is any whole vector for cones and lines.
    """

    shape: Shape
    size: int
    at: Cell | None = None
    direction: tuple[int, int] = (1, 0)
    token: TokenId | None = None

    def corner(self) -> Cell:
        """Return the corner it starts from. Raises ValueError for one that starts nowhere."""
        if self.at is None:
            raise ValueError(f"a {self.shape} that starts nowhere")
        return self.at

    def bearer(self, state: Encounter) -> Token:
        """Return whom an emanation starts from. Raises ValueError where there is nobody."""
        token = state.tokens.get(self.token) if self.token is not None else None
        if token is None:
            raise ValueError("an emanation without a token")
        return token

    def origin(self, state: Encounter) -> Point:
        """Return the point from which the effect spreads, in sub-units."""
        if self.token is not None:
            space = whole(self.bearer(state).space)
            return Point(space.x + space.side // 2, space.y + space.side // 2)
        at = self.corner()
        return Point(at.x * SUB, at.y * SUB)


@dataclass(frozen=True, slots=True)
class Caught:
    """Somebody of whom a template holds at least a square.

    ``squares`` of the space lie inside. ``affected`` is false where nothing comes through;
    ``note`` says what the cover from the point of origin is worth, if anything, ``short`` the
    same in a badge.
    """

    token: TokenId
    squares: int
    cover: Cover = field(default_factory=Cover)
    affected: bool = True
    note: Term | None = None
    short: Term | None = None


@dataclass(frozen=True, slots=True)
class PlacedArea:
    """A template that lies on the board; players do not see a ``hidden`` one."""

    id: str
    name: str
    area: AreaOfEffect
    hidden: bool = False


class AreaData(BaseModel):
    """A placed area as data: what stands in files."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    name: Annotated[str, Field(strict=True, max_length=200)] = ""
    shape: Shape
    size: Annotated[int, Field(strict=True, ge=1, le=LARGEST)]
    at: tuple[Near, Near] = (0, 0)
    direction: tuple[Near, Near] = (1, 0)
    token: Annotated[str, Field(strict=True, max_length=200)] = ""
    hidden: Annotated[bool, Field(strict=True)] = False

    def to_area(self) -> AreaOfEffect:
        """Return the template."""
        token = TokenId(self.token) if self.token else None
        at = Cell(*self.at) if token is None else None
        return AreaOfEffect(self.shape, self.size, at, self.direction, token)


def dump_area(placed: PlacedArea) -> dict[str, JsonValue]:
    """Return a placed area as data."""
    area = placed.area
    whole_data = AreaData(
        name=placed.name,
        shape=area.shape,
        size=area.size,
        at=area.at or (0, 0),
        direction=area.direction,
        token=area.token or "",
        hidden=placed.hidden,
    )
    data: dict[str, JsonValue] = whole_data.model_dump(mode="json", exclude_defaults=True)
    return data


def areas_of(data: Mapping[str, JsonValue]) -> tuple[PlacedArea, ...]:
    """Return the areas that lie in the data of a fight; what is no area is passed over."""
    found = []
    for key, value in data.items():
        if not key.startswith(PREFIX):
            continue
        try:
            read = AreaData.model_validate(value)
        except ValidationError:
            continue
        if read.direction != (0, 0):
            id = key.removeprefix(PREFIX)
            found.append(PlacedArea(id, read.name, read.to_area(), read.hidden))
    return tuple(found)


def placed_areas(state: Encounter) -> tuple[PlacedArea, ...]:
    """Return the areas on the board; one around somebody who has left it is none."""
    tokens = state.tokens
    return tuple(p for p in areas_of(state.data) if p.area.token is None or p.area.token in tokens)


def open_areas(state: Encounter, known: Iterable[TokenId]) -> dict[str, JsonValue]:
    """Return the areas on the board as players may know them, as data of a fight.

    Hidden ones are left out, and those around somebody who is not among the ``known``.
    """
    ids = frozenset(known)
    return {
        PREFIX + placed.id: dump_area(placed)
        for placed in placed_areas(state)
        if not placed.hidden and (placed.area.token is None or placed.area.token in ids)
    }
