"""Armour along the attack value (§8.2): which attack may strike which place through which pieces.

Everything becomes a list of ways. A way is open from its ``need`` on and never closes again,
so that a better attack never meets more protection.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from rules.core.options import Options
from rules.systems.das_system.body import Place, base_of
from rules.systems.das_system.gear import DEFAULT_EFFECT, Piece, SheetWeapon

IMPULSE_HUNDRED: Final = 100


@dataclass(frozen=True, slots=True)
class Worn:
    """A piece as one weapon meets it: its protection, and its Deckungswert at each place now.

    ``places`` are those of the part in question; ``whole`` is the Deckungswert undamaged.
    """

    piece: Piece
    protection: int
    impulse: int
    places: tuple[str, ...]
    dw: tuple[int, ...]

    @property
    def whole(self) -> int:
        return self.piece.dw

    @property
    def best(self) -> int:
        """The Deckungswert where it is least damaged: what keeps blows from bare places."""
        return max(self.dw, default=0)

    def at(self, place: str) -> int:
        """Return the Deckungswert at a place now."""
        return self.dw[self.places.index(place)] if place in self.places else self.best

    def damaged(self, place: str) -> bool:
        return place in self.places and self.at(place) < self.whole


@dataclass(frozen=True, slots=True)
class Way:
    """A place that an attack from ``need`` on may strike, through pieces from outside to inside."""

    need: int
    place: Place
    pieces: tuple[Worn, ...] = ()

    @property
    def protection(self) -> int:
        return sum(worn.protection for worn in self.pieces)


Group = tuple[Worn, ...]
"""Pieces that lie side by side."""


def meet(
    piece: Piece,
    weapon: SheetWeapon,
    lost: dict[str, int],
    part_places: Iterable[Place],
    unknown: int = DEFAULT_EFFECT,
) -> Worn:
    """Return a piece as a weapon meets it on a part (§8.3).

    ``unknown`` is the Rüstungswirkung against a letter that the weapon does not list.
    """
    effect = weapon.effect.get(piece.letter, unknown)
    covers = set(piece.places)
    places = tuple(place.id for place in part_places if place.id in covers)
    dw = tuple(max(0, piece.dw - lost.get(place, 0)) for place in places)
    protection = effect * piece.strength
    return Worn(piece, protection, protection * piece.impulse // IMPULSE_HUNDRED, places, dw)


def groups_of(worn: Iterable[Worn]) -> tuple[Group, ...]:
    """Sort the pieces on a part into layers, the outermost first (§8.2).

    Pieces of one layer that share no place lie side by side; the first one listed lies outside.
    """
    found: list[list[Worn]] = []
    for one in sorted(worn, key=lambda w: -w.piece.layer):
        if not one.places:
            continue
        last = found[-1] if found else []
        beside = last and last[0].piece.layer == one.piece.layer
        if beside and not any(set(one.places) & set(other.places) for other in last):
            last.append(one)
        else:
            found.append([one])
    return tuple(tuple(group) for group in found)


def threshold(base: int, group: Group, place: str = "") -> int:
    """Return the value from which an attack passes a layer (at a place): DW add up (§8.2)."""
    return base + sum(worn.at(place) if place else worn.best for worn in group)


def _start(base: int, group: Group, worn: Worn) -> int:
    """Return from which value on a piece of a layer is struck: better pieces count first (§8.2)."""
    better = [other.best for other in group if other.protection > worn.protection]
    return base + sum(better) if better else 0


@dataclass(frozen=True, slots=True)
class Cover:
    """The armour of one part against one weapon: its layers and the ways past them."""

    part: str
    base: int
    lowest: int
    groups: tuple[Group, ...]
    ways: tuple[Way, ...]
    places: tuple[str, ...]
    """The ids of the places that the ways lead to."""

    def open_to(self, value: int) -> tuple[Way, ...]:
        """Return the ways open to an attack value, the least protected first; none = missed."""
        found = [way for way in self.ways if way.need <= value]
        return tuple(sorted(found, key=lambda w: (w.protection + w.place.zustand, w.need)))


def cover_of(
    part: str, places: tuple[Place, ...], worn: tuple[Worn, ...], ranged: bool, options: Options
) -> Cover:
    """Find all ways to the places of a part (§5, §8.2)."""
    beaten = options.word("schwelle") == "beaten"
    step = 1 if beaten else 0
    more = 1 if options.word("stelle_vergleich") == "beaten" else 0
    base, groups = base_of(part), groups_of(worn)
    lowest = min(place.value(ranged) for place in places) + more
    reach = _Reach(base, groups, step, options)
    ways: list[Way] = []
    for place in places:
        ways += reach.ways(place, place.value(ranged) + more)
    if groups and min(way.need for way in ways) > lowest:
        ways.append(_forced(groups, places, lowest))
    return Cover(
        part, base, lowest, groups, tuple(_useful(ways)), tuple(place.id for place in places)
    )


def _forced(groups: tuple[Group, ...], places: tuple[Place, ...], lowest: int) -> Way:
    """Return the way of an attack too weak for any bare place: into the best outer piece (§8.2)."""
    best = max(groups[0], key=lambda worn: worn.protection)
    place = next(p for p in places if p.id in best.places)
    under = [w for group in groups for w in group if place.id in w.places]
    return Way(lowest, place, tuple(under))


def _useful(ways: Iterable[Way]) -> Iterator[Way]:
    """Leave out ways that another one to the same place makes pointless."""
    kept: list[Way] = []
    for way in sorted(ways, key=lambda w: (w.need, w.protection)):
        if any(o.place == way.place and o.pieces == way.pieces for o in kept):
            continue
        kept.append(way)
        yield way


@dataclass(frozen=True, slots=True)
class _Reach:
    base: int
    groups: tuple[Group, ...]
    step: int
    options: Options

    def ways(self, place: Place, value: int) -> Iterator[Way]:
        """Yield the ways to one place."""
        over = [(group, worn) for group in self.groups for worn in group if place.id in worn.places]
        if not over:
            yield Way(max([value, *(self.passed(g) for g in self.groups)]), place)
            return
        outer, first = over[0]
        outside = self.groups[: self.groups.index(outer)]
        need = max([value, *(self.passed(g) for g in outside)])
        start = _start(self.base, outer, first)
        need = max(need, start + self.step if start else 0)
        pieces = tuple(worn for _, worn in over)
        yield Way(need, place, pieces)
        if self.options.flag("luecken"):
            yield from self.through_gaps(place, need, over)
        if self.options.flag("vorbei_an_ruestung") and len(self.groups) > 1:
            yield Way(max([value, *(self.passed(g) for g in self.groups)]), place)

    def passed(self, group: Group, place: str = "") -> int:
        return threshold(self.base, group, place) + self.step

    def through_gaps(
        self, place: Place, need: int, over: list[tuple[Group, Worn]]
    ) -> Iterator[Way]:
        """Yield the ways through what earlier blows have slit open at a place (§8.4)."""
        torn = [(g, w) for g, w in over if w.damaged(place.id)]
        for n in range(1, len(torn) + 1):
            for passed in combinations(torn, n):
                gone = {id(worn) for _, worn in passed}
                at = max([need, *(self.passed(g, place.id) for g, _ in passed)])
                yield Way(at, place, tuple(w for _, w in over if id(w) not in gone))
