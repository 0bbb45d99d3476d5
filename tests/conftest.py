"""Settings for all tests."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

from companion.rules import register
from tests.sample_game import GAME as BEACONS

register(BEACONS)

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
