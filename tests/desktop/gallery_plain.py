"""Controls of Qt itself, as the style sheet draws them, for the gallery."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGroupBox,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSlider,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.widgets.base import plain_table


def plain_controls(window: QWidget, left: int, top: int) -> None:
    """Put one of each below each other."""
    for i, kind in enumerate(("primary", "outline", "flat", "toggle")):
        button = QPushButton("Würfeln", window)
        button.setProperty("kind", kind)
        button.setCheckable(kind == "toggle")
        button.setChecked(kind == "toggle")
        button.move(left + i * 96, top)
        off = QPushButton("Würfeln", window)
        off.setProperty("kind", kind)
        off.setEnabled(False)
        off.move(left + i * 96, top + 36)
    tool = QToolButton(window)
    tool.setText("Linien")
    tool.setCheckable(True)
    tool.setChecked(True)
    tool.move(left + 400, top)
    spin = QSpinBox(window)
    spin.setGeometry(left, top + 76, 80, 28)
    combo = QComboBox(window)
    combo.addItems(["Größe", "Maß"])
    combo.setGeometry(left + 90, top + 76, 120, 28)
    edit = QLineEdit(window)
    edit.setPlaceholderText("Name")
    edit.setGeometry(left + 220, top + 76, 120, 28)
    check, radio = QCheckBox("Erreichbar", window), QRadioButton("Parade", window)
    check.setChecked(True)
    radio.setChecked(True)
    check.move(left + 350, top + 80)
    radio.move(left + 450, top + 80)
    slider = QSlider(Qt.Orientation.Horizontal, window)
    slider.setValue(55)
    slider.setGeometry(left + 540, top + 80, 140, 20)
    progress = QProgressBar(window)
    progress.setValue(40)
    progress.setGeometry(left + 540, top + 110, 140, 8)
    listing = QListWidget(window)
    listing.addItems(["Mirela", "Worg", "Elandir", "Ork-Schamane", "Brunhild", "Oger"])
    listing.setCurrentRow(2)
    listing.setGeometry(left, top + 120, 160, 120)
    tree = QTreeWidget(window)
    tree.setHeaderLabels(["Karte", "Wände"])
    top_item = QTreeWidgetItem(tree, ["Halle", "10"])
    QTreeWidgetItem(top_item, ["Tür", "2"])
    top_item.setExpanded(True)
    tree.setGeometry(left + 170, top + 120, 200, 120)
    table = QTableWidget(3, 2, window)
    table.setHorizontalHeaderLabels(["Ini", "Name"])
    for i, (number, name) in enumerate((("23", "Mirela"), ("21", "Worg"), ("19", "Elandir"))):
        table.setItem(i, 0, QTableWidgetItem(number))
        table.setItem(i, 1, QTableWidgetItem(name))
    plain_table(table)
    table.selectRow(1)
    table.setGeometry(left + 380, top + 120, 200, 120)
    tabs = QTabWidget(window)
    tabs.addTab(QPlainTextEdit("Freier Text mit ä ö ü ß"), "Protokoll")
    tabs.addTab(QWidget(), "Hinweise")
    tabs.setGeometry(left, top + 256, 280, 120)
    group = QGroupBox("Anzeige", window)
    column = QVBoxLayout(group)
    column.addWidget(QCheckBox("Raster zeigen"))
    column.addWidget(QCheckBox("Lineale zeigen"))
    group.setGeometry(left + 300, top + 256, 180, 110)
