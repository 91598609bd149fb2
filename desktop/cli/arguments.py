"""What the command line takes: commands, arguments and their help, in the language chosen."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

from desktop import __version__
from desktop.cli.usage import Formatter, Say, wrong
from rules.core.glossary import Glossary, languages

UNREADABLE = 2
"""Exit status of input that cannot be used."""
PARTS = ("map", "initiative", "cards", "tables", "notes", "tiles", "poker", "blank")
"""Parts of the sheets."""

Argument = tuple[tuple[str, ...], dict[str, Any]]
Row = tuple[str, str, tuple[Argument, ...]]
"""A command: its name, the key of its help, its arguments."""


class Parser(argparse.ArgumentParser):
    """Says usage errors in the language chosen."""

    words: Glossary

    def __init__(self, **facts: Any) -> None:
        super().__init__(add_help=False, formatter_class=Formatter, **facts)
        say = self.words.say
        self._positionals.title, self._optionals.title = say("cli.arguments"), say("cli.options")
        self.add_argument("-h", "--help", action="help", help=say("cli.help"))

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        what = wrong(self.words.say, message)
        self.exit(UNREADABLE, self.words.say("cli.usage", prog=self.prog, what=what) + "\n")


def parser(words: Glossary) -> Parser:
    """Make the parser of the whole command line."""
    say = words.say
    Parser.words = Formatter.words = words
    made = Parser(prog="schlachtplan", description=say("cli.about"))
    version = f"schlachtplan {__version__}"
    made.add_argument("--version", action="version", version=version, help=say("cli.version"))
    made.add_argument("--language", choices=languages(), help=say("cli.language"))
    sub = made.add_subparsers(dest="command", metavar=say("cli.command"))
    made.add_argument("--check", action="store_true", help=say("cli.self_check"))
    for rows in (_showing, _looking, _importing, _writing, _counting):
        for name, key, arguments in rows(say):
            command = sub.add_parser(name, help=say(key), description=say(key))
            for flags, options in arguments:
                command.add_argument(*flags, **options)
    return made


def count(text: str) -> int:
    """Read a number from 1 on. Raises ValueError."""
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def _argument(*flags: str, **options: Any) -> Argument:
    return flags, options


def _flag(name: str, help: str) -> Argument:
    return _argument(name, action="store_true", help=help)


def _file(help: str, metavar: str = "FILE") -> Argument:
    return _argument("file", metavar=metavar, help=help)


def _output(help: str, metavar: str = "FILE", **options: Any) -> Argument:
    return _argument("-o", "--output", metavar=metavar, help=help, **options)


# -- the commands, in the order of the help -------------------------------------------------------


def _showing(say: Say) -> Iterator[Row]:
    file = _argument("file", metavar="FILE", nargs="?", help=say("cli.file"))
    yield "open", "cli.open", (file,)
    yield "demo", "cli.demo", (_flag("--headless", say("cli.headless")),)


def _looking(say: Say) -> Iterator[Row]:
    situation = _file(say("cli.situation"))
    yield "plan", "cli.plan", (situation,)
    token = _argument("--token", metavar="ID", required=True, help=say("cli.token"))
    yield "threat", "cli.threat", (situation, token)
    inspected = (
        _file(say("cli.file")),
        _argument("--from", dest="start", default="", metavar="A", help=say("cli.inspect_from")),
        _argument("--to", dest="end", default="", metavar="B", help=say("cli.inspect_to")),
        _argument("--weapon", default="", metavar="ID", help=say("cli.inspect_weapon")),
        _flag("--json", say("cli.inspect_json")),
    )
    yield "inspect", "cli.inspect", inspected
    yield "play", "cli.play", (situation,)


def _importing(say: Say) -> Iterator[Row]:
    out = _output(say("cli.output"), required=True)
    system = _argument("--system", default="pathfinder", help=say("cli.system"))
    yield "import", "cli.import", (_file(say("cli.map"), "MAP"), out, system)
    creature = (
        _file(say("cli.creature.file")),
        _argument("--system", default="", help=say("cli.creature.system")),
        _output(say("cli.creature.set"), "SET"),
        _flag("--json", say("cli.creature.json")),
    )
    yield "import-creature", "cli.import-creature", creature


def _writing(say: Say) -> Iterator[Row]:
    file = _file(say("cli.file"))
    sheets = (
        file,
        _output(say("cli.output"), required=True),
        _argument("--paper", choices=["a4", "letter"], default="a4", help=say("cli.paper")),
        _argument("--parts", choices=PARTS, nargs="+", help=say("cli.parts")),
        _flag("--players", say("cli.players")),
    )
    yield "sheets", "cli.sheets", sheets
    yield "check", "cli.check", (file,)
    yield "export", "cli.export", (_file(say("cli.fight")), _output(say("cli.output")))


def _counting(say: Say) -> Iterator[Row]:
    forecast = (
        _file(say("cli.forecast_file")),
        _argument("--runs", type=count, default=1_000, metavar="N", help=say("cli.runs")),
        _argument("--seconds", type=float, default=60.0, metavar="S", help=say("cli.seconds")),
        _argument("--seed", type=int, default=1, metavar="N", help=say("cli.seed")),
    )
    yield "forecast", "cli.forecast", forecast
    yield "register", "cli.register", (_flag("--remove", say("cli.remove")),)
