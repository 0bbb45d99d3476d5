"""Situations: short scripts of what people do with their hands, and what the companion should make of it."""
