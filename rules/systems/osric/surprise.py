"""Surprise: the beginning of a fight, and the segments before its first round (§3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pydantic import JsonValue

from rules.core.asking import Basis, Procedure, ask, done
from rules.core.options import Options
from rules.core.terms import Term, named, term
from rules.encounter.addressing import find
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, ConditionLost, DataChanged, Logged, TimeChanged
from rules.encounter.state import Condition, Encounter, SideId, Timeline, Token, TokenId, hostile
from rules.systems.osric.commands import Alert, End, Start
from rules.systems.osric.conditions import THIS_ROUND, can_act
from rules.systems.osric.creatures import sheet_of, surprise_modifier, vitals_of
from rules.systems.osric.harm import align, end_spell
from rules.systems.osric.names import spell_name
from rules.systems.osric.options import options_of
from rules.systems.osric.time import (
    CAUGHT,
    DECLARE,
    LASTS,
    SEGMENT,
    SHIELDED,
    SIDES,
    SPELL,
    SURPRISE,
    USED,
    bloc,
    casts,
    clock,
    listed,
    must_run,
    table,
    whole,
    with_data,
)

ALERTED = "alerted"
"""Name of the sides that were warned, in the data of the fight."""
FIGHTERS = "fighters"
"""Name of the list of those who take part, where not all do."""
AFTER = "after"
"""Name of those who act later in the same segment of surprise."""


# -- who is surprised, and how long ---------------------------------------------------------------


def threshold(token: Token, opponents: list[Token]) -> int:
    """Return up to which face somebody is surprised: the stealthiest opponent's number (§3.2)."""
    sheet = sheet_of(token)
    most = max((sheet_of(foe).surprises_on for foe in opponents), default=0)
    return most if sheet.surprised_on is None else min(most, sheet.surprised_on)


def segments_of(roll: int, most: int, modifier: int, never: bool = False) -> int:
    """Return for how many segments somebody is surprised (§3.3).

    Dexterity changes the number, but surprises nobody by itself.
    """
    if never or roll > most:
        return 0
    return max(0, roll - modifier)


# -- beginning ------------------------------------------------------------------------------------


def alert(state: Encounter, command: Alert) -> Procedure[Outcome]:
    """Note that a side is warned; such a side makes no roll (§3.1). Raises CommandError."""
    course = Course(state)
    held = [str(side) for side in alerted_sides(state)]
    side = command.side.value
    if (side in held) == command.on:
        raise refuse("nothing_changes", "side")
    now: list[JsonValue] = [s for s in held if s != side]
    if command.on:
        now.append(side)
    course.add(DataChanged(ALERTED, now or None))
    word = named("side.osric", side)
    said = term("log.osric.alerted", side=word) if command.on else term("log.osric.calm", side=word)
    course.add(Logged(said))
    return done(course.done(term("step.osric.alert", side=word)))


def alerted_sides(state: Encounter) -> tuple[SideId, ...]:
    """Return the sides that were warned, and make no roll for surprise (§3)."""
    held = state.data.get(ALERTED)
    return tuple(SideId(str(s)) for s in held) if isinstance(held, list | tuple) else ()


def start(state: Encounter, command: Start) -> Procedure[Outcome]:
    """Begin the fight: surprise once, then the announcements of round 1 (§3).

    Raises CommandError.
    """
    course = Course(state)
    chosen = [find(state, t, "tokens") for t in command.tokens]
    everybody = chosen or list(state.tokens.values())
    fighters = [t for t in everybody if not t.has("dead") and t.side is not SideId.NEUTRAL]
    if not fighters:
        raise refuse("osric.nobody", "tokens")
    course.add(TimeChanged(Timeline(round=1, now=1, phase=DECLARE)))
    if chosen:
        ids: list[JsonValue] = [t.id for t in fighters]
        course.add(TimeChanged(with_data(course.state.timeline, **{FIGHTERS: ids})))
    course.add(Logged(term("log.osric.start"), mood="turn"))
    caught: dict[str, int] = {}
    if command.surprise:
        warned = {*command.alerted, *alerted_sides(state)}
        caught = yield from _roll(course, fighters, warned)
    if alerted_sides(state):
        course.add(DataChanged(ALERTED, None))
    lasts = max(caught.values(), default=0)
    if not lasts:
        declaration(course)
        return course.done(term("step.osric.start"))
    held: dict[str, JsonValue] = {t.id: caught.get(t.id, 0) for t in fighters}
    line = replace(course.state.timeline, phase=SURPRISE, now=0)
    values: dict[str, JsonValue] = {LASTS: lasts, CAUGHT: held}
    course.add(TimeChanged(with_data(line, **values)))
    for token in fighters:
        if caught.get(token.id):
            course.add(ConditionGained(token.id, Condition("surprised")))
    yield from next_segment(course)
    return course.done(term("step.osric.start"))


