"""What lamps and buzzer tell, of screens alone."""

from __future__ import annotations

from dataclasses import replace

from companion.faces.panel.signals import CALL, Light, lights, sound
from companion.faces.screen import Ask, Due, OpenRuling, Screen
from companion.rules.kernel.board import Board, Panel

ANNAS_TURN = (Panel("Anna", "Anna", active=True), Panel("Ben", "Ben"))
QUIET = Screen("table", 1, "A duel", Board("Turn 1", ANNAS_TURN, ()), None, (), (), ())
ASKED = replace(QUIET, ask=Ask(4, ("Ben",), "React?", None, ()))
RULED = replace(QUIET, rulings=(OpenRuling(2, "Anna", "Too many.", "", None, judge=False),))
BENS_TURN = replace(QUIET, board=Board("Turn 2", (Panel("Anna", "Anna"), Panel("Ben", "Ben", active=True)), ()))
OVER = replace(QUIET, board=QUIET.board._replace(over=True))


def test_lamps() -> None:
    assert lights(None) == {}
    assert lights(QUIET) == {"Anna": Light.STEADY, "Ben": Light.OFF}
    assert lights(ASKED) == {"Anna": Light.STEADY, "Ben": Light.SLOW}
    assert lights(replace(QUIET, todo=(Due("Anna", "Draw."),))) == {"Anna": Light.SLOW, "Ben": Light.OFF}
    assert lights(replace(ASKED, rulings=RULED.rulings)) == {"Anna": Light.FAST, "Ben": Light.SLOW}
    own = replace(QUIET, ask=Ask(4, ("Anna",), "Buy?", None, ()), todo=(Due("Anna", "Buy?"),))
    assert lights(own) == {"Anna": Light.STEADY, "Ben": Light.OFF}, "in one's own turn one may think"
    both = replace(own, todo=(*own.todo, Due("Anna", "Draw.")))
    assert lights(both) == {"Anna": Light.SLOW, "Ben": Light.OFF}
    everybody = replace(RULED, rulings=(replace(RULED.rulings[0], seat=""),))
    assert lights(everybody) == {"Anna": Light.FAST, "Ben": Light.FAST}
    assert lights(OVER) == {"Anna": Light.OFF, "Ben": Light.OFF}


def test_sounds_tell_what_is_new_and_only_that() -> None:
    def heard(before: Screen | None, now: Screen | None) -> str:
        found = sound(before, now)
        return found.words.said() if found else ""

    assert heard(QUIET, ASKED) == "Sound: a question for Ben."
    assert heard(ASKED, ASKED) == ""
    assert heard(ASKED, QUIET) == ""
    assert heard(QUIET, RULED) == "Sound: a ruling."
    assert heard(RULED, replace(ASKED, rulings=RULED.rulings)) == "Sound: a question for Ben."
    assert heard(QUIET, replace(ASKED, rulings=RULED.rulings)) == "Sound: a ruling."
    assert heard(QUIET, BENS_TURN) == "Sound: it is the turn of Ben."
    assert heard(QUIET, replace(BENS_TURN, calls=("Ben",))) == "Sound: somebody calls the judge."
    assert heard(replace(QUIET, calls=("Ben",)), replace(QUIET, calls=("Ben", "Anna"))) == CALL.words.said()
    assert heard(replace(QUIET, calls=("Ben",)), replace(QUIET, calls=("Ben",))) == ""
    assert heard(replace(QUIET, calls=("Ben",)), QUIET) == "", "the judge has come"
    assert heard(QUIET, replace(QUIET, calls=("table",))) == "", "its button was heard as it was pressed"
    assert heard(QUIET, OVER) == "Sound: the game is over."
    assert heard(None, ASKED) == heard(ASKED, None) == ""
    assert heard(replace(QUIET, title="Another"), ASKED) == ""
