"""The library: heroes and creatures that stand ready, read from ``data/creatures.toml``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from rules.core.reader import read_table
from rules.core.terms import named
from rules.encounter.state import SideId
from rules.system.answers import Template
from rules.systems.osric.sheet import OsricSheet

_FILE: Final = Path(__file__).with_name("data") / "creatures.toml"


class _Row(BaseModel):
    """A creature of the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    side: SideId = SideId.FOES
    tags: tuple[str, ...] = ()
    sheet: dict[str, Any]

    def template(self, id: str) -> Template:
        sheet = OsricSheet.model_validate(self.sheet)
        return Template(id, named("creature.osric", id), sheet, self.side, self.tags)


@cache
def library() -> tuple[Template, ...]:
    """Return all templates in the order of the file."""
    rows = read_table(_FILE, dict[str, _Row])
    return tuple(row.template(id) for id, row in rows.items())
