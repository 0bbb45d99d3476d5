"""Before the first turn: characters, bank, starting decks, opening hands."""

from __future__ import annotations

from companion.rules.kernel import Draw, Setup, SetupError, Steps
from companion.rules.kernel.sentences import OR, Term, Terms
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.sets.library import puzzle_chips_of_all_sets, set_of, why_not_offered
from companion.rules.puzzle_strike.table import BASE_BOX, Chips, Seat, Table
from companion.rules.puzzle_strike.ways.known import house_of, rules_for, rules_of
from companion.rules.puzzle_strike.ways.picking import drawn
from companion.rules.puzzle_strike.ways.rules import Rules


def begin(setup: Setup) -> Table:
    """The table when everybody sits down. What the set-up leaves open is asked or drawn later."""
    rules = rules_for(setup)
    mode, box = rules.mode, rules.box
    names = [seat.name for seat in setup.seats]
    if len(names) not in mode.seats:
        raise SetupError(
            "{mode} is for {wanted} players; {seated} are seated.",
            mode=mode.key,
            wanted=Terms(map(str, mode.seats), OR, commas=True),
            seated=len(names),
        )
    table = Table(rules.edition.key, mode.key, {}, setup.sets or BASE_BOX)
    table.house, table.picking = house_of(setup), rules.picking.key
    table.patient = setup.options.get("ask") == "everything"
    for seat in setup.seats:
        if seat.character is not None and seat.character not in box.characters:
            raise SetupError(
                'There is no character "{character}". Known: {known}.',
                character=seat.character,
                known=", ".join(box.characters),
            )
        if seat.character and rules.picking.drafts:
            raise SetupError("In Custom Clockwork nobody chooses a character: leave it open for everybody.")
        table.seats[seat.name] = Seat(seat.name, seat.character or "")
    table.order = tuple(names)
    designs = len(box.of_kind("puzzle"))
    if designs < rules.edition.puzzle_stacks:
        raise SetupError(
            "The bank takes {stacks} different puzzle chips, and these sets have {designs}: add a set.",
            stacks=rules.edition.puzzle_stacks,
            designs=designs,
        )
    if setup.bank != "random":
        fill_bank(table, bank_of(setup.bank, rules))
    if setup.first != "random":
        if setup.first and setup.first not in names:
            raise SetupError('"{first}" cannot begin: nobody of that name is seated.', first=setup.first)
        table.turn = setup.first or names[0]
    return table


def bank_of(bank: str | tuple[str, ...], rules: Rules) -> tuple[str, ...]:
    """The ten puzzle stacks that a recommended bank's key or a list of chips names."""
    edition = rules.edition
    if isinstance(bank, str):
        if bank not in edition.recommended:
            raise SetupError(
                'There is no recommended bank "{bank}". Known: {known}; or name ten chips, or "random".',
                bank=bank,
                known=", ".join(edition.recommended),
            )
        bank = edition.recommended[bank]
    bank = tuple(bank)
    strange = [kind for kind in bank if kind not in rules.box.of_kind("puzzle")]
    for kind in strange:
        if left_out := why_not_offered(kind):
            raise SetupError("{chip} is not offered: {why}.", chip=Term(left_out.name), why=Term(left_out.why))
    if elsewhere := [kind for kind in strange if kind in puzzle_chips_of_all_sets()]:
        raise SetupError(
            "Not in the sets that are played with: {chips}. They belong to {sets}.",
            chips=", ".join(elsewhere),
            sets=", ".join(dict.fromkeys(map(set_of, elsewhere))),
        )
    if strange:
        raise SetupError("Not puzzle chips: {chips}.", chips=", ".join(strange))
    if len(set(bank)) != edition.puzzle_stacks or len(bank) != edition.puzzle_stacks:
        raise SetupError(
            "The bank takes {stacks} different puzzle chips; {named} are named.",
            stacks=edition.puzzle_stacks,
            named=len(set(bank)),
        )
    return bank


def fill_bank(table: Table, puzzle: tuple[str, ...]) -> None:
    """All stacks at their full count."""
    edition = rules_of(table).edition
    table.puzzle = puzzle
    table.stock = dict.fromkeys(puzzle, edition.puzzle_copies) | dict(edition.fixed_stacks)


def deal(play: Play) -> None:
    """Put every seat's starting deck into its bag; its gems and Crash Gems come out of the bank's counts."""
    table, deck = play.table, play.edition.starting_deck
    for seat in table.seats.values():
        seat.bag = (table.drafted.get(seat.name) or play.box.chips_of(seat.character)) + deck
        for kind in deck:
            table.stock[kind] -= 1


def setup_phase(play: Play) -> Steps[None]:
    """Settle characters, the bank and who begins, as far as they are open; then draw the opening hands."""
    table = play.table
    if play.rules.bank_first:
        yield from draw_bank(play, play.rules.bank_first)
    picking = tuple(name for name in table.order if not table.seats[name].character)
    if picking:
        yield from play.rules.picking.pick(play, picking)
    yield from draw_bank(play, "choosing-the-bank")
    deal(play)
    if not table.turn:
        (table.turn,) = yield from drawn(Draw("", "table", 1, table.order, "losers-choice"))
    at = table.order.index(table.turn)
    for name in table.order[at:] + table.order[:at]:
        yield from play.draw(table.seats[name], play.edition.opening_hand)
    table.phase = "ante"


def draw_bank(play: Play, rule: str) -> Steps[None]:
    """Let the ten Puzzle stacks be drawn, unless they are settled."""
    if not play.table.puzzle:
        kinds = yield from drawn(Draw("", "box", play.edition.puzzle_stacks, puzzle_designs(play), rule))
        fill_bank(play.table, kinds)


def puzzle_designs(play: Play) -> Chips:
    """All puzzle chips of the box."""
    return tuple(kind for kind in play.box if play.box[kind].kind == "puzzle")
