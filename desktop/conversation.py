"""The procedure under way: what it asks, what was answered, the outcome that waits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop import luck
from desktop.messages import message_of
from rules.core.asking import Answer, AnswerError, Ask, DiceRequest, Procedure, check
from rules.encounter.applying import apply_all
from rules.encounter.commands import CommandError, Outcome
from rules.encounter.state import Encounter
from rules.system.answers import Difference

if TYPE_CHECKING:
    from desktop.session import Session


@dataclass(frozen=True, slots=True)
class Question:
    """What the procedure under way wants to know, and what was answered before."""

    request: Ask
    asked_before: tuple[tuple[Ask, Answer], ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """An outcome that waits for its confirmation: before → after."""

    outcome: Outcome
    after: Encounter
    differences: tuple[Difference, ...]
    answers: tuple[tuple[Ask, Answer], ...] = ()


class Conversation:
    """Leads one procedure at a time; ``commit`` gets what came of it.

    The signals ``asked``, ``proposed`` and ``settled`` of the session tell how far it is.
    """

    def __init__(self, session: Session, commit: Callable[[Outcome], None]) -> None:
        self._session = session
        self._commit = commit
        self._dice = luck.own_dice()
        self._procedure: Procedure[Outcome] | None = None
        self._confirm = False
        self._question: Question | None = None
        self._answers: list[tuple[Ask, Answer]] = []
        self._proposal: Proposal | None = None

    @property
    def question(self) -> Question | None:
        """What stands open."""
        return self._question

    @property
    def proposal(self) -> Proposal | None:
        """The outcome that waits for ``accept``."""
        return self._proposal

    @property
    def busy(self) -> bool:
        """Whether a procedure is under way."""
        return self._procedure is not None or self._proposal is not None

    def begin(self, procedure: Procedure[Outcome], *, confirm: bool = False) -> bool:
        """Begin a procedure; with ``confirm`` its outcome waits. Returns whether it could begin."""
        self.cancel()
        self._confirm = confirm
        self._answers = []
        self._procedure = procedure
        try:
            self._advance(None)
        except CommandError as error:
            self._abort()
            self._session.message.emit(message_of(error.problem))
            return False
        return True

    def answer(self, answer: Answer) -> str:
        """Answer the open question. Returns an error code, empty when it was taken."""
        if self._question is None:
            return ""
        try:
            check(self._question.request, answer)
        except AnswerError as error:
            return error.code
        self._answers.append((self._question.request, answer))
        try:
            self._advance(answer)
        except CommandError as error:
            self._abort()
            self._session.settled.emit()  # a dialog that shows the question must not wait for more
            self._session.message.emit(message_of(error.problem))
        return ""

    def roll(self) -> None:
        """Answer the open question with dice (a decision with its default)."""
        if self._question is not None:
            self.answer(self._random(self._question.request))

    def roll_all(self) -> None:
        """Answer everything that is asked until the procedure ends."""
        last: Question | None = None
        while self._question is not None and self._question is not last:
            last = self._question
            self.roll()

    def accept(self) -> None:
        """Apply the outcome that waits."""
        proposal, self._proposal = self._proposal, None
        if proposal is not None:
            self._session.proposed.emit(None)
            self._commit(proposal.outcome)
            self._session.settled.emit()

    def cancel(self) -> None:
        """End the procedure under way without a trace."""
        if self.busy:
            self._abort()
            self._session.settled.emit()

    def _random(self, request: Ask) -> Answer:
        if isinstance(request, DiceRequest):
            return tuple(self._dice.randint(1, sides) for sides in request.dice)
        return request.usual

    def _abort(self) -> None:
        if self._procedure is not None:
            self._procedure.close()
        self._procedure = None
        if self._question is not None:
            self._question = None
            self._session.asked.emit(None)
        if self._proposal is not None:
            self._proposal = None
            self._session.proposed.emit(None)

    def _advance(self, answer: Answer | None) -> None:
        procedure = self._procedure
        assert procedure is not None
        try:
            request = next(procedure) if answer is None else procedure.send(answer)
        except StopIteration as stop:
            outcome: Outcome = stop.value
            self._procedure, self._question = None, None
            self._session.asked.emit(None)
            self._finish(outcome)
            return
        self._question = Question(request, tuple(self._answers))
        self._session.asked.emit(self._question)

    def _finish(self, outcome: Outcome) -> None:
        session = self._session
        if self._confirm:
            after = apply_all(session.state, outcome.events)
            differences = session.system.compare(session.state, after)
            self._proposal = Proposal(outcome, after, differences, tuple(self._answers))
            session.proposed.emit(self._proposal)
            return
        self._commit(outcome)
        session.settled.emit()
