"""Terms: what the rules want to say, as a key and its arguments; the words come later.

A term is a value. It may lie in an event, in a file and in the history, and every language
says it anew; ``rules.core.glossary`` does so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

Word: TypeAlias = Union[int, float, str, "Term"]
TermArg: TypeAlias = Union[int, float, str, "Term", tuple[Word, ...]]
"""What fills a gap: a number, a name as it is, another term, or a list of these."""


@dataclass(frozen=True, slots=True)
class Term:
    """A sentence or word by its catalogue key; ``args`` fill its gaps."""

    key: str
    args: Mapping[str, TermArg] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.key, frozenset(self.args.items())))


def term(key: str, /, **args: TermArg) -> Term:
    """Make a term. Write ``key`` out in full, so that the catalogue check can find it."""
    return Term(key, args)


def named(prefix: str, name: str, /, **args: TermArg) -> Term:
    """Make a term whose key ends in an id: ``named("condition", "prone")``.

    The prefix is written out in full; the catalogue check looks for keys below it.
    """
    key = f"{prefix}.{name}"
    return Term(key, args)


def dump(value: TermArg) -> object:
    """Turn a term or one of its arguments into plain JSON data; ``load`` is the inverse."""
    match value:
        case Term(key, args):
            return {"key": key, "args": {name: dump(arg) for name, arg in args.items()}}
        case tuple():
            return [dump(item) for item in value]
        case _:
            return value


def load(data: object) -> TermArg:
    """Read what ``dump`` wrote. Raises ValueError where it is not the data of a term."""
    match data:
        case list():
            return tuple(_load_word(item) for item in data)
        case _:
            return _load_word(data)


def load_term(data: object) -> Term:
    """Read a term that ``dump`` wrote. Raises ValueError for anything else."""
    match data:
        case {"key": str(key), "args": dict(args), **rest} if not rest:
            return Term(key, {str(name): load(arg) for name, arg in args.items()})
        case _:
            raise ValueError(f"not a term: {data!r}")


def _load_word(data: object) -> Word:
    match data:
        case bool() | None:
            raise ValueError(f"not an argument of a term: {data!r}")
        case int() | float() | str():
            return data
        case _:
            return load_term(data)
