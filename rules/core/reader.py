"""Reads the tables of rules: TOML files that lie beside a system's modules."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")


class TableError(ValueError):
    """A table that cannot be used; the message names file and key."""


def read_table(path: Path, shape: type[T]) -> T:
    """Read a TOML file as ``shape`` (a model, or ``dict[str, Row]``). Raises TableError."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TableError(f"{path.name}: {error}") from error
    try:
        return TypeAdapter(shape).validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise TableError(f"{path.name}: {place}: {first['msg']}") from error
