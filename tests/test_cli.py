"""The command line: every command, good and bad input, exit statuses, and no Qt where none is."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from desktop import __version__
from desktop.cli import main, with_qt
from desktop.cli.run import COMMANDS
from rules.core.glossary import Glossary
from tests.desktop.window_kit import write_fight, write_map

ROOT = Path(__file__).resolve().parents[1]
OK, FAILED, UNREADABLE = 0, 1, 2
WITHOUT_QT = """
import sys
from importlib.machinery import PathFinder

class Without(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        absent = name.split(".")[0] in ("PySide6", "shiboken6")
        return None if absent else super().find_spec(name, path, target)

sys.meta_path = [Without if finder is PathFinder else finder for finder in sys.meta_path]
from desktop.cli import main
raise SystemExit(main(sys.argv[1:]))
"""


@pytest.fixture(autouse=True)
def english_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


def situation(**more: Any) -> dict[str, Any]:
    """Return an elf who shoots at an orc behind a wall."""
    return {
        "format": 1,
        "system": "pathfinder",
        "board": {"obstacles": [{"kind": "wall", "points": [[3, 0], [3, 1.5]]}]},
        "tokens": [
            {"id": "elf", "side": "heroes", "at": [0, 0]},
            {"id": "orc", "side": "foes", "at": [5, 1]},
        ],
        "attack": {"attacker": "elf", "target": "orc", "weapon": "longbow"},
        **more,
    }


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "situation.json"
    path.write_text(json.dumps(situation()), "utf-8")
    return path


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    return write_fight(tmp_path / "halle.kampf", running=True)


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    return write_map(tmp_path / "halle.dd2vtt")


Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Said:
    """Run a command; returns its status, what it said and what it complained of."""

    def call(*arguments: object) -> tuple[int, str, str]:
        try:
            status = main([str(a) for a in arguments])
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 1
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert "⟨" not in out + err
        return status, out, err

    return call


def child(*arguments: object, code: str = "", folder: Path, **more: Any) -> Any:
    """Run the program in a process of its own, without a screen."""
    env = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env.pop("QT_QPA_PLATFORM", None)
    env.update(PYTHONPATH=str(ROOT), LANG="de_DE.UTF-8")
    start = ["-c", code] if code else ["-m", "desktop"]
    return subprocess.run(
        [sys.executable, *start, *map(str, arguments)],
        cwd=folder, env=env, capture_output=True, timeout=110, check=False, **more,
    )  # fmt: skip


# -- what needs no file ---------------------------------------------------------------


def test_the_version(run: Said) -> None:
    assert run("--version") == (OK, f"schlachtplan {__version__}\n", "")


@pytest.mark.parametrize("code", ["de", "en"])
def test_help_names_every_command_in_both_languages(code: str, run: Said) -> None:
    status, out, _ = run("--language", code, "--help")
    assert status == OK
    words = Glossary.load(code)
    for name in COMMANDS:
        assert name in out
        status, one, _ = run("--language", code, name, "--help")
        assert status == OK
        about = " ".join(one.split())
        assert words.say(f"cli.{name}")[:40] in about


@pytest.mark.parametrize(
    "arguments",
    [("dance",), ("plan",), ("threat", "a.json"), ("import", "a"), ("sheets", "a"),
     ("sheets", "a", "-o", "b", "--paper", "a9"), ("forecast", "a", "--runs", "0"),
     ("--language", "xx", "plan", "a")],
)  # fmt: skip
def test_wrong_usage_is_2(arguments: tuple[str, ...], run: Said) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (UNREADABLE, "")
    assert err


def test_the_language_follows_the_system(run: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert "gibt es nicht" in run("plan", "nirgends.json")[2] or run("plan", "x")[2]
    german = run("check", "nirgends.json")
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    english = run("check", "nirgends.json")
    assert german[0] == english[0] == UNREADABLE
    assert german[2] != english[2] or os.name != "posix"


# -- situations ---------------------------------------------------------------


def test_plan_says_cover_and_need(written: Path, run: Said) -> None:
    status, out, err = run("plan", written)
    assert (status, err) == (OK, "")
    plan = json.loads(out)
    assert plan["cover"]["grade"] != "none"
    assert plan["needs"]


def test_plan_reads_standard_input(run: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.TextIOWrapper(io.BytesIO(json.dumps(situation()).encode()))
    monkeypatch.setattr(sys, "stdin", raw)
    status, out, _ = run("plan", "-")
    assert status == OK
    assert json.loads(out)["cover"]


def test_plan_needs_an_attack(tmp_path: Path, run: Said) -> None:
    path = tmp_path / "none.json"
    data = situation()
    del data["attack"]
    path.write_text(json.dumps(data), "utf-8")
    status, out, err = run("plan", path)
    assert (status, out) == (UNREADABLE, "")
    assert "attack" in err


def test_threat_lists_squares(written: Path, run: Said) -> None:
    status, out, _ = run("threat", written, "--token", "orc")
    assert status == OK
    assert json.loads(out)
    status, _, err = run("threat", written, "--token", "troll")
    assert status == UNREADABLE
    assert "troll" in err
    assert "orc" in err


def test_play_tells_a_script(tmp_path: Path, run: Said) -> None:
    path = tmp_path / "play.json"
    script = [{"do": "move", "token": "elf", "to": [1, 1]}]
    path.write_text(json.dumps(situation(script=script)), "utf-8")
    status, out, _ = run("play", path)
    assert status == OK
    assert json.loads(out)


# -- maps and fights ---------------------------------------------------------------


def test_import_check_export(hall: Path, tmp_path: Path, run: Said) -> None:
    target = tmp_path / "neu.kampf"
    status, out, err = run("import", hall, "-o", target)
    assert (status, err) == (OK, "")
    assert "1 door," in out
    assert str(target) in out
    assert target.read_bytes().startswith(b"SQLite format 3\0")
    assert run("check", target)[0] == OK
    status, out, _ = run("export", target)
    assert status == OK
    data = json.loads(out)
    assert data["base"]["system"] == "pathfinder"
    copy = tmp_path / "copy.json"
    status, said, _ = run("export", target, "-o", copy)
    assert status == OK
    assert str(copy) in said
    assert json.loads(copy.read_text("utf-8")) == data
    assert run("check", copy)[0] == OK


def test_import_never_overwrites(hall: Path, fight: Path, run: Said) -> None:
    before = fight.read_bytes()
    status, _, err = run("import", hall, "-o", fight)
    assert status == UNREADABLE
    assert fight.name in err
    assert fight.read_bytes() == before


def test_import_needs_a_system_that_exists(hall: Path, tmp_path: Path, run: Said) -> None:
    target = tmp_path / "neu.kampf"
    status, _, err = run("import", hall, "-o", target, "--system", "chess")
    assert status == UNREADABLE
    assert "chess" in err
    assert "pathfinder" in err
    assert not target.exists()


def test_check_is_1_where_something_had_to_be_mended(hall: Path, run: Said) -> None:
    assert run("check", hall)[0] == OK
    hall.write_text(hall.read_text("utf-8").replace('"x": 12', '"x": NaN'), "utf-8")
    status, out, _ = run("check", hall)
    assert status == FAILED
    assert "map_size" in out


def test_a_target_that_cannot_be_written_is_said(fight: Path, tmp_path: Path, run: Said) -> None:
    nowhere = tmp_path / "no" / "where"
    for command in (
        ("export", fight, "-o", nowhere / "a.json"),
        ("sheets", fight, "-o", nowhere / "a.pdf"),
    ):
        status, out, err = run(*command)
        assert status == UNREADABLE
        assert out == ""
        assert len(err.splitlines()) == 1


# -- bad input ---------------------------------------------------------------

BAD = {
    "deep.json": "[" * 100_000,
    "empty.json": "",
    "cut.json": '{"format": 1, "system": "path',
    "nan.json": '{"format": 1, "system": "pathfinder", "tokens": [{"at": [NaN, 0]}]}',
    "list.json": "[1, 2]",
    "text.json": "no JSON",
    "twice.json": '{"format": 1, "format": 1}',
    "future.json": '{"format": 99, "system": "pathfinder"}',
    "chess.json": '{"format": 1, "system": "chess", "tokens": []}',
    "text.dd2vtt": "no map",
    "empty.dd2vtt": "",
    "empty.kampf": "",
    "text.kampf": "no fight",
    "text.png": "no picture",
}


@pytest.mark.parametrize("name", [*BAD, "missing.json", "missing.kampf", "folder.kampf"])
@pytest.mark.parametrize("command", ["plan", "threat", "play", "check", "export", "sheets"])
def test_bad_input_is_said_in_one_line(command: str, name: str, tmp_path: Path, run: Said) -> None:
    path = tmp_path / name
    if name in BAD:
        path.write_text(BAD[name], "utf-8")
    elif name.startswith("folder"):
        path.mkdir()
    more = {"threat": ["--token", "x"], "sheets": ["-o", str(tmp_path / "a.pdf")]}
    status, out, err = run(command, path, *more.get(command, []))
    assert (status, out) == (UNREADABLE, "")
    assert len(err.splitlines()) == 1
    assert err.count(name) == 1
    assert "()" not in err  # the place of what is wrong is the whole file
    if name == "empty.json" and command in ("plan", "threat", "play", "check"):
        assert "empty" in err


def test_a_fight_where_a_situation_is_needed_is_said(fight: Path, run: Said) -> None:
    for command in ("plan", "play"):
        status, _, err = run(command, fight)
        assert status == UNREADABLE
        assert "This is a saved fight" in err


@pytest.mark.parametrize("code", ["de", "en"])
def test_what_the_system_says_is_said_in_our_words(code: str, tmp_path: Path, run: Said) -> None:
    (tmp_path / "ordner.json").mkdir()
    for name in ("nicht da.json", "ordner.json", "x" * 300 + ".json"):
        _, _, err = run("--language", code, "play", tmp_path / name)
        said = err.rpartition(": ")[2].strip()
        words = Glossary.load(code)
        assert said in {words.say(key) for key in words.keys("os.")}, err


@pytest.mark.parametrize(
    "command", ["plan", "threat", "check", "export", "import-creature", "sheets"]
)
def test_a_file_without_end_is_refused_before_it_fills_the_memory(
    command: str, tmp_path: Path, run: Said
) -> None:
    path = tmp_path / "gross.json"
    with path.open("wb") as file:
        file.truncate(40 << 30)  # a hole: it takes no room
    more = {"threat": ["--token", "x"], "sheets": ["-o", str(tmp_path / "a.pdf")]}
    status, out, err = run(command, path, *more.get(command, []))
    assert (status, out) == (UNREADABLE, "")
    assert "at most" in err


def test_what_is_no_file_of_ours_is_not_called_bad_json(tmp_path: Path, run: Said) -> None:
    path = tmp_path / "zeichnung.svg"
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', "utf-8")
    status, _, err = run("--language", "de", "check", path)
    assert status == UNREADABLE
    assert "Kein bekanntes Kartenformat" in err


def test_bad_bytes_are_said(tmp_path: Path, run: Said) -> None:
    path = tmp_path / "bytes.json"
    path.write_bytes(bytes(range(256)))
    for command in ("plan", "play", "check"):
        assert run(command, path)[0] == UNREADABLE


# -- paper and the demo ---------------------------------------------------------------


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_are_a_pdf(paper: str, fight: Path, tmp_path: Path, run: Said) -> None:
    target = tmp_path / "bogen.pdf"
    status, out, _ = run("sheets", fight, "-o", target, "--paper", paper)
    assert status == OK
    assert str(target) in out
    assert target.read_bytes().startswith(b"%PDF")


def test_some_parts_of_the_sheets(fight: Path, tmp_path: Path, run: Said) -> None:
    path = tmp_path / "karten.pdf"
    assert run("sheets", fight, "-o", path, "--parts", "poker", "blank", "--players")[0] == OK
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(path).pages).split())
    assert "Markers to cut out" in text
    assert "Elandir" in text
    assert "Ork" not in text


def test_the_demo_without_a_screen_writes_its_files(tmp_path: Path) -> None:
    done = child("demo", folder=tmp_path)
    said = done.stdout.decode("utf-8").splitlines()
    assert done.returncode == OK, done.stderr.decode()
    names = [Path(line) for line in said if line.endswith((".pdf", ".png", ".kampf"))]
    assert len(names) == 3
    assert all((tmp_path / name).stat().st_size > 1000 for name in names)
    assert "Bildschirm" in said[0]
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("before", [(), ("--language", "de"), ("--language=en",)])
def test_a_file_alone_is_opened(
    before: tuple[str, ...], fight: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str | None] = []

    def window(_words: Glossary, file: str | None, *, demo: bool, check: bool) -> int:
        shown.append(file)
        return 0

    monkeypatch.setattr(with_qt, "window", window)
    monkeypatch.chdir(fight.parent)
    (fight.parent / "plan").write_bytes(fight.read_bytes())
    assert main([*before, str(fight)]) == 0
    assert main([*before, "open", "plan"]) == 0
    assert main([*before]) == 0
    assert shown == [str(fight), "plan", None]


def test_the_name_of_a_command_is_the_command_and_no_file(
    fight: Path, monkeypatch: pytest.MonkeyPatch, run: Said
) -> None:
    monkeypatch.chdir(fight.parent)
    (fight.parent / "check").write_bytes(fight.read_bytes())
    status, out, _ = run("check", str(fight))
    assert (status, bool(out)) == (0, True)
    status, _, err = run("nowhere.kampf")
    assert status == 2
    assert "nowhere.kampf" in err


def test_a_window_without_a_screen_is_said(tmp_path: Path) -> None:
    done = child(folder=tmp_path)
    assert done.returncode == FAILED
    assert "Bildschirm" in done.stderr.decode("utf-8")
    assert b"Traceback" not in done.stderr


def test_an_installation_proves_itself_without_a_screen(tmp_path: Path) -> None:
    env = {name: str(tmp_path / name) for name in ("SCHLACHTPLAN_DATA", "SCHLACHTPLAN_CONFIG")}
    code = (
        "import os, sys; from desktop.cli import main; "
        f"os.environ.update({env!r}); "
        "sys.exit(main(['--language', 'de', '--check']))"
    )
    done = child(code=code, folder=tmp_path)
    assert (done.returncode, done.stderr) == (OK, b"")
    assert "Alles in Ordnung" in done.stdout.decode("utf-8")
    assert not any(Path(folder).exists() for folder in env.values())  # nothing is left behind


# -- without Qt ---------------------------------------------------------------


def test_commands_without_a_window_need_no_qt(
    written: Path, fight: Path, hall: Path, tmp_path: Path
) -> None:
    target = tmp_path / "neu.kampf"
    for arguments in (
        ("plan", written),
        ("threat", written, "--token", "orc"),
        ("inspect", written),
        ("inspect", fight, "--from", "A1", "--to", "C3", "--json"),
        ("play", written),
        ("import", hall, "-o", target),
        ("check", target),
        ("export", fight),
        ("--version",),
    ):
        done = child(*arguments, code=WITHOUT_QT, folder=tmp_path)
        assert done.returncode == OK, (arguments, done.stderr.decode())
        assert done.stdout
    done = child("demo", "--headless", code=WITHOUT_QT, folder=tmp_path)
    assert done.returncode == FAILED
    assert b"Traceback" not in done.stderr
    assert b"PySide6" in done.stderr


def test_a_reader_that_goes_away_is_no_trouble(fight: Path, tmp_path: Path) -> None:
    code = (
        "import subprocess, sys; "
        "p = subprocess.Popen([sys.executable, '-m', 'desktop', 'export', sys.argv[1]], "
        "stdout=subprocess.PIPE, stderr=subprocess.PIPE); "
        "p.stdout.close(); err = p.stderr.read(); sys.stderr.buffer.write(err); "
        "sys.exit(7 if err or p.wait() != 1 else 0)"
    )
    done = child(fight, code=code, folder=tmp_path)
    assert done.returncode == 0, done.stderr.decode()


# ---- forecast --------------------------------------------------------------------------------


def test_forecast_prints_the_odds_of_a_situation_and_of_a_fight(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = situation(board={})
    del bare["attack"]
    asked = tmp_path / "lage.json"
    asked.write_text(json.dumps(bare), "utf-8")
    for path in (asked, write_fight(tmp_path / "kampf.kampf")):
        assert main(["forecast", str(path), "--runs", "2"]) == OK
        first = capsys.readouterr().out
        data = json.loads(first)
        assert data["runs"] == 2
        assert {s["side"] for s in data["sides"]} == {"heroes", "foes"}
        assert main(["forecast", str(path), "--runs", "2"]) == OK
        assert capsys.readouterr().out == first


def test_forecast_says_that_a_fight_needs_two_sides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_fight(tmp_path / "leer.kampf", tokens=False)
    assert main(["forecast", str(path)]) == UNREADABLE
    assert "two sides" in capsys.readouterr().err
