"""What a story costs that takes something for granted: one table of numbers, and where each comes from.

All are in millinats, thousandths of the natural logarithm of how much less likely a thing is. They are added up over a
whole line of play, so that a line which takes three likely things for granted can cost less than one unlikely thing.
Nothing is ever ruled out by a number of seconds: time only costs.

Numbers marked *judged* are estimates by people who play; those marked *rehearsed* were fitted in rehearsals to half of
the habits, and judged by the other half.
"""

from __future__ import annotations

TELLS = 0.4
"""Readers take turns: sightings that are so many seconds apart tell no order. From the looks of a full table."""
PER_SECOND = 350
"""For each second by which what follows was seen before its cause. Rehearsed."""
OTHERS = 2
"""So many times as much where one seat did it before another had given the cause: nobody knows what others will do.
Judged."""
MOST_SECONDS = 9.0
"""Somebody who does things in another order does so whatever the distance: from here on a second costs less. Judged."""
PER_FURTHER_SECOND = 50
"""For each second beyond these: after a minute, what was seen has most likely nothing to do with it. Judged."""
SILENT = 100
"""An answer that nobody gives with a chip, and of which the table has shown nothing yet. Judged."""
TURN_ENDS = 3500
"""The same where it ends a turn: people think about their turns. Judged."""
UNPOINTED = 2000
"""An answer that names a shared chip at which nobody has pointed. Judged."""
FOR_NOTHING = 300
"""A chip that was taken up and put back where it lay, without any reason. Judged."""
FORGOTTEN = 2000
"""Hands that still owe something when a later answer was given with a chip some time ago. Judged."""
OWING = 150
"""Each move that hands still owe when a later answer is given with a chip. Judged."""
MOST_OWING = 1500
"""However much hands owe for one answer, it costs no more than this: whoever is slow is slow with all of it. Judged."""
WAITING = 3500
"""A chip that is not explained, at the moment when it is seen: its cause may come, or it means nothing. Judged."""
MOST_WAITING = 6500
"""The same when it has lain there for long. Rehearsed."""
WAITING_TOO = 1200
"""Each further chip that went the same way: they may wait for the same cause. Judged."""
MOST_TOGETHER = 9000
"""All chips that went the same way. Judged."""
MEANS_NOTHING = 3400
"""A touch that means nothing: about one in thirty is a second one, or a chip in passing. Judged."""
ONLY_LEFT = 1000
"""A chip that was seen to leave over a tap, where hands only touch the tap at which it arrives. Judged."""
SILENT_BEFORE = 2500
"""A silent answer before that, of which the table has shown nothing either: so little carries no two. Judged."""
TOUCHES_AGAIN = 800
"""A chip touches its tap once more a few seconds after it has come there, to make sure. Judged."""
PASSING = 1500
"""A chip touched another tap on its way, in passing or by mistake. Judged."""
BESIDE = 1000
"""A chip that was seen only at the tap which it left, beside the one that it was to touch. Judged."""
OVER_SLOT = 2800
"""Chips that came over a slot, and that nobody was to draw: a bag is shaken, a hand is held over it. Judged."""
BEHIND = 200
"""Chips that went the same way and wait behind a draw: people have to tell it first. Judged."""
MOST_BEHIND = 800
"""All such chips. Judged."""
UNSEEN_MOVE = 4000
"""An answer that people give with a chip, and that nobody has seen: about one touch in fifty is forgotten. Judged."""
BLIND = 500
"""The same where the reader that would have seen it did not look. Judged."""
BLINDED = 10.0
"""So many seconds after a reader looks again, what it missed may still matter."""
LIFTED = 1500
"""The same where the chip was lifted from its cell, and not seen again. Judged."""
UNSEEN_TOO = 1000
"""Each further one in a row, and each further chip of one answer: whoever forgets one forgets the next. Judged."""
BACK = 4000
"""An answer that its seat has taken back by hand. Judged."""
BACK_FURTHER = 500
"""Each further answer before it that goes with it. Judged."""
TAKEN_BACK = 500
"""A chip that was shown for such an answer, and put back without being seen. Judged."""
UNPAID = 2500
"""A move that hands have owed for long, although the game has gone on. Judged."""
MOST_UNPAID = 10000
"""All such moves: whoever has forgotten one has forgotten the others with it. Judged."""
MARGIN = 3000
"""Lines that cost so much more than the cheapest one count beside it: what they do not share is not certain."""
MISTAKE = 5000
"""A mistake against the rules: about one move in 150. Judged."""
MOST_UNSEEN = 6000
"""A line with chips that nobody has seen move is not believed if it costs more than this."""
MOST = 9000
"""A line that costs more than this is not believed: rather somebody has made a mistake."""


def waiting(age: float, chips: int = 1) -> int:
    """What it costs that chips which went the same way have been waiting for their cause for so long.

    >>> waiting(0.0), waiting(2.0), waiting(60.0), waiting(60.0, 2), waiting(60.0, 5)
    (3500, 4200, 6500, 7700, 9000)
    """
    first = min(WAITING + round(max(age, 0.0) * PER_SECOND), MOST_WAITING)
    return min(first + (chips - 1) * WAITING_TOO, MOST_TOGETHER)


def passing(stay: float) -> int:
    """What it costs that a chip lay for so long, on its way, where it had no reason to be.

    >>> passing(0.5), passing(4.0), passing(60.0)
    (1675, 2900, 3400)
    """
    return min(PASSING + round(stay * PER_SECOND), MEANS_NOTHING)


def unpaid(moves: int) -> int:
    """What it costs that hands have owed so many moves for long."""
    return min(moves * UNPAID, MOST_UNPAID)


def inverted(cause_at: float, seen_at: float, times: int = 1) -> int:
    """What it costs that something was seen before its cause: so many `times` as much of the first seconds.

    >>> inverted(10.0, 12.0), inverted(10.0, 9.8), inverted(10.0, 8.6), inverted(70.0, 0.6)
    (0, 0, 350, 6150)
    >>> inverted(70.0, 0.6, OTHERS)
    9300
    """
    ahead = max(cause_at - seen_at - TELLS, 0.0)
    further = max(ahead - MOST_SECONDS, 0.0)
    return round((ahead - further) * PER_SECOND * times + further * PER_FURTHER_SECOND)
