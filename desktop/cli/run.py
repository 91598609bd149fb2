"""Runs a call of the command line: finds its command, says what goes wrong, returns its status."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from desktop.cli import with_qt, without_qt
from desktop.cli.answering import FAILED
from desktop.cli.arguments import UNREADABLE, parser
from desktop.machine.loading import hold_collection, resume_collection
from desktop.words.problems import placed, sentence, system_words
from maps.problems import Problem, Severity, UnreadableFileError
from rules.core.glossary import Glossary, choose_language
from rules.encounter.faults import StoreError


def _language(args: Sequence[str]) -> str:
    """Return the language: ``--language``, else the settings of the system."""
    for i, arg in enumerate(args):
        if arg == "--language" and i + 1 < len(args):
            return choose_language([args[i + 1]])
        if arg.startswith("--language="):
            return choose_language([arg.partition("=")[2]])
    wanted = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return choose_language([w for w in wanted if w] or [locale.getlocale()[0] or ""])


def _fail(words: Glossary, name: str, problem: Problem) -> int:
    told = problem.place in (name, Path(name).name)
    said = sentence(words, problem) if told else placed(words, problem)
    print(f"schlachtplan: {name}: {said}", file=sys.stderr)
    return UNREADABLE


COMMANDS = {
    "plan": without_qt.plan,
    "threat": without_qt.threat,
    "inspect": without_qt.inspect,
    "play": without_qt.play,
    "import": without_qt.import_map,
    "import-creature": without_qt.import_creature,
    "check": without_qt.check,
    "export": without_qt.export,
    "forecast": without_qt.forecast,
    "register": without_qt.register,
    "sheets": with_qt.sheets,
    "demo": with_qt.demo,
}
"""The commands that do their work without the window, by name."""


def _with_open(args: list[str]) -> list[str]:
    """Let a file alone mean that it is opened: thus shells and file managers hand it over."""
    valued = False
    for i, arg in enumerate(args):
        if valued or arg.startswith("-"):
            valued = arg == "--language"
            continue
        known = arg == "open" or arg in COMMANDS
        return args if known or not os.path.isfile(arg) else [*args[:i], "open", *args[i:]]
    return args


SHORT = ("plan", "threat", "inspect", "demo")
"""Commands that give one answer and end, or open a window, which collects its own garbage."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; returns the exit status: 0 done, 1 cannot, 2 unreadable input."""
    hold_collection()
    try:
        return _main(argv)
    finally:
        resume_collection()


def _main(argv: Sequence[str] | None) -> int:
    args = list(sys.argv[1:] if argv is None else argv)
    words = Glossary.load(_language(args))
    known = parser(words).parse_args(_with_open(args))
    if known.command is None or known.command == "open":
        return with_qt.window(words, getattr(known, "file", None), demo=False, check=known.check)
    name = getattr(known, "file", "")
    if known.command not in SHORT:
        resume_collection()
    try:
        return COMMANDS[known.command](words, known)
    except UnreadableFileError as error:
        return _fail(words, name, error.problem)
    except StoreError as error:
        return _fail(words, name, error.problem)
    except BrokenPipeError:  # whoever read what we print has heard enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        problem = Problem("file_os", Severity.ERROR, args={"why": system_words(words, error)})
        return _fail(words, error.filename or name, problem)
