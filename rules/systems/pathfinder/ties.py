"""Ties: who comes first of those with the same count, and where new counts find place (§8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.core.asking import Procedure, ask
from rules.core.terms import term
from rules.encounter.course import Course
from rules.encounter.state import Timeline, TokenId
from rules.systems.pathfinder.time import initiative_bonus


def _unsettled(at: Mapping[TokenId, int], ties: Mapping[TokenId, tuple[int, ...]]) -> list[TokenId]:
    """Return the first combatants whose order is still open."""
    for one in at:
        depth = len(ties[one])
        same = [t for t in at if at[t] == at[one] and ties[t][:depth] == ties[one]]
        if len(same) > 1:
            return same
    return []


def settle(
    at: Mapping[TokenId, int], ties: Mapping[TokenId, tuple[int, ...]]
) -> Procedure[dict[TokenId, tuple[int, ...]]]:
    """Order equal counts: the modifier stands in ``ties`` already, then dice decide.

    Those ordered before keep their order; only who is new among equals rolls.
    """
    ties = dict(ties)
    while group := _unsettled(at, ties):
        depth = min(len(ties[t]) for t in group)
        for token in group:
            if len(ties[token]) == depth:
                (face,) = yield from ask((20,), term("dice.pathfinder.tie"), token)
                ties[token] = (*ties[token], face)
    return ties


def place(course: Course, counts: Mapping[TokenId, int]) -> Procedure[Timeline]:
    """Return the timeline with these counts in it, ties settled."""
    line = course.state.timeline
    at = {**line.at, **counts}
    mine = {t: (initiative_bonus(course.state.tokens[t]),) for t in counts}
    ties = yield from settle(at, {**dict.fromkeys(at, ()), **line.ties, **mine})
    return replace(line, at=at, ties=ties)
