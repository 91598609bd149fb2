"""The demo fights open in the middle of a fight; whole fights of every system can be played."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from desktop.demo import FOLDER, SPOKEN, demo_file, demo_history, demos, load_demo
from maps.area import box_enters, inside
from maps.grid import to_sub
from maps.repair import findings
from maps.walls import pieces
from rules import registry
from rules.core.asking import SeededDice
from rules.core.glossary import Glossary
from rules.core.terms import Term
from rules.encounter.commands import parse_command
from rules.encounter.events import Logged
from rules.encounter.history import History
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter
from rules.encounter.state_codec import state_from_dict, state_to_dict
from rules.encounter.store import Store
from rules.system import RuleSystem
from tests.demos.game_master import SEATS, GameMaster, overlap, seated
from tests.make_demos import DEMOS, text_of

LANGUAGES = ("de", "en")
CAST = {"burghof": 6, "gruft": 9, "kraehenfels": 10, "muehlbruecke": 8, "nebelturm": 7}
FIGHTS = {"pathfinder": 3, "osric": 4, "damakar": 3, "das_system": 2, "muinimula": 3}
"""The seed of each whole fight."""
MOMENTS = {"das_system": 160, "muinimula": 40}
"""After how many moments a fight is broken off; 400 where nothing is said."""
EXPECTED = {"declare: osric.plans_fixed", "declare: osric.casts_already"}
"""What is refused although nothing is wrong: this game master announces in any order."""


@cache
def words(language: str) -> Glossary:
    return Glossary.load(language)


def said(term: Term) -> None:
    for language in LANGUAGES:
        text = words(language).say(term)  # raises where words are missing
        assert text.strip()
        assert "⟨" not in text


def all_said(system: RuleSystem, history: History) -> None:
    """Check that everything in the log and the views has its words."""
    for step in history.steps:
        said(step.label)
        for event in step.events:
            if isinstance(event, Logged):
                for term in (event.line, *event.details):
                    said(term)
    said(system.headline(history.state))
    for row in system.roster(history.state):
        for found in (row.count, row.status):
            if found is not None and (found.key or found.args):
                said(found)


# ---- the files ----------------------------------------------------------------------------------


def test_every_system_has_a_demo_of_its_own() -> None:
    assert {demo.system for demo in demos()} == set(registry.BUILT_IN)
    assert {demo.id: demo.combatants for demo in demos()} == CAST
    for language in LANGUAGES:
        for demo in demos():
            assert f"demo.{demo.id}.name" in words(language)
            assert f"demo.{demo.id}.about" in words(language)


@pytest.mark.parametrize("id", DEMOS)
def test_the_file_is_what_the_generator_writes(id: str) -> None:
    assert demo_file(id).read_text("utf-8") == text_of(id)


@pytest.mark.parametrize("id", DEMOS)
def test_a_demo_opens_in_the_middle_of_its_fight(id: str) -> None:
    history = demo_history(id, words("de").say)
    state, system = history.state, load_demo(id).system
    assert history.done == len(history.steps) >= 8
    assert state.timeline.running
    assert state.timeline.acting
    assert not findings(state.board)
    all_said(system, history)
    actor = state.timeline.acting[0]
    plans = [
        system.plan(state, AttackAction(actor, foe.id))
        for foe in state.tokens.values()
        if foe.side is not state.token(actor).side
    ]
    assert any(plan.possible and plan.chance for plan in plans)
    hurt = [t for t in state.tokens.values() if t.vitals != system.fresh(t.sheet)]
    assert hurt


def _stands_in(state: Encounter) -> Iterator[str]:
    """Yield who stands in a wall, in a pillar, in somebody else or beside the map."""
    board = state.board
    for token in state.tokens.values():
        space = token.space
        if not (0 <= space.x < space.right <= to_sub(board.width)):
            yield f"{token.id} stands beside the map"
        if not (0 <= space.y < space.bottom <= to_sub(board.height)):
            yield f"{token.id} stands beside the map"
        for piece in pieces(board, lambda _: True):
            if box_enters(piece.a, piece.b, space) is not None:
                yield f"{token.id} stands in {piece.id}"
        for obstacle in board.obstacles:
            middle = (space.x + space.side // 2, space.y + space.side // 2)
            if obstacle.closed_shape and inside(obstacle.points, *middle):
                yield f"{token.id} stands in {obstacle.id}"
    for one, other in combinations(state.tokens.values(), 2):
        if overlap(one.space, other.space):
            yield f"{one.id} stands in {other.id}"


@pytest.mark.parametrize("id", DEMOS)
def test_everybody_stands_where_one_can_stand(id: str) -> None:
    history = demo_history(id, words("de").say)
    assert list(_stands_in(history.base)) == []
    assert list(_stands_in(history.state)) == []


@pytest.mark.parametrize("id", DEMOS)
def test_a_demo_can_be_played_to_its_end(id: str) -> None:
    gm = GameMaster.of(demo_history(id, words("de").say).state, 7)
    gm.fight(most=25)
    all_said(gm.game.system, gm.game.history)
    assert gm.game.history.done >= 25 or gm.over()


# ---- whole fights -------------------------------------------------------------------------------


@cache
def whole_fight(system: str) -> GameMaster:
    """Play a fight to its end."""
    gm = GameMaster.of(seated(system, *SEATS[system]), FIGHTS[system])
    gm.fight(MOMENTS.get(system, 400))
    return gm


@pytest.mark.parametrize("system", FIGHTS)
def test_a_whole_fight_ends(system: str) -> None:
    gm = whole_fight(system)
    assert gm.over(), gm.sides()
    assert not gm.refused.keys() - EXPECTED
    all_said(gm.game.system, gm.game.history)
    hurt = [t for t in gm.state.tokens.values() if gm.down(t)]
    assert len(hurt) >= 3


@pytest.mark.parametrize("system", FIGHTS)
def test_a_whole_fight_is_undone_and_done_again(system: str) -> None:
    gm = whole_fight(system)
    history, end = gm.game.history, gm.state
    undo, redo = (parse_command(gm.game.system, {"do": do}) for do in ("undo", "redo"))
    n = history.done
    for _ in range(n):
        gm.game.do(undo, SeededDice(0))
    assert history.done == 0
    assert history.state is history.base
    for _ in range(n):
        gm.game.do(redo, SeededDice(0))
    assert history.state is end
    again = History(history.base, history.steps)
    assert again.state == end


@pytest.mark.parametrize("system", FIGHTS)
def test_a_whole_fight_is_written_and_read(system: str, tmp_path: Path) -> None:
    gm = whole_fight(system)
    history, rules = gm.game.history, gm.game.system
    assert state_from_dict(state_to_dict(gm.state), rules) == gm.state
    path = tmp_path / "ganz.kampf"
    with Store.create(path, history.base, rules, {}) as store:
        for step in history.steps:
            store.append(step)
    opened = Store.open(path, registry.get)
    try:
        assert not opened.problems
        assert opened.history.base == history.base
        assert [s.label for s in opened.history.steps] == [s.label for s in history.steps]
        for n in range(history.done + 1):
            assert opened.history.state_after(n) == history.state_after(n)
    finally:
        opened.store.close()


def test_both_sides_of_osric_cast_spells() -> None:
    gm = whole_fight("osric")
    begun = [e for _, e in gm.game.history.log() if e.line.key == "log.osric.spell_begins"]
    assert len({gm.state.token(e.who).side for e in begun}) == 2


PROPER = {
    "Brunhild", "Dirk", "Elandir", "Gerwald", "Halvaine", "Hrodwin", "Jorun", "Kaela", "Liska",
    "Ly'ten", "Mathilda", "Melivar", "Mirela", "Nyra", "Rovena", "Tamara", "Torvald", "Wilm",
}  # fmt: skip
"""Names that are the same in every language."""


def spoken_words(data: object, key: str = "") -> Iterator[str]:
    """Yield the words for people in a situation, without the numbers behind them."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from spoken_words(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from spoken_words(value, key)
    elif isinstance(data, str) and key in SPOKEN and data:
        yield re.sub(r" \d+$", "", data)


def test_every_name_of_the_demos_is_said_in_english() -> None:
    used = {
        word for id in DEMOS for word in spoken_words(json.loads(demo_file(id).read_text("utf-8")))
    }
    names = tomllib.loads((FOLDER / "names.en.toml").read_text("utf-8"))
    assert used - PROPER - names.keys() == set()
    assert names.keys() - used == set()
    assert not re.search("[äöüß]", " ".join(names.values()), re.IGNORECASE)


@pytest.mark.parametrize("id", DEMOS)
def test_a_demo_speaks_the_language_of_the_window(id: str) -> None:
    german, english = (demo_history(id, words(c).say, c).state for c in ("de", "en"))
    assert german.name != english.name
    assert not re.search("[äöüß]", english.name + english.board.name, re.IGNORECASE)
    assert [t.id for t in german.tokens.values()] == [t.id for t in english.tokens.values()]
    numbers = [(t.name[-1], german.token(t.id).name[-1]) for t in english.tokens.values()]
    assert all(a == b for a, b in numbers if a.isdigit() or b.isdigit())
    assert id == "burghof" or any(a.isdigit() for a, _ in numbers)
    french = demo_history(id, words("en").say, "fr").state
    assert french.tokens == english.tokens
