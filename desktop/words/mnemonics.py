"""The letters by which Alt opens menus."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Final

LETTERS: Final = frozenset(ascii_lowercase)


def with_mnemonics(titles: Sequence[str]) -> list[str]:
    """Mark a letter of each title with "&", each letter once; first letters go first.

    Only letters that every keyboard has count. A title of which all letters are taken
    keeps its words and goes without. Titles hold no "&" of their own.
    """
    taken: dict[str, int] = {}
    for n, title in enumerate(titles):
        if title[:1].lower() in LETTERS:
            taken.setdefault(title[:1].lower(), n)
    return [_marked(title, n, taken) for n, title in enumerate(titles)]


def _marked(title: str, number: int, taken: dict[str, int]) -> str:
    for place, letter in enumerate(title.lower()):
        if letter in LETTERS and taken.setdefault(letter, number) == number:
            return f"{title[:place]}&{title[place:]}"
    return title
