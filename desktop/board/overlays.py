"""What can be laid over the map by a switch: control zones, flanking, badges, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING

from desktop.words.overlay_names import overlay_offered
from maps.grid import SUB, Cell, Footprint, distance
from maps.reach import flanks, whole
from rules.core.terms import Term
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.system.answers import Glance
from rules.system.ground import GlancesSome

if TYPE_CHECKING:
    from desktop.session import Session


FARTHEST = 8
"""Nobody flanks from farther away, in squares: saves asking for most zones."""
QUICK = 0.022
"""Seconds: a system that takes longer is asked when the pointer rests, not in every frame."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """A switchable overlay: id, key of its word, icon, whether it is on at first."""

    id: str
    word: str
    icon: str
    on: bool = False


OVERLAYS = (
    Overlay("lines", "board.overlay.lines", "lines", True),
    Overlay("threat", "board.overlay.threat", "threat"),
    Overlay("flank", "board.overlay.flank", "flank", True),
    Overlay("reach", "board.overlay.reach", "foot"),
    Overlay("concealment", "board.overlay.concealment", "fog"),
    Overlay("light", "board.overlay.light", "light"),
    Overlay("heat", "board.overlay.heat", "heat"),
)


@dataclass(frozen=True, slots=True)
class Pincer:
    """Somebody who is flanked, by whom, and what it is worth."""

    victim: TokenId
    by: tuple[TokenId, TokenId]
    label: Term | None = None
    value: int | None = None


@dataclass(slots=True)
class Pace:
    """Whether something is quick enough to be asked for every square of a drag."""

    most: float
    known: bool = False
    """Whether it was measured at all."""
    _slow: int = 0

    @property
    def quick(self) -> bool:
        """Two slow answers in a row are no accident; the first one fills caches."""
        return self._slow < 2

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Measure once more; one quick answer is trusted again."""
        begun = perf_counter()
        yield
        self.took(perf_counter() - begun)

    def took(self, seconds: float) -> None:
        """Note how long it took this time."""
        self.known = True
        self._slow = self._slow + 1 if seconds > self.most else 0


def _same(a: tuple[object, ...], b: tuple[object, ...]) -> bool:
    return all(x is y for x, y in zip(a, b, strict=True))


def _rules_of(state: Encounter) -> tuple[object, ...]:
    """Return what decides about everybody's flanks, beside who stands where."""
    return state.board.obstacles, state.timeline, state.options, state.links, state.data


def _parts(space: Footprint, margin: int) -> Iterator[tuple[int, int]]:
    """Return the parts of the map, each FARTHEST squares wide, that a space touches."""
    wide, more = FARTHEST * SUB, margin * SUB
    left, right = (space.x - more) // wide, (space.right + more) // wide
    top, bottom = (space.y - more) // wide, (space.bottom + more) // wide
    return ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))


