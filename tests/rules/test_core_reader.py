"""Tables of rules are read strictly and errors name the place."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict

from rules.core.reader import TableError, read_table


class Row(BaseModel):
    """A row."""

    model_config = ConfigDict(extra="forbid")
    cost: int


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[a]\ncost = 'x'", r"t.toml: a.cost: "),
        ("[a]\ncost = 1\nmore = 2", r"t.toml: a.more: "),
        ("[a\n", r"t.toml: .*line 1"),
    ],
)
def test_a_wrong_table_names_file_and_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "t.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match=message):
        read_table(path, dict[str, Row])


def test_a_table_is_read_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "t.toml"
    path.write_text("[b]\ncost = 2\n[a]\ncost = 1\n", encoding="utf-8")
    assert list(read_table(path, dict[str, Row]).items()) == [
        ("b", Row(cost=2)),
        ("a", Row(cost=1)),
    ]
    with pytest.raises(TableError, match=r"none\.toml"):
        read_table(tmp_path / "none.toml", dict[str, Row])
