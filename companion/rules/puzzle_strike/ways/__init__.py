"""What the rules of a match are made of, chosen at set-up."""
