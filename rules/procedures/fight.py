"""The generic commands about the fight as a whole: options, tables, notes, free dice."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from maps.problems import Problem, Severity
from rules.core import dice
from rules.core.asking import Procedure, ask
from rules.core.tables import Misfit, TableSpec
from rules.core.terms import term
from rules.encounter import commands as c
from rules.encounter.commands import CommandError, Outcome, refuse
from rules.encounter.events import DataChanged, Logged, OptionChanged, Titled
from rules.encounter.state import MEMO, memo_of
from rules.encounter.tables import TABLES, judge, plain_rows
from rules.procedures.setting import Setting, outcome_of, own_word
from rules.system.extras import Tabled


def set_option(at: Setting, command: c.SetOption) -> Outcome:
    """Choose an option or go back to its default. Raises CommandError."""
    specs = {spec.key: spec for spec in at.system.options}
    spec = specs.get(command.key)
    if spec is None:
        raise refuse("option_unknown", "key", option=command.key, known=", ".join(specs))
    if command.value is not None:
        code = spec.problem(command.value)
        if code:
            raise refuse(code, "value", option=spec.key, value=str(command.value), **spec.limits())
    changed = at.state.options.get(command.key) != command.value
    word = own_word("option", at, spec.key)
    events = [OptionChanged(spec.key, command.value)] if changed else []
    return outcome_of(term("step.option", option=word), events)


def set_tables(at: Setting, command: c.EditTables) -> Outcome:
    """Take tables of one's own or go back to those of the rules. Raises CommandError."""
    system = at.system
    specs = {s.id: s for s in system.tables} if isinstance(system, Tabled) else {}
    now = at.state.data.get(TABLES)
    own: dict[str, JsonValue] = dict(now) if isinstance(now, dict) else {}
    changed = []
    for id, rows in command.tables.items():
        spec = specs.get(id)
        if spec is None:
            raise refuse("table_unknown", "tables", table=id, known=", ".join(specs))
        new = _own_table(spec, rows)
        if own.get(id) != new:
            changed.append(spec.label)
        own = {k: v for k, v in own.items() if k != id} | ({} if new is None else {id: new})
    events = [DataChanged(TABLES, own or None)] if changed else []
    return outcome_of(term("step.tables", tables=tuple(changed)), events)


def _own_table(spec: TableSpec, rows: list[dict[str, Any]] | None) -> JsonValue:
    """Judge the rows of a table; those of the rules themselves are none of one's own."""
    if rows is None:
        return None
    wrong = judge(spec, rows)
    if wrong:
        raise CommandError(*(_misfit(spec, misfit) for misfit in wrong))
    plain: list[JsonValue] = list(plain_rows(spec, rows))
    return None if plain == plain_rows(spec, spec.rows()) else plain


def _misfit(spec: TableSpec, misfit: Misfit) -> Problem:
    place = f"tables.{spec.id}"
    if misfit.row is not None:
        place += f"[{misfit.row}].{misfit.column}"
    return Problem(misfit.code, Severity.ERROR, place, misfit.args)


def title(at: Setting, command: c.Title) -> Outcome:
    """Name the fight."""
    events = [Titled(command.name)] if command.name != at.state.name else []
    return outcome_of(term("step.title", name=command.name), events)


def note(at: Setting, command: c.Note) -> Outcome:
    """Write a line of one's own into the log."""
    who = at.token(command.token, "token").id if command.token else ""
    return outcome_of(term("step.note"), [Logged(term("log.note", text=command.text), who=who)])


def memo(at: Setting, command: c.Memo) -> Outcome:
    """Keep a note about the whole fight."""
    text = command.text.strip()
    events = [DataChanged(MEMO, text or None)] if text != memo_of(at.state) else []
    return outcome_of(term("step.memo"), events)


def roll(at: Setting, command: c.Roll) -> Procedure[Outcome]:
    """Roll free dice. Raises CommandError."""
    try:
        thrown = dice.parse(command.text)
    except ValueError:
        raise refuse("dice_text", "text", text=command.text) from None
    if not thrown.count:
        raise refuse("dice_text", "text", text=command.text)
    faces = yield from ask(thrown.faces, term("dice.free", text=command.text))
    line = term("log.rolled", text=command.text, total=sum(faces) + thrown.bonus)
    details = (term("log.faces", faces=faces),)
    return outcome_of(term("step.roll", text=command.text), [Logged(line, details)])
