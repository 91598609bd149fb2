"""How a fight may end: many continuations with seeded dice, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.core.asking import SeededDice
from rules.encounter.state import Encounter, SideId, TokenId
from rules.forecast.interval import Share, share_of
from rules.forecast.policy import Mind
from rules.forecast.ways import out_of_the_fight
from rules.system import RuleSystem

RUNS = 2_000
"""How many continuations are tried where nothing else is said."""
MOMENTS = 400
"""A continuation that has not ended after so many moments counts as undecided."""
ENOUGH = 0.02
"""The counting may stop once every share is known to within this much on either side."""
_STEP = 1_000_003


@dataclass(frozen=True, slots=True)
class End:
    """How one continuation ended: the side left (None = undecided), and who is out of it."""

    winner: SideId | None
    lost: frozenset[TokenId]
    moments: int


def play_on(system: RuleSystem, state: Encounter, seed: int) -> Generator[None, None, End]:
    """Play a fight to its end with dice of a seed; yields between deeds, so that it can be left.

    Raises CommandError where the fight cannot begin or go on.
    """
    mind = Mind(system, state, SeededDice(seed))
    mind.begin()
    moments = 0
    while moments < MOMENTS and not mind.over():
        yield from mind.moment()
        moments += 1
        yield
    left = mind.standing() - {SideId.NEUTRAL}
    winner = next(iter(left)) if mind.over() and len(left) == 1 else None
    lost = frozenset(t.id for t in mind.state.tokens.values() if out_of_the_fight(system, t))
    return End(winner, lost, moments)


def seed_of(seed: int, run: int) -> int:
    """Return the seed of one continuation: it does not matter who plays it, or when."""
    return seed * _STEP + run


def ends(
    system: RuleSystem, state: Encounter, seed: int, runs: Iterable[int]
) -> Iterator[End | None]:
    """Play the continuations of these numbers; yields None between deeds, then each end."""
    for run in runs:
        game = play_on(system, state, seed_of(seed, run))
        while True:
            try:
                next(game)
            except StopIteration as stop:
                end: End = stop.value
                yield end
                break
            yield None


@dataclass(slots=True)
class Tally:
    """What was counted so far."""

    runs: int = 0
    moments: int = 0
    wins: Counter[SideId] = field(default_factory=Counter)
    lost: Counter[TokenId] = field(default_factory=Counter)

    def add(self, end: End) -> None:
        """Count one continuation."""
        self.runs += 1
        self.moments += end.moments
        self.lost.update(end.lost)
        if end.winner is not None:
            self.wins[end.winner] += 1

    def win(self, side: SideId) -> Share:
        """Return how often a side was left, with its interval."""
        return share_of(self.wins[side], self.runs)

    @property
    def undecided(self) -> Share:
        """How often nobody or more than one side was left."""
        return share_of(self.runs - self.wins.total(), self.runs)

    def loss(self, token: TokenId) -> Share:
        """Return how often somebody was out of the fight at its end."""
        return share_of(self.lost[token], self.runs)

    def error(self, sides: Iterable[SideId]) -> float:
        """Return the largest error of the odds of the sides."""
        return max((self.win(side).error for side in sides), default=0.0)


def sides_of(state: Encounter) -> tuple[SideId, ...]:
    """Return the sides that could win, in their order."""
    there = {t.side for t in state.tokens.values()}
    return tuple(s for s in SideId if s in there and s is not SideId.NEUTRAL)


def can_forecast(system: RuleSystem, state: Encounter) -> bool:
    """Whether there is a fight to look ahead in: two sides of which somebody stands."""
    mind = Mind(system, state, SeededDice(0))
    return not mind.over()


def tally_json(tally: Tally, state: Encounter, seed: int) -> dict[str, Any]:
    """Return odds and losses as ``schlachtplan forecast`` prints them."""
    return {
        "system": state.system,
        "seed": seed,
        "runs": tally.runs,
        "moments": round(tally.moments / tally.runs, 2) if tally.runs else 0,
        "confidence": 0.95,
        "sides": [{"side": s.value, **_share_json(tally.win(s))} for s in sides_of(state)],
        "undecided": _share_json(tally.undecided),
        "losses": [
            {"token": t.id, "name": t.name, "side": t.side.value, **_share_json(tally.loss(t.id))}
            for t in state.tokens.values()
            if t.side is not SideId.NEUTRAL
        ],
    }


def _share_json(share: Share) -> dict[str, float]:
    return {
        "share": round(share.share, 4),
        "low": round(share.low, 4),
        "high": round(share.high, 4),
    }
