"""The books record where table and rules differ: chips that moved without a known reason, and moves not seen yet.

A chip is **loose** from the moment that it is seen where the rules do not have it, until an answer explains it or it
lies where it was again. A **debt** is a move that the rules have made and the table has not shown. Any chip of the
right kind pays a debt. For example: A lays a Combine on the table before saying anything; the Combine is loose. Once
`play:combine` is committed, it is explained, and what the Combine does with gems is owed until readers see it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from math import inf

from companion.arbiter.loose import Debt, Loose, Moot, Settling, fits_best, seen_at
from companion.arbiter.sight import Sight, Visibility, fits
from companion.arbiter.slots import OverSlot, Slots
from companion.rules import UNSEEN, Moved
from companion.table.layout import AIR
from companion.table.sightings import Uid


class Books:
    """The difference between table and rules."""

    __slots__ = ("coming", "debts", "fresh", "gone", "held", "loose", "moot", "sight", "slots", "unpointed")

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.loose: dict[Uid, Loose] = {}
        self.slots = Slots()
        """What has come over the slots of bags."""
        self.debts: dict[Debt, int] = {}
        self.moot: dict[Moot, int] = {}
        """Debts whose chip the rules have moved on since, unseen in a heap. They may still be paid; see `awaited`."""
        self.gone: dict[Uid, Loose] = {}
        """Chips lifted from their cells, and chips on their way to pay a debt. Some may only have been looked at."""
        self.coming: dict[Uid, Debt] = {}
        """For chips in `gone` that left over a tap before a debt came up: the debt that they are coming to pay."""
        self.held: dict[Uid, Loose] = {}
        """Chips that the last answer pointed at."""
        self.unpointed: dict[str, float] = {}
        """Kinds of shared chips that were named but not pointed at, and when: people may still point at them."""
        self.fresh = -inf
        """A chip that left its zone before this, and was not seen again, no longer tells what was done with it."""

    def copy(self) -> Books:
        """An independent copy."""
        twin = object.__new__(Books)
        twin.sight = self.sight
        twin.loose = self.loose.copy()
        twin.slots = self.slots.copy()
        twin.debts = self.debts.copy()
        twin.moot = self.moot.copy()
        twin.gone = self.gone.copy()
        twin.coming = self.coming.copy()
        twin.held = self.held.copy()
        twin.fresh = self.fresh
        twin.unpointed = self.unpointed.copy()
        return twin

    @property
    def settled(self) -> bool:
        """Whether everything that was seen is explained."""
        return not self.slots and all(loose.is_home for loose in self.loose.values())

    @property
    def unexplained(self) -> int:
        """How many chips were seen that the rules do not have there."""
        return len(self.loose) + len(self.slots)

    def first_unexplained(self) -> float:
        """When the oldest unexplained chip was seen."""
        slots = [chip.at for _, chip in self.slots]
        return min([loose.at for loose in self.loose.values() if not loose.is_home] + slots, default=float("inf"))

    def waiting(self) -> tuple[object, ...]:
        """Which chips are not explained."""
        loose = frozenset(chip for chip in self.loose.values() if not chip.is_home)
        return loose, self.slots.counts

    def first_loose(self) -> float:
        """When the oldest loose chip was seen."""
        return min((loose.at for loose in self.loose.values() if not loose.is_home), default=inf)

    def until(self, moment: float) -> Books:
        """A copy of the books as if nothing had been seen after this moment."""
        earlier = self.copy()
        earlier.loose = {uid: loose.until(moment) for uid, loose in self.loose.items() if loose.at <= moment}
        earlier.slots = self.slots.until(moment)
        return earlier

    def forget_home(self, before: float) -> None:
        """Forget chips that were put back before this moment, unless something else is unexplained since then: they may
        belong to it. Chips that left their zone before it no longer tell what was done with them."""
        self.fresh = before
        if self.first_unexplained() < before:
            return
        for loose in list(self.loose.values()):
            if loose.is_home and loose.last < before:
                del self.loose[loose.uid]

    @property
    def moving(self) -> set[str]:
        """The kinds of chips that were seen to move."""
        return {chip.kind for chips in (self.loose, self.gone, self.held) for chip in chips.values()}

    def fingerprint(self) -> tuple[object, ...]:
        """A value that stays equal as long as nothing in the books changes."""
        slots = tuple(self.slots)
        return tuple(self.loose.values()), tuple(self.gone), tuple(self.held), slots, tuple(self.debts.items())

    # -- the rules move ----------------------------------------------------------------------------------------

    def expect(self, moved: Moved, settling: Settling) -> None:
        """The rules have moved pieces: explain chips that were seen to go that way; the others become debts."""
        way = self.sight.way(moved.piece, moved.source, moved.target)
        shown = moved.piece != UNSEEN and way in (Visibility.ENTERS, Visibility.LEAVES)
        if moved.source in self.sight.slots and not shown:
            self.slots.empties(self.sight.place(moved.source))
        for _ in range(moved.count):
            if way is Visibility.NOT:
                self._redirect(moved.piece, moved.source, moved.target)
            elif way is Visibility.SLOT:
                self._expect_drawn(moved, settling)
            elif not self._expect_seen(moved, way, settling):
                debt = Debt(moved.piece, moved.source, moved.target)
                if self._settle_beside(debt, settling):
                    continue
                self._owe(debt, settling)
                settling.exchanged = settling.exchanged or self._is_elsewhere(debt)
                if way is Visibility.ENTERS and (left := self._left(debt)):
                    settling.on_way.append(debt)
                    settling.left = left.at
        if way is Visibility.NOT:
            settling.silent.append(moved)

    def finish(self, settling: Settling) -> None:
        """Complete an input when all its moves have been entered."""
        self._pay_across(settling)
        for held in self._in_hand():
            alike = [chip for chip, zone in settling.taken if chip.kind == held.kind and zone in held.origin]
            waits = any(fits(debt.kind, held.kind) and debt.source in held.origin for debt in settling.owed)
            if alike and not waits and held.uid not in {chip.uid for chip in alike}:
                settling.exchanged = True

    def _pay_across(self, settling: Settling) -> None:
        """Pay two debts at once with a chip that went straight across, now that both are entered."""
        for chip in list(self.loose.values()):
            if paid := self._across(chip):
                for debt in paid:
                    self.pay(debt)
                    if debt in settling.owed:
                        settling.owed.remove(debt)
                del self.loose[chip.uid]
                settling.seen.append((chip.uid, paid[-1].target))
                settling.first = min(settling.first, chip.at)

    def _expect_drawn(self, moved: Moved, settling: Settling) -> None:
        if chip := self.slots.draws(self.sight.place(moved.target), settling.after):
            settling.drawn = settling.drawn or not settling.shows
            settling.first = min(settling.first, chip.at)
        else:
            self._owe(Debt(UNSEEN, moved.source, moved.target), settling)
        if moved.source in self.sight.cells:  # everybody saw that it was lifted there
            self._settle_gone(moved.piece, moved.source, moved.target, settling)

    def _expect_seen(self, moved: Moved, way: Visibility, settling: Settling) -> bool:
        piece, source, target = moved.piece, moved.source, moved.target
        goal = AIR if way is Visibility.LEAVES else self.sight.place(target)
        if way is Visibility.LIFTED:
            return self._settle_gone(piece, source, target, settling)
        start = self.sight.place(source)
        if way is Visibility.LEAVES and self._settle_held(piece, source, target, settling):
            return True
        fitting: dict[Uid, Debt | None] = {}
        for one in (one for one in self.loose.values() if fits(piece, one.kind) and one.comes_to(goal)):
            if start in one.origin:
                fitting[one.uid] = None
            elif debt := self._first_way(one, source):  # straight across, from pile to pile
                fitting[one.uid] = debt
        if fitting:
            chip = fits_best((self.loose[uid] for uid in fitting), settling.after)
            settling.taken.append((chip, source))
            if debt := fitting[chip.uid]:
                self.pay(debt)
            return self._settle(chip, piece, target, goal, settling)
        return way is Visibility.LEAVES and self._settle_on_way(piece, start, target, settling)

    def _first_way(self, loose: Loose, place: str) -> Debt | None:
        """The debt that a chip pays on the first part of its way, which should have led over this place."""
        return next((debt for debt in self.debts if debt.target == place and self._fits(debt, loose)), None)

    def _settle(self, loose: Loose, piece: str, target: str, goal: str, settling: Settling) -> bool:
        del self.loose[loose.uid]
        settling.passed += loose.passed(goal)
        for debt, zone in list(self.moot):
            if (debt.kind, debt.source, self.sight.owner(debt.target)) == (piece, target, self.sight.owner(target)):
                del self.moot[Moot(debt, zone)]  # a chip that arrives only now is not the one that went on
        if rest := loose.explained_to(goal, self.sight.place(target)):
            self.loose[loose.uid] = rest
        else:
            settling.seen.append((loose.uid, target))
        settling.first = min(settling.first, loose.at)
        if piece == UNSEEN:
            settling.learnt.append((target, loose.kind))
        return True

    def _settle_gone(self, piece: str, source: str, target: str, settling: Settling) -> bool:
        for uid, gone in self.gone.items():
            if fits(piece, gone.kind) and self.sight.place(source) in gone.origin:
                del self.gone[uid]
                settling.seen.append((uid, target))
                settling.first = min(settling.first, gone.at)
                return True
        return False

    def is_pointed_at(self, kind: str) -> bool:
        """Whether a shared chip of this kind has touched the tap of the zone where it lies."""
        return any(loose.kind == kind and self._pointed_zone(loose) for loose in self.loose.values())

    def _pointed_zone(self, loose: Loose) -> str:
        """The zone where a chip lies, if it touched the tap there first; otherwise ""."""
        zones = (zone for zone in self.sight.shared_taps if zone in loose.origin)
        return next((zone for zone in zones if loose.place in (AIR, zone)), "")

    def pointed_at(self, kind: str, settling: Settling) -> None:
        """An answer names a shared chip that stays where it is. If such a chip touched the tap there, it is explained,
        and perhaps still in somebody's hand."""
        for loose in self.loose.values():
            zone = self._pointed_zone(loose)
            if loose.kind == kind and zone:
                del self.loose[loose.uid]
                self.held[loose.uid] = loose
                if rest := loose.explained_to(loose.place, zone):
                    self.loose[loose.uid] = rest
                else:
                    settling.seen.append((loose.uid, zone))
                settling.first = loose.at  # the chip gave the answer
                return
        settling.unpointed.append(kind)

    def _in_hand(self) -> list[Loose]:
        """The chips that were pointed at and have not been seen elsewhere since."""
        return [held for held in self.held.values() if held.uid not in self.loose]

    def _is_elsewhere(self, debt: Debt) -> bool:
        """Whether a chip that was pointed at, and could pay this debt, has gone to another place."""
        return any(self._fits(debt, self.loose[uid]) for uid in self.held.keys() & self.loose.keys())

    def _settle_held(self, piece: str, source: str, target: str, settling: Settling) -> bool:
        """Use a chip that has just been pointed at: it goes on from the hand, and need not touch the tap again."""
        for held in self._in_hand():
            if fits(piece, held.kind) and source in held.origin:
                del self.held[held.uid]
                settling.seen.append((held.uid, target))
                settling.first = min(settling.first, held.at)
                return True
        return False

    def _settle_on_way(self, piece: str, start: str, target: str, settling: Settling) -> bool:
        """Use a chip that has left over the tap and was taken to pay another debt: allowed where the answer names its
        kind, or where more such chips have left than are owed."""
        left = [
            gone
            for gone in self.gone.values()
            if fits(piece, gone.kind) and start in gone.origin and self._left_a_tap(gone) and gone.at >= self.fresh
        ]
        if not left or not (piece in settling.said or len(left) > self._owed_from(start, piece)):
            return False
        gone = max(left, key=seen_at)
        del self.gone[gone.uid]
        settling.seen.append((gone.uid, target))
        settling.first = min(settling.first, gone.at)
        return True

    def _left_a_tap(self, gone: Loose) -> bool:
        return gone.place == AIR and not gone.then and gone.reader not in self.sight.cell_readers

    def are_lifted(self, owed: Collection[Debt]) -> bool:
        """Whether for one of these debts the chip has been lifted from its cell, and has not been seen again."""
        lifted = [gone for gone in self.gone.values() if gone.reader in self.sight.cell_readers]
        return any(self._fits(debt, gone) for debt in owed for gone in lifted)

    def is_fetched(self, debt: Debt) -> bool:
        """Whether a chip that can pay this debt has left its zone, and has not been seen since."""
        return debt in self.debts and self._fetched(debt) > 0

    def are_all_fetched(self, debt: Debt) -> bool:
        """Whether as many such chips have left the zone as are owed from there, wherever they go."""
        return debt in self.debts and self._fetched(debt) >= self._owed_from(self._from(debt), debt.kind)

    def _owed_from(self, start: str, piece: str) -> int:
        """How many such chips are owed out of a place, moot debts included."""
        owed = (*self.debts.items(), *((moot.debt, number) for moot, number in self.moot.items()))
        return sum(number for debt, number in owed if fits(debt.kind, piece) and self._from(debt) == start)

    def _fetched(self, debt: Debt) -> int:
        return sum(self._fits(debt, gone) and self._left_a_tap(gone) for gone in self.gone.values())

    def _left(self, debt: Debt) -> Loose | None:
        """Enter a chip that has left its zone over the tap as on its way to pay this debt. None where an equal chip was
        pointed at: then that chip is in the hand, and will come."""
        if any(self._fits(debt, chip) for chip in self._in_hand()) or not (left := self._in_air(debt)):
            return None
        self.gone[left.uid] = self.loose.pop(left.uid)
        self.coming[left.uid] = debt
        return left

    def _in_air(self, debt: Debt) -> Loose | None:
        """A chip that can pay this debt, has touched the tap where it lay, and was not seen again."""
        in_air = (loose for loose in self.loose.values() if loose.now == AIR and not loose.then)
        return next((loose for loose in in_air if self._fits(debt, loose)), None)

    def awaited(self) -> dict[Debt, int]:
        """The debts that the table has still to show, with the moot ones that readers would see: those of chips that
        come out of hiding or from another owner. What lay in its owner's open zones and went on with a heap shows
        nothing."""
        owed = self.debts.copy()
        for (debt, _), count in self.moot.items():
            if self.sight.owner(debt.source) != self.sight.owner(debt.target) or self._from(debt) != debt.source:
                owed[debt] = owed.get(debt, 0) + count
        return owed

    def _owe(self, debt: Debt, settling: Settling) -> None:
        self.debts[debt] = self.debts.get(debt, 0) + 1
        settling.owed.append(debt)

    def _redirect(self, kind: str, source: str, target: str) -> None:
        """A piece leaves a zone unseen. A debt to that zone becomes moot; or, if such a chip was already seen to go on
        from there, its way is taken to begin where the piece is now."""
        for debt in self.debts:
            if debt.target == source and (debt.kind == kind or UNSEEN in (debt.kind, kind)):
                self.pay(debt)
                moot = Moot(debt, target)
                self.moot[moot] = self.moot.get(moot, 0) + 1
                return
        here = frozenset({self.sight.place(source)})
        for loose in self.loose.values():
            if loose.kind == kind and loose.origin == here:
                self.loose[loose.uid] = replace(loose, origin=frozenset({self.sight.place(target)}))
                return

    def pay(self, debt: Debt) -> None:
        """Take one of these debts off the books."""
        left = self.debts[debt] - 1
        if left:
            self.debts[debt] = left
        else:
            del self.debts[debt]

    def _from(self, debt: Debt) -> str:
        return self.sight.place(debt.source)

    def _fits(self, debt: Debt, chip: Loose) -> bool:
        """Whether a chip may pay this debt, by its kind and by where it comes from."""
        return fits(debt.kind, chip.kind) and self._from(debt) in chip.origin

    def take_back(self, moved: Moved) -> list[Moved]:
        """The rules have taken a move back: cancel its debts, and where a chip has moved already, owe its way back.
        Return the moves that no reader will see, for the twin."""
        back = Moved(moved.piece, 1, moved.target, moved.source)
        quiet = []
        for _ in range(moved.count):
            debt = Debt(moved.piece, moved.source, moved.target)
            if debt in self.debts:
                self.pay(debt)
            elif self.sight.shows(back):
                self._owe(Debt(moved.piece, moved.target, moved.source), Settling())
            else:
                quiet.append(back)
        return quiet

    def owed_in_all(self) -> int:
        """How many moves are owed."""
        return sum(self.debts.values())

    def clear(self) -> None:
        """Forget everything: somebody has said that table and rules agree."""
        self.slots.clear()
        for kept in (self.loose, self.debts, self.moot, self.gone, self.coming, self.held, self.unpointed):
            kept.clear()

    # -- the table shows ---------------------------------------------------------------------------------------

    def seen(
        self, chip: Loose, may_be: Callable[[str, str], bool], but: Collection[Debt] = ()
    ) -> list[tuple[Debt, str]] | None:
        """A chip was seen in another place. Return the debts that it pays, each with the zone where the rules have the
        chip now; None where it pays none.

        `may_be` tells whether an unseen piece of a zone can be of a kind. `but` are debts that this chip does not pay.
        """
        self.slots.leaves(chip.uid)
        gone = self.gone.pop(chip.uid, None)
        self.coming.pop(chip.uid, None)
        if before := self.loose.pop(chip.uid, None):
            chip = before.goes_on(chip)
        elif before := gone:
            if chip.place in before.origin and len(before.origin) == 1:
                return None
            chip = before.goes_on(chip) if self._left_a_tap(before) else replace(chip, origin=before.origin)
        paid = self._paid_by(chip, may_be, but)
        if paid is None:
            if moot := self._moot_for(chip, but):
                return [moot]
            if zone := self._pointed_late(chip):
                del self.unpointed[chip.kind]
                self.held[chip.uid] = chip
                return [(Debt(chip.kind, zone, zone), zone)]
            if chip.now == AIR and self._is_awaited(chip):
                self.gone[chip.uid] = chip  # on its way to pay a debt
                return None
            self.loose[chip.uid] = chip
            return None
        for debt in paid:
            self.pay(debt)
        return [(debt, debt.target) for debt in paid]

    def _pointed_late(self, chip: Loose) -> str:
        """The zone of a chip that is pointed at only after an answer named it; otherwise ""."""
        return self._pointed_zone(chip) if self.unpointed.get(chip.kind, -inf) > self.fresh else ""

    def _is_awaited(self, chip: Loose) -> bool:
        """Whether a chip that has left its zone can pay a debt."""
        debts = (*self.debts, *(moot.debt for moot in self.moot))
        return any(self._fits(debt, chip) for debt in debts)

    def _paid_by(self, chip: Loose, may_be: Callable[[str, str], bool], but: Collection[Debt]) -> list[Debt] | None:
        fitting = [debt for debt in self.debts if self._fits(debt, chip)]
        fitting = [debt for debt in fitting if debt not in but and not self._is_for_others(debt)]
        fitting.sort(key=lambda debt: debt.kind == UNSEEN)
        for debt in fitting:
            if self._arrives(debt) == chip.now and (debt.kind != UNSEEN or may_be(debt.target, chip.kind)):
                return [debt]
        if beside := [debt for debt in fitting if chip.now == AIR and self._is_beside(debt)]:
            return beside[:1]
        return self._across(chip, but)

    def _settle_beside(self, debt: Debt, settling: Settling) -> bool:
        """Pay a debt between two taps of one owner with a chip that was seen only at the first."""
        if not self._is_beside(debt) or not (touched := self._in_air(debt)):
            return False
        del self.loose[touched.uid]
        settling.seen.append((touched.uid, debt.target))
        settling.beside += 1
        return True

    def _is_beside(self, debt: Debt) -> bool:
        """Whether the owner moves this chip from one of his taps to another. Nobody touches the first tap for that, but
        its reader may see the chip on the other one."""
        stays = self.sight.owner(debt.source) == self.sight.owner(debt.target) != ""
        return stays and debt.source in self.sight.taps and debt.target in self.sight.taps

    def _is_for_others(self, debt: Debt) -> bool:
        """Whether chips on their way cover all of this debt: they will come, so an equal chip does not pay it."""
        coming = (self.gone.get(uid) for uid, due in self.coming.items() if due == debt)
        return self.debts[debt] <= sum(gone is not None and gone.at >= self.fresh for gone in coming)

    def _across(self, chip: Loose, but: Collection[Debt] = ()) -> list[Debt] | None:
        """Two debts that a chip pays at once by going straight across. For example, one gem_1 is owed from A's pile to
        the bank and another from the bank to B's pile: a gem_1 that goes from A's pile to B's pays both."""
        debts = [debt for debt in self.debts if debt not in but]
        for debt in debts:
            if self._fits(debt, chip):
                for further in debts:
                    onward = further.source == debt.target and fits(further.kind, chip.kind)
                    if onward and self._arrives(further) == chip.now:
                        return [debt, further]
        return None

    def _moot_for(self, chip: Loose, but: Collection[Debt]) -> tuple[Debt, str] | None:
        for moot in sorted(self.moot, key=lambda moot: moot.debt.kind == UNSEEN):
            debt = moot.debt
            if debt not in but and self._fits(debt, chip) and self._arrives(debt) == chip.now:
                left = self.moot.pop(moot) - 1
                if left:
                    self.moot[moot] = left
                return debt, moot.zone
        return None

    def _arrives(self, debt: Debt) -> str:
        return AIR if self.sight.way(*debt) is Visibility.LEAVES else self.sight.place(debt.target)

    def drawn(self, place: str, chip: OverSlot) -> Debt | None:
        """A chip came over a slot. Return the debt that it pays; if there is none, the chip is remembered."""
        if self.slots.is_drawn(place, chip):
            return None  # it is in the hand, and was held over the slot once more
        for debt in self.debts:
            if self.sight.way(*debt) is Visibility.SLOT and self.sight.place(debt.target) == place:
                self.pay(debt)
                self.slots.takes(place, chip)
                return debt
        self.slots.comes(place, chip)
        return None

    def lifted(self, chip: Loose) -> tuple[Debt, Uid] | None:
        """A chip was lifted from its cell. Return the debt that it pays, if nobody will see it arrive."""
        for debt in self.debts:
            if self._fits(debt, chip) and self.sight.way(*debt) is Visibility.LIFTED:
                self.pay(debt)
                return debt, chip.uid
        self.gone[chip.uid] = chip
        return None

    def owed(self) -> Iterator[tuple[Debt, int]]:
        """The debts and their counts, in the order in which they came up."""
        yield from self.debts.items()
