"""The display: laid out without pixels, painted, and held to pictures."""
