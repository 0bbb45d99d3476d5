"""Books of cards: any that can be read is played to the end, and what a match plays with is kept in its set-up."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.players import find_player, play_out
from companion.rules import Match, Record, SeatSetup, Setup, new_match
from companion.rules.kernel.card_book import CardBook, read_book, read_card, read_toml
from companion.rules.kernel.card_steps import LARGEST_NUMBER, BookError, CardWords, acts_in
from companion.rules.kernel.card_toml import book_as_toml
from companion.rules.puzzle_strike_2 import setup as set_up
from companion.rules.puzzle_strike_2.cards.library import BANK_DECK, LIBRARY, deck_cards
from companion.rules.puzzle_strike_2.cards.vocabulary import VOCABULARY
from companion.rules.puzzle_strike_2.events import CardPlayed
from companion.rules.puzzle_strike_2.pile import COLOURS

MOST = 6_000
"""Far more steps than any match with a good book takes."""

# -- random books ------------------------------------------------------------------------------------------------


def phrases(words: CardWords) -> st.SearchStrategy[str]:
    """Any form of a phrase."""

    def filled(number: int, picks: list[int]) -> str:
        text, at = words.phrase.replace("{n}", str(max(words.least, number))), 0
        for name, known in VOCABULARY.kinds.items():
            if f"{{{name}}}" in text:
                text, at = text.replace(f"{{{name}}}", known[picks[at] % len(known)]), at + 1
        return text

    return st.builds(filled, st.integers(0, LARGEST_NUMBER), st.lists(st.integers(0, 9), min_size=2, max_size=2))


acts = st.sampled_from(VOCABULARY.verbs).flatmap(phrases)
conditions = st.sampled_from(VOCABULARY.conditions).flatmap(phrases)
reminders = st.just("by hand: clap your hands")


def lists(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(inner, min_size=1, max_size=4)


def around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(
        st.fixed_dictionaries({"if": conditions, "do": lists(inner)}, optional={"else": lists(inner)}),
        st.fixed_dictionaries({"may": lists(inner)}),
        st.fixed_dictionaries({"choose": st.lists(lists(inner), min_size=2, max_size=3)}),
        st.fixed_dictionaries({"repeat": st.integers(1, 3), "do": lists(inner)}),
    )


plain = st.one_of(acts, acts, acts, reminders)
texts = lists(st.one_of(plain, plain, around(plain), around(st.one_of(plain, around(plain)))))


def moments(when: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(VOCABULARY.moments[when]), texts, min_size=1, max_size=2)


rules = st.lists(st.sampled_from(sorted(VOCABULARY.rules)), max_size=2, unique=True)
cards = st.fixed_dictionaries(
    {"deck": st.just("practice"), "copies": st.integers(1, 3)},
    optional={
        "colour": st.sampled_from(COLOURS),
        "cost": st.integers(0, 3),
        "type": st.sampled_from(["creature", "crash", "block", "other"]),
        "defeat": st.just("blue 2"),
        "text": texts,
        "on": moments("on"),
        "while": moments("while"),
        "until_end_of_turn": moments("until_end_of_turn"),
        "rules": rules,
    },
)
decks = st.lists(cards, min_size=4, max_size=8)


def set_up_with(written: list[dict[str, Any]], seats: int = 2) -> Setup:
    """A match with these cards in the bank, and the usual ones to start with."""
    made = {f"card_{number}": read_card(f"card_{number}", card, VOCABULARY) for number, card in enumerate(written)}
    usual = set_up.match_book(LIBRARY, "practice", ["heron", "badger", "otter"])
    kept = CardBook("puzzle-strike-2", "random", {k: c for k, c in usual.items() if c.facts["deck"] != "practice"})
    players = tuple(map(SeatSetup, "ABC"[:seats], ("heron", "badger", "otter")))
    options = {"deck": "practice", "book": kept.with_cards(made).to_text()}
    return Setup("puzzle-strike-2", players, first="A", options=options)


@given(decks, st.integers(0, 99), st.sampled_from([2, 3]))
@settings(max_examples=25)
def test_any_book_that_can_be_read_is_played_to_the_end(written: list[dict[str, Any]], seed: int, seats: int) -> None:
    match = new_match(set_up_with(written, seats))
    play_out(match, {name: find_player("random") for name in "ABC"[:seats]}, Random(seed), at_most=MOST)
    assert match.over


@given(decks)
@settings(max_examples=25)
def test_a_book_that_was_written_is_read_again(written: list[dict[str, Any]]) -> None:
    book = CardBook(
        "puzzle-strike-2",
        "any",
        {f"card_{at}": read_card(f"card_{at}", one, VOCABULARY) for at, one in enumerate(written)},
    )
    again = read_toml(book_as_toml(book), VOCABULARY)
    assert {key: card.given for key, card in again.items()} == {key: card.given for key, card in book.items()}
    assert [card.said(VOCABULARY) for card in again.values()] == [card.said(VOCABULARY) for card in book.values()]


# -- errors ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({"text": ["krash"]}, 'card.tide.text.1: the step "krash" is not known. Did you mean "crash"?'),
        ({"text": ["draw 99"]}, 'card.tide.text.1: "draw 99": the number must be from 1 to 20'),
        ({"text": ["draw 0"]}, 'card.tide.text.1: "draw 0": the number must be from 1 to 20'),
        ({"text": "crash"}, ""),
        ({"text": 3}, 'card.tide.text: expected a list of steps, such as ["crash", "draw 2"]'),
        ({"text": ["crash"] * 13}, "card.tide.text: 13 steps are too many: at most 12 in a list"),
        ({"text": [{"if": "opend"}]}, 'card.tide.text.1.if: the condition "opend" is not known. Did you mean "op'),
        ({"text": [{"repeat": 21, "do": ["crash"]}]}, "card.tide.text.1.repeat: expected a number from 1 to 20"),
        ({"text": [{"choose": [["crash"]]}]}, "card.tide.text.1.choose: expected two lists of steps or more"),
        ({"text": [{"when": "opened"}]}, 'card.tide.text.1: "when" cannot stand around steps; known: if, do,'),
        ({"on": {"eaten": ["crash"]}}, "card.tide.on.eaten: there is no such moment; known: trashed, discarded,"),
        ({"colour": "red"}, "card.tide.colour: expected one of: purple, pink, blue, green"),
        ({"colour": "?"}, ""),
        ({"cost": "two"}, "card.tide.cost: expected a number from 0 to 9"),
        ({"defeat": "3 green"}, 'card.tide.defeat: expected a color and a number, such as "green 3"'),
        ({"rules": ["win"]}, 'card.tide.rules: there is no rule "win"; known:'),
        ({"prize": 1}, "card.tide.prize: this is not known of a card; known:"),
        ({"text": ["by hand:"]}, "card.tide.text.1: say after the colon what people have to do"),
        ({"trust": "sure"}, "card.tide.trust: expected one of:"),
    ],
)  # fmt: skip
def test_an_error_points_at_the_step_and_says_what_to_do(card: dict[str, object], message: str) -> None:
    data = {"book": {"form": 1, "game": "puzzle-strike-2"}, "card": {"tide": card}}
    if not message:
        assert "tide" in read_book(data, VOCABULARY)
        return
    with pytest.raises(BookError) as problem:
        read_book(data, VOCABULARY)
    assert str(problem.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[book", "this is not TOML"),
        ('[book]\nform = 2\ngame = "puzzle-strike-2"', "book.form: write form = 1"),
        ('[book]\nform = 1\ngame = "chess"', 'book.game: these are cards for "chess"'),
        (
            '[book]\nform = 1\ngame = "puzzle-strike-2"\n[card."Big One"]',
            "card.Big One: a card's key has small letters",
        ),
        ("[cards]\none = 1", "cards: a book has [book] and [card.KEY], nothing else"),
    ],
)
def test_an_error_of_the_whole_book_says_what_to_do(text: str, message: str) -> None:
    with pytest.raises(BookError) as problem:
        read_toml(text, VOCABULARY)
    assert str(problem.value).startswith(message)


# -- what comes with the program ---------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", ["practice", "grand_melee", "birthday_bash"])
def test_a_bank_deck_has_61_cards(deck: str) -> None:
    assert len(deck_cards(LIBRARY, deck)) == BANK_DECK


def test_the_practice_cards_use_the_whole_vocabulary() -> None:
    practice = [card for card in LIBRARY.values() if card.trust == "practice"]
    known = [card for card in LIBRARY.values() if card.taught]
    used = {act.words.phrase for card in known for steps in card.texts.values() for act in acts_in(steps)}
    wanted = {words.phrase for words in (*VOCABULARY.verbs, *VOCABULARY.conditions)}
    only_by_hand = {"stay in play"}
    assert wanted - used == only_by_hand
    assert {rule for card in practice for rule in card.rules | card.turn_rules} == set(VOCABULARY.rules)
    assert {moment for card in known for moment in card.texts} >= {
        "on:trashed", "on:discarded", "on:opened", "on:gained", "on:chain", "while:turn_begins", "while:you_crash",
        "while:you_drop", "while:you_open_a_present", "while:you_play_a_block_card",
        "until_end_of_turn:you_play_a_crash_card",
    }  # fmt: skip
    assert all(card.taught for card in practice)


def test_every_card_says_what_it_does_in_words() -> None:
    for card in LIBRARY.values():
        assert bool(card.said(VOCABULARY)) == card.taught


def test_every_practice_card_is_played() -> None:
    played: Counter[str] = Counter()
    for number in range(240):
        seats = tuple(map(SeatSetup, "ABCD", ("heron", "otter", "badger", "magpie")))
        mode = ("melee", "coop")[number % 2]
        match = new_match(Setup("puzzle-strike-2", seats, mode=mode, first="ABCD"[number % 4]))
        play_out(
            match,
            {name: find_player("random") for name in "ABCD"},
            Random(number),
            on_step=lambda _, step: played.update(one.card for one in step.events if isinstance(one, CardPlayed)),
        )
    wanted = {key for key, card in LIBRARY.items() if card.facts.get("deck") in ("practice", "starting")}
    assert {key for key in wanted if not played[key]} == set()


# -- what a match plays with -------------------------------------------------------------------------------------


def test_a_match_keeps_its_cards_and_needs_no_book_to_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what was taught during it comes back, by the answers of its record."""
    records = []
    for seed in range(12):
        deck = ("practice", "grand_melee", "birthday_bash")[seed % 3]
        setup = Setup("puzzle-strike-2", (SeatSetup("A", "grave"), SeatSetup("B", "jaina")), options={"deck": deck})
        match, chance = new_match(setup), Random(seed)
        record = Record(match, judged=True)
        while not record.match.over:
            one_step(record, chance)
        records.append((json.dumps(record.to_json()), record.match.snapshot()))
    monkeypatch.setattr(set_up, "LIBRARY", CardBook("puzzle-strike-2", "lost", {}))
    for stored, snapshot in records:
        again = Record.from_json(json.loads(stored))
        assert again.match.snapshot() == snapshot
        assert Match.restore(json.loads(json.dumps(snapshot))).snapshot() == snapshot


def one_step(record: Record, chance: Random) -> None:
    """Let chance answer."""
    from companion.rules import Draw

    match = record.match
    if isinstance(match.pending, Draw):
        record.draw(chance.sample(match.pending.among, match.pending.count))
    else:
        seat = match.waiting_for[0]
        record.answer(chance.choice(match.options(seat)), seat)
