"""The rules for port names: each line is well formed, and they do what the guide says."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import NamedTuple

import pytest

from tests.hardware.pages import HARDWARE, example, section, text
from tests.hardware.shipped import SHIPPED

RULES = (HARDWARE / "99-puzzle-strike.rules").read_text(encoding="utf-8")
NAMES = example(section(text("README.md"), "7. Names for the ports"), "puzzle-strike/pad-1")
STATION = example(section(text("README.md"), "7. Names for the ports"), "ttyAMA0")

TOKEN = re.compile(r'(?P<key>[A-Z]+)(?:\{(?P<name>[^}]+)\})?(?P<sign>==|!=|\+=|=)"(?P<value>[^"]*)"')
MATCHED = {"ACTION", "SUBSYSTEM", "KERNEL", "ENV"}
SET = {"ENV": {"="}, "GROUP": {"="}, "MODE": {"="}, "SYMLINK": {"+="}, "GOTO": {"="}, "LABEL": {"="}}


class Token(NamedTuple):
    key: str
    name: str | None
    sign: str
    value: str


def parsed(rules: str) -> list[list[Token]]:
    """Each rule's tokens; a line that is no rule is an error, as it is for udev."""
    found = []
    for line in rules.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        tokens = []
        for piece in re.split(r",\s+", line.strip()):
            match = TOKEN.fullmatch(piece)
            assert match, f"{line!r}: {piece!r}"
            token = Token(match["key"], match["name"], match["sign"], match["value"])
            matches = token.sign in ("==", "!=")
            assert token.key in MATCHED if matches else token.sign in SET.get(token.key, ()), piece
            assert (token.name is not None) == (token.key == "ENV"), piece
            tokens.append(token)
        found.append(tokens)
    return found


class Port:
    """A device, and what the rules make of it."""

    def __init__(
        self, vendor: str, model: str, subsystem: str = "tty", kernel: str = "ttyUSB0", path: str = "usb-0_1_1"
    ) -> None:
        self.facts = {"SUBSYSTEM": subsystem, "KERNEL": kernel, "ACTION": "add"}
        self.env = {"ID_VENDOR_ID": vendor, "ID_MODEL_ID": model, "ID_PATH_TAG": path}
        self.links: list[str] = []
        self.given: dict[str, str] = {}

    def holds(self, token: Token) -> bool:
        value = self.env.get(token.name or "", "") if token.key == "ENV" else self.facts[token.key]
        equal = any(fnmatchcase(value, pattern) for pattern in token.value.split("|"))
        return equal == (token.sign == "==")

    def apply(self, rules: str) -> Port:
        aim = ""
        for tokens in parsed(rules):
            if aim and Token("LABEL", None, "=", aim) not in tokens:
                continue
            aim = ""
            if all(self.holds(token) for token in tokens if token.sign in ("==", "!=")):
                aim = self.set(tokens)
        assert not aim, f"no label {aim}"
        return self

    def set(self, tokens: list[Token]) -> str:
        """Do what a rule says; where to go on."""
        aim = ""
        for key, name, sign, value in tokens:
            if sign in ("==", "!="):
                continue
            value = re.sub(r"\$env\{(\w+)\}", lambda match: self.env[match[1]], value)
            if key == "ENV":
                self.env[name or ""] = value
            elif key == "SYMLINK":
                self.links.append(f"/dev/{value}")
            elif key == "GOTO":
                aim = value
            else:
                self.given[key] = value
        return aim


@pytest.mark.parametrize(
    ("vendor", "model", "kernel"),
    [
        ("1a86", "7523", "ttyUSB0"),  # CH340
        ("0403", "6001", "ttyUSB1"),  # FT232R
        ("10c4", "ea60", "ttyUSB2"),  # CP2102
        ("2341", "0043", "ttyACM0"),  # an Arduino Uno
    ],
)
def test_an_adapter_gets_a_name_and_may_be_opened(vendor: str, model: str, kernel: str) -> None:
    port = Port(vendor, model, kernel=kernel).apply(RULES)
    assert port.links == ["/dev/puzzle-strike/by-path/usb-0_1_1"]
    assert port.given["GROUP"] == "dialout"
    assert port.given["MODE"] == "0660"
    assert port.env["ID_MM_DEVICE_IGNORE"] == "1"
    assert port.env["ID_MM_PORT_IGNORE"] == "1"


def test_the_usb_device_itself_is_kept_from_the_modem_manager_and_not_named() -> None:
    device = Port("1a86", "7523", subsystem="usb", kernel="1-1.1").apply(RULES)
    assert device.env["ID_MM_DEVICE_IGNORE"] == "1"
    assert device.links == []
    assert "MODE" not in device.given


@pytest.mark.parametrize(
    "port",
    [
        Port("046d", "c31c", subsystem="input", kernel="event0"),  # a keyboard
        Port("12d1", "1001"),  # a modem
        Port("1a86", "0001"),  # another thing by the maker of the CH340
        Port("1a86", "7523", subsystem="block", kernel="sda"),
    ],
    ids=lambda port: port.facts["KERNEL"],
)
def test_other_devices_are_left_alone(port: Port) -> None:
    port.apply(RULES)
    assert port.links == []
    assert port.given.keys() <= {"LABEL"}
    assert not any(name.startswith("ID_MM") for name in port.env)


def test_a_port_without_a_path_gets_no_empty_name() -> None:
    assert Port("1a86", "7523", path="").apply(RULES).links == []


def test_the_numbered_names_are_those_that_tables_use() -> None:
    ports = {pad.port for layout in SHIPPED.values() for pad in layout.pads}
    assert ports == {f"/dev/puzzle-strike/pad-{number}" for number in range(1, 13)}
    socket = re.search(r'ID_PATH_TAG\}=="([^"]+)"', NAMES)
    assert socket
    assert Port("1a86", "7523", path=socket[1]).apply(NAMES).links[0] in ports
    assert Port("1a86", "7523", path="elsewhere").apply(NAMES).links == []
    stations = {layout.station.port for layout in SHIPPED.values() if layout.station}
    assert set(Port("", "", kernel="ttyAMA0").apply(STATION).links) == stations


def test_the_examples_in_the_rules_are_rules() -> None:
    examples = re.findall(r"^#     (SUBSYSTEM.*)$", RULES, re.MULTILINE)
    assert len(examples) == 3
    links = [token.value for rule in parsed("\n".join(examples)) for token in rule if token.key == "SYMLINK"]
    assert links == ["puzzle-strike/pad-1", "puzzle-strike/pad-2", "puzzle-strike/station"]


def test_a_bad_rule_is_noticed() -> None:
    for bad in (
        'SUBSYSTEM="tty"',
        'SYMLINK="x"',
        'MODE=="0660" GROUP="x"',
        "KERNEL==ttyUSB0",
        'BOGUS=="1"',
        'ENV=="1"',
    ):
        with pytest.raises(AssertionError):
            parsed(bad)
