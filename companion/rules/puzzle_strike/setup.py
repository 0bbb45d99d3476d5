"""Before the first turn: characters, bank, starting decks, opening hands."""

from __future__ import annotations

from companion.rules.kernel import AGAIN, Draw, Question, Setup, SetupError, Steps
from companion.rules.kernel.sentences import OR, Terms
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.chips.chip import CHIPS, kinds_of
from companion.rules.puzzle_strike.editions import EDITIONS, MODES, THIRD
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.table import Chips, Seat, Table

CHARACTERS = {
    "grave": "Grave",
    "jaina": "Jaina",
    "midori": "Midori",
    "setsuki": "Setsuki",
    "rook": "Rook",
    "degrey": "DeGrey",
    "valerie": "Valerie",
    "geiger": "Geiger",
    "lum": "Lum",
    "argagarg": "Argagarg",
}
"""The ten characters of the base box."""


def character_chips(character: str) -> tuple[str, ...]:
    """A character's three chips.

    >>> character_chips("rook")
    ('stone_wall', 'big_rocks', 'strength_of_earth')
    """
    return tuple(key for key, chip in CHIPS.items() if chip.character == character)


def begin(setup: Setup) -> Table:
    """The table when everybody sits down. What the set-up leaves open is asked or drawn later."""
    edition = EDITIONS.get(setup.edition or THIRD.key)
    if edition is None:
        raise SetupError(
            'There is no edition "{edition}" of Puzzle Strike here. Known: {known}.',
            edition=setup.edition,
            known=", ".join(EDITIONS),
        )
    mode = MODES.get(setup.mode or "duel")
    if mode is None:
        raise SetupError('There is no mode "{mode}". Known: {known}.', mode=setup.mode, known=", ".join(MODES))
    names = [seat.name for seat in setup.seats]
    if len(names) not in mode.seats:
        raise SetupError(
            "{mode} is for {wanted} players; {seated} are seated.",
            mode=mode.key,
            wanted=Terms(map(str, mode.seats), OR, commas=True),
            seated=len(names),
        )
    table = Table(edition.key, mode.key, {})
    table.patient = setup.options.get("ask") == "everything"
    for seat in setup.seats:
        if seat.character is not None and seat.character not in CHARACTERS:
            raise SetupError(
                'There is no character "{character}". Known: {known}.',
                character=seat.character,
                known=", ".join(CHARACTERS),
            )
        table.seats[seat.name] = Seat(seat.name, seat.character or "")
    table.order = tuple(names)
    if setup.bank != "random":
        fill_bank(table, bank_of(setup.bank))
    if setup.first != "random":
        if setup.first and setup.first not in names:
            raise SetupError('"{first}" cannot begin: nobody of that name is seated.', first=setup.first)
        table.turn = setup.first or names[0]
    return table


def bank_of(bank: str | tuple[str, ...], edition: str = THIRD.key) -> tuple[str, ...]:
    """The ten puzzle stacks that a recommended bank's key or a list of chips names."""
    rules = EDITIONS[edition]
    if isinstance(bank, str):
        if bank not in rules.recommended:
            raise SetupError(
                'There is no recommended bank "{bank}". Known: {known}; or name ten chips, or "random".',
                bank=bank,
                known=", ".join(rules.recommended),
            )
        return rules.recommended[bank]
    bank = tuple(bank)
    strange = [kind for kind in bank if kind not in kinds_of("puzzle")]
    if strange:
        raise SetupError("Not puzzle chips: {chips}.", chips=", ".join(strange))
    if len(set(bank)) != rules.puzzle_stacks or len(bank) != rules.puzzle_stacks:
        raise SetupError(
            "The bank takes {stacks} different puzzle chips; {named} are named.",
            stacks=rules.puzzle_stacks,
            named=len(set(bank)),
        )
    return bank


def fill_bank(table: Table, puzzle: tuple[str, ...]) -> None:
    """All stacks at their full count."""
    rules = EDITIONS[table.edition]
    table.puzzle = puzzle
    table.stock = dict.fromkeys(puzzle, rules.puzzle_copies) | dict(rules.fixed_stacks)


def deal(table: Table) -> None:
    """Put every seat's starting deck into its bag; its gems and Crash Gems come out of the bank's counts."""
    deck = EDITIONS[table.edition].starting_deck
    for seat in table.seats.values():
        seat.bag = character_chips(seat.character) + deck
        for kind in deck:
            table.stock[kind] -= 1


def setup_phase(play: Play) -> Steps[None]:
    """Settle characters, the bank and who begins, as far as they are open; then draw the opening hands."""
    table = play.table
    picking = {
        name: tuple(f"choose:{key}" for key in CHARACTERS) for name, seat in table.seats.items() if not seat.character
    }
    if picking:
        yield from pick_characters(play, picking)
    if not table.puzzle:
        kinds = yield from drawn(Draw("", "box", play.edition.puzzle_stacks, puzzle_designs(), "choosing-the-bank"))
        fill_bank(table, tuple(kinds))
    deal(table)
    if not table.turn:
        (table.turn,) = yield from drawn(Draw("", "table", 1, table.order, "losers-choice"))
    at = table.order.index(table.turn)
    for name in table.order[at:] + table.order[:at]:
        yield from play.draw(table.seats[name], play.edition.opening_hand)
    table.phase = "ante"


def pick_characters(play: Play, picking: dict[str, Chips]) -> Steps[None]:
    """Let everybody pick in secret; then show all at once."""
    question = Question(
        "choose", picking, "choosing-characters", "character", each=len(picking) > 1, sealed=len(picking) > 1
    )
    while (answers := (yield question)) is AGAIN:
        pass
    if len(picking) == 1:
        answers = {next(iter(picking)): answers}
    for name, token in answers.items():
        play.table.seats[name].character = token[7:]
        play.log.append(ev.Picked(name, token[7:]))


def drawn(due: Draw) -> Steps[Chips]:
    """What the world answers to a draw, whatever becomes known in the meantime."""
    while (kinds := (yield due)) is AGAIN:
        pass
    return tuple(kinds)


def puzzle_designs() -> Chips:
    """All puzzle chips of the box."""
    return tuple(key for key, chip in CHIPS.items() if chip.kind == "puzzle")
