"""The demo fights: situation files among the assets, played by their own scripts. No Qt."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.encounter.history import History
    from rules.encounter.situation import Situation
    from rules.play import Say
    from rules.system import RuleSystem

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "demo"
ORDER = ("gruft", "kraehenfels", "muehlbruecke", "burghof", "nebelturm")
"""How the start page shows them; any others come behind."""


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo fight as the start page shows it."""

    id: str
    system: str
    combatants: int
    width: int
    height: int


def demo_file(id: str) -> Path:
    return FOLDER / f"{id}.json"


def demos() -> tuple[Demo, ...]:
    """Return the demo fights there are, in the order of the start page."""
    found = []
    for path in sorted(FOLDER.glob("*.json"), key=_place):
        data = json.loads(path.read_text("utf-8"))
        board = data.get("board", {})
        found.append(
            Demo(
                path.stem,
                data["system"],
                len(data.get("tokens", ())),
                int(board.get("width", 24)),
                int(board.get("height", 16)),
            )
        )
    return tuple(found)


def _place(path: Path) -> tuple[int, str]:
    place = ORDER.index(path.stem) if path.stem in ORDER else len(ORDER)
    return place, path.stem


def load_demo(id: str) -> Situation[RuleSystem]:
    """Read a demo fight."""
    from rules import registry
    from rules.encounter.situation import load_situation

    return load_situation(demo_file(id).read_bytes(), registry.get)


def demo_history(id: str, say: Say) -> History:
    """Return a demo in the middle of its fight: every command of its script is one step."""
    from rules.play import run_script

    return run_script(load_demo(id), say).history
