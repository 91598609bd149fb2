"""Moving: metres for ZP, control zones that block, running, breaking off (§3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import ceil, hypot

from pydantic import JsonValue

from maps.grid import SUB, Diagonal, Footprint, Point, point
from maps.paths import Gait, along
from maps.problems import Problem
from maps.reach import whole
from rules.core.asking import Option, Procedure, choose
from rules.core.options import Options
from rules.core.terms import Term, term
from rules.encounter import commands as generic
from rules.encounter.addressing import find
from rules.encounter.commands import refuse
from rules.encounter.course import moved_along
from rules.encounter.events import Event, Logged, Moved, TimeChanged
from rules.encounter.heights import ground_of
from rules.encounter.state import Encounter, Token, TokenId
from rules.encounter.state_codec import Pair
from rules.system.actions import Stride
from rules.system.answers import MovePlan
from rules.systems.damakar import time
from rules.systems.damakar.bout import Bout
from rules.systems.damakar.commands import Block, Disengage, Move, Run
from rules.systems.damakar.conditions import is_out
from rules.systems.damakar.deeds import actor, between, pay, say
from rules.systems.damakar.entering import entered
from rules.systems.damakar.options import options_of
from rules.systems.damakar.prices import price
from rules.systems.damakar.reach import engaged, metres, way_metres
from rules.systems.damakar.sheet import sheet_of
from rules.ways_out import out_of_solid

CLOSE = 1e-9
_GAIT = Gait(Diagonal.EUCLID)


def half_metres(token: Token, options: Options, *, run: bool = False) -> int:
    """Return how far 1 ZP takes somebody, in half metres: 3 + STR/2 m, running 6 + STR m (§3)."""
    strength = sheet_of(token).strength
    if run:
        return max(0, 12 + 2 * strength)
    match options.word("step_rounding"):
        case "down":
            return max(0, (6 + strength) // 2 * 2)
        case "up":
            return max(0, (7 + strength) // 2 * 2)
        case _:
            return max(0, 6 + strength)


def steps(token: Token, length: float, options: Options, *, run: bool = False) -> int:
    """Return how many ZP a way takes by itself; somebody who cannot move counts as one step."""
    each = half_metres(token, options, run=run) / 2
    if length <= CLOSE:
        return 0
    return max(1, ceil(length / each - CLOSE)) if each else 1


# -- the plan -----------------------------------------------------------------------------------


def stride(state: Encounter, id: TokenId) -> Stride:
    """Return how far somebody gets until the next one acts, 1 ZP at least, in whole squares."""
    token, line = state.tokens[id], state.timeline
    if line.running and engaged(state, token):
        return Stride(0, _GAIT)
    others = [p for t, p in time.active(state).items() if t != id]
    left = line.at[id] - max(others) if id in line.acting and others else 1
    far = max(1, left) * half_metres(token, options_of(state)) / 2
    return Stride(int(far / metres(state, SUB) + CLOSE), _GAIT)


def move_plan(state: Encounter, id: TokenId, points: Sequence[Point]) -> MovePlan:
    """Plan a way over corner points of a token's space; costs are ZP."""
    token = state.tokens[id]
    way = tuple(points)
    efforts = tuple(accumulate(_efforts(state, token, way), initial=0.0))[: len(way)]
    costs = tuple(_price(state, token, effort) for effort in efforts)
    effort = efforts[-1] if efforts else 0.0
    warnings = tuple(_warnings(state, token, way, effort)) if len(way) > 1 else ()
    return MovePlan(id, way, costs, _summary(state, token, way, effort, costs), warnings)


def _efforts(state: Encounter, token: Token, way: tuple[Point, ...]) -> Iterator[float]:
    """Yield the metres as which each leg of a way counts: difficult ground twice (house default).

    How much of a leg is difficult the squares tell over which it leads.
    """
    ground = ground_of(state.board, token)
    for p, q in pairwise(way):
        start, end = (whole(token.space.moved(*x)).snapped() for x in (p, q))
        path = along(ground, start, [next(iter(end.cells()))], _GAIT)
        plain = sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(path.cells))
        yield way_metres(state, (p, q)) * (path.cost / plain if plain else 1)


