"""A ledger."""

from __future__ import annotations

from tests.ledger.conftest import ledger, path

__all__ = ["ledger", "path"]
