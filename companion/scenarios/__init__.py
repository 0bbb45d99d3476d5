"""Scenario files: positions, what is played from there and how it ends, read and tried against the rules."""

from companion.scenarios.results import Problem, Result
from companion.scenarios.suite import files_in, run_document, run_file

__all__ = ["Problem", "Result", "files_in", "run_document", "run_file"]
