"""Creatures that stand ready: read from a file of the system, one table each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from rules.core.reader import read_table
from rules.core.terms import Term
from rules.encounter.state import Sheet, SideId
from rules.system.answers import Template


class _Row(BaseModel):
    """A creature of the file; what ``lacks`` names is None on its sheet."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    side: SideId = SideId.FOES
    tags: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    sheet: dict[str, Any]


def read_templates(
    path: Path, model: type[Sheet], name: Callable[[str], Term]
) -> tuple[Template, ...]:
    """Read ``creatures.toml``, in the order of the file; ``name`` calls each by its id."""
    rows = read_table(path, dict[str, _Row])
    return tuple(
        Template(id, name(id), _sheet(model, row), row.side, row.tags) for id, row in rows.items()
    )


def _sheet(model: type[Sheet], row: _Row) -> Sheet:
    return model.model_validate({**row.sheet, **dict.fromkeys(row.lacks)})
