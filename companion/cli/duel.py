"""A duel of a person against a computer player: who speaks next, and what the person may say besides answers."""

from __future__ import annotations

import shlex
import sys
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
from companion.players import Player, find_player
from companion.players.table import drawn
from companion.rules import JUDGE, Draw, Match, Question, Record
from companion.rules.kernel.typed import number_of
from companion.rules.puzzle_strike.setup import CHARACTERS
from companion.scenarios.written import as_yaml, written

OPEN = "both hands, both bags and secret picks can be read"


class Before(NamedTuple):
    """The state before one answer of the person, so that it can be taken back."""

    point: int
    said: str
    chance: tuple[Any, ...]
    player: Player
    adviser: Player
    told: chair.LogMark


class Duel:
    """A duel of a person against a computer player: who speaks next, and what the person may say besides answers."""

    def __init__(self, match: Match, seat: str, player: Player, chance: Random, patient: bool) -> None:
        self.record = Record(match, judged=True)  # like a judge, the person may take back anything
        self.seat = seat
        (self.other,) = (name for name in self.record.seats if name != seat)
        self.player = player
        self.adviser = find_player("steady")
        self.chance = chance
        self.patient = patient
        self.teller = chair.SeatTeller(match, seat)
        self.answers: list[Before] = []
        self.shown_turn: object = None
        self.shown: list[tuple[str, str]] = []
        self.bank_shown = False
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
        click.secho(
            f"{self.match.game.title}, rules {rules.edition}: {you} against {self.named(self.other)}", bold=True
        )
        for line in (
            rules["object"].gist,
            "Answer with a number or a token. Type help for what else you can type, such as bank, hint, undo and quit.",
            f"Seed {seed}: the same seed and the same answers give the same game.",
        ):
            say(line, indent=2, hang=0)
        if isinstance(self.match.pending, Draw):  # otherwise the table or the heading of a turn follows
            click.echo()
        self.teller.hear(self.match.seen(self.opened, self.seat))

    def named(self, seat: str) -> str:
        """The name of a seat, with its character if it has one."""
        character = CHARACTERS.get(str(self.match.view(self.seat).facts[f"{seat}.character"]))
        return f"{seat} ({character})" if character else seat

    def play(self) -> None:
        """Play to the end."""
        while (asked := self.match.pending) is not None:
            if isinstance(asked, Draw):
                self.teller.hear(self.match.seen(self.record.draw(drawn(asked, self.chance)), self.seat))
            elif self.other in self.match.waiting_for:
                self.put(self.others_answer(), self.other)
            elif self.goes_without_saying(asked):
                (only,) = self.match.options(self.seat)
                self.put(only, self.seat)
            else:
                self.show()
                self.listen()

    def others_answer(self) -> str:
        """The computer player's answer."""
        options = self.match.options(self.other)
        if len(options) == 1:
            return options[0]
        return self.player.choose(partial(self.match.view, self.other), options, self.chance)

    def goes_without_saying(self, asked: Question) -> bool:
        """Whether there is only one answer. If the person's hand is the reason for that, tell them."""
        options = self.match.options(self.seat)
        if len(options) > 1 or self.patient:
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
        mark = self.teller.mark()
        before = (self.record.point, token, self.chance.getstate(), deepcopy(self.player), deepcopy(self.adviser), mark)
        self.answers.append(Before(*before))
        if len(self.match.options(self.seat)) > 1:  # so that the adviser knows what was answered
            self.adviser.choose(partial(self.match.view, self.seat), (token,), Random(0))
        self.put(token, self.seat)
        return True

    def ending(self) -> None:
        """Print who won, and why."""
        facts = self.match.view(self.seat).facts
        rules = self.match.game.rulebook(self.match.table)
        winner = str(facts["winner"])
        loser = self.other if winner == self.seat else self.seat
        click.echo()
        whose = "your" if loser == chair.YOU else f"{loser}'s"
        won = chair.addressed(f"{winner} wins in turn {facts['turns']}")
        total = facts[f"{loser}.total"]
        click.secho(f"{won}: {whose} pile is {total} at the end of the turn, which is too much.", bold=True)
        show_rule(cite(rules[self.match.game.winning]))

    # -- showing -----------------------------------------------------------------------------------------------

    def show(self) -> None:
        """Print the question, and before it the table (at the beginning of a turn) or what has changed on it since."""
        facts = self.match.view(self.seat).facts
        lines = chair.picture(self.match, self.seat)
        seats = chair.seats_in(lines)
        begins = facts["turns"] != self.shown_turn and facts["turn"] == self.seat
        if begins or not self.shown:
            self.shown_turn = facts["turns"] if begins else self.shown_turn
            chair.show_lines(["", *(line for seat in seats for line in seat)])
            chair.show_lines([] if self.bank_shown else lines[-1:])
            self.bank_shown = True
        else:
            chair.show_lines(chair.changes(seats, self.shown))
        self.shown = seats
        chair.show_question(self.match, self.seat)

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
            elif token := chair.understood(self.match, self.seat, typed):
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
            say(f"{said:14} {meaning.format(other=self.other)}", indent=2, hang=15)
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
        token = chair.understood(self.match, self.seat, rest)
        if token in self.match.options(self.seat):
            say(f"{token} is possible now: {chair.in_words(self.match, str(token))}.", indent=2)
            show_rule(cite(rule))
        else:
            self.refuse(token or self.match.game.spelt(rest))
        return False

    def rule(self, rest: str) -> bool:
        """List the rules that contain a word."""
        try:
            show_index(rest, as_json=False)
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
        chair.show_lines(chair.picture(self.match, self.seat)[:-1])
        return False

    def bank(self, rest: str) -> bool:
        """Show the bank with its prices."""
        chair.show_bank(self.match)
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
        self.player, self.adviser = back[0].player, back[0].adviser
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
        try:
            path = Path(rest).expanduser()
            with path.open("x", encoding="utf-8") as file:
                file.write(f"# Puzzle Strike, saved from companion play. In this file {OPEN}.\n{position}")
        except FileExistsError:
            say(f"Not saved: there already is a file {rest}. Choose another name.", indent=2, fg="red")
        except (OSError, RuntimeError, ValueError) as problem:  # also for `~nobody`, or a name that is not allowed
            said = problem.strerror if isinstance(problem, OSError) else str(problem).rstrip(".")
            say(f"Not saved: {rest}: {said}. Choose another name.", indent=2, fg="red")
        else:
            say(f"Saved in {path}. Be careful: in this file {OPEN}.", indent=2)
            again = ["companion", "play", "--position", str(path), "--me", self.seat]
            if self.patient != chair.patient(self.match):
                again += ["--ask", "everything" if self.patient else "choices"]
            say(f"To continue from there: {shlex.join(again)}", indent=2)
        return False

    def hint(self, rest: str) -> bool:
        """Say what the player steady would answer."""
        token = self.advice()
        words = chair.in_words(self.match, token)
        say(f"steady would answer {token}" + (f": {words}." if words != token else "."), indent=2)
        return False

    def advice(self) -> str:
        """The token that steady would answer in the person's place."""
        look = partial(self.match.view, self.seat)
        return deepcopy(self.adviser).choose(look, self.match.options(self.seat), Random(0))

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
    "quit": Duel.quit,
}

HELP = (
    ("1, 2, 3", "the answer with this number"),
    ("play:knockdown", "a token: a verb and its object; other examples: break:4+1, to:{other}, trash:wound@discard"),
    ("play knockdown", "the same; if it is clear, the name of the chip is enough"),
    ("why TOKEN", "why this is not possible now, and by which rule, such as why buy:gem_4"),
    ("why", "why you are asked, and by which rule"),
    ("hint", "what the computer player steady would answer"),
    ("undo, undo 2", "take back your last answer, or your last two, and everything that came of them"),
    ("table, bank", "the whole table as you may see it; the stacks of the bank with their prices"),
    ("chip NAME", "what the chip does"),
    ("rule WORD", "the rules with this word in their key, section or text"),
    ("log", "what has happened so far"),
    ("save FILE", "write the position to a file"),
    ("quit", "end the game; the end of the input does the same"),
)
