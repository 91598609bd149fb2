"""One value for every finding: map checks, imports, broken files, impossible plans."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from maps.grid import Point


class Severity(StrEnum):
    """How bad a finding is."""

    NOTE = "note"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding by code; the words come from the catalogue key ``problem.<code>``.

    ``place`` says where in a file or a dialog (a key, a line), ``points`` where on the
    map, ``args`` fill the gaps of the sentence.
    """

    code: str
    severity: Severity = Severity.WARNING
    place: str = ""
    args: Mapping[str, object] = field(default_factory=dict)
    points: tuple[Point, ...] = ()
    subject: str = ""


class UnreadableFileError(Exception):
    """A file that cannot be read at all; carries the one problem that says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem
