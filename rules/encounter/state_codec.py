"""The border for fights: states, tokens, terms and timelines become plain JSON data and back.

Lengths in the data are squares, inside they are sub-units; nothing is lost. What is wrong
raises UnreadableFileError that names the key and its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, InstanceOf, ValidationError

from maps.board import Board
from maps.codec import BoardData, Flag, Name, Number
from maps.codec_faults import problem_of
from maps.codec_writing import board_to_dict
from maps.grid import Footprint, Point, from_sub, point, to_sub
from maps.problems import UnreadableFileError
from rules.core import terms
from rules.core.tables import reading, using
from rules.core.terms import Term
from rules.encounter.plain import MAX_WHOLE, check_plain, fault
from rules.encounter.state import (
    Condition,
    Encounter,
    Link,
    Sheet,
    SideId,
    Timeline,
    Token,
    TokenId,
    Vitals,
)
from rules.encounter.tables import tables_in

FORMAT = 1
"""Number of the JSON format of situations and exports."""
MAX_TOKENS = 2_000
MAX_SIZE = 20
"""Largest side of a creature's space in squares."""


class Models(Protocol):
    """What reading tokens needs to know of a rule system."""

    @property
    def id(self) -> str: ...
    @property
    def sheet_model(self) -> type[Sheet]: ...
    @property
    def vitals_model(self) -> type[Vitals]: ...


class Creatures(Models, Protocol):
    """A system that also knows what a creature is like where data leave it out."""

    def squares(self, sheet: Sheet) -> int: ...
    def fresh(self, sheet: Sheet) -> Vitals: ...


def _plain(value: object) -> object:
    try:
        check_plain(value)
    except UnreadableFileError as error:
        raise ValueError(error.problem.code) from error
    return value


def _term(value: object) -> Term:
    _plain(value)
    found = terms.load_term(value)
    if len(found.key) > 200:
        raise ValueError("key of a term")
    return found


Int = Annotated[int, Field(strict=True, ge=-MAX_WHOLE, le=MAX_WHOLE)]
Id = Annotated[str, Field(strict=True, min_length=1, max_length=100)]
Word = Annotated[str, Field(strict=True, max_length=200)]
Prose = Annotated[str, Field(strict=True, max_length=20_000)]
Plain = Annotated[Any, BeforeValidator(_plain)]
Table = Annotated[dict[Name, Any], BeforeValidator(_plain), Field(max_length=1_000)]
Said = Annotated[InstanceOf[Term], BeforeValidator(_term)]
Degrees = Annotated[int, Field(strict=True, ge=0, lt=360)]
Pair = tuple[Number, Number]
Side = Annotated[float, Field(strict=True, gt=0, le=MAX_SIZE, allow_inf_nan=False)]
Reach = Annotated[int, Field(strict=True, ge=0, le=100)]
Value = Annotated[bool, Field(strict=True)] | Int | Word


