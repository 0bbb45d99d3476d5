"""Breaking gems, sending them, and everything that can meet them in the air."""

from __future__ import annotations

from companion.rules.kernel import Moved, Steps
from companion.rules.puzzle_strike import events as ev
from companion.rules.puzzle_strike.play import Play
from companion.rules.puzzle_strike.reactions import NONE, note, respond, window
from companion.rules.puzzle_strike.sets.answers import GEMS, GEMS_BY_BREAKING
from companion.rules.puzzle_strike.sets.moments import ANSWERING, INCOMING
from companion.rules.puzzle_strike.table import LAID_IN_A_PILE, Chips, Flight, Seat, Table, in_seat_order

UNANSWERABLE_GEM = 4
"""A send for which a gem of this size was broken cannot be answered."""


class Incoming:
    """One flight of `table.air`, until none of its gems is in the air any more."""

    def __init__(self, play: Play, flight: Flight) -> None:
        self.table = play.table
        self.chip = play.box[flight.chip]
        self.flight = flight
        self.sender = self.table.seats[flight.sender]
        self.target = self.table.seats[flight.target]

    @property
    def gems(self) -> int:
        """How many gems are still in the air."""
        return self.flight.gems

    def take_out(self, gems: int) -> tuple[int, int]:
        """Take gems out of the air; return how many of them are real gems and how many stand-ins. Stand-ins leave
        first."""
        before, air = self.flight, self.table.air
        stand_ins = min(gems, before.stand_ins)
        left = self.flight = before._replace(gems=before.gems - gems, stand_ins=before.stand_ins - stand_ins)
        at = air.index(before)
        self.table.air = air[:at] + ((left,) if left.gems else ()) + air[at + 1 :]
        return gems - stand_ins, stand_ins


# -- breaking and sending --------------------------------------------------------------------------------------


def crash(play: Play, me: Seat, chip: str, most: int = 1) -> Steps[None]:
    """Break up to `most` gems of the own pile and send the pieces to an opponent."""
    broken = yield from break_up_to(play, me, chip, most)
    if broken:
        yield from send_pieces(play, me, chip, broken, "crash-gem")


def send_pieces(play: Play, me: Seat, chip: str, broken: tuple[int, ...], rule: str = "") -> Steps[None]:
    """Send what was broken, as 1-gems, to an opponent of the player's choice."""
    foe = yield from play.choose_pile(me, chip, rule)
    yield from send(play, Flight(me.name, foe.name, sum(broken), chip, UNANSWERABLE_GEM in broken))


def break_gems(play: Play, me: Seat, chip: str, options: Chips, rule: str = "") -> Steps[tuple[int, ...]]:
    """Let the player choose what breaks, or nothing where the options say so; the gems go back to the bank."""
    token = yield from play.ask(me, "break", options, chip, rule)
    if token in ("", "pass"):
        return ()
    broken = tuple(int(size) for size in token[6:].split("+"))
    for size in broken:
        play.leave_pile(me, size)
    play.log.append(ev.Broke(me.name, broken))
    yield from release(play, me)
    return broken


def trash_from_pile(play: Play, seat: Seat, size: int) -> Steps[bool]:
    """Put a gem of a pile back into the bank, if there is one of this size; this breaks nothing."""
    if size not in play.gems(seat):
        return False
    play.leave_pile(seat, size)
    yield from release(play, seat)
    return True


def break_up_to(play: Play, me: Seat, chip: str, most: int) -> Steps[tuple[int, ...]]:
    """Break as many gems of any size as a crash may; on the own turn each pays $1."""
    rule = "double-crash-gem" if most > 1 else "crash-gem"
    broken = yield from break_gems(play, me, chip, break_options(play.gems(me), most), rule)
    if broken and play.on_turn(me):
        play.add(me, "money", len(broken))
    return broken


def break_options(gems: tuple[int, ...], most: int) -> Chips:
    """Tokens for breaking one gem and, if two may break, for any two.

    >>> break_options((4, 1, 1), 2)
    ('break:4', 'break:1', 'break:4+1', 'break:1+1')
    """
    single = tuple(f"break:{size}" for size in dict.fromkeys(gems))
    if most == 1:
        return single
    pairs = dict.fromkeys(f"break:{a}+{b}" for at, a in enumerate(gems) for b in gems[at + 1 :])
    return single + tuple(pairs)


def send(play: Play, flight: Flight) -> Steps[None]:
    """Let the gems leave the bank, or the box if they are stand-ins, and fly; or float, where that is the rule."""
    table = play.table
    stock = table.stock
    real = min(flight.gems, stock["gem_1"])
    if real < flight.gems:
        flight = flight._replace(stand_ins=flight.gems - real)
    stock["gem_1"] -= real
    held_back = play.mode.take_off.held_back(play, table.seats[flight.sender])
    if held_back:
        table.floating = in_seat_order(table, (*table.floating, flight))
        play.log.append(ev.Floated(*flight[:3]))
    else:
        take_off(play, flight)
    if real and not stock["gem_1"]:
        play.check_panic()
    if not held_back:
        yield from arrive(play, flight)


def take_off(play: Play, flight: Flight) -> None:
    """Let gems fly that have left the bank."""
    play.table.air += (flight,)
    play.log.append(ev.Sent(*flight[:3]))


