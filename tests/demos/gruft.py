"""OSRIC: the crypt of the twelve; the dead were surprised, a spell is under way."""

from __future__ import annotations

from tests.demo_grounds import gruft_board
from tests.demos.writer import Seat, Writer, Written

CAST = (
    Seat("kaela", "kaela", "Kaela", (14, 5)),
    Seat("dirk", "dirk", "Dirk", (13, 5)),
    Seat("mathilda", "mathilda", "Mathilda", (12, 5)),
    Seat("halvaine", "halvaine", "Halvaine", (11, 5)),
    Seat("skelett1", "skelett", "Skelett 1", (15, 4)),
    Seat("skelett2", "skelett", "Skelett 2", (15, 6)),
    Seat("skelett3", "skelett", "Skelett 3", (18, 3)),
    Seat("ghul1", "ghul", "Ghul 1", (17, 9)),
    Seat("ghul2", "ghul", "Ghul 2", (20, 7)),
)


def gruft() -> Written:
    play = Writer("osric", gruft_board(), "Gruft der Zwölf", CAST)
    play.do("door", obstacle="door1", state="open")
    play.begin()
    play.do("start", [5, 2])
    play.do("attack", [1, 12, 6], attacker="kaela", target="skelett1", weapon="long_sword")
    play.do("move", token="dirk", to=[14, 4])
    play.do("move", token="skelett3", to=[15, 5])
    for _ in range(2):
        play.do("next")
    play.do("declare", side="foes", action="attack")
    play.do("declare", token="halvaine", action="spell", spell="web")
    play.do("declare", token="mathilda", action="spell", spell="cure")
    play.do("next", [3, 5])
    play.do("attack", attacker="skelett2", target="kaela")
    play.do("move", token="ghul1", to=[14, 6])
    play.do("attack", attacker="ghul1", target="kaela")
    play.do("move", token="ghul2", to=[15, 3])
    play.do("attack", attacker="ghul2", target="dirk")
    play.do("attack", attacker="skelett3", target="kaela")
    play.do("next")
    return play.written()
