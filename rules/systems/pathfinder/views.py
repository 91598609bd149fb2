"""How the fight stands: the initiative ring, the list below it, the headline."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from maps.board import Board
from maps.remember import by_identity
from rules import naming
from rules.core.glossary import Glossary
from rules.core.terms import Term, named, term
from rules.encounter.state import Condition, Encounter, Timeline, Token, TokenId, hostile
from rules.system.answers import RosterRow
from rules.systems.pathfinder.conditions import BY_ID, OUT
from rules.systems.pathfinder.duel import make_duel
from rules.systems.pathfinder.flanking import partners
from rules.systems.pathfinder.harm import health
from rules.systems.pathfinder.neighbours import around, near
from rules.systems.pathfinder.threat import ready_weapons, threatens
from rules.systems.pathfinder.time import SURPRISE, delayed, participants, readied
from rules.views import ArcKind, RingArc, RingBound, RingMarker, RingView

FIELDS: Final = 24
"""How many fields the ring has at least; a higher initiative makes it longer."""
GAP: Final = 12.0
"""Degrees left free at twelve o'clock, where the round ends."""
BOLD_EVERY: Final = 6
_QUIET: Final = frozenset({"flat_footed", "surprised", "casting", *OUT})
"""Conditions that the list does not name as such, or names in another way."""


# -- the headline -------------------------------------------------------------------------------


def headline(state: Encounter) -> Term:
    """Return where the fight stands: "Runde 3 · Zählung 19"."""
    line = state.timeline
    if not line.running:
        return term("headline.pathfinder.none")
    if line.phase == SURPRISE:
        return term("headline.pathfinder.surprise", count=line.now)
    return term("headline.pathfinder.round", round=line.round, count=line.now)


def stamp(state: Encounter) -> Term | None:
    """Return the count of now."""
    line = state.timeline
    return term("count.pathfinder", count=line.now) if line.running else None


# -- the list -----------------------------------------------------------------------------------


def roster(state: Encounter) -> tuple[RosterRow, ...]:
    """Return a row for everybody: those in the fight in their order, then the others."""
    return _known(state).rows


@by_identity(keep=4)
def _known(state: Encounter) -> _Known:
    """Keep what is said about everybody in a state: ring, list and map ask for the same."""
    return _Known(state, _said_on(state.board))


class _Said:
    """What was said about everybody on a board: a step changes that for few of them."""

    def __init__(self) -> None:
        self.flanked: dict[TokenId, tuple[tuple[object, ...], bool]] = {}
        """Who is flanked, with all that it depends on."""
        self.rows: dict[TokenId, tuple[Token, _Standing, RosterRow]] = {}
        self.markers: dict[TokenId, tuple[Token, Glossary, tuple[object, ...], RingMarker]] = {}
        """Markers of the ring with all that they show, and in which words."""


@by_identity(keep=2)
def _said_on(_board: Board) -> _Said:
    return _Said()


class _Standing(NamedTuple):
    """What a row says of somebody beside the token itself."""

    at: int | None
    acting: bool
    ready: bool
    delayed: bool
    flanked: bool


class _Known:
    """What is the matter with everybody in one state; found out when it is first asked for."""

    def __init__(self, state: Encounter, said: _Said) -> None:
        self._state, self.said = state, said
        self._readied, self._delayed = readied(state.timeline), delayed(state.timeline)

    @cached_property
    def rows(self) -> tuple[RosterRow, ...]:
        line, tokens = self._state.timeline, self._state.tokens
        return tuple(self.row(tokens[t]) for t in participants(line, tokens))

    def row(self, token: Token) -> RosterRow:
        """Return a row; that of somebody about whom nothing changed is the same."""
        now, known = self._standing(token), self.said.rows.get(token.id)
        if known is not None and known[0] is token and known[1] == now:
            return known[2]
        row = _row(token, now)
        self.said.rows[token.id] = (token, now, row)
        return row

    def _standing(self, token: Token) -> _Standing:
        line, id = self._state.timeline, token.id
        return _Standing(
            line.at.get(id),
            id in line.acting,
            id in self._readied,
            id in self._delayed,
            self.is_flanked(token),
        )

    def is_flanked(self, token: Token) -> bool:
        state = self._state
        key = (state.options, state.data, state.links, token, *around(state, token.space))
        known = self.said.flanked.get(token.id)
        if known is None or not _same(known[0], key):
            known = self.said.flanked[token.id] = (key, _is_flanked(state, token))
        return known[1]


def _same(old: tuple[object, ...], new: tuple[object, ...]) -> bool:
    return len(old) == len(new) and all(map(operator.is_, old, new))


def _row(token: Token, now: _Standing) -> RosterRow:
    count = None if now.at is None else term("count.pathfinder", count=now.at)
    how, mark = _status(token, now), _mark(token, now)
    return RosterRow(token.id, count, how, health(token), now.acting, mark=mark)


def _mark(token: Token, now: _Standing) -> str:
    """Return the icon of what takes its time: a spell, waiting, surprise."""
    if _down(token) is not None or now.acting:
        return ""
    if now.ready or now.delayed:
        return "wait"
    if token.has("casting"):
        return "spell"
    return "eye" if token.has("surprised") else ""