def _price(state: Encounter, token: Token, length: float, *, run: bool = False) -> int:
    n = steps(token, length, options_of(state), run=run)
    if not n:
        return 0
    return price(state, token, "run" if run else "move", times=n).zp.total


def _summary(
    state: Encounter, token: Token, way: tuple[Point, ...], effort: float, costs: tuple[int, ...]
) -> Term:
    """Say a way: "4,5 m · 2 ZP · rennend 1 ZP, 2 AP"."""
    zp, length = costs[-1] if costs else 0, way_metres(state, way)
    fast = steps(token, effort, options_of(state), run=True)
    return term("move.damakar.summary", metres=length, zp=zp, run=fast, ap=2 * fast)


def _warnings(
    state: Encounter, token: Token, way: tuple[Point, ...], effort: float
) -> Iterator[Problem]:
    yield from _walls(state, token, way)
    yield from _occupied(state, token, way[-1])
    if not half_metres(token, options_of(state)):
        yield Problem("damakar.cannot_move", args={"name": token.name})
    for entry in entered(state, token, way):
        yield Problem(
            "damakar.control_zone",
            args={"name": entry.foe.name},
            points=(_middle(entry.place),),
            subject=entry.foe.id,
        )
    held = [state.tokens[t].name for t in engaged(state, token)]
    if held and state.timeline.running:
        yield Problem("damakar.engaged", args={"names": tuple(held), "n": len(held)})
    yield from _too_long(state, token, effort)