def release(play: Play, sender: Seat) -> Steps[None]:
    """Send what floats, one event after the other, as long as the sender's pile is low enough."""
    table = play.table
    while table.floating and not play.mode.take_off.held_back(play, sender):
        flight = next((one for one in table.floating if one.sender == sender.name), None)
        if flight is None:
            return
        table.floating = without(table.floating, flight)
        take_off(play, flight)
        yield from arrive(play, flight)


def dissolve(play: Play) -> None:
    """Put what still floats as a turn ends back into the bank."""
    table = play.table
    for flight in table.floating:
        table.stock["gem_1"] += flight.gems - flight.stand_ins
        play.log.append(ev.Dissolved(flight.sender, flight.gems))
    table.floating = ()


def without(flights: tuple[Flight, ...], flight: Flight) -> tuple[Flight, ...]:
    """The others."""
    at = flights.index(flight)
    return flights[:at] + flights[at + 1 :]


def arrive(play: Play, flight: Flight) -> Steps[None]:
    """Let those who may answer do so, until one does; then the target's ongoing chips meet the gems, and the rest
    lands."""
    incoming = Incoming(play, flight)
    for group in play.mode.answers.groups(play, flight):
        if (yield from answered(play, incoming, group)):
            break
    for mate in play.side(incoming.target):
        for text in play.texts(mate, INCOMING):
            if incoming.gems:
                text(play, mate, incoming)
    if incoming.gems:
        land(play, incoming)


def answered(play: Play, incoming: Incoming, group: list[Seat]) -> Steps[bool]:
    """Ask those of a group who may answer the gems; return whether one did."""
    able = []
    for seat in group:
        if why := why_unanswerable(play, incoming, seat):
            note(play, seat, why)
        else:
            able.append(seat)
    return bool(able) and (yield from purple_window(play, incoming, able))


def land(play: Play, incoming: Incoming) -> None:
    """Put what is still in the air into the pile. Only now do hands move the gems from the bank, where they lay until
    now."""
    target, gems = incoming.target, incoming.gems
    real, stand_ins = incoming.take_out(gems)
    for kind, count, source in (("gem_1", real, "bank"), ("stand_in_1", stand_ins, "box")):
        if count:
            target.pile += (kind,) * count
            play.log.append(Moved(kind, count, source, f"{target.name}.pile"))
    play.log.append(ev.Landed(target.name, gems))


def negate(play: Play, incoming: Incoming, gems: int) -> None:
    """Put some of the gems in the air back into the bank. Hands need not move them: they have never left it."""
    if gems:
        real, _ = incoming.take_out(gems)
        play.table.stock["gem_1"] += real
        play.log.append(ev.Negated(incoming.target.name, gems))


def ground(table: Table) -> None:
    """Put everything in the air back into the bank, because what sent it was stopped."""
    table.stock["gem_1"] += sum(flight.gems - flight.stand_ins for flight in table.air)
    table.air = ()


def why_unanswerable(play: Play, incoming: Incoming, seat: Seat) -> str:
    """The rule that forbids a seat to answer, or "": a 4-gem was broken, an ongoing chip of the sender is in the way,
    or the seat was knocked down."""
    if incoming.flight.broke_a_four:
        return "4-gems-uncounter-crashable"
    ongoing = incoming.sender.ongoing
    for kind, unanswerable in play.box.acting(ANSWERING) if ongoing else ():
        if kind in ongoing and unanswerable(incoming):
            return f"chip:{kind}"
    return "chip:knockdown" if seat.barred else ""


# -- answering -------------------------------------------------------------------------------------------------


def purple_window(play: Play, incoming: Incoming, group: list[Seat]) -> Steps[bool]:
    """Ask for one reaction, or none; a counter-crash needs a gem in the own pile. Return whether somebody reacted."""
    breakable = bool(play.gems(group[0]))
    asked = (GEMS, GEMS_BY_BREAKING) if breakable else (GEMS,)
    shields = play.box.answering(*asked)
    laid = LAID_IN_A_PILE if breakable else NONE
    seat, kind = yield from window(play, group, shields, incoming.flight.chip, "purple-shield", to=asked, laid=laid)
    for mate in group:
        passed = "passed" if breakable else "counter-crashing"
        note(play, mate, "one-reaction-per-event" if kind else passed)
    if kind:
        yield from respond(play, seat, kind, asked, incoming)
    return bool(kind)


def counter_crash(play: Play, me: Seat, incoming: Incoming, chip: str, most: int = 1) -> Steps[None]:
    """Break gems against those in the air."""
    broken = yield from break_up_to(play, me, chip, most)
    yield from collide(play, me, incoming, chip, broken)


def collide(play: Play, me: Seat, incoming: Incoming, chip: str, broken: tuple[int, ...]) -> Steps[None]:
    """Each gem that was broken negates one in the air. What is left over flies to the player who crashed fewer."""
    mine, theirs = sum(broken), incoming.gems
    negate(play, incoming, min(mine, theirs))
    if mine <= theirs:
        note(play, incoming.sender, "counter-crash-chain")
    else:
        back = Flight(me.name, incoming.sender.name, mine - theirs, chip, UNANSWERABLE_GEM in broken)
        yield from send(play, back)
