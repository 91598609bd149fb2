"""How the fight stands: the ring of ten segments, the list below it, the headline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules import naming
from rules.core.glossary import Glossary
from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter, Timeline, Token, TokenId
from rules.system.answers import RosterRow
from rules.systems.osric.conditions import BY_ID, OUT
from rules.systems.osric.harm import health
from rules.systems.osric.time import (
    CAUGHT,
    DECLARE,
    HOLDING,
    LASTS,
    SEGMENTS,
    SURPRISE,
    casts,
    clock,
    declared,
    listed,
    shown,
    table,
    whole,
)
from rules.views import ArcKind, RingArc, RingMarker, RingView

_QUIET: Final = frozenset({"surprised", "casting", *OUT})
"""Conditions that the list does not name as such, or names in another way."""


# -- the headline ---------------------------------------------------------------------------------


def headline(state: Encounter) -> Term:
    """Return where the fight stands: "Runde 3 · Segment 4"."""
    line = state.timeline
    if not line.running:
        return term("headline.osric.none")
    if line.phase == SURPRISE:
        return term("headline.osric.surprise", n=line.now, most=whole(line.data.get(LASTS), 0))
    if line.phase == DECLARE:
        return term("headline.osric.declare", round=line.round)
    return term("headline.osric.round", round=line.round, segment=line.now)


def stamp(state: Encounter) -> Term | None:
    """Return the segment of now; none while plans are declared."""
    line = state.timeline
    if not line.running or line.phase == DECLARE:
        return None
    return term("count.osric", segment=line.now)


# -- the list -------------------------------------------------------------------------------------


def slot_of(state: Encounter, token: TokenId) -> int | None:
    """Return the key of a combatant; in surprise the segment from which on he acts."""
    line = state.timeline
    if line.phase == SURPRISE:
        caught = table(line, CAUGHT).get(token)
        return None if caught is None else int(caught) + 1
    return line.at.get(token)


def order(state: Encounter) -> list[tuple[TokenId, int | None, int]]:
    """Return all tokens with key and rank in the order of the round, then the others."""
    line = state.timeline
    held = {id for id in listed(line, HOLDING) if isinstance(id, str)}
    rows = []
    for id in state.tokens:
        key = slot_of(state, id)
        rank = 1 if id in held or line.ties.get(id) == (-1,) else 0
        rows.append((id, key, rank))
    rows.sort(key=lambda row: (row[1] is None, row[2], row[1] or 0))
    return rows


def roster(state: Encounter) -> tuple[RosterRow, ...]:
    """Return a row for everybody; those who act at the same time share a group (§4.3b)."""
    groups: dict[tuple[int, int], int] = {}
    rows = []
    for id, key, rank in order(state):
        group = 0 if key is None else groups.setdefault((key, rank), len(groups) + 1)
        token = state.tokens[id]
        count = None if key is None else term("count.osric", segment=shown(key))
        acting = id in state.timeline.acting
        how, mark = status(state, token), _mark(state, token)
        rows.append(RosterRow(id, count, how, health(token), acting, group, mark))
    return tuple(rows)


def _mark(state: Encounter, token: Token) -> str:
    """Return the icon of what takes its time: a spell, surprise, waiting."""
    if token.has(*OUT):
        return ""
    if any(c.token == token.id for c in casts(state)):
        return "spell"
    if token.has("surprised"):
        return "eye"
    line = state.timeline
    waits = token.id in listed(line, HOLDING) and token.id not in line.acting
    return "wait" if waits else ""


def _sign(state: Encounter, token: Token) -> str:
    """Return the icon beside a marker; a spell has its arc."""
    mark = _mark(state, token)
    return "" if mark == "spell" else mark


def status(state: Encounter, token: Token) -> Term | None:
    """Say in a word what is the matter with somebody; the gravest first."""
    line = state.timeline
    for id in ("dead", "unconscious"):
        if token.has(id):
            return named("condition.osric", id)
    casting = next((c for c in casts(state) if c.token == token.id), None)
    if casting is not None:
        return _casting(state, casting.end)
    if token.has("surprised"):
        return term("condition.osric.surprised")
    if token.id in line.acting:
        return term("status.osric.acting")
    if token.id in listed(line, HOLDING):
        return term("status.osric.holding")
    held = [id for id in BY_ID if token.has(id) and id not in _QUIET]
    if held:
        return named("condition.osric", held[0])
    said = declared(line, token.id)
    if said is None:
        return None
    if said.action == "spell":
        if said.dropped:
            return term("status.osric.dropped")
        if _passed(state, token.id):
            return term("status.osric.spell_over")
        return term("status.osric.spell")
    return named("action.osric", said.action)


def _passed(state: Encounter, id: TokenId) -> bool:
    """Whether somebody's own moment of the round lies behind: his spell is cast or lost."""
    line, key = state.timeline, state.timeline.at.get(id)
    if line.phase in (DECLARE, SURPRISE) or key is None:
        return False
    return shown(key) <= line.now and id not in line.acting


