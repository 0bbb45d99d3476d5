"""A match and everything that was said in it, in order, so that one can go back or replay it elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, NamedTuple, TypeAlias

from companion.rules.kernel.events import Event, Moved
from companion.rules.kernel.match import PICKED_IN_SECRET, Match, restore
from companion.rules.kernel.refusals import Illegal
from companion.rules.kernel.sentences import AND, Sentence, Term, Terms
from companion.rules.kernel.steps import JUDGE, Question
from companion.rules.kernel.stored import broken, read

Names: TypeAlias = tuple[str, ...]

BY_HAND: Names = ()
"""Nobody has said so, but hands have taken it back: who goes back where the table shows it."""


class Said(NamedTuple):
    """One thing that was said: `answer`, `draw`, `learn`, `correct` or `back`.

    `who` is the seat that answered, the zone that was learnt about, who corrected, or who agreed to go back. `what` is
    the token, the pieces, the changes and their reason, or the point to go back to and the reason.
    """

    kind: str
    who: str | Names
    what: Any


class Taken(NamedTuple):
    """An entry that counts, and what decides who may undo it."""

    entry: Said
    events: tuple[Event, ...]
    showed_picks: bool  # with this entry everybody saw what each seat had picked in secret


class Record:
    """A match that remembers everything said in it. `judged` says whether a judge is seated.

    The **line** is the entries that count, from the beginning to now, without those that were taken back. A **point**
    is a number of entries of the line: 0 is the beginning, `point` is now.
    """

    def __init__(self, start: Match, *, judged: bool = False) -> None:
        self.start = start.copy()
        self.judged = judged
        self.match = start.copy()
        self.entries: list[Said] = []
        """Everything that was ever said, in order, including what was taken back."""
        self._line: list[Taken] = []

    @property
    def line(self) -> tuple[Said, ...]:
        """The entries that count."""
        return tuple(step.entry for step in self._line)

    @property
    def point(self) -> int:
        """How many entries count now."""
        return len(self._line)

    @property
    def seats(self) -> Names:
        """Who plays."""
        return tuple(seat.name for seat in self.start.setup.seats)

    # -- going on ----------------------------------------------------------------------------------------------

    def answer(self, token: str, seat: str) -> tuple[Event, ...]:
        """As `Match.answer`."""
        return self.put(Said("answer", seat, self.match.accepts(token, seat) or token))

    def draw(self, kinds: Iterable[str]) -> tuple[Event, ...]:
        """As `Match.draw`."""
        return self.put(Said("draw", "", kept(kinds)))

    def learn(self, zone: str, kinds: Iterable[str]) -> tuple[Event, ...]:
        """As `Match.learn`."""
        return self.put(Said("learn", zone, kept(kinds)))

    def correct(
        self, changes: Mapping[str, object], by: str | Names, reason: str, *, inside: str = ""
    ) -> tuple[Event, ...]:
        """As `Match.correct`; only for the judge, or for all seats together where no judge is seated."""
        return self.put(Said("correct", agreed(by), (deepcopy(changes), reason, inside)))

    def why_not_correct(self, by: str | Names) -> Illegal | None:
        """Return why these people may not correct the table; None if they may."""
        return self._why_not_these(agreed(by), "correct") or self._why_not_all(agreed(by), "correct")

    def put(self, entry: Said) -> tuple[Event, ...]:
        """Carry out and keep any kind of entry. If it raises `Illegal`, nothing has changed."""
        if entry.kind == "back":
            point, reason = entry.what
            if entry.who == BY_HAND:
                self.changed_mind(point)
            else:
                self.rewind(point, entry.who, reason)
            return ()
        if entry.kind == "correct" and (refusal := self.why_not_correct(entry.who)):
            raise refusal
        asked, waiting = self.match.pending, self.match.waiting_for
        events = feed(self.match, entry)
        showed = False
        if isinstance(asked, Question) and asked.each and entry.kind == "answer":
            picks = [*(step.entry.what for step in self._line[1 - len(asked.options) :]), entry.what]
            to_be_shown = PICKED_IN_SECRET in picks and self.match.pending == asked._replace(sealed=False)
            showed = len(waiting) == 1 and not to_be_shown
        self.entries.append(entry)
        self._line.append(Taken(entry, events, showed))
        return events

    # -- going back --------------------------------------------------------------------------------------------

    def at(self, point: int) -> Match:
        """Return the match as it was at a point of the line."""
        if not 0 <= point <= self.point:
            raise ValueError(f"There is no point {point}: the line goes from 0 to {self.point}.")
        match = self.start.copy()
        for step in self._line[:point]:
            feed(match, step.entry)
        return match

    def moves_since(self, point: int) -> tuple[Event, ...]:
        """Return the events since a point of the line."""
        return tuple(event for step in self._line[max(0, point) :] for event in step.events)

    @property
    def last_answer(self) -> int | None:
        """The point before the last answer; None if there is no answer."""
        return max((at for at, step in enumerate(self._line) if step.entry.kind == "answer"), default=None)

    def take_back(self, by: str | Names, reason: str = "") -> None:
        """Undo the last answer and what followed from it. If it raises `Illegal`, nothing has changed."""
        if self.last_answer is None:
            raise refused("back", "There is no answer to take back yet.")
        self.rewind(self.last_answer, by, reason)

    def rewind(self, point: int, by: str | Names, reason: str = "") -> None:
        """Go back to an earlier point: the match is again as it was there, and so is what each seat knows.

        `by` is who wants it: a seat, several seats that agree, or the judge. Raises `Illegal`.
        """
        refusal = self.why_not_back(point, by)
        if refusal:
            raise refusal
        self.match = self.at(point)
        self.entries.append(Said("back", agreed(by), (point, reason)))
        del self._line[point:]

    def changed_mind(self, point: int) -> None:
        """Go back to an earlier point, because hands have taken back at the table what was answered there."""
        self.match = self.at(point)
        self.entries.append(Said("back", BY_HAND, (point, "")))
        del self._line[point:]

    def why_not_back(self, point: int, by: str | Names) -> Illegal | None:
        """Return why these people may not go back that far; None if they may."""
        if refusal := self._why_not_these(agreed(by), "back"):
            return refusal
        if not isinstance(point, int) or isinstance(point, bool) or not 0 <= point <= self.point:
            wrong = "There is no point {point}: choose one from 0 to {last}."
            return refused("back", wrong, point=point, last=self.point)
        if point == self.point:
            return refused("back", "Nothing has happened since then: there is nothing to take back.")
        with_all_power = self._why_not_all(agreed(by), "back") is None
        return None if with_all_power else self._why_not_alone(point, agreed(by))

    def _why_not_these(self, who: Names, what: str) -> Illegal | None:
        """Refuse names that are no seat, and a judge where none is seated."""
        strange = [name for name in who if name not in (*self.seats, JUDGE)]
        if strange or not who:
            known = (*self.seats, JUDGE) if self.judged else self.seats
            values = {"known": ", ".join(known), "who": ", ".join(strange) or Term("nobody")}
            return refused(what, "Say who wants it ({known}), not {who}.", **values)
        if JUDGE in who and not self.judged:
            return refused(what, "There is no judge: all seats decide this together.")
        return None

    def _why_not_all(self, who: Names, what: str) -> Illegal | None:
        """Refuse anybody but the judge or, where no judge is seated, all seats together."""
        if JUDGE in who or (set(who) == set(self.seats) and not self.judged):
            return None
        return refused(what, "{who} cannot do this alone: {decide}.", who=Terms(who, AND), decide=self._decide)

    @property
    def _decide(self) -> Term:
        return Term("the judge decides this" if self.judged else "all seats decide this together")

    def _why_not_alone(self, point: int, who: Names) -> Illegal | None:
        """Refuse to undo steps since this point that others have a say in: their answers, and anything revealed."""
        for step in reversed(self._line[point:]):
            kind, by, _ = step.entry
            if kind == "answer" and by not in who:
                return refused("back", "{who} has answered since then: {decide}.", who=by, decide=self._decide)
        for step in self._line[point:]:
            if shown := self._reveals(step, who):
                return refused("back", "{shown} since then: {decide}.", shown=shown, decide=self._decide)
        return None

    def _reveals(self, step: Taken, who: Names) -> Sentence | None:
        """Return what this step revealed to somebody; None if nothing, or only the answering seat's own chips."""
        kind, by, _ = step.entry
        if kind == "correct":
            return Sentence("The table has been corrected")
        if kind == "learn" and self.match.game.places.owner(str(by)) not in who:
            return Sentence("Something hidden has been named: {zone}", {"zone": by})
        if step.showed_picks:
            return Sentence("The secret picks have been shown")
        places = self.match.game.places
        sees = places.known_to
        for event in step.events:
            if isinstance(event, Moved):
                owner = places.owner(event.source)
                learnt = [seat for seat in self.seats if sees(seat, event.target) and not sees(seat, event.source)]
                own = kind == "answer" and owner == by and owner not in learnt
                if learnt and not own:
                    drew = learnt == [owner]
                    return Sentence(
                        "{seat} has drawn" if drew else "Hidden pieces of {seat} have been shown", {"seat": owner}
                    )
            elif getattr(event, "reveals", False):
                return Sentence("Hidden pieces have been shown")
        return Sentence("Something has been drawn by lot") if kind == "draw" else None

    # -- keeping -----------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return how the match began and everything that was said, as JSON data."""
        entries = [[kind, kept(who, list), kept(what, list)] for kind, who, what in self.entries]
        return {"start": self.start.snapshot(), "judged": self.judged, "entries": entries}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """Play what `to_json` returned again from the beginning. Raises `SnapshotError`."""
        if not isinstance(data, Mapping):
            raise broken("record", f"expected a mapping, not {type(data).__name__}")
        record = cls(restore(read(data, "start", {})), judged=bool(read(data, "judged", True)))
        for at, entry in enumerate(read(data, "entries", [])):
            path = f"entries, number {at + 1}"
            if not isinstance(entry, list | tuple) or len(entry) != len(Said._fields):
                raise broken(path, "expected what was said, by whom, and the words")
            kind, who, what = entry
            try:
                record.put(Said(kind, kept(who), kept(what)))
            except Exception as error:
                raise broken(path, str(error).removesuffix(".")) from error
        return record


