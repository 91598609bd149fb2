"""What an import had to say, kept in the fight: it is still there after a restart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from maps.grid import Point
from maps.problems import Problem, Severity
from rules.encounter.state import Encounter

REPORT = "import"
"""Key of a fight's data under which the report lies."""
MOST = 300
"""So many findings are kept; a reader joins equal ones, so that there are hardly ever more."""


def dump_report(file: str, problems: Iterable[Problem]) -> dict[str, JsonValue]:
    """Write the report about a file as plain data of a fight; empty for one without findings."""
    rows: list[JsonValue] = [_row(problem) for problem in list(problems)[:MOST]]
    return {REPORT: {"file": file[:200], "problems": rows}} if rows else {}


def _row(problem: Problem) -> JsonValue:
    row: dict[str, JsonValue] = {"code": problem.code, "severity": problem.severity.value}
    if problem.place:
        row["place"] = problem.place
    args = {k: v for k, v in problem.args.items() if isinstance(v, str | int | float)}
    if args:
        row["args"] = dict(args)
    if problem.points:
        row["points"] = [[p.x, p.y] for p in problem.points]
    return row


def report_of(state: Encounter) -> tuple[str, tuple[Problem, ...]] | None:
    """Return the file that was imported and what was found in it; what is broken is left out."""
    stated = state.data.get(REPORT)
    rows = stated.get("problems") if isinstance(stated, dict) else None
    if not isinstance(stated, dict) or not isinstance(rows, list):
        return None
    found = tuple(p for row in rows[:MOST] if (p := _problem(row)) is not None)
    return (str(stated.get("file", ""))[:200], found) if found else None


def _problem(row: JsonValue) -> Problem | None:
    if not isinstance(row, dict) or not isinstance(row.get("code"), str):
        return None
    severity, args, points = row.get("severity"), row.get("args"), row.get("points")
    known = [s for s in Severity if s.value == severity]
    return Problem(
        str(row["code"]),
        known[0] if known else Severity.NOTE,
        str(row.get("place", "")),
        dict(args) if isinstance(args, Mapping) else {},
        tuple(_points(points)) if isinstance(points, list) else (),
    )


def _points(stated: list[JsonValue]) -> Iterable[Point]:
    for pair in stated:
        if isinstance(pair, list) and len(pair) == 2:
            x, y = pair
            if isinstance(x, int) and isinstance(y, int):
                yield Point(x, y)
