"""The command line reads creatures of books and other programs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.cli import main
from desktop.cli.answering import FAILED, OK
from desktop.cli.arguments import UNREADABLE
from rules.library.files import SUFFIX, read_set
from tests.rules.statblocks.blocks import ACTOR, ORC, RAIDER


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    status = main(["--language", "de", *map(str, args)])
    out, err = capsys.readouterr()
    return status, out, err


def test_the_report_says_how_sure_every_value_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "goblin.txt"
    path.write_text(RAIDER, "utf-8")
    status, out, err = run(capsys, "import-creature", path)
    assert (status, err) == (OK, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0].startswith("Goblin Raider · Pathfinder")
    assert "23 gelesen" in lines[0]
    assert "gelesen Größe: Klein (Zeile 4)" in lines
    assert any("angenommen" in line and "Waffen" in line for line in lines)


def test_creatures_are_added_to_a_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    block, actor, target = tmp_path / "a.txt", tmp_path / "b.json", tmp_path / f"alle{SUFFIX}"
    block.write_text(ORC, "utf-8")
    actor.write_text(json.dumps(ACTOR), "utf-8")
    for path in (block, actor):
        status, out, _ = run(capsys, "import-creature", path, "-o", target)
        assert status == OK
        assert str(target) in out
    found, problems = read_set(target)
    assert problems == ()
    assert [(e.system, e.name) for e in found.entries] == [
        ("osric", "Orc"), ("osric", "Owlbear"), ("pathfinder", "Stone Thrower"),
    ]  # fmt: skip


def test_check_reads_sets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"a{SUFFIX}"
    data = {"format": "schlachtplan-set", "version": 1, "name": "A", "entries": [{"id": "x"}]}
    path.write_text(json.dumps(data), "utf-8")
    status, out, _ = run(capsys, "check", path)
    assert status == FAILED
    assert "a.kampfset:entries[0].system" in out


def test_json_holds_sheet_and_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "goblin.txt"
    path.write_text(RAIDER, "utf-8")
    status, out, _ = run(capsys, "import-creature", path, "--json", "--system", "pathfinder")
    assert status == OK
    (goblin,) = json.loads(out)
    assert goblin["sheet"]["hp"] == 6
    assert {"kind": "read", "field": "hp", "value": "6", "line": 11, "text": "hp 6 (1d10+1)"} in (
        goblin["findings"]
    )


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("Guten Abend", (), "kein Wertekasten erkannt"),
        ("", (), "leer"),
        (RAIDER, ("--system", "damakar"), "osric"),
        (RAIDER, ("--system", "schach"), "schach"),
    ],
)
def test_what_cannot_be_read_is_said(
    text: str, more: tuple[str, ...], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, "utf-8")
    status, out, err = run(capsys, "import-creature", path, *more)
    assert (status, out) == (UNREADABLE, "")
    assert said in err


def test_it_runs_where_qt_is_not_installed(tmp_path: Path) -> None:
    path = tmp_path / "goblin.txt"
    path.write_text(RAIDER, "utf-8")
    code = (
        "import sys; sys.modules['PySide6'] = None\n"
        "from desktop.cli import main\n"
        f"raise SystemExit(main(['--language', 'en', 'import-creature', {str(path)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (OK, "")
    assert "Goblin Raider" in done.stdout
