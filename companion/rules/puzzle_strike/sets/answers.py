"""What a reaction answers."""

GEMS_BY_BREAKING = "gems sent, by breaking a gem"
GEMS = "gems sent"
RED_FIST = "a red fist, before it strikes"
RED_FIST_AFTERWARDS = "a red fist, after it struck"
PURCHASE = "a purchase"
