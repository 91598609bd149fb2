"""What the overlays of the map are called: as the system of the fight says, else in our words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.i18n import language, say
from maps.remember import by_identity

if TYPE_CHECKING:
    from rules.core.terms import Term
    from rules.system import RuleSystem


def _own_words(system: RuleSystem | None) -> dict[str, Term | None]:
    """Return what a system calls its overlays; the start page needs no rules for that."""
    return {} if system is None else _words_of(system)


@by_identity(keep=8)
def _words_of(system: RuleSystem) -> dict[str, Term | None]:
    from rules.system.ground import OverlayWords

    return dict(system.overlay_words()) if isinstance(system, OverlayWords) else {}


def overlay_offered(system: RuleSystem, id: str) -> bool:
    """Whether an overlay means anything in a system."""
    return _own_words(system).get(id, ...) is not None


def overlay_word(system: RuleSystem | None, id: str) -> str:
    """Say what an overlay is called."""
    term = _own_words(system).get(id)
    return say(term) if term is not None else language.words.say(f"action.{id}")


def overlay_tip(system: RuleSystem | None, id: str) -> str:
    """Explain an overlay in a sentence."""
    tip = _own_words(system).get(f"{id}.tip")
    return say(tip) if tip is not None else language.words.say(f"action.{id}.tip")
