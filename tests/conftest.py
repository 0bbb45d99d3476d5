"""Settings for all tests."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

from companion.rules import register
from tests.sample_game import GAME as BEACONS

register(BEACONS)
Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

# The same examples every time, so that a failure is a failure for everybody; the soak looks further.
settings.register_profile(
    "tests",
    derandomize=True,
    deadline=None,
    max_examples=60,
    stateful_step_count=80,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("soak", settings.get_profile("tests"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "tests"))


HERE = Path(__file__).parent
WITH_A_BROWSER = HERE / "end_to_end"
OF_THE_RULES = {HERE / name for name in ("rules", "players", "playthroughs", "scenarios_runner", "test_scenarios.py")}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first."""
    items.sort(key=lambda item: WITH_A_BROWSER not in item.path.parents)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Coverage of the rules is measured where they are tested. Elsewhere it would more than double the time. The mark
    `no_cover` is not for this: a worker of xdist has two measurements at once, and it stops only one of them."""
    traced, in_threads = sys.gettrace(), threading.gettrace()
    if traced is None or not OF_THE_RULES.isdisjoint((item.path, *item.path.parents)):
        return (yield)
    sys.settrace(None)
    threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(traced)
        threading.settrace(in_threads)


def unless_skips_count(report: Report) -> Report:
    """With NO_SKIPS set, as .ci/run does, what is skipped for want of a tool or a package fails."""
    if report.skipped and os.environ.get("NO_SKIPS"):
        report.outcome = "failed"
        report.longrepr = f"skipped, and NO_SKIPS is set: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Of a test."""
    return unless_skips_count((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Of a module that skips all its tests."""
    return unless_skips_count((yield))
