"""What of an entry is for whom."""

from __future__ import annotations

from typing import Any

import pytest

from companion.arbiter.news import Committed
from companion.ledger import JUDGE, TABLE, Ledger, write_record
from companion.referee.acting import give
from companion.referee.entries import HIDDEN, entry_for, hides, input_in, opened, public_token, said_in, state_of
from companion.referee.inputs import Answered, Corrected, Input, Seen, Told
from companion.referee.outcome import Moment
from companion.referee.referee import Referee
from companion.rules import Draw, Match, Place, Places, Question, Said, SeatSetup, Setup
from companion.table.changes import Crowded, Doubled, Lifted, Tapped
from companion.table.layout import Layout, Pad, Spot, SpotRole
from companion.table.sightings import Uid
from tests.referee.games import Seen as SeenGame
from tests.referee.games import by_hand, say

CHIP, OTHER = Uid("04A1B2C3"), Uid("04D4E5F6")
LAYOUT = Layout(
    "",
    ("A", "B"),
    (
        Pad(
            1,
            "/dev/1",
            (
                Spot("1.0", SpotRole.TAP, "A.bag", beyond="A.hand", hidden=True),
                Spot("1.1", SpotRole.TAP, "A.played"),
                Spot("1.2", SpotRole.CELLS, "secret", cells=1, hidden=True),
            ),
        ),
    ),
)
PLACES = Places((Place("A.bag", "A", "bag"), Place("A.played", "A", "played"), Place("secret")))
BLIND = Question("keep", {"A": ("keep:combine", "keep:wound", "pass")}, "rule", blind="keep:?")
SEALED = Question("guess", {"A": ("guess:red",), "B": ("guess:red",)}, "rule", each=True, sealed=True)
OPEN = Question("action", {"A": ("play:combine", "done")}, "rule")


@pytest.mark.parametrize(
    ("one", "asked", "owner", "secret"),
    [
        (Seen(Tapped(CHIP, "1.0", 1.0, weight=3400), 1.0), OPEN, "A", {"uid": CHIP, "weight": 3400}),
        (Seen(Lifted(CHIP, "1.0", 1.0), 1.0), OPEN, "A", {"uid": CHIP}),
        (Seen(Crowded("1.0", (CHIP, OTHER), 1.0), 1.0), OPEN, "A", {"uids": [CHIP, OTHER]}),
        (Seen(Doubled(CHIP, ("1.1", "1.0"), 1.0), 1.0), OPEN, "A", {"uid": CHIP}),
        (Seen(Tapped(CHIP, "1.2", 1.0, weight=900), 1.0), OPEN, JUDGE, {"uid": CHIP, "weight": 900}),
        (Seen(Tapped(CHIP, "1.1", 1.0), 1.0), OPEN, "", {}),
        (Answered("A", "play:combine", 1.0), OPEN, "", {}),
        (Answered("A", "keep:combine", 1.0), BLIND, "A", {"token": "keep:combine"}),
        (Answered("A", "keep:?", 1.0), BLIND, "A", {"token": "keep:?"}),  # else it would tell that the other was named
        (Answered("A", "pass", 1.0), BLIND, "", {}),
        (Answered("B", "guess:red", 1.0), SEALED, "B", {"token": "guess:red"}),
        (Corrected(("A", "B"), {"x": 1}, "why", 1.0), OPEN, JUDGE, {"changes": {"x": 1}}),
    ],
)
def test_what_is_hidden_from_whom(one: Input, asked: Question, owner: str, secret: dict[str, Any]) -> None:
    assert hides(one, LAYOUT, PLACES, asked) == (owner, tuple(secret))
    payload = entry_for(one, (), LAYOUT, PLACES, asked)
    assert payload.get(HIDDEN, {}) == ({"owner": owner, **secret} if owner else {})
    assert not secret.keys() & payload.keys()
    assert input_in(payload) == one


def test_what_was_said_in_secret_stands_in_the_hidden_part() -> None:
    one = Answered("A", "guess:red", 1.0)
    said = [Said("answer", "A", "guess:red"), Said("draw", "", ("?",))]
    payload = entry_for(one, said, LAYOUT, PLACES, SEALED)
    assert payload["said"] == [["answer", "A", None], ["draw", "", ["?"]]]
    assert payload[HIDDEN] == {"owner": "A", "token": "guess:red", "said": ["guess:red"]}
    assert said_in(payload) == said
    assert said_in({**payload, HIDDEN: None}) == [None, said[1]]
    assert opened(payload)[1] == ["guess:red"]


@pytest.mark.parametrize("rows", ["answer", [["answer", "A"]], [3]])
def test_said_that_is_no_list_of_it(rows: object) -> None:
    with pytest.raises(ValueError, match="`said`"):
        said_in({"said": rows})


