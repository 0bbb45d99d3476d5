"""Attacks on the companion's pages, over loopback alone: each measures what people at the table notice of it."""
