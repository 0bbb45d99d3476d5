"""`companion bench latency` and `footprint`: short runs give sound figures; how good they are, no test decides."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.cli.latency import Sample, summarised


def run(*words: str) -> dict[str, float]:
    result = CliRunner().invoke(main, ["bench", *words, "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_latency() -> None:
    found = run("latency", "--phones", "5", "--samples", "15")
    assert (found["samples"], found["phones"], found["missed"]) == (15, 5, 0)
    assert all(found[f"{part}_ms"] > 0 for part in ("explain", "commit", "render", "push"))
    assert found["commit_ms"] + min(found["render_ms"], found["push_ms"]) <= found["p99_ms"]


def test_figures_are_of_the_whole_way() -> None:
    found = summarised([Sample(0.001, 0.002, 0.010, 0.030), Sample(0.0, 0.002, 0.050, 0.030)], 5, 0)
    assert (found.p50_ms, found.p99_ms, found.explain_ms) == (50.0, 50.0, 1.0)


def test_footprint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.footprint.SETTLING", 0.0)
    found = run("footprint", "--seconds", "0.5", "--kit", "taps")
    assert found["readers"] == 8
    assert 20 < found["rss_mb"] < 1000
    assert found["idle_cpu_percent"] > 0
    assert found["start_seconds"] > 0
