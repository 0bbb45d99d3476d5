"""Play a situation at the readers' looks, in virtual time: nothing sleeps, and no clock is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final, Protocol, TypeAlias

from companion.rehearsal.faults import Noise
from companion.rehearsal.games.companion import Asked, Heard, Rehearsed, Withdrawn
from companion.rehearsal.games.line import is_said
from companion.rehearsal.games.outages import Outages
from companion.rehearsal.games.readers import Readers
from companion.rehearsal.games.run import TICK
from companion.rehearsal.script import Outage
from companion.rehearsal.situations.sentences import Saying
from companion.rehearsal.situations.situation import TableSituation
from companion.rehearsal.situations.wanted import Came, GivenAnswer, in_order, otherwise
from companion.rules import Illegal

SETTLING: Final = 4.0
"""Seconds before the script begins in which readers find the chips that lie in cells."""
ANSWERING: Final = 2.5
"""Seconds that people take to answer what they are asked: longer than `SOON`, for who answers was bothered."""
REPLIES: Final = ("answers", "tells")
"""What people say only when they are asked."""


class FollowedTable(Rehearsed, Protocol):
    """A companion that follows a table in the middle of a game."""

    def undo(self, seats: Sequence[str], now: float) -> None:
        """Take the last answer back. May raise Illegal."""

    def stand(self, seats: Sequence[str], now: float) -> None:
        """Let the rulings that are open stand. May raise Illegal."""

    @property
    def record(self) -> Sequence[tuple[str, str]]:
        """Each answer that counts now: seat and token."""

    @property
    def agrees(self) -> bool:
        """Whether table and rules agree: no chip is unexplained, no ruling is open, and nothing is left to be moved."""


FollowedBy: TypeAlias = Callable[[TableSituation], FollowedTable]
"""Makes a companion for a situation."""


class PlayedSituation:
    """One situation at one table, until everything must be as it is wanted."""

    def __init__(self, situation: TableSituation, table: FollowedTable, noise: Noise, chance: Random) -> None:
        self.situation = situation
        self.table = table
        self.refused: list[tuple[GivenAnswer, str]] = []
        calm = replace(noise, unplugs=0.0, reboots=0.0, deaths=0.0)  # what breaks is in the script
        outages = Outages(situation.layout, calm, Random(0))
        outages.planned += sorted(map(later, situation.outages), key=lambda outage: outage.at)
        self.readers = Readers(situation.layout, calm, chance, outages)
        self.ends = SETTLING + situation.ends + max(wanted.within for wanted in situation.wanted)
        self._acts = [replace(act, at=act.at + SETTLING) for act in situation.acts]
        self._due = sorted((one._replace(at=one.at + SETTLING) for one in situation.sayings), key=lambda one: one.at)
        self._open: dict[int, Asked] = {}
        self._heard = 0

    def run(self) -> Came:
        """Play it, and return what came of it."""
        now = tick = 0.0
        while now < self.ends:
            moments = [self.readers.next_moment(now), tick, *(act.at for act in self._acts[:1])]
            moments += [one.at for one in self._due if one.how not in REPLIES]
            now = max(now, min([*moments, *(at for at, _, _ in self._replies())]))
            while self._acts and self._acts[0].at <= now:
                self.readers.act(self._acts.pop(0))
            for look in self.readers.go_on(now):
                self.table.look(look)
            if now >= tick:
                self.table.tick(now)
                tick = now + TICK
            self._speak(now)
            self._listen()
            self.readers.look_closer(self.table.in_doubt(), now)
        return self._came()

    def _came(self) -> Came:
        return Came(
            record=tuple(GivenAnswer(seat, in_order(token)) for seat, token in self.table.record),
            heard=tuple(told._replace(at=told.at - SETTLING) for told in self.table.heard),
            agrees=self.table.agrees,
            refused=tuple(self.refused),
            been=self.situation.been,
        )

    # -- people ------------------------------------------------------------------------------------------------

    def _speak(self, now: float) -> None:
        """Let people say what is due."""
        due = [one for one in self._due if one.at <= now and one.how not in REPLIES]
        self._due = [one for one in self._due if one.at > now or one.how in REPLIES]
        for at, number, reply in self._replies():
            if at <= now and reply in self._due:
                self._due.remove(reply)
                del self._open[number]
                due.append(reply)
        for one in due:
            try:
                self._say(one, now)
            except Illegal as refusal:
                said = one.words if one.how not in ("back", "stand") else one.how
                self.refused.append((GivenAnswer(" and ".join(one.seats), in_order(said)), str(refusal)))

    def _say(self, one: Saying, now: float) -> None:
        if one.how == "back":
            self.table.undo(one.seats, now)
        elif one.how == "stand":
            self.table.stand(one.seats, now)
        elif one.how == "tells":
            self.table.draw(tuple(one.words.split(",")), now)
        else:
            self.table.answer(one.seats[0], one.words, now)

    def _listen(self) -> None:
        """Hear what the companion has told."""
        heard = self.table.heard
        while self._heard < len(heard):
            self._hear(heard[self._heard])
            self._heard += 1

    def _replies(self) -> list[tuple[float, int, Saying]]:
        """What people are about to answer: when, to which question, and what."""
        found = []
        for number, asked in self._open.items():
            if reply := next((one for one in self._due if self._fits(one, asked)), None):
                found.append((max(reply.at, asked.at + ANSWERING), number, reply))
        return found

    def _hear(self, one: Heard) -> None:
        if isinstance(one, Asked):
            self._open[one.number] = one
        elif isinstance(one, Withdrawn):
            self._open.pop(one.number, None)

    @staticmethod
    def _fits(one: Saying, asked: Asked) -> bool:
        """Whether this is an answer to what is asked."""
        if one.seats[0] not in asked.seats or one.how not in REPLIES:
            return False
        if one.how == "tells":
            return not asked.options
        return any(is_said(in_order(option), in_order(one.words)) for option in asked.options)


def later(outage: Outage) -> Outage:
    """Return an outage of the script at its time at the table."""
    return replace(outage, at=outage.at + SETTLING, until=outage.until + SETTLING)


def play(situation: TableSituation, followed_by: FollowedBy, noise: Noise, seed: int) -> list[str]:
    """Play a situation, and say how what came of it differs from what is wanted; empty if it does not.

    Where several outcomes are right, the differences are those from the one that is nearest.
    """
    try:
        came = PlayedSituation(situation, followed_by(situation), noise, Random(seed)).run()
    except RuntimeError as problem:
        return [f"the companion broke down: {problem}"]
    return min((otherwise(wanted, came) for wanted in situation.wanted), key=len)
