"""The virtual table as its page shows it: places, chips and what the program says, as JSON that is whole each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from companion.app.demo.lessons import Lessons
from companion.app.demo.told_moments import ToldMoment
from companion.app.demo.world import ChipPlace, Drawing, World
from companion.faces.chip_looks import GEM
from companion.faces.languages import Language
from companion.faces.screen_words import words_of
from companion.rules import JUDGE, TABLE, UNSEEN, Setup, Words, new_match
from companion.rules.kernel.board import Heap, PieceGroup, Stacks
from companion.table.sightings import Uid

ONE_BY_ONE: Final = (Drawing.CELL, Drawing.HAND, Drawing.HEAP)
"""Kinds of places whose chips are drawn one by one."""
SILENT: Final[Mapping[str, Any]] = {
    "headline": "", "totals": [], "tracks": [], "alarm": None,
    "ruling": None, "ask": None, "todo": [], "owed": [], "last": [], "notes": [],
}  # fmt: skip

NONE_UNSEEN: Final[Mapping[str, int]] = {}

Row = dict[str, Any]


def looks_of(setup: Setup, language: Language) -> dict[str, PieceGroup]:
    """The names and looks of all kinds of chips of a game."""
    match = new_match(setup)
    board = words_of(match, language).board(match.view(JUDGE))
    looks: dict[str, PieceGroup] = {}
    for panel in (*board.seats, *board.shared):
        for piece in panel.pieces:
            chips: Iterable[PieceGroup] = ()
            if isinstance(piece, Stacks):
                chips = (stack.chip for stack in piece.stacks)
            elif isinstance(piece, Heap):
                chips = piece.chips
            looks |= {chip.kind: chip for chip in chips}
    return looks


def place_rows(world: World, looks: Mapping[str, PieceGroup], prices: Mapping[str, str], dead: frozenset[str],
               words: Words, unseen: Mapping[str, int] = NONE_UNSEEN) -> list[Row]:  # fmt: skip
    """Every place, in the order in which it is drawn. `unseen` counts chips that no reader saw coming."""
    rows = []
    bags = {place.leads_to: place.id for place in world.places.values() if place.leads_to}
    for place in in_order(world, looks):
        kind = place.label if place.kind is Drawing.STACK else ""
        row: Row = {
            "id": place.id,
            "seat": place.seat,
            "zone": place.zone,
            "role": place.of.label if place.of else place.id,
            "kind": place.kind.value,
            "label": looks[kind].name if kind in looks else label_of(place, words),
            "beside_cells": place.beside_cells,
            "drawn_from": bags.get(place.id, ""),
            "refill": bool(place.of and place.of.refill),
            "piece": kind,
            "reader": place.reader,
            "alive": place.reader not in dead,
            "count": len(world.lying(place.id)),
            "hidden": place.kind in (Drawing.BAG, Drawing.HAND),
            "unseen": unseen.get(place.id, 0),
        }
        if kind in looks:
            row |= {**look_row(looks[kind]), "price": prices.get(kind, "")}
        rows.append(row)
    return rows


def in_order(world: World, looks: Mapping[str, PieceGroup]) -> list[ChipPlace]:
    """All places; of the stacks in a place, those of gems come first."""
    zones = list(dict.fromkeys(place.zone for place in world.places.values()))

    def order(place: ChipPlace) -> tuple[int, bool]:
        look = looks.get(place.label) if place.kind is Drawing.STACK else None
        return zones.index(place.zone), look is not None and look.tone != GEM

    return sorted(world.places.values(), key=order)


def label_of(place: ChipPlace, words: Words) -> str:
    """What people call a place: the word of the game, or else that of the table."""
    if place.label or not place.of:
        return words.say(place.label).format(number=place.number)
    return f"{words.label(place.of)} {place.number}".strip()


def unseen_in_hands(world: World, told: ToldMoment | None, people: Iterable[str]) -> dict[str, int]:
    """How many chips in people's hands came without any reader seeing them.

    Not even their owner's phone can name these chips. It offers everything that they may be, even what the owner can
    see that they are not.
    """
    found: dict[str, int] = {}
    for hand in [place.id for place in world.places.values() if place.kind is Drawing.HAND and place.seat in people]:
        if told is None:
            break
        leaving = sum(debt.count for debt in told.debts if debt.source == hand and debt.kind == UNSEEN)
        unknown = len(kinds_unseen(world, told, hand)) - leaving
        found[hand] = max(0, min(unknown, Counter(told.hands.get(hand, ()))[UNSEEN]))
    return found


def kinds_unseen(world: World, told: ToldMoment, hand: str) -> list[str]:
    """The chips in a hand that no reader has seen there, by their kinds."""
    leaving = Counter({debt.kind: debt.count for debt in told.debts if debt.source == hand and debt.kind != UNSEEN})
    there = Counter(world.kinds[uid] for uid in world.in_zone(hand))
    return list((there - Counter(told.hands.get(hand, ())) - leaving).elements())


def chip_rows(
    world: World, looks: Mapping[str, PieceGroup], people: frozenset[str], held: Iterable[Uid] = ()
) -> list[Row]:
    """The chips that are drawn one by one; those in other people's hands from behind.

    `held` are the chips that hands are busy with, even while these rest on a tap.
    """
    in_hands, carried = {*world.carried, *held}, set(world.carried)
    lying = [uid for place in world.places.values() if place.kind in ONE_BY_ONE for uid in world.lying(place.id)]
    resting = [uid for uid in world.kinds if world.reader_of(uid) and uid not in lying]
    shown = (*lying, *resting, *sorted(carried))
    return [chip_row(world, uid, looks, people, moving=uid in in_hands) for uid in shown]


def chip_row(world: World, uid: Uid, looks: Mapping[str, PieceGroup], people: frozenset[str], *, moving: bool) -> Row:
    """One chip."""
    at = world.shown_at(uid)
    place, kind = world.places.get(at), world.kinds[uid]
    ends = {at, world.came_from(uid)} if moving else {at}
    hidden = any(is_hidden(world, end, people) for end in ends)
    row: Row = {"id": uid, "kind": "", "name": "", "place": at, "moving": moving, "face": not hidden}
    if moving and uid in world.carried:
        row["from"] = world.came_from(uid)
    if not hidden and place:
        look = looks.get(kind)
        row |= {"kind": kind, "name": look.name if look else kind}
        row |= look_row(look) if look else {}
    return row


def look_row(look: PieceGroup) -> Row:
    """What the page needs to draw a chip."""
    row: Row = {"tone": look.tone, "short": look.short, "also": look.also, "picture": look.picture}
    return row | {"framed": look.framed, "worth": look.worth}


def is_hidden(world: World, at: str, people: frozenset[str]) -> bool:
    """Whether the viewers of the page may not see the chips of a place."""
    place = world.places.get(at)
    return place is not None and place.hides_from(people)


def says_row(told: ToldMoment | None) -> Row:
    """What the program says to everybody."""
    if told is None:
        return dict(SILENT)
    facts = told.match.view(TABLE).facts
    totals = [{**one, "bonus": facts.get(f"{one['seat']}.height_bonus", 0)} for one in told.says.get("totals", ())]
    owed = [debt._asdict() for debt in told.debts]
    return {**SILENT, **told.says, "totals": totals, "owed": owed}


def seat_rows(world: World, told: ToldMoment | None, people: frozenset[str]) -> list[Row]:
    """The seats, and who sits there."""
    on_turn = told.says.get("on_turn", ()) if told else ()
    return [
        {
            "name": seat,
            "title": seat,
            "player": "you" if seat in people else "steady",
            "on_turn": seat in on_turn,
            "waits": "",
        }
        for seat in world.layout.seats
    ]


def lesson_row(
    lessons: Lessons, told: ToldMoment | None, looks: Mapping[str, PieceGroup], language: Language
) -> Row | None:
    """What is to be read now in a first game, in the game's own words; None if there is nothing."""
    if not lessons.waiting or told is None:
        return None
    lesson, game = lessons.waiting[0], told.match.game
    row: Row = {"key": lesson.key, "about": list(lesson.about), "more": len(lessons.waiting) - 1, "chip": None}
    if entry := game.encyclopedia().get(lesson.chip):
        words = language.words(game).entry(entry)
        look = looks.get(lesson.chip)
        row["chip"] = {"kind": lesson.chip, "name": words.name, **(look_row(look) if look else {})}
        texts = [text for text in (words.effect, words.reaction, words.ongoing) if text]
        return row | {"title": words.name, "words": texts}
    rules = {rule.key: rule for rule in game.rulebook(told.match.table)}
    if rule := rules.get(lesson.rule):
        return row | {"title": language.say(rule.section), "words": [language.say(rule.gist)]}
    return row | {"title": lesson.key, "words": []}


def phone_rows(told: ToldMoment | None, people: frozenset[str], world: World | None = None) -> Row:
    """The phones of the seats that people have taken. A phone that knows some chips of a hand only by their number
    offers whatever they may be; here people see that hand, and are offered what lies in it."""
    rows = {seat: phone for seat, phone in told.phones.items() if seat in people} if told else {}
    if world is None:
        return rows
    return {
        seat: {**phone, "choices": [one for one in phone["choices"] if can_be_given(one.get("ways"), world)]}
        for seat, phone in rows.items()
    }


def can_be_given(ways: Sequence[Sequence[str]] | None, world: World) -> bool:
    """Whether the first chip that an answer moves lies where it says, if it comes out of a hand."""
    kind, source = ways[0][:2] if ways else (UNSEEN, "")
    place = world.places.get(source)
    return kind == UNSEEN or place is None or place.kind is not Drawing.HAND or bool(world.in_zone(source, kind))
