"""What the sheets of several systems do when they are read."""

from __future__ import annotations

from collections.abc import Callable


def entries(value: object, entry: Callable[[str], object]) -> object:
    """Let ids stand for entries of a list: ``["sword", "longbow"]``.

    ``entry`` returns what an id stands for, or the id itself where it stands for nothing. What is
    no list is returned as it is, for the model to refuse.
    """
    if not isinstance(value, list | tuple):
        return value
    return [entry(item) if isinstance(item, str) else item for item in value]
