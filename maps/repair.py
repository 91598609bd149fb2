"""What is odd about the walls of a map, and how to mend it: near misses, gaps, doubles, crossings.

Looking is fast by a tree of boxes and exact by whole numbers; mending never moves a point
further than the finding says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from maps.board import Board
from maps.flaws import (
    Fault,
    Finding,
    Pieces,
    crossings,
    free_ends,
    outside,
    twins,
    walls_below,
    zero_lengths,
)
from maps.problems import Problem, Severity
from maps.repair_draft import Draft
from maps.shapes import Obstacle

MAX_PASSES = 8


SAFE = frozenset({Fault.ZERO, Fault.TWIN, Fault.COVERED, Fault.NEAR, Fault.CROSSING})
"""Faults that may be mended all at once: gaps may be meant, and nothing is deleted unseen."""


Look = Callable[[Board], tuple[Finding, ...]]


def findings(board: Board) -> tuple[Finding, ...]:
    """Return everything that is odd, by kind of fault."""
    return tuple(found for found in look_over(board) if found is not None)


def look_over(board: Board) -> Iterator[Finding | None]:
    """Yield the same bit by bit; None says that there is more to look at.

    Between two of them lie some milliseconds, so that a window can go on meanwhile.
    """
    pieces = Pieces.of(board)
    yield None
    looks = (
        zero_lengths(board),
        twins(pieces),
        walls_below(board),
        free_ends(pieces),
        crossings(pieces),
        outside(board),
    )
    for look in looks:
        yield from look
        yield None


def mend(board: Board, finding: Finding) -> Board:
    """Mend one fault; a board on which it is no longer to be found stays as it is."""
    draft = Draft.of(board)
    draft.mend(finding)
    return draft.board()


def mend_all(
    board: Board, faults: Iterable[Fault] = SAFE, look: Look | None = None
) -> tuple[Board, Counter[Fault]]:
    """Mend all faults of some kinds; returns how many of each kind were mended.

    ``look`` finds them, where not all of the board is to be mended.
    """
    wanted, counts = set(faults), Counter[Fault]()
    look = look or findings
    found = look(board)
    for _ in range(MAX_PASSES):
        before = board
        for fault in Fault:
            if fault not in wanted or not any(f.fault is fault for f in found):
                continue
            draft = Draft.of(board)
            counts[fault] += sum(draft.mend(f) for f in found if f.fault is fault)
            after = draft.board()
            if after is not board:
                board, found = after, look(after)
        if board is before:
            break
    return board, +counts


def changes(before: Board, after: Board) -> tuple[tuple[Obstacle, ...], tuple[str, ...]]:
    """Return the obstacles that are new or different, and the ids of those that are gone."""
    old, new = ({o.id: o for o in b.obstacles} for b in (before, after))
    return (
        tuple(o for o in after.obstacles if old.get(o.id) != o),
        tuple(id for id in old if id not in new),
    )


def problem_of(finding: Finding) -> Problem:
    """Say a finding in words, with the place to look at."""
    args: Mapping[str, object] = {"distance": round(finding.distance, 2)}
    match finding.fault:
        case Fault.ZERO:
            return Problem("repair_zero", Severity.WARNING, points=finding.points)
        case Fault.TWIN:
            return Problem("repair_twin", Severity.WARNING, points=finding.points)
        case Fault.COVERED:
            return Problem("repair_covered", Severity.WARNING, points=finding.points)
        case Fault.NEAR:
            return Problem("repair_near", Severity.WARNING, args=args, points=finding.points)
        case Fault.GAP:
            return Problem("repair_gap", Severity.NOTE, args=args, points=finding.points)
        case Fault.CROSSING:
            return Problem("repair_crossing", Severity.NOTE, points=finding.points)
        case Fault.OUTSIDE:
            return Problem("repair_outside", Severity.NOTE, points=finding.points)
