"""What the list below the ring says is going on: everything once."""

from __future__ import annotations

import pytest

from desktop.demo import demo_history
from desktop.i18n import language
from desktop.models.roster import status_words
from desktop.session import Session
from tests.desktop.dialogs_kit import dressed
from tests.desktop.docks_kit import MemoryStore


@pytest.mark.parametrize(("spoken", "word"), [("de", "zaubert"), ("en", "casting")])
def test_who_casts_is_said_to_cast_once(qapp: object, spoken: str, word: str) -> None:
    with dressed(spoken):
        history = demo_history("gruft", language.words.say, spoken)
        session = Session(MemoryStore(), history)  # type: ignore[arg-type]  # what it needs of it
        rows = {row.token: row for row in session.roster()}
        said = {
            id: status_words(session, token, rows[id]) for id, token in session.state.tokens.items()
        }
    casting = [words for words in said.values() if word in words]
    assert len(casting) == 2
    assert all(words.count(word) == 1 for words in casting)
    assert any("10" in words for words in casting)
