"""A game of a person against computer players: who speaks next, and what the person may say besides answers."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from copy import deepcopy
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click

from companion.cli import chair, chips
from companion.cli.paper import say
from companion.cli.rules import cite, show_index, show_rule
from companion.cli.telling import Block, GameTelling
from companion.players import Player, find_player
from companion.players.table import drawn
from companion.rules import JUDGE, Draw, Match, Question, Record
from companion.rules.kernel.sentences import AND, Terms
from companion.rules.kernel.typed import number_of
from companion.scenarios.written import as_yaml, written

OPEN = {True: "both hands, both bags and secret picks can be read", False: "everything hidden can be read"}
"""What whoever opens a saved file sees: of two seats, or of more."""


class Before(NamedTuple):
    """The state before one answer of the person, so that it can be taken back."""

    point: int
    said: str
    chance: tuple[Any, ...]
    players: Mapping[str, Player]
    adviser: Player | None
    told: chair.LogMark


class Duel:
    """A game of a person against computer players: who speaks next, and what the person may say besides answers."""

    def __init__(
        self,
        match: Match,
        seat: str,
        players: Mapping[str, Player],
        chance: Random,
        patient: bool,
        telling: GameTelling,
    ) -> None:
        self.record = Record(match, judged=True)  # like a judge, the person may take back anything
        self.seat = seat
        self.others = tuple(name for name in self.record.seats if name != seat)
        self.players = players
        self.telling = telling
        self.adviser = find_player(telling.adviser) if telling.adviser else None
        self.chance = chance
        self.patient = patient
        self.teller = telling.teller(match, seat)
        self.answers: list[Before] = []
        self.shown_turn: object = None
        self.shown: list[Block] = []
        self.rest_shown = False
        self.opened = match.opening

    @property
    def match(self) -> Match:
        """The match as it is now; a take-back replaces it by another object."""
        return self.record.match

    # -- playing -----------------------------------------------------------------------------------------------

    def opening(self, seed: int) -> None:
        """Print who plays, and how to begin."""
        rules = self.match.game.rulebook(self.match.table)
        you = self.named(self.seat).replace(self.seat, f"you at {self.seat}" if self.seat != chair.YOU else "you", 1)
        others = Terms(map(self.named, self.others), AND, commas=True)
        beside = "against" if len(self.others) == 1 else "with"
        click.secho(f"{self.match.game.title}, rules {rules.edition}: {you} {beside} {others}", bold=True)
        for line in (
            rules[self.telling.goal or self.match.game.winning].gist,
            "Answer with a number or a token. Type help for what else you can type, such as bank, hint, undo and quit.",
            f"Seed {seed}: the same seed and the same answers give the same game.",
        ):
            say(line, indent=2, hang=0)
        if isinstance(self.match.pending, Draw):  # otherwise the table or the heading of a turn follows
            click.echo()
        self.teller.hear(self.match.seen(self.opened, self.seat))

    def named(self, seat: str) -> str:
        """The name of a seat, and whom it plays."""
        return self.telling.named(self.match, seat)

    def play(self) -> None:
        """Play to the end."""
        while (asked := self.match.pending) is not None:
            if isinstance(asked, Draw):
                self.teller.hear(self.match.seen(self.record.draw(drawn(asked, self.chance)), self.seat))
            elif other := self.speaks_first(asked):
                self.put(self.others_answer(other), other)
            elif self.goes_without_saying(asked):
                (only,) = self.match.options(self.seat)
                self.put(only, self.seat)
            else:
                self.show()
                self.listen()

    def speaks_first(self, asked: Question) -> str:
        """The computer player who answers before the person; "" if the person does, also for partners."""
        waiting = self.match.waiting_for
        if not asked.each and self.seat in waiting:
            return ""
        return next((name for name in waiting if name != self.seat), "")

    def others_answer(self, other: str) -> str:
        """A computer player's answer."""
        options = self.match.options(other)
        if len(options) == 1:
            return options[0]
        return self.players[other].choose(partial(self.match.view, other), options, self.chance)

    def goes_without_saying(self, asked: Question) -> bool:
        """Whether there is only one answer. If the person's hand is the reason for that, tell them."""
        options = self.match.options(self.seat)
        if len(options) > 1 or self.patient or (len(self.match.waiting_for) > 1 and not asked.each):
            return False
        if not asked.forced:
            question = chair.addressed(self.match.game.words.question(asked))
            self.teller.put(chair.LogLine(f"({question} The only answer: {options[0]}.)"))
        return True

    def put(self, token: str, seat: str) -> None:
        """Give an answer that is possible, and tell what comes of it."""
        self.teller.hear(self.match.seen(self.record.answer(token, seat), self.seat))

    def answer(self, token: str) -> bool:
        """Give the person's answer, and return whether it was possible; if not, say why."""
        if token not in self.match.options(self.seat):
            self.refuse(token)
            return False
        self.remember(token)
        if self.adviser and len(self.match.options(self.seat)) > 1:  # so that the adviser knows what was answered
            self.adviser.choose(partial(self.match.view, self.seat), (token,), Random(0))
        self.put(token, self.seat)
        return True

    def remember(self, said: str) -> None:
        """Keep the state of now, so that what is said can be taken back."""
        mark = self.teller.mark()
        players, adviser = deepcopy(self.players), deepcopy(self.adviser)
        self.answers.append(Before(self.record.point, said, self.chance.getstate(), players, adviser, mark))

    def ending(self) -> None:
        """Print who won, and why."""
        rules = self.match.game.rulebook(self.match.table)
        click.echo()
        click.secho(self.telling.ending(self.match, self.seat), bold=True)
        show_rule(cite(rules[self.match.game.winning]))

    # -- showing -----------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Print the question, and before it the table (at the beginning of a turn) or what has changed on it since."""
        blocks = self.telling.blocks(self.match, self.seat)
        turn = self.telling.new_turn(self.match, self.seat)
        begins = turn is not None and turn != self.shown_turn
        if begins or not self.shown:
            self.shown_turn = turn if begins else self.shown_turn
            chair.show_lines(["", *(line for block in blocks for line in block)])
            chair.show_lines([] if self.rest_shown else self.telling.rest(self.match, self.seat))
            self.rest_shown = True
        else:
            chair.show_lines(self.telling.changes(blocks, self.shown))
        self.shown = blocks
        chair.show_question(self.match, self.seat, self.telling.option)

    def refuse(self, token: str) -> None:
        """Say why a token is not possible, and by which rule."""
        refusal = self.match.why_not(token, self.seat)
        if refusal is None:  # `hidden` and `keep:?` are for tables where hands are not known
            say("That does not work here: name the chip.", indent=2, fg="red")
            return
        say(f"Not possible: {chair.addressed(refusal.why)}", indent=2, fg="red")
        rules = self.match.game.rulebook(self.match.table)
        if refusal.rule in rules:
            show_rule(cite(rules[refusal.rule]))

    # -- listening ---------------------------------------------------------------------------------------------

    def listen(self) -> None:
        """Read lines until there is an answer, or a command has changed the question."""
        while True:
            typed = " ".join(self.read().split())
            word, _, rest = typed.partition(" ")
            word = "help" if word == "?" else word.lower()
            if word in COMMANDS:
                if COMMANDS[word](self, rest):
                    return
            elif token := self.understood(typed):
                if self.answer(token):
                    return
            else:
                self.not_understood(typed)

    def read(self) -> str:
        """Read a line. Piped input is printed, so that a transcript shows the answers too."""
        line = input("> ")
        if not sys.stdin.isatty():
            click.echo(line)
        return line

    def understood(self, typed: str) -> str | None:
        """The token that the person means; None if the words make none."""
        return chair.understood(self.match, self.seat, typed, self.telling.in_words)

    def not_understood(self, typed: str) -> None:
        """Say what can be typed, and what may have been meant."""
        options = self.match.options(self.seat)
        near = get_close_matches(self.match.game.spelt(typed), [*options, *COMMANDS], n=3, cutoff=0.5) if typed else []
        meant = f" Did you mean {' or '.join(near)}?" if near else ""
        start = f'"{typed}" means nothing here.' if typed else "Type an answer."
        choices = f"Answer with a number from 1 to {len(options)} or a token. For everything else, type help."
        say(f"{start}{meant} {choices}", indent=2)

    # -- what may be said besides answers; each returns whether the question must be shown again ----

    def help(self, rest: str) -> bool:
        """List everything that can be typed."""
        for said, meaning in HELP:
            say(f"{said:14} {meaning.format(other=self.others[0])}", indent=2, hang=15)
        return False

    def why(self, rest: str) -> bool:
        """Say why something is not possible, or why the person is asked at all."""
        question = self.match.pending
        assert isinstance(question, Question)
        rule = self.match.game.rulebook(self.match.table)[question.rule]
        if not rest:
            say(f"You are asked: {chair.addressed(self.match.game.words.question(question))}", indent=2)
            show_rule(cite(rule))
            return False
        token = self.understood(rest)
        if token in self.match.options(self.seat):
            say(f"{token} is possible now: {self.telling.in_words(self.match, str(token))}.", indent=2)
            show_rule(cite(rule))
        else:
            self.refuse(token or self.match.game.spelt(rest))
        return False

    def rule(self, rest: str) -> bool:
        """List the rules that contain a word."""
        try:
            show_index(rest, as_json=False, rules=self.match.game.rulebook(self.match.table))
        except click.ClickException:
            say(f'No rule contains "{rest}". Type rule alone for all of them.', indent=2)
        return False

    def chip(self, rest: str) -> bool:
        """Say what a chip does."""
        try:
            words = tuple(rest.split())
            click.get_current_context().invoke(chips.command, words=words, game=self.match.game.key, as_json=False)
        except click.ClickException as problem:
            say(problem.message.replace("`companion chips` lists", "Type chip alone for"), indent=2)
        return False

    def table(self, rest: str) -> bool:
        """Show the table without the bank."""
        chair.show_lines(self.telling.table(self.match, self.seat))
        return False

    def bank(self, rest: str) -> bool:
        """Show the bank with its prices."""
        self.telling.show_bank(self.match, self.seat)
        return False

    def log(self, rest: str) -> bool:
        """Show what has happened so far."""
        for line in self.teller.log:
            chair.show_line(line)
        return False

    def undo(self, rest: str) -> bool:
        """Take back the last answers, and everything that happened since."""
        number = number_of(rest or "1")
        if not number:
            say("How many answers? For example: undo 2", indent=2)
            return False
        if not self.answers:
            say("There is nothing to take back: you have not answered anything yet.", indent=2)
            return False
        back = self.answers[-min(number, len(self.answers)) :]
        why = self.record.why_not_back(back[0].point, self.seat)
        self.record.rewind(back[0].point, JUDGE, "undo")
        del self.answers[-len(back) :]
        self.chance.setstate(back[0].chance)
        self.players, self.adviser = back[0].players, back[0].adviser
        self.teller.go_back(back[0].told)
        self.shown = []
        say(f"Taken back: {', '.join(one.said for one in back)}.", indent=2)
        if why:
            say(f"At a table with people, you could not do this alone. {chair.addressed(why.why)}", indent=2)
        return True

    def save(self, rest: str) -> bool:
        """Write the position to a file."""
        if not rest:
            say("To which file? For example: save position.yaml", indent=2)
            return False
        position = as_yaml(written(self.match, "Saved from companion play"))
        seen = OPEN[len(self.others) == 1]
        try:
            path = Path(rest).expanduser()
            with path.open("x", encoding="utf-8") as file:
                file.write(f"# {self.match.game.title}, saved from companion play. In this file {seen}.\n{position}")
        except FileExistsError:
            say(f"Not saved: there already is a file {rest}. Choose another name.", indent=2, fg="red")
        except (OSError, RuntimeError, ValueError) as problem:  # also for `~nobody`, or a name that is not allowed
            said = problem.strerror if isinstance(problem, OSError) else str(problem).rstrip(".")
            say(f"Not saved: {rest}: {said}. Choose another name.", indent=2, fg="red")
        else:
            say(f"Saved in {path}. Be careful: in this file {seen}.", indent=2)
            again = ["companion", "play", "--position", str(path), "--me", self.seat]
            if self.patient != chair.patient(self.match):
                again += ["--ask", "everything" if self.patient else "choices"]
            say(f"To continue from there: {shlex.join(again)}", indent=2)
        return False

    def hint(self, rest: str) -> bool:
        """Say what a good computer player would answer."""
        if self.adviser is None:
            say("No computer player knows this game well enough for hints.", indent=2)
            return False
        token = self.advice()
        words = self.telling.in_words(self.match, token)
        say(f"{self.telling.adviser} would answer {token}" + (f": {words}." if words != token else "."), indent=2)
        return False

    def advice(self) -> str:
        """The token that the adviser would answer in the person's place."""
        assert self.adviser is not None
        look = partial(self.match.view, self.seat)
        return deepcopy(self.adviser).choose(look, self.match.options(self.seat), Random(0))

    def leave(self, rest: str) -> bool:
        """Let a partner answer, where the first answer of several counts."""
        partner = next((name for name in self.match.waiting_for if name != self.seat), "")
        if not partner:
            say("Nobody else is asked this: the answer is yours.", indent=2)
            return False
        self.remember("leave")
        self.put(self.others_answer(partner), partner)
        return True

    def quit(self, rest: str) -> bool:
        """End the game."""
        raise EOFError


