"""The log keeps what went wrong, and tells nothing that is hidden."""

from __future__ import annotations

import logging
import re
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from companion.app.hall import RunningHall
from companion.app.program_log import COMMON, LARGEST, NAME, OLDER, last_lines, lines_of, logging_to, what_it_says
from companion.arbiter.arbiter import Arbiter
from companion.faces.languages import languages
from companion.faces.server.app import create_app
from companion.faces.server.desk import ChannelSight, Desk
from companion.faces.server.doors import Doors
from companion.faces.server.limits import Limits
from companion.ledger import LedgerError
from companion.referee.referee import Referee
from companion.rules import Illegal, find_game
from companion.rules.kernel.match import Match
from companion.rules.puzzle_strike.names import chip_name
from companion.table.sightings import Uid
from tests.referee.games import Seen, seen_game

log = logging.getLogger("companion.tests")
NOTHING: tuple[int, ...] = ()
KEYS: dict[str, int] = {}
SECRETS = 'gem_essence, "Gem Essence", 04A1B2C3D4E5F6 at slot 1.1, A.hand: 3 wounds'


def thrown(act: Callable[[], object]) -> Exception:
    try:
        act()
    except Exception as problem:
        return problem
    raise AssertionError


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Path]:
    with logging_to(tmp_path, journal=False):
        yield tmp_path / NAME


def text_in(folder: Path) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.glob(f"{NAME}*")))


# -- a line --------------------------------------------------------------------------------------------------------


def test_a_traceback_is_kept_and_nobody_else_may_read_it(kept: Path) -> None:
    try:
        KEYS["wound"]
    except KeyError:
        log.exception("The part %s broke down.", "pages")
    text = kept.read_text("utf-8")
    assert "ERROR companion.tests [MainThread] The part pages broke down.\nTraceback (most recent call last):" in text
    assert "tests/app/test_program_log.py, line" in text
    assert text.splitlines()[-1] == "KeyError: …"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "problem",
    [
        KeyError(SECRETS), ValueError(SECRETS), RuntimeError(SECRETS), AssertionError(SECRETS), LookupError(SECRETS),
        Illegal("keep:gem_essence", "{chip} is in {place}. " + SECRETS, "", chip="Gem Essence", place="A.hand"),
        KeyError(Uid("04A1B2C3D4E5F6")), ExceptionGroup(SECRETS, [ValueError(SECRETS)]), Exception(["gem_essence"]),
    ],
)  # fmt: skip
def test_what_an_exception_says_is_left_out(kept: Path, problem: Exception) -> None:
    problem.add_note(SECRETS)

    def deeper() -> NoReturn:
        try:
            raise problem
        except Exception as found:
            raise RuntimeError(SECRETS) from found

    log.error("It broke: %s", problem)
    log.error("It broke.", exc_info=thrown(deeper))
    assert_nothing_hidden(kept.read_text("utf-8"))
    assert type(problem).__name__ in kept.read_text("utf-8")


def assert_nothing_hidden(text: str) -> None:
    for secret in ("gem_essence", "Gem Essence", "04A1", "1.1", "A.hand", "wound", "3"):
        body = "\n".join(line.split("] ", 1)[-1] for line in text.splitlines() if not line.startswith("  File"))
        assert secret not in body.replace("Python 3.", "")


def test_what_python_disk_and_system_complain_of_is_kept() -> None:
    full = OSError(28, "No space left on device", "/x")
    assert what_it_says(full) == "OSError: [Errno 28] No space left on device: '/x'"
    assert what_it_says(LedgerError("x: the disk is full.")) == "LedgerError: x: the disk is full."
    nothing: Any = None
    assert what_it_says(thrown(lambda: nothing[0])) == "TypeError: 'NoneType' object is not subscriptable"
    assert what_it_says(thrown(lambda: NOTHING[0])) == "IndexError: tuple index out of range"
    assert what_it_says(Illegal("x", "{chip}.", "")) == "Illegal: …"


def test_no_name_of_a_chip_is_made_of_common_words() -> None:
    game = find_game("puzzle-strike")
    russian = languages()["ru"]
    for key in game.encyclopedia():
        for name in (key, str(chip_name(key)), russian.say(str(chip_name(key)))):
            assert not set(re.findall(r"\w+", name)) <= COMMON, name


def test_a_chips_own_code_is_not_told_from_anothers() -> None:
    match = find_game("puzzle-strike")
    from companion.rules.puzzle_strike.sets.base import characters

    problem = thrown(lambda: list(characters.troublesome_rhetoric(None, "A")))
    text = "\n".join(lines_of(problem))
    assert "a chip's own code" in text
    assert match.key == "puzzle-strike"
    assert "troublesome_rhetoric" not in text.replace("characters.troublesome_rhetoric(None", "")


def test_what_strangers_say_is_left_out(kept: Path) -> None:
    logging.getLogger("nfc.clf").warning("found 04A1B2C3D4E5F6")
    logging.getLogger("waitress").warning("a socket was closed")
    text = kept.read_text("utf-8")
    assert "04A1" not in text
    assert "nfc.clf" in text
    assert "a socket was closed" in text


