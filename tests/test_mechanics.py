"""Every mechanic of a finished system is shown by a test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.mechanics import all_shown, golden_files, marked_in, read_checklist, report

GOLDEN_KEYS = {"situation", "expect", "mechanics", "source"}


def test_every_mechanic_of_finished_systems_is_shown() -> None:
    checklist = read_checklist()
    shown = {claim.id for claim in all_shown()}
    print(report())  # pytest shows it when the next line fails
    missing = {system: checklist.missing(shown, system) for system in checklist.finished}
    assert {system: ids for system, ids in missing.items() if ids} == {}


def test_tests_name_only_mechanics_that_exist() -> None:
    known = read_checklist().system_of
    assert [claim for claim in all_shown() if claim.id not in known] == []


def test_the_checklist_is_whole_and_in_order() -> None:
    checklist = read_checklist()
    assert sum(len(ids) for ids in checklist.titles.values()) == 407
    for ids in checklist.titles.values():
        letter = next(iter(ids))[0]
        assert list(ids) == [f"{letter}{n}" for n in range(1, len(ids) + 1)]
        assert len(set(ids.values())) == len(ids), "two mechanics of the same title"
    assert set(checklist.finished) <= set(checklist.titles)


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_files_have_the_agreed_shape(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    assert set(case) - {"note"} == GOLDEN_KEYS
    assert case.get("note", "reasons").strip()
    assert case["situation"]["system"] == path.parent.name
    assert case["source"].strip()
    systems = read_checklist().system_of
    assert {systems.get(id) for id in case["mechanics"]} <= {path.parent.name}


def test_marks_are_found_wherever_they_stand() -> None:
    source = """
@pytest.mark.mechanic("P1", "P2")
def test_a(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.mechanic("P3"))])
def test_b(x): ...

@pytest.mark.skip(reason="not yet")
@pytest.mark.mechanic("P4")
def test_c(): ...

@pytest.mark.mechanic("P6")
class TestD: ...
"""
    assert {claim.id for claim in marked_in(source, "x.py")} == {"P1", "P2", "P3", "P6"}


def test_computed_ids_are_refused() -> None:
    with pytest.raises(ValueError, match=r"x\.py:1"):
        list(marked_in("pytest.mark.mechanic(f'P{n}')", "x.py"))
