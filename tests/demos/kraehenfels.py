"""Pathfinder: the hall below the Krähenfels, round 3: Elandir is about to shoot."""

from __future__ import annotations

from tests.demo_boards import halle_board
from tests.demos.writer import Seat, Writer, Written

CAST = (
    (Seat("mirela", "mirela", "Mirela", (12, 1)), 23),
    (Seat("worg", "worg", "Worg", (19, 3)), 21),
    (Seat("elandir", "elandir", "Elandir", (4, 5)), 19),
    (Seat("schamane", "orc_shaman", "Ork-Schamane", (16, 2)), 17),
    (Seat("brunhild", "brunhild", "Brunhild", (9, 4)), 14),
    (Seat("ork1", "orc", "Ork 1", (12, 7)), 12),
    (Seat("ork2", "orc", "Ork 2", (12, 2)), 12),
    (Seat("ork3", "orc", "Ork 3", (20, 5)), 12),
    (Seat("oger", "ogre", "Oger", (8, 7)), 8),
    (Seat("odo", "pater_odo", "Pater Odo", (5, 4)), 6),
)
"""Everybody with the initiative count."""


def kraehenfels() -> Written:
    play = Writer("pathfinder", halle_board(), "Krähenfels", [seat for seat, _ in CAST])
    play.do("start", values={seat.id: count for seat, count in CAST})
    _first_round(play)
    _second_round(play)
    _third_round(play)
    return play.written()


def _first_round(play: Writer) -> None:
    play.do("attack", [4], attacker="mirela", target="ork2", weapon="rapier")
    play.do("next")
    play.do("move", token="worg", to=[18, 4])
    play.do("next")
    play.do("move", token="elandir", to=[6, 6])
    play.do("next")
    play.do("next")
    play.do("move", token="brunhild", to=[12, 3])
    play.do("next")
    play.do("move", token="ork1", to=[10, 6])
    for _ in range(4):
        play.do("next")
    play.do("move", token="odo", to=[6, 4])
    play.do("next")


def _second_round(play: Writer) -> None:
    for _ in range(2):
        play.do("next")
    play.do("attack", [13, 5], attacker="elandir", target="oger", weapon="composite_longbow")
    for _ in range(2):
        play.do("next")
    play.do("attack", [1], attacker="brunhild", target="ork2", weapon="battleaxe")
    for _ in range(2):
        play.do("next")
    play.do("attack", [17, 3, 4], attacker="ork2", target="brunhild", weapon="falchion")
    for _ in range(4):
        play.do("next")


def _third_round(play: Writer) -> None:
    play.do("damage", tokens=["ork2"], amount=4)
    play.do("next")
    play.do("ready", token="worg", trigger="wer den Schrein betritt")
