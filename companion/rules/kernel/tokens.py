"""Finds the offered token that a shorter or differently written one means."""

from __future__ import annotations


def meant(token: str, offered: tuple[str, ...], also: tuple[str, ...]) -> str | None:
    """Return the offered token that is meant; None if it is none of them, or could be several.

    >>> meant("break:1+4", ("break:4", "break:4+1"), ())
    'break:4+1'
    >>> meant("trash:wound", ("trash:gem_1", "trash:wound@discard"), ())
    'trash:wound@discard'
    >>> meant("done", ("keep:wound", "pass"), ("done",))
    'pass'
    """
    token = token.removesuffix("@hand")
    if token in offered:
        return token
    verb, _, rest = token.partition(":")
    if verb in also:
        if not rest:
            found = [option for option in offered if ":" not in option]
        else:
            found = [option for option in offered if option.partition(":")[2] == rest]
        if len(found) == 1:
            return found[0]
        if rest:
            found = [o for o in offered if o.partition(":")[2].partition("@")[0] == rest]
            return found[0] if len(found) == 1 else None
    if not rest:
        return None
    wanted = sorted(rest.split("+"))
    same = [option for option in offered if option.startswith(verb + ":") and "+" in option]
    for option in same:
        if sorted(option[len(verb) + 1 :].split("+")) == wanted:
            return option
    elsewhere = [option for option in offered if option.startswith(token + "@")]
    return elsewhere[0] if len(elsewhere) == 1 else None
