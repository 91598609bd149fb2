"""Options of a rule system: where the rules leave a choice, the game master has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.core.sources import HOUSE, Source, Status

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

    def limits(self) -> dict[str, str]:
        """Return the gaps ``lowest``, ``highest``, ``known`` of the sentence for ``problem``."""
        return {
            "lowest": "" if self.lowest is None else str(self.lowest),
            "highest": "" if self.highest is None else str(self.highest),
            "known": ", ".join(self.choices),
        }


class Options(Mapping[str, OptionValue]):
    """The options of an encounter: what was chosen, else (or where that does not fit) the default.

    Raises KeyError for a key that the system does not have.
    """

    __slots__ = ("_chosen", "_in_force", "_specs")

    def __init__(self, specs: Sequence[OptionSpec], chosen: Mapping[str, OptionValue]) -> None:
        self._specs = {s.key: s for s in specs}
        self._chosen = chosen
        self._in_force: dict[str, OptionValue] = {}

    def __getitem__(self, key: str) -> OptionValue:
        known = self._in_force.get(key)
        if known is None:
            spec = self._specs[key]
            chosen = self._chosen.get(key, spec.default)
            known = self._in_force[key] = spec.default if spec.problem(chosen) else chosen
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    def flag(self, key: str) -> bool:
        return bool(self[key])

    def number(self, key: str) -> int:
        return int(self[key])

    def word(self, key: str) -> str:
        return str(self[key])

    def is_house(self, key: str) -> bool:
        """Whether the value in force is our own default (not stated, not chosen)."""
        spec = self._specs[key]
        ours = key not in self._chosen or bool(spec.problem(self._chosen[key]))
        return ours and spec.source.status is Status.HOUSE
