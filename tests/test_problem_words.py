"""Problems in words name their place, and name it once."""

from __future__ import annotations

import pytest

from desktop.words.problems import placed
from maps.problems import Problem, Severity
from rules.core.glossary import Glossary

ENGLISH = Glossary.load("en")


@pytest.mark.parametrize(
    ("code", "place", "said"),
    [
        ("key_unknown", "tokens[0].seet", "There is no key “seet” (tokens[0].seet)."),
        ("key_unknown", "seet", "There is no key “seet” (seet)."),
        ("not_tiled", "map", "map: This is no map of Tiled: its size and layers are missing."),
        ("not_tiled", "a.tmx", "a.tmx: This is no map of Tiled: its size and layers are missing."),
        ("not_tiled", "", "This is no map of Tiled: its size and layers are missing."),
    ],
)
def test_a_place_stands_in_front_unless_the_sentence_names_it(
    code: str, place: str, said: str
) -> None:
    problem = Problem(code, Severity.ERROR, place, {"key": "seet", "place": place})
    assert placed(ENGLISH, problem) == said
