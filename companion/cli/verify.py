"""`companion verify`: is a record what was written, and was it played by the rules?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from companion.cli.paper import say
from companion.cli.recorded import file_argument, record_from

SHOWN = 5
"""Problems that are told."""


@click.command("verify")
@file_argument
@click.option("--head", default="", help="A head that somebody kept: it must be in the record.")
def command(file: Path, head: str) -> None:
    """Check the record in FILE (from `companion export`), and exit with 1 where something is wrong.

    First the chain: no entry was altered, left out or added. Then the game: the rules accept all that was said, in its
    order, and it leads to the tables and the result that the record tells.
    """
    from companion.ledger import check_chain
    from companion.referee.verifying import verify

    recorded = record_from(file)
    if problems := check_chain(recorded, head):
        say(f"{file} is not as it was written:", fg="red")
        for problem in problems[:SHOWN]:
            say(str(problem), indent=2)
        sys.exit(1)
    verdict = verify(recorded)
    if verdict.problem:
        say(f"{file} is as it was written, but it was not played by the rules of this program:", fg="red")
        say(str(verdict.problem), indent=2)
        sys.exit(1)
    say(f"All {len(recorded.entries)} entries are as they were written; the head is {recorded.head}.")
    if verdict.kept_back:
        say(
            f"The rules accept all that was said before entry {verdict.kept_back.number}; what was said there is kept"
            " back until the game is over."
        )
    else:
        say(f"The rules accept all {verdict.moves} moves, and lead to the same tables and the same result.")
