"""What the rim of the guide has to say where an errand fails."""

from __future__ import annotations

from companion.table.phrases import Phrase


def gone() -> Phrase:
    """The pad does not answer."""
    return Phrase("The pad does not answer any more. Is its cable loose?")


def lampless(port: str) -> Phrase:
    """A pad may have been built without lamps."""
    return Phrase("The lamps of this pad do not burn. It is the one on {port}.", port=port)


def forgetful() -> Phrase:
    """Its memory fails."""
    return Phrase("The pad could not keep its number. Try again, or flash it.")


def unwritten(path: str, why: str) -> Phrase:
    """A file cannot be written."""
    return Phrase("{path} cannot be written ({why}). Is the folder yours?", path=path, why=why)
