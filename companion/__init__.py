"""A table companion for Puzzle Strike and its kin: reads chips, runs the rules, keeps the books, arbitrates."""

__version__ = "0.2.0.dev0"
