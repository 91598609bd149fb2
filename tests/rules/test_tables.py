"""The game master's own tables: judged, in force, marked, kept in the fight, written as CSV."""

from __future__ import annotations

from typing import Any

import pytest

from rules import registry
from rules.core.asking import SeededDice
from rules.core.glossary import Glossary
from rules.core.sources import Status
from rules.core.table_csv import MOST_FAULTS, MOST_ROWS, read_csv, write_csv
from rules.core.table_text import CellError, read_cell, write_cell
from rules.core.tables import KEY, Column, Row, TableSpec, using
from rules.core.terms import Term, term
from rules.encounter.commands import CommandError, parse_command
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, TokenId
from rules.encounter.state_codec import state_from_dict, state_to_dict
from rules.encounter.tables import judge, plain_rows, rows_of, tables_of
from rules.play import Game
from rules.system import RuleSystem
from rules.system.extras import Tabled
from rules.systems.das_system.tables import pain_table, printed_pain

SYSTEMS = [id for id in registry.system_ids() if isinstance(registry.get(id), Tabled)]
EVERY = [
    (id, spec.id)
    for id in SYSTEMS
    if isinstance(system := registry.get(id), Tabled)
    for spec in system.tables
]


def spec_of(system: str, table: str) -> TableSpec:
    rules: RuleSystem = registry.get(system)
    assert isinstance(rules, Tabled)
    return next(spec for spec in rules.tables if spec.id == table)


def game(system: str = "das_system") -> Game:
    return Game.begin(registry.get(system), Encounter(system))


def do(played: Game, name: str, **fields: Any) -> None:
    played.do(parse_command(played.system, {"do": name, **fields}), SeededDice(1))


def with_cell(rows: tuple[Row, ...], at: int, column: str, value: Any) -> list[dict[str, Any]]:
    return [dict(row) | ({column: value} if i == at else {}) for i, row in enumerate(rows)]


def line_of(spec: TableSpec, rows: tuple[Row, ...], key: str) -> int:
    return next(i for i, row in enumerate(rows) if row[KEY] == key)


# -- every table ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("system", "table"), EVERY)
def test_a_table_fits_its_own_rules_and_says_everything(
    system: str, table: str, glossary: Glossary
) -> None:
    spec = spec_of(system, table)
    rows = spec.rows()
    assert rows
    assert judge(spec, rows) == ()
    assert plain_rows(spec, rows) == [dict(row) for row in rows]
    assert glossary.say(spec.label)
    for column in spec.columns:
        assert glossary.say(column.label)
        assert all(glossary.say(name) for _, name in column.choices)
    assert all(
        spec.status_of(rows, at, c.id) is not Status.HAND
        for at in range(len(rows))
        for c in spec.columns
    )


@pytest.mark.parametrize(("system", "table"), EVERY)
def test_a_table_goes_out_as_csv_and_comes_back(
    system: str, table: str, glossary: Glossary
) -> None:
    spec = spec_of(system, table)
    back = read_csv(spec, write_csv(spec, spec.rows(), glossary), glossary)
    assert back.faults == ()
    assert plain_rows(spec, back.rows) == [dict(row) for row in spec.rows()]


# -- in a fight -----------------------------------------------------------------------------------


def test_a_changed_weapon_changes_the_plan_and_undo_brings_it_back() -> None:
    played = game()
    for id, at in (("gerwald", [0, 0]), ("guard", [1, 0])):
        side = "heroes" if id == "gerwald" else "foes"
        do(played, "add", id=id, template=id, at=at, side=side)
    token = played.state.token("gerwald")
    weapon = played.system.weapons(played.state, token.id)[0].id
    action = AttackAction(token.id, TokenId("guard"), weapon)
    before = played.system.plan(played.state, action).attack.total
    spec = spec_of("das_system", "weapons")
    base = token.sheet.model_dump()["weapons"][0]["base"]
    line = line_of(spec, spec.rows(), base)
    do(played, "tables", tables={"weapons": with_cell(spec.rows(), line, "at", [0, 0, 0, 0, 200])})
    assert played.system.plan(played.state, action).attack.total > before
    assert spec.status_of(rows_of(played.state, spec), line, "at") is Status.HAND
    do(played, "undo")
    assert played.system.plan(played.state, action).attack.total == before


