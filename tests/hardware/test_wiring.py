"""The wiring table says the same as the firmware and the boards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli.flash import BOARDS, avrdude_call
from tests.hardware.pages import HARDWARE, rows, section, text

FIRMWARE = HARDWARE.parent / "firmware" / "src" / "hal_avr.c"

ARDUINO = {f"PD{bit}": f"D{bit}" for bit in range(2, 8)}
ARDUINO |= {f"PB{bit}": f"D{8 + bit}" for bit in range(6)}
ARDUINO |= {f"PC{bit}": f"A{bit}" for bit in range(6)}
ARDUINO |= {"PD0": "RX", "PD1": "TX"}
"""What a Nano and a Pro Mini print beside the ATmega328P's pins."""

BY_HARDWARE = {"MOSI": "PB3", "MISO": "PB4", "SCK": "PB5", "receive": "PD0", "transmit": "PD1"}
"""SPI and UART are at fixed pins of the controller."""

WIRES = {row[0]: row[1:] for row in rows(section(text("wiring.md"), "One pad: controller to four readers"))}


def defined(name: str, source: str) -> list[str]:
    """The pins that a definition in the firmware names, in their order."""
    found = re.search(rf"\b{re.escape(name)}\b(?:\[\])? = (.*?)(?:;|, [A-Z_]+ =| }};)", source)
    assert found, f"the firmware does not define {name} in a line that this test can read"
    return re.findall(r"\bP[BCD]\d\b", found[1])


def firmware_pins(source: str) -> dict[str, str]:
    """Each signal's pin, as the firmware has it."""
    pins = {f"select {reader}": pin for reader, pin in enumerate(defined("selects", source))}
    for signal, first, mask in (("reset", "FIRST_RESET", "RESETS"), ("lamp", "FIRST_LAMP", "LAMPS")):
        lines = defined(mask, source)
        assert lines[0] == defined(first, source)[0]
        assert [int(pin[2]) for pin in lines] == list(range(int(lines[0][2]), int(lines[0][2]) + 4))
        pins |= {f"{signal} {reader}": pin for reader, pin in enumerate(lines)}
    return pins


def test_pins_are_those_of_the_firmware() -> None:
    source = FIRMWARE.read_text(encoding="utf-8")
    assert set(defined("SPI_OUT", source)) == {BY_HARDWARE["MOSI"], BY_HARDWARE["SCK"]}
    assert {signal: row[0] for signal, row in WIRES.items()} == firmware_pins(source) | BY_HARDWARE


def test_other_pins_in_the_firmware_would_be_noticed() -> None:
    source = FIRMWARE.read_text(encoding="utf-8")
    swapped = source.replace("1 << PB1}", "1 << PBx}").replace("1 << PB0}", "1 << PB1}").replace("PBx", "PB0")
    assert swapped != source
    assert firmware_pins(swapped) != firmware_pins(source)


def test_the_boards_call_the_pins_so() -> None:
    assert {row[0]: row[1] for row in WIRES.values()} == {row[0]: ARDUINO[row[0]] for row in WIRES.values()}


def test_each_pin_has_one_wire_and_each_reader_its_own() -> None:
    assert len({row[0] for row in WIRES.values()}) == len(WIRES)
    for signal, row in WIRES.items():
        kind, _, reader = signal.partition(" ")
        if reader:
            assert f"lamp {reader}," in row[2] if kind == "lamp" else f"reader {reader}" in row[2]


def test_a_gate_of_the_buffer_serves_each_reader() -> None:
    """A 74125: input, enable, output of its four gates."""
    gates = {(2, 1, 3), (5, 4, 6), (9, 10, 8), (12, 13, 11)}
    told = rows(section(text("wiring.md"), "MISO buffers"))
    assert [row[0] for row in told] == ["0", "1", "2", "3"]
    assert {tuple(int(pin) for pin in row[1:]) for row in told} == gates


@pytest.mark.parametrize("board", BOARDS)
def test_the_commands_to_flash_are_those_that_the_companion_calls(board: str) -> None:
    told = {row[1].strip("`"): row[2].strip("`") for row in rows(section(text("README.md"), "6. Flash"))}
    assert told.keys() == BOARDS.keys()
    firmware = Path("firmware/build") / BOARDS[board].hex
    assert told[board] == " ".join(avrdude_call(BOARDS[board], "PORT", firmware))


def test_the_speed_of_the_wires_is_the_firmware_s() -> None:
    assert "SPI runs at 4 MHz" in text("wiring.md")
    assert "4 MHz at both clocks" in FIRMWARE.read_text(encoding="utf-8")
