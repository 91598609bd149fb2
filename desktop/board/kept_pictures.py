"""Pictures that are kept while there is room for them: a sharp screen needs many times as much."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtGui import QPixmap

K = TypeVar("K")


class KeptPictures(Generic[K]):
    """The pictures used last, by what they show; no more than ``most`` bytes together."""

    def __init__(self, most: int) -> None:
        self._most, self.bytes = most, 0
        self._known: OrderedDict[K, QPixmap] = OrderedDict()

    def get(self, key: K, make: Callable[[], QPixmap]) -> QPixmap:
        """Return the picture of a key; makes it where it is not kept (any more)."""
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known
        made = self._known[key] = make()
        self.bytes += bytes_of(made)
        while self.bytes > self._most and len(self._known) > 1:
            self.bytes -= bytes_of(self._known.popitem(last=False)[1])
        return made


def bytes_of(picture: QPixmap) -> int:
    """Return how much memory a picture takes."""
    return picture.width() * picture.height() * picture.depth() // 8
