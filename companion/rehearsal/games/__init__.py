"""Whole games on a virtual table: true players, true hands, and what a companion makes of what the readers tell."""
