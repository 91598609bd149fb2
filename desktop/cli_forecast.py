"""``schlachtplan forecast``: how a fight may end, counted without a window."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from desktop.cli import read_input
from desktop.files import read_json_file
from maps.problems import Problem, Severity, UnreadableFileError
from rules import registry
from rules.encounter.commands import CommandError
from rules.encounter.plain import read_json
from rules.encounter.situation import load_situation
from rules.encounter.state import Encounter
from rules.encounter.store import Store
from rules.forecast.fight import Tally, can_forecast, ends, tally_json
from rules.play import run_script

FIGHT = ".kampf"


def forecast(args: argparse.Namespace) -> dict[str, Any]:
    """Play a fight on until enough runs are done or the time is up; return odds and losses.

    Raises UnreadableFileError where there are no two sides or the fight cannot go on.
    """
    state = _state(args.file)
    system = registry.get(state.system)
    if not can_forecast(system, state):
        raise UnreadableFileError(Problem("forecast_nobody", Severity.ERROR, "tokens"))
    tally, until = Tally(), time.monotonic() + args.seconds
    try:
        for end in ends(system, state, args.seed, range(args.runs)):
            if end is not None:
                tally.add(end)
            if time.monotonic() > until and tally.runs:
                break
    except CommandError as error:
        raise UnreadableFileError(error.problem) from error
    return tally_json(tally, state, args.seed)


def _state(name: str) -> Encounter:
    """Read where a fight stands: a file of the program, an exported fight, or a situation."""
    if Path(name).suffix.lower() == FIGHT:
        opened = Store.open(Path(name), registry.get, read_only=True)
        opened.store.close()
        return opened.history.state
    data = read_json(read_input(name))
    if isinstance(data, dict) and "steps" in data:
        return read_json_file(Path(name))[0].state
    return run_script(load_situation(data, registry.get)).state
