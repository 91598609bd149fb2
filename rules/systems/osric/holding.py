"""Holding the initiative: who waits, and when he may act (§4.3d, §7.6)."""

from __future__ import annotations

from dataclasses import replace

from pydantic import JsonValue

from rules.core.terms import term
from rules.encounter.commands import refuse
from rules.encounter.course import Course
from rules.encounter.events import Logged, TimeChanged
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.systems.osric.options import options_of
from rules.systems.osric.slots import HELD, able
from rules.systems.osric.time import (
    HOLDING,
    bloc,
    dice_of,
    enemies_segment,
    listed,
    shown,
    with_data,
)


def hold(course: Course, id: TokenId, to: int | None) -> None:
    """Let somebody hold, or (``to``) act in that segment after having held (§4.3d)."""
    line, name = course.state.timeline, course.state.tokens[id].name
    acting = tuple(t for t in line.acting if t != id)
    others: list[JsonValue] = [t for t in listed(line, HOLDING) if t != id]
    if to is None:
        line = with_data(replace(line, acting=acting), **{HOLDING: [*others, id]})
        said = term("log.osric.holds", name=name)
    else:
        at, ties = {**line.at, id: to}, {**line.ties, id: HELD}
        line = with_data(replace(line, acting=acting, at=at, ties=ties), **{HOLDING: others})
        said = term("log.osric.holds_to", name=name, segment=to)
    course.add(TimeChanged(line), Logged(said, who=id, mood="turn"))


def check_acted(state: Encounter, token: Token) -> None:
    """Refuse where the other side has not acted yet."""
    line, options = state.timeline, options_of(state)
    earliest = enemies_segment(bloc(token.side, options), dice_of(line))
    waiting = any(
        hostile(bloc(other.side, options), bloc(token.side, options))
        and id not in line.acted
        and id not in line.acting
        and id not in listed(line, HOLDING)
        and able(other)
        and shown(line.at[id]) <= earliest
        for id, other in ((i, state.tokens[i]) for i in line.at if i in state.tokens)
    )
    if line.now < earliest or waiting:
        raise refuse("osric.hold_longer", "token", name=token.name, segment=earliest)
