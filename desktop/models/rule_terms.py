"""What the help page knows of a rule system: conditions, options and tables, with their status."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from desktop.i18n import language, say, tr
from desktop.models.search import matches
from rules import registry
from rules.core.options import OptionSpec
from rules.core.sources import Source
from rules.encounter.state import Encounter
from rules.system.answers import Block, ConditionSpec
from rules.system.extras import Referring

Kind = Literal["condition", "option", "table"]


@dataclass(frozen=True, slots=True)
class RuleTerm:
    """One entry: its name, lines of text or a table, where it stands and how sure it is."""

    kind: Kind
    name: str
    lines: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    source: Source | None = None

    def holds(self, wanted: str) -> bool:
        """Whether every word that is wanted stands in the entry."""
        cells = " ".join(cell for row in self.rows for cell in row)
        return matches(wanted, " ".join((self.name, *self.lines, *self.heads, cells)))


def rule_terms(id: str) -> tuple[RuleTerm, ...]:
    """Return all entries of a system in the language in use, by kind and name."""
    system = registry.get(id)
    conditions = sorted((_condition(id, spec) for spec in system.conditions), key=_by_name)
    options = sorted((_option(id, spec) for spec in system.options), key=_by_name)
    tables = _tables(id, system) if isinstance(system, Referring) else ()
    return (*tables, *conditions, *options)


def _by_name(term: RuleTerm) -> str:
    return term.name.casefold()


def _condition(id: str, spec: ConditionSpec) -> RuleTerm:
    name = _word(f"condition.{id}.{spec.id}")
    lines = [tr("help.out")] if spec.out else []
    lines += [tr("help.graded")] if spec.graded else []
    return RuleTerm("condition", name, tuple(lines), source=spec.source)


def _option(id: str, spec: OptionSpec) -> RuleTerm:
    key = f"option.{id}.{spec.key}"
    lines = [_word(f"{key}.help"), tr("help.default", value=_value(key, spec))]
    if spec.choices:
        values = tuple(_word(f"{key}.{value}") for value in spec.choices)
        lines.append(tr("help.choices", values=values))
    return RuleTerm("option", _word(key), tuple(lines), source=spec.source)


def _value(key: str, spec: OptionSpec) -> str:
    if isinstance(spec.default, bool):
        return tr("options.on") if spec.default else tr("options.off")
    if isinstance(spec.default, int):
        return language.words.number(spec.default)
    return _word(f"{key}.{spec.default}")


def _word(key: str) -> str:
    words = language.words
    return words.say(key) if key in words else ""


def _tables(id: str, system: Referring) -> Iterator[RuleTerm]:
    for block in system.reference(Encounter(id), language.words):
        yield _table(block)


def _table(block: Block) -> RuleTerm:
    rows = tuple(tuple(say(cell) for cell in row) for row in block.rows)
    lines = (say(block.note),) if block.note is not None else ()
    heads = tuple(say(head) for head in block.heads)
    return RuleTerm("table", say(block.title), lines, heads, rows)
