"""The software bill of materials: a CycloneDX file beside the wheel that names every package it needs to run.

`hatch_build.py` calls it when the wheel is built. It is made of requirements/run.txt alone, so the same tree gives the
same bytes on every machine.
"""

from __future__ import annotations

import json
import re
import uuid
from pathlib import Path
from typing import Any

LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)(?: ; ([^\\\n]+))?", re.MULTILINE)
"""A package of a locked file: name, version, and on which systems it is needed, if not on all."""


def bill(name: str, version: str, requirements: str) -> dict[str, Any]:
    """A program and what it needs, as CycloneDX 1.5 has it."""
    whole = f"pkg:pypi/{name}@{version}"
    parts = [component(*found) for found in LOCKED.findall(requirements)]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, whole + requirements)}",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "bom-ref": whole, "name": name, "version": version, "purl": whole}
        },
        "components": parts,
        "dependencies": [{"ref": whole, "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def component(name: str, version: str, marker: str) -> dict[str, Any]:
    """One package."""
    place = f"pkg:pypi/{re.sub('[-_.]+', '-', name).lower()}@{version}"
    found: dict[str, Any] = {"type": "library", "bom-ref": place, "name": name, "version": version, "purl": place}
    return found | ({"properties": [{"name": "only where", "value": marker.strip()}]} if marker else {})


def bill_beside(wheel: Path, root: Path, name: str, version: str) -> None:
    """Beside the wheel, under its name."""
    requirements = (root / "requirements" / "run.txt").read_text(encoding="utf-8")
    told = json.dumps(bill(name, version, requirements), indent=2)
    wheel.with_suffix(".cdx.json").write_text(f"{told}\n", encoding="utf-8")
