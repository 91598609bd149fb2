"""Random walls of which some only limit sight: chains, hills, joints, beside whole walls."""

from __future__ import annotations

from typing import Any

from tests.rules.pathfinder.situations import Dice
from tests.rules.pathfinder.situations import situation as drawn


def situation(seed: int) -> dict[str, Any]:
    """Draw two creatures and what stands between them."""
    dice = Dice(seed)
    out = drawn(seed)
    kept = []
    for o in out["board"]["obstacles"]:
        if o["kind"] in ("low", "slit", "fog"):
            o = {"kind": "cover", "points": o["points"], "open": len(o["points"]) < 3}
        if o["kind"] in ("wall", "cover") and dice.random() < 0.8:
            o["sight"] = "limited"
        kept.append(o)
    out["board"]["obstacles"] = kept
    out["tokens"] = out["tokens"][:2]
    return out
