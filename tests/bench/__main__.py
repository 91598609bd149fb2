"""Run the benchmarks: ``python -m tests.bench``; ``lines`` runs only what needs no window.

Times are processor time on this machine; what holds elsewhere are the ratios: scalar is shapely,
one line at a time, limit a kernel compiled by numba that answers less (see ``limit``).
"""

from __future__ import annotations

import subprocess
import sys

from desktop.machine.memory import keep_ready
from tests.bench import bench_attacks, bench_fight, bench_sight, limit
from tests.bench.table import show

WINDOWS = {
    "a drag over 3,800 wall pieces among 200 tokens": "bench_drag",
    "the largest maps under the hand": "bench_pan",
    "a map with a picture of 8,192² pixels": "bench_picture",
    "a sheet as PDF": "bench_sheet",
    "steps on the disk": "bench_store",
    "from the start to a window that can be used": "bench_start",
}
"""Benchmarks with a program of their own."""


def main() -> int:
    """Print everything."""
    keep_ready()  # as the program does when it starts
    show([*bench_sight.run(), *bench_fight.run(), *bench_attacks.run()])
    print("scalar: lines only, one at a time; for B reckoned from A, 24 times as many lines")
    print("(…): an aim of our own, for what is dearer than what the limits speak of")
    if not limit.available():
        print("limit: not measured, numba is not installed (extra: bench)")
    failed = 0
    for name, module in WINDOWS.items() if sys.argv[1:] != ["lines"] else ():
        print(f"\n{name}", flush=True)
        failed |= subprocess.run(
            [sys.executable, "-m", f"tests.bench.{module}"], check=False
        ).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main())
