"""The options of a rule system as a fight has chosen them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from rules.core.options import Options, OptionSpec, OptionValue
from rules.encounter.state import Encounter


def options_by(specs: Sequence[OptionSpec]) -> Callable[[Encounter], Options]:
    """Return the function that says which of these options are in force in a fight."""

    @lru_cache(maxsize=16)
    def in_force(chosen: tuple[tuple[str, OptionValue], ...]) -> Options:
        return Options(specs, dict(chosen))

    def options_of(state: Encounter) -> Options:
        """Return the options in force in a fight."""
        return in_force(tuple(state.options.items()))

    return options_of