@dataclass(slots=True)
class Facts:
    """Answers of the system about one state, each asked once."""

    session: Session
    ways: Pace = field(default_factory=lambda: Pace(QUICK / 2))
    glimpses: Pace = field(default_factory=lambda: Pace(QUICK))
    _state: Encounter | None = None
    _zones: dict[TokenId, tuple[tuple[object, ...], frozenset[Cell]]] = field(default_factory=dict)
    _wanted: dict[TokenId, None] = field(default_factory=dict)
    _glances: dict[tuple[TokenId, Footprint, str], dict[TokenId, Glance]] = field(
        default_factory=dict
    )
    _some: dict[tuple[TokenId, Footprint, str], tuple[set[TokenId], dict[TokenId, Glance]]] = field(
        default_factory=dict
    )
    """Badges of those enemies alone who are in view, with all who were asked for."""
    _pincers: tuple[Pincer, ...] | None = None
    _victims: list[Token] = field(default_factory=list)
    """Of whom is to be found out who flanks them; of all others it is known."""
    _held: dict[TokenId, tuple[tuple[object, ...], Pincer | None]] = field(default_factory=dict)
    """Who is flanked, with all that it depends on."""
    _crowd: dict[tuple[int, int], list[tuple[int, Token]]] = field(default_factory=dict)
    """Everybody by the parts of the map that they touch: most of a crowd is far away."""

    def _current(self) -> Encounter:
        state, before = self.session.state, self._state
        if state is not before:
            self._state, self._crowd, self._pincers = state, {}, None
            if overlay_offered(self.session.system, "flank"):
                self._victims = self._to_judge(before, state)
            self._wanted.clear()
            self._glances.clear()
            self._some.clear()
            for known in (self._held, self._zones):
                for gone in known.keys() - state.tokens.keys():
                    del known[gone]
        return state

    def _to_judge(self, old: Encounter | None, new: Encounter) -> list[Token]:
        """Return of whom it is not known yet, and who is near a change, so may be flanked anew."""
        everybody = list(new.tokens.values())
        if old is None or not _same(_rules_of(old), _rules_of(new)):
            return everybody
        was, now, left = old.tokens, new.tokens, {t.id for t in self._victims}
        other = [t for t in everybody if was.get(t.id) is not t]
        other += [t for t in was.values() if now.get(t.id) is not t]
        near = {part for t in other for part in _parts(t.space, FARTHEST)}
        return [t for t in everybody if t.id in left or not near.isdisjoint(_parts(t.space, 0))]

    def zone(self, id: TokenId) -> frozenset[Cell]:
        """Return the squares that a token threatens; asked anew when it or the walls changed."""
        state = self._current()
        key = self._zone_key(state, id)
        known = self._zones.get(id)
        if known is None or not _same(known[0], key):
            known = self._zones[id] = (key, self.session.system.threatened(state, id))
        return known[1]

    @staticmethod
    def _zone_key(state: Encounter, id: TokenId) -> tuple[object, ...]:
        return (
            state.tokens[id],
            state.board.obstacles,
            state.timeline,
            state.options,
            state.links,
        )

    def zone_later(self, id: TokenId) -> frozenset[Cell]:
        """Return a zone that is known; another one is found out between two frames."""
        state = self._current()
        known = self._zones.get(id)
        if known is not None and _same(known[0], self._zone_key(state, id)):
            return known[1]
        self._wanted[id] = None
        return frozenset()

    @property
    def busy(self) -> bool:
        """Whether zones or flanks are still to be found out."""
        self._current()
        return bool(self._wanted or self._victims)

    def work(self, seconds: float) -> bool:
        """Find out about wanted zones, then who is flanked; returns whether anything is new."""
        state, until, new = self._current(), perf_counter() + seconds, False
        while self._wanted and perf_counter() < until:
            id = next(iter(self._wanted))
            del self._wanted[id]
            if id in state.tokens:
                self.zone(id)
                new = True
        while self._victims and perf_counter() < until:
            if self._held_by(state, self._victims.pop()) is not None:
                new = True
            self._pincers = None
        return new

    def glances(self, id: TokenId, place: Footprint, weapon: str = "") -> dict[TokenId, Glance]:
        """Return the badges of all enemies of a token, seen from a place."""
        state = self._current()
        key = (id, place, weapon)
        if key not in self._glances:
            found = self.session.system.glances(state, id, place, weapon)
            if len(self._glances) > 64:
                self._glances.clear()
            self._glances[key] = {g.token: g for g in found}
        return self._glances[key]

    def glances_of(
        self, id: TokenId, place: Footprint, weapon: str, foes: Iterable[TokenId]
    ) -> dict[TokenId, Glance]:
        """Return the badges of some enemies, those of others that were asked for before, too."""
        system, state = self.session.system, self._current()
        if (id, place, weapon) in self._glances or not isinstance(system, GlancesSome):
            return self.glances(id, place, weapon)
        asked, found = self._some.setdefault((id, place, weapon), (set(), {}))
        new = [foe for foe in foes if foe not in asked]
        if new:
            asked.update(new)
            found |= {g.token: g for g in system.glances_at(state, id, place, weapon, new)}
        return found

    def pincers(self) -> tuple[Pincer, ...]:
        """Return who is known to be flanked now; ``work`` finds the others."""
        state = self._current()
        if self._pincers is None:
            open_ = {t.id for t in self._victims}
            known = (self._held.get(id) for id in reversed(tuple(state.tokens)) if id not in open_)
            found = (held[1] for held in known if held is not None)
            self._pincers = tuple(pincer for pincer in found if pincer is not None)
        return self._pincers

    def _held_by(self, state: Encounter, victim: Token) -> Pincer | None:
        """Return who flanks somebody; found out anew when something nearby is another one."""
        around = self._around(state, victim.space)
        key = (*_rules_of(state), victim, *around)
        known = self._held.get(victim.id)
        if known is None or len(known[0]) != len(key) or not _same(known[0], key):
            known = self._held[victim.id] = (key, self._pincer(state, victim, around))
        return known[1]

    def _pincer(self, state: Encounter, victim: Token, around: list[Token]) -> Pincer | None:
        near = [
            t
            for t in around
            if hostile(t.side, victim.side) and distance(t.space, victim.space) <= FARTHEST
        ]
        for i, a in enumerate(near):
            for b in near[i + 1 :]:
                if a.side is not b.side or flanks(a.space, b.space, victim.space) is None:
                    continue
                if self._reaches(a, victim) and self._reaches(b, victim):
                    if (pincer := self._judged(state, a, b, victim)) is not None:
                        return pincer
        return None

    def _around(self, state: Encounter, space: Footprint) -> list[Token]:
        """Return who may be near a space, in the order of the fight."""
        if not self._crowd:
            for entry in enumerate(state.tokens.values()):
                for part in _parts(entry[1].space, 0):
                    self._crowd.setdefault(part, []).append(entry)
        found = dict(e for part in _parts(space, FARTHEST) for e in self._crowd.get(part, ()))
        return [found[n] for n in sorted(found)]

    def _reaches(self, attacker: Token, victim: Token) -> bool:
        units = whole(victim.space).unit_squares()
        squares = {Cell(u.x // SUB, u.y // SUB) for u in units}
        return not squares.isdisjoint(self.zone(attacker.id))

    def _judged(self, state: Encounter, a: Token, b: Token, victim: Token) -> Pincer | None:
        """Ask the system whether what looks like flanking is flanking."""
        system = self.session.system
        for one in (a, b):
            weapon = next((w.id for w in system.weapons(state, one.id) if not w.ranged), "")
            plan = system.plan(state, AttackAction(one.id, victim.id, weapon))
            if plan.flanking:
                entry = plan.attack.find("flanking")
                pincer = Pincer(victim.id, (a.id, b.id))
                if entry is None:
                    return pincer
                mod = entry.modifier
                return replace(pincer, label=mod.label, value=mod.value)
        return None

    def partner(self, id: TokenId, place: Footprint, victim: TokenId) -> TokenId | None:
        """Return the friend with whom a token flanks from a place; None without one."""
        state = self._current()
        me, target = state.tokens[id], state.tokens[victim]
        for friend in state.tokens.values():
            if friend.side is me.side and friend.id != id and self._reaches(friend, target):
                if flanks(place, friend.space, target.space) is not None:
                    return friend.id
        return None
