"""What a person does at the page: chips are carried like with real hands, over the taps on their way."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.app.demo.motion import Stop, TableHands
from companion.app.demo.world import AIR, N_, Drawing, World
from companion.table.sightings import Uid

IN_A_HAND: Final = N_("Somebody is holding this chip right now.")
NO_CHIP: Final = N_("There is no such chip, or no such place.")
CELL_TAKEN: Final = N_("There is already a chip in that cell.")
NOT_YOURS: Final = N_("That is not your hand. Take the seat first.")
BAG_EMPTY: Final = N_("The bag is empty. Refill it with the discards first.")
STACK_EMPTY: Final = N_("This stack is empty.")
PRIVATE: Final = (Drawing.HAND, Drawing.BAG)
"""Where only its owner's hands may take chips from."""
ANY: Final = Random()
"""What comes out of a bag that belongs to nobody."""


def move(hands: TableHands, people: frozenset[str], uid: str, source: str, target: str, now: float) -> str:
    """Carry a chip, or one of a stack, to a place. Returns why that is impossible, or ""."""
    world = hands.world
    if not uid and source in world.places:
        lying = [chip for chip in world.lying(source) if not hands.has(chip)]
        if not lying:
            return STACK_EMPTY
        uid = ANY.choice(lying) if world.places[source].kind is Drawing.BAG else lying[-1]
    chip = Uid(uid)
    if chip not in world.kinds or target not in world.places:
        return NO_CHIP
    here = world.where(chip)
    if here == AIR or hands.has(chip):
        return IN_A_HAND
    if here == target:
        return ""
    if world.places[here].seat and world.places[here].kind in PRIVATE and world.places[here].seat not in people:
        return NOT_YOURS
    if world.places[target].kind is Drawing.CELL and world.lying(target):
        return CELL_TAKEN
    hands.drop(chip, way(world, chip, here, target), now, "you")
    return ""


def way(world: World, uid: Uid, source: str, target: str) -> tuple[Stop, ...]:
    """The stops of a chip on its way.

    Back to its stack, a chip goes over the tap of all stacks there. So does a chip from a stack into a hand, because no
    other reader would see it.
    """
    place = world.places[target]
    if place.kind is Drawing.STACK:
        return (Stop(world.room_in(place.zone, world.kinds[uid]), over_tap=True),)
    if place.kind is Drawing.HEAP and place.reader:
        return (Stop(target, over_tap=True),)
    if place.kind is Drawing.HAND and world.places[source].kind in (Drawing.BAG, Drawing.STACK):
        return (Stop(source, over_tap=True), Stop(target))
    return (Stop(target),)


def draw(hands: TableHands, people: frozenset[str], seat: str, chance: Random, now: float) -> str:
    """Draw a chip out of the bag by chance, over the slot into the hand."""
    bag = hands.world.bag_of(seat)
    if seat not in people:
        return NOT_YOURS
    lying = [uid for uid in hands.world.lying(bag.id) if not hands.has(uid)] if bag else []
    if not bag or not lying:
        return BAG_EMPTY
    hands.drop(chance.choice(lying), (Stop(bag.id, over_tap=True), Stop(bag.leads_to)), now, "you")
    return ""


def show_again(hands: TableHands, people: frozenset[str], seat: str, unseen: list[str], now: float) -> str:
    """Carry chips of a hand over the slot of the bag once more: no reader has seen them. `unseen` are their kinds."""
    bag = hands.world.bag_of(seat)
    if seat not in people or bag is None:
        return NOT_YOURS
    left = list(unseen)
    for uid in reversed(hands.world.lying(bag.leads_to)):
        if hands.world.kinds[uid] in left and not hands.has(uid):
            left.remove(hands.world.kinds[uid])
            hands.carry(uid, (Stop(bag.id, over_tap=True), Stop(bag.leads_to)), seat)
    return ""


def pour(hands: TableHands, people: frozenset[str], seat: str) -> str:
    """Refill the bag."""
    if seat not in people:
        return NOT_YOURS
    if bag := hands.world.bag_of(seat):
        hands.pour(bag.id)
    return ""
