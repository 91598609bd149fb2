"""Terms are values that survive files."""

from __future__ import annotations

import json
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.terms import Term, dump, load, load_term, named, term

words = st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
terms = st.recursive(
    st.builds(Term, st.text(min_size=1)),
    lambda inner: st.builds(
        Term,
        st.text(min_size=1),
        st.dictionaries(
            st.text(min_size=1), words | inner | st.lists(words | inner).map(tuple), max_size=3
        ),
    ),
    max_leaves=5,
)


@given(terms)
def test_a_term_survives_json_and_pickle(value: Term) -> None:
    assert load_term(json.loads(json.dumps(dump(value)))) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert hash(value) == hash(load(dump(value)))


def test_a_term_is_a_value() -> None:
    value = term("cover", value=4)
    assert value == Term("cover", {"value": 4})
    assert value != term("cover", value=2)
    assert named("condition", "prone") == term("condition.prone")
    with pytest.raises(FrozenInstanceError):
        value.key = "other"  # type: ignore[misc]  # that it is frozen is the point


@pytest.mark.parametrize(
    "data",
    [
        None,
        True,
        "cover",
        [],
        {},
        {"key": "a"},
        {"key": 1, "args": {}},
        {"key": "a", "args": {"x": None}},
        {"key": "a", "args": {"x": {"y": 1}}},
        {"key": "a", "args": {"x": [["nested"]]}},
        {"key": "a", "args": {}, "more": 1},
    ],
)
def test_foreign_data_is_no_term(data: object) -> None:
    with pytest.raises(ValueError, match="not a"):
        load_term(data)
