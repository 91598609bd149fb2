"""Steps and undo: one gesture is one step; undo returns the state that was there before.

Of what lies far back only some states are kept: the others come again from their steps. Of a
long fight that comes from a file even the steps are only read when somebody asks for them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from maps.problems import UnreadableFileError
from rules.core.terms import Term
from rules.encounter.applying import STEP_ERRORS, apply_all
from rules.encounter.events import TAGS, Event, Logged, Removed, TimeChanged
from rules.encounter.plain import fault
from rules.encounter.state import Encounter, Timeline, TokenId


@dataclass(frozen=True, slots=True)
class Step:
    """One undoable gesture: its name and what happened. ``at`` is an ISO time or empty."""

    label: Term
    events: tuple[Event, ...]
    at: str = ""


class Unread(Protocol):
    """A step in a file for which nobody asked yet."""

    @property
    def row(self) -> tuple[str, str, str]:
        """Label and events as JSON, and when it was."""
        ...

    def read(self) -> Step:
        """Return the step, the same each time. Raises UnreadableFileError."""
        ...

    def may_hold(self, word: str) -> bool:
        """Whether a word may stand in its events; quick, and wrong only where it says yes."""
        ...


Moment = Step | Unread


class Past(Protocol):
    """The states in a file for which nobody asked yet."""

    @property
    def beginning(self) -> str:
        """The state that the fight began with, as JSON."""
        ...

    def state(self, n: int) -> Encounter:
        """Read the state after the first n steps. Raises UnreadableFileError."""
        ...


KEPT = 256
"""How many steps back every state is kept."""
EVERY = 32
"""Farther back each so-manieth state is kept; those between are made again when asked for."""
MADE = 64
"""How many states that were made again are remembered."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A history as it once was; its states are shared, so it costs next to nothing."""

    states: Mapping[int, Encounter]
    lines: tuple[Timeline | None, ...]
    moments: tuple[Moment, ...]
    done: int
    past: Past | None = None
    points: frozenset[int] = frozenset()


def shared(old: Sequence[Moment], new: Sequence[Moment]) -> int:
    """Return how many steps two moments of one history have in common from its beginning.

    Whoever took the same last step took the same ones before it.
    """
    same = min(len(old), len(new))
    while same and old[same - 1] is not new[same - 1]:
        same -= 1
    return same


