"""What was read of a stat block: a sheet, and for every field how sure it is and from where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from rules.core.terms import Term, term
from rules.encounter.state import Sheet, SideId
from rules.statblocks.source import Source

MAX_NOTE: Final = 8_000
"""Longest note of a creature, in characters."""


class Sureness(StrEnum):
    """How a value came about: read as it stands, guessed, kept as a note, not understood."""

    READ = "read"
    GUESSED = "guessed"
    NOTED = "noted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report.

    ``field`` names a field of the sheet (``name`` and ``side`` are the creature's own), empty
    for what has none. ``value`` is what was taken, ``text`` the words it was taken from,
    ``line`` counts from 1, 0 = from nowhere. ``why`` says what a guess rests on.
    """

    kind: Sureness
    field: str
    value: str = ""
    line: int = 0
    text: str = ""
    why: Term | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A creature as read, before the game master has looked at it."""

    name: str
    sheet: Sheet
    findings: tuple[Finding, ...] = ()
    side: SideId = SideId.FOES
    tags: tuple[str, ...] = ()
    note: str = ""

    def count(self, kind: Sureness) -> int:
        return sum(f.kind is kind for f in self.findings)


@dataclass(slots=True)
class Builder:
    """Collects values and findings while a stat block is read."""

    source: Source
    values: dict[str, Any] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    name: str = ""
    tags: tuple[str, ...] = ()
    kept: list[str] = field(default_factory=list)

    def read(self, name: str, value: Any, line: int = 0, text: str = "") -> None:
        """Take a value as it stands in the block; the first one counts."""
        self._take(Sureness.READ, name, value, line, text, None)

    def guess(self, name: str, value: Any, line: int, text: str, why: Term) -> None:
        """Take a value that was worked out or assumed."""
        self._take(Sureness.GUESSED, name, value, line, text, why)

    def _take(
        self, kind: Sureness, name: str, value: Any, line: int, text: str, why: Term | None
    ) -> None:
        if name in self.values:
            return
        self.values[name] = value
        self.findings.append(Finding(kind, name, _shown(value), line, _short(text), why))

    def call(self, name: str, line: int = 0) -> None:
        """Name the creature."""
        self.name = " ".join(name.split())[:200]
        self.findings.insert(0, Finding(Sureness.READ, "name", self.name, line, self.name))

    def keep(self, text: str, line: int = 0) -> None:
        """Keep words for which the sheet has no field as a note."""
        words = " ".join(text.split())
        if words:
            self.kept.append(words)
            self.findings.append(Finding(Sureness.NOTED, "", "", line, _short(words)))

    def unknown(self, text: str, line: int = 0, why: Term | None = None) -> None:
        """Say that words were not understood."""
        words = " ".join(text.split())
        if words:
            self.kept.append(words)
            self.findings.append(Finding(Sureness.UNKNOWN, "", "", line, _short(words), why))

    def build(self, model: type[Sheet], otherwise: str) -> Draft:
        """Return the draft; a value that the sheet cannot hold is left out and reported."""
        sheet = self._validated(model)
        name = self.name or otherwise
        note = "\n".join(self.kept)[:MAX_NOTE]
        return Draft(name, sheet, tuple(self.findings), tags=self.tags, note=note)

    def _validated(self, model: type[Sheet]) -> Sheet:
        for _ in range(len(self.values) + 1):
            try:
                return model.model_validate(self.values)
            except ValidationError as error:
                for name in dict.fromkeys(str(e["loc"][0]) for e in error.errors() if e["loc"]):
                    self._refuse(name)
        return model()

    def _refuse(self, name: str) -> None:
        value = self.values.pop(name, None)
        for i, found in enumerate(self.findings):
            if found.field == name:
                why = term("statblock.why.bounds", value=_shown(value))
                self.findings[i] = Finding(Sureness.UNKNOWN, name, "", found.line, found.text, why)


def valid_entries(model: type[BaseModel], entries: Iterable[Mapping[str, Any]]) -> list[Any]:
    """Return those entries of a list that the model can hold."""
    good = []
    for entry in entries:
        try:
            good.append(model.model_validate(entry))
        except ValidationError:
            continue
    return good


def _short(text: str, most: int = 200) -> str:
    words = " ".join(text.split())
    return words if len(words) <= most else f"{words[: most - 1]}…"


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_shown(v) for v in value)
    if isinstance(value, BaseModel):
        return str(getattr(value, "name", "") or getattr(value, "id", ""))
    if value is None or isinstance(value, bool):
        return ""
    return str(getattr(value, "value", value))
