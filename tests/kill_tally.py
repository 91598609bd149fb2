"""What the tests count that kill a process while it writes: shown as they go with ``pytest -s``."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(slots=True)
class Tally:
    """How often a process was killed, and what became of the deeds that it told of.

    ``unfinished`` deeds were on the disk although the process was killed before it told of them.
    """

    wanted: int
    what: str
    kills: int = 0
    told: int = 0
    unfinished: int = 0
    lost: int = 0

    def __str__(self) -> str:
        counts = f"{self.kills} of {self.wanted} {self.what}, {self.told} deeds told"
        return f"{counts}, {self.unfinished} written but not told, {self.lost} lost"

    def say(self) -> None:
        """Say how it stands, at once: a limit of time must not hide what was counted."""
        sys.stdout.write(f"\n{self}")
        sys.stdout.flush()
