"""Reads creatures of books and other programs: which rules can, and what came of it. No Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maps.problems import Problem, Severity, UnreadableFileError
from rules import registry
from rules.core.glossary import Glossary
from rules.core.terms import term
from rules.library.entries import Entry
from rules.library.shelf import write_into
from rules.statblocks.draft import Draft, Finding, Sureness
from rules.statblocks.source import Source, read_sources
from rules.system import RuleSystem
from rules.system.extras import ReadsStatblocks

ORDER = (Sureness.UNKNOWN, Sureness.GUESSED, Sureness.NOTED, Sureness.READ)
"""How a report is sorted: first what wants to be looked at."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A creature that was read: by which rules, from which source."""

    system: RuleSystem
    source: Source
    draft: Draft


def readers() -> tuple[str, ...]:
    """Return the ids of the rules that read stat blocks."""
    return tuple(
        id for id in registry.system_ids() if isinstance(registry.get(id), ReadsStatblocks)
    )


def read_creatures(raw: str | bytes, system: str = "") -> tuple[Reading, ...]:
    """Read every creature of a text or file, by the rules named or those that fit best.

    Raises UnreadableFileError: unreadable file, rules that read none, nothing recognised.
    """
    if system and system not in readers():
        known = ", ".join(readers())
        raise UnreadableFileError(
            Problem("statblock_no_system", Severity.ERROR, args={"system": system, "known": known})
        )
    found: list[Reading] = []
    for source in read_sources(raw):
        reader = _reader(source, system)
        if reader is not None:
            drafts = reader.read_statblock(source)
            found += [Reading(reader, source, d) for d in drafts if _says_anything(d)]  # type: ignore[arg-type]  # systems of the registry
    if not found:
        raise UnreadableFileError(Problem("statblock_nothing", Severity.ERROR))
    return tuple(found)


def _reader(source: Source, wanted: str) -> ReadsStatblocks | None:
    best: tuple[int, ReadsStatblocks | None] = (0, None)
    for id in (wanted,) if wanted else readers():
        system = registry.get(id)
        if isinstance(system, ReadsStatblocks):
            fit = system.statblock_fit(source) or (1 if wanted and source.data is None else 0)
            if fit > best[0]:
                best = fit, system
    return best[1]


def _says_anything(draft: Draft) -> bool:
    """Whether more was read than a name and what is assumed anyway."""
    taken = (Sureness.READ, Sureness.GUESSED)
    fields = {f.field for f in draft.findings if f.kind in taken and f.line}
    return len(fields - {"name", "size", "class_level", "creature_type"}) >= 2


def sorted_findings(draft: Draft) -> list[Finding]:
    """Return the lines of the report, what wants to be looked at first."""
    return sorted(draft.findings, key=lambda f: ORDER.index(f.kind))


def field_title(words: Glossary, system: RuleSystem, name: str) -> str:
    """Say what a field of the sheet is called; empty for no field."""
    if not name:
        return ""
    if name == "name":
        return words.say("token.name")
    info = system.sheet_model.model_fields.get(name)
    extra = info.json_schema_extra if info is not None else None
    key = str(extra.get("term", "")) if isinstance(extra, dict) else ""
    return words.say(key) if key in words else name


def value_text(words: Glossary, system: RuleSystem, finding: Finding) -> str:
    """Say a value as it was taken: words for choices, a dash where there is nothing to say."""
    info = system.sheet_model.model_fields.get(finding.field)
    if info is None or not finding.value:
        return finding.value
    value = finding.value
    if value.lstrip("-").isdigit():
        return words.number(int(value))
    extra = info.json_schema_extra
    term = str(extra.get("term", "")) if isinstance(extra, dict) else ""
    keys = (f"{term}.{value}", f"{finding.field}.{system.id}.{value}")
    return next((words.say(key) for key in keys if key in words), value)


def report_lines(words: Glossary, reading: Reading) -> Sequence[str]:
    """Return the report of a creature in plain lines, for the command line."""
    say, lines = words.say, []
    for finding in sorted_findings(reading.draft):
        place = say("library.import.line", n=finding.line) if finding.line else ""
        kind = say(f"library.import.kind.{finding.kind.value}")
        title = field_title(words, reading.system, finding.field)
        shown = value_text(words, reading.system, finding)
        value = f"{title}: {shown}" if title and shown else title or finding.text
        why = say(finding.why) if finding.why is not None else ""
        tail = " · ".join(filter(None, (why, place)))
        lines.append(f"  {kind:<19} {value}" + (f" ({tail})" if tail else ""))
    return lines


def counted(words: Glossary, draft: Draft) -> str:
    """Say how many values were read, guessed, kept, not understood."""
    parts = [
        words.say(term("library.import.counted", kind=words.say(f"library.import.kind.{k.value}"),
                       n=draft.count(k)))
        for k in reversed(ORDER)
        if draft.count(k)
    ]  # fmt: skip
    return " · ".join(parts)


def entry_of(reading: Reading) -> Entry:
    """Return a creature as an entry of a set; its id is made when it gets there."""
    draft = reading.draft
    return Entry(
        id="new",
        system=reading.system.id,
        name=draft.name,
        side=draft.side,
        tags=draft.tags,
        note=draft.note,
        sheet=draft.sheet.model_dump(mode="json", exclude_defaults=True),
    )


def write_creatures(path: Path, readings: Sequence[Reading]) -> None:
    """Write creatures into a set, beside those that lie in it already."""
    write_into(path, [entry_of(reading) for reading in readings])


def as_json(reading: Reading) -> dict[str, Any]:
    """Return a creature as plain data: its sheet and the report."""
    entry = entry_of(reading)
    findings = [
        {"kind": f.kind.value, "field": f.field, "value": f.value, "line": f.line, "text": f.text}
        for f in reading.draft.findings
    ]
    return {**entry.model_dump(mode="json", exclude={"id", "kind", "picture"}),
            "findings": findings}  # fmt: skip
