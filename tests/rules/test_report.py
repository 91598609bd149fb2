"""The report of an import comes back from a fight as it went in, and broken ones do no harm."""

from __future__ import annotations

import json

import pytest
from pydantic import JsonValue

from maps.grid import Point
from maps.problems import Problem, Severity
from rules.encounter.report import MOST, REPORT, dump_report, report_of
from rules.encounter.state import Encounter

FOUND = (
    Problem("import_counts", Severity.NOTE, args={"walls": 3, "n": 1}),
    Problem("import_point_broken", Severity.WARNING, "walls[3]", {"n": 2}, (Point(1, -2),)),
)


def test_a_report_comes_back_as_it_went_in() -> None:
    data = json.loads(json.dumps(dump_report("burg.uvtt", FOUND)))
    assert report_of(Encounter("pathfinder", data=data)) == ("burg.uvtt", FOUND)


def test_a_fight_without_findings_keeps_no_report() -> None:
    assert dump_report("burg.uvtt", ()) == {}
    assert report_of(Encounter("pathfinder")) is None


def test_endless_reports_are_cut() -> None:
    data = dump_report("x", FOUND * 1000)
    found = report_of(Encounter("pathfinder", data=data))
    assert found is not None
    assert len(found[1]) == MOST


@pytest.mark.parametrize(
    "stated",
    [
        7, [], {}, {"problems": 3}, {"problems": [3, None, {}, {"code": 5}]},
    ],
)  # fmt: skip
def test_broken_reports_are_none(stated: JsonValue) -> None:
    assert report_of(Encounter("pathfinder", data={REPORT: stated})) is None


def test_broken_parts_are_left_out() -> None:
    row: JsonValue = {"code": "a", "severity": "?", "points": [[1], ["x", 2], [3, 4]], "args": 5}
    found = report_of(Encounter("pathfinder", data={REPORT: {"problems": [row]}}))
    assert found == ("", (Problem("a", Severity.NOTE, points=(Point(3, 4),)),))
