"""What an attack of DAMAKAR can be, in the window: by clicks in the dock and typed dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog

from desktop.session import Session
from tests.desktop.deeds_kit import (
    Blow,
    Comes,
    Deed,
    Press,
    Seat,
    Step,
    Walk,
    do_and_undo,
    do_in_turn,
    logged,
    played,
    sit_down,
)
from tests.desktop.hands import Hands
from tests.desktop.window_kit import keys, place, when_asked

pytestmark = pytest.mark.usefixtures("german")

TWO: dict[str, Any] = {"weapons": ["sword", "dagger"], "right": "sword", "left": "dagger"}
PLAIN: dict[str, Any] = {"weapons": ["sword"], "right": "sword"}
SEATS: tuple[Seat, ...] = (
    # in the midst of three foes, with a friend beside
    ("rovena", "heroes", (4, 4), "", TWO),
    ("schild", "foes", (5, 4), "", {
        "weapons": ["sword", "shield"], "right": "sword", "left": "shield",
    }),
    ("goblin", "foes", (4, 3), "", PLAIN),
    ("ahnt", "foes", (3, 4), "unaware", PLAIN),
    ("jorun", "heroes", (4, 5), "", PLAIN),
    # a dagger against a sword, a sword against a spear, shots and throws
    ("dolch", "heroes", (12, 2), "", {
        "weapons": ["dagger", "throwing_dagger"], "right": "dagger", "left": "throwing_dagger",
        "attack": 15,
    }),
    ("lang", "foes", (13, 2), "", PLAIN),
    ("bogen", "heroes", (12, 7), "", {"weapons": ["longbow", "dagger"], "right": "longbow"}),
    ("weit", "foes", (17, 7), "", {"weapons": ["sword"], "right": "sword", "fights_on": True}),
)  # fmt: skip
START = {"rovena": 20, "schild": 19, "goblin": 18, "ahnt": 17}
BEGIN = {"do": "start", "tokens": list(START), "values": START}


def lies(ap: int = 0, **fields: int) -> Comes:
    """Whether markers stand on these fields, and Rovena has spent so many AP."""

    def found(session: Session) -> bool:
        at = session.state.timeline.at
        spent = session.state.token("rovena").vitals.model_dump()["ap_spent"]
        return all(START[t] - at[t] == n for t, n in fields.items()) and spent == ap  # type: ignore[index]  # ids

    return found


def wounds(**points: int) -> Comes:
    """Whether these are wounded by so much, and nobody else."""

    def found(session: Session) -> bool:
        lost = {
            t.id: sum(w["damage"] for w in t.vitals.model_dump()["wounds"])
            for t in session.state.tokens.values()
            if t.vitals.model_dump()["wounds"]
        }
        return lost == points

    return found


def vitals(session: Session, id: str) -> dict[str, Any]:
    return session.state.token(id).vitals.model_dump()


STEPS: tuple[Step, ...] = (
    # both weapons at one who has a shield: the sword meets the shield, the dagger the sword
    Blow(
        "rovena", "schild", "sword", "both", (2, 2, 20, 20), wishes=("parry_off", "parry"),
        comes=lies(7, rovena=8, schild=4),
    ),
    # at one with a single weapon: the second defence must be a dodge
    Blow(
        "rovena", "goblin", "sword", "both", (2, 2, 20, 20), wishes=("parry", "dodge"),
        comes=lies(7, rovena=8, goblin=4),
    ),
    # at two, each worse by 2, the dagger in the wrong hand; who sees nothing coming parries nothing
    Blow(
        "rovena", "goblin", "sword", "both", (2, 2, 20, 8, 1), wishes=("dodge",),
        fills={"second": "ahnt"}, comes=lies(14, rovena=8, goblin=2),
    ),
    Blow("rovena", "goblin", "sword", "alternate", (2, 20), comes=lies(7, rovena=5, goblin=2)),
    # all around: three foes and the friend, a roll for each
    Blow(
        "rovena", "goblin", "sword", "sweep", (1, 1, 1, 1, 20, 20, 8, 1, 1, 20),
        wishes=("dodge", "dodge", "dodge"), rows=("−4 · mehrere Gegner",),
        comes=lies(21, rovena=10, goblin=2, schild=2),
    ),
    Blow(
        "rovena", "goblin", "sword", "fast_2", (2, 8, 1, 1), ("none",), fills={"damage": 1},
        comes=lambda s: lies(14, rovena=5, goblin=1)(s) and wounds(goblin=1)(s),
    ),
    # a dagger is worse against a longer weapon; its critical hit may lead to a Handgemenge
    Blow(
        "dolch", "lang", "dagger", "", (20, 1), ("dodge", "scuffle"), rows=("−3 · ",),
        comes=lambda s: [k.kind for k in s.state.links] == ["scuffle"] and wounds()(s),
    ),
    Blow(
        "dolch", "lang", "throwing_dagger", "", (20, 1, 8, 6), ("dodge",),
        comes=lambda s: "throwing_dagger" in vitals(s, "dolch")["dropped"],
    ),
    Blow("bogen", "weit", "longbow", "", (19, 1, 8, 6, 6), ("dodge",), comes=wounds(weit=13)),
    # deadly by the game master's word, but a gift keeps the victim on its feet
    Blow(
        "bogen", "weit", "longbow", "", (19, 8, 6, 6), ("none", "fights_on"),
        fills={"damage": 30}, comes=lambda s: not s.state.token("weit").has("incapacitated"),
    ),
)  # fmt: skip


def test_every_kind_of_blow_is_struck_by_mouse_and_keys(qapp: object, tmp_path: Path) -> None:
    assert do_and_undo(tmp_path, played("damakar", SEATS, BEGIN), STEPS) == len(STEPS)


REACH: tuple[Seat, ...] = (
    ("spiess", "heroes", (4, 4), "", {"weapons": ["longspear"], "right": "longspear"}),
    ("nah", "foes", (5, 4), "", PLAIN),
    ("dolch", "heroes", (12, 2), "", {
        "weapons": ["dagger", "throwing_dagger"], "right": "dagger", "left": "throwing_dagger",
        "attack": 15,
    }),
    ("lang", "foes", (13, 2), "", PLAIN),
)  # fmt: skip


def ties(*kinds: str) -> Comes:
    return lambda session: sorted(link.kind for link in session.state.links) == sorted(kinds)


IN_REACH: tuple[Step, ...] = (
    # the first hit only gets past the pole weapon, the next one hurts
    Blow("nah", "spiess", "sword", "", (19, 1), ("parry",), comes=ties("inside")),
    Blow("nah", "spiess", "sword", "", (19, 1, 2, 3, 4), ("dodge",), comes=wounds(spiess=9)),
    # the pole weapon serves as a staff, and its critical hit throws the foe back
    Blow("spiess", "nah", "longspear", "", (20, 1), ("dodge", "push_back"), comes=ties()),
    Blow("nah", "spiess", "sword", "", (19, 1), ("parry",), comes=wounds(spiess=9)),
    # in a Handgemenge the sword is no better than bare hands
    Blow(
        "dolch", "lang", "dagger", "", (20, 1), ("dodge", "scuffle"),
        comes=ties("inside", "scuffle"),
    ),
    Blow("lang", "dolch", "sword", "", (19, 8, 3), ("none",), comes=wounds(spiess=9, dolch=3)),
    Deed("scuffle_end", "dolch", "lang", comes=ties("inside")),
    # thrown, and picked up again
    Blow(
        "dolch", "lang", "throwing_dagger", "", (1, 20), ("dodge",),
        comes=lambda s: "throwing_dagger" in vitals(s, "dolch")["dropped"],
    ),
    Deed(
        "pick_up", "dolch",
        comes=lambda s: vitals(s, "dolch")["left"] == "throwing_dagger",
    ),
)  # fmt: skip


def test_pole_weapons_and_scuffles_are_fought_out(qapp: object, tmp_path: Path) -> None:
    assert do_in_turn(tmp_path, played("damakar", REACH), IN_REACH) == len(IN_REACH)


ON_ONE_FIELD: tuple[Seat, ...] = (
    ("xaver", "heroes", (4, 4), "", PLAIN),
    ("ylva", "foes", (5, 4), "", PLAIN),
    ("zora", "heroes", (4, 5), "", PLAIN),
    ("spaet", "heroes", (12, 4), "", PLAIN),
    ("auch", "heroes", (12, 6), "", PLAIN),
)


WOUNDS = ((8, "head"), (3, "left_leg"))


def fields(**places: int) -> Comes:
    """Whether these stand on these fields of the ring."""
    return lambda s: all(s.state.timeline.at.get(t) == n for t, n in places.items())  # type: ignore[call-overload]  # ids


def acting(*ids: str) -> Comes:
    return lambda session: set(session.state.timeline.acting) == set(ids)


TOGETHER: tuple[Step, ...] = (
    # dice typed into the table; two come later
    Press(
        Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier, (5, 5, 4, 6, 5, 5), ("spaet", "auch"),
        comes=lambda s: acting("xaver", "ylva", "zora")(s) and "spaet" not in s.state.timeline.at,
    ),
    # three on one field: two strike each other, one waits; announced in secret, then revealed
    Blow("xaver", "ylva", "sword", comes=logged("log.damakar.announces")),
    Deed("take_back", "xaver", comes=logged("log.damakar.takes_back")),
    Blow("xaver", "ylva", "sword", comes=logged("log.damakar.announces")),
    Deed("wait", "zora", comes=logged("log.damakar.announces")),
    Blow(
        "ylva", "xaver", "sword", "", (19, 14, 8, 1, 2, 12, 3, 4),
        comes=lambda s: fields(xaver=1, ylva=2, zora=9)(s) and wounds(xaver=9, ylva=5)(s),
    ),
    # newcomers act at once, both of them on the field before whoever would be next
    Deed(
        "join", "spaet,auch",
        comes=lambda s: acting("spaet", "auch")(s) and fields(spaet=10, auch=10)(s),
    ),
    # one walks, the other waits; the foe whose control zone is entered says that he blocks
    Walk("spaet", (6, 4)),
    Deed("wait", "auch", comes=lambda s: place(s, "spaet") == (6, 4)),
    Deed("block", "ylva", "spaet", comes=lambda s: place(s, "spaet")[0] > 6),
)  # fmt: skip


def test_those_on_one_field_act_in_secret_and_at_once(qapp: object, tmp_path: Path) -> None:
    assert do_in_turn(tmp_path, played("damakar", ON_ONE_FIELD), TOGETHER) == len(TOGETHER)


def test_one_wound_is_chosen_by_its_name_and_healed(qapp: object, tmp_path: Path) -> None:
    hurt = [{"do": "damage", "tokens": ["xaver"], "amount": n, "zone": z} for n, z in WOUNDS]
    window = sit_down(tmp_path, played("damakar", ON_ONE_FIELD, *hurt))
    said: list[str] = []

    def heal(dialog: QDialog) -> None:
        combo, field = dialog.findChild(QComboBox), dialog.focusWidget()
        assert combo is not None
        assert field is not None
        said.extend(combo.itemText(n) for n in range(combo.count()))
        QTest.keyClicks(field, "2")
        combo.setFocus()
        for _ in range(2):
            QTest.keyClick(combo, Qt.Key.Key_Down)
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    with Hands(window, 1) as hands:
        hands.select("xaver")
    when_asked(heal)
    keys(window, Qt.Key.Key_H)
    assert said == [
        "die schwerste zuerst",
        "Kopf: schwere Wunde, 8 LP",
        "linkes Bein: leichte Wunde, 3 LP",
    ]
    session = window.session
    assert session is not None
    assert [w["remaining"] for w in vitals(session, "xaver")["wounds"]] == [8, 1]
