"""What lies on the map now, in squares: looks of tokens, shapes, and what is under a place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QPixmap

from desktop.board.initials import LETTERS
from desktop.board.paint_token import TokenLook
from desktop.board.shapes import Shapes
from maps.board import Board, Storey
from maps.grid import SUB, Cell, Footprint
from maps.storeys import part, storey_of
from rules.encounter.changes import EVERYTHING, Changes
from rules.encounter.state import SideId, Token, TokenId
from rules.system.answers import RosterRow

if TYPE_CHECKING:
    from desktop.session import Session

FAN = 0.15
"""How far tokens that share a square stand apart from its middle, in squares."""
PORTRAIT = 256
"""Side of the portraits that are kept, in pixels."""


@dataclass(slots=True)
class Scene:
    """The map of one session as it is shown. ``shown`` may stand tokens elsewhere for a while."""

    session: Session | None = None
    looks: dict[TokenId, TokenLook] = field(default_factory=dict)
    order: tuple[TokenId, ...] = ()
    shapes: Shapes = field(default_factory=Shapes)
    shown: dict[TokenId, tuple[float, float]] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    marks: dict[TokenId, RosterRow] = field(default_factory=dict)
    """Rows of those who do what takes its time: they bear its sign."""
    for_players: bool = False
    _portraits: dict[str, QPixmap | None] = field(default_factory=dict)
    _read: dict[TokenId, tuple[Token, tuple[object, ...], TokenLook]] = field(default_factory=dict)
    """What each look was made of: few tokens change in a step."""
    _part: tuple[Board, Storey, Board] | None = None

    @property
    def board(self) -> Board:
        """The map that is shown: the whole board, or the storey of it that is looked at."""
        if self.session is None:
            return Board()
        whole, storey = self.session.state.board, self.session.storey
        if storey is None:
            return whole
        if self._part is None or self._part[0] is not whole or self._part[1] is not storey:
            old = self._part[2] if self._part is not None else Board()
            self._part = (whole, storey, _keeping(old, part(whole, storey)))
        return self._part[2]

    def _here(self, token: Token) -> bool:
        """Whether somebody stands on the storey that is shown."""
        assert self.session is not None
        storey = self.session.storey
        return storey is None or storey_of(self.session.state.board, token.space) is storey

    def refresh(self, changes: Changes = EVERYTHING) -> None:
        """Read what changed from the session."""
        if self.session is None:
            self.looks, self.order, self.shapes = {}, (), Shapes()
            return
        if changes.everything:
            self._portraits.clear()
        if changes.everything or changes.data or changes.options:
            self._read.clear()  # tables and options may tell of wounds in another way
        if changes.everything or changes.board:
            self.shapes = Shapes.of(self.board)
        if changes.everything or changes.tokens or changes.timeline or changes.ground:
            self._read_tokens()

    def _read_tokens(self) -> None:
        assert self.session is not None
        tokens = self.session.state.tokens
        self.letters = LETTERS.all(tokens)
        self.marks = self._read_marks()
        fans = _fans(tokens.values())
        looks = {id: self._known(token, *fans.get(id, (0.0, 0.0))) for id, token in tokens.items()}
        self._read = {id: read for id, read in self._read.items() if id in tokens}
        # keep equal looks, so that their pictures are found by identity
        self.looks = {
            id: old if (old := self.looks.get(id)) == look else look for id, look in looks.items()
        }
        shown = [t for t in tokens if self._here(tokens[t])]
        seen = [t for t in shown if not (self.for_players and tokens[t].hidden)]
        self.order = tuple(
            sorted(seen, key=lambda t: (not self.looks[t].dead, -self.looks[t].size))
        )

    def _read_marks(self) -> dict[TokenId, RosterRow]:
        assert self.session is not None
        state = self.session.state
        if not state.timeline.running:
            return {}
        return {row.token: row for row in self.session.roster() if row.mark}

    def _known(self, token: Token, dx: float, dy: float) -> TokenLook:
        """Return a look; that of a token which is the same is the same."""
        row = self.marks.get(token.id)
        made_of = (dx, dy, self.letters[token.id], row.mark if row is not None else "")
        known = self._read.get(token.id)
        if known is not None and known[0] is token and known[1] == made_of:
            return known[2]
        look = self._look(token, dx, dy)
        self._read[token.id] = (token, made_of, look)
        return look

    def _look(self, token: Token, dx: float, dy: float) -> TokenLook:
        assert self.session is not None
        system = self.session.system
        health = system.health(token)
        specs = {spec.id: spec for spec in system.conditions}
        known = [specs[c.id] for c in token.conditions if c.id in specs]
        marked = self.marks.get(token.id)
        icons = [marked.mark] if marked is not None else []
        icons += [spec.icon for spec in known if spec.icon]
        icons += ["pen"] if token.note else []
        return TokenLook(
            x=token.space.x / SUB + dx,
            y=token.space.y / SUB + dy,
            size=token.space.side / SUB,
            initials=self.letters[token.id],
            side=str(token.side),
            life=health.share,
            conditions=tuple(dict.fromkeys(icons)),
            facing=token.facing,
            dead=health.dead or health.down or any(spec.out for spec in known),
            hidden=token.hidden,
            portrait=self._portrait(token.portrait),
        )

    def _portrait(self, asset: str) -> QPixmap | None:
        if not asset or self.session is None:
            return None
        if asset not in self._portraits:
            self._portraits[asset] = _load_portrait(self.session.store.asset(asset))
        return self._portraits[asset]

    def look(self, id: str, *, selected: bool = False, target: bool = False) -> TokenLook | None:
        """Return how a token looks now, at the place where it is shown."""
        look = self.looks.get(TokenId(id))
        if look is None:
            return None
        if selected or target:
            look = replace(look, selected=selected, target=target)
        return look

    def corner(self, id: TokenId) -> tuple[float, float]:
        """Return the upper left corner of a token as shown, in squares."""
        look = self.looks[id]
        return self.shown.get(id, (look.x, look.y))

    def middle(self, id: TokenId) -> tuple[float, float]:
        """Return the middle of a token as shown, in squares."""
        x, y = self.corner(id)
        half = self.looks[id].size / 2
        return x + half, y + half

    def token_at(self, x: float, y: float) -> TokenId | None:
        """Return the uppermost token at a place, or None."""
        for id in reversed(self.order):
            cx, cy = self.middle(id)
            if math.hypot(x - cx, y - cy) <= self.looks[id].size / 2:
                return id
        return None

    def tokens_in(self, left: float, top: float, right: float, bottom: float) -> list[TokenId]:
        """Return the tokens whose middle lies in a rectangle."""
        found = []
        for id in self.order:
            x, y = self.middle(id)
            if left <= x <= right and top <= y <= bottom:
                found.append(id)
        return found

    def tokens_on(self, cell: Cell) -> list[Token]:
        """Return the tokens whose space covers a square."""
        if self.session is None:
            return []
        square = Footprint(cell.x * SUB, cell.y * SUB)
        tokens = self.session.state.tokens
        return [tokens[id] for id in self.order if tokens[id].space.overlaps(square)]

    def bounds(self) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom of everything there is, in squares."""
        board = self.board
        box = [board.left, board.top, board.left + board.width, board.top + board.height]
        for look in (self.looks[id] for id in self.order):
            box[0] = min(box[0], math.floor(look.x))
            box[1] = min(box[1], math.floor(look.y))
            box[2] = max(box[2], math.ceil(look.x + look.size))
            box[3] = max(box[3], math.ceil(look.y + look.size))
        return box[0], box[1], box[2], box[3]

    def side(self, id: str) -> SideId | None:
        """Return the side of a token, None when it is not there."""
        token = self.session.state.tokens.get(TokenId(id)) if self.session else None
        return token.side if token else None


