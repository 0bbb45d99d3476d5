"""Settings for all tests."""

from __future__ import annotations

import os
from collections.abc import Generator
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
