"""Mistakes that people make at the table, for games in which one is made on purpose."""
