"""What strangers write is never taken for markup: Qt would read the files that it names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAction, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QWidget

import desktop
from desktop.messages import Message
from desktop.session import Session
from desktop.widgets.unmarked import unmarked
from desktop.window.main_window import MainWindow
from tests.desktop.window_kit import perform, show_fight, write_fight

BAD = '<img src="/etc/issue.png"><b>Ork</b>'
SOURCES = sorted(Path(desktop.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize(
    "text", [BAD, "&lt;b&gt;", "<!DOCTYPE html>", "<br/>", "a <b\n>", "Gold & Silber <i>", "< b >"]
)
def test_what_looks_like_markup_is_shown_letter_by_letter(text: str) -> None:
    assert Qt.mightBeRichText(text)
    assert not Qt.mightBeRichText(unmarked(text))
    assert unmarked(text).replace("\u2060", "") == text


@pytest.mark.parametrize("text", ["Ork", "a < 5 und b", "Gold & Silber", "zwei\nZeilen"])
def test_other_words_stay_as_they_are(text: str) -> None:
    assert unmarked(text) == text


# -- in the source -------------------------------------------------------------------------------


def is_ours(node: ast.expr) -> bool:
    """Whether a text holds only words of the program, or is made safe."""
    match node:
        case ast.Constant():
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return is_ours(body) and is_ours(orelse)
        case ast.Call(func=ast.Name(id="unmarked")):
            return True
        case ast.Call(func=ast.Name(id="tr"), args=[ast.Constant()], keywords=[]):
            return True
    return False


def tips(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield every text that is given to a tooltip."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            role = any("ToolTipRole" in ast.unparse(arg) for arg in node.args)
            if node.func.attr == "setToolTip":
                yield node.args[-1]
            elif node.func.attr == "showText" or (node.func.attr == "setItemData" and role):
                yield node.args[1]


def test_every_tooltip_with_words_of_others_is_made_safe() -> None:
    found = [(path, tip) for path in SOURCES for tip in tips(ast.parse(path.read_text("utf-8")))]
    assert len(found) > 60
    wrong = [f"{path.name}:{tip.lineno}" for path, tip in found if not is_ours(tip)]
    assert wrong == []


def makes_labels(node: ast.AST) -> bool:
    """Whether code calls the label of Qt, or takes ours past the one place that makes it safe."""
    if isinstance(node, ast.ImportFrom) and node.module == "desktop.widgets.unbroken":
        return any(alias.name == "Words" for alias in node.names)
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "QLabel"


def test_labels_are_made_in_one_place() -> None:
    makers = {
        path.name
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if makes_labels(node)
    }
    assert makers == {"base.py"}


# -- in the window -------------------------------------------------------------------------------


@pytest.fixture
def fight(window: MainWindow, tmp_path: Path) -> Session:
    """Show a fight in which everything is called by markup."""
    path = write_fight(tmp_path / "halle.kampf", running=True)
    session, _ = Session.open(path)
    perform(session, {"do": "title", "name": BAD})
    for id in session.state.tokens:
        perform(session, {"do": "edit", "token": id, "values": {"name": BAD, "note": BAD}})
    perform(session, {"do": "note", "text": BAD})
    perform(session, {"do": "memo", "text": BAD})
    perform(session, {"do": "area", "shape": "burst", "size": 2, "at": [4, 4], "name": BAD})
    cells = [{"id": "z", "name": BAD, "note": BAD, "points": [[1, 1], [3, 1], [3, 3]]}]
    perform(session, {"do": "zone", "zones": cells})
    perform(session, {"do": "condition", "tokens": ["orc-1"], "condition": "prone", "note": BAD})
    session.close()
    session = show_fight(window, path)
    session.select(["elandir"])
    session.attack.aim("orc-1")
    window.tell(Message(BAD, "error", detail=BAD))
    return session


def marked(root: QWidget) -> Iterator[str]:
    """Yield where a window shows something as markup."""
    for widget in [root, *root.findChildren(QWidget)]:
        if Qt.mightBeRichText(widget.toolTip()):
            yield f"tip of {type(widget).__name__}: {widget.toolTip()}"
        plain = Qt.TextFormat.PlainText
        if isinstance(widget, QLabel) and widget.textFormat() != plain:
            yield f"label: {widget.text()}"
        if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
            for row in range(model.rowCount(QModelIndex())):
                tip = model.index(row, 0, QModelIndex()).data(Qt.ItemDataRole.ToolTipRole)
                if tip and Qt.mightBeRichText(str(tip)):
                    yield f"tip in {type(model).__name__}: {tip}"
    for action in root.findChildren(QAction):
        if Qt.mightBeRichText(action.toolTip()):
            yield f"tip of an action: {action.toolTip()}"


def test_nothing_in_the_window_is_markup(window: MainWindow, fight: Session) -> None:
    assert any(BAD in label.text() for label in window.findChildren(QLabel))
    assert list(marked(window)) == []
