"""What the README says of the program is so."""

from __future__ import annotations

from desktop.cli import COMMANDS
from tests.readme_commands import README, with_table


def test_the_readme_lists_every_command_of_a_script_with_its_fields() -> None:
    text = README.read_text("utf-8")
    assert with_table(text) == text, "run python -m tests.readme_commands"


def test_the_readme_names_every_command_of_the_command_line() -> None:
    text = README.read_text("utf-8")
    assert [c for c in COMMANDS if f"`schlachtplan {c}`" not in text] == []
