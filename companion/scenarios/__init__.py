"""Scenario files: positions with a script and what must come of it, read and played against the rules."""

from companion.scenarios.results import Problem, Result
from companion.scenarios.suite import files_in, run_document, run_file

__all__ = ["Problem", "Result", "files_in", "run_document", "run_file"]
