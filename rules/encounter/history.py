"""Steps and undo: one gesture is one step; undo returns the state that was there before.

Of what lies far back only some states are kept: the others come again from their steps.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.terms import Term
from rules.encounter.applying import apply_all
from rules.encounter.events import Event, Logged
from rules.encounter.state import Encounter, Timeline


@dataclass(frozen=True, slots=True)
class Step:
    """One undoable gesture: its name and what happened. ``at`` is an ISO time or empty."""

    label: Term
    events: tuple[Event, ...]
    at: str = ""


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
    lines: tuple[Timeline, ...]
    steps: tuple[Step, ...]
    done: int


def shared(old: Sequence[Step], new: Sequence[Step]) -> int:
    """Return how many steps two moments of one history have in common from its beginning.

    Whoever took the same last step took the same ones before it.
    """
    same = min(len(old), len(new))
    while same and old[same - 1] is not new[same - 1]:
        same -= 1
    return same


class History:
    """The steps of a fight and the state after each; a cursor stands after the last done one."""

    def __init__(
        self, base: Encounter, steps: Sequence[Step] = (), done: int | None = None
    ) -> None:
        """Start at ``base``; ``done`` says how many steps are in force (all by default)."""
        self._states = {0: base}
        self._lines = [base.timeline]
        self._made: OrderedDict[int, Encounter] = OrderedDict()
        self._steps: list[Step] = []
        self._done = 0
        for step in steps:
            self.push(step)
        if done is not None:
            self.seek(done)

    def copy(self) -> History:
        """Return a history of its own with the same states and steps."""
        other = History(self.base)
        other.restore(self.snapshot())
        return other

    def snapshot(self) -> Snapshot:
        """Return everything as it is now, for ``restore``."""
        return Snapshot(dict(self._states), tuple(self._lines), tuple(self._steps), self._done)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot (a step that could not be written to disk)."""
        self._states = dict(snapshot.states)
        self._lines = list(snapshot.lines)
        self._made.clear()
        self._steps = list(snapshot.steps)
        self._done = snapshot.done

    def seek(self, done: int) -> None:
        """Put the cursor after the first ``done`` steps. Raises ValueError."""
        if not 0 <= done <= len(self._steps):
            raise ValueError(f"{done} of {len(self._steps)} steps")
        self._done = done

    @property
    def state(self) -> Encounter:
        """The state at the cursor."""
        return self.state_after(self._done)

    @property
    def base(self) -> Encounter:
        return self._states[0]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, the undone ones at the end."""
        return tuple(self._steps)

    @property
    def count(self) -> int:
        """How many steps there are, the undone ones too."""
        return len(self._steps)

    @property
    def done(self) -> int:
        """How many steps are in force."""
        return self._done

    def state_after(self, n: int) -> Encounter:
        """Return the state after the first n steps, the undone ones counted too."""
        known = self._states.get(n) or self._made.get(n)
        return known if known is not None else self._make(n)

    def timeline_after(self, n: int) -> Timeline:
        """Return the time after the first n steps; every one is kept."""
        return self._lines[n]

    def _make(self, n: int) -> Encounter:
        """Make a state again from the nearest one before it."""
        if not 0 <= n <= len(self._steps):
            raise IndexError(n)
        start = n
        while start not in self._states and start not in self._made:
            start -= 1
        state = self.state_after(start)
        for number in range(start, n):
            state = apply_all(state, self._steps[number].events)
            self._made[number + 1] = state
        while len(self._made) > MADE:
            self._made.popitem(last=False)
        return state

    def push(self, step: Step) -> Encounter:
        """Add a step at the cursor; what was undone falls away. Nothing changes if it fails.

        Raises what ``apply`` raises.
        """
        state = apply_all(self.state, step.events)
        self.cut()
        self._steps.append(step)
        self._lines.append(state.timeline)
        self._done = len(self._steps)
        self._states[self._done] = state
        far = self._done - KEPT
        if far > 0 and far % EVERY:
            self._states.pop(far, None)
        return state

    def cut(self) -> None:
        """Forget the steps after the cursor."""
        for gone in range(self._done + 1, len(self._steps) + 1):
            self._states.pop(gone, None)
            self._made.pop(gone, None)
        del self._steps[self._done :]
        del self._lines[self._done + 1 :]

    def undo(self) -> Step | None:
        """Step back; returns the step taken back, ``None`` at the beginning."""
        if self._done == 0:
            return None
        self._done -= 1
        return self._steps[self._done]

    def redo(self) -> Step | None:
        """Step forward again; ``None`` at the end."""
        if self._done == len(self._steps):
            return None
        self._done += 1
        return self._steps[self._done - 1]

    @property
    def undo_label(self) -> Term | None:
        return self._steps[self._done - 1].label if self._done else None

    @property
    def redo_label(self) -> Term | None:
        return self._steps[self._done].label if self._done < len(self._steps) else None

    def log(self) -> tuple[tuple[int, Logged], ...]:
        """Return the log lines of the steps in force, each with the number of its step."""
        return tuple(
            (i, e)
            for i, step in enumerate(self._steps[: self._done])
            for e in step.events
            if isinstance(e, Logged)
        )
