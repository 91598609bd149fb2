"""The glossary says terms as each language writes them."""

from __future__ import annotations

import random
import time
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from rules.core import catalogues
from rules.core.catalogues import CatalogueError, read_catalogue, read_catalogues
from rules.core.glossary import (
    Glossary,
    MissingWordError,
    choose_language,
    language_names,
    languages,
    sort_key,
)
from rules.core.terms import term

TEXTS = {
    "cover": "Deckung {value:+}",
    "at": "{where}: {what}",
    "share": "{share:%} / {share:.1%} / {points:pct}",
    "time": "nach {seconds:.1} s",
    "plain": "{value}",
    "way": "{metres:m} oder {metres:.1m}",
    "range": "{feet:ft}",
    "ork.zero": "kein Ork",
    "ork.one": "ein Ork",
    "ork.other": "{n} Orks",
    "braces": "{{{value}}}",
}


@pytest.fixture
def words() -> Glossary:
    """Return a small German glossary."""
    formats = [c.texts for c in read_catalogues("de") if c.part == "assets/formats"]
    return Glossary("de", [*formats, TEXTS])


def test_terms_nest(words: Glossary) -> None:
    inner = term("cover", value=4)
    assert words.say(term("at", where="Tor", what=inner)) == "Tor: Deckung +4"
    assert words.say("at", where="Tor", what=(inner, inner, "Nebel")) == (
        "Tor: Deckung +4, Deckung +4 und Nebel"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (4, "4"),
        (-4, "−4"),
        (0, "0"),
        (4.5, "4,5"),
        (-0.25, "−0,25"),
        (2.0, "2"),
        (-0.001, "0"),
        (1 / 3, "0,33"),
        (100.0, "100"),
        (1200, "1200"),
    ],
)
def test_numbers_are_written_as_the_language_does(words: Glossary, value: float, text: str) -> None:
    assert words.say("plain", value=value) == text


def test_formats_of_gaps(words: Glossary) -> None:
    assert words.say("cover", value=-2) == "Deckung −2"
    assert words.say("cover", value=0) == "Deckung +0"
    assert words.say("share", share=0.3, points=20) == "30\u00a0% / 30,0\u00a0% / 20\u00a0%"
    assert words.say("time", seconds=4) == "nach 4,0 s"
    assert words.say("braces", value=1) == "{1}"


@pytest.mark.parametrize(("n", "text"), [(0, "kein Ork"), (1, "ein Ork"), (7, "7 Orks")])
def test_plural_forms(words: Glossary, n: int, text: str) -> None:
    assert words.say(term("ork", n=n)) == text
    assert "ork" in words


def test_missing_words_are_loud_in_tests_and_visible_to_users(
    words: Glossary, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MissingWordError, match="de: nothing"):
        words.say("nothing")
    with pytest.raises(MissingWordError, match="value"):
        words.say("cover")
    monkeypatch.setattr(Glossary, "strict", False)
    assert words.say("nothing") == "⟨nothing⟩"
    assert words.say("cover") == "Deckung ⟨value⟩"


def test_languages_are_the_files_that_there_are() -> None:
    assert languages() == ["de", "en"]
    assert language_names() == {"de": "Deutsch", "en": "English"}


@pytest.mark.parametrize(
    ("wanted", "code"),
    [(["de_AT.UTF-8"], "de"), (["fr", "en-GB"], "en"), (["C"], "en"), ([], "en")],
)
def test_the_first_known_language_is_chosen(wanted: list[str], code: str) -> None:
    assert choose_language(wanted) == code


def test_a_third_language_is_added_by_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "assets" / "i18n"
    folder.mkdir(parents=True)
    (folder / "formats.en.toml").write_text('a = "one"\nb = "two"', encoding="utf-8")
    (folder / "formats.nl.toml").write_text('a = "een"', encoding="utf-8")
    files = catalogues.catalogue_files(tmp_path)
    read = {
        language: [read_catalogue(p, part, code) for part, code, p in files if code == language]
        for language in ("en", "nl")
    }
    monkeypatch.setattr("rules.core.glossary.read_own", lambda code: read[code])
    dutch = Glossary.load("nl")
    assert (dutch.say("a"), dutch.say("b")) == ("een", "two")