COMMANDS = {
    "help": Duel.help,
    "why": Duel.why,
    "rule": Duel.rule,
    "chip": Duel.chip,
    "table": Duel.table,
    "bank": Duel.bank,
    "log": Duel.log,
    "undo": Duel.undo,
    "save": Duel.save,
    "hint": Duel.hint,
    "leave": Duel.leave,
    "quit": Duel.quit,
}

HELP = (
    ("1, 2, 3", "the answer with this number"),
    ("play:knockdown", "a token: a verb and its object; other examples: break:4+1, to:{other}, trash:wound@discard"),
    ("play knockdown", "the same; if it is clear, the name of the chip is enough"),
    ("why TOKEN", "why this is not possible now, and by which rule, such as why buy:gem_4"),
    ("why", "why you are asked, and by which rule"),
    ("hint", "what a good computer player would answer"),
    ("leave", "let a partner answer, where either of you may"),
    ("undo, undo 2", "take back your last answer, or your last two, and everything that came of them"),
    ("table, bank", "the whole table as you may see it; the stacks of the bank with their prices"),
    ("chip NAME", "what the chip does"),
    ("rule WORD", "the rules with this word in their key, section or text"),
    ("log", "what has happened so far"),
    ("save FILE", "write the position to a file"),
    ("quit", "end the game; the end of the input does the same"),
)
