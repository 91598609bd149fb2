"""The words of the program are whole, and the check that says so sees what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.check_catalogues import faults

Tree = Callable[[dict[str, str]], list[str]]

GOOD = {
    "assets/i18n/ui.de.toml": '[ui]\nopen = "Öffnen"\nn.one = "{n} Ork"\nn.other = "{n} Orks"',
    "assets/i18n/ui.en.toml": '[ui]\nopen = "Open"\nn.one = "{n} orc"\nn.other = "{n} orcs"',
    "rules/core/lang/de.toml": 'cover = "Deckung {value:+}"',
    "rules/core/lang/en.toml": 'cover = "Cover {value:+}"',
    "rules/systems/osric/lang/de.toml": '[osric.state]\nprone = "liegt"',
    "rules/systems/osric/lang/en.toml": '[osric.state]\nprone = "prone"',
    "rules/systems/osric/attack.py": 'term("cover", value=2)\nnamed("osric.state", x)',
    "desktop/a.py": 'tr("ui.open")\ng.say("ui.n", n=3)',
}


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Return a function that checks a small program, made of GOOD and changes to it."""

    def check(changes: dict[str, str]) -> list[str]:
        for name, text in {**GOOD, **changes}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return faults(tmp_path)

    return check


def test_the_catalogues_of_the_program_are_whole() -> None:
    found = faults()
    assert not found, "\n".join(["", *found])


def test_a_whole_program_has_no_faults(tree: Tree) -> None:
    assert tree({}) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"assets/i18n/ui.en.toml": '[ui]\nopen = "Open"'}, "ui.n.one: missing in en"),
        ({"assets/i18n/more.de.toml": 'a.b = "x"'}, "assets/more: no file for en"),
        ({"rules/core/lang/en.toml": 'cover = "Cover"'}, "cover: different gaps"),
        ({"rules/core/lang/en.toml": 'cover = "Cover {value:>3}"'}, "gap {value:>3}"),
        ({"rules/core/lang/en.toml": "cover = 3"}, "cover: a text was expected"),
        ({"rules/core/lang/en.toml": 'cover = "'}, "en.toml"),
        ({"rules/core/lang/en.toml": 'cover = " "'}, "cover: empty"),
        ({"rules/systems/osric/lang/de.toml": 'prone = "liegt"'}, "keys of a system name it"),
        ({"rules/core/lang/de.toml": 'ui.open = "auf"\ncover = "{value}"'}, "stands in assets/ui"),
        ({"desktop/b.py": 'tr("ui.close")'}, "desktop/b.py:1: ui.close: no words in reach"),
        ({"desktop/b.py": 'term("osric.state.prone")'}, "osric.state.prone: no words in reach"),
        ({"rules/core/b.py": 'term("ui.open")'}, "ui.open: no words in reach of core"),
        ({"rules/systems/das/b.py": 'named("osric.state", x)'}, "no words in reach of systems/das"),
        ({"maps/b.py": 'Problem("odd")'}, "problem.odd: no words"),
        ({"rules/core/b.py": 'term("cover")'}, "gaps left open: ['value']"),
        ({"desktop/b.py": 'tr(f"ui.{x}")'}, "computed key"),
        ({"desktop/b.py": 'g.say("ui." + x)'}, "computed key"),
        ({"desktop/b.py": 'g.say(f"ui{x}")'}, "computed key"),
        ({"desktop/b.py": 'g.say(f"menu.{x}")'}, "menu.: no words in reach"),
        ({"desktop/b.py": "named(x, y)"}, "prefix of named()"),
        ({"desktop/a.py": 'tr("ui.open")'}, "assets/ui: ui.n: nothing uses it"),
        ({"rules/systems/osric/attack.py": 'term("cover", value=2)'}, "prone: nothing uses it"),
    ],
)
def test_the_check_sees(tree: Tree, changes: dict[str, str], fault: str) -> None:
    found = tree(changes)
    assert any(fault in line for line in found), found


def test_ids_of_systems_may_reach_the_desktop_as_data(tree: Tree) -> None:
    assert tree({"desktop/b.py": 'named("osric", x)'}) == []