def status(state: Encounter, token: Token) -> Term | None:
    """Say in a word what is the matter with somebody; the gravest first."""
    return _known(state).row(token).status


def _status(token: Token, now: _Standing) -> Term | None:
    down = _down(token)
    if down is not None:
        return named("condition.pathfinder", down)
    if now.acting:
        return term("status.pathfinder.acting")
    if now.ready:
        return term("status.pathfinder.ready")
    if now.delayed:
        return term("status.pathfinder.delayed")
    casting = token.condition("casting")
    if casting is not None:
        return _casting(casting)
    if token.has("surprised"):
        return named("condition.pathfinder", "surprised")
    if now.flanked:
        return term("status.pathfinder.flanked")
    held = [id for id in BY_ID if token.has(id) and id not in _QUIET]
    return named("condition.pathfinder", held[0]) if held else None


def _down(token: Token) -> str | None:
    for id in ("dead", "dying", "stable", "unconscious"):
        if token.has(id):
            return id
    return "dead" if health(token).dead else None


def _casting(condition: Condition) -> Term:
    if condition.until is None:
        return named("condition.pathfinder", "casting")
    return term("status.pathfinder.casting", count=condition.until[1])


def _is_flanked(state: Encounter, token: Token) -> bool:
    foes = [
        other
        for other in near(state, token.space)
        if hostile(other.side, token.side) and threatens(state, other, token)
    ]
    if len(foes) < 2:
        return False
    return any(_flanks(state, foe, token) for foe in foes)


def _flanks(state: Encounter, foe: Token, token: Token) -> bool:
    weapons = ready_weapons(foe)
    arm = weapons[0].id if weapons else ""
    return bool(partners(make_duel(state, foe.id, token.id, arm)))


# -- the ring -----------------------------------------------------------------------------------


def ring(state: Encounter, words: Glossary, selected: str = "") -> RingView:
    """Draw the counts as a ring that runs down clockwise, the round's end at twelve o'clock."""
    line = state.timeline
    high = max(FIELDS, *line.at.values(), line.now) if line.at else FIELDS
    low = min(1, *line.at.values()) if line.at else 1
    counts = range(high, low - 1, -1)
    big = words.number(line.round) if line.phase != SURPRISE else words.say("ring.pathfinder.big")
    return RingView(
        fields=tuple(words.number(count) for count in counts),
        hand=float(high - line.now) if line.running else 0.0,
        markers=tuple(_markers(state, words, selected, high)),
        arcs=tuple(_arcs(state, words, high, len(counts))),
        bounds=(RingBound(0),),
        bold=frozenset(i for i, count in enumerate(counts) if count % BOLD_EVERY == 0),
        gap=GAP,
        align="edge",
        top=_above(line, words),
        big=big if line.running else "–",
        bottom=_below(line, words),
        values=tuple(counts),
    )


def _above(line: Timeline, words: Glossary) -> str:
    if line.phase == SURPRISE:
        return words.say("ring.pathfinder.surprise")
    return words.say("ring.pathfinder.round")


def _below(line: Timeline, words: Glossary) -> str:
    if not line.running:
        return words.say("ring.pathfinder.none")
    return words.say("ring.pathfinder.count", count=line.now)


def _markers(state: Encounter, words: Glossary, selected: str, high: int) -> Iterator[RingMarker]:
    known, line = _known(state), state.timeline
    for row in known.rows:
        at = line.at.get(row.token)
        if at is None:
            continue
        token, made = state.tokens[row.token], known.said.markers.get(row.token)
        shows = (row, at, high, row.token == selected, words.lengths)
        if made is None or made[0] is not token or made[1] is not words or made[2] != shows:
            marker = _marker(token, row, words, at, high)
            marker = replace(marker, selected=row.token == selected)
            made = known.said.markers[row.token] = (token, words, shows, marker)
        yield made[3]


def _marker(token: Token, row: RosterRow, words: Glossary, at: int, high: int) -> RingMarker:
    return RingMarker(
        token.id,
        token.label or naming.short_name(token.name),
        token.side,
        float(high - at),
        out=row.health.down,
        portrait=token.portrait,
        label=_spoken(token, row, words, at),
    )


def _spoken(token: Token, row: RosterRow, words: Glossary, at: int) -> str:
    """Say a marker for a screen reader."""
    said = words.say("ring.pathfinder.marker", name=token.name, count=at)
    return said if row.status is None else f"{said}, {words.say(row.status)}"


def _arcs(state: Encounter, words: Glossary, high: int, fields: int) -> Iterator[RingArc]:
    """Draw spells under way, each from a round before its end."""
    line = state.timeline
    track = 0
    for token in state.tokens.values():
        casting = token.condition("casting")
        if casting is None or casting.until is None or not line.running:
            continue
        rounds, count = casting.until
        laps = rounds - line.round - (1 if count > line.now else 0)
        end = float(high - count)
        label = words.say(
            "ring.pathfinder.marker_casting", name=token.name, status=_casting(casting)
        )
        lap = words.number(laps, sign=True) if laps > 0 else ""
        yield RingArc(
            token.id, token.side, end - fields, end, ArcKind.CAST, "spell", track, lap, label
        )
        track += 1
