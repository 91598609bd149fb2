"""``schlachtplan inspect`` says what the inspector of the window says, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from desktop.board.inspection import inspect
from desktop.cli import main
from desktop.i18n import language
from desktop.words.sight import Spot
from rules import registry
from rules.encounter.situation import load_situation, plan_json
from rules.encounter.state import TokenId
from tests.desktop.fakes import make_session
from tests.desktop.window_kit import FOUR, write_fight

SITUATION: dict[str, Any] = {
    "format": 1,
    "system": "pathfinder",
    "board": {
        "obstacles": [
            {"kind": "wall", "points": [[3, 0], [3, 1.5]]},
            {"kind": "fog", "points": [[4, 0], [8, 0], [8, 4], [4, 4]]},
        ]
    },
    "tokens": [
        {"id": "elf", "name": "Elandir", "side": "heroes", "at": [0, 0]},
        {"id": "orc", "name": "Grom", "side": "foes", "at": [5, 1]},
    ],
    "attack": {"attacker": "elf", "target": "orc", "weapon": "longbow"},
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "lage.json"
    path.write_text(json.dumps(SITUATION), "utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *arguments: object, code: str = "en") -> str:
    assert main(["--language", code, "inspect", *map(str, arguments)]) == 0
    out, err = capsys.readouterr()
    assert not err
    assert "⟨" not in out
    return out


def rows(text: str) -> dict[str, str]:
    """Return the lines that are indented, by their labels."""
    found = [line.strip().split("  ", 1) for line in text.splitlines() if line.startswith("  ")]
    return {label: value.strip() for label, value in found}


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("de", {"Sicht": "ja", "Wirkungslinie": "ja", "Entfernung": "5 Felder · 7,5 m"}),
        ("en", {"Sight": "yes", "Line of effect": "yes", "Distance": "5 squares · 7.5 m"}),
    ],
)
def test_everything_is_said_in_both_languages(
    code: str, wanted: dict[str, str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, file, code=code)
    assert text.startswith("Elandir (A1) → Grom (F2) · ")
    found = rows(text)
    assert wanted.items() <= found.items()
    cover, veil = ("Deckung", "Tarnung") if code == "de" else ("Cover", "Concealment")
    wall, fog = ("Wand", "20\N{NO-BREAK SPACE}%") if code == "de" else ("Wall", "20%")
    assert wall in found[cover]
    assert "+4" in found[cover]
    assert fog in found[veil]
    assert "30 m" in found["Reichweite" if code == "de" else "Range"]


def test_json_holds_the_plan_and_the_same_words(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = rows(said(capsys, file))
    data = json.loads(said(capsys, file, "--json"))
    assert {f["label"]: f["value"] for f in data["findings"]} == text
    loaded = load_situation(SITUATION, registry.get)
    assert loaded.attack is not None
    plan = loaded.system.plan(loaded.state, loaded.attack)
    assert data["plan"] == json.loads(json.dumps(plan_json(plan, loaded.state)))
    assert (data["sight"], data["effect"], data["weapon"]) == (True, True, "longbow")
    assert [end["token"] for end in data["ends"]] == ["elf", "orc"]
    causes = next(f for f in data["findings"] if f["label"] == "Cover")["causes"]
    assert causes == ["wall:0"]


def test_squares_are_named_as_the_rulers_do_or_counted(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    by_name = said(capsys, file, "--from", "c3", "--to", "Grom")
    assert by_name == said(capsys, file, "--from", "2,2", "--to", "orc")
    assert by_name.startswith("Elandir, imagined on C3 → Grom (F2)")
    both = json.loads(said(capsys, file, "--from", "A1", "--to=-4,0", "--json"))
    assert [end["at"] for end in both["ends"]] == [[0, 0], [-4, 0]]
    back = said(capsys, file, "--from", "orc", "--to", "elf", "--weapon", "sword")
    assert rows(back)["Melee"] == "out of reach"


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("--to", "nobody"), "“nobody” is neither a combatant nor a square"),
        (("--to", "elf"), "two different combatants"),
        (("--weapon", "spoon"), "no weapon “spoon”"),
    ],
)
def test_what_is_not_there_is_said(
    arguments: tuple[str, ...], what: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--language", "en", "inspect", str(file), *arguments]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert what in err
    assert arguments[0] in err or arguments[1] == "elf"


def test_a_fight_names_no_ends_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fight = write_fight(tmp_path / "halle.kampf", running=True)
    assert main(["--language", "de", "inspect", str(fight)]) == 2
    assert "--from und --to" in capsys.readouterr().err
    text = said(capsys, fight, "--from", FOUR[0][0], "--to", FOUR[-1][0], code="de")
    assert "Entfernung" in rows(text)


def test_window_and_command_say_the_same(
    qapp: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = make_session()
    found = inspect(session, Spot(TokenId("elandir")), Spot(TokenId("shaman")))
    assert found is not None
    path = tmp_path / "fenster.json"
    path.write_text(json.dumps(found.situation()), "utf-8")
    data = json.loads(said(capsys, path, "--json", code=language.code))
    assert [f["value"] for f in data["findings"]] == [f.value for f in found.findings]
    assert [end["said"] for end in data["ends"]] == list(found.names)
    assert (data["sight"], data["effect"]) == (found.sees, found.effect)
