"""The steps of a card's text: words with numbers out of a closed list, and what stands around them.

A step is written as a text (`draw 2`), or as a mapping around other steps: `if` a condition holds `do` these (`else`
those), one `may` do these, `choose` one of these lists, `repeat` them. Which words there are, each game says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

from companion.rules.kernel.sentences import Say, in_english

MOST_STEPS: Final = 12
"""How many steps a list may have."""
DEEPEST: Final = 4
"""How many lists may stand in each other."""
MOST_REPEATS: Final = 20
LARGEST_NUMBER: Final = 20
AROUND: Final = ("if", "do", "else", "may", "choose", "repeat")

NUMBER: Final = r"(\d{1,2})"


class BookError(ValueError):
    """A book of cards that cannot be read: where, and what to do about it."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message


@dataclass(frozen=True)
class CardWords:
    """A phrase of a vocabulary: `block {n}`. What it does, or whether it holds, the game keeps under `phrase`."""

    phrase: str
    says: str
    """The same in a sentence, with the same names in braces."""
    run: Callable[..., Any]
    least: int = 1
    """The smallest number that it takes."""
    samples: tuple[str, ...] = ()
    """The ways in which players may say it when they carry a card out by hand."""

    @property
    def head(self) -> str:
        """The phrase without its numbers, to compare misspelt ones with."""
        return " ".join(word for word in self.phrase.split() if "{" not in word)


@dataclass(frozen=True)
class CardAct:
    """One phrase with its numbers and words."""

    words: CardWords
    taken: tuple[int | str, ...] = ()
    text: str = ""
    """As it was written."""


@dataclass(frozen=True)
class CardReminder:
    """A step for people: what they have to do in their own words."""

    text: str


@dataclass(frozen=True)
class CardWhen:
    """Steps under a condition."""

    condition: CardAct
    do: CardSteps
    otherwise: CardSteps = ()


@dataclass(frozen=True)
class CardMay:
    """Steps that one may carry out, all of them or none."""

    do: CardSteps


@dataclass(frozen=True)
class CardPick:
    """Lists of steps of which one is chosen."""

    lists: tuple[CardSteps, ...]


@dataclass(frozen=True)
class CardRepeat:
    """Steps carried out several times."""

    times: int
    do: CardSteps