def test_a_thread_that_dies_is_written_down_and_told(tmp_path: Path) -> None:
    told: list[str] = []
    with logging_to(tmp_path, journal=False) as kept:
        kept.thread_broke = told.append
        thread = threading.Thread(target=lambda: KEYS["wound"], name="pads")
        thread.start()
        thread.join()
    assert told == ["pads"]
    assert "The thread pads broke down." in text_in(tmp_path)
    assert "wound" not in text_in(tmp_path).replace('KEYS["wound"]', "")


def test_the_same_again_and_again_does_not_drive_out_the_rest(kept: Path) -> None:
    log.error("The first thing.")
    for _ in range(1000):
        log.error("The same.", exc_info=ValueError("x"))
    lines = kept.read_text("utf-8").splitlines()
    assert sum("The same." in line for line in lines) == 10
    assert any("The same. (512 times)" in line for line in lines)


def test_it_takes_no_more_room_than_four_files(kept: Path, tmp_path: Path) -> None:
    for number in range(30):
        log.warning("Number %d: %s", number, "x" * (LARGEST // 6))
    files = sorted(tmp_path.glob(f"{NAME}*"))
    assert len(files) == OLDER + 1
    assert sum(file.stat().st_size for file in files) <= (OLDER + 1) * LARGEST
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert "Number 29" in last_lines(tmp_path, 1)[0]


def test_the_journal_gets_the_same_with_priorities(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with logging_to(tmp_path, journal=True):
        log.error("It broke.", exc_info=ValueError(SECRETS))
    told = capsys.readouterr().err
    assert "<3>companion.tests: It broke.\n<3>Traceback" in told
    assert "gem_essence" not in told


def test_without_a_file_it_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with logging_to(tmp_path / "file", journal=False) as kept:
        assert kept.trouble
        log.error("It broke.")


# -- a game in which much breaks -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    return seen_game(tmp_path_factory.mktemp("seen"), seed=3, most=900)


class Poison:
    """At each so-manieth call an exception that tells all that is hidden, in the middle of the program."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, referee: Referee) -> None:
        self.thrown = 0
        self._referee = referee
        self._monkeypatch = monkeypatch

    def into(self, owner: Any, name: str, every: int) -> None:
        real, calls = getattr(owner, name), 0

        def poisoned(*args: Any, **more: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls % every == 0:
                self.thrown += 1
                raise [ValueError, KeyError, RuntimeError, Refused][calls // every % 4](self.everything(args))
            return real(*args, **more)

        self._monkeypatch.setattr(owner, name, poisoned)

    def everything(self, args: tuple[Any, ...]) -> str:
        arbiter = self._referee.arbiter
        return f"{arbiter.match.table!r} {self._referee.beginning.kinds!r} {arbiter.twin.to_json()!r} {args!r}"


class Refused(Illegal):
    def __init__(self, words: str) -> None:
        super().__init__(words, words, "")


def hidden_in(referee: Referee) -> set[str]:
    """Every chip's name and tag: what a log of a running game must not tell."""
    kinds = set(referee.beginning.kinds.values())
    russian = languages()["ru"]
    names = {str(chip_name(kind)) for kind in kinds}
    return {*kinds, *names, *map(russian.say, names), *map(str, referee.beginning.kinds)}


def test_a_game_in_which_much_breaks_tells_nothing_hidden(
    tmp_path: Path, seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    with logging_to(tmp_path, journal=False):
        hall = RunningHall(tmp_path / "games.sqlite")
        referee = seen.begin(hall.ledger)
        table = hall.table()
        table._play(lambda: referee)
        assert table.screens
        app = create_app(hall, Doors(lambda: 0.0), languages(), Limits(lambda: 0.0))
        desk: Desk = app.extensions["companion"]
        channels = [desk.hub.channel(ChannelSight(audience, "ru")) for audience in ("table", *table.screens.seats)]
        poison = Poison(monkeypatch, referee)
        for owner, name, every in (
            (Arbiter, "take", 20), (Arbiter, "tick", 40), (Match, "view", 301), (Match, "copy", 501),
        ):  # fmt: skip
            poison.into(owner, name, every)
        referee.subscribe("a part", lambda moment: thrower(poison, moment.number))
        for one in seen.inputs:
            table.session.do(lambda session, one=one: table.session._over_look(lambda: [session._step(one)])).result(9)  # type: ignore[misc]
            for channel in channels if int(one.at * 10) % 50 == 0 else ():
                desk.hub._refresh(channel)
        hall.close()
    assert poison.thrown > 20
    text = text_in(tmp_path)
    assert text.count("Traceback (most recent call last):") > 8
    assert "in poisoned" in text
    assert "companion/referee/referee.py, line" in text
    told = [word for word in hidden_in(referee) if word in text]
    assert told == []
    assert {note.key for note in table.board.unread()} >= {"input", "part:a part"}


def thrower(poison: Poison, number: int) -> None:
    if number % 10 == 0:
        raise RuntimeError(poison.everything(()))
