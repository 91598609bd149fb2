"""How the fight stands: the Kampfkreis drawn, the list below it, the headline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.glossary import Glossary
from rules.core.terms import Term, named, term
from rules.encounter.plans import AttackPlan
from rules.encounter.state import Encounter, Token, TokenId
from rules.naming import short_name
from rules.system.answers import RosterRow
from rules.systems.damakar import kreis, time
from rules.systems.damakar.arms import scuffles
from rules.systems.damakar.conditions import SPECS, is_out
from rules.systems.damakar.duel import main_weapon, mode_for
from rules.systems.damakar.plan import survey
from rules.systems.damakar.tables import actions
from rules.systems.damakar.wounds import health
from rules.views import ArcKind, RingArc, RingMarker, RingView

BOLD_EVERY: Final = 6
_ARCS: Final = {"magic": (ArcKind.CAST, "spell"), "reload": (ArcKind.RELOAD, "bow")}
_MARKS: Final = {what: icon for what, (_, icon) in _ARCS.items()} | {
    "wait": "wait",
    "surprise": "eye",
}
"""The sign of what goes on until somebody's own moment."""
_OUT: Final = tuple(spec.id for spec in SPECS if spec.out)


# -- the headline -------------------------------------------------------------------------------


def headline(state: Encounter) -> Term:
    """Return where the fight stands: "Feld 20 · 4 ZP seit Beginn"."""
    line = state.timeline
    if not line.running:
        return term("headline.damakar.none")
    number = time.field_of(state, line.now)
    since = kreis.due(line.now, time.top_of(line))
    if line.round > 1:
        return term("headline.damakar.lap", field=number, zp=since, lap=line.round)
    return term("headline.damakar.field", field=number, zp=since)


def stamp(state: Encounter) -> Term | None:
    """Return the field of now."""
    line = state.timeline
    return term("count.damakar", field=time.field_of(state, line.now)) if line.running else None


# -- the list -----------------------------------------------------------------------------------


def roster(state: Encounter) -> tuple[RosterRow, ...]:
    """Return a row for everybody: those on the ring in their order, then the others.

    Combatants on the same field share the number of a group.
    """
    ordered = time.order(state)
    groups = _groups(state)
    rest = [t for t in state.tokens if t not in ordered]
    return tuple(_row(state, state.tokens[t], groups.get(t, 0)) for t in (*ordered, *rest))


def _groups(state: Encounter) -> dict[TokenId, int]:
    """Number the fields on which several stand, from 1, in the order of time (§2.4)."""
    places = time.active(state)
    shared = [p for p in set(places.values()) if list(places.values()).count(p) > 1]
    numbers = {place: n for n, place in enumerate(sorted(shared, reverse=True), start=1)}
    return {t: numbers[p] for t, p in places.items() if p in numbers}


def _row(state: Encounter, token: Token, group: int) -> RosterRow:
    place = state.timeline.at.get(token.id)
    count = None
    if place is not None:
        number = time.field_of(state, place) if state.timeline.running else place
        count = term("count.damakar", field=number)
    acting = token.id in state.timeline.acting
    how, mark = status(state, token, group), _mark(state, token)
    return RosterRow(token.id, count, how, health(token), acting, group, mark)


def _mark(state: Encounter, token: Token) -> str:
    """Return the icon of what goes on: a spell, loading, waiting, surprise, a secret plan."""
    if is_out(token):
        return ""
    if token.id in time.announced(state):
        return "lock"
    what = str(time.under_way(state, token.id).get("what", ""))
    return _MARKS.get(what, "") if token.id not in state.timeline.acting else ""


def _sign(state: Encounter, token: Token) -> str:
    """Return the icon beside a marker: what has no arc of its own."""
    mark = _mark(state, token)
    return "" if mark in {icon for _, icon in _ARCS.values()} else mark


def status(state: Encounter, token: Token, group: int = 0) -> Term | None:
    """Say in a word what is the matter with somebody; the gravest first."""
    for id in _OUT:
        if token.has(id):
            return named("condition.damakar", id)
    if token.id in time.announced(state):
        return term("status.damakar.announced")
    if token.id in state.timeline.acting:
        return term("status.damakar.simultaneous" if group else "status.damakar.acting")
    doing = time.under_way(state, token.id)
    what = str(doing.get("what", ""))
    if what in _MARKS and token.id in state.timeline.at:
        number = time.field_of(state, state.timeline.at[token.id])
        return named("doing.damakar", what, field=number)
    if group:
        return term("status.damakar.simultaneous")
    if scuffles(state, token.id):
        return term("status.damakar.scuffle")
    held = [spec.id for spec in SPECS if token.has(spec.id)]
    if held:
        return named("condition.damakar", held[0])
    return _lapped(state, token)


def _lapped(state: Encounter, token: Token) -> Term | None:
    n = laps_of(state, token)
    return term("status.damakar.lapped", n=n) if n else None


