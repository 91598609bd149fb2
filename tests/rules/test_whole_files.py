"""What is written out appears whole or not at all, and what lay there before stays until then."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from rules.whole_files import write_whole


def full(_descriptor: int) -> None:
    raise OSError(28, "No space left on device")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder."""
    folder = tmp_path / "folder"
    folder.mkdir()
    return folder


def test_a_file_takes_the_place_of_another_and_keeps_its_permissions(folder: Path) -> None:
    path = folder / "Sätze.json"
    path.write_bytes(b"before")
    path.chmod(0o640)
    write_whole(path, b"after")
    assert path.read_bytes() == b"after"
    assert os.name != "posix" or path.stat().st_mode & 0o777 == 0o640
    assert list(folder.iterdir()) == [path]


@pytest.mark.parametrize("before", [b"before", None])
def test_a_full_disk_costs_nothing_that_was_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch, before: bytes | None
) -> None:
    path = folder / "karte.json"
    if before is not None:
        path.write_bytes(before)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"after")
    assert (path.read_bytes() if path.exists() else None) == before
    assert list(folder.iterdir()) == ([] if before is None else [path])


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
def test_links_are_followed_and_stay(folder: Path) -> None:
    path, link = folder / "a.json", folder / "b.json"
    path.write_bytes(b"before")
    link.symlink_to(path)
    write_whole(link, b"after")
    assert link.is_symlink()
    assert path.read_bytes() == b"after"


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_devices_are_written_into_and_not_replaced() -> None:
    write_whole(Path(os.devnull), b"x")
    assert not Path(os.devnull).is_file()
    with pytest.raises(OSError, match="No space"):
        write_whole(Path("/dev/full"), b"x")
    assert not Path("/dev/full").is_file()
