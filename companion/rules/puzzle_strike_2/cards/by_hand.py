"""A card that nobody has taught: its players say step by step what it does, by the words of the vocabulary.

Nothing is skipped and nothing is guessed. Each step is carried out like that of any card; all of it is said aloud. At
the end people may let the companion remember the steps as the card's text.
"""

from __future__ import annotations

from functools import cache

from companion.rules.kernel import Steps
from companion.rules.kernel.card_steps import MOST_STEPS, CardAct, Vocabulary
from companion.rules.puzzle_strike_2 import bank
from companion.rules.puzzle_strike_2 import events as ev
from companion.rules.puzzle_strike_2.play import CardInPlay, Strike
from companion.rules.puzzle_strike_2.table import PileSeat

DONE = "done"
REMEMBER = "choose:remember"
FORGET = "choose:forget"
RULE = "cards-by-hand"


def carry_out(play: Strike, me: PileSeat, card: CardInPlay, reminder: str = "") -> Steps[None]:
    """Take step by step what a card does; then ask whether to remember it, unless it was a reminder in its text."""
    play.log.append(ev.ByHandBegan(me.name, card.kind, reminder))
    options = offered(play.vocabulary)
    taken: list[str] = []
    while len(taken) < MOST_STEPS:
        token = yield from play.ask(me, "do", options, card.kind, RULE, also=("pass",), aloud=("do", DONE))
        if token == DONE:
            break
        act = play.vocabulary.act(written(token), card.kind)
        yield from act.words.run(play, me, card, *act.taken)
        taken.append(act.text)
    if taken and not reminder and not play.book[card.kind].taught:
        token = yield from play.ask(me, "remember", (REMEMBER, FORGET), card.kind, RULE, aloud=("choose",))
        if token == REMEMBER:
            bank.teach(play, card.kind, "text", taken)


@cache
def offered(vocabulary: Vocabulary) -> tuple[str, ...]:
    """What players may say.

    >>> from companion.rules.puzzle_strike_2.cards.vocabulary import VOCABULARY
    >>> offered(VOCABULARY)[:2]
    ('do:swap_1', 'do:deep_swap_1')
    """
    samples = (sample.replace(" ", "_") for words in vocabulary.verbs for sample in words.samples)
    return (*(f"do:{sample}" for sample in samples), DONE)


def written(token: str) -> str:
    """The step that a token names.

    >>> written("do:opponent_antes_1")
    'opponent antes 1'
    """
    return token.removeprefix("do:").replace("_", " ")


def act_of(vocabulary: Vocabulary, token: str) -> CardAct:
    """The step of a token, to say it in words."""
    return vocabulary.act(written(token), token)
