"""A virtual table in a browser: the real program, emulated pads, chips to drag, and hands that move by themselves."""
