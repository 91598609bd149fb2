"""Concealment (§4): what hides a target, what cancels it, and the miss chance that is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from maps.board import Board
from maps.grid import SUB, Footprint, Point, distance
from maps.remember import by_identity
from maps.vision import LightLevel, light_at, light_walls
from maps.walls import Level
from rules.core.sources import Source, Status
from rules.core.terms import Term, term
from rules.encounter.heights import level_of
from rules.encounter.plans import Concealment
from rules.encounter.state import Token
from rules.systems.pathfinder.conditions import miss_chance
from rules.systems.pathfinder.cover import Judge, Report
from rules.systems.pathfinder.duel import Duel
from rules.systems.pathfinder.tables import sheet_of

PARTIAL = 20
TOTAL = 50
"""Miss chances in percent (§4)."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One thing that conceals. ``hides`` is total concealment: no line of sight.

    ``cancelled`` says which sense sees through it.
    """

    id: str
    percent: int
    label: Term
    hides: bool = False
    by: tuple[str, ...] = ()
    cancelled: Term | None = None
    source: Source = Source(Status.STATED, "§4")

    @property
    def row(self) -> str:
        """The id of its row in the breakdown."""
        return f"concealment.{self.id}"


def senses_at(token: Token, squares: int) -> frozenset[str]:
    """Return the senses that reach so far: ``darkvision``, ``blindsight``, ``blindsense``."""
    sheet = sheet_of(token)
    ranges = {
        "darkvision": sheet.darkvision,
        "blindsight": sheet.blindsight,
        "blindsense": sheet.blindsense,
    }
    return frozenset(sense for sense, far in ranges.items() if far and squares <= far)


def perceives(watcher: Token, watched: Token) -> bool:
    """Whether somebody sees, or senses as well as by sight, an invisible creature."""
    near = distance(watcher.space, watched.space)
    if "blindsight" in senses_at(watcher, near):
        return True
    if watcher.has("blind"):
        return False
    return sheet_of(watcher).see_invisible or not watched.has("invisible")


# -- light -----------------------------------------------------------------------------------


class _Lights:
    """The lights of one board, compiled to ask for many points at one height."""

    def __init__(self, board: Board, level: Level) -> None:
        far = tuple(replace(x, bright=2 * x.bright, dim=2 * x.dim) for x in board.lights)
        self._seen = {False: board, True: replace(board, lights=far)}
        self._walls = light_walls(board, level)
        self._levels: dict[tuple[Point, bool], LightLevel] = {}

    def at(self, point: Point, low_light: bool) -> LightLevel:
        """Return how bright it is; low-light vision doubles all radii (§8)."""
        key = (point, low_light)
        if key not in self._levels:
            self._levels[key] = light_at(self._seen[low_light], point, self._walls)
        return self._levels[key]


@by_identity(keep=4)
def _lights(board: Board) -> dict[Level, _Lights]:
    """Keep the compiled lights of a board by heights."""
    return {}


def brightness(
    board: Board, space: Footprint, low_light: bool, level: Level = (0, SUB)
) -> LightLevel:
    """Return how bright it is for somebody at the centre of a space, between some heights."""
    if not board.dark:
        return LightLevel.BRIGHT
    centre = Point(space.x + space.side // 2, space.y + space.side // 2)
    known = _lights(board)
    if level not in known:
        known[level] = _Lights(board, level)
    return known[level].at(centre, low_light)


# -- the causes ------------------------------------------------------------------------------


def causes(duel: Duel, report: Report, judge: Judge | None = None) -> tuple[Cause, ...]:
    """List everything that conceals a target from an attack, the cancelled ones too."""
    senses = senses_at(duel.attacker, duel.distance)
    sighted = term("sense.pathfinder.blindsight") if "blindsight" in senses else None
    found = [
        *_fog(report, sighted),
        *_light(duel, senses, sighted),
        *_own(duel, sighted),
    ]
    if not any(cause.hides and not cause.cancelled for cause in found):
        found += _unseen(duel, report, sighted, judge)
    return tuple(found)


def _fog(report: Report, sighted: Term | None) -> list[Cause]:
    if not report.fog:
        return []
    label = term("modifier.pathfinder.fog")
    hides = report.fog >= TOTAL
    return [Cause("fog", report.fog, label, hides, report.fog_by, sighted)]


def _light(duel: Duel, senses: frozenset[str], sighted: Term | None) -> list[Cause]:
    if not duel.state.board.dark or not duel.options.flag("light_matters"):
        return []
    sheet = duel.sheet
    level = level_of(duel.target, duel.target)
    plain = brightness(duel.state.board, duel.t, False, level)
    seen = brightness(duel.state.board, duel.t, sheet.low_light_vision, level)
    light = seen if seen is not LightLevel.BRIGHT else plain
    if light is LightLevel.BRIGHT:
        return []
    cancelled = sighted
    if "darkvision" in senses:
        cancelled = term("sense.pathfinder.darkvision")
    elif seen is LightLevel.BRIGHT:
        cancelled = term("sense.pathfinder.low_light_vision")
    if light is LightLevel.DIM:
        return [Cause("dim", PARTIAL, term("modifier.pathfinder.dim"), cancelled=cancelled)]
    return [Cause("dark", TOTAL, term("modifier.pathfinder.dark"), True, cancelled=cancelled)]


def _own(duel: Duel, sighted: Term | None) -> list[Cause]:
    """Return what lies in the two creatures themselves."""
    found = []
    target = duel.target
    if target.has("invisible"):
        sees = term("sense.pathfinder.see_invisible") if duel.sheet.see_invisible else None
        if duel.attacker.has("blind"):
            sees = None
        label = term("modifier.pathfinder.invisible_target")
        found.append(Cause("unseen", TOTAL, label, True, (target.id,), sighted or sees))
    if duel.attacker.has("blind"):
        label = term("modifier.pathfinder.blind_attacker")
        found.append(Cause("blind", TOTAL, label, True, (duel.attacker.id,), sighted))
    chance = miss_chance(target)
    if chance:
        yields = sighted if duel.options.flag("concealed_yields_to_senses") else None
        label = term("modifier.pathfinder.concealed")
        found.append(Cause("concealed", chance, label, by=(target.id,), cancelled=yields))
    return found


def _unseen(duel: Duel, report: Report, sighted: Term | None, judge: Judge | None) -> list[Cause]:
    """Return total concealment by what stops sight and not shots (§4)."""
    judge = judge or Judge(duel)
    sight = judge.sight
    if not judge.stops_sight or sight.sees(duel.a, duel.t, judge.level).exists:
        return []
    if not sight.effect(duel.a, duel.t, judge.level).exists:
        return []
    label = term("modifier.pathfinder.no_sight")
    by = tuple(id for id in judge.blinders(report.look) if id not in report.look.hard_by)
    return [Cause("no_sight", TOTAL, label, True, by, sighted)]


def concealment(
    found: tuple[Cause, ...], live: Callable[[Cause], bool] = lambda cause: not cause.cancelled
) -> Concealment:
    """Return what is left of the causes: the highest alone counts (§4).

    ``live`` says which causes are in force; without it those that no sense cancels.
    """
    left = [cause for cause in found if live(cause)]
    if not left:
        return Concealment()
    worst = max(left, key=lambda cause: (cause.percent, cause.hides))
    hides = any(cause.hides for cause in left)
    return Concealment("total" if hides else "partial", worst.percent, worst.label, worst.by)
