"""The library: heroes and creatures that stand ready, read from ``data/creatures.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, TypeAdapter

from rules.core.terms import named
from rules.encounter.state import SideId
from rules.system.answers import Template
from rules.systems.pathfinder.sheet import PathfinderSheet

_FILE: Final = Path(__file__).with_name("data") / "creatures.toml"


class _Row(BaseModel):
    """A creature of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    side: SideId = SideId.FOES
    tags: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    sheet: dict[str, Any]

    def template(self, id: str) -> Template:
        """Make the template; abilities in ``lacks`` are missing altogether."""
        values = {**self.sheet, **dict.fromkeys(self.lacks)}
        sheet = PathfinderSheet.model_validate(values)
        return Template(id, named("creature.pathfinder", id), sheet, self.side, self.tags)


@cache
def library() -> tuple[Template, ...]:
    """Return all templates in the order of the file."""
    table = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    rows = TypeAdapter(dict[str, _Row]).validate_python(table)
    return tuple(row.template(id) for id, row in rows.items())


def template(id: str) -> Template:
    """Return a template by id. Raises KeyError."""
    for found in library():
        if found.id == id:
            return found
    raise KeyError(id)
