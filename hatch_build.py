"""What happens when sdist and wheel are built: they are told their commit, and the wheel gets its bill of materials."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds `companion/build.txt`, so that `companion --version` can say the commit without git. A wheel that is built
    from an sdist takes over the one that is there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before sdist or wheel is put together."""
        root = Path(self.root)
        sys.path.insert(0, self.root)
        from companion.version import BUILD, built_from, commit_of

        if version == "editable" or built_from(root / "companion"):
            return  # a source tree tells by itself, and what comes out of an sdist has the file
        if commit := commit_of(root):
            note = root / "build" / BUILD
            note.parent.mkdir(parents=True, exist_ok=True)
            note.write_text(f"{commit}\n", encoding="utf-8")
            build_data["force_include"][str(note)] = f"companion/{BUILD}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """When it is done. An editable install is no wheel that anybody is given."""
        from scripts.sbom import bill_beside

        if self.target_name == "wheel" and version != "editable":
            bill_beside(Path(artifact_path), Path(self.root), self.metadata.name, self.metadata.version)
