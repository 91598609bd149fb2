"""Notes on paper; what stands on cards and in tables whole, and forms that can be filled in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from desktop.demo import demo_history, demos
from desktop.i18n import language
from desktop.printing.content import Wanted
from desktop.printing.ink import width_of, wrap
from desktop.printing.pdf_text import mend_spaces
from desktop.printing.sheets import body_box, save_pdf
from desktop.printing.tiles import DOWN
from rules import registry
from rules.encounter.state import MEMO, Encounter
from tests.desktop.printing_kit import changed, demo, marks_of, sheets_of, words_of

pytestmark = pytest.mark.usefixtures("german_each")
NOTES = Wanted(parts=frozenset({"notes"}))


def noted(memo: str, **tokens: str) -> Encounter:
    """Return the demo with a note on the fight and on some of its combatants."""
    state = demo()
    for id, note in tokens.items():
        state = changed(state, id, note=note)
    return replace(state, data={**state.data, MEMO: memo})


def test_notes_of_the_fight_and_of_combatants_are_a_page() -> None:
    state = noted("Der Schrein ist eine Falle.\n\nÄxte: Übelstein", brunhild="hat 3 Heiltränke")
    sheets = sheets_of(state, NOTES)
    assert [page.part for page in sheets.pages] == ["notes"]
    words = words_of(sheets)
    for said in ("Notizen zum Kampf", "Der Schrein ist eine Falle.", "Äxte: Übelstein",
                 "Brunhild", "hat 3 Heiltränke"):  # fmt: skip
        assert said in words
    assert "Elandir" not in words


def test_without_notes_there_is_no_page_and_players_get_none() -> None:
    assert sheets_of(demo(), NOTES).pages == ()
    state = noted("Der Worg ist ein Verräter.", worg="heimlich der Schurke")
    players = sheets_of(state, Wanted(players=True))
    assert "notes" not in {page.part for page in players.pages}
    assert "Verräter" not in words_of(players)
    assert "heimlich" not in words_of(players)
    assert "Verräter" in words_of(sheets_of(state))


def test_long_notes_flow_over_pages_and_lose_nothing() -> None:
    told = [f"Absatz {n}: {'Donaudampfschifffahrt und Höhlenwächter ' * 6}" for n in range(60)]
    sheets = sheets_of(noted("\n".join(told), brunhild="Ende."), NOTES)
    assert len(sheets.pages) >= 3
    bottom = body_box(sheets.paper).bottom
    seen = []
    for marks in marks_of(sheets):
        here = [m for m in marks if m.words.startswith("Absatz") or m.words == "Ende."]
        assert all(m.box.bottom <= bottom for m in here)
        assert not any(m.cut for m in marks)
        seen += [m.words.split(":")[0] for m in here]
    assert seen == [*(f"Absatz {n}" for n in range(60)), "Ende."]


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("Rüstungswirkung", "Rüstungswir"),
        ("lebensgefährlich", "lebensgefähr"),
        ("Rindfleisch", "Rind"),
        ("Drache", "Dra"),
        ("Überraschung", "Überra"),
    ],
)
def test_words_break_between_syllables(word: str, first: str) -> None:
    for letters in range(len(first), len(first) + 2):  # room for a letter more changes nothing
        wide = width_of(f"{word[:letters]}-") + 0.05
        if width_of(word) > wide:
            lines = wrap(word, wide)
            assert lines[0] == f"{first}-"
            assert "".join(line.rstrip("-") for line in lines) == word


@pytest.mark.parametrize("spoken", ["de", "en"])
@pytest.mark.parametrize("id", [one.id for one in demos()])
def test_nothing_on_a_card_or_in_a_table_is_cut(id: str, spoken: str) -> None:
    language.use(spoken)
    state = demo_history(id, language.words.say, spoken).state
    sheets = sheets_of(state, Wanted(parts=frozenset({"cards", "tables", "blank"})))
    cut = [m.words for marks in marks_of(sheets) for m in marks if m.cut]
    assert cut == []


@pytest.mark.parametrize("id", [one.id for one in demos()])
def test_empty_forms_have_lines_and_nobodys_gear(id: str) -> None:
    state = demo_history(id, language.words.say).state
    system = registry.get(state.system)
    sheets = sheets_of(state, Wanted(parts=frozenset({"blank"})))
    cards = next(m for m in marks_of(sheets) if any(mark.kind == "card" for mark in m))
    words = [m.words for m in cards]
    assert sum(w.strip("_") == "" and len(w) >= 5 for w in words) > 6 * 8
    someone = system.library()[0].sheet
    gear = {language.words.say(w.name) for w in system.weapons(state, next(iter(state.tokens)))}
    assert someone is not None
    assert not gear & set(words)


def test_marks_for_cutting_keep_away_from_the_head() -> None:
    sheets = sheets_of(demo(), Wanted(parts=frozenset({"tiles"})))
    assert DOWN > 2  # a mark of 4 mm begins 1 mm above the squares; the line is 3.4 mm higher
    top = body_box(sheets.paper).y
    assert top + DOWN - 5 >= sheets.paper.inner.y + 8.6 + 0.3


def test_words_beside_each_other_are_found_in_the_pdf(tmp_path: Path) -> None:
    target = tmp_path / "bogen.pdf"
    sheets = sheets_of(noted("Die Höhle der Äxte: nichts für Übelgelaunte."))
    save_pdf(sheets, target)
    reader = PdfReader(target, strict=True)
    assert len(reader.pages) == len(sheets.pages)
    words = "\n".join(page.extract_text() for page in reader.pages)
    assert "\t" not in words
    for said in ("Begegnungsbogen · Pathfinder 1e", "1 Feld = ", "Die Höhle der Äxte: nichts für"):
        assert said in words.replace("\N{NO-BREAK SPACE}", " ")
    plain = target.read_bytes()
    mend_spaces(target)  # nothing is left to mend
    assert target.read_bytes() == plain
    target.write_bytes(b"%PDF-1.4\n%%EOF\n")
    mend_spaces(target)
    assert target.read_bytes() == b"%PDF-1.4\n%%EOF\n"
