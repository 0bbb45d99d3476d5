"""An emulated boot loader on a pty: STK500, version 1, as a Nano speaks it. One wrong byte, and it is mute."""

from __future__ import annotations

import os
import select
import termios
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain

IN_SYNC, OK, END = b"\x14", b"\x10", b"\x20"
SIGNATURE = bytes.fromhex("1E950F")  # ATmega328P
FLASH = 32 * 1024
LARGEST_PAGE = 256
DECOYS = 12
SPEEDS = {115200: termios.B115200, 57600: termios.B57600}

# Command byte to the number of bytes that follow, without the closing one.
FIXED = {0x30: 0, 0x41: 1, 0x42: 20, 0x45: 5, 0x50: 0, 0x51: 0, 0x55: 2, 0x74: 3, 0x75: 0}


class BootLoader:
    """The flash of a board, and what was asked of it."""

    def __init__(self, speed: int) -> None:
        self.flash = bytearray(b"\xff" * FLASH)
        self.speed = speed
        self.address = 0
        self.programming = False
        self.mute = False
        self.begun = b""
        self.deaf_to: set[int] = set()
        """Speeds other than its own at which something came."""

    def feed(self, data: bytes) -> bytes:
        """What it answers to these bytes."""
        self.begun += data
        answers = b""
        while not self.mute and (command := self.whole()):
            answers += self.answer(command)
        return answers

    def whole(self) -> bytes:
        """The next command, when all of it is there."""
        if not self.begun:
            return b""
        if self.begun[0] == 0x64:  # a page: its size stands in front
            size = 4 + int.from_bytes(self.begun[1:3], "big") if len(self.begun) >= 3 else FLASH
        elif self.begun[0] in FIXED:
            size = 1 + FIXED[self.begun[0]]
        else:
            self.mute = True
            return b""
        if len(self.begun) <= size:
            return b""
        command, end, self.begun = self.begun[:size], self.begun[size : size + 1], self.begun[size + 1 :]
        self.mute = end != END
        return b"" if self.mute else command

    def answer(self, command: bytes) -> bytes:
        """Carry out a command."""
        word, rest = command[0], command[1:]
        result = b""
        if word == 0x41:
            result = bytes([{0x81: 4, 0x82: 4}.get(rest[0], 3)])
        elif word == 0x50:
            self.programming = True
        elif word == 0x51:
            self.programming = False
        elif word == 0x55:
            self.address = 2 * int.from_bytes(rest, "little")
        elif word == 0x75:
            result = SIGNATURE
        elif word in (0x64, 0x74):
            size, kind = int.from_bytes(rest[:2], "big"), rest[2:3]
            self.mute = not self.programming or kind != b"F" or size > LARGEST_PAGE or self.address + size > FLASH
            if self.mute:
                return b""
            if word == 0x64:
                self.flash[self.address : self.address + size] = rest[3:]
            else:
                result = bytes(self.flash[self.address : self.address + size])
        return IN_SYNC + result + OK


@contextmanager
def board(speed: int) -> Iterator[tuple[str, BootLoader]]:
    """A board on a port, deaf to every speed but its own."""
    loader = BootLoader(speed)
    # Another test may still look for the pty that it had a moment ago, whose number the next one gets: not this one.
    ptys = [os.openpty() for _ in range(DECOYS)]
    master, slave = ptys[-1]
    tty.setraw(slave)
    end, wake = os.pipe()

    def serve() -> None:
        while True:
            ready, _, _ = select.select([master, end], [], [])
            if end in ready:
                return
            data = os.read(master, 4096)
            spoken = termios.tcgetattr(master)[5]
            if spoken == SPEEDS[speed]:
                os.write(master, loader.feed(data))
            else:
                loader.deaf_to.add(spoken)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave), loader
    finally:
        os.close(wake)
        thread.join()
        for handle in (end, *chain.from_iterable(ptys)):
            os.close(handle)
