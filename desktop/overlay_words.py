"""What the overlays of the map are called: as the system of the fight says, else in our words."""

from __future__ import annotations

from desktop.i18n import language, say
from rules.core.terms import Term
from rules.system import OverlayWords, RuleSystem


def overlay_offered(system: RuleSystem, id: str) -> bool:
    """Whether an overlay means anything in a system."""
    return not isinstance(system, OverlayWords) or system.overlay_words().get(id, ...) is not None


def overlay_word(system: RuleSystem | None, id: str) -> str:
    """Say what an overlay is called."""
    term = system.overlay_words().get(id) if isinstance(system, OverlayWords) else None
    return say(term) if term is not None else language.words.say(f"action.{id}")


def overlay_tip(system: RuleSystem | None, id: str) -> str:
    """Explain an overlay in a sentence."""
    term = system.overlay_words().get(id) if isinstance(system, OverlayWords) else None
    if term is None:
        return language.words.say(f"action.{id}.tip")
    return say(Term(f"{term.key}.tip"))
