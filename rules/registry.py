"""Which rule systems there are: dotted names, loaded when first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from rules.system import RuleSystem

BUILT_IN = {
    "pathfinder": "rules.systems.pathfinder",
    "das_system": "rules.systems.das_system",
    "osric": "rules.systems.osric",
    "damakar": "rules.systems.damakar",
    "muinimula": "rules.systems.muinimula",
}
"""System id → module that exports ``SYSTEM``; others come from the entry points
``schlachtplan.systems``, id = module or id = module:SYSTEM."""


class UnknownSystemError(KeyError):
    """No system has this id; ``known`` lists those that exist."""

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.id = id
        self.known = system_ids()


def _outside() -> Iterable[EntryPoint]:
    """Return the entry points of the systems that other distributions bring."""
    # loading this module takes longer than it is used: most fights need no such system
    from importlib.metadata import entry_points

    return entry_points(group="schlachtplan.systems")


@cache
def system_ids() -> tuple[str, ...]:
    """Return the ids of all systems, the built-in ones first."""
    outside = sorted(e.name for e in _outside())
    return (*BUILT_IN, *(name for name in outside if name not in BUILT_IN))


@cache
def get(id: str) -> RuleSystem:
    """Return a system by id. Raises UnknownSystemError."""
    if id in BUILT_IN:
        module = import_module(BUILT_IN[id])
    else:
        found = [e for e in _outside() if e.name == id]
        if not found:
            raise UnknownSystemError(id)
        module = found[0].load()
    system: RuleSystem = getattr(module, "SYSTEM", module)
    return system
