"""Reads monsters of OSRIC and its kin: printed blocks, one-liners, JSON of other programs."""

from __future__ import annotations

import re
from typing import Final

from rules.statblocks.draft import Draft
from rules.statblocks.source import Source
from rules.systems.osric.statblocks.documents import is_chromatic, is_monster, read_document
from rules.systems.osric.statblocks.text import read_text

_SIGNS: Final = re.compile(
    r"\b(?:Hit Dice|HD|Trefferwürfel|TW|Armou?r Class|Rüstungsklasse|AC|RK|No\. (?:Enc|App)\w*|"
    r"THAC0|MV|#AT|Magic Resistance|Magieresistenz|Lair|% in)(?!\w)",
    re.IGNORECASE,
)


def fit(source: Source) -> int:
    """Return how much a source looks like a monster of OSRIC, 0 to 100."""
    if source.data is not None:
        if is_chromatic(source.data):
            return 90
        return 60 if is_monster(source.data) else 0
    return min(75, 15 * len({sign.casefold() for sign in _SIGNS.findall(source.text)}))


def read(source: Source) -> tuple[Draft, ...]:
    """Read every creature of a source."""
    return (read_document(source),) if source.data is not None else read_text(source)
