"""Spells in a fight: announcing, beginning, dropping them (§4.1, §5)."""

from __future__ import annotations

from pydantic import JsonValue

from rules.core.asking import Option, Procedure, choose
from rules.core.terms import Term, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, Logged, TimeChanged
from rules.encounter.state import Condition, Encounter, Token, TokenId
from rules.systems.osric.commands import Cast, Declare, Drop
from rules.systems.osric.conditions import can_act
from rules.systems.osric.creatures import sheet_of
from rules.systems.osric.harm import lose_spell
from rules.systems.osric.names import spell_name
from rules.systems.osric.options import options_of
from rules.systems.osric.sheet import SEGMENTS
from rules.systems.osric.time import (
    CASTING,
    DECLARED,
    SURPRISE,
    cast_of,
    clock,
    declared,
    must_run,
    table,
    with_data,
)
from rules.systems.osric.time import SEGMENTS as ROUND

OTHER = "other"
"""Answer for a spell that does not stand on the sheet."""


def chosen_spell(token: Token, command: Declare | Cast) -> Procedure[tuple[str, int]]:
    """Return name and casting time in segments of a spell, asking for what is missing."""
    known = {spell.id: spell for spell in sheet_of(token).spells}
    wanted = command.spell
    if not wanted and known:
        offers = [
            Option(s.id, spell_name(token, s.id), time_term(s.segments)) for s in known.values()
        ]
        offers.append(Option(OTHER, term("choice.osric.other_spell")))
        wanted = yield from choose(offers, term("choice.osric.spell", name=token.name), token.id)
    if wanted in known:
        spell = known[wanted]
        return spell.id, command.time * SEGMENTS[command.unit] or spell.segments
    if command.time:
        return wanted, command.time * SEGMENTS[command.unit]
    times = [*range(1, 11), SEGMENTS["round"], SEGMENTS["turn"]]
    offers = [Option(str(n), time_term(n)) for n in dict.fromkeys(times)]
    label = term("choice.osric.time", name=token.name)
    answer = yield from choose(offers, label, token.id, "1")
    return ("" if wanted == OTHER else wanted), int(answer)


def time_term(segments: int) -> Term:
    """Say a casting time: "2 Segmente", "1 Runde"."""
    if segments % SEGMENTS["turn"] == 0:
        return term("time.osric.turns", n=segments // SEGMENTS["turn"])
    if segments % SEGMENTS["round"] == 0:
        return term("time.osric.rounds", n=segments // SEGMENTS["round"])
    return term("time.osric.segments", n=segments)


def begin(course: Course, token_id: TokenId, spell: str, segments: int) -> None:
    """Begin a spell in this segment; it takes effect at the start of the one ``segments`` on."""
    state = course.state
    start = clock(state)
    counted = start
    if start < 1 and segments > 1 and not options_of(state).flag("surprise_casting"):
        counted = 1  # surprise does not count: the casting time runs from round 1 on
    last = counted + max(1, segments)
    entry: dict[str, JsonValue] = {"spell": spell, "start": start, "end": last}
    line = state.timeline
    held: dict[str, JsonValue] = {**table(line, CASTING), token_id: entry}
    course.add(TimeChanged(with_data(line, **{CASTING: held})))
    until = _moment(last)
    course.add(ConditionGained(token_id, Condition("casting", until=until, note=spell)))
    token = state.tokens[token_id]
    said = term(
        "log.osric.spell_begins",
        name=token.name,
        spell=spell_name(token, spell),
        round=until[0],
        segment=until[1],
    )
    course.add(Logged(said, who=token_id, mood="turn"))


def _moment(at: int) -> tuple[int, int]:
    """Return the round and segment of an absolute segment; surprise counts as round 1."""
    before, segment = divmod(max(1, at) - 1, ROUND)
    return before + 1, segment + 1


def cast(state: Encounter, command: Cast) -> Procedure[Outcome]:
    """Begin a spell: in surprise at once, in a round only what was announced (§3.5, §4.1).

    Raises CommandError.
    """
    must_run(state)
    course = Course(state)
    token, line = find(state, command.token), state.timeline
    if cast_of(state, token.id) is not None:
        raise refuse("osric.casts_already", "token", name=token.name)
    if not command.force:
        _check_turn(state, token)
    spell, segments = yield from chosen_spell(token, command)
    if line.phase != SURPRISE:
        entry: dict[str, JsonValue] = {"action": "spell", "spell": spell, "time": segments}
        said: dict[str, JsonValue] = {**table(line, DECLARED), token.id: entry}
        course.add(TimeChanged(with_data(line, **{DECLARED: said})))
    begin(course, token.id, spell, segments)
    return course.done(term("step.osric.cast", name=token.name))


def _check_turn(state: Encounter, token: Token) -> None:
    line = state.timeline
    if line.phase != SURPRISE:
        raise refuse("osric.not_declared", "token", name=token.name)
    if token.id not in line.acting or not can_act(token):
        raise refuse("osric.surprised", "token", name=token.name)


def drop(state: Encounter, command: Drop) -> Procedure[Outcome]:
    """Drop a spell; the caster does nothing else this round (§4.1). Raises CommandError."""
    must_run(state)
    course = Course(state)
    token, line = find(state, command.token), state.timeline
    said = declared(line, token.id)
    under_way = cast_of(state, token.id) is not None
    if not under_way and (said is None or said.action != "spell" or said.dropped):
        raise refuse("osric.no_spell", "token", name=token.name)
    held = table(line, DECLARED).get(token.id)
    if isinstance(held, dict):
        entry: dict[str, JsonValue] = {**held, "dropped": True}
        table_now: dict[str, JsonValue] = {**table(line, DECLARED), token.id: entry}
        course.add(TimeChanged(with_data(line, **{DECLARED: table_now})))
    if under_way:
        lose_spell(course, token.id)
    course.add(Logged(term("log.osric.drops", name=token.name), who=token.id))
    return course.done(term("step.osric.drop", name=token.name))
    yield  # pragma: no cover – makes this function a generator
