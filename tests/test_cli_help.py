"""The help of the command line is all in the language chosen."""

from __future__ import annotations

import pytest

from desktop.cli import main


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