class Data(BaseModel):
    """Base of everything that stands in files: frozen, no unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


def pair(p: Point) -> list[int | float]:
    """Write a point in squares."""
    return [from_sub(p.x), from_sub(p.y)]


# ---- parts of a token ----------------------------------------------------------------------


class ConditionData(Data):
    """A condition with its grade, end and note."""

    id: Id
    value: Int | None = None
    until: tuple[Int, Int] | None = None
    note: Prose = ""

    def to_condition(self) -> Condition:
        return Condition(self.id, self.value, self.until, self.note)


def condition_to_dict(condition: Condition) -> dict[str, Any]:
    """Write a condition; what it lacks is left out."""
    out: dict[str, Any] = {"id": condition.id}
    if condition.value is not None:
        out["value"] = condition.value
    if condition.until is not None:
        out["until"] = list(condition.until)
    if condition.note:
        out["note"] = condition.note
    return out


def _named(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


Conditions = tuple[Annotated[ConditionData, BeforeValidator(_named)], ...]
S = TypeVar("S", bound=BaseModel)


def _read_part(model: type[S], data: object, place: str) -> S:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise UnreadableFileError(problem_of(error, place)) from error


class TokenData(Data):
    """A token. ``at`` is its top left square; a missing size and vitals are the system's."""

    id: Id
    side: SideId
    at: Pair
    name: Word | None = None
    size: Side | None = None
    facing: Degrees | None = None
    conditions: Annotated[Conditions, Field(max_length=200)] = ()
    sheet: Table = Field(default_factory=dict)
    vitals: Table = Field(default_factory=dict)
    reach: Reach | None = None
    elevation: Number = 0
    height: Number | None = None
    gives_cover: Flag | None = None
    hidden: Flag = False
    label: Word = ""
    portrait: Word = ""
    note: Prose = ""

    def to_token(self, models: Models, place: str) -> Token:
        """Make the token exactly as written. Raises UnreadableFileError for sheet and vitals."""
        with reading():
            sheet = _read_part(models.sheet_model, self.sheet, f"{place}.sheet")
        vitals = _read_part(models.vitals_model, self.vitals, f"{place}.vitals")
        return self._token(sheet, vitals, 1, place)

    def to_creature(self, system: Creatures, place: str) -> Token:
        """Make the token; what is not written is that of an unharmed creature."""
        sheet = _read_part(system.sheet_model, self.sheet, f"{place}.sheet")
        whole = {**system.fresh(sheet).model_dump(mode="json"), **self.vitals}
        vitals = _read_part(system.vitals_model, whole, f"{place}.vitals")
        return self._token(sheet, vitals, system.squares(sheet), place)

    def _token(self, sheet: Sheet, vitals: Vitals, squares: int, place: str) -> Token:
        names = [c.id for c in self.conditions]
        if len(set(names)) < len(names):
            raise fault("id_twice", f"{place}.conditions", value=", ".join(names))
        return Token(
            id=TokenId(self.id),
            name=self.id if self.name is None else self.name,
            side=self.side,
            space=Footprint.at(*self.at, squares if self.size is None else self.size),
            sheet=sheet,
            vitals=vitals,
            facing=self.facing,
            conditions=tuple(c.to_condition() for c in self.conditions),
            reach=self.reach,
            elevation=to_sub(self.elevation),
            height=None if self.height is None else to_sub(self.height),
            gives_cover=self.gives_cover,
            hidden=self.hidden,
            label=self.label,
            portrait=self.portrait,
            note=self.note,
        )


def token_to_dict(token: Token) -> dict[str, Any]:
    """Write a token with its whole sheet, so that later defaults never change it."""
    out: dict[str, Any] = {
        "id": token.id,
        "name": token.name,
        "side": token.side.value,
        "at": [from_sub(token.space.x), from_sub(token.space.y)],
        "size": from_sub(token.space.side),
        "sheet": token.sheet.model_dump(mode="json"),
        "vitals": token.vitals.model_dump(mode="json"),
    }
    if token.conditions:
        out["conditions"] = [condition_to_dict(c) for c in token.conditions]
    if token.elevation:
        out["elevation"] = from_sub(token.elevation)
    if token.height is not None:
        out["height"] = from_sub(token.height)
    for name in ("facing", "reach", "gives_cover"):
        if getattr(token, name) is not None:
            out[name] = getattr(token, name)
    for name in ("hidden", "label", "portrait", "note"):
        if getattr(token, name):
            out[name] = getattr(token, name)
    return out


# ---- ties and time -------------------------------------------------------------------------


class LinkData(Data):
    """A tie between two tokens."""

    kind: Id
    a: Id
    b: Id

    def to_link(self) -> Link:
        return Link(self.kind, TokenId(self.a), TokenId(self.b))


def link_to_dict(link: Link) -> dict[str, Any]:
    return {"kind": link.kind, "a": link.a, "b": link.b}


class TimelineData(Data):
    """Where the fight stands."""

    round: Int = 0
    now: Int = 0
    at: Annotated[dict[Id, Int], Field(max_length=MAX_TOKENS)] = Field(default_factory=dict)
    ties: Annotated[dict[Id, tuple[Int, ...]], Field(max_length=MAX_TOKENS)] = Field(
        default_factory=dict
    )
    acting: Annotated[tuple[Id, ...], Field(max_length=MAX_TOKENS)] = ()
    acted: Annotated[tuple[Id, ...], Field(max_length=MAX_TOKENS)] = ()
    phase: Word = ""
    data: Table = Field(default_factory=dict)

    def to_timeline(self) -> Timeline:
        """Make the timeline."""
        return Timeline(
            round=self.round,
            now=self.now,
            at={TokenId(k): n for k, n in self.at.items()},
            ties={TokenId(k): n for k, n in self.ties.items()},
            acting=tuple(map(TokenId, self.acting)),
            acted=frozenset(map(TokenId, self.acted)),
            phase=self.phase,
            data=self.data,
        )

    def names(self) -> set[str]:
        """Return all tokens that it names."""
        return {*self.at, *self.ties, *self.acting, *self.acted}


