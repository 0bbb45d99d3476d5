"""The table as a board, and in a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.kernel import View
from companion.rules.kernel.board import Board, Heap, Number, Panel, Piece, Row, Stack, Stacks, Token, Total
from companion.rules.kernel.plain_board import heap
from companion.rules.puzzle_strike_2.pile import COLOURS, SAFE
from companion.rules.puzzle_strike_2.printed import COSTS
from companion.rules.puzzle_strike_2.table import DIAMOND, DRAGON, zone_names

if TYPE_CHECKING:
    from companion.rules.puzzle_strike_2.words import PuzzleStrike2Words

NUMBERS = {"incoming": "Incoming", "actions": "Actions", "buy_change": "Buy cost change"}
HEAPS = {
    "played": "On the table",
    "creature": "Creature",
    "hand": "Hand",
    "top": "On top of the deck",
    "deck": "Deck",
    "discard": "Discard pile",
}
QUIET = ("deck", "discard", "top")
PILE = "Gem pile"
GEMS = "Gems"
METER = "{colour} meter"
HOLDS = "holds the scepter"
HAS_DIAMOND = "has a diamond"
SCORE = "Score"
BANK = "Bank"
COST = "cost {cost}"
ANTE_SLOT = "ante"
ANTE_UPS = "Ante Ups"
LEFT_IN_DECK = "Cards in the bank's deck"
WOUNDS_LEFT = "Wounds"
DRAGON_PANEL = "The Dragon"
POWER = "Power"
HEADLINE = "Turn {turns}: {turn}, {phase} phase"
SETUP = "The game is being set up."
OVER = "Won by: {winners}."
PHASES = {
    "ante": "ante",
    "action": "action",
    "buy": "buy",
    "draw": "draw",
    "command": "command",
    "block": "block",
    "send": "send",
}


def board(words: PuzzleStrike2Words, view: View) -> Board:
    """The whole board, as this view may know it."""
    shared = [Panel("bank", words.say(BANK), bank(words, view))]
    if "dragon.power" in view.facts:
        shared.append(Panel(DRAGON, words.say(DRAGON_PANEL), dragon(words, view)))
    seats = tuple(seat_panel(words, view, seat) for seat in view.seats)
    return Board(headline(words, view), seats, tuple(shared), over=bool(view.facts["winner"]))


def headline(words: PuzzleStrike2Words, view: View) -> str:
    """Whose turn it is, or who has won."""
    facts = view.facts
    winners = facts["winners"]
    if winners:
        assert isinstance(winners, tuple | list)
        return words.say(OVER).format(winners=", ".join(map(words.person, winners)))
    if facts["phase"] == "setup":
        return words.say(SETUP)
    phase = words.say(PHASES[str(facts["phase"])])
    return words.say(HEADLINE).format(turns=facts["turns"], turn=words.person(str(facts["turn"])), phase=phase)


def seat_panel(words: PuzzleStrike2Words, view: View, seat: str) -> Panel:
    """What belongs to a seat."""
    facts, names = view.facts, zone_names(seat)
    gems = int(str(facts[f"{seat}.gems"]))
    pile = view.zones[names["pile"]]
    assert isinstance(pile, tuple)
    found: list[Piece] = [
        Total(words.say(GEMS), gems, SAFE + 1, SAFE - 2, place=names["pile"]),
        Row(words.say(PILE), tuple(map(words.chip, pile)), place=names["pile"]),
    ]
    if facts["scepter"] == seat:
        found.append(Token(words.say(HOLDS)))
    if facts[f"{seat}.{DIAMOND}"]:
        found.append(Token(words.say(HAS_DIAMOND)))
    if int(str(facts[f"{seat}.score"])) >= 0:
        found.append(Number(words.say(SCORE), str(facts[f"{seat}.score"]), "gold"))
    found += [
        Number(words.say(label), str(facts[f"{seat}.{fact}"]))
        for fact, label in NUMBERS.items()
        if facts[f"{seat}.{fact}"] or fact == "incoming"
    ]
    found += [
        Number(
            words.say(METER).format(colour=words.say(colour)), f"{facts[f'{seat}.{colour}']}/4", words.chip(colour).tone
        )
        for colour in COLOURS
    ]
    found += [seat_heap(words, view, seat, place) for place in HEAPS]
    busted = facts["busted"]
    assert isinstance(busted, tuple | list)
    character = str(facts[f"{seat}.character"])
    return Panel(seat, seat, tuple(found), words.say(character.capitalize()), facts["turn"] == seat, out=seat in busted)


def seat_heap(words: PuzzleStrike2Words, view: View, seat: str, place: str) -> Heap:
    """One of the places of a seat."""
    name = zone_names(seat)[place]
    content, label = view.zones[name], words.say(HEAPS[place])
    if isinstance(content, int):
        return Heap(label, hidden=content, place=name, hand=place == "hand", quiet=place in QUIET)
    assert isinstance(content, tuple)
    return heap(label, content, words.chip, main=place == "hand")._replace(
        place=name, hand=place == "hand", quiet=place in QUIET
    )


def bank(words: PuzzleStrike2Words, view: View) -> tuple[Piece, ...]:
    """The row with its costs, what is left of the deck, and the wounds."""
    row = view.zones["row"]
    assert isinstance(row, tuple)
    stacks = tuple(
        Stack(
            words.chip(kind),
            words.say(COST).format(cost=COSTS[slot]),
            words.say(ANTE_SLOT) if slot == len(COSTS) - 1 else "",
            str(slot + 1),
        )
        for slot, kind in enumerate(row)
    )
    wounds, deck = view.zones["wounds"], view.zones["deck"]
    assert not isinstance(wounds, int)
    assert not isinstance(wounds, tuple)
    left = deck if isinstance(deck, int) else len(deck)
    return (
        Stacks(words.say(BANK), stacks, "row"),
        Number(words.say(ANTE_UPS), str(view.facts["ante_ups"])),
        Number(words.say(LEFT_IN_DECK), str(left)),
        Number(words.say(WOUNDS_LEFT), str(sum(wounds.values()))),
    )


def dragon(words: PuzzleStrike2Words, view: View) -> tuple[Piece, ...]:
    """The Dragon's power and tokens."""
    incoming = int(str(view.facts["dragon.incoming"]))
    return (
        Total(words.say(NUMBERS["incoming"]), incoming, SAFE + 1, SAFE - 2),
        Number(words.say(POWER), str(view.facts["dragon.power"]), "gold"),
    )


