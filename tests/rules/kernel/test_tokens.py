"""Where an answer is clear, shorter and differently ordered forms of it are understood."""

from __future__ import annotations

import pytest

from tests.rules.kernel.toy import BAG_DUE, answers, ask, play

UNDERSTOOD = [
    # offered, written, also, meant
    (("break:4", "break:4+1"), "break:1+4", (), "break:4+1"),
    (("combine:1+2", "combine:1+1"), "combine:2+1", (), "combine:1+2"),
    (("trash:gem_1", "trash:wound@discard"), "trash:wound", (), "trash:wound@discard"),
    (("keep:wound", "pass"), "done", ("done",), "pass"),
    (("choose:wound", "done"), "take:wound", ("take",), "choose:wound"),
    (("choose:wound@discard", "done"), "take:wound", ("take",), "choose:wound@discard"),
    (("choose:wound@discard", "done"), "take:wound@discard", ("take",), "choose:wound@discard"),
]

NOT_UNDERSTOOD = [
    # offered, written, also
    (("break:4", "break:4+1"), "break:1", ()),
    (("break:4+1",), "break:4+4", ()),
    (("break:4+1",), "break:1+4+4", ()),
    (("combine:4+1",), "break:1+4", ()),
    (("trash:wound", "pass"), "trash:wound@discard", ()),
    (("play:wound@pile", "play:wound@discard"), "play:wound", ()),  # which?
    (("choose:wound@pile", "choose:wound@discard"), "take:wound", ("take",)),
    (("pass", "done"), "stop", ("stop",)),  # which?
    (("keep:wound", "pass"), "done", ()),
    (("keep:wound", "pass"), "keep", ()),
    (("keep:wound", "pass"), "keep:", ()),
    (("keep:wound", "pass"), "", ()),
    (("keep:wound",), "hidden", ()),
]


@pytest.mark.parametrize(("offered", "written", "also", "meant"), UNDERSTOOD)
def test_understood(offered: tuple[str, ...], written: str, also: tuple[str, ...], meant: str) -> None:
    match = play(ask(*offered, also=also))
    assert match.accepts(written, "A") == meant
    assert match.why_not(written, "A") is None
    match.answer(written, "A")
    assert answers(match) == (meant,), "the flow gets the offered form"


@pytest.mark.parametrize(("offered", "written", "also"), NOT_UNDERSTOOD)
def test_not_understood(offered: tuple[str, ...], written: str, also: tuple[str, ...]) -> None:
    match = play(ask(*offered, also=also))
    assert match.accepts(written, "A") is None
    refusal = match.why_not(written, "A")
    assert refusal is not None
    assert refusal.token == written


def test_an_offered_token_means_itself() -> None:
    match = play(ask("done", "pass", also=("done",)))
    assert match.accepts("done", "A") == "done"


def test_nothing_is_accepted_from_others_at_draws_or_at_the_end() -> None:
    match = play(ask("yes"), BAG_DUE)
    assert match.accepts("yes", "B") is None
    match.answer("yes", "A")
    assert match.accepts("yes", "A") is None
    match.draw(("gem_1",))
    assert match.over
    assert match.accepts("yes", "A") is None
    assert (match.options("A"), match.waiting_for) == ((), ())
