"""What the overlays of the map are called: as the system of the fight says, else in our words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.i18n import language, say
from desktop.words.overlay_names import own_words

if TYPE_CHECKING:
    from rules.system import RuleSystem


def overlay_word(system: RuleSystem | None, id: str) -> str:
    """Say what an overlay is called."""
    term = own_words(system).get(id)
    return say(term) if term is not None else language.words.say(f"action.{id}")


def overlay_tip(system: RuleSystem | None, id: str) -> str:
    """Explain an overlay in a sentence."""
    tip = own_words(system).get(f"{id}.tip")
    return say(tip) if tip is not None else language.words.say(f"action.{id}.tip")
