"""What goes wrong during a game, as data. Whoever runs the referee logs it and tells people.

The referee does no input or output of its own, so it writes no log.
"""

from __future__ import annotations

from typing import Final

from companion.rules.kernel.sentences import Sentence, Term

NOTHING: Final = Sentence("")
RESTART: Final = Sentence("If something stays wrong, start the program again: the game goes on where it stopped.")
BROKE_OVER: Final = Sentence(
    "The program failed on the last thing that was said or seen. It does not count, and the game goes on."
)
TRY_AGAIN: Final = Sentence("Compare the table with the display, and try another way.")
UNSAVED: Final = Sentence(
    "The latest entries could not be saved. The game goes on, and the program keeps trying to save them."
)
SEE_TO_DISK: Final = Sentence("Make room on the disk, and look at the card and its cable.")
NOT_WRITTEN: Final = Sentence("A file in the data folder could not be written.")
SEE_TO_FOLDER: Final = Sentence("Check the permissions of the folder and the free space on the disk.")
OTHERWISE: Final = Sentence(
    "The record could not be replayed exactly. What was played counts, but the program has forgotten what still "
    "had to be done with chips."
)
COMPARE: Final = Sentence("Compare the table with the display.")
PART = "A part of the program failed: {part}. The game goes on."


PARTS: Final = {
    "display": Term("the display"),
    "faces": Term("the screens"),
    "pads": Term("the readers"),
    "pages": Term("the pages"),
    "panel": Term("the panel"),
    "record": Term("the record"),
    "referee": Term("the game"),
    "screens": Term("the screens"),
    "station": Term("the station"),
    "table": Term("the readers"),
    "web": Term("the pages"),
}
"""What people call the parts of the program and its threads. Parts that are not listed keep their own names."""


def broke(part: str) -> Sentence:
    """Return the sentence about a part that broke down."""
    return Sentence(PART, {"part": PARTS.get(part, part)})


class Trouble(str):
    """English words for people who run the program. They may reveal what is hidden, and never appear at the table."""

    about: str
    """What the trouble is about, in a word."""
    what: Sentence
    """What everybody may know; `NOTHING` if nobody at the table needs to know."""
    remedy: Sentence
    problem: Exception | None
    """The exception, with its traceback. It may reveal what is hidden, too."""

    def __new__(
        cls,
        words: str,
        about: str,
        what: Sentence = NOTHING,
        remedy: Sentence = NOTHING,
        problem: Exception | None = None,
    ) -> Trouble:
        found = super().__new__(cls, words)
        found.about, found.what, found.remedy, found.problem = about, what, remedy, problem
        return found


def broke_over(words: str, problem: Exception) -> Trouble:
    """Make the trouble for an input that does not count."""
    return Trouble(words, "input", BROKE_OVER, TRY_AGAIN, problem)


def part_broke(words: str, part: str, problem: Exception) -> Trouble:
    """Make the trouble for a subscriber that failed."""
    return Trouble(words, f"part:{part}", broke(part), RESTART, problem)