def test_what_a_sheet_says_itself_does_not_follow_the_table() -> None:
    played = game()
    own = {"id": "mein", "base": "sword", "structure": 3}
    do(played, "add", id="a", sheet={"weapons": [own]}, at=[0, 0])
    spec = spec_of("das_system", "weapons")
    at = line_of(spec, spec.rows(), "sword")
    rows = with_cell(spec.rows(), at, "structure", 90)
    rows[at]["cost_attack"] = 7
    do(played, "tables", tables={"weapons": rows})
    sheet: Any = played.state.token("a").sheet
    with using(tables_of(played.state)):
        weapon = sheet.weapon("mein")
    assert (weapon.structure, weapon.cost_attack) == (3, 7)


def test_a_new_row_is_a_weapon_to_choose_and_survives_the_file() -> None:
    played = game()
    spec = spec_of("das_system", "weapons")
    rows = [dict(row) for row in spec.rows()]
    rows.append({**rows[0], KEY: "Streitflegel", "structure": 12})
    do(played, "tables", tables={"weapons": rows})
    weapons = [{"id": "f", "base": "Streitflegel"}]
    do(played, "add", id="a", sheet={"weapons": weapons}, at=[0, 0])
    again = state_from_dict(state_to_dict(played.state), played.system)
    assert again == played.state
    sheet: Any = again.token("a").sheet
    assert sheet.weapons[0].structure == 12
    do(played, "tables", tables={"weapons": None})
    assert "tables" not in played.state.data
    assert played.system.weapons(played.state, TokenId("a"))


def test_the_rows_of_the_rules_are_no_change() -> None:
    played = game()
    spec = spec_of("das_system", "pain")
    with pytest.raises(CommandError) as caught:
        do(played, "tables", tables={"pain": [dict(row) for row in spec.rows()]})
    assert caught.value.problem.code == "nothing_changes"


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([{"since": 8, "region": "arm", "cats": "MAL"}], "muinimula.table_code"),
        ([{"since": 8, "region": "arm", "cats": "KO/KO/KO/KO/KO/KO/KO"}], "muinimula.table_cats"),
        ([{"since": 8, "region": "arm", "cats": "KO"}], "muinimula.table_zone"),
    ],
)
def test_a_critical_table_must_make_sense(
    rows: list[dict[str, Any]], code: str, glossary: Glossary
) -> None:
    with pytest.raises(CommandError) as caught:
        do(game("muinimula"), "tables", tables={"criticals_hieb": rows})
    problem = caught.value.problem
    assert problem.code == code
    assert glossary.say_with(f"problem.{problem.code}", problem.args)


def test_classes_armour_and_criticals_of_muinimula_follow_their_tables() -> None:
    played = game("muinimula")
    do(played, "add", id="a", template="torvald", at=[0, 0])
    do(played, "add", id="b", template="ork", at=[1, 0])
    action = AttackAction(TokenId("a"), TokenId("b"), "axe")
    sheet: Any = played.state.token("a").sheet
    old = sheet.weapon("axe").attack_time, sheet.protection("brust")
    classes, armour = spec_of("muinimula", "classes"), spec_of("muinimula", "armour")
    n = line_of(classes, classes.rows(), "streitaexte")
    m = line_of(armour, armour.rows(), "kettenhemd")
    tables = {
        "classes": with_cell(classes.rows(), n, "tw", 9),
        "armour": with_cell(armour.rows(), m, "brust", 50),
    }
    do(played, "tables", tables=tables)
    with using(tables_of(played.state)):
        assert sheet.weapon("axe").attack_time > old[0]
        assert sheet.protection("brust") > old[1]
    plain = played.system.plan(played.state, action).facts
    do(played, "undo")
    assert played.system.plan(played.state, action).facts != plain


