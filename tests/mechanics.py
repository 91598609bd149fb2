"""Which mechanics of the source texts which tests show; ``python -m tests.mechanics`` prints it.

Read from the files, not from a run, so it holds for any number of workers: marks
``@pytest.mark.mechanic("P3")`` in test modules, and the golden files, whose shape is
``{"situation": {…}, "expect": {…}, "mechanics": ["P3"], "source": "pathfinder.md §3.1"}``.
"""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parent
GOLDEN = TESTS / "golden"
NOT_RUN = {"skip", "xfail"}
"""Marks of tests that show nothing."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One place that claims to show a mechanic."""

    id: str
    where: str


@dataclass(frozen=True, slots=True)
class Checklist:
    """All mechanics: titles by system and id, and the systems that must show every one."""

    titles: dict[str, dict[str, str]]
    finished: tuple[str, ...]

    @property
    def system_of(self) -> dict[str, str]:
        return {id: system for system, ids in self.titles.items() for id in ids}

    def missing(self, shown: set[str], system: str) -> dict[str, str]:
        """Return the mechanics of a system that nothing shows."""
        return {id: title for id, title in self.titles[system].items() if id not in shown}


def read_checklist(path: Path = TESTS / "mechanics.toml") -> Checklist:
    """Read ``mechanics.toml``."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    finished = tuple(table.pop("finished"))
    return Checklist(table, finished)


def marked_in(source: str, where: str) -> Iterator[Shown]:
    """Yield the ids that marks in a test module name. Raises ValueError for computed ids."""
    tree = ast.parse(source)
    idle: set[ast.AST] = set()
    for node in ast.walk(tree):
        decorators = getattr(node, "decorator_list", [])
        if any(_mark(decorator) in NOT_RUN for decorator in decorators):
            idle.update(ast.walk(node))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or _mark(node) != "mechanic" or node in idle:
            continue
        for arg in node.args:
            if not isinstance(arg, ast.Constant) or not isinstance(arg.value, str):
                raise ValueError(f"{where}:{node.lineno}: write the ids of mechanics out in full")
            yield Shown(arg.value, f"{where}:{node.lineno}")


def _mark(node: ast.AST) -> str:
    """Return the name of a mark ``pytest.mark.<name>`` or ``…(arguments)``."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "pytest.mark":
        return node.attr
    return ""


def golden_files() -> list[Path]:
    """Return all golden files in a fixed order."""
    return sorted(GOLDEN.glob("*/*.json"))


def all_shown() -> list[Shown]:
    """Return every claim of every test module and golden file."""
    found: list[Shown] = []
    for path in sorted(TESTS.rglob("*.py")):
        name = path.relative_to(TESTS.parent).as_posix()
        found += marked_in(path.read_text(encoding="utf-8"), name)
    for path in golden_files():
        name = path.relative_to(TESTS.parent).as_posix()
        case = json.loads(path.read_text(encoding="utf-8"))
        found += [Shown(id, name) for id in case.get("mechanics", [])]
    return found


def report() -> str:
    """Return a table of what is shown, and what is missing of every begun system."""
    checklist = read_checklist()
    shown = {claim.id for claim in all_shown()}
    lines = []
    for system, titles in checklist.titles.items():
        missing = checklist.missing(shown, system)
        done = len(titles) - len(missing)
        lines.append(f"{system}: {done} of {len(titles)} mechanics shown")
        if done or system in checklist.finished:
            lines += [f"  {id}  {title}" for id, title in missing.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
