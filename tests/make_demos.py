"""Writes the demo fights of ``assets/demo``: ``python -m tests.make_demos``.

A demo is a situation file: the board and the combatants before the fight, and the script
that leads into the middle of it, dice included.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.demos.burghof import burghof
from tests.demos.gruft import gruft
from tests.demos.kraehenfels import kraehenfels
from tests.demos.muehlbruecke import muehlbruecke
from tests.demos.nebelturm import nebelturm
from tests.demos.writer import Written

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "demo"

DEMOS: Mapping[str, Callable[[], Written]] = {
    "burghof": burghof,
    "gruft": gruft,
    "kraehenfels": kraehenfels,
    "muehlbruecke": muehlbruecke,
    "nebelturm": nebelturm,
}
"""What makes each demo, by its id."""


def text_of(id: str) -> str:
    """Return the file of a demo as it must be."""
    return json.dumps(DEMOS[id](), ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write all demo fights."""
    for id in DEMOS:
        (FOLDER / f"{id}.json").write_text(text_of(id), "utf-8")


if __name__ == "__main__":
    main()
