"""Reads creatures of Pathfinder: printed stat blocks, actors of Foundry (Pathfinder and 3.5)."""

from __future__ import annotations

import re
from typing import Final

from rules.statblocks.draft import Draft
from rules.statblocks.source import Source
from rules.systems.pathfinder.statblocks.actors import is_actor, read_actor
from rules.systems.pathfinder.statblocks.text import read_text

_SIGNS: Final = re.compile(
    r"\b(?:CMB|CMD|KMB|KMV|Base Atk|GAB|flat-footed|Fort|Z[äÄ]H|Init|INI|auf dem falschen)\b"
)


def fit(source: Source) -> int:
    """Return how much a source looks like a creature of Pathfinder, 0 to 100."""
    if source.data is not None:
        return 90 if is_actor(source.data) else 0
    return min(80, 20 * len(set(_SIGNS.findall(source.text))))


def read(source: Source) -> tuple[Draft, ...]:
    """Read every creature of a source."""
    return (read_actor(source),) if source.data is not None else read_text(source)
