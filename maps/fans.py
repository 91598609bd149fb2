"""All lines from one space to many others at once: counts and names, no single lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from maps.apart import Again
from maps.batch import Batch
from maps.caster import Cast, Caster
from maps.compiled import Compiled
from maps.grid import Footprint, Point
from maps.meets import Touching
from maps.pairing import distinct
from maps.pauses import at_once
from maps.pieces import Bools, Ints
from maps.sifted import sifted
from maps.uses import Marks, Uses, merged


class Tally(NamedTuple):
    """What the lines from one corner to one space meet, taken together.

    ``lines`` lead there; ``barred`` of them are stopped, ``blinded`` of them let no sight
    pass, ``bodied`` of them run through creatures. The names have no order.
    """

    p: Point
    lines: int
    barred: int = 0
    blinded: int = 0
    bodied: int = 0
    shelters: tuple[str, ...] = ()
    fogs: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()


@dataclass(frozen=True)
class Idle:
    """What does not count on the way to each target.

    ``at`` tells for pairs of target and obstacle, both by their numbers, which are ignored;
    ``near`` says which obstacles touch each other, ``stronger`` which of them help others to stop
    a line without being named. ``weak`` roles of shelters and bodies do not
    count at corners from which any line to the target is stopped.
    """

    at: Callable[[Ints, Ints], Bools]
    near: Mapping[int, tuple[int, ...]]
    stronger: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    weak: tuple[str, ...] | None = None

    def cast(self, caster: Caster, batch: Batch) -> Cast:
        """Return what uses meet; what stops a line only together with what is ignored is free."""
        count, barred = caster.uses.count, caster.stopped(batch)
        blinded = barred if caster.all.blind_as_barred else caster.stopped(batch, by_sight=True)
        corner, use = np.divmod(np.arange(len(batch.line)), len(caster.uses.target))
        group = corner * count + caster.uses.target[use]
        wanted = np.ones(len(group), dtype=bool)
        shut = np.bincount(group[barred], minlength=count * len(batch.ps)) > 0
        free = wanted if self.weak is None else ~shut[group]
        shelters, fogs, bodies = at_once(sifted(caster, batch, wanted, free, self.weak or ()))
        again = Again(caster, batch, shelters, group, self.stronger)
        shelters = again.without(self._marks(again, count), self.near)
        return Cast(barred, blinded, shelters, fogs, bodies)

    def _marks(self, again: Again, count: int) -> Marks:
        """Return the pairs of group and obstacle that lines meet and that are ignored."""
        group, owner = again.involved
        ignored = self.at(group % count, owner)
        return group[ignored], owner[ignored]


def clear_lines(
    compiled: Compiled, a: Footprint, targets: Sequence[Footprint], by_sight: bool
) -> dict[Footprint, tuple[Point, Point]]:
    """Return for each space a line from a corner of a to a lattice point that nothing stops."""
    if not targets:
        return {}
    uses = Uses.to_spaces(targets)
    caster = Caster(compiled, a, uses, (), Touching.TUBE)
    clear = np.flatnonzero(~caster.stopped(caster.batch(a.corners()), by_sight))
    _, first = np.unique(uses.target[clear % len(uses.line)], return_index=True)
    found = {}
    for use in clear[first].tolist():
        corner, q, box = uses.at(use)
        found[box] = (a.corners()[corner], q)
    return found


def many(
    compiled: Compiled,
    a: Footprint,
    ps: Sequence[Point],
    targets: Sequence[Footprint],
    bodies: Sequence[tuple[str, Footprint]],
    ignored: Sequence[Collection[str]],
    touching: Touching,
    idle: Idle | None = None,
) -> tuple[tuple[Tally, ...], ...]:
    """Return for each target what the lines from each corner meet.

    ``idle`` says what is ignored; what stops lines only together with that does not count.
    """
    if not targets:
        return ()
    uses = Uses.to_spaces(targets)
    caster = Caster(compiled, a, uses, [space for _, space in bodies], touching)
    batch = caster.batch(ps)
    cast = caster.cast(batch) if idle is None else idle.cast(caster, batch)
    rows = _tallies(compiled, uses, ps, cast, [name for name, _ in bodies], ignored)
    n = len(targets)
    return tuple(tuple(rows[i::n]) for i in range(n))


def _tallies(
    compiled: Compiled,
    uses: Uses,
    ps: Sequence[Point],
    cast: Cast,
    names: Sequence[str],
    ignored: Sequence[Collection[str]],
) -> list[Tally]:
    """Return a tally for each target, corner after corner."""
    n = uses.count * len(ps)
    target = (uses.target + uses.count * np.arange(len(ps))[:, None]).ravel()
    use, body = _without(cast.bodies, target % uses.count, names, ignored)
    corners = [p for p in ps for _ in range(uses.count)]
    columns = (
        np.bincount(target, minlength=n).tolist(),
        np.bincount(target[cast.barred], minlength=n).tolist(),
        np.bincount(target[cast.blinded], minlength=n).tolist(),
        np.bincount(target[distinct(use)], minlength=n).tolist(),
        _names(n, target[cast.shelters[0]], cast.shelters[1], compiled.ids),
        _names(n, target[cast.fogs[0]], cast.fogs[1], compiled.ids),
        _names(n, target[use], body, names),
    )
    return list(map(Tally._make, zip(corners, *columns, strict=True)))


def _without(
    marks: Marks, target: Ints, names: Sequence[str], ignored: Sequence[Collection[str]]
) -> Marks:
    """Leave out the bodies that do not stand in the way of a target."""
    use, body = marks
    if not ignored or not len(use):
        return marks
    position = {name: i for i, name in enumerate(names)}
    left_out = [
        i * len(names) + position[name]
        for i, group in enumerate(ignored)
        for name in group
        if name in position
    ]
    kept = ~np.isin(target[use] * len(names) + body, np.array(left_out, dtype=np.int64))
    return use[kept], body[kept]


def _names(n: int, target: Ints, what: Ints, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return for each target the names of what is paired with it."""
    if not len(what):
        return [()] * n
    of, which = merged([(target, what)])
    every = [names[k] for k in which.tolist()]
    ends = np.searchsorted(of, np.arange(n + 1)).tolist()
    return [tuple(every[i:j]) for i, j in pairwise(ends)]