def _roll(course: Course, fighters: list[Token], warned: set[SideId]) -> Procedure[dict[str, int]]:
    """Roll the die of each side that was not warned; return the segments of each surprised."""
    options = options_of(course.state)
    sides = [s for s in SIDES if any(bloc(t.side, options) is s for t in fighters)]
    caught: dict[str, int] = {}
    if len(sides) < 2:
        return caught
    for side in sides:
        mine = [t for t in fighters if bloc(t.side, options) is side]
        word = named("side.osric", side.value)
        if side in warned:
            course.add(Logged(term("log.osric.no_roll", side=word)))
            continue
        foes = [t for t in fighters if hostile(bloc(t.side, options), side)]
        basis = Basis(counts=tuple(_endangered(mine, foes, options)))
        (face,) = yield from ask((6,), term("dice.osric.surprise", side=word), basis=basis)
        details: list[Term] = []
        for token in mine:
            never = sheet_of(token).never_surprised
            modifier = surprise_modifier(token, options)
            segments = segments_of(face, threshold(token, foes), modifier, never)
            if segments:
                caught[token.id] = segments
                details.append(term("log.osric.caught", name=token.name, n=segments))
        said = term("log.osric.surprise_roll", side=word, face=face)
        course.add(Logged(said, tuple(details), mood="turn"))
    return caught


def _endangered(mine: list[Token], foes: list[Token], options: Options) -> Iterator[Term]:
    """Say which faces surprise whom, those alike together (§3.2, §3.3)."""
    alike: dict[tuple[tuple[int, ...], int], list[str]] = {}
    for token in mine:
        most, modifier = threshold(token, foes), surprise_modifier(token, options)
        never = sheet_of(token).never_surprised
        faces = tuple(f for f in range(1, 7) if segments_of(f, most, modifier, never))
        alike.setdefault((faces, modifier if faces else 0), []).append(token.name)
    for (faces, modifier), names in alike.items():
        if not faces:
            yield term("basis.osric.never", names=tuple(names))
        elif modifier:
            yield term("basis.osric.surprised_by", names=tuple(names), faces=faces, bonus=modifier)
        else:
            yield term("basis.osric.surprised", names=tuple(names), faces=faces)


# -- the segments of surprise ---------------------------------------------------------------------


def next_surprise(course: Course) -> Procedure[None]:
    """Go on within surprise: to those who act later in this segment, or to the next one."""
    settle(course)
    waiting = (TokenId(str(t)) for t in listed(course.state.timeline, AFTER))
    later = [t for t in waiting if t in course.state.tokens and can_act(course.state.tokens[t])]
    if later:
        line = with_data(course.state.timeline, **{AFTER: None})
        course.add(TimeChanged(replace(line, acting=tuple(later))))
        return
    yield from next_segment(course)


def next_segment(course: Course) -> Procedure[None]:
    """Go on to the next segment in which somebody acts; others just pass (§3.4)."""
    while True:
        line = course.state.timeline
        now, lasts = line.now + 1, whole(line.data.get(LASTS), 0)
        line = replace(
            with_data(line, **{USED: None, SHIELDED: None}), now=now, acting=(), acted=frozenset()
        )
        course.add(TimeChanged(line))
        _wake(course, now)
        take_effect(course, clock(course.state))
        if now > lasts:
            _over(course)
            return
        acting = acting_in(course.state, now)
        if acting:
            yield from _begin(course, acting, now)
            return
        course.add(Logged(term("log.osric.passes", n=now), mood="turn"))


def _wake(course: Course, now: int) -> None:
    """End the surprise of everybody whose segments are over."""
    for id, segments in table(course.state.timeline, CAUGHT).items():
        token = course.state.tokens.get(TokenId(id))
        if token is not None and token.has("surprised") and int(segments) < now:
            course.add(ConditionLost(token.id, "surprised"))


