"""What a command is, how its procedure ends, and the error that says why it cannot be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from maps.problems import Problem, Severity
from rules.core.terms import Term
from rules.encounter.applying import apply_all
from rules.encounter.events import Event
from rules.encounter.state import Encounter
from rules.encounter.state_codec import Id, Word


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a procedure ended: the name of the step and its events.

    ``led`` are the state before and after them, where the procedure has applied them already.
    """

    label: Term
    events: tuple[Event, ...]
    led: tuple[Encounter, Encounter] | None = field(default=None, compare=False, repr=False)

    def after(self, state: Encounter) -> Encounter:
        """Return the state to which the events lead from another."""
        if self.led is not None and self.led[0] is state:
            return self.led[1]
        return apply_all(state, self.events)


class CommandError(ValueError):
    """A command that cannot be carried out; ``problem`` is the first reason of ``problems``."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems[0].code)
        self.problems = problems

    @property
    def problem(self) -> Problem:
        return self.problems[0]


def refuse(code: str, place: str = "", **args: object) -> CommandError:
    """Return the error that says why a command cannot be carried out."""
    return CommandError(Problem(code, Severity.ERROR, place, {"place": place, **args}))


Flag = Annotated[bool, Field(strict=True)]
FaceUp = Annotated[int, Field(strict=True, ge=1, le=1_000)]
Ids = Annotated[tuple[Id, ...], Field(min_length=1, max_length=2_000)]


class Command(BaseModel):
    """Base of all commands; ``do`` is the name, ``dice`` and ``choices`` answer what is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    do: str
    dice: Annotated[tuple[FaceUp, ...], Field(max_length=10_000)] = ()
    choices: Annotated[tuple[Word, ...], Field(max_length=10_000)] = ()
