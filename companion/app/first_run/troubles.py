"""What the devices of the guide say when an errand fails."""

from __future__ import annotations

from companion.table.phrases import Phrase


def gone() -> Phrase:
    """The pad does not answer."""
    return Phrase("The pad no longer answers. Is its cable loose?")


def lampless(port: str) -> Phrase:
    """The lamps do not work: the pad may have been built without any."""
    return Phrase("The lamps of this pad do not light up. It is the one on {port}.", port=port)


def forgetful() -> Phrase:
    """The pad cannot store its number."""
    return Phrase("The pad could not keep its number. Try again, or flash it.")


def unwritten(path: str, why: str) -> Phrase:
    """A file cannot be written."""
    return Phrase("{path} cannot be written ({why}). Is the folder yours?", path=path, why=why)
