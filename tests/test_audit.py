"""`scripts/audit`: a known weakness of a locked package fails the check; without a database nothing hangs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOCKED = """click==8.5.1 \\
    --hash=sha256:00
    # via flask
weak-one==1.2 ; platform_machine == 'aarch64' \\
    --hash=sha256:00
"""
MOST = 8.0
"""Seconds: it gives up after five, and Python itself has to start."""
Answer = Callable[[str, Any], object]


@contextmanager
def database(answer: Answer) -> Iterator[str]:
    """An advisory database on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def reply(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            told = answer(self.path, json.loads(self.rfile.read(length)) if length else None)
            body = told if isinstance(told, bytes) else json.dumps(told).encode()
            with suppress(OSError):  # who asked has given up
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

        do_GET = do_POST = reply  # noqa: N815 - as the library names them

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = False  # none of its threads outlives it, and disturbs another test
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def audit(address: str, folder: Path) -> tuple[int, str]:
    """Its exit status, and what it says."""
    (locked := folder / "locked.txt").write_text(LOCKED)
    settings = {key: value for key, value in os.environ.items() if "proxy" not in key.lower()}
    ended = subprocess.run(
        [sys.executable, ROOT / "scripts" / "audit", locked],
        env={**settings, "ADVISORIES": address},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stdout + ended.stderr


def advisories(asked: list[Any], **told: object) -> Answer:
    """Something is known against the second package."""

    def answer(path: str, question: Any) -> object:
        asked.append(question)
        return {"id": "X-1", **told} if path == "/v1/vulns/X-1" else {"results": [{}, {"vulns": [{"id": "X-1"}]}]}

    return answer


def test_a_weakness_fails_the_check(tmp_path: Path) -> None:
    asked: list[Any] = []
    with database(advisories(asked, summary="It leaks.")) as address:
        status, words = audit(address, tmp_path)
    assert status == 1
    assert "weak-one 1.2: X-1 It leaks." in words
    assert "scripts/lock NAME" in words
    assert asked[0] == {
        "queries": [
            {"package": {"ecosystem": "PyPI", "name": "click"}, "version": "8.5.1"},
            {"package": {"ecosystem": "PyPI", "name": "weak-one"}, "version": "1.2"},
        ]
    }


def test_a_weakness_that_was_withdrawn_is_none(tmp_path: Path) -> None:
    with database(advisories([], withdrawn="2025-01-01T00:00:00Z")) as address:
        assert audit(address, tmp_path) == (0, "audit: nothing is known against the 2 locked packages\n")


NOBODY = "audit: not audited: no advisory database can be reached\n"


@pytest.mark.parametrize("told", [b"<html>Sign in to this network</html>", [], {"results": []}, {"results": [3, 4]}])
def test_what_is_no_advisory_database(tmp_path: Path, told: object) -> None:
    """As the door of a hotel's network answers everything."""
    with database(lambda path, question: told) as address:
        assert audit(address, tmp_path) == (0, NOBODY)


def test_where_nobody_is_there(tmp_path: Path) -> None:
    with database(lambda path, question: {}) as address:
        pass
    assert audit(address, tmp_path) == (0, NOBODY)


def test_it_never_hangs(tmp_path: Path) -> None:
    given_up = Event()
    with database(lambda path, question: {"late": given_up.wait(2 * MOST)}) as address:
        begun = time.monotonic()
        assert audit(address, tmp_path) == (0, NOBODY)
        assert time.monotonic() - begun < MOST
        given_up.set()


def test_all_that_is_locked_is_asked_about(tmp_path: Path) -> None:
    count = {name: (ROOT / "requirements" / name).read_text("utf-8").count("==") for name in ("dev.txt", "run.txt")}
    assert count["dev.txt"] > count["run.txt"] > 10
    asked: list[Any] = []
    with database(lambda path, question: asked.append(question)) as address:
        subprocess.run(
            [sys.executable, ROOT / "scripts" / "audit"], env={"ADVISORIES": address}, timeout=60, check=True
        )
    names = {query["package"]["name"] for query in asked[0]["queries"]}
    assert names >= {"cryptography", "flask", "uv", "hatchling", "pygame-ce", "nfcpy"}
