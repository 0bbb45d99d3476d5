"""Whole games on a virtual table: what players and hands do, and what a companion concludes from the readers."""
