"""Labels in long texts: where they stand, and in which line."""

from __future__ import annotations

from rules.statblocks.labels import Label, Scanner


def test_each_label_knows_its_line_however_long_the_text() -> None:
    labels = Scanner([Label("ac", "AC"), Label("hp", "HP")])
    text = "Ogre\n\n" + "   AC 1; HP 2\n" * 5_000 + "\nAC 3"
    before, segments = labels.cut(text)
    assert before == "Ogre\n\n   "
    assert [segment.line for segment in segments[:4]] == [3, 3, 4, 4]
    assert (segments[-1].line, segments[-1].text.strip()) == (5_004, "3")
    for segment in segments:
        shown = text.split("\n")[segment.line - 1]
        assert segment.text.strip(" ;\n") in shown
        assert ("AC" if segment.id == "ac" else "HP") in shown
