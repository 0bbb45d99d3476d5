"""Rehearsals: play at a simulated table, checked against what really happened there."""
