"""What every map format shares: the result of an import, and files read within limits."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol, TypeAlias

from maps.board import Board
from maps.grid import Point
from maps.plain_files import read_plain
from maps.problems import Problem, Severity, UnreadableFileError
from maps.shapes import Kind

MAX_FILE = 600 * 1024 * 1024
"""Largest file that is read, in bytes."""
_HEAD = 4096
MAX_PLACES = 50
"""How many places on the map one finding remembers."""
MAX_LINE = 100_000
"""Most points of one line or shape."""


class Need(StrEnum):
    """What a map still lacks and a dialog should ask for."""

    GRID = "grid"
    PICTURE = "picture"


Frame: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Import:
    """A map that was read: the board, the bytes of its pictures by hash, and the report.

    ``problems`` begins with the note ``import_counts`` that says how much was read. For a map
    that needs its picture ``frame`` says where that belongs (left, top, width, height in
    sub-units) and ``pixels`` how many of its pixels make a square, as far as known.
    """

    board: Board
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    name: str = ""
    needs: frozenset[Need] = frozenset()
    frame: Frame | None = None
    pixels: float = 0


class Format(Protocol):
    """A map format; the modules of this package each hold one."""

    @property
    def id(self) -> str: ...

    @property
    def suffixes(self) -> tuple[str, ...]:
        """Endings of file names with the dot, small letters."""
        ...

    def sniff(self, head: bytes, name: str) -> bool:
        """Whether the first bytes and the name of a file look like this format."""
        ...

    def read(self, source: Path | bytes, name: str = "") -> Import:
        """Read a map. Raises UnreadableFileError when nothing can be made of it."""
        ...


@dataclass(slots=True)
class Findings:
    """Collects what a reader notices; equal findings become one problem with a count."""

    _counts: dict[str, int] = field(default_factory=dict)
    _problems: dict[str, Problem] = field(default_factory=dict)
    _points: dict[str, list[Point]] = field(default_factory=dict)

    def note(self, code: str, place: str = "", **args: object) -> None:
        """Note something worth knowing."""
        self.add(Problem(code, Severity.NOTE, place, args))

    def warn(self, code: str, place: str = "", **args: object) -> None:
        """Note something that was repaired or left out."""
        self.add(Problem(code, Severity.WARNING, place, args))

    def add(self, problem: Problem) -> None:
        """Add a finding; the first of its code stays, with all places on the map."""
        code = problem.code
        self._counts[code] = self._counts.get(code, 0) + 1
        self._problems.setdefault(code, problem)
        points = self._points.setdefault(code, [])
        points += problem.points[: MAX_PLACES - len(points)]

    def at(
        self, code: str, place: str, *points: Point, severity: Severity = Severity.WARNING
    ) -> None:
        """Add a finding that lies at places on the map."""
        self.add(Problem(code, severity, place, {}, points))

    def problems(self) -> tuple[Problem, ...]:
        """Return all findings; ``n`` among their args says how many, ``place`` where first."""
        return tuple(
            Problem(
                code,
                first.severity,
                first.place,
                {"n": self._counts[code], "place": first.place, **first.args},
                tuple(self._points[code]),
                first.subject,
            )
            for code, first in self._problems.items()
        )


def counts_of(board: Board) -> dict[str, object]:
    """Count what was read, for the note ``import_counts``; columns and rows are squares."""
    kinds = [o.kind for o in board.obstacles]
    named = {Kind.WALL, Kind.DOOR, Kind.SLIT}
    return {
        "walls": kinds.count(Kind.WALL),
        "pieces": sum(len(list(o.segments())) for o in board.obstacles),
        "objects": sum(kind not in named for kind in kinds),
        "doors": kinds.count(Kind.DOOR),
        "windows": kinds.count(Kind.SLIT),
        "lights": len(board.lights),
        "columns": board.width,
        "rows": board.height,
    }


def unreadable(code: str, place: str = "", **args: object) -> UnreadableFileError:
    """Make the error that says why a file cannot be read."""
    return UnreadableFileError(Problem(code, Severity.ERROR, place, {"place": place, **args}))


def load(source: Path | bytes, limit: int = MAX_FILE) -> bytes:
    """Return the bytes of a source.

    Raises UnreadableFileError for a file that is missing, empty, or larger than ``limit``.
    """
    if isinstance(source, bytes):
        size, data = len(source), source
    else:
        size, data = _stat(source), b""
    if size > limit:
        raise unreadable("file_too_big", size=_megabytes(size), limit=_megabytes(limit))
    if isinstance(source, Path):
        try:
            data = read_plain(source, limit)
        except OSError as error:
            raise unreadable("file_unreadable", reason=error.strerror or "") from error
        if len(data) > limit:  # it grew, or is one of those that say they are empty
            raise unreadable("file_too_big", size=_megabytes(len(data)), limit=_megabytes(limit))
    if not data[:_HEAD].strip() and not data.strip():
        raise unreadable("file_empty")
    return data


def asset_hash(data: bytes) -> str:
    """Return the name of an asset: the SHA-256 of its bytes in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def title(source: Path | bytes, name: str) -> str:
    """Return the name for a map from a file name: without folder and endings."""
    file = name or (source.name if isinstance(source, Path) else "")
    return Path(file.replace("\\", "/")).stem


def _stat(path: Path) -> int:
    try:
        if path.is_dir():
            raise unreadable("file_is_folder")
        return path.stat().st_size
    except FileNotFoundError as error:
        raise unreadable("file_missing") from error
    except OSError as error:
        raise unreadable("file_unreadable", reason=error.strerror or "") from error


def _megabytes(size: int) -> int:
    return -(-size // 1_048_576)
