"""``schlachtplan inspect``: what the line-of-sight inspector says of two ends. No window, no Qt."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from desktop.cli.reading import read_fight
from desktop.words.cells import cell_of
from desktop.words.sight import Finding, Inspection, Spot, look
from maps.grid import SUB, Cell
from maps.problems import Problem, Severity, UnreadableFileError
from rules import registry
from rules.core.glossary import Glossary
from rules.encounter.plans import AttackAction
from rules.encounter.situation import Situation, plan_json
from rules.encounter.state import Encounter, TokenId


def inspected(words: Glossary, args: argparse.Namespace) -> Inspection:
    """Look from one end at the other; those of the file's attack where none are named.

    Raises UnreadableFileError for ends and weapons that are not there.
    """
    state, draft = _read(args.file)
    if draft is not None and draft.place is not None and not args.start:
        state = state.with_token(replace(state.token(draft.attacker), space=draft.place))
    ends = (
        _spot(state, "--from", args.start or (draft.attacker if draft else "")),
        _spot(state, "--to", args.end or (draft.target if draft else "")),
    )
    system = registry.get(state.system)
    current = draft.attacker if draft is not None else None
    found = look(system, state, words, ends, draft, current, args.weapon)
    if found is None:
        raise UnreadableFileError(Problem("inspect_two", Severity.ERROR, "--to"))
    if args.weapon and found.plan.action.weapon != args.weapon:
        known = ", ".join(weapon.id for weapon in found.weapons)
        facts = {"weapon": args.weapon, "known": known}
        raise UnreadableFileError(Problem("weapon_unknown", Severity.ERROR, "--weapon", facts))
    return found


def _read(name: str) -> tuple[Encounter, AttackAction | None]:
    """Return where a fight stands, and the attack of a situation."""
    found = read_fight(name)
    return (found.state, found.attack) if isinstance(found, Situation) else (found, None)


def _spot(state: Encounter, place: str, named: str) -> Spot:
    """Return an end: a combatant by id or name, or a square such as I5 or 8,4."""
    if not named:
        raise UnreadableFileError(Problem("inspect_missing", Severity.ERROR, place))
    tokens = state.tokens
    if named in tokens:
        return Spot(TokenId(named))
    same = [t.id for t in tokens.values() if t.name.casefold() == named.casefold()]
    if len(same) == 1:
        return Spot(same[0])
    cell = _square(state, named)
    if cell is not None:
        return Spot(cell=cell)
    facts = {"end": named, "known": ", ".join(tokens)}
    raise UnreadableFileError(Problem("inspect_end", Severity.ERROR, place, facts))


def _square(state: Encounter, named: str) -> Cell | None:
    """Return a square: counted on the map, or named as its rulers do, which begin at its corner."""
    try:
        x, y = (int(part) for part in named.split(","))
    except ValueError:
        label = cell_of(named)
        board = state.board
        return None if label is None else Cell(label.x + board.left, label.y + board.top)
    return Cell(x, y)


def as_json(found: Inspection) -> dict[str, Any]:
    """Return everything as data: both ends, whether sight and shots arrive, the plan, the words."""
    action = found.plan.action
    spaces = (found.place, found.target)
    return {
        "ends": [
            {"token": id, "at": [space.x / SUB, space.y / SUB], "said": name}
            for id, space, name in zip(
                (action.attacker, action.target), spaces, found.names, strict=True
            )
        ],
        "weapon": action.weapon,
        "sight": found.sees,
        "effect": found.effect,
        "plan": plan_json(found.plan, found.state),
        "findings": [_finding(one) for one in found.findings],
    }


def _finding(one: Finding) -> dict[str, Any]:
    out: dict[str, Any] = {"section": one.section, "label": one.label, "value": one.value}
    if one.causes:
        out["causes"] = list(one.causes)
    if one.line is not None:
        out["line"] = one.line
    return out


def lines(words: Glossary, found: Inspection) -> Iterator[str]:
    """Yield everything in words, line by line, section after section."""
    say = words.say
    weapon = say(found.plan.weapon.name)
    yield say("cli.inspect_ends", a=found.names[0], b=found.names[1], weapon=weapon)
    width = max(len(one.label) for one in found.findings)
    for section, findings in groupby(found.findings, lambda one: one.section):
        yield ""
        yield say(f"sight.section.{section}")
        for one in findings:
            yield f"  {one.label:<{width}}  {one.value}"
