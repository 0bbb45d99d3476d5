"""The rules contract as a machine: random legal play of any game, with what must always hold after every step.

A game adds its own invariants by subclassing. Two games run it: Puzzle Strike and the sample game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.rules import (
    JUDGE,
    TABLE,
    UNSEEN,
    Corrected,
    Draw,
    Event,
    Forced,
    Illegal,
    Learnt,
    Match,
    Moved,
    Question,
    Record,
    Setup,
    new_match,
    restore,
)
from companion.rules.kernel import lots
from companion.rules.kernel.lots import may_be, pool
from companion.rules.kernel.positions import PositionError

NONSENSE = (
    "",
    "play",
    "play:",
    "play:nothing",
    "done",
    "pass",
    "break:9",
    "combine:1+4",
    "buy:gem_4",
    "react:",
    "a:b@c+d",
)


def stored(match: Match) -> Any:
    """The match as it would be written to disk."""
    return json.loads(json.dumps(match.snapshot()))


def pieces(match: Match) -> Counter[str]:
    """All tagged pieces of the game, wherever they are; unseen ones by the kinds they must be."""
    counted: Counter[str] = Counter()
    for zone in match.game.zones(match.table).values():
        content = zone.content
        counted.update(content if isinstance(content, Mapping) else Counter(content))
    held = [match.game.held(match.table, name) for name in match.game.places]
    for holder in {id(one[0]): one[0] for one in held if one}.values():
        assert counted[UNSEEN] >= 0
        for place in holder.places:  # a zone shows what is certain of the unseen pieces
            counted.subtract(holder.known(place))
            counted.update(kind for kind in holder.zone(place) if kind != UNSEEN)
        counted.update(pool(holder.unseen))
    for kind in match.game.untagged:
        counted.pop(kind, None)
    return +counted


class ContractMachine(RuleBasedStateMachine):
    """Plays on with any legal answer, and looks."""

    setups: st.SearchStrategy[Setup]

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        self.remember(new_match(data.draw(self.setups)))
        self.before = self.pieces_now()
        self.dealt = self.match.table.phase != "setup" if hasattr(self.match.table, "phase") else True

    def remember(self, match: Match) -> None:
        """A record begins here."""
        self.record = Record(match, judged=True)
        self.points: list[Any] = []

    @property
    def match(self) -> Match:
        return self.record.match

    def was_here(self) -> None:
        """What the match looks like now, for whoever comes back to this point."""
        self.asked = self.match.pending
        del self.points[self.record.point :]
        self.points.append((stored(self.match), [self.match.view(who).to_json() for who in self.audiences]))

    def pieces_now(self) -> Counter[str]:
        """All tagged pieces of the game. A game that puts some away for good or for a while counts them, too."""
        return pieces(self.match)

    @property
    def audiences(self) -> tuple[str, ...]:
        return (TABLE, *self.match.table.seats)  # type: ignore[attr-defined]

    # -- moves -------------------------------------------------------------------------------------------------

    @precondition(lambda self: isinstance(self.match.pending, Question))
    @rule(data=st.data())
    def answer(self, data: st.DataObject) -> None:
        seat = data.draw(st.sampled_from(self.match.waiting_for))
        token = data.draw(st.sampled_from(self.match.options(seat)))
        assert self.match.why_not(token, seat) is None
        self.was_here()
        self.look_at(self.record.answer(token, seat))

    @precondition(lambda self: isinstance(self.match.pending, Draw))
    @rule(data=st.data(), unseen=st.integers(0, 3))
    def draw(self, data: st.DataObject, unseen: int) -> None:
        due = self.match.pending
        assert isinstance(due, Draw)
        kinds = self.some_draw(data, due, unseen)
        self.was_here()
        self.look_at(self.record.draw(kinds))

    def some_draw(self, data: st.DataObject, due: Draw, unseen: int) -> list[str]:
        if due.again:
            return [data.draw(st.sampled_from(due.among)) for _ in range(due.count)]
        if due.owner and unseen == 0:
            return [UNSEEN] * due.count
        kinds = data.draw(st.permutations(due.among))[: due.count]
        if due.owner:
            return [UNSEEN if unseen == 2 and at % 2 else kind for at, kind in enumerate(kinds)]
        cases, shown = due.unseen, []  # what everybody sees is seen
        for kind in kinds:
            if kind == UNSEEN:
                kind = data.draw(st.sampled_from(may_be(cases, due.place)))
                cases = lots.shown(cases, due.place, kind)
            shown.append(kind)
        return shown

    @precondition(lambda self: not self.match.over)
    @rule(data=st.data(), nonsense=st.sampled_from(NONSENSE))
    def refuse(self, data: st.DataObject, nonsense: str) -> None:
        """A refused token changes nothing, and says why by a rule that exists."""
        seat = data.draw(st.sampled_from((*self.match.table.seats, "nobody")))  # type: ignore[attr-defined]
        if self.match.why_not(nonsense, seat) is None:
            return
        before = stored(self.match)
        with pytest.raises(Illegal) as refusal:
            self.match.answer(nonsense, seat)
        assert stored(self.match) == before
        why = self.match.why_not(nonsense, seat)
        assert why is not None
        assert (why.why, why.rule) == (refusal.value.why, refusal.value.rule)
        assert why.why.strip()
        assert why.rule in self.match.game.rulebook(self.match.table)
        if not why.private:
            self.names_nothing_hidden(why)

    def names_nothing_hidden(self, refusal: Illegal) -> None:
        """A refusal for everybody says nothing of what only some may know; a game that names pieces looks here."""

    @precondition(lambda self: isinstance(self.match.pending, Draw))
    @rule()
    def refuse_a_wrong_draw(self) -> None:
        due = self.match.pending
        assert isinstance(due, Draw)
        before = stored(self.match)
        for kinds in (("no_such_chip",) * due.count, (due.among[0],) * (due.count + 1)):
            if "?" in due.among and len(kinds) == due.count:
                continue
            with pytest.raises(Illegal):
                self.match.draw(kinds)
        assert stored(self.match) == before

    @precondition(lambda self: self.unseen_zone() is not None)
    @rule(data=st.data())
    def learn(self, data: st.DataObject) -> None:
        """Knowledge that comes late moves nothing, unless this is what the match waits for; a contradiction is
        refused."""
        found = self.unseen_zone()
        assert found is not None
        seat, place = found
        due = self.match.pending
        waited_for = isinstance(due, Draw) and due.seat == seat.name and not due.owner and set(due.among) == {UNSEEN}
        zone = f"{seat.name}.{place}"
        with pytest.raises(Illegal):
            self.match.learn(zone, ("no_such_chip",))
        before = {name: len(z.content) for name, z in self.match.game.zones(self.match.table).items()}
        self.was_here()
        events = self.record.learn(zone, (data.draw(st.sampled_from(may_be(seat.unseen, place))),))
        assert isinstance(events[0], Learnt)
        after = {name: len(z.content) for name, z in self.match.game.zones(self.match.table).items()}
        assert waited_for or before == after
        self.look_at(events)

    def unseen_zone(self) -> tuple[Any, str] | None:
        for seat in self.match.table.seats.values():  # type: ignore[attr-defined]
            for place in seat.places:
                if UNSEEN in getattr(seat, place):
                    return seat, place
        return None

    @rule()
    def store_and_go_on(self) -> None:
        """A restored match is the same match."""
        twin = Match.restore(stored(self.match))
        self.same(twin, self.match)
        self.remember(twin)

    @precondition(lambda self: not self.match.over)
    @rule(data=st.data(), steps=st.integers(5, 25))
    def play_on(self, data: st.DataObject, steps: int) -> None:
        """Far into a game, where the other rules alone seldom come."""
        for _ in range(steps):
            if isinstance(self.match.pending, Question):
                self.answer(data)
            elif isinstance(self.match.pending, Draw):
                self.draw(data, unseen=data.draw(st.sampled_from([0, 1, 1, 2])))

    @precondition(lambda self: self.record.point > 0)
    @rule(data=st.data(), far=st.booleans())
    def go_back(self, data: st.DataObject, far: bool) -> None:
        """At an earlier point everything is as it was, and nobody knows more than he knew there."""
        nearest = 0 if far else max(0, self.record.point - 4)
        point = data.draw(st.integers(nearest, self.record.point - 1))
        self.record.rewind(point, JUDGE)
        before, views = self.points[point]
        assert stored(self.match) == before
        assert [self.match.view(who).to_json() for who in self.audiences] == views
        self.went_back()

    def went_back(self) -> None:
        """For machines that remember something of their own."""
        self.dealt = self.match.table.phase != "setup" if hasattr(self.match.table, "phase") else True

    def corrections(self) -> st.SearchStrategy[Mapping[str, object]] | None:
        """Some changes that could be made to this table; a game that says some has its corrections tried."""
        return None

    @precondition(lambda self: self.corrections() is not None)
    @rule(data=st.data(), inside=st.sampled_from(["start", "end"]))
    def correct(self, data: st.DataObject, inside: str) -> None:
        """A correction that is taken leaves a match in which everything holds; one that is refused changes nothing."""
        changes = self.corrections()
        assert changes is not None
        before, entry = stored(self.match), data.draw(changes)
        self.was_here()
        events: tuple[Event, ...] = ()
        with suppress(Illegal):
            events = self.record.correct(entry, "judge", "to try it", inside=inside)
        if not events:
            assert stored(self.match) == before
            return
        assert events[0] == Corrected("judge", "to try it")
        self.look_at(events)
        self.went_back()

    @rule()
    def keep_the_record(self) -> None:
        """A stored record is played again to the same match."""
        twin = Record.from_json(json.loads(json.dumps(self.record.to_json())))
        self.same(twin.match, self.match)
        assert twin.line == self.record.line

    @rule(data=st.data(), steps=st.integers(1, 4))
    def copy_and_go_astray(self, data: st.DataObject, steps: int) -> None:
        """What a copy does leaves the original alone, and both would have done the same."""
        before = stored(self.match)
        first, second = self.match.copy(), self.match.copy()
        for _ in range(steps):
            if first.over:
                break
            self.one_step(data, first, second)
            self.same(first, second)
        assert stored(self.match) == before
        self.same(self.match.at_effect_start(), restore(before, at_effect_start=True))

    def one_step(self, data: st.DataObject, *twins: Match) -> None:
        pending = twins[0].pending
        if isinstance(pending, Draw):
            kinds = self.some_draw(data, pending, 1)
            results = [twin.draw(kinds) for twin in twins]
        else:
            seat = data.draw(st.sampled_from(twins[0].waiting_for))
            token = data.draw(st.sampled_from(twins[0].options(seat)))
            results = [twin.answer(token, seat) for twin in twins]
        assert results[0] == results[1]

    def same(self, one: Match, two: Match) -> None:
        assert one.pending == two.pending
        assert one.table == two.table
        assert one.waiting_for == two.waiting_for
        assert stored(one) == stored(two)

    # -- looking -----------------------------------------------------------------------------------------------

    def look_at(self, events: tuple[Event, ...]) -> None:
        """No event shows a hidden piece to whom it is hidden from."""
        sees = self.match.game.places.known_to
        for audience in self.audiences:
            for event in self.match.seen(events, audience):
                if isinstance(event, Moved):
                    may = sees(audience, event.source) or sees(audience, event.target)
                    assert may or event.piece == UNSEEN
                if isinstance(event, Forced):
                    assert event.seat == audience
        assert self.match.seen(events, JUDGE) == events
        self.has_rules(events)

    def has_rules(self, events: tuple[Event, ...]) -> None:
        """Whoever has to move something can be told the rule, and what to do."""
        game = self.match.game
        book = game.rulebook(self.match.table)
        for event in events:
            if isinstance(event, Moved):
                assert book[game.owes(event, events, self.asked)]
                assert game.words.owed(event.piece, event.count, event.source, event.target)

    @rule(data=st.data())
    def guess(self, data: st.DataObject) -> None:
        """Whatever is moved, the game may say what somebody wanted by it, or say nothing; nothing happens by that."""
        game, before = self.match.game, stored(self.match)
        zones = sorted(game.zones(self.match.table))
        where = game.places
        places = [
            *zones,
            "",
            *(where.out_of_sight(one.owner) for one in where.values() if not where.seen_by(TABLE, one.name)),
        ]
        place = st.sampled_from(places)
        kind = st.sampled_from([*game.box(), UNSEEN])
        moves = data.draw(st.lists(st.builds(Moved, kind, st.just(1), place, place), min_size=1, max_size=4))
        for attempt in game.attempts(self.match.table, moves):
            assert attempt.seat in self.match.table.seats  # type: ignore[attr-defined]
            assert attempt.token or (attempt.rule and attempt.why)
            assert not attempt.rule or game.rulebook(self.match.table)[attempt.rule]
            self.match.why_not(attempt.token, attempt.seat)
        with suppress(PositionError):
            assert game.relocated(self.match.table, moves)
        assert all(game.words.place(one) and game.words.pieces(move.piece) for one in places for move in moves)
        assert stored(self.match) == before

    @invariant()
    def one_thing_is_pending(self) -> None:
        pending = self.match.pending
        if pending is None:
            return
        if isinstance(pending, Draw):
            assert pending.count > 0
            assert pending.again or pending.count <= len(pending.among)
        else:
            assert pending.options
            assert all(options and len(set(options)) == len(options) for options in pending.options.values())
            assert pending.rule in self.match.game.rulebook(self.match.table)

    @invariant()
    def nothing_is_lost(self) -> None:
        if not self.dealt:  # decks come out of the box during set-up
            self.dealt = self.match.table.phase != "setup"  # type: ignore[attr-defined]
            self.before = self.pieces_now()
        assert self.pieces_now() == self.before

    @invariant()
    def views_keep_secrets(self) -> None:
        match, game = self.match, self.match.game
        truth = game.zones(match.table)
        for audience in self.audiences:
            view = match.view(audience)
            for name, shown in view.zones.items():
                zone, place = truth[name], game.places[name]
                if game.places.known_to(audience, name):
                    in_order = place.ordered or zone.at or isinstance(zone.content, Mapping)
                    assert shown == (zone.content if in_order else tuple(sorted(zone.content)))
                elif name in view.at:
                    assert shown == (UNSEEN,) * len(zone.content)
                else:
                    content = zone.content
                    assert shown == (sum(content.values()) if isinstance(content, Mapping) else len(content))
                assert view.at.get(name, ()) in ((), zone.at)
            assert set(view.zones) == set(game.places)
            assert set(view.options) <= {audience}
            json.dumps(view.to_json())
        judge = match.view(JUDGE)
        assert all(sorted(judge.zones[name]) == sorted(zone.content) for name, zone in truth.items())  # type: ignore[arg-type]
