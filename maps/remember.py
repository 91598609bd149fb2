"""Remembers what was computed from a frozen value, by its identity: no look-up hashes a board."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Found:
    """What was found out about one map, by what it depends on; all is forgotten once it is full."""

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._known: dict[Hashable, Any] = {}

    def get(self, key: Hashable, find: Callable[[], V]) -> V:
        """Return what is known, or find it out now. ``key`` names everything that it depends on."""
        known = self._known
        if key in known:
            value: V = known[key]
            return value
        if len(known) >= self._most:
            known.clear()
        made = known[key] = find()
        return made


def by_identity(keep: int = 8) -> Callable[[Callable[[K], V]], Callable[[K], V]]:
    """Decorate a function of one frozen value; the ``keep`` values used last are remembered."""

    def decorate(function: Callable[[K], V]) -> Callable[[K], V]:
        kept: OrderedDict[int, tuple[K, V]] = OrderedDict()

        def look_up(value: K) -> V:
            key = id(value)
            found = kept.get(key)
            if found is not None and found[0] is value:
                kept.move_to_end(key)
                return found[1]
            made = function(value)
            kept[key] = (value, made)
            while len(kept) > keep:
                kept.popitem(last=False)
            return made

        return look_up

    return decorate
