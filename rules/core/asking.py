"""Rules as conversations: procedures ask for dice and decisions, somebody answers.

A procedure is a generator. It yields a ``DiceRequest`` or a ``Choice`` and receives the
faces or the id of an option. Who answers is not its business: seeded dice, a person, a
script, or the enumerator of ``rules.core.odds``.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from rules.core.modifiers import Breakdown
from rules.core.terms import Term

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Basis:
    """What a roll is measured by, for whoever throws the dice at the table.

    ``needs`` is the lowest face that succeeds, with ``under`` the highest; ``None`` where no
    single face decides, or none is enough. ``sums`` are the sums that count, each with its
    title; ``counts`` says in words what else does.
    """

    needs: int | None = None
    under: bool = False
    sums: tuple[tuple[Term, Breakdown], ...] = ()
    counts: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceRequest:
    """Dice to be rolled: ``dice`` holds the sides of each (``(6, 6)`` = 2W6).

    ``groups`` optionally says which faces of a *single* die lead to the same result, as
    pairs (a face that stands for them, how many they are), so that odds need not try
    every face. It never limits what may be rolled. ``basis`` is there to be read, too.
    """

    dice: tuple[int, ...]
    label: Term
    who: str = ""
    groups: tuple[tuple[int, int], ...] = ()
    basis: Basis | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Option:
    """One way to answer a choice.

    With ``why`` it is shown, but cannot be taken; ``why`` says the reason.
    """

    id: str
    label: Term
    detail: Term | None = None
    why: Term | None = None

    @property
    def enabled(self) -> bool:
        return self.why is None


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision between options; ``default`` is what Enter takes."""

    options: tuple[Option, ...]
    label: Term
    who: str = ""
    default: str = ""

    @property
    def usual(self) -> str:
        """The option taken where nobody decides: the default, else the first that can be."""
        free = [o.id for o in self.options if o.enabled] or [self.options[0].id]
        return self.default if self.default in free else free[0]


Ask = DiceRequest | Choice
Answer = tuple[int, ...] | str
Procedure = Generator[Ask, Answer, T]


class AnswerError(ValueError):
    """An answer that does not fit the question; ``code`` and ``args`` name the words."""

    def __init__(self, code: str, **details: object) -> None:
        super().__init__(f"{code}: {details}")
        self.code = code
        self.details = details


def check(request: Ask, answer: Answer) -> None:
    """Raise AnswerError where an answer does not fit its question."""
    if isinstance(request, DiceRequest):
        if isinstance(answer, str) or len(answer) != len(request.dice):
            raise AnswerError("dice_count", n=len(request.dice))
        for face, sides in zip(answer, request.dice, strict=True):
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
                raise AnswerError("dice_face", face=face, sides=sides)
    elif not any(o.id == answer for o in request.options):
        raise AnswerError(
            "choice_unknown", choice=str(answer), options=", ".join(o.id for o in request.options)
        )
    elif why := next((o.why for o in request.options if o.id == answer), None):
        raise AnswerError("choice_barred", choice=str(answer), why=why)


def ask(
    dice: tuple[int, ...],
    label: Term,
    who: str = "",
    groups: tuple[tuple[int, int], ...] = (),
    basis: Basis | None = None,
) -> Procedure[tuple[int, ...]]:
    """Ask for dice inside a procedure: ``faces = yield from ask((20,), …)``."""
    request = DiceRequest(dice, label, who, groups, basis)
    answer = yield request
    check(request, answer)
    assert isinstance(answer, tuple)
    return answer


def choose(
    options: Iterable[Option], label: Term, who: str = "", default: str = ""
) -> Procedure[str]:
    """Ask for a decision inside a procedure."""
    request = Choice(tuple(options), label, who, default)
    answer = yield request
    check(request, answer)
    assert isinstance(answer, str)
    return answer


def done(value: T) -> Procedure[T]:
    """A procedure that asks nothing."""
    return value
    yield  # pragma: no cover – makes this function a generator


class Answerer(Protocol):
    """Somebody who answers."""

    def answer(self, request: Ask) -> Answer: ...


class SeededDice:
    """Random dice from a seed; decisions take their default or the first option."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def answer(self, request: Ask) -> Answer:
        """Roll the dice, or take the usual option."""
        if isinstance(request, DiceRequest):
            return tuple(self._random.randint(1, sides) for sides in request.dice)
        return request.usual


class ScriptedDice:
    """Faces and decisions written down in the order in which they are asked for."""

    def __init__(self, dice: Iterable[int] = (), choices: Iterable[str] = ()) -> None:
        self._dice = list(dice)
        self._choices = list(choices)

    def answer(self, request: Ask) -> Answer:
        """Return the next faces or option. Raises MissingAnswerError where none is left."""
        if isinstance(request, DiceRequest):
            n = len(request.dice)
            if len(self._dice) < n:
                raise MissingAnswerError(request)
            faces, self._dice = tuple(self._dice[:n]), self._dice[n:]
            return faces
        if not self._choices:
            raise MissingAnswerError(request)
        return self._choices.pop(0)

    @property
    def left_over(self) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Return what nobody asked for."""
        return tuple(self._dice), tuple(self._choices)


class MissingAnswerError(LookupError):
    """A script ran out; ``request`` is the question that stays open."""

    def __init__(self, request: Ask) -> None:
        super().__init__(request.label.key)
        self.request = request


def run(procedure: Procedure[T], answerer: Answerer) -> T:
    """Run a procedure to its end. Raises AnswerError for an answer that does not fit.

    Whatever the answerer raises (a script that ran out) ends the procedure and goes on up.
    """
    try:
        request = next(procedure)
        while True:
            answer = answerer.answer(request)
            check(request, answer)
            request = procedure.send(answer)
    except StopIteration as stop:
        value: T = stop.value
        return value
    finally:
        procedure.close()
