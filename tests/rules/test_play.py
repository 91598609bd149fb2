"""Commands become steps; what cannot be done says why and leaves no trace."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from maps.grid import Footprint, Point
from maps.problems import UnreadableFileError
from maps.shapes import DoorState
from rules import naming
from rules.core.asking import ScriptedDice, SeededDice
from rules.core.glossary import Glossary, gaps
from rules.core.terms import Term, term
from rules.encounter.commands import GENERIC, Command, CommandError, Undo, command_from
from rules.encounter.event_codec import event_to_dict
from rules.encounter.events import Added, Edited, Logged, Moved
from rules.encounter.history import History, Step
from rules.encounter.situation import load_situation
from rules.encounter.state import Condition, Link, SideId, TokenId
from rules.play import Game, perform, play_json, run_script
from rules.procedures.tokens import put_back
from tests.rules.tiny import TINY, TinySheet, TinyVitals, fight, lookup, token


def say(name: Term) -> str:
    """Name creatures of the library."""
    return name.key.rsplit(".", 1)[-1].title()


def game() -> Game:
    return Game(TINY, History(fight()), say)


def do(played: Game, name: str, /, **fields: Any) -> Step:
    """Carry out a command that is given as a script gives it."""
    return played.play(command_from(TINY, {"do": name, **fields}))


def refused(played: Game, name: str, /, **fields: Any) -> tuple[str, str]:
    """Return code and place of the reason, which has words, and see that nothing happened."""
    before = played.history.snapshot()
    with pytest.raises(CommandError) as caught:
        do(played, name, **fields)
    assert played.history.snapshot() == before
    for problem in caught.value.problems:
        for language in ("de", "en"):
            assert Glossary.load(language).say_with(f"problem.{problem.code}", problem.args)
    return caught.value.problem.code, caught.value.problem.place


def log_of(step: Step, language: str = "de") -> list[str]:
    words = Glossary.load(language)
    return [words.say(event.line) for event in step.events if isinstance(event, Logged)]


# ---- tokens --------------------------------------------------------------------------------


def test_a_move_is_one_step_with_its_way_and_cost() -> None:
    played = game()
    step = play_move(played)
    assert step.label == term("step.move", who="A")
    moved, logged = step.events
    way = (Point(1024, 0), Point(1024, 1024))
    assert moved == Moved(played.state.token("A").id, 1024, 1024, way, 2)
    assert isinstance(logged, Logged)
    assert logged.details == (term("move.tiny.squares", n=2),)
    assert log_of(step) == ["A bewegt sich 2 Felder weit."]
    assert log_of(step, "en") == ["A moves 2 squares."]
    assert played.state.token("A").space == Footprint.at(2, 2)


def play_move(played: Game) -> Step:
    return do(played, "move", token="A", to=[2, 2], via=[[2, 0]])


def test_a_free_move_costs_and_says_nothing() -> None:
    step = do(game(), "move", token="A", to=[-3.5, 2], free=True)
    assert [event_to_dict(event) for event in step.events] == [
        {"event": "moved", "token": "A", "to": [-3.5, 2], "path": [[-3.5, 2]]}
    ]


def test_moves_that_make_no_sense_are_refused() -> None:
    assert refused(game(), "move", token="A", to=[0, 0]) == ("nothing_changes", "to")
    assert refused(game(), "move", token="Z", to=[0, 0]) == ("token_unknown", "token")
    assert refused(game(), "move", token="A", to=[float("nan"), 0])[0] == "number_not_finite"
    assert refused(game(), "move", token="A", to=[1, 0], speed=3) == (
        "key_unknown",
        "command.speed",
    )


def test_creatures_of_the_library_are_numbered_and_named() -> None:
    played = Game.begin(TINY, fight(token("A")), say)
    do(played, "add", template="ork", at=[5, 5])
    assert played.state.token("ork-1").name == "Ork"
    assert played.state.token("ork-1").sheet == TinySheet(strength=14)
    second = do(played, "add", template="ork", at=[6, 5])
    assert [t.name for t in played.state.tokens.values()] == ["A", "Ork 1", "Ork 2"]
    assert isinstance(second.events[0], Edited)
    do(played, "add", template="ork")
    assert played.state.token("ork-3").name == "Ork 3"
    ogre = do(played, "add", template="ogre", at=[1, 1], side="third")
    assert log_of(ogre) == ["Ogre kommt hinzu."]
    assert played.state.token("ogre-1").space == Footprint.at(1, 1, 2)
    assert played.state.token("ogre-1").side is SideId.THIRD
    assert played.state.token("ogre-1").vitals == TinyVitals(hp=30)
    for _ in range(4):
        do(played, "undo")
    assert played.state == fight(token("A"))


def test_ids_stay_fresh_and_names_given_by_hand_stay_as_they_are() -> None:
    played = game()
    do(played, "add", template="ork", name="Grom", id="boss", sheet={"life": 99}, size=2.5)
    boss = played.state.token("boss")
    assert (boss.name, boss.space.side) == ("Grom", 1280)
    assert boss.sheet == TinySheet(strength=14, life=99)
    assert refused(played, "add", template="ork", id="boss") == ("id_twice", "id")
    do(played, "add", sheet={"size": 3}, name="Drache Ähnlich")
    assert played.state.token("drache-ahnlich-1").space.side == 3 * 512
    do(played, "add")
    assert played.state.token("unnamed-1").sheet == TinySheet()


def test_a_wrong_sheet_has_one_problem_for_each_field() -> None:
    with pytest.raises(CommandError) as caught:
        do(game(), "add", sheet={"strength": 0, "life": "x", "might": 1})
    assert [(p.code, p.place) for p in caught.value.problems] == [
        ("number_out_of_range", "sheet.strength"),
        ("value_wrong", "sheet.life"),
        ("key_unknown", "sheet.might"),
    ]
    assert refused(game(), "add", template="elf") == ("template_unknown", "template")
    assert refused(game(), "add", side="evil")[0] == "word_unknown"


def test_no_fight_grows_larger_than_its_file_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    played = game()
    monkeypatch.setattr("rules.procedures.tokens.MAX_TOKENS", len(played.state.tokens) + 1)
    assert refused(played, "copy", tokens=["T", "A"]) == ("tokens_many", "tokens")
    do(played, "copy", tokens=["T"])
    assert refused(played, "add", template="") == ("tokens_many", "tokens")
    with pytest.raises(CommandError, match="tokens_many"):
        put_back([played.state.token("T")], played.state)


def test_copies_are_unharmed_numbered_and_beside() -> None:
    played = game()
    do(played, "condition", tokens=["T"], condition="prone")
    do(played, "strike", attacker="A", target="T", dice=[12, 1, 2], choices=["no"])
    step = do(played, "copy", tokens=["T", "A"])
    names = [t.name for t in played.state.tokens.values()]
    assert names == ["A 1", "T 1", "T 2", "A 2"]
    copied = played.state.token("T-1")
    assert copied.vitals == TinyVitals()
    assert copied.conditions == ()
    assert copied.side is SideId.FOES
    spaces = [t.space for t in played.state.tokens.values()]
    assert len({(s.x, s.y) for s in spaces}) == 4
    assert log_of(step) == ["T 2 und A 2 kommen hinzu."]
    do(played, "copy", tokens=["A", "T"], to=[10, 10])
    assert played.state.token("A-2").space == Footprint.at(10, 10)
    assert played.state.token("T-2").space == Footprint.at(13, 10)


def test_removing_takes_all_at_once() -> None:
    played = game()
    step = do(played, "remove", tokens=["A", "T", "A"])
    assert played.state.tokens == {}
    assert log_of(step) == ["A und T verlassen den Plan."]
    assert refused(played, "remove", tokens=["A"]) == ("token_unknown", "tokens[0]")
    assert refused(played, "remove", tokens=[])[0] == "list_too_short"


def test_edits_are_checked_field_by_field() -> None:
    played = game()
    do(played, "edit", token="A", values={"name": "Alrik", "elevation": 1.5, "side": "third"})
    alrik = played.state.token("A")
    assert (alrik.name, alrik.elevation, alrik.side) == ("Alrik", 768, SideId.THIRD)
    with pytest.raises(CommandError) as caught:
        do(played, "edit", token="A", values={"name": 3, "x": 1})
    assert [p.place for p in caught.value.problems] == ["values.name", "values.x"]
    assert refused(played, "edit", token="A", values={}) == ("nothing_changes", "")


def test_a_sheet_that_grows_takes_its_space_along() -> None:
    played = game()
    do(played, "sheet", token="A", values={"size": 2, "purse": {"gold": 3}})
    assert played.state.token("A").space.side == 1024
    do(played, "edit", token="A", values={"size": 5})
    do(played, "sheet", token="A", values={"size": 3})
    assert played.state.token("A").space.side == 5 * 512
    assert refused(played, "sheet", token="A", values={"size": 3})[0] == "nothing_changes"
    assert refused(played, "sheet", token="A", values={"purse": {"gold": -1}}) == (
        "number_out_of_range",
        "values.purse.gold",
    )


def test_conditions_come_and_go() -> None:
    played = game()
    step = do(played, "condition", tokens=["A", "T"], condition="drained", value=2, until=[3, 7])
    assert played.state.token("T").conditions == (Condition("drained", 2, (3, 7)),)
    assert step.label.args["who"] == ("A", "T")
    again = {"tokens": ["A", "T"], "condition": "drained", "value": 2, "until": [3, 7]}
    assert refused(played, "condition", **again)[0] == "nothing_changes"
    do(played, "condition", tokens=["A"], condition="drained", on=False)
    assert played.state.token("A").conditions == ()
    assert refused(played, "condition", tokens=["A"], condition="drunk") == (
        "condition_unknown",
        "condition",
    )
    assert refused(played, "condition", tokens=["A"], condition="prone", value=1) == (
        "condition_not_graded",
        "value",
    )


def test_ties_and_turning() -> None:
    played = game()
    do(played, "link", kind="mount", a="A", b="T")
    assert list(played.state.links) == [Link("mount", TokenId("A"), TokenId("T"))]
    assert refused(played, "link", kind="mount", a="A", b="T")[0] == "nothing_changes"
    assert refused(played, "link", kind="mount", a="A", b="A")[0] == "link_to_itself"
    do(played, "link", kind="mount", a="A", b="T", on=False)
    assert not played.state.links
    do(played, "face", token="A", facing=270)
    assert played.state.token("A").facing == 270
    assert refused(played, "face", token="A", facing=270)[0] == "nothing_changes"
    do(played, "face", token="A")
    assert played.state.token("A").facing is None


# ---- the map -------------------------------------------------------------------------------


def test_drawing_gives_fresh_ids_and_replaces_known_ones() -> None:
    played = game()
    wall = {"kind": "wall", "points": [[0, 0], [1, 0]]}
    do(played, "draw", obstacles=[wall, {**wall, "id": "wall:1"}, {"kind": "door", **points()}])
    assert [o.id for o in played.state.board.obstacles] == ["wall:0", "wall:1", "door:0"]
    do(played, "draw", obstacles=[{**wall, "id": "wall:0", "points": [[5, 5], [6, 6]]}, wall])
    board = played.state.board
    assert [o.id for o in board.obstacles] == ["wall:0", "wall:1", "door:0", "wall:2"]
    assert board.obstacle("wall:0").points[0] == Point(2560, 2560)
    assert refused(played, "draw", obstacles=[{"kind": "hedge"}])[0] == "word_unknown"
    assert refused(played, "draw", obstacles=[{**wall, "id": "x"}, {**wall, "id": "x"}]) == (
        "id_twice",
        "obstacles",
    )
    assert refused(played, "draw", obstacles=[])[0] == "nothing_changes"
    do(played, "erase", obstacles=["wall:1", "wall:0"])
    assert [o.id for o in played.state.board.obstacles] == ["door:0", "wall:2"]
    assert refused(played, "erase", obstacles=["wall:2", "x"]) == (
        "obstacle_unknown",
        "obstacles[1]",
    )


def test_lights_come_change_and_go_and_the_map_gets_dark() -> None:
    played = game()
    torch = {"at": [2, 3], "bright": 4, "dim": 8}
    do(played, "light", lights=[torch, torch], dark=True)
    assert [i.id for i in played.state.board.lights] == ["light:0", "light:1"]
    assert played.state.board.dark
    do(played, "light", lights=[{**torch, "id": "light:1", "dim": 6}], remove=["light:0"])
    (left,) = played.state.board.lights
    assert (left.id, left.dim) == ("light:1", 6 * 512)
    do(played, "light", dark=False)
    assert not played.state.board.dark
    assert refused(played, "light", dark=False)[0] == "nothing_changes"
    assert refused(played, "light", remove=["x"]) == ("light_unknown", "remove[0]")
    assert refused(played, "light", lights=[{"at": [0, 0]}])[0] == "key_missing"


def test_a_floor_can_be_laid() -> None:
    played = game()
    square = [[0, 0], [2, 0], [2, 2], [0, 2]]
    do(played, "floor", floor={"ground": "rock", "items": [{"kind": "grass", "points": square}]})
    assert [i.kind for i in played.state.board.floor.items] == ["grass"]
    same = {"ground": "rock", "items": [{"kind": "grass", "points": square}]}
    assert refused(played, "floor", floor=same)[0] == "nothing_changes"
    assert refused(played, "floor", floor={"grund": "x"}) == ("key_unknown", "floor.grund")


def test_whoever_moves_goes_up_and_down_with_the_ground() -> None:
    played = game()
    hill = [[4, 0], [8, 0], [8, 4], [4, 4]]
    do(played, "draw", obstacles=[{"kind": "rise", "points": hill, "top": 2}])
    do(played, "edit", token="A", values={"elevation": 1})
    do(played, "move", token="A", to=[5, 1])
    assert played.state.token("A").elevation == 3 * 512
    do(played, "move", token="A", to=[6, 2])
    assert played.state.token("A").elevation == 3 * 512
    do(played, "move", token="A", to=[1, 1])
    assert played.state.token("A").elevation == 512
    before = set(played.state.tokens)
    do(played, "add", name="Oben", at=[6, 1])
    (new,) = set(played.state.tokens) - before
    assert played.state.token(new).elevation == 2 * 512


def points() -> dict[str, Any]:
    return {"points": [[2, 0], [3, 0]]}


def test_doors_open_close_and_lock() -> None:
    played = game()
    do(played, "draw", obstacles=[{"kind": "door", **points()}, {"kind": "wall", **points()}])
    assert log_of(do(played, "door", obstacle="door:0")) == ["Die Tür steht jetzt offen."]
    do(played, "door", obstacle="door:0")
    assert played.state.board.obstacle("door:0").state is DoorState.CLOSED
    do(played, "door", obstacle="door:0", state="locked")
    assert refused(played, "door", obstacle="door:0", state="locked")[0] == "nothing_changes"
    do(played, "door", obstacle="door:0")
    assert played.state.board.obstacle("door:0").state is DoorState.OPEN
    assert refused(played, "door", obstacle="wall:0")[0] == "not_a_door"
    assert refused(played, "door", obstacle="x")[0] == "obstacle_unknown"


def test_a_board_can_be_replaced() -> None:
    played = game()
    do(played, "board", board={"width": 9, "height": 7, "dark": True})
    assert (played.state.board.width, played.state.board.dark) == (9, True)
    assert refused(played, "board", board={"width": 0}) == ("number_out_of_range", "board.width")


# ---- the fight -----------------------------------------------------------------------------


def test_options_are_checked_and_can_go_back() -> None:
    played = game()
    do(played, "option", key="reach", value=3)
    assert played.state.options == {"reach": 3}
    assert refused(played, "option", key="reach", value=3)[0] == "nothing_changes"
    assert refused(played, "option", key="reach", value=9) == ("option_out_of_range", "value")
    assert refused(played, "option", key="mood", value="odd")[0] == "option_not_a_choice"
    assert refused(played, "option", key="hard", value=1) == ("option_unknown", "key")
    do(played, "option", key="reach", value=None)
    assert played.state.options == {}


def test_title_note_and_free_dice() -> None:
    played = game()
    do(played, "title", name="Krähenfels")
    assert played.state.name == "Krähenfels"
    assert refused(played, "title", name="Krähenfels")[0] == "nothing_changes"
    assert log_of(do(played, "note", text="{weird} Zeile", token="A")) == ["{weird} Zeile"]
    assert refused(played, "note", text="x", token="Z")[0] == "token_unknown"
    step = do(played, "roll", text="2W6−1", dice=[3, 5])
    assert log_of(step) == ["2W6−1 ergibt 7."]
    for text in ("x", "5", ""):
        assert refused(played, "roll", text=text) == ("dice_text", "text")


def test_a_system_comes_before_the_generic_commands() -> None:
    played = game()
    do(played, "start")
    assert played.state.timeline.running
    with pytest.raises(CommandError) as caught:
        next(perform(TINY, played.state, Undo()))
    assert caught.value.problem.code == "command_not_here"


def test_every_generic_command_has_a_model_and_words_for_people() -> None:
    assert {"move", "add", "draw", "undo", "roll"} <= GENERIC.keys()
    for name, model in GENERIC.items():
        assert model.model_fields["do"].default == name
        assert model.__doc__


# ---- scripts -------------------------------------------------------------------------------


def test_undo_and_redo_are_commands() -> None:
    played = game()
    states = [played.state]
    for x in (1, 2):
        do(played, "move", token="A", to=[x, 0])
        states.append(played.state)
    assert do(played, "undo").label == term("step.move", who="A")
    assert played.state is states[1]
    do(played, "redo")
    assert played.state is states[2]
    assert refused(played, "redo")[0] == "nothing_to_redo"
    do(played, "undo")
    do(played, "undo")
    assert refused(played, "undo")[0] == "nothing_to_undo"
    assert refused(played, "undo", dice=[1])[0] == "dice_left_over"


STRIKE = {"attacker": "A", "target": "T"}


def test_a_script_with_too_few_answers_says_what_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Glossary, "strict", False)  # the tiny system has no words
    played = game()
    assert refused(played, "strike", **STRIKE) == ("dice_missing", "command.dice")
    assert refused(played, "strike", **STRIKE, dice=[12]) == ("choice_missing", "command.choices")
    with pytest.raises(CommandError) as caught:
        do(played, "strike", **STRIKE, dice=[12, 1], choices=["no"])
    assert caught.value.problem.args["what"] == term("dice.tiny.harm")
    assert caught.value.problem.args["who"] == "A"
    assert caught.value.problem.args["n"] == 2


def test_a_script_with_wrong_or_too_many_answers_says_so() -> None:
    played = game()
    assert refused(played, "strike", **STRIKE, dice=[21])[0] == "dice_face"
    assert refused(played, "strike", **STRIKE, dice=[12], choices=["maybe"])[0] == "choice_unknown"
    assert refused(played, "strike", **STRIKE, dice=[2, 9], choices=["no"])[0] == "dice_left_over"
    assert refused(played, "strike", **STRIKE, dice=[2], choices=["no", "no"]) == (
        "choices_left_over",
        "command.choices",
    )
    assert refused(played, "move", token="A", to=[3, 3], dice=[1])[0] == "dice_left_over"


def test_the_same_seed_plays_the_same_fight() -> None:
    def play() -> History:
        played = game()
        dice = SeededDice(5)
        for _ in range(5):
            played.do(command_from(TINY, {"do": "strike", **STRIKE}), dice)
        return played.history

    assert play().state == play().state


def test_a_conversation_that_is_not_finished_leaves_no_trace() -> None:
    played = game()
    conversation = played.start(command_from(TINY, {"do": "strike", **STRIKE}))
    next(conversation)
    conversation.send((12,))
    conversation.close()
    assert played.history.steps == ()
    with pytest.raises(LookupError):
        played.do(command_from(TINY, {"do": "strike", **STRIKE}), ScriptedDice([12]))
    assert played.history.steps == ()


def situation(*script: dict[str, Any]) -> Any:
    data = {
        "format": 1,
        "system": "tiny",
        "tokens": [
            {"id": "A", "side": "heroes", "at": [0, 0]},
            {"id": "T", "side": "foes", "at": [4, 0]},
        ],
        "script": list(script),
    }
    return load_situation(data, lookup)


def test_play_prints_events_state_and_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Glossary, "strict", False)
    script = (
        {"do": "title", "name": "x"},
        {"do": "undo"},
        {"do": "move", "token": "A", "to": [2, 0]},
        {"do": "note", "text": "Los!"},
    )
    printed = play_json(situation(*script), Glossary.load("de"))
    assert [event["event"] for event in printed["events"]] == ["moved", "logged", "logged"]
    assert printed["state"]["tokens"][0]["at"] == [2, 0]
    assert "name" not in printed["state"]
    assert printed["log"] == ["A bewegt sich 2 Felder weit.", "· ⟨move.tiny.squares⟩", "Los!"]


def test_a_script_that_fails_names_the_command() -> None:
    bad = situation({"do": "note", "text": "x"}, {"do": "move", "token": "Z", "to": [2, 0]})
    with pytest.raises(UnreadableFileError) as caught:
        run_script(bad)
    assert (caught.value.problem.code, caught.value.problem.place) == (
        "token_unknown",
        "script[1].token",
    )
    with pytest.raises(UnreadableFileError) as caught:
        run_script(situation({"do": "strike", **STRIKE}))
    assert caught.value.problem.place == "script[0].dice"
    assert caught.value.problem.args["place"] == "script[0].dice"


# ---- names and places ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "wanted", "name"),
    [
        ([], "Ork", "Ork"),
        (["Ork"], "Ork", "Ork 2"),
        (["Ork 1", "Ork 4"], "Ork", "Ork 5"),
        (["Ork 1"], "Ork 1", "Ork 2"),
        (["Orkin"], "Ork", "Ork"),
        ([], "Ork 7", "Ork 7"),
        (["Agent 007"], "Agent 007", "Agent 8"),
    ],
)
def test_names_are_numbered_on(names: list[str], wanted: str, name: str) -> None:
    assert naming.next_name(names, wanted) == name


def test_ids_are_plain() -> None:
    assert naming.slug("Größter Drache!") == "grosster-drache"
    assert naming.slug("龍") == "token"
    assert naming.next_id(["ork-1", "ork-x", "ork-9", "orkin-20"], "ork") == "ork-10"


def test_a_free_place_is_the_nearest_one() -> None:
    space = Footprint.at(0, 0)
    assert naming.free_place(space, [space]) == Footprint.at(1, 0)
    taken = [Footprint.at(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    assert naming.free_place(space, taken) == Footprint.at(2, 0)
    everything = Footprint(-(10**6), -(10**6), 2 * 10**6)
    assert naming.free_place(space, [everything]) == space


# ---- words ---------------------------------------------------------------------------------

RULES = Path(__file__).parents[2] / "rules"


def problem_calls() -> Iterator[tuple[str, str, set[str]]]:
    """Yield place, code and given arguments of each problem that the code makes."""
    speakers = {"fault": {"place"}, "refuse": {"place"}, "failure": {"file"}}
    for path in sorted([*RULES.glob("*.py"), *(RULES / "encounter").glob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(code)), *_]) if (
                    name in speakers
                ):
                    given = {k.arg for k in node.keywords if k.arg} | speakers[name]
                    yield f"{path.name}:{node.lineno}", code, given


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_problem_has_words_whose_gaps_are_filled(language: str) -> None:
    words = Glossary.load(language)
    calls = list(problem_calls())
    assert len(calls) > 60
    for where, code, given in calls:
        forms = words.keys(f"problem.{code}.") or [f"problem.{code}"]
        for key in forms:
            assert key in words, f"{where}: {key}"
            wanted = gaps(words._texts[key])
            assert wanted <= given, f"{where}: {key}: {wanted - given}"


def test_the_models_of_commands_say_what_they_do() -> None:
    assert Command.__doc__
    added = [event for event in do(game(), "add").events if isinstance(event, Added)]
    assert len(added) == 1


def test_zones_are_drawn_changed_and_removed() -> None:
    played = game()
    box = [[1, 1], [4, 1], [4, 3], [1, 3]]
    do(played, "zone", zones=[{"points": box, "name": "Halle"}, {"points": [[8, 8]]}])
    assert [z.id for z in played.state.board.zones] == ["zone:0", "zone:1"]
    changed = {"id": "zone:0", "points": box, "name": "Halle", "note": "leer"}
    do(played, "zone", zones=[changed], remove=["zone:1"])
    (zone,) = played.state.board.zones
    assert (zone.id, zone.name, zone.note, len(zone.points)) == ("zone:0", "Halle", "leer", 4)
    do(played, "zone", remove=["zone:0"])
    assert played.state.board.zones == ()
    assert refused(played, "zone", remove=["x"]) == ("zone_unknown", "remove[0]")
    assert refused(played, "zone", zones=[{"name": "?"}])[0] == "key_missing"
    assert refused(played, "zone")[0] == "nothing_changes"