class History:
    """The steps of a fight and the state after each; a cursor stands after the last done one.

    Where steps were not read yet (``late``), whatever needs one of them may raise
    UnreadableFileError, and then has changed nothing.
    """

    def __init__(
        self, base: Encounter, steps: Sequence[Step] = (), done: int | None = None
    ) -> None:
        """Start at ``base``; ``done`` says how many steps are in force (all by default)."""
        self._states = {0: base}
        self._lines: list[Timeline | None] = [base.timeline]
        self._made: OrderedDict[int, Encounter] = OrderedDict()
        self._moments: list[Moment] = []
        self._done = 0
        self._past: Past | None = None
        self._points: frozenset[int] = frozenset()
        for step in steps:
            self.push(step)
        if done is not None:
            self.seek(done)

    @classmethod
    def late(
        cls, state: Encounter, moments: Sequence[Moment], past: Past, points: frozenset[int]
    ) -> History:
        """Start at a ``state`` after steps that are read when they are asked for.

        ``points`` are the numbers of the states in the ``past``, with 0 and this one.
        """
        history, n = cls(state), len(moments)
        lines = (*[None] * n, state.timeline)
        history.restore(Snapshot({n: state}, lines, tuple(moments), n, past, points))
        return history

    def copy(self) -> History:
        """Return a history of its own with the same states and steps."""
        other = History(self.state)
        other.restore(self.snapshot())
        return other

    def snapshot(self) -> Snapshot:
        """Return everything as it is now, for ``restore``."""
        return Snapshot(
            dict(self._states),
            tuple(self._lines),
            tuple(self._moments),
            self._done,
            self._past,
            self._points,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot (a step that could not be written to disk)."""
        self._states = dict(snapshot.states)
        self._lines = list(snapshot.lines)
        self._made.clear()
        self._moments = list(snapshot.moments)
        self._done = snapshot.done
        self._past, self._points = snapshot.past, snapshot.points

    def seek(self, done: int) -> None:
        """Put the cursor after the first ``done`` steps. Raises ValueError."""
        if not 0 <= done <= len(self._moments):
            raise ValueError(f"{done} of {len(self._moments)} steps")
        self._done = done

    @property
    def state(self) -> Encounter:
        """The state at the cursor."""
        return self.state_after(self._done)

    @property
    def base(self) -> Encounter:
        return self.state_after(0)

    @property
    def beginning(self) -> str | None:
        """The base as JSON where it comes from a file and nobody asked for it yet."""
        return self._past.beginning if self._past is not None and 0 not in self._states else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, the undone ones at the end."""
        return tuple(map(_read, self._moments))

    @property
    def moments(self) -> tuple[Moment, ...]:
        """All steps, but those for which nobody asked yet are not read."""
        return tuple(self._moments)

    def step(self, number: int) -> Step:
        """Return the step that follows the first ``number`` ones."""
        return _read(self._moments[number])

    @property
    def last(self) -> Step | None:
        """The step before the cursor."""
        return self.step(self._done - 1) if self._done else None

    @property
    def count(self) -> int:
        """How many steps there are, the undone ones too."""
        return len(self._moments)

    @property
    def done(self) -> int:
        """How many steps are in force."""
        return self._done

    def state_after(self, n: int) -> Encounter:
        """Return the state after the first n steps, the undone ones counted too."""
        known = self._states.get(n) or self._made.get(n)
        return known if known is not None else self._make(n)

    def _make(self, n: int) -> Encounter:
        """Make a state again from the nearest one before it."""
        if not 0 <= n <= len(self._moments):
            raise IndexError(n)
        start = self._nearest(n)
        state = self.state_after(start)
        for number in range(start, n):
            try:
                state = self._applied(state, number)
            except UnreadableFileError as error:
                raise self._no_way_beyond(number, error) from error
            self._remember(number + 1, state)
        while len(self._made) > MADE:
            self._made.popitem(last=False)
        return state

    def _nearest(self, n: int) -> int:
        """Return the number of the nearest state before a step; one in the file is read."""
        while n not in self._states and n not in self._made:
            if n in self._points and self._past is not None:
                try:
                    self._states[n] = self._past.state(n)
                except UnreadableFileError as error:
                    if n == 0:
                        raise self._no_way_beyond(0, error) from error
                    self._points -= {n}
            else:
                n -= 1
        return n

    def _applied(self, state: Encounter, number: int) -> Encounter:
        """Apply the step that follows the first ``number`` ones."""
        step = self.step(number)
        if step is self._moments[number]:  # it fitted when it was taken
            return apply_all(state, step.events)
        try:
            return apply_all(state, step.events)
        except STEP_ERRORS as error:
            raise fault("step_wrong", f"steps[{number + 1}]", step=number + 1) from error

    def _no_way_beyond(self, number: int, error: UnreadableFileError) -> UnreadableFileError:
        """Say that the step after ``number`` ones is unreadable, and how far back the way goes."""
        now, place, why = self._next_state(number), f"steps[{number + 1}]", _as_term(error)
        return fault("past_unreadable", place, step=number + 1, now=now, why=why)

    def _next_state(self, number: int) -> int:
        """Return after how many steps the next state is at hand, the cursor where none is."""
        later = (n for n in (*self._points, *self._states) if n > number)
        return min(later, default=self._done)

    def _remember(self, n: int, state: Encounter) -> None:
        """Keep a state that was made again: for a while, or as one of those far back."""
        if n % EVERY:
            self._made[n] = state
        else:
            self._states[n] = state

    def push(self, step: Step, made: Encounter | None = None) -> Encounter:
        """Add a step at the cursor; what was undone falls away. Nothing changes if it fails.

        ``made`` is the state after it where another history has it. Raises what ``apply`` raises.
        """
        state = apply_all(self.state, step.events) if made is None else made
        self.cut()
        self._moments.append(step)
        self._lines.append(state.timeline)
        self._done = len(self._moments)
        self._states[self._done] = state
        far = self._done - KEPT
        if far > 0 and far % EVERY and far not in self._points:
            self._states.pop(far, None)
        return state

    def cut(self) -> None:
        """Forget the steps after the cursor."""
        for gone in range(self._done + 1, len(self._moments) + 1):
            self._states.pop(gone, None)
            self._made.pop(gone, None)
        if self._points:
            self._points = frozenset(n for n in self._points if n <= self._done)
        del self._moments[self._done :]
        del self._lines[self._done + 1 :]

    def undo(self) -> Step | None:
        """Step back; returns the step taken back, ``None`` at the beginning."""
        if self._done == 0:
            return None
        self.state_after(self._done - 1)
        step = self.step(self._done - 1)
        self._done -= 1
        return step

    def redo(self) -> Step | None:
        """Step forward again; ``None`` at the end."""
        if self._done == len(self._moments):
            return None
        step = self.step(self._done)
        self.state_after(self._done + 1)
        self._done += 1
        return step

    @property
    def undo_label(self) -> Term | None:
        return _label(self._moments[self._done - 1]) if self._done else None

    @property
    def redo_label(self) -> Term | None:
        return _label(self._moments[self._done]) if self._done < len(self._moments) else None

    # -- what was said, and when -------------------------------------------------------------

    def lines(self, number: int) -> tuple[Logged, ...]:
        """Return the log lines of the step after ``number`` ones; none where it is unreadable."""
        return tuple(e for e in self._events(number, Logged) if isinstance(e, Logged))

    def may_say(self, number: int, key: str) -> bool:
        """Whether a term may stand in the step after ``number`` ones, by its key.

        So whoever looks for a few lines need not have all steps read.
        """
        moment = self._moments[number]
        return isinstance(moment, Step) or moment.may_hold(key)

    def log(self) -> tuple[tuple[int, Logged], ...]:
        """Return the log lines of the steps in force, each with the number of its step."""
        return tuple((n, line) for n in range(self._done) for line in self.lines(n))

    def timeline_after(self, n: int) -> Timeline:
        """Return the time after the first n steps."""
        return self._lines[n] or self._find_time(n)

    def _find_time(self, n: int) -> Timeline:
        """Look back for the step that last said the time; few do, so few are read."""
        gone: list[TokenId] = []
        line, start = None, n
        while line is None and start:
            for event in reversed(self._events(start - 1, TimeChanged, Removed)):
                if isinstance(event, TimeChanged):
                    line = event.timeline
                    break
                if isinstance(event, Removed):
                    gone.append(event.token)
            else:
                start -= 1
                line = self._lines[start]
        if line is None:
            line = self._first_time()
        for id in reversed(gone):
            line = line.without(id)
        for number in range(n if gone else start, n + 1):
            self._lines[number] = line
        return line

    def _first_time(self) -> Timeline:
        try:
            return self.base.timeline
        except UnreadableFileError:
            return Timeline()

    def _events(self, number: int, *kinds: type[Event]) -> tuple[Event, ...]:
        """Return the events of a step where some are of these kinds, as far as is known."""
        moment = self._moments[number]
        if isinstance(moment, Step):
            return moment.events
        if not any(moment.may_hold(TAGS[kind]) for kind in kinds):
            return ()
        try:
            return moment.read().events
        except UnreadableFileError:
            return ()

    # -- reading everything ------------------------------------------------------------------

    def reachable(self, n: int) -> int:
        """Return n, or the next number after it whose state can be made; n is at most ``done``."""
        while True:
            try:
                self.state_after(n)
                return n
            except UnreadableFileError:
                if n >= self._done:
                    raise
                n = self._next_state(n)

    def whole(self) -> History:
        """Return a history every step of which was read, for whoever takes it elsewhere.

        It begins where this one does, or, where a step cannot be read, at the next state of the
        file; where that step was taken back, it ends before it.
        """
        if self._past is None:
            return self
        first = self.reachable(0)
        while True:
            history = History(self.state_after(first))
            number = self._fill(history, first)
            later = [point for point in self._points if point > first]
            if number >= self._done or not later:
                history.seek(self._done - first)
                return history
            first = self.reachable(min((p for p in later if p > number), default=max(later)))

    def _fill(self, history: History, first: int) -> int:
        """Add the steps after the first ones as far as they can be read; returns how far."""
        for number in range(first, self.count):
            try:
                history.push(self.step(number))
            except (UnreadableFileError, *STEP_ERRORS):
                return number
        return self.count


def _read(moment: Moment) -> Step:
    return moment if isinstance(moment, Step) else moment.read()


def _label(moment: Moment) -> Term:
    """Return what a step is called; one that cannot be read is called after the reason."""
    try:
        return _read(moment).label
    except UnreadableFileError as error:
        return _as_term(error)


def _as_term(error: UnreadableFileError) -> Term:
    return Term(f"problem.{error.problem.code}", dict(error.problem.args))  # type: ignore[arg-type]  # the glossary says what problems carry
