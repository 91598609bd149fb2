"""One deed to many: each gets a command of its own, all of them make one step.

Nothing is decided twice: what a preview has found out is what is applied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from maps.problems import Problem
from rules import play
from rules.core.asking import Answer, Ask
from rules.core.terms import Term, term
from rules.encounter.applying import apply_all
from rules.encounter.commands import Command, CommandError, Outcome
from rules.encounter.events import Event, Logged
from rules.encounter.state import Encounter, TokenId
from rules.procedures.setting import Say
from rules.system import RuleSystem
from rules.system.actions import Resisting

Kind = Literal["damage", "heal", "save"]
Answerer: TypeAlias = Callable[[TokenId, int, Ask], Answer | None]
"""Answers the question of a number that is asked about somebody; None leaves it open."""


@dataclass(frozen=True, slots=True)
class Fate:
    """How it went for one of them.

    ``asked`` holds the questions and answers so far, ``open`` the one that waits; ``problem``
    says why the rules refuse. Only who is none of both has ``events``.
    """

    token: TokenId
    events: tuple[Event, ...] = ()
    asked: tuple[tuple[Ask, Answer], ...] = ()
    open: Ask | None = None
    problem: Problem | None = None

    @property
    def lines(self) -> tuple[Logged, ...]:
        """What the log says about it."""
        return tuple(event for event in self.events if isinstance(event, Logged))


@dataclass(frozen=True, slots=True)
class Group:
    """How it went for all, and what the fight is like afterwards."""

    fates: tuple[Fate, ...] = ()
    after: Encounter | None = None
    head: tuple[Event, ...] = field(default=())

    @property
    def open(self) -> bool:
        """Whether somebody's dice still wait."""
        return any(fate.open is not None for fate in self.fates)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happens, in order."""
        return (*self.head, *(event for fate in self.fates for event in fate.events))

    def outcome(self, kind: Kind) -> Outcome:
        """Return it as one step."""
        return Outcome(_label(kind, sum(bool(f.events) for f in self.fates)), self.events)


def resolve(
    system: RuleSystem,
    state: Encounter,
    commands: Sequence[tuple[TokenId, Command]],
    answer: Answerer,
    say: Say,
    head: Iterable[Event] = (),
) -> Group:
    """Carry out commands one after the other; ``head`` is logged before them."""
    now, fates, first = state, [], tuple(head)
    for token, command in commands:
        fate = _one(system, now, token, command, answer, say)
        now = apply_all(now, fate.events)
        fates.append(fate)
    return Group(tuple(fates), now, first)


def _one(
    system: RuleSystem,
    state: Encounter,
    token: TokenId,
    command: Command,
    answer: Answerer,
    say: Say,
) -> Fate:
    asked: list[tuple[Ask, Answer]] = []
    procedure = play.perform(system, state, command, say)
    try:
        request = next(procedure)
        while True:
            given = answer(token, len(asked), request)
            if given is None:
                procedure.close()
                return Fate(token, asked=tuple(asked), open=request)
            asked.append((request, given))
            request = procedure.send(given)
    except StopIteration as stop:
        outcome: Outcome = stop.value
        return Fate(token, outcome.events, tuple(asked))
    except CommandError as error:
        return Fate(token, asked=tuple(asked), problem=error.problem)


def _label(kind: Kind, n: int) -> Term:
    match kind:
        case "damage":
            return term("group.damage", n=n)
        case "heal":
            return term("group.heal", n=n)
        case "save":
            return term("group.save", n=n)


def resist_command(system: RuleSystem) -> str:
    """Return the command with which a group withstands an effect; empty where there is none."""
    if "save" in system.commands:
        return "save"
    return system.resist if isinstance(system, Resisting) else ""
