"""The same public moves with different hidden cards look the same to everybody else.

Two matches differ only in what South drew. North plays the same in both, South what both allow. Until a card of South's
shows, the table and North see the same, at the same moments. And for each verb that looks into a hand or a deck:
whether what it looks for is there shows to nobody before its owner says so.
"""

from __future__ import annotations

import random

import pytest

from companion.rules import TABLE, UNSEEN, Draw, Event, Match, Moved, Question, SeatSetup, Setup, new_match
from companion.rules.kernel.lots import may_be
from companion.rules.puzzle_strike_2 import GAME

LOOKERS = (TABLE, "North")
CAST = ("heron", "badger", "magpie", "otter", "jaina")
HIDDEN = ("South.hand", "South.deck")


def begin(seed: int) -> tuple[Match, Match]:
    cast = random.Random(seed).sample(CAST, 2)
    seats = (SeatSetup("North", cast[0]), SeatSetup("South", cast[1]))
    setup = Setup("puzzle-strike-2", seats, mode="duel", first="North")
    return new_match(setup), new_match(setup)


def what_is_seen(match: Match, events: tuple[Event, ...]) -> list[object]:
    board = match.game.words.board
    return [(view, board(view), match.seen(events, view.audience)) for view in map(match.view, LOOKERS)]


def shows_a_hidden_card_of_south(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, Moved) and event.source in HIDDEN and event.target not in HIDDEN for event in events)


def one_input(
    one: Match, two: Match, chance: random.Random, unseen: float
) -> tuple[tuple[Event, ...], tuple[Event, ...]] | None:
    """The same public input to both; South's draws differ. None when there is none that both would take."""
    pending = one.pending
    if isinstance(pending, Draw):
        assert isinstance(two.pending, Draw)
        mine = tuple(chance.sample(pending.among, pending.count))
        theirs = mine
        if pending.owner == "South":
            theirs = tuple(chance.sample(two.pending.among, two.pending.count))
        elif sorted(pending.among) != sorted(two.pending.among) or (not pending.owner and UNSEEN in mine):
            return None
        if pending.owner:
            hide = [chance.random() < unseen for _ in mine]
            mine, theirs = (
                tuple(UNSEEN if hidden else kind for kind, hidden in zip(kinds, hide, strict=True))
                for kinds in (mine, theirs)
            )
        return one.draw(mine), two.draw(theirs)
    assert isinstance(pending, Question)
    seat = chance.choice(pending.seats)
    common = [token for token in one.options(seat) if token in two.options(seat)]
    if not common:
        return None
    token = chance.choice(common)
    return one.answer(token, seat), two.answer(token, seat)


def told_late(one: Match, two: Match, chance: random.Random) -> None:
    """An unseen card of South's hand is told in both, in each another one perhaps; nobody else notices anything."""
    pairs = [(match, match.table.seats["South"]) for match in (one, two)]  # type: ignore[attr-defined]
    if all(UNSEEN in seat.hand for _, seat in pairs):
        told = [match.learn("South.hand", (chance.choice(may_be(seat.unseen, "hand")),)) for match, seat in pairs]
        assert what_is_seen(one, told[0]) == what_is_seen(two, told[1])


@pytest.mark.parametrize("unseen", [0, 0.5, 1])
@pytest.mark.parametrize("seed", range(60))
def test_nobody_can_tell_hidden_cards_from_public_faces(seed: int, unseen: float) -> None:
    chance, (one, two), steps = random.Random(seed), begin(seed), 0
    while not one.over:
        if chance.random() < 0.2:
            told_late(one, two, chance)
        happened = one_input(one, two, chance, unseen)
        if happened is None:
            break
        steps += 1
        if any(map(shows_a_hidden_card_of_south, happened)):
            break
        assert what_is_seen(one, happened[0]) == what_is_seen(two, happened[1])
    assert steps > 2


def at(south: dict[str, object], card: str, text: object) -> Match:
    """A match in which it is South's turn, with a card of this text in hand."""
    given = {
        "ask": "choices",
        "book": {card: {"cost": 0, "text": text}},
        "seats": {"North": {"scepter": True, "hand": ["swap"]}, "South": {"pile": ["pink", "blue"], **south}},
        "bank": {"row": ["pink", "blue", "green", "purple", "green"], "deck": ["blue"] * 9},
        "turn": {"seat": "South"},
    }
    return Match(GAME, *GAME.position(given))


