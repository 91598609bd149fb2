"""What is odd about the walls of the map on the table, as findings that can be mended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

from maps.board import Board, Storey
from maps.codec_writing import obstacle_to_dict
from maps.flaws import Fault, Finding
from maps.problems import Problem, Severity
from maps.repair import changes, findings, look_over, mend_all, problem_of
from maps.storeys import part
from rules.encounter.commands import Command, Commands, parse_command

MOST = 60
"""So many findings of a kind are listed one by one."""

Live = tuple[Problem, Finding | None]


def found_on(board: Board, storey: Storey | None) -> tuple[Finding, ...]:
    """Return what is odd on one storey, or on a map that has none."""
    return findings(board if storey is None else part(board, storey))


def live_findings(
    board: Board, storey: Storey | None = None
) -> Generator[None, None, tuple[Live, ...]]:
    """Look a map or one storey over bit by bit; too much to list is counted at the end."""
    shown: list[Live] = []
    counts = Counter[Fault]()
    for finding in look_over(board if storey is None else part(board, storey)):
        if finding is None:
            yield None
            continue
        counts[finding.fault] += 1
        if counts[finding.fault] <= MOST:
            shown.append((problem_of(finding), finding))
    more = sum(max(0, n - MOST) for n in counts.values())
    if more:
        shown.append((Problem("repair_more", Severity.NOTE, args={"n": more}), None))
    return tuple(shown)


def shape_of(board: Board, storey: Storey | None = None) -> tuple[object, ...]:
    """Return what the findings of a map depend on: not whether doors are open."""
    bounds = (board.left, board.top, board.width, board.height, board.storeys, storey)
    return (*bounds, *((o.id, o.kind, o.points) for o in board.obstacles))


def mended(board: Board, storey: Storey | None) -> tuple[Board, int]:
    """Mend what can be mended without deciding anything; returns how much that was."""
    after, counts = mend_all(board, look=lambda now: found_on(now, storey))
    return after, counts.total()


def commands(system: Commands, before: Board, after: Board) -> tuple[Command, ...]:
    """Return the commands that make one board of the other, obstacle by obstacle."""
    drawn, erased = changes(before, after)
    said: list[dict[str, object]] = []
    if drawn:
        said.append({"do": "draw", "obstacles": [obstacle_to_dict(o, -1) for o in drawn]})
    if erased:
        said.append({"do": "erase", "obstacles": list(erased)})
    return tuple(parse_command(system, data) for data in said)