def test_prices_and_armour_of_damakar_follow_their_tables() -> None:
    played = game("damakar")
    for id, template, at in (("a", "rovena", [0, 0]), ("b", "robber", [1, 0])):
        do(played, "add", id=id, template=template, at=at)
    actions, armour = spec_of("damakar", "actions"), spec_of("damakar", "armour")
    prices = with_cell(actions.rows(), line_of(actions, actions.rows(), "dodge"), "zp", 9)
    kinds = [{**row, "total": 50} for row in armour.rows()]
    before = played.system.plan(played.state, AttackAction(TokenId("a"), TokenId("b")))
    do(played, "tables", tables={"actions": prices, "armour": kinds})
    after = played.system.plan(played.state, AttackAction(TokenId("a"), TokenId("b")))
    assert after.damage < before.damage


def test_damage_and_armour_of_osric_follow_their_tables() -> None:
    played = game("osric")
    for id, template, at in (("a", "kaela", [0, 0]), ("b", "ork", [1, 0])):
        do(played, "add", id=id, template=template, at=at)
    action = AttackAction(TokenId("b"), TokenId("a"))
    before = played.system.plan(played.state, action)
    weapons = [{**row, "damage": "2d10"} for row in spec_of("osric", "weapons").rows()]
    worn = [{**row, "value": 0} for row in spec_of("osric", "armour").rows()]
    do(played, "tables", tables={"weapons": weapons, "armour": worn})
    after = played.system.plan(played.state, action)
    assert after.defence.total > before.defence.total
    assert after.damage > before.damage


@pytest.mark.parametrize(
    ("table", "rows", "code", "place"),
    [
        ("weapon", [], "table_unknown", "tables"),
        ("weapons", [], "table_empty", "tables.weapons"),
        ("pain", [{"lasts": 1, "fight": 0, "probe": 0}], "table_fixed", "tables.pain"),
        ("weapons", [{KEY: " "}], "table_no_name", "tables.weapons[0].id"),
        ("weapons", [{KEY: "a"}, {KEY: "a"}], "table_twice", "tables.weapons[1].id"),
        ("weapons", [{KEY: "a", "reach": 99}], "cell_high", "tables.weapons[0].reach"),
        ("armour", [{KEY: "a", "covers": ["nase"]}], "das_system.table_place",
         "tables.armour[0].covers"),
    ],
)  # fmt: skip
def test_a_wrong_table_is_refused_with_its_cell(
    table: str, rows: list[dict[str, Any]], code: str, place: str, glossary: Glossary
) -> None:
    with pytest.raises(CommandError) as caught:
        do(game(), "tables", tables={table: rows})
    problem = caught.value.problem
    assert (problem.code, problem.place) == (code, place)
    assert glossary.say_with(f"problem.{problem.code}", problem.args)


def test_broken_tables_of_a_file_count_as_none() -> None:
    system = registry.get("das_system")
    data: dict[str, Any] = {"tables": {"pain": [{"lasts": "lang"}], "hits": 3}}
    state = Encounter("das_system", data=data)
    plain = Encounter("das_system")
    assert system.headline(state) == system.headline(plain)
    with using(tables_of(state)):
        assert pain_table() == printed_pain()


# -- cells and CSV --------------------------------------------------------------------------------

PAIRS = Column("effect", Term("tables.title"), "pairs")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("whole", "−12", -12),
        ("whole", "20,0", 20),
        ("number", "0,5", 0.5),
        ("flag", "Ja", True),
        ("flag", "", False),
        ("wholes", "5/15/5/10/50", [5, 15, 5, 10, 50]),
        ("words", "rumpf; arme", ["rumpf", "arme"]),
        ("pairs", "L 6, K:9;P14", {"L": 6, "K": 9, "P": 14}),
    ],
)
def test_cells_are_read_as_people_write_them(
    kind: Any, text: str, value: Any, german: Glossary
) -> None:
    column = Column("a", Term("tables.title"), kind)
    assert read_cell(column, text, german) == value
    assert read_cell(column, write_cell(column, value, german), german) == value


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("whole", "zwei", "cell_not_number"),
        ("whole", "1,5", "cell_not_whole"),
        ("whole", "", "cell_not_number"),
        ("flag", "vielleicht", "cell_not_flag"),
        ("choice", "x", "cell_not_choice"),
        ("pairs", "6", "cell_not_pairs"),
    ],
)
def test_a_cell_says_what_is_wrong(kind: Any, text: str, code: str, glossary: Glossary) -> None:
    with pytest.raises(CellError) as caught:
        read_cell(Column("a", Term("tables.title"), kind), text, glossary)
    assert caught.value.code == code
    assert glossary.say_with(f"problem.{code}", caught.value.args_of_problem)


