"""The comparisons of ``tests.compare`` for OSRIC, DAMAKAR, Das System and Muinimula."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from desktop.board.heat_squares import look, one_by_one
from desktop.board.paint_marks import Heat
from desktop.session import Session
from maps.grid import SUB, Cell, Point
from rules import registry
from rules.encounter.plans import AttackAction
from rules.encounter.situation import load_situation, plan_json, threat_json
from rules.encounter.state import Encounter, Token, TokenId, hostile
from rules.forecast.ways import out_of_the_fight
from rules.system import RuleSystem
from rules.system.ground import HeatKind, HeatQuestion, SupportsHeat
from rules.systems.osric.charge import charge_way
from rules.systems.osric.duel import make_duel
from tests.rules.oracle_reach import GONE, Reaches, behind
from tests.rules.oracle_views import PlainOracle
from tests.rules.oracle_ways import Gait, Ways, cells_of
from tests.rules.osric.oracle import OsricOracle
from tests.rules.pathfinder.oracle import Oracle
from tests.rules.pathfinder.situations import Dice
from tests.rules.situations_systems import situation, walk


def differences(wanted: Mapping[str, object], found: Mapping[str, object]) -> list[str]:
    """Say where two answers differ."""
    return [f"{key}: {wanted[key]} was {found[key]}" for key in wanted if wanted[key] != found[key]]


# -- lines ----------------------------------------------------------------------------------------


def views(seed: int) -> list[str]:
    """Compare what stands between two, and what their badges show of it."""
    case = situation(seed)
    loaded = load_situation(case, registry.get)
    assert loaded.attack is not None
    plan = plan_json(loaded.system.plan(loaded.state, loaded.attack), loaded.state)
    me = loaded.state.token("A")
    weapon = case["attack"]["weapon"]
    badges = loaded.system.glances(loaded.state, me.id, me.space, weapon)
    shown = {str(badge.token): badge.grade.value for badge in badges}
    wanted = {id: badge_grade(case, "A", id, weapon) for id in shown}
    out = differences(wanted, shown)
    if case["system"] != "osric":
        judge = PlainOracle(case, "A", "T")
        view = judge.view()
        cover, hidden = plan["cover"], plan["concealment"]
        out += differences(
            {"grade": view.grade, "percent": view.percent},
            {"grade": cover["grade"], "percent": cover["percent"]},
        )
        fog = judge.fog() if case["system"] == "muinimula" else 0
        out += differences({"fog": fog}, {"fog": hidden["percent"]})
    return out


def grade(case: dict[str, Any], one: str, other: str) -> str:
    """Return the grade of cover that somebody has from another, by the slow reading."""
    if case["system"] != "osric":
        return PlainOracle(case, one, other).view().grade
    attack = {"attacker": one, "target": other, "weapon": "longbow"}
    percent = OsricOracle({**case, "attack": attack}).shares()[0]
    return {0: "none", 25: "partial", 90: "improved", 100: "total"}.get(percent, "hard")


def badge_grade(case: dict[str, Any], one: str, other: str, weapon: str) -> str:
    """Return the grade that a badge shows: hand to hand creatures shelter nobody."""
    found = grade(case, one, other)
    hand_to_hand = weapon != "longbow"
    if case["system"] == "muinimula" and hand_to_hand and found == "soft":
        return "none"
    reaches = Reaches(case)
    if case["system"] == "damakar" and hand_to_hand:
        if reaches.reaches(reaches.tokens[one], reaches.tokens[other], weapon):
            return "none"
    return found


# -- reaches --------------------------------------------------------------------------------------


def reaches(seed: int) -> list[str]:
    """Compare the squares that everybody threatens, whom blows reach, and who stands behind."""
    case = situation(seed)
    loaded, judge = load_situation(case, registry.get), Reaches(case)
    out: list[str] = []
    for id in loaded.state.tokens:
        found = threat_json(loaded.system, loaded.state, id)["squares"]
        out += differences({id: judge.threatened(id)}, {id: found})
    me = loaded.state.token("A")
    mine = judge.tokens["A"]
    for weapon in ("sword", "longspear"):
        for badge in loaded.system.glances(loaded.state, me.id, me.space, weapon):
            foe = judge.tokens[badge.token]
            key = f"{weapon} {badge.token}"
            if badge.grade.value != "total":
                wanted = judge.reaches(mine, foe, weapon)
                out += differences({key: wanted}, {key: badge.in_reach})
            if case["system"] == "osric":
                side = exposed(case, badge.token) and judge.reaches(mine, foe, weapon)
                out += differences({f"side {key}": side}, {f"side {key}": badge.flanked})
    return out


def exposed(case: dict[str, Any], id: str) -> bool:
    """Whether A stands where the shield or more of somebody's protection is lost (OSRIC §6.1)."""
    attack = {"attacker": "A", "target": id, "weapon": "sword"}
    return OsricOracle({**case, "attack": attack}).side() not in ("front", "shielded_flank")


