"""Light and sight over areas: how bright a point is, what is lit, what is seen.

Points and radii in sub-units, areas come back as shapely geometry in squares. Areas
are drawn, points are judged: ``light_at`` tests its one line exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from maps.board import Board, Light
from maps.grid import SUB, Point
from maps.shapes import Obstacle, Sight
from maps.walls import Level, Piece, Walls, pieces

Floats: TypeAlias = npt.NDArray[np.float64]
ROUNDNESS = 32
"""Pieces to a quarter of a circle that bounds an area."""
_CHUNK = 512
_FUZZ = 1e-12


class LightLevel(StrEnum):
    """How bright it is."""

    BRIGHT = "bright"
    DIM = "dim"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Lit:
    """What is bright and what is dim, without overlap; in squares."""

    bright: BaseGeometry = field(default_factory=Polygon)
    dim: BaseGeometry = field(default_factory=Polygon)


def light_walls(board: Board, level: Level | None = None) -> Walls:
    """Collect what throws shadows; keep it to ask for many points of one board.

    With a level what stands wholly above or below those heights throws none.
    """
    return Walls(pieces(board, lambda o: o.stops_light, level))


def light_at(board: Board, at: Point, walls: Walls | None = None) -> LightLevel:
    """Return how bright it is at a point. A board that is not dark is bright everywhere."""
    if not board.dark:
        return LightLevel.BRIGHT
    return max(
        (_light_of(light, at, walls or light_walls(board)) for light in board.lights),
        key=_BRIGHTNESS.index,
        default=LightLevel.DARK,
    )


_BRIGHTNESS = (LightLevel.DARK, LightLevel.DIM, LightLevel.BRIGHT)


def _light_of(light: Light, at: Point, walls: Walls) -> LightLevel:
    square = (at.x - light.at.x) ** 2 + (at.y - light.at.y) ** 2
    if square > max(light.bright, light.dim) ** 2:
        return LightLevel.DARK
    if light.shadows and walls.blockers(light.at, at):
        return LightLevel.DARK
    return LightLevel.BRIGHT if square <= light.bright**2 else LightLevel.DIM


def light_area(board: Board, light: Light) -> Lit:
    """Return what one light lights, behind no wall that stops light."""
    if light.shadows:
        hard = list(pieces(board, lambda o: o.stops_light))
        bright = _seen(light.at, light.bright, hard, [])
        dim = _seen(light.at, light.dim, hard, []) if light.dim > light.bright else Polygon()
    else:
        bright, dim = _disc(light.at, light.bright), _disc(light.at, light.dim)
    return Lit(bright, dim.difference(bright))


def lit_areas(board: Board) -> Lit:
    """Return what all lights light together, as if the board were dark."""
    areas = [light_area(board, light) for light in board.lights]
    bright = shapely.union_all([area.bright for area in areas])
    dim = shapely.union_all([area.dim for area in areas])
    return Lit(bright, dim.difference(bright))


def visible_area(board: Board, at: Point, radius: int) -> BaseGeometry:
    """Return what is seen from a point within a radius.

    What limits sight is seen into but not past: a line ends where it meets a limiting
    obstacle for the second time. Walls that the point lies on do not stop it.
    """
    return _seen(
        at, radius, pieces(board, _sight(Sight.STOPS)), pieces(board, _sight(Sight.LIMITED))
    )


def _sight(sight: Sight) -> Callable[[Obstacle], bool]:
    return lambda obstacle: obstacle.sight is sight


def _disc(at: Point, radius: int) -> Polygon:
    if radius <= 0:
        return Polygon()
    return shapely.Point(at.x / SUB, at.y / SUB).buffer(radius / SUB, quad_segs=ROUNDNESS)


def _seen(at: Point, radius: int, hard: Iterable[Piece], soft: Iterable[Piece]) -> BaseGeometry:
    """Return the area within a radius that hard pieces, or two soft ones, do not hide."""
    if radius <= 0:
        return Polygon()
    stops = [*_edges(hard, at, radius), *_box(at, radius + SUB)]
    limits = _edges(soft, at, radius)
    segments = np.array(stops + limits, dtype=np.float64) - np.array(at + at)
    outline = _sweep(segments, len(stops))
    area = Polygon((outline + np.array(at)) / SUB)
    return shapely.make_valid(area).buffer(0).intersection(_disc(at, radius))


def _edges(pieces: Iterable[Piece], at: Point, radius: int) -> list[tuple[int, int, int, int]]:
    """Return the ends of the pieces that may hide something from a point."""
    found = {}
    for piece in pieces:
        a, b = piece.a, piece.b
        near = (
            min(a.x, b.x) <= at.x + radius
            and max(a.x, b.x) >= at.x - radius
            and min(a.y, b.y) <= at.y + radius
            and max(a.y, b.y) >= at.y - radius
        )
        if near and piece.acts_from(at) and not _on(piece, at):
            found[min((a, b), (b, a))] = (*a, *b)
    return list(found.values())


def _on(piece: Piece, at: Point) -> bool:
    """Whether the point lies on the carrier of the piece, which then hides nothing."""
    a, b = piece.a, piece.b
    return (b.x - a.x) * (at.y - a.y) == (b.y - a.y) * (at.x - a.x)


def _box(at: Point, half: int) -> list[tuple[int, int, int, int]]:
    left, right, top, bottom = at.x - half, at.x + half, at.y - half, at.y + half
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [(*a, *b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]


def _sweep(segments: Floats, stops: int) -> Floats:
    """Return the outline seen from (0, 0): segments (n, 4), the first ``stops`` of them hard.

    Between two neighbouring critical angles (ends and crossings) one segment ends all
    lines; the outline is made of these pieces. Shape (m, 2).
    """
    angles = np.unique(_critical(segments))
    starts, ends = angles, np.append(angles[1:], angles[0] + 2 * math.pi)
    wide = ends - starts > _FUZZ
    starts, ends = starts[wide], ends[wide]
    last = _last(segments, stops, (starts + ends) / 2)
    outline = np.empty((2 * len(last), 2))
    outline[0::2] = _meet(segments[last], starts)
    outline[1::2] = _meet(segments[last], ends)
    return outline


def _critical(segments: Floats) -> Floats:
    """Return the angles of all ends and of all crossings."""
    points = [segments[:, :2], segments[:, 2:]]
    lines = shapely.linestrings(segments.reshape(-1, 2, 2))
    one, two = shapely.STRtree(lines).query(lines, predicate="intersects")
    pairs = one < two
    if pairs.any():
        points.append(_crossings(segments[one[pairs]], segments[two[pairs]]))
    xy = np.concatenate(points)
    return np.asarray(np.arctan2(xy[:, 1], xy[:, 0]), dtype=np.float64)


def _crossings(one: Floats, two: Floats) -> Floats:
    """Return where the carriers of pairs of segments cross; parallel pairs are left out."""
    a, d = one[:, :2], one[:, 2:] - one[:, :2]
    b, e = two[:, :2], two[:, 2:] - two[:, :2]
    turn = _cross(d, e)
    some = turn != 0
    share = _cross(b[some] - a[some], e[some]) / turn[some]
    return np.asarray(a[some] + share[:, None] * d[some])


def _last(segments: Floats, stops: int, angles: Floats) -> npt.NDArray[np.intp]:
    """Return for each angle the index of the segment at which a line from (0, 0) ends."""
    out = np.empty(len(angles), dtype=np.intp)
    for i in range(0, len(angles), _CHUNK):
        part = angles[i : i + _CHUNK]
        far = _distances(segments, part)
        nearest = np.argmin(far[:, :stops], axis=1)
        out[i : i + _CHUNK] = nearest
        if len(segments) - stops > 1:
            soft = far[:, stops:]
            second = np.argpartition(soft, 1, axis=1)[:, 1]
            rows = np.arange(len(part))
            first = soft[rows, second] < far[rows, nearest]
            out[i : i + _CHUNK][first] = second[first] + stops
    return out


def _distances(segments: Floats, angles: Floats) -> Floats:
    """Return the distances (angles, segments) along rays from (0, 0); inf where one misses."""
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)[:, None, :]
    a, e = segments[None, :, :2], (segments[:, 2:] - segments[:, :2])[None]
    with np.errstate(divide="ignore", invalid="ignore"):
        turn = _cross(ways, e)
        far = _cross(a, e) / turn
        share = _cross(a, ways) / turn
        hit = (turn != 0) & (share >= 0) & (share <= 1) & (far > 0)
    return np.where(hit, far, np.inf)


def _meet(segments: Floats, angles: Floats) -> Floats:
    """Return the points (n, 2) where rays from (0, 0) meet their segments, held to the ends."""
    ways = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    a, e = segments[:, :2], segments[:, 2:] - segments[:, :2]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.nan_to_num(_cross(a, ways) / _cross(ways, e))
    return np.asarray(a + np.clip(share, 0, 1)[:, None] * e)


def _cross(a: Floats, b: Floats) -> Floats:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])
