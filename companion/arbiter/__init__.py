"""Movements and answers in; committed moves, questions, rulings and a to-do list out. Knows no game."""
