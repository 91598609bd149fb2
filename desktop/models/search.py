"""Finding words as they are typed: without marks over letters, ue for ü, ss for ß."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@lru_cache(maxsize=8192)
def folds(text: str) -> tuple[str, str]:
    """Return a text in the two ways in which it may be typed: "Wurger" and "Wuerger"."""
    folded = unicodedata.normalize("NFC", text).casefold()
    return _plain(folded), _plain(folded.translate(_SPELLED))


def matches(wanted: str, text: str) -> bool:
    """Whether every word that is wanted stands somewhere in a text."""
    ways = folds(text)
    return all(any(form in way for form in folds(word) for way in ways) for word in wanted.split())
