"""Heat maps bit by bit: in bulk where the rules can, else square by square; and their looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop.board.paint_marks import Heat
from desktop.i18n import say, tr
from maps.board import Board
from maps.grid import SUB, Cell, Footprint
from maps.reach import flanks, whole
from maps.shapes import Grade
from maps.storeys import storey_at, storey_of
from rules.encounter.plans import AttackAction
from rules.encounter.state import Encounter, Token
from rules.forecast.ways import out_of_the_fight, reached, stride_of
from rules.system.ground import HeatKind, HeatQuestion, SupportsHeat

if TYPE_CHECKING:
    from desktop.session import Session

Answers = Iterator[Mapping[Cell, Heat]]


def answers(session: Session, question: HeatQuestion, rows: Sequence[int]) -> Answers:
    """Yield what is found out, some squares at a time; ``rows`` of the board come first.

    Squares of other storeys than that of the combatant are left out.
    """
    board = session.state.board
    here = storey_of(board, session.state.tokens[question.token].space)
    for found in _answers(session, question, rows):
        yield {
            cell: heat
            for cell, heat in found.items()
            if here is None or storey_at(board, cell.x + 0.5, cell.y + 0.5) is here
        }


def _answers(session: Session, question: HeatQuestion, rows: Sequence[int]) -> Answers:
    system, state = session.system, session.state
    board = state.board
    wanted = dict.fromkeys((*rows, *_rows_around(state, question)))
    inside = [y for y in wanted if board.top <= y < board.top + board.height]
    if not isinstance(system, SupportsHeat):
        yield from one_by_one(session, question, inside)
        return
    foes = len(_foes(session, question))
    for patch in system.heat(state, question, inside):
        yield {
            cell: look(question.kind, grade, value, total, foes)
            for cell, grade, value, total in patch.cells()
        }


def reach(session: Session, me: Token) -> Iterator[frozenset[Cell]]:
    """Yield squares that are reached by one move, where the rules know them in bulk."""
    system = session.system
    if isinstance(system, SupportsHeat):
        for patch in system.heat(session.state, HeatQuestion("reach", me.id)):
            yield frozenset(cell for cell, _, _, total in patch.cells() if total <= 1)
    else:
        stride = stride_of(system, session.state, me)
        yield frozenset(reached(system, session.state, me, stride))


def look(kind: HeatKind, grade: Grade, value: int, total: int, foes: int) -> Heat:
    """Say what a square shows: its ground and its sign."""
    match kind:
        case "cover" if grade is Grade.TOTAL:
            return Heat(grade)
        case "cover" if grade in (Grade.SOFT, Grade.PARTIAL):
            return Heat(grade, tr("board.heat.soft", value=value))
        case "cover":
            return Heat(grade, tr("board.signed", value=value) if value else "0")
        case "safety":
            return _safe(value, total, foes)
        case "flank":
            return Heat(Grade.NONE, "")
        case "reach":
            ground = {1: Grade.NONE, 2: Grade.SOFT}.get(total, Grade.HARD)
            return Heat(ground, str(value))


def _safe(covered: int, total: int, foes: int) -> Heat:
    """Green is cover from all, amber from some, red from nobody, dark out of all their sights."""
    if foes and total >= foes:
        return Heat(Grade.TOTAL)
    if covered >= foes:
        return Heat(Grade.NONE, str(covered))
    return Heat(Grade.SOFT if covered else Grade.HARD, str(covered))


def _foes(session: Session, question: HeatQuestion) -> list[Token]:
    enemies = session.enemies(question.token)
    return [t for t in enemies if not out_of_the_fight(session.system, t)]


def _rows_around(state: Encounter, question: HeatQuestion) -> list[int]:
    middle, board = state.tokens[question.token].space.y // SUB, state.board
    return sorted(range(board.top, board.top + board.height), key=lambda y: abs(y - middle))


# -- square by square -------------------------------------------------------------------------


def one_by_one(session: Session, question: HeatQuestion, rows: Sequence[int]) -> Answers:
    """Ask a system that has no bulk heat."""
    state, board = session.state, session.state.board
    me = state.tokens[question.token]
    if question.kind == "reach":
        yield _in_reach(session, me)
        return
    others = [t for t in state.tokens.values() if t.id != me.id and _stands(session, t)]
    taken = [whole(t.space) for t in others]
    order = {y: i for i, y in enumerate(rows)}
    cells = [Cell(x, y) for y in rows for x in range(board.left, board.left + board.width)]
    middle = me.space.x // SUB
    cells.sort(key=lambda c: order[c.y] ** 2 + (2 * (c.x - middle)) ** 2)
    for cell in cells:
        place = Footprint(cell.x * SUB, cell.y * SUB, me.space.side)
        heat = None
        if _fits(board, place) and not any(whole(place).overlaps(space) for space in taken):
            heat = _heat(session, question, place)
        yield {} if heat is None else {cell: heat}


def _fits(board: Board, place: Footprint) -> bool:
    """Whether a place does not jut out of the board."""
    right, bottom = (board.left + board.width) * SUB, (board.top + board.height) * SUB
    return place.right <= right and place.bottom <= bottom


def _stands(session: Session, token: Token) -> bool:
    return not out_of_the_fight(session.system, token)


def _heat(session: Session, question: HeatQuestion, place: Footprint) -> Heat | None:
    match question.kind:
        case "cover":
            return _against(session, question, place)
        case "safety":
            return _safety(session, question, place)
        case "flank":
            return _flanking(session, question, place)
        case "reach":
            return None  # found out all at once


def _against(session: Session, question: HeatQuestion, place: Footprint) -> Heat | None:
    """Return the cover that the target would have."""
    for glance in session.system.glances(session.state, question.token, place, question.weapon):
        if glance.token == question.target:
            sign = "" if glance.grade is Grade.TOTAL else say(glance.text)
            return Heat(glance.grade, sign)
    return None


def _safety(session: Session, question: HeatQuestion, place: Footprint) -> Heat | None:
    """Return from how many enemies the combatant would be in cover."""
    me = session.state.tokens[question.token]
    there = session.state.with_token(replace(me, space=place))
    foes = _foes(session, question)
    plans = [session.system.plan(there, AttackAction(foe.id, me.id)) for foe in foes]
    grades = [plan.cover.grade for plan in plans]
    covered = sum(grade is not Grade.NONE for grade in grades)
    return _safe(covered, sum(grade is Grade.TOTAL for grade in grades), len(foes))


def _flanking(session: Session, question: HeatQuestion, place: Footprint) -> Heat | None:
    """Mark the squares from which the target would be flanked."""
    state = session.state
    if question.target is None:
        return None
    me, victim = state.tokens[question.token], state.tokens[question.target]
    friends = (t for t in state.tokens.values() if t.side is me.side and t.id != me.id)
    if not any(flanks(place, t.space, victim.space) for t in friends):
        return None
    weapon = next((w.id for w in session.system.weapons(state, me.id) if not w.ranged), "")
    seen = session.system.glances(state, me.id, place, weapon)
    flanked = any(g.token == victim.id and g.flanked for g in seen)
    return Heat(Grade.NONE, "") if flanked else None


def _in_reach(session: Session, me: Token) -> Mapping[Cell, Heat]:
    """Mark the squares to which one goes in one go, with the squares of way."""
    stride = stride_of(session.system, session.state, me)
    found = reached(session.system, session.state, me, stride)
    return {cell: Heat(Grade.NONE, str(round(cost))) for cell, cost in found.items() if cost}
