"""A short run of the fuzzer: every reader reads or refuses what it gets, and touches nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import fuzz
from tests.fuzz_readers import READERS, Reader

SHORT = 100
LONGER = {"situation": 400}
"""Of a situation nearly every change is refused: some more are needed until one is read."""
WATCH = fuzz.Watch()


@pytest.mark.parametrize("reader", READERS, ids=lambda r: r.id)
def test_mutants_break_no_reader(reader: Reader) -> None:
    samples = list(reader.samples())
    count = LONGER.get(reader.id, SHORT)
    answers, crashes = fuzz.run(reader, samples, count, 7, WATCH)
    assert crashes == []
    assert answers["read"] > 0
    assert answers.total() == count


@pytest.mark.parametrize("reader", READERS, ids=lambda r: r.id)
def test_samples_are_read_before_they_are_changed(reader: Reader, tmp_path: Path) -> None:
    answers = []
    for data in reader.samples():
        reader.lay(data, tmp_path)
        answers.append(reader.read(data, tmp_path))
    refused = {answer for answer in answers if answer != "read"}
    # some situations of the tests ask for dice that they do not bring, or are wrong on purpose
    assert not refused or reader.id == "situation", refused
    assert answers.count("read") > 0


class _Bad:
    """A reader that does what none may do."""

    id = "bad"

    def samples(self) -> Iterator[bytes]:
        yield b""

    def lay(self, data: bytes, folder: Path) -> None:
        pass

    def read(self, data: bytes, folder: Path) -> str:
        if b"fail" in data:
            raise KeyError("oops")
        Path("/nowhere/secret").read_bytes()
        raise AssertionError


def test_the_fuzzer_sees_crashes_and_files_that_are_touched() -> None:
    _, (crash,) = fuzz.run(_Bad(), [b"failfailfail" * 99], 3, 1, WATCH)
    assert "KeyError: 'oops'" in crash.what
    _, (crash,) = fuzz.run(_Bad(), [b"0" * 99], 1, 1, WATCH)
    assert "/nowhere/secret" in crash.what


def test_a_guided_run_learns_samples_that_lead_to_new_lines() -> None:
    reader = next(r for r in READERS if r.id == "set")
    samples = list(reader.samples())[:1]
    answers, _ = fuzz.run(reader, samples, 40, 3, guided=True)
    assert answers["samples"] > len(samples)
    assert answers["lines"] > 50
