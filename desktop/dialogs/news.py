"""What's new: the changes of each version, for those who play, in the language in use."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop.dialogs.base import Dialog
from desktop.i18n import language, tr
from desktop.theme import px

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "news"


def news_text(code: str) -> str:
    """Return what is new as Markdown; in English where a language has no text of its own."""
    path = FOLDER / f"{code}.md"
    return (path if path.is_file() else FOLDER / "en.md").read_text("utf-8")


class NewsDialog(Dialog):
    """The list, the newest version on top."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("news.title"), "info", tr("news.intro"))
        self.page = QTextBrowser()
        self.page.setAccessibleName(tr("news.title"))
        self.page.setMarkdown(news_text(language.code))
        self._part()
        self.body.addWidget(self.page, 1)
        self.buttons(tr("button.close"), cancel="").setFocus()
        self.resize(px(640), px(560))

    def _part(self) -> None:
        """Set headings off from what stands above them."""
        block = self.page.document().begin()
        while block.isValid():
            form = block.blockFormat()
            if form.headingLevel() > 1 and block.previous().isValid():
                form.setTopMargin(px(14))
                form.setBottomMargin(px(4))
                QTextCursor(block).setBlockFormat(form)
            block = block.next()


def show_news(window: QWidget | None) -> None:
    """Show the dialog."""
    dialog = NewsDialog(window)
    try:
        dialog.exec()
    finally:
        dialog.deleteLater()
