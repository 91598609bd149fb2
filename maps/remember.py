"""Remembers what was computed from a frozen value, by its identity: no look-up hashes a board."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def by_identity(keep: int = 8) -> Callable[[Callable[[K], V]], Callable[[K], V]]:
    """Decorate a function of one frozen value; the ``keep`` values used last are remembered."""

    def decorate(function: Callable[[K], V]) -> Callable[[K], V]:
        kept: OrderedDict[int, tuple[K, V]] = OrderedDict()

        def look_up(value: K) -> V:
            found = kept.get(id(value))
            if found is not None and found[0] is value:
                kept.move_to_end(id(value))
                return found[1]
            made = function(value)
            kept[id(value)] = (value, made)
            while len(kept) > keep:
                kept.popitem(last=False)
            return made

        return look_up

    return decorate
