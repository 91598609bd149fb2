"""Every rule system keeps the promises of its Protocol, and the checks notice one that does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from itertools import islice

import pytest

from rules import registry
from rules.core.options import OptionSpec
from rules.system import RuleSystem
from rules.testing import (
    CHECKS,
    attacks_can_be_played,
    commands_have_their_names,
    options_are_sound,
)
from tests.rules.tiny import TINY, Start, Strike


@pytest.mark.parametrize("id", registry.system_ids())
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_systems_keep_their_promises(id: str, check: Callable[[RuleSystem], Iterator[str]]) -> None:
    assert list(check(registry.get(id))) == []


def test_a_system_without_words_and_attack_is_noticed() -> None:
    found = {check.__name__: list(check(TINY)) for check in CHECKS}
    assert {name for name, findings in found.items() if findings} == {
        "it_has_a_name",
        "library_is_sound",
        "plans_are_pure_and_said",
        "attacks_can_be_played",
        "options_are_sound",
        "conditions_are_named",
    }
    assert found["attacks_can_be_played"] == ["there is no command attack"]
    assert "no words: de: creature.tiny.ork" in found["library_is_sound"][0]


def test_wrong_defaults_and_names_are_noticed() -> None:
    odd = replace(TINY, options=(OptionSpec("reach", 9, highest=4),) * 2, commands={"begin": Start})
    assert "reach: the default does not fit: option_out_of_range" in list(options_are_sound(odd))
    assert "an option stands there twice" in list(options_are_sound(odd))
    assert list(commands_have_their_names(odd)) == ["begin: the command is called start"]


def test_an_attack_that_the_window_cannot_fill_is_noticed() -> None:
    short = replace(TINY, commands={"attack": Strike})
    missing = ("weapon", "mode", "off", "on", "extra")
    assert list(islice(attacks_can_be_played(short), len(missing))) == [
        f"the command attack has no field {field}, which the window fills" for field in missing
    ]


@pytest.mark.parametrize("value", ["rules.systems.osric", "rules.systems.osric:SYSTEM"])
def test_a_system_from_outside_is_named_by_its_module_or_by_itself(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    entry = EntryPoint("mine", value, "schlachtplan.systems")
    monkeypatch.setattr(registry, "_outside", lambda: [entry])
    assert registry.get.__wrapped__("mine") is registry.get("osric")
