"""What the README says of the program is so."""

from __future__ import annotations

import re

from desktop.cli.run import COMMANDS
from rules import registry
from rules.encounter.situation import load_situation
from rules.play import run_script
from tests.readme_commands import README, with_table

ROOT = README.parent
PARTS = ("maps", "rules", "desktop")


def test_the_readme_lists_every_command_of_a_script_with_its_fields() -> None:
    text = README.read_text("utf-8")
    assert with_table(text) == text, "run python -m tests.readme_commands"


def test_the_readme_names_every_command_of_the_command_line() -> None:
    text = README.read_text("utf-8")
    assert [c for c in COMMANDS if f"`schlachtplan {c}`" not in text] == []


def named_paths(text: str) -> list[str]:
    """Return the files and folders that a text names from the top of the project."""
    spans = re.findall(r"`([^`\n]+)`", text)
    tops = tuple(f"{path.name}/" for path in ROOT.iterdir() if path.is_dir())
    return [s for s in spans if s.startswith(tops) and re.fullmatch(r"[\w.<>*/-]+", s)]


def is_there(name: str) -> bool:
    """Whether something lies at a path; ``<id>`` stands for any of the names that there are.

    What somebody is told to write (``<name>``) needs nothing but its folder.
    """
    if "<name>" in name:
        return (ROOT / name).parent.is_dir()
    return any(ROOT.glob(re.sub(r"<\w+>", "*", name)))


def test_every_path_that_the_readme_names_exists() -> None:
    names = named_paths(README.read_text("utf-8"))
    assert len(names) > 40
    assert [name for name in names if not is_there(name)] == []
    assert not is_there("rules/nowhere.py")
    assert not is_there("maps/nowhere/<name>.py")


def test_the_table_of_packages_names_every_part_of_rules_and_every_folder_of_desktop() -> None:
    text = README.read_text("utf-8")
    rules = [p for p in (ROOT / "rules").iterdir() if p.name[0] not in "._"]
    desktop = [p for p in (ROOT / "desktop").iterdir() if p.is_dir() and p.name[0] not in "._"]
    parts = [p.relative_to(ROOT).as_posix() + "/" * p.is_dir() for p in (*rules, *desktop)]
    assert [part for part in sorted(parts) if f"`{part}" not in text] == []


def test_every_name_of_code_in_the_recipes_exists() -> None:
    recipes = README.read_text("utf-8").partition("## To add")[2].partition("\n## ")[0]
    names = set(re.findall(r"`([A-Z]\w+[a-z]\w*|\w+_of|sight_map)`", recipes))
    assert names >= {"RuleSystem", "AttackCommand", "Format", "Dock", "counts_of"}
    code = "\n".join(p.read_text("utf-8") for d in PARTS for p in (ROOT / d).rglob("*.py"))
    assert [n for n in names if not re.search(rf"^(class|def) {n}\b", code, re.MULTILINE)] == []


def test_the_situation_of_the_readme_can_be_played() -> None:
    block = README.read_text("utf-8").partition("<!-- situation: begin -->")[2]
    text = block.partition("```json")[2].partition("```")[0]
    situation = load_situation(text, registry.get)
    assert situation.attack is not None
    assert situation.system.plan(situation.state, situation.attack).possible
    target = run_script(situation).history.state.token("T")
    assert situation.system.health(target).now == 1
