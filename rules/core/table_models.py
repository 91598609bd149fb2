"""Columns of tables from the fields of models: kinds, words and limits stand there once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, create_model

from rules.core.tables import KEY, CellKind, Column
from rules.core.terms import Term

_EMPTY: Final = "empty"
"""What stands in a key for the choice that is no word."""


def key_column(label: Term) -> Column:
    """Return the column that names the rows."""
    return Column(KEY, label, "text")


def part_of_model(model: type[BaseModel], names: Iterable[str]) -> type[BaseModel]:
    """Return a model of some of a model's fields, with their limits and defaults."""
    fields: dict[str, Any] = {
        name: (model.model_fields[name].annotation, model.model_fields[name]) for name in names
    }
    config = ConfigDict(frozen=True, extra="forbid")
    made: type[BaseModel] = create_model(f"{model.__name__}Row", __config__=config, **fields)
    return made


def columns_of(
    model: type[BaseModel], names: Iterable[str], labels: Mapping[str, Term] | None = None
) -> tuple[Column, ...]:
    """Return the columns of some fields; a label is given, or the ``term`` of the field."""
    return tuple(_column(model, name, (labels or {}).get(name)) for name in names)


def _column(model: type[BaseModel], name: str, label: Term | None) -> Column:
    field = model.model_fields[name]
    extra = field.json_schema_extra
    if label is None and isinstance(extra, dict):
        label = Term(str(extra["term"]))
    if label is None:
        raise KeyError(f"no label for {model.__name__}.{name}")
    kind, optional, words = _kind(field.annotation)
    choices = tuple((word, replace(label, key=f"{label.key}.{word or _EMPTY}")) for word in words)
    return Column(name, label, kind, choices, optional)


def _kind(annotation: Any) -> tuple[CellKind, bool, tuple[str, ...]]:
    """Return kind, whether it may be empty, and the words of a choice."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin in (Union, UnionType):
        rest = [part for part in inside if part is not NoneType]
        if all(get_origin(part) is Literal for part in rest):
            return "choice", NoneType in inside, tuple(w for part in rest for w in get_args(part))
        kind, _, words = _kind(rest[0])
        return kind, NoneType in inside, words
    if origin is Literal:
        return "choice", False, inside
    if origin is dict:
        return "pairs", False, ()
    if origin is tuple:
        return ("wholes" if _kind(inside[0])[0] == "whole" else "words"), False, ()
    return _PLAIN[annotation], False, ()


_PLAIN: Final[Mapping[Any, CellKind]] = {
    bool: "flag",
    int: "whole",
    float: "number",
    str: "text",
}