@pytest.mark.parametrize("hidden", [{}, {HIDDEN: {"owner": "A"}}, {HIDDEN: {"owner": "A", "said": []}}])
def test_said_leaves_nothing_out_that_is_not_hidden(hidden: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="`null` in `said`"):
        said_in({"said": [["answer", "A", None]], **hidden})
    with pytest.raises(ValueError, match="hidden part has words"):
        said_in({"said": [], HIDDEN: {"owner": "A", "said": ["guess:red"]}})


def test_one_of_several_hidden_parts_is_kept_back() -> None:
    payload = {"said": [["answer", "A", None]], HIDDEN: [{"owner": "B"}, None]}
    assert said_in(payload) == [None]


@pytest.mark.parametrize(
    ("token", "public"),
    [("keep:combine", "keep:?"), ("keep:?", "keep:?"), ("pass", "pass"), ("keep:moon", "keep:moon"), ("x", "x")],
)
def test_a_piece_that_nobody_else_saw_is_not_named(token: str, public: str) -> None:
    class Waiting(Match):
        __slots__ = ()
        pending = BLIND

        def accepts(self, token: str, seat: str) -> str | None:
            return token if token in (*BLIND.options[seat], BLIND.blind) else None

    assert public_token(object.__new__(Waiting), Answered("A", token, 1.0)) == public


# -- in games ------------------------------------------------------------------------------------------------------


def test_the_table_never_reads_which_chips_were_drawn(ledger: Ledger, seen: SeenGame) -> None:
    referee = seen.begin(ledger)
    for one in seen.inputs:
        referee.step(one)
    drawn = {
        one.change.uid
        for one in seen.inputs
        if isinstance(one, Seen)
        and isinstance(one.change, Tapped)
        and referee.beginning.layout.spot(one.change.reader).hidden
    }
    open_ = {
        one.change.uid
        for one in seen.inputs
        if isinstance(one, Seen)
        and isinstance(one.change, Tapped | Lifted)
        and not referee.beginning.layout.spot(one.change.reader).hidden
    }
    assert len(drawn) > 10
    public = write_record(referee.saving.game, TABLE)
    assert not [uid for uid in drawn - open_ if uid in public]
    own, others = (write_record(referee.saving.game, seat) for seat in ("A", "B"))
    assert all((uid in own) != (uid in others) for uid in drawn - open_)
    assert all(uid in write_record(referee.saving.game, JUDGE) for uid in drawn)


def test_what_all_may_see_is_the_same_whatever_was_drawn(seen: SeenGame) -> None:
    """Two chips that nobody saw openly change places: nothing that the table is told differs."""
    start = seen.beginning
    shown = {
        one.change.uid
        for one in seen.inputs
        if isinstance(one, Seen)
        and hasattr(one.change, "uid")
        and not start.layout.spot(getattr(one.change, "reader", "1.0")).hidden
    }
    hidden = [uid for uid in start.kinds if uid not in shown]
    zones = start.arbiter().twin.whereabouts
    pair = next(
        (one, two)
        for one in hidden
        for two in hidden
        if zones(one).zones == zones(two).zones and start.kinds[one] != start.kinds[two]
    )
    swapped = {**start.kinds, pair[0]: start.kinds[pair[1]], pair[1]: start.kinds[pair[0]]}
    states = []
    for kinds in (start.kinds, swapped):
        arbiter = type(start)(start.setup, start.layout, kinds, start.twin, start.judged).arbiter()
        told = []
        for one in seen.inputs:
            give(arbiter, one)
            told.append([arbiter.asked, arbiter.rulings.open, arbiter.todo(), arbiter.take_news()])
        states.append((told, state_of(arbiter.match)))
    assert states[0] == states[1]


def test_sealed_answers_stay_sealed(ledger: Ledger) -> None:
    """The last guess of the sample game, in which everybody picks in secret."""
    setup = Setup("beacons", tuple(map(SeatSetup, "NESW")))
    referee = by_hand(ledger, setup=setup)
    published: list[Moment] = []
    referee.subscribe("a display", published.append)
    guess = play_to_the_guess(referee)
    seats = referee.arbiter.match.waiting_for
    for seat in seats[:-1]:
        assert referee.step(Answered(seat, guess, referee.now + 1.0)).accepted
        assert [new.said.what for new in published[-1].news if isinstance(new, Committed)] == ["hidden"]
        assert guess not in repr(published[-1].view)
        assert guess not in referee.saving.game.last.public.text
    say(referee, seats[-1], guess)
    resumed = Referee.resume(ledger, 1)
    assert resumed.arbiter.match.view(JUDGE) == referee.arbiter.match.view(JUDGE)
    assert resumed.troubles == []


def play_to_the_guess(referee: Referee) -> str:
    """Whatever is asked first, until all pick in secret; the first guess there."""
    while True:
        match = referee.arbiter.match
        due = match.pending
        if isinstance(due, Draw):
            assert referee.step(Told(due.seat, due.among[: due.count], referee.now + 1.0)).accepted
            continue
        seat = match.waiting_for[0]
        token = match.options(seat)[0]
        if isinstance(due, Question) and due.sealed:
            return token
        say(referee, seat, token)
