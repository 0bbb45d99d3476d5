"""Rules of the house: what people agree on and no rulebook has."""
