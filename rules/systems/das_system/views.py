"""How the fight stands: the dial of ten seconds, the list below it, the headline (§2, §4, §9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules import naming
from rules.core.glossary import Glossary
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter, Token, TokenId
from rules.system.answers import RosterRow
from rules.systems.das_system.bouts import TURN, Bout, bouts, bouts_with
from rules.systems.das_system.conditions import BY_ID
from rules.systems.das_system.fading import pain_left
from rules.systems.das_system.harm import health
from rules.systems.das_system.kar import SECOND, current, points, seconds
from rules.systems.das_system.options import options_of
from rules.systems.das_system.sheet import vitals_of
from rules.systems.das_system.values import pain_level
from rules.views import ArcKind, RingArc, RingBeats, RingMarker, RingView

LOUD_PAIN: Final = 2
"""Row of pain from which the ring shows how long it lasts."""
_QUIET: Final = frozenset({"surprised"})


def headline(state: Encounter) -> Term:
    """Return where the fight stands: "Sekunde 23,0"."""
    if not state.timeline.running:
        return term("headline.das_system.none")
    return term("headline.das_system.time", time=seconds(state.timeline.now))


def stamp(state: Encounter) -> Term | None:
    """Return the second of now."""
    line = state.timeline
    return term("stamp.das_system", time=seconds(line.now)) if line.running else None


# -- the list -------------------------------------------------------------------------------------


def order(state: Encounter) -> tuple[TokenId, ...]:
    """Return everybody: fights of two by their next moment, attackers first, then the others."""
    line = state.timeline
    found: dict[TokenId, None] = {}
    for bout in sorted(bouts(line), key=lambda b: (b.at, b.a, b.b)):
        first = bout.attacker or bout.a
        found.update(dict.fromkeys((TokenId(first), TokenId(bout.foe_of(first)))))
    known = [t for t in found if t in state.tokens]
    rest = [t for t in state.tokens if t not in found]
    options = options_of(state)
    rest.sort(key=lambda t: (t not in line.at, current(state.tokens[t], options)))
    return (*known, *rest)


def roster(state: Encounter) -> tuple[RosterRow, ...]:
    """Return a row for everybody; those who fight each other share a group."""
    groups: dict[str, int] = {}
    for number, bout in enumerate(sorted(bouts(state.timeline), key=lambda b: b.at), start=1):
        if bout.a not in groups and bout.b not in groups:
            groups |= {bout.a: number, bout.b: number}
    return tuple(_row(state, state.tokens[t], groups.get(t, 0)) for t in order(state))


def _row(state: Encounter, token: Token, group: int) -> RosterRow:
    kar = points(current(token, options_of(state)))
    acting = token.id in state.timeline.acting
    count = term("count.das_system", kar=kar)
    return RosterRow(token.id, count, status(state, token), health(token), acting, group)


def status(state: Encounter, token: Token) -> Term | None:
    """Say in a word what is the matter with somebody; the gravest first."""
    for id in ("dead", "unconscious", "unfit", "fled"):
        if token.has(id):
            return named("condition.das_system", id)
    line = state.timeline
    own = bouts_with(line, token.id)
    for bout in own:
        if bout.attacker == token.id:
            blow = min(bout.most, bout.blows + 1)
            return term("status.das_system.attacks", n=blow, most=bout.most)
    if any(bout.attacker for bout in own):
        return term("status.das_system.defends")
    if own:
        return term("status.das_system.from", time=seconds(min(b.at for b in own)))
    if vitals_of(token).loaded_at > line.now:
        return term("status.das_system.loading", time=seconds(vitals_of(token).loaded_at))
    pain = pain_level(token)
    if pain >= LOUD_PAIN:
        return term("status.das_system.pain", level=pain)
    held = [id for id in BY_ID if token.has(id) and id not in _QUIET]
    if held:
        return named("condition.das_system", held[0])
    return term("status.das_system.watches") if line.running and token.id in line.at else None


# -- the ring -------------------------------------------------------------------------------------


def ring(state: Encounter, words: Glossary, selected: str = "") -> RingView:
    """Draw the present ten seconds as a dial with tenths."""
    line = state.timeline
    now = seconds(line.now)
    turn = int(now // TURN) * TURN
    bottom = words.say("ring.das_system.span", start=turn, end=turn + TURN - 0.1)
    return RingView(
        fields=tuple(words.number(i) for i in range(TURN)),
        hand=now % TURN,
        markers=tuple(_markers(state, words, selected)),
        arcs=tuple(_arcs(state, words)),
        beats=tuple(_beats(state)),
        dial=True,
        align="edge",
        ticks=10,
        top=words.say("ring.das_system.second"),
        big=words.number(now, 1) if line.running else "–",
        bottom=bottom if line.running else words.say("ring.das_system.none"),
        values=_seconds(turn, int(now)) if line.running else (),
        command="moment",
    )


def _seconds(turn: int, now: int) -> tuple[int, ...]:
    """Return the second that each field of the dial means: one that is over comes next turn."""
    return tuple(s if s >= now else s + TURN for s in range(turn, turn + TURN))


def _markers(state: Encounter, words: Glossary, selected: str) -> Iterator[RingMarker]:
    """Yield who does something next and when; who only wards or watches stands in the list."""
    line = state.timeline
    for token_id in order(state):
        own = bouts_with(line, token_id)
        token = state.tokens[token_id]
        waits = any(b.attacker in (token_id, "") for b in own)
        if token_id not in line.at or not (waits or vitals_of(token).loaded_at > line.now):
            continue
        at = seconds(line.at[token_id])
        laps = int(at // TURN) - int(seconds(line.now) // TURN)
        yield RingMarker(
            token_id,
            token.label or naming.short_name(token.name),
            token.side,
            at % TURN,
            selected=token_id == selected,
            out=health(token).down,
            lap=words.number(laps, sign=True) if laps > 0 else "",
            portrait=token.portrait,
            label=words.say("ring.das_system.marker", name=token.name, time=at),
        )


def _arcs(state: Encounter, words: Glossary) -> Iterator[RingArc]:
    """Yield pauses, loading and pain with their ends."""
    line, track = state.timeline, 0
    for bout in bouts(line):
        token = state.tokens.get(TokenId(bout.a))
        if bout.phase == "pause" and token is not None:
            label = words.say("ring.das_system.pause", time=seconds(bout.at))
            yield _arc(token, bout.since, bout.at, ArcKind.PAUSE, "wait", track, label)
            track += 1
    for token in state.tokens.values():
        ready = vitals_of(token).loaded_at
        if line.running and ready > line.now:
            label = words.say("ring.das_system.loading", name=token.name, time=seconds(ready))
            yield _arc(token, line.now, ready, ArcKind.RELOAD, "bow", track, label)
            track += 1
        left = _pain_left(token)
        if line.running and 0 < left <= TURN * SECOND:
            end = line.now + left
            label = words.say(
                "ring.das_system.pain", name=token.name, level=pain_level(token), time=seconds(end)
            )
            yield _arc(token, line.now, end, ArcKind.PREPARE, "bolt", track, label)
            track += 1


def _arc(
    token: Token, start: int, end: int, kind: ArcKind, icon: str, track: int, label: str
) -> RingArc:
    first = seconds(start)
    turn = first // TURN * TURN
    return RingArc(
        token.id, token.side, first - turn, seconds(end) - turn, kind, icon, track, label=label
    )


def _pain_left(token: Token) -> int:
    """Return the ticks until the loudest pain ends its row."""
    loud = [w for w in vitals_of(token).wounds if w.pain == pain_level(token) >= LOUD_PAIN]
    return max((pain_left(wound, cascade=False) for wound in loud), default=0)


def _beats(state: Encounter) -> Iterator[RingBeats]:
    """Yield the blows of each series: those struck, and those that may follow."""
    track = 0
    for bout in bouts(state.timeline):
        token = state.tokens.get(TokenId(bout.attacker)) if bout.attacker else None
        if token is None:
            continue
        yield RingBeats(token.side, _done(bout, state.timeline.now), _open(bout), track)
        track += 1


def _done(bout: Bout, now: int) -> tuple[float, ...]:
    recent = (t for t in bout.beats if t > now - TURN * SECOND)
    return tuple(seconds(t) % TURN for t in recent)


def _open(bout: Bout) -> tuple[float, ...]:
    left = min(bout.most - bout.blows, TURN - min(bout.blows, TURN - 1))
    return tuple(seconds(bout.at + i * SECOND) % TURN for i in range(max(0, left)))
