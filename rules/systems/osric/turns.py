"""Rounds: initiative, the slots of the ten segments, late routines, holding (§4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, cast

from pydantic import JsonValue

from rules.core.asking import Option, Procedure, ask, choose, done
from rules.core.options import Options
from rules.core.terms import Term, named, term
from rules.encounter.commands import Outcome, refuse
from rules.encounter.course import Course
from rules.encounter.events import ConditionLost, Logged, TimeChanged
from rules.encounter.state import Encounter, SideId, Timeline, Token, TokenId, hostile
from rules.systems.osric.commands import Act, Delay, Initiative, Next, find
from rules.systems.osric.conditions import NO_ATTACK, THIS_ROUND, can_act, ended
from rules.systems.osric.creatures import routines, sheet_of, vitals_of
from rules.systems.osric.harm import bleed
from rules.systems.osric.options import options_of
from rules.systems.osric.spells import begin as begin_spell
from rules.systems.osric.surprise import (
    FIGHTERS,
    declaration,
    next_surprise,
    settle,
    take_effect,
)
from rules.systems.osric.tables import class_rows
from rules.systems.osric.time import (
    DECLARE,
    DICE,
    EACH_ROUND,
    FIRST,
    HOLDING,
    LATE,
    PLACE,
    SEGMENT,
    SEGMENTS,
    SIDES,
    SPELL,
    SURPRISE,
    bloc,
    casts,
    clock,
    declared,
    dice_of,
    enemies_segment,
    key_of,
    listed,
    must_run,
    segment_of,
    shown,
    used,
    with_data,
)

Place = tuple[int, int, int, int]
"""Where a slot lies in the round: segment, stage, key, rank among equal keys."""

_SPELLS, _ACTS, _LATE, _LAST = range(4)
_BEGINNING: Final[Place] = (1, -1, 0, 0)
_HELD: Final = (-1,)
"""Tie of those who held until a segment: they come after the others of its key."""
AHEAD: Final = -90
"""Key of fighters with several routines under the optional rule (§4.3)."""
_MOST_REROLLS: Final = 50


@dataclass(frozen=True, slots=True)
class Slot:
    """A moment of the round: where it lies, what it is, who acts in it."""

    place: Place
    phase: str
    tokens: tuple[TokenId, ...]


# -- going on -------------------------------------------------------------------------------------


def next_turn(state: Encounter, command: Next) -> Procedure[Outcome]:
    """Go on to the next moment in which somebody acts."""
    del command
    must_run(state)
    course = Course(state)
    phase = state.timeline.phase
    if phase == SURPRISE:
        yield from next_surprise(course)
    elif phase == DECLARE:
        yield from _initiative(course, {})
    else:
        settle(course)
        advance(course)
    return course.done(_whose(course))


def _whose(course: Course) -> Term:
    line = course.state.timeline
    if line.phase == DECLARE:
        return term("step.osric.round", round=line.round)
    names = tuple(course.state.tokens[t].name for t in line.acting)
    return term("step.osric.next", names=names) if names else term("step.osric.next_nobody")


def advance(course: Course) -> None:
    """Go on to the next slot of the round, or end the round."""
    slot = upcoming(course.state)
    if slot is None:
        _end_round(course)
    else:
        _begin(course, slot)


def upcoming(state: Encounter) -> Slot | None:
    """Return the next slot of the round: the earliest place with all who share it (§4.3)."""
    here = _here(state.timeline)
    found: dict[tuple[Place, str], list[TokenId]] = {}
    for place, phase, token in (*_spell_slots(state), *_act_slots(state), *_late_slots(state)):
        found.setdefault((max(place, here), phase), []).append(token)
    if not found:
        return None
    place, phase = min(found)
    return Slot(place, phase, tuple(found[place, phase]))


def _here(line: Timeline) -> Place:
    held = listed(line, PLACE)
    return cast(Place, tuple(int(n) for n in held)) if len(held) == 4 else _BEGINNING


Found = tuple[Place, str, TokenId]


def _spell_slots(state: Encounter) -> list[Found]:
    """Return when spells under way take effect: before any action of their segment (§5)."""
    first = (state.timeline.round - 1) * SEGMENTS
    return [
        ((max(1, c.end - first), _SPELLS, 0, 0), SPELL, c.token)
        for c in casts(state)
        if c.end - first <= SEGMENTS
    ]


def _act_slots(state: Encounter) -> list[Found]:
    line, options = state.timeline, options_of(state)
    dice = dice_of(line)
    holding = set(listed(line, HOLDING))
    found: list[Found] = []
    for id, key in line.at.items():
        token = state.tokens.get(id)
        if token is None or id in line.acted or not _able(_awaited(token, line, key)):
            continue
        if id in holding:
            worse = segment_of(bloc(token.side, options), dice)
            found.append(((SEGMENTS, _LAST, -worse, 0), SEGMENT, id))
            continue
        rank = 1 if line.ties.get(id) == _HELD else 0
        found.append(((shown(key), _ACTS, key, 2 * rank + _second(line, token)), SEGMENT, id))
    return found


def _second(line: Timeline, token: Token) -> int:
    """Return 1 for those whom the game master lets act second in a tie (§4.3b)."""
    first = line.data.get(FIRST)
    return 1 if first and token.side.value != first else 0


def _awaited(token: Token, line: Timeline, key: int) -> Token:
    """Return somebody without the conditions that end before his moment comes."""
    kept = tuple(c for c in token.conditions if not ended(c, line.round, shown(key)))
    return token if len(kept) == len(token.conditions) else replace(token, conditions=kept)


def _able(token: Token) -> bool:
    """Whether somebody can use a moment of his own: awake, and not busy with a spell."""
    return (can_act(token) or vitals_of(token).falling) and not token.has("casting")


def _late_slots(state: Encounter) -> list[Found]:
    """Return the slot of further routines: when the later side is done (§4.3c)."""
    line = state.timeline
    dice, options = dice_of(line), options_of(state)
    last = max((segment_of(side, dice) for side in dice), default=1)
    place: Place = (last, _LATE, 0, 0)
    if _here(line) >= place:
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


def _begin(course: Course, slot: Slot) -> None:
    """Begin a slot: spells take effect or begin, who announced to hold holds."""
    line = with_data(course.state.timeline, **{PLACE: list[JsonValue](slot.place)})
    segment = slot.place[0]
    line = replace(line, now=segment, phase=slot.phase, acting=slot.tokens)
    course.add(TimeChanged(line))
    _expire(course)
    if slot.phase == SPELL:
        casters = take_effect(course, clock(course.state))
        _used_up(course, casters)
        return
    tokens = course.state.tokens
    names = tuple(tokens[t].name for t in slot.tokens)
    if slot.phase == LATE:
        said = term("log.osric.late", segment=segment, names=names, n=len(names))
    else:
        said = term("log.osric.segment", segment=segment, names=names, n=len(names))
        for id in slot.tokens:
            _use(course, id)
    course.add(Logged(said, mood="turn", data={"segment": segment}))
    acting = course.state.timeline.acting
    if slot.tokens and not acting:
        advance(course)


def _used_up(course: Course, casters: tuple[TokenId, ...]) -> None:
    """Count the moment of those as used that passed while they cast (house default, §5)."""
    line = course.state.timeline
    gone = {id for id in casters if id in line.at and shown(line.at[id]) < line.now}
    if gone - line.acted:
        course.add(TimeChanged(replace(line, acted=line.acted | gone)))


def _use(course: Course, id: TokenId) -> None:
    """Let somebody whose moment has come begin the announced spell, or hold."""
    said = declared(course.state.timeline, id)
    if said is None:
        return
    if said.action == "spell" and not said.dropped:
        begin_spell(course, id, said.spell, said.time)
    elif said.action == "hold" and _here(course.state.timeline)[1] == _ACTS:
        if course.state.timeline.ties.get(id) != _HELD:
            _hold(course, id, None)


# -- the end of a round ---------------------------------------------------------------------------


def _end_round(course: Course) -> None:
    """End the round: wounds bleed, what lasts a round ends, the next is announced (§4)."""
    for token_id in tuple(course.state.tokens):
        bleed(course, token_id)
    for token in course.state.tokens.values():
        for condition in token.conditions:
            if condition.id in THIS_ROUND:
                course.add(ConditionLost(token.id, condition.id))
    line = with_data(course.state.timeline, **dict.fromkeys(EACH_ROUND))
    line = replace(
        line,
        round=line.round + 1,
        now=1,
        phase=DECLARE,
        acting=(),
        acted=frozenset(),
        at={},
        ties={},
    )
    course.add(TimeChanged(line))
    declaration(course)


def _expire(course: Course) -> None:
    """End every condition whose time has come, spells apart."""
    line = course.state.timeline
    for token in course.state.tokens.values():
        for condition in token.conditions:
            if condition.id != "casting" and ended(condition, line.round, line.now):
                course.add(ConditionLost(token.id, condition.id))
                name = named("condition.osric", condition.id)
                said = term("log.osric.runs_out", name=token.name, condition=name)
                course.add(Logged(said, who=token.id))


# -- initiative -----------------------------------------------------------------------------------


def initiative(state: Encounter, command: Initiative) -> Procedure[Outcome]:
    """Roll or type the dice of the sides; or set the key of one combatant."""
    must_run(state)
    course = Course(state)
    if command.token:
        _one(course, command)
        name = state.token(command.token).name
        return course.done(term("step.osric.initiative_of", name=name))
    if state.timeline.phase == SURPRISE:
        raise refuse("osric.still_surprise")
    if state.timeline.phase != DECLARE:
        raise refuse("osric.already_rolled")
    yield from _initiative(course, command.values)
    return course.done(term("step.osric.initiative"))


def _one(course: Course, command: Initiative) -> None:
    """Set a key by hand, or let a newcomer join with the key of the side."""
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


def _fighters(state: Encounter) -> list[Token]:
    """Return who takes part: all but neutral ones, or those with whom the fight began."""
    only = set(listed(state.timeline, FIGHTERS))
    return [
        t
        for t in state.tokens.values()
        if t.side is not SideId.NEUTRAL and not t.has("dead") and (not only or t.id in only)
    ]


def _initiative(course: Course, typed: Mapping[SideId, int]) -> Procedure[None]:
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
    advance(course)


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


# -- holding --------------------------------------------------------------------------------------


def _one_acting(state: Encounter, id: str) -> Token:
    """Return the named token, else whoever acts alone. Raises CommandError where none does."""
    must_run(state)
    if not id and not state.timeline.acting:
        raise refuse("osric.nobody_acts", "token")
    return find(state, id or state.timeline.acting[0])


def delay(state: Encounter, command: Delay) -> Procedure[Outcome]:
    """Hold the initiative until a segment, or until ``act`` (§7.6)."""
    course = Course(state)
    token = _one_acting(state, command.token)
    line = state.timeline
    if token.id not in line.at or token.id in line.acted:
        raise refuse("osric.no_slot", "token", name=token.name)
    earliest = enemies_segment(bloc(token.side, options_of(state)), dice_of(line))
    if command.to is not None and command.to < max(earliest, line.now) and not command.force:
        raise refuse("osric.hold_longer", "to", name=token.name, segment=max(earliest, line.now))
    _hold(course, token.id, command.to)
    if token.id in line.acting and not course.state.timeline.acting:
        advance(course)
    return done(course.done(term("step.osric.delay", name=token.name)))


def _hold(course: Course, id: TokenId, to: int | None) -> None:
    line, name = course.state.timeline, course.state.tokens[id].name
    acting = tuple(t for t in line.acting if t != id)
    others: list[JsonValue] = [t for t in listed(line, HOLDING) if t != id]
    if to is None:
        line = with_data(replace(line, acting=acting), **{HOLDING: [*others, id]})
        said = term("log.osric.holds", name=name)
    else:
        at, ties = {**line.at, id: to}, {**line.ties, id: _HELD}
        line = with_data(replace(line, acting=acting, at=at, ties=ties), **{HOLDING: others})
        said = term("log.osric.holds_to", name=name, segment=to)
    course.add(TimeChanged(line), Logged(said, who=id, mood="turn"))


def act(state: Encounter, command: Act) -> Procedure[Outcome]:
    """Let somebody who holds act now, once the other side has acted (§4.3d)."""
    must_run(state)
    course = Course(state)
    token, line = find(state, command.token), state.timeline
    if token.id not in listed(line, HOLDING):
        raise refuse("osric.not_holding", "token", name=token.name)
    if not command.force:
        _check_acted(state, token)
    settle(course)
    line = course.state.timeline
    others: list[JsonValue] = [t for t in listed(line, HOLDING) if t != token.id]
    line = with_data(line, **{HOLDING: others})
    course.add(TimeChanged(replace(line, acting=(token.id,), phase=SEGMENT)))
    said = term("log.osric.acts_now", name=token.name, segment=line.now)
    course.add(Logged(said, who=token.id, mood="turn"))
    return done(course.done(term("step.osric.act", name=token.name)))


def _check_acted(state: Encounter, token: Token) -> None:
    """Refuse where the other side has not acted yet."""
    line, options = state.timeline, options_of(state)
    earliest = enemies_segment(bloc(token.side, options), dice_of(line))
    waiting = any(
        hostile(bloc(other.side, options), bloc(token.side, options))
        and id not in line.acted
        and id not in line.acting
        and id not in listed(line, HOLDING)
        and _able(other)
        and shown(line.at[id]) <= earliest
        for id, other in ((i, state.tokens[i]) for i in line.at if i in state.tokens)
    )
    if line.now < earliest or waiting:
        raise refuse("osric.hold_longer", "token", name=token.name, segment=earliest)
