"""How long until the window can be used, beside an empty window of PySide6 in the same run.

``python -m tests.bench.bench_start [RUNS]``: whole processes, from their start to the moment at
which the first picture is painted and no event waits; medians by the clock, and the least
processor time, which a busy machine spoils less. Must: the start page ≤ 2.5 × empty.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

RUNS = 7
SITUATION = "tests/golden/pathfinder/big-shooter.json"
ROOT = Path(__file__).resolve().parents[2]

EMPTY = """
import sys, time
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
window.resize(1600, 1000)
window.show()
app.processEvents()
print("usable", time.time(), time.process_time())
"""
OURS = """
import sys, time
from PySide6.QtWidgets import QApplication

def usable(*_args):
    QApplication.processEvents()
    print("usable", time.time(), time.process_time())
    return 0

QApplication.exec = usable
from desktop.cli import main
raise SystemExit(main(sys.argv[1:]))
"""
COMMAND = """
import sys, time
from desktop.cli import main
try:
    main(sys.argv[1:])
finally:
    print("\\nusable", time.time(), time.process_time())
"""
CASES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("an empty window of PySide6", EMPTY, ()),
    ("schlachtplan: start page", OURS, ("--language", "de")),
    ("schlachtplan demo: map and docks", OURS, ("--language", "de", "demo")),
    ("schlachtplan --version", COMMAND, ("--version",)),
    ("schlachtplan plan", COMMAND, ("plan", "situation.json")),
)


def seconds(code: str, arguments: Sequence[str], home: str) -> tuple[float, float]:
    """Start a process; return the seconds until it can be used or ends: clock, processor."""
    env = {
        **os.environ,
        # an installed program is compiled once: so is this one, in the first round
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": home,
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(ROOT),
        "SCHLACHTPLAN_CONFIG": home,
        "SCHLACHTPLAN_DATA": home,
    }
    begin = time.time()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=home, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = [line for line in done.stdout.splitlines() if line.startswith("usable ")]
    if done.returncode:
        raise RuntimeError(done.stderr)
    _, end, spent = said[0].split()
    return float(end) - begin, float(spent)


def main(runs: int = RUNS) -> None:
    """Print every case, its median and how many times the empty window it takes."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name, _, _ in CASES}
    with tempfile.TemporaryDirectory() as home:
        golden = json.loads((ROOT / SITUATION).read_text("utf-8"))
        (Path(home) / "situation.json").write_text(json.dumps(golden["situation"]), "utf-8")
        for _ in range(runs + 1):  # the first round only warms the disk
            for name, code, arguments in CASES:
                found[name].append(seconds(code, arguments, home))
    took = {
        name: (statistics.median(t for t, _ in times[1:]), min(t for _, t in times[1:]))
        for name, times in found.items()
    }
    empty = took[CASES[0][0]]
    for name, (clock, spent) in took.items():
        print(
            f"{name:<36} {clock * 1000:6.0f} ms  {clock / empty[0]:5.2f} × empty; processor "
            f"{spent * 1000:5.0f} ms  {spent / empty[1]:5.2f} × empty"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS)
