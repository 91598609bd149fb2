"""Single values as strangers write them: numbers as text, points as arrays, colours both ways."""

from __future__ import annotations

import math
import re
from typing import TypeAlias

Pair: TypeAlias = tuple[float, float]


def number(value: object) -> float | None:
    """Read a finite number, also one written as text; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def pair(value: object) -> Pair | None:
    """Read ``{"x": …, "y": …}`` or ``[x, y]``."""
    if isinstance(value, dict):
        value = [value.get("x"), value.get("y")]
    if not isinstance(value, list) or len(value) != 2:  # x and y
        return None
    x, y = number(value[0]), number(value[1])
    return None if x is None or y is None else (x, y)


def flag(value: object) -> bool | None:
    """Read a truth, also one written as number or text; None for anything else."""
    if isinstance(value, str):
        return {"true": True, "1": True, "false": False, "0": False}.get(value.strip().lower())
    return bool(value) if isinstance(value, bool | int | float) else None


_HEX = re.compile(r"#?(?:[0-9a-fA-F]{2})?([0-9a-fA-F]{6})")


def colour(value: object) -> str | None:
    """Read AARRGGBB or RRGGBB as ``#rrggbb``."""
    match = _HEX.fullmatch(value.strip()) if isinstance(value, str) else None
    return f"#{match[1].lower()}" if match else None
