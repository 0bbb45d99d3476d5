"""The program that `companion rehearse kills` kills: a referee that gets the inputs of a game and says what it saved.

Its folder holds `game.json` (how the game begins, and its inputs) and the ledger. After a kill, it continues the game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from companion.ledger import Ledger
from companion.referee.entries import input_in, shown_by, state_of
from companion.referee.header import Beginning
from companion.referee.inputs import Finished, Input, from_json
from companion.referee.referee import Referee
from companion.table.twin import Twin

GAME: Final = "game.json"
LEDGER: Final = "games.sqlite"


def main() -> None:
    """Play from where the last run was killed to the end of the game. The next start after that begins another game."""
    folder = Path(sys.argv[1])
    data = json.loads((folder / GAME).read_text(encoding="utf-8"))
    inputs = [one for row in data["inputs"] if not isinstance(one := from_json(row), str)]
    with Ledger.open(folder / LEDGER) as ledger:
        referee = running(ledger, Beginning.read(data["header"]), folder)
        newest = referee.saving.game.last
        at = 1 + place_of(input_in(newest.payload), inputs) if newest.number else 0
        state, shown = state_of(referee.arbiter.match), shown_by(referee.arbiter)
        say("ready", referee.saving.game.number, newest.number, state, shown)
        for one in (*inputs[at:], Finished(referee.arbiter.record.seats, referee.now)):
            outcome = referee.step(one)
            if outcome.number is not None and outcome.saved:
                say("saved", referee.saving.game.number, outcome.number, referee.saving.game.head)
    say("over")


def running(ledger: Ledger, beginning: Beginning, folder: Path) -> Referee:
    """The referee of the game that is under way, or of a new one."""
    last = ledger.store.last_game()
    if last and not ledger.game(last).over:
        return Referee.resume(ledger, last, folder=folder)
    twin = Twin.from_json(beginning.layout, beginning.kinds, beginning.twin)
    setup, layout, kinds = beginning.setup, beginning.layout, beginning.kinds
    return Referee.begin(ledger, setup, layout, kinds, twin, judged=beginning.judged, title="Kills", folder=folder)


def place_of(newest: Input | str, inputs: Sequence[Input]) -> int:
    """The position of the input that made the newest entry. Inputs that left no entry after it changed nothing."""
    return max(at for at, one in enumerate(inputs) if one == newest)


def say(*words: object) -> None:
    """Print a line for the process that kills this one."""
    print(*words, flush=True)


def game_file(header: Mapping[str, Any], inputs: Sequence[Mapping[str, Any]]) -> str:
    """The content of `game.json`, which `main` reads."""
    return json.dumps({"header": header, "inputs": inputs}, ensure_ascii=False)


if __name__ == "__main__":
    main()
