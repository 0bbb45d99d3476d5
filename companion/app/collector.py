"""The garbage collector, in a process that does nothing but run an evening."""

from __future__ import annotations

import gc


def spare_the_collector() -> None:
    """Exempt everything that is loaded now from garbage collection.

    It stays to the end anyway. Otherwise the collector would look through it again and again, and now and then stop
    every thread for 20 ms.
    """
    gc.collect()
    gc.freeze()
