"""Lost LE, falling, dying, spells that break (§5, §7, §10), and how a creature is."""

from __future__ import annotations

from typing import Final

from pydantic import JsonValue

from rules.core.asking import Procedure, ask
from rules.core.terms import Term, named, term
from rules.encounter.course import Course
from rules.encounter.events import ConditionGained, ConditionLost, Logged, VitalsChanged
from rules.encounter.state import Condition, Token, TokenId
from rules.system.answers import Health
from rules.systems.muinimula import bonds
from rules.systems.muinimula.conditions import BY_LIFE, OUT, is_out
from rules.systems.muinimula.options import options_of
from rules.systems.muinimula.sheet import Pending, life, sheet_of, vitals_of
from rules.systems.muinimula.tables import wound_state
from rules.systems.muinimula.time import MINUTE, ROUND, SECOND, moment, said

HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
UNITS: Final = {
    "hours": HOUR,
    "days": DAY,
    "weeks": 10 * DAY,
    "months": 40 * DAY,
    "years": 400 * DAY,
    "decades": 4_000 * DAY,
    "centuries": 40_000 * DAY,
}
"""Units of long unconsciousness in half seconds (§1, §10.7), ascending."""
SPELLS: Final = ("prepare", "cast")


def health(token: Token) -> Health:
    """Tell how a creature is."""
    dead = token.has("dead") or vitals_of(token).dead
    return Health(life(token), sheet_of(token).life, dead or is_out(token), dead)


# -- LE -----------------------------------------------------------------------------------------


def lose(course: Course, id: TokenId, points: int) -> Procedure[None]:
    """Take LE from somebody, with everything that follows; a spell may break (§10.9)."""
    if points <= 0:
        return
    token = course.state.tokens[id]
    before = life(token)
    course.add(VitalsChanged(id, {"lost": vitals_of(token).lost + points}))
    line = term(
        "log.muinimula.loses", name=token.name, points=points, before=before, after=before - points
    )
    course.add(Logged(line, who=id, mood="harm"))
    yield from follow(course, id)
    yield from shake_spell(course, id, points)


def gain(course: Course, id: TokenId, points: int) -> Procedure[None]:
    """Give LE back, never more than there was."""
    token = course.state.tokens[id]
    lost = vitals_of(token).lost
    back = min(points, lost)
    if back <= 0:
        return
    values: dict[str, JsonValue] = {"lost": lost - back, "dead": False}
    course.add(VitalsChanged(id, values))
    now = life(course.state.tokens[id])
    line = term("log.muinimula.gains", name=token.name, points=back, before=now - back, after=now)
    course.add(Logged(line, who=id))
    if token.has("dead"):
        course.add(ConditionLost(id, "dead"))
    yield from follow(course, id)


def follow(course: Course, id: TokenId) -> Procedure[None]:
    """Put the conditions that the LE causes in line with it (§7)."""
    token = course.state.tokens[id]
    if token.has("dead"):
        return
    state = wound_state(life(token), sheet_of(token).life)
    wanted = state if state in ("unconscious", "dying") else ""
    if wanted == "unconscious" and token.has("berserk"):
        wanted = ""
    for held in ("unconscious", "dying"):
        found = token.condition(held)
        if found is not None and found.note == BY_LIFE and held != wanted:
            course.add(ConditionLost(id, held))
    if wanted == "dying":
        yield from _dying(course, id)
    else:
        if vitals_of(token).span is not None:
            course.add(VitalsChanged(id, {"span": None}))
        if wanted and not token.has(*OUT):
            course.add(ConditionGained(id, Condition("unconscious", note=BY_LIFE)))
            course.add(Logged(term("log.muinimula.faints", name=token.name), who=id, mood="harm"))
    falls(course, id)


def _dying(course: Course, id: TokenId) -> Procedure[None]:
    """Let somebody with negative LE die in time: a span less 1 KR for each point (§10.8)."""
    token = course.state.tokens[id]
    span = vitals_of(token).span
    if span is None:
        length, how = yield from unconscious_span(course, id)
        span = course.state.timeline.now + length
        course.add(VitalsChanged(id, {"span": span}))
        course.add(Logged(term("log.muinimula.dying", name=token.name), how, id, "harm"))
    end = span + ROUND * life(token)
    if end <= course.state.timeline.now:
        die(course, id)
        return
    course.add(ConditionGained(id, Condition("dying", until=moment(end), note=BY_LIFE)))


def die(course: Course, id: TokenId) -> None:
    """Let somebody die."""
    token = course.state.tokens[id]
    if token.has("dead"):
        return
    for held in ("unconscious", "asleep", "dying"):
        if token.has(held):
            course.add(ConditionLost(id, held))
    course.add(ConditionGained(id, Condition("dead")), VitalsChanged(id, {"dead": True}))
    course.add(Logged(term("log.muinimula.dies", name=token.name), who=id, mood="harm"))
    falls(course, id)


