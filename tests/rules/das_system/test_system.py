"""The facade: Das System as the rest of the program sees it, and its library."""

from __future__ import annotations

import pytest

from rules import registry
from rules.core.asking import SeededDice, run
from rules.core.glossary import Glossary
from rules.encounter.applying import apply_all
from rules.encounter.commands import Command, CommandError, Note
from rules.encounter.events import Logged
from rules.encounter.state import Encounter, Sheet
from rules.play import perform
from rules.system import RuleSystem
from rules.systems.das_system import SYSTEM
from rules.systems.das_system.gear import Piece
from rules.systems.das_system.options import OPTIONS
from rules.systems.das_system.own_tables import TABLES
from rules.systems.das_system.sheet import DasSystemSheet
from rules.testing import duel
from tests.rules.das_system.fights import pair, refused, token

_: RuleSystem = SYSTEM


def test_it_is_a_rule_system_and_registered() -> None:
    assert isinstance(SYSTEM, RuleSystem)
    assert registry.get("das_system") is SYSTEM


def test_foreign_things_are_refused() -> None:
    class Other(Sheet):
        pass

    with pytest.raises(TypeError):
        SYSTEM.squares(Other())
    command: Command = Note(text="hm")
    with pytest.raises(CommandError):
        SYSTEM.perform(pair(), command)


@pytest.mark.parametrize("name", sorted(SYSTEM.commands))
def test_unknown_fields_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        SYSTEM.commands[name].model_validate({"do": name, "nonsense": 1})


def test_the_library_has_creatures_in_layers() -> None:
    library = SYSTEM.library()
    assert len(library) >= 10
    layered = [t for t in library if len({p.layer for p in armour_of(t.sheet)}) > 1]
    assert len(layered) >= 5


def armour_of(sheet: Sheet) -> tuple[Piece, ...]:
    assert isinstance(sheet, DasSystemSheet)
    return sheet.armour


HOUSE_NUMBERS = {
    "kar_rundung", "kar_erholung", "gleichstand", "bemerken", "wuerfelwert_formel",
    "stelle_vergleich", "ausweichen_anteil", "gegen_parade", "schuss_frei",
    "schuss_je_zehn_meter", "schuss_gehend", "schuss_rennend", "schwelle", "vorbei_an_ruestung",
    "luecken", "wirkung_unbekannt", "impulsschutz", "zustand_hinter_ruestung",
    "mindestverletzung", "gz_null", "ausdauer_treffer", "schmerz_abzug", "schmerz_kaskade",
    "serie_ausdauer", "bruch_wert", "bruch_schwere", "ausdauer_erholung", "last_kosten",
    "rueckzug_karte", "schritte_je_feld", "feld_cm", "gegen_kosten", "tod", "wunden_addieren",
}  # fmt: skip
"""Everything that is one number or one reading of ours."""
HOUSE_TABLES = {
    "weapons", "armour", "parts", "places", "hits", "injuries", "pain", "dodge", "skills",
}  # fmt: skip
"""Whatever of ours is a table."""


def test_what_the_rules_leave_open_is_an_option_of_ours() -> None:
    stated = [spec.key for spec in OPTIONS if spec.source.status != "house"]
    assert stated == ["umstand_warned"]
    keys = {spec.key for spec in OPTIONS}
    assert keys >= HOUSE_NUMBERS
    assert {spec.id for spec in TABLES} == HOUSE_TABLES | {"bleeding"}


def play_on(state: Encounter, seed: int, words: Glossary) -> Encounter:
    """Let a fight go on by itself for a while; every line must have words."""
    dice = SeededDice(seed)
    state = advanced(state, {"do": "start"}, dice, words)
    for _turn in range(40):
        data: dict[str, str] = {"do": "next"}
        if state.timeline.acting:
            me = state.timeline.acting[0]
            foe = next(t for t in state.tokens if t != me)
            data = {"do": "attack", "attacker": me, "target": foe, "weapon": weapon(state, me)}
        state = advanced(state, data, dice, words)
        if any(SYSTEM.health(t).down for t in state.tokens.values()):
            break
    return state


def advanced(
    state: Encounter, data: dict[str, str], dice: SeededDice, words: Glossary
) -> Encounter:
    command = SYSTEM.commands[data["do"]].model_validate(data)
    outcome = run(perform(SYSTEM, state, command), dice)
    for event in outcome.events:
        if isinstance(event, Logged):
            assert "⟨" not in words.say(event.line)
    return apply_all(state, outcome.events)


def weapon(state: Encounter, id: str) -> str:
    found = SYSTEM.weapons(state, state.token(id).id)
    return next(w.id for w in found if not w.ranged)


@pytest.mark.parametrize("template", [t.id for t in SYSTEM.library()])
def test_every_creature_can_fight_to_the_end(template: str, glossary: Glossary) -> None:
    after = play_on(duel(SYSTEM, template), len(template), glossary)
    assert after.timeline.now > 0
    assert all(token.vitals is not None for token in after.tokens.values())


def test_tokens_that_are_not_there_are_named() -> None:
    assert refused(pair(), "damage", tokens=["x"], amount=1) == "token_unknown"
    assert refused(pair(), "start", pairs=[["a", "x"]]) == "token_unknown"
    assert refused(pair(), "damage", tokens=["a"], amount=0) == "nothing_changes"
    assert SYSTEM.health(token("a")).share == 1.0