CardStep: TypeAlias = CardAct | CardReminder | CardWhen | CardMay | CardPick | CardRepeat
CardSteps: TypeAlias = tuple[CardStep, ...]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """All words that the cards of a game may use: a closed list."""

    game: str
    verbs: tuple[CardWords, ...]
    conditions: tuple[CardWords, ...]
    kinds: Mapping[str, tuple[str, ...]]
    """What may stand for a name in braces, other than a number: {"colour": ("red", "blue")}."""
    moments: Mapping[str, tuple[str, ...]]
    """The moments at which a text may act, by what it is `on`, `while` or `until_end_of_turn`."""
    rules: Mapping[str, str]
    """The switches that a card may turn, each with its sentence."""
    facts: Mapping[str, Callable[[object], object]]
    """What is printed on a card; each reads a value, or raises `ValueError` with what was expected."""
    _found: dict[tuple[str, str], CardAct] = field(default_factory=dict, compare=False)

    def act(self, text: str, path: str, what: str = "step") -> CardAct:
        """Read one phrase. Raises `BookError`."""
        key = (what, text)
        if key not in self._found:
            self._found[key] = self._read(text, path, what)
        return self._found[key]

    def _read(self, text: str, path: str, what: str) -> CardAct:
        known = self.verbs if what == "step" else self.conditions
        said = " ".join(text.split())
        for words in known:
            match = re.fullmatch(self._pattern(words.phrase), said)
            if match:
                taken = tuple(int(one) if one.isdecimal() else one for one in match.groups())
                for number in taken:
                    if isinstance(number, int) and not words.least <= number <= LARGEST_NUMBER:
                        raise BookError(path, f'"{text}": the number must be from {words.least} to {LARGEST_NUMBER}')
                return CardAct(words, taken, said)
        bare = " ".join(word for word in said.split() if not word.lstrip("+-").isdecimal())
        near = get_close_matches(bare, [words.head for words in known], n=1, cutoff=0.5)
        like = next((words.phrase for words in known if near and words.head == near[0]), "")
        hint = f'. Did you mean "{like}"?' if like else "; `companion cards words` lists those that there are"
        raise BookError(path, f'the {what} "{text}" is not known{hint}')

    def _pattern(self, phrase: str) -> str:
        """What a phrase looks like when it is written.

        >>> Vocabulary("", (), (), {"colour": ("red", "blue")}, {}, {}, {})._pattern("add {colour}")
        'add (red|blue)'
        """
        return " ".join(self._part(word) for word in phrase.split())

    def _part(self, word: str) -> str:
        """The pattern of one word; a number may have a sign before it."""
        sign, brace, name = word.partition("{")
        if not brace:
            return re.escape(word)
        name = name.removesuffix("}")
        return re.escape(sign) + (f"({'|'.join(self.kinds[name])})" if name in self.kinds else NUMBER)

    # -- lists ---------------------------------------------------------------------------------------------------

    def steps(self, given: object, path: str, depth: int = 1) -> CardSteps:
        """Read a list of steps. Raises `BookError`."""
        if isinstance(given, str):
            given = [given]
        if not isinstance(given, list | tuple):
            raise BookError(path, 'expected a list of steps, such as ["crash", "draw 2"]')
        if len(given) > MOST_STEPS:
            raise BookError(path, f"{len(given)} steps are too many: at most {MOST_STEPS} in a list")
        if depth > DEEPEST:
            raise BookError(path, f"lists stand in each other too deep: at most {DEEPEST} levels")
        return tuple(self.step(one, f"{path}.{number}", depth) for number, one in enumerate(given, 1))

    def step(self, given: object, path: str, depth: int) -> CardStep:
        """Read one step. Raises `BookError`."""
        if isinstance(given, str):
            head, colon, reminder = given.partition(":")
            if colon and head.strip() == "by hand":
                if not reminder.strip():
                    raise BookError(path, "say after the colon what people have to do")
                return CardReminder(reminder.strip())
            return self.act(given, path)
        if not isinstance(given, Mapping):
            raise BookError(path, 'expected a step such as "crash", or { if = ..., do = [...] }')
        for key in given:
            if key not in AROUND:
                raise BookError(path, f'"{key}" cannot stand around steps; known: {", ".join(AROUND)}')
        return self._around(given, path, depth)

    def _around(self, given: Mapping[str, object], path: str, depth: int) -> CardStep:
        keys = set(given)
        if "if" in keys and keys <= {"if", "do", "else"}:
            condition = self.act(str(given["if"]), f"{path}.if", "condition")
            do = self.steps(given.get("do", []), f"{path}.do", depth + 1)
            return CardWhen(condition, do, self.steps(given.get("else", []), f"{path}.else", depth + 1))
        if keys == {"may"}:
            return CardMay(self.steps(given["may"], f"{path}.may", depth + 1))
        if keys == {"choose"}:
            lists = given["choose"]
            if not isinstance(lists, list | tuple) or len(lists) < 2:
                raise BookError(f"{path}.choose", "expected two lists of steps or more")
            found = (self.steps(one, f"{path}.choose.{at}", depth + 1) for at, one in enumerate(lists, 1))
            return CardPick(tuple(found))
        if keys == {"repeat", "do"}:
            times = given["repeat"]
            if isinstance(times, bool) or not isinstance(times, int) or not 1 <= times <= MOST_REPEATS:
                raise BookError(f"{path}.repeat", f"expected a number from 1 to {MOST_REPEATS}")
            return CardRepeat(times, self.steps(given["do"], f"{path}.do", depth + 1))
        raise BookError(path, "expected { if, do, else }, { may }, { choose } or { repeat, do }")


# -- in words --------------------------------------------------------------------------------------------------


def acts_in(steps: Sequence[CardStep]) -> Iterator[CardAct]:
    """Every phrase of a list, conditions included."""
    for step in steps:
        if isinstance(step, CardAct):
            yield step
        elif isinstance(step, CardWhen):
            yield step.condition
            yield from acts_in((*step.do, *step.otherwise))
        elif isinstance(step, CardMay | CardRepeat):
            yield from acts_in(step.do)
        elif isinstance(step, CardPick):
            for one in step.lists:
                yield from acts_in(one)


def steps_said(steps: Sequence[CardStep], say: Say = in_english) -> str:
    """A list of steps as a sentence or more."""
    return " ".join(step_said(step, say) for step in steps)


def act_said(act: CardAct, say: Say = in_english) -> str:
    """One phrase as its sentence."""
    names = re.findall(r"{(\w+)}", act.words.phrase)
    values = {
        name: say(value) if isinstance(value, str) else value for name, value in zip(names, act.taken, strict=True)
    }
    return say(act.words.says).format(**values)


def step_said(step: CardStep, say: Say = in_english) -> str:
    """One step as a sentence."""
    if isinstance(step, CardAct):
        return act_said(step, say)
    if isinstance(step, CardReminder):
        return say("By hand: {text}.").format(text=step.text.removesuffix("."))
    if isinstance(step, CardMay):
        return say("You may do this: {steps}").format(steps=steps_said(step.do, say))
    if isinstance(step, CardRepeat):
        return say("{times} times: {steps}").format(times=step.times, steps=steps_said(step.do, say))
    if isinstance(step, CardPick):
        return say("Choose: {lists}").format(lists=" / ".join(steps_said(one, say) for one in step.lists))
    condition, do = act_said(step.condition, say), steps_said(step.do, say)
    if not step.otherwise:
        return say("If {condition}: {steps}").format(condition=condition, steps=do)
    other = steps_said(step.otherwise, say)
    return say("If {condition}: {steps} Otherwise: {other}").format(condition=condition, steps=do, other=other)
