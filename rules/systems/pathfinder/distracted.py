"""Deeds besides movement that give foes an attack of opportunity (§8): who may strike now.

Read from what a step has left: the log of attacks says where one distracts, a condition says
that somebody casts, and who is no longer prone has stood up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.core.terms import Term, named
from rules.encounter.events import ConditionGained, ConditionLost, Event, Logged
from rules.encounter.state import Encounter, TokenId
from rules.system.actions import Distraction
from rules.systems.pathfinder.attack import Attack
from rules.systems.pathfinder.threat import chance_weapon, opponents

STRUCK_BACK: Final = "log.pathfinder.opportunity"
PROVOKES: Final = "log.pathfinder.provokes"


def distractions(before: Encounter, events: Sequence[Event]) -> tuple[Distraction, ...]:
    """Return who gave opportunities in a step, by what, and the attacks they give.

    A stroke at an opportunity gives none itself.
    """
    if not before.timeline.running or any(_is(event, STRUCK_BACK) for event in events):
        return ()
    found: dict[TokenId, Distraction] = {}
    for who, why in _deeds(before, events):
        if who in before.tokens and who not in found:
            chances = tuple(_chances(before, who, prone=why == "stand"))
            if chances:
                found[who] = Distraction(who, _word(why), chances)
    return tuple(found.values())


def _word(why: str) -> Term:
    return named("distraction.pathfinder", why)


def _is(event: Event, key: str) -> bool:
    return isinstance(event, Logged) and event.line.key == key


def _deeds(before: Encounter, events: Sequence[Event]) -> Iterator[tuple[TokenId, str]]:
    for event in events:
        match event:
            case Logged(details=details, who=who) if any(d.key == PROVOKES for d in details):
                yield TokenId(who), "attack"
            case ConditionGained(token=token, condition=condition) if condition.id == "casting":
                yield token, "cast"
            case ConditionLost(token=token, condition="prone") if token in before.timeline.acting:
                yield token, "stand"


def _chances(before: Encounter, who: TokenId, *, prone: bool) -> Iterator[Attack]:
    """Yield the attacks; who stands up is struck while still on the ground."""
    space = before.tokens[who].space
    for striker in opponents(before, who):
        weapon = chance_weapon(before, striker, who, space)
        yield Attack(attacker=striker, target=who, weapon=weapon, opportunity=True, prone=prone)
