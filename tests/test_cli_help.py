"""The help of the command line is all in the language chosen."""

from __future__ import annotations

import pytest

from desktop.cli import main
from desktop.cli.arguments import PARTS
from desktop.cli.usage import wrong
from desktop.printing import content
from rules.core.glossary import Glossary


@pytest.mark.parametrize("command", [[], ["plan"], ["import"], ["export"]])
def test_german_help_has_no_english_left(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--language", "de", *command, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert "zeigt diese Hilfe und endet" in said
    for english in ("positional", "options", "show ", "exit"):
        assert english not in said


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("schlachtplan ")


WRONG = {
    "plam": "„plam“ gibt es nicht. Es gibt: open, demo, plan",
    "plan": "schlachtplan plan: Es fehlt: FILE",
    "plan a b": "Das ist hier unbekannt: b",
    "threat a": "Es fehlt: --token",
    "forecast a --runs 0": "--runs: „0“ ist keine ganze Zahl ab 1.",
    "forecast a --seed x": "--seed: „x“ ist keine ganze Zahl.",
    "forecast a --seconds x": "--seconds: „x“ ist keine Zahl.",
    "sheets a -o": "-o/--output: Dazu gehört eine Angabe.",
    "sheets a -o b --parts": "--parts: Dazu gehört mindestens eine Angabe.",
    "sheets a -o b --pa a4": "--pa ist nicht eindeutig. Gemeint sein kann: --paper, --parts",
    "sheets a -o b --paper a5": "--paper: „a5“ gibt es nicht. Es gibt: a4, letter",
    "demo --headless=3": "--headless: Dazu gehört keine Angabe wie „3“.",
    "--language": "--language: Dazu gehört eine Angabe.",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_with_a_call_is_said_in_german(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--language=de", *line.split()])
    assert ended.value.code == 2
    usage, _, said = capsys.readouterr().err.partition("\nschlachtplan")
    assert usage.startswith("Aufruf: schlachtplan")
    assert WRONG[line] in f"schlachtplan{said}"
    english = ("usage", "argument", "invalid", "expected", "required", "choose", "ignored", "could")
    assert not [word for word in english if word in usage + said]


def test_what_is_wrong_with_a_call_is_said_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--language", "en", "sheets", "a", "-o", "b", "--paper", "a5"])
    said = capsys.readouterr().err
    assert said.startswith("Usage: schlachtplan sheets")
    assert "--paper: There is no “a5”. There is: a4, letter" in said


@pytest.mark.parametrize(
    ("newer", "ours"),
    [
        # Python 3.14 quotes no longer and guesses
        (
            "argument COMMAND: invalid choice: 'plam', maybe you meant 'plan'? (choose from a, b)",
            "COMMAND: There is no “plam”. There is: a, b",
        ),
        ("something nobody knows yet", "something nobody knows yet"),
    ],
)
def test_sentences_of_newer_pythons_are_kept_or_read(newer: str, ours: str) -> None:
    assert wrong(Glossary.load("en").say, newer) == ours


def test_the_parts_to_choose_are_those_that_paper_has() -> None:
    assert (*content.PARTS, *content.EXTRAS) == PARTS
