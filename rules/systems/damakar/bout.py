"""A moment of the fight being carried out: what happened, what it costs, who acts in it (§2.7).

Whoever acts in the same moment sees the fight as it was before (``seen``); markers move when all
is done.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rules.core.terms import Term
from rules.encounter.commands import Outcome
from rules.encounter.course import Course
from rules.encounter.events import Event
from rules.encounter.state import Encounter, TokenId
from rules.systems.damakar import time


@dataclass(slots=True)
class Bout:
    """One moment. ``busy`` are those who carry out an action in it and so cannot parry."""

    seen: Encounter
    course: Course
    busy: frozenset[TokenId] = frozenset()
    costs: Counter[TokenId] = field(default_factory=Counter)

    @classmethod
    def begin(cls, state: Encounter) -> Bout:
        return cls(state, Course(state))

    @property
    def state(self) -> Encounter:
        """The fight as it stands now."""
        return self.course.state

    def add(self, *events: Event) -> None:
        self.course.add(*events)

    def pay(self, id: TokenId, zp: int) -> None:
        """Note that somebody's marker will move."""
        self.costs[id] += zp

    def done(self, label: Term) -> Outcome:
        """Move the markers and return what came of it."""
        time.spend(self.course, self.costs)
        return self.course.done(label)
