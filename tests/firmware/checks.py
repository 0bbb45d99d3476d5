"""What every firmware must do, as checks that take a host: the shipped one passes each, a broken one fails some."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.rehearsal.rig import Hang, Spoilt
from tests.firmware.host import FAST, SLOW, Host, line
from tests.firmware.tags import SIZES, alike, some

Check = Callable[[Host], None]

SPOILT: tuple[Spoilt, ...] = ("crc", "bcc", "parity", "cut", "deaf")
HANGS: tuple[Hang, ...] = ("soft", "hard", "blink")


def finds_any_tags(host: Host) -> None:
    """0, 1, 2 and 5 tags of any size, on every reader, twice."""
    chance = Random(1)
    for turn in range(3):
        laid = {}
        for reader, count in enumerate(chance.sample((0, 1, 2, 5), 4)):
            laid[reader] = some(chance, count, SIZES if turn else (7,))
            host.rig.clear(reader)
            host.rig.put(reader, *laid[reader])
        for reader in (0, 1, 2, 3, 1, 0):
            assert host.look(reader) == ("OK", tuple(laid[reader]))
    host.fair()


def finds_tags_that_are_alike(host: Host) -> None:
    """Tags that differ in their last bits only, and tags that differ in one bit, wherever it is."""
    chance = Random(2)
    for size in SIZES:
        for count in (2, 3, 5):
            uids = alike(chance, count, size)
            host.rig.clear(0)
            host.rig.put(0, *uids)
            assert host.look(0) == ("OK", tuple(uids))
    for bit in range(32):
        one = bytes.fromhex("5A3CC3A5")
        other = (int.from_bytes(one, "little") ^ 1 << bit).to_bytes(4, "little")
        uids = sorted(uid.hex().upper() for uid in (one, other))
        host.rig.clear(1)
        host.rig.put(1, *uids)
        assert host.look(1) == ("OK", tuple(uids)), f"they differ in bit {bit}"
    host.fair()


def finds_tags_that_were_halted(host: Host) -> None:
    """A tag that was told to be quiet is there again in the next look, and the next."""
    uids = some(Random(3), 3)
    host.rig.put(2, *uids)
    for _ in range(5):
        assert host.look(2) == ("OK", tuple(uids))
    host.fair()


def tells_changes(host: Host) -> None:
    """Whoever follows the changes knows the list."""
    chance = Random(4)
    pool = some(chance, 8, (4, 7))
    there: set[str] = set()
    known: list[str] = []
    for turn in range(1, 40):
        for uid in chance.sample(pool, chance.randrange(4)):
            if uid in there:
                there.remove(uid)
                host.rig.take(3, uid)
            elif len(there) < 5:
                there.add(uid)
                host.rig.put(3, uid)
        word, reader, count, state, *changes = host.ask("SCAN 3").split()
        assert (word, reader, count, state) == ("SEEN", "3", f"{turn:02X}", "OK")
        gone = [f"-{uid}" for uid in known if uid not in there]
        new = [f"+{uid}" for uid in sorted(there) if uid not in known]
        assert changes == gone + new
        known = sorted(there)
    assert host.look(3) == ("OK", tuple(known))
    host.fair()


def tells_all_where_changes_have_no_room(host: Host) -> None:
    """Five went and five others came: that is more than a line holds."""
    chance = Random(5)
    uids = some(chance, 10)
    chance.shuffle(uids)
    before, after = uids[:5], sorted(uids[5:])
    host.rig.put(0, *before)
    host.ask("SCAN 0")
    host.rig.clear(0)
    host.rig.put(0, *after)
    assert host.ask("SCAN 0") == f"FULL 0 02 OK {' '.join(after)}"


def says_when_there_are_more(host: Host) -> None:
    """More tags than five: five of them, and that there are more."""
    chance = Random(6)
    for count in (6, 9, 14):
        uids = some(chance, count)
        host.rig.clear(0)
        host.rig.put(0, *uids)
        state, told = host.look(0)
        assert state == "MORE"
        assert len(told) == 5
        assert list(told) == sorted(set(told))
        assert set(told) <= set(uids)
    host.fair()


def believes_no_spoilt_answer(host: Host) -> None:
    """What was damaged is tried again twice; what cannot be read is not told, and the look is no clean one."""
    uids = some(Random(7), 2)
    host.rig.put(0, *uids)
    for what in SPOILT:
        for times in (1, 2):
            host.rig.spoil(0, what, times)
            assert host.look(0) == ("OK", tuple(uids)), f"{what}, {times} times"
        host.rig.spoil(0, what, 200)
        state, told = host.look(0)
        assert state == "PART", what
        assert set(told) <= set(uids), what
        host.rig.spoil(0, what, 0)
        assert host.look(0) == ("OK", tuple(uids))
    host.fair()


def counts_what_goes_wrong(host: Host) -> None:
    """Each kind of trouble has its counter; collisions are no trouble."""
    host.rig.put(0, *some(Random(9), 1))
    for what in SPOILT:
        counter = "timeouts" if what in ("cut", "deaf") else "crcs"
        before = host.health(0)
        host.rig.spoil(0, what, 2 if what in ("parity", "cut") else 1)  # the answer to REQA may be anything
        host.look(0)
        after = host.health(0)
        changed = {name: int(after[name]) - int(before[name]) for name in ("timeouts", "crcs", "collisions")}
        assert changed == {"timeouts": 0, "crcs": 0, "collisions": 0} | {counter: 1}, what
    uids = ["10000000", "11000000"]
    host.rig.clear(0)
    host.rig.put(0, *uids)
    before = host.health(0)
    assert host.look(0) == ("OK", tuple(uids))
    assert int(host.health(0)["collisions"]) == int(before["collisions"]) + 1
    assert int(host.health(0)["looks"]) == int(before["looks"]) + 1


def carries_out_once(host: Host) -> None:
    """The same line again gets the same reply, and nothing is done a second time."""
    host.rig.put(0, "04A1B2C3D4E5F6")
    first = host.ask("SCAN 0")
    host.rig.clear(0)
    assert host.ask("SCAN 0", again=True) == first
    assert host.ask("LAST 0") == "FULL 0 01 OK 04A1B2C3D4E5F6"
    assert host.health(0)["looks"] == "1"
    host.number = 254  # 255 and then 0
    assert host.ask("SCAN 0") == "SEEN 0 02 OK -04A1B2C3D4E5F6"
    assert host.ask("SCAN 0") == "SEEN 0 03 OK"


def refuses_damage(host: Host) -> None:
    """A damaged line does nothing, is told, and is counted."""
    whole = line("?01 LED 0 1")
    before = host.counts()
    for at in (0, 2, 5, 9, len(whole) - 2):
        hurt = bytearray(whole)
        hurt[at] ^= 0x02
        host.write(bytes(hurt))
        assert host.read() == "!-- ERR CRC"
        assert host.rest() == b""
    host.write(b"?02 LED 0 1" + b"x" * 200 + b"\n")
    assert host.read() == "!-- ERR LONG"
    assert host.rest() == b""
    assert host.write(b"\n\n\n", 30) is None
    counts = host.counts()
    assert counts["damaged"] - before["damaged"] == 5
    assert counts["long"] - before["long"] == 1
    assert counts["good"] - before["good"] == 1
    assert not host.rig.state().readers[0].lamp


def revives_readers(host: Host) -> None:
    """A reader that hangs is reset, softly or by its line, wherever in its look it hangs; its neighbours go on."""
    uids = some(Random(8), 1)
    host.rig.put(1, *uids)
    host.rig.put(2, *uids)
    looks = fails = 0
    for how in HANGS:
        for byte in (*range(1, 40, 7), *range(40, 280, 16)):
            host.rig.hang(1, how, byte)
            state, told = host.look(1)
            assert state == "FAIL" or (state, told) == ("OK", tuple(uids)), f"{how} at byte {byte}"
            assert host.look(2) == ("OK", tuple(uids))
            host.rig.revive(1)  # where the look was over before it was to hang
            assert host.look(1) == ("OK", tuple(uids)), f"{how} at byte {byte}"
            looks += 2
            fails += state == "FAIL"
        if how == "soft":
            assert host.health(1)["hards"] == "0", "a soft reset is enough"
    health = host.health(1)
    assert (health["looks"], health["fails"]) == (str(looks), str(fails))
    assert fails > looks / 4
    assert int(health["softs"]) > 0
    assert int(health["hards"]) > 0
    assert (host.ask("RESET 2 S"), host.ask("RESET 2 H"), host.look(2)) == ("DONE", "DONE", ("OK", tuple(uids)))
    assert (host.health(2)["softs"], host.health(2)["hards"]) == ("1", "1")
    host.fair()


def lives_with_a_dead_reader(host: Host) -> None:
    """A dead reader is told as such, and looked for again; a list that was known is kept."""
    host.rig.put(0, "04A1B2C3D4E5F6")
    host.look(0)
    for silence in ("00", "FF"):
        host.rig.kill(0, silence)
        assert host.look(0) == ("FAIL", ("04A1B2C3D4E5F6",))
        assert host.health(0)["state"] == "HUNG"
        assert host.ask("RESET 0 H") == "ERR DEAD 0"
        assert host.ask("TEST 0") == "TESTED 0 FAIL"
        assert host.ask("HI 1").split()[4] == "--,92,92,92"
        host.rig.revive(0)
        assert host.look(0) == ("OK", ("04A1B2C3D4E5F6",))
        assert host.health(0)["state"] == "OK"
    host.fair()


def greet(host: Host, speeds: tuple[int, ...]) -> None:
    """Greet at these speeds in turn, until the pad answers."""
    for turn in range(40):
        host.port.baudrate = speeds[turn % len(speeds)]
        if b"!01 HELLO 1 " in host.shout(b"\n" + line("?01 HI 1")):
            assert host.ask("LED 0 0") == "DONE"
            return
    raise AssertionError(f"no answer at {speeds}")


def changes_speed(host: Host) -> None:
    """A host that is not understood tries the other speed, and the pad does so too."""
    for baud in (SLOW, FAST, SLOW, FAST):
        greet(host, (baud,))


def comes_through_a_flood(host: Host) -> None:
    """After any noise an empty line ends it, and a greeting at one of the two speeds is answered."""
    chance = Random(10)
    for noise in (chance.randbytes(6000), b"?" * 3000, b"\n" * 3000, b"!00 DONE*", bytes(500), line("?00 HI 9") * 40):
        host.shout(noise)
        greet(host, (FAST, SLOW))
    host.fair()


def keeps_its_number(host: Host) -> None:
    """The number outlasts a power cut; a restart is told with its cause."""
    assert host.boot == "!-- BOOT 1 1.0.0 0 92,92,92,92 P"
    assert host.ask("NUM 42") == "DONE"
    host.rig.reset("power")
    assert host.listen() == "!-- BOOT 1 1.0.0 42 92,92,92,92 P"
    host.rig.reset("button")
    assert host.listen() == "!-- BOOT 1 1.0.0 42 92,92,92,92 E"
    host.rig.reset("brown-out")
    assert host.listen() == "!-- BOOT 1 1.0.0 42 92,92,92,92 B"
    host.rig.freeze()
    host.rig.run(1500)
    assert host.listen(2000) == "!-- BOOT 1 1.0.0 42 92,92,92,92 W"
    assert host.ask("HI 1") == "HELLO 1 1.0.0 42 92,92,92,92 W"
    assert host.ask("NUM 7") == "DONE"
    assert host.ask("HI 1") == "HELLO 1 1.0.0 7 92,92,92,92 W"


def rests(host: Host) -> None:
    """A pad that nobody asks anything says nothing and does not restart."""
    assert host.rest(5000) == b""
    assert host.counts()["seconds"] == 5
    assert host.rig.state().watchdogs == 0


CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        finds_any_tags,
        finds_tags_that_were_halted,
        finds_tags_that_are_alike,
        tells_changes,
        says_when_there_are_more,
        tells_all_where_changes_have_no_room,
        carries_out_once,
        refuses_damage,
        believes_no_spoilt_answer,
        counts_what_goes_wrong,
        revives_readers,
        lives_with_a_dead_reader,
        changes_speed,
        keeps_its_number,
        rests,
        comes_through_a_flood,
    )
}
