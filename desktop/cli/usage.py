"""What was wrong with a call of the command line, in the language chosen."""

from __future__ import annotations

import re
from argparse import HelpFormatter
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from rules.core.glossary import Glossary
from rules.core.terms import TermArg

Say = Callable[..., str]


def _kind(say: Say, kind: str, value: TermArg) -> str:
    match kind:
        case "count":
            return say("cli.wrong.count", value=value)
        case "int":
            return say("cli.wrong.whole", value=value)
        case "float":
            return say("cli.wrong.number", value=value)
        case _:
            return say("cli.wrong.value", value=value)


_SAYINGS: tuple[tuple[str, Callable[..., str]], ...] = (
    (
        r"argument (?P<argument>[^:]+): (?P<what>.+)",
        lambda say, argument, what: say(
            "cli.wrong.argument", argument=argument, what=wrong(say, what)
        ),
    ),
    (
        r"the following arguments are required: (?P<names>.+)",
        lambda say, names: say("cli.wrong.required", names=names),
    ),
    (
        r"unrecognized arguments: (?P<names>.+)",
        lambda say, names: say("cli.wrong.unknown", names=names),
    ),
    (
        r"invalid choice: (?P<value>.+?)(?:, maybe you meant .+?)? \(choose from (?P<known>.+)\)",
        lambda say, value, known: say("cli.wrong.choice", value=_bare(value), known=_bare(known)),
    ),
    (
        r"invalid (?P<kind>\w+) value: (?P<value>.+)",
        lambda say, kind, value: _kind(say, kind, _bare(value)),
    ),
    (
        r"ambiguous option: (?P<option>.+) could match (?P<known>.+)",
        lambda say, option, known: say("cli.wrong.ambiguous", option=option, known=known),
    ),
    (
        r"ignored explicit argument (?P<value>.+)",
        lambda say, value: say("cli.wrong.ignored", value=_bare(value)),
    ),
    (r"expected one argument", lambda say: say("cli.wrong.single")),
    (r"expected at least one argument", lambda say: say("cli.wrong.several")),
)
"""The sentences of ``argparse`` that our commands can raise, and ours in their place."""


def wrong(say: Say, message: str) -> str:
    """Say a message of ``argparse``; one of a newer Python that is not known stays as it is."""
    for pattern, ours in _SAYINGS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return ours(say, **found.groupdict())
    return message


def _bare(value: str) -> str:
    """Take the quotation marks of Python away from a value or a list of them."""
    return ", ".join(re.sub(r"""^(['"])(.*)\1$""", r"\2", one) for one in value.split(", "))


class Formatter(HelpFormatter):
    """Says the first word of a usage line in the language chosen."""

    words: ClassVar[Glossary]

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[Any],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Put the usage line in; an empty prefix, as for the commands, stays empty."""
        if prefix is None:
            prefix = self.words.say("cli.usage_line") + " "
        super().add_usage(usage, actions, groups, prefix)
