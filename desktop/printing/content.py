"""What stands on the sheets of a fight, without a place yet; the players' version knows less."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType

from PySide6.QtCore import QDate, QLocale

from desktop.board.initials import initials
from desktop.board.laid import LaidArea, laid_areas
from desktop.i18n import language, say, tr
from desktop.printing.ink import Marker
from desktop.words.lengths import square_metres
from maps.board import Board
from maps.grid import Footprint
from maps.shapes import DoorState, Kind
from maps.storeys import part, storey_of
from rules.core.terms import Term, term
from rules.encounter.areas import open_areas
from rules.encounter.plans import AttackAction, Weapon
from rules.encounter.state import Encounter, SideId, Timeline, Token, TokenId, hostile
from rules.system import RuleSystem
from rules.system.answers import Block, CardView, Health
from rules.system.extras import Referring
from rules.views import BodyView, RingView

Asset = Callable[[str], bytes | None]

PARTS = ("map", "initiative", "cards", "tables", "notes")
"""What may be printed alone."""
EXTRAS = ("tiles", "poker", "blank")
"""What is printed only where it is asked for: the map for miniatures, small cards, empty forms."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be printed, on which paper, and for whom; ``square`` is in millimetres."""

    paper: str = "a4"
    parts: frozenset[str] = frozenset(PARTS)
    players: bool = False
    square: float = 25.4


