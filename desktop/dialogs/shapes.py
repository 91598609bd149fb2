"""What may stand in a field of a pydantic model: read from its annotation, for any system."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

Kind = Literal["bool", "int", "float", "choice", "text", "dice", "words", "list", "model", "json"]

LONG = 400
"""Texts that may be longer than this get several lines."""

_DICE = re.compile(r"^\d*[dw]\d+([+\-−]\d+)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Shape:
    """The kind of a value, its bounds, its choices; ``optional`` values may be ``None``."""

    kind: Kind
    optional: bool = False
    choices: tuple[object, ...] = ()
    model: type[BaseModel] | None = None
    low: float | None = None
    high: float | None = None
    longest: int | None = None

    @property
    def long(self) -> bool:
        """Whether a text wants several lines."""
        return self.kind == "text" and (self.longest or 0) > LONG


def shape_of(info: FieldInfo) -> Shape:
    """Read what may stand in a field."""
    shape = _bounded(_shape(info.annotation), info.metadata)
    default = info.get_default(call_default_factory=False)
    if shape.kind == "text" and isinstance(default, str) and _DICE.match(default):
        return replace(shape, kind="dice")
    return shape


def _shape(kind: Any) -> Shape:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        metadata: list[object] = []
        for one in args[1:]:
            metadata += one.metadata if isinstance(one, FieldInfo) else [one]
        return _bounded(_shape(args[0]), metadata)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin is Literal:
        return Shape("choice", choices=args)
    if origin in (tuple, list):
        return _several(args)
    if isinstance(kind, type):
        return _plain(kind)
    return Shape("json")


def _plain(kind: type) -> Shape:
    if issubclass(kind, Enum):
        return Shape("choice", choices=tuple(kind))
    if issubclass(kind, BaseModel):
        return Shape("model", model=kind)
    for plain, name in ((bool, "bool"), (int, "int"), (float, "float"), (str, "text")):
        if issubclass(kind, plain):
            return Shape(name)  # type: ignore[arg-type]  # names of kinds
    return Shape("json")


def _union(args: tuple[Any, ...]) -> Shape:
    optional = type(None) in args
    rest = [_shape(a) for a in args if a is not type(None)]
    if len(rest) == 1:
        return replace(rest[0], optional=optional or rest[0].optional)
    if rest and all(s.kind == "choice" for s in rest):
        choices = tuple(c for s in rest for c in s.choices)
        return Shape("choice", optional, choices)
    if {s.kind for s in rest} == {"int", "float"}:
        return Shape("float", optional)
    return Shape("json", optional)


def _several(args: tuple[Any, ...]) -> Shape:
    inner = [a for a in args if a is not Ellipsis]
    if len(inner) != 1:
        return Shape("json")
    shape = _shape(inner[0])
    if shape.kind == "model":
        return Shape("list", model=shape.model)
    if shape.kind in ("text", "choice"):
        return Shape("words", choices=shape.choices)
    return Shape("json")


def _bounded(shape: Shape, metadata: Iterable[object]) -> Shape:
    for one in metadata:
        match one:
            case Ge(ge=low) if isinstance(low, int | float):
                shape = replace(shape, low=float(low))
            case Gt(gt=low) if isinstance(low, int | float):
                step = 1.0 if shape.kind == "int" else 0.01
                shape = replace(shape, low=float(low) + step)
            case Le(le=high) if isinstance(high, int | float):
                shape = replace(shape, high=float(high))
            case Lt(lt=high) if isinstance(high, int | float):
                step = 1.0 if shape.kind == "int" else 0.01
                shape = replace(shape, high=float(high) - step)
            case MaxLen(max_length=longest):
                shape = replace(shape, longest=longest)
    return shape


def blank(model: type[BaseModel]) -> dict[str, Any]:
    """Return the values that a model starts with; what has no default starts empty."""
    values: dict[str, Any] = {}
    for name, info in model.model_fields.items():
        if not info.is_required():
            value = info.get_default(call_default_factory=True)
            values[name] = _json(value)
            continue
        shape = shape_of(info)
        starts: dict[str, Any] = {"bool": False, "text": "", "dice": "1d6", "words": [], "list": []}
        if shape.kind in ("int", "float"):
            values[name] = max(0, shape.low or 0)
        elif shape.kind == "choice" and shape.choices:
            values[name] = _json(shape.choices[0])
        elif shape.kind == "model" and shape.model is not None:
            values[name] = blank(shape.model)
        else:
            values[name] = starts.get(shape.kind)
    return values


def _json(value: object) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [_json(v) for v in value]
    return value
