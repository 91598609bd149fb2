"""Reads files of strangers: of each no more than is wanted, and nothing that may never end."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from maps.problems import Problem, Severity, UnreadableFileError


def read_plain(path: Path, most: int) -> bytes:
    """Return the bytes of a file; of a longer one just so many that a reader sees it is too long.

    Pipes and devices are refused: a pipe makes whoever opens it wait, a device has no end.
    Raises UnreadableFileError for these, OSError.
    """
    with open(path, "rb", opener=_without_waiting) as file:  # paths have no opener
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            args = {"file": path.name}
            raise UnreadableFileError(Problem("file_not_a_file", Severity.ERROR, path.name, args))
        return file.read(most + 1)


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
