"""Cells of tables as text, as an editor shows them and as CSV holds them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from rules.core.glossary import Glossary
from rules.core.tables import Column

YES: Final = frozenset({"1", "x", "ja", "j", "yes", "y", "true", "wahr"})
NO: Final = frozenset({"", "0", "-", "–", "nein", "n", "no", "false", "falsch"})
_NUMBER = re.compile(r"[+-]?\d{1,15}([.,]\d{1,15})?")
_PAIR = re.compile(r"([^\W\d_]+)\s*[:=]?\s*([+-]?\d{1,15})")
SHOWN: Final = 60
"""How many letters of a wrong cell are repeated."""


class CellError(ValueError):
    """A text that is no value of its column; ``code`` is a problem, ``args`` fill its gaps."""

    def __init__(self, code: str, **args: object) -> None:
        super().__init__(code)
        self.code = code
        self.args_of_problem: Mapping[str, object] = args


def shown(text: str) -> str:
    """Return as much of a text as a sentence about it repeats."""
    text = text.strip()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def write_cell(column: Column, value: Any, words: Glossary) -> str:
    """Write a value as text that ``read_cell`` understands."""
    match column.kind:
        case "flag":
            return words.say("tables.yes") if value else words.say("tables.no")
        case "choice":
            return next((words.say(t) for id, t in column.choices if id == value), str(value or ""))
        case _ if value is None:
            return ""
        case "number":
            return words.number(float(value), 2 if float(value) % 1 else 0)
        case "wholes":
            return " ".join(_signed(n) for n in value)
        case "words":
            return ", ".join(str(word) for word in value)
        case "pairs":
            return ", ".join(f"{name} {_signed(n)}" for name, n in value.items())
        case "whole":
            return _signed(value)
        case _:
            return str(value)


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def read_cell(column: Column, text: str, words: Glossary) -> Any:
    """Read what somebody typed. Raises CellError."""
    text = " ".join(text.replace("\u2212", "-").split())
    if not text and column.optional:
        return None
    match column.kind:
        case "flag":
            return _flag(text, words)
        case "choice":
            return _choice(column, text, words)
        case "whole":
            return _whole(text)
        case "number":
            return _number(text)
        case "wholes":
            return [_whole(part) for part in re.split(r"[\s,;/]+", text) if part]
        case "words":
            return [part.strip() for part in re.split(r"[,;]", text) if part.strip()]
        case "pairs":
            return _pairs(text)
        case _:
            return text


def _flag(text: str, words: Glossary) -> bool:
    low = text.casefold()
    if low in YES or low == words.say("tables.yes").casefold():
        return True
    if low in NO or low == words.say("tables.no").casefold():
        return False
    raise CellError("cell_not_flag", value=shown(text))


def _choice(column: Column, text: str, words: Glossary) -> str:
    low = text.casefold()
    for id, name in column.choices:
        if low in (id.casefold(), words.say(name).casefold()):
            return id
    known = words.listing(tuple(words.say(name) for _, name in column.choices))
    raise CellError("cell_not_choice", value=shown(text), known=known)


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise CellError("cell_not_number", value=shown(text))
    return float(text.replace(",", "."))


def _whole(text: str) -> int:
    """Read a whole number; spreadsheets write some of them as ``20,0``."""
    number = _number(text)
    if number % 1:
        raise CellError("cell_not_whole", value=shown(text))
    return int(number)


def _pairs(text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in re.split(r"[,;]", text):
        if not part.strip():
            continue
        match = _PAIR.fullmatch(part.strip())
        if match is None:
            raise CellError("cell_not_pairs", value=shown(part))
        found[match[1]] = int(match[2])
    return found