def laps_of(state: Encounter, token: Token) -> int:
    """Return by how many whole laps somebody lies behind the foremost marker (§2.2)."""
    line = state.timeline
    if not line.running or token.id not in line.at or is_out(token):
        return 0
    most = max(time.active(state).values(), default=line.now)
    return kreis.laps(line.at[token.id], most, time.size_of(state))


# -- the ring -----------------------------------------------------------------------------------


def ring(
    state: Encounter, words: Glossary, selected: str = "", plan: AttackPlan | None = None
) -> RingView:
    """Draw the ring: N fields that fall clockwise, field N on top (§2.1).

    With a plan, or whoever acts selected, it previews where the marker would go.
    """
    line, size = state.timeline, time.size_of(state)
    hand = float(kreis.clockwise(line.now, size)) if line.running else 0.0
    numbers = range(size, 0, -1)
    markers = [*_markers(state, words, selected)]
    arcs = [*_arcs(state, words)]
    for ghost, arc in _preview(state, words, selected, plan, len(arcs)):
        markers.append(ghost)
        arcs.append(arc)
    return RingView(
        fields=tuple(words.number(n) for n in numbers),
        hand=hand,
        markers=tuple(markers),
        arcs=tuple(arcs),
        bold=frozenset(i for i, n in enumerate(numbers) if n % BOLD_EVERY == 0),
        top=words.say("ring.damakar.field"),
        big=words.number(time.field_of(state, line.now)) if line.running else "–",
        bottom=_below(state, words),
        values=tuple(numbers),
    )


def _below(state: Encounter, words: Glossary) -> str:
    acting = state.timeline.acting
    if not state.timeline.running:
        return words.say("ring.damakar.none")
    if len(acting) == 1:
        return state.tokens[acting[0]].name
    if acting:
        return words.say("ring.damakar.together", n=len(acting))
    return words.say("ring.damakar.nobody")


def _markers(state: Encounter, words: Glossary, selected: str) -> Iterator[RingMarker]:
    size = time.size_of(state)
    for id in time.order(state):
        token = state.tokens[id]
        place = state.timeline.at[id]
        n = laps_of(state, token)
        yield RingMarker(
            id,
            token.label or short_name(token.name),
            token.side,
            float(kreis.clockwise(place, size)),
            selected=id == selected,
            out=is_out(token),
            lap=words.number(n, sign=True) if n else "",
            portrait=token.portrait,
            label=_spoken(state, token, words),
            mark=_sign(state, token),
        )


def _spoken(state: Encounter, token: Token, words: Glossary) -> str:
    """Say a marker for a screen reader."""
    number = time.field_of(state, state.timeline.at[token.id])
    said = words.say("ring.damakar.marker", name=token.name, field=number)
    how = status(state, token, _groups(state).get(token.id, 0))
    return said if how is None else f"{said}, {words.say(how)}"


def _arcs(state: Encounter, words: Glossary) -> Iterator[RingArc]:
    """Draw what is under way: spells and loading, up to their marker."""
    size, track = time.size_of(state), 0
    for id in time.order(state):
        token = state.tokens[id]
        doing = time.under_way(state, id)
        what, began = str(doing.get("what", "")), doing.get("from")
        if what not in _ARCS or not isinstance(began, int) or is_out(token):
            continue
        kind, icon = _ARCS[what]
        start = float(kreis.clockwise(began, size))
        length = began - state.timeline.at[id]
        left = state.timeline.now - state.timeline.at[id]
        lap = words.number(left // size, sign=True) if left >= size else ""
        label = _spoken(state, token, words)
        yield RingArc(id, token.side, start, start + length, kind, icon, track, lap, label)
        track += 1


def _preview(
    state: Encounter, words: Glossary, selected: str, plan: AttackPlan | None, track: int
) -> Iterator[tuple[RingMarker, RingArc]]:
    """Show where the marker of whoever acts would go: by the plan, else by a usual attack."""
    line = state.timeline
    who = TokenId(plan.action.attacker if plan is not None else selected)
    if not line.running or who not in line.acting or is_out(state.tokens[who]):
        return
    token, size = state.tokens[who], time.size_of(state)
    if plan is not None and plan.action.target in state.tokens:
        zp = survey(state, plan.action).price.zp.total
    else:
        arm = main_weapon(token)
        zp = arm.zp if arm.melee else actions()[mode_for(arm, "")].zp
    start, end = line.at[who], line.at[who] - zp
    at = float(kreis.clockwise(start, size))
    label = words.say(
        "ring.damakar.preview", name=token.name, field=time.field_of(state, end), zp=zp
    )
    ghost = RingMarker(
        who,
        token.label or short_name(token.name),
        token.side,
        float(kreis.clockwise(end, size)),
        ghost=True,
        label=label,
    )
    arc = RingArc(who, token.side, at, at + zp, ArcKind.PREVIEW, "sword", track, label=label)
    yield ghost, arc
