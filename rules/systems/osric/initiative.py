"""Initiative: the dice of the sides and the key of everybody (§4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from pydantic import JsonValue

from rules.core.asking import Option, Procedure, ask, choose
from rules.core.options import Options
from rules.core.terms import named, term
from rules.encounter.addressing import find
from rules.encounter.commands import refuse
from rules.encounter.course import Course
from rules.encounter.events import Logged, TimeChanged
from rules.encounter.state import Encounter, SideId, Token, hostile
from rules.systems.osric.commands import Initiative
from rules.systems.osric.creatures import routines, sheet_of
from rules.systems.osric.options import options_of
from rules.systems.osric.surprise import FIGHTERS
from rules.systems.osric.tables import class_rows
from rules.systems.osric.time import (
    DECLARE,
    DICE,
    FIRST,
    PLACE,
    SEGMENT,
    SIDES,
    SURPRISE,
    bloc,
    key_of,
    listed,
    segment_of,
    shown,
    with_data,
)

AHEAD: Final = -90
"""Key of fighters with several routines under the optional rule (§4.3)."""
_MOST_REROLLS: Final = 50


def _fighters(state: Encounter) -> list[Token]:
    """Return who takes part: all but neutral ones, or those with whom the fight began."""
    only = set(listed(state.timeline, FIGHTERS))
    return [
        t
        for t in state.tokens.values()
        if t.side is not SideId.NEUTRAL and not t.has("dead") and (not only or t.id in only)
    ]


def roll_initiative(course: Course, typed: Mapping[SideId, int]) -> Procedure[None]:
    """Roll a die for each side and give everybody his key (§4.2)."""
    state, options = course.state, options_of(course.state)
    fighters = _fighters(state)
    sides = [s for s in SIDES if any(bloc(t.side, options) is s for t in fighters)]
    dice = yield from _dice(sides, typed, options)
    first = yield from _order(sides, dice, options)
    table: dict[str, JsonValue] = {side.value: face for side, face in dice.items()}
    line = with_data(state.timeline, **{DICE: table, FIRST: first, PLACE: None})
    line = replace(line, phase=SEGMENT, now=1, acting=(), acted=frozenset(), ties={})
    course.add(TimeChanged(line))
    at = {t.id: _key(course.state, t, fighters, options) for t in fighters}
    course.add(TimeChanged(replace(course.state.timeline, at=at)))
    details = tuple(
        term(
            "log.osric.initiative_of",
            side=named("side.osric", side.value),
            face=dice[side],
            segment=segment_of(side, dice),
        )
        for side in sides
    )
    course.add(Logged(term("log.osric.initiative"), details, mood="turn"))


def _dice(
    sides: list[SideId], typed: Mapping[SideId, int], options: Options
) -> Procedure[dict[SideId, int]]:
    """Ask for the die of each side; ties are rolled again where the option says so."""
    for _ in range(_MOST_REROLLS):
        dice: dict[SideId, int] = {}
        for side in sides:
            if side in typed:
                dice[side] = typed[side]
            else:
                word = named("side.osric", side.value)
                (dice[side],) = yield from ask((6,), term("dice.osric.initiative", side=word))
        tied = len(sides) > 1 and len(set(dice.values())) == 1
        if not tied or options.word("tie") != "reroll" or set(sides) <= set(typed):
            break
    return dice


def _order(sides: list[SideId], dice: Mapping[SideId, int], options: Options) -> Procedure[str]:
    """Ask the game master who comes first in a tie, where the option says so (§4.3b)."""
    tied = len(sides) > 1 and len(set(dice.values())) == 1
    if not tied or options.word("tie") != "gm_order":
        return ""
    offers = [Option(side.value, named("side.osric", side.value)) for side in sides]
    offers.append(Option("together", term("choice.osric.together")))
    answer = yield from choose(offers, term("choice.osric.tie"), default="together")
    return "" if answer == "together" else answer


def _key(state: Encounter, token: Token, fighters: list[Token], options: Options) -> int:
    """Return the key of a combatant, the optional rule for fighters included."""
    if options.flag("fighters_first") and class_rows()[sheet_of(token).profession].fighter:
        round = state.timeline.round
        several = routines(token, round, options) > 1 and not sheet_of(token).monster
        foes = [t for t in fighters if hostile(t.side, token.side)]
        if several and not any(routines(f, round, options) > 1 for f in foes):
            return AHEAD
    return key_of(state, token, options)


def set_key(course: Course, command: Initiative) -> None:
    """Set a key by hand, or let a newcomer join with the key of the side. Raises CommandError."""
    token = find(course.state, command.token)
    line = course.state.timeline
    if line.phase in (SURPRISE, DECLARE):
        raise refuse("osric.not_rolled")
    key = command.value
    if key is None:
        key = key_of(course.state, token, options_of(course.state))
    acted = line.acted if token.id in line.at else line.acted - {token.id}
    course.add(TimeChanged(replace(line, at={**line.at, token.id: key}, acted=acted)))
    said = term("log.osric.key", name=token.name, segment=shown(key))
    course.add(Logged(said, who=token.id))
