"""How the commands answer: JSON on standard output, an exit status."""

from __future__ import annotations

import json
import sys

OK, FAILED = 0, 1
"""Exit status: done, also where the answer is "impossible"; what cannot run here."""


def print_json(data: object) -> None:
    """Print what a command found out; raises TypeError for what JSON cannot say."""
    json.dump(data, sys.stdout, ensure_ascii=False, indent=1, default=_plain)
    print()


def _plain(value: object) -> object:
    raise TypeError(f"not JSON: {value!r}")
