"""Write a table as a position, and put one right: the way back from `position`."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.kernel import UNSEEN, Setup
from companion.rules.kernel.card_book import kept_book
from companion.rules.kernel.positions import Path, PositionError, items, mapping, one_of, signed
from companion.rules.kernel.written_lots import write_unseen
from companion.rules.puzzle_strike_2.cards.library import the_vocabulary
from companion.rules.puzzle_strike_2.pile import COLOURS
from companion.rules.puzzle_strike_2.position import BANK, SEAT, TURN, PositionReader
from companion.rules.puzzle_strike_2.printed import printed_board
from companion.rules.puzzle_strike_2.setup import completed
from companion.rules.puzzle_strike_2.table import ANTE_UP, PLACES, SCEPTER, BankTable, PileSeat

AROUND_CHANGES = ("add", "remove", "change")


def write(setup: Setup, table: BankTable) -> dict[str, object]:
    """A table at rest as plain values."""
    setup = completed(setup)
    book = kept_book(setup.options["book"], the_vocabulary())
    board = printed_board(setup.options)
    given: dict[str, object] = {
        "mode": setup.mode,
        "deck": setup.options["deck"],
        "ask": "everything" if table.patient else "choices",
        "seats": {name: write_seat(table, seat) for name, seat in table.seats.items()},
        "bank": write_bank(table),
        "turn": write_turn(table),
        "final": table.final,
        "board": {
            "slot_cost": list(board.costs),
            "height_bonus": list(board.bonuses),
            "basic_block": board.basic_block,
            "super_order": list(board.super_order),
            "dragon_colours": list(board.dragon_colours),
            "dragon_crash": board.dragon_crash,
        },
        "book": {key: dict(card.given) for key, card in book.items()},
    }
    if table.power:
        given["dragon"] = write_dragon(table)
    return given


def write_seat(table: BankTable, seat: PileSeat) -> dict[str, object]:
    """One player."""
    found: dict[str, object] = {
        "character": seat.character,
        "pile": list(seat.pile),
        "incoming": seat.incoming,
        "meters": dict(zip(COLOURS, seat.meters, strict=True)),
        **{place: list(seat.zone(place)) for place in PLACES},
        "diamond": seat.diamond,
        "actions": seat.actions,
        "buy_change": seat.buy_change,
        "free": list(seat.free),
        "lasting": list(seat.lasting),
        "last_card": seat.last_card,
        "cards_played": seat.cards_played,
        "score": seat.score,
    }
    if table.scepter == seat.name:
        found[SCEPTER] = True
    if seat.unseen:
        found["unseen"] = write_unseen(seat)
    return found


def write_bank(table: BankTable) -> dict[str, object]:
    """The bank; Ante Ups lie in the deck where they are."""
    deck = list(table.bank)
    for number, at in enumerate(table.ante_at):
        deck.insert(at + number, ANTE_UP)
    return {
        "row": list(table.row),
        "deck": deck,
        "trash": list(table.trash),
        "wounds": table.wounds,
        "ante_ups": table.ante_ups,
        "ignored": table.ignored,
    }


def write_turn(table: BankTable) -> dict[str, object]:
    """Whose turn it is, and what is over."""
    found: dict[str, object] = {
        "seat": table.turn,
        "phase": table.phase,
        "number": table.turns,
        "order": list(table.order),
        "busted": list(table.busted),
        "finale": list(table.finale),
        "winners": list(table.winners),
    }
    if table.winner:
        found["winner"] = table.winner
    return found


def write_dragon(table: BankTable) -> dict[str, object]:
    """The Dragon."""
    return {
        "power": table.power,
        "incoming": table.dragon_incoming,
        "cards": list(table.power_cards),
        "score": table.dragon_score,
    }


# -- corrections -------------------------------------------------------------------------------------------------


def corrected(setup: Setup, table: BankTable, changes: Mapping[str, object]) -> BankTable:
    """The table with these changes. A place may be written anew, or with `add` and `remove`; pieces are kept."""
    if table.phase == "setup":
        raise PositionError((), "the match is still being set up: let that be finished first")
    given = write(setup, table)
    said = mapping(changes, (), ("seats", "bank", "turn", "dragon"))
    for key, known in (("bank", BANK), ("turn", TURN), ("dragon", ("power", "incoming", "cards"))):
        if key in said:
            given[key] = merged(mapping(given.get(key), ()), mapping(said[key], (key,), known), (key,))
    seats = {name: dict(mapping(seat, ())) for name, seat in mapping(given["seats"], ()).items()}
    for name, seat in mapping(said.get("seats"), ("seats",), table.seats).items():
        wanted = mapping(seat, ("seats", name), SEAT)
        if wanted.get(SCEPTER):
            for other in seats.values():
                other.pop(SCEPTER, None)
        seats[name] = merged(seats[name], wanted, ("seats", name))
    given["seats"] = seats
    twin = fresh(table)
    book = kept_book(completed(setup).options["book"], the_vocabulary())
    PositionReader(twin, book).read(
        {key: given[key] for key in ("seats", "bank", "turn", "dragon", "final") if key in given}
    )
    twin.taught = table.taught
    check_pieces(table, twin)
    return twin


def fresh(table: BankTable) -> BankTable:
    """A table of the same match with nothing on it."""
    twin = BankTable(table.mode, {name: PileSeat(name, seat.character) for name, seat in table.seats.items()})
    twin.patient = table.patient
    twin.diamonds_aside = table.diamonds_aside + sum(seat.diamond for seat in table.seats.values())
    return twin


def merged(before: Mapping[str, object], changes: Mapping[str, object], path: Path) -> dict[str, object]:
    """These values with some of them written anew."""
    found = dict(before)
    for key, value in changes.items():
        if isinstance(value, Mapping) and set(value) & set(AROUND_CHANGES):
            found[key] = changed_list(found.get(key), value, (*path, key))
        elif isinstance(value, Mapping) and isinstance(found.get(key), Mapping):
            found[key] = {**mapping(found[key], ()), **value}
        else:
            found[key] = value
    return found


def changed_list(before: object, changes: Mapping[str, object], path: Path) -> object:
    """A list with pieces added and removed, or a number with something added."""
    mapping(changes, path, AROUND_CHANGES)
    if "change" in changes:
        return int(str(before or 0)) + signed(changes["change"], (*path, "change"))
    found = list(before) if isinstance(before, list) else []
    for piece in items(changes.get("remove"), (*path, "remove"), lambda one, _: one):
        if piece not in found:
            if UNSEEN not in found:
                raise PositionError((*path, "remove"), "{piece} does not lie there", piece=str(piece))
            raise PositionError(
                (*path, "remove"), "nobody has identified {piece} there: say first what it is", piece=str(piece)
            )
        found.remove(piece)
    return [*found, *items(changes.get("add"), (*path, "add"), lambda one, _: one)]


def check_pieces(before: BankTable, after: BankTable) -> None:
    """Check that no card has come out of nowhere. Raises `PositionError`."""
    there, here = all_cards(before), all_cards(after)
    for kind in sorted({*there, *here}):
        if there.count(kind) != here.count(kind):
            raise PositionError(
                (),
                "there would be {now} of {card} instead of {before}: say where the others went",
                card=kind,
                now=here.count(kind),
                before=there.count(kind),
            )


def all_cards(table: BankTable) -> list[str]:
    """Every card of the match, unseen ones by what they must be."""
    from companion.rules.kernel.lots import pool

    found = [*table.row, *table.bank, *table.trash, *table.power_cards, *("wound",) * table.wounds]
    found += [ANTE_UP] * (table.ante_ups + table.ignored + len(table.ante_at))
    for seat in table.seats.values():
        found += [kind for place in PLACES for kind in seat.zone(place) if kind != UNSEEN]
        found += pool(seat.unseen)
    return found


def cut_short(table: BankTable) -> None:
    """Stop the running effect, so that the table is at rest. Raises `PositionError`."""
    if table.phase in ("setup", "over"):
        raise PositionError((), "there is nothing to cut short")
    table.hold = True
    one_of(("ante", "action", "buy", "draw", "command", "block", "send"), "phase")(table.phase, ("turn", "phase"))
