"""The demo fights: situation files among the assets, played by their own scripts. No Qt."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.encounter.history import History
    from rules.encounter.situation import Situation
    from rules.procedures.setting import Say
    from rules.system import RuleSystem

FOLDER = Path(__file__).resolve().parent.parent / "assets" / "demo"
WRITTEN = "de"
"""The language in which the demos are written."""
SPOKEN = frozenset({"name", "calling", "race", "trigger", "text", "note"})
"""Keys of a situation whose values are words for people."""
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
    return tuple(_demo(path) for path in sorted(FOLDER.glob("*.json"), key=_place))


@cache
def _demo(path: Path) -> Demo:
    """Read what a card says of a demo: once, for the files come with the program."""
    data = json.loads(path.read_text("utf-8"))
    board = data.get("board", {})
    return Demo(
        path.stem,
        data["system"],
        len(data.get("tokens", ())),
        int(board.get("width", 24)),
        int(board.get("height", 16)),
    )


def _place(path: Path) -> tuple[int, str]:
    place = ORDER.index(path.stem) if path.stem in ORDER else len(ORDER)
    return place, path.stem


def load_demo(id: str, spoken: str = WRITTEN) -> Situation[RuleSystem]:
    """Read a demo fight, its names in a language."""
    from rules import registry
    from rules.encounter.situation import load_situation

    data = json.loads(demo_file(id).read_text("utf-8"))
    return load_situation(_named(data, _names(spoken)), registry.get)


def demo_history(id: str, say: Say, spoken: str = WRITTEN) -> History:
    """Return a demo in the middle of its fight: every command of its script is one step."""
    from rules.play import run_script

    return run_script(load_demo(id, spoken), say).history


@cache
def _names(spoken: str) -> Mapping[str, str]:
    """Return what the words of the demos are in a language; English where it has no file."""
    if spoken == WRITTEN:
        return {}
    files = (FOLDER / f"names.{code}.toml" for code in (spoken, "en"))
    path = next(path for path in files if path.exists())
    return tomllib.loads(path.read_text("utf-8"))


def _named(data: Any, names: Mapping[str, str], key: str = "") -> Any:
    """Return a situation with other names; numbers behind them stay."""
    if isinstance(data, dict):
        return {k: _named(v, names, k) for k, v in data.items()}
    if isinstance(data, list):
        return [_named(v, names, key) for v in data]
    if key not in SPOKEN or not isinstance(data, str):
        return data
    stem, gap, number = data.rpartition(" ")
    if number.isdigit() and stem in names:
        return f"{names[stem]}{gap}{number}"
    return names.get(data, data)
