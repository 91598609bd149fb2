"""Options of a rule system: where the rules leave a choice, the game master has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.sources import HOUSE, Source

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option by key: default, allowed values, and the status of the default.

    Label and help are the catalogue keys ``option.<system>.<key>`` and
    ``option.<system>.<key>.help``; values of a choice ``option.<system>.<key>.<value>``.
    """

    key: str
    default: OptionValue
    choices: tuple[str, ...] = ()
    lowest: int | None = None
    highest: int | None = None
    source: Source = HOUSE

    def problem(self, value: object) -> str:
        """Return a code that says why a value does not fit; empty when it fits."""
        if isinstance(self.default, bool):
            return "" if isinstance(value, bool) else "option_not_bool"
        if isinstance(self.default, int):
            if isinstance(value, bool) or not isinstance(value, int):
                return "option_not_int"
            low = self.lowest is not None and value < self.lowest
            high = self.highest is not None and value > self.highest
            return "option_out_of_range" if low or high else ""
        return "" if value in self.choices else "option_not_a_choice"


class Options(Mapping[str, OptionValue]):
    """The options of an encounter: what was chosen, else the default."""

    __slots__ = ("_chosen", "_specs")

    def __init__(self, specs: Sequence[OptionSpec], chosen: Mapping[str, OptionValue]) -> None:
        self._specs = {s.key: s for s in specs}
        self._chosen = chosen

    def __getitem__(self, key: str) -> OptionValue:
        spec = self._specs[key]
        return self._chosen.get(key, spec.default)

    def __iter__(self):  # type: ignore[no-untyped-def]  # typed by Mapping
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    def flag(self, key: str) -> bool:
        return bool(self[key])

    def number(self, key: str) -> int:
        value = self[key]
        assert isinstance(value, int)
        return value

    def word(self, key: str) -> str:
        return str(self[key])

    def is_house(self, key: str) -> bool:
        """Whether the value in force is our own default (not stated, not chosen)."""
        return key not in self._chosen and self._specs[key].source.status.value == "house"


