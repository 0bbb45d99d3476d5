"""The cards: the words that they may use, what these do, and the books that come with the program."""
