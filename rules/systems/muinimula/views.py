"""How the fight stands: the ring of twelve seconds, the list below it, the headline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules import naming
from rules.core.glossary import Glossary
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter, Token, TokenId
from rules.system.answers import RosterRow
from rules.systems.muinimula import bonds
from rules.systems.muinimula.conditions import BY_ID, OUT, SPELL
from rules.systems.muinimula.harm import health
from rules.systems.muinimula.malus import state_of
from rules.systems.muinimula.parry import free_from, means_of
from rules.systems.muinimula.sheet import Pending, vitals_of
from rules.systems.muinimula.time import ROUND, SECOND, fighters, kampfrunde, rolled, seconds
from rules.views import ArcKind, RingArc, RingBeats, RingBound, RingMarker, RingView

FIELDS: Final = 12
"""Seconds on the ring: two Kampfrunden."""
_ARCS: Final = {
    "attack": (ArcKind.ATTACK, "sword"),
    "pause": (ArcKind.PAUSE, "wait"),
    "prepare": (ArcKind.CAST, "spell"),
    "cast": (ArcKind.CAST, "spell"),
    "move": (ArcKind.MOVE, "move"),
    "pickup": (ArcKind.PREPARE, "down"),
    "task": (ArcKind.PREPARE, "clock"),
}
_QUIET: Final = frozenset({*SPELL, *OUT})


def headline(state: Encounter) -> Term:
    """Return where the fight stands: "Sekunde 17 · Kampfrunde 3"."""
    line = state.timeline
    if not line.running:
        return term("headline.muinimula.none")
    return term("headline.muinimula.at", s=seconds(line.now), round=kampfrunde(line.now))


def stamp(state: Encounter) -> Term | None:
    """Return the second of now."""
    line = state.timeline
    return term("count.muinimula", s=seconds(line.now)) if line.running else None


# -- the list -----------------------------------------------------------------------------------


def order(state: Encounter) -> tuple[TokenId, ...]:
    """Return everybody: by the next moment, then by initiative, then those outside the fight."""
    at = state.timeline.at
    inside = sorted(fighters(state), key=lambda id: at[id])
    return (*inside, *(id for id in state.tokens if id not in at))


def roster(state: Encounter) -> tuple[RosterRow, ...]:
    """Return a row for everybody; who is due in the same half second is one group."""
    at, groups = state.timeline.at, dict[int, int]()
    rows = []
    ids = order(state)
    busy = [at[id] for id in ids if id in at and vitals_of(state.tokens[id]).pending]
    for id in ids:
        token = state.tokens[id]
        moment = at.get(id)
        group = 0
        if moment is not None and busy.count(moment) > 1 and vitals_of(token).pending:
            group = groups.setdefault(moment, len(groups) + 1)
        count = None if moment is None else term("count.muinimula", s=seconds(moment))
        acting = id in state.timeline.acting
        rows.append(RosterRow(id, count, status(state, token), health(token), acting, group))
    return tuple(rows)


def status(state: Encounter, token: Token) -> Term | None:
    """Say in a word what is the matter with somebody; the gravest first."""
    for id in ("dead", "dying", "unconscious", "asleep"):
        if token.has(id):
            return named("condition.muinimula", id)
    pending = vitals_of(token).pending
    if pending is not None:
        return doing(state, pending)
    held = [id for id in BY_ID if token.has(id) and id not in _QUIET]
    if held:
        return named("condition.muinimula", held[0])
    if bonds.holds_right(state, token.id):
        return term("status.muinimula.right")
    if bonds.opponent(state, token.id) is not None:
        return term("status.muinimula.parries")
    hurt = state_of(token)
    return None if hurt == "unhurt" else named("wound.muinimula", hurt)


def doing(state: Encounter, pending: Pending) -> Term:
    """Say what somebody does until when: "Angriff auf Ork bis 20"."""
    s = seconds(pending.end)
    if pending.kind == "attack" and TokenId(pending.target) in state.tokens:
        target = state.token(pending.target).name
        return term("status.muinimula.attacks", target=target, s=s)
    what = named("doing.muinimula", pending.kind)
    if pending.note:
        what = term("text.muinimula.plain", text=pending.note)
    return term("status.muinimula.does", what=what, s=s)


# -- the ring -----------------------------------------------------------------------------------


def ring(state: Encounter, words: Glossary, selected: str = "") -> RingView:
    """Draw twelve seconds: the two Kampfrunden around now, each second in its field's middle."""
    line = state.timeline
    base = _base(line.now)
    fields = tuple(words.number(base // SECOND + n) for n in range(FIELDS))
    bounds = tuple(RingBound(n / SECOND) for n in (0, ROUND))
    return RingView(
        fields=fields,
        hand=_field(line.now, base) if line.running else 0.0,
        markers=tuple(_markers(state, words, selected, base)),
        arcs=tuple(_arcs(state, words, base)),
        beats=tuple(_beats(state, selected, base)),
        bounds=bounds,
        bold=frozenset(range(FIELDS)),
        top=words.say("ring.muinimula.second"),
        big=words.number(seconds(line.now)) if line.running else "–",
        bottom=_below(state, words),
        values=_seconds(base // SECOND, line.now) if line.running else (),
        command="moment",
    )


def _seconds(first: int, now: int) -> tuple[int, ...]:
    """Return the second that each field means: one that is over comes the next time round."""
    shown = range(first, first + FIELDS)
    return tuple(s if (s + 1) * SECOND > now else s + FIELDS for s in shown)


def _base(now: int) -> int:
    """Return the first half second of the ring: it begins anew every two Kampfrunden."""
    return now // (2 * ROUND) * (2 * ROUND)


def _field(moment: int, base: int) -> float:
    return (moment - base) / SECOND


def _below(state: Encounter, words: Glossary) -> str:
    if not state.timeline.running:
        return words.say("ring.muinimula.none")
    return words.say("ring.muinimula.round", round=kampfrunde(state.timeline.now))


def _laps(moment: int, base: int) -> int:
    return max(0, (moment - base) // (2 * ROUND))


def _markers(state: Encounter, words: Glossary, selected: str, base: int) -> Iterator[RingMarker]:
    """Yield the markers: who acts first on the inner lanes."""
    line = state.timeline
    ids = [id for id in order(state) if id in line.at]
    for id in sorted(ids, key=lambda id: (line.at[id], id not in line.acting)):
        token, moment = state.tokens[id], line.at[id]
        laps = _laps(moment, base)
        yield RingMarker(
            id,
            token.label or naming.short_name(token.name),
            token.side,
            _field(moment, base) - FIELDS * laps,
            selected=id == selected,
            out=health(token).down,
            lap=words.number(laps, sign=True) if laps else "",
            portrait=token.portrait,
            label=_spoken(state, token, words),
        )


def _spoken(state: Encounter, token: Token, words: Glossary) -> str:
    moment = seconds(state.timeline.at[token.id])
    value = rolled(state.timeline, token.id) or 0
    said = words.say("ring.muinimula.marker", name=token.name, s=moment, value=value)
    how = status(state, token)
    return said if how is None else f"{said}, {words.say(how)}"


def _arcs(state: Encounter, words: Glossary, base: int) -> Iterator[RingArc]:
    """Yield an arc for everything under way; those that end first lie innermost."""
    busy = [
        (pending.end, id, pending)
        for id in state.timeline.at
        if (pending := vitals_of(state.tokens[id]).pending) is not None
    ]
    for track, (end, id, pending) in enumerate(sorted(busy, key=lambda b: (b[0], b[1]))):
        token = state.tokens[id]
        kind, icon = _ARCS[pending.kind]
        laps = _laps(end, base)
        label = words.say("ring.muinimula.arc", name=token.name, what=doing(state, pending))
        yield RingArc(
            id,
            token.side,
            _field(pending.start, base),
            _field(end, base),
            kind,
            icon,
            track % 3,
            words.number(laps, sign=True) if laps else "",
            label,
        )


def _beats(state: Encounter, selected: str, base: int) -> Iterator[RingBeats]:
    """Yield when the used means of the selected combatant were used and are free again."""
    token = state.tokens.get(TokenId(selected))
    if token is None or not state.timeline.running or token.id not in state.timeline.at:
        return
    used = [m for m in means_of(token) if m.id in vitals_of(token).used]
    now = state.timeline.now
    done = tuple(
        _field(at, base) for m in used if (at := vitals_of(token).used[m.id]) > now - ROUND
    )
    free = tuple(_field(at, base) for m in used if (at := free_from(state, token, m)) > now)
    if done or free:
        yield RingBeats(token.side, done, free, 2)