def acting_in(state: Encounter, now: int) -> tuple[TokenId, ...]:
    """Return who may act in a segment of surprise (§3.4)."""
    caught = table(state.timeline, CAUGHT)
    return tuple(
        t.id
        for t in state.tokens.values()
        if t.id in caught and int(caught[t.id]) < now and can_act(t) and not t.has("surprised")
    )


def _begin(course: Course, acting: tuple[TokenId, ...], now: int) -> Procedure[None]:
    tokens = course.state.tokens
    options = options_of(course.state)
    sides = [s for s in SIDES if any(bloc(tokens[t].side, options) is s for t in acting)]
    first, later = list(acting), list[TokenId]()
    if len(sides) > 1 and options.word("surprise_both") == "initiative":
        dice: dict[SideId, int] = {}
        for side in sides:
            word = named("side.osric", side.value)
            (dice[side],) = yield from ask((6,), term("dice.osric.initiative", side=word))
        best = max(dice.values())
        first = [t for t in acting if dice[bloc(tokens[t].side, options)] == best]
        later = [t for t in acting if t not in first]
    listed_later: list[JsonValue] = [*later]
    line = with_data(course.state.timeline, **{AFTER: listed_later})
    course.add(TimeChanged(replace(line, acting=tuple(first))))
    names = tuple(tokens[t].name for t in acting)
    course.add(Logged(term("log.osric.surprise_segment", n=now, names=names), mood="turn"))


def _over(course: Course) -> None:
    """End surprise; round 1 is announced (§3.7)."""
    line = with_data(course.state.timeline, **{LASTS: None, CAUGHT: None, AFTER: None})
    course.add(TimeChanged(replace(line, phase=DECLARE, now=1)))
    for token in course.state.tokens.values():
        if token.has("surprised"):
            course.add(ConditionLost(token.id, "surprised"))
    declaration(course)


def declaration(course: Course) -> None:
    """Open the announcements of a round (§4.1)."""
    line = course.state.timeline
    said = term("log.osric.round", round=line.round)
    course.add(Logged(said, mood="turn", data={"round": line.round}))


# -- what several phases share --------------------------------------------------------------------


def settle(course: Course) -> None:
    """End a moment: who received a deadly blow in it falls now (§4.3b)."""
    for token_id in tuple(course.state.tokens):
        token = course.state.tokens[token_id]
        if vitals_of(token).falling and not _still_strikes(course.state, token_id):
            align(course, token_id)
    line = course.state.timeline
    done_now = set() if line.phase == SPELL else set(line.acting)
    course.add(TimeChanged(replace(line, acting=(), acted=line.acted | done_now)))


def _still_strikes(state: Encounter, token_id: TokenId) -> bool:
    """Whether somebody has the same key as those who act, but his moment is still to come."""
    line = state.timeline
    if line.phase != SEGMENT or token_id in line.acting or token_id in line.acted:
        return False
    return any(line.at.get(token_id) == line.at.get(other) for other in line.acting)


def take_effect(course: Course, now: int) -> tuple[TokenId, ...]:
    """Let every spell take effect whose time has come; returns the casters (§5)."""
    casters = []
    for cast in casts(course.state):
        if cast.end <= now:
            end_spell(course, cast.token)
            token = course.state.tokens[cast.token]
            spell = spell_name(token, cast.spell)
            level = sheet_of(token).spell_level
            said = term("log.osric.spell_works", name=token.name, spell=spell, level=level)
            course.add(Logged(said, who=cast.token, mood="turn"))
            casters.append(cast.token)
    return tuple(casters)


def end(state: Encounter, command: End) -> Procedure[Outcome]:
    """End the count of time and everything that lasts only while it runs."""
    del command
    must_run(state)
    course = Course(state)
    settle(course)
    brief = THIS_ROUND | {"casting", "surprised"}
    for token in course.state.tokens.values():
        for condition in token.conditions:
            if condition.id in brief or condition.until is not None:
                course.add(ConditionLost(token.id, condition.id))
    course.add(TimeChanged(Timeline()), Logged(term("log.osric.end"), mood="turn"))
    return done(course.done(term("step.osric.end")))
