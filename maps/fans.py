"""All lines from one space to many others at once: counts and names, no single lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from maps import area, joints, kernel, meets
from maps.compiled import Compiled
from maps.contact import BOTH, Piece, Tube
from maps.grid import SUB, Footprint, Point
from maps.kernel import Batch, Bools, Boxes, Ints, Pieces
from maps.meets import Found, Touching


@dataclass(frozen=True, slots=True)
class Tally:
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


@dataclass(frozen=True, slots=True)
class Heat:
    """Counts of lines, 0 to 4, from each corner to each square: [corner, row, column]."""

    corners: tuple[Point, ...]
    barred: npt.NDArray[np.uint8]
    blinded: npt.NDArray[np.uint8]
    bodied: npt.NDArray[np.uint8]
    crossed: dict[str, npt.NDArray[np.uint8]]
    """For each shelter and fog that any line crosses."""


@dataclass(frozen=True)
class Uses:
    """Lines to (qx, qy) and the spaces, by number, to which each of them leads."""

    qx: Ints
    qy: Ints
    line: Ints
    target: Ints
    boxes: Boxes
    reach: Boxes
    count: int

    @classmethod
    def to_spaces(cls, targets: Sequence[Footprint]) -> Uses:
        """Lead lines to all lattice points of spaces."""
        sizes = {t.side for t in targets}
        steps = {side: np.array(Footprint(0, 0, side).lattice()) for side in sizes}
        table = np.concatenate([steps[t.side] + (t.x, t.y) for t in targets])
        target = np.repeat(np.arange(len(targets)), [len(steps[t.side]) for t in targets])
        sides = np.array([(t.x, t.y, t.right, t.bottom) for t in targets], dtype=np.int64)
        qx, qy = np.ascontiguousarray(table[:, 0]), np.ascontiguousarray(table[:, 1])
        boxes = Boxes(*sides[target].T)
        return cls(qx, qy, np.arange(len(qx)), target, boxes, boxes, len(targets))

    @classmethod
    def to_squares(cls, left: int, top: int, width: int, height: int) -> Uses:
        """Lead lines to the shared corners of a block of grid squares."""
        column, row = np.meshgrid(np.arange(width + 1), np.arange(height + 1))
        qx, qy = (left + column.ravel()) * SUB, (top + row.ravel()) * SUB
        x, y = (v.ravel() for v in np.meshgrid(np.arange(width), np.arange(height)))
        corner = y * (width + 1) + x
        line = np.stack([corner, corner + 1, corner + width + 1, corner + width + 2], axis=1)
        target = np.repeat(np.arange(width * height), 4)
        sx, sy = (left + x[target]) * SUB, (top + y[target]) * SUB
        boxes = Boxes(sx, sy, sx + SUB, sy + SUB)
        reach = Boxes(qx - SUB, qy - SUB, qx + SUB, qy + SUB)
        return cls(qx, qy, line.ravel(), target, boxes, reach, width * height)

    def seen_from(self, ps: Sequence[Point], a: Footprint, along: bool) -> Batch:
        """Return the lines from corners, each relative to its own corner."""
        n, corners = len(self.qx), np.array(ps, dtype=np.int64)
        x, y = corners[:, :1], corners[:, 1:]
        boxes, reach = (
            Boxes(*(_flat(c - o) for c, o in zip(box, (x, y, x, y), strict=True)))
            for box in (self.boxes, self.reach)
        )
        line = self.line + n * np.arange(len(ps))[:, None]
        home = np.repeat(np.arange(len(ps)), n)
        qx, qy = _flat(self.qx - x), _flat(self.qy - y)
        return Batch(tuple(ps), a, home, qx, qy, line.ravel(), boxes, reach, None, along)

    def at(self, use: int) -> tuple[int, Point, Footprint]:
        """Return the number of the corner, the end and the space of one use of a batch."""
        corner, use = divmod(use, len(self.line))
        line = self.line[use]
        x, y = int(self.boxes.left[use]), int(self.boxes.top[use])
        side = int(self.boxes.right[use]) - x
        return corner, Point(int(self.qx[line]), int(self.qy[line])), Footprint(x, y, side)


def _flat(table: npt.NDArray[np.int64 | np.float64]) -> npt.NDArray[np.float64]:
    return table.ravel().astype(np.float64)


Marks = tuple[Ints, Ints]
"""Pairs of use and obstacle, or of use and body."""

_NONE = np.zeros(0, dtype=np.int64)


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

    def _forced(self, name: str) -> Bools | None:
        """Mark the lines between two spaces that both stand in solids."""
        if not self.all.in_solid(self.a, name):
            return None
        targets, first = np.unique(self.uses.target, return_index=True)
        inside = np.zeros(self.uses.count, dtype=bool)
        inside[targets] = [self.all.in_solid(self.uses.at(int(i))[2], name) for i in first]
        return inside[self.uses.target]

    def cast(self, ps: Sequence[Point]) -> Cast:
        """Return what all lines from corners meet, corner after corner."""
        batch = self.uses.seen_from(ps, self.a, self.touching is Touching.STRICT)
        barred = self._stopped(batch, "barrier")
        blinded = barred if self.all.blind_as_barred else self._blinded(batch)
        shelters = [self._crossed(batch, name) for name in ("low", "slit", "cover")]
        fogs = self._crossed(batch, "fog")
        return Cast(barred, blinded, _merged(shelters), fogs, self._bodies(batch))

    def stopped(self, ps: Sequence[Point], by_sight: bool) -> Bools:
        """Tell which lines from corners do not get through, by sight or by effect."""
        batch = self.uses.seen_from(ps, self.a, self.touching is Touching.STRICT)
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
        return kernel.blocked(replace(batch, forced=forced), self.all.by_role(name), slow)

    def _crossed(self, batch: Batch, name: str) -> Marks:
        return _merged([self._lines(batch, name), self._areas(batch, name)])

    def _one(self, batch: Batch, use: int) -> tuple[Tube, list[Piece]]:
        """Return one use as a single line, and the pieces that it meets."""
        corner, q, box = self.uses.at(use)
        p = batch.ps[corner]
        return Tube.between(p, self.a, q, box), self.all.met(p, (q,))[0]

    def _slow(self, batch: Batch, judge: Callable[..., Found]) -> kernel.Slow:
        """Decide uses one by one in fractions."""

        def decide(uses: Ints) -> Bools:
            found = [bool(judge(*self._one(batch, int(use)), self.touching)) for use in uses]
            return np.array(found, dtype=bool)

        return decide

    def _blinded(self, batch: Batch) -> Bools:
        blinded = self._stopped(batch, "blind")
        blinded[self._areas(batch, "blind")[0]] = True
        limited = self.all.by_role("limited")
        if len(limited):
            met = kernel.meetings(batch, limited)
            count = np.bincount(met.line, minlength=len(batch.qx))
            count += np.bincount(met.ray_line, minlength=len(batch.qx))
            open_ = np.flatnonzero((count > 1)[batch.line] & ~blinded)
            blinded[open_] = self._slow(batch, self.all.blinds)(open_)
        return blinded

    def _lines(self, batch: Batch, name: str) -> Marks:
        """Return which uses cross which obstacles of a role, areas apart."""
        pieces = self.all.by_role(name)
        if not len(pieces):
            return _NONE, _NONE
        met = kernel.meetings(batch, pieces)
        whole = name in {"low", "slit"}
        slow, touching = self._touches(batch, met, pieces, whole)
        marks = [(met.line[met.strict], pieces.owner[met.piece[met.strict]]), touching]
        if whole and len(met.ray_line):
            marks += self._closed_starts(batch, met, pieces)
            slow |= kernel.starts_along(batch, self.all.by_role("barrier"))
        slow_use = slow[batch.line]
        if whole:
            slow_use |= _touches_corner(batch) & (slow_use | bool(len(met.ray_line)))
        quick = _spread(batch, _merged(marks))
        keep = ~slow_use[quick[0]]
        exact = self._exact(batch, np.flatnonzero(slow_use), name)
        return _merged([(quick[0][keep], quick[1][keep]), exact])

    def _touches(
        self, batch: Batch, met: kernel.Meetings, pieces: Pieces, whole: bool
    ) -> tuple[Bools, Marks]:
        """Return which lines touch pieces in a way that only fractions decide, and what is crossed.

        Pieces that end together on a line, away from its ends, close its sides together.
        ``whole``: barriers that end there too may close the other side.
        """
        unclear = np.zeros(len(batch.qx), dtype=bool)
        touched = np.unique(met.line[~met.strict])
        if not len(touched):
            return unclear, (_NONE, _NONE)
        mine = np.flatnonzero(np.isin(met.line, touched))
        line = np.searchsorted(touched, met.line[mine])
        part = batch.only(touched)
        own = joints.contacts(part, line, pieces, met.piece[mine], met.strict[mine])
        walls = None
        if whole and len(barrier := self.all.by_role("barrier")):
            other = kernel.meetings(part, barrier)
            walls = joints.contacts(part, other.line, barrier, other.piece, other.strict)
        vague, crossed = joints.joined_contacts(part, own, walls)
        unclear[touched[vague]] = True
        owner = pieces.owner[met.piece[mine[crossed]]]
        return unclear, (touched[line[crossed]], owner)

    def _closed_starts(self, batch: Batch, met: kernel.Meetings, pieces: Pieces) -> list[Marks]:
        """Return what one cannot lean past at the corner itself."""
        own = kernel.together(len(batch.qx), met.ray_line, met.ray_bits)
        walls = kernel.start_bits(batch, self.all.by_role("barrier"))
        shut = (own == BOTH) | ((own | walls == BOTH) & (walls != BOTH))
        which = np.flatnonzero((met.ray_bits > 0) & shut[met.ray_line])
        return [(met.ray_line[which], pieces.owner[met.ray_piece[which]])]

    def _exact(self, batch: Batch, uses: Ints, name: str) -> Marks:
        found = []
        for use in uses:
            crossed = self.all.crossed(name, *self._one(batch, int(use)))
            found += [(int(use), owner) for _, owner in crossed]
        table = np.array(found, dtype=np.int64).reshape(-1, 2)
        return table[:, 0], table[:, 1]

    def _areas(self, batch: Batch, name: str) -> Marks:
        """Return which uses run through which areas of a role."""
        areas = self.all.areas[name]
        if not areas:
            return _NONE, _NONE
        edges = self.all.edges(name)
        met = kernel.meetings(batch, edges)
        number = edges.owner[met.piece]
        strict = met.strict & self.all.simple(name)[number]
        begun, along = self._begun(batch, name)
        sure = [(met.line[strict], number[strict]), begun]
        line, which = _merged(sure)
        marks = [(line, np.array([x.owner for x in areas])[which])]
        loose = _merged([(met.line[~strict], number[~strict]), along])
        open_ = loose[0] * len(areas) + loose[1]
        rest = np.setdiff1d(open_, line * len(areas) + which)
        line, which = rest // len(areas), rest % len(areas)
        along_any = np.zeros(len(batch.qx), dtype=bool)
        along_any[met.line[np.isnan(kernel.places(batch, met.line, edges, met.piece))]] = True
        along_any |= (batch.qx == 0) & (batch.qy == 0)
        plain = self.all.convex(name)[which] & ~along_any[line]
        inside = plain.copy()
        inside[plain] = self._cuts(batch, line[plain], which[plain], name)
        owners = np.array([x.owner for x in areas])
        marks.append((line[inside], owners[which[inside]]))
        for k in np.unique(line[~plain]):
            marks.append(self._through(batch, int(k), name))
        return _spread(batch, _merged(marks))

    def _cuts(self, batch: Batch, line: Ints, which: Ints, name: str) -> Bools:
        """Tell which lines run through the interior of which convex areas."""
        out = np.zeros(len(line), dtype=bool)
        corners = np.array(batch.ps, dtype=np.int64)[batch.home[line]]
        for k in np.unique(which):
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
                for answer, found in zip(answers, (within, along), strict=True):
                    found.append((lines[answer], np.full(np.count_nonzero(answer), k)))
        return _merged(within), _merged(along)

    def _through(self, batch: Batch, line: int, name: str) -> Marks:
        end = line % len(self.uses.qx)
        p, q = batch.ps[batch.home[line]], Point(int(self.uses.qx[end]), int(self.uses.qy[end]))
        owners = [owner for _, owner in meets.through(p, q, self.all.areas[name])]
        return np.full(len(owners), line), np.array(owners, dtype=np.int64)

    def _bodies(self, batch: Batch) -> Marks:
        if not self.bodies:
            return _NONE, _NONE
        return _spread(batch, kernel.through_boxes(batch, self.bodies))


def _touches_corner(batch: Batch) -> Bools:
    b = batch.boxes
    touches: Bools = (b.left <= 0) & (b.right >= 0) & (b.top <= 0) & (b.bottom >= 0)
    return touches


def _merged(marks: Sequence[Marks]) -> Marks:
    """Join pairs, each once."""
    first = np.concatenate([_NONE, *(m[0] for m in marks)])
    second = np.concatenate([_NONE, *(m[1] for m in marks)])
    if not len(first):
        return first, second
    width = int(second.max()) + 1
    code = np.unique(first * width + second)
    return code // width, code % width


def _spread(batch: Batch, marks: Marks) -> Marks:
    """Turn pairs with lines into pairs with the uses of those lines."""
    if not len(marks[0]):
        return _NONE, _NONE
    if len(batch.line) == len(batch.qx):
        return marks
    use, pair = kernel.spread(batch.line, marks[0])
    return use, marks[1][pair]


def clear_lines(
    compiled: Compiled, a: Footprint, targets: Sequence[Footprint], by_sight: bool
) -> dict[Footprint, tuple[Point, Point]]:
    """Return for each space a line from a corner of a to a lattice point that nothing stops."""
    if not targets:
        return {}
    uses = Uses.to_spaces(targets)
    caster = Caster(compiled, a, uses, (), Touching.TUBE)
    clear = np.flatnonzero(~caster.stopped(a.corners(), by_sight))
    _, first = np.unique(uses.target[clear % len(uses.line)], return_index=True)
    found = {}
    for use in clear[first].tolist():
        corner, q, box = uses.at(use)
        found[box] = (a.corners()[corner], q)
    return found


# -- to spaces and to squares ----------------------------------------------------------------


def many(
    compiled: Compiled,
    a: Footprint,
    ps: Sequence[Point],
    targets: Sequence[Footprint],
    bodies: Sequence[tuple[str, Footprint]],
    ignored: Sequence[Collection[str]],
    touching: Touching,
) -> tuple[tuple[Tally, ...], ...]:
    """Return for each target what the lines from each corner meet."""
    if not targets:
        return ()
    uses = Uses.to_spaces(targets)
    caster = Caster(compiled, a, uses, [space for _, space in bodies], touching)
    cast = caster.cast(ps)
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
        np.bincount(target[np.unique(use)], minlength=n).tolist(),
        _names(n, target[cast.shelters[0]], cast.shelters[1], compiled.ids),
        _names(n, target[cast.fogs[0]], cast.fogs[1], compiled.ids),
        _names(n, target[use], body, names),
    )
    return [Tally(*row) for row in zip(corners, *columns, strict=True)]


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
    found: list[tuple[str, ...]] = [()] * n
    if not len(what):
        return found
    of, which = _merged([(target, what)])
    for i, k in zip(of.tolist(), which.tolist(), strict=True):
        found[i] += (names[k],)
    return found


def heat(
    compiled: Compiled,
    a: Footprint,
    block: tuple[int, int, int, int],
    bodies: Sequence[Footprint],
    touching: Touching,
) -> Heat:
    """Count the lines from the corners of a space to each square of a block."""
    uses = Uses.to_squares(*block)
    caster = Caster(compiled, a, uses, bodies, touching)
    shape = (4, block[3], block[2])
    barred, blinded, bodied = (np.zeros(shape, dtype=np.uint8) for _ in range(3))
    crossed: dict[str, npt.NDArray[np.uint8]] = {}
    for i, p in enumerate(a.corners()):
        cast = caster.cast((p,))
        barred[i] = cast.barred.reshape(*shape[1:], 4).sum(axis=2)
        blinded[i] = cast.blinded.reshape(*shape[1:], 4).sum(axis=2)
        through = np.bincount(np.unique(cast.bodies[0]) // 4, minlength=uses.count)
        bodied[i] = through.reshape(shape[1:])
        use, owner = _merged([cast.shelters, cast.fogs])
        for k in np.unique(owner):
            counts = crossed.setdefault(compiled.ids[k], np.zeros(shape, dtype=np.uint8))
            counts[i] = np.bincount(use[owner == k] // 4, minlength=uses.count).reshape(shape[1:])
    return Heat(a.corners(), barred, blinded, bodied, crossed)