CARD = "second_wind"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (["trash wound from hand"], "wound"),
        (["trash card from hand"], "swap"),
        ([{"may": ["trash wound from hand"]}], "wound"),
    ],
    ids=str,
)
def test_what_a_step_looks_for_may_be_in_the_hand_or_not(text: object, wanted: str) -> None:
    """The owner is asked in any case; a character's card can be neither a wound nor trashed."""
    matches = [
        at({"character": "jaina", "hand": [CARD, hand], "deck": [deck]}, CARD, text)
        for hand, deck in ((wanted, "jaina_unstable_power"), ("jaina_unstable_power", wanted))
    ]
    happened = [match.answer(f"play:{CARD}", "South") for match in matches]
    assert what_is_seen(matches[0], happened[0]) == what_is_seen(matches[1], happened[1])
    if matches[0].pending is not None and matches[0].pending.what == "may":  # type: ignore[union-attr]
        happened = [match.answer("choose:do", "South") for match in matches]
        assert what_is_seen(matches[0], happened[0]) == what_is_seen(matches[1], happened[1])
    assert "none" not in matches[0].options("South")
    assert matches[1].options("South") == ("none",)


@pytest.mark.parametrize(
    "step",
    [
        "draw 1",
        "draw 3",
        "discard 1",
        "discard 2",
        "swap 1",
        "crash",
        "deep crash",
        "block 2",
        "take card",
        "top card",
        "gain card",
        "opponent antes 1",
        "add chosen 1",
        "destroy chosen 1",
        "super purify",
        "super trickshot",
        "super energize",
        "drop",
        "by hand: say something",
        "trash this",
        "take scepter",
        "end action phase",
        "wound 1",
    ],
)
def test_no_step_tells_two_hands_apart(step: str) -> None:
    """Two hands of the same cards, held or not yet drawn: everybody else sees the same, whatever the step asks."""
    matches = [
        at({"hand": [CARD, *hand], "deck": deck, "incoming": 2}, CARD, [step])
        for hand, deck in (
            (["crash_gem", "swap"], ["basic_block", "wound", "hammer_blow"]),
            (["basic_block", "wound"], ["crash_gem", "swap", "hammer_blow"]),
        )
    ]
    happened = [match.answer(f"play:{CARD}", "South") for match in matches]
    assert what_is_seen(matches[0], happened[0]) == what_is_seen(matches[1], happened[1])
    pending = matches[0].pending
    if isinstance(pending, Draw):
        happened = [match.draw((UNSEEN,) * pending.count) for match in matches]
        assert what_is_seen(matches[0], happened[0]) == what_is_seen(matches[1], happened[1])


@pytest.mark.parametrize("step", ["opponent discards 1", "opponent discards 2"])
def test_no_step_tells_an_opponents_hands_apart(step: str) -> None:
    matches = []
    for hand, deck in ((["crash_gem", "swap"], ["wound"]), (["wound", "swap"], ["crash_gem"])):
        given = {
            "ask": "choices",
            "book": {CARD: {"cost": 0, "text": [step]}},
            "seats": {"North": {"hand": [CARD]}, "South": {"scepter": True, "hand": hand, "deck": deck}},
            "bank": {"row": ["pink", "blue", "green", "purple", "green"], "deck": ["blue"]},
        }
        matches.append(Match(GAME, *GAME.position(given)))
    happened = [match.answer(f"play:{CARD}", "North") for match in matches]
    assert what_is_seen(matches[0], happened[0]) == what_is_seen(matches[1], happened[1])


def test_a_present_out_of_unseen_cards_is_drawn_for_all_to_see() -> None:
    """What is opened is told as a draw of the deck, not as a card of the hand."""
    south: dict[str, object] = {"hand": [CARD, "?"], "deck": ["?"], "unseen": ["crash_gem", "swap"]}
    match = at(south, CARD, ["present 1"])
    match.answer(f"play:{CARD}", "South")
    pending = match.pending
    assert isinstance(pending, Draw)
    assert (pending.source, pending.owner, pending.target) == ("South.deck", "", "South.played")
    match.draw(("crash_gem",))
    assert match.table.seats["South"].known("hand") == ("swap",)  # type: ignore[attr-defined]