HEAD = "Stelle;Nahkampf;Fernkampf;Zustand"


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}\r\nBrust;710;720;120\r\n",
        "place,melee\n".replace("place", "id") + "brust,710\n",
        '\ufeff"Stelle"\t"Nahkampf"\n"Brust"\t"710,0"\n',
        f"\n{HEAD};Herkunft\n\n Brust ;710; 720;120;abgeleitet\n\n",
    ],
)
def test_csv_is_read_whatever_wrote_it(text: str, german: Glossary) -> None:
    spec = spec_of("das_system", "places")
    found = read_csv(spec, text.encode(), german)
    assert found.faults == ()
    assert [(row[KEY], row["melee"]) for row in found.rows] == [("brust", 710)]
    assert found.rows[0]["zustand"] == 120


def test_csv_of_old_spreadsheets_has_its_umlauts(german: Glossary) -> None:
    spec = spec_of("das_system", "places")
    found = read_csv(spec, "Stelle;Nahkampf\nRücken;1\n".encode("cp1252"), german)
    assert found.rows[0][KEY] == "ruecken"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", (0, 0, "csv_empty")),
        ("Stelle;Nase\nBrust;1\n", (1, 2, "csv_head")),
        ("Stelle;Nahkampf;melee\nBrust;1;2\n", (1, 3, "csv_head_twice")),
        ("Nahkampf;Fernkampf\n1;2\n", (1, 0, "csv_head_missing")),
        (f"{HEAD}\nBrust;1;2;3;4\n", (2, 5, "csv_too_many")),
        (f"{HEAD}\nBrust;1;2;3\nBauch;1;zwei;3\n", (3, 3, "cell_not_number")),
        (f'{HEAD}\nBrust;"1;2;3\n', (2, 0, "csv_quotes")),
        ("x" * 200_000, (1, 0, "csv_quotes")),
        ("x;" * 400, (1, 1, "csv_head")),
        ("x;" * 900_000, (1, 0, "csv_columns")),
        ("\t" * 1_999_999 + "x", (1, 0, "csv_columns")),
        (f"{HEAD}\n" + "Brust;x\n" * 200_000, (2, 2, "cell_not_number")),
        (f"{HEAD}\nBrust;{'9' * 5_000};2;3\n", (2, 2, "cell_not_number")),
        ("Stelle\0", (0, 0, "csv_not_text")),
    ],
)
def test_faults_of_csv_have_line_and_column(
    text: str, fault: tuple[int, int, str], glossary: Glossary, german: Glossary
) -> None:
    found = read_csv(spec_of("das_system", "places"), text.encode(), german).faults[0]
    assert (found.line, found.column, found.code) == fault
    assert len(glossary.say_with(f"problem.{found.code}", found.args)) < 500


def test_what_no_table_could_hold_is_not_read_on(german: Glossary) -> None:
    spec = spec_of("das_system", "places")
    found = read_csv(spec, f"{HEAD}\n{'Brust;1;2;3;4' * 9};\n".encode() * 5_000, german)
    assert len(found.faults) == MOST_FAULTS
    found = read_csv(spec, HEAD.encode() + b"\nBrust;1;2;3" * 100_000, german)
    assert len(found.rows) == MOST_ROWS + 1
    assert [misfit.code for misfit in judge(spec, found.rows)][-1] == "table_too_long"


def test_a_number_with_thousands_of_digits_is_none() -> None:
    with pytest.raises(CellError):
        read_cell(Column("x", term("x"), "pairs"), "L " + "9" * 5_000, Glossary.load("de"))
