"""The program against slow readings of the rules that share no code with it, at random.

``python -m tests.compare osric --count 5000 --first 1000`` draws as many situations and names
those whose answers differ; without a kind all of them are compared. The tests draw few of each.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

from maps.grid import SUB, Cell, Footprint, Point
from maps.sight import sight_map
from rules import registry
from rules.encounter.areas import AreaData
from rules.encounter.situation import load_situation, plan_json, threat_json
from rules.encounter.state import TokenId
from rules.system.answers import Glance
from rules.system.ground import HeatKind, HeatQuestion, SupportsAreas
from rules.systems.pathfinder import SYSTEM
from rules.systems.pathfinder.glance import glances
from rules.systems.pathfinder.moving import move_plan
from tests.compare_systems import charges, differences, heats, moves, reaches, views
from tests.rules.oracle_areas import FromPoint, counted_cells, measured_cells
from tests.rules.oracle_sight import Views
from tests.rules.osric.oracle import OsricOracle
from tests.rules.osric.situations import situation as osric_situation
from tests.rules.pathfinder.oracle import Oracle
from tests.rules.pathfinder.oracle_lines import lattice, middle, squares
from tests.rules.pathfinder.oracle_steps import strikers
from tests.rules.pathfinder.situations import Dice, situation, walk
from tests.rules.situations_areas import situation as areas_situation
from tests.rules.situations_sight import situation as sight_situation


def plan_of(case: dict[str, Any]) -> dict[str, Any]:
    """Return what the program says about the attack of a situation."""
    loaded = load_situation(case, registry.get)
    assert loaded.attack is not None
    return plan_json(loaded.system.plan(loaded.state, loaded.attack), loaded.state)


def plans(seed: int) -> list[str]:
    """Compare the whole answer to an attack; every second one has heights, light, conditions."""
    case = situation(seed, special=seed % 2 == 1)
    answer, plan = Oracle(case).answer(), plan_of(case)
    cover, hidden = plan["cover"], plan["concealment"]
    wanted: dict[str, object] = {
        "cover": answer.cover,
        "distance": answer.distance,
        "flanking": answer.flanking,
    }
    if answer.percent is not None:
        wanted["percent"] = answer.percent
    if answer.cover != "total":
        wanted["concealment"] = answer.concealment
    found = {
        "cover": cover["grade"],
        "distance": plan["distance"],
        "flanking": plan["flanking"],
        "percent": cover["percent"],
        "concealment": (hidden["grade"], hidden["percent"]),
    }
    out = differences(wanted, found)
    badge = badge_of(case)
    if badge is not None:
        out += differences({"badge": answer.cover}, {"badge": badge.grade.value})
        veiled = answer.cover != "total" and answer.concealment[1]
        told = badge.text.args.get("percent", 0)
        out += differences({"veil": int(veiled)}, {"veil": told})
    return out


def badge_of(case: dict[str, Any]) -> Glance | None:
    """Return the badge of a target before the attack of a situation; None where it has none."""
    state = load_situation(case, registry.get).state
    me, attack = state.token(case["attack"]["attacker"]), case["attack"]
    found = glances(state, me.id, me.space, attack["weapon"])
    return next((badge for badge in found if badge.token == attack["target"]), None)


def threat(seed: int) -> list[str]:
    """Compare the squares that everybody threatens: big ones, reach weapons, second diagonals."""
    case = walk(seed)
    del case["way"]
    attack = {"attacker": "A", "target": "T", "weapon": "sword"}
    loaded, oracle = load_situation(case, registry.get), Oracle({**case, "attack": attack})
    out: list[str] = []
    for token in loaded.state.tokens:
        squares = threat_json(loaded.system, loaded.state, token)["squares"]
        out += differences({token: oracle.threatened(token)}, {token: squares})
    return out


def osric(seed: int) -> list[str]:
    """Compare cover, concealment and side of a shot."""
    case = osric_situation(seed)
    answer, plan = OsricOracle(case).answer_to_a_shot(), plan_of(case)
    rows = {m["id"]: m for m in plan["modifiers"]}
    sides = [s for s in ("open_flank", "rear_flank", "rear") if s in rows and rows[s]["counted"]]
    found = {
        "cover": plan["cover"]["percent"],
        "concealment": plan["concealment"]["percent"],
        "side": sides[0] if sides else "front",
        "shield": rows["shield"]["counted"],
        "dexterity": rows["dexterity"]["counted"],
        "to_hit": sum(rows[s]["value"] for s in sides),
    }
    wanted: dict[str, object] = {
        "cover": answer.cover,
        "concealment": answer.concealment,
        # what changes nothing is no row
        "side": "front" if answer.side == "shielded_flank" else answer.side,
        "shield": answer.shield,
        "dexterity": answer.dexterity,
        "to_hit": answer.to_hit,
    }
    if answer.cover == 100:
        del wanted["concealment"]
    return differences(wanted, found)


def areas(seed: int) -> list[str]:
    """Compare the squares of an area, and what shelters those in it."""
    case = areas_situation(seed)
    data = case.pop("area")
    loaded = load_situation(case, registry.get)
    system, state = loaded.system, loaded.state
    assert isinstance(system, SupportsAreas)
    area = AreaData.model_validate(data).to_area()
    boxes = {t["id"]: OsricOracle.space(t) for t in case["tokens"]}
    space = boxes.get(data.get("token"), (0, 0, 1))
    at = tuple(data["at"]) if "at" in data else middle(space)
    way = tuple(data.get("direction", (1, 0)))
    counted, wide = case["system"] == "pathfinder", case.get("options", {}).get("area_cone", 60)
    cells = (
        counted_cells(data["shape"], at, data["size"], way, space)
        if counted
        else measured_cells(data["shape"], at, data["size"], way, space, wide)
    )
    found = {tuple(cell) for cell in system.area_cells(state, area)}
    out = [f"squares: {sorted(cells ^ found)}"] if cells != found else []
    inside = {
        id: n
        for id, box in boxes.items()
        if id != data.get("token") and (n := sum((x, y) in cells for x, y, _ in squares(box)))
    }
    caught = system.caught(state, area)
    out += differences({"caught": inside}, {"caught": {str(c.token): c.squares for c in caught}})
    for one in caught:
        judge = FromPoint({**case, "attack": {}}, one.token, at)
        wanted: object = judge.grade() if counted else judge.share()
        told: object = one.cover.grade.value if counted else one.cover.percent
        out += differences({one.token: wanted}, {one.token: told})
    return out


def steps(seed: int) -> list[str]:
    """Compare who strikes at somebody on the way, and at which step."""
    case = walk(seed)
    way = [tuple(cell) for cell in case.pop("way")]
    wanted = strikers(case, "A", way)
    state = load_situation(case, registry.get).state
    space = state.token("A").space
    half = space.side // 2
    points = [Point(x * SUB, y * SUB) for x, y in way]
    plan = move_plan(state, TokenId("A"), points)
    found = [
        (str(p.subject), ((p.points[0].x - half) // SUB, (p.points[0].y - half) // SUB))
        for p in plan.warnings
        if p.code == "pathfinder.opportunity"
    ]
    return differences({"strikers": [(id, way[i]) for id, i in wanted]}, {"strikers": found})


def sight(seed: int) -> list[str]:
    """Compare lines of sight between corners, one by one and many at once, and between spaces."""
    case = sight_situation(seed)
    state = load_situation(case, registry.get).state
    seen, views = sight_map(state.board), Views(case["board"]["obstacles"])
    one, two = (OsricOracle.space(t) for t in case["tokens"])
    a, b = (Footprint.at(*box) for box in (one, two))
    if a.overlaps(b):
        return []
    out: list[str] = []
    for p, tally in zip(a.corners(), seen.many(a, (b,))[0], strict=True):
        start = (p.x / SUB, p.y / SUB)
        facts = seen.lines(a, b, p, b.lattice())
        blind = [(f.q.x / SUB, f.q.y / SUB) for f in facts if f.blinders]
        wanted = [q for q in lattice(two) if not views.clear(start, one, q, two)]
        out += differences({f"from {start}": sorted(wanted)}, {f"from {start}": sorted(blind)})
        out += differences({"tally": len(blind)}, {"tally": tally.blinded})
    return out + differences({"sees": views.sees(one, two)}, {"sees": seen.sees(a, b).exists})


def heat(seed: int) -> list[str]:
    """Compare the cover that a heat map shows of the target from some squares of a small map."""
    case = small(seed)
    state = load_situation(case, registry.get).state
    question = HeatQuestion("cover", TokenId("A"), TokenId("T"), case["attack"]["weapon"])
    shown = {
        cell: grade for patch in SYSTEM.heat(state, question) for cell, grade, _, _ in patch.cells()
    }
    out: list[str] = []
    for cell in Dice(seed).sample(sorted(shown), min(4, len(shown))):
        wanted = Oracle(elsewhere(case, cell)).answer().cover
        out += differences({f"from {cell}": wanted}, {f"from {cell}": shown[cell].value})
    return out


def safety(seed: int) -> list[str]:
    """Compare from how many foes Pathfinder's maps show cover, and from where one flanks."""
    case = small(seed)
    state, dice = load_situation(case, registry.get).state, Dice(seed)
    safe, flanking = (
        {
            cell: (value, total)
            for patch in SYSTEM.heat(state, HeatQuestion(kind, TokenId("A"), TokenId("T"), "sword"))
            for cell, _, value, total in patch.cells()
        }
        for kind in MAPS
    )
    out: list[str] = []
    for cell in dice.sample(sorted(safe), min(2, len(safe))):
        now = elsewhere(case, cell)
        foes = [t["id"] for t in now["tokens"] if Oracle.foes(t, now["tokens"][0]) and stands(t)]
        blows = [{"attacker": foe, "target": "A", "weapon": "sword"} for foe in foes]
        grades = [Oracle({**now, "attack": blow}).answer().cover for blow in blows]
        wanted = (sum(grade != "none" for grade in grades), grades.count("total"))
        out += differences({f"safety {cell}": wanted}, {f"safety {cell}": safe[cell]})
    x, y = case["tokens"][1]["at"]
    near = [cell for cell in sorted(safe) if max(abs(cell.x - x), abs(cell.y - y)) < 4]
    blow = {"attacker": "A", "target": "T", "weapon": "sword"}
    for cell in dice.sample(near, min(6, len(near))):
        judge = Oracle({**elsewhere(case, cell), "attack": blow})
        flanks = bool(judge.pairs()) and judge.flanking()
        out += differences({f"flank {cell}": flanks}, {f"flank {cell}": cell in flanking})
    return out


