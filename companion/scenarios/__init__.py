"""Scenario files: a position, what is played from there and how it ends. They are read and played by the rules."""

from companion.scenarios.results import ScenarioProblem, ScenarioResult
from companion.scenarios.suite import files_in, run_document, run_file

__all__ = ["ScenarioProblem", "ScenarioResult", "files_in", "run_document", "run_file"]