def _casting(state: Encounter, end: int) -> Term:
    """Say until when a spell is cast, with the round where it is another one."""
    before, segment = divmod(max(1, end) - 1, SEGMENTS)
    if before + 1 == state.timeline.round:
        return term("status.osric.casting", segment=segment + 1)
    return term("status.osric.casting_round", round=before + 1, segment=segment + 1)


# -- the ring -------------------------------------------------------------------------------------


def ring(state: Encounter, words: Glossary, selected: str = "") -> RingView:
    """Draw ten segments, ascending; equal keys stack, spells under way are arcs (§4)."""
    line = state.timeline
    return RingView(
        fields=tuple(words.number(n) for n in range(1, SEGMENTS + 1)),
        hand=float(max(1, line.now) - 1) if line.running else 0.0,
        markers=tuple(_markers(state, words, selected)),
        arcs=tuple(_arcs(state, words)),
        bold=frozenset(range(SEGMENTS)),
        top=_above(line, words),
        big=_big(line, words),
        bottom=_below(line, words),
        values=tuple(range(1, SEGMENTS + 1)),
    )


def _above(line: Timeline, words: Glossary) -> str:
    if line.phase == SURPRISE:
        return words.say("ring.osric.surprise")
    return words.say("ring.osric.round", round=line.round) if line.running else ""


def _big(line: Timeline, words: Glossary) -> str:
    if not line.running:
        return "–"
    return "!" if line.phase == DECLARE else words.number(line.now)


def _below(line: Timeline, words: Glossary) -> str:
    if not line.running:
        return words.say("ring.osric.none")
    if line.phase == DECLARE:
        return words.say("ring.osric.declare")
    return words.say("ring.osric.segment")


def _markers(state: Encounter, words: Glossary, selected: str) -> Iterator[RingMarker]:
    for id, key, _ in order(state):
        if key is None:
            continue
        token = state.tokens[id]
        yield RingMarker(
            id,
            token.label or naming.short_name(token.name),
            token.side,
            float(shown(key) - 1),
            selected=id == selected,
            out=health(token).down,
            portrait=token.portrait,
            label=_spoken(state, token, key, words),
            mark=_sign(state, token),
        )


def _spoken(state: Encounter, token: Token, key: int, words: Glossary) -> str:
    """Say a marker for a screen reader."""
    said = words.say("ring.osric.marker", name=token.name, segment=shown(key))
    how = status(state, token)
    return said if how is None else f"{said}, {words.say(how)}"


def _arcs(state: Encounter, words: Glossary) -> Iterator[RingArc]:
    """Draw spells from the segment of their beginning to that in which they take effect (§5)."""
    line = state.timeline
    if not line.running:
        return
    first = (line.round - 1) * SEGMENTS + 1
    for track, cast in enumerate(casts(state)):
        token = state.tokens[cast.token]
        laps = max(0, cast.end - max(first, clock(state))) // SEGMENTS
        label = words.say(
            "ring.osric.marker_casting", name=token.name, status=_casting(state, cast.end)
        )
        lap = words.number(laps, sign=True) if laps else ""
        end = float(cast.end - first - laps * SEGMENTS)
        start = max(end - SEGMENTS, float(cast.start - first))
        yield RingArc(cast.token, token.side, start, end, ArcKind.CAST, "spell", track, lap, label)