def falls(course: Course, id: TokenId) -> None:
    """End what somebody does who is out: he lies, his action is lost, his duels are over."""
    token = course.state.tokens[id]
    if not is_out(token):
        return
    if not token.has("lying") and sheet_of(token).upright:
        course.add(ConditionGained(id, Condition("lying")))
    stop(course, id)
    bonds.release(course, id)


def stop(course: Course, id: TokenId) -> Pending | None:
    """End what somebody is doing without effect; the time is lost (§2.4)."""
    token = course.state.tokens[id]
    pending = vitals_of(token).pending
    if pending is None:
        return None
    course.add(VitalsChanged(id, {"pending": None}))
    for held in ("preparing", "casting"):
        if token.has(held):
            course.add(ConditionLost(id, held))
    return pending


# -- unconsciousness and death ------------------------------------------------------------------


def unconscious_span(course: Course, id: TokenId) -> Procedure[tuple[int, tuple[Term, ...]]]:
    """Roll how long somebody is out, in half seconds: minutes, on a 10 hours, days … (§10.7)."""
    label = term("dice.muinimula.unconscious")
    (face,) = yield from ask((10,), label, id)
    faces = [face]
    if face == 1:
        (length,) = yield from ask((20,), label, id)
        faces.append(length)
        return length * SECOND, _span_said(faces, length * SECOND)
    if face < 10:
        return face * MINUTE, _span_said(faces, face * MINUTE)
    longest = options_of(course.state).word("longest_unit")
    length = 0
    for unit, size in UNITS.items():
        (face,) = yield from ask((10,), label, id)
        faces.append(face)
        length = face * size
        if face < 10 or unit == longest:
            break
    return length, _span_said(faces, length)


def _span_said(faces: list[int], length: int) -> tuple[Term, ...]:
    return (term("log.muinimula.span", faces=tuple(faces), span=span_name(length)),)


def span_name(length: int) -> Term:
    """Say a span in half seconds in the unit that fits: "3 Stunden"."""
    fitting = [(unit, size) for unit, size in UNITS.items() if length >= size]
    if fitting:
        unit, size = fitting[-1]
        return named("span.muinimula", unit, n=length // size)
    if length >= MINUTE and length % MINUTE == 0:
        return term("span.muinimula.minutes", n=length // MINUTE)
    return said(length)


def knock_out(course: Course, id: TokenId) -> Procedure[None]:
    """Make somebody unconscious for a rolled time (§10.7)."""
    token = course.state.tokens[id]
    if token.has("dead", "dying"):
        return
    length, how = yield from unconscious_span(course, id)
    end = course.state.timeline.now + length
    held = token.condition("unconscious")
    if held is not None and held.note == BY_LIFE:
        return
    if held is None or held.until is None or held.until[1] < end:
        course.add(ConditionGained(id, Condition("unconscious", until=moment(end))))
    course.add(Logged(term("log.muinimula.knocked_out", name=token.name), how, id, "harm"))
    falls(course, id)


def doom(course: Course, id: TokenId, rounds: int) -> None:
    """Let somebody die in so many Kampfrunden (§10.8, §12.4)."""
    token = course.state.tokens[id]
    if token.has("dead"):
        return
    if rounds <= 0:
        die(course, id)
        return
    end = course.state.timeline.now + rounds * ROUND
    held = token.condition("dying")
    if held is not None and held.until is not None and held.until[1] <= end:
        return
    course.add(ConditionGained(id, Condition("dying", until=moment(end))))
    line = term("log.muinimula.doomed", name=token.name, span=said(rounds * ROUND))
    course.add(Logged(line, who=id, mood="harm"))
    falls(course, id)


def last(course: Course, id: TokenId, condition: str, length: int, note: str = "") -> None:
    """Put somebody into a condition for so many half seconds; a longer one stays."""
    token = course.state.tokens[id]
    end = course.state.timeline.now + length
    held = token.condition(condition)
    if held is not None and (held.until is None or held.until[1] >= end):
        return
    course.add(ConditionGained(id, Condition(condition, until=moment(end), note=note)))
    word = named("condition.muinimula", condition)
    line = term("log.muinimula.lasts", name=token.name, condition=word, span=said(length))
    course.add(Logged(line, who=id, mood="harm"))


# -- spells -------------------------------------------------------------------------------------


def shake_spell(course: Course, id: TokenId, points: int) -> Procedure[None]:
    """Let a caster keep his spell by a Probe on Selbstbeherrschung (§10.9).

    In the second of casting nothing but unconsciousness stops it (§10.10).
    """
    token = course.state.tokens[id]
    pending = vitals_of(token).pending
    if pending is None or pending.kind != "prepare" or is_out(token):
        return
    target = sheet_of(token).control - points
    (face,) = yield from ask((100,), term("dice.muinimula.control", target=target), id)
    roll = term("log.muinimula.control", face=face, target=target)
    if face <= target:
        course.add(Logged(term("log.muinimula.keeps_spell", name=token.name), (roll,), id))
        return
    stop(course, id)
    course.add(Logged(term("log.muinimula.loses_spell", name=token.name), (roll,), id, "harm"))
