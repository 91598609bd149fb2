"""Muinimula: the watch at the fog tower; three press one, an arrow is about to fly."""

from __future__ import annotations

from tests.demo_grounds import turm_board
from tests.demos.writer import Seat, Writer, Written

CAST = (
    (Seat("torvald", "torvald", "Torvald", (15, 5)), 96),
    (Seat("nyra", "nyra", "Nyra", (17, 3)), 118),
    (Seat("melivar", "melivar", "Melivar", (16, 3)), 61),
    (Seat("raeuber1", "bandit", "Räuber 1", (14, 6)), 104),
    (Seat("raeuber2", "bandit", "Räuber 2", (16, 6)), 72),
    (Seat("raeuber3", "bandit", "Räuber 3", (15, 6)), 55),
    (Seat("schuetze", "crossbowman", "Schütze", (13, 9)), 40),
)
"""Everybody with the initiative."""


def nebelturm() -> Written:
    play = Writer("muinimula", turm_board(), "Nebelturm", [seat for seat, _ in CAST])
    play.do("start", values={seat.id: count for seat, count in CAST})
    play.do("attack", attacker="nyra", target="raeuber2", weapon="longbow")
    play.do("attack", attacker="raeuber1", target="torvald")
    play.do("attack", attacker="raeuber2", target="torvald")
    play.do("cast", token="melivar", seconds=5, note="Nebelwand")
    play.do("attack", attacker="raeuber3", target="torvald")
    play.do("attack", attacker="schuetze", target="nyra", weapon="crossbow")
    play.do("coordinate", target="torvald")
    play.do("next")
    play.do("next", [18, 12, 10, 5, 19, 7, 3, 2, 60])
    return play.written()
