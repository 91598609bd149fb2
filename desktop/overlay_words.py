"""What the overlays of the map are called: as the system of the fight says, else in our words."""

from __future__ import annotations

from desktop.i18n import language, say
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
    tip = system.overlay_words().get(f"{id}.tip") if isinstance(system, OverlayWords) else None
    return say(tip) if tip is not None else language.words.say(f"action.{id}.tip")
