"""A short run of the fuzzer: every reader reads or refuses what it gets, and touches nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.formats import FORMATS, Format, Import
from maps.problems import UnreadableFileError
from tests import fuzz, fuzz_samples

SHORT = 150
WATCH = fuzz.Watch()


@pytest.mark.parametrize("reader", FORMATS, ids=lambda f: f.id)
def test_mutants_break_no_reader(reader: Format) -> None:
    samples = list(fuzz_samples.SAMPLES[reader.id]())
    answers, crashes = fuzz.run(reader, samples, SHORT, 7, WATCH)
    assert crashes == []
    assert answers["read"] > 0
    assert answers.total() == SHORT


@pytest.mark.parametrize("reader", FORMATS, ids=lambda f: f.id)
def test_samples_are_read_before_they_are_changed(reader: Format, tmp_path: Path) -> None:
    for data in fuzz_samples.SAMPLES[reader.id]():
        (tmp_path / fuzz.MAP).write_bytes(data)
        try:
            fuzz.read(reader, data, tmp_path)
        except UnreadableFileError as error:
            pytest.fail(f"{reader.id}: {error.problem}")


class _Bad:
    """A reader that does what none may do."""

    id = "bad"
    suffixes = ()

    def sniff(self, head: bytes, name: str) -> bool:
        return False

    def read(self, source: Path | bytes, name: str = "") -> Import:
        if b"fail" in bytes(source):
            raise KeyError("oops")
        Path("/nowhere/secret").read_bytes()
        raise AssertionError


def test_the_fuzzer_sees_crashes_and_files_that_are_touched() -> None:
    _, (crash,) = fuzz.run(_Bad(), [b"failfailfail" * 99], 3, 1, WATCH)
    assert "KeyError: 'oops'" in crash.what
    _, (crash,) = fuzz.run(_Bad(), [b"0" * 99], 1, 1, WATCH)
    assert "/nowhere/secret" in crash.what
