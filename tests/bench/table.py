"""Rows of the benchmarks and how they are timed and printed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table; times in milliseconds of processor time.

    ``must`` is a limit that has to hold, ``aim`` one that we set ourselves for what is dearer than
    what the limits speak of: it is printed in brackets.
    """

    name: str
    ours: float
    must: float | None = None
    shapely: float | None = None
    limit: float | None = None
    aim: float | None = None


def timed(work: Callable[[], object], times: int = 15) -> float:
    """Return the median processor time of a piece of work in milliseconds."""
    work()
    taken = []
    for _ in range(times):
        begin = time.process_time()
        work()
        taken.append((time.process_time() - begin) * 1000)
    return statistics.median(taken)


def show(rows: Iterable[Row]) -> None:
    """Print rows with their ratios."""
    heads = f"{'ours':>9}{'must ':>8}{'scalar':>10}{'faster':>8}{'limit':>8}{'slower':>8}"
    print(f"{'milliseconds':52}{heads}")
    for row in rows:
        print(f"{row.name:64}{row.ours:9.2f}{_limits_of(row)}{_scalar(row)}{_limit(row)}".rstrip())


def _limits_of(row: Row) -> str:
    wanted = f"{row.must:.0f} " if row.must is not None else ""
    return f"{f'({row.aim:.0f})' if row.aim is not None else wanted:>8}"


def _scalar(row: Row) -> str:
    if row.shapely is None:
        return " " * 18
    return f"{row.shapely:10.0f}{row.shapely / row.ours:7.0f}x"


def _limit(row: Row) -> str:
    if row.limit is None:
        return ""
    return f"{row.limit:8.2f}{row.ours / row.limit:7.0f}x"
