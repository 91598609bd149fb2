"""What works without a screen: the demo played by its script, the sheet and the window as files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from desktop.demo import demo_history
from desktop.i18n import language
from desktop.printing.content import PARTS, Wanted
from desktop.printing.sheets import make_sheets, save_pdf, write_pdf
from desktop.session import Session
from desktop.words.lengths import usual_lengths
from rules import registry
from rules.encounter.history import History
from rules.encounter.plain import read_start
from rules.encounter.situation import load_situation
from rules.encounter.state import Encounter
from rules.encounter.store import Store

OUT = "schlachtplan-demo"


def write_sheets(
    source: Path,
    target: Path,
    spoken: str,
    paper: str,
    parts: Sequence[str] = (),
    *,
    players: bool = False,
) -> None:
    """Write the sheets of a fight or a situation as PDF; no ``parts`` are the usual ones.

    Raises UnreadableFileError and OSError.
    """
    from desktop.app import make_app

    make_app()
    language.use(spoken)
    state, asset, close = _read(source)
    system = registry.get(state.system)
    before = language.words.lengths
    language.measure(usual_lengths(system))
    try:
        wanted = Wanted(paper, frozenset(parts or PARTS), players)
        save_pdf(make_sheets(state, system, asset, wanted), target)
    finally:
        language.measure(before)
        close()


def _read(
    source: Path,
) -> tuple[Encounter, Callable[[str], bytes | None], Callable[[], None]]:
    if source.suffix.lower() == ".kampf":
        opened = Store.open(source, registry.get, read_only=True)
        return opened.history.state, opened.store.asset, opened.store.close
    situation = load_situation(read_start(source), registry.get)
    return situation.state, lambda _hash: None, lambda: None


def demo(folder: Path, spoken: str) -> list[Path]:
    """Play the demo, write sheet, window and fight into ``folder``; return their paths."""
    from desktop.app import make_app, make_window
    from desktop.settings import Settings

    app = make_app()
    language.use(spoken)
    out = folder / OUT
    out.mkdir(parents=True, exist_ok=True)
    history = demo_history("kraehenfels", language.words.say, spoken)
    fight = out / "Krähenfels.kampf"
    fight.unlink(missing_ok=True)
    session = Session(_store(fight, history), history)
    window = make_window(Settings(out / "settings.json"), spoken)
    window.set_session(session)
    window.resize(1600, 1000)
    window.show()
    window.board.navigation.fit()
    session.select(session.state.timeline.acting)
    _aim_at_somebody(session)
    for _ in range(40):
        app.processEvents()
        window.board.pending.wait_for_ground()
    picture = out / "fenster.png"
    window.grab().save(str(picture))
    pdf = out / "begegnungsbogen.pdf"
    write_pdf(history.state, session.system, pdf, session.store.asset)
    window.close()
    (out / "settings.json").unlink(missing_ok=True)
    return [pdf, picture, fight]


def _aim_at_somebody(session: Session) -> None:
    """Aim at the first enemy who has some cover but can be hit: there is something to see."""
    me = session.current
    if me is None:
        return
    standing = [t for t in session.enemies(me.id) if not session.system.health(t).down]
    plans = [(t.id, session.attack.plan_for(t.id)) for t in standing]
    sheltered = [id for id, p in plans if p and p.possible and p.cover.percent]
    possible = [id for id, p in plans if p and p.possible]
    for id in (sheltered or possible)[:1]:
        session.attack.aim(id)


def _store(path: Path, history: History) -> Store:
    store = Store.create(path, history.base, registry.get(history.base.system), {})
    store.extend(history.steps)
    return store
