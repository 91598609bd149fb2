"""Fights of two (§4, §9): who has the offensive, how long the series is, when it goes on.

All fights of two run beside each other on one clock, second by second (§4). The timeline's
``now`` and ``at`` count ticks; the fights stand in its ``data``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Final, Literal

from pydantic import JsonValue, TypeAdapter

from maps.remember import by_identity
from rules.encounter.commands import refuse
from rules.encounter.state import Encounter, Timeline, TokenId
from rules.systems.das_system.conditions import is_out
from rules.systems.das_system.kar import SECOND
from rules.systems.das_system.sheet import vitals_of

TURN: Final = 10
"""Seconds to a turn of the dial; the timeline counts turns as rounds."""
PER_ATTACK: Final = 100
"""Ausdauer that an attack of a series asks for (§9)."""

Phase = Literal["start", "series", "pause"]


@dataclass(frozen=True, slots=True)
class Bout:
    """A fight of two. ``attacker`` is empty while a pause runs; ``at`` is its next tick.

    ``blows`` counts the attacks of the present series, ``most`` how many it may have, ``beats``
    the ticks of those made; ``pushed`` counts steps back, ``first`` whether this is the first
    series (until its end circumstances shift the KAR).
    """

    a: str
    b: str
    attacker: str = ""
    phase: Phase = "start"
    at: int = 0
    blows: int = 0
    most: int = 1
    beats: tuple[int, ...] = ()
    pushed: int = 0
    first: bool = True
    since: int = 0

    def holds(self, one: str, other: str = "") -> bool:
        """Whether somebody fights in it (against somebody)."""
        return one in (self.a, self.b) and (not other or other in (self.a, self.b))

    def foe_of(self, one: str) -> str:
        return self.b if one == self.a else self.a


_BOUT: Final = TypeAdapter(Bout)
"""Reads a fight of two from the file; what a later version may add is passed over."""

_PLAIN: Final = tuple(f.name for f in fields(Bout) if f.name != "beats")


def bouts(line: Timeline) -> tuple[Bout, ...]:
    """Return all fights of two."""
    return _read(line.data.get("bouts", ()))


@by_identity(keep=64)
def _read(held: JsonValue | tuple[()]) -> tuple[Bout, ...]:
    if not isinstance(held, list | tuple):
        return ()
    return tuple(_BOUT.validate_python(one) for one in held)


def bout_of(line: Timeline, one: str, other: str) -> Bout | None:
    """Return the fight between two."""
    return next((b for b in bouts(line) if b.holds(one, other)), None)


def bouts_with(line: Timeline, one: str) -> tuple[Bout, ...]:
    return tuple(b for b in bouts(line) if b.holds(one))


def put(line: Timeline, found: Iterable[Bout]) -> Timeline:
    """Return the timeline with these fights, and everybody's next moment."""
    kept = tuple(found)
    written: list[JsonValue] = [_written(b) for b in kept]
    data = {**line.data, "bouts": written}
    return replace(line, data={key: value for key, value in data.items() if value})


def _written(bout: Bout) -> dict[str, JsonValue]:
    return {name: getattr(bout, name) for name in _PLAIN} | {"beats": list(bout.beats)}


def with_bout(line: Timeline, bout: Bout) -> Timeline:
    """Return the timeline in which a fight of two is this one."""
    others = [b for b in bouts(line) if not b.holds(bout.a, bout.b)]
    return put(line, (*others, bout))


def without(line: Timeline, one: str, other: str = "") -> Timeline:
    """Return the timeline without somebody's fights (with somebody)."""
    return put(line, (b for b in bouts(line) if not b.holds(one, other)))


# -- series ---------------------------------------------------------------------------------------


def attacks_for(ausdauer: int) -> int:
    """Return how many attacks a series may have: Ausdauer/100, one at least (§9)."""
    return max(1, ausdauer // PER_ATTACK)


def opened(state: Encounter, bout: Bout, attacker: str, at: int) -> Bout:
    """Return a fight in which somebody begins a series at the tick ``at`` (§9)."""
    most = attacks_for(vitals_of(state.tokens[TokenId(attacker)]).ausdauer)
    return replace(
        bout, attacker=attacker, phase="series", at=at, blows=0, most=most, beats=(), since=at
    )


def paused(bout: Bout, now: int, ticks: int) -> Bout:
    """Return a fight whose series is over: both look for an opening for a while (§2, §9)."""
    return replace(
        bout,
        attacker="",
        phase="pause",
        at=now + ticks,
        blows=0,
        beats=(),
        first=False,
        since=now,
    )


# -- the clock ------------------------------------------------------------------------------------


def must_run(state: Encounter) -> None:
    """Raise CommandError where no fight runs."""
    if not state.timeline.running:
        raise refuse("das_system.not_running")


def placed(state: Encounter, line: Timeline) -> Timeline:
    """Return the timeline with everybody's next moment and those whose moment it is.

    Whoever is in no fight stands where a shot is ready, else at the present.
    """
    at: dict[TokenId, int] = {}
    found = bouts(line)
    for id in line.at:
        token = state.tokens.get(id)
        if token is None:
            continue
        own = [b for b in found if id in (b.a, b.b)]
        times = [b.at for b in own if b.attacker in (id, "")] or [b.at for b in own]
        free = max(line.now, vitals_of(token).loaded_at)
        at[id] = min(times) if times else free
    acting = tuple(
        dict.fromkeys(
            TokenId(b.attacker)
            for b in found
            if b.attacker and b.at <= line.now and TokenId(b.attacker) in state.tokens
        )
    )
    turn = 1 + line.now // (TURN * SECOND) if line.running else 0
    return replace(line, at=at, acting=acting, round=turn)


def over(state: Encounter, bout: Bout) -> bool:
    """Whether a fight of two has ended: one of them is out or gone (§9)."""
    both = [state.tokens.get(TokenId(id)) for id in (bout.a, bout.b)]
    return any(token is None or is_out(token) for token in both)
