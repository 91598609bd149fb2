"""Guards against builds of PySide6 that lose references to None.

6.12.0 on CPython 3.11 gives back one reference too few at each call that returns nothing. After
some thousands of calls None is freed and Python aborts. pyproject.toml excludes that build.
"""

from __future__ import annotations

import subprocess
import sys

CALLS = 4000

COUNT = f"""
import sys
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath
path, end = QPainterPath(), QPointF(1, 1)
call = path.lineTo
for _ in range(100):
    call(end)
before = sys.getrefcount(None)
for _ in range({CALLS}):
    call(end)
print(sys.getrefcount(None) - before)
"""


def test_calls_without_a_result_lose_no_reference_to_none() -> None:
    # In a process of its own: a bad build would take the whole test run down with it.
    # From CPython 3.12 on None is immortal and its count never moves.
    run = subprocess.run(
        [sys.executable, "-c", COUNT], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr
    change = int(run.stdout)
    allowed = 0 if sys.version_info >= (3, 12) else CALLS // 100
    assert abs(change) <= allowed, f"{change} references to None after {CALLS} calls"
