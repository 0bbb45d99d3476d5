"""Rehearsals: what happens at a table is played through without one, and somebody who knows the truth looks on."""
