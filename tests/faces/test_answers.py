"""Each answer of a seat is a button in one place, and two taps are enough for any of them."""

from __future__ import annotations

from companion.faces.answers import MANY, Answers, answers_of
from companion.faces.screen import Choice, Own, Screen
from companion.rules.kernel.board import Aim, Board, Heap, Number, Panel, PieceGroup, Stack, Stacks
from companion.rules.puzzle_strike.looks import chip
from companion.rules.puzzle_strike.names import NAMES

KINDS = ("crash_gem", "combine", "wound", "gem_1", "gem_2")


def answers(*may: Choice) -> Answers:
    hand = Heap("Hand", tuple(chip(NAMES, kind) for kind in KINDS), 2, place="A.hand", hand=True)
    prices = {"gem_4": "$7", "wound": "$0", "gem_1": "$1", "combine": "$4"}
    bank = Stacks("Bank", tuple(Stack(chip(NAMES, kind), price) for kind, price in prices.items()), "bank")
    board = Board("", (Panel("A", "A", (Number("Money", "$4", "gold", "$"), hand)),), (Panel("bank", "Bank", (bank,)),))
    screen = Screen("A", 1, "", board, None, (), (), (), own=Own("A", may, "", "Buy?"))
    return answers_of(screen, "asked", "own")


def choice(token: str, *aims: Aim) -> Choice:
    return Choice(token, token, aims)


def test_a_chip_of_the_hand_is_its_own_button() -> None:
    found = answers(choice("play:combine", Aim("A.hand", "combine")), choice("done"))
    assert [(one.chip.kind, one.offered.choice.token) for one in found.held if one.offered] == [
        ("combine", "play:combine")
    ]
    assert [one.choice.token for one in found.plain] == ["done"]
    assert (found.others, found.groups, found.sale, found.hidden) == ((), (), (), 2)


def test_a_chip_with_two_answers_is_no_button() -> None:
    both = (choice("trash:wound", Aim("A.hand", "wound")), choice("play:wound", Aim("A.hand", "wound")))
    found = answers(*both)
    assert not any(one.offered for one in found.held)
    assert [one.choice for one in found.others] == list(both)


def test_what_is_for_sale_is_sorted_by_price_and_the_wound_is_last() -> None:
    kinds = ("wound", "gem_1", "combine")
    found = answers(*(choice(f"buy:{kind}", Aim("bank", kind)) for kind in kinds))
    assert [one.stack.chip.kind for one in found.sale] == ["combine", "gem_1", "wound"]
    assert [one.stack.chip.kind for one in found.dear] == ["gem_4"]
    assert [one.value for one in found.numbers] == ["$4"]


def test_nothing_is_for_sale_where_nothing_can_be_bought() -> None:
    found = answers(choice("done"))
    assert (found.sale, found.dear) == ((), ())


def test_many_answers_are_grouped_by_the_chip_that_they_name_first() -> None:
    pairs = [(one, two) for at, one in enumerate(KINDS) for two in KINDS[at:]]
    found = answers(*(choice(f"trash:{a}+{b}", Aim("A.hand", a), Aim("A.hand", b)) for a, b in pairs))
    assert len(pairs) > MANY
    assert not found.others
    assert [group.chip.kind for group in found.groups] == list(KINDS)
    assert [one.choice.token for group in found.groups for one in group.offered] == [f"trash:{a}+{b}" for a, b in pairs]


def test_an_answer_about_a_chip_that_nobody_sees_has_a_button() -> None:
    found = answers(choice("play:roundhouse", Aim("A.hand", "roundhouse")))
    assert [one.choice.token for one in found.others] == ["play:roundhouse"]
    assert found.others[0].chips == ()


def test_pieces_of_no_game_in_particular() -> None:
    hand = Heap("Hand", (PieceGroup("oar", "Oar"),), place="boat", hand=True)
    board = Board("", (Panel("A", "A", (hand,)),), ())
    own = Own("A", (choice("row", Aim("boat", "oar")),), "", "Row?")
    found = answers_of(Screen("A", 1, "", board, None, (), (), (), own=own), "asked", "own")
    assert found.held[0].offered
    assert found.held[0].offered.mark == "own"
