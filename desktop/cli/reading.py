"""What the commands read: a file or standard input, and where the fight in it stands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.encounter.situation import Situation
    from rules.encounter.state import Encounter
    from rules.system import RuleSystem

FIGHT = ".kampf"


def read_input(name: str) -> bytes:
    """Read a file, or standard input for ``-``; no more than shows that it is too long."""
    from rules.encounter.plain import MAX_TEXT, read_start

    if name == "-":
        return sys.stdin.buffer.read(MAX_TEXT + 1)
    return read_start(Path(name))


def read_fight(name: str) -> Encounter | Situation[RuleSystem]:
    """Read where a fight stands, as a file of the program or exported; or a situation, unplayed.

    Raises UnreadableFileError, StoreError and OSError.
    """
    from desktop.files import read_json_file
    from rules import registry
    from rules.encounter.plain import read_json
    from rules.encounter.situation import load_situation
    from rules.encounter.store import Store

    if Path(name).suffix.lower() == FIGHT:
        opened = Store.open(Path(name), registry.get, read_only=True)
        opened.store.close()
        return opened.history.state
    data = read_json(read_input(name))
    if isinstance(data, dict) and "steps" in data:
        return read_json_file(Path(name))[0].state
    return load_situation(data, registry.get)