# -- ways -----------------------------------------------------------------------------------------

GAITS: Mapping[str, Gait] = {
    "osric": "1-2-1", "das_system": "1-2-1", "muinimula": "1-1-1", "damakar": "euclid"
}  # fmt: skip


def ways_of(case: dict[str, Any]) -> Ways:
    """Return the slow reading of A's ways."""
    gait = case["options"].get("diagonals", GAITS[case["system"]])
    return Ways(case, case["tokens"][0], gait)


def moves(seed: int) -> list[str]:
    """Compare a way: what it costs at each corner, walls, who is left, whose zone is entered."""
    case = walk(seed)
    way = [tuple(cell) for cell in case.pop("way")]
    loaded = load_situation(case, registry.get)
    state, me = loaded.state, loaded.state.token("A")
    points = [Point(x * SUB, y * SUB) for x, y in way]
    plan = loaded.system.move_plan(state, me.id, points)
    costs, stopped = ways_of(case).walk(way)
    if case["system"] == "damakar":
        priced = [zp_of(case, cost) for cost in costs]
    else:
        priced = [round(cost) for cost in costs]
    codes = {problem.code.partition(".")[2] for problem in plan.warnings}
    out = differences({"costs": priced}, {"costs": list(plan.costs)})
    out += differences({"walls": stopped}, {"walls": "wall_crossed" in codes})
    judge = Reaches(case)
    named: dict[str, set[str]] = {
        code: {str(p.subject) for p in plan.warnings if p.code.endswith(f".{code}") and p.subject}
        for code in ("occupied", "leaves", "control_zone")
    }
    goal = {**judge.tokens["A"], "at": list(way[-1])}
    others = [t for t in case["tokens"] if t["id"] != "A"]
    gone = GONE[case["system"]]
    taken = {
        t["id"] for t in others if cells_of(t) & cells_of(goal) and not Oracle.conditions(t) & gone
    }
    out += differences({"occupied": taken}, {"occupied": named["occupied"]})
    if case["system"] == "osric":
        mine = judge.tokens["A"]
        left = {t["id"] for t in others if judge.engaged(mine, t) and not judge.engaged(goal, t)}
        out += differences({"leaves": left}, {"leaves": named["leaves"]})
    if case["system"] == "damakar":
        zones = {t["id"] for t in others if enters(judge, t, way)}
        out += differences({"zones": zones}, {"zones": named["control_zone"]})
    return out


def enters(judge: Reaches, foe: dict[str, Any], way: list[tuple[int, int]]) -> bool:
    """Whether a way leads into a foe's control zone from outside.

    Looked at in small steps, and where each leg comes nearest to the foe.
    """
    walker = judge.tokens["A"]
    if judge.blocks(foe, walker):
        return False
    for (x, y), (u, v) in zip(way, way[1:], strict=False):
        steps = 16 * max(abs(u - x), abs(v - y))
        parts = [i / steps for i in range(1, steps + 1)]
        for part in (*parts, nearest(walker, foe, (x, y), (u, v))):
            at = [round(SUB * c) / SUB for c in (x + (u - x) * part, y + (v - y) * part)]
            if judge.blocks(foe, {**walker, "at": at}):
                return True
    return False


def nearest(
    walker: dict[str, Any], foe: dict[str, Any], start: tuple[int, int], end: tuple[int, int]
) -> float:
    """Return the part of a leg where somebody is nearest to a foe, by closing in on it."""
    u, v, big = Oracle.space(foe)
    low, high = 0.0, 1.0
    for _ in range(60):
        parts = (2 * low + high) / 3, (low + 2 * high) / 3
        fars = []
        for part in parts:
            x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
            aside, down = u + big / 2 - x, v + big / 2 - y
            side = max(1, walker["size"])
            fars.append(math.hypot(max(-aside, 0, aside - side), max(-down, 0, down - side)))
        low, high = (low, parts[1]) if fars[0] <= fars[1] else (parts[0], high)
    return (low + high) / 2


