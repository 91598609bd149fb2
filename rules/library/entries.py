"""What lies in a set: creatures and pieces of gear, for any rule system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rules.core.terms import term
from rules.encounter.state import SideId
from rules.system import RuleSystem
from rules.system.answers import Template

MAX_ENTRIES: Final = 5_000
MAX_TAGS: Final = 20
CREATURE: Final = "creature"
"""The kind of an entry that is a whole creature; gear has the field of the sheet it belongs to."""

Tag = Annotated[str, Field(min_length=1, max_length=40)]


class Entry(BaseModel):
    """A creature (``sheet``), or a piece of gear: an entry of a list of the sheet, by its field.

    ``kind`` is ``creature`` or that field (``weapons`` …). ``picture`` is the SHA-256 of a
    picture of the set.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    id: str = Field(min_length=1, max_length=80)
    system: str = Field(min_length=1, max_length=80)
    kind: str = Field(default=CREATURE, min_length=1, max_length=80)
    name: str = Field(min_length=1, max_length=200)
    side: SideId = SideId.FOES
    tags: tuple[Tag, ...] = Field(default=(), max_length=MAX_TAGS)
    note: str = Field(default="", max_length=20_000)
    picture: str = Field(default="", pattern=r"^(|[0-9a-f]{64})$")
    sheet: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LibrarySet:
    """A set as read: ``id`` is the name of its file, ``kept`` what could not be read of it.

    A set of a newer version is ``fixed``: it can be used but not changed.
    """

    id: str
    name: str
    entries: tuple[Entry, ...] = ()
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    kept: tuple[Any, ...] = ()
    fixed: bool = False

    def entry(self, id: str) -> Entry | None:
        return next((e for e in self.entries if e.id == id), None)


def key_of(set_id: str, entry: Entry) -> str:
    """Return the name of an entry among all templates of a system."""
    return f"{set_id}/{entry.id}"


def template_of(set_id: str, entry: Entry, system: RuleSystem) -> Template | None:
    """Return a creature as a template; None where its sheet does not fit the rules any more."""
    try:
        sheet = system.sheet_model.model_validate(entry.sheet)
    except ValidationError:
        return None
    name = term("library.own", name=entry.name)
    return Template(key_of(set_id, entry), name, sheet, entry.side, entry.tags)
