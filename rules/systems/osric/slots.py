"""The slots of a round: what comes next in the ten segments, and who shares the moment (§4.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, cast

from rules.core.options import Options
from rules.encounter.state import Encounter, Timeline, Token, TokenId
from rules.systems.osric.conditions import NO_ATTACK, can_act, ended
from rules.systems.osric.creatures import routines, vitals_of
from rules.systems.osric.options import options_of
from rules.systems.osric.time import (
    FIRST,
    HOLDING,
    LATE,
    PLACE,
    SEGMENT,
    SEGMENTS,
    SPELL,
    bloc,
    casts,
    declared,
    dice_of,
    listed,
    segment_of,
    shown,
    used,
)

Place = tuple[int, int, int, int]
"""Where a slot lies in the round: segment, stage, key, rank among equal keys."""

SPELLS, ACTS, LATER, LAST = range(4)
_BEGINNING: Final[Place] = (1, -1, 0, 0)
HELD: Final = (-1,)
"""Tie of those who held until a segment: they come after the others of its key."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A moment of the round: where it lies, what it is, who acts in it."""

    place: Place
    phase: str
    tokens: tuple[TokenId, ...]


def upcoming(state: Encounter) -> Slot | None:
    """Return the next slot of the round: the earliest place with all who share it (§4.3)."""
    start = here(state.timeline)
    found: dict[tuple[Place, str], list[TokenId]] = {}
    for place, phase, token in (*_spell_slots(state), *_act_slots(state), *_late_slots(state)):
        found.setdefault((max(place, start), phase), []).append(token)
    if not found:
        return None
    place, phase = min(found)
    return Slot(place, phase, tuple(found[place, phase]))


def here(line: Timeline) -> Place:
    """Return the place of the round that was reached; its beginning where none is kept."""
    held = listed(line, PLACE)
    fits = len(held) == 4 and all(isinstance(n, int) for n in held)
    return cast(Place, held) if fits else _BEGINNING


Found = tuple[Place, str, TokenId]


def _spell_slots(state: Encounter) -> list[Found]:
    """Return when spells under way take effect: before any action of their segment (§5)."""
    first = (state.timeline.round - 1) * SEGMENTS
    return [
        ((max(1, c.end - first), SPELLS, 0, 0), SPELL, c.token)
        for c in casts(state)
        if c.end - first <= SEGMENTS
    ]


def _act_slots(state: Encounter) -> list[Found]:
    line, options = state.timeline, options_of(state)
    dice = dice_of(line)
    holding = {id for id in listed(line, HOLDING) if isinstance(id, str)}
    found: list[Found] = []
    for id, key in line.at.items():
        token = state.tokens.get(id)
        if token is None or id in line.acted or not able(_awaited(token, line, key)):
            continue
        if id in holding:
            turns = options.word("holders") == "worse_first"
            worse = segment_of(bloc(token.side, options), dice) if turns else 0
            found.append(((SEGMENTS, LAST, -worse, 0), SEGMENT, id))
            continue
        rank = 1 if line.ties.get(id) == HELD else 0
        found.append(((shown(key), ACTS, key, 2 * rank + _second(line, token)), SEGMENT, id))
    return found


def _second(line: Timeline, token: Token) -> int:
    """Return 1 for those whom the game master lets act second in a tie (§4.3b)."""
    first = line.data.get(FIRST)
    return 1 if first and token.side.value != first else 0


def _awaited(token: Token, line: Timeline, key: int) -> Token:
    """Return somebody without the conditions that end before his moment comes."""
    kept = tuple(c for c in token.conditions if not ended(c, line.round, shown(key)))
    return token if len(kept) == len(token.conditions) else replace(token, conditions=kept)


def able(token: Token) -> bool:
    """Whether somebody can use a moment of his own: awake, and not busy with a spell."""
    return (can_act(token) or vitals_of(token).falling) and not token.has("casting")


def _late_slots(state: Encounter) -> list[Found]:
    """Return the slot of further routines: when the later side is done (§4.3c)."""
    line = state.timeline
    dice, options = dice_of(line), options_of(state)
    last = max((segment_of(side, dice) for side in dice), default=1)
    place: Place = (last, LATER, 0, 0)
    if here(line) >= place:
        return []
    return [
        (place, LATE, id)
        for id in line.at
        if id in state.tokens and _strikes_again(state, state.tokens[id], options)
    ]


def _strikes_again(state: Encounter, token: Token, options: Options) -> bool:
    line = state.timeline
    said = declared(line, token.id)
    busy = said is not None and said.action in ("spell", "set", "parry", "flee", "retreat", "close")
    if busy or token.has(*NO_ATTACK, "set") or token.id in listed(line, HOLDING):
        return False
    every = routines(token, line.round, options)
    return every > 1 and used(line, token.id) < every