def feed(match: Match, entry: Said) -> tuple[Event, ...]:
    """Carry out an entry of a record in a match."""
    kind, who, what = entry
    if kind == "answer":
        return match.answer(what, str(who))
    if kind == "draw":
        return match.draw(what)
    if kind == "learn":
        return match.learn(str(who), what)
    if kind == "correct":
        changes, reason, inside = what
        return match.correct(changes, " and ".join(agreed(who)), reason, inside=inside)
    raise ValueError(f"expected answer, draw, learn, correct or back, not {kind!r}")


def kept(value: Any, form: type[tuple[Any, ...]] | type[list[Any]] = tuple) -> Any:
    """Return a row as a tuple, which entries keep, or a list, for JSON. Other values pass: the match refuses them."""
    return value if isinstance(value, str | Mapping) or not isinstance(value, Iterable) else form(value)


def agreed(by: Any) -> Names:
    """Return who wants something as a tuple of names; it may be given as one or several, and only names are kept."""
    names = (by,) if isinstance(by, str) else tuple(by) if isinstance(by, Iterable) else ()
    return tuple(name for name in names if isinstance(name, str))


def refused(what: str, template: str, **values: object) -> Illegal:
    """Return a refusal to go back or to correct, which everybody may hear."""
    return Illegal(what, template, "", private=False, **values)
