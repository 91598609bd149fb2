"""Whom a command means: ids of tokens in its fields, and the tokens behind them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from rules.encounter.commands import refuse
from rules.encounter.state import Encounter, Token
from rules.encounter.state_codec import Id


def as_tuple(value: object) -> object:
    """Take one name for a list of one."""
    return (value,) if isinstance(value, str) and value else value or ()


Names = Annotated[tuple[Id, ...], BeforeValidator(as_tuple), Field(max_length=2_000)]
"""Ids of any number of tokens, none included."""
Some = Annotated[Names, Field(min_length=1)]
"""Ids of at least one token."""


def find(state: Encounter, id: str, place: str = "token") -> Token:
    """Return a token. Raises CommandError that lists those that there are."""
    try:
        return state.token(id)
    except KeyError:
        known = ", ".join(state.tokens)
        raise refuse("token_unknown", place, token=id, known=known) from None
