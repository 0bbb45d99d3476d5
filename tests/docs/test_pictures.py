"""The README shows the pictures that the program makes of itself: make pictures."""

from __future__ import annotations

import pytest

from tests.docs.told import ROOT
from tests.end_to_end.demo_pictures import FOLDER, LARGEST, NAMES

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_shows_a_picture_that_is_not_too_large(name: str) -> None:
    assert f"](docs/pictures/{name}.png)" in README
    assert 0 < (FOLDER / f"{name}.png").stat().st_size <= LARGEST


def test_there_are_no_others() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.png" for name in NAMES}
