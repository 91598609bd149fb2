"""The library: heroes and creatures that stand ready, read from ``data/creatures.toml``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from rules.core.terms import named
from rules.system.answers import Template
from rules.system.templates import read_templates
from rules.systems.muinimula.sheet import MuinimulaSheet

_FILE: Final = Path(__file__).with_name("data") / "creatures.toml"


@cache
def library() -> tuple[Template, ...]:
    """Return all templates in the order of the file."""
    return read_templates(_FILE, MuinimulaSheet, lambda id: named("creature.muinimula", id))
