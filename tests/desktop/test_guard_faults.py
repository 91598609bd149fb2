"""A window that fails everywhere stays alive, tells of each fault once, and plays on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from desktop.demo import demo_file

ROOT = Path(__file__).resolve().parents[2]
WHAT = {
    "body": "TypeError: ",
    "ring": "KeyError: ",
    "filter": "ValueError: ",
    "map": "IndexError: ",
    "dialog": "RuntimeError: ",
    "delegate": "AttributeError: ",
}


def test_a_window_that_fails_everywhere_plays_on(tmp_path: Path) -> None:
    env = {
        **os.environ,
        "SCHLACHTPLAN_DATA": str(tmp_path),
        "SCHLACHTPLAN_CONFIG": str(tmp_path),
        "QT_QPA_PLATFORM": "offscreen",
    }
    fight = demo_file("burghof")
    command = [sys.executable, "-m", "tests.desktop.guard_child", str(fight), str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    found = json.loads(ended.stdout)
    for part, kind in WHAT.items():
        assert len(found["shown"][part]) == 1, part  # told once, though it failed again and again
        assert found["shown"][part][0].startswith(kind)
    struck = found["struck"]
    assert len(struck) == len(set(struck)) > 120
    assert found["caught"] == len(struck)
    assert found["plays"]
    assert (tmp_path / "schlachtplan.log").stat().st_size <= 512 * 1024