def charges(seed: int) -> list[str]:
    """Compare the way of a charge: the cheapest to a free place in melee with the target."""
    case = walk(seed, "osric")
    del case["way"]
    state, judge = load_situation(case, registry.get).state, Reaches(case)
    mine, target = judge.tokens["A"], judge.tokens["T"]
    if judge.reaches(mine, target, "sword"):
        wanted: int | None = 0
    else:
        ends = [
            cost
            for cell, cost in on_foot(case, math.inf).items()
            if fits(case, cell)
            and not cells_of(target) & cells_of({**mine, "at": list(cell)})
            and judge.reaches({**mine, "at": list(cell)}, target, "sword")
        ]
        wanted = round(min(ends)) if ends else None
    action = AttackAction(TokenId("A"), TokenId("T"), "sword", "charge")
    way = charge_way(make_duel(state, action))
    return differences({"cost": wanted}, {"cost": None if way is None else way.cost})


def zp_of(case: dict[str, Any], squares: float) -> int:
    """Return the ZP of a way: 3 + STR/2 metres each, never less than none (DAMAKAR §3.2)."""
    each = stride_metres(case)
    length = squares * case["options"].get("square_cm", 100) / 100
    if length < 1e-9:
        return 0
    return max(1, math.ceil(length / each - 1e-9)) if each else 1


def stride_metres(case: dict[str, Any]) -> float:
    """Return how far 1 ZP takes A (DAMAKAR §3.2)."""
    each = 3 + float(case["tokens"][0]["sheet"]["strength"]) / 2
    match case["options"].get("step_rounding"):
        case "down":
            each = math.floor(each)
        case "up":
            each = math.ceil(each)
    return max(0.0, each)


def pace(case: dict[str, Any]) -> int:
    """Return how many squares A gets in one go; in Das System within three seconds."""
    sheet = case["tokens"][0]["sheet"]
    match case["system"]:
        case "osric":
            return int(sheet["move"]) // int(case["options"].get("square_feet", 5))
        case "damakar":
            return int(100 * stride_metres(case) / case["options"].get("square_cm", 100) + 1e-9)
        case "das_system":
            return 3 * int(sheet["speed"])
        case _:
            return int(sheet["movement"])


# -- heat maps ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asker:
    """What the heat map of the window wants to know of its session."""

    system: RuleSystem
    state: Encounter

    def enemies(self, id: TokenId) -> list[Token]:
        """Return everybody hostile to somebody."""
        me = self.state.tokens[id]
        return [t for t in self.state.tokens.values() if hostile(t.side, me.side)]


def answered(asker: Asker, question: HeatQuestion, rows: list[int]) -> dict[tuple[int, int], Heat]:
    """Return the squares of some rows of a heat map, as the window shows it."""
    found: dict[Cell, Heat] = {}
    if isinstance(asker.system, SupportsHeat):
        enemies = asker.enemies(question.token)
        foes = len([t for t in enemies if not out_of_the_fight(asker.system, t)])
        for patch in asker.system.heat(asker.state, question, rows):
            for cell, grade, value, total in patch.cells():
                found[cell] = look(question.kind, grade, value, total, foes)
    else:
        for some in one_by_one(cast(Session, asker), question, rows):
            found |= some
    return {(cell.x, cell.y): heat for cell, heat in found.items()}


