"""The letters by which Alt opens menus."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop.words.mnemonics import with_mnemonics


def test_first_letters_go_first_and_umlauts_do_not_count() -> None:
    assert with_mnemonics(["Ansicht", "Karte", "Kampf", "Kämpfer", "Öl"]) == [
        "&Ansicht",
        "&Karte",
        "Ka&mpf",
        "Käm&pfer",
        "Ö&l",
    ]


def test_a_later_title_keeps_its_first_letter() -> None:
    assert with_mnemonics(["Karte", "Kampf", "Alles"]) == ["&Karte", "Ka&mpf", "&Alles"]


@given(st.lists(st.text("abÄ 1", max_size=6), max_size=6))
def test_no_letter_is_given_twice_and_no_word_is_changed(titles: list[str]) -> None:
    marked = with_mnemonics(titles)
    assert [m.replace("&", "") for m in marked] == titles
    letters = [m[m.index("&") + 1].lower() for m in marked if "&" in m]
    assert len(letters) == len(set(letters))
    assert set(letters) <= {"a", "b"}
