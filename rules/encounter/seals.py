"""Check sums in encounter files: each row says whether it is still what was written.

The sum of a step covers that of the step before it, so that rows of an older moment fit nowhere;
the seal covers the last sum, the cursor and the number of the schema. They find accidents, no
forgeries: whoever writes a file can seal it.
"""

from __future__ import annotations

import hashlib

_BYTES = 8


def _sum(*parts: object) -> str:
    return _sum_of(*(str(part).encode("utf-8", "surrogatepass") for part in parts))


def _sum_of(*parts: bytes) -> str:
    told = b"".join([b"%d:%b" % (len(part), part) for part in parts])
    return hashlib.blake2b(told, digest_size=_BYTES).hexdigest()


def of_state(chain: str, n: int, state: object) -> str:
    """Return the sum of a whole state; ``chain`` is that of step n, empty at the beginning."""
    return _sum("state", chain, n, state)


def of_step(before: str, n: int, label: object, events: object, at: object) -> str:
    """Return the sum of a step; ``before`` is that of the step before it, at first of the state."""
    return _sum("step", before, n, label, events, at)


def of_raw_step(before: str, n: int, label: bytes, events: bytes, at: bytes) -> str:
    """Return the sum of a step whose texts are UTF-8."""
    return _sum_of(b"step", before.encode(), b"%d" % n, label, events, at)


def of_file(id: str, done: object, last: str, schema: int) -> str:
    """Return the seal of a file: its name, the cursor, the sum of its last step, its schema."""
    return _sum("file", id, done, last, *([schema] if schema > 2 else []))
