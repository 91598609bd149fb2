"""Commands become steps; what cannot be done says why and leaves no trace."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from maps.board import Board
from maps.grid import Footprint, Point
from rules import naming, registry
from rules.core.glossary import Glossary, gaps
from rules.core.terms import term
from rules.encounter.commands import GENERIC, Command, CommandError, Undo
from rules.encounter.event_codec import event_to_dict
from rules.encounter.events import Added, Edited, Logged, Moved
from rules.encounter.history import Step
from rules.encounter.state import Condition, Encounter, Link, SideId, TokenId
from rules.play import Game, perform
from rules.procedures.tokens import put_back
from rules.system.extras import Lasting
from rules.testing import default_token
from tests.rules.play_kit import do, game, log_of, refused, say
from tests.rules.tiny import TINY, TinySheet, TinyVitals, fight, token

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


@pytest.mark.parametrize(
    ("spoken", "lines"),
    [
        ("de", ("beginnt.", "beginnt, noch 3 Runden.", ", nun noch 3 Runden.", "festes Ende.")),
        ("en", ("begins.", "begins, 3 rounds left.", ", now 3 rounds left.", "a set end.")),
    ],
)
def test_the_log_says_how_long_a_condition_lasts(spoken: str, lines: tuple[str, ...]) -> None:
    system = registry.get("pathfinder")
    state = Encounter(system.id, board=Board(width=10, height=8))
    for id, x in (("a", 1), ("b", 4)):
        state = state.with_token(default_token(system, id, x, SideId.HEROES))
    say_it = Glossary.load(spoken).say
    played = Game.begin(system, state, say_it)
    assert isinstance(system, Lasting)
    until = list(system.until(state, 3, "round"))

    def said(id: str, until: list[int] | None) -> str:
        fields = {"tokens": [id], "condition": "blind", "until": until}
        step = do(played, "condition", **fields)
        (line,) = [e for e in step.events if isinstance(e, Logged)]
        return say_it(line.line)

    found = (said("a", None), said("b", until), said("a", until), said("a", None))
    for words, end in zip(found, lines, strict=True):
        assert words.endswith(end), words
    assert len(set(found)) == 4


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


# ---- words ---------------------------------------------------------------------------------

RULES = Path(__file__).parents[2] / "rules"


def problem_calls() -> Iterator[tuple[str, str, set[str]]]:
    """Yield place, code and given arguments of each problem that the code makes."""
    speakers = {"fault": {"place"}, "refuse": {"place"}, "failure": {"file"}}
    for path in sorted([*RULES.glob("*.py"), *(RULES / "encounter").rglob("*.py")]):
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
