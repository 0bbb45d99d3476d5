"""What rulings say, as templates: so that other languages can say it too. What pieces and places are called, each
game says itself."""

from __future__ import annotations

WORDS = {
    "instead": "{seat}: {ways}, and what is due there is {due}.",
    "misplaced": "{seat}: {due} should go {whence} {whither}, but {ways}.",
    "refused": "{seat}: {ways}. {why}",
    "forgotten": "{seat}: {ways}, but {due} did not go {whence} {whither}.",
    "too many": "{seat}: {ways}, and that is more than is due.",
    "owed": "{seat}: {due} should have gone {whence} {whither} by now.",
    "astray": "{ways}, and no rule says why.",
    "stranger": "A chip that is not in this game came {whither}.",
    "gone": "{chips} went away {whence}, and nobody has seen it since.",
}
"""By the kind of ruling: what is wrong."""

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
    "stranger": "Take it away.",
    "gone": BACK,
}
"""And what puts it right, in chips."""

WAY = "{chips} went {whence} {whither}"
TAKEN = "{chips} went away {whence}"
DRAWN = "{chips} came out of the bag"
BACK_TO = "put {chips} back {whither}"
BACK_INTO_BAG = "put {chips} back into the bag"
SEEN = "What was seen: {ways}."
MAY_BE = "By the rules that is: {answers}."
REST = "All else that was seen is by the rules: {answers}."
NOTHING_ELSE = "Without it, all that was seen is by the rules."
WHO_OWES = "{seat}: {owed}"
ANSWER = "{seats}: {question}"