MAPS: tuple[HeatKind, ...] = ("safety", "flank")


def small(seed: int) -> dict[str, Any]:
    """Draw a situation on a small map."""
    case = situation(seed, special=True)
    case["board"].update(left=-1, top=-1, width=8, height=8)
    case["board"].pop("storeys", None)
    return case


def elsewhere(case: dict[str, Any], cell: Cell) -> dict[str, Any]:
    """Return a situation with A standing on a square."""
    tokens = [{**t, "at": list(cell)} if t["id"] == "A" else t for t in case["tokens"]]
    return {**case, "tokens": tokens}


def stands(token: dict[str, Any]) -> bool:
    """Whether somebody still takes part."""
    return not Oracle.conditions(token) & {"dead", "unconscious", "dying"}


KINDS: dict[str, Callable[[int], list[str]]] = {
    "plans": plans,
    "threat": threat,
    "osric": osric,
    "areas": areas,
    "steps": steps,
    "sight": sight,
    "heat": heat,
    "safety": safety,
    "views": views,
    "reaches": reaches,
    "moves": moves,
    "heats": heats,
    "charges": charges,
}


def main() -> int:
    """Run from the command line; exit status 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.compare", description=__doc__)
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(KINDS)}; default: all")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1_000_000, help="the first seed")
    args = parser.parse_args()
    if unknown := set(args.kinds) - set(KINDS):
        parser.error(f"no such kind: {', '.join(sorted(unknown))}")
    broken = 0
    for kind in args.kinds or KINDS:
        begun, bad = time.process_time(), 0
        for seed in range(args.first, args.first + args.count):
            if found := KINDS[kind](seed):
                bad += 1
                print(f"{kind} {seed}: {'; '.join(found)}", flush=True)
        spent = time.process_time() - begun
        print(f"{kind}: {bad} of {args.count} differ, {spent:.0f} s", flush=True)
        broken += bad
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