def timeline_to_dict(line: Timeline) -> dict[str, Any]:
    """Write a timeline; what is empty is left out."""
    out: dict[str, Any] = {"round": line.round, "now": line.now}
    if line.at:
        out["at"] = dict(line.at)
    if line.ties:
        out["ties"] = {k: list(v) for k, v in line.ties.items()}
    if line.acting:
        out["acting"] = list(line.acting)
    if line.acted:
        out["acted"] = sorted(line.acted)
    if line.phase:
        out["phase"] = line.phase
    if line.data:
        out["data"] = dict(line.data)
    return out


# ---- the whole state -----------------------------------------------------------------------


class StateData(Data):
    """A whole moment of a fight."""

    format: Annotated[int, Field(strict=True)] = FORMAT
    system: Id
    name: Word = ""
    options: Annotated[dict[Id, Value], Field(max_length=1_000)] = Field(default_factory=dict)
    board: BoardData | None = None
    tokens: Annotated[tuple[TokenData, ...], Field(max_length=MAX_TOKENS)] = ()
    links: Annotated[tuple[LinkData, ...], Field(max_length=MAX_TOKENS)] = ()
    timeline: TimelineData = TimelineData()
    data: Table = Field(default_factory=dict)

    def to_state(self, make: Callable[[TokenData, str], Token], place: str = "") -> Encounter:
        """Make the state; ``make`` makes each token. Raises UnreadableFileError."""
        prefix = f"{place}." if place else ""
        tokens: dict[TokenId, Token] = {}
        for index, data in enumerate(self.tokens):
            where = f"{prefix}tokens[{index}]"
            if data.id in tokens:
                raise fault("id_twice", f"{where}.id", value=data.id)
            with using(tables_in(self.data)):
                tokens[TokenId(data.id)] = make(data, where)
        for index, link in enumerate(self.links):
            _refuse_unknown({link.a, link.b}, tokens, f"{prefix}links[{index}]")
        _refuse_unknown(self.timeline.names(), tokens, f"{prefix}timeline")
        return Encounter(
            system=self.system,
            name=self.name,
            board=self.board.to_board(f"{prefix}board") if self.board else Board(),
            tokens=MappingProxyType(tokens),
            links=tuple(link.to_link() for link in self.links),
            timeline=self.timeline.to_timeline(),
            options=self.options,
            data=self.data,
        )


def _refuse_unknown(names: set[str], tokens: Mapping[TokenId, Token], place: str) -> None:
    unknown = sorted(names - tokens.keys())
    if unknown:
        raise fault("token_unknown", place, token=unknown[0], known=", ".join(tokens))


def state_to_dict(
    state: Encounter, write: Callable[[Token], dict[str, Any]] = token_to_dict
) -> dict[str, Any]:
    """Write a whole state; what is empty is left out."""
    out: dict[str, Any] = {"format": FORMAT, "system": state.system}
    if state.name:
        out["name"] = state.name
    if state.options:
        out["options"] = dict(state.options)
    board = board_to_dict(state.board)
    if board:
        out["board"] = board
    out["tokens"] = [write(token) for token in state.tokens.values()]
    if state.links:
        out["links"] = [link_to_dict(link) for link in state.links]
    if state.timeline != Timeline():
        out["timeline"] = timeline_to_dict(state.timeline)
    if state.data:
        out["data"] = dict(state.data)
    return out


def state_from_dict(data: object, models: Models, place: str = "") -> Encounter:
    """Read a state that ``state_to_dict`` wrote. Raises UnreadableFileError."""
    read = _read_part(StateData, data, place)
    check_format(read.format, place)
    if read.system != models.id:
        raise fault("system_unknown", place, system=read.system, known=models.id)
    return read.to_state(lambda token, where: token.to_token(models, where), place)


def check_format(number: int, place: str = "") -> None:
    """Refuse data of a newer format, or of none."""
    if number != FORMAT:
        where = f"{place}.format" if place else "format"
        if number > FORMAT:
            raise fault("format_newer", where, value=number, known=FORMAT)
        raise fault("format_strange", where, value=number, known=FORMAT)


def to_point(p: tuple[float, float]) -> Point:
    """Read a point in squares."""
    return point(*p)
