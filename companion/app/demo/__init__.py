"""A virtual table in a browser: the real program, twins of the pads, chips to drag, hands that move alone."""
