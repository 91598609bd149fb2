"""What a gesture of editing would make of the picked obstacles and lights, before it is done."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from desktop.tools.base import Pointer
from desktop.tools.picking import picker_of
from desktop.tools.shape import Spot, snapped, square, straightened, sub
from maps import reshape
from maps.board import Board, Light
from maps.codec_writing import light_to_dict, obstacle_to_dict
from maps.grid import SUB, Point, to_sub
from maps.shapes import Obstacle
from rules.encounter.commands import Command, Draw, Erase, Lights

Handle = tuple[str, int]
"""A point of an obstacle: its id and the index of the point."""
RADIUS_STEP = 0.5


@dataclass(frozen=True, slots=True)
class Edited:
    """Obstacles and lights that are other ones, and ids of obstacles and lights that are gone."""

    put: tuple[Obstacle, ...] = ()
    gone: tuple[str, ...] = ()
    lights: tuple[Light, ...] = ()
    dark: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.put or self.gone or self.lights or self.dark)

    def board(self, before: Board) -> Board:
        """Return the board as it would be."""
        put = {o.id: o for o in self.put}
        lit = {light.id: light for light in self.lights}
        kept = tuple(put.pop(o.id, o) for o in before.obstacles if o.id not in self.gone)
        lights = tuple(lit.pop(i.id, i) for i in before.lights if i.id not in self.dark)
        return replace(
            before, obstacles=kept + tuple(put.values()), lights=lights + tuple(lit.values())
        )

    def commands(self) -> list[Command]:
        """Return what makes it so."""
        done: list[Command] = []
        if self.put:
            done.append(Draw(obstacles=tuple(written(o) for o in self.put)))
        if self.gone:
            done.append(Erase(obstacles=self.gone))
        if self.lights or self.dark:
            lights = tuple(lit_written(light) for light in self.lights)
            done.append(Lights(lights=lights, remove=self.dark))
        return done


def written(o: Obstacle) -> dict[str, object]:
    """Write an obstacle with its id."""
    return {**obstacle_to_dict(o, -1), "id": o.id}


def lit_written(light: Light) -> dict[str, object]:
    """Write a light with its id."""
    return {**light_to_dict(light, -1), "id": light.id}


def turned(turn: reshape.Turn, obstacles: Iterable[Obstacle], lights: Iterable[Light]) -> Edited:
    """Move, mirror or turn obstacles and lights."""
    return Edited(
        put=tuple(turn.obstacle(o) for o in obstacles),
        lights=tuple(turn.light(light) for light in lights),
    )


class Drag(Protocol):
    """A gesture under way: what it would make with the pointer here."""

    @property
    def spot(self) -> Spot:
        """Where what is held started, in squares."""
        ...

    def at(self, at: Pointer) -> Edited: ...


@dataclass(slots=True)
class PointDrag:
    """Points are moved: wherever others have a point at the same place it goes along, without
    Ctrl; the held one snaps, to other points within ``reach`` squares, too."""

    board: Board
    points: tuple[Point, ...]
    held: Point
    only: frozenset[str]
    reach: float

    @property
    def spot(self) -> Spot:
        return square(self.held)

    def to(self, at: Pointer) -> Spot:
        """Return where the held point goes: to another point nearby, else where the grid says."""
        if at.alt:
            return snapped(at)
        own = frozenset(self.points)
        there = picker_of(self.board).point_at(at.x, at.y, self.reach, own)
        spot = square(there) if there is not None else snapped(at)
        return straightened(self.spot, spot) if at.shift else spot

    def at(self, at: Pointer) -> Edited:
        to = sub(self.to(at))
        dx, dy = to.x - self.held.x, to.y - self.held.y
        if not dx and not dy:
            return Edited()
        moved = {p: Point(p.x + dx, p.y + dy) for p in self.points}
        mine = self.board.obstacles
        if at.ctrl:
            mine = tuple(o for o in mine if o.id in self.only)
        put, gone = reshape.moved_points(mine, moved)
        return Edited(put, gone)


@dataclass(slots=True)
class BodyDrag:
    """Whole obstacles and lights are moved: the held point snaps."""

    obstacles: tuple[Obstacle, ...]
    lights: tuple[Light, ...]
    held: Point
    start: Pointer

    @property
    def spot(self) -> Spot:
        return square(self.held)

    def at(self, at: Pointer) -> Edited:
        x, y = self.spot
        there = replace(at, x=x + at.x - self.start.x, y=y + at.y - self.start.y)
        spot = snapped(there)
        to = sub(straightened(self.spot, spot) if at.shift else spot)
        dx, dy = to.x - self.held.x, to.y - self.held.y
        if not dx and not dy:
            return Edited()
        return turned(reshape.shift(dx, dy), self.obstacles, self.lights)


@dataclass(slots=True)
class RadiusDrag:
    """A radius of a light is pulled; the bright one never passes the dim one."""

    light: Light
    bright: bool

    @property
    def spot(self) -> Spot:
        return square(self.light.at)

    def at(self, at: Pointer) -> Edited:
        radius = math.hypot(at.x - self.spot[0], at.y - self.spot[1])
        if not at.alt:
            radius = max(RADIUS_STEP, round(radius / RADIUS_STEP) * RADIUS_STEP)
        units = max(SUB // 8, to_sub(radius))
        old = self.light
        if self.bright:
            new = replace(old, bright=units, dim=max(old.dim, units))
        else:
            new = replace(old, dim=units, bright=min(old.bright, units))
        return Edited() if new == old else Edited(lights=(new,))
