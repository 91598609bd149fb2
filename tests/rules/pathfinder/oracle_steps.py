"""Who may strike as a creature walks, step by step and slowly (§2, §8).

Each square that is left is a situation of its own, in which a foe would attack: the slow reading
of whole attacks says whether anything shelters or hides the one who walks.
"""

from __future__ import annotations

from tests.rules.pathfinder.oracle import NO_OPPORTUNITY, NO_THREAT, Oracle
from tests.rules.pathfinder.oracle_lines import Facts, area

Cell = tuple[int, int]


def may_strike(case: Facts, foe: Facts, walker: Facts) -> bool:
    """Whether a foe may strike at the walker where both stand."""
    tokens = [walker if t["id"] == walker["id"] else t for t in case["tokens"]]
    now = {**case, "tokens": tokens}
    sides = {foe["side"], walker["side"]}
    if len(sides) == 1 or "neutral" in sides:
        return False
    blow = {"attacker": foe["id"], "target": walker["id"], "weapon": "sword"}
    for weapon in Oracle({**now, "attack": blow}).armed(foe):
        attack = {**blow, "weapon": weapon}
        judge = Oracle({**now, "attack": attack})
        if judge.conditions(foe) & (NO_THREAT | NO_OPPORTUNITY | judge.blind(foe)):
            return False
        if not judge.pairs() or not judge.threatens(foe, walker):
            continue
        answer = judge.answer()
        soft = answer.cover == "soft" and not judge.options.get("soft_cover_stops_aoo", True)
        if (answer.cover == "none" or soft) and answer.concealment[0] != "total":
            return True
    return False


def strikers(case: Facts, id: str, way: list[Cell]) -> list[tuple[str, int]]:
    """Return who strikes at a walker over neighbouring squares, each once, at which step.

    The first square is where he stands. A single step gives nobody an opportunity, unless who
    walks is so slow that it is all he can do.
    """
    walker = next(t for t in case["tokens"] if t["id"] == id)
    conditions = set(walker.get("conditions", []))
    if len(way) == 2 and "prone" not in conditions:
        return []
    tiny = Oracle.reach(walker) == 0
    found: list[tuple[str, int]] = []
    for step, (here, there) in enumerate(zip(way, way[1:], strict=False)):
        stands, goes = {**walker, "at": list(here)}, {**walker, "at": list(there)}
        for foe in case["tokens"]:
            if foe["id"] == id or foe["id"] in [name for name, _ in found]:
                continue
            leaves = not (step == 0 and "withdrawing" in conditions)
            enters = tiny and _share(foe, goes)
            if (leaves and may_strike(case, foe, stands)) or (
                enters and may_strike(case, foe, goes)
            ):
                found.append((foe["id"], step))
    return found


def _share(one: Facts, other: Facts) -> bool:
    return bool(area(Oracle.space(one)).intersection(area(Oracle.space(other))).area > 0)
