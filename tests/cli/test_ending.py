"""How a command that goes on by itself is ended."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from companion.cli.ending import listen_to_ctrl_c, until_told, wait_for

BOTH = (signal.SIGINT, signal.SIGTERM)


@pytest.fixture(autouse=True)
def as_at_a_terminal() -> Iterator[None]:
    """Whoever runs the tests in the background may have had Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("number", BOTH)
def test_whoever_ends_it_kindly_is_heard(number: signal.Signals) -> None:
    before = [signal.getsignal(one) for one in BOTH]
    told: list[str] = []
    with until_told(lambda: told.append("also")) as ended:
        assert not ended.is_set()
        signal.raise_signal(number)
        wait_for(ended)
        assert told == ["also"]
    assert [signal.getsignal(one) for one in BOTH] == before


def test_the_second_ctrl_c_breaks_in() -> None:
    before = signal.getsignal(signal.SIGINT)
    told: list[str] = []
    with ExitStack() as stack:
        listen_to_ctrl_c(stack, lambda: told.append("end"))
        signal.raise_signal(signal.SIGINT)
        assert told == ["end"]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert told == ["end"]
    assert signal.getsignal(signal.SIGINT) is before
