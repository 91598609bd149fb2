"""Every number is a list: what does not count stays in it, with the reason."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.core.modifiers import Modifier, Stacking, build
from rules.core.terms import term

BEATEN = term("why.beaten")
STACKING = Stacking(
    frozenset({"untyped", "dodge"}), frozenset({"fear"}), {"cover": BEATEN, "fear": BEATEN}
)


def mod(id: str, value: int, kind: str = "untyped") -> Modifier:
    return Modifier(id, value, term("mod.x"), kind)


def counted(*mods: Modifier) -> list[bool]:
    return [entry.counted for entry in build(mods, STACKING).entries]


def test_only_the_best_bonus_of_a_kind_counts_and_the_loser_says_why() -> None:
    breakdown = build([mod("low", 2, "cover"), mod("wall", 4, "cover")], STACKING)
    assert breakdown.total == 4
    assert not breakdown.counts("low")
    loser = breakdown.find("low")
    assert loser is not None
    assert loser.why == BEATEN
    assert breakdown.entries[1].why is None


def test_of_equal_bonuses_the_first_counts() -> None:
    assert counted(mod("a", 4, "cover"), mod("b", 4, "cover")) == [True, False]
    same = mod("a", 4, "cover")
    assert counted(same, same) == [True, False]


def test_adding_kinds_add_up() -> None:
    assert (
        counted(mod("a", 1), mod("b", 1), mod("c", 1, "dodge"), mod("d", 2, "dodge")) == [True] * 4
    )


def test_penalties_add_up_beside_a_bonus_of_their_kind() -> None:
    assert counted(mod("a", 4, "cover"), mod("b", -1, "cover"), mod("c", -2, "cover")) == [True] * 3


def test_of_some_kinds_only_the_worst_penalty_counts() -> None:
    assert counted(mod("a", -2, "fear"), mod("b", -4, "fear")) == [False, True]


def test_the_same_id_never_counts_twice_in_one_direction() -> None:
    assert counted(mod("a", 1), mod("a", 2), mod("a", -1)) == [False, True, True]


def test_switched_off_and_barred_entries_stay_and_do_not_beat_others() -> None:
    off_why, barred = term("why.off"), term("why.flat_footed")
    breakdown = build(
        [mod("a", 4, "cover"), mod("b", 2, "cover"), mod("dex", 3, "dodge")],
        STACKING,
        lambda id: id == "a",
        off_why,
        {"dex": barred},
    )
    assert [(e.counted, e.why) for e in breakdown.entries] == [
        (False, off_why),
        (True, None),
        (False, barred),
    ]
    assert breakdown.total == 2
    assert breakdown.find("nobody") is None
    assert not breakdown.counts("nobody")


MODS = st.lists(
    st.builds(
        mod,
        st.sampled_from("abcdef"),
        st.integers(-5, 5),
        st.sampled_from(["untyped", "dodge", "cover", "fear", "luck"]),
    ),
    max_size=12,
)


@given(MODS)
def test_nothing_is_lost_and_the_best_of_each_slot_counts(mods: list[Modifier]) -> None:
    breakdown = build(mods, STACKING)
    assert [e.modifier for e in breakdown.entries] == mods
    slots: dict[object, int] = {}
    for m in mods:
        slot = STACKING.slot(m)
        slots[slot] = max(slots.get(slot, 0), m.value, key=abs)
    assert breakdown.total == sum(slots.values())
