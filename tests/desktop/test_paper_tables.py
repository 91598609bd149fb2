"""The tables on paper are those of the fight: what the game master changed is printed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from desktop.demo import demo_history
from desktop.i18n import language, say
from desktop.printing.cards import MOST_BOXES
from desktop.printing.content import Wanted
from desktop.printing.ink import Ink
from desktop.printing.page import Box
from desktop.printing.sheets import write_pdf
from rules import registry
from rules.core.options import OptionSpec, OptionValue
from rules.core.sources import Status
from rules.core.tables import KEY
from rules.encounter.state import Encounter
from rules.encounter.tables import TABLES, plain_rows, rows_of
from rules.system.extras import Referring, Tabled
from tests.demos.game_master import SEATS, seated
from tests.desktop.printing_kit import marks_of, nothing, sheets_of

pytestmark = pytest.mark.usefixtures("german_each")


def edited(state: Encounter, table: str, key: str, **cells: Any) -> Encounter:
    """Return a fight with one row of a table changed."""
    system = registry.get(state.system)
    assert isinstance(system, Tabled)
    spec = next(spec for spec in system.tables if spec.id == table)
    rows = [
        row | cells if row[KEY] == key else row for row in plain_rows(spec, rows_of(state, spec))
    ]
    data: Any = {TABLES: {table: rows}}
    return replace(state, data=data)


def printed(state: Encounter, path: Path) -> str:
    write_pdf(state, registry.get(state.system), path, nothing, "a4")
    words = " ".join(page.extract_text() for page in PdfReader(path).pages)
    return re.sub(r"\s+", " ", words)


@pytest.mark.parametrize(
    ("system", "table", "key", "cells", "said"),
    [
        ("das_system", "weapons", "sword", {"at_festwert": 97}, "97"),
        ("muinimula", "classes", "langschwerter", {"ga": 47}, "47"),
    ],
)
def test_paper_shows_the_tables_of_the_fight(
    tmp_path: Path, system: str, table: str, key: str, cells: dict[str, int], said: str
) -> None:
    state = seated(system, SEATS[system][0][:1], ())
    before = printed(state, tmp_path / "a.pdf")
    after = printed(edited(state, table, key, **cells), tmp_path / "b.pdf")
    assert after.count(said) == before.count(said) + 1


def another(spec: OptionSpec) -> OptionValue:
    """Return a value that an option may have and has not by default."""
    if isinstance(spec.default, bool):
        return not spec.default
    if isinstance(spec.default, int):
        tried = (spec.default + 1, spec.default - 1)
        return next(value for value in tried if not spec.problem(value))
    return next(value for value in spec.choices if value != spec.default)


@pytest.mark.parametrize("system", ["pathfinder", "damakar", "das_system", "muinimula"])
def test_paper_says_what_the_fight_chose_where_the_rules_leave_a_choice(system: str) -> None:
    rules = registry.get(system)
    house = [spec for spec in rules.options if spec.source.status is Status.HOUSE]
    assert isinstance(rules, Referring)

    def said(**options: OptionValue) -> dict[str, str]:
        blocks = rules.reference(Encounter(system, options=options), language.words)
        (block,) = [b for b in blocks if say(b.title) in ("Eigene Vorgabewerte", "Eigene Vorgaben")]
        return {say(row[0]): say(row[-1]) for row in block.rows}

    plain = said()
    assert len(plain) == len(house)
    assert not [value for value in plain.values() if "gewählt" in value]
    changed = said(**{spec.key: another(spec) for spec in house})
    for name, value in plain.items():
        assert changed[name].endswith(" (gewählt)")
        assert changed[name] != f"{value} (gewählt)", name


@pytest.mark.parametrize("demo", ["gruft", "kraehenfels", "muehlbruecke", "burghof", "nebelturm"])
def test_boxes_of_life_count_the_points_of_the_system(
    demo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = demo_history(demo, language.words.say).state
    rules = registry.get(state.system)
    assert isinstance(rules, Referring)
    drawn: list[tuple[int, int]] = []

    def note(_ink: Ink, _box: Box, count: int, done: int, *more: Any) -> None:
        drawn.append((count, done))

    monkeypatch.setattr(Ink, "tick_boxes", note)
    sheets = sheets_of(state, Wanted(parts=frozenset({"cards"})))
    notes = [page.note for page in sheets.pages if page.part == "cards"]
    for _ in marks_of(sheets):
        pass
    wanted = []
    for token in state.tokens.values():
        card, health = rules.card(state, token.id), rules.health(token)
        assert card.boxes * card.box >= health.most > (card.boxes - 1) * card.box
        if card.boxes <= MOST_BOXES:
            lost = max(0, health.most - max(0, health.now))
            wanted.append((card.boxes, lost // card.box))
        assert all(f" {card.box} Punkt" in said for said in notes)
    assert sorted(drawn) == sorted(wanted)
    assert any(done for _, done in drawn), "somebody is hurt"
