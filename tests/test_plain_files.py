"""Of files of strangers no more is read than is wanted; pipes and devices are refused at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.files import check_file, read_json_file
from maps.formats import read_map
from maps.plain_files import read_plain
from maps.problems import UnreadableFileError
from rules.library.files import read_set

posix = pytest.mark.skipif(os.name != "posix", reason="no pipes among files")


def test_a_file_is_read_as_far_as_a_reader_wants(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(b"x" * 100)
    assert read_plain(path, 100) == b"x" * 100
    assert read_plain(path, 10) == b"x" * 11
    with pytest.raises(FileNotFoundError):
        read_plain(tmp_path / "nothing", 10)
    with pytest.raises((IsADirectoryError, PermissionError)):
        read_plain(tmp_path, 10)


@posix
@pytest.mark.parametrize("read", [check_file, read_map, read_set, read_json_file])
@pytest.mark.parametrize("name", ["a.png", "a.json", "a.tmx", "a.dd2vtt", "a.kampf"])
def test_nobody_waits_for_a_pipe(tmp_path: Path, read: Callable[[Path], object], name: str) -> None:
    path = tmp_path / name
    os.mkfifo(path)
    with pytest.raises(UnreadableFileError) as refused:
        read(path)
    assert refused.value.problem.code == "file_not_a_file"


@posix
@pytest.mark.parametrize("read", [check_file, read_map, read_set, read_json_file])
def test_what_has_no_end_is_not_read(read: Callable[[Path], object]) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        read(Path("/dev/zero"))
    assert refused.value.problem.code in {"file_not_a_file", "file_empty"}