def _keeping(old: Board, new: Board) -> Board:
    """Return a board with the equal parts of an older one: painted things are known by identity."""
    names = ("obstacles", "lights", "zones", "floor", "picture")
    same = {n: getattr(old, n) for n in names if getattr(old, n) == getattr(new, n)}
    return replace(new, **same)


def _fans(tokens: Iterable[Token]) -> dict[TokenId, tuple[float, float]]:
    """Return how far tokens that share a space are shown apart."""
    groups: dict[Footprint, list[TokenId]] = {}
    for token in tokens:
        groups.setdefault(token.space, []).append(token.id)
    found: dict[TokenId, tuple[float, float]] = {}
    for space, ids in groups.items():
        if len(ids) < 2:
            continue
        reach = (FAN if len(ids) == 2 else 2 * FAN) * space.side / SUB
        for i, id in enumerate(ids):
            turn = 2 * math.pi * i / len(ids) - math.pi * 3 / 4
            found[id] = (reach * math.cos(turn), reach * math.sin(turn))
    return found


def _load_portrait(data: bytes | None) -> QPixmap | None:
    picture = QPixmap()
    if not data or not picture.loadFromData(QByteArray(data)):
        return None
    if max(picture.width(), picture.height()) > PORTRAIT:
        picture = picture.scaled(
            QSize(PORTRAIT, PORTRAIT),
            Qt.AspectRatioMode.KeepAspectRatioByExpanding,
            Qt.TransformationMode.SmoothTransformation,
        )
    return picture