def _walls(state: Encounter, token: Token, way: tuple[Point, ...]) -> Iterator[Problem]:
    start = whole(token.space.moved(*way[0])).snapped()
    goals = [next(iter(whole(token.space.moved(*p)).snapped().cells())) for p in way[1:]]
    path = along(ground_of(state.board, token), start, goals)
    crossed = dict.fromkeys(id for _, ids in path.crossed for id in ids)
    if crossed:
        at = path.cells[path.crossed[0][0]]
        points = (Point(at.x * SUB + SUB // 2, at.y * SUB + SUB // 2),)
        yield Problem("damakar.wall_crossed", args={"n": len(crossed)}, points=points)
    yield from out_of_solid(path)


def _occupied(state: Encounter, token: Token, goal: Point) -> Iterator[Problem]:
    space = whole(token.space.moved(*goal))
    for other in state.tokens.values():
        if other.id == token.id or is_out(other) or state.linked(token.id, other.id):
            continue
        if whole(other.space).overlaps(space):
            yield Problem(
                "damakar.occupied", args={"name": other.name}, points=(goal,), subject=other.id
            )


def _too_long(state: Encounter, token: Token, effort: float) -> Iterator[Problem]:
    """Warn where somebody else is next before the way is done: 1 ZP at a time (§3)."""
    line = state.timeline
    others = [p for t, p in time.active(state).items() if t != token.id]
    if not line.running or token.id not in line.acting or not others:
        return
    left = line.at[token.id] - max(others)
    n = _price(state, token, effort)
    if n > max(1, left):
        each = half_metres(token, options_of(state)) / 2
        far = max(1, left) * each
        yield Problem("damakar.somebody_else", args={"zp": max(1, left), "metres": far})


def _middle(space: Footprint) -> Point:
    return Point(space.x + space.side // 2, space.y + space.side // 2)


# -- commands -----------------------------------------------------------------------------------


def move(bout: Bout, command: generic.Move) -> Procedure[Term]:
    """Move a token: whose turn it is pays; anybody else is only put there. Raises CommandError."""
    token = find(bout.seen, command.token)
    way = _way(token, command.via, command.to)
    if len(way) < 2 or (way[-1] == way[0] and len(way) == 2):
        raise refuse("nothing_changes", "to")
    label = term("step.damakar.move", name=token.name)
    if command.free or not _pays(bout.seen, token):
        _go(bout, token, way[-1], way[1:])
        if not command.free:
            length = way_metres(bout.seen, way)
            said = term("log.damakar.moves_free", name=token.name, metres=length)
            bout.add(Logged(said, who=token.id))
        return label
    own = command if isinstance(command, Move) else Move(token=command.token, to=command.to)
    yield from _walk(bout, token, way, run=own.run, change=own.zp, force=own.force)
    return label


def _go(
    bout: Bout,
    token: Token,
    to: Point | Footprint,
    points: tuple[Point, ...] = (),
    cost: int = 0,
) -> None:
    """Move somebody; mount or rider and what is carried go along."""
    others = moved_along(bout.state, token.id, to)
    bout.add(Moved(token.id, to.x, to.y, points, cost), *others)


def _pays(state: Encounter, token: Token) -> bool:
    line = state.timeline
    return line.running and token.id in line.acting


def _way(token: Token, via: Iterable[Pair], to: Pair) -> tuple[Point, ...]:
    return (Point(token.space.x, token.space.y), *(point(*p) for p in (*via, to)))


def run_to(bout: Bout, command: Run) -> Procedure[Term]:
    """Run to a place (§3). Raises CommandError."""
    token = actor(bout, command.token)
    way = _way(token, command.via, command.to)
    if way[-1] == way[0]:
        raise refuse("nothing_changes", "to")
    yield from _walk(bout, token, way, run=True, change=command.zp, force=command.force)
    return term("step.damakar.run", name=token.name)


def _walk(
    bout: Bout, token: Token, way: tuple[Point, ...], *, run: bool, change: int, force: bool
) -> Procedure[None]:
    state, options = bout.seen, options_of(bout.seen)
    if run and not force and options.flag("run_needs_turn") and engaged(state, token):
        if not token.has("turned_away"):
            raise refuse("damakar.must_turn", "token", name=token.name)
    length = way_metres(state, way)
    n = steps(token, sum(_efforts(state, token, way)), options, run=run)
    cost = price(state, token, "run" if run else "move", times=max(1, n), by_hand=change)
    blocker = None
    if options.word("block") == "ask" and (not run or options.flag("block_runners")):
        blocker, way = yield from _blocked(bout, token, way)
    pay(bout, token, cost, turned=run)
    _go(bout, token, way[-1], way[1:], cost.zp.total)
    bout.add(_last(bout, token, way))
    line = term("log.damakar.moves", name=token.name, metres=length)
    if run:
        line = term("log.damakar.runs", name=token.name, metres=length)
    say(bout, token, line, cost)
    if blocker is not None:
        _say_blocked(bout, blocker, token)


def _last(bout: Bout, token: Token, way: tuple[Point, ...]) -> Event:
    """Remember the last way, so that somebody can say that he blocks it (§3.2)."""
    points: list[JsonValue] = [[p.x, p.y] for p in way]
    line = bout.state.timeline
    return TimeChanged(time.with_data(line, way={"token": token.id, "points": points}))


def _blocked(
    bout: Bout, token: Token, way: tuple[Point, ...]
) -> Procedure[tuple[Token | None, tuple[Point, ...]]]:
    """Ask whoever could block, in the order of the way; who does stops it (§3.2)."""
    found = sorted(entered(bout.seen, token, way), key=lambda e: way_metres(bout.seen, e.way))
    options = (
        Option("let", term("choice.damakar.let")),
        Option("block", term("choice.damakar.block")),
    )
    for entry in found:
        foe = entry.foe
        label = term("choice.damakar.blocks", name=foe.name, mover=token.name)
        if (yield from choose(options, label, foe.id, "let")) == "block":
            return foe, entry.way
    return None, way


def _say_blocked(bout: Bout, foe: Token, mover: Token) -> None:
    line = term("log.damakar.blocked", name=foe.name, mover=mover.name)
    bout.add(Logged(line, who=foe.id))


def block(bout: Bout, command: Block) -> Procedure[Term]:
    """Announce a block of the last move: the mover stands where the zone begins (§3.2).

    Raises CommandError.
    """
    foe, mover = find(bout.seen, command.token), find(bout.seen, command.target, "target")
    way = _last_way(bout.seen, mover)
    inside = next((e.place for e in entered(bout.seen, mover, way) if e.foe.id == foe.id), None)
    if inside is None:
        raise refuse("damakar.no_block", "target", name=foe.name, mover=mover.name)
    line = time.with_data(bout.state.timeline, way=None)
    _go(bout, mover, inside)
    bout.add(TimeChanged(line))
    _say_blocked(bout, foe, mover)
    return term("step.damakar.block", name=foe.name, mover=mover.name)
    yield  # pragma: no cover – makes this function a generator


def _last_way(state: Encounter, mover: Token) -> tuple[Point, ...]:
    held = time.table(state.timeline, "way")
    points = held.get("points")
    if held.get("token") != mover.id or not isinstance(points, list):
        return (Point(mover.space.x, mover.space.y),)
    return tuple(Point(int(p[0]), int(p[1])) for p in points if isinstance(p, list))  # type: ignore[arg-type]  # whole numbers, written by _last


# -- breaking off -------------------------------------------------------------------------------


def disengage(bout: Bout, command: Disengage) -> Procedure[Term]:
    """Break off: each foe decides at once whether to follow (§3.2)."""
    token = actor(bout, command.token)
    cost = price(bout.seen, token, "disengage", by_hand=command.zp)
    start = Point(token.space.x, token.space.y)
    goal = start if command.to is None else point(*command.to)
    pay(bout, token, cost)
    if goal != start:
        _go(bout, token, goal, (goal,), cost.zp.total)
    say(bout, token, term("log.damakar.breaks_off", name=token.name), cost)
    for id in engaged(bout.seen, token):
        foe = bout.seen.tokens[id]
        follows = yield from _follows(bout, foe, token)
        if follows:
            _follow(bout, foe, token, (goal.x - start.x, goal.y - start.y))
        else:
            bout.add(*between(bout.state, token.id, foe.id))
    return term("step.damakar.disengage", name=token.name)


def _follows(bout: Bout, foe: Token, mover: Token) -> Procedure[bool]:
    """Ask a foe whether to follow; whom somebody else holds cannot."""
    held = [t for t in engaged(bout.seen, foe) if t != mover.id]
    if held:
        name = bout.seen.tokens[held[0]].name
        bout.add(Logged(term("log.damakar.is_held", name=foe.name, by=name), who=foe.id))
        return False
    zp = options_of(bout.seen).number("follow_zp")
    options = (
        Option("stay", term("choice.damakar.stay")),
        Option("follow", term("choice.damakar.follow", zp=zp)),
    )
    label = term("choice.damakar.follows", name=foe.name, mover=mover.name)
    return (yield from choose(options, label, foe.id, "stay")) == "follow"


def _follow(bout: Bout, foe: Token, mover: Token, by: tuple[int, int]) -> None:
    """Move a foe along; it costs by the started moves (house, §3.2)."""
    length = metres(bout.seen, hypot(*by))
    each = options_of(bout.seen).number("follow_zp")
    zp = each * max(1, steps(foe, length, options_of(bout.seen)))
    bout.pay(foe.id, zp)
    if any(by):
        _go(bout, foe, Point(foe.space.x + by[0], foe.space.y + by[1]))
    line = term("log.damakar.followed", name=foe.name, mover=mover.name, zp=zp)
    bout.add(Logged(line, who=foe.id))
