"""The beginning and the end of a fight, newcomers, leaving it (§2.3, §2.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pydantic import JsonValue

from rules.core.asking import Procedure, ask, done
from rules.core.terms import Term, term
from rules.encounter.addressing import find
from rules.encounter.commands import refuse
from rules.encounter.events import (
    ConditionGained,
    ConditionLost,
    Event,
    Logged,
    TimeChanged,
    Unlinked,
    VitalsChanged,
)
from rules.encounter.state import Condition, Encounter, Timeline, Token, TokenId
from rules.systems.damakar import kreis, time
from rules.systems.damakar.arms import INSIDE, SCUFFLE, hands
from rules.systems.damakar.bout import Bout
from rules.systems.damakar.commands import End, Initiative, Join, Leave, Start
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.harm import names_of, untied
from rules.systems.damakar.options import options_of
from rules.systems.damakar.sheet import sheet_of, vitals_of


def modifier(token: Token) -> int:
    """Return what the sheet and the weapons in hand add to the initiative (§2.3)."""
    weapons = sum(w.initiative for _, w in hands(token).items)
    return sheet_of(token).initiative + weapons


def _roll(token: Token, situation: int) -> Procedure[tuple[int, Term]]:
    """Roll AUF + 2W6 and what the situation adds (§2.3)."""
    faces = yield from ask((6, 6), term("dice.damakar.initiative"), token.id)
    bonus = sheet_of(token).awareness
    total = sum(faces) + bonus + modifier(token) + situation
    said = term(
        "log.damakar.rolled",
        name=token.name,
        total=total,
        faces=faces,
        bonus=bonus,
        other=modifier(token) + situation,
    )
    return total, said


def start(bout: Bout, command: Start) -> Procedure[Term]:
    """Begin: everybody rolls, the markers go on their numbers (§2.3). Raises CommandError."""
    state = bout.seen
    for id in (*command.values, *command.modifiers, *command.surprised):
        find(state, id, "values")
    named = [find(state, t, "tokens") for t in command.tokens] or list(state.tokens.values())
    fighters = [t for t in named if not is_out(t)]
    if not fighters:
        raise refuse("damakar.nobody", "tokens")
    at, details = yield from _places(state, command, fighters)
    top = max(at.values())
    line = Timeline(round=1, now=top, at=at, data={"top": top})
    for token in fighters:
        if token.id in command.surprised:
            caught: JsonValue = {"what": "surprise", "from": at[token.id]}
            line = time.with_entry(line, "under_way", token.id, caught)
    bout.add(TimeChanged(line), Logged(term("log.damakar.start"), tuple(details), mood="turn"))
    bout.add(*_surprised(command, fighters))
    time.settle(bout.course)
    called = time.with_data(bout.state.timeline, **{time.BEGUN: True})
    bout.add(TimeChanged(called))
    return term("step.damakar.start")


def _places(
    state: Encounter, command: Start, fighters: Iterable[Token]
) -> Procedure[tuple[dict[TokenId, int], list[Term]]]:
    known = {} if state.timeline.running else dict(state.timeline.at)
    typed = known | {TokenId(t): value for t, value in command.values.items()}
    late = options_of(state).number("surprise_modifier")
    at: dict[TokenId, int] = {}
    details: list[Term] = []
    for token in fighters:
        if token.id in typed:
            at[token.id] = typed[token.id]
            details.append(term("log.damakar.typed", name=token.name, total=at[token.id]))
            continue
        situation = command.modifiers.get(token.id, 0)
        situation += late if token.id in command.surprised else 0
        at[token.id], said = yield from _roll(token, situation)
        details.append(said)
    return at, details


def _surprised(command: Start, fighters: Iterable[Token]) -> Iterable[Event]:
    for token in fighters:
        if token.id in command.surprised:
            yield Logged(term("log.damakar.surprised", name=token.name), who=token.id)


def initiative(bout: Bout, command: Initiative) -> Procedure[Term]:
    """Put somebody on a field; who has none and names none joins the fight. Raises CommandError."""
    token, line = find(bout.seen, command.token), bout.seen.timeline
    label = term("step.damakar.initiative", name=token.name)
    if line.running and command.value is None:
        if token.id in time.active(bout.seen):
            raise refuse("damakar.is_there", "token", name=token.name)
        _join(bout, [token])
        return label
    if command.value is None:
        place, said = yield from _roll(token, 0)
    else:
        place = command.value
        said = term("log.damakar.typed", name=token.name, total=place)
    if line.running:
        size = time.size_of(bout.seen)
        place = kreis.ahead(kreis.field(place, size), line.now, size)
        said = term("log.damakar.placed", name=token.name, field=kreis.field(place, size))
    bout.add(TimeChanged(replace(line, at={**line.at, token.id: place})))
    bout.add(Logged(said, who=token.id))
    return label


def join(bout: Bout, command: Join) -> Procedure[Term]:
    """Let newcomers in: together on one field, or one after another (§2.8)."""
    time.must_run(bout.seen)
    names = names_of(bout.seen, command.tokens)
    tokens = [bout.seen.token(t) for t in dict.fromkeys(command.tokens)]
    for group in [[t] for t in tokens] if command.apart else [tokens]:
        _join(bout, group)
    return term("step.damakar.join", names=names)
    yield  # pragma: no cover – makes this function a generator


def _join(bout: Bout, tokens: Iterable[Token]) -> None:
    """Put newcomers one field before whoever would be next (§2.8)."""
    line = bout.state.timeline
    ids = [t.id for t in tokens]
    others = [p for t, p in time.active(bout.state).items() if t not in ids]
    place = kreis.before_next(others, line.now)
    at = {**line.at, **dict.fromkeys(ids, place)}
    top = max(time.top_of(line), place)
    line = replace(line, at=at, now=max(line.now, place))
    bout.add(TimeChanged(time.with_data(line, top=top)))
    number = time.field_of(bout.state, place)
    for token in tokens:
        said = term("log.damakar.joins", name=token.name, field=number)
        bout.add(Logged(said, (term("log.damakar.must_come"),), token.id, "turn"))


def leave(bout: Bout, command: Leave) -> Procedure[Term]:
    """Take combatants off the ring."""
    names = names_of(bout.seen, command.tokens)
    for id in dict.fromkeys(command.tokens):
        token = bout.seen.token(id)
        if not token.has("left"):
            bout.add(ConditionGained(token.id, Condition("left")))
        bout.add(*untied(bout.state, id))
        bout.add(Logged(term("log.damakar.leaves", name=token.name), who=id))
    return term("step.damakar.leave", names=names)
    yield  # pragma: no cover – makes this function a generator


def end(bout: Bout, command: End) -> Procedure[Term]:
    """End the count of time; ties and postures end with it (§5.5)."""
    del command
    time.must_run(bout.seen)
    state = bout.seen
    bout.add(*(Unlinked(x) for x in state.links if x.kind in (SCUFFLE, INSIDE)))
    for token in state.tokens.values():
        bout.add(*_calm(token))
    bout.add(TimeChanged(Timeline()), Logged(term("log.damakar.end"), mood="turn"))
    return (yield from done(term("step.damakar.end")))


def _calm(token: Token) -> Iterable[Event]:
    vitals = vitals_of(token)
    if token.has("turned_away"):
        yield ConditionLost(token.id, "turned_away")
    if token.has("left"):
        yield ConditionLost(token.id, "left")
    if vitals.turned_from or vitals.alternated:
        yield VitalsChanged(token.id, {"turned_from": [], "alternated": ""})
