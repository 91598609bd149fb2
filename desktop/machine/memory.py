"""What the C library does with memory that is freed: kept ready for a moment, given back at last.

Both know only glibc; elsewhere they do nothing and say so. No Qt here: the benchmarks use it too.
"""

from __future__ import annotations

import contextlib
import ctypes
import sys

READY = 8 * 1024 * 1024
"""Bytes that the heap takes and lets go at once."""

TOP_PAD = -2
"""What ``mallopt`` calls them (``M_TOP_PAD`` in ``malloc.h``)."""


def keep_ready() -> bool:
    """Let the heap grow and shrink in large pieces.

    An answer of the map makes and drops a few megabytes of arrays. By itself glibc hands their
    pages back to the system and fetches them anew for the next answer, which then takes up to half
    as long again. Returns whether there is such a library.
    """
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(OSError, AttributeError):  # musl has no such call
        return bool(ctypes.CDLL(None).mallopt(TOP_PAD, READY))
    return False


def give_back() -> bool:
    """Give freed memory back to the system where the C library keeps it (glibc does).

    Pictures of sheets and closed fights leave holes between what is still used; over an evening
    they add up. Returns whether there is such a library.
    """
    if not sys.platform.startswith("linux"):
        return False
    with contextlib.suppress(OSError, AttributeError):  # musl has no such call
        ctypes.CDLL(None).malloc_trim(0)
        return True
    return False