@dataclass(frozen=True, slots=True)
class Needs:
    """The numbers that an attack needs: each with the letters of those it needs it against."""

    weapon: Term
    groups: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A combatant on the sheets; without ``health`` and ``card`` where players must not look."""

    token: Token
    marker: Marker
    side: str
    kind: str
    count: str
    status: str
    health: Health | None
    card: CardView | None
    needs: tuple[Needs, ...] = ()
    body: BodyView | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """Everything that the sheets of one fight say."""

    title: str
    system: str
    stand: str
    printed: str
    state: Encounter
    people: tuple[Person, ...]
    ring: RingView
    letters: dict[str, str]
    points: str
    counts: str
    metres: float
    tables: tuple[Block, ...]
    conditions: tuple[str, ...]
    asset: Asset
    players: bool
    areas: tuple[LaidArea, ...] = ()

    @property
    def board(self) -> Board:
        return self.state.board


def by_storey(content: Content) -> tuple[tuple[str, Content], ...]:
    """Return name and content of each storey that holds somebody: what maps are drawn from.

    A map without storeys is one without a name; players learn no names.
    """
    state = content.state
    found = []
    for storey in state.board.storeys:
        here = {k: t for k, t in state.tokens.items() if storey_of(state.board, t.space) is storey}
        if here:
            board = part(state.board, storey)
            shown = replace(state, board=board, tokens=MappingProxyType(here))
            name = "" if content.players else storey.name
            found.append((name, replace(content, state=shown)))
    if found or not state.board.storeys:
        return tuple(found) or (("", content),)
    board = part(state.board, state.board.storeys[0])
    return (("", replace(content, state=replace(state, board=board))),)


def word(key: str) -> str:
    """Say a key that a system may have or not; empty without it."""
    return language.words.say(key) if key in language.words else ""


def printed_on(day: date) -> str:
    """Say when it was printed."""
    locale = QLocale(language.code)
    spoken = locale.toString(QDate(day.year, day.month, day.day), tr("printing.date_format"))
    return tr("printing.printed", date=spoken)


def gather(
    state: Encounter,
    system: RuleSystem,
    asset: Asset,
    *,
    players: bool = False,
    day: date | None = None,
) -> Content:
    """Collect what the sheets say."""
    letters = _letters(state)
    shown = for_players(state) if players else state
    words = language.words
    name = f"system.{system.id}"
    tables = system.reference(state, words) if isinstance(system, Referring) else ()
    return Content(
        title=state.name or tr("printing.unnamed"),
        system=words.say(name) if name in words else system.id,
        stand=say(system.headline(shown)),
        printed=printed_on(day or date.today()),
        state=shown,
        people=tuple(_people(shown, system, letters, players)),
        ring=_ring(system, shown, letters),
        letters=letters,
        points=word(f"unit.{system.id}.points") or tr("printing.points"),
        counts=word(f"roster.{system.id}.count") or tr("printing.count"),
        metres=square_metres(system, shown),
        tables=(*_zones(shown.board), *tables),
        conditions=tuple(word(f"condition.{system.id}.{c.id}") or c.id for c in system.conditions),
        asset=asset,
        players=players,
        areas=laid_areas(system, shown),
    )


def _zones(board: Board) -> tuple[Block, ...]:
    """Return the names and notes of the map's zones as a table; players' maps have none."""
    rows = tuple(
        (term("zones.cell", text=zone.name or "–"), term("zones.cell", text=zone.note or "–"))
        for zone in board.zones
        if zone.name or zone.note
    )
    return (Block(term("zones.printed"), rows),) if rows else ()


def _letters(state: Encounter) -> dict[str, str]:
    """Return the letters of all tokens, the same as on the screen."""
    unnamed = [(t.id, t.name) for t in state.tokens.values() if not t.label]
    return {**initials(unnamed), **{t.id: t.label for t in state.tokens.values() if t.label}}


def for_players(state: Encounter) -> Encounter:
    """Return a fight as players may see it: no hidden tokens, secret doors are walls."""
    seen = {id: t for id, t in state.tokens.items() if not t.hidden}
    obstacles = tuple(
        replace(o, kind=Kind.WALL, state=DoorState.CLOSED)
        if o.kind is Kind.DOOR and o.state is DoorState.SECRET
        else o
        for o in state.board.obstacles
    )
    line = state.timeline
    line = replace(
        line,
        at={id: at for id, at in line.at.items() if id in seen},
        ties={id: tie for id, tie in line.ties.items() if id in seen},
        acting=tuple(id for id in line.acting if id in seen),
        acted=frozenset(id for id in line.acted if id in seen),
    )
    return replace(
        state,
        tokens=MappingProxyType(seen),
        links=tuple(k for k in state.links if k.a in seen and k.b in seen),
        board=replace(state.board, obstacles=obstacles, zones=()),
        timeline=line,
        data=open_areas(state, seen),
    )


def _ring(system: RuleSystem, state: Encounter, letters: dict[str, str]) -> RingView:
    view = system.ring(state, language.words)
    markers = (replace(m, initials=letters.get(m.token, m.initials)) for m in view.markers)
    return replace(view, markers=tuple(markers))


def _people(
    state: Encounter, system: RuleSystem, letters: dict[str, str], players: bool
) -> Iterator[Person]:
    needed = _Needed(state, system, letters)
    for row in system.roster(state):
        token = state.tokens[row.token]
        health = row.health
        out = health.down or health.dead
        secret = players and token.side is not SideId.HEROES
        card = None if secret else system.card(state, token.id)
        yield Person(
            token,
            Marker(letters[token.id], token.side, out),
            say_side(token.side),
            "" if card is None else card.kind,
            "" if row.count is None else say(row.count),
            "" if secret and not out else _status(token, row.status),
            None if secret else health,
            card,
            () if card is None or players else tuple(needed.of(token)),
            None if card is None else _body(state, system, token),
        )


def _body(state: Encounter, system: RuleSystem, token: Token) -> BodyView | None:
    """Return the figure of somebody, without words, where the system tells zones apart."""
    view = system.body(state, token.id, language.words)
    if len(view.zones) < 2:
        return None
    zones = (
        replace(z, value="", bleeding="", pain="", selected=False, aimed=False) for z in view.zones
    )
    return replace(view, zones=tuple(zones), front="", back="", summary="", legend=())


def _status(token: Token, status: Term | None) -> str:
    words = [tr("printing.hidden")] if token.hidden else []
    return ", ".join([*words, *([] if status is None else [say(status)])])


def say_side(side: SideId) -> str:
    """Name a side."""
    return language.words.say(f"side.{side.value}")


class _Needed:
    """Asks the system what an attack needs when nothing on the map hampers or helps."""

    def __init__(self, state: Encounter, system: RuleSystem, letters: dict[str, str]) -> None:
        self._state, self._system, self._letters = state, system, letters
        tokens = state.tokens.values()
        self._foes = [t for t in tokens if not system.health(t).dead]
        self._kinds: dict[TokenId, int] = {}
        for n, token in enumerate(tokens):
            like = (i for i, other in enumerate(tokens) if i < n and _alike(token, other))
            self._kinds[token.id] = next(like, n)
        self._known: dict[tuple[int, int, str], str] = {}

    def of(self, attacker: Token) -> Iterator[Needs]:
        """Yield the needs of each weapon."""
        foes = [t for t in self._foes if hostile(attacker.side, t.side)]
        for weapon in self._system.weapons(self._state, attacker.id):
            groups: dict[str, list[str]] = {}
            for foe in foes:
                number = self._number(attacker, foe, weapon)
                groups.setdefault(number, []).append(self._letters[foe.id])
            ordered = sorted(groups.items(), key=lambda g: (not g[0].isdigit(), len(g[0]), g[0]))
            yield Needs(weapon.name, tuple((number, tuple(who)) for number, who in ordered))

    def _number(self, attacker: Token, foe: Token, weapon: Weapon) -> str:
        key = (self._kinds[attacker.id], self._kinds[foe.id], weapon.id)
        if key not in self._known:
            plan = self._system.plan(
                self._alone(attacker, foe, weapon), AttackAction(attacker.id, foe.id, weapon.id)
            )
            number = "–" if plan.needs is None else language.words.number(plan.needs)
            self._known[key] = number
        return self._known[key]

    def _alone(self, attacker: Token, foe: Token, weapon: Weapon) -> Encounter:
        """Return a fight of two on an empty board, side by side or a shot apart."""
        gap = attacker.space.side * (3 if weapon.ranged else 1)
        mine, other = Footprint(0, 0, attacker.space.side), Footprint(gap, 0, foe.space.side)
        pair = {
            attacker.id: replace(attacker, space=mine, elevation=0),
            foe.id: replace(foe, space=other, elevation=0),
        }
        return replace(
            self._state,
            board=Board(),
            links=(),
            tokens=MappingProxyType(pair),
            timeline=Timeline(),
        )


def _alike(a: Token, b: Token) -> bool:
    """Whether two tokens need and offer the same numbers: three orcs of one kind."""
    return (
        a.space.side == b.space.side
        and a.conditions == b.conditions
        and a.vitals == b.vitals
        and a.sheet == b.sheet
    )
