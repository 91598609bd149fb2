"""Which lines and pieces may meet at all: pairs found by angle, and what is shared out by line."""

from __future__ import annotations

import numpy as np

from maps.contact import LEFT, RIGHT
from maps.pieces import Floats, Ints

ANGLE = 1e-9
"""Slack for candidates: far more than rounding, far less than any angle on a map."""
_PAIRS = 400_000
"""So many pairs of line and piece at a time."""
TWO_PI = 2 * np.pi


def pairs_by_angle(
    angle: Floats, lines: Ints, lo: Floats, hi: Floats, piece: Ints
) -> list[tuple[Ints, Ints]]:
    """Return the pairs of line and piece whose angles perhaps agree, in handy portions.

    Angles begin at -pi; those of pieces reach up to a turn farther than those of lines. They are
    sorted into sectors: a few pairs more than needed, found much faster than by bisection.
    """
    if not len(lines) or not len(piece):
        return []
    fine = _sectors(len(lines)) / TWO_PI
    sector = ((np.concatenate((angle, angle + TWO_PI)) + np.pi) * fine).astype(np.int64)
    most = int(sector.max()) + 1
    before = np.zeros(most + 2, dtype=np.int64)
    np.cumsum(np.bincount(sector, minlength=most + 1), out=before[1:])
    ends = ((v * fine).astype(np.int64) for v in (lo + (np.pi - ANGLE), hi + (np.pi + ANGLE)))
    first, last = (np.minimum(np.maximum(v, 0), most) for v in ends)
    left = before[first]
    count = before[last + 1] - left
    both = np.concatenate((lines, lines))[order_of(sector)]
    found = []
    begin = 0
    total = np.cumsum(count)
    while begin < len(piece):
        done = int(total[begin - 1]) if begin else 0
        end = max(begin + 1, int(np.searchsorted(total, done + _PAIRS, "right")))
        n = count[begin:end]
        first = np.repeat(left[begin:end] - (total[begin:end] - n - done), n)
        at = first + np.arange(len(first))
        found.append((both[at], np.repeat(piece[begin:end], n)))
        begin = end
    return found


def _sectors(lines: int) -> int:
    """Return into how many sectors a turn is divided: more for many lines."""
    return 1024 if lines < 4000 else 4096


def spread(line: Ints, hit_line: Ints) -> tuple[Ints, Ints]:
    """Pair each use with each hit of its line."""
    order = order_of(hit_line)
    ordered = hit_line[order]
    left = np.searchsorted(ordered, line, "left")
    count = np.searchsorted(ordered, line, "right") - left
    total = np.cumsum(count)
    first = np.repeat(left - (total - count), count)
    at = first + np.arange(len(first))
    return np.repeat(np.arange(len(line)), count), order[at]


def together(n: int, which: Ints, bits: Ints) -> Ints:
    """Join the sides that are closed for each of n things."""
    left, right = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    left[which[(bits & LEFT) > 0]] = LEFT
    right[which[(bits & RIGHT) > 0]] = RIGHT
    return left | right


def distinct(numbers: Ints) -> Ints:
    """Return numbers in their order, each once; faster than ``np.unique`` by far."""
    ordered = np.sort(numbers)
    kept = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=kept[1:])
    return ordered[kept]


def numbered(numbers: Ints, most: int) -> tuple[Ints, Ints]:
    """Return numbers below ``most`` in their order, each once, and the place of each among them."""
    used = np.zeros(most, dtype=bool)
    used[numbers] = True
    return np.flatnonzero(used), (np.cumsum(used) - 1)[numbers]


def order_of(numbers: Ints) -> Ints:
    """Return the stable order of small numbers; short ones are sorted by their digits."""
    short = not len(numbers) or int(numbers.max()) < 65536
    return np.argsort(numbers.astype(np.uint16) if short else numbers, kind="stable")