def picture(words: PuzzleStrike2Words, view: View) -> list[str]:
    """The table in a few lines."""
    row = view.zones["row"]
    assert isinstance(row, tuple)
    lines = [words.say("Bank: {cards}").format(cards=", ".join(map(words.named, row)))]
    if "dragon.power" in view.facts:
        lines.append(
            words.say("The Dragon: power {power}, incoming {incoming}").format(
                power=view.facts["dragon.power"], incoming=view.facts["dragon.incoming"]
            )
        )
    for seat in view.seats:
        lines += seat_lines(words, view, seat)
    return lines


def seat_lines(words: PuzzleStrike2Words, view: View, seat: str) -> list[str]:
    """A seat in a few lines."""
    facts, names = view.facts, zone_names(seat)
    pile = view.zones[names["pile"]]
    assert isinstance(pile, tuple)
    holds = f" [{words.say(HOLDS)}]" if facts["scepter"] == seat else ""
    lines = [
        words.say("{seat}: pile {pile} ({gems} gems), incoming {incoming}").format(
            seat=seat, pile=" ".join(map(words.say, pile)) or "-", gems=len(pile), incoming=facts[f"{seat}.incoming"]
        )
        + holds
    ]
    meters = ", ".join(f"{words.say(colour)} {facts[f'{seat}.{colour}']}/4" for colour in COLOURS)
    lines.append(f"  {words.say('meters')}: {meters}")
    for place, label in HEAPS.items():
        content = view.zones[names[place]]
        if content:
            cards = str(content) if isinstance(content, int) else ", ".join(map(words.named, content))
            lines.append(f"  {words.say(label)}: {cards}")
    return lines
