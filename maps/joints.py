"""Where lines only touch pieces that do not stop them: which touches are crossings all the same.

The same rule as in ``maps.contact``, for many lines at once; what it leaves vague goes there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from maps.batch import Batch, holds
from maps.contact import BOTH, LEFT, RIGHT
from maps.crossings import places
from maps.pairing import spread, together
from maps.pieces import Bools, Floats, Ints, Pieces


class Contacts(NamedTuple):
    """Where lines meet pieces: roughly from where to where, and what exactly is there.

    Pieces along the line have a stretch, the others a place. Those that end on it do so at
    (x, y), relative to its corner, and close ``bits``; ``strict`` ones cross it and close both
    sides; ``middle`` ones hold an end of the line between their own.
    """

    line: Ints
    lo: Floats
    hi: Floats
    x: Ints
    y: Ints
    bits: Ints
    strict: Bools
    along: Bools
    middle: Bools

    def take(self, some: Ints) -> Contacts:
        """Return some of the contacts by their numbers."""
        line, lo, hi, x, y, bits, strict, along, middle = self
        parts = line[some], lo[some], hi[some], x[some], y[some], bits[some]
        return Contacts(*parts, strict[some], along[some], middle[some])

    def and_also(self, other: Contacts) -> Contacts:
        """Return both, these first."""
        one, two = self, other
        return Contacts(
            np.concatenate((one.line, two.line)),
            np.concatenate((one.lo, two.lo)),
            np.concatenate((one.hi, two.hi)),
            np.concatenate((one.x, two.x)),
            np.concatenate((one.y, two.y)),
            np.concatenate((one.bits, two.bits)),
            np.concatenate((one.strict, two.strict)),
            np.concatenate((one.along, two.along)),
            np.concatenate((one.middle, two.middle)),
        )


def contacts(batch: Batch, line: Ints, pieces: Pieces, piece: Ints, strict: Bools) -> Contacts:
    """Look closer at pairs of line and piece that meet."""
    corners = np.array(batch.ps, dtype=np.int64)[batch.home[line]]
    dx, dy = batch.qx[line].astype(np.int64), batch.qy[line].astype(np.int64)
    ax, ay = pieces.ax[piece] - corners[:, 0], pieces.ay[piece] - corners[:, 1]
    bx, by = pieces.bx[piece] - corners[:, 0], pieces.by[piece] - corners[:, 1]
    sa, sb = dx * ay - dy * ax, dx * by - dy * bx
    x, y, far = np.where(sa == 0, ax, bx), np.where(sa == 0, ay, by), np.where(sa == 0, sb, sa)
    bits = np.where(strict, BOTH, np.where(far > 0, LEFT, RIGHT))
    along = (sa == 0) & (sb == 0)
    middle = ~strict & (sa != 0) & (sb != 0)
    ta, tb = ax * dx + ay * dy, bx * dx + by * dy
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.stack((ta, tb)) / (dx * dx + dy * dy)
    at = places(batch, line, pieces, piece)
    lo, hi = (np.where(along, e, at) for e in (ends.min(axis=0), ends.max(axis=0)))
    return Contacts(line, lo, hi, x, y, bits, strict, along, middle)


_SAME = 1e-9
"""Places on a line that differ less are told apart by fractions."""


def joined_contacts(batch: Batch, own: Contacts, walls: Contacts | None) -> tuple[Bools, Bools]:
    """Tell which lines only fractions decide, and which own contacts are crossings by joints.

    Contacts at one point close the sides together. Own pieces count where they close both, or
    where they and the walls do.
    """
    n, k = len(batch.qx), len(own.line)
    every = own if walls is None else own.and_also(walls)
    mine = np.arange(len(every.line)) < k
    ends = ~every.strict & ~every.along & ~every.middle
    vague = np.zeros(n, dtype=bool)
    vague[every.line[np.isnan(every.lo)]] = True
    vague[_in_stretches(every, ends, mine)] = True
    vague[_at_ends(every, mine, walls is not None)] = True
    vague[_parted(every, mine)] = True
    vague[_crowded(every, ends & mine)] = True
    touch = np.flatnonzero(ends)
    place = np.stack((every.line[touch], every.x[touch], every.y[touch]))
    _, where = np.unique(place, axis=1, return_inverse=True)
    where = where.ravel()
    count, bits, inside = len(touch), every.bits[touch], mine[touch]
    by_own = together(count, where[inside], bits[inside])
    by_wall = together(count, where[~inside], bits[~inside])
    joint = by_own | by_wall == BOTH
    vague[_beside_spaces(batch, every, touch[(by_wall[where] > 0) & inside])] = True
    crossed = np.zeros(k, dtype=bool)
    crossed[touch[inside & joint[where]]] = True
    return vague, crossed & ~vague[own.line]


def _in_stretches(every: Contacts, soft: Bools, mine: Bools) -> Ints:
    """Return the lines on which a piece ends somewhere along another, one of them an own one."""
    along = np.flatnonzero(every.along)
    some = np.flatnonzero(soft & np.isin(every.line, every.line[along]))
    one, two = spread(every.line[some], every.line[along])
    i, j = some[one], along[two]
    held = (every.lo[i] > every.lo[j] - _SAME) & (every.lo[i] < every.hi[j] + _SAME)
    return every.line[i[held & (mine[i] | mine[j])]]


def _at_ends(every: Contacts, mine: Bools, whole: bool) -> Ints:
    """Return the lines at whose ends own pieces and others may close the sides together."""
    last = np.flatnonzero(every.hi > 1 - _SAME)
    line = every.line[last]
    n = int(every.line.max(initial=0)) + 1
    several = np.bincount(line, minlength=n) + np.bincount(line[every.middle[last]], minlength=n)
    own = np.zeros(n, dtype=bool)
    own[line[mine[last]]] = True
    found = [np.flatnonzero((several > 1) & own)]
    first = every.lo < _SAME
    found.append(every.line[first & (every.along | mine) & whole])
    reaching = np.zeros(n, dtype=bool)
    reaching[line[mine[last] & every.along[last]]] = True
    busy = np.bincount(every.line, minlength=n) > 1
    return np.concatenate([*found, np.flatnonzero(reaching & busy)])


def _parted(every: Contacts, mine: Bools) -> Ints:
    """Return the lines along which an own piece lies that may join two others."""
    n = int(every.line.max(initial=0)) + 1
    others = np.bincount(every.line[~every.along], minlength=n)
    own = every.line[mine & every.along]
    return own[others[own] > 1]


def _crowded(every: Contacts, soft: Bools) -> Ints:
    """Return the lines on which something is crossed all but where an own piece ends."""
    some = np.flatnonzero(~every.along)
    order = some[np.lexsort((every.lo[some], every.line[some]))]
    line, at = every.line[order], every.lo[order]
    strict, soft = every.strict[order], soft[order]
    found = []
    for step in range(1, 4):
        near = (line[step:] == line[:-step]) & (at[step:] - at[:-step] < _SAME)
        near &= (strict[step:] & soft[:-step]) | (soft[step:] & strict[:-step])
        found.append(line[step:][near])
    long = (line[4:] == line[:-4]) & (at[4:] - at[:-4] < _SAME) & (strict[4:] | strict[:-4])
    return np.concatenate([*found, line[4:][long]])


def _beside_spaces(batch: Batch, every: Contacts, some: Ints) -> Ints:
    """Return the lines of those contacts that lie on one of the spaces that lines join."""
    line, x, y = every.line[some], every.x[some], every.y[some]
    held = holds(batch.own.take(batch.home[line]), x, y) | holds(batch.reach.take(line), x, y)
    return line[held]