def heats(seed: int) -> list[str]:
    """Compare the heat maps of a small board: cover, safety, backs, and how far A gets."""
    case = walk(seed)
    del case["way"]
    loaded, dice = load_situation(case, registry.get), Dice(seed)
    asker = Asker(loaded.system, loaded.state)
    top, height = case["board"]["top"], case["board"]["height"]
    rows = dice.sample(range(top, top + height), 2)
    weapon = dice.choice(("sword", "longbow"))
    out: list[str] = []
    for kind in kinds_of(case):
        found = answered(asker, HeatQuestion(kind, TokenId("A"), TokenId("T"), weapon), rows)
        if kind == "reach":
            wanted = in_reach(case)
            near = {cell: heat.sign for cell, heat in found.items()}
            if isinstance(loaded.system, SupportsHeat):
                wanted = {cell: cost for cell, cost in wanted.items() if cell[1] in rows}
            out += [f"reach {cell}: {wanted.get(cell)} was {near.get(cell)}"
                    for cell in sorted(wanted.keys() | near.keys())
                    if wanted.get(cell) != near.get(cell)]  # fmt: skip
            continue
        cells = [(x, y) for y in rows for x in range(case["board"]["left"], 9)]
        for cell in dice.sample(cells, 5):
            expected = judged(case, kind, cell, weapon) if fits(case, cell) else None
            heat = found.get(cell)
            told = None if heat is None else (heat.grade.value, heat.sign)
            if kind == "cover" and expected and heat is not None:
                told = (heat.grade.value, "")
            out += differences({f"{kind} {cell}": expected}, {f"{kind} {cell}": told})
    return out


def kinds_of(case: dict[str, Any]) -> Iterator[HeatKind]:
    """Yield what can be asked; only Das System has backs to strike."""
    yield from ("cover", "safety", "reach")
    if case["system"] == "das_system":
        yield "flank"


def there(case: dict[str, Any], cell: tuple[int, int]) -> dict[str, Any]:
    """Return the situation with A standing on a square."""
    moved = {**case["tokens"][0], "at": list(cell)}
    return {**case, "tokens": [moved, *case["tokens"][1:]]}


def fits(case: dict[str, Any], cell: tuple[int, int]) -> bool:
    """Whether A has room on a square: on the board, and nobody who stands is there."""
    board, mine = case["board"], cells_of(there(case, cell)["tokens"][0])
    right, bottom = board["left"] + board["width"], board["top"] + board["height"]
    if any(x >= right or y >= bottom for x, y in mine):
        return False
    return not any(cells_of(t) & mine for t in standing(case))


def standing(case: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all others who still take part."""
    gone = GONE[case["system"]]
    return [t for t in case["tokens"][1:] if not Oracle.conditions(t) & gone]


def judged(
    case: dict[str, Any], kind: str, cell: tuple[int, int], weapon: str
) -> tuple[str, str] | None:
    """Return ground and sign of a square by the slow reading."""
    now = there(case, cell)
    me = now["tokens"][0]
    if kind == "flank":
        target, judge = case["tokens"][1], Reaches(now)
        strikes = judge.reaches(me, target, "sword") and judge.leads(me, target)
        return ("none", "") if strikes and behind(me, target) else None
    if kind == "cover":
        unseen = {"das_system": frozenset[str](), "damakar": GONE["damakar"]}
        if Oracle.conditions(case["tokens"][1]) & unseen.get(case["system"], frozenset({"dead"})):
            return None  # nobody aims at him any more
        das = case["system"] == "das_system"
        return (grade(now, "A", "T") if das else badge_grade(now, "A", "T", weapon), "")
    foes = [t for t in standing(case) if Oracle.foes(me, t)]
    grades = [grade(now, foe["id"], "A") for foe in foes]
    walls = case["system"] == "das_system"  # creatures hide nobody there
    covered = sum(g not in (("none", "soft") if walls else ("none",)) for g in grades)
    if foes and all(g == "total" for g in grades):
        return "total", ""
    ground = "none" if covered >= len(foes) else "soft" if covered else "hard"
    return ground, str(covered)


def in_reach(case: dict[str, Any]) -> dict[tuple[int, int], str]:
    """Return where A gets in one go: foes are in the way, friends are passed."""
    found = on_foot(case, pace(case))
    return {cell: str(round(c)) for cell, c in found.items() if c and fits(case, cell)}


def on_foot(case: dict[str, Any], most: float) -> dict[tuple[int, int], float]:
    """Return where A gets at some cost, past foes on their feet and never off the map."""
    me, others = case["tokens"][0], standing(case)
    board = case["board"]
    rim = {board["left"] - 1, board["left"] + board["width"]}
    edge = {board["top"] - 1, board["top"] + board["height"]}
    foes = set().union(*(cells_of(t) for t in others if Oracle.foes(me, t)))
    return ways_of(case).costs(
        most, lambda space: bool(space & foes) or any(x in rim or y in edge for x, y in space)
    )
