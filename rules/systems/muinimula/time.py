"""Where the fight's time stands (§2): half seconds, Kampfrunden, and who comes before whom.

A combatant's number is the half second of its next moment: the end of what it does, else now.
``ties`` holds (initiative, RE, a plain W100 where these are equal).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rules.core.terms import Term, term
from rules.encounter.commands import refuse
from rules.encounter.course import Course
from rules.encounter.events import TimeChanged
from rules.encounter.state import Encounter, Timeline, Token, TokenId
from rules.systems.muinimula.conditions import STUNNED, is_out
from rules.systems.muinimula.sheet import vitals_of

SECOND: Final = 2
"""Half seconds to a second."""
ROUND: Final = 6 * SECOND
"""Half seconds to a Kampfrunde (§1)."""
MINUTE: Final = 60 * SECOND
LOST_INITIATIVE: Final = 1
DAZED_INITIATIVE: Final = 0


def seconds(half: int) -> int | float:
    """Return half seconds as seconds: 17 = 8.5."""
    return half // SECOND if half % SECOND == 0 else half / SECOND


def said(half: int) -> Term:
    """Say a moment or a span in seconds."""
    return term("seconds.muinimula", s=seconds(half))


def kampfrunde(half: int) -> int:
    """Return the number of the Kampfrunde of a half second, the first being 1 (§1)."""
    return half // ROUND + 1


def moment(half: int) -> tuple[int, int]:
    """Return a moment as conditions hold it: (Kampfrunde, half second)."""
    return kampfrunde(half), half


def must_run(state: Encounter) -> None:
    """Raise CommandError where no fight runs."""
    if not state.timeline.running:
        raise refuse("muinimula.not_running")


# -- initiative ---------------------------------------------------------------------------------


def rolled(line: Timeline, token: TokenId) -> int | None:
    """Return the initiative that somebody rolled."""
    ties = line.ties.get(token)
    return ties[0] if ties else None


def initiative_of(state: Encounter, token: Token) -> int:
    """Return the initiative that counts now: 0 when dazed, 1 when it is lost (§10)."""
    if token.has(*STUNNED):
        return DAZED_INITIATIVE
    if token.has("slow"):
        return LOST_INITIATIVE
    return rolled(state.timeline, token.id) or 0


def rank(state: Encounter, id: TokenId) -> tuple[int, ...]:
    """Return what orders combatants, the highest first (§2.5, §2.7)."""
    rest = state.timeline.ties.get(id, ())[1:]
    return (initiative_of(state, state.tokens[id]), *rest)


def ordered(state: Encounter, ids: Iterable[TokenId]) -> tuple[TokenId, ...]:
    """Return combatants in descending order of initiative."""
    return tuple(sorted(ids, key=lambda id: rank(state, id), reverse=True))


def fighters(state: Encounter) -> tuple[TokenId, ...]:
    """Return everybody in the fight, the highest initiative first."""
    return ordered(state, (id for id in state.timeline.at if id in state.tokens))


def before(state: Encounter, one: TokenId, other: TokenId) -> bool:
    """Whether somebody decides before somebody else (§2.6)."""
    return rank(state, one) > rank(state, other)


# -- who is busy until when ---------------------------------------------------------------------


def idle(state: Encounter) -> tuple[TokenId, ...]:
    """Return who may decide now: able, and doing nothing; in order of initiative (§2.3)."""
    return tuple(
        id
        for id in fighters(state)
        if not is_out(state.tokens[id]) and vitals_of(state.tokens[id]).pending is None
    )


def settle(course: Course) -> None:
    """Put the timeline in line with what everybody does."""
    state = course.state
    line = state.timeline
    if not line.running:
        return
    at = {}
    for id in line.at:
        pending = vitals_of(state.tokens[id]).pending
        at[id] = line.now if pending is None else max(line.now, pending.end)
    new = replace(line, at=at, acting=idle(state), round=kampfrunde(line.now), acted=frozenset())
    if new != line:
        course.add(TimeChanged(new))
