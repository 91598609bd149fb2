"""What may stand in the fields of commands: skills, places, wounds, pieces that are worn."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.terms import Term, named, term
from rules.encounter.state import Encounter, TokenId
from rules.systems.das_system.body import places
from rules.systems.das_system.sheet import sheet_of, vitals_of
from rules.systems.das_system.tables import skill_rows
from rules.systems.das_system.tending import FORBIDS
from rules.systems.das_system.values import place_name
from rules.systems.das_system.words import piece_name

Known = tuple[str | int, Term]


def choices(state: Encounter, command: str, field: str, who: str) -> tuple[Known, ...]:
    """Return values with their words; nothing where a field takes anything."""
    match command, field:
        case "check", "skill":
            return tuple((id, named("skill.das_system", id)) for id in skill_rows())
        case "strike", "place":
            return tuple((id, place_name(id)) for id in places())
        case "forbid", "actions":
            return tuple((id, named("forbids.das_system", id)) for id in FORBIDS)
        case "mend", "piece":
            return tuple(_torn(state, who))
        case _, "wound":
            return tuple(_wounds(state, who))
    return ()


def _wounds(state: Encounter, who: str) -> Iterator[Known]:
    token = state.tokens.get(TokenId(who))
    for wound in vitals_of(token).wounds if token is not None else ():
        place = place_name(wound.place)
        yield wound.id, term("known.das_system.wound", n=wound.id, place=place, row=wound.row)


def _torn(state: Encounter, who: str) -> Iterator[Known]:
    token = state.tokens.get(TokenId(who))
    if token is None:
        return
    names = {p.id: piece_name(p.id, p.base, p.name) for p in sheet_of(token).pieces}
    for id, lost in vitals_of(token).armour.items():
        if id in names:
            yield id, term("known.das_system.torn", piece=names[id], lost=max(lost.values()))
