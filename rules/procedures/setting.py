"""What every generic procedure works with, and how it refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from rules.core.terms import Term
from rules.encounter.addressing import find
from rules.encounter.commands import CommandError, Outcome, refuse
from rules.encounter.events import Event
from rules.encounter.plain import problems_of
from rules.encounter.state import Encounter, Token
from rules.system import RuleSystem

Say = Callable[[Term], str]
"""Who turns the name of a creature into a word of the game master's language."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a generic procedure works with."""

    system: RuleSystem
    state: Encounter
    say: Say

    def token(self, id: str, place: str) -> Token:
        """Return a token. Raises CommandError that lists those that there are."""
        return find(self.state, id, place)

    def tokens(self, ids: Iterable[str]) -> list[Token]:
        return [self.token(id, f"tokens[{i}]") for i, id in enumerate(dict.fromkeys(ids))]


def names_of(tokens: Iterable[Token]) -> tuple[str, ...]:
    return tuple(t.name for t in tokens)


def own_word(prefix: str, at: Setting, id: str) -> Term:
    """Return the word that the system has for one of its own ids."""
    key = f"{prefix}.{at.system.id}.{id}"
    return Term(key)


def outcome_of(label: Term, events: Iterable[Event]) -> Outcome:
    """Return the outcome; refuse a step in which nothing but talk happens."""
    found = tuple(events)
    if not found:
        raise refuse("nothing_changes")
    return Outcome(label, found)


def validated(model: Callable[[Any], Any], values: object, place: str) -> Any:
    """Validate values. Raises CommandError with one problem for each field."""
    try:
        return model(values)
    except ValidationError as error:
        raise CommandError(*problems_of(error, place)) from error
