"""Casts many lines at once: what stops each of them, what it crosses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from maps import area, meets
from maps.batch import Batch
from maps.compiled import Compiled
from maps.contact import BOTH, Piece, Tube
from maps.crossings import Meetings, meetings, places, start_bits, starts_along, through_boxes
from maps.grid import Footprint, Point
from maps.joints import contacts, joined_contacts
from maps.kernel import Slow, blocked
from maps.meets import Found, Touching
from maps.pairing import distinct, together
from maps.pieces import Bools, Ints, Pieces
from maps.uses import NONE, Marks, Uses, merged, spread_marks

SHELTERS = ("low", "slit", "cover")
"""The roles of what gives cover without stopping lines."""


@dataclass(frozen=True)
class Omitted:
    """Pairs of line and obstacle: what is left out on each line of a batch."""

    line: Ints
    owner: Ints

    @cached_property
    def _codes(self) -> Ints:
        return distinct(self._code(self.line, self.owner))

    @cached_property
    def _width(self) -> int:
        return int(self.owner.max(initial=0)) + 2

    def _code(self, line: Ints, owner: Ints) -> Ints:
        return line * self._width + np.minimum(owner, self._width - 1)

    def keeps(self, line: Ints, owner: Ints) -> Bools:
        """Tell which pairs of line and obstacle are not left out."""
        kept: Bools = ~np.isin(self._code(line, owner), self._codes)
        return kept

    def owners(self, line: int) -> frozenset[int]:
        """Return what is left out on one line."""
        return frozenset(self.owner[self.line == line].tolist())


@dataclass(frozen=True, slots=True)
class Cast:
    """What all uses of a batch meet."""

    barred: Bools
    blinded: Bools
    shelters: Marks
    fogs: Marks
    bodies: Marks


class Caster:
    """Casts the lines from the corners of one space."""

    def __init__(
        self,
        compiled: Compiled,
        a: Footprint,
        uses: Uses,
        bodies: Sequence[Footprint],
        touching: Touching,
    ) -> None:
        self.all, self.a, self.uses, self.touching = compiled, a, uses, touching
        self.bodies = bodies
        self.left_out: Omitted | None = None

    def without(self, left_out: Omitted) -> Caster:
        """Return the same for lines on which obstacles are left out that do not stop them."""
        made = copy(self)
        made.left_out = left_out
        return made

    def _forced(self, name: str) -> Bools | None:
        """Mark the lines between two spaces that both stand in solids."""
        if not self.all.in_solid(self.a, name):
            return None
        targets, first = np.unique(self.uses.target, return_index=True)
        inside = np.zeros(self.uses.count, dtype=bool)
        inside[targets] = [self.all.in_solid(self.uses.at(int(i))[2], name) for i in first]
        return inside[self.uses.target]

    def cast(self, batch: Batch) -> Cast:
        """Return what all uses of a batch meet."""
        barred = self._stopped(batch, "barrier")
        blinded = barred if self.all.blind_as_barred else self._blinded(batch)
        fogs = self.crossed(batch, "fog")
        return Cast(barred, blinded, self.shelters(batch), fogs, self.bodied(batch))

    def batch(self, ps: Sequence[Point]) -> Batch:
        """Return all lines from corners, corner after corner."""
        return self.uses.seen_from(ps, self.a, self.touching is Touching.STRICT)

    def shelters(self, batch: Batch) -> Marks:
        """Return what lines cross that gives cover without stopping them."""
        return merged([self.crossed(batch, name) for name in SHELTERS])

    def stopped(self, batch: Batch, by_sight: bool = False) -> Bools:
        """Tell which lines do not get through, by sight or by effect."""
        if by_sight and not self.all.blind_as_barred:
            return self._blinded(batch)
        return self._stopped(batch, "barrier")

    def _stopped(self, batch: Batch, name: str) -> Bools:
        def walls(tube: Tube, rows: Sequence[Piece], touching: Touching) -> Found:
            return self.all.walls(name, tube, rows, touching)

        forced = self._forced(name)
        if forced is not None:
            forced = np.tile(forced, len(batch.ps))
        slow = self._slow(batch, walls)
        return blocked(replace(batch, forced=forced), self.all.by_role(name), slow)

    def crossed(self, batch: Batch, name: str) -> Marks:
        """Return which uses cross which obstacles of a role."""
        return merged([self._lines(batch, name), self._areas(batch, name)])

    def _each(self, batch: Batch, uses: Ints) -> Iterator[tuple[Tube, list[Piece]]]:
        """Yield uses as single lines, and the pieces that they meet."""
        lines = [batch.at(use) for use in uses.tolist()]
        met = self.all.met_each([(p, q) for p, q, _ in lines])
        for (p, q, box), rows in zip(lines, met, strict=True):
            yield Tube.between(p, self.a, q, box), rows

    def _slow(self, batch: Batch, judge: Callable[..., Found]) -> Slow:
        """Decide uses one by one in fractions."""

        def decide(uses: Ints) -> Bools:
            each = self._each(batch, uses)
            return np.array([bool(judge(*line, self.touching)) for line in each], dtype=bool)

        return decide

    def _blinded(self, batch: Batch) -> Bools:
        blinded = self._stopped(batch, "blind")
        blinded[self._areas(batch, "blind")[0]] = True
        limited = self.all.by_role("limited")
        if len(limited):
            met = meetings(batch, limited)
            count = np.bincount(met.line, minlength=len(batch.qx))
            count += np.bincount(met.ray_line, minlength=len(batch.qx))
            open_ = np.flatnonzero((count > 1)[batch.line] & ~blinded)
            blinded[open_] = self._slow(batch, self.all.blinds)(open_)
        return blinded

    def _lines(self, batch: Batch, name: str) -> Marks:
        """Return which uses cross which obstacles of a role, areas apart."""
        pieces = self.all.by_role(name)
        if not len(pieces):
            return NONE, NONE
        met = self._met(batch, pieces, pieces.owner)
        whole = name in {"low", "slit"}
        slow, touching = self._touches(batch, met, pieces, whole)
        marks = [(met.line[met.strict], pieces.owner[met.piece[met.strict]]), touching]
        if self.all.is_uneven(name):  # what they stop together is worth no more than the weaker
            slow[met.line[~met.strict]] = True
            slow[met.ray_line] = True
        if whole and len(met.ray_line):
            marks += self._closed_starts(batch, met, pieces)
            slow |= starts_along(batch, self.all.by_role("barrier"))
        slow_use = slow[batch.line]
        if whole:
            slow_use |= _touches_corner(batch) & (slow_use | bool(len(met.ray_line)))
        quick = spread_marks(batch, merged(marks))
        keep = ~slow_use[quick[0]]
        exact = self._exact(batch, np.flatnonzero(slow_use), name)
        return merged([(quick[0][keep], quick[1][keep]), exact])

    def _met(self, batch: Batch, pieces: Pieces, owner: Ints) -> Meetings:
        """Return what lines meet of some pieces, each of which belongs to an obstacle."""
        met, left_out = meetings(batch, pieces), self.left_out
        if left_out is None:
            return met
        kept = left_out.keeps(met.line, owner[met.piece])
        rays = left_out.keeps(met.ray_line, owner[met.ray_piece])
        line, piece, strict = met.line[kept], met.piece[kept], met.strict[kept]
        return Meetings(
            line, piece, strict, met.ray_line[rays], met.ray_piece[rays], met.ray_bits[rays]
        )

    def _touches(
        self, batch: Batch, met: Meetings, pieces: Pieces, whole: bool
    ) -> tuple[Bools, Marks]:
        """Return which lines touch pieces in a way that only fractions decide, and what is crossed.

        Pieces that end together on a line, away from its ends, close its sides together.
        ``whole``: barriers that end there too may close the other side.
        """
        unclear = np.zeros(len(batch.qx), dtype=bool)
        touched = distinct(met.line[~met.strict])
        if not len(touched):
            return unclear, (NONE, NONE)
        mine = np.flatnonzero(np.isin(met.line, touched))
        line = np.searchsorted(touched, met.line[mine])
        part = batch.only(touched)
        own = contacts(part, line, pieces, met.piece[mine], met.strict[mine])
        walls = None
        if whole and len(barrier := self.all.by_role("barrier")):
            other = meetings(part, barrier)
            walls = contacts(part, other.line, barrier, other.piece, other.strict)
        vague, crossed = joined_contacts(part, own, walls)
        unclear[touched[vague]] = True
        owner = pieces.owner[met.piece[mine[crossed]]]
        return unclear, (touched[line[crossed]], owner)

    def _closed_starts(self, batch: Batch, met: Meetings, pieces: Pieces) -> list[Marks]:
        """Return what one cannot lean past at the corner itself."""
        own = together(len(batch.qx), met.ray_line, met.ray_bits)
        walls = start_bits(batch, self.all.by_role("barrier"))
        shut = own | walls == BOTH
        which = np.flatnonzero((met.ray_bits > 0) & shut[met.ray_line])
        return [(met.ray_line[which], pieces.owner[met.ray_piece[which]])]

    def _exact(self, batch: Batch, uses: Ints, name: str) -> Marks:
        found = []
        for use, (tube, rows) in zip(uses.tolist(), self._each(batch, uses), strict=True):
            if self.left_out is not None:
                gone = self.left_out.owners(use)
                rows = [row for row in rows if row.owner not in gone]
            crossed, _ = self.all.crossed(name, tube, rows)
            found += [(use, owner) for _, owner in crossed]
        table = np.array(found, dtype=np.int64).reshape(-1, 2)
        return table[:, 0], table[:, 1]

    def _areas(self, batch: Batch, name: str) -> Marks:
        """Return which uses run through which areas of a role."""
        areas = self.all.areas[name]
        if not areas:
            return NONE, NONE
        edges, owners = self.all.edges(name), np.array([x.owner for x in areas])
        met = self._met(batch, edges, owners[edges.owner])
        number = edges.owner[met.piece]
        strict = met.strict & self.all.simple(name)[number]
        begun, along = self._begun(batch, name)
        sure = [(met.line[strict], number[strict]), begun]
        line, which = merged(sure)
        marks = [(line, owners[which])]
        loose = merged([(met.line[~strict], number[~strict]), along])
        open_ = loose[0] * len(areas) + loose[1]
        rest = np.setdiff1d(open_, line * len(areas) + which)
        line, which = rest // len(areas), rest % len(areas)
        along_any = np.zeros(len(batch.qx), dtype=bool)
        along_any[met.line[np.isnan(places(batch, met.line, edges, met.piece))]] = True
        along_any |= (batch.qx == 0) & (batch.qy == 0)
        plain = self.all.convex(name)[which] & ~along_any[line]
        inside = plain.copy()
        inside[plain] = self._cuts(batch, line[plain], which[plain], name)
        marks.append((line[inside], owners[which[inside]]))
        for k in distinct(line[~plain]):
            marks.append(self._through(batch, int(k), name))
        return spread_marks(batch, merged(marks))

    def _cuts(self, batch: Batch, line: Ints, which: Ints, name: str) -> Bools:
        """Tell which lines run through the interior of which convex areas."""
        out = np.zeros(len(line), dtype=bool)
        corners = np.array(batch.ps, dtype=np.int64)[batch.home[line]]
        for k in distinct(which):
            i = np.flatnonzero(which == k)
            ring = np.array(self.all.areas[name][k].ring, dtype=np.int64)
            p = corners[i]
            q = np.stack((batch.qx[line[i]], batch.qy[line[i]]), axis=1).astype(np.int64) + p
            out[i] = area.cuts_convex(ring, p, q)
        return out

    def _begun(self, batch: Batch, name: str) -> tuple[Marks, Marks]:
        """Return which lines begin inside which areas, and which begin along their border."""
        within: list[Marks] = []
        along: list[Marks] = []
        simple = self.all.simple(name)
        for home, p in enumerate(batch.ps):
            lines = np.flatnonzero(batch.home == home)
            qx, qy = batch.qx[lines], batch.qy[lines]
            for k, x in enumerate(self.all.areas[name]):
                if not area.bounds_touch(x.ring, p, p):
                    continue
                answers = area.leads_in(x.ring, p, qx, qy)
                if not simple[k]:
                    answers = np.zeros(len(lines), dtype=bool), np.ones(len(lines), dtype=bool)
                kept = self._kept(lines, x.owner)
                for answer, found in zip(answers, (within, along), strict=True):
                    hit = answer & kept
                    found.append((lines[hit], np.full(np.count_nonzero(hit), k)))
        return merged(within), merged(along)

    def _kept(self, lines: Ints, owner: int) -> Bools:
        """Tell on which lines an obstacle is not left out."""
        if self.left_out is None:
            return np.ones(len(lines), dtype=bool)
        return self.left_out.keeps(lines, np.full(len(lines), owner))

    def _through(self, batch: Batch, line: int, name: str) -> Marks:
        p = batch.ps[batch.home[line]]
        q = Point(p.x + int(batch.qx[line]), p.y + int(batch.qy[line]))
        gone = () if self.left_out is None else self.left_out.owners(line)
        areas = [x for x in self.all.areas[name] if x.owner not in gone]
        owners = [owner for _, owner in meets.through(p, q, areas)[0]]
        return np.full(len(owners), line), np.array(owners, dtype=np.int64)

    def bodied(self, batch: Batch) -> Marks:
        """Return which uses run through which bodies."""
        if not self.bodies:
            return NONE, NONE
        return spread_marks(batch, through_boxes(batch, self.bodies))


def _touches_corner(batch: Batch) -> Bools:
    b = batch.boxes
    touches: Bools = (b.left <= 0) & (b.right >= 0) & (b.top <= 0) & (b.bottom >= 0)
    return touches
