"""``schlachtplan forecast``: how a fight may end, counted without a window."""

from __future__ import annotations

import argparse
import time
from typing import Any

from desktop.cli.reading import read_fight
from maps.problems import Problem, Severity, UnreadableFileError
from rules import registry
from rules.encounter.commands import CommandError
from rules.encounter.situation import Situation
from rules.encounter.state import Encounter
from rules.forecast.fight import Tally, can_forecast, ends, tally_json
from rules.play import run_script


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
    """Return where a fight stands; a situation is played by its script first."""
    found = read_fight(name)
    return run_script(found).state if isinstance(found, Situation) else found
