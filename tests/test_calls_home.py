"""Nothing ever calls home: what the running program does with sockets and other programs is watched, and no page or
module names a host to fetch anything from."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from companion.app.network import own_address

ROOT = Path(__file__).resolve().parents[1]
LONG = 60.0
"""Seconds after which something that must come will not come any more."""

# -- the running program -------------------------------------------------------------------------------------------

EAR = """
import json, os, sys

STEPS_OUT = "socket.getaddr", "socket.gethostby", "subprocess", "os.system", "os.exec", "os.posix", "urllib"
file = os.open(os.environ["EAR"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

def hear(event, given):
    if event in ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"):
        end, address = given[0], given[1]
        if not isinstance(address, str | bytes):  # a socket in the file system
            row = [event, [end.type.name, *(address or ())]]
            os.write(file, (json.dumps(row, default=str) + "\\n").encode())
    elif event.startswith(STEPS_OUT):
        os.write(file, (json.dumps([event, list(given[:2])], default=str) + "\\n").encode())

sys.addaudithook(hear)
"""
"""Python reads this first in every process that the program starts (`sitecustomize`): it notes what goes out."""

MULTICAST = ("224.0.0.251", "ff02::fb")
"""Where zeroconf tells the own network, and nobody beyond it, what this device is called."""
PROBES = (("10.255.255.255", 9), ("fd00::1", 9))
"""To these private addresses a datagram's socket is connected, which sends nothing, to learn the own address."""
PROGRAMS = ("iwgetid", "nmcli", "ldconfig", "gcc", "ld", Path(sys.executable).name)
"""What is asked for the Wi-Fi's name; what Python finds shared libraries with; and ourselves."""


def is_near(host: str) -> bool:
    """This device, under one of its addresses or under all of them."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host in ("", "localhost")
    return bool(address.is_loopback or address.is_unspecified or host == own_address())


def may(event: str, given: list[Any]) -> bool:
    match event, given:
        case ("socket.bind", [_, host, *_]):
            return is_near(host)
        case ("socket.connect", ["SOCK_DGRAM", host, port, *_]) if (host, port) in PROBES:
            return True
        case ("socket.connect", [_, host, *_]):
            return is_near(host)
        case ("socket.sendto" | "socket.sendmsg", ["SOCK_DGRAM", host, port, *_]):
            return is_near(host) or (host in MULTICAST and port == 5353)
        case ("socket.getaddrinfo" | "socket.gethostbyname", [host, *_]):
            return host is None or is_near(host)
        case ("subprocess.Popen" | "os.posix_spawn", [program, *_]):
            return Path(program).name in PROGRAMS
    return False


class Watched:
    """A program, and what it does with the world outside."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._notes = folder / "heard"
        (folder / "sitecustomize.py").write_text(EAR, encoding="utf-8")
        path = os.pathsep.join([str(folder), str(ROOT)])
        settings = {"EAR": str(self._notes), "PYTHONPATH": path, "PYTHONUNBUFFERED": "1", "HOME": str(folder)}
        pipes: Mapping[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        without_screen = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
        self.process = subprocess.Popen([sys.executable, *words], env=without_screen | settings, cwd=folder, **pipes)

    def hear(self, part: str) -> str:
        """What it says up to a line with this in it."""
        heard = ""
        assert self.process.stdout
        for line in self.process.stdout:
            heard += line
            if part in line:
                return str(heard)
        raise AssertionError(heard)

    def deeds(self) -> list[tuple[str, list[Any]]]:
        return [(event, given) for event, given in map(json.loads, self._notes.read_text("utf-8").splitlines())]

    def wait_for(self, event: str, *given: object) -> None:
        until = monotonic() + LONG
        while not any(one == event and set(given) <= set(map(str, row)) for one, row in self.deeds()):
            assert monotonic() < until, self.deeds()
            sleep(0.05)

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=LONG)

    def __enter__(self) -> Watched:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def look_at(address: str, *pages: str) -> None:
    for page in pages:
        with urllib.request.urlopen(address + page, timeout=LONG) as answer:
            assert answer.status == 200


def test_who_watches_would_notice(tmp_path: Path) -> None:
    code = "import socket, subprocess\nend = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
    code += "end.connect(('198.51.100.1', 9))\n"
    code += "try: socket.getaddrinfo('home.invalid', 80)\nexcept OSError: pass\nsubprocess.run(['true'])"
    with Watched(tmp_path, "-c", code) as program:
        program.process.communicate(timeout=LONG)
        assert [event for event, given in program.deeds() if not may(event, given)] == [
            "socket.connect",
            "socket.getaddrinfo",
            "subprocess.Popen",
        ]


def test_an_evening_talks_to_nobody_beyond_the_own_network(tmp_path: Path) -> None:
    with Watched(tmp_path, "-m", "companion", "run", "--port", "0", "--display", "none") as program:
        heard = program.hear("Ctrl-C ends the evening")
        address = re.search(r"http://\S+?(?=:\d+\n)(:\d+)", heard)
        assert address, heard
        look_at(f"http://127.0.0.1{address[1]}", "/", "/chips", "/rules", "/join")
        if own_address():
            program.wait_for("socket.sendto", "224.0.0.251")
        program.end()
        assert [deed for deed in program.deeds() if not may(*deed)] == []


def test_nor_does_the_virtual_table(tmp_path: Path) -> None:
    words = ("-m", "companion", "demo", "--port", "0", "--folder", str(tmp_path / "demo"))
    with Watched(tmp_path, *words) as program:
        heard = program.hear("Ctrl-C ends the demo")
        address = re.search(r"The virtual table: (\S+)", heard)
        assert address, heard
        look_at(address[1], "/")
        program.end()
        assert [deed for deed in program.deeds() if not may(*deed)] == []
        serving = [given for event, given in program.deeds() if event == "socket.bind"]
        assert len(serving) > 1, "the child was not watched"


# -- what is written -----------------------------------------------------------------------------------------------

ELSEWHERE = re.compile(
    r"""(?:https?|wss?|ftp)://[\w.-]+|(?:src|href|action|url|import|from)\b["'=(\s]+//[\w.-]+""", re.I
)
KNOWN = frozenset({"http://www.w3.org", "http://127.0.0.1"})
"""The name of a format, which nobody fetches; and this machine."""
MODULES = sorted((ROOT / "companion").rglob("*.py"))
SERVED = sorted(path for path in (ROOT / "web").rglob("*") if path.is_file() and path.parent.name != "fonts")


def words_in(source: str) -> Iterator[str]:
    """The texts in a module, without remarks and docstrings."""
    tree = ast.parse(source)
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
            yield node.value


def test_no_module_names_a_host_elsewhere() -> None:
    texts = ((path, text) for path in MODULES for text in words_in(path.read_text(encoding="utf-8")))
    found = [(str(path.relative_to(ROOT)), host) for path, text in texts for host in ELSEWHERE.findall(text)]
    assert [one for one in found if one[1] not in KNOWN] == []


def test_no_page_fetches_anything_from_elsewhere() -> None:
    found = [(path.name, host) for path in SERVED for host in ELSEWHERE.findall(path.read_text(encoding="utf-8"))]
    assert [one for one in found if one[1] not in KNOWN] == []


def test_a_host_elsewhere_would_be_found() -> None:
    for text in ('<script src="//cdn.example/x.js">', "@import url(//fonts.example)", "fetch('https://example.org/')"):
        assert ELSEWHERE.search(text), text
    assert list(words_in('"""https://a.example"""\nx = f"http://b.example/{1}"  # http://c.example')) == [
        "http://b.example/"
    ]
