"""The Kampfkreis as arithmetic: fields fall clockwise, laps are counted, nobody gets lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.damakar import kreis

PLACES = st.integers(-500, 500)
SIZES = st.integers(kreis.SMALLEST, kreis.LARGEST)


@pytest.mark.mechanic("D1", "D8", "D11", "D12")
@given(PLACES, st.integers(0, 200), SIZES)
def test_paying_moves_a_marker_clockwise_by_as_many_fields(place: int, zp: int, size: int) -> None:
    before, after = kreis.clockwise(place, size), kreis.clockwise(place - zp, size)
    assert (before + zp) % size == after
    assert 1 <= kreis.field(place, size) <= size
    assert (size - kreis.field(place, size)) % size == before


@given(PLACES, SIZES)
def test_the_highest_field_is_on_top_and_numbers_fall(place: int, size: int) -> None:
    assert kreis.field(0, size) == size
    assert kreis.clockwise(0, size) == 0
    following = kreis.field(place - 1, size)
    assert following == (kreis.field(place, size) - 1 or size)


@given(PLACES, PLACES, SIZES)
def test_laps_count_whole_turns_behind_the_foremost(one: int, two: int, size: int) -> None:
    most = max(one, two)
    n = kreis.laps(one, most, size)
    assert n * size <= most - one < (n + 1) * size
    assert kreis.laps(most, most, size) == 0


@given(st.lists(PLACES, min_size=1), PLACES)
def test_who_waits_is_behind_the_next_and_a_newcomer_before(others: list[int], own: int) -> None:
    assert kreis.behind_next(own, others) == max(others) - 1
    assert kreis.before_next(others) == max(others) + 1
    assert kreis.behind_next(own, []) == own - 1
    assert kreis.before_next([], own) == own


@given(st.dictionaries(st.text(max_size=2), PLACES))
def test_all_foremost_act_together(places: dict[str, int]) -> None:
    acting = kreis.foremost(places)
    assert set(acting) == {k for k, p in places.items() if p == max(places.values())}


@given(PLACES, SIZES, st.data())
def test_a_field_typed_lies_ahead_within_a_lap(now: int, size: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(1, size))
    place = kreis.ahead(number, now, size)
    assert kreis.field(place, size) == number
    assert now - size < place <= now


@given(PLACES, st.integers(0, 300), SIZES)
def test_turns_of_the_hand_count_the_wraps(top: int, zp: int, size: int) -> None:
    passed = sum(kreis.field(top - i, size) == size for i in range(1, zp + 1))
    assert kreis.turns(top, top - zp, size) == passed
    assert kreis.due(top - zp, top) == zp
