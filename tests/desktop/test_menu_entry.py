"""The entry in the start menu of a Linux desktop: what is written, where, and its end."""

from __future__ import annotations

import shlex
import xml.etree.ElementTree as ET
from configparser import ConfigParser
from pathlib import Path

import pytest

from desktop.cli import main
from desktop.machine import menu_entry


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "Eigene Daten"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setenv("PATH", str(tmp_path))  # the tools of the machine stay out
    return folder


def entry(home: Path) -> ConfigParser:
    read = ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read(home / "applications" / "schlachtplan.desktop", "utf-8")
    return read


def unescaped(value: str) -> str:
    """Read a string of an entry as the specification says: a backslash stands for the next sign."""
    out, signs = "", iter(value)
    for sign in signs:
        out += next(signs) if sign == "\\" else sign
    return out


def test_what_is_written_starts_the_program_and_knows_its_files(home: Path) -> None:
    written = menu_entry.register(['/opt/Schlacht "plan"/100%'])
    assert all(path.is_relative_to(home) and path.stat().st_size for path in written)
    values = entry(home)["Desktop Entry"]
    words = shlex.split(unescaped(values["Exec"]))
    assert words == ['/opt/Schlacht "plan"/100%%', "open", "%f"]
    assert values["Name"] == "Schlachtplan"
    kind = ET.parse(home / "mime" / "packages" / "schlachtplan.xml").getroot()[0]
    assert values["MimeType"] == f"{kind.attrib['type']};"
    globs = [child.attrib["pattern"] for child in kind if child.tag.endswith("glob")]
    assert globs == ["*.kampf"]
    assert values["Icon"] == "schlachtplan"
    assert (home / "icons/hicolor/scalable/apps/schlachtplan.svg").exists()


def test_the_entry_names_the_program_that_wrote_it(home: Path) -> None:
    menu_entry.register()
    words = shlex.split(unescaped(entry(home)["Desktop Entry"]["Exec"]))
    assert Path(words[0]).is_file()


def test_by_command_and_back(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "de", "register"]) == 0
    assert capsys.readouterr().out.count("Geschrieben: ") == 3
    assert main(["--language", "de", "register", "--remove"]) == 0
    assert capsys.readouterr().out.count("Entfernt: ") == 3
    assert not [path for path in home.rglob("*") if path.is_file()]


def test_elsewhere_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(menu_entry, "supported", lambda: False)
    assert main(["--language", "en", "register"]) == 1
    assert "Linux" in capsys.readouterr().err


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_no_such_menu_on(system: str) -> None:
    assert not menu_entry.supported(system)
