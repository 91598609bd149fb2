"""How conditions are said everywhere: the word, the grade, and how long they still last."""

from __future__ import annotations

from desktop.i18n import language, say, tr
from desktop.session import Session
from rules.encounter.state import Condition, Token
from rules.system.extras import Lasting


def time_left(session: Session, condition: Condition | None) -> str:
    """Say how long a condition still lasts; empty where it lasts until it is ended."""
    system = session.system
    if condition is None or condition.until is None or not isinstance(system, Lasting):
        return ""
    return say(system.time_left(session.state, condition.until))


def condition_words(session: Session, condition: Condition) -> str:
    """Say a condition with its grade and how long it still lasts."""
    words = language.words.say(f"condition.{session.system.id}.{condition.id}")
    if condition.value is not None:
        words = tr("conditions.valued", what=words, value=condition.value)
    left = time_left(session, condition)
    return tr("conditions.left", what=words, left=left) if left else words


def lasting_words(session: Session, token: Token, said: str = "") -> str:
    """List the conditions of somebody that end by themselves; empty without any.

    Left out is what ``said`` already tells with more than its word: "casts until 10".
    """
    timed = [c for c in token.conditions if c.until is not None and not _told(session, c, said)]
    return language.words.listing([condition_words(session, c) for c in timed]) if timed else ""


def _told(session: Session, condition: Condition, said: str) -> bool:
    word = language.words.say(f"condition.{session.system.id}.{condition.id}")
    return word in said and word != said
