"""How far the virtual table leads somebody who knows no rules: whole duels, and mistakes that they are made to commit.

    python -m tests.end_to_end.newcomer_duel --count 5 --seed 1      # whole duels, with every mistake on the way

Somebody else, who knows the rules, moves the newcomer's chips wrongly when a mistake fits; from there on the newcomer
has only what the page lights and says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final, NamedTuple

from playwright.sync_api import Browser

from companion.app.demo.cheating import PLUG
from companion.app.demo.demo import Demo
from companion.app.demo.moves import ChipRoute, stops_of, with_hands
from companion.rules import UNSEEN, Question
from tests import campaigns
from tests.end_to_end.demo_duel import WHOLE, table, take_all_seats
from tests.end_to_end.newcomer import Newcomer, Sight
from tests.end_to_end.phones import SCREEN, chromium

RIGHTED: Final = 120.0
"""Seconds after which a newcomer will not put it right any more."""
UNSAID: Final = 40.0
"""Seconds after which nobody has noticed."""


class Slip(NamedTuple):
    """Chips that go where they should not: their kind, and from where to where."""

    moves: tuple[tuple[str, str, str], ...]


Fitting = Callable[[str, str, str], tuple[tuple[str, str, str], ...]]
BY_PHASE: Final[dict[str, tuple[str, Fitting]]] = {
    "anted twice": ("action", lambda me, foe, gem: (("gem_1", "bank", f"{me}.pile"),)),
    "too many gems sent": ("action", lambda me, foe, gem: (("gem_1", "bank", f"{foe}.pile"),)),
    "gem of the hand in the tray": ("action", lambda me, foe, gem: (("gem_1", f"{me}.hand", f"{me}.pile"),)),
    "gem of the pile as money": ("buy", lambda me, foe, gem: ((gem, f"{me}.pile", f"{me}.played"),)),
    "gem of the pile to the other": ("buy", lambda me, foe, gem: ((gem, f"{me}.pile", f"{foe}.pile"),)),
    "trashed a chip": ("action", lambda me, foe, gem: (("crash_gem", f"{me}.hand", "bank"),)),
}
"""Mistakes beside those that the game offers to be tried: in which phase, and what is moved for them."""


def slips(demo: Demo) -> Iterator[tuple[str, Slip]]:
    """Everything that may be done wrong just now: at rest, with nothing due."""
    with demo.lock:
        told, cheating, hands = demo.told, demo.cheating, demo.hands
        if not (told and cheating and hands and told.settled) or told.rulings or told.asked or hands.busy:
            return
        pending = told.match.pending
        if not isinstance(pending, Question) or not pending.rest:
            return
        for cheat in cheating.known:
            if cheat.key != PLUG.key and not cheating.hinders(cheat, told):
                yield cheat.key, Slip(tuple((one.piece, one.source, one.target) for one in cheat.moves))
        if told.debts:
            return
        match = with_hands(told.match, hands.world, cheating.table.customs)
        facts = match.game.facts(match.table)
        me = str(facts["turn"])
        foe = next(seat for seat in hands.world.layout.seats if seat != me)
        gems = [hands.world.kinds[uid] for uid in hands.world.in_zone(f"{me}.pile")]
        for key, (phase, made) in BY_PHASE.items():
            moves = made(me, foe, gems[-1] if gems else "")
            if phase == facts["phase"] and all(hands.world.in_zone(source, kind) for kind, source, _ in moves):
                yield key, Slip(moves)


def commit(demo: Demo, slip: Slip) -> None:
    """Let the newcomer's hands do it."""
    with demo.lock:
        assert demo.hands
        assert demo.cheating
        world = demo.hands.world
        for kind, source, target in slip.moves:
            uid = world.in_zone(source, "" if kind == UNSEEN else kind)[-1]
            stops = stops_of(ChipRoute(uid, (source, target)), world, demo.cheating.table.customs)
            demo.hands.carry(uid, stops, "newcomer")


class Told(NamedTuple):
    """What became of the mistakes that were made."""

    righted: Counter[str]
    stood: Counter[str]
    unnoticed: Counter[str]


def make_mistakes(demo: Demo, newcomer: Newcomer, until: Callable[[Sight], bool], told: Told, most: int = 1) -> None:
    """Play on, and make each mistake as often as this as soon as it fits."""
    end = monotonic() + WHOLE

    def fits(seen: Sight) -> bool:
        return until(seen) or monotonic() > end or bool(chosen())

    def chosen() -> list[tuple[str, Slip]]:
        done = told.righted + told.stood + told.unnoticed
        return [(key, slip) for key, slip in slips(demo) if done[key] < most]

    while monotonic() < end:
        newcomer.play(fits, WHOLE)
        found = chosen()
        if until(newcomer.look()) or not found:
            return
        key, slip = found[0]
        commit(demo, slip)
        put_right(demo, newcomer, told)[key] += 1
        print(f"  {key}: {told}", flush=True)


def put_right(demo: Demo, newcomer: Newcomer, told: Told) -> Counter[str]:
    """Wait for the ruling, and let the newcomer do what the page says, until nothing is wrong any more."""
    stood, noticed = newcomer.stood, monotonic() + UNSAID
    while not demo.told or not demo.told.rulings:
        if monotonic() > noticed:
            return told.unnoticed
        newcomer.page.wait_for_timeout(100)

    def calm(seen: Sight) -> bool:
        return bool(demo.told and not demo.told.rulings and not seen.ruling and not seen.busy)

    newcomer.play(calm, RIGHTED)
    return told.stood if newcomer.stood > stood else told.righted


def play_duel(folder: Path, browser: Browser, seed: int) -> tuple[Newcomer, Told]:
    """A whole one, with each mistake once as soon as it fits."""
    told = Told(Counter(), Counter(), Counter())
    with table(folder, browser, seed=seed) as (demo, phones):
        page = phones.take_out(SCREEN)
        take_all_seats(page)
        newcomer = Newcomer(page, seed)
        make_mistakes(demo, newcomer, lambda seen: "wins" in seen.headline, told)
        newcomer.play(lambda seen: "wins" in seen.headline, WHOLE)
        assert phones.complaints == []
    return newcomer, told


def campaign(count: int, seed: int) -> tuple[list[str], str]:
    """Duels, one after the other."""
    faults, righted, all_made = list[str](), 0, 0
    with chromium() as browser:
        for number in range(seed, seed + count):
            with TemporaryDirectory() as folder:
                try:
                    newcomer, told = play_duel(Path(folder), browser, number)
                except AssertionError as problem:
                    faults.append(f"duel {number}: {problem}")
                    continue
            righted += told.righted.total()
            all_made += (told.righted + told.stood).total()
            print(f"duel {number}: {newcomer.headlines[-1]} {newcomer.moved} chips, {dict(told.righted)} put right, "
                  f"{dict(told.stood)} let stand, {dict(told.unnoticed)} not noticed", flush=True)  # fmt: skip
    return faults, f"{count} duels, {righted} of {all_made} mistakes put right"


if __name__ == "__main__":
    campaigns.run(__doc__, campaign)
