"""What the log says of a blow: rolls, layers, wounds, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.terms import Term, named, term
from rules.encounter.events import Event, Logged
from rules.encounter.state import Encounter
from rules.systems.das_system.blow import Passage
from rules.systems.das_system.duel import Duel
from rules.systems.das_system.sheet import Wound, vitals_of
from rules.systems.das_system.values import Split, Values, counted, place_name
from rules.systems.das_system.warding import Blow, Ward
from rules.systems.das_system.words import parts_of, piece_name, ways_text


def attack_lines(values: Values, split: Split, roll: int, value: int) -> list[Term]:
    """Say a finished value: the roll, the Festwert, the Basis behind it."""
    line = term(
        "log.das_system.roll",
        roll=roll,
        die=values.wuerfelwert,
        counted=counted(roll, values.wuerfelwert),
        festwert=split.festwert,
        total=value,
    )
    basis = term("log.das_system.basis", basis=values.basis, festwert=split.festwert,
                 schwere=split.schwere)  # fmt: skip
    return [line, basis, *parts_of(values.breakdown)]


def ward_lines(ward: Ward, roll: int, value: int, blow: Blow) -> list[Term]:
    """Say a ward: its roll, and what it had to reach."""
    assert ward.values is not None
    lines = attack_lines(ward.values, ward.split, roll, value)
    if blow.extra:
        lines.append(term("log.das_system.group", extra=blow.extra, total=blow.value + blow.extra))
    return lines


def blow_lines(
    state: Encounter, duel: Duel, passage: Passage, wound: Wound | None
) -> tuple[Event, ...]:
    """Return the line of a blow that arrived, its layers and its wound below it."""
    target = state.tokens[duel.target.id]
    details = [*_steps(passage), *_wound(passage, wound)]
    about: dict[str, str | Term] = {"name": target.name, "way": ways_text(passage.way)}
    if wound is None:
        kind = passage.steps[-1].result if passage.steps else "nothing"
        line = named("log.das_system.arrived", "felt" if kind == "light" else "stopped", **about)
        return (Logged(line, tuple(details), target.id, "miss"),)
    line = term(
        "log.das_system.wounded",
        **about,
        severity=wound.severity,
        row=wound.row,
        gz=vitals_of(target).gz,
    )
    return (Logged(line, tuple(details), target.id, "harm"),)


def _steps(passage: Passage) -> Iterator[Term]:
    for step in passage.steps:
        piece = step.worn.piece
        yield named(
            "log.das_system.layer",
            step.result,
            piece=piece_name(piece.id, piece.base, piece.name),
            came=step.came,
            protection=step.worn.protection,
            rest=step.rest,
        )


def _wound(passage: Passage, wound: Wound | None) -> Iterator[Term]:
    if passage.rest > 0:
        place = place_name(passage.way.place.id)
        yield term("log.das_system.zustand", rest=passage.rest, zustand=passage.zustand,
                   severity=passage.severity, place=place)  # fmt: skip
    if wound is None:
        return
    yield term(
        "log.das_system.wound",
        row=wound.row,
        kind=named("kind.das_system", wound.kind),
        text=named("wound_text.das_system", f"{wound.kind}.{wound.row}"),
    )
    yield term(
        "log.das_system.effects",
        bleeding=wound.bleeding,
        pain=wound.pain,
        zustand=-wound.zustand,
        probe=-wound.probe,
        fight=-wound.fight,
    )
    if wound.useless:
        yield term("log.das_system.useless", place=place_name(wound.place))
