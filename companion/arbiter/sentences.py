"""Templates for rulings, so that they can be translated. Each game has its own words for pieces and places."""

from __future__ import annotations

WORDS = {
    "instead": "{seat}: {ways}, but the rules call for {due} there.",
    "misplaced": "{seat}: {due} should go {whence} {whither}, but {ways}.",
    "refused": "{seat}: {ways}. {why}",
    "forgotten": "{seat}: {ways}, but {due} did not go {whence} {whither}.",
    "too many": "{seat}: {ways}, which is more than the rules call for.",
    "owed": "{seat}: {due} should have gone {whence} {whither} by now.",
    "astray": "{ways}, and no rule explains it.",
    "stranger": "A chip that is not part of this game went {whither}.",
    "gone": "{chips} went missing {whence}.",
}
"""What is wrong, by the kind of ruling."""
STRANGERS = "{count} chips that are not part of this game went {whither}."
TAKE_THEM_AWAY = "Take them away."
"""Both are for several strangers at once."""

BACK = "{Backs}."
DUE = "{Owed}."
REMEDIES = {
    "instead": f"{BACK} {DUE}",
    "misplaced": f"{BACK} {DUE}",
    "refused": BACK,
    "forgotten": DUE,
    "too many": BACK,
    "owed": DUE,
    "astray": BACK,
    "stranger": "Remove it.",
    "gone": BACK,
}
"""What puts it right, by the kind of ruling."""

WAY = "{chips} went {whence} {whither}"
TAKEN = "{chips} went missing {whence}"
DRAWN = "{chips} came out of the bag"
BACK_TO = "put {chips} back {whither}"
BACK_INTO_BAG = "put {chips} back into the bag"
SEEN = "What was seen: {ways}."
MAY_BE = "Under the rules, that can mean: {answers}."
REST = "Everything else that was seen follows the rules: {answers}."
NOTHING_ELSE = "Everything else that was seen follows the rules."
WHO_OWES = "{seat}: {owed}"
ANSWER = "{seats}: {question}"
