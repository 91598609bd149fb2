"""Work that takes long and pauses now and then, so that whoever waits may do something else."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

Pausing = Generator[None, None, T]
"""Each ``None`` that it yields is a pause; what it returns is the answer."""


def at_once(work: Pausing[T]) -> T:
    """Return the answer of some work, without pauses."""
    while True:
        try:
            next(work)
        except StopIteration as stop:
            answer: T = stop.value
            return answer
