"""What people may choose for a match of Beacons."""

from __future__ import annotations

from companion.rules.kernel.offers import Offered, Offers, SetupChoice
from companion.rules.kernel.sentences import Say
from tests.sample_game.table import TEAMS


def offers(say: Say) -> Offers:
    """The mode, and nothing else; each cites the rule that it brings."""
    modes = (
        Offered("partners", say("Partners"), rule="one-stone"),
        Offered("charts", say("Charts"), rule="charts"),
    )
    return Offers((len(TEAMS) * 2,), (SetupChoice("mode", say("Mode"), modes, "partners"),))
