"""How areas of effect come onto the board and off it, the same in every rule system."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.terms import Term, term
from rules.encounter.areas import PREFIX, AreaData, Caught, PlacedArea, areas_of, dump_area
from rules.encounter.commands import LayArea, LiftArea, Outcome, refuse
from rules.encounter.events import DataChanged, Event, Logged
from rules.encounter.state import Encounter
from rules.naming import next_id
from rules.system import RuleSystem
from rules.system.ground import SupportsAreas


def name_of(placed: PlacedArea) -> Term | str:
    """Return what an area is called; one without a name has a word."""
    return placed.name or term("area.unnamed")


def caught_lines(state: Encounter, caught: Iterable[Caught]) -> tuple[Term, ...]:
    """Say who is caught, and below it what shelters whom."""
    found = list(caught)
    if not found:
        return (term("area.log.nobody"),)
    names = tuple(state.tokens[c.token].name for c in found)
    notes = [
        term("area.log.note", name=state.tokens[c.token].name, note=c.note)
        for c in found
        if c.note is not None
    ]
    return (term("area.log.caught", who=names), *notes)


def lay(system: RuleSystem, state: Encounter, command: LayArea) -> Outcome:
    """Lay an area of effect on the board, or change one that lies there. Raises CommandError."""
    ids = [placed.id for placed in areas_of(state.data)]
    id = command.id or next_id(ids, "area")
    read = AreaData.model_validate(command.model_dump(exclude={"do", "dice", "choices", "id"}))
    area = read.to_area()
    nowhere = area.shape == "emanation" and area.token is None
    if nowhere or (area.token is not None and area.token not in state.tokens):
        raise refuse("area_nowhere", "token")
    if area.direction == (0, 0):
        raise refuse("area_nowhere", "direction")
    placed = PlacedArea(id, read.name, area, read.hidden)
    data = dump_area(placed)
    if state.data.get(PREFIX + id) == data:
        raise refuse("nothing_changes")
    label = term("area.step.lay", name=name_of(placed))
    events: list[Event] = [DataChanged(PREFIX + id, data)]
    if id not in ids:
        caught = system.caught(state, area) if isinstance(system, SupportsAreas) else ()
        said = term("area.log.placed", name=name_of(placed))
        events.append(Logged(said, caught_lines(state, caught)))
    return Outcome(label, tuple(events))


def lift(state: Encounter, command: LiftArea) -> Outcome:
    """Take areas of effect off the board. Raises CommandError."""
    there = {placed.id: placed for placed in areas_of(state.data)}
    events: list[Event] = []
    for index, id in enumerate(dict.fromkeys(command.areas)):
        if id not in there:
            known = ", ".join(there)
            raise refuse("area_unknown", f"areas[{index}]", area=id, known=known)
        events += [
            DataChanged(PREFIX + id, None),
            Logged(term("area.log.lifted", name=name_of(there[id]))),
        ]
    label = term("area.step.lift", name=name_of(there[command.areas[0]]))
    return Outcome(label, tuple(events))
