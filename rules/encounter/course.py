"""The course of a procedure: what has happened so far, and the state that it led to."""

from __future__ import annotations

from dataclasses import dataclass, field

from maps.grid import Footprint, Point
from rules.core.terms import Term
from rules.encounter.applying import apply
from rules.encounter.commands import Outcome
from rules.encounter.events import Event, Moved
from rules.encounter.state import Encounter, TokenId


@dataclass(slots=True)
class Course:
    """What has happened so far within a procedure: the state reached and the events."""

    state: Encounter
    events: list[Event] = field(default_factory=list)
    _begin: Encounter = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._begin = self.state

    def add(self, *events: Event) -> None:
        """Apply events one after the other and keep them."""
        for event in events:
            self.state = apply(self.state, event)
            self.events.append(event)

    def done(self, label: Term) -> Outcome:
        """End it: return everything that happened as one step."""
        return Outcome(label, tuple(self.events), (self._begin, self.state))


def moved_along(
    state: Encounter, token: TokenId, to: Point | Footprint, cost: int = 0
) -> list[Moved]:
    """Move those along who are tied to somebody that goes ``to``: mount or rider, what is carried.

    Before the one they are tied to is moved itself; ``cost`` is what the way costs them.
    """
    here = state.tokens[token].space
    spaces = ((id, state.tokens[id].space) for id in state.along(token))
    return [
        Moved(id, space.x + to.x - here.x, space.y + to.y - here.y, (), cost)
        for id, space in spaces
    ]
