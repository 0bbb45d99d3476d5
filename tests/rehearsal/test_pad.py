"""The emulated pad, line by line against firmware/PROTOCOL.md."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.rehearsal.emulated_reader import Ailment, EmulatedReader, Glimpse
from companion.rehearsal.pad import EmulatedPad
from companion.rehearsal.pad_lines import crc16
from companion.table.sightings import Uid

SHORT, LONG, LONGER = Uid("0A0B0C0D"), Uid("04A1B2C3D4E5F6"), Uid("00112233445566778899")


def asked(text: str, seq: str = "00") -> bytes:
    """A request as bytes."""
    start = f"?{seq} {text}".encode()
    return start + f"*{crc16(start):04X}\n".encode()


def said(data: bytes) -> str:
    """A reply without its check, which must be right."""
    line, _, check = data.decode().rpartition("*")
    assert check == f"{crc16(line.encode()):04X}\n"
    return line


class Bench:
    """A pad on the bench, with tags that are laid on its readers by hand."""

    def __init__(self, readers: int = 4, number: int = 0, memory_fails: bool = False) -> None:
        self.tags: dict[str, Sequence[Uid]] = {}
        self.disturbed = False
        self.readers = [EmulatedReader(str(r), self.reach) for r in range(readers)]
        self.pad = EmulatedPad(self.readers, number=number, memory_fails=memory_fails)
        self.now = 0.0
        self.seq = 0
        self.pad.restart(self.now)
        (self.boot,) = self.replies()

    def reach(self, reader: str, now: float) -> Glimpse:
        return Glimpse(tuple(self.tags.get(reader, ())), self.disturbed)

    def replies(self) -> list[str]:
        """All that the pad has to say, however long it takes."""
        found = []
        while (due := self.pad.due) is not None:
            self.now = max(self.now, due)
            found += [said(reply.data) for reply in self.pad.take(self.now)]
        return found

    def send(self, data: bytes, speed: int | None = None) -> list[str]:
        self.pad.feed(data, self.now, speed)
        return self.replies()

    def ask(self, text: str) -> str:
        """The reply to a request, without its number."""
        self.seq = (self.seq + 1) % 256
        number = f"{self.seq:02X}"
        (reply,) = self.send(asked(text, number))
        assert reply.startswith(f"!{number} ")
        return reply[4:]


# -- hello and lines -------------------------------------------------------------------------------------------


def test_boot_comes_unasked_and_hello_says_the_same() -> None:
    bench = Bench(number=7)
    assert bench.boot == "!-- BOOT 1 1.0.0 7 92,92,92,92 P"
    assert bench.ask("HI 1") == "HELLO 1 1.0.0 7 92,92,92,92 P"


def test_readers_that_do_not_answer_stand_in_hello() -> None:
    bench = Bench(3)
    bench.readers[1].ailment = Ailment.DEAD
    bench.readers[2].chip = "B2"
    bench.pad.restart(1.0, "W")
    assert bench.replies() == ["!-- BOOT 1 1.0.0 0 92,--,B2 W"]


@pytest.mark.parametrize(
    ("request_text", "reply"),
    [
        ("HI 2", "ERR VERSION 1"),
        ("HI 01", "ERR FIELDS"),
        ("HI", "ERR FIELDS"),
        ("HI 1 1", "ERR FIELDS"),
        ("HULLO 1", "ERR WORD"),
        ("SCAN", "ERR FIELDS"),
        ("SCAN 3", "ERR READER"),
        ("SCAN 4", "ERR FIELDS"),
        ("SCAN x", "ERR FIELDS"),
        ("LED 0 3", "ERR FIELDS"),
        ("LED 3 1", "ERR READER"),
        ("LED 0 2", "DONE"),
        ("NUM 0", "ERR FIELDS"),
        ("NUM 07", "ERR FIELDS"),
        ("NUM 100", "ERR FIELDS"),
        ("NUM 99", "DONE"),
        ("TEST 0", "TESTED 0 PASS"),
        ("RESET 0 X", "ERR FIELDS"),
        ("RESET 0 S", "DONE"),
        ("HEALTH 0", "READER 0 OK 92 0 0 0 0 0 0 0"),
        ("LAST 0", "FULL 0 00 OK"),
        ("SCAN 0", "SEEN 0 01 OK"),
    ],
)
def test_requests_have_their_replies(request_text: str, reply: str) -> None:
    assert Bench(3).ask(request_text) == reply


@pytest.mark.parametrize(
    "line",
    [
        asked("HI 1")[:-2] + b"\n",
        asked("HI 1").lower(),
        asked("HI 1").replace(b"?", b"!"),
        asked("HI  1"),
        asked("HI 1 "),
        asked("HI 1").replace(b"\n", b"\r\n"),
        asked("H 1"),
        asked("HI \x7f"),
        asked("HI 1", "--"),
        asked("HI 1", "0g"),
        b"\x00" + asked("HI 1"),
        b"*\n",
    ],
)
def test_damaged_lines_are_told_at_once(line: bytes) -> None:
    bench = Bench()
    assert bench.send(line) == ["!-- ERR CRC"]
    assert bench.ask("HEALTH") == "PAD 0 1 1 0 0"


def test_a_long_line_is_told_once() -> None:
    bench = Bench()
    assert bench.send(b"x" * 400 + b"\n") == ["!-- ERR LONG"]
    assert bench.ask("HEALTH") == "PAD 0 1 0 1 0"


def test_the_longest_line_has_40_bytes_with_its_end() -> None:
    fitting, too_long = asked("HI " + "1" * 27), asked("HI " + "1" * 28)
    assert (len(fitting), len(too_long)) == (40, 41)
    assert Bench().send(fitting) == ["!00 ERR FIELDS"]
    assert Bench().send(too_long) == ["!-- ERR LONG"]


def test_empty_lines_are_nothing() -> None:
    assert Bench().send(b"\n\n\n") == []


def test_a_line_may_come_in_pieces() -> None:
    bench = Bench()
    whole = asked("SCAN 0")
    for byte in whole[:-1]:
        assert bench.send(bytes([byte])) == []
    assert bench.send(whole[-1:]) == ["!00 SEEN 0 01 OK"]


# -- once only -------------------------------------------------------------------------------------------------


def test_the_same_line_again_is_answered_again_but_not_carried_out() -> None:
    bench = Bench()
    first = bench.send(asked("SCAN 0", "07"))
    bench.tags["0"] = [LONG]
    assert bench.send(asked("SCAN 0", "07")) == first == ["!07 SEEN 0 01 OK"]
    assert bench.send(asked("SCAN 0", "08")) == [f"!08 SEEN 0 02 OK +{LONG}"]
    assert bench.send(asked("SCAN 1", "08")) == ["!08 SEEN 1 01 OK"]


def test_hi_is_always_carried_out() -> None:
    bench = Bench()
    bench.send(asked("HI 1"))
    bench.readers[0].ailment = Ailment.DEAD
    assert bench.send(asked("HI 1")) == ["!00 HELLO 1 1.0.0 0 --,92,92,92 P"]


def test_one_line_waits_while_the_pad_works() -> None:
    bench = Bench()
    bench.pad.feed(asked("SCAN 0", "01") + asked("SCAN 1", "02"), bench.now)
    bench.pad.feed(b"x" * 60, bench.now)
    assert bench.replies() == ["!01 SEEN 0 01 OK", "!02 SEEN 1 01 OK"]
    bench.send(b"\n")
    assert int(bench.ask("HEALTH").split()[-1]) > 0, "what found no room is counted"


# -- looks -----------------------------------------------------------------------------------------------------


def test_changes_are_told_gone_before_new_in_order() -> None:
    bench = Bench()
    bench.tags["0"] = [LONG, SHORT]
    assert bench.ask("SCAN 0") == f"SEEN 0 01 OK +{LONG} +{SHORT}"
    assert bench.ask("SCAN 0") == "SEEN 0 02 OK"
    bench.tags["0"] = [LONGER]
    assert bench.ask("SCAN 0") == f"SEEN 0 03 OK -{LONG} -{SHORT} +{LONGER}"
    assert bench.ask("LAST 0") == bench.ask("LAST 0") == f"FULL 0 03 OK {LONGER}"


def test_the_count_starts_again_after_ff() -> None:
    bench = Bench()
    counts = [bench.ask("SCAN 0").split()[2] for _ in range(257)]
    assert counts[:2] == ["01", "02"]
    assert counts[-3:] == ["FF", "00", "01"]


def test_more_than_five_tags_are_more() -> None:
    bench = Bench()
    tags = [Uid(f"04{number:012X}") for number in range(6)]
    bench.tags["0"] = tags
    assert bench.ask("SCAN 0") == "SEEN 0 01 MORE " + " ".join(f"+{uid}" for uid in tags[:5])


def test_changes_without_room_in_the_line_are_told_whole() -> None:
    bench = Bench()
    bench.tags["0"] = [Uid(f"04{number:012X}") for number in range(5)]
    bench.ask("SCAN 0")
    bench.tags["0"] = [Uid(f"05{number:012X}") for number in range(5)]
    assert bench.ask("SCAN 0") == "FULL 0 02 OK " + " ".join(bench.tags["0"])


def test_a_disturbed_look_is_part() -> None:
    bench = Bench()
    bench.tags["0"] = [SHORT]
    bench.disturbed = True
    assert bench.ask("SCAN 0") == f"SEEN 0 01 PART +{SHORT}"


@pytest.mark.parametrize(("ailment", "resets"), [(Ailment.HANGS, "1 0"), (Ailment.HANGS_HARD, "1 1")])
def test_a_reader_that_hangs_is_reset_and_its_list_stays(ailment: Ailment, resets: str) -> None:
    bench = Bench()
    bench.tags["0"] = [SHORT]
    bench.ask("SCAN 0")
    bench.readers[0].ailment = ailment
    bench.tags["0"] = []
    assert bench.ask("SCAN 0") == "SEEN 0 02 FAIL"
    assert bench.ask("LAST 0") == f"FULL 0 02 FAIL {SHORT}"
    assert bench.ask("HEALTH 0") == f"READER 0 HUNG 92 2 1 0 0 0 {resets}"
    assert bench.ask("SCAN 0") == f"SEEN 0 03 OK -{SHORT}"


def test_a_dead_reader() -> None:
    bench = Bench()
    bench.readers[2].ailment = Ailment.DEAD
    assert bench.ask("RESET 2 H") == "ERR DEAD 2"
    assert bench.ask("TEST 2") == "TESTED 2 FAIL"
    assert bench.ask("SCAN 2") == "SEEN 2 01 FAIL"
    assert bench.ask("SCAN 1") == "SEEN 1 01 OK"


def test_a_clone_says_so() -> None:
    bench = Bench()
    bench.readers[0].chip = "B2"
    assert bench.ask("TEST 0") == "TESTED 0 CLONE"


def test_replies_keep_to_the_times_of_the_protocol() -> None:
    bench = Bench()
    bench.tags["0"] = [Uid(f"04{number:012X}") for number in range(6)]
    for ailment in Ailment:
        bench.readers[0].ailment = ailment
        for request, limit in (("SCAN 0", 0.1), ("TEST 0", 0.2), ("LAST 0", 0.02), ("HEALTH 0", 0.02)):
            began = bench.now
            reply = bench.ask(request)
            assert bench.now - began < limit + len(reply) * 10 / 250000


# -- restarts and speeds ---------------------------------------------------------------------------------------


def test_a_restart_forgets_all_but_the_number() -> None:
    bench = Bench()
    bench.tags["0"] = [SHORT]
    bench.ask("NUM 12")
    bench.ask("SCAN 0")
    bench.ask("LED 0 1")
    bench.pad.restart(bench.now, "E")
    assert bench.replies() == ["!-- BOOT 1 1.0.0 12 92,92,92,92 E"]
    assert bench.ask("LAST 0") == "FULL 0 00 OK"
    assert bench.pad.lamps == [0, 0, 0, 0]
    assert bench.ask("SCAN 0") == f"SEEN 0 01 OK +{SHORT}"


def test_a_number_that_cannot_be_kept() -> None:
    bench = Bench(memory_fails=True)
    assert bench.ask("NUM 12") == "ERR EEPROM"
    assert bench.pad.number == 0


def test_the_pad_goes_to_the_other_speed_and_back() -> None:
    bench = Bench()
    assert bench.send(asked("HI 1"), 38400) == ["!-- ERR CRC"], "it changes in the middle of this line"
    assert bench.pad.speed == 38400
    assert bench.send(asked("HI 1"), 38400) == ["!00 HELLO 1 1.0.0 0 92,92,92,92 P"]
    for _ in range(7):
        bench.send(b"x\n")
    assert bench.pad.speed == 38400, "a good line in between starts the count anew"
    bench.send(b"x\n")
    assert bench.pad.speed == 250000
