"""What the hover card says of a shot: the facts of its plan, and what the first square had."""

from __future__ import annotations

from desktop.board.paint_token import MarkerLook, TokenLook
from desktop.i18n import say, tr
from desktop.messages import words_of
from desktop.widgets.card import CardLook
from desktop.widgets.draw import Span, Tone
from rules.core.modifiers import Breakdown
from rules.system import AttackPlan, Fact

SEPARATOR = " · "
_TONES: dict[str, Tone] = {"good": "ok", "warn": "warn", "bad": "bad"}


def card_of(
    plan: AttackPlan,
    look: TokenLook,
    name: str,
    *,
    aimed: bool = False,
    before: AttackPlan | None = None,
) -> CardLook:
    """Write the card of a plan; ``before`` is the same shot from where a drag began."""
    rows = [(say(fact.label), _value(fact)) for fact in plan.facts]
    for problem in plan.problems:
        rows.append((tr("board.card.impossible"), (Span(words_of(problem), True, "bad"),)))
    return CardLook(
        title=name,
        rows=tuple(rows),
        marker=MarkerLook(look.initials, look.side, out=look.dead, portrait=look.portrait),
        chip=tr("board.card.target") if aimed else "",
        chip_kind="bad" if aimed else "",
        chip_mark="target" if aimed else "",
        foot=_from_the_start(before) if before is not None else "",
        key="" if before is not None else tr("board.key.shift"),
        key_does=tr("board.card.pin"),
    )


def _value(fact: Fact) -> tuple[Span, ...]:
    """Write what matters bold and in its colour, the rest plain."""
    first, *rest = say(fact.value).split(SEPARATOR)
    tone = _TONES.get(fact.mood, "")
    spans = [Span(first, bool(tone) and fact.mood != "good", tone)]
    return (*spans, *([Span(SEPARATOR + SEPARATOR.join(rest))] if rest else []))


def _from_the_start(before: AttackPlan) -> str:
    return tr(
        "board.card.before",
        cover=cover_sign(before.defence),
        n=before.distance,
    )


def cover_sign(defence: Breakdown) -> str:
    """Return what cover counts in a defence, with its sign."""
    values = [e.modifier.value for e in defence.entries if e.counted and "cover" in e.modifier.id]
    return tr("board.signed", value=sum(values))
