"""What lines meet that does not stop them: pieces of one role, and the spaces of creatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from maps.batch import APART, Batch, Boxes
from maps.grid import Footprint
from maps.kernel import Fan
from maps.pairing import ANGLE, TWO_PI, pairs_by_angle, together
from maps.pieces import Bools, Floats, Ints, Pieces


class Meetings(NamedTuple):
    """Which lines meet which pieces of a role, and what rays along pieces close at the start."""

    line: Ints
    piece: Ints
    strict: Bools
    ray_line: Ints
    ray_piece: Ints
    ray_bits: Ints


def places(batch: Batch, line: Ints, pieces: Pieces, piece: Ints) -> Floats:
    """Return where lines meet pieces, 0 to 1, roughly; nan for those that run along them."""
    corners = np.array(batch.ps, dtype=np.int64)[batch.home[line]]
    ax, ay = pieces.ax[piece] - corners[:, 0], pieces.ay[piece] - corners[:, 1]
    ex, ey = pieces.bx[piece] - pieces.ax[piece], pieces.by[piece] - pieces.ay[piece]
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = (ax * ey - ay * ex) / (batch.qx[line] * ey - batch.qy[line] * ex)
    return np.where(np.isfinite(found), found, np.nan)


def meetings(batch: Batch, pieces: Pieces) -> Meetings:
    """Find every pair of line and piece that meet, properly or not."""
    fan = Fan(batch, pieces)
    hits = fan.all_hits()
    line, ray, bits = fan.start_bits(np.arange(len(batch.qx)))
    n = max(1, len(pieces))
    return Meetings(hits.line, hits.piece % n, hits.strict, line, fan.rays.piece[ray] % n, bits)


def start_bits(batch: Batch, pieces: Pieces) -> Ints:
    """Return for each line the sides that pieces close at its start."""
    line, _, bits = Fan(batch, pieces).start_bits(np.arange(len(batch.qx)))
    return together(len(batch.qx), line, bits)


def starts_along(batch: Batch, pieces: Pieces) -> Bools:
    """Tell which lines have no length or leave their corner along a piece."""
    rays = Fan(batch, pieces).rays
    out: Bools = (batch.qx == 0) & (batch.qy == 0)
    for home, x, y in zip(rays.home, rays.x, rays.y, strict=True):
        along = (batch.qx * y == batch.qy * x) & (batch.qx * x + batch.qy * y > 0)
        out |= along & (batch.home == home)
    return out


def through_boxes(batch: Batch, spaces: Sequence[Footprint]) -> tuple[Ints, Ints]:
    """Return the pairs of line and space whose interiors meet."""
    sides = np.array([(s.x, s.y, s.right, s.bottom) for s in spaces], dtype=np.int64)
    corners = np.array([(*p, *p) for p in batch.ps], dtype=np.int64)
    boxes = Boxes(*((sides - corners[:, None]).reshape(-1, 4).astype(np.float64).T))
    xs = np.stack((boxes.left, boxes.right, boxes.right, boxes.left))
    ys = np.stack((boxes.top, boxes.top, boxes.bottom, boxes.bottom))
    middle = np.arctan2(ys.sum(axis=0), xs.sum(axis=0))
    apart = np.mod(np.arctan2(ys, xs) - middle + np.pi, TWO_PI) - np.pi
    around = (boxes.left <= 0) & (boxes.right >= 0) & (boxes.top <= 0) & (boxes.bottom >= 0)
    lo = np.where(around, 4 * ANGLE - np.pi, middle + apart.min(axis=0))
    hi = np.where(around, np.pi, middle + apart.max(axis=0))
    turn = np.where(lo < -np.pi, TWO_PI, 0.0) + np.repeat(
        np.arange(len(corners)) * APART, len(sides)
    )
    lines, every = np.arange(len(batch.qx)), np.arange(len(lo))
    found = [
        _inside(batch.qx, batch.qy, boxes, line, box)
        for line, box in pairs_by_angle(batch.angle, lines, lo + turn, hi + turn, every)
    ]
    none = np.zeros(0, dtype=np.int64)
    return (
        np.concatenate([none, *(line for line, _ in found)]),
        np.concatenate([none, *(box for _, box in found)]) % len(sides),
    )


def _inside(qx: Floats, qy: Floats, boxes: Boxes, line: Ints, box: Ints) -> tuple[Ints, Ints]:
    """Keep the pairs in which the line runs through the interior of the box."""
    x, y = qx[line], qy[line]
    left, top, right, bottom = boxes.take(box)
    a, b, c, d = (
        x * v - y * u for u, v in ((left, top), (right, top), (right, bottom), (left, bottom))
    )
    low = np.minimum(np.minimum(a, b), np.minimum(c, d))
    high = np.maximum(np.maximum(a, b), np.maximum(c, d))
    keep = (
        (np.maximum(x, 0) > left)
        & (np.minimum(x, 0) < right)
        & (np.maximum(y, 0) > top)
        & (np.minimum(y, 0) < bottom)
        & (((low < 0) & (high > 0)) | ((x == 0) & (y == 0)))
    )
    return line[keep], box[keep]
