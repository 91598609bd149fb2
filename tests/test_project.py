"""The shape of the project: what lies where, who may import whom, what is written once."""

from __future__ import annotations

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import desktop

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("desktop", "rules", "maps", "assets")
TOP = {*PACKAGES, "tests", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"}
QT_FREE = ("desktop", "desktop.machine.launch", "desktop.cli")
"""Modules of the desktop that commands without a window load."""


def modules(*packages: str) -> Iterator[Path]:
    """Yield the modules of packages, relative to the project."""
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT)


def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), str(path))


def dotted(path: Path) -> str:
    """Return the name under which a module is imported."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def tracked() -> list[Path]:
    """Return the files of the project as git knows them; skips outside a checkout."""
    git = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if git.returncode != 0:
        pytest.skip("not a git checkout")
    return [Path(name) for name in git.stdout.decode().split("\0") if name]


def settings() -> dict[str, Any]:
    """Return pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_top_level_holds_only_what_belongs_there() -> None:
    names = {path.parts[0] for path in tracked()}
    assert {name for name in names if not name.startswith(".")} <= TOP


def test_the_version_stands_in_one_place() -> None:
    project = settings()["project"]
    assert project["dynamic"] == ["version"]
    assert importlib.metadata.version("schlachtplan") == desktop.__version__
    pattern = re.compile(rf"['\"]{re.escape(desktop.__version__)}['\"]")
    homes = [p for p in modules(*PACKAGES) if pattern.search((ROOT / p).read_text("utf-8"))]
    assert homes == [Path("desktop/__init__.py")]


def test_the_changelog_knows_the_version() -> None:
    assert f"## {desktop.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("package", ["maps", "rules"])
def test_a_package_runs_where_qt_is_not_installed(package: str) -> None:
    names = [dotted(path) for path in modules(package)]
    import_without_qt(names)


def test_commands_without_a_window_load_no_qt() -> None:
    import_without_qt([name for name in QT_FREE if name_exists(name)])


def name_exists(name: str) -> bool:
    """Whether a module lies in the project."""
    path = ROOT / Path(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def test_a_window_without_a_map_loads_no_geometry() -> None:
    import_without(
        ["desktop.window.main_window", "desktop.window.start_page"],
        ["numpy", "shapely", "pydantic"],
    )


def import_without_qt(names: list[str]) -> None:
    import_without(names, ["PySide6", "shiboken6"])


def import_without(names: list[str], missing: list[str]) -> None:
    """Import modules in a fresh Python in which others cannot be found."""
    assert names
    code = (
        "import sys, importlib\n"
        f"for name in {missing!r}: sys.modules[name] = None\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
    )
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def test_rules_and_geometry_are_pure() -> None:
    impure = {"random", "time", "datetime", "logging", "os", "secrets", "subprocess", "uuid"}
    # Seeded dice are the one place of chance; what reads files says so in its name.
    allowed = {"rules/core/asking.py", "rules/core/dice.py", "maps/plain_files.py"}
    found = []
    for path in modules("maps", "rules/core"):
        if path.as_posix() in allowed or "formats" in path.parts:
            continue
        for node in ast.walk(tree_of(path)):
            match node:
                case ast.Import(names=names):
                    imported = {alias.name.split(".")[0] for alias in names}
                case ast.ImportFrom(module=str(module)):
                    imported = {module.split(".")[0]}
                case _:
                    continue
            found += [f"{path.as_posix()}:{node.lineno}: {name}" for name in imported & impure]
    assert found == []


def test_no_module_hides_imports_from_the_import_rules() -> None:
    """Star imports and imports by computed name would pass the import contracts unseen."""
    allowed = {"rules/registry.py"}  # finds systems by their dotted names
    found = []
    for path in modules("desktop", "rules", "maps"):
        for node in ast.walk(tree_of(path)):
            match node:
                case ast.ImportFrom(names=[ast.alias(name="*")]):
                    found.append(f"{path.as_posix()}:{node.lineno}: star import")
                case ast.Call(func=ast.Attribute(attr="import_module")):
                    if path.as_posix() not in allowed:
                        found.append(f"{path.as_posix()}:{node.lineno}: import_module")
    assert found == []


def test_every_package_is_installed_with_its_data() -> None:
    built = settings()["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert set(built) == set(PACKAGES)
    for package in PACKAGES:
        assert (ROOT / package / "__init__.py").is_file()
    folders = {p.parent for p in modules(*PACKAGES)}
    bare = [f.as_posix() for f in folders if not (ROOT / f / "__init__.py").is_file()]
    assert bare == [], "folders with modules that are no packages"


def test_tests_mirror_packages() -> None:
    bare = [p.parent for p in modules("tests") if not (ROOT / p.parent / "__init__.py").is_file()]
    assert bare == []


def test_no_path_of_a_machine_is_in_the_project() -> None:
    homes = re.compile(r"(?<![\w.])/(?:home|Users|root|work|tmp)/\w")
    found = []
    for path in tracked():
        if path.suffix not in {".py", ".md", ".toml", ".json", ".svg"}:
            continue
        if not (ROOT / path).is_file():
            continue
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), 1):
            if homes.search(line) and path != Path("tests/test_project.py"):
                found.append(f"{path.as_posix()}:{number}")
    assert found == []


@pytest.mark.parametrize("command", ["start", "test"])
def test_the_readme_gives_the_command(command: str) -> None:
    text = readme_command(command)
    assert "\n" not in text
    assert text.startswith("python3 -m venv .venv && ")


def readme_command(name: str) -> str:
    """Return a command of the README by the comment that marks its block."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    match = re.search(rf"<!-- command: {name} -->\n```sh\n(.*?)\n```", readme, re.DOTALL)
    assert match, name
    return match[1]