def test_a_system_from_outside_brings_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "outside_system"
    (package / "lang").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "lang" / "en.toml").write_text('[outside]\nhit = "Hit!"', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("outside", "outside_system", "schlachtplan.systems")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_group: [entry])
    catalogues.outside_systems.cache_clear()
    try:
        assert Glossary.load("en").say("outside.hit") == "Hit!"
    finally:
        catalogues.outside_systems.cache_clear()


def test_plain_catalogues_are_read_as_toml_is() -> None:
    for part, language, path in catalogues.catalogue_files():
        written = path.read_text("utf-8")
        texts = catalogues.plain_texts(written)
        assert texts is None or texts == dict(_flatten(tomllib.loads(written))), (part, language)
        assert texts is not None or part == "assets/launch", f"{path.name} is read slowly"


def _flatten(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


@pytest.mark.parametrize(
    "written",
    [
        'a = "x"\na = "y"\n',
        '[a]\nb = "x"\n[a]\n',
        'a = "x"\n[a]\nb = "y"\n',
        'a = "x"',
        'a = "\\q"\n',
        "a = 'x'\n",
        "a = 1\n",
        "a\n",
    ],
)
def test_what_is_not_plain_is_left_to_toml(written: str) -> None:
    assert catalogues.plain_texts(written) is None


def test_plain_texts_know_comments_quotes_and_long_texts() -> None:
    written = '# all\n\n[t.u]\n"a.b" = "x \\"y\\" \\u00e4"\nc = """\none\ntwo"""\nd = ""\n'
    assert catalogues.plain_texts(written) == {
        "t.u.a.b": 'x "y" ä', "t.u.c": "one\ntwo", "t.u.d": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "fault"),
    [("a = 1", "a: a text"), ("a = [", "x.toml"), ('a.b = "1"\n"a.b" = "2"', "a.b: written twice")],
)
def test_a_broken_catalogue_is_named(tmp_path: Path, text: str, fault: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError, match=fault):
        read_catalogue(path, "x", "de")


def test_a_key_may_have_a_text_and_keys_below_it(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('[option]\nsoft = "Soft"\n"soft.help" = "Why"', encoding="utf-8")
    assert read_catalogue(path, "x", "en").texts == {
        "option.soft": "Soft",
        "option.soft.help": "Why",
    }


def test_names_sort_as_in_a_dictionary() -> None:
    names = ["Äther", "Alrik", "Ork 2", "Ork 10", "ork 1", "Öger", "Straße", "Strasse", "Zwerg"]
    shuffled = random.Random(1).sample(names, len(names))
    assert sorted(shuffled, key=sort_key) == [
        "Alrik", "Äther", "Öger", "ork 1", "Ork 2", "Ork 10", "Strasse", "Straße", "Zwerg",
    ]  # fmt: skip


def test_saying_is_cheap(words: Glossary) -> None:
    value = term("at", where="Tor", what=term("cover", value=4))
    words.say(value)
    start = time.process_time()
    for _ in range(10_000):
        words.say(value)
    assert time.process_time() - start < 1, "a hundred microseconds a term would be felt"


def test_lengths_are_said_in_the_unit_that_is_wanted(words: Glossary) -> None:
    way, far = term("way", metres=4.5), term("range", feet=30)
    assert (words.say(way), words.say(far)) == ("4,5 m oder 4,5 m", "30 Fuß")
    words.lengths = "ft"
    assert (words.say(way), words.say(far)) == ("15 Fuß oder 15 Fuß", "30 Fuß")
    assert words.say("way", metres=2.1213) == "7,1 Fuß oder 7,1 Fuß"
    words.lengths = "m"
    assert (words.say(way), words.say(far)) == ("4,5 m oder 4,5 m", "9 m")
    assert words.unit("ft") == "m"


@pytest.mark.parametrize(
    ("value", "text"), [(999, "999"), (18010, "18#010"), (-1234567, "−1#234#567"), (0.5, "0.5")]
)
@pytest.mark.parametrize("mark", [".", ","])
def test_a_comma_in_a_gap_groups_thousands(value: float, text: str, mark: str) -> None:
    words = Glossary("en", [{"format.group": mark, "count": "{n:,}", "plain": "{n}"}])
    assert words.say("count", n=value) == text.replace("#", mark)
    assert words.say("plain", n=value) == text.replace("#", "")
